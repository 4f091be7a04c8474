//! Parameter sweeps of many independent tasks, which take the nodes that are idle: the work of the experiments on cycle
//! scavenging.

use crate::entry::{Entry, Kind, Makes, Parameter, Settings};
use crate::rng::{Stream, Streams};
use crate::time::{Span, Time};
use crate::workload::Job;
use crate::workload::application::Application;
use crate::workload::generator::{Generator, MOST, Work};
use crate::workload::grid::{GridJob, Request};

/// The generator in the catalog.
pub(in super::super) const GRID_SWEEP: Generator = Generator {
    entry: Entry {
        id: "grid-sweep",
        name: "Parameter sweeps",
        summary: "One sweep of many independent tasks for each user: it takes the nodes that are idle and yields to all \
                  other work.",
        source: "Sonmez 2010, sections 4.2.1 and 4.3.2; the distribution of the run times is our reading",
        parameters: &[USERS, TASKS, RUN_TIMES, RUN_MEAN, RUN_CV, RUN_MIN, GAP],
    },
    makes: Makes::GridJobs,
    make: |settings, _, &streams, purpose| Work::GridJobs(sweeps(settings, streams, purpose)),
};

const USERS: Parameter = Parameter {
    id: "users",
    name: "Users",
    doc: "How many users there are, each with one sweep.",
    unit: "users",
    kind: Kind::Integer { min: 1, max: 1_000, default: 3 },
};

const TASKS: Parameter = Parameter {
    id: "tasks",
    name: "Tasks",
    doc: "How many tasks each sweep has; fewer if all had more than a million together.",
    unit: "tasks",
    kind: Kind::Integer { min: 1, max: MOST as i64, default: 1_000 },
};

const RUN_TIMES: Parameter = Parameter {
    id: "run_times",
    name: "Run times",
    doc: "The distribution of the run times of the tasks.",
    unit: "",
    kind: Kind::Choice {
        options: &[
            ("normal", "Normal; what would be shorter than the shortest run time takes that long."),
            ("constant", "Every task takes the mean."),
            ("exponential", "Exponential: memoryless; its variation is 1."),
        ],
        default: "normal",
    },
};

const RUN_MEAN: Parameter = Parameter {
    id: "run_mean_s",
    name: "Mean run time",
    doc: "The mean run time of a task on a node of speed 1.",
    unit: "s",
    kind: Kind::Number { min: 0.001, max: 1e8, default: 540.0 },
};

const RUN_CV: Parameter = Parameter {
    id: "run_cv",
    name: "Variation of run times",
    doc: "Standard deviation by mean, for normal run times.",
    unit: "",
    kind: Kind::Number { min: 0.0, max: 10.0, default: 0.3 },
};

const RUN_MIN: Parameter = Parameter {
    id: "run_min_s",
    name: "Shortest run time",
    doc: "No task is shorter, for normal run times.",
    unit: "s",
    kind: Kind::Number { min: 0.001, max: 1e8, default: 30.0 },
};

const GAP: Parameter = Parameter {
    id: "gap_s",
    name: "Gap between users",
    doc: "How much later each user submits than the one before; 0 for all at the start.",
    unit: "s",
    kind: Kind::Number { min: 0.0, max: 1e8, default: 0.0 },
};

fn sweeps(settings: &Settings, streams: Streams, purpose: &str) -> Vec<GridJob> {
    let users = settings.integer("users").clamp(1, 1_000) as u32;
    let tasks = settings.integer("tasks").clamp(1, i64::from(MOST / users)) as u32;
    let sweep = |user: u32| {
        // A stream for each: more users or tasks leave the others theirs.
        let mut stream = streams.get(&format!("{purpose}/tasks-{user}"));
        let tasks: Vec<Span> = (0..tasks).map(|_| run_time(settings, &mut stream)).collect();
        let run = tasks.iter().fold(Span::ZERO, |all, &task| all + task);
        let submit = Time::from_seconds(f64::from(user - 1) * settings.number("gap_s").max(0.0));
        GridJob {
            job: Job { number: user, submit, run, user, ..Job::default() },
            request: Request::Flexible,
            application: Application::Sweep { tasks },
            inputs: Vec::new(),
        }
    };
    (1..=users).map(sweep).collect()
}

/// The run time of one task.
fn run_time(settings: &Settings, stream: &mut Stream) -> Span {
    let mean = settings.number("run_mean_s").max(0.0);
    let seconds = match settings.choice("run_times") {
        "constant" => mean,
        "exponential" => stream.exponential(mean),
        _ => stream.normal(mean, mean * settings.number("run_cv")).max(settings.number("run_min_s")),
    };
    Span::from_seconds(seconds).max(Span(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Value;

    fn made(settings: &[(&'static str, Value)]) -> Vec<GridJob> {
        let defaults = Settings::defaults(GRID_SWEEP.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        sweeps(&settings, Streams::new(5), "w")
    }

    fn tasks(sweep: &GridJob) -> &[Span] {
        match &sweep.application {
            Application::Sweep { tasks } => tasks,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn mean_and_variation_are_those_asked_for() {
        for (run_times, cv) in [("normal", 0.3), ("constant", 0.0), ("exponential", 1.0)] {
            let sweeps = made(&[("tasks", Value::Integer(100_000)), ("run_times", Value::Choice(run_times))]);
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
        let sweeps = made(&[("gap_s", Value::Number(60.0)), ("tasks", Value::Integer(7))]);
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
    fn more_users_and_tasks_leave_the_others_theirs() {
        let (few, many) =
            (made(&[]), made(&[("users", Value::Integer(5)), ("tasks", Value::Integer(2_000))]));
        for (a, b) in few.iter().zip(&many) {
            assert_eq!(tasks(a), &tasks(b)[..1_000]);
        }
    }

    #[test]
    fn no_task_is_too_short_and_there_are_never_too_many() {
        let all = made(&[("users", Value::Integer(1_000)), ("tasks", Value::Integer(1_000_000))]);
        assert_eq!(all.iter().map(|sweep| tasks(sweep).len()).sum::<usize>(), 1_000_000);
        let wide = made(&[("run_cv", Value::Number(10.0))]);
        let shortest = wide.iter().flat_map(tasks).min();
        assert_eq!(shortest, Some(&Span::from_seconds(30.0)));
        let endless = made(&[("run_mean_s", Value::Number(1e300)), ("run_times", Value::Choice("constant"))]);
        assert_eq!(endless[0].job.run, Span::MAX);
    }
}
