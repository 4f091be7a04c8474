//! The state of a search as the page shows it.

use super::OptimumSearch;
use super::bars::ScheduleBar;
use super::report::{OptimumReport, Report};
use ganttlet_core::diagnostic::Diagnostic;
use serde::Serialize;
use ts_rs::TS;

/// Bounds, optima and gaps of all objectives and problems, makespans first.
#[derive(Serialize, TS)]
pub struct OptimumReports {
    reports: Vec<OptimumReport>,
    diagnostics: Vec<Diagnostic>,
}

impl OptimumReports {
    /// The present reports of a search.
    pub fn new(search: &OptimumSearch) -> Self {
        Self {
            reports: search.reports().map(Report::to_document).collect(),
            diagnostics: search.diagnostics().to_vec(),
        }
    }
}

/// The search for one objective in one problem. Times are in seconds; makespans begin with the first submission.
#[derive(Serialize, TS)]
pub struct OptimumProgress {
    /// Index of the report.
    report: usize,
    /// Share of the search that is done, 0 to 1; an estimate.
    share: f64,
    /// Number of partial schedules visited.
    nodes: u64,
    /// Value of the best schedule; null if there is none.
    value_s: Option<f64>,
    /// The best proven bound.
    lower_s: f64,
    /// The gap of the best schedule in words; empty if there is none.
    gap: String,
    /// The best schedule; null if it is that of the call before.
    bars: Option<Vec<ScheduleBar>>,
    /// Number of nodes.
    rows: usize,
}

impl OptimumProgress {
    /// The progress of the search for a report, whose best schedule is drawn unless its value is `drawn`.
    pub fn new(index: usize, report: &Report, drawn: Option<i64>) -> Self {
        let value = report.best_value();
        let seconds = |value: i128| report.relative_to_first_submission(value) as f64 / 1e6;
        let progress = report.progress.as_ref();
        Self {
            report: index,
            share: progress.map_or(0.0, |progress| progress.millionths as f64 / 1e6),
            nodes: progress.map_or(0, |progress| progress.nodes),
            value_s: value.map(|value| seconds(value.into())),
            lower_s: seconds(report.lower),
            gap: value.map_or_else(String::new, |value| report.gap(value.into()).to_string()),
            bars: (value != drawn).then(|| report.bars()),
            rows: report.rows(),
        }
    }
}
