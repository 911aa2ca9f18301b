//! `view!` in Leptos' syntax, for pages that have to be small.
//!
//! Leptos' own macro gives every element a type made of its attributes and children, and the
//! compiler writes building, rebuilding and removing out for each of them: about 4 kB of
//! WebAssembly for every `{move || ...}`, and 200 kB gzip of this page. Here a view is a series of
//! calls of ordinary functions (the page's `dom`), so that a closure costs what is written in it.
//! Signals, memos, effects, context, events and `#[component]` are Leptos' own.
//!
//! Understood: elements (SVG too), text, `{expression}`, `name=value`, `class:`, `style:`,
//! `prop:`, `on:`, `node_ref`, components with their properties and children, `<Show when=..>`.
//! Not: `<For>` (use `collect_view`), spread attributes, `attr:` on components.
//!
//! What differs in use: when something that a `{move || ...}` reads changes, the nodes it made are
//! replaced by new ones, where Leptos compares them. Texts and attributes change in place, and the
//! focus stays; an open `<details>` or a scroll position inside would not. So keep what reads
//! signals small, and put what has a state of its own outside of it.

#![deny(missing_docs)]

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use rstml::Infallible;
use rstml::node::{KeyedAttribute, Node, NodeAttribute, NodeBlock, NodeElement, NodeName};
use syn::spanned::Spanned;
use syn::{Expr, ExprPath, Stmt};

/// A view: one `Node` that holds what is written in it.
#[proc_macro]
pub fn view(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let nodes = match rstml::parse(tokens) {
        Ok(nodes) => nodes,
        Err(error) => return error.to_compile_error().into(),
    };
    whole(&nodes).into()
}

/// One expression for a list of nodes.
fn whole(nodes: &[Node]) -> TokenStream {
    match nodes {
        [Node::Element(one)] => element(one, false),
        _ => {
            let parts = nodes.iter().map(|node| child(node, false));
            quote! {{
                let __into = crate::dom::fragment();
                #(#parts)*
                __into
            }}
        }
    }
}

/// A statement that appends a node to `__into`.
fn child(node: &Node, in_svg: bool) -> TokenStream {
    match node {
        Node::Comment(_) | Node::Doctype(_) => TokenStream::new(),
        Node::Fragment(fragment) => {
            let parts = fragment.children.iter().map(|node| child(node, in_svg));
            quote! { #(#parts)* }
        }
        Node::Text(text) => {
            let text = text.value_string();
            quote! { crate::dom::text(&__into, #text); }
        }
        Node::RawText(text) => {
            let text = text.to_string_best();
            quote! { crate::dom::text(&__into, #text); }
        }
        Node::Block(NodeBlock::ValidBlock(block)) => {
            // Braces around a lone expression would be warned of.
            let value = match &block.stmts[..] {
                [Stmt::Expr(value, None)] => quote! { #value },
                _ => quote! { #block },
            };
            quote! { crate::dom::IntoView::add(#value, &__into); }
        }
        Node::Block(NodeBlock::Invalid(block)) => {
            let span = block.span();
            quote_spanned! { span => compile_error!("not an expression"); }
        }
        Node::Element(one) => {
            let one = element(one, in_svg);
            quote! { crate::dom::append(&__into, &#one); }
        }
        Node::Custom(_) => TokenStream::new(),
    }
}

fn is_component(name: &NodeName) -> bool {
    let NodeName::Path(ExprPath { path, .. }) = name else {
        return false;
    };
    path.segments
        .last()
        .is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}

/// An expression for an element or component.
fn element(one: &NodeElement<Infallible>, in_svg: bool) -> TokenStream {
    let name = one.name();
    if is_component(name) {
        return component(one);
    }
    let tag = name.to_string();
    let svg = in_svg || tag == "svg";
    let make = if svg {
        quote! { crate::dom::svg_element(#tag) }
    } else {
        quote! { crate::dom::element(#tag) }
    };
    let attributes = one.attributes().iter().map(|attribute| match attribute {
        NodeAttribute::Attribute(attribute) => set(attribute),
        NodeAttribute::Block(block) => {
            quote_spanned! { block.span() => compile_error!("spread attributes are not supported"); }
        }
    });
    let children = one.children.iter().map(|node| child(node, svg));
    let (attributes, children) = (quote! { #(#attributes)* }, quote! { #(#children)* });
    // A list can only be set to an option that it has.
    let (first, second) = if tag == "select" {
        (children, attributes)
    } else {
        (attributes, children)
    };
    quote! {{
        let __into = #make;
        #first
        #second
        __into
    }}
}

/// A statement that sets an attribute, property, class, style or listener of `__into`.
fn set(attribute: &KeyedAttribute) -> TokenStream {
    let key = attribute.key.to_string();
    let span = attribute.key.span();
    let value = attribute
        .value()
        .map_or_else(|| quote! { true }, |value: &Expr| quote! { #value });
    let (kind, name) = key.split_once(':').unwrap_or(("", &key));
    match kind {
        "on" => {
            let event = syn::Ident::new(name, span);
            quote! { crate::dom::on(&__into, ::leptos::ev::#event, #value); }
        }
        "class" => quote! { crate::dom::class(&__into, #name, #value); },
        "style" => quote! { crate::dom::style(&__into, #name, #value); },
        "prop" => quote! { crate::dom::property(&__into, #name, #value); },
        "" if name == "node_ref" => {
            quote! { crate::dom::refer(&__into, #value); }
        }
        "" if name == "style" => {
            quote! { crate::dom::style_pair(&__into, #value); }
        }
        _ => quote! { crate::dom::attribute(&__into, #key, #value); },
    }
}

/// A component: its properties by name, `children` from what stands between its tags.
fn component(one: &NodeElement<Infallible>) -> TokenStream {
    let name = one.name();
    let keyed = one
        .attributes()
        .iter()
        .filter_map(|attribute| match attribute {
            NodeAttribute::Attribute(attribute) => Some(attribute),
            NodeAttribute::Block(_) => None,
        });
    let inner = whole(&one.children);
    if name.to_string() == "Show" {
        let when = keyed
            .filter(|attribute| attribute.key.to_string() == "when")
            .find_map(KeyedAttribute::value);
        return quote! { crate::dom::show(#when, move || #inner) };
    }
    let properties = keyed.map(|attribute| {
        let key = &attribute.key;
        let value = attribute
            .value()
            .map_or_else(|| quote! { #key }, |value| quote! { #value });
        quote! { .#key(#value) }
    });
    let children = (!one.children.is_empty()).then(|| {
        quote! { .children(::std::boxed::Box::new(move || #inner)) }
    });
    quote! { crate::dom::IntoView::into_node(::leptos::component::component_view(
            #name,
            ::leptos::component::component_props_builder(&#name)
                #(#properties)*
                #children
                .build(),
        ))
    }
}
