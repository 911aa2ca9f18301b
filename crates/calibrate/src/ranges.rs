//! Ranges by group: split-conformal, asymmetric.
//!
//! The quantiles are those of rows that the fit did not see. Rows of one source on one device are
//! kin, a cluster: each of many counts for less. What nobody but one cluster measured (a program
//! or driver on a class of hardware) is off by more than what several did, so there are two kinds
//! of residuals. A row whose group no other cluster holds was predicted from the numbers of other
//! groups: such rows make the range of groups that nobody measured. All other rows make the
//! ranges of groups that were, and the fewer clusters measured a group, the closer its range is
//! to the first kind.

use std::collections::{BTreeMap, BTreeSet};

use bpt_core::Scenario;

use crate::form::Metric;
use crate::rows::Observed;
use crate::statistics::weighted_quantile;

/// Share of measured speeds that a range should hold.
const COVERAGE: f64 = 0.8;
/// A group with fewer rows takes the range of the group around it.
const LEAST_ROWS: usize = 20;
/// Ranges are never narrower than what two runs of one configuration differ by.
const LEAST: f64 = 0.03;
/// Added where reading the cache takes the whole step, in proportion to its share: attention
/// kernels of one machine differ by more than this between engines and builds.
pub const KV: f64 = 0.4;
/// Added for each octave outside what was measured.
pub const OCTAVE: f64 = 0.1;
/// Clusters at which a group's own quantile counts as much as that of the group around it.
const FEW: f64 = 3.0;
/// Clusters at which the two ends of a range are told apart by as much as their own quantiles say:
/// an end takes one tail, so that a few rows would make it.
const LOPSIDED: f64 = 5.0;
/// Clusters at which a group counts as known and unknown alike.
const KNOWN: f64 = 0.5;
/// A row of a cluster of `n` weighs `n` to this power: at 0 rows would count, at -1 clusters.
const KIN: f64 = -0.5;

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
        .filter(|range| {
            range
                .when
                .iter()
                .all(|(key, value)| row.fact(key) == *value)
        })
        .max_by_key(|range| range.when.len())
}

/// What a range is told apart by: rows that share it know of each other.
const fn own(metric: Metric) -> &'static [&'static str] {
    match metric {
        Metric::Decode => &[
            "class",
            "backend",
            "engine_family",
            "variant",
            "several",
            "speculation",
        ],
        Metric::Prefill => &["class", "backend", "engine_family", "variant", "several"],
    }
}

/// Groups that known rows are pooled in, each part of those before it.
const fn pools(metric: Metric) -> &'static [&'static [&'static str]] {
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
        ],
        Metric::Prefill => &[
            &[],
            &["several"],
            &["several", "class"],
            &["several", "class", "backend", "engine_family"],
        ],
    }
}

/// Facts and their values.
type When = Vec<(&'static str, String)>;
/// The two ends of a range, as logarithms: below and above.
type Ends = [f64; 2];

fn when(row: &Observed, keys: &[&'static str]) -> When {
    keys.iter().map(|key| (*key, row.fact(key))).collect()
}

fn cluster(row: &Observed) -> (&str, &str) {
    (&row.source_group, &row.device)
}

/// `own` by as much as `clusters` tell, the rest of it `around`.
fn pooled(own: Ends, around: Ends, clusters: f64, few: f64) -> Ends {
    let share = clusters / (clusters + few);
    [0, 1].map(|end| around[end] + (own[end] - around[end]) * share)
}

/// Residuals that fits did not see, with the share of each row's time that reads the cache.
struct Residuals<'a> {
    rows: &'a [Observed],
    unseen: &'a [Option<f64>],
    cache: &'a [f64],
}

impl Residuals<'_> {
    fn clusters(&self, members: &[usize]) -> f64 {
        let all: BTreeSet<_> = members
            .iter()
            .map(|one| cluster(&self.rows[*one]))
            .collect();
        all.len() as f64
    }

    /// The ends that hold the wanted share of members, and how many clusters they are.
    fn ends(&self, members: &[usize]) -> (Ends, f64) {
        let mut sizes: BTreeMap<_, f64> = BTreeMap::new();
        for index in members {
            *sizes.entry(cluster(&self.rows[*index])).or_default() += 1.0;
        }
        // What the widening by the cache's share already covers is taken off first.
        let quantile = |score: fn(f64) -> f64, share: f64| {
            let scores: Vec<(f64, f64)> = members
                .iter()
                .filter_map(|index| {
                    let weight = sizes[&cluster(&self.rows[*index])].powf(KIN);
                    let score = score(self.unseen[*index]?) - KV * self.cache[*index];
                    Some((score, weight))
                })
                .collect();
            weighted_quantile(&scores, share)
        };
        let tail = 1.0 - (1.0 - COVERAGE) / 2.0;
        let both = quantile(f64::abs, COVERAGE);
        let clusters = sizes.len() as f64;
        let ends = [quantile(|r| r, tail), quantile(|r| -r, tail)];
        let ends = pooled(ends, [both; 2], clusters, LOPSIDED);
        (ends.map(|end| end.max(LEAST)), clusters)
    }

    fn range(&self, when: When, ends: Ends, members: &[usize]) -> Range {
        let most = |of: fn(&Observed) -> f64| {
            let values = members.iter().map(|index| of(&self.rows[*index]));
            values.fold(0.0, f64::max)
        };
        Range {
            when,
            low: ends[0],
            high: ends[1],
            context: most(|row| row.scenario.context),
            users: most(|row| row.scenario.users),
            prompt: most(|row| row.scenario.prompt + row.scenario.prefill_depth),
            rows: members.len(),
        }
    }
}

/// Members by the values of some facts.
fn grouped(
    rows: &[Observed],
    members: &[usize],
    keys: &[&'static str],
) -> BTreeMap<When, Vec<usize>> {
    let mut groups: BTreeMap<When, Vec<usize>> = BTreeMap::new();
    for index in members {
        groups
            .entry(when(&rows[*index], keys))
            .or_default()
            .push(*index);
    }
    groups
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
    let all: Vec<usize> = (0..rows.len())
        .filter(|index| held_out[*index].is_some() && rows[*index].quality != "C")
        .collect();
    let residuals = Residuals {
        rows,
        unseen: held_out,
        cache,
    };
    let groups = grouped(rows, &all, own(metric));
    let (mut alone, mut known) = (Vec::new(), Vec::new());
    for members in groups.values() {
        if residuals.clusters(members) > 1.0 {
            known.extend(members);
        } else {
            alone.extend(members);
        }
    }
    // What nobody measured.
    let unknown = residuals
        .ends(if alone.is_empty() { &all } else { &alone })
        .0;
    let mut found = vec![residuals.range(Vec::new(), unknown, &all)];
    if metric == Metric::Decode {
        for (when, members) in grouped(rows, &alone, &["speculation"]) {
            let (ends, clusters) = residuals.ends(&members);
            let ends = pooled(ends, unknown, clusters, FEW);
            found.push(residuals.range(when, ends, &all));
        }
    }
    // What was measured, pooled with what is around it.
    let mut pool: Vec<(When, Ends)> = Vec::new();
    for keys in pools(metric) {
        for (when, members) in grouped(rows, &known, keys) {
            if members.len() < LEAST_ROWS && !when.is_empty() {
                continue;
            }
            let (mut ends, clusters) = residuals.ends(&members);
            if let Some(around) = narrowest(&pool, &when) {
                ends = pooled(ends, around, clusters, FEW);
            }
            pool.push((when, ends));
        }
    }
    let unknown = found.clone();
    for (when, members) in groups {
        let outside = unknown
            .iter()
            .rev()
            .find(|one| one.when.iter().all(|fact| when.contains(fact)))
            .map_or([LEAST; 2], |one| [one.low, one.high]);
        let inside = narrowest(&pool, &when).unwrap_or(outside);
        let ends = pooled(inside, outside, residuals.clusters(&members), KNOWN);
        found.push(residuals.range(when, ends, &members));
    }
    found
}

/// The ends of the narrowest group around one.
fn narrowest(pool: &[(When, Ends)], when: &When) -> Option<Ends> {
    pool.iter()
        .filter(|(wider, _)| wider.iter().all(|fact| when.contains(fact)))
        .max_by_key(|(wider, _)| wider.len())
        .map(|(_, ends)| *ends)
}
