//! The bounds of 200 instances equal those of a second implementation, and are at most the optima.

mod support;

use ganttlet_optimum::bounds;
use support::{Problem, fixtures};

#[test]
fn bounds_equal_those_of_the_reference() {
    let all = fixtures();
    assert_eq!(all.len(), 200);
    for fixture in all {
        let found = match &fixture.problem {
            Problem::Makespan(instance) => bounds::rigid_makespan(instance),
            Problem::Flow(instance) => bounds::rigid_flow(instance),
            Problem::Graph(instance) => bounds::graph_makespan(instance),
            Problem::Bag(bag) => bounds::bag_makespan(bag),
        };
        let values: Vec<i128> = found.iter().map(|bound| bound.value).collect();
        let wanted: Vec<i128> = fixture.bounds.iter().map(|&value| value.into()).collect();
        assert_eq!(values, wanted, "{}: {found:?}", fixture.id);
        assert!(values.iter().all(|&value| value <= fixture.optimum.into()), "{}", fixture.id);
    }
}
