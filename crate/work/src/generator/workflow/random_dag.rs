//! Random layered graphs, as in most studies of workflow scheduling.

use super::draft::WorkflowDraft;
use super::{Arrivals, Tasks, arriving_workflows};
use crate::generator::Generator;
use crate::generator::run_time::{RunTime, RunTimes};
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::platform::Platform;

pub(in super::super) const RANDOM_DAG: Generator = Generator {
    entry: Entry::new("random-dag", "Random DAG")
        .summary(
            "Layered random graph: each task depends on one task of the previous layer and on random tasks \
             of any earlier layer. The communication-to-computation ratio is adjustable.",
        )
        .source("Topcuoglu, Hariri and Wu 2002, section 6.1")
        .parameters(RandomDag::LIST),
    makes: Workflow::KIND,
    make: |settings, platform, &streams, purpose| {
        let set = RandomDag::read(settings);
        let tasks = set.tasks.tasks;
        let layers = set.layers.min(tasks);
        let run_times = RunTime::new(&set.run);
        let transfer_s = set.ccr * set.run.run_mean_s;
        let bytes = transfer_s * reference_bandwidth(platform);
        arriving_workflows(&set.arrivals, streams, purpose, &format!("Random-{tasks}"), &|draft| {
            add_tasks(draft, (tasks, layers), set.parents_mean, run_times, bytes);
        })
    },
};

#[derive(Parameters)]
struct RandomDag {
    #[parameter(all)]
    tasks: Tasks,
    /// Number of layers, equal to the number of tasks on the longest path.
    #[parameter(name = "Layers", min = 1, max = 1_000, default = 6)]
    layers: u32,
    /// Mean number of predecessors of a task below the first layer; fewer where there are not enough earlier tasks.
    #[parameter(name = "Predecessors per task", unit = "tasks", min = 1, max = 100, default = 2)]
    parents_mean: f64,
    /// Mean transfer time of a file at the mean inter-cluster bandwidth, divided by the mean runtime.
    #[parameter(name = "Communication-to-computation ratio", min = 0, max = 100, default = 0.5, quick)]
    ccr: f64,
    #[parameter(all)]
    run: RunTimes,
    #[parameter(all)]
    arrivals: Arrivals,
}

/// Bytes per second: the mean between clusters, or inside the only one.
fn reference_bandwidth(platform: &Platform) -> f64 {
    match platform.clusters.len() {
        0 => 0.0,
        1 => platform.network.bandwidth(0, 0),
        _ => platform.network.mean_bandwidth(),
    }
}

fn add_tasks(
    draft: &mut WorkflowDraft,
    (tasks, layers): (u32, u32),
    parents: f64,
    run_times: RunTime,
    bytes: f64,
) {
    // Every layer has a task; the others are placed at random.
    let mut sizes = vec![1; layers as usize];
    for _ in layers..tasks {
        sizes[draft.stream().uniform_below(layers) as usize] += 1;
    }
    let mut files: Vec<u32> = Vec::new();
    let (mut before, mut first) = (0_u32, 0_u32);
    for (size, layer) in sizes.into_iter().zip(0..) {
        for _ in 0..size {
            let run = run_times.draw(draft.stream());
            let task = draft.add_task(&format!("layer{layer}"), run);
            if layer > 0 {
                let mut chosen =
                    vec![files[(before + draft.stream().uniform_below(first - before)) as usize]];
                // Uniform from zero to twice the mean number of further parents.
                let more = draft.stream().uniform_between(0.0, 2.0 * (parents - 1.0));
                for _ in 0..libm::round(more) as u32 {
                    chosen.push(files[draft.stream().uniform_below(first) as usize]);
                }
                chosen.sort_unstable();
                chosen.dedup();
                draft.add_inputs(task, chosen);
            }
            let bytes = draft.uniform_around(bytes, 1.0);
            files.push(draft.add_output(task, format!("file{task:05}.dat"), bytes));
        }
        (before, first) = (first, files.len() as u32);
    }
}
