//! Two clusters: inside 1,000 Mb/s and 0.1 ms, between 100 Mb/s and 1 ms, in links one message wide. Times in microseconds.

use super::*;
use crate::entry::{Parameters, Settings, Value};
use crate::platform::{Cluster, Network, Platform};
use crate::policy::cost::{COST_FUNCTIONS, CostFunction, Known, Terms};
use crate::policy::fair_share::FAIR_SHARE_POLICIES;
use crate::policy::local::LOCAL_POLICIES;
use crate::policy::malleability::MALLEABILITY_POLICIES;
use crate::policy::placement::PLACEMENT_POLICIES;
use crate::record::{Index, Trace};
use crate::system::components::{CostRow, WorkflowRow};
use crate::system::koala::tests::no_node_twice;
use crate::system::koala::{KOALA, Koala, Options, Policies, simulation};
use crate::system::{Budget, Run, Simulation};
use crate::workload::hoc::{HocWorkflow, Layout, Parts, Sends};
use crate::workload::traffic::{Levels, Traffic};
use proptest::prelude::*;

fn platform(sizes: &[u32]) -> Platform {
    let cluster = |(name, &nodes): (char, &u32)| Cluster::alike(name.to_string(), nodes, 1.0);
    let clusters: Vec<Cluster> = ('A'..).zip(sizes).map(cluster).collect();
    let n = clusters.len();
    let inside = |i: usize| i.is_multiple_of(n + 1);
    let bandwidth = (0..n * n).map(|i| if inside(i) { 125e6 } else { 12.5e6 }).collect();
    let latency = (0..n * n).map(|i| Span(if inside(i) { 100 } else { 1_000 })).collect();
    Platform { clusters, network: Network::from_matrices(n, bandwidth, latency) }
}

/// 1 Mb for each 20 ms of computing.
fn hoc(pattern: Pattern, units: u32, messages: u32) -> Hoc {
    let (compute, parts, layout) = (Span(20_000), Parts::Each, Layout::Exact);
    Hoc { pattern, units, messages, bits: 1_000_000, compute, parts, layout, sends: Sends::Concurrent }
}

/// The same, and a unit waits until its messages have left.
fn blocking(pattern: Pattern, units: u32, messages: u32) -> Hoc {
    Hoc { sends: Sends::Blocking, ..hoc(pattern, units, messages) }
}

fn workflow(number: u32, submit_s: f64, user: u32, hocs: Vec<Hoc>) -> HocWorkflow {
    let submit = Time::from_seconds(submit_s);
    HocWorkflow { job: Job { number, submit, user, ..Job::default() }, hocs, home: None }
}

/// Units go where it is said: `AAB`.
struct Given(Vec<usize>);

impl CostFunction for Given {
    fn terms(&self, _: &Asked, _: &Known, unit: u32, cluster: usize, _: &[u16]) -> Terms {
        let there = if self.0[unit as usize] == cluster { 0.0 } else { 1.0 };
        Terms { there, ..Terms::default() }
    }
}

fn given(place: &str) -> Box<dyn CostFunction> {
    Box::new(Given(place.bytes().map(|name| usize::from(name - b'A')).collect()))
}

/// A grid that has nothing to do before it starts, but for what is said: `reuse=resources schedule_time_s=2`.
fn grid(
    sizes: &[u32],
    workflows: Vec<HocWorkflow>,
    cost: Box<dyn CostFunction>,
    said: &str,
) -> Simulation<Koala> {
    grid_under(sizes, (workflows, vec![], vec![]), cost, said)
}

/// The same under local jobs and background traffic.
fn grid_under(
    sizes: &[u32],
    (workflows, local_jobs, traffic): (Vec<HocWorkflow>, Vec<Job>, Vec<Traffic>),
    cost: Box<dyn CostFunction>,
    said: &str,
) -> Simulation<Koala> {
    let defaults = "startup_s=0 schedule_time_s=0 submit_time_s=0 link_width=1 fixed_limit=0";
    let words = defaults.split(' ').chain(said.split_whitespace()).filter_map(|pair| pair.split_once('='));
    let of_roles = KOALA.roles.iter().flat_map(|role| role.family.entries());
    let all = KOALA.entry.parameters.iter().chain(of_roles.flat_map(|entry| entry.parameters));
    let settings = words.fold(Settings::defaults(all), |settings, (id, text)| {
        let known = KOALA.entry.parameters.iter().find(|parameter| parameter.id == id).expect("a parameter");
        let value = match text.parse() {
            Ok(number) => Value::Number(number),
            Err(_) if text == "true" => Value::Bool(true),
            Err(_) => Value::Choice(text.to_owned().leak()),
        };
        settings.with(known.id, value)
    });
    let policies = Policies {
        local: sizes.iter().map(|_| (LOCAL_POLICIES.known("fcfs").make)(&settings)).collect(),
        placement: (PLACEMENT_POLICIES.known("worst-fit").make)(&settings),
        malleability: (MALLEABILITY_POLICIES.known("fpsma").make)(&settings),
        fair_share: (FAIR_SHARE_POLICIES.known("equipartition-all").make)(&settings),
        cost,
    };
    let jobs: Vec<GridJob> = workflows.into_iter().map(GridJob::components).collect();
    let work = (jobs, local_jobs, traffic);
    simulation(&platform(sizes), work, policies, Options::read(&settings), (1, Time::MAX, 10_000))
}

fn finish(mut run: Simulation<Koala>) -> Trace {
    run.advance(Budget::events(2_000_000));
    assert!(run.progress().done, "it comes to an end");
    assert_eq!(run.progress().ended, run.progress().subjects, "all are over");
    run.trace().clone()
}

fn of_function(id: &str) -> Box<dyn CostFunction> {
    let all = COST_FUNCTIONS.members.iter().flat_map(|one| one.entry.parameters);
    (COST_FUNCTIONS.known(id).make)(&Settings::defaults(all))
}

/// One workflow on the clusters that are said, from the start.
fn alone(place: &str, hocs: Vec<Hoc>, said: &str) -> WorkflowRow {
    let trace = finish(grid(&[9, 9], vec![workflow(1, 0.0, 1, hocs)], given(place), said));
    let row = trace.entries().next().expect("it is done");
    conserves(&trace, &row);
    row
}

/// What all units did is all there is: computing and waiting fill the nodes from start to end.
fn conserves(trace: &Trace, row: &WorkflowRow) {
    let table = &trace.intervals;
    let units = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32) == UNIT);
    let held = units.flat_map(|id| trace.intervals_of(id as u32));
    let (mut works, mut all) = (0, 0);
    for i in held.filter(|&i| table.start[i] >= row.start && table.end[i] <= row.end) {
        let span = (table.end[i] - table.start[i]).0;
        all += span;
        works += if table.phase[i] == Phase::WORKS { span } else { 0 };
    }
    assert_eq!(all, (row.end - row.start).0 * i64::from(row.nodes));
    assert_eq!(works, row.computing.0);
}

#[test]
fn a_farm_hands_out_the_next_part_when_a_result_is_there() {
    let row = alone("AAB", vec![hoc(Pattern::Farm, 3, 2)], "");
    assert_eq!((row.end.0, row.computing.0, row.message_time.0), (84_000, 80_000, 48_400));
    assert!((row.communication - 0.057_333_333_333).abs() < 1e-9);
    assert_eq!((row.messages, row.remote), (8, 4));
}

#[test]
fn parts_of_a_farm_share_the_link() {
    let farm = || vec![hoc(Pattern::Farm, 3, 1)];
    assert_eq!(alone("ABB", farm(), "").end.0, 62_000);
    assert_eq!(alone("ABB", farm(), "link_width=2").end.0, 42_000);
}

/// Three parts in all go round two workers: the first of them gets the third.
#[test]
fn parts_of_a_farm_can_be_said_for_all_workers() {
    let farm = Hoc { parts: Parts::All, ..hoc(Pattern::Farm, 3, 3) };
    let row = alone("AAB", vec![farm], "");
    assert_eq!((row.messages, row.computing.0), (6, 60_000));
    assert_eq!(row.end.0, 44_400, "two rounds of the worker beside the master");
}

#[test]
fn a_pipeline_works_on_several_items() {
    assert_eq!(alone("AAB", vec![hoc(Pattern::Pipeline, 3, 2)], "").end.0, 92_100);
    let row = alone("ABA", vec![hoc(Pattern::Pipeline, 3, 2)], "");
    assert_eq!((row.end.0, row.computing.0), (102_000, 120_000));
    assert!((row.communication - 0.062).abs() < 1e-12);
}

#[test]
fn a_wavefront_goes_to_the_right_and_down() {
    let square = |messages| vec![hoc(Pattern::Wavefront, 4, messages)];
    assert_eq!(alone("AABB", square(1), "").end.0, 72_100);
    assert_eq!(alone("ABBA", square(1), "").end.0, 102_000, "both messages of the first unit share the link");
    assert_eq!(alone("AABB", square(2), "").end.0, 101_000, "a second message comes while one is on its way");
}

/// Units do nothing else until all they send has left, one message after the other.
#[test]
fn blocking_sends_take_the_time_of_a_unit() {
    let farm = alone("AAB", vec![blocking(Pattern::Farm, 3, 2)], "");
    assert_eq!((farm.end.0, farm.computing.0), (85_000, 80_000), "the second part leaves 1 ms later");
    let pipeline = alone("AAB", vec![blocking(Pattern::Pipeline, 3, 2)], "");
    assert_eq!(pipeline.end.0, 102_100, "the second unit begins its second item at 51.1 ms");
    let square = alone("AABB", vec![blocking(Pattern::Wavefront, 4, 1)], "");
    assert_eq!(square.end.0, 73_100, "down to the third unit only when the second has its message");
    let alone_or_not = |farm| alone("ABB", vec![farm], "link_width=1").end.0;
    assert_eq!(alone_or_not(blocking(Pattern::Farm, 3, 1)), 52_000, "the parts do not meet on the link");
    assert_eq!(alone_or_not(hoc(Pattern::Farm, 3, 1)), 62_000);
    let all = Hoc { parts: Parts::All, ..blocking(Pattern::Farm, 3, 3) };
    assert_eq!(alone("AAB", vec![all], "").messages, 6);
    let quick = Hoc { compute: Span(0), ..blocking(Pattern::Farm, 6, 2) };
    assert_eq!(alone("AAABBB", vec![quick], "").messages, 20, "who asks in vain keeps nobody waiting");
}

/// A workflow that is killed while it sends sends no more.
#[test]
fn a_workflow_that_is_killed_waits_for_no_message() {
    let huge = Hoc { bits: 2_000_000_000_000, ..blocking(Pattern::Wavefront, 4, 1) };
    let first = workflow(1, 8.0 * 3600.0, 1, vec![huge]);
    let trace = finish(grid(&[2, 2], vec![first], of_function("bandwidth"), "daytime_limit=true"));
    assert_eq!(trace.subjects.status[0], Status::Killed);
}

#[test]
fn units_without_peers_only_compute() {
    assert_eq!(alone("A", vec![hoc(Pattern::Pipeline, 1, 5)], "").end.0, 100_000);
    let empty = alone("A", vec![hoc(Pattern::Farm, 1, 5)], "");
    assert_eq!((empty.end.0, empty.messages), (0, 0));
}

/// The farm of 84 ms, then the pipeline of 92.1 ms, on the same nodes.
#[test]
fn components_of_a_workflow_follow_each_other() {
    let hocs = vec![hoc(Pattern::Farm, 3, 2), hoc(Pattern::Pipeline, 3, 2)];
    let row = alone("AAB", hocs, "");
    assert_eq!((row.end.0, row.nodes), (176_100, 3));
    let short = vec![hoc(Pattern::Farm, 3, 2), hoc(Pattern::Pipeline, 2, 1)];
    assert_eq!(alone("AAB", short, "").end.0, 84_000 + 41_100, "the third unit has nothing to do");
}

fn ends(trace: &Trace) -> Vec<f64> {
    let workflows = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32) == Kind::JOB);
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
fn kept_nodes_save_the_overhead_and_are_given_up_for_their_user_only() {
    let three = |user| vec![pipeline(1, 0.0, 1, 3), pipeline(2, 10.0, 1, 3), pipeline(3, 20.0, user, 4)];
    let kept = "reuse=resources";
    assert_eq!(ends(&by_bandwidth(&[2, 2], three(1), kept)), [3.5921, 10.0921, 24.1132]);
    assert_eq!(ends(&by_bandwidth(&[2, 2], three(2), kept)), [3.5921, 10.0921, 314.2053]);
    assert_eq!(ends(&by_bandwidth(&[2, 2], three(1), ""))[1..2], [13.5921], "nothing is used again");
    let mapped = by_bandwidth(&[2, 2], three(1), "reuse=mapping");
    assert_eq!(ends(&mapped)[1..2], [10.0921], "the mapping is enough");
}

#[test]
fn one_that_waits_takes_the_nodes_of_one_that_ends() {
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

/// What a workflow that is killed has on links goes with it: the next one finds them free.
#[test]
fn messages_of_a_killed_workflow_leave_their_links() {
    let huge = Hoc { bits: 1_000_000_000_000, ..hoc(Pattern::Pipeline, 2, 1) };
    let first = workflow(1, 8.0 * 3600.0, 1, vec![huge]);
    let second = workflow(2, 8.0 * 3600.0 + 1_000.0, 1, vec![hoc(Pattern::Pipeline, 2, 1)]);
    let trace = finish(grid(&[1, 1], vec![first, second], of_function("bandwidth"), "daytime_limit=true"));
    assert_eq!(trace.subjects.status[0], Status::Killed);
    let row: WorkflowRow = trace.entries().next().expect("the second is done");
    assert_eq!((row.end - row.start).0, 51_000, "20 ms, a message alone on its link, 20 ms");
}

#[test]
fn one_that_fits_nowhere_is_refused_and_lets_the_next_one_in() {
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

/// Three units in A, which is free but for a second around 10, 20 and 30 s; whoever comes then does not know, as the poll was
/// before. When each workflow started.
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
    let workflows = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32) == Kind::JOB);
    let marks = trace.marks.iter().filter(|mark| *mark.kind == LEFT_OUT);
    (workflows.map(start).collect(), marks.map(|mark| (mark.time.seconds(), mark.value)).collect())
}

/// Claims in A fail at 10, 20 and 30 s: it is left out from 30 s on, and no more at 630 s. Who cannot be placed is given up.
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

/// One that waits for a cluster that is left out gets it at the instant at which it is left out no more.
#[test]
fn the_queue_is_scanned_when_a_cluster_comes_back() {
    for scans in ["", "scan_period_s=3600"] {
        let (starts, _) = tried(&[10.0], &format!("exclude_after=1 exclude_for_s=7.3 {scans}"));
        assert_eq!(starts, [Some(17.3)], "{scans}");
    }
}

/// Without samples who decides knows what is true: half of the link from A to B is taken since 4 s. With samples it is known
/// at the next one.
#[test]
fn without_samples_the_truth_is_known() {
    let chosen = |period: u32| {
        let levels = Levels::Said(vec![(Time(0), 0.0), (Time(4_000_000), 0.5)]);
        let traffic = vec![Traffic { between: (Some(0), Some(1)), levels }];
        let both = workflow(1, 5.0, 1, vec![hoc(Pattern::Pipeline, 2, 1)]);
        let (work, said) = ((vec![both], vec![], traffic), format!("link_monitor_s={period}"));
        placed(&finish(grid_under(&[1, 1, 1], work, of_function("network-load"), &said)))
    };
    assert_eq!(chosen(15), [0, 1], "all links are alike");
    assert_eq!(chosen(0), [2, 0]);
    assert_eq!(chosen(5), [2, 0], "a sample of this instant");
}

/// A workflow on two clusters runs while its units hold its nodes; units are no work of their own.
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
    // It is prepared, its units hold its nodes, it is over.
    assert_eq!([at(0.01), at(0.05), at(0.2)], [(0, 1), (0, 1), (0, 0)]);
}

/// Nodes that are kept when nothing more comes leave nothing open.
#[test]
fn nodes_that_are_kept_at_the_end_are_no_work() {
    let trace = by_bandwidth(&[2, 2], vec![pipeline(1, 0.0, 1, 3)], "reuse=resources");
    assert_eq!(trace.subjects.status.last(), Some(&Status::Running), "the nodes are kept");
    assert!((0..trace.subjects.len() as u32).all(|subject| trace.is_over(subject)));
}

/// The costs behind each unit of the first workflow are in the table: the third unit has one peer, in A.
#[test]
fn costs_are_told() {
    let trace = by_bandwidth(&[2, 2], vec![pipeline(1, 0.0, 1, 3)], "");
    let rows: Vec<CostRow> = trace.entries().collect();
    let told: Vec<(u32, &str, u32, Option<bool>)> =
        rows.iter().map(|row| (row.unit, trace.words(row.cluster), row.far, row.taken)).collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(
        told,
        [(1, "A", 0, yes), (1, "B", 0, no), (2, "A", 0, yes), (2, "B", 1, no), (3, "B", 1, yes)]
    );
    assert!((rows[4].far_cost - 0.5).abs() < 1e-12, "50 Mb/s over 100");
    assert!((rows[4].cost - 0.25).abs() < 1e-12, "half of it, as its messages go one way");
}

/// A loop of equal workflows: an overhead of 12 s, an execution of 10 s. Without it the throughput is 120 per cent more.
#[test]
fn reuse_gains_what_the_overhead_takes() {
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

fn hocs() -> impl Strategy<Value = Vec<Hoc>> {
    let pattern = prop_oneof![Just(Pattern::Farm), Just(Pattern::Pipeline), Just(Pattern::Wavefront)];
    let parts = prop_oneof![Just(Parts::Each), Just(Parts::All)];
    let layout = prop_oneof![Just(Layout::Exact), Just(Layout::Clipped), Just(Layout::Triangle)];
    let sends = prop_oneof![3 => Just(Sends::Concurrent), 1 => Just(Sends::Blocking)];
    let numbers = (1..7_u32, 1..5_u32, 0..2_000_000_u64, 0..60_000_i64);
    let one = (pattern, numbers, parts, layout, sends).prop_map(
        |(pattern, (units, messages, bits, compute), parts, layout, sends)| Hoc {
            pattern,
            units,
            messages,
            bits,
            compute: Span(compute),
            parts,
            layout,
            sends,
        },
    );
    proptest::collection::vec(one, 1..4)
}

fn workflows() -> impl Strategy<Value = Vec<HocWorkflow>> {
    proptest::collection::vec((0..8_u32, 0..3_u32, hocs(), 0..3_u16), 1..9).prop_map(|list| {
        let mut all: Vec<HocWorkflow> = list
            .into_iter()
            .map(|(at, user, hocs, home)| HocWorkflow {
                home: Some(home).filter(|&home| home < 2),
                ..workflow(1, f64::from(at) * 0.07, user, hocs)
            })
            .collect();
        all.sort_by_key(|one| one.job.submit);
        for (one, number) in all.iter_mut().zip(1..) {
            one.job.number = number;
        }
        all
    })
}

fn said() -> impl Strategy<Value = String> {
    let reuse = proptest::sample::select(vec!["off", "mapping", "resources"]);
    let scope = proptest::sample::select(vec!["user", "grid"]);
    (reuse, scope, 0..3_u32, 1..4_u32, 0..2_u32, 0..2_u32).prop_map(
        |(reuse, scope, limit, width, overhead, poll)| {
            format!(
                "reuse={reuse} limit_scope={scope} fixed_limit={limit} link_width={width} \
                 schedule_time_s={overhead} reserve_for_s=3 information_period_s={poll} \
                 exclude_after=1 exclude_for_s=2 link_monitor_s={overhead}"
            )
        },
    )
}

/// How many messages a component sends in all.
fn messages(hoc: &Hoc) -> u64 {
    let (links, items) =
        (hoc.graph().after.iter().map(Vec::len).sum::<usize>() as u64, u64::from(hoc.messages));
    match (hoc.pattern, hoc.parts) {
        (Pattern::Farm, _) if hoc.units == 1 => 0,
        (Pattern::Farm, Parts::All) => 2 * items,
        _ => links * items,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// All that is sent arrives, each unit has a node of its own, times add up, no limit is passed, and a run in slices is
    /// the same run.
    #[test]
    fn workflows_keep_the_laws(
        workflows in workflows(),
        said in said(),
        function in proptest::sample::select(COST_FUNCTIONS.ids()),
        slice in 1..20_u64,
    ) {
        let sizes = [4, 3];
        let grid = || grid(&sizes, workflows.clone(), of_function(function), &said);
        let trace = finish(grid());
        no_node_twice(&trace);
        let limit: usize = said.split("fixed_limit=").nth(1).and_then(|text| text[..1].parse().ok()).expect("a limit");
        let of_all = said.contains("limit_scope=grid");
        let rows: Vec<WorkflowRow> = trace.entries().collect();
        prop_assert_eq!(rows.len(), workflows.len(), "all fit and are done");
        for row in &rows {
            let number = trace.subjects.number[row.workflow as usize] as usize;
            let own = &workflows[number - 1];
            let expected: u64 = own.hocs.iter().map(messages).sum();
            prop_assert_eq!(u64::from(row.messages), expected);
            let all = (row.end - row.start).seconds() * f64::from(row.nodes);
            let parts = row.computing.seconds() + row.communication * f64::from(row.nodes);
            prop_assert!((all - parts).abs() < 1e-6);
            let together = rows.iter().filter(|other| {
                let user = |row: &WorkflowRow| trace.subjects.user[row.workflow as usize];
                other.start <= row.start && row.start < other.end && (of_all || user(other) == user(row))
            });
            prop_assert!(limit == 0 || together.count() <= limit.max(1));
        }
        let mut sliced = grid();
        while !sliced.advance(Budget::events(slice)).done {}
        prop_assert_eq!(sliced.trace().digest().whole, trace.digest().whole);
    }
}

/// How long a message of a component takes that is alone.
fn hop(hoc: &Hoc, between: (u16, u16)) -> i64 {
    // Bits of a microsecond.
    let (rate, latency) = if between.0 == between.1 { (1_000, 100) } else { (100, 1_000) };
    hoc.bits.div_ceil(rate) as i64 + latency
}

/// How long a component takes if no message ever meets another one: its longest path of computations and messages.
fn longest_path(hoc: &Hoc, place: &[u16]) -> i64 {
    let (graph, compute) = (hoc.graph(), hoc.compute.0);
    let between = |from: u32, to: u32| (place[from as usize], place[to as usize]);
    if hoc.pattern == Pattern::Farm {
        let round = |worker| hop(hoc, between(0, worker)) + compute + hop(hoc, between(worker, 0));
        return (1..hoc.units).map(|worker| round(worker) * i64::from(hoc.messages)).max().unwrap_or(0);
    }
    let mut ends = vec![0; hoc.units as usize];
    for _ in 0..hoc.messages {
        // Units only hear from units before them.
        for unit in 0..hoc.units {
            let heard = graph.before[unit as usize].iter();
            let heard = heard.map(|&from| ends[from as usize] + hop(hoc, between(from, unit))).max();
            ends[unit as usize] = heard.unwrap_or(0).max(ends[unit as usize]) + compute;
        }
    }
    ends.into_iter().max().unwrap_or(0)
}

/// Where the units of the only workflow were placed.
fn placed(trace: &Trace) -> Vec<u16> {
    let units = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32) == UNIT);
    units.map(|id| trace.subjects.cluster[id]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// No mapping is faster than its longest path, and on links that are never full it takes just as long.
    #[test]
    fn links_that_are_not_full_take_no_longer_than_the_longest_path(
        hocs in hocs(),
        width in 1..4_u32,
        function in proptest::sample::select(COST_FUNCTIONS.ids()),
    ) {
        let concurrent = |hoc: Hoc| Hoc { parts: Parts::Each, sends: Sends::Concurrent, ..hoc };
        let hocs: Vec<Hoc> = hocs.into_iter().map(concurrent).collect();
        let run = |said: &str| finish(grid(&[4, 3], vec![workflow(1, 0.0, 1, hocs.clone())], of_function(function), said));
        let took = |trace: &Trace| {
            let row: WorkflowRow = trace.entries().next().expect("it is done");
            (row.end - row.start).0
        };
        let (wide, narrow) = (run("link_width=1000"), run(&format!("link_width={width}")));
        let path = |trace: &Trace| hocs.iter().map(|hoc| longest_path(hoc, &placed(trace))).sum::<i64>();
        prop_assert_eq!(took(&wide), path(&wide));
        prop_assert!(took(&narrow) >= path(&narrow));
    }

    /// Two functions that choose the same mapping gain nothing over each other, to the last bit.
    #[test]
    fn the_same_mapping_gains_nothing(
        hocs in hocs(),
        functions in proptest::sample::subsequence(COST_FUNCTIONS.ids(), 2),
        mean in 0.0..0.45_f64,
    ) {
        let run = |cost: Box<dyn CostFunction>| {
            let drawn = Levels::Drawn { mean, period: Span(5_000), on_off: false };
            let traffic = vec![Traffic { between: (None, None), levels: drawn }];
            finish(grid_under(&[4, 3], (vec![workflow(1, 0.0, 1, hocs.clone())], vec![], traffic), cost, ""))
        };
        let communication = |trace: &Trace| {
            let row: WorkflowRow = trace.entries().next().expect("it is done");
            row.communication.to_bits()
        };
        let first = run(of_function(functions[0]));
        let place = placed(&first);
        let again = run(Box::new(Given(place.iter().map(|&cluster| usize::from(cluster)).collect())));
        prop_assert_eq!(placed(&again), place.clone());
        prop_assert_eq!(communication(&again), communication(&first));
        let other = run(of_function(functions[1]));
        prop_assert!(placed(&other) != place || communication(&other) == communication(&first));
    }
}
