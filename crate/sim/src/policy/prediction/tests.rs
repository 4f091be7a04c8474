use super::*;
use ganttlet_core::entry::{Parameters, Settings, Value};

fn times(seconds: &[i64]) -> Vec<Span> {
    seconds.iter().map(|&s| Span(s * 1_000_000)).collect()
}

fn assert_near(found: Option<f64>, expected: f64) {
    let found = found.expect("a forecast");
    assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
}

/// A history of batches, each a list of (task, seconds) in the order in which they end.
fn history(tasks: usize, batches: &[&[(u32, i64)]]) -> History {
    let mut history = History::new(tasks);
    for batch in batches {
        batch.iter().for_each(|&(task, took)| history.observe(task, Span(took * 1_000_000)));
        history.end_batch();
    }
    history
}

fn settings(predictor: &'static str) -> Settings {
    Settings::default().with("predictor", Value::Choice(predictor))
}

fn predictor(id: &'static str) -> Predictor {
    Predictor::read(&settings(id))
}

#[test]
fn averages_are_exact() {
    let past = times(&[4, 8, 6, 2]);
    assert_near(mean(&past), 5.0);
    assert_near(last_run_time(&past), 2.0);
    assert_near(sliding_mean(&past, 2), 4.0);
    assert_near(sliding_mean(&past, 0), 2.0);
    assert_near(sliding_mean(&past, 9), 5.0);
    // 4, then 6, then 6, then 4.
    assert_near(exponential_smoothing(&past, 0.5), 4.0);
    assert_near(exponential_smoothing(&past, 1.0), 2.0);
    assert_near(median(&past), 5.0);
    assert_near(median(&past[..3]), 6.0);
}

#[test]
fn no_history_gives_no_prediction() {
    let none: [Option<f64>; 6] = [
        mean(&[]),
        last_run_time(&[]),
        sliding_mean(&[], 3),
        exponential_smoothing(&[], 0.5),
        median(&[]),
        autoregressive(&[]),
    ];
    assert_eq!(none, [None; 6]);
    for id in ["mean", "last", "window", "smoothing", "autoregressive", "median", "rank", "best"] {
        assert_eq!(predictor(id).predict(&History::new(1), 0), None);
        assert_eq!(predictor(id).predict(&History::new(1), 7), None, "a task that is not there");
    }
}

#[test]
fn a_linear_trend_is_extrapolated() {
    // Each value is half of the previous one plus 4.
    assert_near(autoregressive(&times(&[40, 24, 16, 12])), 10.0);
    // A falling trend continues, but not below 0.
    assert_near(autoregressive(&times(&[10, 8, 6, 4])), 2.0);
    assert_near(autoregressive(&times(&[9, 6, 3, 0])), 0.0);
    // Alternating values: 6 follows 2.
    assert_near(autoregressive(&times(&[2, 6, 2, 6, 2])), 6.0);
}

#[test]
fn constant_run_times_give_their_mean() {
    assert_near(autoregressive(&times(&[5, 9, 1])), 5.0);
    assert_near(autoregressive(&times(&[5, 5, 5, 5, 10])), 6.0);
}

#[test]
fn the_best_predictor_has_the_smallest_error() {
    let best = |times: &[Span]| predictor("best").best_forecast(times);
    // Values fall by 2: the last value misses by 2, every mean by more. The fitted line is exact, but its predictions
    // before the fit were means.
    assert_near(best(&times(&[20, 18, 16, 14])), 14.0);
    // Alternating values: the autoregressive prediction is a mean until the line is fitted, and exact afterwards.
    assert_near(best(&times(&[10, 2, 10, 2, 10])), 2.0);
    // With one batch less, the mean misses by 8, 4 and 16/3, and no other by less.
    assert_near(best(&times(&[10, 2, 10, 2])), 6.0);
    // The selection is fixed: batches after the trials change the prediction, not the predictor.
    let one = Predictor::read(&settings("best").with("predictor_trials", Value::Integer(1)));
    assert_near(one.best_forecast(&times(&[8, 8, 4, 4, 4, 2])), 5.0);
    assert_near(best(&times(&[7])), 7.0);
}

#[test]
fn mean_ranks_are_over_completed_batches() {
    let history = history(4, &[&[(2, 5), (0, 5), (1, 9)], &[(1, 1), (0, 3), (2, 4)]]);
    // Places 1 and 1, 0 and 2, 2 and 0.
    assert_eq!([0, 1, 2, 3].map(|task| history.mean_rank(task)), [Some(1.0), Some(1.0), Some(1.0), None]);
    assert_eq!(predictor("rank").predict(&history, 0), Some(-1.0));
}

#[test]
fn a_history_returns_the_observed_run_times() {
    let history = history(3, &[&[(1, 4), (0, 6)], &[(0, 8)]]);
    assert_eq!(history.run_times(0), times(&[6, 8]));
    assert_eq!(
        [history.mean_run_time(0), history.mean_run_time(1), history.mean_run_time(2)],
        [Some(7.0), Some(4.0), None]
    );
    assert!(!history.is_empty() && History::new(3).is_empty() && History::default().is_empty());
    // A task that does not exist is not recorded.
    let mut empty = History::new(0);
    empty.observe(3, Span(1));
    empty.end_batch();
    assert_eq!(empty, History::new(0));
}

/// Predictions of each policy after runtimes of 10, 20 and 40 s, after 10 s alone, and before any (Sonmez 2010, 7.2.2).
#[test]
fn predictors_use_the_published_history() {
    let after = |id: &str, seconds: &[f64]| {
        let mut policy = (PREDICTION_POLICIES.get(id).make)(&Settings::default());
        for &took in seconds {
            policy.observe(Span::from_seconds(took));
        }
        policy.predict()
    };
    let three = |id| after(id, &[10.0, 20.0, 40.0]);
    assert_eq!(three("exponential-smoothing"), Some(27.5));
    assert_eq!(three("running-mean"), Some(70.0 / 3.0));
    assert_eq!(
        (three("sliding-median"), three("last-run"), three("last-two-runs")),
        (Some(20.0), Some(40.0), Some(30.0))
    );
    for policy in PREDICTION_POLICIES.members.iter().map(|policy| policy.entry.id) {
        let learns = (PREDICTION_POLICIES.get(policy).make)(&Settings::default()).uses_history();
        assert_eq!(after(policy, &[10.0]), learns.then_some(10.0), "{policy}");
        assert_eq!(after(policy, &[]), None, "{policy}");
    }
    // Only the last five count; with an even number, the mean of the two middle ones.
    assert_eq!(after("sliding-median", &[900.0, 1.0, 2.0, 3.0, 4.0, 5.0]), Some(3.0));
    assert_eq!(after("sliding-median", &[1.0, 2.0, 4.0, 9.0]), Some(3.0));
}
