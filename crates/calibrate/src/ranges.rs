//! Ranges by group: split-conformal, asymmetric.
//!
//! The quantiles are those of rows that the fit did not see. Rows of one source on one device are
//! kin, so each of many counts for less, and a group of few such clusters takes most of its range
//! from the group around it.

use std::collections::BTreeMap;

use bpt_core::Scenario;

use crate::form::Metric;
use crate::rows::Observed;
use crate::statistics::weighted_quantile;

/// Share of measured speeds that a range should hold.
///
/// Sources differ more among themselves than the rows of one, so that the quantiles at 80 % hold a
/// little less of the next source's prefill: there they are taken further out.
const fn coverage(metric: Metric) -> f64 {
    match metric {
        Metric::Decode => 0.8,
        Metric::Prefill => 0.82,
    }
}
/// A group with fewer rows takes the range of the whole.
const LEAST_ROWS: usize = 20;
/// Ranges are never narrower than what two runs of one configuration differ by.
const LEAST: f64 = 0.03;
/// Added where reading the cache takes the whole step, in proportion to its share.
pub const KV: f64 = 0.25;
/// Added for each octave outside what was measured.
pub const OCTAVE: f64 = 0.1;
/// Clusters at which a group's own quantile counts as much as that of the group around it.
const FEW: f64 = 3.0;

/// One range.
#[derive(Clone, Debug)]
pub struct Range {
    /// Conditions, as fact and value.
    pub when: Vec<(&'static str, String)>,
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
    /// Gives a scenario this group's range.
    pub fn apply(&self, metric: Metric, s: &mut Scenario) {
        match metric {
            Metric::Decode => {
                (s.spread.decode_low, s.spread.decode_high) = (self.low, self.high);
                (s.spread.kv, s.spread.octave) = (KV, OCTAVE);
                (s.spread.measured_context, s.spread.measured_users) = (self.context, self.users);
            }
            Metric::Prefill => {
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

/// Groups in which ranges are looked for, each part of those before it.
const fn groups(metric: Metric) -> &'static [&'static [&'static str]] {
    match metric {
        Metric::Decode => &[
            &[],
            &["speculation"],
            &["speculation", "several"],
            &["speculation", "several", "class"],
            &[
                "speculation",
                "several",
                "class",
                "backend",
                "engine_family",
            ],
            &[
                "speculation",
                "several",
                "class",
                "backend",
                "engine_family",
                "moe",
            ],
        ],
        Metric::Prefill => &[
            &[],
            &["several"],
            &["several", "class"],
            &["several", "class", "backend", "engine_family"],
            &["several", "class", "backend", "engine_family", "moe"],
        ],
    }
}

/// The ranges of one metric from held-out residuals of quality A and B rows, and the share of each
/// row's time that reads the cache.
#[must_use]
pub fn ranges(
    rows: &[Observed],
    metric: Metric,
    held_out: &[Option<f64>],
    cache: &[f64],
) -> Vec<Range> {
    let mut found: Vec<Range> = Vec::new();
    for keys in groups(metric) {
        let mut groups: BTreeMap<Vec<(&'static str, String)>, Vec<usize>> = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            if held_out[index].is_some() && row.quality != "C" {
                let key = keys.iter().map(|key| (*key, row.fact(key))).collect();
                groups.entry(key).or_default().push(index);
            }
        }
        for (when, members) in groups {
            if members.len() >= LEAST_ROWS || when.is_empty() {
                let wider = found
                    .iter()
                    .filter(|wider| wider.when.iter().all(|one| when.contains(one)))
                    .max_by_key(|wider| wider.when.len())
                    .cloned();
                found.push(range(
                    rows,
                    metric,
                    (held_out, cache),
                    when,
                    &members,
                    wider,
                ));
            }
        }
    }
    found
}

/// Rows of a source on a device are kin: the weight of each of `n` is `1 / sqrt(n)`. Also how many
/// such clusters there are.
fn weights(rows: &[Observed], members: &[usize]) -> (BTreeMap<usize, f64>, f64) {
    let mut clusters: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for index in members {
        let row = &rows[*index];
        let key = (row.source_group.as_str(), row.device.as_str());
        clusters.entry(key).or_default().push(*index);
    }
    let count = clusters.len() as f64;
    let mut weights = BTreeMap::new();
    for cluster in clusters.values() {
        for index in cluster {
            weights.insert(*index, 1.0 / (cluster.len() as f64).sqrt());
        }
    }
    (weights, count)
}

fn range(
    rows: &[Observed],
    metric: Metric,
    (held_out, cache): (&[Option<f64>], &[f64]),
    when: Vec<(&'static str, String)>,
    members: &[usize],
    wider: Option<Range>,
) -> Range {
    let most = |of: fn(&Observed) -> f64| {
        members
            .iter()
            .map(|index| of(&rows[*index]))
            .fold(0.0, f64::max)
    };
    let (weights, clusters) = weights(rows, members);
    // What a group says by itself counts for as much as it has clusters.
    let own = |few: f64| {
        if wider.is_some() {
            clusters / (clusters + few)
        } else {
            1.0
        }
    };
    // What the widening by the cache's share already covers is taken off before the quantile.
    let scores = |sign: f64| -> Vec<(f64, f64)> {
        members
            .iter()
            .filter_map(|index| {
                let residual = held_out[*index]?;
                let score = sign * residual - KV * cache[*index];
                Some((score, weights[index]))
            })
            .collect()
    };
    let share = 1.0 - (1.0 - coverage(metric)) / 2.0;
    let bound = |sign: f64, wider: Option<f64>| {
        let found = weighted_quantile(&scores(sign), share).max(LEAST);
        let wider = wider.unwrap_or(found);
        wider + (found - wider) * own(FEW)
    };
    Range {
        low: bound(1.0, wider.as_ref().map(|wider| wider.low)),
        high: bound(-1.0, wider.as_ref().map(|wider| wider.high)),
        when,
        context: most(|row| row.scenario.context),
        users: most(|row| row.scenario.users),
        prompt: most(|row| row.scenario.prompt + row.scenario.prefill_depth),
        rows: members.len(),
    }
}
