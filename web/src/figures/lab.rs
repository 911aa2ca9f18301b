//! The lab's figures, and what they name on their axes.

use bpt_charts::figures::{Beside, Entry, Figure, Inputs, LAB};
use bpt_words::{Language, Quantity};

/// Devices that are named on the axis of the bandwidth.
const NAMED: [&str; 6] = [
    "ddr5-6000-2ch",
    "strix-halo-395",
    "m4-max-40c",
    "rtx-3090",
    "rtx-5090",
    "h100-sxm",
];

/// The figure of a name.
pub(crate) fn named(name: &str) -> Option<Entry> {
    LAB.iter().copied().find(|kind| kind.name == name)
}

/// A figure, with what stands along its axis named.
pub(crate) fn made(kind: Entry, inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let (mut devices, mut formats) = (Vec::new(), Vec::new());
    match kind.over {
        Some(Quantity::Bandwidth) => devices = bpt_story::devices(NAMED),
        Some(Quantity::Bits) => formats = bpt_story::formats(&inputs.a.model),
        _ => {}
    }
    let beside = Beside {
        devices: &devices,
        formats: &formats,
        pools: &[],
    };
    (kind.make)(&Inputs { beside, ..*inputs }, words)
}
