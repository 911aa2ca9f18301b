//! What is kept as long as a part of the page, and is no signal.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use leptos::prelude::{GetValue, LocalStorage, StoredValue as RealStored};

use super::{Cell, handle, known};

pub(super) type StoredCell = RealStored<Cell, LocalStorage>;

#[inline(never)]
pub(super) fn new_stored(cell: Cell) -> StoredCell {
    RealStored::new_local(cell)
}

#[inline(never)]
pub(super) fn stored_cell(stored: StoredCell) -> Cell {
    stored.get_value()
}

#[inline(never)]
fn live_cell(stored: StoredCell) -> Option<Cell> {
    stored.try_get_value()
}

/// A value that nobody is told of when it changes.
pub(crate) struct StoredValue<T: ?Sized> {
    real: StoredCell,
    of: PhantomData<fn() -> T>,
}

handle! { StoredValue }

impl<T: 'static> StoredValue<T> {
    pub(crate) fn new(value: T) -> Self {
        Self {
            real: new_stored(Rc::new(RefCell::new(value))),
            of: PhantomData,
        }
    }

    pub(crate) fn with_value<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(&known::<RefCell<T>>(&*stored_cell(self.real)).borrow())
    }

    /// `None` once the part of the page that it belonged to is gone.
    pub(crate) fn try_with_value<R>(self, read: impl FnOnce(&T) -> R) -> Option<R> {
        let cell = live_cell(self.real)?;
        let value = known::<RefCell<T>>(&*cell).borrow();
        Some(read(&value))
    }

    pub(crate) fn get_value(self) -> T
    where
        T: Clone,
    {
        self.with_value(T::clone)
    }

    pub(crate) fn set_value(self, value: T) {
        let old = self.try_update_value(|now| std::mem::replace(now, value));
        drop(old);
    }

    pub(crate) fn update_value(self, change: impl FnOnce(&mut T)) {
        let _ = self.try_update_value(change);
    }

    /// `None` once the part of the page that it belonged to is gone.
    pub(crate) fn try_update_value<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let cell = live_cell(self.real)?;
        let mut value = known::<RefCell<T>>(&*cell).borrow_mut();
        Some(change(&mut value))
    }
}

/// Something that a component calls.
pub(crate) struct Callback<In, Out = ()> {
    run: StoredValue<Rc<dyn Fn(In) -> Out>>,
}

impl<In, Out> Clone for Callback<In, Out> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<In, Out> Copy for Callback<In, Out> {}

impl<In: 'static, Out: 'static> Callback<In, Out> {
    pub(crate) fn new(run: impl Fn(In) -> Out + 'static) -> Self {
        Self {
            run: StoredValue::new(Rc::new(run)),
        }
    }

    pub(crate) fn run(self, with: In) -> Out {
        self.run.get_value()(with)
    }
}
