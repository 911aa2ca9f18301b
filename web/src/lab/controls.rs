//! The panel: all controls in groups. On a phone the work comes first and the rest is closed.

use crate::prelude::*;
use bpt_words::Ui;

use crate::choices;
use crate::components::yours::Yours;
use crate::lab::assumptions::Assumptions;
use crate::lab::group::Group;
use crate::lab::machine::Machine;
use crate::lab::models::{Format, Models};
use crate::lab::own::Own;
use crate::lab::placement::Placement;
use crate::lab::speculation::Speculation;
use crate::lab::work::Work;
use crate::state::Page;

#[component]
pub(crate) fn Controls() -> impl IntoView {
    let page = Page::get();
    let words = page.words();
    let wide = page.wide;
    let always = Signal::derive(|| true);
    let never = Signal::derive(|| false);
    let machine_value = Signal::derive(move || {
        page.row_a
            .with(|row| choices::device_face(row, bpt_words::Room::Wide, words))
            .0
    });
    let format_value =
        Signal::derive(move || choices::format_face(page, bpt_words::Room::Narrow, words).0);
    let work = move || {
        view! {
            <Group name=words.ui(Ui::GroupWork) id="work" open=always>
                <Work />
            </Group>
        }
    };
    let groups = move || {
        let wide_now = wide.get();
        let first = (!wide_now).then(work);
        let later = wide_now.then(work);
        view! {
            {first}
            <Group name=words.ui(Ui::GroupModels) id="models" open=wide>
                <Models />
            </Group>
            <Group name=words.ui(Ui::GroupFormat) id="format-group" open=wide value=format_value>
                <Format />
            </Group>
            <Group name=words.ui(Ui::GroupMachine) id="machine" open=wide value=machine_value>
                <Machine />
            </Group>
            {later}
            <Group name=words.ui(Ui::GroupPlacement) id="placement" open=wide>
                <Placement />
            </Group>
            <Group name=words.ui(Ui::GroupSpeculation) id="speculation" open=wide>
                <Speculation />
            </Group>
            <Group name=words.ui(Ui::GroupB) id="own" open=never>
                <Own />
            </Group>
            <Group name=words.ui(Ui::GroupYours) id="yours" open=wide>
                <Yours />
            </Group>
            <Group name=words.ui(Ui::GroupAssumptions) id="assumptions" open=never>
                <Assumptions />
            </Group>
        }
    };
    view! {
        <aside class="lab-controls" id="lab-controls" aria-label=words.ui(Ui::Controls)>
            {groups}
        </aside>
    }
}
