//! Method: the coefficients in force, and what every symbol of an explanation means.

use crate::prelude::*;
use bpt_catalog::{Catalog, Status};
use bpt_core::coefficients::Coefficients;
use bpt_core::explain::Key;
use bpt_words::Ui;

use crate::components::sentence::raw;
use crate::state::Page;

#[component]
pub(crate) fn Method() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let revision = &Catalog::embedded().calibration().revision;
    view! {
        <article class="method">
            <h1>{words.ui(Ui::Method)}</h1>
            <p class="told">{words.ui(Ui::MethodLead)}</p>
            <p class="hint">{words.ui(Ui::MethodUnknown)}</p>
            <h2>{words.ui(Ui::MethodCoefficients)}</h2>
            <p class="hint">
                {words.ui(Ui::MethodValues)} " " <code>{revision.clone()}</code>
            </p>
            <Values />
            <h2>{words.ui(Ui::SymbolsHead)}</h2>
            <Symbols />
        </article>
    }
}

/// A name in the program, whose words stay whole where it is broken.
fn code(name: &str) -> impl IntoView + use<> {
    let words: Vec<_> = name
        .split_inclusive('_')
        .map(|word| view! { <span>{word.to_owned()}</span> })
        .collect();
    view! { <code>{words}</code> }
}

/// The coefficients as model A's scenario has them.
#[component]
fn Values() -> impl IntoView {
    let page = Page::get();
    let words = page.lab_words();
    let rows = move || {
        let now = page.a.with(|a| {
            a.as_ref()
                .map_or_else(Coefficients::default, |a| a.0.scenario.coefficients)
        });
        let calibration = Catalog::embedded().calibration();
        Coefficients::ALL
            .iter()
            .map(|info| {
                let value = now.get(info.name).unwrap_or(info.start);
                let by_hand = page
                    .row_a
                    .with(|row| row.assume.iter().any(|(name, _)| name == info.name));
                let label = words.ui(match calibration.status(info.name) {
                    _ if by_hand => Ui::StatusYours,
                    Status::Spec => Ui::StatusSpec,
                    Status::Measured => Ui::StatusMeasured,
                    Status::Derived => Ui::StatusFitted,
                    Status::Assumed => Ui::StatusAssumed,
                });
                view! {
                    <tr>
                        <th scope="row">
                            {code(info.name)}
                        </th>
                        <td>{Coefficients::what(info.name).trim().replace('`', "")}</td>
                        <td class="amount" data-raw=raw(value)>
                            {words.numbers().significant(value, 3)}
                        </td>
                        <td>{words.coefficient_unit(info.unit)}</td>
                        <td>
                            <span class="chip-label">{label}</span>
                        </td>
                    </tr>
                }
            })
            .collect_view()
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=words.ui(Ui::MethodCoefficients)>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{words.ui(Ui::ColumnName)}</th>
                        <th scope="col">{words.ui(Ui::ColumnMeaning)}</th>
                        <th scope="col" class="amount">{words.ui(Ui::ColumnValue)}</th>
                        <th scope="col">{words.ui(Ui::ColumnUnit)}</th>
                        <th scope="col">{words.ui(Ui::ColumnStatus)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

#[component]
fn Symbols() -> impl IntoView {
    let words = Page::get().lab_words();
    let rows = Key::ALL
        .iter()
        .map(|key| {
            view! {
                <tr>
                    <th scope="row" class="letter">{key.letter()}</th>
                    <td>{words.symbol(key.id())}</td>
                    <td>{key.unit().sign()}</td>
                    <td>
                        {code(key.slug())}
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=words.ui(Ui::SymbolsHead)>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{words.ui(Ui::ColumnSymbol)}</th>
                        <th scope="col">{words.ui(Ui::ColumnMeaning)}</th>
                        <th scope="col">{words.ui(Ui::ColumnUnit)}</th>
                        <th scope="col">{words.ui(Ui::ColumnName)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
