//! Leptos' signals with their types taken off.
//!
//! Leptos writes the machinery of a signal, memo or effect out for each type of value and each
//! closure: a quarter of the page's code. Here all of them are Leptos' signals of one type, a
//! cell; only the way into and out of the cell knows what is in it. They have the names and
//! methods of Leptos' own, and behave the same.

mod derived;
mod stored;

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use leptos::html::ElementType;
use leptos::prelude::{Effect as RealEffect, Get, GetUntracked, LocalStorage, Notify, Track};
use leptos::prelude::{Memo as RealMemo, RwSignal as RealSignal};
use leptos::reactive::effect::EffectFunction;
use wasm_bindgen::JsCast;

pub(crate) use derived::Signal;
pub(crate) use stored::{Callback, StoredValue};

/// What a signal holds: a `RefCell<T>`.
type Cell = Rc<dyn Any>;
/// What a memo holds: a `T`.
type Fixed = Arc<dyn Any + Send + Sync>;

/// What is in a cell.
fn known<T: 'static>(cell: &dyn Any) -> &T {
    match cell.downcast_ref() {
        Some(value) => value,
        None => unreachable!(),
    }
}

/// A copy that can be kept anywhere, for a handle that holds no value itself.
macro_rules! handle {
    ($name:ident) => {
        impl<T: ?Sized> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T: ?Sized> Copy for $name<T> {}
    };
}
pub(crate) use handle;

/// Reading the whole value, where `with` and `with_untracked` are there.
macro_rules! readers {
    () => {
        pub(crate) fn get(self) -> T
        where
            T: Clone,
        {
            self.with(T::clone)
        }

        pub(crate) fn get_untracked(self) -> T
        where
            T: Clone,
        {
            self.with_untracked(T::clone)
        }

        pub(crate) fn track(self) {
            self.real.track();
        }
    };
}

/// A value that can be set.
pub(crate) struct RwSignal<T: ?Sized> {
    real: RealSignal<Cell, LocalStorage>,
    of: PhantomData<fn() -> T>,
}

handle! { RwSignal }

#[inline(never)]
fn new_signal(cell: Cell) -> RealSignal<Cell, LocalStorage> {
    RealSignal::new_local(cell)
}

#[inline(never)]
fn signal_cell(signal: RealSignal<Cell, LocalStorage>) -> Cell {
    signal.get()
}

#[inline(never)]
fn signal_cell_untracked(signal: RealSignal<Cell, LocalStorage>) -> Cell {
    signal.get_untracked()
}

/// `None` once the part of the page that it belonged to is gone.
#[inline(never)]
fn live_cell(signal: RealSignal<Cell, LocalStorage>) -> Option<Cell> {
    signal.try_get_untracked()
}

#[inline(never)]
fn notify(signal: RealSignal<Cell, LocalStorage>) {
    signal.notify();
}

impl<T: 'static> RwSignal<T> {
    pub(crate) fn new(value: T) -> Self {
        Self {
            real: new_signal(Rc::new(RefCell::new(value))),
            of: PhantomData,
        }
    }

    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(&known::<RefCell<T>>(&*signal_cell(self.real)).borrow())
    }

    pub(crate) fn with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(&known::<RefCell<T>>(&*signal_cell_untracked(self.real)).borrow())
    }

    readers! {}

    /// `None` once the part of the page that it belonged to is gone.
    pub(crate) fn try_update<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        let cell = live_cell(self.real)?;
        let result = change(&mut known::<RefCell<T>>(&*cell).borrow_mut());
        notify(self.real);
        Some(result)
    }

    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        let _ = self.try_update(change);
    }

    pub(crate) fn set(self, value: T) {
        let _ = self.try_set(value);
    }

    /// The value again, once the part of the page that it belonged to is gone.
    pub(crate) fn try_set(self, value: T) -> Option<T> {
        let Some(cell) = live_cell(self.real) else {
            return Some(value);
        };
        let old = known::<RefCell<T>>(&*cell).replace(value);
        notify(self.real);
        drop(old);
        None
    }
}

impl<T: Default + 'static> Default for RwSignal<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

/// A value computed from others, anew when one of them has changed and somebody reads it.
pub(crate) struct Memo<T: ?Sized> {
    real: RealMemo<Fixed>,
    of: PhantomData<fn() -> T>,
}

handle! { Memo }

type Make = Box<dyn Fn(Option<&Fixed>) -> Fixed + Send + Sync>;
type Changed = fn(Option<&Fixed>, Option<&Fixed>) -> bool;

#[inline(never)]
fn new_memo(make: Make, changed: Changed) -> RealMemo<Fixed> {
    RealMemo::new_with_compare(make, changed)
}

#[inline(never)]
fn memo_cell(memo: RealMemo<Fixed>) -> Fixed {
    memo.get()
}

#[inline(never)]
fn memo_cell_untracked(memo: RealMemo<Fixed>) -> Fixed {
    memo.get_untracked()
}

fn differ<T: PartialEq + 'static>(old: Option<&Fixed>, new: Option<&Fixed>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => known::<T>(&**old) != known::<T>(&**new),
        _ => true,
    }
}

impl<T: Send + Sync + 'static> Memo<T> {
    pub(crate) fn new(make: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Self
    where
        T: PartialEq,
    {
        Self {
            real: new_memo(
                Box::new(move |old| Arc::new(make(old.map(|old| known(&**old))))),
                differ::<T>,
            ),
            of: PhantomData,
        }
    }

    pub(crate) fn with<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(known(&*memo_cell(self.real)))
    }

    pub(crate) fn with_untracked<R>(self, read: impl FnOnce(&T) -> R) -> R {
        read(known(&*memo_cell_untracked(self.real)))
    }

    readers! {}
}

/// Something that is done when what it reads has changed, first soon after now.
pub(crate) struct Effect;

#[inline(never)]
fn new_effect(mut run: Box<dyn FnMut()>) {
    RealEffect::new(move |_: Option<()>| run());
}

impl Effect {
    #[expect(clippy::new_ret_no_self, reason = "as Leptos' own is called")]
    pub(crate) fn new<T: 'static, M>(mut run: impl EffectFunction<T, M> + 'static) {
        let mut last = None;
        new_effect(Box::new(move || last = Some(run.run(last.take()))));
    }
}

/// An element of a view, once it is there.
pub(crate) struct NodeRef<E: ?Sized> {
    element: RwSignal<Option<web_sys::Element>>,
    of: PhantomData<fn() -> E>,
}

handle! { NodeRef }

impl<E: ElementType> NodeRef<E>
where
    E::Output: JsCast,
{
    pub(crate) fn new() -> Self {
        Self {
            element: RwSignal::new(None),
            of: PhantomData,
        }
    }

    /// Says which element it is.
    pub(crate) fn load(self, element: &web_sys::Element) {
        self.element.set(Some(element.clone()));
    }

    pub(crate) fn get(self) -> Option<E::Output> {
        self.element.get().map(JsCast::unchecked_into)
    }

    /// `None` also once the part of the page that it belonged to is gone.
    pub(crate) fn get_untracked(self) -> Option<E::Output> {
        let cell = live_cell(self.element.real)?;
        let element = known::<RefCell<Option<web_sys::Element>>>(&*cell)
            .borrow()
            .clone();
        element.map(JsCast::unchecked_into)
    }
}
