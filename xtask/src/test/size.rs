//! How much the page weighs. What a browser really loads before the page is ready is measured by
//! web/e2e/specs/first-load.mjs, against the same budgets.

use serde_json::Value;

use super::{Outcome, gate_list};
use crate::report::Count;
use crate::{paths, serve};

/// Limits in kB (1,000 bytes) after gzip.
const BUDGETS: &str = "web/budgets.json";

/// How the name of the front page's module starts.
const FRONT: &str = "bpt-web-";

pub(super) fn gates() -> Outcome {
    weigh().map_or_else(
        |why| Err((Count::default(), why)),
        |wrong| gate_list(&wrong),
    )
}

fn weigh() -> Result<Vec<String>, String> {
    let budgets = std::fs::read_to_string(paths::root().join(BUDGETS))
        .map_err(|e| format!("{BUDGETS}: {e}"))?;
    let budgets: Value = serde_json::from_str(&budgets).map_err(|e| format!("{BUDGETS}: {e}"))?;
    let limit = budgets["wasm_gzip_kb"]
        .as_f64()
        .ok_or("budgets.json lacks wasm_gzip_kb")?;

    let mut wasm = 0.0;
    println!("{:>10} {:>10}  file", "kB", "gzip kB");
    for name in paths::files_below(&paths::dist())? {
        let file = paths::dist().join(&name);
        let bytes = std::fs::read(&file).map_err(|e| format!("{name}: {e}"))?;
        let small = serve::gzip(&bytes).ok_or("gzip failed")?;
        let (raw, small) = (kb(bytes.len()), kb(small.len()));
        println!("{raw:>10.1} {small:>10.1}  {name}");
        // The module that everybody loads; the others come on demand.
        if name.starts_with(FRONT) && name.ends_with(".wasm") {
            wasm += small;
        }
    }
    println!("WebAssembly of the front page {wasm:.1} kB gzip, at most {limit} kB");
    let mut wrong = Vec::new();
    if wasm == 0.0 {
        wrong.push("dist/ has no WebAssembly".to_owned());
    }
    if wasm > limit {
        wrong.push(format!(
            "WebAssembly is {wasm:.1} kB gzip, at most {limit} kB"
        ));
    }
    Ok(wrong)
}

fn kb(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}
