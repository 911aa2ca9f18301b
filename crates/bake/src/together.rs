//! Figure `together`, as it stands before any program.

use bpt_charts::figures::{Cell, Column, Table};
use bpt_charts::sweep::over_context;
use bpt_charts::together::{self, Model, point_at};
use bpt_words::story::StoryText;
use bpt_words::{Language, Room, Slot, Span, Ui};

use crate::Failed;
use crate::chapters::Pair;
use crate::html::{spans, table};
use crate::page::Making;
use crate::posters::files;

impl Making<'_> {
    /// Figure `together`: the sentence, both charts, the numbers.
    pub(crate) fn together(&self, first: &Pair) -> Result<String, Failed> {
        let words = self.words;
        let curves: Vec<_> = first
            .solved
            .iter()
            .map(|(scenario, now)| over_context(scenario, now))
            .collect();
        let models: Vec<Model<'_>> = Slot::ALL
            .into_iter()
            .zip(first.solved.iter().zip(&curves))
            .map(|(slot, ((scenario, now), curve))| Model {
                slot,
                scenario,
                now,
                curve,
            })
            .collect();
        let scene = first.scene();
        let device = scene.device.unwrap_or_default();
        let facts = together::facts(&models, [device.clone(), device], false)
            .ok_or("the first models cannot be compared")?;
        let sentence: Vec<Span> = words.sentence(&facts, Room::Wide);
        let view = |narrow| together::View {
            at: models.first().map_or(0.0, |model| model.scenario.context),
            top: together::speed_top(&curves.iter().collect::<Vec<_>>()),
            narrow,
        };
        let speed =
            [false, true].map(|narrow| together::speed_vs_context(&models, view(narrow), words));
        let memory =
            [false, true].map(|narrow| together::memory_vs_context(&models, view(narrow), words));
        let of =
            |chart, name, label| files(chart, &self.named(name), label, &self.themes, self.dist);
        let speed = of([&speed[0], &speed[1]], "speed", words.ui(Ui::SpeedChart))?;
        let memory = of(
            [&memory[0], &memory[1]],
            "memory",
            words.ui(Ui::MemoryChart),
        )?;
        let numbers = table(&numbers(&models, words), words.ui(Ui::TableCaption));
        Ok(format!(
            "<section class=\"chapter\" id=\"together\"><h2 class=\"finding\">{}</h2>\
             <figure id=\"fig-together\" data-figure=\"together\"><p class=\"sentence\">{}</p>\
             <div class=\"drawn-still\">{speed}</div><div class=\"drawn-still\">{memory}</div>\
             <div class=\"data still-table\"><div class=\"scroll\">{numbers}</div></div></figure></section>",
            words.story().text(StoryText::Together),
            spans(&sentence),
        ))
    }
}

/// What both charts show, at each tick: speed with its range, memory needed.
fn numbers(models: &[Model<'_>], words: &dyn Language) -> Table {
    let of = |slot, name| Column {
        name: words.ui(name).to_owned(),
        slot: Some(slot),
    };
    let columns = models.iter().flat_map(|model| {
        [
            Ui::ColumnSpeed,
            Ui::ColumnLow,
            Ui::ColumnHigh,
            Ui::ColumnTotal,
        ]
        .map(|name| of(model.slot, name))
    });
    let context = Column::shared(words.ui(Ui::ColumnContext));
    let mut table = Table::new([context].into_iter().chain(columns));
    let n = words.numbers();
    for tick in together::context_axis(words).ticks {
        let plain = |value, text| Cell::Number {
            value,
            text,
            quantity: None,
        };
        let mut row = vec![plain(tick.value, n.whole(tick.value))];
        for model in models {
            let point = point_at(model, tick.value);
            let speeds = point.speed.map(|speed| {
                if point.fits {
                    plain(speed, n.forecast(speed))
                } else {
                    Cell::Text(words.ui(Ui::DoesNotFitShort).to_owned())
                }
            });
            row.extend(speeds);
            row.push(plain(point.need(), n.gib(point.need())));
        }
        table.rows.push(row);
    }
    table
}
