//! Batches of tasks of which a fifth holds a given share of the work.

use serde_json::{Value, json};

/// The run times of a batch in seconds, 1000 on average: a fifth of the tasks holds `workload` per cent of the work; the
/// sizes of large and small tasks are arithmetic progressions.
pub(super) fn basic_batch(tasks: u32, workload: u32) -> Vec<f64> {
    let large = (tasks + 2) / 5;
    let total = 1000.0 * f64::from(tasks);
    let share = f64::from(workload) / 100.0;
    let part = |count: u32, load: f64| {
        let unit = load / f64::from(count * (count + 1) / 2);
        (1..=count).rev().map(move |rank| unit * f64::from(rank))
    };
    part(large, share * total).chain(part(tasks - large, (1.0 - share) * total)).collect()
}

/// An application of so many equal batches of these tasks.
pub(super) fn part(tasks_s: &[f64], batches: u32) -> Value {
    json!({"applications": [{"tasks_s": tasks_s, "iterations": batches}]})
}
