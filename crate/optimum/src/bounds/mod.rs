//! Lower bounds, one file per group, and the list of all of them.

pub mod bag;
pub mod busy_time;
pub mod catalog;
pub mod clusters;
pub mod flow;
pub mod graph;
pub mod interval;
pub mod makespan;
pub mod placed_path;

pub use catalog::{BoundEntry, CATALOG};

use crate::bag::Bag;
use crate::bound::Bound;
use crate::clusters::ClusterInstance;
use crate::instance::Instance;

/// Maximum number of jobs for the interval bound.
pub const INTERVAL_LIMIT: usize = 128;
/// Maximum number of jobs for the count of completions.
pub const COUNTED_LIMIT: usize = 200;
/// Maximum number of jobs for bounds with all width maps.
pub const WIDTHS_LIMIT: usize = 5000;

/// The bounds of the last end of rigid jobs.
pub fn rigid_makespan(instance: &Instance) -> Vec<Bound> {
    let mut bounds = vec![
        makespan::longest(instance),
        makespan::area(instance),
        makespan::area_after(instance),
        makespan::preemptive(instance),
    ];
    if instance.len() <= WIDTHS_LIMIT {
        bounds.push(makespan::preemptive_widths(instance));
    }
    if instance.len() <= INTERVAL_LIMIT {
        bounds.push(interval::interval(instance));
    }
    bounds
}

/// The bounds of the total flow time of rigid jobs.
pub fn rigid_flow(instance: &Instance) -> Vec<Bound> {
    let mut bounds =
        vec![flow::shortest_flows(instance), flow::area_srpt(instance), flow::ordered_ends(instance)];
    if instance.len() <= COUNTED_LIMIT {
        bounds.push(flow::completion_counts(instance));
    }
    bounds.push(busy_time::mean_busy_times(instance));
    if instance.len() <= WIDTHS_LIMIT {
        bounds.push(busy_time::mean_busy_times_by_width(instance));
    }
    bounds
}

/// The bounds of the last end of tasks with predecessors on one cluster.
pub fn graph_makespan(instance: &Instance) -> Vec<Bound> {
    let mut bounds = vec![graph::critical_path(instance), graph::area(instance)];
    if instance.len() <= WIDTHS_LIMIT {
        bounds.push(graph::level(instance));
    }
    if instance.len() <= INTERVAL_LIMIT {
        bounds.push(interval::fernandez_bussell(instance));
        bounds.push(interval::interval(instance));
    }
    bounds
}

/// The bounds of the last end of jobs on several clusters.
pub fn cluster_makespan(instance: &ClusterInstance) -> Vec<Bound> {
    vec![clusters::longest(instance), clusters::area_clusters(instance)]
}

/// The bounds of the total flow time of jobs on several clusters.
pub fn cluster_flow(instance: &ClusterInstance) -> Vec<Bound> {
    vec![
        clusters::shortest_flows(instance),
        clusters::ordered_ends(instance),
        clusters::mean_busy_times(instance),
    ]
}

/// The bounds of the last end of a bag.
pub fn bag_makespan(tasks: &Bag) -> Vec<Bound> {
    vec![bag::longest(tasks), bag::area(tasks), bag::fastest_k(tasks), bag::count(tasks)]
}
