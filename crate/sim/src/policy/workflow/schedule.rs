//! A plan: where and when each task of a workflow is to run.

use super::{CostMatrix, PlannedSlot};
use ganttlet_core::time::Time;

/// A place for each task; none for those that were left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The places, task by task.
    pub places: Vec<Option<PlannedSlot>>,
    /// The tasks in the order in which they were planned: parents before children.
    pub order: Vec<u32>,
}

impl Schedule {
    /// Nothing is planned yet.
    pub(super) fn new(costs: &CostMatrix) -> Self {
        Self { places: vec![None; costs.dag.len()], order: Vec::with_capacity(costs.dag.len()) }
    }

    pub(super) fn set_place(&mut self, task: u32, place: PlannedSlot) {
        self.places[task as usize] = Some(place);
        self.order.push(task);
    }

    /// When a task has all its files on a cluster: each leaves its parent as soon as that ends.
    pub(super) fn data_ready_time(&self, task: u32, costs: &CostMatrix, cluster: usize) -> Time {
        let arrival = |edge: &super::Edge| {
            let parent = self.places[edge.task as usize]?;
            Some(parent.end + costs.transfer_time(edge, parent.cluster, cluster))
        };
        let from_parents = costs.dag.parents.row(task).iter().filter_map(arrival).max();
        from_parents.unwrap_or_default().max(costs.staging_time(task, cluster))
    }

    /// When the last task ends; zero if there is none.
    pub fn makespan(&self) -> Time {
        self.places.iter().flatten().map(|place| place.end).max().unwrap_or_default()
    }
}
