//! The time limit that all targets share; memory is limited by libFuzzer's own switches.

use std::time::Duration;

use cpu_time::ThreadTime;

/// Longest that one input may take, of the processor's time: other programs do not count.
const LIMIT: Duration = Duration::from_millis(50);

/// Runs `read`, and panics if it takes longer than the limit.
pub fn timed(read: impl FnOnce()) {
    let start = ThreadTime::now();
    read();
    let took = start.elapsed();
    assert!(took <= LIMIT, "{took:?}, {LIMIT:?} at most");
}
