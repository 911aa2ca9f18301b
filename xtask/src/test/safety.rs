//! Rules of docs/SECURITY.md that can be read off the page's own sources.

use super::{Outcome, gate_list, hygiene};
use crate::report::Count;

/// Ways from a string to HTML or to a program. None of them is needed here.
const FORBIDDEN: [&str; 10] = [
    "inner_html",
    "innerHTML",
    "outer_html",
    "outerHTML",
    "insert_adjacent_html",
    "insertAdjacentHTML",
    "document.write",
    "js_sys::eval",
    "new Function",
    "Function::new_",
];
/// What the content policy must say, word for word, and must not say.
const POLICY: [&str; 4] = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "base-uri 'none'",
];
const NOT_POLICY: [&str; 4] = ["'unsafe-inline'", "'unsafe-eval'", "http:", "https:"];

/// No HTML from strings, and a content policy without a hole.
pub(super) fn page() -> Outcome {
    let look = || -> Result<Vec<String>, String> {
        let mut wrong = Vec::new();
        for file in hygiene::files()? {
            let ours = file.starts_with("web/") && !file.starts_with("web/e2e/");
            if ours && (file.ends_with(".rs") || file.ends_with(".js")) {
                wrong.extend(html_from_strings(&file, &hygiene::read(&file)?));
            }
        }
        wrong.extend(holes(&hygiene::read("index.html")?));
        Ok(wrong)
    };
    match look() {
        Ok(wrong) => gate_list(&wrong),
        Err(why) => Err((Count::default(), why)),
    }
}

fn html_from_strings(file: &str, text: &str) -> Vec<String> {
    let found = FORBIDDEN.iter().filter(|word| text.contains(*word));
    found.map(|word| format!("{file} uses {word}")).collect()
}

fn holes(page: &str) -> Vec<String> {
    let policy = page
        .split("http-equiv=\"Content-Security-Policy\" content=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap_or_default();
    let lacks = POLICY.iter().filter(|word| !policy.contains(*word));
    let has = NOT_POLICY.iter().filter(|word| policy.contains(*word));
    lacks
        .map(|word| format!("the content policy lacks {word}"))
        .chain(has.map(|word| format!("the content policy has {word}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_to_html_and_a_hole_in_the_policy_are_found() {
        assert_eq!(
            html_from_strings("a.rs", "div.set_inner_html(name)").len(),
            1
        );
        assert!(html_from_strings("a.rs", "div.set_text_content(name)").is_empty());
        let page = |script: &str| {
            format!(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                 script-src 'self' {script}; style-src 'self'; base-uri 'none'\">"
            )
        };
        assert!(holes(&page("'wasm-unsafe-eval'")).is_empty());
        assert_eq!(holes(&page("'wasm-unsafe-eval' 'unsafe-inline'")).len(), 1);
        assert_eq!(holes("<html>").len(), POLICY.len());
    }
}
