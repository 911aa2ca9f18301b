//! The frame of the page: which view, which theme, the link that holds the state.

use crate::prelude::*;
use bpt_charts::Theme;
use bpt_permalink::{PageState, Replaced, View};
use bpt_words::Ui;
use leptos::ev;

use crate::components::header::Header;
use crate::components::number::Asking;
use crate::components::theme_toggle::ThemeToggle;
use crate::link;
use crate::modules::Module;
use crate::platform::frame::Settled;
use crate::platform::theme::{self, Choice};
use crate::platform::{canvas, catalog, embed, menus, url, watch};
use crate::state::{Page, Speech};

/// The places in the header, in its order.
pub(crate) const PLACES: [View; 4] = [View::Story, View::Lab, View::Measurements, View::Method];

pub(crate) const fn place_name(view: View) -> Ui {
    match view {
        View::Story | View::Rightsize => Ui::Story,
        View::Lab => Ui::Lab,
        View::Measurements => Ui::Measurements,
        View::Method => Ui::Method,
    }
}

/// What canvases are drawn with.
#[derive(Clone, Copy)]
pub(crate) struct Drawing {
    pub(crate) theme: Signal<Theme>,
    /// Changes when a web font has arrived.
    pub(crate) fonts: RwSignal<u32>,
    /// More than 1 while the page is printed.
    pub(crate) zoom: RwSignal<f64>,
}

/// Addresses that hold the present state.
#[derive(Clone, Copy)]
pub(crate) struct Links {
    pub(crate) page: Signal<String>,
    pub(crate) lab: Signal<String>,
    pub(crate) method: Signal<String>,
}

#[component]
pub(crate) fn App(
    module: &'static Module,
    state: PageState,
    replaced: Vec<Replaced>,
) -> impl IntoView {
    let page = Page::new(state.clone());
    provide_context(page);
    provide_context(Speech(page.words()));
    if let Some(root) = document().document_element() {
        // A valid name: cannot fail.
        let _ = root.set_attribute("lang", page.words().tag());
    }
    (module.provide)();
    let choice = RwSignal::new(match &state.theme {
        Some(slug) => Choice::from_slug(slug),
        None if page.embedded => Choice::Auto,
        None => Choice::remembered(),
    });
    drawing(choice);
    links(page);
    keep_address(page);
    menus::listen();
    if page.embedded {
        as_guest(page, choice);
        if let Some(root) = document().document_element() {
            // A valid name: cannot fail.
            let _ = root.set_attribute("data-embed", "");
        }
        return view! { <main class="embed">{(module.embed)(page)}</main> }.into_any();
    }
    let view = Memo::new(move |_| page.state.with(|state| state.view));
    provide_context(Asking(RwSignal::new(None)));
    let go = Callback::new(move |place: View| {
        if view.get_untracked() == place {
            return;
        }
        if !module.views.contains(&place) {
            // The way back leads to what is shown now.
            url::replace(&untrack(|| link::query(page, view.get())));
            url::open(&untrack(|| link::query(page, place)));
        } else {
            page.state.update(|state| state.view = place);
            url::push(&link::query(page, place));
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    watch::listen(&window(), ev::popstate, move |_| {
        catalog::read(&url::query(), move |state, _| page.state.set(state));
    });
    view! {
        {move || skip(view.get(), page)}
        <Header view choice go />
        <main class:wide=move || matches!(view.get(), View::Lab | View::Method | View::Measurements)>
            <Trouble replaced />
            {move || (module.show)(view.get())}
        </main>
        {(module.explain)()}
        <footer class="page-foot">
            <ThemeToggle choice />
        </footer>
    }
    .into_any()
}

/// Links past the header, to what a view has.
fn skip(view: View, page: Page) -> impl IntoView + use<> {
    let links: &[(&str, Ui)] = match view {
        View::Story => &[("#fig-bytes", Ui::SkipToFigure)],
        View::Rightsize => &[("#fig-rightsize", Ui::SkipToFigure)],
        View::Lab => &[
            ("#fig-breakdown", Ui::SkipToFigure),
            ("#lab-controls", Ui::SkipToControls),
        ],
        View::Measurements => &[("#fig-measure", Ui::SkipToFigure)],
        View::Method => &[],
    };
    links
        .iter()
        .map(|(to, name)| view! { <a class="skip" href=*to>{page.words().ui(*name)}</a> })
        .collect_view()
}

/// What the link asked for and did not get.
#[component]
fn Trouble(replaced: Vec<Replaced>) -> impl IntoView {
    let words = Page::get().words();
    let shown = RwSignal::new(!replaced.is_empty());
    let lines = replaced
        .into_iter()
        .take(5)
        .map(|one| view! { <p>{words.replaced(&one.key, &one.text, &one.used)}</p> })
        .collect_view();
    view! {
        <div class="notice" role="status" hidden=move || !shown.get()>
            <div>{lines}</div>
            <button type="button" class="quiet" on:click=move |_| shown.set(false)>
                {words.ui(Ui::Dismiss)}
            </button>
        </div>
    }
}

/// Theme, fonts and print: what makes canvases draw anew.
pub(crate) fn drawing(choice: RwSignal<Choice>) {
    let dark = watch::media("(prefers-color-scheme: dark)");
    let forced = watch::media("(forced-colors: active)");
    let fonts = RwSignal::new(0_u32);
    let zoom = RwSignal::new(1.0);
    let colors = Memo::new(move |_| {
        forced.track();
        let dark = match choice.get() {
            Choice::Auto => dark.get(),
            Choice::Light => false,
            Choice::Dark => true,
        };
        // Paper is white, whatever the theme.
        theme::apply(dark && zoom.get() <= 1.0);
        theme::colors()
    });
    // Canvas text does not wait for a web font, and does not ask for it either.
    let face = document().fonts().load("500 14px Inter");
    leptos::task::spawn_local(async move {
        // Refused: the fallback face stays.
        if wasm_bindgen_futures::JsFuture::from(face).await.is_ok() {
            canvas::forget_widths();
            let _ = fonts.try_update(|count| *count = count.wrapping_add(1));
        }
    });
    watch::listen(
        &window(),
        ev::Custom::new("beforeprint"),
        move |_: web_sys::Event| {
            zoom.set(2.0);
        },
    );
    watch::listen(
        &window(),
        ev::Custom::new("afterprint"),
        move |_: web_sys::Event| {
            zoom.set(1.0);
        },
    );
    provide_context(Drawing {
        theme: colors.into(),
        fonts,
        zoom,
    });
}

fn links(page: Page) {
    let to = |place: Option<View>| -> Signal<String> {
        page.rested(move || {
            let place = place.unwrap_or_else(|| page.state.with(|state| state.view));
            url::address(&link::free(page, place))
        })
        .into()
    };
    provide_context(Links {
        page: to(None),
        lab: to(Some(View::Lab)),
        method: to(Some(View::Method)),
    });
}

/// Keeps the address up to date, after the last change only: browsers refuse many changes.
fn keep_address(page: Page) {
    let settled = Settled::after(250);
    Effect::new(move |first: Option<()>| {
        page.state.track();
        if first.is_some() {
            settled.ask(move || {
                let view = page.state.with_untracked(|state| state.view);
                url::replace(&untrack(|| link::query(page, view)));
            });
        }
    });
}

/// An embed says its height and listens to its host.
fn as_guest(page: Page, choice: RwSignal<Choice>) {
    let id = page
        .state
        .with_untracked(|state| state.id.clone().unwrap_or_default());
    let last = StoredValue::new(0.0_f64);
    let Some(root) = document().document_element() else {
        return;
    };
    watch::on_resize(&root, move |_, _| {
        let height = document()
            .body()
            .map_or(0.0, |body| f64::from(body.offset_height()));
        if (height - last.get_value()).abs() > 1.0 {
            last.set_value(height);
            embed::post_height(&id, height);
        }
    });
    watch::listen(
        &window(),
        ev::message,
        move |event: web_sys::MessageEvent| {
            match embed::read(&event) {
                Some(embed::Message::Theme(slug)) => choice.set(Choice::from_slug(&slug)),
                Some(embed::Message::State(query)) => {
                    catalog::read(&query, move |mut state, _| {
                        // What the frame is does not change, only what it shows.
                        page.state.update(|now| {
                            state.embed.clone_from(&now.embed);
                            state.id.clone_from(&now.id);
                            *now = state;
                        });
                    });
                }
                None => {}
            }
        },
    );
}
