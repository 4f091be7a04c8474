//! Graphs of the Standard Task Graph Set: bounds and search agree with proven optima.

use ganttlet_optimum::schedule::{self, Objective};
use ganttlet_optimum::{Bound, ExactSearch, Instance, Job, OrderProblem, bounds};

/// A graph of single-node tasks, and its proven optima by the number of processors.
struct Graph {
    name: String,
    tasks: Vec<(i64, Vec<usize>)>,
    optima: Vec<(i64, i64)>,
}

fn numbers(text: &str) -> Vec<i64> {
    text.split_whitespace().map(|word| word.parse().expect("a whole number")).collect()
}

fn graphs(text: &str) -> Vec<Graph> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split(';').collect();
            let rows = |text: &str| text.split(',').map(numbers).collect::<Vec<_>>();
            let task = |row: &Vec<i64>| (row[0], row[1..].iter().map(|&id| id as usize).collect());
            Graph {
                name: parts[0].to_owned(),
                tasks: rows(parts[1]).iter().map(task).collect(),
                optima: rows(parts[2]).iter().map(|row| (row[0], row[1])).collect(),
            }
        })
        .collect()
}

/// Number of optima, and how many of them were proven by a bound and by the search.
fn check(graphs: &[Graph], nodes: u64) -> (usize, usize, usize) {
    let (mut all, mut by_bound, mut by_search) = (0, 0, 0);
    for graph in graphs {
        for &(processors, optimum) in &graph.optima {
            all += 1;
            let jobs = graph.tasks.iter().map(|&(run, _)| Job::new(0, 1, run)).collect();
            let before = graph.tasks.iter().map(|(_, before)| before.clone()).collect();
            let instance = Instance::graph(processors, jobs, before).expect("valid");
            let found = bounds::graph_makespan(&instance);
            let best = Bound::best(&found).expect("a bound");
            assert!(best.value <= optimum.into(), "{} on {processors}: {best:?}", graph.name);
            let orders = schedule::initial_orders(&instance).into_iter();
            let ends = orders.map(|order| schedule::decode_fcfs(&instance, &order));
            let first = ends.map(|starts| Objective::Makespan.value(&instance, &starts)).min();
            assert!(first.is_some_and(|end| end >= optimum), "{} on {processors}", graph.name);
            if best.value == optimum.into() {
                by_bound += 1;
            } else if instance.len() <= 64 && nodes > 0 {
                let problem = OrderProblem { instance, objective: Objective::Makespan };
                let mut search = ExactSearch::new(problem, nodes, []).expect("small");
                while !search.advance(1_000).done {}
                assert!(search.lower() <= optimum && optimum <= search.value(), "{}", graph.name);
                by_search += usize::from(search.lower() == search.value());
            }
        }
    }
    (all, by_bound, by_search)
}

/// `rand0009` on 4 processors takes 134, and `100/rand0019` 363: both published values are too small.
#[test]
fn published_graphs_have_these_optima() {
    let graphs = graphs(include_str!("graphs.txt"));
    let (all, by_bound, by_search) = check(&graphs, 20_000);
    println!("{all} optima: {by_bound} by a bound, {by_search} by the search");
    assert!(by_bound + 4 >= all && all > 20, "{by_bound} of {all}, and {by_search} by the search");
    let hard = graphs.iter().find(|graph| graph.name == "50/rand0009").expect("a graph");
    assert!(hard.optima.contains(&(4, 134)));
}
