//! Prints the story as one reads it, with the numbers of its first state: `article [LANG]`.

use bpt_catalog::story::{self, chapters};
use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::bytes::Names;
use bpt_charts::figures::{self, Figure, Inputs};
use bpt_core::{Scenario, estimate};
use bpt_words::story::{Actor, Chapter, Held, Scene, StoryText, Term};
use bpt_words::{Language, Slot, language, plain, story::plain as prose};

type Failed = Box<dyn std::error::Error>;

fn main() -> Result<(), Failed> {
    let words = language(&std::env::args().nth(1).unwrap_or_default());
    let story = words.story();
    let data = chapters().map_err(|error| format!("{error:?}"))?;
    for (at, chapter) in data.iter().enumerate() {
        let a = resolve(&chapter.a)?;
        let b = chapter.b.as_ref().map(resolve).transpose()?;
        let scene = scene(chapter, &a, b.as_ref());
        if at == 0 {
            let [first, second] = story.title(&scene);
            println!("# {} {}\n", plain(&first), plain(&second));
            println!("{}\n", prose(&story.lead(&scene)));
        }
        let Some(which) = Chapter::from_id(&chapter.id) else {
            continue;
        };
        println!("## {}. {}\n", at + 1, story.heading(which));
        println!("{}\n", prose(&story.prose(which, &scene)));
        if let Some(figure) = figure(which, &a, b.as_ref(), words) {
            let said = &figure.words;
            println!("  [{}]", plain(&said.title));
            println!("  [{}]", plain(&said.line));
            println!("  [{}]\n", said.note);
            println!("> {}\n", plain(&said.takeaway));
        }
        let runs = &chapter.case.runs;
        let runs: Vec<Held> = runs
            .iter()
            .map(|run| Held::new(Catalog::embedded(), run))
            .collect();
        let asks = story.text(StoryText::DoesItHold);
        println!("{asks} {}\n", plain(&story.holds(which, &runs)));
    }
    for &term in Term::ALL {
        let [word, sentence] = story.term(term);
        println!("- {word}: {sentence}");
    }
    Ok(())
}

fn resolve(row: &ScenarioRow) -> Result<Scenario, Failed> {
    Ok(Catalog::embedded()
        .resolve(row)
        .map_err(|error| format!("{error:?}"))?)
}

fn scene(chapter: &story::Chapter, a: &Scenario, b: Option<&Scenario>) -> Scene {
    let catalog = Catalog::embedded();
    let name = |row: &ScenarioRow| {
        let id = row.model_id.as_deref().unwrap_or_default();
        catalog
            .model(id)
            .map_or_else(|| id.to_owned(), |model| model.name.clone())
    };
    let mut sides = vec![Actor::new(Slot::A, &name(&chapter.a), a, &estimate(a))];
    if let (Some(row), Some(b)) = (&chapter.b, b) {
        sides.push(Actor::new(Slot::B, &name(row), b, &estimate(b)));
    }
    let device = chapter.a.device_id.as_deref();
    let device = device.and_then(|id| catalog.device(id));
    Scene {
        sides,
        same: false,
        device: device.map(|device| device.short.clone()),
        users: a.users,
    }
}

/// A chapter's figure; those of runs and rankings need more than two scenarios.
fn figure(
    chapter: Chapter,
    a: &Scenario,
    b: Option<&Scenario>,
    words: &dyn Language,
) -> Option<Figure> {
    let inputs = Inputs::new(a, b);
    Some(match chapter {
        Chapter::Bytes => {
            let names = Names {
                models: ["A", "B"],
                token: 7,
                full: None,
            };
            figures::bytes::figure(&inputs, names, words)
        }
        Chapter::Bits => figures::bits::figure(&inputs, words),
        Chapter::Context => figures::context::figure(&inputs, words),
        Chapter::Prefill => figures::prefill::figure(&inputs, words),
        Chapter::Bandwidth => figures::bandwidth::figure(&inputs, words),
        Chapter::Users => figures::users::figure(&inputs, words),
        Chapter::Two => figures::two::figure(&inputs, words),
        Chapter::Spill => figures::spill::figure(&inputs, words),
        Chapter::Speculation => figures::speculation::figure(&inputs, words),
        Chapter::Measure | Chapter::Rightsize => return None,
    })
}
