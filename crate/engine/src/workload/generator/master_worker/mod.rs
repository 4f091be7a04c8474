//! Master-worker applications as the experiments had them (Heymann 2001, chapters 3 to 5): batches drawn from a model, and
//! the three programs that were run for real.
//!
//! All vary their tasks by the same rule, with one random number for each task of each batch, drawn whether it is used or
//! not: another variation, or more batches, leave the other numbers as they are.

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
use crate::entry::{Kind, Parameter, Settings};
use crate::platform::{Needs, Platform};
use crate::rng::{Stream, Streams};
use crate::time::{Span, Time};
use crate::workload::UNKNOWN;
use crate::workload::master_worker::{BatchTask, MasterWorker};

/// The most batches of an application.
const MOST_ITERATIONS: i64 = 1_000;

const ITERATIONS: Parameter = Parameter {
    id: "iterations",
    name: "Iterations",
    doc: "How many batches an application has, one after the other. Published: 10, 35, 50, 100.",
    unit: "",
    kind: Kind::Integer { min: 1, max: MOST_ITERATIONS, default: 35 },
};

const VARIATION: Parameter = Parameter {
    id: "variation_percent",
    name: "Variation",
    doc: "In each batch, every task takes up to this much more or less than in the basic batch, evenly distributed, but \
          never nothing. Published: 0, 10, 30, 60, 100.",
    unit: "%",
    kind: Kind::Number { min: 0.0, max: 100.0, default: 0.0 },
};

const APPLICATIONS: Parameter = Parameter {
    id: "applications",
    name: "Applications",
    doc: "How many applications are submitted; fewer if they had more than a million tasks together.",
    unit: "",
    kind: Kind::Integer { min: 1, max: 1_000, default: 1 },
};

const GAP: Parameter = Parameter {
    id: "gap_s",
    name: "Gap",
    doc: "How long after one application the next is submitted.",
    unit: "s",
    kind: Kind::Number { min: 0.0, max: 1e8, default: 0.0 },
};

const USERS: Parameter = Parameter {
    id: "users",
    name: "Users",
    doc: "How many users submit the applications, in turn; 0 if it is not known who does.",
    unit: "",
    kind: Kind::Integer { min: 0, max: 1_000, default: 1 },
};

const HOMES: Parameter = Parameter {
    id: "homes",
    name: "Home pools",
    doc: "To which pool (cluster) the applications are submitted.",
    unit: "",
    kind: Kind::Choice {
        options: &[("first", "All to the first."), ("in-turn", "To one after the other.")],
        default: "first",
    },
};

const SEQUENTIAL: Parameter = Parameter {
    id: "sequential_s",
    name: "Sequential part",
    doc: "What the master computes alone after each batch. The publication does not model it.",
    unit: "s",
    kind: Kind::Number { min: 0.0, max: 1e8, default: 0.0 },
};

const KFLOPS_MIN: Parameter = Parameter {
    id: "kflops_min",
    name: "Slowest machine",
    doc: "The least floating-point speed an application asks of a machine; 0 for any. Published: 88000.",
    unit: "KFlops",
    kind: Kind::Number { min: 0.0, max: 1e9, default: 0.0 },
};

const KFLOPS_MAX: Parameter = Parameter {
    id: "kflops_max",
    name: "Fastest machine",
    doc: "The highest floating-point speed that is asked for; 0 for any. Published: 93000.",
    unit: "KFlops",
    kind: Kind::Number { min: 0.0, max: 1e9, default: 0.0 },
};

const MEMORY_MIN: Parameter = Parameter {
    id: "memory_min_mb",
    name: "Least memory",
    doc: "The least memory an application asks of a machine; 0 for any.",
    unit: "MB",
    kind: Kind::Number { min: 0.0, max: 1e9, default: 0.0 },
};

/// The tasks of an application before chance changes them.
struct Model<'a> {
    /// What people call it.
    name: &'static str,
    /// The run time that was expected of each task, in seconds.
    expected: &'a [f64],
    /// How many batches there are.
    iterations: usize,
    /// The run time of a task (second number) in a batch (first number), in seconds; 0 if it does not come.
    seconds: &'a dyn Fn(usize, usize) -> f64,
}

impl Model<'_> {
    /// The applications that the settings ask for: each of this model, with its own random numbers.
    fn applications(
        &self,
        settings: &Settings,
        platform: &Platform,
        streams: Streams,
        purpose: &str,
    ) -> Work {
        let most = i64::from(MOST) / (self.iterations * self.expected.len()).max(1) as i64;
        let count = settings.integer("applications").clamp(1, most.max(1)) as u32;
        let users = settings.integer("users").max(0) as u32;
        let pools = if settings.choice("homes") == "in-turn" { platform.clusters.len() as u32 } else { 1 };
        let expected: Vec<Span> = self.expected.iter().map(|&seconds| run(seconds)).collect();
        let application = |place: u32| MasterWorker {
            name: if count == 1 { self.name.to_owned() } else { format!("{} {}", self.name, place + 1) },
            number: place + 1,
            user: if users == 0 { UNKNOWN } else { place % users + 1 },
            submit: Time::from_seconds(settings.number("gap_s") * f64::from(place)),
            home: if platform.clusters.is_empty() { UNKNOWN } else { place % pools.max(1) },
            expected: expected.clone(),
            keys: Vec::new(),
            batches: self.batches(
                settings.number("variation_percent"),
                streams.get(&format!("{purpose}/application-{}", place + 1)),
            ),
            sequential: Span::from_seconds(settings.number("sequential_s").max(0.0)),
            needs: needs(settings),
            priority: 0,
        };
        Work::MasterWorker((0..count).map(application).collect())
    }

    /// What really has to be done (Heymann 2001, section 3.4.2): each task varies by up to so many percent.
    fn batches(&self, percent: f64, mut chance: Stream) -> Vec<Vec<BatchTask>> {
        let most = percent.clamp(0.0, 100.0) / 100.0;
        let mut batch = |iteration: usize| {
            let mut tasks = Vec::new();
            for task in 0..self.expected.len() {
                let factor = 1.0 + chance.between(-most, most);
                let seconds = (self.seconds)(iteration, task);
                if seconds > 0.0 {
                    tasks.push(BatchTask { task: task as u32, run: run(seconds * factor.max(0.001)) });
                }
            }
            tasks
        };
        (0..self.iterations).map(&mut batch).collect()
    }
}

/// A run time; never nothing.
fn run(seconds: f64) -> Span {
    Span::from_seconds(seconds).max(Span(1))
}

fn needs(settings: &Settings) -> Needs {
    let most = Some(settings.number("kflops_max")).filter(|&most| most > 0.0);
    Needs {
        kflops: (Some(settings.number("kflops_min")), most),
        memory_mb: settings.number("memory_min_mb"),
        ..Needs::default()
    }
}

fn iterations(settings: &Settings) -> usize {
    settings.integer("iterations").clamp(1, MOST_ITERATIONS) as usize
}

/// The same parameter with another value when nothing is said.
const fn with_default(mut parameter: Parameter, new: f64) -> Parameter {
    parameter.kind = match parameter.kind {
        Kind::Number { min, max, .. } => Kind::Number { min, max, default: new },
        Kind::Integer { min, max, .. } => Kind::Integer { min, max, default: new as i64 },
        other => other,
    };
    parameter
}

#[cfg(test)]
fn made(generator: &super::Generator, given: &[(&'static str, crate::entry::Value)]) -> Vec<MasterWorker> {
    let mut settings = Settings::defaults(generator.entry.parameters);
    for (id, value) in given {
        settings = settings.with(id, value.clone());
    }
    match (generator.make)(&settings, &crate::platform::das2(), &Streams::new(3), "workload/0") {
        Work::MasterWorker(applications) => applications,
        _ => Vec::new(),
    }
}
