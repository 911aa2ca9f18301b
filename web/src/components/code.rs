//! The code that puts a figure into another page: in four forms, live or frozen, with a copy button.

use crate::prelude::*;
use bpt_export::{Embed, Form, snippet};
use bpt_words::Ui;

use crate::components::actions::Share;
use crate::link::{self, Shot};
use crate::platform::url;
use crate::state::Page;

const fn form_name(form: Form) -> Ui {
    match form {
        Form::Frame => Ui::FormFrame,
        Form::Element => Ui::FormElement,
        Form::Markdown => Ui::FormMarkdown,
        Form::Link => Ui::FormLink,
    }
}

/// What the code says for a figure at the page's state.
fn code(page: Page, form: Form, figure: &str, frozen: bool) -> String {
    let Shot { query, link, .. } = link::shot(page, figure, frozen);
    let (title, height) = link::frame(page, figure);
    let picture = link::picture(page, figure, &query);
    snippet(
        form,
        &Embed {
            base: &url::folder(),
            query: &query,
            link: &link,
            figure,
            title,
            height,
            picture: picture.as_deref(),
        },
    )
}

/// The box.
#[component]
pub(crate) fn Code(
    page: Page,
    figure: Signal<String>,
    /// Whether it is frozen, where that is chosen elsewhere.
    #[prop(optional)]
    frozen: Option<RwSignal<bool>>,
) -> impl IntoView {
    let words = page.words();
    let form = RwSignal::new(Form::Frame);
    let own = frozen.is_none();
    let frozen = frozen.unwrap_or_else(|| RwSignal::new(false));
    let text = Signal::derive(move || code(page, form.get(), &figure.get(), frozen.get()));
    // The build has made that picture: nobody has to upload one.
    let hosted = Memo::new(move |_| {
        let figure = figure.get();
        let Shot { query, .. } = link::shot(page, &figure, frozen.get());
        link::picture(page, &figure, &query).is_some()
    });
    let pick = move |event| {
        let slug = event_target_value(&event);
        if let Some(found) = Form::ALL.into_iter().find(|form| form.slug() == slug) {
            form.set(found);
        }
    };
    let options = Form::ALL
        .map(|one| view! { <option value=one.slug()>{words.ui(form_name(one))}</option> })
        .collect_view();
    view! {
        <div class="code">
            <div class="code-picks">
                <label>
                    {words.ui(Ui::ShareForm)} " "
                    <select on:change=pick>{options}</select>
                </label>
                <label
                    class="check"
                    title=words.ui(Ui::FreezeHint)
                    hidden=(!own).then_some("")
                >
                    <input
                        type="checkbox"
                        prop:checked=move || frozen.get()
                        on:change=move |event| frozen.set(event_target_checked(&event))
                    />
                    {words.ui(Ui::Freeze)}
                </label>
            </div>
            <Share text button=Ui::CopyCode />
            <p class="note" hidden=move || form.get() != Form::Markdown || hosted.get()>
                {words.ui(Ui::MarkdownHint)}
            </p>
        </div>
    }
}
