//! Keeps the focus where it was when a part of the page is made anew.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};

/// A place in a part of the page: the element's tag, and its position at each level, innermost
/// first.
pub(super) struct Place {
    tag: String,
    path: Vec<u32>,
}

fn siblings_since(node: &Node, start: Option<&Node>) -> u32 {
    let mut count = 0;
    let mut at = node.previous_sibling();
    while let Some(node) = at.filter(|node| Some(node) != start) {
        count += 1;
        at = node.previous_sibling();
    }
    count
}

/// Where the focus is, if it is between `start` and `end` in `parent`.
pub(super) fn place(parent: &Node, start: &Node, end: &Node) -> Option<Place> {
    let mut node: Node = document().active_element()?.into();
    // Most often nothing has the focus.
    if node.node_name() == "BODY" || !parent.contains(Some(&node)) {
        return None;
    }
    let tag = node.node_name();
    let mut path = Vec::new();
    loop {
        let above = node.parent_node()?;
        if above == *parent {
            break;
        }
        path.push(siblings_since(&node, None));
        node = above;
    }
    let between = start.compare_document_position(&node) & Node::DOCUMENT_POSITION_FOLLOWING != 0
        && node.compare_document_position(end) & Node::DOCUMENT_POSITION_FOLLOWING != 0;
    if !between {
        return None;
    }
    path.push(siblings_since(&node, Some(start)));
    Some(Place { tag, path })
}

/// Gives the focus to what is at that place now, if it is the same kind of element.
pub(super) fn restore(place: &Place, start: &Node) {
    let mut at = start.next_sibling();
    let mut levels = place.path.iter().rev().peekable();
    while let Some(steps) = levels.next() {
        for _ in 0..*steps {
            at = at.and_then(|node| node.next_sibling());
        }
        if levels.peek().is_some() {
            at = at.and_then(|node| node.first_child());
        }
    }
    let same = at.filter(|node| node.node_name() == place.tag);
    if let Some(element) = same.and_then(|node| node.dyn_into::<HtmlElement>().ok()) {
        // Refused only by elements that are not shown.
        let _ = element.focus();
    }
}
