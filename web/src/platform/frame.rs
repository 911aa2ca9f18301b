//! At most one run per animation frame; one run after the last of many changes.

use std::cell::Cell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;

use crate::prelude::*;

/// Something that runs before the next frame, once however often it is asked for, and no more once
/// this is dropped: what it reads may be gone with the part of the page that kept it.
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
        let (asked, run) = (self.asked.clone(), Rc::downgrade(&self.run));
        request_animation_frame(move || {
            asked.set(false);
            if let Some(run) = run.upgrade() {
                run();
            }
        });
    }
}

/// Something that runs once things have been quiet for a while.
#[derive(Clone, Copy)]
pub(crate) struct Settled {
    // Dropping a timeout cancels it.
    pending: StoredValue<Option<Timeout>>,
    milliseconds: u32,
}

impl Settled {
    pub(crate) fn after(milliseconds: u32) -> Self {
        Self {
            pending: StoredValue::new(None),
            milliseconds,
        }
    }

    /// Runs `then` after the wait, instead of what was asked for before.
    pub(crate) fn ask(self, then: impl FnOnce() + 'static) {
        self.pending
            .set_value(Some(Timeout::new(self.milliseconds, then)));
    }
}

/// Milliseconds since the page began.
pub(crate) fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
