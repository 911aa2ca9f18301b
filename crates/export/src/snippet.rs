//! The code that puts a figure into another page.

/// In which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `<iframe>`: works with no script of the host's.
    Frame,
    /// `<bytes-per-token>` and its script.
    Element,
    /// A picture with a link, in Markdown.
    Markdown,
    /// The address of the full page.
    Link,
}

impl Form {
    /// All of them, in the order of the page's list.
    pub const ALL: [Self; 4] = [Self::Frame, Self::Element, Self::Markdown, Self::Link];

    /// Its name in the document.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Frame => "iframe",
            Self::Element => "element",
            Self::Markdown => "markdown",
            Self::Link => "link",
        }
    }
}

/// What is put into the other page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embed<'a> {
    /// Address of the page's folder, with a slash at the end.
    pub base: &'a str,
    /// Query of the embed, without `?`.
    pub query: &'a str,
    /// Address of the full page in the same state.
    pub link: &'a str,
    /// The figure.
    pub figure: &'a str,
    /// Title of the frame; alternative text of the picture.
    pub title: &'a str,
    /// Height of the frame, CSS px.
    pub height: u32,
    /// Address of a picture of the figure in this state; `None` where it has to be saved and
    /// uploaded first.
    pub picture: Option<&'a str>,
}

/// The code, ready to paste.
#[must_use]
pub fn snippet(form: Form, of: &Embed<'_>) -> String {
    match form {
        Form::Frame => format!(
            "<iframe src=\"{}?{}\" title=\"{}\" loading=\"lazy\" width=\"100%\" height=\"{}\" \
             style=\"border:0\"></iframe>",
            attribute(of.base),
            attribute(of.query),
            attribute(of.title),
            of.height
        ),
        Form::Element => element(of),
        Form::Markdown => format!(
            "[![{}]({})]({})",
            markdown(of.title),
            of.picture
                .map_or_else(|| format!("{}.png", of.figure), address),
            address(of.link)
        ),
        Form::Link => of.link.to_owned(),
    }
}

fn element(of: &Embed<'_>) -> String {
    let mut keys = String::new();
    for pair in of.query.split('&') {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        if key.is_empty() || key == "v" || key == "embed" {
            continue;
        }
        keys.push_str(&format!(
            " {}=\"{}\"",
            attribute(&decoded(key)),
            attribute(&decoded(value))
        ));
    }
    // What feed readers show, and who has no script.
    let inside = match of.picture {
        Some(picture) => format!(
            "<img src=\"{}\" alt=\"{}\" width=\"640\" loading=\"lazy\">",
            attribute(picture),
            attribute(of.title)
        ),
        None => attribute(of.title),
    };
    format!(
        "<script async src=\"{}embed.js\"></script>\n\
         <bytes-per-token figure=\"{}\"{keys} title=\"{}\">\n  <a href=\"{}\">{inside}</a>\n</bytes-per-token>",
        attribute(of.base),
        attribute(of.figure),
        attribute(of.title),
        attribute(of.link),
    )
}

/// Text for an attribute's value or between tags.
fn attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    out
}

/// Text between the brackets of a Markdown link.
fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '[' | ']' | '\\' | '!' | '`' | '*' | '_' | '<') {
            out.push('\\');
        }
        out.push(if letter < ' ' { ' ' } else { letter });
    }
    out
}

/// An address between the parentheses of a Markdown link.
fn address(text: &str) -> String {
    text.replace('(', "%28")
        .replace(')', "%29")
        .replace(' ', "%20")
}

/// A part of a query, percent signs taken away.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = |digit: u8| char::from(digit).to_digit(16);
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let mut ahead = rest.clone();
                let digits = ahead.next().and_then(hex).zip(ahead.next().and_then(hex));
                if let Some((high, low)) = digits {
                    bytes.push((high * 16 + low) as u8);
                    rest = ahead;
                } else {
                    bytes.push(b'%');
                }
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMBED: Embed<'static> = Embed {
        base: "https://example.org/bpt/",
        query: "v=1&d=rtx-3090&qx=routed_experts:4.5%2Cattention:fp8&b.q=q8_0&embed=context",
        link: "https://example.org/bpt/?v=1&view=lab&d=rtx-3090",
        figure: "context",
        title: "A & B: \"how fast?\" [1]",
        height: 600,
        picture: None,
    };

    #[test]
    fn nothing_of_a_title_or_query_leaves_its_attribute() {
        assert_eq!(
            snippet(Form::Frame, &EMBED),
            "<iframe src=\"https://example.org/bpt/?v=1&amp;d=rtx-3090&amp;qx=routed_experts:4.5%2Cattention:fp8\
             &amp;b.q=q8_0&amp;embed=context\" title=\"A &amp; B: &quot;how fast?&quot; [1]\" loading=\"lazy\" \
             width=\"100%\" height=\"600\" style=\"border:0\"></iframe>"
        );
    }

    #[test]
    fn the_element_has_the_keys_as_attributes() {
        let text = snippet(Form::Element, &EMBED);
        assert!(
            text.starts_with("<script async src=\"https://example.org/bpt/embed.js\"></script>\n")
        );
        assert!(text.contains(
            "<bytes-per-token figure=\"context\" d=\"rtx-3090\" qx=\"routed_experts:4.5,attention:fp8\" b.q=\"q8_0\" title="
        ));
        assert!(
            text.contains("<a href=\"https://example.org/bpt/?v=1&amp;view=lab&amp;d=rtx-3090\">")
        );
    }

    #[test]
    fn markdown_and_link() {
        assert_eq!(
            snippet(Form::Markdown, &EMBED),
            "[![A & B: \"how fast?\" \\[1\\]](context.png)](https://example.org/bpt/?v=1&view=lab&d=rtx-3090)"
        );
        assert_eq!(snippet(Form::Link, &EMBED), EMBED.link);
    }

    #[test]
    fn a_picture_that_is_there_is_shown_where_nothing_runs() {
        let embed = Embed {
            picture: Some("https://example.org/bpt/posters/context.png"),
            ..EMBED
        };
        let text = snippet(Form::Markdown, &embed);
        assert!(text.contains("(https://example.org/bpt/posters/context.png)]"));
        let text = snippet(Form::Element, &embed);
        assert!(text.contains(
            "><img src=\"https://example.org/bpt/posters/context.png\" alt=\"A &amp; B: &quot;how fast?&quot; [1]\""
        ));
    }
}
