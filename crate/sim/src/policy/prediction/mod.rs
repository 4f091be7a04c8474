//! Predicts the next runtime from those before.
//!
//! Of a task of an iterative application ([`Predictor`]): pure functions of its run times, oldest first; only the ranks
//! look at its neighbours. The mean is that of the thesis (Heymann 2001, section 3.3); the others are what it names as
//! future work (section 6.2): the last time, the mean of the last few, time series, ranks, and the choice of a predictor
//! on line. What exactly each of these does is our reading and stands where it is written.
//!
//! Of a job among those like it ([`PREDICTION_POLICIES`]): each policy remembers what it needs of the jobs of a class that
//! have ended (Sonmez 2010, section 7.2).

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

/// Foresees run times of jobs: one for each class of jobs.
pub trait PredictionPolicy {
    /// True if it goes by the jobs that have ended. If not, what is known of a job is its estimate.
    fn uses_history(&self) -> bool {
        true
    }

    /// A job of the class has ended, after so long.
    fn observe(&mut self, took: Span);

    /// How long the next job of the class runs, in seconds; none before the first has ended.
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

/// What is known of the tasks of an application, task by task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    tasks: Vec<TaskHistory>,
    /// The tasks of the batch that is not over yet, with their run times.
    open: Vec<(u32, Span)>,
    /// True once any task was done.
    begun: bool,
}

/// What is known of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TaskHistory {
    /// Its run times, oldest first.
    times: Vec<Span>,
    /// Their sum, so that the mean costs the same however long they go back.
    sum: Span,
    /// The sum of its places in the batches that are over, and in how many it was.
    places: (u64, u32),
}

impl History {
    /// Nothing known of any task.
    pub fn new(tasks: usize) -> Self {
        Self { tasks: vec![TaskHistory::default(); tasks], ..Self::default() }
    }

    /// A task was done and took so long.
    pub fn observe(&mut self, task: u32, took: Span) {
        if let Some(past) = self.tasks.get_mut(task as usize) {
            past.times.push(took);
            past.sum += took;
            self.open.push((task, took));
            self.begun = true;
        }
    }

    /// The batch is over: its tasks get their places, the longest the first, of equal ones that with the lowest number.
    /// Without this there are no places, but all else is known.
    pub fn end_batch(&mut self) {
        // Tasks are observed in the order in which they end; the numbers decide between equal ones.
        order::sort_by_key(&mut self.open, |&(task, _)| task.into());
        order::sort_by_key(&mut self.open, |&(_, took)| took.0.saturating_neg());
        for (place, &(task, _)) in (0..).zip(&self.open) {
            let (sum, count) = &mut self.tasks[task as usize].places;
            (*sum, *count) = (*sum + place, *count + 1);
        }
        self.open.clear();
    }

    /// True if no task was ever done.
    pub fn is_empty(&self) -> bool {
        !self.begun
    }

    /// The run times of a task so far, oldest first.
    pub fn run_times(&self, task: u32) -> &[Span] {
        self.tasks.get(task as usize).map_or(&[], |past| &past.times)
    }

    /// The mean of all run times of a task so far, in seconds; none if there is none.
    pub fn mean_run_time(&self, task: u32) -> Option<f64> {
        let past = self.tasks.get(task as usize)?;
        averages::mean_of_sum(past.sum.seconds(), past.times.len())
    }

    /// The mean of the places of a task in the batches that are over, 0 for the longest task; none if it was in none.
    pub fn mean_rank(&self, task: u32) -> Option<f64> {
        let (sum, count) = self.tasks.get(task as usize)?.places;
        averages::mean_of_sum(sum as f64, count as usize)
    }
}
