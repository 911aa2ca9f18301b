//! The bill of materials: every crate that the page or the command line is made of, as CycloneDX
//! 1.5 JSON, with licence, checksum and what uses it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::{exec, paths};

/// The two programs, and the target that each is compiled for; none means this machine's.
const PROGRAMS: [(&str, &str, Option<&str>); 2] = [
    ("page", "bpt-web", Some("wasm32-unknown-unknown")),
    ("command line", "bpt", None),
];
/// Fonts are part of the page too.
const FONTS: [(&str, &str); 3] = [
    ("Inter", "web/fonts/inter.woff2"),
    ("Source Serif 4", "web/fonts/source-serif.woff2"),
    (
        "Source Serif 4 Italic",
        "web/fonts/source-serif-italic.woff2",
    ),
];

/// The bill as text, the same for the same lock file and fonts.
pub(crate) fn text() -> Result<String, String> {
    let path = paths::root().join("Cargo.lock");
    let lock = std::fs::read_to_string(&path).map_err(|e| super::at(&path, e))?;
    let mut parts: BTreeMap<String, Value> = BTreeMap::new();
    for (program, root, target) in PROGRAMS {
        let graph = Graph::read(target)?;
        let inside = graph.reached(root, false)?;
        for id in graph.reached(root, true)? {
            let package = &graph.packages[id];
            // The workspace's own crates are the program itself.
            if package["source"].is_null() {
                continue;
            }
            let scope = if inside.contains(id) {
                "required"
            } else {
                "excluded"
            };
            let part = parts
                .entry(reference(package))
                .or_insert_with(|| component(package, &lock));
            if scope == "required" || part["scope"].is_null() {
                part["scope"] = json!(scope);
            }
            if let Some(uses) = part["properties"].as_array_mut() {
                uses.push(json!({"name": "used-by", "value": program}));
            }
        }
    }
    let mut components: Vec<Value> = parts.into_values().collect();
    for (name, file) in FONTS {
        components.push(font(name, file)?);
    }
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": "bytes-per-token",
                "version": env!("CARGO_PKG_VERSION"),
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
            },
        },
        "components": components,
    });
    serde_json::to_string_pretty(&bill).map_err(|e| e.to_string())
}

/// What `cargo metadata` says for one target.
struct Graph {
    packages: BTreeMap<String, Value>,
    /// From a package to what it uses, with whether that runs only while building.
    edges: BTreeMap<String, Vec<(String, bool)>>,
}

impl Graph {
    fn read(target: Option<&str>) -> Result<Self, String> {
        let host = match target {
            Some(target) => target.to_owned(),
            None => host()?,
        };
        let text = exec::output(exec::cargo().args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--offline",
            "--filter-platform",
            &host,
        ]))?;
        let all: Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
        let id = |value: &Value| value["id"].as_str().unwrap_or_default().to_owned();
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let packages: BTreeMap<String, Value> = list(&all["packages"])
            .into_iter()
            .map(|p| (id(&p), p))
            .collect();
        let is_macro = |id: &str| {
            list(&packages[id]["targets"])
                .iter()
                .any(|t| t["kind"][0] == "proc-macro")
        };
        let mut edges = BTreeMap::new();
        for node in list(&all["resolve"]["nodes"]) {
            let uses = list(&node["deps"])
                .iter()
                .filter_map(|dep| {
                    let to = dep["pkg"].as_str()?.to_owned();
                    let kinds = list(&dep["dep_kinds"]);
                    let normal = kinds.iter().any(|k| k["kind"].is_null());
                    let build = kinds.iter().any(|k| k["kind"] == "build");
                    let building = !normal || is_macro(&to);
                    (normal || build).then_some((to, building))
                })
                .collect();
            edges.insert(id(&node), uses);
        }
        Ok(Self { packages, edges })
    }

    /// Ids that a package of the workspace brings in; with `building`, those too that only run
    /// while it is compiled.
    fn reached(&self, root: &str, building: bool) -> Result<BTreeSet<&str>, String> {
        let start = self
            .packages
            .iter()
            .find(|(_, p)| p["name"] == root && p["source"].is_null())
            .map(|(id, _)| id.as_str())
            .ok_or_else(|| format!("the workspace has no {root}"))?;
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                let uses = self.edges.get(id).into_iter().flatten();
                open.extend(
                    uses.filter(|(_, b)| building || !b)
                        .map(|(to, _)| to.as_str()),
                );
            }
        }
        Ok(seen)
    }
}

/// The target that rustc compiles for by itself.
fn host() -> Result<String, String> {
    let text = exec::output(exec::command("rustc").arg("-vV"))?;
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| "rustc names no host".to_owned())
}

fn reference(package: &Value) -> String {
    let word = |key: &str| package[key].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", word("name"), word("version"))
}

fn component(package: &Value, lock: &str) -> Value {
    let word = |key: &str| package[key].as_str().unwrap_or_default();
    // A slash is how some old manifests write "or".
    let licence = word("license").replace('/', " OR ");
    let licence: Vec<&str> = licence.split_whitespace().collect();
    let mut part = json!({
        "type": "library",
        "bom-ref": reference(package),
        "purl": reference(package),
        "name": word("name"),
        "version": word("version"),
        "licenses": [{"expression": licence.join(" ")}],
        "properties": [],
    });
    if let Some(sum) = checksum(lock, word("name"), word("version")) {
        part["hashes"] = json!([{"alg": "SHA-256", "content": sum}]);
    }
    part
}

/// Checksum of a package in the text of a Cargo.lock.
fn checksum(lock: &str, name: &str, version: &str) -> Option<String> {
    let head = format!("name = \"{name}\"\nversion = \"{version}\"\n");
    let entry = lock.split("[[package]]\n").find(|e| e.starts_with(&head))?;
    let line = entry
        .lines()
        .find_map(|l| l.strip_prefix("checksum = \""))?;
    Some(line.trim_end_matches('"').to_owned())
}

fn font(name: &str, file: &str) -> Result<Value, String> {
    let path = paths::root().join(file);
    let bytes = std::fs::read(&path).map_err(|e| super::at(&path, e))?;
    Ok(json!({
        "type": "file",
        "bom-ref": file,
        "name": name,
        "licenses": [{"license": {"id": "OFL-1.1"}}],
        "hashes": [{"alg": "SHA-256", "content": super::sha256(&bytes)}],
        "scope": "required",
        "properties": [{"name": "used-by", "value": "page"}],
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_very_version() {
        let entry = |version, sum| {
            format!(
                "[[package]]\nname = \"a\"\nversion = \"{version}\"\nsource = \"r\"\nchecksum = \"{sum}\"\n\n"
            )
        };
        let lock = entry("1.0.0", "11") + &entry("2.0.0", "22");
        assert_eq!(checksum(&lock, "a", "2.0.0").as_deref(), Some("22"));
        assert_eq!(checksum(&lock, "a", "3.0.0"), None);
    }
}
