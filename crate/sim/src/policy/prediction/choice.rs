//! The predictor selected by the user, and the selection of the most accurate predictor.

use super::{History, autoregressive, exponential_smoothing, last_run_time, mean, median, sliding_mean};
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::Span;

/// The selected predictor and its parameters.
#[derive(Parameters)]
pub struct Predictor {
    /// Predictor of the next runtime of a task from its earlier runtimes.
    #[parameter(name = "Predictor", default = "mean")]
    predictor: Method,
    /// Number of runtimes in the mean of the last few.
    #[parameter(name = "Predictor window", unit = "batches", min = 1, max = 1_000, default = 3)]
    predictor_window: u32,
    /// Weight of the latest runtime in exponential smoothing; 1 uses only the latest.
    #[parameter(name = "Smoothing weight", min = 0.01, max = 1, default = 0.5)]
    predictor_weight: f64,
    /// Number of forecasts, from the second batch of a task on, by which the best predictor is chosen.
    #[parameter(name = "Predictor trials", unit = "batches", min = 1, max = 20, default = 5)]
    predictor_trials: u32,
}

/// Methods of predicting a runtime.
#[derive(Clone, Copy, PartialEq, Eq, Variants)]
enum Method {
    /// Mean of all runtimes so far (as in the thesis).
    #[word("mean")]
    Mean,
    /// Last runtime.
    #[word("last")]
    Last,
    /// Mean of the last few runtimes.
    #[word("window")]
    Window,
    /// Exponential smoothing: recent runtimes weigh more, older ones less.
    #[word("smoothing")]
    Smoothing,
    /// Linear function of the last runtime, fitted by least squares; the mean while data are too few.
    #[word("autoregressive")]
    Autoregressive,
    /// Median of all runtimes so far.
    #[word("median")]
    Median,
    /// Mean rank instead of a runtime: the mean position of the task when each earlier batch is sorted by runtime.
    #[word("rank")]
    Rank,
    /// For each task, the predictor (except the mean rank) with the smallest error in its first batches.
    #[word("best")]
    Best,
}

/// The candidates for the best predictor; ties go to the first.
const CANDIDATES: [Method; 6] =
    [Method::Mean, Method::Last, Method::Window, Method::Smoothing, Method::Median, Method::Autoregressive];

impl Predictor {
    /// The prediction for a task: higher for a longer runtime; in seconds unless the method predicts ranks. None if
    /// there is no history of the task.
    pub fn predict(&self, history: &History, task: u32) -> Option<f64> {
        match self.predictor {
            Method::Rank => history.mean_rank(task).map(|place| -place),
            Method::Best => self.best_forecast(history.run_times(task)),
            Method::Mean => history.mean_run_time(task),
            method => self.forecast_by(method, history.run_times(task)),
        }
    }

    /// The prediction of the candidate with the smallest sum of absolute errors in the first batches of the task. The
    /// selection is made for each task separately, after each batch until there have been enough trials, and is then
    /// fixed. This is our interpretation of "the choice of the best predictor in the first iterations" (Heymann 2001,
    /// section 6.2).
    pub(super) fn best_forecast(&self, times: &[Span]) -> Option<f64> {
        let trials = times.len().min(1 + self.predictor_trials as usize);
        let error = |method| {
            let miss = |known| {
                self.forecast_by(method, &times[..known]).map(|time| (time - times[known].seconds()).abs())
            };
            (1..trials).filter_map(miss).sum::<f64>()
        };
        let mut nearest = (CANDIDATES[0], error(CANDIDATES[0]));
        for &method in &CANDIDATES[1..] {
            let error = error(method);
            if error < nearest.1 {
                nearest = (method, error);
            }
        }
        self.forecast_by(nearest.0, times)
    }

    /// The prediction of a method that predicts times, in seconds; the mean for a method that does not.
    fn forecast_by(&self, method: Method, times: &[Span]) -> Option<f64> {
        match method {
            Method::Last => last_run_time(times),
            Method::Window => sliding_mean(times, self.predictor_window as usize),
            Method::Smoothing => exponential_smoothing(times, self.predictor_weight),
            Method::Autoregressive => autoregressive(times),
            Method::Median => median(times),
            Method::Mean | Method::Rank | Method::Best => mean(times),
        }
    }
}
