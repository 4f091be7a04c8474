//! Master-worker applications of the experiments (Heymann 2001, chapters 3 to 5): batches from a model, and the three
//! programs that ran on real machines.
//!
//! All vary their tasks by the same rule, with one random number for each task of each batch, drawn whether it is used
//! or not: another variation, or more batches, leave the other numbers unchanged.

mod batches;
mod fibonacci;
mod povray;
mod thinning;

pub(super) use batches::BATCHES;
pub use batches::{basic_batch, measured_workload};
pub(super) use fibonacci::FIBONACCI;
pub(super) use povray::POVRAY;
pub use povray::TASKS_S as POVRAY_TASKS_S;
pub(super) use thinning::THINNING;

use super::{MOST, Work};
use crate::UNKNOWN;
use crate::master_worker::{BatchTask, MasterWorker};
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::platform::{Platform, Requirements};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};

/// The number of batches.
#[derive(Parameters)]
struct Iterations {
    /// Number of batches that an application runs in sequence. Published: 10, 35, 50, 100.
    #[parameter(name = "Iterations", min = 1, max = 1_000, default = 35)]
    iterations: u32,
}

/// The variation of tasks, users, and the number of applications.
#[derive(Parameters)]
struct Applications {
    /// Maximum relative deviation of a task's runtime from the basic batch, drawn uniformly for each batch; runtimes stay
    /// above zero. Published: 0, 10, 30, 60, 100.
    #[parameter(name = "Variation", unit = "%", min = 0, max = 100, default = 0, quick)]
    variation_percent: f64,
    /// Number of applications submitted; fewer if they would exceed one million tasks in total.
    #[parameter(name = "Applications", min = 1, max = 1_000, default = 1)]
    applications: u32,
    /// Time between consecutive submissions of applications.
    #[parameter(name = "Inter-arrival time", unit = "s", min = 0, max = 1e8, default = 0)]
    gap_s: f64,
    /// Number of users who submit the applications in turn; 0 leaves the user unknown.
    #[parameter(name = "Users", min = 0, max = 1_000, default = 1)]
    users: u32,
    /// Pool (cluster) to which the applications are submitted.
    #[parameter(name = "Home pools", default = "first")]
    homes: Homes,
    /// Time the master computes alone after each batch. Not modelled in the publication.
    #[parameter(name = "Sequential time", unit = "s", min = 0, max = 1e8, default = 0)]
    sequential_s: f64,
    /// Minimum floating-point speed that an application requests of a machine; 0 for any. Published: 88000.
    #[parameter(name = "Minimum speed", unit = "KFlops", min = 0, max = 1e9, default = 0)]
    kflops_min: f64,
    /// Maximum floating-point speed that an application requests of a machine; 0 for any. Published: 93000.
    #[parameter(name = "Maximum speed", unit = "KFlops", min = 0, max = 1e9, default = 0)]
    kflops_max: f64,
    /// Minimum memory that an application requests of a machine; 0 for any.
    #[parameter(name = "Minimum memory", unit = "MB", min = 0, max = 1e9, default = 0)]
    memory_min_mb: f64,
}

/// The pools that receive the applications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Homes {
    /// All to the first pool.
    #[word("first")]
    First,
    /// Round robin over the pools.
    #[word("in-turn")]
    InTurn,
}

/// The tasks of an application before random variation.
struct BatchModel<'a> {
    /// Its name.
    name: &'static str,
    /// The expected runtime of each task, in seconds.
    expected: &'a [f64],
    /// Number of batches.
    iterations: usize,
    /// The runtime of a task (second number) in a batch (first number), in seconds; 0 if it is not in the batch.
    seconds: &'a dyn Fn(usize, usize) -> f64,
}

impl BatchModel<'_> {
    /// The requested applications: each of this model, with separate random numbers.
    fn applications(&self, set: &Applications, platform: &Platform, streams: Streams, purpose: &str) -> Work {
        let most = MOST / (self.iterations * self.expected.len()).max(1) as u32;
        let count = set.applications.min(most.max(1));
        let pools = if set.homes == Homes::InTurn { platform.clusters.len() as u32 } else { 1 };
        let expected: Vec<Span> = self.expected.iter().map(|&seconds| run_time(seconds)).collect();
        let application = |place: u32| MasterWorker {
            name: if count == 1 { self.name.to_owned() } else { format!("{} {}", self.name, place + 1) },
            number: place + 1,
            user: if set.users == 0 { UNKNOWN } else { place % set.users + 1 },
            submit: Time::from_seconds(set.gap_s * f64::from(place)),
            home: if platform.clusters.is_empty() { UNKNOWN } else { place % pools.max(1) },
            expected: expected.clone(),
            keys: Vec::new(),
            batches: self.vary_run_times(
                set.variation_percent,
                streams.get(&format!("{purpose}/application-{}", place + 1)),
            ),
            sequential: Span::from_seconds(set.sequential_s),
            needs: set.requirements(),
            priority: 0,
        };
        Work::new((0..count).map(application).collect()).with_cut(count < set.applications)
    }

    /// The actual work (Heymann 2001, section 3.4.2): each task varies by up to this percentage.
    fn vary_run_times(&self, percent: f64, mut chance: Stream) -> Vec<Vec<BatchTask>> {
        let most = percent / 100.0;
        let mut batch = |iteration: usize| {
            let mut tasks = Vec::new();
            for task in 0..self.expected.len() {
                let factor = 1.0 + chance.uniform_between(-most, most);
                let seconds = (self.seconds)(iteration, task);
                if seconds > 0.0 {
                    tasks.push(BatchTask { task: task as u32, run: run_time(seconds * factor.max(0.001)) });
                }
            }
            tasks
        };
        (0..self.iterations).map(&mut batch).collect()
    }
}

/// A runtime; never zero.
fn run_time(seconds: f64) -> Span {
    Span::from_seconds(seconds).max(Span(1))
}

impl Applications {
    fn requirements(&self) -> Requirements {
        let most = Some(self.kflops_max).filter(|&most| most > 0.0);
        Requirements {
            kflops: (Some(self.kflops_min), most),
            memory_mb: self.memory_min_mb,
            ..Requirements::default()
        }
    }
}

#[cfg(test)]
fn applications_with(
    generator: &super::Generator,
    given: &[(&'static str, ganttlet_core::entry::Value)],
) -> Vec<MasterWorker> {
    let mut settings = ganttlet_core::entry::Settings::defaults(generator.entry.parameters);
    for (id, value) in given {
        settings = settings.with(id, value.clone());
    }
    (generator.make)(&settings, &ganttlet_core::platform::das2(), &Streams::new(3), "workload/0").take()
}
