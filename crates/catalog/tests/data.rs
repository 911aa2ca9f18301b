//! Every datum of `data/` has a source, a status and a date, and lies within physical bounds.

mod common;

use std::collections::BTreeSet;

use serde_json::Value;

const STATUSES: [&str; 4] = ["spec", "measured", "derived", "assumed"];

fn data(name: &str) -> Value {
    serde_json::from_str(&common::read(&format!("data/{name}"))).expect(name)
}

fn list<'a>(data: &'a Value, key: &str) -> &'a Vec<Value> {
    data[key].as_array().expect(key)
}

fn id(entry: &Value) -> &str {
    entry["id"].as_str().expect("an id")
}

fn unique(entries: &[Value]) {
    let ids: BTreeSet<&str> = entries.iter().map(id).collect();
    assert_eq!(ids.len(), entries.len(), "ids repeat");
}

/// Whether a text is a date from `YYYY` to `YYYY-MM-DD`.
fn dated(value: &Value) -> bool {
    let Some(text) = value.as_str() else {
        return false;
    };
    let year = text.get(..4).and_then(|year| year.parse::<u32>().ok());
    year.is_some_and(|year| (2005..2100).contains(&year))
}

/// The source ids of a datum `[value, status, "id id"]`, each of them known.
fn check_datum(entry: &Value, key: &str, datum: &Value, sources: &Value) {
    let at = format!("{} {key}", id(entry));
    let status = datum[1].as_str().expect(&at);
    assert!(STATUSES.contains(&status), "{at}: status {status}");
    let ids = datum[2].as_str().expect(&at);
    assert!(!ids.is_empty(), "{at}: no source");
    for source in ids.split(' ') {
        let source = &sources[source];
        assert!(source["what"].is_string(), "{at}: unknown source in {ids}");
        assert!(dated(&source["date"]), "{at}: source without date in {ids}");
    }
}

fn within(entry: &Value, key: &str, low: f64, high: f64) {
    let value = &entry[key][0];
    if value.is_null() {
        return;
    }
    let number = value.as_f64().expect(key);
    assert!(
        (low..=high).contains(&number),
        "{} {key}: {number} is outside {low} to {high}",
        id(entry)
    );
}

#[test]
fn devices_have_provenance_and_physical_numbers() {
    let all = data("devices.json");
    assert!(dated(&all["collected"]));
    let devices = list(&all, "devices");
    unique(devices);
    let plain = [
        "id",
        "name",
        "short",
        "group",
        "class",
        "vendor",
        "kind",
        "segment",
        "arch",
        "memory_type",
        "sold_gb",
        "default_gb",
        "bus",
        "engine",
        "backend",
        "link",
        "node_link",
        "pcie",
        "cpu",
        "cpu_assumed",
        "bandwidth_measured_gb_s",
        "tflops_measured",
    ];
    for device in devices {
        for (key, datum) in device.as_object().expect("an object") {
            if !plain.contains(&key.as_str()) {
                check_datum(device, key, datum, &all["sources"]);
            }
        }
        for key in [
            "bandwidth_gb_s",
            "memory_gib",
            "reserve_gib",
            "fp32_tflops",
            "fp16_tflops",
        ] {
            assert!(device[key].is_array(), "{}: no {key}", id(device));
        }
        // From a Raspberry Pi to on-chip SRAM and the largest accelerators of 2026.
        within(device, "bandwidth_gb_s", 5.0, 100_000.0);
        within(device, "fp32_tflops", 0.05, 300.0);
        within(device, "fp16_tflops", 0.1, 5_000.0);
        within(device, "int8_tops", 0.1, 10_000.0);
        within(device, "fp8_tflops", 20.0, 10_000.0);
        within(device, "fp4_tflops", 50.0, 30_000.0);
        within(device, "tdp_w", 5.0, 2_000.0);
        within(device, "price_usd", 50.0, 100_000.0);
        let peak = device["bandwidth_gb_s"][0].as_f64().expect("a number");
        // Bus width x data rate / 8: makers round, B200 boards run slower (data/README.md).
        if let (Some(bits), Some(rate)) = (device["bus"][0].as_f64(), device["bus"][1].as_f64()) {
            let bus = bits * rate / 8.0;
            assert!(
                (peak / bus - 1.0).abs() < 0.07,
                "{}: bus gives {bus}",
                id(device)
            );
        }
        if let Some(stream) = device["stream_gb_s"][0].as_f64() {
            assert!(
                stream <= peak,
                "{}: streams faster than its peak",
                id(device)
            );
        }
        for measured in device["bandwidth_measured_gb_s"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let reached = measured[0].as_f64().expect("a number");
            assert!(reached <= 1.05 * peak, "{}: measured {reached}", id(device));
            assert!(all["sources"][measured[2].as_str().expect("a source")].is_object());
        }
        for size in device["memory_gib"][0].as_array().expect("sizes") {
            let size = size.as_f64().expect("a number");
            assert!(
                (0.1..=8_192.0).contains(&size),
                "{}: {size} GiB",
                id(device)
            );
        }
        // A type half as wide is at most four times as fast, and no slower (INT8 was cut on B300).
        if let (Some(wide), Some(narrow)) = (
            device["fp16_tflops"][0].as_f64(),
            device["fp8_tflops"][0].as_f64(),
        ) {
            assert!((1.0..=4.1).contains(&(narrow / wide)), "{}", id(device));
        }
    }
}

#[test]
fn links_have_provenance_and_physical_numbers() {
    let all = data("links.json");
    let links = list(&all, "links");
    unique(links);
    for link in links {
        check_datum(link, "theory_gb_s", &link["theory_gb_s"], &all["sources"]);
        check_datum(
            link,
            "bandwidth_gb_s",
            &link["bandwidth_gb_s"],
            &all["sources"],
        );
        within(link, "bandwidth_gb_s", 0.1, 1_000.0);
        let (usable, theory) = (
            link["bandwidth_gb_s"][0].as_f64().expect("a number"),
            link["theory_gb_s"][0].as_f64().expect("a number"),
        );
        assert!(usable <= theory, "{}: more than line rate", id(link));
        let times: Vec<f64> = link["all_reduce_us"][0]
            .as_array()
            .expect("times")
            .iter()
            .map(|time| time.as_f64().expect("a number"))
            .collect();
        assert_eq!(times.len(), 3, "{}", id(link));
        assert!(
            times.windows(2).all(|pair| pair[0] <= pair[1]),
            "{}",
            id(link)
        );
        assert!(
            times.iter().all(|time| (0.5..2_000.0).contains(time)),
            "{}",
            id(link)
        );
        for status in link["all_reduce_us"][1].as_array().expect("statuses") {
            assert!(STATUSES.contains(&status.as_str().expect("a status")));
        }
        let source = link["all_reduce_us"][2].as_str().expect("a source");
        assert!(
            dated(&all["sources"][source]["date"]),
            "{}: {source}",
            id(link)
        );
    }
}

#[test]
fn models_have_provenance() {
    let models = common::models();
    unique(&models);
    for model in &models {
        let status = model["status"].as_str().expect("a status");
        let id = id(model);
        assert!(STATUSES.contains(&status), "{id}: no status {status}");
        for date in ["collected", "release_date"] {
            assert!(dated(&model[date]), "{id}: {date} is no date");
        }
        assert!(!list(model, "sources").is_empty(), "{id}: no sources");
        let config = &model["upstream_config"];
        assert!(config.is_string(), "{id}: upstream_config is no address");
        for file in list(model, "gguf") {
            assert!(file["source"].is_string(), "{id}: a file without source");
            // Every stored weight takes between one and forty bits.
            let bits = file["bits_per_weight"].as_f64().expect("a number");
            assert!((1.0..40.0).contains(&bits), "{id}: {bits} bits a weight");
        }
    }
}

#[test]
fn formats_engines_and_quality_have_provenance() {
    for (file, key) in [
        ("quants.json", "quants"),
        ("kv_types.json", "kv_types"),
        ("engines.json", "engines"),
    ] {
        let all = data(file);
        assert!(dated(&all["collected"]), "{file}");
        unique(list(&all, key));
        for entry in list(&all, key) {
            let status = entry["status"].as_str().expect("a status");
            assert!(STATUSES.contains(&status), "{}", id(entry));
            assert!(entry["source"].is_string(), "{}", id(entry));
        }
    }
    let quality = data("quant_quality.json");
    assert!(quality["source"].is_string() && dated(&quality["date"]));
    for row in list(&quality, "rows") {
        let loss = row["kld"].as_f64().expect("a number");
        assert!((0.0..20.0).contains(&loss));
    }
}

#[test]
fn coefficients_are_within_the_bounds_of_core() {
    let all = data("calibration.json");
    assert!(all["revision"].is_string() && dated(&all["newest_software"]));
    let coefficients = list(&all, "coefficients");
    for entry in coefficients {
        let name = entry["name"].as_str().expect("a name");
        let info = bpt_core::coefficients::Coefficients::info(name).expect(name);
        let value = entry["value"].as_f64().expect(name);
        assert!(info.low <= value && value <= info.high, "{name}: {value}");
        assert!(
            entry["spread"].as_f64().is_some_and(|spread| spread >= 0.0),
            "{name}"
        );
        assert!(
            entry["rows"].as_f64().is_some_and(|rows| rows >= 0.0),
            "{name}"
        );
        assert!(entry["what"].is_string(), "{name}: no sentence");
    }
    let names: BTreeSet<&str> = coefficients
        .iter()
        .map(|entry| entry["name"].as_str().expect("a name"))
        .collect();
    for info in bpt_core::coefficients::Coefficients::ALL {
        assert!(
            names.contains(info.name),
            "{} is not in calibration.json",
            info.name
        );
    }
}

#[test]
fn measurements_have_provenance_and_physical_speeds() {
    let all = data("measurements.json");
    let rows = list(&all, "rows");
    unique(rows);
    for row in rows {
        assert!(row["source"].is_string(), "{}", id(row));
        assert!(row["source_group"].is_string(), "{}", id(row));
        assert!(["A", "B", "C"].contains(&row["quality"].as_str().expect("a quality")));
        for (key, least, most) in [
            ("decode_tok_s_per_user", 0.01, 20_000.0),
            ("decode_tok_s_total", 0.01, 1_000_000.0),
            ("prefill_tok_s", 0.1, 1_000_000.0),
            ("ttft_s", 0.0, 100_000.0),
            ("power_w", 1.0, 100_000.0),
        ] {
            if let Some(value) = row[key].as_f64() {
                assert!(
                    (least..=most).contains(&value),
                    "{} {key}: {value}",
                    id(row)
                );
            }
        }
    }
}

/// Every entry is one that the program can read; else it would end at its first question.
#[test]
fn the_whole_catalog_is_read() {
    if let Err(wrong) = bpt_catalog::Catalog::from_json(bpt_catalog::Catalog::whole_json()) {
        panic!("{wrong}");
    }
}
