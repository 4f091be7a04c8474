//! The worked examples of each bound, and wrong bounds that look plausible.

use ganttlet_core::time::Span;
use ganttlet_optimum::bounds::{bag, busy_time, clusters, flow, graph, interval, makespan, placed_path};
use ganttlet_optimum::schedule::{self, Objective};
use ganttlet_optimum::{
    Bag, Cluster, ClusterInstance, ExactSearch, Gap, Instance, InvalidInstance, Job, OrderProblem, Status,
    WidthMap, Witness, width_maps,
};

fn rigid(nodes: i64, jobs: &[(i64, i64, i64)]) -> Instance {
    let jobs = jobs.iter().map(|&(submit, nodes, run)| Job::new(submit, nodes, run)).collect();
    Instance::rigid(nodes, jobs).expect("valid")
}

/// Four jobs on four nodes: the minimum makespan is 17, the minimum total response time 34.
fn four_jobs() -> Instance {
    rigid(4, &[(0, 2, 10), (1, 4, 3), (2, 3, 4), (2, 1, 5)])
}

/// A task, three parallel ones and a last one on two nodes: the minimum makespan is 10.
fn fork_and_join() -> Instance {
    let jobs = [2, 3, 3, 3, 2].map(|run| Job::new(0, 1, run)).to_vec();
    let before = vec![vec![], vec![0], vec![0], vec![0], vec![1, 2, 3]];
    Instance::graph(2, jobs, before).expect("valid")
}

fn optimum(instance: &Instance, objective: Objective) -> i64 {
    let problem = OrderProblem { instance: instance.clone(), objective };
    let mut search = ExactSearch::new(problem, 1_000_000, []).expect("small");
    search.advance(u64::MAX);
    assert_eq!(search.status(), Status::Proven);
    search.value()
}

#[test]
fn four_jobs_have_these_bounds() {
    let jobs = four_jobs();
    assert_eq!(makespan::longest(&jobs).value, 10);
    assert_eq!(makespan::area(&jobs).value, 13);
    assert_eq!(makespan::area_after(&jobs).value, 13);
    assert_eq!(makespan::preemptive(&jobs).value, 13);
    assert_eq!(flow::shortest_flows(&jobs).value, 22);
    assert_eq!(flow::area_srpt(&jobs).value, 27);
    assert_eq!(flow::ordered_ends(&jobs).value, 27);
    assert_eq!(flow::completion_counts(&jobs).value, 28);
    // 27.008: only the total is rounded up.
    assert_eq!(busy_time::mean_busy_times(&jobs).value, 28);
    assert_eq!(optimum(&jobs, Objective::Makespan), 17);
    assert_eq!(optimum(&jobs, Objective::TotalFlow), 34);
}

#[test]
fn wide_jobs_run_one_after_the_other() {
    let jobs = rigid(4, &[(0, 3, 2), (0, 3, 2), (0, 3, 2), (0, 1, 1)]);
    assert_eq!(makespan::area(&jobs).value, 5);
    let bound = makespan::preemptive_widths(&jobs);
    assert_eq!(bound.value, 6);
    assert_eq!(optimum(&jobs, Objective::Makespan), 6);
    assert!(matches!(bound.witness, Witness::Work { from: 0, width } if width != WidthMap::Identity));
}

#[test]
fn width_maps_are_dual_feasible_up_to_14_nodes() {
    for size in 1..=14 {
        let widths: Vec<i64> = (1..=size).collect();
        for map in width_maps(size, &widths) {
            // The largest sum of counts for each number of nodes.
            let mut best = vec![0; size as usize + 1];
            for used in 1..=size {
                let sum = (1..=used).map(|nodes| map.count(nodes, size) + best[(used - nodes) as usize]);
                best[used as usize] = sum.max().unwrap_or(0).max(best[used as usize - 1]);
            }
            assert!(best[size as usize] <= map.capacity(size), "{map:?} on {size} nodes");
        }
    }
}

#[test]
fn paths_levels_and_windows_bound_a_graph() {
    let tasks = fork_and_join();
    assert_eq!(graph::critical_path(&tasks).value, 7);
    assert_eq!(graph::critical_path(&tasks).witness, Witness::Path { tasks: vec![0, 1, 4] });
    assert_eq!(graph::area(&tasks).value, 7);
    assert_eq!(graph::level(&tasks).value, 9);
    assert_eq!(interval::fernandez_bussell(&tasks).value, 9);
    let bound = interval::interval(&tasks);
    assert_eq!(bound.value, 10);
    assert!(matches!(&bound.witness, Witness::Window { tasks, .. } if *tasks == [1, 2, 3]), "{bound:?}");
    assert_eq!(optimum(&tasks, Objective::Makespan), 10);
}

fn two_clusters(
    nodes: [i64; 2],
    weights: [i64; 2],
    jobs: &[(i64, i64)],
    runs: &[[i64; 2]],
    before: Vec<Vec<usize>>,
) -> ClusterInstance {
    let clusters = (0..2).map(|at| Cluster { nodes: nodes[at], weight: weights[at] }).collect();
    let jobs = jobs.iter().map(|&(submit, nodes)| Job::new(submit, nodes, 0)).collect();
    let runs: Vec<Vec<i64>> = runs.iter().map(|row| row.to_vec()).collect();
    ClusterInstance::new(clusters, jobs, &runs, before).expect("valid")
}

#[test]
fn wide_jobs_have_only_the_large_cluster() {
    let jobs = [(0, 4), (0, 3), (0, 2), (0, 1)];
    let runs = [[5, 10], [3, 6], [4, 8], [2, 4]];
    let instance = two_clusters([2, 4], [2, 1], &jobs, &runs, vec![Vec::new(); 4]);
    let bound = clusters::area_clusters(&instance);
    assert_eq!((bound.value, bound.witness), (15, Witness::Wide { from: 0, nodes: 3 }));
}

#[test]
fn files_move_between_the_clusters_of_a_path() {
    let before = vec![vec![], vec![0], vec![0], vec![1, 2]];
    let runs = [[10, 5], [20, 10], [5, 2], [10, 5]];
    let jobs = [(0, 1), (0, 1), (0, 1), (0, 2)];
    let instance = two_clusters([2, 1], [1, 2], &jobs, &runs, before);
    let transfer = |before: usize, task: usize, _: usize, _: usize| match (before, task) {
        (0, 1) | (1, 3) => Some(10),
        _ => Some(5),
    };
    assert_eq!(placed_path::critical_path(&instance).value, 25);
    let bound = placed_path::placed_path(&instance, &transfer).expect("a path");
    assert_eq!((bound.value, bound.witness), (35, Witness::Path { tasks: vec![0, 1, 3] }));
    // Without links, the first tasks run beside the last one.
    let path = placed_path::placed_path(&instance, &|_, _, _, _| None).expect("a path");
    assert_eq!(path.value, 40);
}

/// Transfers over a third cluster may be faster than direct ones, which are then not a bound.
#[test]
fn files_use_the_shortest_path() {
    let links = vec![
        vec![None, Some(100), Some(10)],
        vec![Some(100), None, Some(10)],
        vec![Some(10), Some(10), None],
    ];
    let ways = placed_path::shortest_ways(&links);
    assert_eq!((ways[0][1], ways[0][0]), (Some(20), Some(0)));
    assert_eq!(placed_path::shortest_ways(&[vec![None, None], vec![None, None]])[0][1], None);
}

#[test]
fn bags_have_these_bounds() {
    let tasks = Bag::new(vec![9, 7, 6, 5], &[2.0, 1.0]).expect("valid");
    let bounds = [bag::longest(&tasks), bag::area(&tasks), bag::fastest_k(&tasks), bag::count(&tasks)];
    assert_eq!(bounds.map(|bound| bound.value), [5, 9, 6, 9]);
    let mut search = ExactSearch::new(tasks, 1_000, []).expect("small");
    search.advance(1_000);
    assert_eq!((search.value(), search.status()), (10, Status::Proven));
    let equal = Bag::new(vec![5; 4], &[1.0; 3]).expect("valid");
    assert_eq!((bag::area(&equal).value, bag::count(&equal).value), (7, 10));
}

/// Not even for jobs of one node: the problem is NP-hard.
#[test]
fn shortest_remaining_time_on_all_nodes_is_no_bound() {
    let jobs = rigid(2, &[(0, 1, 1), (0, 1, 1), (0, 1, 2), (2, 1, 1), (2, 1, 1)]);
    let mut left: Vec<i64> = jobs.jobs().iter().map(|job| job.run).collect();
    let mut total = 0;
    for now in 0.. {
        let mut waiting: Vec<usize> =
            (0..left.len()).filter(|&id| left[id] > 0 && jobs.jobs()[id].submit <= now).collect();
        if left.iter().all(|&left| left == 0) {
            break;
        }
        waiting.sort_by_key(|&id| (left[id], id));
        for &id in waiting.iter().take(2) {
            left[id] -= 1;
            if left[id] == 0 {
                total += now + 1 - jobs.jobs()[id].submit;
            }
        }
    }
    assert_eq!(total, 8);
    assert_eq!(optimum(&jobs, Objective::TotalFlow), 7);
    assert_eq!(flow::area_srpt(&jobs).value, 6);
    assert_eq!(busy_time::mean_busy_times(&jobs).value, 7);
}

/// Ends on one machine and earliest ends bound the k-th end of all, not the end of a job.
#[test]
fn ends_are_combined_by_rank_not_by_job() {
    let jobs = rigid(3, &[(0, 1, 4), (0, 2, 2)]);
    // On one machine of speed 3, the ends are 4/3 and 8/3; alone, the jobs end at 4 and 2. By job: max(2, 4) + max(3,
    // 2).
    assert_eq!(optimum(&jobs, Objective::TotalFlow), 6);
    assert_eq!(flow::ordered_ends(&jobs).value, 6);
}

#[test]
fn runtimes_are_rounded_as_in_runs() {
    // Three tasks of 1 us at speed 3 have zero length in batch queues, and 1 us each in bags.
    assert_eq!(Span(1).scaled_to_speed(3.0), Span(0));
    let bag = Bag::new(vec![1; 3], &[3.0]).expect("valid");
    assert_eq!(bag.makespan(&[0, 0, 0]), 3);
}

/// A job that fits immediately waits if that reduces the sum; the minimum makespan has a large sum.
#[test]
fn optima_of_both_objectives_differ() {
    let jobs = four_jobs();
    let mut best = i64::MAX;
    let mut sums = Vec::new();
    for code in 0..256_usize {
        let order: Vec<usize> = (0..4).map(|at| code >> (2 * at) & 3).collect();
        if !schedule::is_valid_order(&jobs, &order) {
            continue;
        }
        let starts = schedule::decode_fcfs(&jobs, &order);
        let (end, sum) =
            (Objective::Makespan.value(&jobs, &starts), Objective::TotalFlow.value(&jobs, &starts));
        if end == 17 {
            best = best.min(sum);
        }
        sums.push((sum, end));
    }
    assert_eq!(best, 42);
    assert_eq!(sums.into_iter().min(), Some((34, 18)));
}

/// At equal times jobs of zero length are first; otherwise they would block others or be blocked.
#[test]
fn jobs_of_zero_length_are_first_at_equal_times() {
    let jobs = rigid(2, &[(0, 2, 5), (5, 2, 0), (5, 2, 3)]);
    let starts = [0, 5, 5];
    assert_eq!(schedule::check(&jobs, &starts), Ok(()));
    assert_eq!(schedule::start_order(&jobs, &starts), [0, 1, 2]);
    assert_eq!(schedule::decode_fcfs(&jobs, &[0, 1, 2]), starts);
    assert_eq!(schedule::decode_fcfs(&jobs, &[0, 2, 1]), [0, 8, 5]);
    assert_eq!(optimum(&jobs, Objective::TotalFlow), 8);
    // A job that needs all nodes cannot run inside another job.
    assert!(schedule::check(&rigid(2, &[(0, 1, 5), (1, 2, 0)]), &[0, 1]).is_err());
}

#[test]
fn gaps_are_rounded_up_and_have_the_bound_as_base() {
    assert_eq!(Gap::to_bound(1064, 1000).to_string(), "at most 6.4 % above the optimum");
    assert_eq!(Gap::to_bound(100_001, 100_000).to_string(), "at most 0.1 % above the optimum");
    assert_eq!(Gap::to_bound(229, 100).to_string(), "at most 2.3 times the optimum");
    assert_eq!(Gap::to_bound(100, 100), Gap::Optimal);
    assert_eq!(Gap::to_bound(7, 0), Gap::NoBound);
    assert_eq!(Gap::to_bound(0, 0), Gap::Optimal);
    assert_eq!(Gap::to_bound(99, 100), Gap::Invalid);
    assert_eq!(Gap::to_optimum(1041, 1000).to_string(), "4.1 % above the optimum");
    // The first submission is subtracted on both sides before the division.
    let (end, bound, first) = (1100, 1050, 1000);
    assert_eq!(Gap::to_bound(end - first, bound - first), Gap::AtMost { tenths: 1000 });
    // The gap of a sum is not the mean of gaps.
    let gap = |value: i128, lower: i128| Gap::to_bound(value, lower).percent().expect("a bound");
    let mean = f64::midpoint(gap(150, 100), gap(1000, 1000));
    assert!((mean - gap(1150, 1100)).abs() > 20.0);
}

#[test]
fn invalid_instances_are_rejected() {
    let job = Job::new(0, 2, 1);
    assert_eq!(Instance::rigid(1, vec![job]).err(), Some(InvalidInstance::Nodes));
    let circle = Instance::graph(2, vec![job; 2], vec![vec![1], vec![0]]);
    assert_eq!(circle.err(), Some(InvalidInstance::Cycle));
    let long = Job::new(0, 1, i64::MAX);
    assert_eq!(Instance::rigid(1, vec![long]).err(), Some(InvalidInstance::Overflow));
    let none = Instance::rigid(1, Vec::new()).expect("valid");
    assert_eq!(optimum(&none, Objective::Makespan), 0);
    assert_eq!(optimum(&none, Objective::TotalFlow), 0);
}

#[test]
fn a_search_can_be_cut_at_any_node() {
    let jobs: Vec<Job> = (0..12).map(|id| Job::new(id * 3 % 7, 1 + id * 5 % 7, 4 + id * id % 11)).collect();
    let instance = Instance::rigid(8, jobs).expect("valid");
    let problem = OrderProblem { instance: instance.clone(), objective: Objective::TotalFlow };
    let mut whole = ExactSearch::new(problem.clone(), 1_000_000, []).expect("small");
    whole.advance(u64::MAX);
    let nodes = whole.progress().nodes;
    assert!(nodes > 20, "{nodes}");
    let (mut shares, mut lowers) = (Vec::new(), Vec::new());
    let mut sliced = ExactSearch::new(problem, 1_000_000, []).expect("small");
    loop {
        let progress = sliced.progress();
        assert!(progress.lower <= whole.value() && whole.value() <= progress.value);
        let starts = schedule::decode_fcfs(&instance, sliced.solution());
        assert_eq!(schedule::check(&instance, &starts), Ok(()));
        shares.push(progress.millionths);
        lowers.push(progress.lower);
        if sliced.advance(1).done {
            break;
        }
    }
    assert!(shares.is_sorted(), "{shares:?}");
    assert_eq!((sliced.trail(), sliced.progress()), (whole.trail(), whole.progress()));
}
