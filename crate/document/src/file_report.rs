//! Reports on the content of a file, without a run.

use crate::sha256;
use crate::upload::{settings_alone, settings_value, suited_parameters};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Id, Settings};
use ganttlet_format::archive::is_archive;
use ganttlet_format::platform::{PlatformChoices, PlatformReading, read_platform, recognise_platform};
use ganttlet_format::summary::{Summary, summarise};
use ganttlet_format::{Question, Reading, Site, Sites};
use ganttlet_work::Kind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The report on a file.
#[derive(Serialize, TS)]
pub struct FileReport {
    format: Option<&'static str>,
    sha256: String,
    bytes: f64,
    makes: Option<&'static Kind>,
    jobs: u32,
    /// Number of jobs or lines that were skipped because of errors.
    skipped: u32,
    /// Number of values that were replaced or moved.
    repaired: u32,
    processors: Option<u32>,
    /// Number of jobs that were cancelled while they waited.
    cancelled: u32,
    /// Number of jobs with a recorded start.
    recorded: u32,
    /// The clusters that the jobs ran on; null unless the file names several.
    sites: Option<FoundSites>,
    /// The open question of the file; null for none.
    question: Option<FoundQuestion>,
    /// Statistics of its work; null if the file cannot be used.
    summary: Option<Summary>,
    /// Parameters of the format that the content determines; null for none.
    #[ts(type = "Settings | null")]
    parameters: Option<Value>,
    /// The platform in a platform file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    platform: Option<FoundPlatform>,
    /// True for an archive, whose files are read one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    archive: Option<bool>,
    facts: Vec<Fact>,
    diagnostics: Vec<Diagnostic>,
}

/// The platform in a file of another simulator, or in a table of machines.
#[derive(Serialize, TS)]
struct FoundPlatform {
    /// The id of its format.
    format: &'static str,
    /// The platform as in a scenario.
    #[ts(type = "unknown")]
    document: Value,
    clusters: u32,
    nodes: u32,
}

/// The clusters that the jobs of a file ran on, and the parameter value that makes them the homes of the jobs.
#[derive(Clone, Debug, Deserialize, Serialize, TS)]
pub(crate) struct FoundSites {
    /// The value of the parameter `home`.
    pub(crate) home: Id,
    /// The source of the sizes, in words; empty if unknown.
    #[serde(skip)]
    pub(crate) from: &'static str,
    pub(crate) clusters: Vec<FoundSite>,
}

/// A cluster with its minimum number of processors.
#[derive(Clone, Debug, Deserialize, Serialize, TS)]
pub(crate) struct FoundSite {
    name: String,
    nodes: u32,
}

/// A question that a file leaves open; a boolean parameter of its format answers it.
#[derive(Clone, Debug, Deserialize, Serialize, TS)]
pub(crate) struct FoundQuestion {
    pub(crate) parameter: Id,
    /// The suitable answer, which a scenario of the file contains.
    pub(crate) answer: bool,
}

impl From<Question> for FoundQuestion {
    fn from(Question { parameter, answer }: Question) -> Self {
        Self { parameter: parameter.into(), answer }
    }
}

impl From<Sites> for FoundSites {
    fn from(Sites { home, from, clusters }: Sites) -> Self {
        let site = |Site { name, nodes }| FoundSite { name, nodes };
        Self { home: home.into(), from, clusters: clusters.into_iter().map(site).collect() }
    }
}

impl FileReport {
    /// The initial report on a file.
    fn of(bytes: &[u8]) -> Self {
        Self {
            format: None,
            sha256: sha256(bytes),
            bytes: bytes.len() as f64,
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
            platform: None,
            archive: None,
            facts: Vec::new(),
            diagnostics: Vec::new(),
        }
    }
}

/// Reads a file and reports its content and the skipped and repaired parts, or the reason why it cannot be used.
/// Without a `format`, the recognised one is used; without `chosen` settings, those of a file that is opened alone.
/// Without a format the file may also be a platform or an archive.
pub fn report_file(name: &str, bytes: &[u8], format: Option<&str>, chosen: Option<&Settings>) -> FileReport {
    let file = FileReport::of(bytes);
    if format.is_none() && is_archive(bytes) {
        return FileReport { archive: Some(true), ..file };
    }
    let is_work = format.is_some() || ganttlet_format::recognise(name, bytes).is_ok();
    if !is_work && recognise_platform(bytes).is_some() {
        return report_platform(name, bytes, PlatformChoices::default());
    }
    match ganttlet_format::read(name, bytes, format, chosen.unwrap_or(&settings_alone())) {
        Ok(Reading { work, report, origin }) => FileReport {
            summary: Some(summarise(&work, &origin, report.processors)),
            format: Some(report.format),
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
            ..file
        },
        Err(diagnostics) => FileReport { diagnostics: in_file(name, diagnostics), ..file },
    }
}

/// Reads a platform file and reports its platform, or the reason why it cannot be used.
pub fn report_platform(name: &str, bytes: &[u8], choices: PlatformChoices) -> FileReport {
    let file = FileReport::of(bytes);
    match read_platform(name, bytes, None, choices) {
        Ok(PlatformReading { format, document, clusters, nodes, facts, diagnostics, .. }) => {
            let platform = Some(FoundPlatform { format, document, clusters, nodes });
            FileReport { platform, facts, diagnostics, ..file }
        }
        Err(diagnostics) => FileReport { diagnostics: in_file(name, diagnostics), ..file },
    }
}

fn in_file(name: &str, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.into_iter().map(|diagnostic| diagnostic.file(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_is_reported_as_such() {
        let report = report_file("machines.csv", b"name,nodes,cores,speed\nA,2,4,1\nB,1,1,0.5\n", None, None);
        let platform = report.platform.expect("a platform");
        assert_eq!((platform.format, platform.clusters, platform.nodes), ("machine-table", 2, 9));
        assert_eq!((report.format, report.archive), (None, None));
        let wrong = report_file("machines.csv", b"name,nodes,cores\nA,x,1\n", None, None);
        assert!(wrong.platform.is_none());
        assert_eq!((wrong.diagnostics[0].file.as_str(), wrong.diagnostics[0].line), ("machines.csv", 2));
        let hosts = PlatformChoices { cores_as_nodes: false };
        let report = report_platform("m.csv", b"name,nodes,cores\nA,2,4\n", hosts);
        assert_eq!(report.platform.map(|platform| platform.nodes), Some(2));
    }

    #[test]
    fn a_log_is_no_platform() {
        let log = b"1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 -1 -1 -1 -1\n";
        let report = report_file("day.swf", log, None, None);
        assert_eq!((report.format, report.platform.is_none()), (Some("swf"), true));
        let refused = report_platform("day.swf", log, PlatformChoices::default());
        assert!(refused.diagnostics[0].message.starts_with("this is no platform; it begins with `1 0 0 60"));
    }
}
