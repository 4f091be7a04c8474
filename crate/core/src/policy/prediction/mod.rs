//! What the next run time of a task will be, by those it has had.

use crate::time::Span;

/// What is known of the tasks of an application: their run times so far, oldest first; task by task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    times: Vec<Vec<Span>>,
}

impl History {
    /// Nothing known of any task.
    pub fn new(tasks: usize) -> Self {
        Self { times: vec![Vec::new(); tasks] }
    }

    /// A task was done and took so long.
    pub fn observe(&mut self, task: u32, took: Span) {
        if let Some(times) = self.times.get_mut(task as usize) {
            times.push(took);
        }
    }

    /// The run times of a task so far, oldest first.
    pub fn of(&self, task: u32) -> &[Span] {
        self.times.get(task as usize).map_or(&[], Vec::as_slice)
    }
}

/// The mean of all run times so far, in seconds; none if there is none.
pub fn mean(times: &[Span]) -> Option<f64> {
    let sum = times.iter().fold(Span::ZERO, |sum, &time| sum + time);
    (!times.is_empty()).then(|| sum.seconds() / times.len() as f64)
}
