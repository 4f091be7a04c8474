//! Files that have been handed over.

use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::entry::Settings;
use ganttlet_format::{Reading, Taken};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The files that have been handed over, by the SHA-256 of their bytes.
pub type Files = BTreeMap<String, Box<dyn Upload>>;

/// A file that has been handed over. Who holds its bytes reads them: a program need not hold the readers of all formats
/// to run what was read.
pub trait Upload {
    /// What it was called.
    fn name(&self) -> &str;

    /// The SHA-256 of its bytes as they are (packed, if it is): 64 lower-case hexadecimal digits.
    fn sha256(&self) -> &str;

    /// What it holds, in this format and with these settings.
    fn read(&self, format: &str, settings: &Settings) -> Result<Taken, Vec<Diagnostic>>;
}

/// A file whose bytes are here, and are read here.
#[derive(Debug)]
pub struct LocalFile {
    name: String,
    bytes: Vec<u8>,
    sha256: String,
    /// What was read in it with these settings.
    reading: Option<(Settings, Reading)>,
}

impl LocalFile {
    /// A file of this name; its bytes as they are: packed, if it is.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self { name: name.into(), sha256: sha256(&bytes), bytes, reading: None }
    }

    /// Reads it as what its content says, with the defaults of that format, and keeps what it holds.
    pub fn look(&mut self) -> Result<&Reading, Vec<Diagnostic>> {
        let reading = ganttlet_format::read(&self.name, &self.bytes, None, &Settings::default())?;
        let settings = ganttlet_format::FORMATS
            .find(reading.report.format)
            .map(|format| Settings::defaults(format.entry.parameters));
        Ok(&self.reading.insert((settings.unwrap_or_default(), reading)).1)
    }
}

impl Upload for LocalFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn sha256(&self) -> &str {
        &self.sha256
    }

    fn read(&self, format: &str, settings: &Settings) -> Result<Taken, Vec<Diagnostic>> {
        match &self.reading {
            Some((known, reading)) if reading.report.format == format && known == settings => {
                Ok(reading.clone().taken())
            }
            _ => ganttlet_format::read(&self.name, &self.bytes, Some(format), settings).map(Reading::taken),
        }
    }
}

/// The SHA-256 of some bytes, 64 lower-case hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    sha256_of([bytes])
}

/// The SHA-256 of some bytes that come in pieces, 64 lower-case hexadecimal digits.
pub fn sha256_of<T: AsRef<[u8]>>(pieces: impl IntoIterator<Item = T>) -> String {
    let mut hash = Sha256::new();
    for piece in pieces {
        hash.update(piece);
    }
    hash.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_engine::entry::Value;

    const LOG: &[u8] =
        b"1 5 -1 0 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n2 9 -1 7 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n";

    #[test]
    fn what_was_read_serves_only_the_same_settings() {
        let mut file = LocalFile::new("a.swf", LOG);
        let seen = file.look().expect("a log").clone().taken();
        let defaults =
            Settings::defaults(ganttlet_format::FORMATS.find("swf").expect("a format").entry.parameters);
        assert_eq!(file.read("swf", &defaults), Ok(seen.clone()));
        let longer = defaults.with("min_run_s", Value::Number(3.0));
        let read = file.read("swf", &longer);
        assert_eq!(read, ganttlet_format::read("a.swf", LOG, Some("swf"), &longer).map(Reading::taken));
        assert_ne!(read, Ok(seen));
        assert_eq!(file.sha256(), sha256(LOG));
    }
}
