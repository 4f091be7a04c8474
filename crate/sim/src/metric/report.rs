//! The values of measures for people: the report of a run.

use super::{METRICS, Metric, Scope, Statistics};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_core::record::{Digest, Kind as SubjectKind, Status, Trace};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Kind;
use serde::Serialize;
use ts_rs::TS;

/// The value of one measure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "ReportRow")]
pub struct Row {
    /// The measure's id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The mean, or the value of the run; `None` if there is nothing to measure.
    pub value: Option<f64>,
    /// Statistics over subjects, users, groups or applications.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub statistics: Option<Statistics>,
}

/// All measures of a run.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Report {
    /// The values.
    pub rows: Vec<Row>,
    /// When the last job or task that counts ended, in seconds; none while one may still end, or of what had ended by a
    /// time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub last_end_s: Option<f64>,
    /// How long the one that waited longest for its first node did, in seconds: the end of the scale of waits.
    pub longest_wait_s: f64,
    /// The name of everything that happened; none while something still happens, or of what had ended by a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub digest: Option<Digest>,
    /// True if nothing happens any more, no subject is left waiting, and no workflow or application lost a part of itself.
    pub complete: bool,
    /// What was refused, as it could never run.
    pub rejected: Rejected,
    /// What a person should know of the run, once it is over.
    pub diagnostics: Vec<Diagnostic>,
}

/// Subjects that were refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Rejected {
    /// How many.
    pub count: u32,
    /// The names of the first few.
    pub first: Vec<String>,
}

impl Rejected {
    /// How many are named.
    const NAMED: usize = 5;

    fn of(trace: &Trace) -> Self {
        let all = || trace.subjects.status.iter().zip(0..).filter(|(status, _)| **status == Status::Rejected);
        let first = all().take(Self::NAMED).map(|(_, subject)| trace.name(subject)).collect();
        Self { count: all().count() as u32, first }
    }
}

/// The longest wait for a first node, of whoever has started.
fn longest_wait(trace: &Trace) -> Span {
    let table = &trace.subjects;
    let machine = trace.kinds.iter().zip(0_u8..).find(|(kind, _)| **kind == SubjectKind::MACHINE);
    let is_machine = |id: usize| machine.is_some_and(|(_, place)| table.kind.get(id) == Some(&place));
    let started = (0..table.len()).filter(|&id| table.start[id] != Time::MAX && !is_machine(id));
    started.map(|id| table.start[id] - table.submit[id]).max().unwrap_or(Span::ZERO)
}

/// The report of a run: the chosen measures, or all that suit the work if none is chosen. `settings` holds the
/// parameters of all measures; `done` says that nothing happens any more.
pub fn report(
    trace: &Trace,
    work: &'static Kind,
    (chosen, settings): (&[&str], &Settings),
    scope: &Scope,
    done: bool,
) -> Report {
    let wanted = |metric: &&Metric| {
        if chosen.is_empty() { metric.suits(work) } else { chosen.contains(&metric.entry.id) }
    };
    let row = |metric: &Metric| metric.row(trace, settings, scope);
    let rejected = Rejected::of(trace);
    // A workflow or an application without one of its tasks has no end that means anything.
    let whole = rejected.count == 0 || !work.whole;
    let all = done && scope.until == Time::MAX;
    Report {
        rows: METRICS.members.iter().filter(wanted).map(row).collect(),
        last_end_s: all.then(|| trace.last_job_end().seconds()),
        longest_wait_s: longest_wait(trace).seconds(),
        digest: all.then(|| trace.digest()),
        complete: done && whole && (0..trace.subjects.len() as u32).all(|subject| trace.is_over(subject)),
        rejected,
        diagnostics: trace.findings.clone(),
    }
}
