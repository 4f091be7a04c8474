//! What a file is, without running it.

use crate::sha256;
use ganttlet_engine::diagnostic::{Diagnostic, Fact};
use ganttlet_engine::entry::Settings;
use ganttlet_engine::workload::Kind;
use ganttlet_format::{Reading, Site, Sites};
use serde::Serialize;
use ts_rs::TS;

/// What there is to tell of a file.
#[derive(Serialize, TS)]
pub struct FileReport {
    format: Option<&'static str>,
    sha256: String,
    bytes: f64,
    makes: Option<&'static Kind>,
    jobs: u32,
    processors: Option<u32>,
    /// The clusters that its jobs ran on; null if it does not tell several.
    sites: Option<FoundSites>,
    facts: Vec<Fact>,
    diagnostics: Vec<Diagnostic>,
}

/// The clusters that the jobs of a file ran on, and how they become the homes of the jobs.
#[derive(Serialize, TS)]
struct FoundSites {
    /// The value of the parameter `home`.
    home: &'static str,
    clusters: Vec<FoundSite>,
}

/// A cluster, with the processors that it has at least.
#[derive(Serialize, TS)]
struct FoundSite {
    name: String,
    nodes: u32,
}

impl From<Sites> for FoundSites {
    fn from(Sites { home, clusters, .. }: Sites) -> Self {
        let site = |Site { name, nodes }| FoundSite { name, nodes };
        Self { home, clusters: clusters.into_iter().map(site).collect() }
    }
}

/// Reads a file, in this format or in the one that it is recognised as: what it is, what was read, skipped and repaired, or
/// what is wrong with it.
pub fn inspect(name: &str, bytes: &[u8], format: Option<&str>) -> FileReport {
    let (sha256, size) = (sha256(bytes), bytes.len() as f64);
    match ganttlet_format::read(name, bytes, format, &Settings::default()) {
        Ok(Reading { work, report }) => FileReport {
            format: Some(report.format),
            sha256,
            bytes: size,
            makes: Some(work.kind()),
            jobs: work.tasks() as u32,
            processors: report.processors,
            sites: report.sites.map(Into::into),
            facts: report.facts,
            diagnostics: report.diagnostics,
        },
        Err(diagnostics) => FileReport {
            format: None,
            sha256,
            bytes: size,
            makes: None,
            jobs: 0,
            processors: None,
            sites: None,
            facts: Vec::new(),
            diagnostics: diagnostics.into_iter().map(|diagnostic| diagnostic.file(name)).collect(),
        },
    }
}
