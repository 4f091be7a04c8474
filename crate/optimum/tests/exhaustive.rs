//! Random small instances against all orders: no bound is above an optimum, and the search finds each optimum.

use ganttlet_core::rng::{Stream, Streams};
use ganttlet_optimum::bounds::{self, busy_time, placed_path};
use ganttlet_optimum::placement::{Placement, decode, value};
use ganttlet_optimum::schedule::{self, Objective};
use ganttlet_optimum::{
    Bag, Bound, Cluster, ClusterInstance, ClusterProblem, ExactSearch, Instance, Job, LocalSearch,
    OrderProblem, Status,
};

const SMALL_SEARCH: u64 = 200_000;

/// All orders of `count` items.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for item in 0..count {
        let longer = |list: &Vec<usize>| {
            let list = list.clone();
            (0..=list.len()).map(move |at| {
                let mut longer = list.clone();
                longer.insert(at, item);
                longer
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Random numbers.
struct Dice(Stream);

impl Dice {
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::from(self.0.uniform_below((high - low + 1) as u32))
    }

    /// Short times, and sometimes very long ones.
    fn scale(&mut self) -> i64 {
        match self.between(0, 5) {
            0 => self.between(1_000_000, 1_000_000_000),
            1 => 1_000_000_000_000,
            _ => 1,
        }
    }

    fn job(&mut self, nodes: i64, scale: i64, with_instants: bool) -> Job {
        let shortest = i64::from(!(with_instants && self.between(0, 4) == 0));
        let submit = self.between(0, 10) * scale + self.between(0, 3).min(scale - 1);
        let run = self.between(shortest, 9) * scale;
        Job::new(submit, self.between(1, nodes), run)
    }
}

/// Fails if a bound is above the optimum.
fn assert_valid(found: &[Bound], optimum: i64, about: &dyn std::fmt::Debug) {
    for bound in found {
        assert!(bound.value <= optimum.into(), "{bound:?} is above {optimum}: {about:?}");
    }
}

/// The optimum of a search, which must be proven.
fn proven(instance: &Instance, objective: Objective) -> i64 {
    let problem = OrderProblem { instance: instance.clone(), objective };
    let mut search = ExactSearch::new(problem, SMALL_SEARCH, []).expect("small");
    while !search.advance(7).done {}
    assert_eq!(search.status(), Status::Proven, "{instance:?}");
    search.value()
}

/// Compares bounds and searches with all orders of some jobs.
fn check_order_instance(instance: &Instance, is_graph: bool, seed: u64) {
    let orders = permutations(instance.len());
    let orders: Vec<_> =
        orders.into_iter().filter(|order| schedule::is_valid_order(instance, order)).collect();
    let jobs = instance.jobs();
    let (mut makespan, mut flow, mut serial) = (i64::MAX, i64::MAX, [i64::MAX; 2]);
    let (mut sum, mut bounded) = (f64::MAX, f64::MAX);
    for order in &orders {
        let starts = schedule::decode_fcfs(instance, order);
        assert_eq!(schedule::check(instance, &starts), Ok(()), "{instance:?} {order:?}");
        makespan = makespan.min(Objective::Makespan.value(instance, &starts));
        flow = flow.min(Objective::TotalFlow.value(instance, &starts));
        let flows = || jobs.iter().zip(&starts).map(|(job, start)| (start + job.run - job.submit, job.run));
        sum = sum.min(flows().filter(|&(_, run)| run > 0).map(|(flow, run)| flow as f64 / run as f64).sum());
        bounded = bounded.min(flows().map(|(flow, run)| (flow as f64 / run.max(4) as f64).max(1.0)).sum());
        let starts = schedule::decode_serial(instance, order);
        assert_eq!(schedule::check(instance, &starts), Ok(()), "{instance:?} {order:?}");
        serial[0] = serial[0].min(Objective::Makespan.value(instance, &starts));
        serial[1] = serial[1].min(Objective::TotalFlow.value(instance, &starts));
        // An order of starts gives a schedule in which no job starts later.
        let again = schedule::decode_fcfs(instance, &schedule::start_order(instance, &starts));
        assert!(again.iter().zip(&starts).all(|(a, b)| a <= b), "{instance:?} {starts:?}");
    }
    let has_instants = jobs.iter().any(|job| job.run == 0);
    assert!(serial[0] >= makespan && serial[1] >= flow, "{instance:?}");
    assert!(has_instants || serial == [makespan, flow], "{instance:?}");
    let found = if is_graph { bounds::graph_makespan(instance) } else { bounds::rigid_makespan(instance) };
    assert_valid(&found, makespan, instance);
    assert_eq!(proven(instance, Objective::Makespan), makespan, "{instance:?}");
    let problem = OrderProblem { instance: instance.clone(), objective: Objective::Makespan };
    let mut local = LocalSearch::new(problem, seed, 50, []);
    assert!(local.advance(100).value >= makespan);
    if is_graph {
        return;
    }
    assert_valid(&bounds::rigid_flow(instance), flow, instance);
    assert_eq!(proven(instance, Objective::TotalFlow), flow, "{instance:?}");
    let below = |bound: Bound, optimum: f64| {
        assert!(bound.value as f64 <= 1000.0 * optimum * (1.0 + 1e-12), "{bound:?} {optimum} {instance:?}");
    };
    below(busy_time::slowdown(instance), sum);
    below(busy_time::bounded_slowdown(instance, 4), bounded);
}

fn check_rigid(dice: &mut Dice, seed: u64) {
    let (nodes, scale) = (dice.between(1, 8), dice.scale());
    let with_instants = dice.between(0, 4) == 0;
    let count = dice.between(1, 6);
    let jobs = (0..count).map(|_| dice.job(nodes, scale, with_instants)).collect();
    check_order_instance(&Instance::rigid(nodes, jobs).expect("valid"), false, seed);
}

fn random_predecessors(dice: &mut Dice, count: usize) -> Vec<Vec<usize>> {
    let list = |task: usize, dice: &mut Dice| (0..task).filter(|_| dice.between(0, 2) == 0).collect();
    (0..count).map(|task| list(task, dice)).collect()
}

fn check_graph(dice: &mut Dice, seed: u64) {
    let (nodes, scale) = (dice.between(1, 4), dice.scale());
    let count = dice.between(1, 6) as usize;
    let with_instants = dice.between(0, 4) == 0;
    let job = |dice: &mut Dice| Job { submit: 0, ..dice.job(nodes, scale, with_instants) };
    let jobs = (0..count).map(|_| job(dice)).collect();
    let predecessors = random_predecessors(dice, count);
    check_order_instance(&Instance::graph(nodes, jobs, predecessors).expect("valid"), true, seed);
}

/// Compares bounds and searches of a random bag with all places.
fn check_bag(dice: &mut Dice, seed: u64) {
    let scale = dice.scale();
    let speeds: Vec<f64> =
        (0..3).map(|_| [1.0, 1.0, 2.0, 3.0, 0.5, 1.6][dice.between(0, 5) as usize]).collect();
    let runs: Vec<i64> = (0..dice.between(1, 6)).map(|_| dice.between(0, 12) * scale).collect();
    let bag = Bag::new(runs, &speeds).expect("valid");
    let places = |code: usize| -> Vec<usize> {
        (0..bag.len()).map(|task| code / 3_usize.pow(task as u32) % 3).collect()
    };
    let optimum = (0..3_usize.pow(bag.len() as u32)).map(|code| bag.makespan(&places(code))).min();
    let optimum = optimum.expect("a schedule");
    assert_valid(&bounds::bag_makespan(&bag), optimum, &bag);
    // With a limit of few nodes, the search by packing proves what the search by task does not.
    for limit in [SMALL_SEARCH, 400] {
        let mut search = ExactSearch::new(bag.clone(), limit, []).expect("small");
        while !search.advance(7).done {}
        assert!(search.lower() <= optimum && optimum <= search.value(), "{bag:?}");
        assert!(limit < SMALL_SEARCH || search.value() == optimum, "{bag:?}");
        assert!(limit < SMALL_SEARCH || search.status() == Status::Proven, "{bag:?}");
    }
    let mut local = LocalSearch::new(bag, seed, 50, []);
    assert!(local.advance(100).value >= optimum);
}

/// Compares bounds and searches of random jobs on two clusters with all placements.
fn check_clusters(dice: &mut Dice, seed: u64) {
    let scale = dice.scale();
    let speeds = [1.0, [0.5, 1.0, 1.6, 3.0][dice.between(0, 3) as usize]];
    let sizes = [dice.between(1, 6), dice.between(1, 6)];
    let weights = clusters_weights(&speeds);
    let all: Vec<Cluster> =
        sizes.iter().zip(&weights).map(|(&nodes, &weight)| Cluster { nodes, weight }).collect();
    let count = dice.between(1, 5) as usize;
    let with_instants = dice.between(0, 4) == 0;
    let jobs: Vec<Job> = (0..count).map(|_| dice.job(sizes[0].max(sizes[1]), scale, with_instants)).collect();
    let durations: Vec<Vec<i64>> = jobs
        .iter()
        .map(|job| {
            let run = |speed: &f64| ganttlet_core::time::Span(job.run).scaled_to_speed(*speed).0;
            speeds.iter().map(run).collect()
        })
        .collect();
    let is_graph = dice.between(0, 1) == 0;
    let predecessors = if is_graph { random_predecessors(dice, count) } else { vec![Vec::new(); count] };
    let transfer = if is_graph { dice.between(0, 5) * scale } else { 0 };
    let instance = ClusterInstance::new(all, jobs, &durations, predecessors).expect("valid");
    let (mut makespan, mut flow, mut moved) = (i64::MAX, i64::MAX, i64::MAX);
    for order in permutations(count) {
        for code in 0..1_usize << count {
            let clusters = (0..count).map(|job| code >> job & 1).collect();
            let placement = Placement { order: order.clone(), clusters };
            let Some(starts) = decode(&instance, &placement) else { continue };
            makespan = makespan.min(value(&instance, &placement, &starts, Objective::Makespan));
            flow = flow.min(value(&instance, &placement, &starts, Objective::TotalFlow));
            moved = moved.min(makespan_with_transfers(&instance, &placement, transfer));
        }
    }
    assert_valid(&bounds::cluster_makespan(&instance), makespan, &instance);
    assert_valid(&bounds::cluster_flow(&instance), flow, &instance);
    assert_valid(&[placed_path::critical_path(&instance)], makespan, &instance);
    let path = placed_path::placed_path(&instance, &|_, _, _, _| Some(transfer)).expect("a path");
    assert_valid(&[path], moved, &instance);
    for (objective, optimum) in [(Objective::Makespan, makespan), (Objective::TotalFlow, flow)] {
        let problem = ClusterProblem { instance: instance.clone(), objective };
        let search = ExactSearch::repeat(problem.clone(), SMALL_SEARCH, 3 * optimum + 1);
        let mut search = search.expect("small");
        while !search.advance(7).done {}
        assert_eq!((search.status(), search.value()), (Status::Proven, optimum), "{instance:?}");
        let mut local = LocalSearch::new(problem, seed, 50, []);
        assert!(local.advance(100).value >= optimum, "{instance:?}");
        let starts = decode(&instance, local.solution()).expect("a schedule");
        assert_eq!(value(&instance, local.solution(), &starts, objective), local.value());
    }
}

fn clusters_weights(speeds: &[f64]) -> Vec<i64> {
    ganttlet_optimum::clusters::weights(speeds)
}

/// The last end if files are sent as soon as they are written, over links without other traffic.
fn makespan_with_transfers(instance: &ClusterInstance, placement: &Placement, transfer: i64) -> i64 {
    let count = instance.jobs().len();
    let mut ends = vec![0; count];
    let mut last = [0_i64; 2];
    let mut running: [Vec<(i64, i64)>; 2] = [Vec::new(), Vec::new()];
    for &id in &placement.order {
        let at = placement.clusters[id];
        let mut start = instance.jobs()[id].submit.max(last[at]);
        for &before in instance.predecessors(id) {
            start = start.max(ends[before] + if placement.clusters[before] == at { 0 } else { transfer });
        }
        let used = |time: i64| running[at].iter().filter(|run| run.0 > time).map(|run| run.1).sum::<i64>();
        let fits = |time: i64| used(time) + instance.jobs()[id].nodes <= instance.clusters()[at].nodes;
        let ends_after = running[at].iter().map(|run| run.0).filter(|&end| end > start);
        let start = [start].into_iter().chain(ends_after).filter(|&time| fits(time)).min().expect("a time");
        ends[id] = start + instance.duration(id, at).expect("it fits");
        last[at] = start;
        running[at].push((ends[id], instance.jobs()[id].nodes));
    }
    ends.into_iter().max().unwrap_or(0)
}

fn check_random_instances(count: u64, seed: u64) {
    for number in 0..count {
        let mut dice = Dice(Streams::new(seed).get(&format!("instance/{number}")));
        match number % 5 {
            0 | 1 => check_rigid(&mut dice, number),
            2 => check_graph(&mut dice, number),
            3 => check_bag(&mut dice, number),
            _ => check_clusters(&mut dice, number),
        }
    }
}

#[test]
fn bounds_and_search_agree_with_all_orders_of_500_instances() {
    check_random_instances(500, 1);
}

#[test]
#[ignore = "10,000 instances take some seconds"]
fn bounds_and_search_agree_with_all_orders_of_10000_instances() {
    check_random_instances(10_000, 2);
}
