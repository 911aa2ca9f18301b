//! Takes comments and indentation out of the scripts, which Trunk's minifier does not understand:
//! a third of what they weigh. Their hashes in index.html follow.

use sha2::{Digest as _, Sha384};

use super::modules::base64;
use super::{edit_index, failed, read, write};
use crate::paths;

/// How the names of Trunk's own scripts start.
const OWN: [&str; 3] = ["first-", "loader-", "bpt-web-"];

pub(super) fn step() -> Result<(), String> {
    let dist = paths::dist();
    let mut changed = Vec::new();
    for entry in std::fs::read_dir(&dist).map_err(failed(&dist))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".js") && OWN.iter().any(|own| name.starts_with(own)) {
            let text = read(&entry.path())?;
            let short = bare(&text);
            write(&entry.path(), &short)?;
            changed.push((hash(&text), hash(&short)));
        }
    }
    edit_index(|html| {
        let html = changed.iter().fold(html.to_owned(), |html, (old, new)| {
            html.replace(old.as_str(), new)
        });
        Ok(html)
    })
}

fn hash(text: &str) -> String {
    base64(&Sha384::digest(text))
}

/// Lines without what is before and after them; no comment lines.
pub(super) fn bare(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        let starts = !in_comment && line.starts_with("/*");
        if in_comment || starts {
            in_comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_code_stays() {
        let text = "// What.\n/** One. */\nconst a = 1; // here\n/**\n * Two.\n */\n\n  if (a) {\n    b(\"https://c\");\n  }\n";
        assert_eq!(
            bare(text),
            "const a = 1; // here\nif (a) {\nb(\"https://c\");\n}\n"
        );
    }
}
