//! Schedules on nodes that fail, checked by hand: jobs and absences as text in, attempts as text out.

use super::tests::{PER_INSTANT, jobs};
use super::*;
use crate::metric::Scope;
use crate::report::report;
use crate::system::Budget;
use ganttlet_core::entry::{Choices, Value};
use ganttlet_core::platform::{Cluster, Network, one_cluster};
use ganttlet_core::record::{Index, Level, Phase, Trace};
use ganttlet_core::time::Span;

/// Absences from parts `row from to`, in seconds.
fn absences(text: &str) -> Vec<Absence> {
    let absence = |part: &str| {
        let numbers: Vec<i64> = part.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let [machine, start, end] = numbers[..] else { panic!("{part}") };
        let seconds = |s: i64| Time(s * 1_000_000);
        Absence { machine: machine as u32, start: seconds(start), end: seconds(end), gone: true }
    };
    text.split(';').map(str::trim).filter(|part| !part.is_empty()).map(absence).collect()
}

fn start(
    platform: &Platform,
    chosen: &[(&'static str, &str)],
    options: (Options, OnFailure),
    (work, failures): (Vec<Job>, &str),
) -> Simulation<Batch> {
    let chosen = chosen.iter().map(|&(role, id)| (role, id.to_owned().into())).collect();
    let policies = Policies::choose(&chosen, &Settings::default().with("backfilling", Value::Bool(true)));
    let run = RunOptions { decisions: 1000, ..RunOptions::default() };
    let options = (options.0, FailureOptions { on_failure: options.1 });
    simulation_with_failures(platform, (work, absences(failures)), policies, options, run)
}

fn run(policy: &str, nodes: u32, work: &str, failures: &str) -> Trace {
    let options = (PER_INSTANT, OnFailure::Resubmit);
    start(&one_cluster(nodes), &[("local", policy)], options, (jobs(work), failures)).finish()
}

/// `number@from-to[nodes]` for each attempt of each job, with `x` where it was lost.
fn attempts(trace: &Trace) -> String {
    let table = &trace.intervals;
    let mut texts = Vec::new();
    for job in (0..trace.subjects.len() as u32).filter(|&id| trace.kind(id) == Kind::JOB) {
        let mut last: Option<(Time, Time, bool, ganttlet_core::platform::NodeSet)> = None;
        let mut attempts = Vec::new();
        for i in trace.intervals_of(job) {
            let lost = table.phase[i] == Phase::LOST;
            match &mut last {
                Some((start, .., nodes)) if *start == table.start[i] => {
                    nodes.push(table.row[i], table.rows[i]);
                }
                _ => {
                    attempts.extend(last.take());
                    let mut nodes = ganttlet_core::platform::NodeSet::default();
                    nodes.push(table.row[i], table.rows[i]);
                    last = Some((table.start[i], table.end[i], lost, nodes));
                }
            }
        }
        attempts.extend(last);
        for (start, end, lost, nodes) in attempts {
            let (start, end) = (start.rounded_seconds(), end.rounded_seconds());
            let mark = if lost { "x" } else { "" };
            texts.push(format!("{}@{start}-{end}{mark}[{nodes}]", trace.name(job)));
        }
    }
    texts.join(" ")
}

/// A job on all nodes loses the first at 4 and waits for it until 7; a job of a single node runs meanwhile, except
/// under policies without overtaking.
const WIDE_AND_NARROW: (&str, &str) = ("0 10 4; 1 2 1", "0 4 7");

#[test]
fn a_job_starts_again_from_its_beginning_when_a_node_fails() {
    let (work, failures) = WIDE_AND_NARROW;
    for policy in ["fcfs", "easy", "easy-sjbf", "conservative", "sjf", "ljf", "easy-node-exact", "written"] {
        let expected = match policy {
            "fcfs" | "ljf" => "1@0-4x[0-3] 1@7-17[0-3] 2@17-19[0]",
            // The narrow job is backfilled, or is the head of the queue.
            _ => "1@0-4x[0-3] 1@7-17[0-3] 2@4-6[1]",
        };
        let trace = run(policy, 4, work, failures);
        assert_eq!(attempts(&trace), expected, "{policy}");
        assert_eq!(trace.subjects.end[0], Time(17_000_000), "{policy}");
    }
}

#[test]
fn a_lost_job_ends() {
    let (work, failures) = WIDE_AND_NARROW;
    let options = (PER_INSTANT, OnFailure::Lose);
    let trace = start(&one_cluster(4), &[("local", "fcfs")], options, (jobs(work), failures)).finish();
    assert_eq!(attempts(&trace), "1@0-4x[0-3] 2@4-6[1]");
    assert_eq!([0, 1].map(|job| trace.subjects.status[job]), [Status::Killed, Status::Done]);
    assert_eq!(trace.last_job_end(), Time(6_000_000));
}

/// Job 1 ends when its node fails, job 2 starts when the node is back; job 3 keeps the nodes that did not fail.
#[test]
fn ends_and_failures_at_one_instant() {
    let trace = run("fcfs", 2, "0 5 1; 0 20 1; 6 3 1", "0 5 10");
    assert_eq!(attempts(&trace), "1@0-5[0] 2@0-20[1] 3@10-13[0]");
}

/// Overlapping absences of a node are one; an absence without an end keeps its node down.
#[test]
fn a_node_is_down_while_any_absence_lasts() {
    let trace = run("easy", 2, "0 10 1; 1 1 2", "0 2 6; 0 4 9; 1 30 40");
    assert_eq!(attempts(&trace), "1@0-2x[0] 1@2-12[1] 2@12-13[0-1]");
    let mut forever = absences("0 2 3");
    forever[0].end = Time::MAX;
    let policies = Policies::choose(&Choices::default(), &Settings::default());
    let options = (PER_INSTANT, FailureOptions { on_failure: OnFailure::Resubmit });
    let work = jobs("0 4 1; 3 4 2");
    let mut run =
        simulation_with_failures(&one_cluster(2), (work, forever), policies, options, RunOptions::default());
    run.advance(Budget::ALL);
    assert_eq!(attempts(run.trace()), "1@0-2x[0] 1@2-6[1]");
    assert_eq!(run.progress().ended, 1, "job 2 waits for a node that is gone");
}

/// The head needs all four nodes, of which one is down until 20: other jobs start, and nothing delays the head further
/// after the repair.
#[test]
fn a_head_without_reservation_keeps_no_job_from_starting() {
    let work = "0 5 3; 1 10 4; 2 30 1; 3 4 2";
    let trace = run("easy", 4, work, "3 0 20");
    // Job 3 would end at 32 at the earliest: the head has no reservation before 20.
    assert_eq!(attempts(&trace), "1@0-5[0-2] 2@35-45[0-3] 3@5-35[0] 4@5-9[1-2]");
    let said: Vec<String> = trace.decisions_about(2).map(|decision| trace.explain(decision)).collect();
    let expected = "Job 3 was backfilled ahead of job 2, which has no reservation: too many nodes are unavailable for it.";
    assert!(said.iter().any(|text| text == expected), "{said:?}");
    // FCFS keeps the order.
    let trace = run("fcfs", 4, work, "3 0 20");
    assert_eq!(attempts(&trace), "1@0-5[0-2] 2@20-30[0-3] 3@30-60[0] 4@30-34[1-2]");
}

/// Reservations are recomputed when nodes fail and return, for the available nodes; the end of a failure is not known
/// in advance.
#[test]
fn conservative_backfilling_plans_with_the_nodes_that_are_up() {
    // Job 2 has a reservation at 10, and job 3 runs before it until nodes 2 and 3 fail at 3. Now job 2 does not fit,
    // and the reservations of jobs 3 and 4 are at 10 and 16. At 12 both nodes return: job 2 is planned first again,
    // behind job 3, and job 4 fits before it.
    let trace = run("conservative", 4, "0 10 2; 1 5 4; 2 6 2; 4 3 2", "2 3 12; 3 3 12");
    assert_eq!(attempts(&trace), "1@0-10[0-1] 2@16-21[0-3] 3@2-3x[2-3] 3@10-16[0-1] 4@12-15[2-3]");
}

/// A job that lost its node waits at the place of its arrival, not of its loss.
#[test]
fn a_job_that_starts_again_keeps_its_place() {
    let trace = run("fcfs", 2, "0 10 2; 1 5 2; 2 5 2", "0 3 4");
    assert_eq!(attempts(&trace), "1@0-3x[0-1] 1@4-14[0-1] 2@14-19[0-1] 3@19-24[0-1]");
    assert_eq!(trace.subjects.start[0], Time(4_000_000), "the start is that of the last attempt");
}

/// Recorded starts are repeated, and a job that lost its node starts again as soon as it fits, without being counted as late.
#[test]
fn recorded_schedules_meet_failures() {
    let mut work = jobs("0 10 2; 0 10 2");
    for (job, start_s) in work.iter_mut().zip([5, 20]) {
        job.recorded_start = Some(Time(start_s * 1_000_000));
    }
    let options = (PER_INSTANT, OnFailure::Resubmit);
    let trace = start(&one_cluster(2), &[("local", "as-recorded")], options, (work, "1 8 9")).finish();
    assert_eq!(attempts(&trace), "1@5-8x[0-1] 1@9-19[0-1] 2@20-30[0-1]");
    assert_eq!(trace.findings.len(), 0);
}

/// Events one by one give the same schedule here, and a job that is killed at its estimate is killed in each attempt.
#[test]
fn failures_with_a_pass_after_each_event() {
    let per_event = Options { same_instant: SameInstant::PerEvent, ..PER_INSTANT };
    for options in [PER_INSTANT, per_event] {
        let work = jobs("0 10 2 8; 1 3 1");
        let trace =
            start(&one_cluster(2), &[("local", "easy")], (options, OnFailure::Resubmit), (work, "0 4 6"))
                .finish();
        assert_eq!(attempts(&trace), "1@0-4x[0-1] 1@7-15[0-1] 2@4-7[1]");
        assert_eq!(trace.subjects.status[0], Status::Killed);
    }
}

/// Two clusters of two nodes: routing considers available nodes only, and jobs held at the grid are sent when nodes
/// return.
#[test]
fn routing_sees_the_nodes_that_are_up() {
    let cluster = |name: &str| Cluster::homogeneous(name, 2, 1.0);
    let platform = Platform {
        clusters: vec![cluster("A"), cluster("B")],
        network: Network::uniform(2, 1e8, Span::ZERO),
    };
    let routed = |routing: &str, failures: &str| {
        let options = (PER_INSTANT, OnFailure::Resubmit);
        let work = (jobs("1 10 2; 2 10 2; 3 10 2"), failures);
        attempts(&start(&platform, &[("local", "fcfs"), ("routing", routing)], options, work).finish())
    };
    // Both nodes of A are down: all jobs are sent to B.
    for routing in ["least-loaded", "fewest-asked", "earliest-completion"] {
        let all_on_b = "1@1-11[2-3] 2@11-21[2-3] 3@21-31[2-3]";
        assert_eq!(routed(routing, "0 0 50; 1 0 50"), all_on_b, "{routing}");
    }
    let kept = "1@1-11[2-3] 2@5-15[0-1] 3@11-21[2-3]";
    assert_eq!(routed("fastest-processor-first", "0 0 5; 1 0 4"), kept);
}

#[test]
fn failures_have_metrics_bars_and_marks() {
    let (work, failures) = WIDE_AND_NARROW;
    let trace = run("fcfs", 4, work, failures);
    let of = |id: &str| {
        let report = report(&trace, Job::KIND, (&[id], &Settings::default()), &Scope::ALL, true);
        report.rows[0].value
    };
    // Node 0 is down for 3 of 19 s; 16 of 58 node-seconds are lost.
    assert_eq!(of("unavailable-nodes"), Some(100.0 * 3.0 / (4.0 * 19.0)));
    assert_eq!(of("work-lost-to-failures"), Some(100.0 * 16.0 / 58.0));
    assert_eq!(of("failed-attempts"), Some(1.0));
    // Job 1 waits 3 s, job 2 16 s, and three nodes are idle from 4 to 7.
    assert_eq!(of("queue-length"), Some(19.0 / 19.0));
    assert_eq!(of("idle-while-waiting"), Some(9.0 / 3600.0));
    let without = run("fcfs", 4, work, "");
    let none = report(&without, Job::KIND, (&["failed-attempts"], &Settings::default()), &Scope::ALL, true);
    assert_eq!(none.rows[0].value, None);
    let node = (0..trace.subjects.len() as u32).find(|&id| trace.kind(id) == Kind::MACHINE).expect("a node");
    assert_eq!(trace.name(node), "Node 0");
    let down: Vec<_> =
        trace.intervals_of(node).map(|i| (trace.intervals.start[i], trace.intervals.end[i])).collect();
    assert_eq!(down, [(Time(4_000_000), Time(7_000_000))]);
    assert_eq!(
        (trace.marks[0].time, trace.marks[0].kind.id, trace.marks[0].value),
        (Time(4_000_000), "lost", 4)
    );
}

/// Reasons do not refer to reservations that a failure has cancelled.
#[test]
fn reasons_of_waiting_jobs_know_of_failures() {
    let options = (PER_INSTANT, OnFailure::Resubmit);
    let work = (jobs("0 10 2; 1 5 4; 2 6 2"), "2 3 12; 3 3 12");
    let mut run = start(&one_cluster(4), &[("local", "conservative")], options, work);
    run.advance(Budget::ALL);
    let mut index = Index::default();
    let mut reason = |seconds: i64| run.queue_at(&mut index, Time(seconds * 1_000_000))[0].reason.clone();
    assert!(reason(2).contains("reservation"), "{}", reason(2));
    assert_eq!(
        reason(5),
        "Job 2 is at the head of the queue: it needs 4 nodes and none is free. Position 1 of 2 in the queue."
    );
}

/// Slices and levels of recording change nothing, and without absences the run is unchanged.
#[test]
fn failures_are_deterministic() {
    let (work, failures) = ("0 10 4; 1 2 1; 3 9 2; 4 1 4", "0 4 7; 2 5 20; 1 5 6");
    let whole = run("easy", 4, work, failures).digest();
    let options = (PER_INSTANT, OnFailure::Resubmit);
    let mut sliced = start(&one_cluster(4), &[("local", "easy")], options, (jobs(work), failures));
    sliced.keep(Level::Digest);
    while !sliced.advance(Budget::events(1)).done {}
    assert_eq!(sliced.trace().digest(), whole);
}
