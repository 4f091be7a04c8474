//! Command-line arguments of a build command.

use std::str::FromStr;

use anyhow::{Context as _, Result, bail};

/// The words of the command line that are not yet processed.
pub(crate) struct Arguments(Vec<String>);

impl Arguments {
    /// The words after the program's name.
    pub(crate) fn new(words: Vec<String>) -> Self {
        Self(words)
    }

    /// Takes the first remaining word.
    pub(crate) fn next_word(&mut self) -> Option<String> {
        if self.0.is_empty() { None } else { Some(self.0.remove(0)) }
    }

    /// Takes a switch such as `--quick`; returns whether it was given.
    pub(crate) fn take_switch(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|word| word != name);
        self.0.len() < before
    }

    /// Takes an option with a value, written `--port 80` or `--port=80`.
    pub(crate) fn take_value<T: FromStr>(&mut self, name: &str) -> Result<Option<T>> {
        let with_sign = format!("{name}=");
        let Some(at) = self.0.iter().position(|word| word == name || word.starts_with(&with_sign)) else {
            return Ok(None);
        };
        let word = self.0.remove(at);
        let text = match word.strip_prefix(&with_sign) {
            Some(text) => text.to_owned(),
            None if at < self.0.len() => self.0.remove(at),
            None => bail!("{name} needs a value"),
        };
        let value = text.parse().ok().with_context(|| format!("{name} cannot be `{text}`"))?;
        Ok(Some(value))
    }

    /// Fails if an argument remains.
    pub(crate) fn expect_empty(self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some(word) => bail!("`{word}` is not understood here; `cargo xtask help` lists what is"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Arguments {
        Arguments::new(text.split(' ').map(str::to_owned).collect())
    }

    #[test]
    fn unknown_arguments_are_refused() {
        let mut a = arguments("play --port 81 --no-open --under=/a/");
        assert_eq!(a.next_word().as_deref(), Some("play"));
        assert_eq!(a.take_value::<u16>("--port").unwrap(), Some(81));
        assert_eq!(a.take_value::<String>("--under").unwrap().as_deref(), Some("/a/"));
        assert!(!a.take_switch("--dev"));
        assert!(a.expect_empty().unwrap_err().to_string().contains("--no-open"));
    }

    #[test]
    fn a_wrong_value_is_named() {
        assert_eq!(
            arguments("--port").take_value::<u16>("--port").unwrap_err().to_string(),
            "--port needs a value"
        );
        let error = arguments("--port 99999").take_value::<u16>("--port").unwrap_err();
        assert_eq!(error.to_string(), "--port cannot be `99999`");
    }
}
