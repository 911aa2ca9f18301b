//! Preloads of glue and WebAssembly go into a `<template>`, of which a browser takes no notice:
//! an embed must not load what nobody looks at. web/loader.js takes them out where it starts.

use super::edit_index;

pub(super) fn step() -> Result<(), String> {
    edit_index(into_template)
}

fn into_template(html: &str) -> Result<String, String> {
    let mut rest = html;
    let (mut out, mut moved) = (String::with_capacity(html.len()), String::new());
    while let Some(at) = rest.find("<link ") {
        let (before, tag_on) = rest.split_at(at);
        let end = tag_on.find('>').ok_or("index.html has an open <link")? + 1;
        let (tag, after) = tag_on.split_at(end);
        out.push_str(before);
        if is_preload(tag) {
            moved.push_str(tag);
        } else {
            out.push_str(tag);
        }
        rest = after;
    }
    out.push_str(rest);
    if moved.is_empty() {
        return Err("index.html has no preload of the page's code".to_owned());
    }
    let head_ends = out.find("</head>").or_else(|| out.find("<body"));
    let at = head_ends.ok_or("index.html has neither </head> nor <body>")?;
    out.insert_str(at, &format!("<template id=\"app\">{moved}</template>"));
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
            into_template(html).as_deref(),
            Ok(
                "<head><link rel=\"icon\" href=\"i\"><link rel=preload href=f as=font>\
                 <template id=\"app\"><link rel=\"modulepreload\" href=\"m\">\
                 <link rel=preload href=w as=fetch></template></head><body>"
            )
        );
        assert!(into_template("<head></head>").is_err());
    }
}
