//! The words after `cargo xtask`.

use crate::shell::Res;

/// What has not been understood yet; each command takes what it knows and calls [`Args::end`].
pub(crate) struct Args(Vec<String>);

impl Args {
    pub(crate) fn from_env() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    /// No words at all.
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    /// Takes the first word if it is no flag.
    pub(crate) fn word(&mut self) -> Option<String> {
        let is_word = self.0.first().is_some_and(|first| !first.starts_with('-'));
        is_word.then(|| self.0.remove(0))
    }

    /// Takes `name` and says whether it was there.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|arg| arg != name);
        self.0.len() < before
    }

    /// Takes `name VALUE` or `name=VALUE`.
    pub(crate) fn value(&mut self, name: &str) -> Res<Option<String>> {
        let with_equals = format!("{name}=");
        if let Some(at) = self.0.iter().position(|arg| arg.starts_with(&with_equals)) {
            return Ok(Some(self.0.remove(at)[with_equals.len()..].to_owned()));
        }
        let Some(at) = self.0.iter().position(|arg| arg == name) else { return Ok(None) };
        if at + 1 == self.0.len() {
            return Err(format!("{name} needs a value"));
        }
        self.0.remove(at);
        Ok(Some(self.0.remove(at)))
    }

    /// Takes all that is left, for another program to understand.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        std::mem::take(&mut self.0)
    }

    /// Refuses what nobody took.
    pub(crate) fn end(&self) -> Res {
        match self.0.first() {
            None => Ok(()),
            Some(arg) => Err(format!("{arg:?} is not understood; `cargo xtask` shows the usage")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &[&str]) -> Args {
        Args(words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn flags_values_and_words_are_taken_once() {
        let mut args = args(&["thread", "--long", "--only", "fmt", "--prefix=/x"]);
        assert_eq!(args.word().as_deref(), Some("thread"));
        assert!(args.flag("--long") && !args.flag("--long"));
        assert_eq!(args.value("--only").unwrap().as_deref(), Some("fmt"));
        assert_eq!(args.value("--prefix").unwrap().as_deref(), Some("/x"));
        assert!(args.end().is_ok());
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert!(args(&["--only"]).value("--only").is_err());
        assert!(args(&["--verbos"]).end().is_err());
    }
}
