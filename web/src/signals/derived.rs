//! What is read like a signal: one, a memo, or a closure over some.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use leptos::prelude::{LocalStorage, Memo as RealMemo, RwSignal as RealSignal};

use super::stored::{StoredCell, new_stored, stored_cell};
use super::{
    Cell, Fixed, Memo, RwSignal, handle, known, memo_cell, memo_cell_untracked, signal_cell,
    signal_cell_untracked,
};

#[derive(Clone, Copy)]
enum Origin {
    State(RealSignal<Cell, LocalStorage>),
    Memo(RealMemo<Fixed>),
    /// A `Made<T>`.
    Made(StoredCell),
}

type Made<T> = Box<dyn Fn() -> T>;

/// A value that changes.
pub(crate) struct Signal<T: ?Sized> {
    from: Origin,
    of: PhantomData<fn() -> T>,
}

handle! { Signal }

impl<T: 'static> Signal<T> {
    /// Computed again whenever it is read.
    pub(crate) fn derive(make: impl Fn() -> T + 'static) -> Self {
        let make: Made<T> = Box::new(make);
        Self {
            from: Origin::Made(new_stored(Rc::new(make))),
            of: PhantomData,
        }
    }

    /// Always the same.
    pub(crate) fn stored(value: T) -> Self
    where
        T: Clone,
    {
        Self::derive(move || value.clone())
    }

    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        match self.from {
            Origin::State(signal) => read(&known::<RefCell<T>>(&*signal_cell(signal)).borrow()),
            Origin::Memo(memo) => read(known(&*memo_cell(memo))),
            Origin::Made(make) => read(&known::<Made<T>>(&*stored_cell(make))()),
        }
    }

    pub(crate) fn with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> R {
        match self.from {
            Origin::State(signal) => {
                read(&known::<RefCell<T>>(&*signal_cell_untracked(signal)).borrow())
            }
            Origin::Memo(memo) => read(known(&*memo_cell_untracked(memo))),
            Origin::Made(make) => {
                let make = stored_cell(make);
                read(&leptos::prelude::untrack(|| known::<Made<T>>(&*make)()))
            }
        }
    }

    pub(crate) fn get(self) -> T
    where
        T: Clone,
    {
        match self.from {
            Origin::Made(make) => known::<Made<T>>(&*stored_cell(make))(),
            _ => self.with(T::clone),
        }
    }

    pub(crate) fn get_untracked(self) -> T
    where
        T: Clone,
    {
        self.with_untracked(T::clone)
    }

    pub(crate) fn track(self) {
        self.with(|_| ());
    }
}

impl<T> From<RwSignal<T>> for Signal<T> {
    fn from(signal: RwSignal<T>) -> Self {
        Self {
            from: Origin::State(signal.real),
            of: PhantomData,
        }
    }
}

impl<T> From<Memo<T>> for Signal<T> {
    fn from(memo: Memo<T>) -> Self {
        Self {
            from: Origin::Memo(memo.real),
            of: PhantomData,
        }
    }
}
