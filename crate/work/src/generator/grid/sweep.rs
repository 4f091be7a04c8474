//! Parameter sweeps of many independent tasks, which use idle nodes: the work of the experiments on cycle scavenging.

use crate::application::Application;
use crate::generator::{Generator, MOST, Work};
use crate::grid::{GridJob, Request};
use crate::{Item, Job};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};

pub(in super::super) const GRID_SWEEP: Generator = Generator {
    entry: Entry::new("grid-sweep", "Parameter sweeps")
        .lacks(&["malleable jobs", "placed jobs"])
        .summary(
            "One parameter sweep of many independent tasks per user. Tasks use idle nodes (cycle scavenging) \
             and yield to all other work.",
        )
        .source("Sonmez 2010, sections 4.2.1 and 4.3.2; the runtime distribution is our assumption")
        .parameters(Sweeps::LIST),
    makes: GridJob::KIND,
    make: |settings, _, &streams, purpose| {
        let set = Sweeps::read(settings);
        Work::new(sweeps(&set, streams, purpose)).with_cut(set.tasks > set.max_tasks())
    },
};

#[derive(Parameters)]
struct Sweeps {
    /// Number of users, each with one sweep.
    #[parameter(name = "Users", unit = "users", min = 1, max = 1_000, default = 3)]
    users: u32,
    /// Number of tasks per sweep; fewer if all sweeps would exceed one million tasks in total.
    #[parameter(name = "Tasks", unit = "tasks", min = 1, max = MOST as i64, default = 1_000)]
    tasks: u32,
    /// Distribution of task runtimes.
    #[parameter(name = "Runtime distribution", default = "normal")]
    run_times: Distribution,
    /// Mean runtime of a task on a node of speed 1.
    #[parameter(name = "Mean runtime", unit = "s", min = 0.001, max = 1e8, default = 540)]
    run_mean_s: f64,
    /// Coefficient of variation (standard deviation divided by mean), for normal runtimes.
    #[parameter(name = "CV of runtimes", min = 0, max = 10, default = 0.3, when(run_times = ["normal"]))]
    run_cv: f64,
    /// Lower limit on task runtimes, for normal runtimes.
    #[parameter(name = "Minimum runtime", unit = "s", min = 0.001, max = 1e8, default = 30, when(run_times = ["normal"]))]
    run_min_s: f64,
    /// Time between the submissions of consecutive users; 0 for all at time 0.
    #[parameter(name = "Delay between users", unit = "s", min = 0, max = 1e8, default = 0)]
    gap_s: f64,
}

/// Distributions of the run times of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Distribution {
    /// Normal; values below the minimum runtime are raised to it.
    #[word("normal")]
    Normal,
    /// Constant: every runtime equals the mean.
    #[word("constant")]
    Constant,
    /// Exponential (memoryless): coefficient of variation 1.
    #[word("exponential")]
    Exponential,
}

impl Sweeps {
    /// Maximum number of tasks of a sweep.
    fn max_tasks(&self) -> u32 {
        MOST / self.users
    }
}

fn sweeps(set: &Sweeps, streams: Streams, purpose: &str) -> Vec<GridJob> {
    let tasks = set.tasks.min(set.max_tasks());
    let sweep = |user: u32| {
        // A stream for each user: more users or tasks do not change the others.
        let mut stream = streams.get(&format!("{purpose}/tasks-{user}"));
        let tasks: Vec<Span> = (0..tasks).map(|_| draw_run_time(set, &mut stream)).collect();
        let run = tasks.iter().fold(Span::ZERO, |all, &task| all + task);
        let submit = Time::from_seconds(f64::from(user - 1) * set.gap_s);
        GridJob {
            job: Job { number: user, submit, run, user, ..Job::default() },
            request: Request::Flexible,
            application: Application::Sweep { tasks },
            inputs: Vec::new(),
        }
    };
    (1..=set.users).map(sweep).collect()
}

/// Draws the runtime of one task.
fn draw_run_time(set: &Sweeps, stream: &mut Stream) -> Span {
    let mean = set.run_mean_s;
    let seconds = match set.run_times {
        Distribution::Constant => mean,
        Distribution::Exponential => stream.exponential(mean),
        Distribution::Normal => stream.normal(mean, mean * set.run_cv).max(set.run_min_s),
    };
    Span::from_seconds(seconds).max(Span(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};

    fn sweeps_with(settings: &[(&'static str, Value)]) -> Vec<GridJob> {
        let defaults = Settings::defaults(GRID_SWEEP.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        sweeps(&Sweeps::read(&settings), Streams::new(5), "w")
    }

    fn tasks(sweep: &GridJob) -> &[Span] {
        match &sweep.application {
            Application::Sweep { tasks } => tasks,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn mean_and_variation_are_the_requested_ones() {
        for (run_times, cv) in [("normal", 0.3), ("constant", 0.0), ("exponential", 1.0)] {
            let sweeps =
                sweeps_with(&[("tasks", Value::Integer(100_000)), ("run_times", Value::Choice(run_times))]);
            let all: Vec<f64> = sweeps.iter().flat_map(tasks).map(|task| task.seconds()).collect();
            let n = all.len() as f64;
            let mean = all.iter().sum::<f64>() / n;
            let variance = all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
            assert!((mean / 540.0 - 1.0).abs() < 0.01, "{run_times}: {mean}");
            assert!((variance.sqrt() / mean - cv).abs() < 0.01, "{run_times}: {}", variance.sqrt() / mean);
        }
    }

    #[test]
    fn each_user_has_one_sweep() {
        let sweeps = sweeps_with(&[("gap_s", Value::Number(60.0)), ("tasks", Value::Integer(7))]);
        assert_eq!(sweeps.len(), 3);
        for (sweep, user) in sweeps.iter().zip(1_u32..) {
            let all: i64 = tasks(sweep).iter().map(|task| task.0).sum();
            assert_eq!((sweep.job.user, sweep.job.nodes, sweep.job.run), (user, 1, Span(all)));
            assert_eq!(sweep.job.submit, Time(60_000_000 * i64::from(user - 1)));
            assert_eq!(tasks(sweep).len(), 7);
        }
        assert_ne!(tasks(&sweeps[0]), tasks(&sweeps[1]));
    }

    #[test]
    fn adding_users_or_tasks_changes_no_other_sweep() {
        let (few, many) = (
            sweeps_with(&[]),
            sweeps_with(&[("users", Value::Integer(5)), ("tasks", Value::Integer(2_000))]),
        );
        for (a, b) in few.iter().zip(&many) {
            assert_eq!(tasks(a), &tasks(b)[..1_000]);
        }
    }

    #[test]
    fn task_lengths_and_counts_are_limited() {
        let all = sweeps_with(&[("users", Value::Integer(1_000)), ("tasks", Value::Integer(1_000_000))]);
        assert_eq!(all.iter().map(|sweep| tasks(sweep).len()).sum::<usize>(), 1_000_000);
        let wide = sweeps_with(&[("run_cv", Value::Number(10.0))]);
        let shortest = wide.iter().flat_map(tasks).min();
        assert_eq!(shortest, Some(&Span::from_seconds(30.0)));
        let endless = sweeps_with(&[
            ("users", Value::Integer(1)),
            ("tasks", Value::Integer(1_000_000)),
            ("run_mean_s", Value::Number(1e8)),
            ("run_times", Value::Choice("constant")),
        ]);
        assert_eq!(endless[0].job.run, Span::MAX);
    }
}
