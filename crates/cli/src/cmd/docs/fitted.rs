//! Every fitted number with a sentence.

use core::fmt::Write;

use bpt_calibrate::form::{Form, Metric};
use serde_json::Value;

use crate::Failure;

const CALIBRATION: &str = "data/calibration.json";

/// The numbers of both metrics, folded by metric.
pub(super) fn fitted_tables(text: &mut String) -> Result<(), Failure> {
    let calibration: Value = serde_json::from_str(&super::read(CALIBRATION)?)?;
    text.push_str(HEAD);
    for metric in Metric::ALL {
        let form = Form::of(metric);
        let mut lines = String::new();
        let mut count = 0;
        for name in &form.coefficients {
            let entries = calibration["coefficients"].as_array().into_iter().flatten();
            let Some(entry) = entries.clone().find(|one| one["name"] == *name) else {
                return Err(Failure(format!("{CALIBRATION}: no {name}")));
            };
            let what = entry["what"].as_str().unwrap_or_default();
            let unit = entry["unit"].as_str().unwrap_or_default();
            count += 1;
            line(&mut lines, name, what, (&entry["value"], unit), entry);
            for level in entry["levels"].as_array().into_iter().flatten() {
                count += 1;
                let sentence = format!("The same {}.", place(&level["where"])?);
                line(&mut lines, "", &sentence, (&level["times"], "times"), level);
            }
        }
        let _ = writeln!(
            text,
            "\n<details>\n<summary>{}: {count} numbers</summary>\n\n\
             | name | what it is | value | spread | rows |\n|---|---|---:|---:|---:|\n{lines}\n\
             </details>",
            metric.slug()
        );
    }
    Ok(())
}

fn line(out: &mut String, name: &str, what: &str, (value, unit): (&Value, &str), entry: &Value) {
    let spread = entry["spread"].as_f64().unwrap_or(f64::NAN);
    let _ = writeln!(
        out,
        "| {name} | {what} | {value} {unit} | {:.0} % | {} |",
        spread.exp_m1() * 100.0,
        entry["rows"]
    );
}

/// Where a level holds, for a reader.
fn place(conditions: &Value) -> Result<String, Failure> {
    let mut words = Vec::new();
    for (key, value) in conditions.as_object().into_iter().flatten() {
        let value = value.as_str().unwrap_or_default();
        words.push(match (key.as_str(), value) {
            ("engine_family", "ggml") => "in llama.cpp and what is built on it",
            ("engine_family", "server") => "in servers (vLLM, SGLang, TensorRT-LLM)",
            ("engine_family", "mlx") => "in MLX",
            ("engine_family", "exllama") => "in ExLlama",
            ("engine", "ik_llama") => "in ik_llama.cpp",
            ("variant", "mlx-vlm") => "in builds of mlx-vlm",
            ("variant", "omlx") => "in builds of oMLX",
            ("variant", "amdvlk") => "with AMD's own Vulkan driver",
            ("mamba", _) => "in models with Mamba-2 layers",
            ("backend", "cuda") => "on CUDA",
            ("backend", "metal") => "on Metal",
            ("backend", "vulkan") => "on Vulkan",
            ("backend", "rocm") => "on ROCm",
            ("backend", "cpu") => "on a CPU",
            ("class", "apple") => "on Apple's chips",
            ("class", "amd-unified") => "on Strix Halo",
            ("class", "nvidia-unified") => "on a DGX Spark",
            ("class", "nvidia-hopper") => "on Hopper",
            ("class", "nvidia-blackwell-hbm") => "on server Blackwell",
            ("class", "intel-gpu") => "on Intel's cards",
            ("kernel", "float") => "for weights of 16 bits and more",
            ("hbm", _) => "on stacked memory (HBM)",
            _ => return Err(Failure(format!("no words for the level {key}: {value}"))),
        });
    }
    Ok(words.join(", "))
}

const HEAD: &str = "
## What is fitted

Every fitted number. A level multiplies the number above it where it holds; levels of one number
multiply each other. The spread is the standard deviation of the logarithm, as a percentage; rows
are those that the number has a part in. At most 100 for each of the two, which a test checks.
";
