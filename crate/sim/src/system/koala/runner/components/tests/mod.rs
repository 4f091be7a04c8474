//! Two clusters with 1,000 Mb/s and 0.1 ms inside, and 100 Mb/s and 1 ms between them; links one message wide. Times in
//! microseconds.

mod laws;
mod shared;

use super::*;
use crate::system::koala::policy::cost::{COST_FUNCTIONS, CostFunction, CostTerms, UnitChoice};
use crate::system::koala::tests::assert_no_node_is_used_twice;
use crate::system::koala::{KOALA, Koala, Options, Policies, simulation};
use crate::system::{Budget, Run, RunOptions, Simulation};
use crate::tables::components::WorkflowRow;
use ganttlet_core::entry::{Parameters, Roles, Settings, Value};
use ganttlet_core::platform::{Cluster, Network, Platform};
use ganttlet_core::record::{Index, Trace};
use ganttlet_work::hoc::{HocWorkflow, Layout, Parts, Sends};
use ganttlet_work::traffic::{Traffic, TrafficLevels};

fn platform(sizes: &[u32]) -> Platform {
    let cluster = |(name, &nodes): (char, &u32)| Cluster::homogeneous(name.to_string(), nodes, 1.0);
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

/// The same with blocking sends.
fn blocking(pattern: Pattern, units: u32, messages: u32) -> Hoc {
    Hoc { sends: Sends::Blocking, ..hoc(pattern, units, messages) }
}

fn workflow(number: u32, submit_s: f64, user: u32, hocs: Vec<Hoc>) -> HocWorkflow {
    let submit = Time::from_seconds(submit_s);
    HocWorkflow { job: Job { number, submit, user, ..Job::default() }, hocs, home: None }
}

/// A cost function with a given placement of units: `AAB`.
struct Given(Vec<usize>);

impl CostFunction for Given {
    fn terms(&self, at: &UnitChoice) -> CostTerms {
        let there = if self.0[at.unit as usize] == at.cluster { 0.0 } else { 1.0 };
        CostTerms { there, ..CostTerms::default() }
    }
}

fn given(place: &str) -> Box<dyn CostFunction> {
    Box::new(Given(place.bytes().map(|name| usize::from(name - b'A')).collect()))
}

/// A grid without overheads except for the given options: `reuse=resources schedule_time_s=2`.
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
    let ids = [("fair_share", "equipartition-all".into())].into();
    let policies = Policies { cost, ..Policies::choose(&ids, &settings) };
    let jobs: Vec<GridJob> = workflows.into_iter().map(GridJob::components).collect();
    let (options, run) =
        (Options::read(&settings), RunOptions { seed: 1, decisions: 10_000, ..RunOptions::default() });
    simulation(&platform(sizes), jobs, local_jobs, traffic, policies, options, run)
}

fn finish(mut run: Simulation<Koala>) -> Trace {
    run.advance(Budget::events(2_000_000));
    assert!(run.progress().done, "it comes to an end");
    assert_eq!(run.progress().ended, run.progress().subjects, "all are over");
    run.trace().clone()
}

fn of_function(id: &str) -> Box<dyn CostFunction> {
    let all = COST_FUNCTIONS.members.iter().flat_map(|one| one.entry.parameters);
    (COST_FUNCTIONS.get(id).make)(&Settings::defaults(all))
}

/// One workflow on the given clusters, from the start.
fn alone(place: &str, hocs: Vec<Hoc>, said: &str) -> WorkflowRow {
    let trace = finish(grid(&[9, 9], vec![workflow(1, 0.0, 1, hocs)], given(place), said));
    let row = trace.table_rows().next().expect("it is done");
    conserves(&trace, &row);
    row
}

/// Conservation of time: computing and waiting fill the nodes from start to end.
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

/// The clusters of the units of the only workflow.
fn placed(trace: &Trace) -> Vec<u16> {
    let units = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32) == UNIT);
    units.map(|id| trace.subjects.cluster[id]).collect()
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

/// Three parts in total for two workers: the first of them gets the third.
#[test]
fn parts_of_a_farm_can_be_a_total_for_all_workers() {
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
fn a_wavefront_sends_to_the_right_and_down() {
    let square = |messages| vec![hoc(Pattern::Wavefront, 4, messages)];
    assert_eq!(alone("AABB", square(1), "").end.0, 72_100);
    assert_eq!(alone("ABBA", square(1), "").end.0, 102_000, "both messages of the first unit share the link");
    assert_eq!(alone("AABB", square(2), "").end.0, 101_000, "a second message comes while one is on its way");
}

/// Units do nothing else until all their messages are sent, one after the other.
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

/// A workflow that is killed during a send sends no more messages.
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
