//! Reports what a file is, without running it.

use crate::sha256;
use crate::upload::{settings_value, suited_parameters};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Id, Settings, Value};
use ganttlet_format::summary::{Summary, summarise};
use ganttlet_format::{Question, Reading, Site, Sites};
use ganttlet_work::Kind;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use ts_rs::TS;

/// What there is to tell of a file.
#[derive(Serialize, TS)]
pub struct FileReport {
    format: Option<&'static str>,
    sha256: String,
    bytes: f64,
    makes: Option<&'static Kind>,
    jobs: u32,
    /// How many jobs or lines were left out because something about them was wrong.
    skipped: u32,
    /// How many values were replaced or moved.
    repaired: u32,
    processors: Option<u32>,
    /// How many of its jobs were cancelled while they waited.
    cancelled: u32,
    /// How many of its jobs have a recorded start.
    recorded: u32,
    /// The clusters that its jobs ran on; null if it does not tell several.
    sites: Option<FoundSites>,
    /// What the file leaves open; null for nothing.
    question: Option<FoundQuestion>,
    /// Statistics of its work; null if it cannot be used.
    summary: Option<Summary>,
    /// Parameters of its format that its content decides; null for none.
    #[ts(type = "Settings | null")]
    parameters: Option<Json>,
    facts: Vec<Fact>,
    diagnostics: Vec<Diagnostic>,
}

/// The clusters that the jobs of a file ran on, and how they become the homes of the jobs.
#[derive(Clone, Debug, Deserialize, Serialize, TS)]
pub(crate) struct FoundSites {
    /// The value of the parameter `home`.
    pub(crate) home: Id,
    pub(crate) clusters: Vec<FoundSite>,
}

/// A cluster, with the processors that it has at least.
#[derive(Clone, Debug, Deserialize, Serialize, TS)]
pub(crate) struct FoundSite {
    name: String,
    nodes: u32,
}

/// What a file leaves open, and a parameter of its format (true or false) answers.
#[derive(Clone, Debug, Deserialize, Serialize, TS)]
pub(crate) struct FoundQuestion {
    pub(crate) parameter: Id,
    /// What suits the file: a scenario made of it says so.
    pub(crate) answer: bool,
}

impl From<Question> for FoundQuestion {
    fn from(Question { parameter, answer }: Question) -> Self {
        Self { parameter: parameter.into(), answer }
    }
}

impl From<Sites> for FoundSites {
    fn from(Sites { home, clusters, .. }: Sites) -> Self {
        let site = |Site { name, nodes }| FoundSite { name, nodes };
        Self { home: home.into(), clusters: clusters.into_iter().map(site).collect() }
    }
}

/// Reads a file in this format, or in the recognised one, with these settings, or those of a file that is opened by itself,
/// and reports what it is, and what was read, skipped and repaired, or why it cannot be used.
pub fn report_file(
    name: &str,
    bytes: &[u8],
    format: Option<&str>,
    chosen: Option<&Settings>,
) -> FileReport {
    let (sha256, size) = (sha256(bytes), bytes.len() as f64);
    // A log that is opened by itself is run without the jobs that never began.
    let alone = Settings::default().with("cancelled", Value::Choice("leave-out"));
    match ganttlet_format::read(name, bytes, format, chosen.unwrap_or(&alone)) {
        Ok(Reading { work, report, origin }) => FileReport {
            summary: Some(summarise(&work, &origin, report.processors)),
            format: Some(report.format),
            sha256,
            bytes: size,
            makes: Some(work.kind()),
            jobs: work.tasks() as u32,
            skipped: report.skipped,
            repaired: report.repaired,
            processors: report.processors,
            cancelled: report.cancelled,
            recorded: report.recorded,
            sites: report.sites.map(Into::into),
            question: report.question.map(Into::into),
            parameters: match chosen {
                Some(chosen) => Some(settings_value(chosen)),
                None => suited_parameters(report.format, bytes),
            },
            facts: report.facts,
            diagnostics: report.diagnostics,
        },
        Err(diagnostics) => FileReport {
            format: None,
            sha256,
            bytes: size,
            makes: None,
            jobs: 0,
            skipped: 0,
            repaired: 0,
            processors: None,
            cancelled: 0,
            recorded: 0,
            sites: None,
            question: None,
            summary: None,
            parameters: None,
            facts: Vec::new(),
            diagnostics: diagnostics.into_iter().map(|diagnostic| diagnostic.file(name)).collect(),
        },
    }
}
