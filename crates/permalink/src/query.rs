//! Pairs of a query string, percent-encoded.

/// Longest query read, bytes; more is cut off.
const MAX_QUERY: usize = 65_536;
/// Most pairs read.
const MAX_PAIRS: usize = 512;

/// The pairs of a query, decoded; a leading `?` or `#` is skipped.
pub(crate) fn pairs(query: &str) -> Vec<(String, String)> {
    let query = query.trim_start_matches(['?', '#']);
    let mut end = query.len().min(MAX_QUERY);
    while !query.is_char_boundary(end) {
        end -= 1;
    }
    query[..end]
        .split('&')
        .filter(|pair| !pair.is_empty())
        .take(MAX_PAIRS)
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(key), decode(value))
        })
        .collect()
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = (bytes[at] == b'%')
            .then(|| Some((hex(*bytes.get(at + 1)?)?, hex(*bytes.get(at + 2)?)?)))
            .flatten();
        match (bytes[at], digits) {
            (_, Some((high, low))) => {
                out.push(high << 4 | low);
                at += 3;
                continue;
            }
            (b'+', None) => out.push(b' '),
            (byte, None) => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

const fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Appends a pair to a query.
pub(crate) fn push(query: &mut String, key: &str, value: &str) {
    if !query.is_empty() {
        query.push('&');
    }
    encode(query, key);
    query.push('=');
    encode(query, value);
}

/// Letters that stay readable in a query; everything else is percent-encoded.
fn encode(out: &mut String, text: &str) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:,/*!".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                let digit = char::from_digit(u32::from(digit), 16).unwrap_or('0');
                out.push(digit.to_ascii_uppercase());
            }
        }
    }
}
