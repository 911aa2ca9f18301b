//! Every claim's scenario, taken into its chapter's figure and written into a link and read again,
//! gives what the scenario itself gives, and the numbers of the claim (claims.md, "Scenarios and
//! tolerances": a speed within 25 %, a ratio within 15 %).

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_core::{Estimate, estimate};
use bpt_permalink::PageState;
use bpt_story::{CHAPTERS, Control, Story, claim_state};

fn story() -> Story {
    Story::embedded().expect("data/story.json is read")
}

fn solved(row: &ScenarioRow) -> Estimate {
    estimate(&Catalog::embedded().resolve(row).expect("a scenario"))
}

/// Estimates of the state as a link brings it back.
fn through_a_link(state: &PageState) -> Vec<Estimate> {
    let catalog = Catalog::embedded();
    let query = state.write(catalog);
    let (again, replaced) = PageState::read(&query, catalog);
    assert!(replaced.is_empty(), "{query}: {replaced:?}");
    let mut all = vec![solved(&again.row_a())];
    all.extend(again.row_b(catalog).as_ref().map(solved));
    all
}

#[test]
fn each_chapter_has_data_controls_and_words() {
    let story = story();
    for entry in &CHAPTERS {
        let data = story.chapter(entry.chapter).expect("data of the chapter");
        let controls = story.controls(entry.chapter);
        assert_eq!(controls.len(), data.sliders.len(), "{}", data.id);
        assert!((1..=3).contains(&controls.len()), "{}", data.id);
        if let Some(over) = entry.over {
            assert!(controls.contains(&Control::Slide(over)), "{}", data.id);
        }
    }
}

#[test]
fn a_chapters_state_is_its_data() {
    let story = story();
    for entry in &CHAPTERS {
        let data = story.chapter(entry.chapter).expect("data of the chapter");
        let state = story.state(entry.chapter, &PageState::default(), false);
        let shown = through_a_link(&state);
        let mut wanted = vec![solved(&data.a)];
        wanted.extend(data.b.as_ref().map(solved));
        assert_eq!(shown.len(), wanted.len(), "{}", data.id);
        for (shown, wanted) in shown.iter().zip(&wanted) {
            let (now, was) = (shown.decode.per_user.get(), wanted.decode.per_user.get());
            assert!((now / was - 1.0).abs() < 1e-9, "{}: {now} {was}", data.id);
        }
    }
}

#[test]
fn each_claims_scenarios_can_be_shown_in_its_figure() {
    let story = story();
    for entry in &CHAPTERS {
        let data = story.chapter(entry.chapter).expect("data of the chapter");
        for claim in &data.claims {
            let Some(state) = claim_state(&claim.scenarios, &PageState::default()) else {
                assert!(claim.scenarios.is_empty(), "{}", claim.id);
                continue;
            };
            let asked: Vec<f64> = claim
                .scenarios
                .iter()
                .map(|row| solved(row).decode.per_user.get())
                .collect();
            for shown in through_a_link(&state) {
                let now = shown.decode.per_user.get();
                assert!(
                    asked.iter().any(|was| (now / was - 1.0).abs() < 1e-9),
                    "{} {}: {now} is none of {asked:?}",
                    data.id,
                    claim.id
                );
            }
        }
    }
}

/// Speeds of a claim's figure, tok/s of one user.
fn speeds(claim: &str) -> Vec<f64> {
    let story = story();
    let found = CHAPTERS.iter().find_map(|entry| {
        let data = story.chapter(entry.chapter)?;
        data.claims.iter().find(|found| found.id == claim).cloned()
    });
    let claim = found.expect("a claim of the story");
    let state = claim_state(&claim.scenarios, &PageState::default()).expect("scenarios");
    through_a_link(&state)
        .iter()
        .map(|e| e.decode.per_user.get())
        .collect()
}

fn within(value: f64, wanted: f64, tolerance: f64, what: &str) {
    let off = (value / wanted - 1.0).abs();
    assert!(off <= tolerance, "{what}: {value} against {wanted}");
}

#[test]
fn founding_numbers_are_reached() {
    // claims.md: P2 "21.5 tok/s", "61 tok/s"; P5 "ratio 0.64"; E6 "ratio 6.2 within 25 %".
    let p2 = speeds("P2");
    within(p2[0], 21.5, 0.25, "P2 A");
    within(p2[1], 61.0, 0.25, "P2 B");
    let p5 = speeds("P5");
    within(p5[1] / p5[0], 0.64, 0.15, "P5");
    let e6 = speeds("E6");
    within(e6[1] / e6[0], 6.2, 0.25, "E6");
    // P4: "332.7 to 162.4 ms per token on two nodes".
    let p4 = speeds("P4");
    within(p4[1] / p4[0], 332.7 / 162.4, 0.15, "P4");
    // E10: "0.97 within 8 %".
    let e10 = speeds("E10");
    within(e10[1] / e10[0], 0.97, 0.08, "E10");
}

/// The chapter's own pair: over the same machines and link, dividing every layer is worth it for
/// the model that reads much, and not for the one that reads little (claim P4).
#[test]
fn dividing_wins_for_one_and_loses_for_the_other() {
    let story = story();
    let entry = bpt_story::entry("two").expect("a chapter");
    let data = story.chapter(entry.chapter).expect("its data");
    let small = data.b.clone().expect("B");
    assert_eq!(
        (&data.a.device_id, data.a.device_count, &data.a.link_id),
        (&small.device_id, small.device_count, &small.link_id)
    );
    let split = |row: &ScenarioRow, kind: &str, count: f64| {
        let mut row = row.clone();
        row.device_count = Some(count);
        row.nodes = Some(count);
        let parallel = row.parallel.as_mut().expect("a split");
        parallel.kind = Some(kind.into());
        parallel.size = Some(count);
        solved(&row)
    };
    let speed = |e: &Estimate| e.decode.per_user.get();
    let (one, layers) = (
        split(&data.a, "none", 1.0),
        split(&data.a, "layer_split", 2.0),
    );
    let divided = split(&data.a, "tensor", 2.0);
    assert!(!one.memory.fits && layers.memory.fits && divided.memory.fits);
    assert!(speed(&divided) > 1.1 * speed(&layers));
    let (one, divided) = (split(&small, "none", 1.0), split(&small, "tensor", 2.0));
    assert!(one.memory.fits && divided.memory.fits);
    assert!(1.1 * speed(&divided) < speed(&one));
}

#[test]
fn a_slider_moves_both_models() {
    let story = story();
    for entry in &CHAPTERS {
        let mut state = story.state(entry.chapter, &PageState::default(), false);
        state.a.context_tokens = Some(4321.0);
        let catalog = Catalog::embedded();
        for row in [Some(state.row_a()), state.row_b(catalog)].iter().flatten() {
            assert_eq!(row.context_tokens, Some(4321.0), "{}", entry.chapter.id());
        }
    }
}
