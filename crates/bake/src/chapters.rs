//! The chapters' figures at their own scenarios.

use bpt_catalog::{Catalog, ScenarioRow};
use bpt_charts::figures::measure::{Run, Runs};
use bpt_charts::figures::{Figure, Inputs, View};
use bpt_core::{Estimate, Scenario, estimate};
use bpt_permalink::PageState;
use bpt_story::{
    CHAPTERS, Control, Entry, Given, Here, LEAST, Models, Story, here, largest, model_names, scene,
};
use bpt_words::story::Scene;
use bpt_words::{Language, Quantity, Room};

use crate::Failed;

/// A pair of scenarios.
pub(crate) struct Pair {
    pub(crate) models: Models,
    pub(crate) solved: Vec<(Scenario, Estimate)>,
}

impl Pair {
    pub(crate) fn of(state: &PageState) -> Result<Self, Failed> {
        let catalog = Catalog::embedded();
        let rows = [Some(state.row_a()), state.row_b(catalog)];
        let mut solved = Vec::new();
        for row in rows.iter().flatten() {
            let scenario = catalog.resolve(row).map_err(|why| format!("{why:?}"))?;
            let now = estimate(&scenario);
            solved.push((scenario, now));
        }
        let names = model_names(catalog, [rows[0].as_ref(), rows[1].as_ref()]);
        Ok(Self {
            models: Models { rows, names },
            solved,
        })
    }

    fn rows(&self) -> [Option<&ScenarioRow>; 2] {
        [self.models.rows[0].as_ref(), self.models.rows[1].as_ref()]
    }

    /// Its line, which says these quantities.
    pub(crate) fn here(&self, named: &[Quantity], words: &dyn Language) -> Vec<Here> {
        let scenario = self.solved.first().map(|(scenario, _)| scenario);
        here(Catalog::embedded(), self.rows(), scenario, named, words)
    }

    /// With much room or little.
    pub(crate) fn inputs(&self, room: Room) -> Inputs<'_> {
        Inputs {
            view: View {
                room,
                ..View::default()
            },
            ..Inputs::new(
                &self.solved[0].0,
                self.solved.get(1).map(|(scenario, _)| scenario),
            )
        }
    }

    pub(crate) fn scene(&self) -> Scene {
        let solved = |at: usize| self.solved.get(at).map(|(s, now)| (s, now));
        scene(Catalog::embedded(), self.rows(), [solved(0), solved(1)])
    }
}

/// A chapter with its scenarios.
pub(crate) struct Baked {
    pub(crate) entry: &'static Entry,
    pub(crate) pair: Pair,
    controls: Vec<Control>,
}

/// All chapters as they are before anything is changed.
pub(crate) fn all(story: &Story) -> Result<Vec<Baked>, Failed> {
    let first = PageState::default();
    CHAPTERS
        .iter()
        .map(|entry| {
            Ok(Baked {
                entry,
                pair: Pair::of(&story.state(entry.chapter, &first, false))?,
                controls: story.controls(entry.chapter),
            })
        })
        .collect()
}

impl Baked {
    /// The figure, with much room or little.
    pub(crate) fn figure(
        &self,
        story: &Story,
        runs: &[Run],
        room: Room,
        words: &dyn Language,
    ) -> Figure {
        let pair = &self.pair;
        let given = Given {
            inputs: pair.inputs(room),
            models: &pair.models,
            data: story.chapter(self.entry.chapter),
            token: bpt_story::FIRST_TOKEN,
            full: largest(pair.solved.iter().map(|(scenario, _)| scenario)),
            runs: Runs {
                runs,
                held_out: false,
            },
            least: LEAST.default,
        };
        (self.entry.make)(&given, words)
    }

    /// How many controls it has.
    pub(crate) fn controls(&self) -> usize {
        self.controls.len()
    }

    /// The quantities that it is about.
    pub(crate) fn named(&self) -> Vec<Quantity> {
        let quantity = |control: &Control| match control {
            Control::Slide(quantity) => Some(*quantity),
            _ => None,
        };
        self.controls.iter().filter_map(quantity).collect()
    }

    /// The scenario's line.
    pub(crate) fn here(&self, words: &dyn Language) -> Vec<Here> {
        self.pair.here(&self.named(), words)
    }
}
