//! What `view!` is written out to: elements, what is set on them, and what follows signals.
//!
//! Generic functions here only box what they are given; the work is done once, in functions that
//! are not generic. See `crates/view` for the reason.

mod attributes;
mod children;
mod focus;

use leptos::ev::EventDescriptor;
use leptos::html::ElementType;
use leptos::prelude::document;
use leptos::reactive::effect::RenderEffect;
use wasm_bindgen::JsCast;

use crate::platform::watch;
use crate::signals::NodeRef;

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

/// What was built into the page: its text stands there until the program says the same.
const BUILT: &str = "baked";

fn built() -> Option<web_sys::Element> {
    document().get_element_by_id(BUILT)
}

/// Puts a view at the end of the page, in the place of what stood there before the program came.
/// What has the focus keeps it.
pub(crate) fn mount(node: &Node) {
    let focused = focus::of_document();
    if let Some(built) = built() {
        built.remove();
    }
    mount_beside(node);
    if let Some(focused) = focused {
        focused.restore();
    }
}

/// Puts a view at the end of a page that another module has made.
pub(crate) fn mount_beside(node: &Node) {
    if let Some(body) = document().body() {
        let _ = body.append_child(&node.0);
    }
}

/// Puts a view in the place of an element of the page as it was built.
pub(crate) fn replace(id: &str, node: &Node) {
    if let Some(old) = document().get_element_by_id(id) {
        // Fails only where it stands nowhere.
        let _ = old.replace_with_with_node_1(&node.0);
    }
}

/// An attribute of an element of the page as it was built.
pub(crate) fn built_attribute(id: &str, name: &str) -> Option<String> {
    built()?
        .query_selector(&format!("#{id}"))
        .ok()??
        .get_attribute(name)
}

/// Whether what was built is the page that was asked for (web/first.js).
pub(crate) fn is_shown() -> bool {
    let root = document().document_element();
    let baked = root.and_then(|root| root.get_attribute("data-baked"));
    baked.as_deref() == Some("shown")
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
    E::Output: JsCast,
{
    reference.load(node.element());
}
