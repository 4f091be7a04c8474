//! The scheduling problem of a run: its jobs and nodes, for lower bounds and optima.

use ganttlet_core::platform::Cluster;
use ganttlet_core::time::Span;
use ganttlet_optimum::clusters::weights;
use ganttlet_optimum::{Cluster as Weighted, ClusterInstance, Instance, InvalidInstance, Job, Problem};

/// The problem of a run.
#[derive(Clone, Debug)]
pub struct Model {
    /// Jobs and nodes.
    pub problem: Problem,
    /// Time 0 of the problem, in microseconds of the run.
    pub origin: i64,
    /// The subject in the trace of each job of the problem.
    pub subjects: Vec<u32>,
    /// Number of jobs that are left out because they can never run.
    pub left_out: usize,
    /// True if something else uses nodes or links: bounds are valid, but the optimum is not comparable.
    pub has_background: bool,
}

/// A schedule of a problem: the start and the cluster of each job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelSchedule {
    /// Start times in microseconds of the run.
    pub starts: Vec<i64>,
    /// The cluster of each job.
    pub clusters: Vec<usize>,
}

/// Jobs on the clusters of a platform, with their runtimes on nodes of speed 1.
pub(crate) fn problem_on(
    clusters: &[Cluster],
    jobs: Vec<Job>,
    least: i64,
    predecessors: Vec<Vec<usize>>,
) -> Result<Problem, String> {
    let run = |job: &Job, speed: f64| Span(job.run).scaled_to_speed(speed).0.max(least);
    if let [only] = clusters {
        let jobs = jobs.into_iter().map(|job| Job { run: run(&job, only.speed), ..job }).collect();
        let instance = Instance::graph(only.nodes.into(), jobs, predecessors);
        return instance.map(Problem::Single).map_err(invalid);
    }
    several(clusters, jobs, least, predecessors).map(Problem::Several)
}

/// Jobs on several clusters.
pub(crate) fn several(
    clusters: &[Cluster],
    jobs: Vec<Job>,
    least: i64,
    predecessors: Vec<Vec<usize>>,
) -> Result<ClusterInstance, String> {
    let run = |job: &Job, speed: f64| Span(job.run).scaled_to_speed(speed).0.max(least);
    let speeds: Vec<f64> = clusters.iter().map(|cluster| cluster.speed).collect();
    let row = |job: &Job| speeds.iter().map(|&speed| run(job, speed)).collect();
    let durations: Vec<Vec<i64>> = jobs.iter().map(row).collect();
    let weighted = clusters.iter().zip(weights(&speeds));
    let weighted =
        weighted.map(|(cluster, weight)| Weighted { nodes: cluster.nodes.into(), weight }).collect();
    ClusterInstance::new(weighted, jobs, &durations, predecessors).map_err(invalid)
}

/// Describes why the numbers do not form an instance.
pub(crate) fn invalid(why: InvalidInstance) -> String {
    why.to_string()
}
