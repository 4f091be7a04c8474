//! Rigid jobs and tasks on several clusters.

use crate::instance::{Job, topological_order};
use crate::numbers::{InvalidInstance, RANGE};

/// The weight of the fastest cluster or processor.
const TOP_WEIGHT: f64 = (1 << 20) as f64;

/// Integer weights for speeds. Bounds are valid for all weights above 0; these make them tight.
pub fn weights(speeds: &[f64]) -> Vec<i64> {
    let fastest = speeds.iter().copied().fold(0.0, f64::max);
    speeds.iter().map(|&speed| ((speed / fastest * TOP_WEIGHT).round() as i64).max(1)).collect()
}

/// Halves the weights until weighted node time is within the range of exact sums: all weights are valid.
fn reduce_weights(
    mut clusters: Vec<Cluster>,
    jobs: &[Job],
    durations: &[Vec<Option<i64>>],
) -> Option<Vec<Cluster>> {
    let latest = jobs.iter().map(|job| i128::from(job.submit)).max().unwrap_or(0);
    let longest = durations.iter().flatten().flatten().copied().max().unwrap_or(0);
    loop {
        let pool: i128 = clusters.iter().map(|c| i128::from(c.nodes) * i128::from(c.weight)).sum();
        let heaviest = clusters.iter().map(|cluster| i128::from(cluster.weight)).max().unwrap_or(1);
        let work: i128 = jobs
            .iter()
            .zip(durations)
            .map(|(job, row)| {
                let run = row.iter().flatten().copied().max().unwrap_or(0);
                i128::from(job.nodes) * heaviest * i128::from(run)
            })
            .sum();
        if pool * (latest + i128::from(longest)) + work < RANGE {
            return Some(clusters);
        }
        if heaviest == 1 {
            return None;
        }
        for cluster in &mut clusters {
            cluster.weight = (cluster.weight / 2).max(1);
        }
    }
}

/// A cluster of identical nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Number of nodes.
    pub nodes: i64,
    /// Weight of its node time, above 0; see [`weights`].
    pub weight: i64,
}

/// Jobs on several clusters. Each job runs on one cluster.
#[derive(Clone, Debug)]
pub struct ClusterInstance {
    pub(crate) clusters: Vec<Cluster>,
    pub(crate) jobs: Vec<Job>,
    pub(crate) predecessors: Vec<Vec<usize>>,
    pub(crate) order: Vec<usize>,
    /// The runtime of each job on each cluster; `None` if the job is too wide for it.
    pub(crate) durations: Vec<Vec<Option<i64>>>,
}

impl ClusterInstance {
    /// Jobs on clusters. `durations` has a row for each job and a column for each cluster; `Job::run` is not used.
    pub fn new(
        clusters: Vec<Cluster>,
        jobs: Vec<Job>,
        durations: &[Vec<i64>],
        predecessors: Vec<Vec<usize>>,
    ) -> Result<Self, InvalidInstance> {
        if predecessors.len() != jobs.len()
            || durations.len() != jobs.len()
            || durations.iter().any(|row| row.len() != clusters.len())
        {
            return Err(InvalidInstance::Predecessor);
        }
        if clusters.iter().any(|cluster| cluster.nodes < 1 || cluster.weight < 1) {
            return Err(InvalidInstance::Nodes);
        }
        let (order, _) = topological_order(&predecessors)?;
        let fits = |job: &Job, at: usize| job.nodes <= clusters[at].nodes;
        let row = |(job, row): (&Job, &Vec<i64>)| -> Vec<Option<i64>> {
            row.iter().enumerate().map(|(at, &run)| fits(job, at).then_some(run)).collect()
        };
        let durations: Vec<Vec<Option<i64>>> = jobs.iter().zip(durations).map(row).collect();
        let mut horizon = jobs.iter().map(|job| i128::from(job.submit)).max().unwrap_or(0);
        for (job, row) in jobs.iter().zip(&durations) {
            if job.nodes < 1 || row.iter().all(Option::is_none) {
                return Err(InvalidInstance::Nodes);
            }
            if job.submit < 0 || row.iter().flatten().any(|&run| run < 0) {
                return Err(InvalidInstance::Time);
            }
            horizon += i128::from(row.iter().flatten().copied().max().unwrap_or(0));
        }
        if horizon >= i128::from(i64::MAX) {
            return Err(InvalidInstance::Overflow);
        }
        let clusters = reduce_weights(clusters, &jobs, &durations).ok_or(InvalidInstance::Overflow)?;
        Ok(Self { clusters, jobs, predecessors, order, durations })
    }

    /// The clusters.
    pub fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// The jobs.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The runtime of a job on a cluster, if it fits there.
    pub fn duration(&self, job: usize, cluster: usize) -> Option<i64> {
        self.durations[job][cluster]
    }

    /// The jobs that must end before job `id` starts.
    pub fn predecessors(&self, id: usize) -> &[usize] {
        &self.predecessors[id]
    }

    /// The shortest runtime of a job.
    pub fn least_duration(&self, job: usize) -> i64 {
        self.durations[job].iter().flatten().copied().min().unwrap_or(0)
    }

    /// The longest runtime of a job.
    pub fn most_duration(&self, job: usize) -> i64 {
        self.durations[job].iter().flatten().copied().max().unwrap_or(0)
    }

    /// The minimum weighted runtime of a job, per node.
    pub(crate) fn least_weighted(&self, job: usize) -> i128 {
        let row = self.durations[job].iter().zip(&self.clusters);
        row.filter_map(|(run, cluster)| Some(i128::from((*run)?) * i128::from(cluster.weight)))
            .min()
            .unwrap_or(0)
    }

    /// The first submit time; 0 without jobs.
    pub fn first_submit(&self) -> i64 {
        self.jobs.iter().map(|job| job.submit).min().unwrap_or(0)
    }
}
