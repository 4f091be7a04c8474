//! Synthetic workflows: the scientific applications characterised in the literature, and two for teaching.
//!
//! The shapes, runtimes and file sizes of the five applications are those measured by Bharathi et al. 2008, with the
//! numbers of their public generator. "Normal" there means: normal, redrawn until the value lies within half of the
//! mean around the mean. External input (instrument data, catalogs) is part of a workflow as files that no task writes.

mod cybershake;
mod draft;
mod epigenomics;
mod fork_join;
mod inspiral;
mod montage;
mod published;
mod random_dag;
mod sipht;
#[cfg(test)]
mod tests;

pub(super) use cybershake::CYBERSHAKE;
pub(super) use epigenomics::EPIGENOMICS;
pub(super) use fork_join::FORK_JOIN;
pub(super) use inspiral::INSPIRAL;
pub(super) use montage::MONTAGE;
pub(super) use published::PUBLISHED_WORKFLOWS;
pub(super) use random_dag::RANDOM_DAG;
pub(super) use sipht::SIPHT;

use super::{MOST, Work};
use draft::WorkflowDraft;
use ganttlet_core::entry::{Parameters, Settings};
use ganttlet_core::rng::Streams;
use ganttlet_core::time::Time;

/// The size of a workflow.
#[derive(Parameters)]
struct Tasks {
    /// Number of tasks per workflow, as closely as its structure allows.
    #[parameter(name = "Tasks", unit = "tasks", min = 10, max = 10_000, default = 50)]
    tasks: u32,
}

/// The arrival process of workflows.
#[derive(Parameters)]
struct Arrivals {
    /// Number of workflows submitted; fewer if they would exceed one million tasks in total.
    #[parameter(name = "Workflows", unit = "workflows", min = 1, max = 1_000, default = 1)]
    workflows: u32,
    /// Mean time between workflow arrivals, exponentially distributed; 0 for all at once.
    #[parameter(name = "Mean inter-arrival time", unit = "s", min = 0, max = 1e8, default = 600)]
    interarrival_mean_s: f64,
    /// Submit time of the first workflow. A late start lets local jobs fill the grid first.
    #[parameter(name = "First arrival", unit = "s", min = 0, max = 1e8, default = 0)]
    first_s: f64,
}

/// Parameters of an application.
#[derive(Parameters)]
struct Application {
    #[parameter(all)]
    tasks: Tasks,
    #[parameter(all)]
    arrivals: Arrivals,
    /// Factor applied to all runtimes.
    #[parameter(name = "Runtime factor", min = 0.001, max = 1000, default = 1)]
    run_factor: f64,
    /// Factor applied to all file sizes.
    #[parameter(name = "File-size factor", min = 0, max = 1000, default = 1)]
    size_factor: f64,
}

/// Parameters of an application in which some programs only collect the output of many others.
#[derive(Parameters)]
struct Collecting {
    #[parameter(all)]
    application: Application,
    /// Tasks that only collect results (archives, lists) read all their input files. If off, they wait for the producing
    /// tasks but transfer nothing, as in the published experiments.
    #[parameter(name = "Collector transfers", default = true)]
    collector_files: bool,
}

/// Workflows of an application: `shape` adds the tasks of one to a draft, about as many as requested.
fn application_workflows(
    settings: &Settings,
    streams: Streams,
    purpose: &str,
    name: &str,
    shape: fn(&mut WorkflowDraft, u32),
) -> Work {
    workflows_of_shape(&Application::read(settings), true, streams, purpose, (name, shape))
}

/// The same for applications with collecting programs.
fn collecting_workflows(
    settings: &Settings,
    streams: Streams,
    purpose: &str,
    name: &str,
    shape: fn(&mut WorkflowDraft, u32),
) -> Work {
    let set = Collecting::read(settings);
    workflows_of_shape(&set.application, set.collector_files, streams, purpose, (name, shape))
}

fn workflows_of_shape(
    set: &Application,
    collectors_read: bool,
    streams: Streams,
    purpose: &str,
    (name, shape): (&str, fn(&mut WorkflowDraft, u32)),
) -> Work {
    let tasks = set.tasks.tasks;
    let name = format!("{name}-{tasks}");
    arriving_workflows(&set.arrivals, streams, purpose, &name, &|draft| {
        draft.collectors_read = collectors_read;
        shape(draft, tasks);
        draft.scale(set.run_factor, set.size_factor);
    })
}

/// Workflows in the order of arrival, each with separate random numbers.
fn arriving_workflows(
    &Arrivals { workflows, interarrival_mean_s, first_s }: &Arrivals,
    streams: Streams,
    purpose: &str,
    name: &str,
    shape: &dyn Fn(&mut WorkflowDraft),
) -> Work {
    let mut gaps = streams.get(&format!("{purpose}/arrivals"));
    let (mut submit, mut tasks) = (first_s, 0);
    let (mut all, mut cut) = (Vec::new(), false);
    for i in 1..=workflows {
        let mut draft = WorkflowDraft::new(streams.get(&format!("{purpose}/workflow-{i}")));
        shape(&mut draft);
        let name = if workflows == 1 { name.to_owned() } else { format!("{name} {i}") };
        let workflow = draft.finish(name, Time::from_seconds(submit));
        tasks += workflow.tasks.len();
        if tasks > MOST as usize && i > 1 {
            cut = true;
            break;
        }
        all.push(workflow);
        submit += gaps.exponential(interarrival_mean_s);
    }
    Work::new(all).with_cut(cut)
}
