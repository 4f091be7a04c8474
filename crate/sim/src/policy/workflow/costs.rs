//! The input of a plan: the runtime of each task on each cluster, and the data along the edges.

use super::{Dag, Edge, Links, ranks};
use ganttlet_core::platform::Platform;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Workflow;

/// The costs of one workflow. Processors of one cluster are identical; different processors are modelled as clusters of
/// one.
pub struct CostMatrix<'a> {
    /// The graph.
    pub dag: &'a Dag,
    /// The processors of each cluster.
    pub processors: Vec<u32>,
    /// The runtime of each task on each cluster, task by task.
    run: Vec<Span>,
    /// Cost of moving files between clusters.
    pub links: &'a Links,
    /// The earliest start of each task with respect to its files from outside the workflow: task by task, cluster by
    /// cluster; empty if there is no delay.
    staged: Vec<Time>,
    /// Tasks that are not to be planned; may be empty.
    left_out: Vec<bool>,
}

impl<'a> CostMatrix<'a> {
    /// Costs from runtimes, task by task, on each of the clusters; without staging times or excluded tasks.
    ///
    /// # Panics
    /// If there is not one runtime per task and cluster.
    pub fn new(dag: &'a Dag, processors: Vec<u32>, run: Vec<Span>, links: &'a Links) -> Self {
        assert_eq!(run.len(), dag.len() * processors.len(), "a runtime for each task on each cluster");
        Self { dag, processors, run, links, staged: Vec::new(), left_out: Vec::new() }
    }

    /// Costs of a workflow on the clusters of a platform, with runtimes inversely proportional to their speeds.
    pub fn for_platform(platform: &Platform, workflow: &Workflow, dag: &'a Dag, links: &'a Links) -> Self {
        let clusters = &platform.clusters;
        let mut run = Vec::with_capacity(workflow.tasks.len() * clusters.len());
        for task in &workflow.tasks {
            run.extend(clusters.iter().map(|cluster| task.run.scaled_to_speed(cluster.speed)));
        }
        Self::new(dag, clusters.iter().map(|cluster| cluster.nodes).collect(), run, links)
    }

    /// Adds the earliest start of each task on each cluster, when its files from outside the workflow are there: task
    /// by task.
    #[must_use]
    pub fn with_staging_times(mut self, times: Vec<Time>) -> Self {
        self.staged = times;
        self
    }

    /// Excludes tasks from the plan: `left_out` has a flag for each.
    #[must_use]
    pub fn without_tasks(mut self, left_out: Vec<bool>) -> Self {
        self.left_out = left_out;
        self
    }

    /// Number of clusters.
    pub fn clusters(&self) -> usize {
        self.processors.len()
    }

    /// The runtime of a task on a cluster.
    pub fn run_time(&self, task: u32, cluster: usize) -> Span {
        self.run[task as usize * self.clusters() + cluster]
    }

    /// When the files that a task needs from outside the workflow are on a cluster.
    pub fn staging_time(&self, task: u32, cluster: usize) -> Time {
        self.staged.get(task as usize * self.clusters() + cluster).copied().unwrap_or_default()
    }

    /// True if the task is to be planned.
    pub fn is_planned(&self, task: u32) -> bool {
        !self.left_out.get(task as usize).is_some_and(|&out| out)
    }

    /// The time to move the data of an edge from one cluster to another.
    pub fn transfer_time(&self, edge: &Edge, from: usize, to: usize) -> Span {
        if edge.moves { self.links.transfer_time(edge.bytes, from, to) } else { Span::ZERO }
    }

    /// The mean runtime of each task over all processors, in seconds.
    pub fn mean_run_times(&self) -> Vec<f64> {
        let all: f64 = self.processors.iter().map(|&n| f64::from(n)).sum();
        let mean = |runs: &[Span]| {
            let weighed = runs.iter().zip(&self.processors).map(|(run, &n)| run.seconds() * f64::from(n));
            weighed.sum::<f64>() / all.max(1.0)
        };
        self.run.chunks(self.clusters().max(1)).map(mean).collect()
    }

    /// The upward rank of each task by mean runtimes and mean communication costs.
    pub fn upward_ranks(&self) -> Vec<f64> {
        let runs = self.mean_run_times();
        ranks::upward_ranks(
            self.dag,
            |task| runs[task as usize],
            |edge| self.links.mean_communication_seconds(edge.bytes),
        )
    }

    /// The downward rank of each task by the same means.
    pub fn downward_ranks(&self) -> Vec<f64> {
        let runs = self.mean_run_times();
        ranks::downward_ranks(
            self.dag,
            |task| runs[task as usize],
            |edge| self.links.mean_communication_seconds(edge.bytes),
        )
    }
}
