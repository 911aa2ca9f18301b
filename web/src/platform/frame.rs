//! At most one run per animation frame; one run after the last of many changes.

use std::cell::Cell;
use std::rc::Rc;

use std::time::Duration;

use crate::prelude::*;

/// Something that runs before the next frame, once however often it is asked for.
#[derive(Clone)]
pub(crate) struct NextFrame {
    asked: Rc<Cell<bool>>,
    run: Rc<dyn Fn()>,
}

impl NextFrame {
    pub(crate) fn new(run: impl Fn() + 'static) -> Self {
        Self {
            asked: Rc::default(),
            run: Rc::new(run),
        }
    }

    /// Asks for a run.
    pub(crate) fn ask(&self) {
        if self.asked.replace(true) {
            return;
        }
        let (asked, run) = (self.asked.clone(), self.run.clone());
        request_animation_frame(move || {
            asked.set(false);
            run();
        });
    }
}

/// Something that runs once things have been quiet for a while.
#[derive(Clone, Copy)]
pub(crate) struct Settled {
    pending: StoredValue<Option<TimeoutHandle>>,
    wait: Duration,
}

impl Settled {
    pub(crate) fn after(milliseconds: u64) -> Self {
        Self {
            pending: StoredValue::new(None),
            wait: Duration::from_millis(milliseconds),
        }
    }

    /// Runs `then` after the wait, instead of what was asked for before.
    pub(crate) fn ask(self, then: impl FnOnce() + 'static) {
        if let Some(handle) = self.pending.get_value() {
            handle.clear();
        }
        self.pending
            .set_value(set_timeout_with_handle(then, self.wait).ok());
    }
}
