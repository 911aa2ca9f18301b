//! A command line, word by word.

/// Collects words and quotes those that need it.
pub(crate) struct Line(String);

impl Line {
    pub(crate) fn new(program: &str) -> Self {
        Self(program.to_owned())
    }

    /// Adds one word.
    pub(crate) fn word(&mut self, word: &str) -> &mut Self {
        self.0.push(' ');
        let plain = |letter: char| {
            letter.is_ascii_alphanumeric()
                || matches!(letter, '-' | '_' | '.' | '/' | ':' | ',' | '=')
        };
        if !word.is_empty() && word.chars().all(plain) {
            self.0.push_str(word);
        } else {
            self.0.push('\'');
            self.0.push_str(&word.replace('\'', r"'\''"));
            self.0.push('\'');
        }
        self
    }

    /// Adds an option with its value.
    pub(crate) fn option(&mut self, name: &str, value: &str) -> &mut Self {
        self.word(name).word(value)
    }

    /// Adds an option with a whole number.
    pub(crate) fn whole(&mut self, name: &str, value: f64) -> &mut Self {
        self.option(name, &format!("{value:.0}"))
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        let mut line = Line::new("run");
        line.option("--json", r#"{"a": "it's"}"#)
            .word("")
            .whole("-n", 8.0);
        assert_eq!(line.finish(), r#"run --json '{"a": "it'\''s"}' '' -n 8"#);
    }
}
