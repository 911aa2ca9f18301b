//! The page's state as a query string and back.
//!
//! A link holds `v=1` and what differs from the default scenario, in the order of one table
//! ([`keys`]). Reading never fails: a bad value becomes its default and is reported, an unknown
//! key is kept. A canonical link read and written again is unchanged; equal states give equal
//! links.
//!
//! ```
//! use bpt_catalog::Catalog;
//! use bpt_permalink::PageState;
//! let catalog = Catalog::embedded();
//! let (state, replaced) = PageState::read("v=1&a=qwen3-8b&ctx=32768&b.q=q8_0", catalog);
//! assert!(replaced.is_empty());
//! assert_eq!(state.row_a().context_tokens, Some(32768.0));
//! assert_eq!(state.write(catalog), "v=1&a=qwen3-8b&b.q=q8_0&ctx=32768");
//! ```

#![deny(missing_docs)]

mod base64;
mod canonical;
mod compact;
mod forms;
mod freeze;
pub mod keys;
mod presets;
mod query;
mod reader;
mod right;
mod state;

pub use compact::{decode_model, encode_model};
pub use presets::{PRESETS, Preset};
pub use right::{Accepted, Machines, RightSize};
pub use state::{FIGURES, PageState, Replaced, View};
