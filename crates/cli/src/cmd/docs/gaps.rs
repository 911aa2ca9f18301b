//! Rows that a fit which saw them describes far better than one that did not, each with what
//! moved.

use core::fmt::Write;
use std::collections::BTreeMap;

use bpt_calibrate::rows::Observed;
use serde_json::Value;

use super::accuracy::{held, machine};

/// Every such row, folded by metric and by what was held out.
pub(super) fn gap_tables(kept: &Value, rows: &[Observed], text: &mut String) {
    text.push_str(HEAD);
    for by in ["source-and-device", "source", "device", "model"] {
        for metric in ["decode", "prefill"] {
            let gaps = held(kept, by, metric)["gaps"].as_array();
            let gaps: Vec<&Value> = gaps.into_iter().flatten().collect();
            if gaps.is_empty() {
                continue;
            }
            let _ = writeln!(
                text,
                "\n<details>\n<summary>{metric}, held out by {by}: {}</summary>\n",
                counted(&gaps)
            );
            table(&gaps, rows, text);
            text.push_str("\n</details>\n");
        }
    }
}

/// How many rows of which groups, most first.
fn counted(gaps: &[&Value]) -> String {
    let mut groups: BTreeMap<&str, usize> = BTreeMap::new();
    for gap in gaps {
        *groups
            .entry(gap["group"].as_str().unwrap_or_default())
            .or_default() += 1;
    }
    let mut order: Vec<(&str, usize)> = groups.into_iter().collect();
    order.sort_by_key(|(_, rows)| std::cmp::Reverse(*rows));
    let names: Vec<String> = order
        .into_iter()
        .map(|(name, rows)| format!("{name} {rows}"))
        .collect();
    format!("{} rows ({})", gaps.len(), names.join(", "))
}

fn table(gaps: &[&Value], rows: &[Observed], text: &mut String) {
    let _ = writeln!(
        text,
        "| row | machine | model | held out | fitted | held out | what moved |\n\
         |---|---|---|---|---:|---:|---|"
    );
    for gap in gaps {
        let word = |key: &str| gap[key].as_str().unwrap_or_default();
        let off = |key: &str| {
            let ln = gap[key].as_f64().unwrap_or(f64::NAN);
            format!("{:+.0} %", ln.exp_m1() * 100.0)
        };
        let Some(row) = rows.iter().find(|row| row.id == word("id")) else {
            continue;
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} |",
            row.id,
            machine(row),
            row.model,
            word("group"),
            off("fitted_ln"),
            off("held_out_ln"),
            word("why"),
        );
    }
}

const HEAD: &str = "
## Where a fit that saw the rows is over a third better

Every row whose held-out error is wider than its fitted one by over a third, one by one. What moved:
the coefficient of the row's machine and engine that explains most of it (each is put back alone to
see), its value with the row's group and without, and which other rows tell of it.
";
