//! Attributes, properties, classes and styles, fixed or live.

use wasm_bindgen::{JsCast, JsValue};

use super::{Node, follow};
use crate::signals::{Memo, Signal};

/// A value, or what makes it again and again.
pub(crate) enum Made<T> {
    Once(T),
    Live(Box<dyn Fn() -> T>),
}

/// Something that a `T` is set to: a value, a closure or a signal.
pub(crate) trait Source<T> {
    fn made(self) -> Made<T>;
}

/// The text of an attribute; `None` takes the attribute away.
type Text = Option<String>;

/// Values that have such a text.
pub(crate) trait Value {
    fn text(self) -> Text;
}

macro_rules! values {
    ($($type:ty: $value:ident => $text:expr,)*) => {$(
        impl Value for $type {
            fn text(self) -> Text {
                let $value = self;
                $text
            }
        }

        impl Source<Text> for $type {
            fn made(self) -> Made<Text> {
                Made::Once(self.text())
            }
        }
    )*};
}

values! {
    &str: value => Some(value.to_owned()),
    String: value => Some(value),
    bool: value => value.then(String::new),
    usize: value => Some(value.to_string()),
    u32: value => Some(value.to_string()),
    i32: value => Some(value.to_string()),
    Option<&str>: value => value.map(str::to_owned),
    Option<String>: value => value,
}

impl<F: Fn() -> V + 'static, V: Value> Source<Text> for F {
    fn made(self) -> Made<Text> {
        Made::Live(Box::new(move || self().text()))
    }
}

impl<F: Fn() -> bool + 'static> Source<bool> for F {
    fn made(self) -> Made<bool> {
        Made::Live(Box::new(self))
    }
}

impl Source<Self> for bool {
    fn made(self) -> Made<Self> {
        Made::Once(self)
    }
}

impl<F: Fn() -> V + 'static, V: Into<JsValue>> Source<JsValue> for F {
    fn made(self) -> Made<JsValue> {
        Made::Live(Box::new(move || self().into()))
    }
}

macro_rules! properties {
    ($($type:ty,)*) => {$(
        impl Source<JsValue> for $type {
            fn made(self) -> Made<JsValue> {
                Made::Once(self.into())
            }
        }
    )*};
}

properties! { &str, String, bool, }

macro_rules! signals {
    ($($signal:ident)*) => {$(
        impl<V: Value + Clone + Send + Sync + 'static> Source<Text> for $signal<V> {
            fn made(self) -> Made<Text> {
                Made::Live(Box::new(move || self.get().text()))
            }
        }

        impl Source<bool> for $signal<bool> {
            fn made(self) -> Made<bool> {
                Made::Live(Box::new(move || self.get()))
            }
        }
    )*};
}

signals! { Signal Memo }

/// Sets an attribute.
pub(crate) fn attribute(node: &Node, name: &'static str, value: impl Source<Text>) {
    set_attribute(node, name, value.made());
}

#[inline(never)]
fn set_attribute(node: &Node, name: &'static str, value: Made<Text>) {
    fn write(element: &web_sys::Element, name: &str, value: Option<&str>) {
        // Fails only for names that are no names, which a view does not have.
        let _ = match value {
            Some(value) => element.set_attribute(name, value),
            None => element.remove_attribute(name),
        };
    }
    match value {
        Made::Once(value) => {
            if value.is_some() {
                write(node.element(), name, value.as_deref());
            }
        }
        Made::Live(make) => {
            let element = node.element().clone();
            let mut last = None;
            follow(Box::new(move || {
                let value = make();
                if value != last {
                    write(&element, name, value.as_deref());
                    last = value;
                }
            }));
        }
    }
}

/// Sets a property of the element's object.
pub(crate) fn property(node: &Node, name: &'static str, value: impl Source<JsValue>) {
    set_property(node, name, value.made());
}

#[inline(never)]
fn set_property(node: &Node, name: &'static str, value: Made<JsValue>) {
    fn write(element: &web_sys::Element, name: &str, value: &JsValue) {
        // Fails only where the object refuses properties.
        let _ = js_sys::Reflect::set(element, &name.into(), value);
    }
    match value {
        Made::Once(value) => write(node.element(), name, &value),
        Made::Live(make) => {
            let element = node.element().clone();
            follow(Box::new(move || write(&element, name, &make())));
        }
    }
}

/// Has a class or not.
pub(crate) fn class(node: &Node, name: &'static str, value: impl Source<bool>) {
    set_class(node, name, value.made());
}

#[inline(never)]
fn set_class(node: &Node, name: &'static str, value: Made<bool>) {
    let element = node.element().clone();
    let write = move |value: bool| {
        // Fails only for a name with a blank, which a view does not have.
        let _ = element.class_list().toggle_with_force(name, value);
    };
    match value {
        Made::Once(value) => write(value),
        Made::Live(make) => follow(Box::new(move || write(make()))),
    }
}

/// Sets a property of the element's style.
pub(crate) fn style(node: &Node, name: &'static str, value: impl Source<Text>) {
    set_style(node, name, value.made());
}

/// The same for a name that is not a Rust word: `style=("--at", value)`.
pub(crate) fn style_pair(node: &Node, (name, value): (&'static str, impl Source<Text>)) {
    set_style(node, name, value.made());
}

#[inline(never)]
fn set_style(node: &Node, name: &'static str, value: Made<Text>) {
    let style = node.0.unchecked_ref::<web_sys::HtmlElement>().style();
    let write = move |value: Text| {
        // Through the object, which a content policy allows; unknown names change nothing.
        let _ = match value {
            Some(value) => style.set_property(name, &value),
            None => style.remove_property(name).map(|_| ()),
        };
    };
    match value {
        Made::Once(value) => write(value),
        Made::Live(make) => follow(Box::new(move || write(make()))),
    }
}
