//! What went wrong, in words for the reader who dropped the file.

use core::fmt;

/// Why a file could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
}

/// Result of a reader.
pub type Result<T> = core::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// The sentence for the reader.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// The first bytes of a file as they are shown in an error: printable characters, else hex.
pub(crate) fn starts_with(bytes: &[u8]) -> String {
    let head = bytes.get(..bytes.len().min(8)).unwrap_or(bytes);
    if head.is_empty() {
        return "nothing (it is empty)".into();
    }
    let printable = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    if head.iter().all(printable) {
        return format!("\"{}\"", String::from_utf8_lossy(head));
    }
    let hex: Vec<String> = head.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("bytes {}", hex.join(" "))
}
