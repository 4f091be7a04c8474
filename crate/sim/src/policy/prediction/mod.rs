//! Predicts the next runtime from previous ones.
//!
//! For a task of an iterative application ([`Predictor`]): pure functions of its runtimes, oldest first; only ranks
//! also depend on other tasks. The mean is that of the thesis (Heymann 2001, section 3.3). The others are its future
//! work (section 6.2): the last time, the mean of the last few, time series, ranks, and the choice of a predictor on
//! line. Their exact definitions are our interpretation and are documented at each predictor.
//!
//! For a job among similar ones ([`PREDICTION_POLICIES`]): each policy keeps the history that it needs of the completed
//! jobs of a class (Sonmez 2010, section 7.2).

mod as_estimated;
mod autoregressive;
mod averages;
mod choice;
mod exponential_smoothing;
mod last_runs;
mod running_mean;
mod sliding_median;
#[cfg(test)]
mod tests;

pub use autoregressive::autoregressive;
pub use averages::{exponential_smoothing, last_run_time, mean, median, sliding_mean};
pub use choice::Predictor;

use ganttlet_core::entry::{Family, Policies, catalog_text};
use ganttlet_core::order;
use ganttlet_core::time::Span;

/// Predicts runtimes of jobs: one instance per class of jobs.
pub trait PredictionPolicy {
    /// True if it uses completed jobs. If not, it uses the user estimate.
    fn uses_history(&self) -> bool {
        true
    }

    /// Records a completed job of the class and its runtime.
    fn observe(&mut self, took: Span);

    /// Predicted runtime of the next job of the class, in seconds; none before the first has ended.
    fn predict(&self) -> Option<f64>;
}

/// All prediction policies. A new one is one file and one line here.
pub static PREDICTION_POLICIES: Policies<dyn PredictionPolicy> = Family {
    id: "prediction-policy",
    name: "runtime predictor",
    summary: catalog_text("Prediction of the runtime of a job from completed jobs of the same class."),
    members: &[
        as_estimated::AS_ESTIMATED,
        exponential_smoothing::EXPONENTIAL_SMOOTHING,
        running_mean::RUNNING_MEAN,
        sliding_median::SLIDING_MEDIAN,
        last_runs::LAST_RUN,
        last_runs::LAST_TWO_RUNS,
    ],
};

/// The runtimes observed for the tasks of an application.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    tasks: Vec<TaskHistory>,
    /// The completed tasks of the current batch, with their runtimes.
    open: Vec<(u32, Span)>,
    /// True once any task has completed.
    begun: bool,
}

/// The history of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TaskHistory {
    /// Its runtimes, oldest first.
    times: Vec<Span>,
    /// Their sum, so that the mean has constant cost.
    sum: Span,
    /// The sum of its ranks in completed batches, and the number of these batches.
    places: (u64, u32),
}

impl History {
    /// An empty history of `tasks` tasks.
    pub fn new(tasks: usize) -> Self {
        Self { tasks: vec![TaskHistory::default(); tasks], ..Self::default() }
    }

    /// Records a completed task and its runtime.
    pub fn observe(&mut self, task: u32, took: Span) {
        if let Some(past) = self.tasks.get_mut(task as usize) {
            past.times.push(took);
            past.sum += took;
            self.open.push((task, took));
            self.begun = true;
        }
    }

    /// Ends a batch and ranks its tasks, longest first; ties go to the lowest number. Without this call there are no
    /// ranks, but the rest of the history is complete.
    pub fn end_batch(&mut self) {
        // Tasks are observed in the order of their ends; numbers break ties.
        order::sort_by_key(&mut self.open, |&(task, _)| task.into());
        order::sort_by_key(&mut self.open, |&(_, took)| took.0.saturating_neg());
        for (place, &(task, _)) in (0..).zip(&self.open) {
            let (sum, count) = &mut self.tasks[task as usize].places;
            (*sum, *count) = (*sum + place, *count + 1);
        }
        self.open.clear();
    }

    /// True if no task has completed.
    pub fn is_empty(&self) -> bool {
        !self.begun
    }

    /// The runtimes of a task so far, oldest first.
    pub fn run_times(&self, task: u32) -> &[Span] {
        self.tasks.get(task as usize).map_or(&[], |past| &past.times)
    }

    /// The mean of all runtimes of a task so far, in seconds; none if there are none.
    pub fn mean_run_time(&self, task: u32) -> Option<f64> {
        let past = self.tasks.get(task as usize)?;
        averages::mean_of_sum(past.sum.seconds(), past.times.len())
    }

    /// The mean rank of a task in completed batches, 0 for the longest task; none if it was in no batch.
    pub fn mean_rank(&self, task: u32) -> Option<f64> {
        let (sum, count) = self.tasks.get(task as usize)?.places;
        averages::mean_of_sum(sum as f64, count as usize)
    }
}
