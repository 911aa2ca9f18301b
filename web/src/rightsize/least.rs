//! Where single models pass: the few that are accepted, else A and B. Of the devices those with the
//! least memory come first.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_charts::figures::rightsize::Assessed;
use bpt_words::figures::CellState;

use crate::components::sentence::spans;
use crate::rightsize::grid::{self, Pairs, Rig};
use crate::rightsize::{New, Shown, table};
use crate::state::Page;

/// Of more models than these only A and B are looked at.
const FEW: usize = 3;
/// Devices that are named.
const NAMED: usize = 5;

/// All single devices, from the least memory up, of equal ones the fastest first.
fn rigs() -> Vec<Rig> {
    let mut rigs: Vec<Rig> = (0..Catalog::embedded().devices().len())
        .map(|device| Rig { device, count: 1 })
        .collect();
    rigs.sort_by(|a, b| {
        let speed = |rig: &Rig| rig.entry().device.bandwidth.gb();
        let memory = a.sold().total_cmp(&b.sold());
        memory.then(speed(b).total_cmp(&speed(a)))
    });
    rigs
}

#[component]
pub(super) fn Least(shown: Memo<Shown>) -> impl IntoView {
    let page = Page::get();
    let say = page.lab_words().views();
    let all = StoredValue::new(rigs());
    let models = Memo::new(move |_| {
        shown.with(|shown| {
            let mut models = shown.model_list();
            if models.len() > FEW {
                models = shown.slots.into_iter().flatten().collect();
                models.dedup();
            }
            models
        })
    });
    let work = Memo::new(move |_| page.row_a.with(grid::work));
    let frame = Memo::new(move |_| work.with(grid::frame));
    let pairs = Memo::new(move |_| {
        let models = models.get();
        New(all.with_value(|all| frame.with(|frame| Pairs::new(frame, &models, all).into())))
    });
    let assessed = Memo::new(move |_| {
        pairs.with(|New(pairs): &New<Pairs>| work.with(|work| pairs.assess(work)))
    });
    let lines = move || {
        let bar = shown.with(|shown| shown.bar);
        let rigs = all.get_value();
        let passes = |cell: &Assessed| matches!(cell.state(&bar), CellState::Passes(_));
        let line = |model: usize, cells: &[Assessed]| {
            let passing: Vec<(&Rig, &Assessed)> = rigs
                .iter()
                .zip(cells)
                .filter(|(_, cell)| passes(cell))
                .collect();
            let name = &Catalog::embedded().models()[model].name;
            let said = say.passes_on(name, passing.len(), rigs.len());
            let links = passing
                .iter()
                .take(NAMED)
                .map(|(rig, cell)| {
                    let href = table::address(page, model, rig);
                    let name = say.device_speed(&rig.entry().short, rig.sold(), cell.speed[0]);
                    view! { <a class="chip" href=href>{name}</a> }
                })
                .collect_view();
            view! { <p><span>{spans(said)}</span> {links}</p> }
        };
        assessed.with(|assessed| {
            models.with(|models| {
                let rows = assessed.chunks(rigs.len().max(1));
                models
                    .iter()
                    .zip(rows)
                    .map(|(model, cells)| line(*model, cells))
                    .collect_view()
            })
        })
    };
    view! { <div class="right-least">{lines}</div> }
}
