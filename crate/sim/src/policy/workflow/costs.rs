//! What a plan is made from: the run time of each task on each cluster, and what moves along the edges.

use super::{Dag, Edge, Links, ranks};
use ganttlet_core::platform::Platform;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Workflow;

/// The costs of one workflow. Processors of one cluster are alike; processors that are all different are clusters of one.
pub struct CostMatrix<'a> {
    /// The graph.
    pub dag: &'a Dag,
    /// The processors of each cluster.
    pub processors: Vec<u32>,
    /// The run time of each task on each cluster, task by task.
    run: Vec<Span>,
    /// Cost of moving files between clusters.
    pub links: &'a Links,
    /// When each task can start at the earliest, by its files from outside: task by task, cluster by cluster; empty for
    /// at once.
    staged: Vec<Time>,
    /// Tasks that are not to be planned; may be empty.
    left_out: Vec<bool>,
}

impl<'a> CostMatrix<'a> {
    /// From run times, task by task, on each of the clusters; nothing is staged in or left out.
    ///
    /// # Panics
    /// If the run times are not one a task and cluster.
    pub fn new(dag: &'a Dag, processors: Vec<u32>, run: Vec<Span>, links: &'a Links) -> Self {
        assert_eq!(run.len(), dag.len() * processors.len(), "a runtime for each task on each cluster");
        Self { dag, processors, run, links, staged: Vec::new(), left_out: Vec::new() }
    }

    /// Of a workflow on the clusters of a platform, whose run times are in proportion to their speeds.
    pub fn for_platform(platform: &Platform, workflow: &Workflow, dag: &'a Dag, links: &'a Links) -> Self {
        let clusters = &platform.clusters;
        let mut run = Vec::with_capacity(workflow.tasks.len() * clusters.len());
        for task in &workflow.tasks {
            run.extend(clusters.iter().map(|cluster| task.run.scaled_to_speed(cluster.speed)));
        }
        Self::new(dag, clusters.iter().map(|cluster| cluster.nodes).collect(), run, links)
    }

    /// The same, with tasks that start at the earliest when their files from outside are there: a time for each task on
    /// each cluster, task by task.
    #[must_use]
    pub fn with_staging_times(mut self, times: Vec<Time>) -> Self {
        self.staged = times;
        self
    }

    /// The same without some tasks: `left_out` has a mark for each.
    #[must_use]
    pub fn without_tasks(mut self, left_out: Vec<bool>) -> Self {
        self.left_out = left_out;
        self
    }

    /// Number of clusters.
    pub fn clusters(&self) -> usize {
        self.processors.len()
    }

    /// How long a task runs on a cluster.
    pub fn run_time(&self, task: u32, cluster: usize) -> Span {
        self.run[task as usize * self.clusters() + cluster]
    }

    /// When the files a task needs from outside are on a cluster.
    pub fn staging_time(&self, task: u32, cluster: usize) -> Time {
        self.staged.get(task as usize * self.clusters() + cluster).copied().unwrap_or_default()
    }

    /// True if the task is to be planned.
    pub fn is_planned(&self, task: u32) -> bool {
        !self.left_out.get(task as usize).is_some_and(|&out| out)
    }

    /// The time to move what an edge carries from one cluster to another.
    pub fn transfer_time(&self, edge: &Edge, from: usize, to: usize) -> Span {
        if edge.moves { self.links.transfer_time(edge.bytes, from, to) } else { Span::ZERO }
    }

    /// The run time of each task in seconds, the mean over all processors.
    pub fn mean_run_times(&self) -> Vec<f64> {
        let all: f64 = self.processors.iter().map(|&n| f64::from(n)).sum();
        let mean = |runs: &[Span]| {
            let weighed = runs.iter().zip(&self.processors).map(|(run, &n)| run.seconds() * f64::from(n));
            weighed.sum::<f64>() / all.max(1.0)
        };
        self.run.chunks(self.clusters().max(1)).map(mean).collect()
    }

    /// The upward rank of each task by mean run times and mean communication costs.
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
