//! What stands in an element: texts, nodes, lists, and what follows signals.

use std::borrow::Cow;

use leptos::prelude::document;

use super::{Node, append, focus, follow, fragment};
use crate::signals::{Memo, Signal};

/// Anything that can stand in a view.
pub(crate) trait IntoView: Sized {
    /// Puts it at the end of a node.
    fn add(self, into: &Node);

    /// As one node.
    fn into_node(self) -> Node {
        let whole = fragment();
        self.add(&whole);
        whole
    }

    /// Its text, if it is nothing else: then what follows a signal changes one text node.
    fn plain(&self) -> Option<Cow<'_, str>> {
        None
    }
}

/// As a view of the one type there is.
pub(crate) trait IntoAny: IntoView {
    fn into_any(self) -> Node {
        self.into_node()
    }
}

impl<V: IntoView> IntoAny for V {}

/// A list of views from an iterator.
pub(crate) trait CollectView {
    fn collect_view(self) -> Vec<Node>;
}

impl<I: IntoIterator<Item = V>, V: IntoView> CollectView for I {
    fn collect_view(self) -> Vec<Node> {
        self.into_iter().map(IntoView::into_node).collect()
    }
}

/// Puts a text at the end of a node.
#[inline(never)]
pub(crate) fn text(into: &Node, text: &str) {
    append(into, &Node(document().create_text_node(text).into()));
}

impl IntoView for Node {
    fn add(self, into: &Node) {
        append(into, &self);
    }

    fn into_node(self) -> Node {
        self
    }
}

impl IntoView for () {
    fn add(self, _: &Node) {}
}

macro_rules! texts {
    ($($type:ty)*) => {$(
        impl IntoView for $type {
            fn add(self, into: &Node) {
                text(into, &self);
            }

            fn plain(&self) -> Option<Cow<'_, str>> {
                Some(Cow::Borrowed(self))
            }
        }
    )*};
}

texts! { &str String Cow<'_, str> }

impl<V: IntoView> IntoView for Option<V> {
    fn add(self, into: &Node) {
        if let Some(view) = self {
            view.add(into);
        }
    }

    fn plain(&self) -> Option<Cow<'_, str>> {
        self.as_ref().map_or(Some(Cow::Borrowed("")), V::plain)
    }
}

impl<V: IntoView> IntoView for Vec<V> {
    fn add(self, into: &Node) {
        for view in self {
            view.add(into);
        }
    }
}

impl<V: IntoView, const N: usize> IntoView for [V; N] {
    fn add(self, into: &Node) {
        for view in self {
            view.add(into);
        }
    }
}

/// What a closure made: a text or nodes.
enum Made {
    Text(String),
    Nodes(Node),
}

fn made(view: impl IntoView) -> Made {
    if let Some(text) = view.plain() {
        return Made::Text(text.into_owned());
    }
    Made::Nodes(view.into_node())
}

impl<F: Fn() -> V + 'static, V: IntoView> IntoView for F {
    fn add(self, into: &Node) {
        live(into, Box::new(move || made(self())));
    }
}

macro_rules! signals {
    ($($signal:ident)*) => {$(
        impl<V: IntoView + Clone + Send + Sync + 'static> IntoView for $signal<V> {
            fn add(self, into: &Node) {
                live(into, Box::new(move || made(self.get())));
            }
        }
    )*};
}

signals! { Signal Memo }

/// Puts what `make` makes at the end of a node, and puts it anew whenever it changes.
///
/// A text node marks the end of its place and carries the text, if that is all there is; another
/// one marks the start of what is more than a text.
#[inline(never)]
fn live(into: &Node, make: Box<dyn Fn() -> Made>) {
    let end: web_sys::Node = document().create_text_node("").into();
    let _ = into.0.append_child(&end);
    let mut start: Option<web_sys::Node> = None;
    let mut last = String::new();
    follow(Box::new(move || {
        let made = make();
        let Some(parent) = end.parent_node() else {
            return;
        };
        let focused = start
            .as_ref()
            .and_then(|start| focus::place(&parent, start, &end));
        if let Some(start) = &start {
            while let Some(next) = start.next_sibling().filter(|next| *next != end) {
                // It is there: its sibling says so.
                let _ = parent.remove_child(&next);
            }
        }
        let text = match made {
            Made::Text(text) => text,
            Made::Nodes(node) => {
                start.get_or_insert_with(|| {
                    let start = document().create_text_node("").into();
                    let _ = parent.insert_before(&start, Some(&end));
                    start
                });
                let _ = parent.insert_before(&node.0, Some(&end));
                String::new()
            }
        };
        if let (Some(place), Some(start)) = (focused, &start) {
            focus::restore(&place, start);
        }
        if text != last {
            end.set_node_value(Some(&text));
            last = text;
        }
    }));
}

/// Shows something while a condition holds.
pub(crate) fn show(
    when: impl Fn() -> bool + Send + Sync + 'static,
    children: impl Fn() -> Node + 'static,
) -> Node {
    let holds = Memo::new(move |_| when());
    (move || holds.get().then(&children)).into_node()
}
