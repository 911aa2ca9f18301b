//! How far back each layer looks, and which layers keep no cache of their own.

use std::sync::LazyLock;

use serde_json::Value;

use super::view::Meta;
use crate::inspection::Inspection;

static ARCHITECTURES: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/gguf_architectures.json")).unwrap_or(Value::Null)
});

/// Windows and shared caches by layer.
#[derive(Debug, Default)]
pub(super) struct Reach {
    window: Option<u64>,
    /// Full layers one by one, where the file lists them (true = window).
    pattern: Option<Vec<bool>>,
    /// Else every so-many-th layer is full; 0 = none is.
    full_every: u64,
    /// The full layer is the first of each group, not the last.
    first: bool,
    /// The window is a chunk.
    pub(super) chunked: bool,
    /// First layer that uses an earlier layer's cache.
    shared_from: Option<u64>,
}

impl Reach {
    pub(super) fn new(meta: &Meta<'_>, layers: u64, found: &mut Inspection) -> Self {
        let rule = ARCHITECTURES.get(meta.architecture);
        let of_rule = |key: &str| rule.and_then(|rule| rule.get(key)).and_then(Value::as_u64);
        let chunk = meta.number("attention.chunk_size");
        let given = meta
            .number("attention.sliding_window")
            .or(chunk)
            .filter(|one| *one > 0);
        let mut reach = Self {
            window: given,
            shared_from: meta
                .number("attention.shared_kv_layers")
                .filter(|shared| *shared > 0 && *shared < layers)
                .map(|shared| layers - shared),
            ..Self::default()
        };
        let flag = |key: &str| rule.and_then(|rule| rule.get(key)) == Some(&Value::Bool(true));
        reach.chunked = flag("chunked");
        reach.first = flag("first");
        if given.is_none()
            && let Some(window) = of_rule("window")
        {
            found.assume(
                format!("{}.attention.sliding_window", meta.architecture),
                format!("{window} tokens, as models of this architecture have"),
            );
            reach.window = Some(window);
        }
        if reach.window.is_none() {
            return reach;
        }
        match meta.get("attention.sliding_window_pattern") {
            Some(crate::gguf::Value::Numbers(flags)) => {
                reach.pattern = Some(flags.iter().map(|flag| *flag != 0.0).collect());
            }
            Some(value) => reach.full_every = value.as_u64().unwrap_or(0),
            None => {
                let every = of_rule("full_every");
                reach.full_every = every.unwrap_or(0);
                found.assume(
                    format!("{}.attention.sliding_window_pattern", meta.architecture),
                    match every {
                        Some(every @ 1..) => format!("one layer in {every} attends to everything"),
                        _ => "every layer uses the window".to_owned(),
                    },
                );
            }
        }
        reach
    }

    /// The window of a layer; `None` for one that looks at everything.
    pub(super) fn window(&self, layer: u32) -> Option<u64> {
        let windowed = match (&self.pattern, self.full_every) {
            (Some(pattern), _) => pattern.get(layer as usize).copied().unwrap_or(false),
            (None, 0) => true,
            (None, every) if self.first => u64::from(layer) % every != 0,
            (None, every) => u64::from(layer) % every != every - 1,
        };
        self.window.filter(|_| windowed)
    }

    /// Whether a layer uses an earlier layer's cache.
    pub(super) fn shares_cache(&self, layer: u32) -> bool {
        self.shared_from
            .is_some_and(|from| u64::from(layer) >= from)
    }
}
