//! Models, devices, links and formats, and the scenario rows built on them.

#![deny(missing_docs)]

mod model_json;

pub use model_json::{ModelError, model_from_json};
