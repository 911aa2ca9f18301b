//! The list of languages, and which one a tag stands for.

use core::fmt;

use crate::language::{LabLanguage, Language};

/// A language that the project has, whether or not this build holds its words.
#[derive(Clone, Copy)]
pub struct Listed {
    /// Its tag (BCP 47), as in a link's `lang=` and in `<html lang>`.
    pub tag: &'static str,
    /// Its own name, for the switch.
    pub name: &'static str,
    /// Its words; `None` where this build leaves them out.
    pub words: Option<&'static dyn Language>,
}

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listed")
            .field("tag", &self.tag)
            .field("held", &self.words.is_some())
            .finish_non_exhaustive()
    }
}

macro_rules! languages {
    ($($held:meta: $tag:literal, $name:literal, $short:literal, $language:path;)*) => {
        /// All languages in the order of the switch; the first one stands in for unknown tags.
        pub const LANGUAGES: &[Listed] = &[$(Listed {
            tag: $tag,
            name: $name,
            #[cfg($held)]
            words: Some(&$language),
            #[cfg(not($held))]
            words: None,
        },)*];

        /// Tags and own names of all languages, in full and where there is little room, without
        /// their words: naming these brings no language into a program.
        pub const NAMES: &[(&str, [&str; 2])] = &[$(($tag, [$name, $short]),)*];

        /// Tags and words of the lab, of those that this build holds.
        const LAB: &[(&str, &dyn LabLanguage)] = &[$(#[cfg($held)] ($tag, &$language),)*];
    };
}

// When it is held, tag, own name, the same short, words. A new language is a line here, its folder, its feature.
languages! {
    any(feature = "en", not(feature = "zh")): "en", "English", "EN", crate::en::English;
    feature = "zh": "zh-Hans", "简体中文", "中文", crate::zh::Chinese;
}

/// The first language that this build holds. Without any the build fails here.
const FIRST: &dyn Language = {
    let mut at = 0;
    while LANGUAGES[at].words.is_none() {
        at += 1;
    }
    match LANGUAGES[at].words {
        Some(words) => words,
        None => unreachable!(),
    }
};

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

/// The words for a tag: those of [`listed`]; where this build lacks them, the first that it holds.
#[must_use]
pub fn language(tag: &str) -> &'static dyn Language {
    listed(tag).words.unwrap_or(FIRST)
}

/// The same with what only the lab and the command line say.
#[must_use]
pub fn lab_language(tag: &str) -> &'static dyn LabLanguage {
    let tag = language(tag).tag();
    LAB.iter()
        .find(|(of, _)| *of == tag)
        .map_or(LAB[0].1, |(_, words)| *words)
}
