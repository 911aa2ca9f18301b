//! The picture: predicted against measured, one mark for each run.

use bpt_charts::figures::measure::{self, Runs};
use bpt_charts::figures::{Beside, Figure, Inputs, View};
use bpt_charts::{ChartSpec, NARROW};
use bpt_words::{Room, plain};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::{Canvas, Div};

use crate::components::painted::painted;
use crate::components::sentence::spans;
use crate::measured::{All, run, slot};
use crate::prelude::*;
use crate::state::Page;

/// A pointer this near to a mark means it, px.
const NEAR: f64 = 14.0;

#[component]
pub(super) fn Scatter(
    all: Memo<Option<All>>,
    found: Memo<Vec<usize>>,
    chosen: RwSignal<Option<usize>>,
) -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let width = RwSignal::new(600.0);
    let visible = RwSignal::new(true);
    let made = Memo::new(move |_| {
        let a = page.a.get()?;
        let b = page.b.get();
        let inputs = Inputs {
            a: &a.0.scenario,
            b: b.as_ref().map(|b| &b.0.scenario),
            curves: [None; 2],
            beside: Beside::default(),
            measured: &[],
            view: View {
                room: Room::narrow_if(width.get() < NARROW),
                ..View::default()
            },
        };
        all.with(|all| {
            let all = all.as_ref()?;
            let runs: Vec<measure::Run> = found.with(|found| {
                found
                    .iter()
                    .filter_map(|at| all.pairs.get(*at))
                    .map(|pair| measure::Run {
                        slot: slot(page, &pair.model),
                        ..run(pair)
                    })
                    .collect()
            });
            let mut figure: Figure = measure::figure(
                &inputs,
                Runs {
                    runs: &runs,
                    held_out: false,
                },
                None,
                words,
            );
            // The chosen run stands out.
            if let ChartSpec::Scatter(chart) = &mut figure.chart
                && let Some(pair) = chosen.get().and_then(|at| all.pairs.get(at))
            {
                let dot = bpt_charts::scatter::Dot {
                    x: pair.measured,
                    y: pair.predicted[0],
                    round: pair.mixture,
                    slot: slot(page, &pair.model),
                };
                chart.own = Some((dot, String::new()));
            }
            Some(figure)
        })
    });
    let spec = Memo::new(move |_| made.with(|made| made.as_ref().map(|made| made.chart.clone())));
    let said = move |take: fn(&Figure) -> Vec<bpt_words::Span>| {
        made.with(|made| made.as_ref().map_or_else(Vec::new, take))
    };
    let wrapper = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let plot = painted(spec.into(), width, canvas, wrapper, visible);
    let nearest = move |event: &PointerEvent| -> Option<usize> {
        let rect = wrapper.get_untracked()?.get_bounding_client_rect();
        let plot = plot.get_value()?;
        let x = f64::from(event.client_x()) - rect.left();
        let y = f64::from(event.client_y()) - rect.top();
        let place = spec.with_untracked(|spec| match spec {
            Some(ChartSpec::Scatter(chart)) => Some((chart.x.clone(), chart.y.clone())),
            _ => None,
        });
        let (across, up) = place?;
        all.with_untracked(|all| {
            let all = all.as_ref()?;
            found.with_untracked(|found| {
                found
                    .iter()
                    .filter_map(|at| {
                        let pair = all.pairs.get(*at)?;
                        let dx = plot.left + across.unit(pair.measured) * plot.width() - x;
                        let dy = plot.bottom - up.unit(pair.predicted[0]) * plot.height() - y;
                        Some((*at, dx.hypot(dy)))
                    })
                    .filter(|(_, far)| *far <= NEAR)
                    .min_by(|a, b| a.1.total_cmp(&b.1))
                    .map(|(at, _)| at)
            })
        })
    };
    let moved = move |event: PointerEvent| {
        let at = nearest(&event);
        if at.is_some() && at != chosen.get_untracked() {
            chosen.set(at);
        }
    };
    // Through the runs in the order of what was measured.
    let key = move |event: KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => 1_isize,
            "ArrowLeft" | "ArrowDown" => -1,
            "PageUp" => 10,
            "PageDown" => -10,
            _ => return,
        };
        event.prevent_default();
        let mut order = found.get_untracked();
        all.with_untracked(|all| {
            if let Some(all) = all {
                let speed = |at: &usize| all.pairs.get(*at).map_or(0.0, |pair| pair.measured);
                order.sort_by(|a, b| speed(a).total_cmp(&speed(b)));
            }
        });
        let now = chosen
            .get_untracked()
            .and_then(|chosen| order.iter().position(|at| *at == chosen));
        let next = now.map_or(0, |now| now.saturating_add_signed(by));
        if let Some(at) = order.get(next.min(order.len().saturating_sub(1))) {
            chosen.set(Some(*at));
        }
    };
    let label = move || {
        let title = plain(&said(|made| made.words.title.clone()));
        let line = plain(&said(|made| made.words.line.clone()));
        format!("{title}. {line}")
    };
    view! {
        <figure id="fig-measure" data-figure="measure" class="drawn" aria-labelledby="title-measure">
            <div class="panel-head">
                <h2 id="title-measure">{move || spans(said(|made| made.words.title.clone()))}</h2>
                <p class="line">{move || spans(said(|made| made.words.line.clone()))}</p>
            </div>
            <div
                node_ref=wrapper
                class="chart scatter"
                role="application"
                tabindex="0"
                aria-label=label
                on:pointermove=moved
                on:pointerdown=moved
                on:keydown=key
            >
                <canvas node_ref=canvas aria-hidden="true"></canvas>
            </div>
            <figcaption class="note">
                {move || made.with(|made| made.as_ref().map(|made| made.words.note.clone()))}
            </figcaption>
        </figure>
    }
}
