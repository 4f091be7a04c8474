//! The number of workers requested by a master-worker application, batch by batch.

mod dynamic;
mod fixed;
mod one_a_task;
mod shape;
mod static_table;
#[cfg(test)]
mod tests;

pub use shape::{BatchShape, Limits, OF_MEANS, OF_ONE_BATCH};

use ganttlet_core::entry::{Family, Parameters, Policies, catalog_text};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Span;

/// The observations of a master at the end of a batch.
pub struct BatchResult<'a> {
    /// The number of the batch, from 1.
    pub iteration: u32,
    /// Runtimes of its tasks where they ran, in the original order of the tasks.
    pub took: &'a [Span],
    /// The corresponding runtimes on a machine as fast as the master.
    pub normalised: &'a [Span],
    /// For each task of the batch the mean of its runtimes including this one, in seconds; normalised if the system
    /// normalises.
    pub means: &'a [f64],
    /// Workers requested, without extra ones, and workers held at the end of the batch, at most as many.
    pub workers: (u32, u32),
    /// True if the workers were the same from start to end.
    pub stable: bool,
    /// Duration of the batch.
    pub length: Span,
    /// The efficiency of its workers, from 0 to 1.
    pub efficiency: f64,
    /// Number of tasks of the next batch.
    pub next_tasks: u32,
}

/// A number of workers, which is the first value of the rule, and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerCount {
    /// Workers from now on; at least 1.
    pub workers: u32,
    /// The reason.
    pub rule: &'static Rule,
    /// The values of its sentence.
    pub values: [i64; 4],
}

/// A sizing policy: one instance per application.
pub trait SizingPolicy {
    /// Workers for the first batch, with this number of tasks.
    fn first_workers(&mut self, tasks: u32) -> WorkerCount {
        one_each(tasks)
    }

    /// Workers for the next batch.
    fn next_workers(&mut self, seen: &BatchResult) -> WorkerCount;
}

/// All sizing policies. A new one is one file and one line here.
pub static SIZING_POLICIES: Policies<dyn SizingPolicy> = Family {
    id: "sizing-policy",
    name: "sizing policy",
    summary: catalog_text("Number of workers that a master-worker application requests, batch by batch."),
    members: &[
        one_a_task::ONE_A_TASK,
        fixed::FIXED,
        static_table::STATIC_TABLE,
        dynamic::DYNAMIC,
        dynamic::DYNAMIC_HETEROGENEOUS,
    ],
};

impl WorkerCount {
    /// This number of workers, at least one, by this rule and its further values, which follow the number of workers.
    pub fn new<const N: usize>(workers: u32, rule: &'static Rule, others: [i64; N]) -> Self {
        let mut values = [0; 4];
        values[0] = i64::from(workers.max(1));
        values[1..=N].copy_from_slice(&others);
        Self { workers: workers.max(1), rule, values }
    }
    /// The same, limited to the number of tasks in the next batch.
    #[must_use]
    fn at_most(self, tasks: u32) -> Self {
        if self.workers > tasks.max(1) { Self::new(tasks, &FEW_TASKS, []) } else { self }
    }
}

/// The efficiency limit for the release of a worker.
#[derive(Parameters)]
struct EfficiencyLimit {
    /// Efficiency of a batch (share of worker time spent on tasks) below which a worker is released.
    #[parameter(name = "Minimum efficiency", min = 0, max = 1, default = 0.8)]
    efficiency_min: f64,
}

/// A worker per task, before any observation.
fn one_each(tasks: u32) -> WorkerCount {
    WorkerCount::new(tasks, &UNKNOWN, [])
}

/// A share in the sentences of rules: whole per cent, rounded down.
fn percent(share: f64) -> i64 {
    libm::floor(share * 100.0 + 1e-9) as i64
}

static UNKNOWN: Rule = Rule::with_values(
    "size-unknown",
    &["workers"],
    "{workers|1 worker|# workers}: one for each task, because no task times are known yet. Releasing \
     workers is easier than getting more.",
);

static FEW_TASKS: Rule = Rule::with_values(
    "size-few-tasks",
    &["workers"],
    "{workers|1 worker|# workers}: the next batch has no more tasks than that.",
);
