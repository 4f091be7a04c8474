//! A plan: the planned place and time of each task of a workflow.

use super::{CostMatrix, PlannedSlot, Timetable};
use ganttlet_core::time::Time;

/// A place for each task; none for excluded tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The places, task by task.
    pub places: Vec<Option<PlannedSlot>>,
    /// The tasks in the order in which they were planned: parents before children.
    pub order: Vec<u32>,
}

impl Schedule {
    /// An empty plan.
    pub fn new(costs: &CostMatrix) -> Self {
        Self { places: vec![None; costs.dag.len()], order: Vec::with_capacity(costs.dag.len()) }
    }

    pub(super) fn set_place(&mut self, task: u32, place: PlannedSlot) {
        self.places[task as usize] = Some(place);
        self.order.push(task);
    }

    /// When all files of a task are on a cluster: each transfer begins at the end of the parent.
    pub(super) fn data_ready_time(&self, task: u32, costs: &CostMatrix, cluster: usize) -> Time {
        let arrival = |edge: &super::Edge| {
            let parent = self.places[edge.task as usize]?;
            Some(parent.end + costs.transfer_time(edge, parent.cluster, cluster))
        };
        let from_parents = costs.dag.parents.row(task).iter().filter_map(arrival).max();
        from_parents.unwrap_or_default().max(costs.staging_time(task, cluster))
    }

    /// Places a task on a processor of a cluster, not before a given time. Errors: why this is not possible.
    pub fn lay(
        &mut self,
        task: u32,
        (cluster, processor, start): (usize, u32, Time),
        costs: &CostMatrix,
        table: &mut Timetable,
    ) -> Result<(), String> {
        let name = task + 1;
        if task as usize >= self.places.len() || !costs.is_planned(task) {
            return Err(format!("there is no task {name} to plan"));
        }
        if self.places[task as usize].is_some() {
            return Err(format!("task {name} has a place"));
        }
        let is_open =
            |edge: &super::Edge| costs.is_planned(edge.task) && self.places[edge.task as usize].is_none();
        if let Some(parent) = costs.dag.parents.row(task).iter().find(|edge| is_open(edge)) {
            return Err(format!("task {name} needs task {}, which has no place", parent.task + 1));
        }
        if costs.processors.get(cluster).is_none_or(|&count| processor >= count) {
            return Err(format!("there is no processor {} in cluster {}", processor + 1, cluster + 1));
        }
        let ready = self.data_ready_time(task, costs, cluster);
        if start < ready {
            return Err(format!("the files of task {name} are there at {ready}, not at {start}"));
        }
        let place = table.earliest_slot_on((cluster, processor), start, costs.run_time(task, cluster));
        if place.start != start {
            return Err(format!("task {name} fits there at {}, not at {start}", place.start));
        }
        table.occupy(&place);
        self.set_place(task, place);
        Ok(())
    }

    /// The end of the last task; zero if there is none.
    pub fn makespan(&self) -> Time {
        self.places.iter().flatten().map(|place| place.end).max().unwrap_or_default()
    }
}
