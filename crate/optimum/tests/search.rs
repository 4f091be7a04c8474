//! The exact search proves the optima of 200 instances.

mod support;

use ganttlet_optimum::schedule::{self, Objective};
use ganttlet_optimum::search::DEFAULT_NODES;
use ganttlet_optimum::{ExactSearch, Instance, OrderProblem, Status};
use support::{Fixture, Problem, fixtures};

/// Searches in slices; returns the number of nodes.
fn search_order(fixture: &Fixture, instance: &Instance, objective: Objective, limit: u64) -> Option<u64> {
    let problem = OrderProblem { instance: instance.clone(), objective };
    let mut search = ExactSearch::new(problem, limit, []).expect("a small instance");
    while !search.advance(997).done {
        assert!(search.lower() <= fixture.optimum && fixture.optimum <= search.value(), "{}", fixture.id);
    }
    let starts = schedule::decode_fcfs(instance, search.solution());
    assert_eq!(schedule::check(instance, &starts), Ok(()), "{}", fixture.id);
    assert_eq!(objective.value(instance, &starts), search.value(), "{}", fixture.id);
    assert!(search.lower() <= fixture.optimum && fixture.optimum <= search.value(), "{}", fixture.id);
    let progress = search.progress();
    let counters = progress.counters;
    if search.status() == Status::Proven {
        assert_eq!(search.value(), fixture.optimum, "{}", fixture.id);
        let seen = counters.explored + counters.cut_by_bound + counters.cut_by_dominance;
        assert_eq!(seen, progress.nodes, "{}", fixture.id);
    }
    (search.status() == Status::Proven).then_some(progress.nodes)
}

fn search(fixture: &Fixture, limit: u64) -> Option<u64> {
    match &fixture.problem {
        Problem::Makespan(instance) | Problem::Graph(instance) => {
            search_order(fixture, instance, Objective::Makespan, limit)
        }
        Problem::Flow(instance) => search_order(fixture, instance, Objective::TotalFlow, limit),
        Problem::Bag(bag) => {
            let mut search = ExactSearch::new(bag.clone(), limit, []).expect("a small bag");
            while !search.advance(997).done {}
            assert_eq!(bag.makespan(search.solution()), search.value(), "{}", fixture.id);
            assert!(search.lower() <= fixture.optimum && fixture.optimum <= search.value(), "{}", fixture.id);
            (search.status() == Status::Proven).then_some(search.progress().nodes)
        }
    }
}

#[test]
fn all_instances_are_proven_with_the_default_limit() {
    for fixture in fixtures() {
        let nodes = search(&fixture, DEFAULT_NODES);
        assert!(nodes.is_some(), "{}", fixture.id);
    }
}
