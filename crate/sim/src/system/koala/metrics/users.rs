//! Measures of users who scavenge idle nodes: the throughput of their sweeps, and fairness.
//!
//! The period counts, not the subject: all tasks of a sweep are submitted at once, so a warm-up excludes earlier
//! events, not tasks. The period of a user begins with the first submission. It ends with the last task, or with the
//! end of the scope if tasks are left.

use super::grid_jobs::{GRID_JOBS, node_seconds};
use crate::metric::Measure::{OfRun, OfUser};
use crate::metric::{Metric, Scope, higher_is_better, lower_is_better};
use ganttlet_core::order;
use ganttlet_core::record::{Look, Status, Trace};
use ganttlet_core::time::Time;

pub(crate) const SWEEP_THROUGHPUT: Metric =
    higher_is_better(GRID_JOBS, "sweep-throughput", "Sweep throughput", "tasks/min")
        .summary("Parameter-sweep tasks completed per minute, all users together.")
        .formula("60 × completed tasks / seconds from the first submission of a task to the end of the last")
        .source("Sonmez 2010, section 4.3.2")
        .measured_by(OfRun(|trace, scope| {
            let mut tasks = Vec::new();
            for (_, own) in sweep_tasks_by_user(trace) {
                tasks.extend(own);
            }
            tasks_per_minute(trace, scope, &tasks)
        }));

pub(crate) const USER_THROUGHPUT: Metric =
    higher_is_better(GRID_JOBS, "user-throughput", "Sweep throughput per user", "tasks/min")
        .summary("Parameter-sweep tasks completed per minute, for each user.")
        .formula(
            "60 × completed tasks of the user / seconds from the user's first submission to the end of the \
             last task",
        )
        .source("Sonmez 2010, section 4.3.2, table 4.1")
        .measured_by(OfUser(throughputs));

pub(crate) const USER_NODES: Metric = higher_is_better(
    GRID_JOBS,
    "user-nodes",
    "Scavenged nodes per user",
    "nodes",
)
.summary("Number of nodes allocated to the sweep tasks of each user, averaged over time.")
.formula(
    "node-seconds of the user's tasks / seconds from the user's first submission to the end of the last \
         task",
)
.source("Sonmez 2010, section 4.3.2, table 4.1")
.measured_by(OfUser(|trace, scope| {
    let mean = |tasks: &Vec<usize>| {
        let window = user_window(trace, scope, tasks);
        let held: f64 = tasks.iter().map(|&task| node_seconds(trace, task, window)).sum();
        Some(held / crate::metric::scope::window_seconds(window)?)
    };
    sweep_tasks_by_user(trace).iter().filter_map(|(_, tasks)| mean(tasks)).collect()
}));

pub(crate) const USER_PREEMPTIONS: Metric =
    lower_is_better(GRID_JOBS, "user-preemptions", "Preemptions per user", "")
        .summary("Number of times sweep tasks of each user were preempted.")
        .formula("number of preemptions of the user's tasks")
        .source("Sonmez 2010, section 4.3.2, table 4.1")
        .measured_by(OfUser(|trace, scope| {
            let users: Vec<u32> = sweep_tasks_by_user(trace).into_iter().map(|(user, _)| user).collect();
            let mut counts = vec![0.0; users.len()];
            for subject in preempted_tasks(trace, scope) {
                if let Ok(place) = users.binary_search(&trace.subjects.user[subject as usize]) {
                    counts[place] += 1.0;
                }
            }
            counts
        }));

pub(crate) const PREEMPTIONS: Metric = lower_is_better(GRID_JOBS, "preemptions", "Preemptions", "")
    .summary("Number of times sweep tasks were preempted by other work and had to restart.")
    .formula("number of preemptions")
    .source("Sonmez 2010, section 4.3.2")
    .measured_by(OfRun(|trace, scope| Some(preempted_tasks(trace, scope).count() as f64)));

pub(crate) const FAIRNESS: Metric = higher_is_better(GRID_JOBS, "fairness", "Fairness between users", "")
    .summary(
        "Jain's fairness index of the sweep throughput of the users. It is 1 if all are equal, and 1/n \
             if one of n users gets everything.",
    )
    .formula("(sum of x)² / (n × sum of x²), x = completed tasks per minute of a user")
    .source(
        "Jain, Chiu, Hawe 1984, A quantitative measure of fairness and discrimination for resource \
             allocation in shared computer systems",
    )
    .measured_by(OfRun(|trace, scope| {
        let rates = throughputs(trace, scope);
        let (sum, squares) = rates.iter().fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
        (squares > 0.0).then(|| sum * sum / (rates.len() as f64 * squares))
    }));

/// The tasks of sweeps by their users.
fn sweep_tasks_by_user(trace: &Trace) -> Vec<(u32, Vec<usize>)> {
    let tasks = (0..trace.subjects.len() as u32).filter(|&subject| is_sweep_task(trace, subject));
    order::group_pairs(tasks.map(|task| (trace.subjects.user[task as usize], task)).collect())
}

fn is_sweep_task(trace: &Trace, subject: u32) -> bool {
    trace.kind(subject).look == Look::Hatched
}

/// The preempted tasks, once per preemption.
fn preempted_tasks(trace: &Trace, scope: &Scope) -> impl Iterator<Item = u32> {
    let counts = move |mark: &&ganttlet_core::record::Mark| {
        mark.kind.id == "preempt" && scope.includes_time(mark.time)
    };
    trace
        .marks
        .iter()
        .filter(counts)
        .map(|mark| mark.subject)
        .filter(|&subject| is_sweep_task(trace, subject))
}

/// The period that counts for these tasks.
fn user_window(trace: &Trace, scope: &Scope, tasks: &[usize]) -> (Time, Time) {
    let table = &trace.subjects;
    let now = scope.until.min(trace.now.max(trace.last_end));
    let submit = tasks.iter().map(|&task| table.submit[task]).min();
    let end = tasks.iter().map(|&task| table.end[task]).max();
    let from = submit.unwrap_or(Time::ZERO).max(scope.warm_up);
    (from, end.unwrap_or(now).min(now).max(from))
}

/// Number of these tasks completed per minute; none if there are none.
fn tasks_per_minute(trace: &Trace, scope: &Scope, tasks: &[usize]) -> Option<f64> {
    if tasks.is_empty() {
        return None;
    }
    let window = user_window(trace, scope, tasks);
    let table = &trace.subjects;
    let completed = |&&task: &&usize| {
        table.status[task] == Status::Done && (window.0..=window.1).contains(&table.end[task])
    };
    Some(60.0 * tasks.iter().filter(completed).count() as f64 / crate::metric::scope::window_seconds(window)?)
}

fn throughputs(trace: &Trace, scope: &Scope) -> Vec<f64> {
    sweep_tasks_by_user(trace).iter().filter_map(|(_, tasks)| tasks_per_minute(trace, scope, tasks)).collect()
}
