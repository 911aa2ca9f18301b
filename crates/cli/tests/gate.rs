//! The gate on errors and coverage fails when it should: each time one fault is planted in copies
//! of the files that it reads.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

const FILES: [&str; 3] = [
    "docs/accuracy_limits.json",
    "docs/accuracy.json",
    "data/measurements.json",
];

fn read(folder: &Path, name: &str) -> Value {
    let text = std::fs::read_to_string(folder.join(name)).expect(name);
    serde_json::from_str(&text).expect(name)
}

/// A folder with the files as they are, but for one that `plant` changes.
fn planted(name: &str, file: &str, plant: impl Fn(&mut Value)) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::temp_dir().join(format!("bpt-gate-{name}-{}", std::process::id()));
    for one in FILES {
        let mut value = read(&root, one);
        if one == file {
            plant(&mut value);
        }
        let path = folder.join(one);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, value.to_string()).expect("a file");
    }
    folder
}

/// Whether the gate is passed, and what it says is worse.
fn gate(folder: &Path) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_bpt"))
        .args(["docs", "gate"])
        .current_dir(folder)
        .output()
        .expect("it starts");
    let _ = std::fs::remove_dir_all(folder);
    let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
    let all = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in all.lines().filter(|line| line.starts_with("WORSE")) {
        said.push_str(line);
        said.push('\n');
    }
    (output.status.success(), said)
}

fn fails_with(folder: &Path, words: &[&str]) {
    let (passed, said) = gate(folder);
    assert!(!passed, "passed with a fault");
    for word in words {
        assert!(said.contains(word), "no {word} in\n{said}");
    }
}

/// A held-out group, by metric.
fn group<'a>(kept: &'a mut Value, metric: &str, name: &str) -> &'a mut Value {
    let all = kept["held_out"].as_array_mut().expect("results").iter_mut();
    let mut all = all.filter(|one| one["by"] == "source-and-device" && one["metric"] == metric);
    let groups = all.next().expect("the metric")["groups"].as_array_mut();
    let mut groups = groups.expect("groups").iter_mut();
    groups.find(|one| one["group"] == name).expect("the group")
}

#[test]
fn as_they_are_the_files_pass() {
    let (passed, said) = gate(&planted("none", "", |_| {}));
    assert!(passed, "{said}");
}

/// As if every estimate had become 30 % too slow or too fast.
#[test]
fn speeds_that_are_off_fail() {
    for (name, times) in [("fast", 1.3), ("slow", 1.0 / 1.3)] {
        let folder = planted(name, "data/measurements.json", |all| {
            for row in all["rows"].as_array_mut().expect("rows") {
                for key in [
                    "decode_tok_s_per_user",
                    "decode_tok_s_total",
                    "prefill_tok_s",
                ] {
                    if let Some(speed) = row[key].as_f64() {
                        row[key] = json!(speed * times);
                    }
                }
            }
        });
        fails_with(
            &folder,
            &[
                "decode fitted: headline: all: median_abs_ln",
                "decode fitted: all: quality A and B: bias_ln",
                "prefill fitted: all: quality A and B: bias_ln",
            ],
        );
    }
}

#[test]
fn a_row_that_cannot_be_used_fails() {
    let folder = planted("skipped", "data/measurements.json", |all| {
        all["rows"][0]["model_id"] = json!("nobody-has-this");
    });
    fails_with(&folder, &["1 rows skipped"]);
}

#[test]
fn held_out_errors_that_grow_fail() {
    for (metric, name, number, value) in [
        ("decode", "headline: all", "median_abs_ln", 0.15),
        ("decode", "headline: all", "p90_abs_ln", 0.6),
        ("prefill", "all: quality A and B", "median_abs_ln", 0.31),
        ("decode", "class: apple", "bias_ln", -0.2),
    ] {
        let folder = planted(&format!("{metric}-{number}-{value}"), FILES[1], |kept| {
            group(kept, metric, name)[number] = json!(value);
        });
        fails_with(
            &folder,
            &[&format!("{metric} source-and-device: {name}: {number}")],
        );
    }
}

/// Ranges too narrow, and ranges so wide that they say nothing; of all, of a class, of a group.
#[test]
fn coverage_outside_its_band_fails() {
    for (metric, name, value) in [
        ("decode", "headline: all", 0.7),
        ("decode", "all: quality A and B", 0.95),
        ("prefill", "all: quality A and B", 0.5),
        ("decode", "class: cpu", 0.6),
        ("prefill", "class: apple", 0.99),
        ("prefill", "engine: vllm cuda", 0.4),
    ] {
        let folder = planted(&format!("{metric}-coverage-{value}"), FILES[1], |kept| {
            group(kept, metric, name)["coverage"] = json!(value);
        });
        fails_with(
            &folder,
            &[&format!("{metric} source-and-device: {name}: coverage")],
        );
    }
}
