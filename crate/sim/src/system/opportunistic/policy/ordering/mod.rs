//! The order in which a master dispatches the tasks of a batch.

mod longest_first;
mod random;
mod simple;
#[cfg(test)]
mod tests;
mod written;

pub use written::invalid_value_warning;

use crate::policy::prediction::History;
use ganttlet_core::entry::{CustomExpression, Family, Policies, catalog_text};
use ganttlet_core::order;
use ganttlet_core::rng::Stream;
use ganttlet_core::time::Span;
use ganttlet_work::master_worker::BatchTask;

/// The batch to be ordered, and the information about it. Each policy may use only a part: only oracles use the
/// runtimes of a batch in advance.
pub struct BatchView<'a> {
    /// The batch, in the original order of its tasks.
    pub batch: &'a [BatchTask],
    /// The expected runtime of each task of the application, before any observation.
    pub expected: &'a [Span],
    /// Its user's key for each task; empty if there is none.
    pub keys: &'a [f64],
    /// The runtimes of the tasks in earlier batches.
    pub history: &'a History,
}

/// An ordering policy, one instance per application: the task with the highest score comes first; ties go to the lowest
/// number.
pub trait OrderingPolicy {
    /// The score of the task at an index of the batch. NaN comes last. The stream is for random policies; tasks are
    /// scored in the order of the batch.
    fn task_score(&mut self, tasks: &BatchView, place: usize, stream: &mut Stream) -> f64;

    /// Its expression, if it is a custom policy.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }
}

/// A policy that is a formula.
impl<F: Fn(&BatchView, usize, &mut Stream) -> f64> OrderingPolicy for F {
    fn task_score(&mut self, tasks: &BatchView, place: usize, stream: &mut Stream) -> f64 {
        self(tasks, place, stream)
    }
}

/// All ordering policies. A new one is one file and one line here.
pub static ORDERING_POLICIES: Policies<dyn OrderingPolicy> = Family {
    id: "ordering-policy",
    name: "ordering policy",
    summary: catalog_text("Order in which a master assigns the tasks of a batch to workers."),
    members: &[
        longest_first::LPTF,
        longest_first::LPTF_ON_EXPECTATION,
        random::RANDOM,
        random::RANDOM_AND_AVERAGE,
        simple::FIFO,
        simple::KEY,
        simple::SPT,
        written::WRITTEN,
    ],
};

impl dyn OrderingPolicy {
    /// The indices of the tasks in the batch, in the order of dispatch.
    pub fn order(&mut self, tasks: &BatchView, stream: &mut Stream) -> Vec<u32> {
        let mut score = |place| {
            let score = self.task_score(tasks, place, stream);
            if score.is_nan() { f64::NEG_INFINITY } else { score }
        };
        let scores: Vec<i64> = (0..tasks.batch.len()).map(|place| order::float_key(-score(place))).collect();
        order::indices_by_key(scores.len(), |place| scores[place])
    }
}
