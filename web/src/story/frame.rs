//! What stands where in a figure of the story, whichever module computes it.

use crate::prelude::*;
use bpt_words::story::StoryText;
use bpt_words::{Span, gap};
use leptos::html::Figure;

use crate::components::sentence::{hue, spans};
use crate::figures::together::Status;
use crate::state::words;
use bpt_story::Here;

/// The parts of a figure.
pub(crate) struct Frame {
    pub(crate) name: &'static str,
    pub(crate) figure: NodeRef<Figure>,
    pub(crate) embedded: bool,
    pub(crate) title: Signal<Vec<Span>>,
    pub(crate) line: Signal<Vec<Span>>,
    pub(crate) takeaway: Signal<Vec<Span>>,
    pub(crate) note: Signal<String>,
    /// The scenario's line.
    pub(crate) here: AnyView,
    pub(crate) picture: AnyView,
    /// Nothing can be moved.
    pub(crate) fixed: bool,
    pub(crate) controls: AnyView,
    /// The founding texts' cases.
    pub(crate) cases: AnyView,
    pub(crate) foot: AnyView,
    pub(crate) numbers: AnyView,
    /// What the whole page has to take over.
    pub(crate) moved: Option<Signal<Option<String>>>,
}

/// The figure.
pub(crate) fn frame(of: Frame) -> AnyView {
    let Frame {
        name,
        figure,
        embedded,
        title,
        line,
        takeaway,
        note,
        here,
        picture,
        fixed,
        controls,
        cases,
        foot,
        numbers,
        moved,
    } = of;
    let title_id = format!("title-{name}");
    let heading = if embedded {
        view! { <h1 class="figure-title" id=title_id.clone()>{move || spans(title.get())}</h1> }
            .into_any()
    } else {
        view! { <h3 class="figure-title" id=title_id.clone()>{move || spans(title.get())}</h3> }
            .into_any()
    };
    // In a frame the sentence stands before the controls.
    let said = view! { <p class="takeaway">{move || spans(takeaway.get())}</p> }.into_any();
    let (above, below) = if embedded {
        (Some(said), None)
    } else {
        (None, Some(said))
    };
    view! {
        <figure
            node_ref=figure
            id=format!("fig-{name}")
            data-figure=name
            data-moved=move || moved.and_then(Signal::get)
            class="fig"
            aria-labelledby=title_id
        >
            <div class="panel-head">
                {heading}
                <p class="line">{move || spans(line.get())}</p>
            </div>
            {here}
            {picture}
            <figcaption class="note">{move || note.get()}</figcaption>
            {above}
            <div class="controls" hidden=fixed.then_some("")>{controls}</div>
            <p class="only-here" hidden=(fixed || embedded).then_some("")>
                {words().story().text(StoryText::OnlyHere)}
            </p>
            {cases}
            {below}
            <Status sentence=takeaway />
            {foot}
            {numbers}
        </figure>
    }
    .into_any()
}

/// The pieces of a scenario's line.
pub(crate) fn pieces(line: Vec<Here>) -> Vec<AnyView> {
    line.into_iter()
        .map(|piece| {
            let mark = piece.slot.map(|slot| {
                view! { <i class=format!("dot dot-{}", slot.slug()) aria-hidden="true"></i> }
            });
            let class = match piece.slot {
                Some(slot) => format!("model {}", hue(slot)),
                None => String::new(),
            };
            let differs = (piece.differs && piece.slot.is_none()).then(|| {
                let here = words().story().text(StoryText::Here);
                view! { <span class="differs">{gap(here)} {here}</span> }
            });
            view! { <li class=class class:other=piece.differs>{mark} {piece.text} {differs}</li> }
        })
        .collect_view()
}

/// The line, and what takes back what was changed.
pub(crate) fn here_line(
    line: impl Fn() -> Vec<Here> + 'static,
    changed: Signal<bool>,
    back: impl Fn() + 'static,
) -> AnyView {
    view! {
        <div class="here">
            <ul>{move || pieces(line())}</ul>
            <button
                type="button"
                class="quiet"
                hidden=move || !changed.get()
                on:click=move |_| back()
            >
                {words().ui(bpt_words::Ui::ResetToPreset)}
            </button>
        </div>
    }
    .into_any()
}
