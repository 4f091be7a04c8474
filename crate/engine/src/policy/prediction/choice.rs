//! Which predictor a user wants, and the one that is chosen by how well each has done.

use super::{History, autoregressive, last, mean, median, smoothed, window};
use crate::entry::{Kind, Parameter, Settings};
use crate::time::Span;

/// What can be set where a predictor is wanted.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        id: "predictor",
        name: "Predictor",
        doc: "How the next run time of a task is foreseen from those it has had.",
        unit: "",
        kind: Kind::Choice {
            options: &[
                ("mean", "The mean of all its run times so far (the thesis)."),
                ("last", "The last one."),
                ("window", "The mean of the last few."),
                ("smoothing", "Exponential smoothing: the last ones count more, the older the less."),
                (
                    "autoregressive",
                    "A linear function of the last one, fitted to the past by least squares; the mean while there is too \
                     little of it.",
                ),
                ("median", "The median of all its run times so far."),
                (
                    "rank",
                    "Not a time but a place: the mean of its places when the batches so far are sorted by time.",
                ),
                (
                    "best",
                    "For each task the one of those above, without the places, whose forecasts were nearest in its first \
                     batches.",
                ),
            ],
            default: "mean",
        },
        quick: None,
    },
    Parameter {
        id: "predictor_window",
        name: "Window of the predictor",
        doc: "How many run times the mean of the last few takes.",
        unit: "batches",
        kind: Kind::Integer { min: 1, max: 1_000, default: 3 },
        quick: None,
    },
    Parameter {
        id: "predictor_weight",
        name: "Weight of the last time",
        doc: "How far exponential smoothing follows the last run time: 1 follows it all the way.",
        unit: "",
        kind: Kind::Number { min: 0.01, max: 1.0, default: 0.5 },
        quick: None,
    },
    Parameter {
        id: "predictor_trials",
        name: "Trials of the predictors",
        doc: "Over how many forecasts, from the second batch of a task on, the best predictor is chosen.",
        unit: "batches",
        kind: Kind::Integer { min: 1, max: 20, default: 5 },
        quick: None,
    },
];

/// The predictors among which the best is sought, the first of equally good ones.
const CANDIDATES: [&str; 6] = ["mean", "last", "window", "smoothing", "median", "autoregressive"];

/// What the predictor of the settings foresees for a task: higher for a longer run time, in seconds unless it foresees
/// places. None if nothing is known of the task.
pub fn predict(history: &History, task: u32, settings: &Settings) -> Option<f64> {
    match settings.choice("predictor") {
        "rank" => history.mean_place(task).map(|place| -place),
        "best" => best(history.of(task), settings),
        "" | "mean" => history.mean(task),
        name => by_name(name, history.of(task), settings),
    }
}

/// What the candidate foresees whose forecasts in the first batches of the task were nearest to what came, by the sum of
/// their absolute errors. The choice is made for each task by itself, after each batch until there have been enough
/// trials, and stays. This is our reading of "the choice of the best predictor in the first iterations" (Heymann 2001,
/// section 6.2).
pub fn best(times: &[Span], settings: &Settings) -> Option<f64> {
    let trials = times.len().min(1 + settings.integer("predictor_trials").clamp(1, 20) as usize);
    let error = |name| {
        let miss = |known| {
            by_name(name, &times[..known], settings).map(|time| (time - times[known].seconds()).abs())
        };
        (1..trials).filter_map(miss).sum::<f64>()
    };
    let mut nearest = (CANDIDATES[0], error(CANDIDATES[0]));
    for name in &CANDIDATES[1..] {
        let error = error(name);
        if error < nearest.1 {
            nearest = (name, error);
        }
    }
    by_name(nearest.0, times, settings)
}

/// The forecast of the predictor of this name, in seconds.
fn by_name(name: &str, times: &[Span], settings: &Settings) -> Option<f64> {
    match name {
        "last" => last(times),
        "window" => window(times, settings.integer("predictor_window").clamp(1, 1_000) as usize),
        "smoothing" => smoothed(times, settings.number("predictor_weight")),
        "autoregressive" => autoregressive(times),
        "median" => median(times),
        _ => mean(times),
    }
}
