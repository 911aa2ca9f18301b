//! The measured runs as the page fetches them: data/measurements.json without what says nothing,
//! each source once.

use serde_json::{Map, Value, json};

use crate::paths;

/// Where the whole file is, and where the slim one goes inside dist/.
const FROM: &str = "data/measurements.json";
const TO: &str = "measurements.json";

/// Writes it. The page asks for it when the lab or the measurements are opened.
pub(super) fn step() -> Result<(), String> {
    let from = paths::root().join(FROM);
    let text = std::fs::read_to_string(&from).map_err(|e| format!("{FROM}: {e}"))?;
    let all: Value = serde_json::from_str(&text).map_err(|e| format!("{FROM}: {e}"))?;
    let rows = all["rows"]
        .as_array()
        .ok_or("measurements.json lacks rows")?;
    let mut sources: Vec<Value> = Vec::new();
    let rows: Vec<Value> = rows
        .iter()
        .filter_map(Value::as_object)
        .map(|row| slim(row, &mut sources))
        .collect();
    let file = json!({
        "licence": all["licence"],
        "collected": all["collected"],
        "sources": sources,
        "rows": rows,
    });
    let to = paths::dist().join(TO);
    std::fs::write(&to, file.to_string()).map_err(|e| format!("{}: {e}", to.display()))
}

fn slim(row: &Map<String, Value>, sources: &mut Vec<Value>) -> Value {
    let mut slim = row.clone();
    let both = row.contains_key("decode_tok_s_per_user");
    slim.retain(|key, value| {
        !value.is_null()
            && key != "class"
            && !(both && key == "decode_tok_s_total")
            && *value != usual(key)
    });
    if let Some(source) = slim.get_mut("source") {
        let at = sources.iter().position(|have| have == source);
        let at = at.unwrap_or_else(|| {
            sources.push(source.clone());
            sources.len() - 1
        });
        *source = json!(at);
    }
    Value::Object(slim)
}

/// What an absent key means.
fn usual(key: &str) -> Value {
    match key {
        "device_count" | "nodes" | "users" => json!(1),
        "kv_type" => json!("f16"),
        "quality" => json!("B"),
        "placement" => json!({"kind": "all_gpu"}),
        "tags" => json!([]),
        _ => Value::Null,
    }
}
