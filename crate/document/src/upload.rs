//! Files that callers supply to runs.

use crate::model::{LogFile, Part, Scenario};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_format::{FileContents, Reading};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use ts_rs::TS;

/// A file that a run reads, with its format and settings: runs with the same input share its work.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct FileInput {
    sha256: String,
    name: String,
    format: &'static str,
    /// The parameters of the format, as a JSON object.
    settings: String,
}

impl Scenario {
    /// The files that these variants read, each once per format and settings. A variant that cannot run reads none.
    ///
    /// # Panics
    /// If there is no such variant.
    pub fn file_inputs(&self, variants: impl IntoIterator<Item = usize>) -> Vec<FileInput> {
        let mut inputs = Vec::new();
        for own in variants.into_iter().flat_map(|variant| self.for_variant(variant)) {
            for part in own.workload.iter().chain(&own.background) {
                let Part::File { file, settings } = part else { continue };
                let LogFile { name, sha256, format, .. } = file.clone();
                let input = FileInput { sha256, name, format, settings: settings_text(settings) };
                if !inputs.contains(&input) {
                    inputs.push(input);
                }
            }
        }
        inputs
    }
}

/// Settings as the text of a JSON object; equal settings have equal texts.
///
/// # Panics
/// Never: all settings can be serialised.
pub fn settings_text(settings: &Settings) -> String {
    serde_json::to_string(settings).expect("words and finite numbers by name")
}

/// The supplied files, by the SHA-256 of their bytes.
pub type Files = BTreeMap<String, Box<dyn Upload>>;

/// A supplied file. Its owner reads it, so that a program can run its work without the readers of all formats.
pub trait Upload {
    /// The name of the file.
    fn name(&self) -> &str;

    /// The SHA-256 of its bytes, still packed if the file is packed: 64 lower-case hexadecimal digits.
    fn sha256(&self) -> &str;

    /// Reads its content in this format with these settings.
    fn read(&self, format: &str, settings: &Settings) -> Result<FileContents, Vec<Diagnostic>>;
}

/// A file in memory that is read locally.
#[derive(Debug)]
pub struct LocalFile {
    name: String,
    bytes: Vec<u8>,
    sha256: String,
    /// The content, and the settings with which it was read.
    reading: Option<(Settings, Reading)>,
}

impl LocalFile {
    /// A file with this name and these bytes, still packed if the file is packed.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self { name: name.into(), sha256: sha256(&bytes), bytes, reading: None }
    }

    /// Reads the file in the recognised format, with the parameters that suit it and the defaults of the format, and
    /// keeps the content.
    pub fn look(&mut self) -> Result<&Reading, Vec<Diagnostic>> {
        let alone = settings_alone();
        let reading = ganttlet_format::read(&self.name, &self.bytes, None, &alone)?;
        let format = ganttlet_format::FORMATS.find(reading.report.format);
        let mut settings =
            format.map(|format| Settings::defaults(format.entry.parameters)).unwrap_or_default();
        if reading.report.cancelled > 0 {
            settings = alone.iter().fold(settings, |all, (id, value)| all.with(id, value.clone()));
        }
        if let Some(question) = &reading.report.question {
            settings = settings.with(question.parameter, Value::Bool(question.answer));
        }
        for (id, value) in suited_settings(reading.report.format, &self.bytes).into_iter().flatten() {
            settings = settings.with(id, value);
        }
        Ok(&self.reading.insert((settings, reading)).1)
    }
}

impl LocalFile {
    /// Reads the file in this format with these settings, and keeps the content.
    pub fn look_as(&mut self, format: &str, settings: Settings) -> Result<&Reading, Vec<Diagnostic>> {
        let reading = ganttlet_format::read(&self.name, &self.bytes, Some(format), &settings)?;
        Ok(&self.reading.insert((settings, reading)).1)
    }

    /// The content, after the file was read.
    pub fn reading(&self) -> Option<&Reading> {
        self.reading.as_ref().map(|(_, reading)| reading)
    }

    /// The parameters that suit the file, which its scenario contains: see [`suited_parameters`].
    pub fn suited_parameters(&self) -> Option<serde_json::Value> {
        suited_parameters(self.reading.as_ref()?.1.report.format, &self.bytes)
    }
}

/// The settings for a file that is opened alone: jobs of a log that were cancelled while they waited are left out.
pub fn settings_alone() -> Settings {
    Settings::default().with("cancelled", Value::Choice("leave-out"))
}

/// The default settings for a file in this format that its content determines: the meanings of the columns of a table.
fn suited_settings(format: &str, bytes: &[u8]) -> Option<Vec<(&'static str, Value)>> {
    let guess =
        (format == "table").then(|| ganttlet_format::guess_columns(bytes, &Settings::default()))??;
    Some(guess.settings.iter().map(|(id, value)| (id, value.clone())).collect())
}

/// The parameters of a scenario for a file whose content determines its reading, as a JSON object. They are stored
/// because another version of the reader might guess differently.
///
/// # Panics
/// Never: all settings can be serialised.
pub(crate) fn suited_parameters(format: &str, bytes: &[u8]) -> Option<serde_json::Value> {
    let settings = suited_settings(format, bytes)?;
    let settings = settings.into_iter().fold(Settings::default(), |all, (id, value)| all.with(id, value));
    Some(settings_value(&settings))
}

/// Settings as a JSON object.
///
/// # Panics
/// Never: all settings can be serialised.
pub(crate) fn settings_value(settings: &Settings) -> serde_json::Value {
    serde_json::to_value(settings).expect("words and finite numbers by name")
}

impl Upload for LocalFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn sha256(&self) -> &str {
        &self.sha256
    }

    fn read(&self, format: &str, settings: &Settings) -> Result<FileContents, Vec<Diagnostic>> {
        match &self.reading {
            Some((known, reading)) if reading.report.format == format && known == settings => {
                Ok(reading.clone().into_contents())
            }
            _ => ganttlet_format::read(&self.name, &self.bytes, Some(format), settings)
                .map(Reading::into_contents),
        }
    }
}

/// The error about a file with the SHA-256 `found` in place of the file that a scenario names (`needed`).
pub fn another_file(name: &str, found: &str, needed_name: &str, needed: &str) -> Diagnostic {
    let than = if name == needed_name { String::new() } else { format!(" {needed_name:?}") };
    let start = |sha256: &str| sha256.chars().take(12).collect::<String>();
    let message = format!(
        "{name:?} is not the file{than} of the scenario: its SHA-256 is {}…, required is {}…",
        start(found),
        start(needed)
    );
    Diagnostic::error(message).hint("Use the file with which the scenario was created.")
}

/// The SHA-256 of some bytes, 64 lower-case hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    sha256_of([bytes])
}

/// The SHA-256 of bytes given in pieces, 64 lower-case hexadecimal digits.
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
    use ganttlet_work::Workflow;

    #[test]
    fn a_file_with_another_digest_is_reported_with_both_digests_and_names() {
        let digest = |digit: &str| digit.repeat(64);
        let told = |name| another_file(name, &digest("a"), "jobs.swf", &digest("b")).message;
        assert_eq!(
            told("jobs.swf"),
            "\"jobs.swf\" is not the file of the scenario: its SHA-256 is aaaaaaaaaaaa…, required is bbbbbbbbbbbb…"
        );
        assert!(
            told("b.swf")
                .starts_with("\"b.swf\" is not the file \"jobs.swf\" of the scenario: its SHA-256 is aaaa")
        );
    }

    const LOG: &[u8] =
        b"1 5 -1 0 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n2 9 -1 7 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n";

    #[test]
    fn a_read_file_is_reused_only_with_the_same_settings() {
        let mut file = LocalFile::new("a.swf", LOG);
        let seen = file.look().expect("a log").clone().into_contents();
        let defaults =
            Settings::defaults(ganttlet_format::FORMATS.find("swf").expect("a format").entry.parameters);
        assert_eq!(file.read("swf", &defaults), Ok(seen.clone()));
        let longer = defaults.with("min_run_s", Value::Number(3.0));
        let read = file.read("swf", &longer);
        assert_eq!(
            read,
            ganttlet_format::read("a.swf", LOG, Some("swf"), &longer).map(Reading::into_contents)
        );
        assert_ne!(read, Ok(seen));
        assert_eq!(file.sha256(), sha256(LOG));
    }

    /// A file read for one run can be reused by another only with the same format and settings.
    #[test]
    fn variants_list_a_file_once_per_format_and_settings() {
        let part = |settings: &str| {
            let sha256 = "a".repeat(64);
            format!(
                r#"{{"file": {{"name": "a.swf", "sha256": "{sha256}", "format": "swf"}}, "parameters": {settings}}}"#
            )
        };
        let text = format!(
            r#"{{"version": 1, "platform": {{"preset": "one-cluster"}}, "workload": [{}, {}], "background": [],
                "system": {{"kind": "batch"}}, "compare": [{{"kind": "batch", "set": {{"min_run_s": 3}}}}]}}"#,
            part("{}"),
            part(r#"{"min_run_s": 0}"#),
        );
        let scenario = crate::read(&text).scenario.expect("a scenario");
        let first = scenario.file_inputs([0]);
        assert_eq!(first.len(), 1);
        let both = scenario.file_inputs(0..2);
        assert_eq!(both[..1], first);
        assert_eq!(both[1..], scenario.file_inputs([1]));
        assert!(both[1].settings.contains(r#""min_run_s":3.0"#), "{both:?}");
    }

    #[test]
    fn suitable_settings_of_a_file_do_not_change_the_defaults() {
        let text =
            br#"<adag version="3.6"><job id="a" runtime="3"><uses name="f" link="output" size="1"/></job>
<job id="b" runtime="2"><uses name="f" link="input" size="1"/></job></adag>"#;
        let mut file = LocalFile::new("a.dax", text);
        let edges = |(mut work, ..): FileContents| work.take::<Workflow>()[0].edge_count();
        assert_eq!(edges(file.look().expect("a workflow").clone().into_contents()), 1);
        let defaults =
            Settings::defaults(ganttlet_format::FORMATS.find("dax").expect("a format").entry.parameters);
        assert_eq!(file.read("dax", &defaults).map(edges), Ok(0));
        assert_eq!(file.read("dax", &defaults.with("data_edges", Value::Bool(true))).map(edges), Ok(1));
    }
}
