//! KV cache types: slugs, and how a slug that is not listed is read.

use bpt_core::kv_type::{KvKind, KvType};
use serde_json::Value;

use crate::entries::KvEntry;
use crate::error::DataError;
use crate::read::{Result, list, miss, number, string, text};

#[derive(Clone, Debug)]
struct Family {
    starts: String,
    /// Read as this type.
    other: Option<usize>,
    kind: KvKind,
    /// Bits of scales beside the number in the name.
    scales: f64,
}

/// All KV cache types.
#[derive(Clone, Debug)]
pub(crate) struct KvTypes {
    pub(crate) entries: Vec<KvEntry>,
    families: Vec<Family>,
}

impl KvTypes {
    pub(crate) fn load(data: &Value) -> Result<Self> {
        let mut entries = Vec::new();
        for entry in list(data, "kv_types")? {
            let kind = KvKind::from_slug(text(entry, "kind")?);
            entries.push(KvEntry {
                id: string(entry, "id")?,
                label: string(entry, "label")?,
                kv: KvType {
                    key: number(entry, "key_bytes")?,
                    value: number(entry, "value_bytes")?,
                    per_head: number(entry, "per_head_bytes")?,
                    kind: kind.ok_or_else(|| miss(entry, "kind"))?,
                },
                picker: entry["picker"].as_bool().unwrap_or(false),
            });
        }
        let mut families = Vec::new();
        for entry in list(data, "kv_families")? {
            let other = match entry["as"].as_str() {
                None => None,
                Some(slug) => Some(
                    entries
                        .iter()
                        .position(|entry: &KvEntry| entry.id == slug)
                        .ok_or_else(|| DataError(format!("KV family as {slug}")))?,
                ),
            };
            families.push(Family {
                starts: entry["starts"].as_str().unwrap_or_default().into(),
                other,
                kind: entry["kind"]
                    .as_str()
                    .and_then(KvKind::from_slug)
                    .unwrap_or(KvKind::Exotic),
                scales: entry["digits"].as_f64().unwrap_or(0.5),
            });
        }
        Ok(Self { entries, families })
    }

    /// Reads a slug and says whether it is known; never fails.
    pub(crate) fn read(&self, slug: &str) -> (KvType, bool) {
        let lower = slug.to_ascii_lowercase();
        let slug = lower.as_str();
        if let Some(kv) = self.listed(slug) {
            return (kv, true);
        }
        if let Some((key, value)) = slug
            .strip_prefix("k-")
            .and_then(|rest| rest.split_once("-v-"))
        {
            let ((key, known_key), (value, known_value)) = (self.one(key), self.one(value));
            let mixed = KvType {
                key: key.key,
                value: value.value,
                per_head: (key.per_head + value.per_head) / 2.0,
                // One kernel reads both: the slower kind.
                kind: if key.kind as u8 >= value.kind as u8 {
                    key.kind
                } else {
                    value.kind
                },
            };
            return (mixed, known_key && known_value);
        }
        self.one(slug)
    }

    fn listed(&self, slug: &str) -> Option<KvType> {
        self.entries
            .iter()
            .find(|entry| entry.id == slug)
            .map(|entry| entry.kv)
    }

    fn one(&self, slug: &str) -> (KvType, bool) {
        if let Some(kv) = self.listed(slug) {
            return (kv, true);
        }
        for family in &self.families {
            if !slug.starts_with(family.starts.as_str()) {
                continue;
            }
            if let Some(other) = family.other {
                return (self.entries[other].kv, false);
            }
            if let Some(bits) = number_in(slug) {
                let bytes = (bits + family.scales) / 8.0;
                let kv = KvType {
                    key: bytes,
                    value: bytes,
                    per_head: 0.0,
                    kind: family.kind,
                };
                return (kv, false);
            }
        }
        (KvType::F16, false)
    }
}

/// The first number of a name that can be bits of a cache element.
fn number_in(slug: &str) -> Option<f64> {
    slug.split(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .filter_map(bpt_core::decimal::parse)
        .find(|bits| (1.0..=32.0).contains(bits))
}
