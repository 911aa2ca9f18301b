//! The commands.

pub(crate) mod calibrate;
pub(crate) mod docs;
pub(crate) mod estimate;
pub(crate) mod evaluate;
pub(crate) mod explain;
pub(crate) mod inspect;
pub(crate) mod list;
