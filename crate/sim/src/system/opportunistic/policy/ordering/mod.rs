//! In which order a master hands out the tasks of a batch.

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

/// What there is to be ordered, and what may be known of it. Which of it a policy may look at is a matter of the policy:
/// only those that say so know the run times of a batch beforehand.
pub struct BatchView<'a> {
    /// The batch, in the order in which its tasks were made.
    pub batch: &'a [BatchTask],
    /// How long each task of the application was expected to run, before anything was known.
    pub expected: &'a [Span],
    /// Its user's key for each task; empty if there is none.
    pub keys: &'a [f64],
    /// The run times of the tasks in the batches before.
    pub history: &'a History,
}

/// An ordering policy, one for each application: the task with the highest score comes first, of equal ones that with the
/// lowest number.
pub trait OrderingPolicy {
    /// The score of the task at a place of the batch. NaN comes last. The stream is there for policies that leave it to
    /// chance; they are asked in the order of the batch.
    fn task_score(&mut self, tasks: &BatchView, place: usize, stream: &mut Stream) -> f64;

    /// The expression that it goes by, if it is a custom one.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }
}

/// One that is a formula.
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
    /// The places of the tasks in the batch, in the order in which they are handed out.
    pub fn order(&mut self, tasks: &BatchView, stream: &mut Stream) -> Vec<u32> {
        let mut score = |place| {
            let score = self.task_score(tasks, place, stream);
            if score.is_nan() { f64::NEG_INFINITY } else { score }
        };
        let scores: Vec<i64> = (0..tasks.batch.len()).map(|place| order::float_key(-score(place))).collect();
        order::indices_by_key(scores.len(), |place| scores[place])
    }
}
