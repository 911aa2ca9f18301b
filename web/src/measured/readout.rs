//! One run with everything that is known of where it comes from.

use bpt_words::figures::Fixed;
use bpt_words::views::Text;

use crate::components::sentence::raw;
use crate::measured::{All, open, per_second};
use crate::names::joint;
use crate::prelude::*;
use crate::state::Page;

#[component]
pub(super) fn Readout(all: Memo<Option<All>>, chosen: RwSignal<Option<usize>>) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let say = words.views();
    let numbers = words.numbers();
    let found = move || {
        let all = all.get()?;
        let pair = all.pairs.get(chosen.get()?)?.clone();
        let run = all.runs.get(pair.at)?.clone();
        Some((pair, run))
    };
    let body = move || {
        let Some((pair, run)) = found() else {
            return view! { <p class="hint">{say.text(Text::RunNone)}</p> }.into_any();
        };
        let about = run.about.clone();
        let s = &run.scenario;
        let unit = per_second(words);
        let [value, low, high] = pair.predicted;
        let quality = match about.quality.as_str() {
            "A" => say.text(Text::QualityA),
            "C" => say.text(Text::QualityC),
            _ => say.text(Text::QualityB),
        };
        let lines = [
            (Text::RunModel, pair.model.clone()),
            (Text::RunDevice, pair.device.clone()),
            (Text::RunFormat, pair.format.clone()),
            (Text::RunKv, crate::names::kv(&run.row)),
            (Text::RunContext, numbers.whole(s.context)),
            (Text::RunUsers, numbers.whole(s.users)),
            (Text::RunPlacement, about.placement.clone()),
            (Text::RunSplit, about.split.clone()),
            (Text::RunSpeculation, about.speculation.clone()),
            (Text::RunEngine, about.engine.clone()),
            (Text::RunBuild, about.build.clone()),
            (Text::RunDriver, about.driver.clone()),
            (Text::RunDate, about.date.clone()),
            (
                Text::RunQuality,
                format!("{}{}{quality}", about.quality, joint(words, Fixed::Colon)),
            ),
            (Text::RunTags, about.tags.clone()),
            (Text::RunNotes, about.notes.clone()),
            (Text::RunId, about.id.clone()),
        ]
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| {
            view! {
                <div>
                    <dt>{say.text(name)}</dt>
                    <dd>{value}</dd>
                </div>
            }
        })
        .collect_view();
        let source = if about.source.starts_with("https://") {
            let shown = about.source.trim_start_matches("https://").to_owned();
            view! { <a href=about.source rel="noopener noreferrer">{shown}</a> }.into_any()
        } else {
            about.source.into_any()
        };
        let press = move |_| open(page, &run);
        view! {
            <dl class="run">
                <div class="strong">
                    <dt>{say.text(Text::RunSpeed)}</dt>
                    <dd data-raw=raw(pair.measured)>
                        {numbers.trimmed(pair.measured, 2)} " " {unit}
                    </dd>
                </div>
                <div class="strong">
                    <dt>{say.text(Text::RunPredicted)}</dt>
                    <dd data-raw=raw(value)>
                        {numbers.forecast(value)} " (" {numbers.range(low, high)} ") " {unit}
                    </dd>
                </div>
                <div>
                    <dt>{say.text(Text::RunOff)}</dt>
                    <dd>{say.off(value / pair.measured)}</dd>
                </div>
                {lines}
                <div>
                    <dt>{say.text(Text::RunSource)}</dt>
                    <dd>{source}</dd>
                </div>
            </dl>
            <button type="button" on:click=press>{say.text(Text::OpenRun)}</button>
        }
        .into_any()
    };
    view! {
        <section class="run-box" aria-label=say.text(Text::RunHead)>
            <h2>{say.text(Text::RunHead)}</h2>
            {body}
        </section>
    }
}
