//! Measures with one value per run.

use super::Measure::OfRun;
use super::group_metrics::WORKFLOWS;
use super::scope::{overlap, window_seconds};
use super::{Metric, Scope, higher_is_better, lower_is_better};
use ganttlet_core::order;
use ganttlet_core::record::{Phase, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Item, Job, Kind};

const ANY: &[&Kind] = &[];
/// The kinds of work that wait for nodes in queues.
const QUEUED: &[&Kind] = &[Job::KIND, WORKFLOWS[0]];

pub(crate) const UTILISATION: Metric = higher_is_better(ANY, "utilisation", "Utilisation", "%")
    .summary(
        "Share of node time in use, from the first submission (or the end of the warm-up, if later) to the \
         end of the last job; rejected jobs do not count. A node is in use while work on it starts up or \
         runs, even if that work is lost later. Nodes that are allocated but idle or suspended, or used by \
         their owner, are not in use.",
    )
    .formula("100 × node-seconds in use / (nodes × length of the run)")
    .source("Sonmez 2010, section 7.4.1; Feitelson 2001")
    .measured_by(OfRun(|trace, scope| used_share(trace, scope.window(trace))));

/// The share of the node time of a window in which nodes are in use, in per cent.
fn used_share(trace: &Trace, window: (Time, Time)) -> Option<f64> {
    let whole = window_seconds(window)? * f64::from(trace.rows());
    let table = &trace.intervals;
    let busy: f64 = (0..table.len())
        .filter(|&i| table.phase[i].is_busy())
        .map(|i| overlap(window, table.start[i], table.end[i]) * f64::from(table.rows[i]))
        .sum();
    Some(100.0 * busy / whole)
}

/// First and last submission of jobs that count; `None` unless two were submitted at different times.
fn submission_window(trace: &Trace, scope: &Scope) -> Option<(Time, Time)> {
    let submitted =
        (0..trace.subjects.len()).filter(|&id| scope.includes(trace, id)).map(|id| trace.subjects.submit[id]);
    let (first, last) =
        submitted.fold((Time::MAX, Time::ZERO), |(first, last), time| (first.min(time), last.max(time)));
    (first < last).then_some((first, last))
}

pub(crate) const USED_WHILE_ARRIVING: Metric = higher_is_better(
    &[Job::KIND],
    "utilisation-while-arriving",
    "Utilisation to the last submission",
    "%",
)
.summary(
    "Share of node time in use between the first submission (or the end of the warm-up, if later) and the \
         last. It leaves out the end of the run, in which no more jobs are submitted and nodes run empty.",
)
.formula("100 × node-seconds in use / (nodes × (last submission − first submission))")
.source("Ganttlet")
.measured_by(OfRun(|trace, scope| used_share(trace, submission_window(trace, scope)?)));

pub(crate) const REALISED_LOAD: Metric =
    higher_is_better(&[Job::KIND], "realised-load", "Realised load", "")
        .summary(
            "Work of the jobs that were submitted, as a share of the capacity between the first submission and \
             the last. It differs from the offered load, which is an expectation, because few jobs are drawn.",
        )
        .formula("node-seconds in which the jobs run / (nodes × (last submission − first submission))")
        .source("Ganttlet")
        .measured_by(OfRun(|trace, scope| {
            let capacity = window_seconds(submission_window(trace, scope)?)? * f64::from(trace.rows());
            let table = &trace.intervals;
            let work: f64 = (0..table.len())
                .filter(|&i| {
                    table.phase[i].is_busy() && scope.includes(trace, table.subject[i] as usize)
                })
                .map(|i| (table.end[i] - table.start[i]).seconds() * f64::from(table.rows[i]))
                .sum();
            Some(work / capacity)
        }));

pub(crate) const MAKESPAN: Metric = lower_is_better(ANY, "makespan", "Makespan", "s")
    .summary(
        "Time from the first submission (or the end of the warm-up, if later) to the end of the last job or \
         task; rejected jobs do not count.",
    )
    .formula("end of the last job − first submission (or end of the warm-up, if later)")
    .source("Sonmez 2010, section 6.2.4 (total makespan)")
    .measured_by(OfRun(|trace, scope| window_seconds(scope.window(trace)).filter(|_| scope.is_over(trace))));

pub(crate) const THROUGHPUT: Metric = higher_is_better(ANY, "throughput", "Throughput", "1/h")
    .summary("Number of jobs or tasks that end per hour.")
    .formula("3600 × ended jobs / length of the run in seconds")
    .source("Feitelson, Rudolph 1998, Metrics and benchmarking for parallel job scheduling")
    .measured_by(OfRun(|trace, scope| {
        let ended = (0..trace.subjects.len()).filter(|&subject| scope.includes(trace, subject)).count();
        Some(3600.0 * ended as f64 / window_seconds(scope.window(trace))?)
    }));

pub(crate) const QUEUE_LENGTH: Metric = lower_is_better(ANY, "queue-length", "Mean queue length", "")
    .summary("Number of jobs or tasks waiting in queues, averaged over time.")
    .formula("sum of (start − entry into a queue) / length of the run")
    .source("Little 1961: arrival rate × mean wait time")
    .measured_by(OfRun(queue_length));

fn queue_length(trace: &Trace, scope: &Scope) -> Option<f64> {
    let window = scope.window(trace);
    let table = &trace.subjects;
    let waited: f64 = (0..table.len())
        .filter(|&subject| table.eligible_time(subject) != Time::MAX && trace.kind(subject as u32).counts)
        .map(|subject| {
            let all = overlap(window, table.eligible_time(subject), table.start[subject]);
            lost_attempts(trace, subject as u32)
                .fold(all, |rest, (from, to)| rest - overlap(window, from, to))
        })
        .sum();
    Some(waited / window_seconds(window)?)
}

/// The periods in which a queued job ran on nodes that it then lost, one per attempt: the job does not wait in them.
fn lost_attempts(trace: &Trace, subject: SubjectId) -> impl Iterator<Item = (Time, Time)> {
    let (table, queued) = (&trace.intervals, trace.queues);
    let (mut last, last_start) = (None, trace.subjects.start[subject as usize]);
    trace
        .intervals_of(subject)
        .take_while(move |_| queued)
        .filter(move |&i| table.phase[i] == Phase::LOST && table.start[i] < last_start)
        .map(|i| (table.start[i], table.end[i]))
        // One attempt may have several blocks of nodes.
        .filter(move |&attempt| last.replace(attempt) != Some(attempt))
}

pub(crate) const WAIT_BY_THEORY: Metric = lower_is_better(
    &[Job::KIND],
    "wait-by-theory",
    "M/G/1 mean wait time (Pollaczek-Khinchine)",
    "s",
)
.summary(
    "Mean wait time by queueing theory for one node under FCFS and Poisson arrivals, with the arrival \
         rate and runtimes of this run. With exponential runtimes it is the M/M/1 result. Undefined for \
         several nodes, for jobs that start in another order, and if the offered load is 1 or more.",
)
.formula("rate × mean of runtime² / (2 × (1 − rate × mean runtime))")
.source("Pollaczek 1930, Khinchine 1932; Kleinrock 1975, Queueing Systems I, section 5.6")
.measured_by(OfRun(predicted_wait));

fn predicted_wait(trace: &Trace, scope: &Scope) -> Option<f64> {
    let table = &trace.subjects;
    let (mut jobs, mut sum, mut squares) = (0.0, 0.0, 0.0);
    let (mut first, mut last) = (Time::MAX, Time::ZERO);
    for job in (0..table.len()).filter(|&job| scope.includes(trace, job)) {
        let run = (table.end[job] - table.start[job]).seconds();
        (jobs, sum, squares) = (jobs + 1.0, sum + run, squares + run * run);
        (first, last) = (first.min(table.submit[job]), last.max(table.submit[job]));
    }
    if trace.rows() != 1 || !trace.in_turn || first >= last {
        return None;
    }
    let rate = (jobs - 1.0) / (last - first).seconds();
    let load = rate * sum / jobs;
    (load < 1.0).then(|| rate * squares / jobs / (2.0 * (1.0 - load)))
}

pub(crate) const IDLE_WHILE_WAITING: Metric = lower_is_better(
    QUEUED,
    "idle-while-waiting",
    "Idle while jobs wait",
    "node-h",
)
.summary(
    "Idle node time while at least one job or task waits in any queue, of any cluster: an upper bound \
     on the capacity that backfilling can recover. Divided by nodes × length of the run, it is the loss of \
     capacity of Zhang et al. 2001.",
)
.formula("integral over time of the number of idle nodes, while at least one job or task waits")
.source(
    "Zhang, Franke, Moreira, Sivasubramaniam 2001 (loss of capacity, there a share); backfilling: Jackson, \
     Snell, Clement 2001",
)
.measured_by(OfRun(idle_while_waiting));

fn idle_while_waiting(trace: &Trace, scope: &Scope) -> Option<f64> {
    let window = scope.window(trace);
    window_seconds(window)?;
    // Changes of the number of allocated nodes and of the number of waiting subjects, by time.
    let mut changes: Vec<(Time, i64, i64)> = Vec::new();
    let mut span = |start: Time, end: Time, nodes: i64, waits: i64| {
        let (from, to) = (start.max(window.0), end.min(window.1));
        if from < to {
            changes.extend([(from, nodes, waits), (to, -nodes, -waits)]);
        }
    };
    let (held, table) = (&trace.intervals, &trace.subjects);
    for i in 0..held.len() {
        span(held.start[i], held.end[i], i64::from(held.rows[i]), 0);
    }
    for id in
        (0..table.len()).filter(|&id| table.eligible_time(id) != Time::MAX && trace.kind(id as u32).counts)
    {
        span(table.eligible_time(id), table.start[id].min(table.end[id]), 0, 1);
        for (from, to) in lost_attempts(trace, id as SubjectId) {
            span(from, to.min(table.end[id]), 0, -1);
        }
    }
    order::sort_by_key(&mut changes, |change| change.0.0);
    let (mut free, mut waiting, mut since) = (i64::from(trace.rows()), 0, window.0);
    let mut idle = 0.0;
    for (time, nodes, waits) in changes {
        if waiting > 0 && free > 0 {
            idle += free as f64 * (time - since).seconds();
        }
        (free, waiting, since) = (free - nodes, waiting + waits, time);
    }
    Some(idle / HOUR.seconds())
}

const HOUR: Span = Span(3_600_000_000);

pub(crate) const PASSING_JOBS: Metric =
    higher_is_better(&[Job::KIND], "passing-jobs", "Out-of-order starts", "")
        .without_direction()
        .summary("Number of jobs that start before a job that entered the queue of the same cluster earlier.")
        .formula("number of jobs that start before the latest start of all earlier arrivals")
        .source("own definition; simplified from the job fairness of Sabin, Kochhar, Sadayappan 2004")
        .measured_by(OfRun(|trace, scope| {
            let table = &trace.subjects;
            let mut latest = vec![Time::ZERO; trace.bands.len()];
            let mut passing = 0_u32;
            for id in order::indices_by_key(table.len(), |id| table.eligible_time(id).0) {
                let Some(latest) = latest.get_mut(usize::from(table.cluster[id as usize])) else { continue };
                passing +=
                    u32::from(table.start[id as usize] < *latest && scope.includes(trace, id as usize));
                if trace.kind(id).counts {
                    *latest = table.start[id as usize].max(*latest);
                }
            }
            Some(f64::from(passing))
        }));
