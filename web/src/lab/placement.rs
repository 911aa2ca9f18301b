//! Group Placement: what lies in RAM.

use crate::prelude::*;
use bpt_catalog::Catalog;
use bpt_catalog::row::{PcieRow, PlacementRow};
use bpt_words::{Quantity, Ui};

use crate::components::pickers::Select;
use crate::components::segments::Segments;
use crate::components::slider::{Kind, Slider};
use crate::state::Page;

const fn kind(placement: Option<PlacementRow>) -> &'static str {
    match placement {
        None | Some(PlacementRow::AllGpu) => "gpu",
        Some(PlacementRow::ExpertsOnCpu(_)) => "experts",
        Some(PlacementRow::LayersOnGpu(_)) => "layers",
        Some(PlacementRow::CpuOnly) => "cpu",
    }
}

#[component]
pub(crate) fn Placement() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let now = Memo::new(move |_| page.row_a.with(|row| kind(row.placement)));
    let value = Signal::derive(move || now.get().to_owned());
    let options = Signal::derive(move || {
        [
            ("gpu", Ui::PlaceGpu),
            ("experts", Ui::PlaceExperts),
            ("layers", Ui::PlaceLayers),
            ("cpu", Ui::PlaceCpu),
        ]
        .map(|(id, name)| (id.to_owned(), words.ui(name).to_owned()))
        .to_vec()
    });
    let set = Callback::new(move |kind: String| {
        let layers = page.a.with_untracked(|a| {
            a.as_ref()
                .map_or(0.0, |a| f64::from(a.0.scenario.model.model.layers))
        });
        page.edit(|row| {
            row.placement = match kind.as_str() {
                "experts" => Some(PlacementRow::ExpertsOnCpu(None)),
                "layers" => Some(PlacementRow::LayersOnGpu((layers * 0.75).round())),
                "cpu" => Some(PlacementRow::CpuOnly),
                _ => None,
            };
        });
    });
    let rows = move || {
        let now = now.get();
        (now != "gpu").then(|| {
            view! {
                {(now == "layers")
                    .then(|| view! { <Slider kind=Kind::of(Quantity::LayersInRam, &[]) /> })}
                {(now == "experts")
                    .then(|| view! { <Slider kind=Kind::of(Quantity::ExpertLayers, &[]) /> })}
                <Slider kind=Kind::of(Quantity::HostBandwidth, &[]) />
                <Bus />
            }
        })
    };
    view! {
        <div class="pick two-by-two">
            <Segments name=words.ui(Ui::Placement) group="placement" options list=options value set />
        </div>
        {rows}
    }
}

#[component]
fn Bus() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let value = Signal::derive(move || {
        page.row_a.with(|row| match &row.pcie {
            Some(PcieRow::Id(id)) => id.clone(),
            _ => String::new(),
        })
    });
    let options = Signal::derive(move || {
        let usual = (String::new(), words.ui(Ui::BusUsual).to_owned());
        core::iter::once(usual)
            .chain(
                Catalog::embedded()
                    .links()
                    .iter()
                    .filter(|entry| entry.kind == "pcie")
                    .map(|entry| (entry.id.clone(), entry.name.clone())),
            )
            .collect::<Vec<_>>()
    });
    let set = Callback::new(move |id: String| {
        page.edit(|row| row.pcie = Some(id).filter(|id| !id.is_empty()).map(PcieRow::Id));
    });
    view! { <Select name=words.ui(Ui::Bus) id="bus" options value set /> }
}
