//! Measures of bags of tasks, of their users, and of replicas.

use crate::metric::Measure::{OfGroup, OfRun, OfUser};
use crate::metric::group_metrics::makespan;
use crate::metric::{Metric, Scope, higher_is_better, lower_is_better};
use crate::system::bags::tables::BagRow;
use ganttlet_core::record::{Phase, Row, Status, Trace};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::bags::Bag;
use ganttlet_work::{Item, Kind};
use std::collections::BTreeMap;

const BAGS: &[&Kind] = &[Bag::KIND];
const SOURCE: &str = "Sonmez 2010, section 5.3.2";

/// The makespan of a bag over its work.
fn normalised_schedule_length(row: &BagRow) -> Option<f64> {
    let known = row.end != Time::MAX && row.work > Span::ZERO;
    known.then(|| (row.end - row.submit).seconds() / row.work.seconds())
}

/// The row of a bag.
fn bag_row(trace: &Trace, bag: usize) -> Option<BagRow> {
    trace.table(BagRow::KIND.id).filter(|table| bag < table.len()).map(|table| table.row(bag))
}

/// The mean over the completed bags of each user in scope, in the order of user numbers.
fn user_means(trace: &Trace, scope: &Scope) -> Vec<f64> {
    let mut users: BTreeMap<u32, (f64, u32)> = BTreeMap::new();
    for row in
        trace.table_rows::<BagRow>().filter(|row| scope.includes_time(row.submit) && row.end <= scope.until)
    {
        if let (Some(user), Some(nsl)) = (row.user, normalised_schedule_length(&row)) {
            let (sum, count) = users.entry(user).or_default();
            (*sum, *count) = (*sum + nsl, *count + 1);
        }
    }
    users.into_values().map(|(sum, count)| sum / f64::from(count)).collect()
}

/// Useful and wasted processor time in scope, in seconds.
fn processor_seconds(trace: &Trace, scope: &Scope) -> (f64, f64) {
    let (from, to) = scope.window(trace);
    let (table, mut times) = (&trace.intervals, (0.0, 0.0));
    for i in 0..table.len() {
        let time = crate::metric::scope::overlap((from, to), table.start[i], table.end[i].min(trace.now));
        if table.phase[i] == Phase::LOST {
            times.1 += time;
        } else {
            times.0 += time;
        }
    }
    times
}

pub(crate) const MAKESPAN: Metric = lower_is_better(BAGS, "bag-makespan", "Bag makespan", "s")
    .summary("Time from the submission of a bag to the end of its last task.")
    .formula("end of the last task − submit time of the bag")
    .source("Sonmez 2010, section 5.3.2 (MS)")
    .measured_by(OfGroup(|trace, _, members| makespan(trace, members).map(Span::seconds)));

pub(crate) const NSL: Metric = lower_is_better(BAGS, "bag-nsl", "Normalised schedule length of a bag", "")
    .summary(
        "Makespan of a bag divided by the time one processor of speed 1 would need for all its tasks. Below \
         1, the gain from parallel execution exceeds the loss from waiting.",
    )
    .formula("makespan / sum of runtimes at speed 1")
    .source("Sonmez 2010, section 5.3.2 (NSL)")
    .measured_by(OfGroup(|trace, bag, members| {
        let row = bag_row(trace, bag).filter(|row| row.work > Span::ZERO)?;
        Some(makespan(trace, members)?.seconds() / row.work.seconds())
    }));

pub(crate) const COMPLETED: Metric = higher_is_better(BAGS, "completed-share", "Completed tasks", "%")
    .summary(
        "Tasks completed by the end of the run, or of the selected period, as a share of all tasks submitted \
         by then.",
    )
    .formula("100 × completed tasks / submitted tasks")
    .source(SOURCE)
    .measured_by(OfRun(|trace, scope| {
        let table = &trace.subjects;
        let (mut come, mut done) = (0_u32, 0_u32);
        let until = scope.until.min(trace.now);
        for task in (0..table.len())
            .filter(|&task| scope.includes_time(table.submit[task]) && table.submit[task] <= until)
        {
            come += 1;
            done += u32::from(table.status[task] == Status::Done && table.end[task] <= until);
        }
        (come > 0).then(|| 100.0 * f64::from(done) / f64::from(come))
    }));

pub(crate) const COPIES: Metric = lower_is_better(BAGS, "copies-per-task", "Replicas per task", "")
    .summary(
        "Mean number of replicas started per task besides the original, over the tasks of completed bags.",
    )
    .formula("replicas / tasks, over completed bags")
    .source(SOURCE)
    .measured_by(OfRun(|trace, scope| {
        let ended =
            |row: &BagRow| scope.includes_time(row.submit) && row.end <= scope.until && row.end != Time::MAX;
        let sum = |(copies, tasks): (u64, u64), row: BagRow| {
            (copies + u64::from(row.copies), tasks + u64::from(row.tasks))
        };
        let (copies, tasks) = trace.table_rows::<BagRow>().filter(ended).fold((0, 0), sum);
        (tasks > 0).then(|| copies as f64 / tasks as f64)
    }));

pub(crate) const WASTED: Metric = lower_is_better(BAGS, "wasted-share", "Wasted CPU time", "%")
    .summary(
        "CPU time of task replicas (originals included) that did not finish first, as a share of all CPU \
         time used.",
    )
    .formula("100 × CPU time of cancelled replicas / CPU time used")
    .source("Sonmez 2010, section 5.1.4; the share is our own definition")
    .measured_by(OfRun(|trace, scope| {
        let (useful, wasted) = processor_seconds(trace, scope);
        (useful + wasted > 0.0).then(|| 100.0 * wasted / (useful + wasted))
    }));

pub(crate) const USER_TIME: Metric = lower_is_better(BAGS, "user-processor-time", "CPU time per user", "s")
    .summary("CPU time used by the tasks of each user, including cancelled replicas.")
    .formula("sum of the CPU time of the user's tasks and their replicas")
    .source("Sonmez 2010, section 5.1.3 (consumption of a user)")
    .measured_by(OfUser(|trace, scope| {
        let window = scope.window(trace);
        let (table, mut users) = (&trace.intervals, BTreeMap::<u32, f64>::new());
        for i in 0..table.len() {
            if let Some(user) = trace.user(table.subject[i]) {
                let end = table.end[i].min(trace.now);
                *users.entry(user).or_default() += crate::metric::scope::overlap(window, table.start[i], end);
            }
        }
        users.into_values().collect()
    }));

pub(crate) const USER_NSL: Metric =
    lower_is_better(BAGS, "user-nsl", "Normalised schedule length per user", "")
        .summary("Mean normalised schedule length of the bags of each user.")
        .formula("mean of makespan / sum of runtimes at speed 1, over the user's bags")
        .source("after Sonmez 2010, section 5.3.2")
        .measured_by(OfUser(user_means));

pub(crate) const USER_FAIRNESS: Metric = higher_is_better(
    BAGS,
    "user-fairness",
    "Fairness between users of bags",
    "",
)
.summary(
    "Jain's fairness index of the mean normalised schedule lengths of the users. It is 1 if all are \
         equal, and 1/n if one of n users has all the delay.",
)
.formula("(sum of x)² / (n × sum of x²), x = mean normalised schedule length of a user's bags")
.source(
    "Jain, Chiu, Hawe 1984, A quantitative measure of fairness and discrimination for resource allocation \
         in shared computer systems",
)
.measured_by(OfRun(|trace, scope| {
    let users = user_means(trace, scope);
    let (sum, squares) = users.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
    (squares > 0.0).then(|| sum * sum / (users.len() as f64 * squares))
}));
