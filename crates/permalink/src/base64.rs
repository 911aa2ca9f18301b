//! Base64 with the URL alphabet and no padding (RFC 4648, section 5).

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let mut word = 0_u32;
        for at in 0..3 {
            word = word << 8 | u32::from(chunk.get(at).copied().unwrap_or(0));
        }
        for at in 0..=chunk.len() {
            let six = word >> (18 - 6 * at) & 63;
            out.push(char::from(ALPHABET[six as usize]));
        }
    }
    out
}

/// `None` for letters outside the alphabet, a length that cannot be, or bits left over.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let mut word = 0_u32;
        for at in 0..4 {
            let six = match chunk.get(at) {
                Some(letter) => ALPHABET.iter().position(|one| one == letter)?,
                None => 0,
            };
            word = word << 6 | u32::try_from(six).ok()?;
        }
        let bytes = word.to_be_bytes();
        let kept = chunk.len() - 1;
        if bytes[1 + kept..].iter().any(|byte| *byte != 0) {
            return None;
        }
        out.extend_from_slice(&bytes[1..=kept]);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4648, section 10, without padding.
    #[test]
    fn published_vectors() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(plain.as_bytes()), coded);
            assert_eq!(decode(coded).as_deref(), Some(plain.as_bytes()));
        }
        assert_eq!(decode("Z"), None);
        assert_eq!(decode("Zh"), None);
        assert_eq!(decode("Z+8"), None);
    }
}
