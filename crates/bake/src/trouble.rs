//! The lines that `web/loader.js` shows when the program does not start, or stops.

use bpt_words::Language;
use bpt_words::story::{StoryText, Trouble};

use crate::html::escaped;

/// A template with every line; the loader keeps the one that holds.
pub(crate) fn template(words: &dyn Language) -> String {
    let story = words.story();
    let line =
        |name: &str, text: &str| format!("<span data-why=\"{name}\">{} </span>", escaped(text));
    let causes: String = Trouble::ALL
        .iter()
        .map(|what| line(what.id(), story.trouble(*what)))
        .collect();
    format!(
        "<template id=\"trouble\"><div class=\"notice fault\" role=\"alert\"><p>{causes}{}<a href=\"\">{}</a></p></div></template>",
        line("first", story.text(StoryText::Failed)),
        escaped(story.text(StoryText::Reload)),
    )
}
