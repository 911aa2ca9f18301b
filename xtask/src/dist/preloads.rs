//! Preloads of glue and WebAssembly go into a `<template>`, of which a browser takes no notice:
//! an embed must not load what nobody looks at. So do the style sheets of what comes after the
//! first figure. web/loader.js takes them out where it starts.

use super::edit_index;

/// Style sheets that neither the page as built nor its first figure needs.
const LATER: [&str; 4] = ["parts", "lab", "tools", "views"];

pub(super) fn step() -> Result<(), String> {
    edit_index(|html| {
        let html = into_template(html, "app", is_preload)?;
        into_template(&html, "styles", is_later)
    })
}

fn is_later(tag: &str) -> bool {
    let named = |name: &&str| tag.contains(&format!("/{name}-")) && tag.contains(".css");
    tag.contains("stylesheet") && LATER.iter().any(named)
}

/// Moves the links that `is_one` names into a template.
fn into_template(html: &str, name: &str, is_one: fn(&str) -> bool) -> Result<String, String> {
    let mut rest = html;
    let (mut out, mut moved) = (String::with_capacity(html.len()), String::new());
    while let Some(at) = rest.find("<link ") {
        let (before, tag_on) = rest.split_at(at);
        let end = tag_on.find('>').ok_or("index.html has an open <link")? + 1;
        let (tag, after) = tag_on.split_at(end);
        out.push_str(before);
        if is_one(tag) {
            moved.push_str(tag);
        } else {
            out.push_str(tag);
        }
        rest = after;
    }
    out.push_str(rest);
    if moved.is_empty() {
        return Err(format!("index.html has no links for the template {name:?}"));
    }
    let head_ends = out.find("</head>").or_else(|| out.find("<body"));
    let at = head_ends.ok_or("index.html has neither </head> nor <body>")?;
    out.insert_str(at, &format!("<template id=\"{name}\">{moved}</template>"));
    Ok(out)
}

/// With or without quotes: the minifier takes those away.
fn is_preload(tag: &str) -> bool {
    let plain = tag.replace('"', "");
    plain.contains("rel=modulepreload")
        || (plain.contains("rel=preload") && plain.contains("as=fetch"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_both_and_nothing_else() {
        let html = "<head><link rel=\"icon\" href=\"i\"><link rel=\"modulepreload\" href=\"m\">\
                    <link rel=preload href=w as=fetch><link rel=preload href=f as=font></head><body>";
        assert_eq!(
            into_template(html, "app", is_preload).as_deref(),
            Ok(
                "<head><link rel=\"icon\" href=\"i\"><link rel=preload href=f as=font>\
                 <template id=\"app\"><link rel=\"modulepreload\" href=\"m\">\
                 <link rel=preload href=w as=fetch></template></head><body>"
            )
        );
        assert!(into_template("<head></head>", "app", is_preload).is_err());
        assert!(is_later("<link rel=stylesheet href=./lab-1.css>"));
        assert!(!is_later("<link rel=stylesheet href=./page-1.css>"));
    }
}
