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
        Fixed::Buffers => "buffers",
        Fixed::System => "system",
        Fixed::DoesNotFit => "does not fit",
        Fixed::RamRow => "RAM beside it",
        Fixed::AxisMilliseconds => "milliseconds →",
        Fixed::AxisShare => "share of the step, % →",
        Fixed::AxisGib => "GiB",
        Fixed::ColumnPart => "Part",
        Fixed::ColumnSum => "all",
        Fixed::ColumnMilliseconds => "ms",
        Fixed::ColumnShare => "share, %",
        Fixed::ColumnBytes => "GB read",
        Fixed::ColumnDevice => "Device",
        Fixed::ColumnTotal => "total, GiB",
        Fixed::ColumnUsable => "usable, GiB",
        Fixed::ColumnFree => "free, GiB",
        Fixed::ColumnWeights => "weights, GiB",
        Fixed::ColumnKv => "KV, GiB",
        Fixed::ColumnBuffers => "buffers, GiB",
        Fixed::ColumnGib => "GiB",
    }
}
