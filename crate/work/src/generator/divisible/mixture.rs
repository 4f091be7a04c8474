//! Tasks of three classes, in batches.

use super::{MAKES, SPEEDS, kflop};
use crate::Work;
use crate::divisible::Divisible;
use crate::generator::Generator;
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::rng::{Stream, cumulative_shares};
use ganttlet_core::time::{Span, Time};

pub(in super::super) const DIVISIBLE_MIXTURE: Generator = Generator {
    entry: Entry::new("divisible-mixture", "Mixture of divisible tasks")
        .summary(
            "Divisible tasks of three classes, submitted in batches: most take seconds on one CPU, some \
             hours, few weeks. Two fits: load matches the published load and shares of time, table3 the \
             published numbers of jobs; no fit matches both.",
        )
        .source(
            "Silberstein et al. 2006 (classes of 60, 28 and 12 %, 2300 tasks in 214 days); the distributions \
             within the classes and the batches are our assumptions",
        )
        .parameters(Mixture::LIST),
    makes: MAKES,
    make: |settings, _, &streams, purpose| {
        let set = Mixture::read(settings);
        let mut tasks = set.tasks(&mut streams.get(&format!("{purpose}/tasks")));
        set.draw_removals(&mut tasks, &mut streams.get(&format!("{purpose}/removals")));
        Work::new(tasks)
    },
};

#[derive(Parameters)]
struct Mixture {
    /// Number of tasks submitted.
    #[parameter(name = "Tasks", unit = "tasks", min = 1, max = 100_000, default = 300)]
    tasks: u32,
    /// Expected length of the submission period.
    #[parameter(name = "Duration", unit = "d", min = 0.01, max = 1_000, default = 28)]
    days: f64,
    /// Published quantity to which the task sizes are fitted.
    #[parameter(name = "Fit", default = "load")]
    fit: Fit,
    /// Mean number of tasks per batch.
    #[parameter(name = "Batch size", unit = "tasks", min = 1, max = 1_000, default = 4, quick)]
    batch_mean: f64,
    /// Mean time between consecutive tasks of a batch.
    #[parameter(name = "Inter-arrival time in a batch", unit = "s", min = 0, max = 1e6, default = 20)]
    batch_gap_s: f64,
    /// Probability that a task has the same class as the previous task of its batch; otherwise its class is drawn
    /// independently.
    #[parameter(name = "Class repetition in a batch", min = 0, max = 1, default = 0)]
    burst_same_class: f64,
    /// Share of small tasks (seconds to three minutes on one CPU).
    #[parameter(name = "Share of small tasks", min = 0, max = 1, default = 0.6)]
    small_share: f64,
    /// Share of medium tasks (hours on one CPU).
    #[parameter(name = "Share of medium tasks", min = 0, max = 1, default = 0.28)]
    medium_share: f64,
    /// Share of large tasks (days to years on one CPU).
    #[parameter(name = "Share of large tasks", min = 0, max = 1, default = 0.12)]
    large_share: f64,
    /// Share of tasks that their users cancel. Tasks that end before their cancellation complete normally.
    #[parameter(name = "Share of cancelled tasks", min = 0, max = 1, default = 0)]
    removed_share: f64,
    /// Mean time from submission to cancellation, exponentially distributed.
    #[parameter(name = "Mean time to cancellation", unit = "s", min = 1, max = 1e8, default = 3_600)]
    removed_after_s: f64,
}

/// Published quantity to which the task sizes are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Fit {
    /// Published load and shares of time
    #[word("load")]
    Load,
    /// Published numbers of jobs per task
    #[word("table3")]
    Table3,
}

const HOUR_S: f64 = 3_600.0;
const DAY_S: f64 = 86_400.0;

/// Time on one CPU of the level: median, sigma of the logarithm, minimum, maximum; in seconds.
type Size = (f64, f64, f64, f64);

const SMALL: Size = (48.0, 0.75, 3.0, 180.0);

impl Fit {
    fn sizes(self) -> [Size; 3] {
        let hours =
            |(median, sigma, least, most): Size| (median * HOUR_S, sigma, least * HOUR_S, most * HOUR_S);
        match self {
            Self::Load => [SMALL, hours((12.0, 0.9, 0.1, 140.0)), hours((550.0, 1.5, 120.0, 40_000.0))],
            Self::Table3 => [SMALL, hours((12.0, 0.7, 0.1, 140.0)), hours((230.0, 0.7, 120.0, 20_000.0))],
        }
    }
}

/// A number from this distribution; redrawn until it is within the range.
fn draw_size(chance: &mut Stream, (median, sigma, least, most): Size) -> f64 {
    loop {
        let seconds = chance.lognormal(libm::log(median), sigma);
        if (least..=most).contains(&seconds) {
            return seconds;
        }
    }
}

/// Number of tasks that follow the first of a batch: geometric.
fn draw_followers(chance: &mut Stream, mean: f64) -> u32 {
    if mean <= 1.0 {
        return 0;
    }
    let stays = 1.0 - 1.0 / mean;
    libm::floor(libm::log(1.0 - chance.uniform()) / libm::log(stays)).min(1e6) as u32
}

impl Mixture {
    /// Draws which tasks their users withdraw, and when.
    fn draw_removals(&self, tasks: &mut [Divisible], chance: &mut Stream) {
        for task in tasks {
            let (taken, after) =
                (chance.bernoulli(self.removed_share), chance.exponential(self.removed_after_s));
            task.removed = taken.then(|| Span::from_seconds(after));
        }
    }

    fn tasks(&self, chance: &mut Stream) -> Vec<Divisible> {
        let shares = [self.small_share, self.medium_share, self.large_share];
        let shares = if shares.iter().sum::<f64>() > 0.0 { shares } else { [1.0, 0.0, 0.0] };
        let (shares, sizes) = (cumulative_shares(shares), self.fit.sizes());
        // The rate of batches is such that all tasks arrive within the given days.
        let between = self.days * DAY_S * self.batch_mean / f64::from(self.tasks);
        let (mut all, mut now) = (Vec::new(), 0.0);
        while all.len() < self.tasks as usize {
            now += chance.exponential(between);
            let (mut at, mut class) = (now, chance.weighted_index(&shares));
            for follows in 0..=draw_followers(chance, self.batch_mean) {
                if follows > 0 {
                    at += chance.exponential(self.batch_gap_s);
                    if !chance.bernoulli(self.burst_same_class) {
                        class = chance.weighted_index(&shares);
                    }
                }
                let kflop = kflop(draw_size(chance, sizes[class]), SPEEDS[class]);
                all.push(Divisible { submit: Time::from_seconds(at), kflop, ..Divisible::default() });
            }
        }
        all.truncate(self.tasks as usize);
        ganttlet_core::order::sort_by_key(&mut all, |task| task.submit.0);
        for (task, number) in all.iter_mut().zip(1..) {
            task.number = number;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::rng::Streams;

    fn tasks_with(seed: u64, fit: &'static str) -> Vec<Divisible> {
        let settings = Settings::default()
            .with("tasks", Value::Integer(2_300))
            .with("days", Value::Number(214.0))
            .with("fit", Value::Choice(fit));
        let platform = ganttlet_core::platform::one_cluster(1);
        (DIVISIBLE_MIXTURE.make)(&settings, &platform, &Streams::new(seed), "workload/0").take()
    }

    /// Seconds on one CPU of the slowest grid.
    fn cpu_seconds(task: &Divisible) -> f64 {
        task.kflop as f64 / SPEEDS[2]
    }

    #[test]
    fn load_and_share_of_large_tasks_are_as_published() {
        let (mut top, mut work) = (0.0, 0.0);
        for seed in 1..=20 {
            let mut sizes: Vec<f64> = tasks_with(seed, "load").iter().map(cpu_seconds).collect();
            sizes.sort_by(f64::total_cmp);
            let all: f64 = sizes.iter().sum();
            top += sizes[sizes.len() - 23..].iter().sum::<f64>() / all / 20.0;
            work += all / HOUR_S / 20.0;
        }
        // The largest 1 % hold 0.42 to 0.50 of the work; 400 to 620 thousand CPU hours.
        assert!((0.42..0.50).contains(&top), "{top}");
        assert!((400e3..620e3).contains(&work), "{work}");
    }

    #[test]
    fn withdrawals_change_no_other_property() {
        let make = |share: f64| {
            let settings = Settings::default()
                .with("tasks", Value::Integer(2_000))
                .with("removed_share", Value::Number(share));
            let platform = ganttlet_core::platform::one_cluster(1);
            let mut made = (DIVISIBLE_MIXTURE.make)(&settings, &platform, &Streams::new(5), "workload/0");
            made.take::<Divisible>()
        };
        let (none, some) = (make(0.0), make(0.2));
        assert!(none.iter().all(|task| task.removed.is_none()));
        let taken: Vec<f64> = some.iter().filter_map(|task| Some(task.removed?.seconds())).collect();
        assert!((350..450).contains(&taken.len()), "{}", taken.len());
        let mean = taken.iter().sum::<f64>() / taken.len() as f64;
        assert!((3_000.0..4_200.0).contains(&mean), "{mean}");
        let plain = |task: Divisible| Divisible { removed: None, ..task };
        assert_eq!(some.into_iter().map(plain).collect::<Vec<_>>(), none);
    }

    #[test]
    fn classes_have_the_published_frequencies() {
        let tasks = tasks_with(3, "table3");
        let share = |from: f64, to: f64| {
            let there = |task: &&Divisible| (from..to).contains(&cpu_seconds(task));
            tasks.iter().filter(there).count() as f64 / tasks.len() as f64
        };
        assert!((share(0.0, 300.0) - 0.6).abs() < 0.04);
        assert!((share(300.0, 119.0 * HOUR_S) - 0.28).abs() < 0.04);
        let last = tasks[tasks.len() - 1].submit.seconds() / DAY_S;
        assert!((170.0..260.0).contains(&last), "{last}");
    }
}
