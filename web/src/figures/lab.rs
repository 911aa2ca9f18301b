//! The lab's figures, in their order.

use std::cell::RefCell;
use std::rc::Rc;

use bpt_catalog::Catalog;
use bpt_charts::axis::Tick;
use bpt_charts::figures::bits::{AtBits, NamedFormat, bits_of};
use bpt_charts::figures::{
    Figure, Inputs, bandwidth, bits, breakdown, context, memory, prefill, speculation, spill, two,
    users,
};
use bpt_core::model::Model;
use bpt_core::weights::Prepared;
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

/// All figures of the lab.
pub(crate) fn all() -> impl Iterator<Item = Kind> {
    FIRST.into_iter().chain(CHARTS).chain(MORE)
}

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

/// Those behind "More charts".
pub(crate) const MORE: [Kind; 4] = [
    Kind {
        name: "bits",
        over: Some(Quantity::Bits),
        make: over_bits,
        shares: false,
    },
    Kind {
        name: "speculation",
        over: Some(Quantity::Acceptance),
        make: speculation::figure,
        shares: false,
    },
    Kind {
        name: "two",
        over: None,
        make: two::figure,
        shares: false,
    },
    Kind {
        name: "spill",
        over: None,
        make: over_share,
        shares: false,
    },
];

/// Formats that are marked on the axis of the bits.
const FORMATS: [&str; 7] = ["q2_k", "q3_k_m", "q4_k_m", "q5_k_m", "q6_k", "q8_0", "f16"];
/// Models whose tables are kept: both, and those before the last change.
const KEPT: usize = 4;

thread_local! {
    static TABLES: RefCell<Vec<(Model, Rc<AtBits>)>> = const { RefCell::new(Vec::new()) };
}

/// A model's weights at all bits: built when it is first drawn.
fn tables(of: &Prepared) -> Rc<AtBits> {
    TABLES.with(|tables| {
        let mut tables = tables.borrow_mut();
        if let Some((_, found)) = tables.iter().find(|(model, _)| *model == of.model) {
            return Rc::clone(found);
        }
        let built = Rc::new(AtBits::new(of));
        if tables.len() == KEPT {
            tables.remove(0);
        }
        tables.push((of.model.clone(), Rc::clone(&built)));
        built
    })
}

fn over_bits(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    let now = bits_of(&inputs.a.model);
    let formats: Vec<NamedFormat> = FORMATS
        .iter()
        .filter_map(|id| Catalog::embedded().quant(id))
        .map(|entry| NamedFormat {
            name: entry.label.clone(),
            bits: entry.bits,
            loss: entry.loss,
            now: (entry.bits / now).ln().abs() < 0.03,
        })
        .collect();
    let built: Vec<Rc<AtBits>> = inputs
        .scenarios()
        .map(|(_, scenario)| tables(&scenario.model))
        .collect();
    let built: Vec<&AtBits> = built.iter().map(Rc::as_ref).collect();
    bits::figure(inputs, &built, &formats, words)
}

fn over_share(inputs: &Inputs<'_>, words: &dyn Language) -> Figure {
    spill::figure(inputs, &[], words)
}
