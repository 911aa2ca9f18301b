//! The lab's figures, in their order.

use bpt_catalog::Catalog;
use bpt_charts::axis::Tick;
use bpt_charts::figures::{Figure, Inputs, bandwidth, breakdown, context, memory, prefill, users};
use bpt_words::{Language, Quantity};

use crate::figures::drawn::Kind;

/// Where one token's milliseconds go, and what has to fit.
pub(crate) const FIRST: [Kind; 2] = [
    Kind {
        name: "breakdown",
        over: None,
        make: breakdown::figure,
        shares: true,
    },
    Kind {
        name: "memory",
        over: None,
        make: memory::figure,
        shares: false,
    },
];

/// The four charts.
pub(crate) const CHARTS: [Kind; 4] = [
    Kind {
        name: "context",
        over: Some(Quantity::Context),
        make: over_context,
        shares: false,
    },
    Kind {
        name: "bandwidth",
        over: Some(Quantity::Bandwidth),
        make: over_bandwidth,
        shares: false,
    },
    Kind {
        name: "users",
        over: Some(Quantity::Users),
        make: users::figure,
        shares: false,
    },
    Kind {
        name: "prefill",
        over: Some(Quantity::Prompt),
        make: prefill::figure,
        shares: false,
    },
];

/// Devices that are named on the axis of the bandwidth (page.md section 4).
const NAMED: [&str; 6] = [
    "ddr5-6000-2ch",
    "strix-halo-395",
    "m4-max-40c",
    "rtx-3090",
    "rtx-5090",
    "h100-sxm",
];

fn over_context(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    context::figure(inputs, &[], words)
}

fn over_bandwidth(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let ticks: Vec<Tick> = NAMED
        .iter()
        .filter_map(|id| Catalog::embedded().device(id))
        .map(|entry| Tick {
            value: entry.device.bandwidth.gb(),
            label: entry.short.clone(),
        })
        .collect();
    bandwidth::figure(inputs, &ticks, words)
}
