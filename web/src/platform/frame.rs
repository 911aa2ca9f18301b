//! At most one run per animation frame.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::request_animation_frame;

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
