//! Models, devices, links and formats, and the scenario rows built on them.
//!
//! [`Catalog`] holds the entries, [`ScenarioRow`] is a scenario as a file or link writes it,
//! [`Catalog::resolve`] turns one into what `bpt-core` computes, and [`report`] writes the result.

#![deny(missing_docs)]

mod cache;
pub mod calibration;
mod catalog;
pub mod entries;
mod error;
#[cfg(feature = "files")]
pub mod files;
mod kv_types;
mod load;
pub mod measured;
mod model_json;
pub mod provenance;
mod quants;
mod read;
pub mod report;
mod resolve;
pub mod row;
pub mod story;

pub use catalog::{Catalog, default};
pub use entries::{
    DeviceEntry, DeviceKind, EngineEntry, KvEntry, LinkEntry, ModelEntry, QuantEntry, Status,
};
pub use error::{DataError, Quoted, ScenarioError};
pub use model_json::model_from_json;
pub use resolve::{Kind, Options};
pub use row::ScenarioRow;
