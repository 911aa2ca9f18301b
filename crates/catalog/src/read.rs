//! Reading catalog JSON: every miss names the entry and the key.

use serde_json::Value;

use crate::error::DataError;

pub(crate) type Result<T> = core::result::Result<T, DataError>;

pub(crate) fn miss(entry: &Value, key: &str) -> DataError {
    let id = entry["id"].as_str().unwrap_or("an entry");
    DataError(format!("{id}: {key} is missing or wrong"))
}

pub(crate) fn text<'a>(entry: &'a Value, key: &str) -> Result<&'a str> {
    entry[key].as_str().ok_or_else(|| miss(entry, key))
}

pub(crate) fn string(entry: &Value, key: &str) -> Result<String> {
    text(entry, key).map(Into::into)
}

pub(crate) fn number(entry: &Value, key: &str) -> Result<f64> {
    entry[key].as_f64().ok_or_else(|| miss(entry, key))
}

/// The value of `[value, status]`, where it is there.
pub(crate) fn optional_datum(entry: &Value, key: &str) -> Option<f64> {
    entry[key][0].as_f64()
}

/// The value of `[value, status]`.
pub(crate) fn datum(entry: &Value, key: &str) -> Result<f64> {
    optional_datum(entry, key).ok_or_else(|| miss(entry, key))
}

pub(crate) fn list<'a>(entry: &'a Value, key: &str) -> Result<&'a Vec<Value>> {
    entry[key].as_array().ok_or_else(|| miss(entry, key))
}
