//! The list of all measures, and the report of a run.

#[cfg(test)]
mod grid_tests;
#[cfg(test)]
mod pool_tests;
mod region;
#[cfg(test)]
mod tests;

pub use region::{Inside, OfUser as UserInside, Region, measure_region};

use crate::metric::{Metric, Row, Scope, group_metrics, run_metrics, subject_metrics};
use crate::system::bags::metrics as bags;
use crate::system::batch::failure_metrics as failures;
use crate::system::batch::metrics as batch;
use crate::system::delegated::metrics as delegated;
use crate::system::hierarchy::metrics as hierarchy;
use crate::system::koala::metrics::{components, grid_jobs, users};
use crate::system::opportunistic::metrics::{applications, pool};
use crate::system::workflow::submission::COPIES_BACK;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Family, Settings, catalog_text};
use ganttlet_core::record::{Digest, Status, Trace};
use ganttlet_core::time::Time;
use ganttlet_work::Kind;
use serde::Serialize;
use ts_rs::TS;

/// All measures, in the order of tables. A new one is one item in its file and one line here.
pub static METRICS: Family<Metric> = Family {
    id: "metric",
    name: "metric",
    summary: catalog_text(
        "A performance metric of a run, with its formula. Percentiles are nearest-rank: the p-th \
              percentile is the smallest value such that at least p % of all values do not exceed it.",
    ),
    members: &[
        subject_metrics::WAIT,
        subject_metrics::RESPONSE,
        subject_metrics::BOUNDED_SLOWDOWN,
        subject_metrics::SLOWDOWN,
        group_metrics::WORKFLOW_MAKESPAN,
        group_metrics::NSL,
        subject_metrics::TASK_WAIT,
        subject_metrics::HOLD_TIME,
        subject_metrics::TRANSFER_DELAY,
        subject_metrics::QUEUE_WAIT,
        group_metrics::TRANSFERS,
        COPIES_BACK,
        bags::MAKESPAN,
        bags::NSL,
        bags::COMPLETED,
        bags::COPIES,
        bags::WASTED,
        bags::USER_TIME,
        bags::USER_NSL,
        bags::USER_FAIRNESS,
        applications::EXECUTION_TIME,
        applications::EFFICIENCY,
        applications::EXECUTION_EFFICIENCY_RATIO,
        applications::AVERAGE_WORKERS,
        applications::WORKERS_PER_TASK,
        applications::TIME_WEIGHTED_WORKERS,
        applications::PERFECT_NUMBER,
        applications::IDEAL_FROM,
        applications::IDEAL_TO,
        applications::SPEEDUP,
        applications::ACHIEVABLE_SPEEDUP,
        pool::SUSPENSIONS,
        pool::LOSSES,
        pool::LOST_WORK,
        pool::REPLICATED_WORK,
        pool::BATCHES_UNTIL_STABLE,
        pool::POOL_PERFORMANCE,
        pool::COST_EFFICIENCY,
        batch::RUN_ACCURACY,
        batch::RUN_ERROR,
        batch::UNPREDICTED,
        batch::WAIT_ACCURACY,
        batch::WAIT_ERROR,
        batch::WAITED_LONGER,
        batch::BOUND_ACCURACY,
        batch::BOUND_ERROR,
        batch::BOUND_MISSED,
        batch::BOUND_LOOSE,
        hierarchy::TIME_SHARE,
        hierarchy::CPU_SHARE,
        hierarchy::COUNT_SHARE,
        hierarchy::OVERHEAD,
        hierarchy::ESTIMATION,
        hierarchy::ALLOCATION,
        hierarchy::QUEUEING,
        hierarchy::DETECTION,
        hierarchy::MIGRATION,
        hierarchy::EVICTION,
        hierarchy::EXECUTION,
        hierarchy::TOO_LOW,
        hierarchy::FIRST_TOO_LOW,
        hierarchy::SECOND_TOO_LOW,
        hierarchy::VOLATILITY,
        hierarchy::EVICTED,
        hierarchy::ALLOCATED,
        hierarchy::ALLOCATED_SHARE,
        hierarchy::JOBS,
        hierarchy::JOB_LENGTH,
        hierarchy::DEDICATED,
        hierarchy::LOST_TIME,
        hierarchy::OVERFULL,
        hierarchy::MOVES,
        hierarchy::TAIL,
        delegated::OPERATIONS,
        delegated::MANAGER,
        delegated::LAUNCHERS,
        delegated::CONFIGURATIONS,
        delegated::LISTED,
        delegated::BYTES,
        delegated::NOTIFIED,
        delegated::REQUESTED,
        delegated::WASTE,
        delegated::WASTE_SHARE,
        delegated::CYCLES,
        delegated::NOTIFICATIONS,
        delegated::REQUESTS,
        delegated::ROUNDS,
        delegated::LARGEST,
        delegated::LATE,
        delegated::END,
        delegated::ESTIMATE_ERROR,
        components::COMMUNICATION,
        components::RATIO,
        components::MESSAGE_TIME,
        components::REMOTE,
        components::THROUGHPUT,
        components::HITS,
        run_metrics::UTILISATION,
        run_metrics::USED_WHILE_ARRIVING,
        run_metrics::REALISED_LOAD,
        run_metrics::MAKESPAN,
        run_metrics::THROUGHPUT,
        run_metrics::QUEUE_LENGTH,
        run_metrics::WAIT_BY_THEORY,
        run_metrics::IDLE_WHILE_WAITING,
        run_metrics::PASSING_JOBS,
        failures::UNAVAILABLE,
        failures::LOST_WORK,
        failures::FAILED_ATTEMPTS,
        grid_jobs::QUEUE_TIME,
        grid_jobs::START_UP_OVERHEAD,
        grid_jobs::EXECUTION_TIME,
        grid_jobs::AVERAGE_NODES,
        grid_jobs::MAXIMUM_NODES,
        grid_jobs::CO_ALLOCATED,
        grid_jobs::MANAGER_ACTIVITY,
        grid_jobs::GROWN,
        grid_jobs::SHRUNK,
        grid_jobs::LOCAL_WAIT,
        users::SWEEP_THROUGHPUT,
        users::USER_THROUGHPUT,
        users::USER_NODES,
        users::USER_PREEMPTIONS,
        users::PREEMPTIONS,
        users::FAIRNESS,
    ],
};

/// All measures of a run.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Report {
    /// The values.
    pub rows: Vec<Row>,
    /// Time at which the last job or task that counts ended, in seconds. None while one may still end, or if the report
    /// is for an earlier time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub last_end_s: Option<f64>,
    /// The waits of all that started, which decide on the classes of colours by wait: the longest, s, then the number in
    /// each class from 0, 5, 15 and 30 min, 1 and 2 h.
    pub waits: Vec<f64>,
    /// The digest of all events; none during a run, or if the report is for an earlier time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub digest: Option<Digest>,
    /// True if no events remain, no subject is waiting, and no workflow or application lost a part.
    pub complete: bool,
    /// The subjects that were rejected because they could never run.
    pub rejected: Rejected,
    /// Diagnostics for the user, once the run is over.
    pub diagnostics: Vec<Diagnostic>,
}

/// Rejected subjects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
pub struct Rejected {
    /// Their number.
    pub count: u32,
    /// The names of the first few.
    pub first: Vec<String>,
}

impl Rejected {
    /// Maximum number of names.
    const NAMED: usize = 5;

    fn of(trace: &Trace) -> Self {
        let all = || trace.subjects.status.iter().zip(0..).filter(|(status, _)| **status == Status::Rejected);
        let first = all().take(Self::NAMED).map(|(_, subject)| trace.name(subject)).collect();
        Self { count: all().count() as u32, first }
    }
}

/// The report of a run: the chosen measures, or all that apply to the work if none is chosen. `settings` holds the
/// parameters of all measures; `done` is true if no events remain.
pub fn report(
    trace: &Trace,
    work: &'static Kind,
    (chosen, settings): (&[&str], &Settings),
    scope: &Scope,
    done: bool,
) -> Report {
    let wanted = |metric: &&Metric| {
        if chosen.is_empty() { metric.applies_to(work) } else { chosen.contains(&metric.entry.id) }
    };
    let row = |metric: &Metric| metric.report_row(trace, settings, scope);
    let rejected = Rejected::of(trace);
    // The end of a workflow or an application without one of its tasks is not meaningful.
    let whole = rejected.count == 0 || !work.whole;
    let all = done && scope.until == Time::MAX;
    Report {
        rows: METRICS.members.iter().filter(wanted).map(row).collect(),
        last_end_s: all.then(|| trace.last_job_end().seconds()),
        waits: trace.wait_numbers(),
        digest: all.then(|| trace.digest()),
        complete: done && whole && (0..trace.subjects.len() as u32).all(|subject| trace.is_over(subject)),
        rejected,
        diagnostics: trace.findings.clone(),
    }
}
