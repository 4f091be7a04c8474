//! An application that loses a machine in its batches, beside the same application on machines that stay.

use super::batches::{Batches, Shape};
use crate::{Case, Effort, Interval, Results, Take, Target, Verdict, statistics};
use ganttlet_engine::order;
use ganttlet_engine::policy::list_scheduling::makespan;
use ganttlet_engine::record::Trace;
use ganttlet_engine::system::rounds::Round;
use serde_json::{Value, json};

/// How losses are drawn.
pub(super) const DRAWN: &str = "As the text has it: in each batch, with the given probability, one machine is lost, any of those \
    held, extra and idle ones among them, at any time up to the run time of the largest task. It is back when the next batch \
    begins. What its task had done is lost.";

/// What the runs beside them change.
pub(super) const BUSY: &str = "Beside them, to see what that does: only a machine that works when it is lost is lost. The \
    publication says that all machines are equally likely to be lost, and the targets are about those runs alone.";
/// What such runs are called.
pub(super) const BUSY_NAME: &str = "busy victims";
/// The same at the head of a table.
pub(super) const BUSY_HEAD: &str = "victims among busy machines";

/// How second copies are handled.
pub(super) const COPIES: &str = "Our reading: a second copy stands right behind its task in the list, and is stopped when the \
    task is done; the list is that of the longest tasks first, and a lost task goes back to its place in it.";

/// What is measured.
pub(super) const WORSENING: &str = "Worsening is that of the mean over all batches: of their times, and of their efficiencies \
    one by one, in per cent of what as many machines without extra ones, which are never lost, achieve.";

/// The share of the work that the large fifth of the tasks holds, %.
pub(super) const WORKLOADS: [u32; 7] = [30, 40, 50, 60, 70, 80, 90];
/// The perfect numbers of machines for 50 tasks, published and reproduced (M4).
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
    /// Extra machines and copies once losses are frequent.
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

/// What an application consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tasks {
    /// So many, of which a fifth holds this share of the work, %; both groups different (1-1).
    Batch(u32, u32),
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
    /// Only machines that work are lost.
    pub(super) busy: bool,
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
            busy: false,
        }
    }

    /// The same if only machines that work are lost.
    pub(super) fn among_busy(self) -> Self {
        Self { busy: true, ..self }
    }

    /// The same with extra machines.
    pub(super) fn with(self, extra: u32, against: Against) -> Self {
        Self { extra, against, ..self }
    }

    /// The same with another probability of loss, %.
    pub(super) fn at(self, percent: u32) -> Self {
        Self { percent, ..self }
    }

    /// The run, with so many batches.
    fn case(&self, iterations: u32, seed: u64) -> Case {
        let &Self { tasks, workers, extra, against, percent, busy } = self;
        let (what, ordering) = match tasks {
            Tasks::Batch(count, workload) => (format!("{count} tasks, W {workload} %"), "lptf"),
        };
        let machines = match against {
            Against::Automatic => format!("{workers} machines"),
            _ => format!("{workers} + {extra} machines"),
        };
        let which = if busy { format!(", {BUSY_NAME}") } else { String::new() };
        let label = format!("{what}, {machines}, {}, loss {percent} %{which}", against.name());
        // One that asks for extra machines by itself may have as many again.
        let pool = workers + if against == Against::Automatic { workers } else { extra };
        let system = |against: Against| {
            let mut parameters = json!({
                "workers": workers, "losses": "one", "loss_probability": f64::from(percent) / 100.0,
            });
            if busy {
                parameters["loss_victims"] = json!("busy");
            }
            if against != Against::Automatic {
                parameters["extra_machines"] = json!(extra);
            }
            json!({
                "kind": "opportunistic",
                "policies": {"ordering": ordering, "sizing": "fixed", "loss": against.id()},
                "parameters": parameters,
            })
        };
        let others = [Against::Nothing, Against::Complete].into_iter().filter(|&other| other != against);
        let others: Vec<Value> = others.filter(|_| extra > 0).map(system).collect();
        let part: Value = match tasks {
            Tasks::Batch(count, workload) => {
                let (shape, variation) = (Shape::ALL_DIFFER, 0);
                Batches { tasks: count, iterations, workload, shape, variation, seed }.part()
            }
        };
        let scenario = json!({
            "version": 1,
            "name": label,
            "seed": seed,
            "platform": {"clusters": [{"name": "Pool", "nodes": pool}]},
            "workload": [part],
            "system": system(against),
            "compare": others,
        });
        let take = Take::FromRun(|trace, _| numbers(trace, 0));
        Case { label, scenario: scenario.to_string(), variant: 0, take }
    }
}

/// Several runs of each point, which differ in their seeds: so many of 1000 batches, or one of fewer if it has to be quick.
/// The same seed lets the same batches lose the same machines at the same time.
pub(super) fn cases(points: &[Point], effort: Effort, (full, quick): (u64, u32)) -> Vec<Case> {
    let batches = effort.choose(1000, quick);
    effort.seeds(full, 1).flat_map(|seed| points.iter().map(move |point| point.case(batches, seed))).collect()
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// How much longer batches take, %.
    Time,
    /// How much less efficient they are, %.
    Efficiency,
    /// Extra machines.
    Extra,
}

/// How many batches there are but the first `skip`, then of each measure the mean over them and the sum of the squares of
/// what they differ from it.
fn numbers(trace: &Trace, skip: usize) -> Vec<f64> {
    let list = trace.rounds();
    let over: Vec<&Round> = list.iter().skip(skip).filter(|round| round.is_over()).collect();
    let Some(first) = over.first() else { return vec![0.0; 7] };
    // Speeds are 1, so that a task took its run time, whatever was lost.
    let mut times: Vec<i64> = trace.tasks_of(first).iter().map(|task| task.took.0).collect();
    order::sort(&mut times, |&time| -time);
    let workers = first.wanted - first.extra;
    let time = makespan(&times, workers) as f64;
    let efficiency = times.iter().sum::<i64>() as f64 / (f64::from(workers) * time);
    let measures: [&dyn Fn(&Round) -> f64; 3] = [
        &|round| 100.0 * ((round.end - round.start).0 as f64 / time - 1.0),
        &|round| 100.0 * (1.0 - round.efficiency().unwrap_or(f64::NAN) / efficiency),
        &|round| f64::from(round.extra),
    ];
    let mut numbers = vec![over.len() as f64];
    for measure in measures {
        let values: Vec<f64> = over.iter().map(|round| measure(round)).collect();
        let mean = statistics::mean(&values);
        numbers.extend([mean, values.iter().map(|value| (value - mean) * (value - mean)).sum()]);
    }
    numbers
}

/// Mean over the batches of several runs, and its confidence interval.
fn pooled(runs: &[&[f64]], measure: Measure) -> Option<Interval> {
    let at = 1 + 2 * measure as usize;
    let sum = |of: &dyn Fn(&[f64]) -> f64| runs.iter().map(|run| of(run)).sum::<f64>();
    let count = sum(&|run| run[0]);
    if count < 1.0 {
        return None;
    }
    let mean = sum(&|run| run[0] * run[at]) / count;
    let squares = sum(&|run| run[at + 1] + run[0] * (run[at] - mean) * (run[at] - mean));
    let degrees = (count - 1.0).max(1.0);
    let half = statistics::student(degrees as u32) * (squares / degrees / count).sqrt();
    Some(Interval { mean, low: mean - half, high: mean + half, count: count as u32 })
}

/// The numbers of all runs of an experiment.
pub(super) struct Runs<'a>(Results<'a, Point>);

impl<'a> Runs<'a> {
    /// `points` is what [`cases`] was given, `outcomes` holds the numbers of each case.
    pub(super) fn new(points: &[Point], outcomes: &'a [Vec<f64>]) -> Self {
        let several = points.iter().copied().cycle().take(outcomes.len()).collect();
        Self(Results::new(several, outcomes))
    }

    /// A measure of a point, over all batches of its runs.
    pub(super) fn interval(&self, measure: Measure, point: Point) -> Option<Interval> {
        pooled(&self.0.runs(|made| *made == point), measure)
    }

    /// By how much batches take longer, %.
    pub(super) fn time(&self, point: Point) -> Option<Interval> {
        self.interval(Measure::Time, point)
    }

    /// By how much they are less efficient, %.
    pub(super) fn efficiency(&self, point: Point) -> Option<Interval> {
        self.interval(Measure::Efficiency, point)
    }
}

/// A target with what explains it if it does not hold.
pub(super) fn explained(target: Target, note: &'static str) -> Target {
    if target.verdict == Verdict::Held { target } else { target.note(note) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_pooled_batch_by_batch() {
        let one = |values: &[f64]| {
            let mean = statistics::mean(values);
            let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            vec![values.len() as f64, mean, squares, 0.0, 0.0, 0.0, 0.0]
        };
        let runs = [one(&[1.0, 2.0]), one(&[3.0, 4.0, 5.0])];
        let runs: Vec<&[f64]> = runs.iter().map(Vec::as_slice).collect();
        let together = pooled(&runs, Measure::Time).expect("batches");
        let expected = Interval::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("values");
        assert!((together.mean - 3.0).abs() < 1e-12 && (together.high - expected.high).abs() < 1e-9);
        assert_eq!((together.count, pooled(&[], Measure::Time)), (5, None));
    }

    #[test]
    fn nothing_lost_is_nothing_worse() {
        let point = Point::perfect(50, 0).at(0);
        let outcomes = [point.case(3, 1).run().expect("a run")];
        let runs = Runs::new(&[point], &outcomes);
        assert_eq!(runs.interval(Measure::Time, point), Some(Interval { count: 3, ..Interval::exact(0.0) }));
        assert!(runs.efficiency(point).expect("a number").mean.abs() < 1e-9);
    }
}
