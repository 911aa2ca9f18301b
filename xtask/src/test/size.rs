//! How much the page weighs. What a browser really loads before the page is ready is measured by
//! web/e2e/specs/first-load.mjs, against the same budgets.

use serde_json::Value;

use super::{Outcome, gate_list};
use crate::report::Count;
use crate::{paths, serve};

/// Limits in kB (1,000 bytes) after gzip.
const BUDGETS: &str = "web/budgets.json";

/// How the names of the front page's modules start: one for each language, of which a reader loads
/// one.
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
    let limit = |key: &str| {
        let limit = budgets[key].as_f64();
        limit.ok_or_else(|| format!("{BUDGETS} lacks {key}"))
    };
    let [first, zh] = [limit("wasm_gzip_kb")?, limit("wasm_zh_gzip_kb")?];

    let (mut found, mut wrong) = (false, Vec::new());
    println!("{:>10} {:>10}  file", "kB", "gzip kB");
    for name in paths::files_below(&paths::dist())? {
        let file = paths::dist().join(&name);
        let bytes = std::fs::read(&file).map_err(|e| format!("{name}: {e}"))?;
        let small = serve::gzip(&bytes).ok_or("gzip failed")?;
        let (raw, small) = (kb(bytes.len()), kb(small.len()));
        println!("{raw:>10.1} {small:>10.1}  {name}");
        // The module that everybody loads; the others come on demand.
        if name.starts_with(FRONT) && name.ends_with(".wasm") {
            let limit = if name.contains("-zh-") { zh } else { first };
            println!("WebAssembly of the front page {small:.1} kB gzip, at most {limit} kB");
            found = true;
            if small > limit {
                wrong.push(format!("{name} is {small:.1} kB gzip, at most {limit} kB"));
            }
        }
    }
    if !found {
        wrong.push("dist/ has no WebAssembly".to_owned());
    }
    Ok(wrong)
}

fn kb(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}
