//! Measures of applications that choose their own resources, taken from the tables that such a system keeps. All are totals
//! of a run, never averages over time.
//!
//! The type of an application is its kind: of one type, what is counted of applications is of these.

use super::Measure::OfRun;
use super::{Metric, Scope, higher, lower};
use crate::record::Trace;
use crate::system::delegated::tables::{CycleRow, LauncherRow};
use crate::time::Time;
use crate::workload::launcher::Launcher;
use crate::workload::{Item, Kind};

const APPLICATIONS: &[&Kind] = &[Launcher::KIND];
const PAPER: &str = "Klein and Pérez 2010, section 6";
const ANNEX: &str = "Klein and Pérez 2010, annex B";

/// The applications that have come within the scope, of its type.
fn rows<'a>(trace: &'a Trace, scope: &'a Scope) -> impl Iterator<Item = LauncherRow> + 'a {
    trace.entries::<LauncherRow>().filter(|row| {
        let there = scope.covers(trace.subjects.submit[row.application as usize]);
        there && (scope.of_type.is_empty() || trace.words(row.kind) == scope.of_type)
    })
}

/// A number of each application, summed; none if there are no such applications.
fn sum(trace: &Trace, scope: &Scope, of: impl Fn(&LauncherRow) -> f64) -> Option<f64> {
    let mut any = false;
    let sum = rows(trace, scope).inspect(|_| any = true).map(|row| of(&row)).sum();
    any.then_some(sum)
}

/// The cycles within the scope.
fn cycles<'a>(trace: &'a Trace, scope: &'a Scope) -> impl Iterator<Item = CycleRow> + 'a {
    trace.entries::<CycleRow>().filter(|row| scope.covers(row.time))
}

fn operations(trace: &Trace, scope: &Scope) -> f64 {
    cycles(trace, scope).map(|row| row.operations).sum()
}

fn bytes(row: &LauncherRow) -> f64 {
    f64::from(row.bytes_to) + f64::from(row.bytes_from)
}

pub(super) const MANAGER: Metric = lower(APPLICATIONS, "manager-operations", "Operations of the manager", "")
    .summary("Steps of profiles that the resource manager looked at: basic operations.")
    .formula("sum over cycles of steps built, steps looked at for holes, and steps of changed profiles")
    .source(PAPER)
    .by(OfRun(|trace, scope| Some(operations(trace, scope))));

pub(super) const LAUNCHERS: Metric =
    lower(APPLICATIONS, "launcher-operations", "Operations of launchers", "")
        .summary("Steps of profiles that launchers looked at: basic operations.")
        .formula("sum over answers of changes of the view taken, and steps met by possible runs")
        .source(PAPER)
        .by(OfRun(|trace, scope| sum(trace, scope, |row| row.operations)));

pub(super) const OPERATIONS: Metric = lower(APPLICATIONS, "operations", "Basic operations", "")
    .summary("Steps of profiles that were looked at, on either side.")
    .formula("operations of the manager + operations of launchers")
    .source(PAPER)
    .by(OfRun(|trace, scope| {
        sum(trace, scope, |row| row.operations).map(|own| own + operations(trace, scope))
    }));

pub(super) const CONFIGURATIONS: Metric =
    lower(APPLICATIONS, "configurations", "Unique configurations", "")
        .summary(
            "Different configurations whose duration was worked out, or said in a list. A code that spans clusters may need \
             200 ms for each.",
        )
        .formula("sum over applications of different (cluster, hosts), or of different vectors of available hosts")
        .source(PAPER)
        .by(OfRun(|trace, scope| sum(trace, scope, |row| row.configurations.into())));

pub(super) const LISTED: Metric =
    lower(APPLICATIONS, "listed-configurations", "Configurations in lists of all", "")
        .summary("How many configurations there would be if applications had to say all: hosts from none to all of each cluster for a code that spans clusters.")
        .formula("sum over applications of the length of a list of all; 129^n for n clusters of 128 hosts")
        .source(PAPER)
        .by(OfRun(|trace, scope| sum(trace, scope, |row| row.listed)));

pub(super) const NOTIFIED: Metric = lower(APPLICATIONS, "notified-bytes", "Bytes of notifications", "MB")
    .summary("What was sent to launchers: of each changed cluster its number and the steps of its profile.")
    .formula("sum over notifications of (n + 8 x steps) / 10^6, of n clusters")
    .source(ANNEX)
    .by(OfRun(|trace, scope| sum(trace, scope, |row| f64::from(row.bytes_to) / 1e6)));

pub(super) const REQUESTED: Metric = lower(APPLICATIONS, "requested-bytes", "Bytes of requests", "MB")
    .summary("What was sent to the resource manager: requests, or lists.")
    .formula("sum over requests of (4 + 5 x clusters) / 10^6; 8 x configurations / 10^6 of a list")
    .source(ANNEX)
    .by(OfRun(|trace, scope| sum(trace, scope, |row| f64::from(row.bytes_from) / 1e6)));

pub(super) const BYTES: Metric = lower(APPLICATIONS, "bytes", "Bytes sent", "MB")
    .summary("What was sent in either direction.")
    .formula("bytes of notifications + bytes of requests")
    .source(ANNEX)
    .by(OfRun(|trace, scope| sum(trace, scope, |row| bytes(row) / 1e6)));

pub(super) const WASTE: Metric = lower(APPLICATIONS, "waste", "Hosts kept after the end", "host-s")
    .summary(
        "What ghosts hold: hosts that are kept after the end of an application, so that others can adapt.",
    )
    .formula("sum over ghosts of hosts x duration")
    .source(PAPER)
    .by(OfRun(|trace, scope| sum(trace, scope, |row| row.waste.seconds())));

pub(super) const WASTE_SHARE: Metric = lower(APPLICATIONS, "waste-share", "Share kept after the end", "%")
    .summary("What ghosts hold, as a share of all that is held.")
    .formula("100 x waste / (waste + sum of hosts x run time)")
    .source(PAPER)
    .by(OfRun(|trace, scope| {
        let kept = sum(trace, scope, |row| row.waste.seconds())?;
        let used = sum(trace, scope, |row| {
            if row.done == Time::MAX { 0.0 } else { (row.done - row.start).seconds() * f64::from(row.hosts) }
        })?;
        (kept + used > 0.0).then(|| 100.0 * kept / (kept + used))
    }));

pub(super) const CYCLES: Metric = lower(APPLICATIONS, "cycles", "Cycles", "")
    .summary("How often the resource manager planned.")
    .formula("number of cycles")
    .source(PAPER)
    .by(OfRun(|trace, scope| Some(cycles(trace, scope).count() as f64)));

pub(super) const NOTIFICATIONS: Metric = lower(APPLICATIONS, "notifications", "Notifications", "")
    .summary("How often a launcher was told of changes.")
    .formula("number of notifications")
    .source(PAPER)
    .by(OfRun(|trace, scope| sum(trace, scope, |row| row.notifications.into())));

pub(super) const REQUESTS: Metric = lower(APPLICATIONS, "requests", "Requests", "")
    .summary("How often a launcher asked for something else than before.")
    .formula("number of requests")
    .source(PAPER)
    .by(OfRun(|trace, scope| sum(trace, scope, |row| row.requests.into())));

pub(super) const ROUNDS: Metric = lower(APPLICATIONS, "rounds", "Rounds until at rest", "")
    .summary("The most cycles after one event from outside in which requests changed.")
    .formula("largest number of cycles with changed requests between two events from outside")
    .source("Klein and Pérez 2010, section 5.4 (that it comes to rest)")
    .by(OfRun(|trace, scope| cycles(trace, scope).map(|row| f64::from(row.rounds)).reduce(f64::max)));

pub(super) const LARGEST: Metric = lower(APPLICATIONS, "largest-profile", "Largest profile", "steps")
    .summary("The most steps that a profile of a cluster had.")
    .formula("largest number of steps")
    .source("own definition")
    .by(OfRun(|trace, scope| cycles(trace, scope).map(|row| f64::from(row.largest)).reduce(f64::max)));

pub(super) const LATE: Metric = lower(APPLICATIONS, "late-requests", "Answers too late", "")
    .summary("Answers that a launcher was still thinking about, or that were on their way, when its application started.")
    .formula("number of such answers")
    .source("own definition")
    .by(OfRun(|trace, scope| sum(trace, scope, |row| row.late.into())));

pub(super) const END: Metric = lower(APPLICATIONS, "mean-end", "End", "s")
    .summary(
        "When applications end, as a mean: the difference between two runs is the end delay of the report.",
    )
    .formula("mean of ends")
    .source(PAPER)
    .by(OfRun(|trace, scope| {
        let ended = |row: &LauncherRow| row.done < Time::MAX;
        let (mut sum, mut count) = (0.0, 0_u32);
        for row in rows(trace, scope).filter(ended) {
            sum += row.done.seconds();
            count += 1;
        }
        (count > 0).then(|| sum / f64::from(count))
    }));

pub(super) const ESTIMATE_ERROR: Metric = higher(
    APPLICATIONS,
    "start-gain",
    "Earlier than first estimated",
    "s",
)
.summary("By how much applications start earlier than was estimated first, as a mean; below zero if later.")
.formula("mean of (first estimated start - start)")
.source("own definition")
.by(OfRun(|trace, scope| {
    let known = |row: &LauncherRow| row.start < Time::MAX && row.estimate < Time::MAX;
    let (mut sum, mut count) = (0.0, 0_u32);
    for row in rows(trace, scope).filter(known) {
        sum += (row.estimate - row.start).seconds();
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}));
