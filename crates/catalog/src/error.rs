//! Errors of scenario rows and of data files.

use core::fmt;

use bpt_core::decimal::shortest;
use serde_json::Value;

/// Why a row is not a scenario, or JSON not a model: which field, what it held, what it may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError {
    /// Path of the field, as `placement.gpu_layers` or `attention.layers[0].num_heads`.
    pub field: String,
    /// What it held, shortened.
    pub value: String,
    /// What it may hold.
    pub allowed: String,
}

impl ScenarioError {
    /// An error in a field.
    #[must_use]
    pub fn new(field: impl Into<String>, value: impl Quoted, allowed: impl Into<String>) -> Self {
        let value: String = value.quoted().chars().take(120).collect();
        Self {
            field: field.into(),
            value,
            allowed: allowed.into(),
        }
    }

    /// The same error of a value that stands in a field of another one.
    #[must_use]
    pub(crate) fn inside(self, field: &str) -> Self {
        Self {
            field: format!("{field}.{}", self.field),
            ..self
        }
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} is not allowed; allowed: {}",
            self.field, self.value, self.allowed
        )
    }
}

impl std::error::Error for ScenarioError {}

/// Why catalog data cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError(pub(crate) String);

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DataError {}

/// A value as an error quotes it. Numbers are not formatted by the standard library, which would
/// bring its tables into every module of the page.
pub trait Quoted {
    /// Its text.
    fn quoted(self) -> String;
}

impl Quoted for f64 {
    fn quoted(self) -> String {
        shortest(self)
    }
}

impl Quoted for String {
    fn quoted(self) -> String {
        self
    }
}

macro_rules! quoted {
    ($($kind:ty)*) => {$(
        impl Quoted for $kind {
            fn quoted(self) -> String {
                self.to_string()
            }
        }
    )*};
}

quoted! { &str &String u32 u64 usize }

/// A JSON value as an error quotes it.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.as_f64().map_or_else(String::new, shortest),
        Value::String(text) => format!("\"{text}\"").chars().take(60).collect(),
    }
}
