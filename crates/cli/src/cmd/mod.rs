//! The commands.

pub(crate) mod estimate;
pub(crate) mod list;
