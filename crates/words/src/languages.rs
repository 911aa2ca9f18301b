//! The list of languages, and which one a tag stands for.

use core::fmt;

use crate::language::{LabLanguage, Language};
use crate::{LAB, LANGUAGES};

/// A language that the project has.
#[derive(Clone, Copy)]
pub struct Listed {
    /// Its tag (BCP 47), as in a link's `lang=` and in `<html lang>`.
    pub tag: &'static str,
    /// Its own name, for the switch.
    pub name: &'static str,
    /// Its words.
    pub words: &'static dyn Language,
}

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listed")
            .field("tag", &self.tag)
            .finish_non_exhaustive()
    }
}

macro_rules! languages {
    ($($folder:ident: $tag:literal, $name:literal, $short:literal, $language:ident;)*) => {
        $(pub use $folder::$language;)*

        /// All languages in the order of the switch; the first one stands in for unknown tags.
        pub const LANGUAGES: &[Listed] = &[$(Listed {
            tag: $tag,
            name: $name,
            words: &$language,
        },)*];

        /// Tags and own names of all languages, in full and where there is little room, without
        /// their words: naming these brings no language into a program.
        pub const NAMES: &[(&str, [&str; 2])] = &[$(($tag, [$name, $short]),)*];

        /// Tags and words of the lab.
        const LAB: &[(&str, &dyn LabLanguage)] = &[$(($tag, &$language),)*];

        /// Tags, and how the language is written.
        const GRAMMARS: &[(&str, &dyn grammar::Grammar)] = &[$(($tag, &$folder::grammar::Rules),)*];
    };
}
pub(crate) use languages;

/// The listed language for a tag: the same tag, else the same language in another script or
/// country (`zh-CN`, `en-GB`), else the first.
#[must_use]
pub fn listed(tag: &str) -> &'static Listed {
    let same = |listed: &&Listed| listed.tag.eq_ignore_ascii_case(tag);
    let kin = |listed: &&Listed| primary(listed.tag).eq_ignore_ascii_case(primary(tag));
    let mut all = LANGUAGES.iter();
    all.clone()
        .find(same)
        .or_else(|| all.find(kin))
        .unwrap_or(&LANGUAGES[0])
}

fn primary(tag: &str) -> &str {
    tag.split(['-', '_']).next().unwrap_or(tag)
}

/// The words for a tag: those of [`listed`].
#[must_use]
pub fn language(tag: &str) -> &'static dyn Language {
    listed(tag).words
}

/// The same with what only the lab and the command line say.
#[must_use]
pub fn lab_language(tag: &str) -> &'static dyn LabLanguage {
    let tag = listed(tag).tag;
    let found = LAB.iter().find(|(of, _)| *of == tag);
    found.map_or(LAB[0].1, |(_, words)| *words)
}
