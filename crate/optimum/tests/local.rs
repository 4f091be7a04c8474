//! The local search finds most optima with few schedules.

mod support;

use ganttlet_optimum::{LocalSearch, Objective, OrderProblem};
use support::{Problem, fixtures};

/// The number of optima found, and the largest distance to one in percent.
#[test]
fn few_schedules_suffice_for_most_optima() {
    let mut found = [0; 4];
    let mut worst = [0.0_f64; 4];
    for fixture in fixtures() {
        let (kind, value) = match fixture.problem {
            Problem::Bag(bag) => (3, LocalSearch::new(bag, 1, 20_000, []).advance(20_000).value),
            Problem::Makespan(instance) => (0, search(instance, Objective::Makespan)),
            Problem::Flow(instance) => (1, search(instance, Objective::TotalFlow)),
            Problem::Graph(instance) => (2, search(instance, Objective::Makespan)),
        };
        assert!(value >= fixture.optimum, "{}", fixture.id);
        found[kind] += usize::from(value == fixture.optimum);
        worst[kind] = worst[kind].max(100.0 * (value as f64 / fixture.optimum as f64 - 1.0));
    }
    println!("optima found: {found:?}, worst distances in percent: {worst:?}");
    assert!(found[0] >= 58 && found[1] >= 58 && found[2] >= 37 && found[3] >= 29, "{found:?}");
    assert!(worst[..3].iter().all(|&percent| percent < 2.0) && worst[3] < 8.0, "{worst:?}");
}

fn search(instance: ganttlet_optimum::Instance, objective: Objective) -> i64 {
    LocalSearch::new(OrderProblem { instance, objective }, 1, 2_000, []).advance(2_000).value
}
