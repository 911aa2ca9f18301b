//! Errors by group: where the prediction is good and where it is not.

use bpt_charts::figures::measure;
use bpt_words::views::Text;

use crate::components::pickers::Select;
use crate::components::sentence::raw;
use crate::measured::{All, Pair, inside, run};
use crate::prelude::*;
use crate::state::Page;

/// Groups shown.
const MOST: usize = 40;

/// What runs are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Device,
    Engine,
    Kind,
    Format,
    Source,
    Users,
    Context,
}

impl By {
    const ALL: [Self; 7] = [
        Self::Device,
        Self::Engine,
        Self::Kind,
        Self::Format,
        Self::Source,
        Self::Users,
        Self::Context,
    ];

    const fn name(self) -> Text {
        match self {
            Self::Device => Text::ByDevice,
            Self::Engine => Text::ByEngine,
            Self::Kind => Text::ByKind,
            Self::Format => Text::ByFormat,
            Self::Source => Text::BySource,
            Self::Users => Text::ByUsers,
            Self::Context => Text::ByContext,
        }
    }

    fn of(self, all: &All, pair: &Pair, page: Page) -> String {
        let words = page.lab_words();
        let s = &all.runs[pair.at].scenario;
        match self {
            Self::Device => pair.device.clone(),
            Self::Engine => pair.engine.clone(),
            Self::Kind => {
                let kind = if pair.mixture {
                    Text::Mixture
                } else {
                    Text::Dense
                };
                words.views().text(kind).to_owned()
            }
            Self::Format => pair.format.clone(),
            Self::Source => pair.source.clone(),
            Self::Users => words.numbers().whole(s.users),
            // By powers of four, the ticks of the charts.
            Self::Context => {
                let low = 4.0_f64.powf(s.context.max(256.0).log(4.0).floor());
                let numbers = words.numbers();
                format!(
                    "{}\u{2013}{}",
                    numbers.binary_thousands(low),
                    numbers.binary_thousands(low * 4.0)
                )
            }
        }
    }
}

#[component]
pub(super) fn Groups(
    all: Memo<Option<All>>,
    found: Memo<Vec<usize>>,
    by: RwSignal<By>,
) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let numbers = words.numbers();
    let options = Signal::derive(move || {
        By::ALL
            .iter()
            .enumerate()
            .map(|(at, by)| (at.to_string(), say.text(by.name()).to_owned()))
            .collect::<Vec<_>>()
    });
    let value = Signal::derive(move || {
        let at = By::ALL.iter().position(|one| *one == by.get());
        at.unwrap_or(0).to_string()
    });
    let set = Callback::new(move |text: String| {
        if let Some(one) = text.parse::<usize>().ok().and_then(|at| By::ALL.get(at)) {
            by.set(*one);
        }
    });
    let rows = move || {
        let Some(all) = all.get() else {
            return Vec::new();
        };
        let mut groups: Vec<(String, Vec<&Pair>)> = Vec::new();
        found.with(|found| {
            for pair in found.iter().filter_map(|at| all.pairs.get(*at)) {
                let name = by.get().of(&all, pair, page);
                match groups.iter_mut().find(|(have, _)| *have == name) {
                    Some((_, pairs)) => pairs.push(pair),
                    None => groups.push((name, vec![pair])),
                }
            }
        });
        groups.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.0.cmp(&b.0)));
        groups
            .into_iter()
            .take(MOST)
            .filter_map(|(name, pairs)| {
                let errors = measure::errors(pairs.iter().map(|pair| run(pair)))?;
                let inside = inside(pairs.iter().copied());
                let cells = [
                    errors.size,
                    errors.size_high,
                    errors.within,
                    inside,
                    errors.middle,
                ]
                .map(|share| {
                    view! {
                        <td class="amount" data-raw=raw(share)>
                            {numbers.decimals(100.0 * share, 1)}
                        </td>
                    }
                });
                Some(view! {
                    <tr>
                        <th scope="row">{name}</th>
                        <td class="amount">{numbers.whole(errors.count as f64)}</td>
                        {cells}
                    </tr>
                })
            })
            .collect_view()
    };
    let heads = [
        Text::ColumnRuns,
        Text::ColumnErrorMiddle,
        Text::ColumnErrorNinety,
        Text::ColumnWithinTwenty,
        Text::ColumnInRange,
        Text::ColumnBias,
    ]
    .map(|name| view! { <th scope="col" class="amount">{say.text(name)}</th> });
    view! {
        <h2>{say.text(Text::GroupTable)}</h2>
        <div class="measured-by">
            <Select name=say.text(Text::GroupBy) id="runs-by" options value set />
        </div>
        <div class="scroll" tabindex="0" role="region" aria-label=say.text(Text::GroupTable)>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{say.text(Text::ColumnGroup)}</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
