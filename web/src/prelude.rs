//! Leptos' components and owners, its signals without their types, and this page's own views.

pub(crate) use bpt_view::view;
pub(crate) use leptos::prelude::*;

pub(crate) use crate::dom::{AnyView, Children, CollectView, IntoAny, IntoView};
pub(crate) use crate::signals::{Callback, Effect, Memo, NodeRef, RwSignal, Signal, StoredValue};
