//! Schedules checked by hand: jobs as text in, starts as text out.

use super::*;
use crate::system::Budget;
use crate::system::parts::told;
use ganttlet_core::entry::Settings;
use ganttlet_core::platform::one_cluster;
use ganttlet_core::record::{Index, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;

pub(super) const PER_INSTANT: Options =
    Options { estimates: Estimates::User, kill_at_estimate: true, same_instant: SameInstant::PerInstant };

/// Jobs from lines `submit run nodes [estimate]`, in seconds.
pub(super) fn jobs(text: &str) -> Vec<Job> {
    let job = |(number, line): (u32, &str)| {
        let numbers: Vec<i64> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let seconds = |s: i64| Span(s * 1_000_000);
        Job {
            number,
            submit: Time(numbers[0] * 1_000_000),
            run: seconds(numbers[1]),
            nodes: numbers[2] as u32,
            estimate: numbers.get(3).map(|&s| seconds(s)),
            ..Job::default()
        }
    };
    (1..).zip(text.split(';').map(str::trim)).map(job).collect()
}

fn run(policy: &str, options: Options, nodes: u32, text: &str) -> Trace {
    run_jobs(&one_cluster(nodes), policy, options, jobs(text))
}

fn run_jobs(platform: &Platform, policy: &str, options: Options, jobs: Vec<Job>) -> Trace {
    let policies = Policies::choose(&[("local", policy.to_owned().into())].into(), &Settings::default());
    simulation(platform, jobs, policies, options, RunOptions { decisions: 1000, ..RunOptions::default() })
        .finish()
}

/// `number@start[nodes]` for each job.
fn starts(trace: &Trace) -> String {
    let one = |job: SubjectId| {
        let start = trace.subjects.start[job as usize];
        let mut nodes = ganttlet_core::platform::NodeSet::default();
        trace.rows_of(job).for_each(|(row, rows)| nodes.push(row, rows));
        match start {
            Time::MAX => format!("{} never", trace.name(job)),
            _ => format!("{}@{}[{nodes}]", trace.name(job), start.rounded_seconds()),
        }
    };
    (0..trace.subjects.len() as u32).map(one).collect::<Vec<_>>().join(" ")
}

/// A wide job behind a long one; short ones behind it.
const HOLES: &str = "0 10 3; 1 10 4; 2 5 1; 3 20 1; 4 2 1";

#[test]
fn fcfs_keeps_the_order_of_arrival() {
    assert_eq!(starts(&run("fcfs", PER_INSTANT, 4, HOLES)), "1@0[0-2] 2@10[0-3] 3@20[0] 4@20[1] 5@20[2]");
}

#[test]
fn easy_never_delays_the_head_of_the_queue() {
    let trace = run("easy", PER_INSTANT, 4, HOLES);
    assert_eq!(starts(&trace), "1@0[0-2] 2@10[0-3] 3@2[3] 4@20[0] 5@7[3]");
    let reasons: Vec<String> = trace.decisions_about(2).map(|decision| trace.explain(decision)).collect();
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    assert!(reasons[0].starts_with("Job 3 was backfilled ahead of job 2: it ends by "));
}

#[test]
fn a_custom_policy_names_its_expression() {
    let trace = run("written", PER_INSTANT, 4, HOLES);
    let said = trace.starting_decision(2).map(|decision| trace.explain(decision));
    let expected = "Job 3 started at the head of the queue, with the lowest nodes * estimate = 5: it needs 1, and 1 node was \
                    free.";
    assert_eq!(said.as_deref(), Some(expected));
}

/// Recorded starts in an order that no policy would choose, beyond estimates; one start that has to be delayed, and a
/// job without a recorded start.
#[test]
fn recorded_starts_are_repeated_and_late_ones_reported() {
    let mut all = jobs("0 10 3 5; 1 10 4; 2 5 1; 3 20 2; 4 2 1");
    for (job, start_s) in all.iter_mut().zip([Some(0), Some(30), Some(2), Some(8), None]) {
        job.recorded_start = start_s.map(|seconds: i64| Time(seconds * 1_000_000));
    }
    let policies =
        Policies::choose(&[("local", "as-recorded".to_owned().into())].into(), &Settings::default());
    let options = RunOptions { decisions: 1000, ..RunOptions::default() };
    let mut run = simulation(&one_cluster(4), all, policies, PER_INSTANT, options);
    run.advance(Budget::ALL);
    assert_eq!(starts(run.trace()), "1@0[0-2] 2@30[0-3] 3@2[3] 4@10[0-1] 5@7[3]");
    assert!(run.trace().subjects.status.iter().all(|&status| status == Status::Done), "nobody is killed");
    let waiting = run.queue_at(&mut Index::default(), Time(5_000_000));
    let expected =
        "Job 2 needs 4 nodes and none is free. Its recorded start is at 30 s. Position 3 of 3 in the queue.";
    assert_eq!(waiting[0].reason, expected);
    let said = |job| run.trace().starting_decision(job).map(|decision| run.trace().explain(decision));
    assert_eq!(said(2).as_deref(), Some("Job 3 started at its recorded start, on 1 node; 1 was free."));
    let late = "Job 4 started 2 s after its recorded start: 2 free nodes were not available earlier.";
    assert_eq!(said(3).as_deref(), Some(late));
    assert_eq!(
        run.trace().findings[0].message,
        "1 of 5 jobs started later than recorded: too few nodes were free"
    );
}

/// A job for the whole cluster is cancelled after 30 s, and others move forward; one that starts before its
/// cancellation ends immediately, as its runtime is zero.
#[test]
fn jobs_cancelled_while_waiting_leave_the_queue() {
    let left = |policy: &str, options: Options, leaves: i64| {
        let mut all = jobs("0 100 2 100; 10 0 8 3600; 20 50 2 60");
        all[1].leaves = Time(leaves * 1_000_000);
        let trace = run_jobs(&one_cluster(8), policy, options, all);
        assert!(!trace.kind(1).counts && trace.is_over(1), "{policy}");
        starts(&trace)
    };
    let per_event = Options { same_instant: SameInstant::PerEvent, ..PER_INSTANT };
    for options in [PER_INSTANT, per_event] {
        assert_eq!(left("fcfs", options, 40), "1@0[0-1] 2@40[] 3@40[2-3]");
        assert_eq!(left("fcfs", options, 1_000), "1@0[0-1] 2@100[0-7] 3@100[0-1]");
        assert_eq!(left("easy", options, 40), "1@0[0-1] 2@40[] 3@20[2-3]");
        assert_eq!(left("conservative", options, 40), "1@0[0-1] 2@40[] 3@20[2-3]");
        assert_eq!(left("easy-node-exact", options, 40), "1@0[0-1] 2@40[] 3@20[2-3]");
    }
}

/// The reservation of a cancelled job is free for later jobs, which move forward, none back.
#[test]
fn reservations_behind_a_cancelled_job_move_forward() {
    let mut all = jobs("0 100 3 100; 1 50 4 50; 2 60 2 60; 3 30 4 30");
    all[1].leaves = Time(10_000_000);
    let trace = run_jobs(&one_cluster(4), "conservative", PER_INSTANT, all);
    assert_eq!(starts(&trace), "1@0[0-2] 2@10[] 3@100[0-1] 4@160[0-3]");
}

/// Estimates, like runtimes, are for nodes of speed 1 until a cluster is chosen.
#[test]
fn estimates_are_scaled_to_the_speed_of_the_cluster() {
    let mut platform = one_cluster(2);
    platform.clusters[0].speed = 0.5;
    let trace = run_jobs(&platform, "fcfs", PER_INSTANT, jobs("0 100 2 150; 0 200 2 150"));
    let table = &trace.subjects;
    let found: Vec<(i64, i64)> =
        (0..2).map(|id| ((table.end[id] - table.start[id]).0, table.estimate[id].0)).collect();
    assert_eq!(found, [(200_000_000, 300_000_000), (300_000_000, 300_000_000)]);
}

#[test]
fn easy_backfills_on_extra_nodes() {
    // Job 2 waits for 3 of 4 nodes until 10; one is left over for job 3 of any length; job 4 would also need it.
    assert_eq!(
        starts(&run("easy", PER_INSTANT, 4, "0 10 2; 1 5 3; 2 50 1; 3 50 1")),
        "1@0[0-1] 2@10[0-1 3] 3@2[2] 4@15[0]"
    );
}

#[test]
fn conservative_never_delays_a_reservation() {
    // EASY lets job 4 overtake job 3; conservative does not, as job 3 would start later.
    let text = "0 10 3; 1 10 4; 2 10 2; 3 25 1; 4 7 1";
    assert_eq!(
        starts(&run("conservative", PER_INSTANT, 4, text)),
        "1@0[0-2] 2@10[0-3] 3@20[0-1] 4@20[2] 5@20[3]"
    );
    let text = "0 10 3; 1 10 4; 2 10 2; 3 25 1; 3 7 1";
    assert_eq!(
        starts(&run("conservative", PER_INSTANT, 4, text)),
        "1@0[0-2] 2@10[0-3] 3@20[0-1] 4@20[2] 5@3[3]"
    );
}

#[test]
fn conservative_moves_reservations_forward_when_a_job_ends_early() {
    assert_eq!(
        starts(&run("conservative", PER_INSTANT, 4, "0 4 3 10; 1 10 4; 2 5 1 5")),
        "1@0[0-2] 2@7[0-3] 3@2[3]"
    );
}

#[test]
fn shortest_and_largest_first() {
    let text = "0 10 4; 1 9 1; 2 3 2; 3 5 4";
    assert_eq!(starts(&run("sjf", PER_INSTANT, 4, text)), "1@0[0-3] 2@18[0] 3@10[0-1] 4@13[0-3]");
    assert_eq!(starts(&run("ljf", PER_INSTANT, 4, text)), "1@0[0-3] 2@15[0] 3@15[1-2] 4@10[0-3]");
}

#[test]
fn sjbf_tries_the_shortest_first() {
    let text = "0 10 3; 1 10 4; 2 6 1; 2 5 1";
    assert_eq!(starts(&run("easy", PER_INSTANT, 4, text)), "1@0[0-2] 2@10[0-3] 3@2[3] 4@20[0]");
    assert_eq!(starts(&run("easy-sjbf", PER_INSTANT, 4, text)), "1@0[0-2] 2@10[0-3] 3@20[0] 4@2[3]");
}

#[test]
fn node_exact_reservations_are_stricter_than_counts() {
    // Job 3 waits for nodes 0-2, which job 1 releases at 10. With counts, job 4 may use any of 2-3; with specific
    // nodes, only node 3.
    let text = "0 10 2; 0 2 2; 0 30 3; 1 50 1; 2 50 1";
    assert_eq!(starts(&run("easy", PER_INSTANT, 4, text)), "1@0[0-1] 2@0[2-3] 3@10[0-1 3] 4@2[2] 5@40[0]");
    assert_eq!(
        starts(&run("easy-node-exact", PER_INSTANT, 4, text)),
        "1@0[0-1] 2@0[2-3] 3@10[0-2] 4@2[3] 5@40[0]"
    );
}

#[test]
fn jobs_at_their_estimate_are_killed_or_extended() {
    let killed = run("easy", PER_INSTANT, 4, "0 10 4 5; 1 1 4 1");
    assert_eq!((starts(&killed).as_str(), killed.subjects.status[0]), ("1@0[0-3] 2@5[0-3]", Status::Killed));
    let spared = run("easy", Options { kill_at_estimate: false, ..PER_INSTANT }, 4, "0 10 4 5; 1 1 4 1");
    assert_eq!((starts(&spared).as_str(), spared.subjects.status[0]), ("1@0[0-3] 2@10[0-3]", Status::Done));
}

#[test]
fn too_large_jobs_are_rejected() {
    let trace = run("easy", PER_INSTANT, 4, "0 10 5; 0 10 4; 10 0 4");
    assert_eq!(trace.subjects.status[0], Status::Rejected);
    assert_eq!(starts(&trace), "1 never 2@0[0-3] 3@10[0-3]");
}

#[test]
fn ends_come_before_arrivals_at_one_instant() {
    // At 10 job 1 ends and job 2 arrives: it starts immediately under either rule.
    for same_instant in [SameInstant::PerInstant, SameInstant::PerEvent] {
        let trace = run("easy", Options { same_instant, ..PER_INSTANT }, 4, "0 10 4; 10 1 4");
        assert_eq!(starts(&trace), "1@0[0-3] 2@10[0-3]");
    }
}

#[test]
fn idle_nodes_before_the_head_are_reported_once() {
    let said = "Job 2 at the head of the queue needs 4 nodes: 1 stays idle, although 1 job waits.";
    assert_eq!(told(&run("fcfs", PER_INSTANT, 4, HOLES)), [(1, said.to_owned())]);
    // No waiting job is kept from idle nodes if there are none.
    assert_eq!(told(&run("fcfs", PER_INSTANT, 4, "0 10 4; 1 10 4; 2 10 4")), []);
}

#[test]
fn large_reservation_changes_are_reported() {
    let of = |policy: &str, text: &str| -> Vec<(i64, String)> {
        told(&run(policy, PER_INSTANT, 4, text))
            .into_iter()
            .filter(|(_, said)| said.contains("reservation"))
            .collect()
    };
    let said = "Because other jobs ended early, the reservation of job 3 moves forward from 0:50:00 to 0:18:20 and 1 other moves \
                too.";
    let queue = "0 100 4 2000; 1 100 4 1000; 2 100 4 1000; 3 100 4 1000";
    assert_eq!(of("conservative", queue)[0], (100, said.to_owned()));
    let said =
        "Because other jobs ended early, the reservation of job 3 moves forward from 0:50:00 to 0:33:20.";
    assert_eq!(of("easy", "0 2000 2 2000; 0 100 2 3000; 1 10 4"), [(100, said.to_owned())]);
    assert_eq!(of("easy", "0 2000 2 2000; 0 100 2 2500; 1 10 4"), []);
    assert_eq!(of("fcfs", queue), []);
}

#[test]
fn the_reported_reservation_is_the_latest() {
    let trace = run("conservative", PER_INSTANT, 4, "0 100 4 2000; 1 100 4 1000; 2 100 4 1000");
    let local = (LOCAL_POLICIES.get("conservative").make)(&Settings::default());
    let said = |second: i64| {
        let time = Time(second * 1_000_000);
        let standing = QueueState { trace: &trace, time, waiting: vec![2], held: Vec::new(), free: vec![0] };
        reasons::wait_reasons(&standing, &*local, &[2]).remove(0)
    };
    assert!(said(50).contains("Its reservation, made at 2 s, is at 0:50:00"), "{}", said(50));
    assert!(said(150).contains("Its reservation, made at 0:01:40, is at 0:18:20"), "{}", said(150));
}
