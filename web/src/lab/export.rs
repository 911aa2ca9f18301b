//! Export: pictures and numbers as files, a page to print, and the command lines that run it.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_export::{Command, llama_server, vllm_serve};
use bpt_words::{Slot, Ui};

use crate::components::actions::Share;
use crate::lab::pictures::{self, Pictures};
use crate::lab::report;
use crate::lab::share::FigurePick;
use crate::link;
use crate::platform::{export, files};
use crate::state::Page;

#[component]
pub(crate) fn Export() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let figure = RwSignal::new("context".to_owned());
    let failed = RwSignal::new(false);
    let json = move |_| {
        let shot = untrack(|| link::shot(page, "together", false));
        leptos::task::spawn_local(async move {
            let text = files::document(shot.state, shot.link).await;
            let _ = failed.try_set(text.is_none());
            if let Some(text) = text {
                export::save_text(&text, "application/json", "bytes-per-token.json");
            }
        });
    };
    let print = report::printer(page);
    view! {
        <section class="tool" id="tool-export" aria-label=words.ui(Ui::ToolExport)>
            <h2>{words.ui(Ui::ExportTitle)}</h2>
            <FigurePick figures=pictures::names() figure />
            <Pictures figure />
            <p class="uses">
                <button type="button" on:click=json>{words.ui(Ui::ExportJson)}</button>
                <button type="button" on:click=move |_| print.run(())>
                    {words.ui(Ui::ExportReport)}
                </button>
                <span class="bad" role="status">
                    {move || failed.get().then(|| words.ui(Ui::ImportFailed))}
                </span>
            </p>
            <h2>{words.ui(Ui::ExportCommands)}</h2>
            {commands(page, Slot::A, Ui::CommandsOfA)}
            {commands(page, Slot::B, Ui::CommandsOfB)}
        </section>
    }
}

/// Both lines of one model.
fn commands(page: Page, slot: Slot, name: Ui) -> AnyView {
    let words = page.lab_words();
    let there = Memo::new(move |_| page.row(slot).is_some());
    let of = move |vllm: bool| {
        Memo::new(move |_| {
            let row = page.row(slot)?;
            let scenario = Catalog::embedded().resolve(&row).ok()?;
            Some(if vllm {
                vllm_serve(&row, &scenario, &bpt_core::estimate(&scenario))
            } else {
                llama_server(&row, &scenario)
            })
        })
    };
    let shown = move |command: Memo<Option<Command>>| {
        let text = Signal::derive(move || {
            command.with(|command| {
                command
                    .as_ref()
                    .map_or_else(String::new, |one| one.line.clone())
            })
        });
        let notes = move || {
            command.with(|command| {
                command.as_ref().map_or_else(Vec::new, |one| {
                    one.notes
                        .iter()
                        .map(|note| view! { <li>{words.command(*note)}</li> })
                        .collect_view()
                })
            })
        };
        view! {
            <Share text button=Ui::CopyCode />
            <ul class="note">{notes}</ul>
        }
    };
    let (llama, vllm) = (of(false), of(true));
    view! {
        <div hidden=move || !there.get()>
            <h3>{words.ui(name)}</h3>
            {shown(llama)}
            {shown(vllm)}
        </div>
    }
    .into_any()
}
