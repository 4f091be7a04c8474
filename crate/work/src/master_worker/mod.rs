//! Master-worker applications (Heymann 2001, chapters 2 and 3).

mod document;

use super::{Item, Kind};
use ganttlet_core::platform::Requirements;
use ganttlet_core::time::{Span, Time};
use serde::{Deserialize, Serialize};

/// An iterative master-worker application: batches of independent tasks, one after the other. No task of a batch starts
/// before all tasks of the previous batch have completed.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct MasterWorker {
    /// Its name; may be empty.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its user, or [`UNKNOWN`](super::UNKNOWN).
    pub user: u32,
    /// Its submit time.
    pub submit: Time,
    /// The pool (cluster) that receives it, or [`UNKNOWN`](super::UNKNOWN) for the first.
    pub home: u32,
    /// Expected runtime of each task on a machine of speed 1, before any observation: the basic batch.
    pub expected: Vec<Span>,
    /// A sort key of its user for each task; empty if there is none.
    pub keys: Vec<f64>,
    /// The actual work: its batches, in their order.
    pub batches: Vec<Vec<BatchTask>>,
    /// Time the master computes alone after each batch.
    pub sequential: Span,
    /// Its requirements for machines.
    pub needs: Requirements,
    /// Its priority among the requests of its user: higher first.
    pub priority: i32,
}

impl Item for MasterWorker {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.submit
    }

    fn tasks(&self) -> usize {
        self.batches.iter().map(Vec::len).sum()
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        let line = |task: &BatchTask| format!("{} {} {}", self.submit.0, task.task, task.run.0);
        self.batches.iter().flatten().take(3).map(line).collect()
    }

    #[cfg(test)]
    fn is_sound(&self, _: &ganttlet_core::platform::Platform) -> bool {
        let known = |task: &BatchTask| (task.task as usize) < self.expected.len() && task.run > Span::ZERO;
        let ascends = |batch: &Vec<BatchTask>| batch.windows(2).all(|pair| pair[0].task < pair[1].task);
        self.expected.iter().all(|&run| run > Span::ZERO)
            && self.batches.iter().all(|batch| ascends(batch) && batch.iter().all(known))
    }
}

/// A task in a batch. Later batches contain the same task with another runtime.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct BatchTask {
    /// The task, counted from 0: its index in [`MasterWorker::expected`]. Ascending in a batch.
    pub task: u32,
    /// Its runtime in this batch on a machine of speed 1.
    pub run: Span,
}

impl MasterWorker {
    /// An application of batches with all tasks and these runtimes; the first batch gives the expected ones.
    pub fn from_batches(batches: &[Vec<Span>]) -> Self {
        let numbered =
            |batch: &Vec<Span>| (0..).zip(batch).map(|(task, &run)| BatchTask { task, run }).collect();
        Self {
            number: 1,
            user: super::UNKNOWN,
            home: super::UNKNOWN,
            expected: batches.first().cloned().unwrap_or_default(),
            batches: batches.iter().map(numbered).collect(),
            ..Self::default()
        }
    }

    /// Maximum number of tasks in a batch.
    pub fn max_batch_tasks(&self) -> usize {
        self.batches.iter().map(Vec::len).max().unwrap_or(0)
    }
}
