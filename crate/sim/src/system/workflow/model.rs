//! The scheduling problem of workflows: tasks with predecessors, and transfers of files between clusters.

use crate::model::{Model, problem_on, several};
use crate::policy::workflow::Dag;
use crate::system::Input;
use ganttlet_core::platform::Network;
use ganttlet_core::time::Span;
use ganttlet_optimum::bounds::placed_path::shortest_ways;
use ganttlet_optimum::problem::Transfers;
use ganttlet_optimum::{Job, Problem};
use ganttlet_work::{UNKNOWN, Workflow};

/// Maximum number of tasks x predecessors x clusters x clusters for which transfers are stored.
const MOST_WAYS: usize = 4_000_000;

/// The tasks of the input. Overheads, latencies and shared links are left out, as they only delay.
pub(crate) fn model(input: &Input) -> Result<Model, String> {
    let workflows: &[Workflow] = input.work.items().unwrap_or_default();
    let clusters = &input.platform.clusters;
    let largest = input.platform.largest_cluster_nodes();
    let (mut jobs, mut predecessors, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
    for workflow in workflows {
        let dag = Dag::new(workflow).map_err(|cycle| cycle.to_string())?;
        let first = jobs.len();
        for (task, id) in workflow.tasks.iter().zip(0..) {
            if task.nodes > largest {
                return Err("a task needs more nodes than each cluster has, so others never run".to_owned());
            }
            jobs.push(Job::new(workflow.submit.0, task.nodes.into(), task.run.0));
            let parents = dag.parents.row(id);
            predecessors.push(parents.iter().map(|edge| first + edge.task as usize).collect::<Vec<_>>());
            // Files of one edge may move simultaneously: the largest one bounds the transfer.
            bytes.push(parents.iter().map(|edge| largest_file(&dag, id, edge.task)).collect::<Vec<f64>>());
        }
    }
    let count = jobs.len() as u32;
    let moves = clusters.len() > 1 && bytes.iter().flatten().any(|&bytes| bytes > 0.0);
    let problem = if moves {
        let edges: usize = bytes.iter().map(Vec::len).sum();
        if edges.saturating_mul(clusters.len() * clusters.len()) > MOST_WAYS {
            return Err("the workflows have too many transfers".to_owned());
        }
        let ways =
            bytes.iter().map(|row| row.iter().map(|&bytes| ways(&input.platform.network, bytes)).collect());
        let ways = ways.collect();
        Problem::Placed(several(clusters, jobs, 0, predecessors)?, Transfers { ways })
    } else {
        problem_on(clusters, jobs, 0, predecessors)?
    };
    let has_background = input.beside.tasks() > 0;
    Ok(Model { problem, origin: 0, subjects: (0..count).collect(), left_out: 0, has_background })
}

fn largest_file(dag: &Dag, task: u32, parent: u32) -> f64 {
    let files = dag.inputs.row(task).iter().filter(|input| input.producer == parent && parent != UNKNOWN);
    files.map(|input| dag.bytes[input.file as usize]).fold(0.0, f64::max)
}

/// The minimum time for this number of bytes between clusters over any route, row by row.
fn ways(network: &Network, bytes: f64) -> Vec<Option<i64>> {
    let count = network.clusters();
    let link = |from: usize, to: usize| {
        let bandwidth = network.bandwidth(from, to);
        // Rounded down: a microsecond less than the nearest value.
        (bandwidth > 0.0).then(|| (Span::from_seconds(bytes / bandwidth).0 - 1).max(0))
    };
    let links: Vec<Vec<Option<i64>>> =
        (0..count).map(|from| (0..count).map(|to| link(from, to)).collect()).collect();
    shortest_ways(&links).into_iter().flatten().collect()
}
