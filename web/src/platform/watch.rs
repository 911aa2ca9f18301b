//! What the browser tells: events, sizes, what is in view, media queries. Everything here lasts as
//! long as the part of the page that asked for it.

use std::any::Any;

use bpt_core::decimal::shortest;
use gloo::events::EventListener;
use js_sys::Array;
use leptos::ev::EventDescriptor;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, EventTarget, IntersectionObserver, IntersectionObserverEntry,
    IntersectionObserverInit, ResizeObserver, ResizeObserverEntry,
};

use crate::prelude::*;

/// Keeps something for as long as the part of the page that is being built.
#[inline(never)]
pub(crate) fn keep(thing: Box<dyn Any>) {
    let _ = StoredValue::new(thing);
}

/// Listens to an event.
pub(crate) fn listen<E: EventDescriptor>(
    target: &EventTarget,
    event: E,
    mut then: impl FnMut(E::EventType) + 'static,
) where
    E::EventType: JsCast,
{
    listen_to(
        target,
        event.name().into_owned(),
        Box::new(move |event| then(event.unchecked_into())),
    );
}

/// The same for any event.
#[inline(never)]
pub(crate) fn listen_to(
    target: &EventTarget,
    name: String,
    mut then: Box<dyn FnMut(web_sys::Event)>,
) {
    let options = gloo::events::EventListenerOptions::enable_prevent_default();
    keep(Box::new(EventListener::new_with_options(
        target,
        name,
        options,
        move |event| then(event.clone()),
    )));
}

/// Whether a media query holds.
pub(crate) fn media(query: &str) -> Signal<bool> {
    let holds = RwSignal::new(false);
    // Refused only for a query that is none.
    if let Ok(Some(list)) = window().match_media(query) {
        holds.set(list.matches());
        let target = list.clone();
        let changed = move |_: web_sys::Event| holds.set(list.matches());
        listen_to(&target, "change".to_owned(), Box::new(changed));
    }
    holds.into()
}

/// Width of the window, CSS px.
pub(crate) fn window_width() -> Option<f64> {
    window().inner_width().ok()?.as_f64()
}

/// Height of the window, CSS px.
pub(crate) fn window_height() -> Option<f64> {
    window().inner_height().ok()?.as_f64()
}

/// Device pixels per CSS pixel.
pub(crate) fn pixel_ratio() -> Signal<f64> {
    let ratio = RwSignal::new(window().device_pixel_ratio());
    follow_ratio(ratio);
    ratio.into()
}

/// A query holds for one ratio only, so each change asks for the next.
fn follow_ratio(ratio: RwSignal<f64>) {
    let now = window().device_pixel_ratio();
    if let Ok(Some(list)) = window().match_media(&format!("(resolution: {}dppx)", shortest(now))) {
        EventListener::once(&list, "change", move |_| {
            // Nobody asks any more once the chart is gone.
            if ratio.try_set(window().device_pixel_ratio()).is_none() {
                follow_ratio(ratio);
            }
        })
        .forget();
    }
}

/// An observer with the closure that it calls.
struct Observing<O: Observer> {
    observer: O,
    _then: Closure<dyn FnMut(Array)>,
}

trait Observer: 'static {
    fn disconnect(&self);
}

impl Observer for ResizeObserver {
    fn disconnect(&self) {
        self.disconnect();
    }
}

impl Observer for IntersectionObserver {
    fn disconnect(&self) {
        self.disconnect();
    }
}

impl<O: Observer> Drop for Observing<O> {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Runs with an element's width and height now and whenever they change, CSS px.
pub(crate) fn on_resize(element: &Element, mut then: impl FnMut(f64, f64) + 'static) {
    let then = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
        let entry = entries.get(0).unchecked_into::<ResizeObserverEntry>();
        let size = entry.content_rect();
        then(size.width(), size.height());
    });
    if let Ok(observer) = ResizeObserver::new(then.as_ref().unchecked_ref()) {
        observer.observe(element);
        keep(Box::new(Observing {
            observer,
            _then: then,
        }));
    }
}

/// Runs with whether an element is in view, now and whenever that changes; `margin` as in CSS.
pub(crate) fn on_view(element: &Element, margin: &str, mut then: impl FnMut(bool) + 'static) {
    let then = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
        let last = entries.get(entries.length().saturating_sub(1));
        then(
            last.unchecked_into::<IntersectionObserverEntry>()
                .is_intersecting(),
        );
    });
    let options = IntersectionObserverInit::new();
    options.set_root_margin(margin);
    let made = IntersectionObserver::new_with_options(then.as_ref().unchecked_ref(), &options);
    if let Ok(observer) = made {
        observer.observe(element);
        keep(Box::new(Observing {
            observer,
            _then: then,
        }));
    }
}
