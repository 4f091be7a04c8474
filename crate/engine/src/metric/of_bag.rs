//! Measures of bags of tasks, of their users, and of copies.

use super::Measure::{OfGroup, OfRun, OfUser};
use super::of_group::makespan;
use super::{Metric, Scope, higher, lower};
use crate::record::{Phase, Row, Status, Trace};
use crate::system::bags::tables::BagRow;
use crate::time::{Span, Time};
use crate::workload::bags::Bag;
use crate::workload::{Item, Kind};
use std::collections::BTreeMap;

const BAGS: &[&Kind] = &[Bag::KIND];
const SOURCE: &str = "Sonmez 2010, section 5.3.2";

/// The makespan of a bag beside its work.
fn nsl(row: &BagRow) -> Option<f64> {
    let known = row.end != Time::MAX && row.work > Span::ZERO;
    known.then(|| (row.end - row.submit).seconds() / row.work.seconds())
}

/// The row of a bag.
fn row_of(trace: &Trace, bag: usize) -> Option<BagRow> {
    trace.table(BagRow::KIND.id).filter(|table| bag < table.len()).map(|table| table.row(bag))
}

/// A number of each user, in the order of their numbers: that of the bags that have ended in scope, as a mean.
fn of_users(trace: &Trace, scope: &Scope) -> Vec<f64> {
    let mut users: BTreeMap<u32, (f64, u32)> = BTreeMap::new();
    for row in trace.entries::<BagRow>().filter(|row| scope.covers(row.submit) && row.end <= scope.until) {
        if let (Some(user), Some(nsl)) = (row.user, nsl(&row)) {
            let (sum, count) = users.entry(user).or_default();
            (*sum, *count) = (*sum + nsl, *count + 1);
        }
    }
    users.into_values().map(|(sum, count)| sum / f64::from(count)).collect()
}

/// Processor time in scope of bars that are of use, and of those that are not, in seconds.
fn processor_seconds(trace: &Trace, scope: &Scope) -> (f64, f64) {
    let (from, to) = scope.window(trace);
    let (table, mut times) = (&trace.intervals, (0.0, 0.0));
    for i in 0..table.len() {
        let time = super::scope::overlap((from, to), table.start[i], table.end[i].min(trace.now));
        if table.phase[i] == Phase::LOST {
            times.1 += time;
        } else {
            times.0 += time;
        }
    }
    times
}

pub(super) const MAKESPAN: Metric = lower(BAGS, "bag-makespan", "Makespan of a bag", "s")
    .summary("How long a bag takes, from its submission to the end of its last task.")
    .formula("end of the last task - submission of the bag")
    .source("Sonmez 2010, section 5.3.2 (MS)")
    .by(OfGroup(|trace, _, members| makespan(trace, members).map(Span::seconds)));

pub(super) const NSL: Metric = lower(BAGS, "bag-nsl", "Normalised schedule length of a bag", "")
    .summary(
        "How long a bag takes beside the time that one processor of speed 1 would take for all its tasks: below 1 its user \
         gains more by many processors than is lost by waiting.",
    )
    .formula("makespan / sum of run times at speed 1")
    .source("Sonmez 2010, section 5.3.2 (NSL)")
    .by(OfGroup(|trace, bag, members| {
        let row = row_of(trace, bag).filter(|row| row.work > Span::ZERO)?;
        Some(makespan(trace, members)?.seconds() / row.work.seconds())
    }));

pub(super) const COMPLETED: Metric = higher(BAGS, "completed-share", "Completed tasks", "%")
    .summary(
        "The share of the tasks that have come which are done, when the run or what is looked at of it ends.",
    )
    .formula("100 x tasks that are done / tasks that have come")
    .source(SOURCE)
    .by(OfRun(|trace, scope| {
        let table = &trace.subjects;
        let (mut come, mut done) = (0_u32, 0_u32);
        let until = scope.until.min(trace.now);
        for task in
            (0..table.len()).filter(|&task| scope.covers(table.submit[task]) && table.submit[task] <= until)
        {
            come += 1;
            done += u32::from(table.status[task] == Status::Done && table.end[task] <= until);
        }
        (come > 0).then(|| 100.0 * f64::from(done) / f64::from(come))
    }));

pub(super) const COPIES: Metric = lower(BAGS, "copies-per-task", "Copies of a task", "")
    .summary("How many copies are made of a task beside the original, as a mean over the tasks of the bags that are done.")
    .formula("copies / tasks, of bags that have ended")
    .source(SOURCE)
    .by(OfRun(|trace, scope| {
        let ended = |row: &BagRow| scope.covers(row.submit) && row.end <= scope.until && row.end != Time::MAX;
        let sum = |(copies, tasks): (u64, u64), row: BagRow| {
            (copies + u64::from(row.copies), tasks + u64::from(row.tasks))
        };
        let (copies, tasks) = trace.entries::<BagRow>().filter(ended).fold((0, 0), sum);
        (tasks > 0).then(|| copies as f64 / tasks as f64)
    }));

pub(super) const WASTED: Metric = lower(BAGS, "wasted-share", "Wasted processor time", "%")
    .summary("The share of busy processor time that was of no use: another copy of the task was done first.")
    .formula("100 x processor time of runs that were cut short / busy processor time")
    .source("Sonmez 2010, section 5.1.4; as a share it is ours")
    .by(OfRun(|trace, scope| {
        let (useful, wasted) = processor_seconds(trace, scope);
        (useful + wasted > 0.0).then(|| 100.0 * wasted / (useful + wasted))
    }));

pub(super) const USER_TIME: Metric = lower(BAGS, "user-processor-time", "Processor time of a user", "s")
    .summary("How long processors were busy for each user, also with copies that came too late.")
    .formula("sum of the processor time of the user's tasks and their copies")
    .source("Sonmez 2010, section 5.1.3 (what a user has consumed)")
    .by(OfUser(|trace, scope| {
        let window = scope.window(trace);
        let (table, mut users) = (&trace.intervals, BTreeMap::<u32, f64>::new());
        for i in 0..table.len() {
            if let Some(user) = trace.user(table.subject[i]) {
                let end = table.end[i].min(trace.now);
                *users.entry(user).or_default() += super::scope::overlap(window, table.start[i], end);
            }
        }
        users.into_values().collect()
    }));

pub(super) const USER_NSL: Metric = lower(BAGS, "user-nsl", "Normalised schedule length of a user", "")
    .summary("The mean of the normalised schedule lengths of the bags of each user.")
    .formula("mean over the user's bags of makespan / sum of run times at speed 1")
    .source("after Sonmez 2010, section 5.3.2")
    .by(OfUser(of_users));

pub(super) const USER_FAIRNESS: Metric = higher(BAGS, "user-fairness", "Fairness between users of bags", "")
    .summary(
        "Jain's index of the normalised schedule lengths of users: 1 if all fare alike, 1/n if one of n users has all the \
         delay.",
    )
    .formula("(sum of x)^2 / (n x sum of x^2), x = mean normalised schedule length of a user's bags")
    .source(
        "Jain, Chiu, Hawe 1984, A quantitative measure of fairness and discrimination for resource allocation in shared \
         computer systems",
    )
    .by(OfRun(|trace, scope| {
        let users = of_users(trace, scope);
        let (sum, squares) = users.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
        (squares > 0.0).then(|| sum * sum / (users.len() as f64 * squares))
    }));
