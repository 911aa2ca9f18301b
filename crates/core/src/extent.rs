//! How much of the project a WebAssembly module holds.
//!
//! The module of the front page has the first screen only. Most of what it leaves out is left out
//! because nothing in it names it; but a match over all figures, or a language's table of
//! methods, names them all. There the code stands behind [`whole`]: the front page's module never
//! calls [`widen`], so the linker sees a constant, and drops what it never reaches.

use core::cell::Cell;

std::thread_local! {
    static WHOLE: Cell<bool> = const { Cell::new(false) };
}

/// Whether this program has everything: always, but for the module of the front page.
#[inline]
#[must_use]
pub fn whole() -> bool {
    !cfg!(target_family = "wasm") || WHOLE.get()
}

/// Says that this module has everything; it is called first.
pub fn widen() {
    WHOLE.set(true);
}

/// What is said or made outside of the first screen only.
#[inline]
pub fn later<T: Default>(make: impl FnOnce() -> T) -> T {
    if whole() { make() } else { T::default() }
}
