//! Random scenarios over the catalog, the same every time.

use bpt_catalog::Catalog;
use serde_json::{Map, Value, json};

use crate::common::splits;

/// A linear congruential generator: enough to pick things.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn chance(&mut self, share: f64) -> bool {
        self.next() < share
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[(self.next() * of.len() as f64) as usize]
    }

    /// A whole number, evenly spread in its logarithm.
    fn log(&mut self, low: f64, high: f64) -> f64 {
        (low * (high / low).powf(self.next())).round()
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    /// A scenario row.
    pub(crate) fn row(&mut self, catalog: &Catalog) -> Value {
        let mut row = Map::new();
        let mut set = |key: &str, value: Value| row.insert(key.to_owned(), value);
        set("model_id", json!(self.pick(catalog.models()).id));
        set("quant", json!(self.pick(catalog.quants()).id));
        set("kv_type", json!(self.pick(catalog.kv_types()).id));
        let context = if self.chance(0.05) {
            0.0
        } else {
            self.log(64.0, 400_000.0)
        };
        set("context_tokens", json!(context));
        let prompt = if self.chance(0.05) {
            0.0
        } else {
            self.log(8.0, 100_000.0)
        };
        set("prompt_tokens", json!(prompt));
        if self.chance(0.3) {
            set(
                "cached_prompt_tokens",
                json!((prompt * self.between(0.0, 1.2)).round()),
            );
        }
        if self.chance(0.2) {
            set("prefill_depth_tokens", json!(self.log(1.0, 60_000.0)));
        }
        set("gen_tokens", json!(self.log(1.0, 8000.0)));
        let users = if self.chance(0.4) {
            1.0
        } else {
            self.log(1.0, 200.0)
        };
        set(
            "users",
            json!(if self.chance(0.05) {
                users + 0.5
            } else {
                users
            }),
        );
        self.devices(catalog, &mut set);
        self.placement(&mut set);
        if self.chance(0.4) {
            set(
                "engine",
                json!(*self.pick(&["llama.cpp", "vllm", "mlx", "sglang", "ik_llama"])),
            );
        }
        if self.chance(0.1) {
            set("backend", json!(*self.pick(&["cpu", "vulkan", "metal"])));
        }
        if self.chance(0.3) {
            self.speculation(catalog, &mut set);
        }
        if self.chance(0.3) {
            set("power_limit_w", json!(self.log(40.0, 600.0)));
        }
        if self.chance(0.4) {
            set("tariff_per_kwh", json!(self.between(0.0, 0.5)));
        }
        if self.chance(0.3) {
            set("device_price", json!(self.log(100.0, 50_000.0)));
        }
        if self.chance(0.2) {
            set("request_rate_per_s", json!(self.between(0.001, 2.0)));
        }
        if self.chance(0.2) {
            set(
                "software_date",
                json!(*self.pick(&["2024-06", "2025-03", "2026-01"])),
            );
        }
        if self.chance(0.1) {
            set("flash_attention", json!(false));
        }
        if self.chance(0.1) {
            set("tags", json!(["eager"]));
        }
        if self.chance(0.1) {
            set("own_tok_s", json!(self.log(1.0, 100.0)));
        }
        if self.chance(0.2) {
            let by_hand = [
                ("all_reduce_us", 30.0),
                ("routing_exponent", 1.0),
                ("decode_correction", 1.1),
                ("prefill_correction", 0.9),
            ];
            let (name, value) = *self.pick(&by_hand);
            set("assume", json!({name: value}));
        }
        Value::Object(row)
    }

    fn devices(&mut self, catalog: &Catalog, set: &mut impl FnMut(&str, Value) -> Option<Value>) {
        if self.chance(0.1) {
            let ids: Vec<&String> = (0..2 + usize::from(self.chance(0.4)))
                .map(|_| &self.pick(catalog.devices()).id)
                .collect();
            set("devices", json!(ids));
        } else {
            set("device_id", json!(self.pick(catalog.devices()).id));
            if self.chance(0.5) {
                let count = *self.pick(&[2.0, 3.0, 4.0, 8.0, 16.0]);
                set("device_count", json!(count));
                if self.chance(0.4) {
                    set("nodes", json!(if self.chance(0.5) { 2.0 } else { count }));
                }
                if self.chance(0.7) {
                    let kind = *self.pick(splits());
                    let size = if self.chance(0.3) {
                        2.0_f64.min(count)
                    } else {
                        count
                    };
                    set("parallel", json!({"kind": kind, "size": size}));
                }
            }
        }
        if self.chance(0.15) {
            set("device", json!({"bandwidth_gb_s": self.log(50.0, 8000.0)}));
        }
    }

    fn placement(&mut self, set: &mut impl FnMut(&str, Value) -> Option<Value>) {
        let placement = match (self.next() * 10.0) as u32 {
            0 => json!({"kind": "layers_on_gpu", "gpu_layers": self.log(1.0, 100.0)}),
            1 => json!({"kind": "experts_on_cpu"}),
            2 => json!({"kind": "experts_on_cpu", "cpu_expert_layers": self.log(1.0, 60.0)}),
            3 => json!({"kind": "cpu_only"}),
            _ => return,
        };
        set("placement", placement);
        if self.chance(0.3) {
            set(
                "host",
                json!({"bandwidth_gb_s": self.log(20.0, 600.0), "memory_gib": 32.0}),
            );
        }
    }

    fn speculation(
        &mut self,
        catalog: &Catalog,
        set: &mut impl FnMut(&str, Value) -> Option<Value>,
    ) {
        let method = *self.pick(&["draft-model", "mtp", "eagle", "ngram", "dflash"]);
        let mut speculative = json!({
            "method": method,
            "draft_tokens": self.log(1.0, 7.0),
            "acceptance_per_token": (self.between(0.0, 1.0) * 100.0).round() / 100.0,
            "unfused_factor": if self.chance(0.5) { 1.0 } else { self.between(1.0, 6.0) },
        });
        if method == "draft-model" && self.chance(0.5) {
            speculative["draft_model_id"] = json!(self.pick(catalog.models()).id);
        }
        set("speculative", speculative);
    }
}
