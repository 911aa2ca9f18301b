//! Ranges by group: split-conformal, asymmetric.
//!
//! A new row is between two cases: its device was fitted on other rows, or nothing like it was
//! ever seen. The quantiles of both residuals are averaged.

use std::collections::BTreeMap;

use bpt_core::Scenario;
use bpt_core::decode::decode;

use crate::form::Metric;
use crate::rows::Observed;
use crate::statistics::quantile;

/// Share of measured speeds that a range should hold.
const COVERAGE: f64 = 0.8;
/// A group with fewer rows takes the range of the whole.
const LEAST_ROWS: usize = 20;
/// Ranges are never narrower than what two runs of one configuration differ by.
const LEAST: f64 = 0.03;
/// Added where reading the cache takes the whole step, in proportion to its share.
pub const KV: f64 = 0.25;
/// Added for each octave outside what was measured.
pub const OCTAVE: f64 = 0.1;
/// Share of a group's median error that is corrected: few rows correct less.
const SHRINK: f64 = 10.0;
/// The same by number of sources: what one source is off by says little of the next.
const SHRINK_SOURCES: f64 = 6.0;

/// One range.
#[derive(Clone, Debug)]
pub struct Range {
    /// Conditions, as fact and value.
    pub when: Vec<(&'static str, String)>,
    /// Multiple on all times: the group's median residual.
    pub correction: f64,
    /// How far below, as a logarithm.
    pub low: f64,
    /// How far above, as a logarithm.
    pub high: f64,
    /// Largest context measured.
    pub context: f64,
    /// Most users measured.
    pub users: f64,
    /// Longest prompt measured.
    pub prompt: f64,
    /// Rows.
    pub rows: usize,
}

impl Range {
    /// Gives a scenario this group's correction and range.
    pub fn apply(&self, metric: Metric, s: &mut Scenario) {
        match metric {
            Metric::Decode => {
                s.coefficients.decode_correction = self.correction;
                (s.spread.decode_low, s.spread.decode_high) = (self.low, self.high);
                (s.spread.kv, s.spread.octave) = (KV, OCTAVE);
                (s.spread.measured_context, s.spread.measured_users) = (self.context, self.users);
            }
            Metric::Prefill => {
                s.coefficients.prefill_correction = self.correction;
                (s.spread.prefill_low, s.spread.prefill_high) = (self.low, self.high);
                s.spread.measured_prompt = self.prompt;
            }
        }
    }
}

/// The range of the narrowest group that holds a row.
#[must_use]
pub fn group_range<'a>(ranges: &'a [Range], row: &Observed) -> Option<&'a Range> {
    ranges
        .iter()
        .filter(|range| range.when.iter().all(|(key, value)| row.is(key, value)))
        .max_by_key(|range| range.when.len())
}

/// Groups in which ranges are looked for, from the widest to the narrowest.
const GROUPS: [&[&str]; 4] = [
    &[],
    &["class"],
    &["class", "backend", "engine_family"],
    &["class", "backend", "engine_family", "moe"],
];

/// The ranges of one metric from residuals of quality A and B rows: fitted and held out.
#[must_use]
pub fn ranges(
    rows: &[Observed],
    metric: Metric,
    fitted: &[Option<f64>],
    held_out: &[Option<f64>],
) -> Vec<Range> {
    let mut found = Vec::new();
    for keys in GROUPS {
        let mut groups: BTreeMap<Vec<(&'static str, String)>, Vec<usize>> = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            if fitted[index].is_some() && row.quality != "C" {
                let key = keys.iter().map(|key| (*key, row.fact(key))).collect();
                groups.entry(key).or_default().push(index);
            }
        }
        for (when, members) in groups {
            if members.len() >= LEAST_ROWS || when.is_empty() {
                found.push(range(rows, metric, [fitted, held_out], when, &members));
            }
        }
    }
    found
}

fn range(
    rows: &[Observed],
    metric: Metric,
    residuals: [&[Option<f64>]; 2],
    when: Vec<(&'static str, String)>,
    members: &[usize],
) -> Range {
    let most = |of: fn(&Observed) -> f64| {
        members
            .iter()
            .map(|index| of(&rows[*index]))
            .fold(0.0, f64::max)
    };
    let count = members.len() as f64;
    let all: Vec<f64> = members
        .iter()
        .filter_map(|index| residuals[0][*index])
        .collect();
    let mut sources: Vec<&str> = members
        .iter()
        .map(|index| rows[*index].source_group.as_str())
        .collect();
    sources.sort_unstable();
    sources.dedup();
    let several = sources.len() as f64;
    let shift =
        quantile(&all, 0.5) * (count / (count + SHRINK)) * (several / (several + SHRINK_SOURCES));
    // What the widening by the cache's share already covers is taken off before the quantile.
    let scores = |residuals: &[Option<f64>], sign: f64| -> Vec<f64> {
        members
            .iter()
            .filter_map(|index| {
                let residual = residuals[*index]? - shift;
                Some(sign * residual - KV * cache_share(&rows[*index], metric))
            })
            .collect()
    };
    let tail = (1.0 - COVERAGE) / 2.0;
    let share = ((count + 1.0) * (1.0 - tail) / count).min(1.0);
    let bound = |sign: f64| {
        let of = |residuals| quantile(&scores(residuals, sign), share);
        (0.5 * (of(residuals[0]) + of(residuals[1]))).max(LEAST)
    };
    Range {
        when,
        correction: shift.exp(),
        low: bound(1.0),
        high: bound(-1.0),
        context: most(|row| row.scenario.context),
        users: most(|row| row.scenario.users),
        prompt: most(|row| row.scenario.prompt + row.scenario.prefill_depth),
        rows: members.len(),
    }
}

fn cache_share(row: &Observed, metric: Metric) -> f64 {
    match metric {
        Metric::Decode => bpt_core::decode::kv_share(&decode(&row.scenario).parts),
        Metric::Prefill => 0.0,
    }
}
