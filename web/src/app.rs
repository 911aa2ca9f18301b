//! The frame of the page: which view, which theme, the link that holds the state.

use bpt_charts::Theme;
use bpt_words::Ui;
use leptos::ev;
use leptos::prelude::*;
use leptos_use::{use_event_listener, use_media_query, use_resize_observer};

use crate::components::header::Header;
use crate::figures::together::Together;
use crate::link::{self, Link};
use crate::platform::theme::{self, Choice};
use crate::platform::{canvas, embed, url};
use crate::state::Page;

/// The places of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum View {
    Story,
    Lab,
    Measurements,
    Method,
}

impl View {
    /// All of them, in the order of the header.
    pub(crate) const ALL: [Self; 4] = [Self::Story, Self::Lab, Self::Measurements, Self::Method];

    pub(crate) const fn name(self) -> Ui {
        match self {
            Self::Story => Ui::Story,
            Self::Lab => Ui::Lab,
            Self::Measurements => Ui::Measurements,
            Self::Method => Ui::Method,
        }
    }

    /// Its name in links.
    pub(crate) const fn slug(self) -> &'static str {
        match self {
            Self::Story => "story",
            Self::Lab => "lab",
            Self::Measurements => "measurements",
            Self::Method => "method",
        }
    }

    pub(crate) fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.slug() == slug)
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
    pub(crate) embed: Signal<String>,
}

/// How long the address waits for the state to settle.
const SETTLE: core::time::Duration = core::time::Duration::from_millis(250);

#[component]
pub(crate) fn App() -> impl IntoView {
    let link = link::read(&url::query());
    let page = Page::new(link.pair.clone(), link.embed.is_some(), &link.lang);
    provide_context(page);
    let view = RwSignal::new(link.view);
    let choice = RwSignal::new(link.theme.unwrap_or_else(|| {
        if page.embedded { Choice::Auto } else { Choice::remembered() }
    }));
    drawing(choice);
    let query = Memo::new({
        let link = link.clone();
        move |_| page.pair.with(|pair| link.with(pair, view.get()).query())
    });
    links(&link, page, view);
    keep_address(query, view, page);
    if page.embedded {
        as_guest(&link, page, choice);
        if let Some(root) = document().document_element() {
            // A valid name: cannot fail.
            let _ = root.set_attribute("data-embed", "");
        }
        return view! {
            <main class="embed">
                <Together />
            </main>
        }
        .into_any();
    }
    let address = {
        let link = link.clone();
        Callback::new(move |place: View| {
            page.pair.with(|pair| link::address(&link.with(pair, place).query()))
        })
    };
    let go = Callback::new(move |place: View| {
        if view.get_untracked() != place {
            view.set(place);
            url::push(&query.get_untracked());
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    let _ = use_event_listener(window(), ev::popstate, move |_| {
        let link = link::read(&url::query());
        view.set(link.view);
        page.pair.set(link.pair);
    });
    view! {
        <a class="skip" href="#fig-together">{page.words().ui(Ui::SkipToFigure)}</a>
        <Header view choice address go />
        <main>
            <Trouble link />
            {move || match view.get() {
                View::Story | View::Lab => view! { <Together /> }.into_any(),
                View::Measurements | View::Method => view! { <Later view go /> }.into_any(),
            }}
        </main>
    }
    .into_any()
}

/// A view that is still to be written.
#[component]
fn Later(view: RwSignal<View>, go: Callback<View>) -> impl IntoView {
    let words = Page::get().words();
    view! {
        <section class="later">
            <h1>{move || words.ui(view.get().name())}</h1>
            <p>{words.ui(Ui::NotHereYet)}</p>
            <button type="button" on:click=move |_| go.run(View::Story)>
                {words.ui(Ui::BackToStory)}
            </button>
        </section>
    }
}

/// What the link asked for and did not get.
#[component]
fn Trouble(link: Link) -> impl IntoView {
    let words = Page::get().words();
    let shown = RwSignal::new(!link.trouble.is_empty());
    let lines = link
        .trouble
        .into_iter()
        .map(|line| view! { <p>{line}</p> })
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
fn drawing(choice: RwSignal<Choice>) {
    let dark = use_media_query("(prefers-color-scheme: dark)");
    let forced = use_media_query("(forced-colors: active)");
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
    if let Ok(ready) = document().fonts().ready() {
        leptos::task::spawn_local(async move {
            // Rejected never; if it were, the fallback face stays.
            if wasm_bindgen_futures::JsFuture::from(ready).await.is_ok() {
                canvas::forget_widths();
                let _ = fonts.try_update(|count| *count = count.wrapping_add(1));
            }
        });
    }
    let _ = use_event_listener(window(), ev::Custom::new("beforeprint"), move |_: web_sys::Event| {
        zoom.set(2.0);
    });
    let _ = use_event_listener(window(), ev::Custom::new("afterprint"), move |_: web_sys::Event| {
        zoom.set(1.0);
    });
    provide_context(Drawing {
        theme: colors.into(),
        fonts,
        zoom,
    });
}

fn links(link: &Link, page: Page, view: RwSignal<View>) {
    let to = |place: Option<View>| {
        let link = link.free();
        Signal::derive(move || {
            let place = place.unwrap_or_else(|| view.get());
            page.pair.with(|pair| link::address(&link.with(pair, place).query()))
        })
    };
    let guest = link.guest("together");
    provide_context(Links {
        page: to(None),
        lab: to(Some(View::Lab)),
        method: to(Some(View::Method)),
        embed: Signal::derive(move || {
            page.pair.with(|pair| link::snippet(&guest.with(pair, View::Story).query(), page.words()))
        }),
    });
}

/// Keeps the address up to date, after the last change only: browsers refuse many changes.
fn keep_address(query: Memo<String>, view: RwSignal<View>, page: Page) {
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |before: Option<String>| {
        let now = query.get();
        let _ = (view, page);
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        if before.as_ref().is_some_and(|before| *before != now) {
            let written = now.clone();
            let write = move || url::replace(&written);
            pending.set_value(set_timeout_with_handle(write, SETTLE).ok());
        }
        now
    });
}

/// An embed says its height and listens to its host.
fn as_guest(link: &Link, page: Page, choice: RwSignal<Choice>) {
    let id = link.id.clone();
    let last = StoredValue::new(0.0_f64);
    let Some(root) = document().document_element() else {
        return;
    };
    let _ = use_resize_observer(root, move |_, _| {
        let height = document()
            .body()
            .map_or(0.0, |body| f64::from(body.offset_height()));
        if (height - last.get_value()).abs() > 1.0 {
            last.set_value(height);
            embed::post_height(&id, height);
        }
    });
    let _ = use_event_listener(window(), ev::message, move |event: web_sys::MessageEvent| {
        match embed::read(&event) {
            Some(embed::Message::Theme(slug)) => choice.set(Choice::from_slug(&slug)),
            Some(embed::Message::State(query)) => page.pair.set(link::read(&query).pair),
            None => {}
        }
    });
}
