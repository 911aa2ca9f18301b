//! Right-size, measurements and reverse in English.

use super::{English, N, tokens_text};
use crate::figures::Errors;
use crate::format::THIN;
use crate::language::Quantity;
use crate::span::{Slot, Span};
use crate::views::{NearRun, Need, Needs, RightFix, Text, ViewLanguage};

const fn text(text: Text) -> &'static str {
    match text {
        Text::RightHead => "The smallest that is good enough",
        Text::RightLead => {
            "The quickest system is the model that reads least among those good enough for you, on \
             the fewest devices it fits. Which models are good enough is yours to say."
        }
        Text::RightModels => "Models",
        Text::RightDevices => "Devices",
        Text::ChooseModels => "Choose models",
        Text::ChooseShort => "Choose",
        Text::AddMachine => "Add a device",
        Text::AddShort => "Add",
        Text::AllAt => "all at",
        Text::Kv => "KV",
        Text::Sizes => "Sizes of models",
        Text::Filter => "Find a model",
        Text::ChooseAll => "Choose all shown",
        Text::ChooseNone => "Choose none",
        Text::BySize => "By size again",
        Text::Budget => "Budget, US dollars",
        Text::BudgetHint => "Every single device up to that price, where a price is known.",
        Text::NoBudget => "My devices again",
        Text::Fewer => "Show fewer",
        Text::Remove => "Remove",
        Text::SmallestRead => "smallest read first",
        Text::PerToken => "GB per token",
        Text::PerStep => "GB per step",
        Text::InOne => "GiB",
        Text::HeatOne => "1 to 2 times your least",
        Text::HeatTwo => "2 to 4",
        Text::HeatFour => "4 to 8",
        Text::HeatEight => "8 or more",
        Text::HeatLargest => "largest that passes there",
        Text::HeatBelow => "grey: below your least",
        Text::HeatHatched => "hatched: KV read",
        Text::HeatOver => "GiB that do not fit",
        Text::RightFoot => {
            "tok/s for each user. Each cell opens in the lab. Dotted: outside what was measured."
        }
        Text::MakeA => "Make this A",
        Text::MakeB => "Make this B",
        Text::BarHead => "Weights read",
        Text::Market => "The whole market",
        Text::MarketLead => {
            "Every model on every single device, at the same bar. Darker is faster, red does not \
             fit. Point at a spot to read it, press to open it in the lab."
        }
        Text::MarketModels => "models, smallest above",
        Text::MarketDevices => "devices, least memory left",
        Text::MeasuredHead => "Predicted against measured",
        Text::MeasuredLead => {
            "Each mark is a run that somebody published with its settings. The page computes the \
             same run with the arithmetic it uses everywhere and puts both on one chart."
        }
        Text::MeasuredHowHead => "How to add a row",
        Text::MeasuredHow => {
            "Write the run as one JSON object into the file of measurements, with these keys: model, \
             device, engine, format, context, users, speed of one user, and where and when it was \
             published. Absent keys take their defaults and the estimate says so. The command line \
             shows what the row is predicted and how far off that is."
        }
        Text::MeasuredLoading => "Fetching the measured runs.",
        Text::MeasuredFailed => "The measured runs could not be fetched.",
        Text::TryAgain => "Try again",
        Text::AllOf => "all",
        Text::FilterDevice => "Device",
        Text::FilterEngine => "Engine",
        Text::FilterKind => "Kind of model",
        Text::FilterFormat => "Format",
        Text::FilterSource => "Source",
        Text::FilterModel => "Model",
        Text::OnlyClean => "One device, one user, no speculation",
        Text::GroupBy => "Error by",
        Text::ByDevice => "device",
        Text::ByEngine => "engine",
        Text::ByKind => "kind of model",
        Text::ByFormat => "format",
        Text::BySource => "source",
        Text::ByUsers => "users",
        Text::ByContext => "context",
        Text::ColumnGroup => "group",
        Text::ColumnBias => "bias, %",
        Text::ColumnErrorMiddle => "middle error, %",
        Text::ColumnErrorNinety => "P90 of the error, %",
        Text::ColumnRuns => "runs",
        Text::ColumnWithinTwenty => "within 20 %, %",
        Text::ColumnInRange => "inside the range, %",
        Text::RunHead => "This run",
        Text::RunNone => {
            "Point at a mark, or choose a run in the list, to read where it comes from."
        }
        Text::RunModel => "Model",
        Text::RunDevice => "Device",
        Text::RunFormat => "Format",
        Text::RunKv => "KV format",
        Text::RunContext => "Context",
        Text::RunUsers => "Users",
        Text::RunSpeed => "Measured",
        Text::RunPredicted => "Predicted",
        Text::RunOff => "Prediction",
        Text::RunEngine => "Engine",
        Text::RunBuild => "Build",
        Text::RunDriver => "Driver",
        Text::RunDate => "Date",
        Text::RunQuality => "Quality",
        Text::RunTags => "Tags",
        Text::RunNotes => "Notes",
        Text::RunSource => "Source",
        Text::RunSplit => "Split",
        Text::RunSpeculation => "Speculation",
        Text::RunId => "Row",
        Text::RunPlacement => "Placement",
        Text::OpenRun => "Open this run in the lab",
        Text::QualityA => "controlled",
        Text::QualityB => "another harness",
        Text::QualityC => "a setting is missing or prompt time is mixed in",
        Text::GroupTable => "Error by group",
        Text::RunsTable => "The runs",
        Text::Reverse => "What a speed would take",
        Text::LogScale => "Log scale",
        Text::ReverseLead => {
            "Set a speed, a context and users, and read the bandwidth, memory and bits they take."
        }
        Text::Dense => "dense",
        Text::Mixture => "mixture of experts",
    }
}

fn percent(share: f64) -> String {
    format!("{}{THIN}%", N.trimmed(100.0 * share, 0))
}

/// A number of runs.
fn runs(count: usize) -> String {
    if count == 1 {
        "1 run".to_owned()
    } else {
        format!("{} runs", N.whole(count as f64))
    }
}

impl ViewLanguage for English {
    fn text(&self, of: Text) -> &'static str {
        text(of)
    }

    fn sizes(&self, low: f64, high: f64) -> String {
        match (low <= 0.0, high >= 2000.0) {
            (true, true) => "Any size".to_owned(),
            (true, false) => format!("Up to {}B", N.trimmed(high, 1)),
            (false, true) => format!("{}B and larger", N.trimmed(low, 1)),
            (false, false) => format!("{}B to {}B", N.trimmed(low, 1), N.trimmed(high, 1)),
        }
    }

    fn chosen(&self, count: usize, all: usize) -> [String; 2] {
        let (count, all) = (N.whole(count as f64), N.whole(all as f64));
        [
            format!("{count} chosen of {all}"),
            format!("{count} of {all}"),
        ]
    }

    fn more(&self, count: usize) -> String {
        format!("Show {} more", N.whole(count as f64))
    }

    fn machine(&self, count: u32, name: &str) -> String {
        if count == 1 {
            name.to_owned()
        } else {
            format!("{count} × {name}")
        }
    }

    fn machine_lines(&self, bandwidth: f64, memory: f64) -> [String; 2] {
        [
            format!("{}{THIN}GB/s", N.whole(bandwidth.round())),
            format!("{}{THIN}GB", N.trimmed(memory, 0)),
        ]
    }

    fn market(&self, passing: usize, all: usize, models: usize, devices: usize) -> Vec<Span> {
        let (pass, pairs) = (passing as f64, all as f64);
        let rest = format!(
            " of {} pairs of {} models and {} devices pass your bar.",
            N.whole(pairs),
            N.whole(models as f64),
            N.whole(devices as f64)
        );
        vec![Span::strong(pass, N.whole(pass)), Span::Text(rest.into())]
    }

    fn passes_on(&self, model: &str, passing: usize, devices: usize) -> Vec<Span> {
        let all = N.whole(devices as f64);
        if passing == 0 {
            let said = format!("{model} passes on none of {all} single devices.");
            return vec![Span::Text(said.into())];
        }
        let pass = passing as f64;
        vec![
            Span::Text(format!("{model} passes on ").into()),
            Span::strong(pass, N.whole(pass)),
            Span::Text(format!(" of {all} single devices. With the least memory:").into()),
        ]
    }

    fn device_speed(&self, device: &str, memory: f64, speed: f64) -> String {
        let memory = N.trimmed(memory, 0);
        format!(
            "{device}, {memory}{THIN}GB: {}{THIN}tok/s",
            N.forecast(speed)
        )
    }

    fn right_fix(&self, fix: RightFix<'_>) -> String {
        match fix {
            RightFix::Least(speed) => format!("Be content with {}{THIN}tok/s", N.trimmed(speed, 1)),
            RightFix::Context(tokens) => format!("Shorten context to {}", N.whole(tokens)),
            RightFix::Another(name) => format!("Try {name}"),
            RightFix::AnyWait => "Wait as long as it takes".to_owned(),
        }
    }

    fn runs_of(&self, count: usize, all: usize) -> String {
        format!("{} of {}", N.whole(count as f64), runs(all))
    }

    fn errors(&self, errors: &Errors, in_range: f64) -> Vec<Span> {
        let head = format!("Over {} the prediction is off by ", runs(errors.count));
        vec![
            Span::Text(head.into()),
            Span::strong(errors.size, percent(errors.size)),
            Span::text(" in the middle; "),
            Span::strong(errors.within, percent(errors.within)),
            Span::text(" lie within 20\u{202f}% and "),
            Span::strong(in_range, percent(in_range)),
            Span::text(
                " inside the range that is printed. Most of these runs helped to fit the \
                        coefficients; the Method page names the test on sources left out.",
            ),
        ]
    }

    fn off(&self, ratio: f64) -> String {
        let share = ratio - 1.0;
        if share.abs() < 0.005 {
            "on the spot".to_owned()
        } else if share > 0.0 {
            format!("{} too high", percent(share))
        } else {
            format!("{} too low", percent(-share))
        }
    }

    fn nearest(&self, run: &NearRun) -> String {
        let names = ["model", "device", "format", "engine", "setting"];
        let differs: Vec<&str> = names
            .into_iter()
            .zip(run.differs)
            .filter_map(|(name, differs)| differs.then_some(name))
            .collect();
        let other = match differs[..] {
            [] => String::new(),
            [one] => format!(" (another {one})"),
            [first, .., last] => {
                let between = differs[1..differs.len() - 1]
                    .iter()
                    .map(|name| format!(", {name}"))
                    .collect::<String>();
                format!(" (another {first}{between} and {last})")
            }
        };
        format!(
            "{}: {} on {}, {}, {}: {} tok/s at {}{other}",
            run.slot.letter(),
            run.model,
            run.device,
            run.format,
            run.engine,
            N.trimmed(run.speed, 2),
            tokens_text(run.context),
        )
    }

    fn nearest_head(&self) -> &'static str {
        "No measured run matches here. The nearest:"
    }

    fn reverse(&self, slot: Slot, target: f64, needs: &Needs) -> Vec<Span> {
        let Needs {
            bandwidth,
            memory,
            bits,
        } = *needs;
        let mut say = vec![
            Span::text("For "),
            Span::strong(target, format!("{}\u{a0}tok/s", N.trimmed(target, 1))),
            Span::text(" for each user "),
            Span::Model(slot),
        ];
        match bandwidth.value {
            Some(value) => {
                say.push(Span::text(" needs "));
                say.push(Span::strong(value, format!("{}\u{a0}GB/s", N.exact(value))));
                say.push(Span::Text(
                    format!(
                        " of memory bandwidth, {} times what there is",
                        N.ratio(value / bandwidth.now)
                    )
                    .into(),
                ));
            }
            None => say.push(Span::text(
                " is held back by fixed work: no bandwidth is enough",
            )),
        }
        match bits.value {
            Some(value) if value >= bits.now => {
                say.push(Span::text("; the format may even stay as it is"));
            }
            Some(value) => {
                say.push(Span::text(", or "));
                say.push(Span::strong(
                    value,
                    format!("{}\u{a0}bits", N.significant(value, 2)),
                ));
                say.push(Span::Text(
                    format!(" per weight instead of {}", N.significant(bits.now, 2)).into(),
                ));
            }
            None => say.push(Span::text(", and no format alone gets there")),
        }
        if let Some(value) = memory.value {
            say.push(Span::text(". In memory it takes "));
            say.push(Span::strong(value, N.gib(value)));
            let all = N.capacity(memory.now);
            say.push(Span::Text(format!(" of {all}\u{a0}GiB").into()));
        }
        say.push(Span::text("."));
        say
    }

    fn need_fix(&self, need: Need, what: Quantity) -> String {
        let value = need.value.unwrap_or_default();
        match what {
            Quantity::Bandwidth => format!("Set bandwidth to {}{THIN}GB/s", N.exact(value)),
            Quantity::DeviceMemory => format!("Set memory to {}{THIN}GiB", N.gib(value)),
            _ => format!("Set {} bits per weight", N.significant(value, 2)),
        }
    }
}
