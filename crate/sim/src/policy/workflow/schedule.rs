//! A plan: where and when each task of a workflow is to run.

use super::{CostMatrix, Place};
use ganttlet_core::time::Time;

/// A place for each task; none for those that were left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The places, task by task.
    pub places: Vec<Option<Place>>,
    /// The tasks in the order in which they were planned: parents before children.
    pub order: Vec<u32>,
}

impl Schedule {
    /// Nothing is planned yet.
    pub(super) fn new(costs: &CostMatrix) -> Self {
        Self { places: vec![None; costs.dag.len()], order: Vec::with_capacity(costs.dag.len()) }
    }

    pub(super) fn set(&mut self, task: u32, place: Place) {
        self.places[task as usize] = Some(place);
        self.order.push(task);
    }

    /// When a task has all its files on a cluster: each leaves its parent as soon as that ends.
    pub(super) fn ready(&self, task: u32, costs: &CostMatrix, cluster: usize) -> Time {
        let arrival = |edge: &super::Edge| {
            let parent = self.places[edge.task as usize]?;
            Some(parent.end + costs.transfer(edge, parent.cluster, cluster))
        };
        let from_parents = costs.dag.parents.of(task).iter().filter_map(arrival).max();
        from_parents.unwrap_or_default().max(costs.staged_in(task, cluster))
    }

    /// When the last task ends; zero if there is none.
    pub fn makespan(&self) -> Time {
        self.places.iter().flatten().map(|place| place.end).max().unwrap_or_default()
    }
}
