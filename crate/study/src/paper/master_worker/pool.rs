//! Runs of one application on a pool of machines: what a scenario says of them, and what is taken from them.

use crate::verdict::Judge;
use crate::{Case, Cell, Interval, Results, Take, Verdict, verdict};
use ganttlet_document::Scenario;
use ganttlet_engine::record::Trace;
use ganttlet_engine::system::rounds::Round;
use serde_json::{Value, json};

/// Places of the numbers that [`PoolRun::case`] takes: time from the first batch to the end, s.
pub(super) const TIME: usize = 0;
/// The share of their time in which workers work, without that in which they are suspended.
pub(super) const EFFICIENCY: usize = 1;
/// Time by efficiency, s.
pub(super) const RATIO: usize = 2;
/// Workers in a batch, on average over the batches.
pub(super) const WORKERS: usize = 3;
/// Speed of the workers beside the master's, on average over their time.
pub(super) const POWER: usize = 4;
/// How often a worker is suspended in a batch, on average.
pub(super) const SUSPENSIONS: usize = 5;
/// Batches before the first at whose end all workers are there that were asked for.
pub(super) const WAITING: usize = 6;
/// The most workers that are asked for once a batch has been seen.
pub(super) const CHOSEN: usize = 7;
/// The first of the numbers that come batch by batch: the most workers at a time, and the length, s.
const BATCHES: usize = 8;

/// The place of the most workers that batch `number`, from 1, had at a time.
pub(super) fn workers_of(number: usize) -> usize {
    BATCHES + 2 * (number - 1)
}

/// The place of the length of batch `number`, from 1.
pub(super) fn length_of(number: usize) -> usize {
    workers_of(number) + 1
}

/// What runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    /// The Fibonacci program in this version: `w50`, `w30`.
    Fibonacci(&'static str),
    /// Thinning of this image in so many strips.
    Thinning(&'static str, u32),
}

/// By what the batches before took.
pub(super) const AVERAGE: &str = "random-average";

/// How many workers are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Workers {
    /// So many all the time.
    Fixed(u32),
    /// As many as there are tasks.
    OnePerTask,
    /// Self-adjusting by the table.
    Table,
    /// Self-adjusting by what the last batch showed, by times as they were taken: the homogeneous version.
    Dynamic,
    /// The same, with the next task for the worker that joined first instead of the fastest.
    DynamicAsJoined,
    /// Self-adjusting by times as they would have been on the master's machine: the heterogeneous version.
    DynamicHeterogeneous,
}

/// Where it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// What machines there are.
    pub(super) machines: Machines,
    /// Speed of the machine that has the given run times, in `KFlops`.
    pub(super) reference_kflops: f64,
    /// Speed of the master's machine beside that.
    pub(super) master_speed: f64,
    /// Machines come some time after they are asked for, and their owners come back now and then.
    pub(super) shared: bool,
}

/// Machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Machines {
    /// As many as there are tasks, all alike.
    Alike,
    /// Drawn from the range of the homogeneous pool.
    Homogeneous,
    /// Drawn from that of the heterogeneous pool.
    Heterogeneous,
}

impl Place {
    /// Machines of its own, all alike and there from the beginning.
    pub(super) const DEDICATED: Self =
        Self { machines: Machines::Alike, reference_kflops: 90_000.0, master_speed: 1.0, shared: false };
    /// The homogeneous pool.
    pub(super) const HOMOGENEOUS: Self =
        Self { machines: Machines::Homogeneous, shared: true, ..Self::DEDICATED };
    /// The heterogeneous pool. Its machines do half of what their benchmarks say.
    pub(super) const HETEROGENEOUS: Self = Self {
        machines: Machines::Heterogeneous,
        reference_kflops: 180_000.0,
        shared: true,
        ..Self::DEDICATED
    };
}

/// How many machines a pool has.
const POOL_SIZE: u32 = 40;
/// Mean time from a request to the machine being there, s.
const GRANT_DELAY_S: f64 = 350.0;
/// Mean time between two sessions of the owner of a machine, s.
const AVAILABLE_S: f64 = 700.0;
/// Mean length of such a session, s.
const AWAY_S: f64 = 10.0;

/// What was fitted for all runs on pools.
pub(super) const FITTED_POOL: &str = "Fitted, the same for all pools: 40 machines; one comes 350 s after it was asked for, \
    so that of 32 asked for at once 23 are there in iteration 15, as in figure 4-12; owners come back after 700 s for \
    10 s, so that a worker of a thinning is suspended 0.2 to 0.4 times an iteration, as in tables 4-11 to 4-18. All three \
    times are means of exponential ones, chosen from 20 combinations.";

/// One run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PoolRun {
    /// What runs.
    pub(super) program: Program,
    /// In which order tasks are handed out, and to how many workers.
    pub(super) policies: (&'static str, Workers),
    /// With what the page compares that.
    pub(super) beside: (&'static str, Workers),
    /// Where it runs.
    pub(super) place: Place,
    /// The seed.
    pub(super) seed: u64,
}

impl PoolRun {
    fn system(&self, (ordering, workers): (&str, Workers)) -> Value {
        let plain = matches!(workers, Workers::Dynamic | Workers::DynamicAsJoined);
        let mut parameters = json!({
            "grant_delay_s": if self.place.shared { GRANT_DELAY_S } else { 0.0 },
            "master_speed": self.place.master_speed, "normalise": !plain,
        });
        let sizing = match workers {
            Workers::Fixed(count) => {
                parameters["workers"] = json!(count);
                "fixed"
            }
            Workers::OnePerTask => "one-per-task",
            Workers::Table => "static-table",
            Workers::Dynamic => "dynamic",
            Workers::DynamicAsJoined => {
                parameters["worker_order"] = json!("joined");
                "dynamic"
            }
            Workers::DynamicHeterogeneous => "dynamic-heterogeneous",
        };
        json!({
            "kind": "opportunistic",
            "policies": {"ordering": ordering, "sizing": sizing},
            "parameters": parameters,
        })
    }

    fn scenario(&self, name: &str) -> String {
        let (tasks, workload) = match self.program {
            Program::Fibonacci(version) => {
                (28, json!({"generator": "fibonacci", "parameters": {"version": version}}))
            }
            Program::Thinning(image, strips) => {
                let parameters = json!({"image": image, "strips": strips});
                (strips, json!({"generator": "thinning", "parameters": parameters}))
            }
        };
        let pool = |kind: &str| {
            json!({"preset": "opportunistic-pool", "parameters": {
                "kind": kind, "machines": POOL_SIZE, "reference_kflops": self.place.reference_kflops,
                "draw": 1 + self.seed % 1_000_000,
            }})
        };
        let platform = match self.place.machines {
            Machines::Alike => json!({"clusters": [{"name": "Pool", "nodes": tasks}]}),
            Machines::Homogeneous => pool("homogeneous"),
            Machines::Heterogeneous => pool("heterogeneous"),
        };
        let owners = json!({"generator": "owner-sessions", "parameters": {
            "available_mean_s": AVAILABLE_S, "away_mean_s": AWAY_S, "duration_s": LONGEST_S,
        }});
        let background = if self.place.shared { json!([owners]) } else { json!([]) };
        let scenario = json!({
            "version": 1,
            "name": name,
            "seed": self.seed,
            "platform": platform,
            "workload": [workload],
            "background": background,
            "system": self.system(self.policies),
            "compare": [self.system(self.beside)],
        });
        scenario.to_string()
    }

    /// The run, from which the numbers at [`TIME`] and so on are taken.
    pub(super) fn case(&self, what: &str) -> Case {
        let label = format!("{what}, seed {}", self.seed);
        Case { scenario: self.scenario(&label), label, variant: 0, take: Take::FromRun(take) }
    }
}

/// No run lasts longer.
const LONGEST_S: f64 = 100_000.0;

/// The numbers of the first application.
pub(super) fn take(trace: &Trace, _: &Scenario) -> Vec<f64> {
    let rounds: Vec<Round> =
        trace.entries().filter(|round: &Round| round.application == 0 && round.is_over()).collect();
    if rounds.is_empty() {
        return vec![f64::NAN; BATCHES];
    }
    let count = rounds.len() as f64;
    let sum = |of: &dyn Fn(&Round) -> f64| rounds.iter().map(of).sum::<f64>();
    let length = |round: &Round| (round.end - round.start).seconds();
    let mean_workers = |round: &Round| round.up.seconds() / length(round);
    let time = sum(&length);
    let up = sum(&|round| round.up.seconds());
    let efficiency = sum(&|round| round.work.seconds()) / (up - sum(&|round| round.suspended.seconds()));
    let waiting = rounds.iter().take_while(|round| round.held < round.wanted).count();
    let mut numbers = vec![
        time,
        efficiency,
        time / efficiency,
        sum(&mean_workers) / count,
        sum(&|round| round.power) / up,
        sum(&|round| f64::from(round.suspensions)) / count,
        waiting as f64,
        rounds.iter().skip(1).map(|round| f64::from(round.wanted)).fold(f64::NAN, f64::max),
    ];
    numbers.extend(rounds.iter().flat_map(|round| [f64::from(round.most_held), length(round)]));
    numbers
}

/// The cell of a table: ours, beside what was published.
pub(super) fn cell<P>(
    results: &Results<P>,
    column: usize,
    about: impl Fn(&P) -> bool,
    published: f64,
) -> Cell {
    Cell::ours(results.interval(column, about)).beside(published.to_string())
}

/// Whether each number is at most so many per cent from the published one.
pub(super) fn near_percent(ours: &[Interval], theirs: &[f64], percent: f64) -> Verdict {
    let each = ours.iter().zip(theirs).map(|(&ours, &theirs)| Judge::near_percent(theirs, percent).of(ours));
    verdict::all(&each.collect::<Vec<_>>())
}

/// Whether each number is at most so far from the published one.
pub(super) fn near(ours: &[Interval], theirs: &[f64], by: f64) -> Verdict {
    let each = ours.iter().zip(theirs).map(|(&ours, &theirs)| Judge::near(theirs, by, "").of(ours));
    verdict::all(&each.collect::<Vec<_>>())
}

/// Numbers as a sentence has them: `0.81, 0.57, 0.42`.
pub(super) fn list<T: Copy + Into<Interval>>(numbers: &[T]) -> String {
    let digits = |number: f64| match number.abs() {
        large if large >= 100.0 => 0,
        middle if middle >= 10.0 => 1,
        _ => 2,
    };
    let means = numbers.iter().map(|&number| number.into().mean);
    let words = means.map(|number| format!("{number:.*}", digits(number)));
    words.collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_run_agree_with_each_other() {
        let run = PoolRun {
            program: Program::Fibonacci("w30"),
            policies: (AVERAGE, Workers::Fixed(28)),
            beside: (AVERAGE, Workers::Table),
            place: Place::DEDICATED,
            seed: 1,
        };
        let numbers = |run: PoolRun| run.case("test").run().expect("a scenario that can be run");
        let (many, one) = (numbers(run), numbers(PoolRun { policies: (AVERAGE, Workers::Fixed(1)), ..run }));
        let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-6, "{a} is not {b}");
        // The work is the time of one worker.
        near(many[EFFICIENCY] * 28.0 * many[TIME], one[TIME]);
        near(many[RATIO], many[TIME] / many[EFFICIENCY]);
        near(many[POWER], 1.0);
        near(one[EFFICIENCY], 1.0);
        for place in [WORKERS, CHOSEN, workers_of(35)] {
            near(many[place], 28.0);
        }
        assert!(many[SUSPENSIONS].abs() + many[WAITING].abs() < 1e-12);
        assert_eq!(many.len(), BATCHES + 70);
        near((1..=35).map(|number| many[length_of(number)]).sum(), many[TIME]);
    }

    #[test]
    fn what_is_shared_is_slower() {
        let run = PoolRun {
            program: Program::Thinning("letters", 8),
            policies: (AVERAGE, Workers::OnePerTask),
            beside: (AVERAGE, Workers::Dynamic),
            place: Place::HOMOGENEOUS,
            seed: 1,
        };
        let numbers = |place: Place| PoolRun { place, ..run }.case("test").run().expect("it can be run");
        let (pool, alone) = (numbers(Place::HOMOGENEOUS), numbers(Place::DEDICATED));
        assert!(pool[TIME] > alone[TIME] && pool[WORKERS] < alone[WORKERS]);
        assert!(pool[SUSPENSIONS] > 0.0 && pool[WAITING] > 0.0);
        // Different masters see the same machines differently, and nothing else changes.
        let slow = numbers(Place { master_speed: 0.5, ..Place::HOMOGENEOUS });
        assert_eq!(slow[TIME].to_bits(), pool[TIME].to_bits());
        assert!((slow[POWER] / pool[POWER] - 2.0).abs() < 1e-9);
    }

    #[test]
    fn lists_are_read_by_people() {
        assert_eq!(list(&[0.816, 12.34, 1203.6]), "0.82, 12.3, 1204");
    }
}
