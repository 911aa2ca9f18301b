//! Every call to the browser that Leptos does not make itself.

pub mod canvas;
pub mod embed;
pub mod export;
pub mod frame;
pub mod storage;
pub mod theme;
pub mod url;
