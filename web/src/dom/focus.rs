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
    // Most often nothing has the focus: then it is the body, which no part of the page contains.
    if !parent.contains(Some(&node)) {
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

/// What has the focus, by what another page that says the same has: its id, or its tag and text.
pub(super) struct Focused {
    id: String,
    tag: String,
    text: Option<String>,
}

/// What has the focus in the document, if anything has.
pub(super) fn of_document() -> Option<Focused> {
    let element = document().active_element()?;
    let tag = element.node_name();
    (tag != "BODY").then(|| Focused {
        id: element.id(),
        text: element.text_content(),
        tag,
    })
}

impl Focused {
    /// Gives the focus to the same element of the page that is there now.
    pub(super) fn restore(&self) {
        let by_id = (!self.id.is_empty())
            .then(|| document().get_element_by_id(&self.id))
            .flatten();
        let Some(element) = by_id.or_else(|| self.by_text()) else {
            return;
        };
        let options = web_sys::FocusOptions::new();
        options.set_prevent_scroll(true);
        // Refused only by elements that are not shown.
        let _ = element
            .unchecked_into::<HtmlElement>()
            .focus_with_options(&options);
    }

    fn by_text(&self) -> Option<web_sys::Element> {
        let all = document().get_elements_by_tag_name(&self.tag);
        (0..all.length())
            .filter_map(|at| all.item(at))
            .find(|element| {
                let shown = element.unchecked_ref::<HtmlElement>().offset_width() > 0;
                shown && element.text_content() == self.text
            })
    }
}
