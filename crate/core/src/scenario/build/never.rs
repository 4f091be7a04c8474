//! What can never run, however long it waits: told before the run, so that nobody looks for it in vain.

use crate::diagnostic::Diagnostic;
use crate::entry::Family;
use crate::platform::Platform;
use crate::policy::placement;
use crate::scenario::model::Variant;
use crate::workload::Job;
use crate::workload::application::Application;
use crate::workload::generator::Work;
use crate::workload::grid::{GridJob, Request};

/// How many are named one by one.
const NAMED: usize = 5;

/// The first few sentences, and how many more there are.
#[derive(Default)]
struct Sentences {
    told: Vec<Diagnostic>,
    more: usize,
}

impl Sentences {
    fn add(&mut self, place: &str, sentence: impl FnOnce() -> String) {
        if self.told.len() < NAMED {
            self.told.push(Diagnostic::warning(sentence()).place(place));
        } else {
            self.more += 1;
        }
    }

    /// All of them, the last one with what to do; `others` says what the further ones do.
    fn finish(mut self, place: &str, others: &str) -> Vec<Diagnostic> {
        if self.more > 0 {
            self.told.push(Diagnostic::warning(format!("{} more {others}", self.more)).place(place));
        }
        if let Some(last) = self.told.last_mut() {
            "Make a cluster larger.".clone_into(&mut last.hint);
        }
        self.told
    }
}

/// Warns of what needs more nodes than there are where it could run.
pub(super) fn work(work: &Work, platform: &Platform, variant: &Variant) -> Vec<Diagnostic> {
    let place = "/workload";
    let largest = platform.largest();
    let mut sentences = Sentences::default();
    let mut rejected = |thing: &str, name: &str, nodes: u32| {
        sentences.add(place, || {
            format!("{thing} {name} needs {nodes} nodes, the largest cluster has {largest}: it is rejected")
        });
    };
    match work {
        Work::Jobs(jobs) => {
            for job in jobs.iter().filter(|job| job.nodes > largest) {
                rejected("job", &job.number.to_string(), job.nodes);
            }
        }
        Work::Workflows(workflows) => {
            for task in
                workflows.iter().flat_map(|workflow| &workflow.tasks).filter(|task| task.nodes > largest)
            {
                rejected("task", &task.name, task.nodes);
            }
        }
        Work::GridJobs(jobs) => {
            let grid = Room { platform, largest, nodes: platform.nodes(), splits: splits(variant) };
            for job in jobs {
                if let Some(why) = grid.lacks(job) {
                    sentences.add(place, || {
                        format!("job {} {}: it can never be placed", job.job.number, grid.sentence(why))
                    });
                }
            }
            return sentences.finish(place, "can never be placed");
        }
    }
    sentences.finish(place, "need more nodes than the largest cluster has")
}

/// Warns of local jobs that their clusters cannot hold.
pub(super) fn background(jobs: &[Job], platform: &Platform) -> Vec<Diagnostic> {
    let mut sentences = Sentences::default();
    for job in jobs {
        let Some(cluster) = platform.clusters.get(job.home as usize) else { continue };
        if job.nodes > cluster.nodes {
            sentences.add("/background", || {
                format!(
                    "local job {} needs {} nodes, its cluster {} has {}: it can never start",
                    job.number, job.nodes, cluster.name, cluster.nodes
                )
            });
        }
    }
    sentences.finish("/background", "need more nodes than their clusters have")
}

/// True if the placement policy splits jobs that say only how many nodes they need.
fn splits(variant: &Variant) -> bool {
    let policy = variant.chosen().into_iter().find(|entry| entry.family == Family::PlacementPolicy);
    policy.and_then(|entry| placement::find(entry.id)).is_some_and(|policy| policy.split.is_some())
}

/// What a grid has for its jobs at best.
struct Room<'a> {
    platform: &'a Platform,
    largest: u32,
    nodes: u32,
    splits: bool,
}

/// Why a job can never be placed.
#[derive(Clone, Copy)]
enum Lack {
    /// It needs so many nodes in one cluster.
    InOne(u32),
    /// It needs so many nodes in all clusters.
    InAll(u32),
    /// It needs so many nodes in a cluster.
    At(u16, u32),
    /// None of its splits is possible.
    Splits,
}

impl Room<'_> {
    fn lacks(&self, job: &GridJob) -> Option<Lack> {
        if let Application::Flexible { min, .. } = job.application {
            return self.components(&[min]);
        }
        match &job.request {
            Request::Fixed(parts) => parts.iter().find_map(|&(cluster, _)| {
                let needed = parts.iter().filter(|part| part.0 == cluster).map(|part| part.1).sum();
                let there =
                    self.platform.clusters.get(usize::from(cluster)).map_or(0, |cluster| cluster.nodes);
                (needed > there).then_some(Lack::At(cluster, needed))
            }),
            Request::NonFixed(sizes) => self.components(sizes),
            Request::Flexible if self.splits => {
                (job.job.nodes > self.nodes).then_some(Lack::InAll(job.job.nodes))
            }
            Request::Flexible => self.components(&[job.job.nodes]),
            Request::Splits(splits) => {
                splits.iter().all(|sizes| self.components(sizes).is_some()).then_some(Lack::Splits)
            }
        }
    }

    /// Several components may lie in one cluster.
    fn components(&self, sizes: &[u32]) -> Option<Lack> {
        if let Some(&size) = sizes.iter().find(|&&size| size > self.largest) {
            return Some(Lack::InOne(size));
        }
        let sum = sizes.iter().sum();
        (sum > self.nodes).then_some(Lack::InAll(sum))
    }

    fn sentence(&self, lack: Lack) -> String {
        match lack {
            Lack::InOne(nodes) => {
                format!("needs {nodes} nodes in one cluster, the largest has {}", self.largest)
            }
            Lack::InAll(nodes) => format!("needs {nodes} nodes, all clusters have {}", self.nodes),
            Lack::At(cluster, nodes) => match self.platform.clusters.get(usize::from(cluster)) {
                Some(there) => {
                    format!("needs {nodes} nodes in cluster {}, which has {}", there.name, there.nodes)
                }
                None => format!("needs {nodes} nodes in cluster {cluster}, which is not there"),
            },
            Lack::Splits => "has no split that the clusters can hold".to_owned(),
        }
    }
}
