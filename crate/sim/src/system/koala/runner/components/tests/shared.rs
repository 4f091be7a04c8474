//! Workflows that share a grid: reused schedules, limits, failed claims; and their records.

use super::*;
use crate::tables::components::{BeginRow, CostRow, FunctionRow};

fn ends(trace: &Trace) -> Vec<f64> {
    let workflows = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32) == WORKFLOW);
    workflows.map(|id| trace.subjects.end[id].seconds()).collect()
}

const TIMES: &str = "schedule_time_s=2 submit_time_s=0.5";

fn pipeline(number: u32, submit_s: f64, user: u32, units: u32) -> HocWorkflow {
    workflow(number, submit_s, user, vec![hoc(Pattern::Pipeline, units, 2)])
}

fn by_bandwidth(sizes: &[u32], workflows: Vec<HocWorkflow>, said: &str) -> Trace {
    finish(grid(sizes, workflows, of_function("bandwidth"), &format!("{TIMES} {said}")))
}

#[test]
fn reserved_nodes_save_the_overhead_and_serve_their_user_only() {
    let three = |user| vec![pipeline(1, 0.0, 1, 3), pipeline(2, 10.0, 1, 3), pipeline(3, 20.0, user, 4)];
    let kept = "reuse=resources";
    assert_eq!(ends(&by_bandwidth(&[2, 2], three(1), kept)), [3.5921, 10.0921, 24.1132]);
    assert_eq!(ends(&by_bandwidth(&[2, 2], three(2), kept)), [3.5921, 10.0921, 314.2053]);
    assert_eq!(ends(&by_bandwidth(&[2, 2], three(1), ""))[1..2], [13.5921], "nothing is used again");
    let mapped = by_bandwidth(&[2, 2], three(1), "reuse=mapping");
    assert_eq!(ends(&mapped)[1..2], [10.0921], "the mapping is enough");
}

#[test]
fn a_waiting_workflow_reuses_the_nodes_of_one_that_ends() {
    let two = vec![pipeline(1, 0.0, 1, 3), pipeline(2, 0.0, 1, 3)];
    assert_eq!(ends(&by_bandwidth(&[2, 1], two, "reuse=resources")), [3.5921, 3.6842]);
}

#[test]
fn a_limit_holds_workflows_back() {
    let three = || (1..=3).map(|number| pipeline(number, 0.0, 1, 3)).collect();
    assert_eq!(ends(&by_bandwidth(&[3, 3], three(), "fixed_limit=2")), [3.5822, 3.5822, 7.1644]);
    assert_eq!(ends(&by_bandwidth(&[3, 3], three(), "")), [3.5822, 3.5822, 7.1644], "they wait for nodes");
    assert_eq!(ends(&by_bandwidth(&[3, 3, 3], three(), "")), [3.5822; 3]);
    let limited = by_bandwidth(&[3, 3, 3], three(), "fixed_limit=2");
    assert_eq!(ends(&limited), [3.5822, 3.5822, 7.1644]);
    let others = (1..=3).map(|number| pipeline(number, 0.0, number, 3)).collect();
    assert_eq!(ends(&by_bandwidth(&[3, 3, 3], others, "fixed_limit=1")), [3.5822; 3], "each user by itself");
    let others = (1..=3).map(|number| pipeline(number, 0.0, number, 3)).collect();
    let all = ends(&by_bandwidth(&[3, 3, 3], others, "fixed_limit=1 limit_scope=grid"));
    assert_eq!(all, [3.5822, 7.1644, 10.7466]);
}

/// Two units compute on items of one minute each.
fn long(start_h: f64, minutes: u32) -> Trace {
    let one = Hoc { compute: Span(60_000_000), bits: 0, ..hoc(Pattern::Pipeline, 1, minutes) };
    let run = workflow(1, start_h * 3600.0, 1, vec![one]);
    finish(grid(&[2], vec![run], of_function("link-count"), "daytime_limit=true"))
}

#[test]
fn workflows_end_after_fifteen_minutes_of_the_day() {
    let told = |start_h, minutes| {
        let trace = long(start_h, minutes);
        (trace.subjects.end[0].seconds() / 3600.0, trace.subjects.status[0])
    };
    assert_eq!(told(8.0, 20), (8.25, Status::Killed));
    assert_eq!(told(7.0 + 50.0 / 60.0, 30), (8.25, Status::Killed));
    assert_eq!(told(12.0, 15), (12.25, Status::Done));
    assert_eq!(told(19.9, 20).1, Status::Done);
}

/// The messages of a killed workflow are cancelled: the next one finds the links free.
#[test]
fn messages_of_a_killed_workflow_leave_their_links() {
    let huge = Hoc { bits: 1_000_000_000_000, ..hoc(Pattern::Pipeline, 2, 1) };
    let first = workflow(1, 8.0 * 3600.0, 1, vec![huge]);
    let second = workflow(2, 8.0 * 3600.0 + 1_000.0, 1, vec![hoc(Pattern::Pipeline, 2, 1)]);
    let trace = finish(grid(&[1, 1], vec![first, second], of_function("bandwidth"), "daytime_limit=true"));
    assert_eq!(trace.subjects.status[0], Status::Killed);
    let row: WorkflowRow = trace.table_rows().next().expect("the second is done");
    assert_eq!((row.end - row.start).0, 51_000, "20 ms, a message alone on its link, 20 ms");
}

#[test]
fn a_workflow_too_large_for_the_grid_is_rejected_and_admits_the_next() {
    let two = vec![pipeline(1, 0.0, 1, 9), pipeline(2, 0.0, 1, 3)];
    let trace = by_bandwidth(&[3, 3], two, "fixed_limit=1");
    assert_eq!(trace.subjects.status[0], Status::Rejected);
    assert_eq!(ends(&trace)[1..], [3.5822]);
}

/// A local job that takes all three nodes of A for a second.
fn in_the_way(number: u32, at_s: f64) -> Job {
    let (submit, run) = (Time::from_seconds(at_s), Span(1_000_000));
    Job { number, submit, run, estimate: Some(run), nodes: 3, home: 0, ..Job::default() }
}

/// Three units in A, which is free except for a second around 10, 20 and 30 s. Workflows that arrive then have outdated
/// information, as the last poll was earlier. Returns the start of each workflow, and the marks of exclusion.
fn tried(at_s: &[f64], said: &str) -> (Vec<Option<f64>>, Vec<(f64, i64)>) {
    let local_jobs = vec![in_the_way(1, 9.5), in_the_way(2, 19.5), in_the_way(3, 29.5)];
    let workflows = (1..).zip(at_s).map(|(number, &at)| pipeline(number, at, 1, 3)).collect();
    let said = format!("information_period_s=1 {said}");
    let mut run = grid_under(&[3, 1], (workflows, local_jobs, vec![]), given("AAA"), &said);
    while !run.advance(Budget::events(1_000_000)).done {}
    let trace = run.trace();
    let start = |id: usize| {
        let done = trace.subjects.status[id] == Status::Done;
        done.then(|| trace.subjects.start[id].seconds())
    };
    let workflows = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32) == WORKFLOW);
    let marks = trace.marks.iter().filter(|mark| *mark.kind == LEFT_OUT);
    (workflows.map(start).collect(), marks.map(|mark| (mark.time.seconds(), mark.value)).collect())
}

/// Claims in A fail at 10, 20 and 30 s: A is excluded from 30 s to 630 s. Requests that cannot be placed fail.
#[test]
fn a_cluster_whose_claims_fail_is_left_out_for_a_while() {
    let once = "max_tries=1";
    let (starts, marks) = tried(&[10.0, 20.0, 30.0, 100.0, 628.5, 630.0], once);
    assert_eq!(starts, [None, None, None, None, None, Some(630.0)]);
    assert_eq!(marks, [(30.0, 1)]);
    let (starts, marks) = tried(&[10.0, 20.0, 25.0, 30.0, 100.0], once);
    assert_eq!(
        starts,
        [None, None, Some(25.0), None, Some(100.0)],
        "a claim that is granted starts the count anew"
    );
    assert_eq!(marks, []);
    let never = tried(&[10.0, 20.0, 30.0, 100.0], "max_tries=1 exclude_after=0");
    assert_eq!(never.0, [None, None, None, Some(100.0)]);
}

/// A workflow that waits for an excluded cluster gets it at the end of the exclusion.
#[test]
fn the_queue_is_scanned_at_the_end_of_an_exclusion() {
    for scans in ["", "scan_period_s=3600"] {
        let (starts, _) = tried(&[10.0], &format!("exclude_after=1 exclude_for_s=7.3 {scans}"));
        assert_eq!(starts, [Some(17.3)], "{scans}");
    }
}

/// Without samples, decisions use the true state: half of the link from A to B is in use since 4 s. With samples, it is
/// visible from the next one.
#[test]
fn without_samples_decisions_use_the_true_state() {
    let chosen = |period: u32| {
        let levels = TrafficLevels::Said(vec![(Time(0), 0.0), (Time(4_000_000), 0.5)]);
        let traffic = vec![Traffic { between: (Some(0), Some(1)), levels }];
        let both = workflow(1, 5.0, 1, vec![hoc(Pattern::Pipeline, 2, 1)]);
        let (work, said) = ((vec![both], vec![], traffic), format!("link_monitor_s={period}"));
        placed(&finish(grid_under(&[1, 1, 1], work, of_function("network-load"), &said)))
    };
    assert_eq!(chosen(15), [0, 1], "all links are alike");
    assert_eq!(chosen(0), [2, 0]);
    assert_eq!(chosen(5), [2, 0], "a sample of this instant");
}

/// A workflow on two clusters runs while its units hold its nodes; units do not count as work.
#[test]
fn a_workflow_runs_while_its_units_do() {
    let mut run = grid(&[2, 2], vec![pipeline(1, 0.0, 1, 3)], of_function("bandwidth"), "");
    run.advance(Budget::ALL);
    assert_eq!((run.progress().ended, run.progress().subjects), (1, 1));
    let trace = run.trace();
    let at = |seconds| {
        let state = Index::default().state_at(trace, Time::from_seconds(seconds));
        (state.queued, state.running)
    };
    // In preparation, running with its units, ended.
    assert_eq!([at(0.01), at(0.05), at(0.2)], [(0, 1), (0, 1), (0, 0)]);
}

/// Reserved nodes at the end of a run are not open work.
#[test]
fn reserved_nodes_at_the_end_are_not_open_work() {
    let trace = by_bandwidth(&[2, 2], vec![pipeline(1, 0.0, 1, 3)], "reuse=resources");
    assert_eq!(trace.subjects.status.last(), Some(&Status::Running), "the nodes are kept");
    assert!((0..trace.subjects.len() as u32).all(|subject| trace.is_over(subject)));
}

/// The costs behind each unit of the first workflow are in the table: the third unit has one peer, in A.
#[test]
fn costs_are_recorded() {
    let trace = by_bandwidth(&[2, 2], vec![pipeline(1, 0.0, 1, 3)], "");
    let rows: Vec<CostRow> = trace.table_rows().collect();
    let told: Vec<(u32, &str, u32, Option<bool>)> =
        rows.iter().map(|row| (row.unit, trace.text(row.cluster), row.far, row.taken)).collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(
        told,
        [(1, "A", 0, yes), (1, "B", 0, no), (2, "A", 0, yes), (2, "B", 1, no), (3, "B", 1, yes)]
    );
    assert!((rows[4].far_cost - 0.5).abs() < 1e-12, "50 Mb/s over 100");
    assert!((rows[4].cost - 0.25).abs() < 1e-12, "half of it, as its messages go one way");
}

/// A loop of equal workflows: an overhead of 12 s, an execution of 10 s. Without the overhead, the throughput is 120
/// per cent higher.
#[test]
fn reuse_saves_the_overhead() {
    let compute = Span(500_000);
    let loops = |said: &str| {
        let one = || Hoc { compute, bits: 0, ..hoc(Pattern::Pipeline, 1, 20) };
        let list = (1..=40).map(|number| workflow(number, 0.0, 1, vec![one()])).collect();
        let said = format!("schedule_time_s=11.5 submit_time_s=0.5 fixed_limit=1 {said}");
        let trace = finish(grid(&[1], list, of_function("bandwidth"), &said));
        trace.last_end.0 / 1_000_000
    };
    assert_eq!(loops(""), 40 * 22);
    assert_eq!(loops("reuse=resources"), 40 * 10 + 12);
    assert_eq!(loops("reuse=resources restart_time_s=2"), 40 * 10 + 12 + 39 * 2);
}

/// Each of the six functions has the same candidates, and the deciding function records the costs of its decision.
#[test]
fn costs_by_the_other_functions_are_recorded() {
    let trace = by_bandwidth(&[2, 2], vec![pipeline(1, 0.0, 1, 3)], "");
    let costs: Vec<CostRow> = trace.table_rows().collect();
    let all: Vec<FunctionRow> = trace.table_rows().collect();
    assert_eq!(all.len(), 6 * costs.len());
    let of = |name: &str| {
        let own = all.iter().filter(|row| trace.text(row.function) == name);
        own.map(|row| (row.unit, row.cluster, row.cost)).collect::<Vec<_>>()
    };
    let decided: Vec<_> = costs.iter().map(|row| (row.unit, row.cluster, row.cost)).collect();
    assert_eq!(of("Bandwidth"), decided);
    // The second unit has a placed peer in A and an unplaced one: 1 + 3 there and 3 + 3 in B, each counted half.
    let second: Vec<f64> = of("Link count").iter().filter(|row| row.0 == 2).map(|row| row.2).collect();
    assert_eq!(second, [2.0, 3.0]);
}

/// The second component begins when the first one has ended, and its start is recorded.
#[test]
fn starts_of_components_are_recorded() {
    let hocs = vec![hoc(Pattern::Pipeline, 2, 1), hoc(Pattern::Farm, 3, 1)];
    let trace = finish(grid(&[9, 9], vec![workflow(1, 0.0, 1, hocs)], given("AAA"), ""));
    let begins: Vec<(u32, i64)> =
        trace.table_rows().map(|row: BeginRow| (row.component, row.time.0)).collect();
    // Twice 20 ms of computing, with a message of 1.1 ms between.
    assert_eq!(begins, [(1, 0), (2, 41_100)]);
}
