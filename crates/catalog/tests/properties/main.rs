//! What must hold for any scenario: random models, devices, formats, placements, splits,
//! speculation and extreme inputs.
//!
//! `BPT_SCENARIOS` sets how many scenarios are tried; the default is the bounded run of the checks.

#[path = "../common/mod.rs"]
mod common;
mod rows;

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::estimate::DeviceUse;
use bpt_core::parts::PartName;
use bpt_core::scenario::{Draft, ParallelKind, Placement, Scenario};
use bpt_core::units::{Bytes, BytesPerSecond, Joules, Watts};
use bpt_core::{Estimate, estimate};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rows::row;

/// Rounding of sums and quotients.
const ROUNDING: f64 = 1e-9;

fn scenarios(share: u32) -> u32 {
    let all = std::env::var("BPT_SCENARIOS")
        .ok()
        .and_then(|text| text.parse().ok());
    (all.unwrap_or(100_000_u32) / share).max(100)
}

/// The same draws every time.
fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    TestRunner::new_with_rng(config, rng)
}

fn check(share: u32, test: impl Fn(Scenario) -> Result<(), TestCaseError>) {
    let result = runner(scenarios(share)).run(&row(), |row| {
        let parsed = ScenarioRow::from_json(&row)
            .map_err(|error| TestCaseError::fail(format!("{error}: {row}")))?;
        match Catalog::embedded().resolve(&parsed) {
            Ok(scenario) => test(scenario).map_err(|error| match error {
                TestCaseError::Fail(why) => TestCaseError::fail(format!("{why}\n{row}")),
                reject @ TestCaseError::Reject(_) => reject,
            }),
            Err(_) => Ok(()),
        }
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// What a scenario is an example of.
fn kinds(s: &Scenario) -> Vec<String> {
    let mut kinds = vec![
        format!("split: {:?}", s.parallel.kind),
        format!("engine: {:?}", s.engine),
        format!("backend: {:?}", s.backend),
    ];
    kinds.push(format!(
        "placement: {}",
        match s.placement {
            Placement::AllGpu => "all on the device",
            Placement::CpuOnly => "CPU only",
            Placement::LayersOnGpu(_) => "layers in RAM",
            Placement::ExpertsOnCpu(_) => "experts in RAM",
        }
    ));
    kinds.push(format!(
        "speculation: {}",
        match s.speculation.as_ref().map(|one| &one.draft) {
            None => "none",
            Some(Draft::Model(_)) => "a draft model of the catalog",
            Some(Draft::Share(_)) => "a draft model by size",
            Some(Draft::Head) => "a built-in head",
            Some(Draft::Block) => "a block in one pass",
            Some(Draft::Lookup) => "a lookup",
        }
    ));
    let more = [
        ("mixed cards", s.devices.len() > 1),
        ("several machines", s.nodes > 1),
        ("groups that share a copy, side by side", {
            s.parallel.size > 1 && s.parallel.replicas > 1
        }),
        ("requests that arrive", s.request_rate.is_some()),
        ("a prompt behind others", s.prefill_depth > 0.0),
        ("mixed traffic", s.mixed_traffic),
        ("the reader's own measurement", s.anchor.is_some()),
        ("kernels launched one by one", s.eager),
        ("attention that is not fused", !s.flash_attention),
        ("a power limit", s.power_limit.is_some()),
    ];
    kinds.extend(
        more.iter()
            .filter(|(_, is)| *is)
            .map(|(what, _)| format!("with {what}")),
    );
    kinds
}

/// Rows that are drawn are scenarios, and each kind of placement, split and speculation is among
/// them often.
#[test]
fn every_kind_is_drawn() {
    let mut runner = runner(10_000);
    let mut counts = std::collections::BTreeMap::new();
    let mut wrong = 0;
    for _ in 0..runner.config().cases {
        let drawn = row().new_tree(&mut runner).expect("a row").current();
        let parsed = ScenarioRow::from_json(&drawn).expect("a row");
        match Catalog::embedded().resolve(&parsed) {
            Ok(s) => kinds(&s)
                .into_iter()
                .for_each(|kind| *counts.entry(kind).or_insert(0) += 1),
            Err(_) => wrong += 1,
        }
    }
    for (kind, count) in &counts {
        println!("{count:>6}  {kind}");
    }
    assert!(
        wrong * 50 < runner.config().cases,
        "{wrong} are no scenarios"
    );
    for (first, kinds) in [
        ("split", ParallelKind::ALL.len()),
        ("placement", 4),
        ("speculation", 6),
        ("with", 10),
    ] {
        let drawn = counts.iter().filter(|(kind, count)| {
            kind.starts_with(first) && **count >= runner.config().cases / 100
        });
        assert_eq!(drawn.count(), kinds, "{first}: a kind is drawn too seldom");
    }
}

fn numbers(e: &Estimate) -> Vec<(&'static str, f64)> {
    let m = &e.memory;
    let d = &e.decode;
    let p = &e.prefill;
    let mut all = vec![
        ("weights", m.weights.get()),
        ("kv", m.kv.get()),
        ("state", m.state.get()),
        ("allocated", m.kv_allocated.get()),
        ("compute", m.compute.get()),
        ("overhead", m.overhead.get()),
        ("draft", m.draft.get()),
        ("total", m.total.get()),
        ("host", m.host.get()),
        ("read", d.weight_bytes_read.get()),
        ("kv read", d.kv_bytes_read.get()),
        ("flops", d.flops.get()),
        ("step", d.step.get()),
        ("per user", d.per_user.get()),
        ("total speed", d.total.get()),
        ("low", d.low.get()),
        ("high", d.high.get()),
        ("ceiling", d.ceiling.get()),
        ("prefill", p.seconds.get()),
        ("linear", p.flops_linear.get()),
        ("attention", p.flops_attention.get()),
    ];
    let options = [
        ("context", m.max_context.map(bpt_core::units::Tokens::get)),
        ("users", m.max_users),
        (
            "prefill speed",
            p.speed.map(bpt_core::units::TokensPerSecond::get),
        ),
        ("ttft", p.ttft.map(bpt_core::units::Seconds::get)),
        ("watts", e.energy.power.map(|power| power.value.get())),
        (
            "joules",
            e.energy.joules_per_token.map(|joules| joules.value.get()),
        ),
    ];
    all.extend(
        options
            .into_iter()
            .filter_map(|(name, value)| value.map(|value| (name, value))),
    );
    all
}

fn everywhere(e: &Estimate) -> Bytes {
    let used = |group: &DeviceUse| group.used * f64::from(group.count);
    e.memory.groups().iter().map(used).sum::<Bytes>() + e.memory.host
}

#[test]
fn everything_is_finite_and_parts_add_up() {
    check(1, |s| {
        let e = estimate(&s);
        for (name, value) in numbers(&e) {
            prop_assert!(value.is_finite() && value >= 0.0, "{name} = {value}");
        }
        let d = &e.decode;
        let sum: f64 = d.parts.iter().map(|part| part.seconds).sum();
        prop_assert!(
            (sum - d.step.get()).abs() <= ROUNDING * sum,
            "parts {sum} step {:?}",
            d.step
        );
        prop_assert!(d.low <= d.per_user && d.per_user <= d.high, "range {d:?}");
        if let (Some(low), Some(speed), Some(high)) =
            (e.prefill.low, e.prefill.speed, e.prefill.high)
        {
            prop_assert!(low <= speed && speed <= high);
        }
        if let (Some(low), Some(first), Some(high)) =
            (e.prefill.ttft_low, e.prefill.ttft, e.prefill.ttft_high)
        {
            prop_assert!(low <= first && first <= high);
        }
        let power = e
            .energy
            .power
            .map(|power| [power.low, power.value, power.high].map(Watts::get));
        let joules = e.energy.joules_per_token;
        let joules = joules.map(|j| [j.low, j.value, j.high].map(Joules::get));
        let cost = e.energy.cost_per_million.map(|c| [c.low, c.value, c.high]);
        for range in [power, joules, cost].into_iter().flatten() {
            prop_assert!(
                range.is_sorted() && range[0] >= 0.0 && range[2].is_finite(),
                "{range:?}"
            );
        }
        let m = &e.memory;
        // What a draft reads has no class.
        let draft = s.speculation.is_some();
        for (name, whole, sum, more) in [
            ("weights", m.weights, m.weights_by_class.total(), false),
            (
                "read",
                d.weight_bytes_read,
                d.weight_bytes_read_by_class.total(),
                draft,
            ),
            ("devices and host", m.total, everywhere(&e), false),
        ] {
            let (whole, sum) = (whole.get(), sum.get());
            let off = if more {
                sum - whole
            } else {
                (whole - sum).abs()
            };
            prop_assert!(off <= ROUNDING * whole, "{name}: {whole} is not {sum}");
        }
        prop_assert!(
            (d.total.get() - d.per_user.get() * s.users).abs() <= ROUNDING * d.total.get()
        );
        let groups = m.groups();
        prop_assert!(!groups.is_empty());
        prop_assert_eq!(
            e.memory.fits,
            groups.iter().all(DeviceUse::fits) && e.memory.host <= e.memory.host_capacity
        );
        Ok(())
    });
}

#[test]
fn nothing_beats_the_ceiling_without_speculation() {
    check(4, |mut s| {
        s.speculation = None;
        let d = estimate(&s).decode;
        prop_assert!(
            d.per_user.get() <= d.ceiling.get() * (1.0 + ROUNDING),
            "{:?} above {:?}",
            d.per_user,
            d.ceiling
        );
        Ok(())
    });
}

fn not_slower(slow: &Scenario, fast: &Scenario) -> Result<(), TestCaseError> {
    let (a, b) = (
        estimate(slow).decode.per_user.get(),
        estimate(fast).decode.per_user.get(),
    );
    prop_assert!(b >= a * (1.0 - ROUNDING), "{a} then {b} tok/s");
    Ok(())
}

#[test]
fn more_bandwidth_is_never_slower() {
    check(4, |s| {
        let mut faster = s.clone();
        for (device, _) in &mut faster.devices {
            device.bandwidth = BytesPerSecond::new(device.bandwidth.get() * 1.3);
            device.stream = device
                .stream
                .map(|stream| BytesPerSecond::new(stream.get() * 1.3));
        }
        not_slower(&s, &faster)?;
        let (a, b) = (
            estimate(&s).prefill.seconds,
            estimate(&faster).prefill.seconds,
        );
        prop_assert!(
            b.get() <= a.get() * (1.0 + ROUNDING),
            "prefill {a:?} then {b:?}"
        );
        Ok(())
    });
}

#[test]
fn longer_context_is_never_faster_nor_smaller() {
    check(4, |s| {
        let mut longer = s.clone();
        longer.context = s.context * 1.7 + 300.0;
        not_slower(&longer, &s)?;
        let (a, b) = (estimate(&s).memory, estimate(&longer).memory);
        prop_assert!(b.kv >= a.kv && b.total.get() >= a.total.get() * (1.0 - ROUNDING));
        Ok(())
    });
}

#[test]
fn more_users_are_never_faster_each_nor_slower_together() {
    check(4, |mut s| {
        // Kernels of several tokens fuse less. Where that more than doubles the fixed time and
        // arithmetic takes the rest, two users together can be slower than one.
        let fixed = s.coefficients.batch_overhead_factor;
        s.coefficients.batch_overhead_factor = fixed.min(2.0);
        let mut more = s.clone();
        more.users = (s.users * 1.6).ceil() + 1.0;
        let (a, b) = (estimate(&s).decode, estimate(&more).decode);
        prop_assert!(
            b.per_user.get() <= a.per_user.get() * (1.0 + ROUNDING),
            "each {a:?} {b:?}"
        );
        let switched = a
            .parts
            .iter()
            .chain(b.parts.iter())
            .any(|part| part.name == PartName::Matrix)
            && s.engine.is_ggml();
        prop_assert!(
            switched || b.total.get() >= a.total.get() * (1.0 - ROUNDING),
            "together {} then {}",
            a.total.get(),
            b.total.get()
        );
        Ok(())
    });
}

#[test]
fn more_bits_are_never_smaller_nor_faster() {
    check(4, |s| {
        let mut model = (*s.model).clone();
        let recipe = |bits: f64| {
            bpt_core::quant::Recipe::plain(bpt_core::quant::Format::Free(
                bpt_core::units::BitsPerWeight::new(bits),
            ))
        };
        let mut at = |bits: f64| {
            model = bpt_core::weights::Prepared::new(model.model.clone(), recipe(bits));
            let mut s = s.clone();
            s.model = std::sync::Arc::new(model.clone());
            (s.model.weights.kernel, estimate(&s))
        };
        // From almost nothing to sixteen bits; which step, the random context says.
        const STEPS: [[f64; 2]; 5] = [[1.5, 1.9], [2.1, 3.0], [4.5, 5.5], [6.0, 8.5], [10.0, 16.0]];
        let [fewer, more] = STEPS[s.context as usize % STEPS.len()];
        let (low_kernel, low) = at(fewer);
        let (high_kernel, high) = at(more);
        prop_assert!(high.memory.weights >= low.memory.weights);
        prop_assert!(high.decode.weight_bytes_read >= low.decode.weight_bytes_read);
        if low_kernel == high_kernel {
            prop_assert!(
                high.decode.per_user.get() <= low.decode.per_user.get() * (1.0 + ROUNDING)
            );
        }
        Ok(())
    });
}

#[test]
fn a_second_device_by_layers_never_needs_less() {
    check(8, |mut s| {
        // Other users' prompts do go faster: their batches fill both devices.
        s.mixed_traffic = false;
        s.devices.truncate(1);
        s.devices[0].1 = 1;
        s.nodes = 1;
        s.parallel = bpt_core::scenario::Parallel {
            kind: ParallelKind::None,
            size: 1,
            replicas: 1,
        };
        let one = estimate(&s);
        s.devices[0].1 = 2;
        s.parallel = bpt_core::scenario::Parallel {
            kind: ParallelKind::LayerSplit,
            size: 2,
            replicas: 1,
        };
        let two = estimate(&s);
        prop_assert!(two.memory.total.get() >= one.memory.total.get() * (1.0 - ROUNDING));
        let (a, b) = (one.decode.per_user.get(), two.decode.per_user.get());
        prop_assert!(b <= a * (1.0 + ROUNDING), "{a} on one, {b} on two");
        Ok(())
    });
}
