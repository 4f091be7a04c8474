//! What a file is, without running it.

use crate::sha256;
use ganttlet_engine::diagnostic::{Diagnostic, Fact};
use ganttlet_engine::entry::Settings;
use ganttlet_engine::workload::Kind;
use ganttlet_format::Reading;
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
    facts: Vec<Fact>,
    diagnostics: Vec<Diagnostic>,
}

/// Reads a file: what it is, what was read, skipped and repaired, or what is wrong with it.
pub fn inspect(name: &str, bytes: &[u8]) -> FileReport {
    let (sha256, size) = (sha256(bytes), bytes.len() as f64);
    match ganttlet_format::read(name, bytes, None, &Settings::default()) {
        Ok(Reading { work, report }) => FileReport {
            format: Some(report.format),
            sha256,
            bytes: size,
            makes: Some(work.kind()),
            jobs: work.tasks() as u32,
            processors: report.processors,
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
            facts: Vec::new(),
            diagnostics: diagnostics.into_iter().map(|diagnostic| diagnostic.file(name)).collect(),
        },
    }
}
