//! Measures of applications that select their own resources, from the tables of the system. All are totals of a run,
//! never averages over time.
//!
//! The type of an application is its kind: with a type in scope, only applications of that type count.

use crate::metric::Measure::OfRun;
use crate::metric::{Metric, Scope, higher_is_better, lower_is_better};
use crate::system::delegated::tables::{CycleRow, LauncherRow};
use ganttlet_core::record::Trace;
use ganttlet_core::time::Time;
use ganttlet_work::launcher::Launcher;
use ganttlet_work::{Item, Kind};

const APPLICATIONS: &[&Kind] = &[Launcher::KIND];
const PAPER: &str = "Klein and Pérez 2010, section 6";
const ANNEX: &str = "Klein and Pérez 2010, annex B";

/// The applications submitted in scope, of its type.
fn application_rows<'a>(trace: &'a Trace, scope: &'a Scope) -> impl Iterator<Item = LauncherRow> + 'a {
    trace.table_rows::<LauncherRow>().filter(|row| {
        let there = scope.includes_time(trace.subjects.submit[row.application as usize]);
        there && (scope.of_type.is_empty() || trace.text(row.kind) == scope.of_type)
    })
}

/// The sum of a value over the applications; none without applications.
fn sum_over_applications(trace: &Trace, scope: &Scope, of: impl Fn(&LauncherRow) -> f64) -> Option<f64> {
    let mut any = false;
    let sum = application_rows(trace, scope).inspect(|_| any = true).map(|row| of(&row)).sum();
    any.then_some(sum)
}

/// The cycles in scope.
fn cycle_rows<'a>(trace: &'a Trace, scope: &'a Scope) -> impl Iterator<Item = CycleRow> + 'a {
    trace.table_rows::<CycleRow>().filter(|row| scope.includes_time(row.time))
}

fn total_operations(trace: &Trace, scope: &Scope) -> f64 {
    cycle_rows(trace, scope).map(|row| row.operations).sum()
}

fn message_bytes(row: &LauncherRow) -> f64 {
    f64::from(row.bytes_to) + f64::from(row.bytes_from)
}

pub(crate) const MANAGER: Metric =
    lower_is_better(APPLICATIONS, "manager-operations", "Resource-manager operations", "")
        .summary("Number of profile steps examined by the resource manager (basic operations).")
        .formula(
            "sum over cycles of steps built, steps examined in searches for a start, and steps of changed \
             profiles",
        )
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| Some(total_operations(trace, scope))));

pub(crate) const LAUNCHERS: Metric =
    lower_is_better(APPLICATIONS, "launcher-operations", "Launcher operations", "")
        .summary("Number of profile steps examined by launchers (basic operations).")
        .formula("sum over answers of changes of the view examined, and steps covered by possible runs")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| sum_over_applications(trace, scope, |row| row.operations)));

pub(crate) const OPERATIONS: Metric = lower_is_better(APPLICATIONS, "operations", "Basic operations", "")
    .summary("Number of profile steps examined by the resource manager and the launchers together.")
    .formula("operations of the resource manager + operations of launchers")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| {
        sum_over_applications(trace, scope, |row| row.operations)
            .map(|own| own + total_operations(trace, scope))
    }));

pub(crate) const CONFIGURATIONS: Metric = lower_is_better(
    APPLICATIONS,
    "configurations",
    "Unique configurations",
    "",
)
.summary(
    "Number of distinct configurations whose duration was computed or that were listed. An application \
         that spans clusters may need up to 200 ms for each.",
)
.formula(
    "sum over applications of distinct (cluster, hosts) pairs, or of distinct vectors of available hosts",
)
.source(PAPER)
.measured_by(OfRun(|trace, scope| sum_over_applications(trace, scope, |row| row.configurations.into())));

pub(crate) const LISTED: Metric =
    lower_is_better(APPLICATIONS, "listed-configurations", "Configurations in exhaustive lists", "")
        .summary(
            "Number of configurations if applications had to list all of them. One that spans clusters would \
             list every combination of host counts, from zero to all hosts of each cluster.",
        )
        .formula(
            "sum over applications of the length of the exhaustive list; 129ⁿ for n clusters of 128 hosts",
        )
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| sum_over_applications(trace, scope, |row| row.listed)));

pub(crate) const NOTIFIED: Metric =
    lower_is_better(APPLICATIONS, "notified-bytes", "Notification bytes", "MB")
        .summary("Bytes sent to launchers: for each changed cluster its number and the steps of its profile.")
        .formula("sum over notifications of (n + 8 × steps) / 10⁶, for n clusters")
        .source(ANNEX)
        .measured_by(OfRun(|trace, scope| {
            sum_over_applications(trace, scope, |row| f64::from(row.bytes_to) / 1e6)
        }));

pub(crate) const REQUESTED: Metric = lower_is_better(APPLICATIONS, "requested-bytes", "Request bytes", "MB")
    .summary("Bytes sent to the resource manager as requests or lists.")
    .formula("sum over requests of (4 + 5 × clusters) / 10⁶; 8 × configurations / 10⁶ for a list")
    .source(ANNEX)
    .measured_by(OfRun(|trace, scope| {
        sum_over_applications(trace, scope, |row| f64::from(row.bytes_from) / 1e6)
    }));

pub(crate) const BYTES: Metric = lower_is_better(APPLICATIONS, "bytes", "Bytes sent", "MB")
    .summary("Total bytes of notifications and requests.")
    .formula("bytes of notifications + bytes of requests")
    .source(ANNEX)
    .measured_by(OfRun(|trace, scope| sum_over_applications(trace, scope, |row| message_bytes(row) / 1e6)));

pub(crate) const WASTE: Metric = lower_is_better(APPLICATIONS, "waste", "Resource waste", "host-seconds")
    .summary(
        "Host time of ghosts. A ghost keeps the hosts of an ended application for a while, so that other \
         applications can adapt.",
    )
    .formula("sum over ghosts of hosts × duration")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| sum_over_applications(trace, scope, |row| row.waste.seconds())));

pub(crate) const WASTE_SHARE: Metric =
    lower_is_better(APPLICATIONS, "waste-share", "Share of resource waste", "%")
        .summary("Host time of ghosts as a share of all allocated host time.")
        .formula("100 × waste / (waste + sum of hosts × runtime)")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| {
            let kept = sum_over_applications(trace, scope, |row| row.waste.seconds())?;
            let used = sum_over_applications(trace, scope, |row| {
                if row.done == Time::MAX {
                    0.0
                } else {
                    (row.done - row.start).seconds() * f64::from(row.hosts)
                }
            })?;
            (kept + used > 0.0).then(|| 100.0 * kept / (kept + used))
        }));

pub(crate) const CYCLES: Metric = lower_is_better(APPLICATIONS, "cycles", "Scheduling cycles", "")
    .summary("Number of scheduling cycles of the resource manager.")
    .formula("number of cycles")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| Some(cycle_rows(trace, scope).count() as f64)));

pub(crate) const NOTIFICATIONS: Metric = lower_is_better(APPLICATIONS, "notifications", "Notifications", "")
    .summary("Number of change notifications sent to launchers.")
    .formula("number of notifications")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| sum_over_applications(trace, scope, |row| row.notifications.into())));

pub(crate) const REQUESTS: Metric = lower_is_better(APPLICATIONS, "requests", "Requests", "")
    .summary(
        "Number of requests sent by launchers. A launcher sends a request only if it differs from its last \
         one.",
    )
    .formula("number of requests")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| sum_over_applications(trace, scope, |row| row.requests.into())));

pub(crate) const ROUNDS: Metric = lower_is_better(APPLICATIONS, "rounds", "Rounds to convergence", "")
    .summary("Largest number of cycles with changed requests after one external event.")
    .formula("largest number of cycles with changed requests between two external events")
    .source("Klein and Pérez 2010, section 5.3.2 (convergence)")
    .measured_by(OfRun(|trace, scope| {
        cycle_rows(trace, scope).map(|row| f64::from(row.rounds)).reduce(f64::max)
    }));

pub(crate) const LARGEST: Metric =
    lower_is_better(APPLICATIONS, "largest-profile", "Largest profile", "steps")
        .summary("Largest number of steps in the profile of a cluster.")
        .formula("largest number of steps")
        .source("own definition")
        .measured_by(OfRun(|trace, scope| {
            cycle_rows(trace, scope).map(|row| f64::from(row.largest)).reduce(f64::max)
        }));

pub(crate) const LATE: Metric = lower_is_better(APPLICATIONS, "late-requests", "Late answers", "")
    .summary("Number of launcher answers still being computed or in transit when the application started.")
    .formula("number of such answers")
    .source("own definition")
    .measured_by(OfRun(|trace, scope| sum_over_applications(trace, scope, |row| row.late.into())));

pub(crate) const END: Metric = lower_is_better(APPLICATIONS, "mean-end", "Mean end time", "s")
    .summary(
        "Mean end time of applications. The difference between two runs is the end delay of Klein and Pérez \
         2010.",
    )
    .formula("mean of ends")
    .source(PAPER)
    .measured_by(OfRun(|trace, scope| {
        let ended = |row: &LauncherRow| row.done < Time::MAX;
        let (mut sum, mut count) = (0.0, 0_u32);
        for row in application_rows(trace, scope).filter(ended) {
            sum += row.done.seconds();
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    }));

pub(crate) const ESTIMATE_ERROR: Metric = higher_is_better(
    APPLICATIONS,
    "start-gain",
    "Start ahead of first estimate",
    "s",
)
.summary(
    "Mean difference between the first estimated start and the actual start; negative if applications start \
     later.",
)
.formula("mean of (first estimated start − start)")
.source("own definition")
.measured_by(OfRun(|trace, scope| {
    let known = |row: &LauncherRow| row.start < Time::MAX && row.estimate < Time::MAX;
    let (mut sum, mut count) = (0.0, 0_u32);
    for row in application_rows(trace, scope).filter(known) {
        sum += (row.estimate - row.start).seconds();
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}));
