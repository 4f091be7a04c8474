//! An application that loses a machine in its batches, beside the same application on machines that stay.

use super::basic::{basic_batch, part};
use crate::order;
use crate::policy::list_scheduling::makespan;
use crate::scenario::Scenario;
use crate::study::{Case, Interval, Results, Take};
use crate::trace::{Round, Trace};
use serde_json::{Value, json};

/// How losses are drawn.
pub(super) const DRAWN: &str = "As the text has it: in each batch, with the given probability, one machine is lost, any of those \
    held, extra and idle ones among them, at any time up to the run time of the largest task. It is back when the next batch \
    begins. What its task had done is lost.";

/// How second copies are handled.
pub(super) const COPIES: &str = "Our reading: a second copy stands right behind its task in the list, and is stopped when the \
    task is done; the list is that of the longest tasks first, and a lost task goes back to its place in it.";

/// What is measured.
pub(super) const WORSENING: &str = "Worsening is that of the mean over all batches: of their times, and of their efficiencies \
    one by one, in per cent of what as many machines without extra ones, which are never lost, achieve.";

/// The share of the work that the large fifth of the tasks holds, %.
pub(super) const WORKLOADS: [u32; 7] = [30, 40, 50, 60, 70, 80, 90];
/// The perfect numbers of machines for 50 and for 150 tasks, published and reproduced.
pub(super) const PERFECT_50: [u32; 7] = [20, 14, 11, 9, 8, 7, 6];
/// The same for 150 tasks.
pub(super) const PERFECT_150: [u32; 7] = [57, 40, 31, 26, 22, 19, 17];

/// What is done against losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// No second copies (NR).
    Nothing,
    /// A second copy of the largest task (SR).
    Single,
    /// Second copies of as many tasks as there are extra machines (CR).
    Complete,
    /// Machines and copies by the rate of the losses (4.7 and 4.8 of the rules of chapter 5).
    Automatic,
}

impl Against {
    /// As in the thesis.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Nothing => "NR",
            Self::Single => "SR",
            Self::Complete => "CR",
            Self::Automatic => "by the losses",
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Nothing => "no-replication",
            Self::Single => "single-replication",
            Self::Complete => "complete-replication",
            Self::Automatic => "automatic-replication",
        }
    }
}

/// The run times of the ten tasks of `PovRay`, s.
const RENDERING_S: [f64; 10] = [56.0, 56.0, 40.0, 38.0, 36.0, 33.0, 30.0, 27.0, 23.0, 21.0];

/// What an application consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tasks {
    /// So many, of which a fifth holds this share of the work, %; both groups different (1-1).
    Batch(u32, u32),
    /// The ten of `PovRay`.
    Rendering,
}

/// What a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// Its tasks.
    pub(super) tasks: Tasks,
    /// Machines without extra ones.
    pub(super) workers: u32,
    /// Extra machines.
    pub(super) extra: u32,
    /// What is done against losses.
    pub(super) against: Against,
    /// How likely it is that a batch loses a machine, %.
    pub(super) percent: u32,
}

impl Point {
    /// 50 or 150 tasks on the perfect number of machines for a workload by its place, without extra machines, of which one
    /// is lost in every batch.
    pub(super) fn perfect(tasks: u32, workload: usize) -> Self {
        let perfect = if tasks == 50 { PERFECT_50 } else { PERFECT_150 };
        Self {
            tasks: Tasks::Batch(tasks, WORKLOADS[workload]),
            workers: perfect[workload],
            extra: 0,
            against: Against::Nothing,
            percent: 100,
        }
    }

    /// The same with extra machines.
    pub(super) fn with(self, extra: u32, against: Against) -> Self {
        Self { extra, against, ..self }
    }

    /// The same with another probability of loss, %.
    pub(super) fn at(self, percent: u32) -> Self {
        Self { percent, ..self }
    }

    /// The run, with so many batches that count and one before them.
    pub(super) fn case(&self, batches: u32, seed: u64) -> Case {
        let &Self { tasks, workers, extra, against, percent } = self;
        let (what, ordering) = match tasks {
            Tasks::Batch(count, workload) => (format!("{count} tasks, W {workload} %"), "lptf"),
            Tasks::Rendering => ("PovRay".into(), "random-average"),
        };
        let machines = match against {
            Against::Automatic => format!("{workers} machines"),
            _ => format!("{workers} + {extra} machines"),
        };
        let label = format!("{what}, {machines}, {}, loss {percent} %", against.name());
        let mut parameters = json!({
            "workers": workers, "losses": "one", "loss_probability": f64::from(percent) / 100.0,
        });
        let mut pool = workers + extra;
        match against {
            // As many as it may ask for.
            Against::Automatic => pool = 2 * workers,
            _ => parameters["extra_machines"] = json!(extra),
        }
        let part: Value = match tasks {
            Tasks::Batch(count, workload) => part(&basic_batch(count, workload), batches + 1),
            Tasks::Rendering => part(&RENDERING_S, batches + 1),
        };
        let scenario = json!({
            "version": 1,
            "name": label,
            "seed": seed,
            "platform": {"clusters": [{"name": "Pool", "nodes": pool}]},
            "workload": [part],
            "system": {
                "kind": "opportunistic",
                "policies": {"ordering": ordering, "sizing": "fixed", "loss": against.id()},
                "parameters": parameters,
            },
        });
        Case { label, scenario: scenario.to_string(), variant: 0, take: Take::FromRun(take) }
    }
}

/// A number taken from a run; those of each follow one another: mean, ends of the confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// How much longer batches take, %.
    Time = 0,
    /// How much less efficient they are, %.
    Efficiency = 3,
    /// Extra machines.
    Extra = 6,
}

/// The place of the number of batches.
const COUNT: usize = 9;

/// Mean and confidence interval of each measure over the batches, and their number.
fn take(trace: &Trace, _: &Scenario) -> Vec<f64> {
    let list = &trace.rounds.list;
    // Only after the first batch does a master that learns know anything. It has the same tasks as all others.
    let over: Vec<&Round> = list.iter().skip(1).filter(|round| round.is_over()).collect();
    let Some(first) = list.first() else { return vec![f64::NAN; COUNT + 1] };
    let mut times: Vec<i64> = trace.rounds.tasks_of(first).iter().map(|task| task.took.0).collect();
    order::sort(&mut times, |&time| -time);
    let workers = first.wanted - first.extra;
    let time = makespan(&times, workers) as f64;
    let efficiency = times.iter().sum::<i64>() as f64 / (f64::from(workers) * time);
    let measures: [&dyn Fn(&Round) -> f64; 3] = [
        &|round| 100.0 * ((round.end - round.start).0 as f64 / time - 1.0),
        &|round| 100.0 * (1.0 - round.efficiency().unwrap_or(f64::NAN) / efficiency),
        &|round| f64::from(round.extra),
    ];
    let mut numbers = Vec::new();
    for measure in measures {
        let values: Vec<f64> = over.iter().map(|round| measure(round)).collect();
        let interval = Interval::of(&values).unwrap_or_else(|| Interval::exact(f64::NAN));
        numbers.extend([interval.mean, interval.low, interval.high]);
    }
    numbers.push(over.len() as f64);
    numbers
}

/// The numbers of all runs of an experiment.
pub(super) struct Runs<'a>(Results<'a, Point>);

impl<'a> Runs<'a> {
    /// `points` says what each case is about, `outcomes` holds its numbers.
    pub(super) fn new(points: Vec<Point>, outcomes: &'a [Vec<f64>]) -> Self {
        Self(Results::new(points, outcomes))
    }

    /// A measure of a run, over its batches.
    pub(super) fn interval(&self, measure: Measure, point: Point) -> Option<Interval> {
        let run = *self.0.runs(|made| *made == point).first()?;
        let at = measure as usize;
        let interval =
            Interval { mean: run[at], low: run[at + 1], high: run[at + 2], count: run[COUNT] as u32 };
        interval.mean.is_finite().then_some(interval)
    }

    /// Its mean.
    pub(super) fn mean(&self, measure: Measure, point: Point) -> Option<f64> {
        self.interval(measure, point).map(|interval| interval.mean)
    }

    /// By how much batches take longer, %.
    pub(super) fn time(&self, point: Point) -> Option<f64> {
        self.mean(Measure::Time, point)
    }

    /// By how much they are less efficient, %.
    pub(super) fn efficiency(&self, point: Point) -> Option<f64> {
        self.mean(Measure::Efficiency, point)
    }
}
