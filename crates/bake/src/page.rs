//! The static page.

use std::path::Path;

use bpt_catalog::Catalog;
use bpt_charts::figures::measure::Run;
use bpt_charts::figures::{Figure, breakdown, memory, together};
use bpt_permalink::PageState;
use bpt_story::{CHAPTERS, Here, Story, holds, page_file, source_name};
use bpt_words::figures::Fixed;
use bpt_words::story::{Chapter, StoryText, plain as prose_text};
use bpt_words::{LANGUAGES, Language, NAMES, Room, Ui, gap, plain};

use crate::chapters::{Baked, Pair, all};
use crate::html::{escaped, pieces, spans, table};
use crate::posters::{Poster, Themes, files, picture};
use crate::{Failed, first, runs, trouble};

/// Places in the header: what a link asks for, and its name.
const PLACES: [(&str, Ui); 4] = [
    ("", Ui::Story),
    ("?view=lab", Ui::Lab),
    ("?view=measurements", Ui::Measurements),
    ("?view=method", Ui::Method),
];

/// What all parts of the page are made with.
pub(crate) struct Making<'a> {
    story: Story,
    runs: Vec<Run>,
    pub(crate) themes: Themes,
    pub(crate) dist: &'a Path,
    pub(crate) words: &'a dyn Language,
}

/// Writes the story into the page of each language, and the files that they need.
pub(crate) fn bake(dist: &Path) -> Result<(), Failed> {
    let bare = std::fs::read_to_string(dist.join("index.html"))?;
    for listed in LANGUAGES {
        let making = Making {
            story: Story::embedded()?,
            runs: runs::runs()?,
            themes: Themes::read(include_str!("../../../web/style/tokens.css"))?,
            dist,
            words: listed.words,
        };
        if making.is_first() {
            std::fs::write(dist.join("runs.json"), runs::as_json(&making.runs))?;
        }
        let page = match page_file(listed.tag) {
            file if file.is_empty() => dist.join("index.html"),
            file => dist.join(file),
        };
        std::fs::write(page, making.page(&bare)?)?;
    }
    Ok(())
}

/// Puts a text between two marks.
fn between(html: &str, from: &str, to: &str, text: &str) -> Result<String, Failed> {
    let start = html.find(from).ok_or_else(|| format!("no {from}"))? + from.len();
    let end = start + html[start..].find(to).ok_or_else(|| format!("no {to}"))?;
    Ok(format!("{}{text}{}", &html[..start], &html[end..]))
}

/// Sets the description, however the minifier wrote its attributes.
fn described(html: &str, text: &str) -> Result<String, Failed> {
    let name = ["name=\"description\"", "name=description"]
        .into_iter()
        .find_map(|name| html.find(name))
        .ok_or("no description")?;
    let start = html[..name].rfind('<').ok_or("no description")?;
    let end = name + html[name..].find('>').ok_or("no description")? + 1;
    Ok(format!(
        "{}<meta name=\"description\" content=\"{}\">{}",
        &html[..start],
        escaped(text),
        &html[end..]
    ))
}

impl Making<'_> {
    /// The page, made of the one that has nothing in it.
    fn page(&self, bare: &str) -> Result<String, Failed> {
        let first = Pair::of(&PageState::default())?;
        let (body, names) = self.body(&first)?;
        let words = self.words.story();
        let scene = first.scene();
        let title: Vec<String> = words.title(&scene).iter().map(|part| plain(part)).collect();
        let description = prose_text(&words.lead(&scene));
        let html = between(
            bare,
            "<title>",
            "</title>",
            &format!(
                "{} \u{b7} {}",
                escaped(&title.join(gap(&title[0]))),
                self.words.ui(Ui::Product)
            ),
        )?;
        let html = described(&html, &description)?;
        let tag = format!("<html lang=\"{}\"", self.words.tag());
        let html = html
            .replacen("<html lang=\"en\"", &tag, 1)
            .replacen("<html lang=en", &tag, 1);
        // Not in the body, of which an embed keeps nothing.
        let mut head = trouble::template(self.words);
        head += &format!(
            "<meta name=\"posters\" content=\"{}\">",
            escaped(&names.join(" "))
        );
        // Before web/first.js, which goes to the page that a link's language asks for.
        let others: String = NAMES
            .iter()
            .map(|(tag, _)| {
                let page = page_file(tag);
                format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"./{page}\">")
            })
            .collect();
        let html = html.replacen("<title>", &format!("{others}<title>"), 1);
        let html = self.without_others(&html)?;
        let html = html.replacen("</head>", &format!("{head}</head>"), 1);
        let at = html.find("<body").ok_or("index.html has no <body>")?;
        let at = at + html[at..].find('>').ok_or("<body does not end")? + 1;
        Ok(format!("{}{body}{}", &html[..at], &html[at..]))
    }

    /// Without the addresses of the other languages' first modules: a link that asks for one of
    /// them leads to its own page.
    fn without_others(&self, html: &str) -> Result<String, Failed> {
        let mut html = html.to_owned();
        for (tag, _) in NAMES.iter().filter(|(tag, _)| *tag != self.words.tag()) {
            let page = page_file(tag);
            let name = match page.strip_suffix(".html") {
                Some(language) => format!("app-{language}"),
                None => "app".to_owned(),
            };
            let open = format!("<template id=\"{name}\">");
            let Some(at) = html.find(&open) else { continue };
            let close = "</template>";
            let end = html[at..].find(close).ok_or("a template does not end")?;
            html.replace_range(at..at + end + close.len(), "");
        }
        Ok(html)
    }

    pub(crate) fn is_first(&self) -> bool {
        self.words.tag() == NAMES[0].0
    }

    /// A picture's name: each language has its own.
    pub(crate) fn named(&self, name: &str) -> String {
        if self.is_first() {
            name.to_owned()
        } else {
            format!("{name}-{}", self.words.tag())
        }
    }

    /// Links to the pages of the other languages.
    fn languages(&self) -> String {
        let links: String = NAMES
            .iter()
            .filter(|(tag, _)| *tag != self.words.tag())
            .map(|(tag, [name, short])| {
                format!(
                    "<a href=\"./{}\" lang=\"{tag}\" hreflang=\"{tag}\" rel=\"alternate\" title=\"{name}\">\
                     <span class=\"own\">{name}</span><span class=\"short\">{short}</span></a>",
                    page_file(tag)
                )
            })
            .collect();
        format!(
            "<nav class=\"languages\" aria-label=\"{}\">{links}</nav>",
            self.words.story().text(StoryText::LanguageSwitch)
        )
    }

    /// The body, and the names of the pictures for embeds.
    fn body(&self, first: &Pair) -> Result<(String, Vec<String>), Failed> {
        let words = self.words;
        let story = words.story();
        let mut names = Vec::new();
        let mut chapters = String::new();
        for (at, baked) in all(&self.story)?.iter().enumerate() {
            chapters.push_str(&self.chapter(baked, at)?);
            // A link that says nothing of a scenario, and the one that the figure itself gives.
            let id = baked.entry.chapter.id();
            let own = self
                .story
                .state(baked.entry.chapter, &PageState::default(), false);
            let own = own.write(Catalog::embedded());
            let own = own.trim_start_matches("v=1");
            names.push(id.to_owned());
            if !own.is_empty() {
                names.push(format!("{id}{own}"));
            }
        }
        let places: String = PLACES
            .iter()
            .enumerate()
            .map(|(at, (query, name))| {
                let to = format!("./{}{query}", page_file(words.tag()));
                let current = if at == 0 {
                    " aria-current=\"page\""
                } else {
                    ""
                };
                format!("<a href=\"{to}\"{current}>{}</a>", words.ui(*name))
            })
            .collect();
        let mark = "<svg class=\"mark\" viewBox=\"0 0 20 14\" width=\"20\" height=\"14\" aria-hidden=\"true\">\
                    <rect class=\"mark-a\" width=\"20\" height=\"6\"/><rect class=\"mark-b-soft\" y=\"8\" width=\"20\" height=\"6\"/>\
                    <rect class=\"mark-b\" y=\"8\" width=\"4\" height=\"6\"/></svg>";
        let header = format!(
            "<header class=\"top\">{mark}<span class=\"product\">{}</span><nav aria-label=\"{}\">{places}</nav>{}</header>",
            words.ui(Ui::Product),
            words.ui(Ui::Navigation),
            self.languages(),
        );
        let together = self.together(first)?;
        names.extend(self.others(first)?.map(str::to_owned));
        let body = format!(
            "<div id=\"baked\">{header}<main><p class=\"loading\">{}</p>\
             <article class=\"story\">{}{}{chapters}{together}\
             <section class=\"invitation\"><p class=\"prose\">{}</p></section></article></main></div>",
            story.text(StoryText::Loading),
            self.top(first),
            self.bar(first),
            story.text(StoryText::Invitation),
        );
        Ok((body, names))
    }

    fn top(&self, first: &Pair) -> String {
        let words = self.words.story();
        let scene = first.scene();
        let [one, two] = words.title(&scene);
        let contents: String = CHAPTERS
            .iter()
            .enumerate()
            .map(|(at, entry)| {
                format!(
                    "<li><a href=\"#{}\"><span class=\"at\">{}</span>{}</a></li>",
                    entry.chapter.id(),
                    at + 1,
                    words.short(entry.chapter)
                )
            })
            .collect();
        format!(
            "<header class=\"story-top\"><div><h1><span>{}</span>{}<span>{}</span></h1><p class=\"lead-text\">{}</p></div>\
             <nav class=\"contents\" aria-label=\"{}\"><ol>{contents}</ol><details><summary>{}</summary><ol>{contents}</ol></details></nav></header>",
            spans(&one),
            gap(&plain(&one)),
            spans(&two),
            pieces(&words.lead(&scene), words),
            words.text(StoryText::Contents),
            words.chapters(CHAPTERS.len()),
        )
    }

    /// The models and the machine, as text.
    fn bar(&self, first: &Pair) -> String {
        let state = &first.models.rows;
        let line = bpt_story::here(
            Catalog::embedded(),
            [state[0].as_ref(), state[1].as_ref()],
            first.solved.first().map(|(scenario, _)| scenario),
            &[],
            self.words,
        );
        let chips: String = line
            .iter()
            .map(|piece| format!("<span class=\"chip-still\">{}</span>", self.piece(piece)))
            .collect();
        format!(
            "<div class=\"bar\"><span class=\"bar-name\">{}</span>{chips}</div>",
            self.words.story().text(StoryText::NumbersFor)
        )
    }

    fn piece(&self, piece: &Here) -> String {
        let mark = piece.slot.map_or_else(String::new, |slot| {
            format!(
                "<i class=\"dot dot-{}\" aria-hidden=\"true\"></i> ",
                slot.slug()
            )
        });
        let differs = if piece.differs && piece.slot.is_none() {
            let here = self.words.story().text(StoryText::Here);
            format!("<span class=\"differs\">{}{here}</span>", gap(here))
        } else {
            String::new()
        };
        format!("{mark}{}{differs}", escaped(&piece.text))
    }

    fn chapter(&self, baked: &Baked, at: usize) -> Result<String, Failed> {
        let chapter = baked.entry.chapter;
        let (id, words) = (chapter.id(), self.words.story());
        let prose = words.prose(chapter, &baked.pair.scene());
        let wide = baked.figure(&self.story, &self.runs, Room::Wide, self.words);
        let narrow = baked.figure(&self.story, &self.runs, Room::Narrow, self.words);
        let picture = self.picture(&wide, &narrow, id, at == 0)?;
        let here: String = baked
            .here(self.words)
            .iter()
            .map(|piece| {
                let hue = piece
                    .slot
                    .map_or_else(String::new, |slot| format!("model hue-{} ", slot.slug()));
                let other = if piece.differs { "other" } else { "" };
                format!("<li class=\"{hue}{other}\">{}</li>", self.piece(piece))
            })
            .collect();
        let room = "<div class=\"room\"></div>".repeat(baked.controls());
        let first = if at == 0 {
            first::attribute(baked, self.words)?
        } else {
            String::new()
        };
        let html = format!(
            "<section class=\"chapter\" id=\"{id}\"><p class=\"of\">{}</p><h2 class=\"finding\">{}</h2>\
             <p class=\"prose\">{}</p>{}\
             <figure id=\"fig-{id}\" data-figure=\"{id}\"{first} class=\"fig\" aria-labelledby=\"title-{id}\">\
             <div class=\"panel-head\"><h3 class=\"figure-title\" id=\"title-{id}\">{}</h3><p class=\"line\">{}</p></div>\
             <div class=\"here\"><ul>{here}</ul></div>{picture}\
             <figcaption class=\"note\">{}</figcaption><div class=\"controls still\">{room}</div>\
             <p class=\"only-here still\">{}</p>{}\
             <p class=\"takeaway\">{}</p><div class=\"foot still\"></div>\
             <div class=\"data still-table\"><div class=\"scroll\">{}</div></div></figure>{}</section>",
            words.chapter_of(at + 1, CHAPTERS.len()),
            words.heading(chapter),
            pieces(&prose, words),
            if chapter == Chapter::Bandwidth {
                "<div class=\"guess still\"></div>"
            } else {
                ""
            },
            spans(&wide.words.title),
            spans(&wide.words.line),
            escaped(&wide.words.note),
            words.text(StoryText::OnlyHere),
            if self.has_cases(chapter) {
                "<div class=\"cases still\"></div>"
            } else {
                ""
            },
            spans(&wide.words.takeaway),
            table(&wide.table, self.words.ui(Ui::TableOf)),
            self.holds(chapter),
        );
        self.poster(&Poster {
            name: id,
            pair: &baked.pair,
            figures: [wide, narrow],
            below: [None, None],
            named: &baked.named(),
        })?;
        Ok(html)
    }

    /// Pictures of the figures that are no chapter's; gives their names.
    fn others(&self, first: &Pair) -> Result<[&'static str; 3], Failed> {
        let device = first.scene().device.unwrap_or_default();
        let together = |room| {
            let devices = [device.clone(), device.clone()];
            together::figure(&first.inputs(room), devices, self.words)
                .ok_or("the first models cannot be compared")
        };
        let (wide, memory_wide) = together(Room::Wide)?;
        let (narrow, memory_narrow) = together(Room::Narrow)?;
        let figures: [(&str, [Figure; 2], _); 3] = [
            (
                "together",
                [wide, narrow],
                [Some(memory_wide), Some(memory_narrow)],
            ),
            (
                "breakdown",
                [Room::Wide, Room::Narrow]
                    .map(|room| breakdown::figure(&first.inputs(room), self.words)),
                [None, None],
            ),
            (
                "memory",
                [Room::Wide, Room::Narrow]
                    .map(|room| memory::figure(&first.inputs(room), self.words)),
                [None, None],
            ),
        ];
        let names = figures.each_ref().map(|(name, ..)| *name);
        for (name, figures, below) in figures {
            self.poster(&Poster {
                name,
                pair: first,
                figures,
                below,
                named: &[],
            })?;
        }
        Ok(names)
    }

    /// The first picture stands in the page, in the page's colours; the others are files.
    fn picture(
        &self,
        wide: &Figure,
        narrow: &Figure,
        id: &str,
        first: bool,
    ) -> Result<String, Failed> {
        let label = escaped(&wide.words.aria_label());
        let inner = if first {
            let drawn = self
                .themes
                .follow(&picture(&wide.chart, &self.themes.light, 0));
            // Where it is narrow the picture is another one, and a file.
            let charts = [&narrow.chart, &narrow.chart];
            let small = files(charts, &self.named(id), &label, &self.themes, self.dist)?;
            format!("<div class=\"at-wide\">{drawn}</div><div class=\"at-narrow\">{small}</div>")
        } else {
            let charts = [&wide.chart, &narrow.chart];
            files(charts, &self.named(id), &label, &self.themes, self.dist)?
        };
        let role = if first {
            format!(" role=\"img\" aria-label=\"{label}\"")
        } else {
            String::new()
        };
        Ok(format!("<div class=\"drawn-still\"{role}>{inner}</div>"))
    }

    /// Whether a press puts scenarios of the founding texts into the figure.
    fn has_cases(&self, chapter: Chapter) -> bool {
        let claims = self.story.chapter(chapter).map(|data| &data.claims);
        claims.is_some_and(|claims| claims.iter().any(|claim| !claim.scenarios.is_empty()))
    }

    fn holds(&self, chapter: Chapter) -> String {
        let words = self.words.story();
        let Some(data) = self.story.chapter(chapter) else {
            return String::new();
        };
        let case = &data.case;
        let said = words.holds(chapter, &holds(Catalog::embedded(), case));
        let fixed = |text| self.words.figures().fixed(text);
        let sources: Vec<String> = case
            .sources()
            .map(|(source, date)| {
                if !source.starts_with("http") {
                    return escaped(&words.source(source, date));
                }
                format!(
                    "<a href=\"{}\" rel=\"noopener\">{}</a>{}<span class=\"date\">{}</span>",
                    escaped(source),
                    escaped(&source_name(source)),
                    fixed(Fixed::Comma),
                    escaped(date),
                )
            })
            .collect();
        let source = sources.join(fixed(Fixed::Semicolon));
        let head = words.text(StoryText::DoesItHold);
        let blank = gap(head);
        format!(
            "<p class=\"holds\"><strong>{head}</strong>{blank}<span class=\"said\">{}</span>{blank}<span class=\"source\">{}</span></p>",
            spans(&said),
            source
        )
    }
}
