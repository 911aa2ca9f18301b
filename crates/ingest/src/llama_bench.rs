//! Output of `llama-bench` as measurement rows: Markdown, CSV, JSON, JSON lines.
//!
//! Which model of the catalog and which device a row is about is not said in a way that could be
//! trusted: the rows keep `model_type`, bytes, parameters and `device_name`, for the reader to match.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::error::{Error, Result};

/// Most rows of one log.
const MAX_ROWS: usize = 4_096;
/// Most bytes of one log.
const MAX_BYTES: usize = 1 << 22;
/// Most columns of a table.
const MAX_COLUMNS: usize = 128;

/// One test of a log: texts by column name, as the JSON output names them where it can.
type Fields = BTreeMap<String, String>;

/// Reads a log.
///
/// # Errors
///
/// There is no llama-bench table in it.
///
/// ```
/// let log = "| model | size | params | backend | ngl | test | t/s |\n| --- | ---: | ---: | --- | --: | ---: | ---: |\n\
/// | qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA | 99 | tg128 @ d8192 | 101.5 ± 0.3 |\n";
/// let rows = bpt_ingest::llama_bench::read(log).unwrap();
/// assert_eq!(rows[0]["decode_tok_s_per_user"], 101.5);
/// assert_eq!(rows[0]["gen_tokens"], 128);
/// assert_eq!(rows[0]["context_tokens"], 8192);
/// ```
pub fn read(text: &str) -> Result<Vec<Value>> {
    if text.len() > MAX_BYTES {
        return Err(Error::new(format!(
            "This log is {} bytes long; at most {MAX_BYTES} are read.",
            text.len()
        )));
    }
    let text = text.trim_start_matches('\u{feff}').trim();
    let tests = match text.chars().next() {
        Some('[' | '{') => from_json(text)?,
        _ if text.lines().any(is_table_head) => from_markdown(text),
        _ => from_csv(text),
    };
    let rows: Vec<Value> = tests.iter().flat_map(rows).take(MAX_ROWS).collect();
    if rows.is_empty() {
        return Err(Error::new(
            "No llama-bench results found: no table with the columns model, test and t/s, no CSV or JSON with avg_ts.",
        ));
    }
    Ok(rows)
}

/// Whether a text looks like a log of llama-bench.
#[must_use]
pub fn looks_like(text: &str) -> bool {
    let mut head = text
        .char_indices()
        .nth(4_096)
        .map_or(text, |(at, _)| text.get(..at).unwrap_or(text))
        .lines();
    head.any(|line| is_table_head(line) || line.contains("avg_ts"))
}

fn is_table_head(line: &str) -> bool {
    let cells: Vec<&str> = cells(line);
    cells.contains(&"model") && cells.contains(&"t/s")
}

fn cells(line: &str) -> Vec<&str> {
    if !line.contains('|') {
        return Vec::new();
    }
    let line = line.trim().trim_start_matches('|').trim_end_matches('|');
    line.split('|').map(str::trim).take(MAX_COLUMNS).collect()
}

/// Tables of the default output; text around them and further tables are allowed.
fn from_markdown(text: &str) -> Vec<Fields> {
    let mut tests = Vec::new();
    let mut head: Vec<&str> = Vec::new();
    for line in text.lines() {
        let cells = cells(line);
        if is_table_head(line) {
            head = cells;
        } else if cells.len() == head.len() && !cells.is_empty() && tests.len() < MAX_ROWS {
            let rule = cells
                .iter()
                .all(|cell| cell.trim_matches(['-', ':', ' ']).is_empty());
            if !rule {
                let fields = head.iter().zip(&cells);
                tests.push(
                    fields
                        .map(|(key, cell)| ((*key).to_owned(), (*cell).to_owned()))
                        .collect(),
                );
            }
        } else if let Some(build) = line.trim().strip_prefix("build:") {
            // Printed after the table it belongs to.
            for test in &mut tests {
                let test: &mut Fields = test;
                test.entry("build_commit".into())
                    .or_insert_with(|| build.trim().to_owned());
            }
        }
    }
    tests
}

/// CSV with a header line; quotes as in RFC 4180.
fn from_csv(text: &str) -> Vec<Fields> {
    let mut lines = text.lines().skip_while(|line| !line.contains("avg_ts"));
    let head = lines.next().map(split_csv).unwrap_or_default();
    lines
        .map(split_csv)
        .filter(|cells| cells.len() == head.len())
        .take(MAX_ROWS)
        .map(|cells| head.iter().cloned().zip(cells).collect())
        .collect()
}

fn split_csv(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                cell.push('"');
                letters.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted && cells.len() < MAX_COLUMNS => cells.push(core::mem::take(&mut cell)),
            other => cell.push(other),
        }
    }
    cells.push(cell);
    cells
}

/// An array of tests, or one test a line.
fn from_json(text: &str) -> Result<Vec<Fields>> {
    let values: Vec<Value> = match serde_json::from_str(text) {
        Ok(Value::Array(values)) => values,
        Ok(value) => vec![value],
        Err(error) => {
            let lines = text
                .lines()
                .filter(|line| line.trim_start().starts_with('{'));
            let values: Vec<Value> = lines
                .take(MAX_ROWS)
                .filter_map(|line| serde_json::from_str(line.trim().trim_end_matches(',')).ok())
                .collect();
            if values.is_empty() {
                return Err(Error::new(format!("This is not valid JSON: {error}.")));
            }
            values
        }
    };
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let tests = values.iter().take(MAX_ROWS).filter_map(Value::as_object);
    let fields = |test: &Map<String, Value>| -> Fields {
        let plain = test
            .iter()
            .filter(|(_, value)| !value.is_array() && !value.is_object());
        plain
            .map(|(key, value)| (key.clone(), text(value)))
            .collect()
    };
    Ok(tests.map(fields).collect())
}

/// The rows of one test: a combined test gives a row whose speed is neither prefill nor decode.
fn rows(test: &Fields) -> Option<Value> {
    let get = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| test.get(*name))
            .map(String::as_str)
    };
    let number = |names: &[&str]| get(names).and_then(first_number);
    let (prompt, gen_, depth) = match get(&["test"]) {
        Some(test) => parse_test(test)?,
        None => (
            number(&["n_prompt"])?,
            number(&["n_gen"])?,
            number(&["n_depth"]).unwrap_or(0.0),
        ),
    };
    let speed = number(&["avg_ts", "t/s"]).filter(|speed| *speed > 0.0)?;
    let mut row = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            row.insert(key.to_owned(), value);
        }
    };
    put("engine", json!("llama.cpp"));
    put("model_type", json!(get(&["model_type", "model"])));
    put(
        "model_filename",
        json!(get(&["model_filename"]).and_then(|path| path.rsplit(['/', '\\']).next())),
    );
    put(
        "file_bytes",
        whole(get(&["model_size", "size"]).and_then(bytes)),
    );
    put(
        "model_params",
        whole(get(&["model_n_params", "params"]).and_then(params)),
    );
    put(
        "quant",
        json!(get(&["model_type", "model"]).and_then(quant)),
    );
    put("backend", json!(get(&["backends", "backend"]).map(backend)));
    put("device_name", json!(get(&["gpu_info", "cpu_info", "dev"])));
    put("engine_build", json!(get(&["build_commit"])));
    put(
        "date",
        json!(get(&["test_time"]).and_then(|time| time.get(..10))),
    );
    put(
        "kv_type",
        json!(kv_type(get(&["type_k"]), get(&["type_v"]))),
    );
    put(
        "flash_attention",
        json!(get(&["flash_attn", "fa"]).map(|flag| matches!(flag, "1" | "true" | "on"))),
    );
    put("ubatch_tokens", whole(number(&["n_ubatch"])));
    let layers = number(&["n_gpu_layers", "ngl"]);
    if layers == Some(0.0) {
        put("placement", json!({"kind": "cpu_only"}));
    } else if let Some(layers) = layers.filter(|layers| *layers > 0.0 && *layers < 99.0) {
        put(
            "placement",
            json!({"kind": "layers_on_gpu", "gpu_layers": whole(Some(layers))}),
        );
    }
    if let Some(layers) = number(&["n_cpu_moe"]).filter(|layers| *layers > 0.0) {
        put(
            "placement",
            json!({"kind": "experts_on_cpu", "cpu_expert_layers": whole(Some(layers))}),
        );
    }
    put("users", json!(1));
    put("test", json!(test_name(prompt, gen_, depth)));
    match (prompt > 0.0, gen_ > 0.0) {
        (true, false) => {
            put("prompt_tokens", whole(Some(prompt)));
            put("prefill_depth_tokens", whole(Some(depth)));
            put("prefill_tok_s", json!(speed));
        }
        (false, true) => {
            put("context_tokens", whole(Some(depth)));
            put("gen_tokens", whole(Some(gen_)));
            put("decode_tok_s_per_user", json!(speed));
            put("decode_tok_s_total", json!(speed));
        }
        (true, true) => {
            // One number for both phases: kept, but no single phase can be compared with it.
            put("prompt_tokens", whole(Some(prompt)));
            put("gen_tokens", whole(Some(gen_)));
            put("prefill_depth_tokens", whole(Some(depth)));
            put("combined_tok_s", json!(speed));
            put("tags", json!(["prefill-and-decode"]));
        }
        (false, false) => return None,
    }
    put(
        "tok_s_deviation",
        json!(deviation(get(&["stddev_ts", "t/s"]))),
    );
    Some(row.into())
}

/// `pp512`, `tg128 @ d8192`, `pp512+tg128`: prompt, generated, depth.
fn parse_test(name: &str) -> Option<(f64, f64, f64)> {
    let (name, depth) = match name.split_once('@') {
        Some((name, depth)) => (name.trim(), depth.trim().strip_prefix('d')?.parse().ok()?),
        None => (name.trim(), 0.0),
    };
    let (mut prompt, mut generated) = (0.0, 0.0);
    for part in name.split('+') {
        let part = part.trim();
        if let Some(count) = part.strip_prefix("pp").or_else(|| part.strip_prefix("pg")) {
            // Some versions write pg512,128.
            let (first, second) = count.split_once(',').unwrap_or((count, "0"));
            prompt = first.trim().parse().ok()?;
            generated = second.trim().parse().ok()?;
        } else if let Some(count) = part.strip_prefix("tg") {
            generated = count.trim().parse().ok()?;
        } else {
            return None;
        }
    }
    let sane = [prompt, generated, depth]
        .iter()
        .all(|count: &f64| (0.0..=1e9).contains(count));
    sane.then_some((prompt, generated, depth))
}

fn test_name(prompt: f64, generated: f64, depth: f64) -> String {
    let mut parts = Vec::new();
    if prompt > 0.0 {
        parts.push(format!("pp{prompt}"));
    }
    if generated > 0.0 {
        parts.push(format!("tg{generated}"));
    }
    let depth = if depth > 0.0 {
        format!(" @ d{depth}")
    } else {
        String::new()
    };
    parts.join("+") + &depth
}

/// The number that a text starts with.
fn first_number(text: &str) -> Option<f64> {
    let text = text.trim();
    let end = text
        .find(|letter: char| {
            !(letter.is_ascii_digit() || matches!(letter, '.' | '-' | '+' | 'e' | 'E'))
        })
        .unwrap_or(text.len());
    let number: f64 = text.get(..end)?.parse().ok()?;
    number.is_finite().then_some(number)
}

/// `101.5 ± 0.3`, or a number alone.
fn deviation(text: Option<&str>) -> Option<f64> {
    let text = text?;
    match text.split_once('±') {
        Some((_, after)) => first_number(after),
        None => first_number(text).filter(|_| !text.contains(' ')),
    }
}

/// Bytes of `4.68 GiB` or `5027783488`.
fn bytes(text: &str) -> Option<f64> {
    let unit = match text.trim().rsplit(' ').next()? {
        "GiB" => f64::from(1 << 30),
        "MiB" => f64::from(1 << 20),
        "KiB" => 1024.0,
        _ => 1.0,
    };
    Some((first_number(text)? * unit).round())
}

/// Parameters of `8.19 B` or `8190735360`.
fn params(text: &str) -> Option<f64> {
    let unit = match text.trim().rsplit(' ').next()? {
        "T" => 1e12,
        "B" => 1e9,
        "M" => 1e6,
        "K" => 1e3,
        _ => 1.0,
    };
    Some((first_number(text)? * unit).round())
}

/// The slug at the end of `qwen3 8B Q4_K - Medium`.
fn quant(model_type: &str) -> Option<String> {
    let (before, size) = match model_type.split_once(" - ") {
        Some((before, size)) => (before, size.trim()),
        None => (model_type, ""),
    };
    let base = before.split_whitespace().rev().find(|word| {
        let lower = word.to_ascii_lowercase();
        ["q", "iq", "tq", "f16", "bf16", "f32", "mxfp4", "nvfp4"]
            .iter()
            .any(|start| {
                lower.strip_prefix(start).is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit())
                })
            })
    })?;
    let base = base.to_ascii_lowercase();
    let end = match size.split_whitespace().next() {
        Some("Small") => "_s",
        Some("Medium") => "_m",
        Some("Large") => "_l",
        // IQ2_XXS - 2.0625 bpw and the like.
        _ => "",
    };
    Some(base + end)
}

fn backend(name: &str) -> String {
    let first = name
        .split([',', ' '])
        .next()
        .unwrap_or(name)
        .to_ascii_lowercase();
    match first.as_str() {
        "mtl" | "metal" => "metal".into(),
        "hip" | "rocm" => "rocm".into(),
        "blas" => "cpu".into(),
        _ => first,
    }
}

fn kv_type(keys: Option<&str>, values: Option<&str>) -> Option<String> {
    match (keys, values) {
        (Some(keys), Some(values)) if keys != values => Some(format!("k-{keys}-v-{values}")),
        (Some(one), _) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => None,
    }
}

fn whole(value: Option<f64>) -> Value {
    value.map_or(Value::Null, crate::layers::whole)
}
