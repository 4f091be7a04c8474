//! The shape of a workflow: its levels and its critical path.

use ganttlet_core::time::Span;
use ganttlet_work::Workflow;

/// The shape of a workflow.
pub(super) struct GraphShape {
    /// Number of tasks on each level: the level of a task is one above the maximum of its predecessors.
    pub(super) levels: Vec<u32>,
    /// Sum of the runtimes.
    pub(super) work: Span,
    /// Longest sum of runtimes along dependencies.
    pub(super) critical_path: Span,
}

impl GraphShape {
    /// The shape of a workflow whose tasks are in this topological order.
    pub(super) fn new(workflow: &Workflow, order: &[u32]) -> Self {
        let mut shape = Self { levels: vec![], work: Span::ZERO, critical_path: Span::ZERO };
        let mut level = vec![0_usize; workflow.tasks.len()];
        let mut end = vec![Span::ZERO; workflow.tasks.len()];
        for &id in order {
            let task = &workflow.tasks[id as usize];
            let parents = || task.parents.iter().map(|&parent| parent as usize);
            level[id as usize] = parents().map(|parent| level[parent] + 1).max().unwrap_or(0);
            end[id as usize] = parents().map(|parent| end[parent]).max().unwrap_or_default() + task.run;
            shape.levels.resize(shape.levels.len().max(level[id as usize] + 1), 0);
            shape.levels[level[id as usize]] += 1;
            shape.work += task.run;
            shape.critical_path = shape.critical_path.max(end[id as usize]);
        }
        shape
    }
}
