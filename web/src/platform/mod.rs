//! Every call to the browser that Leptos does not make itself.

pub(crate) mod canvas;
pub(crate) mod catalog;
pub(crate) mod embed;
pub(crate) mod export;
pub(crate) mod fetch;
pub(crate) mod files;
pub(crate) mod frame;
pub(crate) mod hatching;
pub(crate) mod marks;
pub(crate) mod menus;
pub(crate) mod raster;
pub(crate) mod storage;
pub(crate) mod theme;
pub(crate) mod trouble;
pub(crate) mod url;
pub(crate) mod watch;
