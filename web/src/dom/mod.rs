//! What `view!` is written out to: elements, what is set on them, and what follows signals.
//!
//! Generic functions here only box what they are given; the work is done once, in functions that
//! are not generic. See `crates/view` for the reason.

mod attributes;
mod children;
mod focus;

use leptos::ev::EventDescriptor;
use leptos::html::ElementType;
use leptos::prelude::{NodeRef, document};
use leptos::reactive::effect::RenderEffect;
use leptos::tachys::html::node_ref::NodeRefContainer;
use wasm_bindgen::JsCast;

use crate::platform::watch;

pub(crate) use attributes::{attribute, class, property, style, style_pair};
pub(crate) use children::{CollectView, IntoAny, IntoView, show, text};

/// A piece of the page.
#[derive(Clone, Debug)]
pub(crate) struct Node(web_sys::Node);

/// A view of any kind: there is only one.
pub(crate) type AnyView = Node;

/// What stands between a component's tags.
pub(crate) type Children = Box<dyn FnOnce() -> Node + Send + Sync>;

impl Node {
    /// As an element; everything but texts and lists is one.
    fn element(&self) -> &web_sys::Element {
        self.0.unchecked_ref()
    }

    /// Changes what a text, or an element that holds nothing but a text, says.
    #[inline(never)]
    pub(crate) fn say(&self, text: &str) {
        let inner = self.0.first_child();
        inner.as_ref().unwrap_or(&self.0).set_node_value(Some(text));
    }

    /// Changes an attribute of an element.
    #[inline(never)]
    pub(crate) fn put(&self, name: &str, value: &str) {
        // Fails only for a name that is none.
        let _ = self.element().set_attribute(name, value);
    }

    /// Whether an element has an attribute.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.element().has_attribute(name)
    }
}

/// A text of its own.
pub(crate) fn text_node(text: &str) -> Node {
    Node(document().create_text_node(text).into())
}

/// Runs now, and again whenever a signal that it read has changed.
#[inline(never)]
pub(crate) fn follow(mut run: Box<dyn FnMut()>) {
    watch::keep(Box::new(RenderEffect::new(move |_| run())));
}

/// An element.
///
/// # Panics
///
/// Never: every tag is a valid name in a view.
#[inline(never)]
pub(crate) fn element(tag: &str) -> Node {
    Node(document().create_element(tag).expect("a valid tag").into())
}

/// An element of a picture.
#[inline(never)]
pub(crate) fn svg_element(tag: &str) -> Node {
    let space = Some("http://www.w3.org/2000/svg");
    Node(
        document()
            .create_element_ns(space, tag)
            .expect("a valid tag")
            .into(),
    )
}

/// Several nodes without a common element.
#[inline(never)]
pub(crate) fn fragment() -> Node {
    Node(document().create_document_fragment().into())
}

/// Puts one node at the end of another.
#[inline(never)]
pub(crate) fn append(into: &Node, node: &Node) {
    // Fails only where a node would hold itself.
    let _ = into.0.append_child(&node.0);
}

/// Puts a view at the end of the page, in the place of what stood there before the program came.
pub(crate) fn mount(node: &Node) {
    if let Some(baked) = document().get_element_by_id("baked") {
        baked.remove();
    }
    if let Some(body) = document().body() {
        let _ = body.append_child(&node.0);
    }
}

/// Listens to an event.
pub(crate) fn on<E: EventDescriptor>(
    node: &Node,
    event: E,
    then: impl FnMut(E::EventType) + 'static,
) where
    E::EventType: JsCast,
{
    watch::listen(&node.0, event, then);
}

/// Lets a reference point to an element.
pub(crate) fn refer<E>(node: &Node, reference: NodeRef<E>)
where
    E: ElementType,
    E::Output: JsCast + 'static,
{
    NodeRefContainer::<E>::load(reference, node.element());
}
