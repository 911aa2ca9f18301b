//! What the page is told: JSON.

use bpt_ingest::{Inspection, Result};
use serde_json::{Value, json};

/// What was found, with the model as the key `model` of a link writes it.
pub(crate) fn of(found: Result<Inspection>, bytes_read: f64) -> String {
    let found = match found {
        Ok(found) => found,
        Err(why) => return refused("", &why.to_string()),
    };
    let mut out = found.to_json();
    if let Some(out) = out.as_object_mut() {
        let link = found.model.is_object();
        let link = link.then(|| bpt_permalink::encode_model(&found.model));
        out.insert("link".into(), json!(link.flatten()));
        out.insert("bytes_read".into(), json!(bytes_read));
        // The table itself stays here: the page shows sums.
        out.remove("tensors");
        for list in ["understood", "assumed", "unknown"] {
            let pairs = out.get(list).map(pairs).unwrap_or_default();
            out.insert(list.into(), pairs);
        }
    }
    out.to_string()
}

/// Pairs in their order, of an object.
fn pairs(object: &Value) -> Value {
    object.as_object().map_or(Value::Null, |object| {
        object
            .iter()
            .map(|(key, what)| json!([key, what.as_str().unwrap_or_default()]))
            .collect()
    })
}

/// Why nothing was found.
pub(crate) fn refused(name: &str, why: &str) -> String {
    let said = if name.is_empty() {
        why.to_owned()
    } else {
        format!("{name}: {why}")
    };
    json!({ "error": said }).to_string()
}
