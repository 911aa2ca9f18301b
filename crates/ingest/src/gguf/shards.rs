//! Models in several GGUF files: each shard has a header of its own, the first the full metadata.

use std::collections::BTreeSet;

use super::{Header, Value};
use crate::error::{Error, Result};

/// Joins the headers of all shards of one model, in any order. A single header passes through.
/// Returns the header and what to tell the reader about missing shards.
///
/// # Errors
///
/// The headers do not belong together.
pub fn merge(mut headers: Vec<Header>) -> Result<(Header, Option<String>)> {
    let number = |header: &Header, key: &str| header.metadata.get(key).and_then(Value::as_u64);
    headers.sort_by_key(|header| number(header, "split.no").unwrap_or(0));
    let mut all = headers.into_iter();
    let Some(mut first) = all.next() else {
        return Err(Error::new("No GGUF header was given."));
    };
    let count = number(&first, "split.count").unwrap_or(1);
    let mut seen = BTreeSet::from([number(&first, "split.no").unwrap_or(0)]);
    for shard in all {
        let no = number(&shard, "split.no");
        if number(&shard, "split.count") != Some(count) || count < 2 {
            return Err(Error::new(
                "These GGUF files are not shards of one model: their split.count differs.",
            ));
        }
        if !seen.insert(no.unwrap_or(0)) {
            return Err(Error::new(format!(
                "Shard number {} was given twice.",
                no.unwrap_or(0) + 1
            )));
        }
        first.tensors.extend(shard.tensors);
        first.unknown_types.extend(shard.unknown_types);
        for (key, value) in shard.metadata {
            first.metadata.entry(key).or_insert(value);
        }
    }
    let expected = number(&first, "split.tensors.count");
    let have = first.tensors.len() as u64;
    let note = if (seen.len() as u64) < count {
        Some(format!(
            "{} of {count} shards were given; the sizes below are those of {have} of {} tensors.",
            seen.len(),
            expected.map_or_else(|| "all".to_owned(), |all| all.to_string()),
        ))
    } else {
        expected
            .filter(|expected| *expected != have)
            .map(|expected| format!("The shards hold {have} tensors, but announce {expected}."))
    };
    Ok((first, note))
}
