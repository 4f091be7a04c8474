//! Measures of a run: each defined once, with its formula and source, and the statistics over them.
//!
//! A measure is a number of each subject, of each group (workflow), of each iterative application, of each user, or of the
//! whole run. What counts is a
//! [`Scope`]: the subjects that arrived after the warm-up and had ended by a time. Subjects of kinds that do not count,
//! such as the load of local users, are left out of all measures but those that are about them and those of the nodes.

mod of_application;
mod of_grid_job;
mod of_group;
mod of_pool;
mod of_run;
mod of_subject;
mod of_user;
mod statistics;

pub use statistics::{Cdf, Statistics};

use crate::entry::{Entry, Family, Parameter, Parameters, Settings};
use crate::order;
use crate::record::{Digest, Look, Status, Trace};
use crate::rule::SubjectId;
use crate::system::rounds::Round;
use crate::time::Time;
use crate::workload::grid::GridJob;
use crate::workload::master_worker::MasterWorker;
use crate::workload::{Item, Job, Kind, Workflow};
use serde::Serialize;
use ts_rs::TS;

/// Which way is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Small values.
    Lower,
    /// Large values.
    Higher,
}

/// What can be set of measures: they share one set of names.
#[derive(Parameters)]
pub struct Options {
    /// Jobs that run for less count as if they ran for this long (10 s in most of the literature, 60 s in Sonmez 2010).
    #[parameter(name = "Threshold", unit = "s", min = 0.001, max = 1e6, default = 10)]
    pub threshold_s: f64,
}

/// How a measure is taken. `None` where it has no meaning.
pub enum Measure {
    /// A number of each subject that has ended.
    OfSubject(fn(&Trace, usize, &Options) -> Option<f64>),
    /// A number of each subject that looks so and has ended, whether its kind counts or not.
    OfLook(Look, fn(&Trace, usize) -> Option<f64>),
    /// A number of each user who has one, in the order of their numbers.
    OfUser(fn(&Trace, &Scope) -> Vec<f64>),
    /// A number of each group, given its subjects, all of which have ended.
    OfGroup(fn(&Trace, usize, &[usize]) -> Option<f64>),
    /// A number of each iterative application, given those of its rounds that count, in their order.
    OfApplication(fn(&Trace, &Scope, &[&Round]) -> Option<f64>),
    /// One number of the run.
    OfRun(fn(&Trace, &Scope) -> Option<f64>),
}

/// A measure: what the catalog says of it, and how it is taken.
pub struct Metric {
    /// What the catalog says.
    pub entry: Entry,
    /// The unit of its values; empty for none.
    pub unit: &'static str,
    /// The formula, in words and signs that a reader can check.
    pub formula: &'static str,
    /// Which way is good.
    pub better: Better,
    /// The kinds of work it is meant for; empty for any.
    pub of: &'static [&'static Kind],
    /// How it is taken.
    pub measure: Measure,
}

const ANY: &[&Kind] = &[];
const JOBS: &[&Kind] = &[Job::KIND];
const WORKFLOWS: &[&Kind] = &[Workflow::KIND];
const GRID_JOBS: &[&Kind] = &[GridJob::KIND];
const APPLICATIONS: &[&Kind] = &[MasterWorker::KIND];

/// What is said of a measure, as its file says it: all but how it is taken.
struct Draft {
    entry: Entry,
    unit: &'static str,
    formula: &'static str,
    better: Better,
    of: &'static [&'static Kind],
}

/// A measure of this work of which small values are good.
const fn lower(
    of: &'static [&'static Kind],
    id: &'static str,
    name: &'static str,
    unit: &'static str,
) -> Draft {
    let entry = Entry { id, name, summary: "", source: "", parameters: &[] };
    Draft { entry, unit, formula: "", better: Better::Lower, of }
}

/// A measure of this work of which large values are good.
const fn higher(
    of: &'static [&'static Kind],
    id: &'static str,
    name: &'static str,
    unit: &'static str,
) -> Draft {
    Draft { better: Better::Higher, ..lower(of, id, name, unit) }
}

impl Draft {
    /// What it is, in a sentence or two.
    const fn summary(mut self, summary: &'static str) -> Self {
        self.entry.summary = summary;
        self
    }

    /// How it is worked out, in words and signs that a reader can check.
    const fn formula(mut self, formula: &'static str) -> Self {
        self.formula = formula;
        self
    }

    /// Where it is defined.
    const fn source(mut self, source: &'static str) -> Self {
        self.entry.source = source;
        self
    }

    /// What can be set.
    const fn parameters(mut self, parameters: &'static [Parameter]) -> Self {
        self.entry.parameters = parameters;
        self
    }

    /// The measure, taken in this way.
    const fn by(self, measure: Measure) -> Metric {
        let Self { entry, unit, formula, better, of } = self;
        Metric { entry, unit, formula, better, of, measure }
    }
}

impl AsRef<Entry> for Metric {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// All measures, in the order of tables. A new one is one item in its file and one line here.
pub static METRICS: Family<Metric> = Family {
    id: "metric",
    name: "metric",
    summary: "A measure of a run, with its formula. Percentiles are nearest ranks: the smallest value that at least so \
                 many per cent of the values do not exceed.",
    members: &[
        of_subject::WAIT,
        of_subject::RESPONSE,
        of_subject::BOUNDED_SLOWDOWN,
        of_subject::SLOWDOWN,
        of_group::WORKFLOW_MAKESPAN,
        of_group::NSL,
        of_subject::TASK_WAIT,
        of_subject::HOLD_TIME,
        of_subject::TRANSFER_DELAY,
        of_subject::QUEUE_WAIT,
        of_group::TRANSFERS,
        of_application::EXECUTION_TIME,
        of_application::EFFICIENCY,
        of_application::EXECUTION_EFFICIENCY_RATIO,
        of_application::AVERAGE_WORKERS,
        of_application::WORKERS_PER_TASK,
        of_application::TIME_WEIGHTED_WORKERS,
        of_application::PERFECT_NUMBER,
        of_application::IDEAL_FROM,
        of_application::IDEAL_TO,
        of_application::SPEEDUP,
        of_application::ACHIEVABLE_SPEEDUP,
        of_pool::SUSPENSIONS,
        of_pool::LOSSES,
        of_pool::LOST_WORK,
        of_pool::REPLICATED_WORK,
        of_pool::BATCHES_UNTIL_STABLE,
        of_pool::POOL_PERFORMANCE,
        of_pool::COST_EFFICIENCY,
        of_run::UTILISATION,
        of_run::MAKESPAN,
        of_run::THROUGHPUT,
        of_run::QUEUE_LENGTH,
        of_grid_job::QUEUE_TIME,
        of_grid_job::START_UP_OVERHEAD,
        of_grid_job::EXECUTION_TIME,
        of_grid_job::AVERAGE_NODES,
        of_grid_job::MAXIMUM_NODES,
        of_grid_job::CO_ALLOCATED,
        of_grid_job::MANAGER_ACTIVITY,
        of_grid_job::LOCAL_WAIT,
        of_user::SWEEP_THROUGHPUT,
        of_user::USER_THROUGHPUT,
        of_user::USER_NODES,
        of_user::USER_PREEMPTIONS,
        of_user::PREEMPTIONS,
        of_user::FAIRNESS,
    ],
};

/// What counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Subjects that arrived before do not count.
    pub warm_up: Time,
    /// Subjects that end after this do not count (yet).
    pub until: Time,
}

impl Scope {
    /// Everything.
    pub const ALL: Self = Self { warm_up: Time::ZERO, until: Time::MAX };

    /// True if a subject counts.
    pub fn holds(&self, trace: &Trace, subject: usize) -> bool {
        self.ended(trace, subject) && trace.kind(subject as u32).counts
    }

    /// True if a subject arrived after the warm-up and has ended, whether its kind counts or not.
    fn ended(&self, trace: &Trace, subject: usize) -> bool {
        let end = trace.subjects.end[subject];
        let table = &trace.subjects;
        let recurs = trace.kind(subject as u32).recurs;
        let arrives = if recurs { table.eligible(subject) } else { table.submit[subject] };
        arrives >= self.warm_up && end != Time::MAX && end <= self.until
    }

    /// True if what happens at a time counts.
    fn covers(&self, time: Time) -> bool {
        self.warm_up <= time && time <= self.until
    }

    /// The time that counts: from the end of the warm-up or the first arrival to the last end.
    pub fn window(&self, trace: &Trace) -> (Time, Time) {
        let (first, last, known) = extent(trace);
        let from = first.max(self.warm_up);
        let to = if self.until == Time::MAX { last } else { self.until.min(known) };
        (from, to.max(from))
    }
}

/// The first arrival and the last end of the subjects whose kinds count (of all if none of them does), and the time up
/// to which something is known of them.
fn extent(trace: &Trace) -> (Time, Time, Time) {
    let everything = (trace.first_submit(), trace.last_end, trace.now.max(trace.last_end));
    if trace.kinds.iter().all(|kind| kind.counts) {
        return everything;
    }
    let table = &trace.subjects;
    let counted = || (0..table.len()).filter(|&subject| trace.kind(subject as u32).counts);
    let Some(first) = counted().map(|subject| table.submit[subject]).min() else { return everything };
    let ends = || counted().map(|subject| table.end[subject]);
    let last = ends().filter(|&end| end != Time::MAX).max().unwrap_or(first);
    // When the last of them has ended, what goes on is none of theirs.
    let known = if ends().any(|end| end == Time::MAX) { trace.now.max(last) } else { last };
    (first, last, known)
}

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

impl Metric {
    /// True if it says something about runs of this work.
    pub fn suits(&self, work: &'static Kind) -> bool {
        self.of.is_empty() || self.of.iter().any(|&of| work.takes(of))
    }

    /// Its value for each subject, user, group or application in scope; empty for a measure of the whole run.
    pub fn values(&self, trace: &Trace, settings: &Settings, scope: &Scope) -> Vec<f64> {
        let options = Options::read(settings);
        let counted = (0..trace.subjects.len()).filter(|&subject| scope.holds(trace, subject));
        match self.measure {
            Measure::OfSubject(of) => counted.filter_map(|subject| of(trace, subject, &options)).collect(),
            Measure::OfLook(look, of) => (0..trace.subjects.len())
                .filter(|&subject| trace.kind(subject as u32).look == look && scope.ended(trace, subject))
                .filter_map(|subject| of(trace, subject))
                .collect(),
            Measure::OfUser(of) => of(trace, scope),
            Measure::OfGroup(of) => groups(trace, scope)
                .iter()
                .enumerate()
                .filter(|(_, members)| !members.is_empty())
                .filter_map(|(group, members)| of(trace, group, members))
                .collect(),
            Measure::OfApplication(of) => applications(&trace.rounds(), scope)
                .iter()
                .filter_map(|rounds| of(trace, scope, rounds))
                .collect(),
            Measure::OfRun(_) => Vec::new(),
        }
    }

    /// Its row in the report.
    pub fn row(&self, trace: &Trace, settings: &Settings, scope: &Scope) -> Row {
        let Entry { id, name, .. } = self.entry;
        if let Measure::OfRun(of) = self.measure {
            return Row { id, name, unit: self.unit, value: of(trace, scope), statistics: None };
        }
        let statistics = Statistics::of(self.values(trace, settings, scope));
        let value = statistics.as_ref().map(|statistics| statistics.mean);
        Row { id, name, unit: self.unit, value, statistics }
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
    let over = |status: &Status| matches!(status, Status::Done | Status::Killed | Status::Rejected);
    let rejected = Rejected::of(trace);
    // A workflow or an application without one of its tasks has no end that means anything.
    let whole = rejected.count == 0 || !work.whole;
    Report {
        rows: METRICS.members.iter().filter(wanted).map(row).collect(),
        digest: (done && scope.until == Time::MAX).then(|| trace.digest()),
        complete: done && whole && trace.subjects.status.iter().all(over),
        rejected,
    }
}

/// Seconds from `from` to `to`; none if one of them has not come.
fn seconds(from: Time, to: Time) -> Option<f64> {
    (from != Time::MAX && to != Time::MAX).then(|| (to - from).seconds())
}

/// How much of `[from, to]` lies between `start` and `end`, in seconds.
fn overlap((from, to): (Time, Time), start: Time, end: Time) -> f64 {
    let (first, last) = (start.max(from), end.min(to));
    if first < last { (last - first).seconds() } else { 0.0 }
}

/// How long a window is, in seconds; none if it is empty.
fn length((from, to): (Time, Time)) -> Option<f64> {
    (to > from).then(|| (to - from).seconds())
}

/// The rounds of each application that began after the warm-up and are over, in their order.
fn applications<'a>(list: &'a [Round], scope: &Scope) -> Vec<Vec<&'a Round>> {
    let counts = |(round, _): &(&Round, u32)| {
        round.start >= scope.warm_up && round.is_over() && round.end <= scope.until
    };
    let places = list.iter().zip(0..).filter(counts).map(|(round, place)| (round.application, place));
    let rounds = |(_, places): (SubjectId, Vec<usize>)| places.iter().map(|&place| &list[place]).collect();
    order::groups(places.collect()).into_iter().map(rounds).collect()
}

/// The subjects of each group of which all have ended in scope; empty for the others.
fn groups(trace: &Trace, scope: &Scope) -> Vec<Vec<usize>> {
    let count = trace.group_names.len();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut whole = vec![true; count];
    for subject in 0..trace.subjects.len() {
        let group = trace.subjects.group[subject] as usize;
        if group < count {
            whole[group] &= scope.holds(trace, subject);
            members[group].push(subject);
        }
    }
    for (members, _) in members.iter_mut().zip(whole).filter(|(_, whole)| !whole) {
        members.clear();
    }
    members
}

#[cfg(test)]
mod grid_tests;
#[cfg(test)]
mod pool_tests;
#[cfg(test)]
mod tests;
