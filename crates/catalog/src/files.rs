//! The data files whole, with sources and measurements, for tools that show or check them.

/// `data/models.json`.
pub const MODELS: &str = include_str!("../data/models.json");
/// `data/devices.json`.
pub const DEVICES: &str = include_str!("../data/devices.json");
/// `data/links.json`.
pub const LINKS: &str = include_str!("../data/links.json");
/// `data/quants.json`.
pub const QUANTS: &str = include_str!("../data/quants.json");
/// `data/kv_types.json`.
pub const KV_TYPES: &str = include_str!("../data/kv_types.json");
/// `data/calibration.json`.
pub const CALIBRATION: &str = include_str!("../data/calibration.json");
