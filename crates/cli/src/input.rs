//! Arguments and input texts.

use std::io::Read as _;

use crate::Failure;

/// Flags and file of a command.
#[derive(Debug, Default)]
pub(crate) struct Arguments {
    /// The file, if one is named.
    pub(crate) file: Option<String>,
    /// Further words without a dash.
    pub(crate) words: Vec<String>,
    flags: Vec<String>,
}

impl Arguments {
    /// Reads arguments; flags outside `known` are an error.
    pub(crate) fn read(arguments: &[String], known: &[&str]) -> Result<Self, Failure> {
        let mut found = Self::default();
        for argument in arguments {
            if argument.starts_with("--") {
                if !known.contains(&argument.as_str()) {
                    return Err(Failure(format!("no option {argument}; see bpt --help")));
                }
                found.flags.push(argument.clone());
            } else if found.file.is_none() {
                found.file = Some(argument.clone());
            } else {
                found.words.push(argument.clone());
            }
        }
        Ok(found)
    }

    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|have| have == flag)
    }

    /// An error if there are more words than a command takes.
    pub(crate) fn no_more(&self) -> Result<(), Failure> {
        match self.words.first() {
            None => Ok(()),
            Some(word) => Err(Failure(format!("one argument too many: {word}"))),
        }
    }

    /// The text of the file, or of standard input.
    pub(crate) fn text(&self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        match self.file.as_deref() {
            None | Some("-") => {
                std::io::stdin().lock().read_to_end(&mut bytes)?;
            }
            Some(path) => {
                bytes = std::fs::read(path).map_err(|error| Failure(format!("{path}: {error}")))?;
            }
        }
        String::from_utf8(bytes).map_err(|_| Failure("the input is not UTF-8".into()))
    }
}
