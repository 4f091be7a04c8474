//! Batches from a model with four factors: workload, similarity, variation and length.

use super::{Applications, BatchModel, Iterations};
use crate::Item;
use crate::generator::Generator;
use crate::master_worker::MasterWorker;
use ganttlet_core::entry::{Entry, Parameters, Variants};

pub(in super::super) const BATCHES: Generator = Generator {
    entry: Entry::new("master-worker-batches", "Master-worker batches")
        .summary(
            "Iterative master-worker applications that repeat a batch of independent tasks. A fifth of the \
             tasks are large and account for a given share of the work; sizes within each group are equal or \
             different. The application expects the basic batch; each iteration varies it.",
        )
        .source(
            "Heymann 2001, section 3.4.2; the linear decrease of different task sizes is our assumption, \
             which reproduces all published perfect numbers of machines",
        )
        .parameters(Batches::LIST),
    makes: MasterWorker::KIND,
    make: |settings, platform, &streams, purpose| {
        let set = Batches::read(settings);
        let different = |likeness| likeness == Likeness::Different;
        let basic = basic_batch(
            set.tasks,
            set.workload_percent / 100.0,
            different(set.large),
            different(set.small),
            set.mean_s,
        );
        let model = BatchModel {
            name: "batches",
            expected: &basic,
            iterations: set.iterations.iterations as usize,
            seconds: &|_, task| basic[task],
        };
        model.applications(&set.applications, platform, streams, purpose)
    },
};

#[derive(Parameters)]
struct Batches {
    /// Number of tasks per batch. Published: 30, 50, 100, 150, 300.
    #[parameter(name = "Tasks", unit = "tasks", min = 1, max = 1_000, default = 30)]
    tasks: u32,
    #[parameter(all)]
    iterations: Iterations,
    /// Share of the total work in the large tasks (a fifth of the tasks): 30 is nearly balanced, 90 very unbalanced.
    #[parameter(name = "Share of work in large tasks", unit = "%", min = 20, max = 95, default = 60, quick)]
    workload_percent: f64,
    /// Equal or different sizes of the large tasks: first digit of the published codes 0-0, 0-1, 1-0 and 1-1.
    #[parameter(name = "Large-task sizes", default = "different")]
    large: Likeness,
    /// Equal or different sizes of the small tasks: second digit of the published codes.
    #[parameter(name = "Small-task sizes", default = "different")]
    small: Likeness,
    /// Mean runtime of the tasks of the basic batch on a machine of speed 1.
    #[parameter(name = "Mean runtime", unit = "s", min = 0.001, max = 1e8, default = 1_000)]
    mean_s: f64,
    #[parameter(all)]
    applications: Applications,
}

/// Whether the tasks are similar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Likeness {
    /// Equal sizes (0).
    #[word("similar")]
    Similar,
    /// Linearly decreasing sizes (1).
    #[word("different")]
    Different,
}
/// Number of large tasks: a fifth, at least one (Heymann 2001, section 3.4.2).
fn large_tasks(tasks: usize) -> usize {
    (libm::round(0.2 * tasks as f64) as usize).max(1).min(tasks)
}

/// The basic batch (Heymann 2001, section 3.4.2), in the unit of `mean`: the large tasks first, each group from its
/// largest to its smallest. The large fifth of the tasks has the share `workload` (0 to 1) of all work. In a group of
/// different tasks the sizes are proportional to n, n-1, .., 1.
pub fn basic_batch(
    tasks: u32,
    workload: f64,
    large_different: bool,
    small_different: bool,
    mean: f64,
) -> Vec<f64> {
    let tasks = tasks as usize;
    let total = mean * tasks as f64;
    let large = large_tasks(tasks);
    let small = tasks - large;
    let heavy = if small == 0 { total } else { workload * total };
    let mut sizes = Vec::with_capacity(tasks);
    for (count, load, different) in [(large, heavy, large_different), (small, total - heavy, small_different)]
    {
        let n = count as f64;
        for rank in (1..=count).rev() {
            sizes.push(if different { load * rank as f64 / (n * (n + 1.0) / 2.0) } else { load / n });
        }
    }
    sizes
}

/// The share of all work in the largest fifth of these tasks (0 to 1; 0 for no work): the measurable workload. It
/// exceeds that of the model if the smallest large tasks are smaller than the largest small ones.
pub fn measured_workload(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let total: f64 = sorted.iter().sum();
    if total > 0.0 { sorted[..large_tasks(sorted.len())].iter().sum::<f64>() / total } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::master_worker::applications_with;
    use ganttlet_core::entry::Value;
    use ganttlet_core::time::Span;

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    /// 30 tasks, 60 %, 1-1, in units of the mean.
    #[test]
    fn the_basic_batch_has_the_published_run_times() {
        let batch = basic_batch(30, 0.6, true, true, 1.0);
        let large: Vec<String> = batch[..6].iter().map(|size| format!("{size:.4}")).collect();
        assert_eq!(large, ["5.1429", "4.2857", "3.4286", "2.5714", "1.7143", "0.8571"]);
        for (size, steps) in batch[6..].iter().zip((1..=24).rev()) {
            assert_near(*size, 0.04 * f64::from(steps));
        }
        assert_near(batch.iter().sum(), 30.0);
    }

    #[test]
    fn the_largest_task_follows_the_closed_form() {
        for tasks in [28, 30, 50, 100, 150, 300] {
            let (total, large) = (f64::from(tasks) * 1_000.0, libm::round(f64::from(tasks) * 0.2));
            let small = f64::from(tasks) - large;
            for workload in [0.3, 0.5, 0.9] {
                let first = |large: bool, small: bool| basic_batch(tasks, workload, large, small, 1_000.0);
                let at = large as usize;
                assert_near(first(true, true)[0], 2.0 * workload * total / (large + 1.0));
                assert_near(first(false, true)[0], workload * total / large);
                assert_near(first(true, true)[at], 2.0 * (1.0 - workload) * total / (small + 1.0));
                assert_near(first(true, false)[at], (1.0 - workload) * total / small);
            }
        }
    }

    #[test]
    fn all_work_can_be_in_the_large_tasks() {
        assert_eq!(basic_batch(1, 0.6, true, true, 7.0), [7.0]);
        let two = basic_batch(2, 0.75, true, false, 10.0);
        assert_near(two[0], 15.0);
        assert_near(two[1], 5.0);
        assert!(basic_batch(0, 0.6, true, true, 7.0).is_empty());
    }

    /// 50 tasks without variation: where the groups overlap, the measured workload exceeds that of the model.
    #[test]
    fn the_measured_workload_is_at_least_the_set_one() {
        let cases = [
            (true, true, [0.380, 0.442, 0.521, 0.609, 0.702, 0.800, 0.900]),
            (true, false, [0.320, 0.408, 0.503, 0.6, 0.7, 0.8, 0.9]),
            (false, true, [0.312, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
            (false, false, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
        ];
        for (large, small, expected) in cases {
            for (tenths, expected) in (3..).zip(expected) {
                let given = f64::from(tenths) / 10.0;
                let measured = measured_workload(&basic_batch(50, given, large, small, 1.0));
                assert!((measured - expected).abs() < 0.001, "{large} {small} {given}: {measured}");
            }
        }
        assert_near(measured_workload(&[]), 0.0);
    }

    /// A longer application begins like a shorter one, and a small variation has the same direction as a large one.
    #[test]
    fn one_setting_changes_no_other_random_numbers() {
        let make = |percent: f64, iterations: i64| {
            let given = [
                ("variation_percent", Value::Number(percent)),
                ("iterations", Value::Integer(iterations)),
                ("applications", Value::Integer(2)),
            ];
            applications_with(&BATCHES, &given)
        };
        let (still, little, much) = (make(0.0, 10), make(10.0, 10), make(60.0, 35));
        for ((still, little), much) in still.iter().zip(&little).zip(&much) {
            assert!(still.batches.iter().all(|batch| *batch == still.batches[0]));
            assert_eq!((little.batches.len(), much.batches.len()), (10, 35));
            let pairs = little.batches.iter().flatten().zip(much.batches.iter().flatten());
            for ((little, much), basic) in pairs.zip(still.batches.iter().flatten()) {
                let by = |run: Span| run.seconds() / basic.run.seconds() - 1.0;
                assert!((by(much.run) - 6.0 * by(little.run)).abs() < 1e-5 && by(much.run).abs() <= 0.6);
            }
        }
        assert_ne!(much[0].batches, much[1].batches);
    }

    #[test]
    fn users_submit_applications_in_turn() {
        let given = [
            ("applications", Value::Integer(5)),
            ("users", Value::Integer(2)),
            ("gap_s", Value::Number(60.0)),
            ("homes", Value::Choice("in-turn")),
            ("kflops_min", Value::Number(88_000.0)),
            ("sequential_s", Value::Number(3.0)),
        ];
        let list = applications_with(&BATCHES, &given);
        let said: Vec<_> =
            list.iter().map(|a| (a.number, a.user, a.home, a.submit.seconds() as u32)).collect();
        assert_eq!(said, [(1, 1, 0, 0), (2, 2, 1, 60), (3, 1, 2, 120), (4, 2, 3, 180), (5, 1, 4, 240)]);
        assert_eq!((list[0].name.as_str(), list[0].sequential), ("batches 1", Span::from_seconds(3.0)));
        assert_eq!(list[0].needs.kflops, (Some(88_000.0), None));
        // At most a million tasks: 1000 batches of 1000 tasks leave one application.
        let large = [("tasks", 1_000), ("iterations", 1_000), ("applications", 9)];
        let large = large.map(|(id, value)| (id, Value::Integer(value)));
        assert_eq!(applications_with(&BATCHES, &large).len(), 1);
    }
}
