//! Fixed texts of the figures in English.

use crate::figures::Fixed;

pub(super) const fn text(fixed: Fixed) -> &'static str {
    match fixed {
        Fixed::Attention => "attention",
        Fixed::FeedForward => "feed-forward",
        Fixed::Experts => "experts",
        Fixed::SharedExperts => "shared experts",
        Fixed::Router => "router",
        Fixed::Output => "output",
        Fixed::OtherWeights => "other weights",
        Fixed::Weights => "weights",
        Fixed::Kv => "conversation",
        Fixed::Arithmetic => "arithmetic",
        Fixed::FixedWork => "fixed work",
        Fixed::Link => "link",
        Fixed::Ram => "RAM",
        Fixed::DoesNotFit => "does not fit",
        Fixed::AxisMilliseconds => "milliseconds →",
        Fixed::Embedding => "embedding",
        Fixed::Norms => "norms",
        Fixed::ColumnModel => "Model",
        Fixed::ColumnNeeds => "needs, GiB",
        Fixed::ColumnSpeed => "tok/s for each user",
        Fixed::ColumnLow => "low",
        Fixed::ColumnHigh => "high",
        Fixed::ColumnPart => "Part",
        Fixed::ColumnSum => "all",
        Fixed::ColumnMilliseconds => "ms",
        Fixed::ColumnBytes => "GB read",
        // Between two labels.
        Fixed::Comma => ", ",
        Fixed::Colon => ": ",
        Fixed::Semicolon => "; ",
        // Between the members of a list.
        Fixed::Listed => ", ",
        Fixed::Stop => ".",
    }
}
