//! The values of measures for people: the report of a run.

use super::{METRICS, Metric, Scope, Statistics};
use crate::entry::Settings;
use crate::record::{Digest, Status, Trace};
use crate::time::Time;
use crate::workload::Kind;
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
    /// The name of everything that happened; none while something still happens, or of what had ended by a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub digest: Option<Digest>,
    /// True if nothing happens any more, no subject is left waiting, and no workflow or application lost a part of itself.
    pub complete: bool,
    /// What was refused, as it could never run.
    pub rejected: Rejected,
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
    Report {
        rows: METRICS.members.iter().filter(wanted).map(row).collect(),
        digest: (done && scope.until == Time::MAX).then(|| trace.digest()),
        complete: done && whole && (0..trace.subjects.len() as u32).all(|subject| trace.is_over(subject)),
        rejected,
    }
}
