//! A row as JSON, only what it holds.

use bpt_core::decimal::shortest;
use serde_json::{Map, Value, json};

use super::{BitsRow, PcieRow, PlacementRow, ScenarioRow};

struct Writer(Map<String, Value>);

impl Writer {
    fn number(&mut self, key: &str, value: Option<f64>) {
        if let Some(value) = value {
            self.0.insert(key.into(), number(value));
        }
    }

    fn text(&mut self, key: &str, value: Option<&String>) {
        if let Some(value) = value {
            self.0.insert(key.into(), Value::String(value.clone()));
        }
    }

    fn object(&mut self, key: &str, fields: &[(&str, Option<f64>)]) {
        let mut inner = Self(Map::new());
        for (key, value) in fields {
            inner.number(key, *value);
        }
        if !inner.0.is_empty() {
            self.0.insert(key.into(), Value::Object(inner.0));
        }
    }
}

/// Whole numbers without a fraction.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

impl ScenarioRow {
    /// The row as a JSON object that reads back as the same row.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut out = Writer(Map::new());
        out.text("id", self.id.as_ref());
        out.text("model_id", self.model_id.as_ref());
        if let Some(model) = &self.model {
            out.0.insert("model".into(), (**model).clone());
        }
        out.text("quant", self.quant.as_ref());
        out.number("bits_per_weight", self.bits_per_weight);
        if !self.bits_by_class.is_empty() {
            let classes: Map<String, Value> = self
                .bits_by_class
                .iter()
                .map(|(class, bits)| {
                    let bits = match bits {
                        BitsRow::Bits(bits) => number(*bits),
                        BitsRow::Slug(slug) => Value::String(slug.clone()),
                    };
                    (class.slug().to_owned(), bits)
                })
                .collect();
            out.0.insert("bits_by_class".into(), Value::Object(classes));
        }
        out.number("file_bytes", self.file_bytes);
        self.write_machine(&mut out);
        self.write_work(&mut out);
        Value::Object(out.0)
    }

    fn write_machine(&self, out: &mut Writer) {
        out.text("device_id", self.device_id.as_ref());
        let device = &self.device;
        out.object(
            "device",
            &[
                ("bandwidth_gb_s", device.bandwidth_gb_s),
                ("memory_gib", device.memory_gib),
                ("fp16_tflops", device.fp16_tflops),
                ("fp32_tflops", device.fp32_tflops),
                ("int8_tops", device.int8_tops),
                ("tdp_w", device.tdp_w),
            ],
        );
        if !self.devices.is_empty() {
            out.0.insert("devices".into(), json!(self.devices));
        }
        out.number("device_count", self.device_count);
        out.number("nodes", self.nodes);
        out.text("link_id", self.link_id.as_ref());
        out.text("inner_link_id", self.inner_link_id.as_ref());
        for (key, link) in [("link", &self.link), ("inner_link", &self.inner_link)] {
            out.object(
                key,
                &[
                    ("bandwidth_gb_s", link.bandwidth_gb_s),
                    ("latency_us", link.latency_us),
                ],
            );
        }
        if let Some(parallel) = &self.parallel {
            let mut inner = Writer(Map::new());
            inner.text("kind", parallel.kind.as_ref());
            inner.number("size", parallel.size);
            inner.number("replicas", parallel.replicas);
            out.0.insert("parallel".into(), Value::Object(inner.0));
        }
        out.text("engine", self.engine.as_ref());
        out.text("backend", self.backend.as_ref());
        out.text("software_date", self.software_date.as_ref());
        out.text("date", self.date.as_ref());
        out.text("engine_build", self.engine_build.as_ref());
        out.text("driver", self.driver.as_ref());
        out.text("host_id", self.host_id.as_ref());
        out.object(
            "host",
            &[
                ("bandwidth_gb_s", self.host.bandwidth_gb_s),
                ("memory_gib", self.host.memory_gib),
            ],
        );
        match &self.pcie {
            None => {}
            Some(PcieRow::Id(id)) => out.text("pcie", Some(id)),
            Some(PcieRow::GbPerSecond(rate)) => out.number("pcie", Some(*rate)),
        }
    }

    fn write_work(&self, out: &mut Writer) {
        out.text("kv_type", self.kv_type.as_ref());
        if let Some(flash) = self.flash_attention {
            out.0.insert("flash_attention".into(), Value::Bool(flash));
        }
        for (key, value) in [
            ("context_tokens", self.context_tokens),
            ("prompt_tokens", self.prompt_tokens),
            ("cached_prompt_tokens", self.cached_prompt_tokens),
            ("prefill_depth_tokens", self.prefill_depth_tokens),
            ("gen_tokens", self.gen_tokens),
            ("users", self.users),
            ("request_rate_per_s", self.request_rate_per_s),
            ("ubatch_tokens", self.ubatch_tokens),
            ("reserve_gib", self.reserve_gib),
            ("margin_gib", self.margin_gib),
            ("power_limit_w", self.power_limit_w),
            ("tariff_per_kwh", self.tariff_per_kwh),
            ("device_price", self.device_price),
            ("own_tok_s", self.own_tok_s),
        ] {
            out.number(key, value);
        }
        if let Some(placement) = &self.placement {
            let mut inner = Writer(Map::new());
            let kind = match placement {
                PlacementRow::AllGpu => "all_gpu",
                PlacementRow::CpuOnly => "cpu_only",
                PlacementRow::LayersOnGpu(layers) => {
                    inner.number("gpu_layers", Some(*layers));
                    "layers_on_gpu"
                }
                PlacementRow::ExpertsOnCpu(layers) => {
                    inner.number("cpu_expert_layers", *layers);
                    "experts_on_cpu"
                }
            };
            inner.0.insert("kind".into(), json!(kind));
            out.0.insert("placement".into(), Value::Object(inner.0));
        }
        if let Some(spec) = &self.speculative {
            let mut inner = Writer(Map::new());
            inner.text("method", spec.method.as_ref());
            inner.number("draft_tokens", spec.draft_tokens);
            inner.number("acceptance_per_token", spec.acceptance_per_token);
            inner.number("acceptance_rate", spec.acceptance_rate);
            inner.number("acceptance_length", spec.acceptance_length);
            inner.text("draft_model_id", spec.draft_model_id.as_ref());
            inner.number("unfused_factor", spec.unfused_factor);
            out.0.insert("speculative".into(), Value::Object(inner.0));
        }
        if !self.assume.is_empty() {
            let assume: Map<String, Value> = self
                .assume
                .iter()
                .map(|(name, value)| (name.clone(), number(*value)))
                .collect();
            out.0.insert("assume".into(), Value::Object(assume));
        }
        if !self.tags.is_empty() {
            out.0.insert("tags".into(), json!(self.tags));
        }
        if let Some(threads) = self.decode_threads {
            let notes = format!("{} decode threads", shortest(threads));
            out.0.insert("notes".into(), json!(notes));
        }
    }
}
