//! Metadata values that a header keeps.

/// A metadata value, as far as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Whole number of any width.
    Int(i128),
    /// Floating-point number.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A short string.
    Text(String),
    /// A short array of numbers or truth values (true = 1).
    Numbers(Vec<f64>),
    /// A string or array that was stepped over: how many bytes or elements it has.
    Skipped(u64),
}

impl Value {
    /// A whole number that is not negative.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Int(value) => u64::try_from(*value).ok(),
            Self::Float(value) if value.fract() == 0.0 && (0.0..1e15).contains(value) => {
                // Whole and in range: exact.
                Some(*value as u64)
            }
            _ => None,
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Element of an array, or the scalar for every place.
    #[must_use]
    pub fn at(&self, place: usize) -> Option<u64> {
        match self {
            Self::Numbers(numbers) => numbers
                .get(place)
                .filter(|value| value.fract() == 0.0 && (0.0..1e15).contains(*value))
                .map(|value| *value as u64),
            other => other.as_u64(),
        }
    }

    /// How it is shown in a report.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Int(value) => value.to_string(),
            Self::Float(value) => value.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Text(text) => text.chars().take(60).collect(),
            Self::Numbers(numbers) => match numbers.first() {
                Some(first) if numbers.iter().all(|one| one == first) => {
                    format!("{} times {first}", numbers.len())
                }
                _ => format!("{} values", numbers.len()),
            },
            Self::Skipped(size) => format!("{size} elements or bytes, stepped over"),
        }
    }
}
