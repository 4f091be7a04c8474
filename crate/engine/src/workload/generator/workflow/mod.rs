//! Workflows made from models: the scientific applications that the literature measures, and two for teaching.
//!
//! The shapes, run times and file sizes of the five applications are those that Bharathi et al. 2008 measured, with the
//! numbers of their public generator. "Normal" there means: normal, drawn again until it lies within half the mean of
//! the mean. External input (data from instruments, catalogs) is part of a workflow as files that no task makes.

mod cybershake;
mod draft;
mod epigenomics;
mod fork_join;
mod inspiral;
mod montage;
mod random_dag;
mod sipht;
#[cfg(test)]
mod tests;

pub(super) use cybershake::CYBERSHAKE;
pub(super) use epigenomics::EPIGENOMICS;
pub(super) use fork_join::FORK_JOIN;
pub(super) use inspiral::INSPIRAL;
pub(super) use montage::MONTAGE;
pub(super) use random_dag::RANDOM_DAG;
pub(super) use sipht::SIPHT;

use super::{MOST, Work};
use crate::entry::{Kind, Parameter, Settings};
use crate::rng::Streams;
use crate::time::Time;
use draft::Draft;

const TASKS: Parameter = Parameter {
    id: "tasks",
    name: "Tasks",
    doc: "How many tasks a workflow has, as near as its shape allows.",
    unit: "tasks",
    kind: Kind::Integer { min: 10, max: 10_000, default: 50 },
};

const WORKFLOWS: Parameter = Parameter {
    id: "workflows",
    name: "Workflows",
    doc: "How many workflows arrive, the first at the start; fewer if they had more than a million tasks together.",
    unit: "workflows",
    kind: Kind::Integer { min: 1, max: 1_000, default: 1 },
};

const GAP_MEAN: Parameter = Parameter {
    id: "interarrival_mean_s",
    name: "Mean gap",
    doc: "Mean time between the arrivals of workflows, exponentially distributed; 0 for all at the start.",
    unit: "s",
    kind: Kind::Number { min: 0.0, max: 1e8, default: 600.0 },
};

const RUN_FACTOR: Parameter = Parameter {
    id: "run_factor",
    name: "Factor of run times",
    doc: "All run times are multiplied by this.",
    unit: "",
    kind: Kind::Number { min: 0.001, max: 1000.0, default: 1.0 },
};

const SIZE_FACTOR: Parameter = Parameter {
    id: "size_factor",
    name: "Factor of file sizes",
    doc: "All file sizes are multiplied by this.",
    unit: "",
    kind: Kind::Number { min: 0.0, max: 1000.0, default: 1.0 },
};

/// What can be set for an application.
const APPLICATION: &[Parameter] = &[TASKS, WORKFLOWS, GAP_MEAN, RUN_FACTOR, SIZE_FACTOR];

/// Workflows of an application: `shape` adds the tasks of one to a draft; it is told how many are wanted.
fn application(
    settings: &Settings,
    streams: Streams,
    purpose: &str,
    name: &str,
    shape: fn(&mut Draft, u32),
) -> Work {
    let tasks = settings.integer("tasks").clamp(1, 10_000) as u32;
    let factors = (settings.number("run_factor"), settings.number("size_factor"));
    workflows(settings, streams, purpose, &format!("{name}-{tasks}"), &|draft| {
        shape(draft, tasks);
        draft.scale(factors.0, factors.1);
    })
}

/// Workflows that arrive one after another, each with its own random numbers.
fn workflows(
    settings: &Settings,
    streams: Streams,
    purpose: &str,
    name: &str,
    shape: &dyn Fn(&mut Draft),
) -> Work {
    let count = settings.integer("workflows").clamp(1, 1_000);
    let mean = settings.number("interarrival_mean_s");
    let mut gaps = streams.get(&format!("{purpose}/arrivals"));
    let (mut submit, mut tasks) = (0.0, 0);
    let mut all = Vec::new();
    for i in 1..=count {
        let mut draft = Draft::new(streams.get(&format!("{purpose}/workflow-{i}")));
        shape(&mut draft);
        let name = if count == 1 { name.to_owned() } else { format!("{name} {i}") };
        let workflow = draft.finish(name, Time::from_seconds(submit));
        tasks += workflow.tasks.len();
        if tasks > MOST as usize && i > 1 {
            break;
        }
        all.push(workflow);
        submit += gaps.exponential(mean);
    }
    Work::Workflows(all)
}
