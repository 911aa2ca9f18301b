//! Ways to make a model fit, each of them tried: a button never promises what does not hold.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::{Estimate, estimate, limits};
use bpt_words::facts::Fix;

use crate::names;

/// A way, with the row it leads to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Way {
    pub(crate) fix: Fix,
    pub(crate) row: ScenarioRow,
}

fn fits(row: &ScenarioRow) -> bool {
    Catalog::embedded()
        .resolve(row)
        .is_ok_and(|scenario| estimate(&scenario).memory.fits)
}

/// At most `most` ways for a row whose estimate does not fit, the mildest first.
pub(crate) fn ways(row: &ScenarioRow, now: &Estimate, most: usize) -> Vec<Way> {
    let change = |fix: Fix, change: &dyn Fn(&mut ScenarioRow)| {
        let mut row = row.clone();
        change(&mut row);
        Way { fix, row }
    };
    let mut ways = Vec::new();
    if let Some(tokens) = now.memory.max_context.map(|tokens| tokens.get())
        && tokens >= limits::CONTEXT.slider_min
    {
        ways.push(change(Fix::Context(tokens), &|row| {
            row.context_tokens = Some(tokens);
        }));
    }
    if matches!(names::kv(row).as_str(), "f16" | "bf16" | "f32") {
        ways.push(change(Fix::Kv("q8_0".to_owned()), &|row| {
            row.kv_type = Some("q8_0".to_owned());
        }));
    }
    if let Some(users) = now.memory.max_users.filter(|users| *users >= 1.0)
        && row.users.is_some_and(|now| now > users)
    {
        ways.push(change(Fix::Users(users), &|row| row.users = Some(users)));
    }
    ways.retain(|way| fits(&way.row));
    if ways.len() < most
        && let Some(way) = smaller_format(row)
    {
        ways.push(way);
    }
    ways.truncate(most);
    ways
}

/// The largest format below the present one that fits.
fn smaller_format(row: &ScenarioRow) -> Option<Way> {
    let now = row
        .bits_per_weight
        .or_else(|| names::quant(row).map(|entry| entry.bits))?;
    let group = names::quant(row).map(|entry| entry.group.as_str());
    let mut smaller: Vec<_> = Catalog::embedded()
        .quants()
        .iter()
        .filter(|entry| entry.picker && entry.bits < now)
        .filter(|entry| group.is_none_or(|group| entry.group == group))
        .collect();
    bpt_core::order::sort_by(&mut smaller, |a, b| b.bits < a.bits);
    smaller.into_iter().find_map(|entry| {
        let mut row = row.clone();
        row.quant = Some(entry.id.clone());
        row.bits_per_weight = None;
        row.bits_by_class.clear();
        row.file_bytes = None;
        fits(&row).then(|| Way {
            fix: Fix::Format(entry.label.clone()),
            row,
        })
    })
}
