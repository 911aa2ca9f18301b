//! Leptos' signals and components with this page's own views.

pub(crate) use bpt_view::view;
pub(crate) use leptos::prelude::*;

pub(crate) use crate::dom::{AnyView, Children, CollectView, IntoAny, IntoView};
