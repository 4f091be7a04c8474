//! Files that have been handed over.

use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::entry::Settings;
use ganttlet_format::Reading;
use sha2::{Digest as _, Sha256};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The files that have been handed over, by the SHA-256 of their bytes.
pub type Files = BTreeMap<String, Upload>;

/// A file that has been handed over. Several runs may use it: what has been worked out once is kept.
#[derive(Clone, Debug)]
pub struct Upload {
    name: String,
    bytes: Arc<Vec<u8>>,
    sha256: OnceCell<String>,
    /// What was read in it with these settings.
    reading: Option<Box<(Settings, Reading)>>,
}

impl Upload {
    /// A file of this name; its bytes as they are: packed, if it is.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: Arc::new(bytes.into()), sha256: OnceCell::new(), reading: None }
    }

    /// What it was called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    pub fn sha256(&self) -> &str {
        self.sha256.get_or_init(|| sha256(&self.bytes))
    }

    /// Reads it as what its content says, with the defaults of that format, and keeps what it holds.
    pub fn look(&mut self) -> Result<&Reading, Vec<Diagnostic>> {
        let reading = ganttlet_format::read(&self.name, &self.bytes, None, &Settings::default())?;
        let settings = ganttlet_format::FORMATS
            .find(reading.report.format)
            .map(|format| Settings::defaults(format.entry.parameters));
        let kept = self.reading.insert(Box::new((settings.unwrap_or_default(), reading)));
        Ok(&kept.1)
    }

    /// What it holds, in this format and with these settings.
    pub(super) fn read(&self, format: &str, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
        if let Some(kept) = self.reading.as_deref()
            && kept.1.report.format == format
            && kept.0 == *settings
        {
            return Ok(kept.1.clone());
        }
        ganttlet_format::read(&self.name, &self.bytes, Some(format), settings)
    }
}

/// The SHA-256 of some bytes, 64 lower-case hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
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
        let mut upload = Upload::new("a.swf", LOG);
        let seen = upload.look().expect("a log").clone();
        let defaults =
            Settings::defaults(ganttlet_format::FORMATS.find("swf").expect("a format").entry.parameters);
        assert_eq!(upload.read("swf", &defaults), Ok(seen.clone()));
        let longer = defaults.with("min_run_s", Value::Number(3.0));
        let read = upload.read("swf", &longer);
        assert_eq!(read, ganttlet_format::read("a.swf", LOG, Some("swf"), &longer));
        assert_ne!(read, Ok(seen));
        assert_eq!(upload.sha256(), sha256(LOG));
    }
}
