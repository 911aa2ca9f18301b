//! The report as JSON, written straight into a text: a hundred thousand rows a second or so.

use bpt_core::estimate::Estimate;
use bpt_core::model::Class;
use bpt_core::notes::Note;

use super::table::{Get, SECTIONS, devices, parts};

/// What a report holds beside the estimate.
pub struct Extra<'a> {
    /// Id of the row it belongs to.
    pub id: Option<&'a str>,
    /// Says a note.
    pub words: &'a dyn Fn(Note) -> String,
    /// More members of the object: names and their JSON, as `("derived", "{...}")`.
    pub members: &'a [(&'a str, String)],
}

impl core::fmt::Debug for Extra<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Extra")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// Writes the report of an estimate.
pub fn write(out: &mut String, estimate: &Estimate, extra: &Extra<'_>) {
    out.push('{');
    if let Some(id) = extra.id {
        key(out, "id");
        string(out, id);
        out.push(',');
    }
    for section in SECTIONS {
        key(out, section.name);
        out.push('{');
        for (at, field) in section.fields.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            key(out, field.name);
            value(out, estimate, field.get);
        }
        out.push_str("},");
    }
    for (name, json) in extra.members {
        key(out, name);
        out.push_str(json);
        out.push(',');
    }
    key(out, "notes");
    out.push('[');
    for (at, note) in estimate.notes.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str("{\"code\":");
        string(out, note.slug());
        out.push_str(",\"words\":");
        string(out, &(extra.words)(note));
        out.push('}');
    }
    out.push_str("]}");
}

fn value(out: &mut String, estimate: &Estimate, get: Get) {
    match get {
        Get::Number(get) => number(out, get(estimate)),
        Get::Flag(get) => out.push_str(flag(get(estimate))),
        Get::Word(get) => string(out, get(estimate)),
        Get::Classes(get) => {
            let classes = get(estimate);
            out.push('{');
            for (at, class) in Class::ALL.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                key(out, class.slug());
                number(out, Some(classes[class].get()));
            }
            out.push('}');
        }
        Get::Devices => {
            out.push('[');
            for (at, device) in devices(estimate).enumerate() {
                out.push_str(if at > 0 { ",{" } else { "{" });
                key(out, "used_bytes");
                number(out, Some(device.used.get()));
                out.push(',');
                key(out, "capacity_bytes");
                number(out, Some(device.capacity.get()));
                out.push(',');
                key(out, "physical_bytes");
                number(out, Some(device.physical.get()));
                out.push(',');
                key(out, "fits");
                out.push_str(flag(device.fits()));
                out.push('}');
            }
            out.push(']');
        }
        Get::Parts => {
            out.push('[');
            for (at, part) in parts(estimate).iter().enumerate() {
                out.push_str(if at > 0 { ",{" } else { "{" });
                key(out, "name");
                string(out, part.name.slug());
                out.push(',');
                key(out, "kind");
                string(out, part.name.kind().slug());
                out.push(',');
                key(out, "bytes");
                number(out, Some(part.bytes));
                out.push(',');
                key(out, "seconds");
                number(out, Some(part.seconds));
                out.push('}');
            }
            out.push(']');
        }
    }
}

const fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// A key: names of the table need no escape.
fn key(out: &mut String, name: &str) {
    out.push('"');
    out.push_str(name);
    out.push_str("\":");
}

/// A number that reads back as the same; null where there is none.
pub(crate) fn number(out: &mut String, value: Option<f64>) {
    match value.filter(|value| value.is_finite()) {
        None => out.push_str("null"),
        Some(value) if value.fract() == 0.0 && value.abs() < 9e15 => {
            out.push_str(itoa::Buffer::new().format(value as i64));
        }
        Some(value) => out.push_str(zmij::Buffer::new().format_finite(value)),
    }
}

/// Writes a text as a JSON string.
pub fn string(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            letter if letter < ' ' => {
                out.push_str("\\u00");
                let code = letter as u32;
                for digit in [code >> 4, code & 15] {
                    out.push(char::from_digit(digit, 16).unwrap_or('0'));
                }
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
}
