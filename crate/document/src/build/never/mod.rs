//! What can never run, however long it waits: told before the run, so that nobody looks for it in vain.

mod pool;

pub(super) use pool::{absences, speeds};

use crate::model::Variant;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::platform::Platform;
use ganttlet_engine::policy::placement::{Ask, PLACEMENT_POLICIES, View};
use ganttlet_engine::workload::Job;
use ganttlet_engine::workload::application::Application;
use ganttlet_engine::workload::generator::Work;
use ganttlet_engine::workload::grid::{GridJob, Request};

/// How many are named one by one.
const NAMED: usize = 5;

/// The first few sentences, and how many more there are.
struct Sentences {
    place: &'static str,
    told: Vec<Diagnostic>,
    more: usize,
}

impl Sentences {
    fn at(place: &'static str) -> Self {
        Self { place, told: Vec::new(), more: 0 }
    }

    fn add(&mut self, sentence: impl FnOnce() -> String) {
        if self.told.len() < NAMED {
            self.told.push(Diagnostic::warning(sentence()).place(self.place));
        } else {
            self.more += 1;
        }
    }

    /// All of them; `others` says what is wrong with those that are not named, `hint` what to do.
    fn finish(mut self, others: &str, hint: &str) -> Vec<Diagnostic> {
        if self.more > 0 {
            self.told.push(Diagnostic::warning(format!("{} more {others}", self.more)).place(self.place));
        }
        if let Some(last) = self.told.last_mut() {
            hint.clone_into(&mut last.hint);
        }
        self.told
    }
}

/// What to do about what is too large for a cluster.
const LARGER: &str = "Make a cluster larger.";

/// Warns of what would find no room if nothing else ran. `place` is that of the variant.
pub(super) fn work(work: &Work, platform: &Platform, variant: &Variant, place: &str) -> Vec<Diagnostic> {
    let largest = platform.largest();
    let mut sentences = Sentences::at("/workload");
    let mut rejected = |thing: &str, name: &dyn std::fmt::Display, nodes: u32| {
        sentences.add(|| {
            format!("{thing} {name} needs {nodes} nodes, the largest cluster has {largest}: it is rejected")
        });
    };
    match work {
        Work::Jobs(jobs) => {
            for job in jobs.iter().filter(|job| job.nodes > largest) {
                rejected("job", &job.number, job.nodes);
            }
        }
        Work::Workflows(workflows) => {
            let tasks = workflows.iter().flat_map(|workflow| &workflow.tasks);
            for task in tasks.filter(|task| task.nodes > largest) {
                rejected("task", &task.name, task.nodes);
            }
        }
        Work::GridJobs(jobs) => return grid_jobs(jobs, platform, variant),
        Work::MasterWorker(applications) => {
            let mut told = pool::applications(applications, platform, variant);
            told.extend(pool::workers(platform, variant, place));
            return told;
        }
        Work::Absences(_) => {}
    }
    sentences.finish("need more nodes than the largest cluster has", LARGER)
}

/// Warns of local jobs that their clusters cannot hold.
pub(super) fn background(jobs: &[Job], platform: &Platform) -> Vec<Diagnostic> {
    let mut sentences = Sentences::at("/background");
    for job in jobs {
        let cluster = &platform.clusters[job.home as usize];
        if job.nodes > cluster.nodes {
            sentences.add(|| {
                format!(
                    "local job {} needs {} nodes, its cluster {} has {}: it is rejected",
                    job.number, job.nodes, cluster.name, cluster.nodes
                )
            });
        }
    }
    sentences.finish("need more nodes than their clusters have", LARGER)
}

/// Warns of jobs that the placement policy cannot place even on an idle grid.
fn grid_jobs(jobs: &[GridJob], platform: &Platform, variant: &Variant) -> Vec<Diagnostic> {
    let role = variant.system().roles.iter().find(|role| role.family.id() == PLACEMENT_POLICIES.id);
    let Some(id) = role.and_then(|role| variant.policies.get(role.id)) else { return Vec::new() };
    let maker = PLACEMENT_POLICIES.known(id);
    let mut policy = (maker.make)(&variant.settings);
    let idle: Vec<u32> = platform.clusters.iter().map(|cluster| cluster.nodes).collect();
    let speed: Vec<f64> = platform.clusters.iter().map(|cluster| cluster.speed).collect();
    let view = View { idle: &idle, speed: &speed, network: &platform.network };
    let mut sentences = Sentences::at("/workload");
    let mut components = Vec::new();
    for GridJob { job, request, application, inputs } in jobs {
        let smallest;
        let (request, nodes) = match application {
            Application::Rigid { .. } => (request, job.nodes),
            Application::Flexible { min, step, .. } => {
                smallest = Request::NonFixed(vec![step.ceil(*min)]);
                (&smallest, step.ceil(*min))
            }
            // Its tasks take any node there is.
            Application::Sweep { .. } => continue,
        };
        let ask = Ask { request, nodes, inputs };
        if !policy.place(&ask, &view, &mut components) {
            sentences.add(|| {
                let name = maker.entry.name;
                format!(
                    "job {} needs {nodes} nodes, {name} cannot place it on an idle grid: it is rejected",
                    job.number
                )
            });
        }
    }
    let hint = "Make a cluster larger, or choose another placement policy.";
    sentences.finish("cannot be placed on an idle grid", hint)
}
