//! The time limit that all targets share; memory is limited by libFuzzer's own switches.

use std::time::{Duration, Instant};

/// Longest that one input may take.
const LIMIT: Duration = Duration::from_millis(50);
/// Another program may have had the processor: only an input that is slow each time is slow.
const TRIES: usize = 4;

/// Runs `read`, and panics if it cannot be done within the limit.
pub fn timed(read: impl Fn()) {
    let slow = |_| {
        let start = Instant::now();
        read();
        start.elapsed() > LIMIT
    };
    assert!(!(0..TRIES).all(slow), "more than {LIMIT:?}, {TRIES} times");
}
