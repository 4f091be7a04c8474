//! Reports, before the run, jobs that can never run.

use crate::system::Input;
use crate::system::koala::policy::placement::{GridView, PlacementQuery};
use crate::system::koala::{Options, Policies};
use crate::system::parts::{Findings, idle_traffic, local_too_large};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Parameters;
use ganttlet_work::application::Application;
use ganttlet_work::grid::{GridJob, Request};
use ganttlet_work::hoc::{Hoc, LARGEST};

/// An error if the input is too large; otherwise warnings about jobs that the placement policy cannot place even on an
/// idle grid, and about local jobs that are too large for their clusters.
pub(super) fn check(input: &Input, _: &str) -> Vec<Diagnostic> {
    let jobs = input.work.items().unwrap_or_default();
    if let Some(wrong) = too_many_steps(jobs) {
        return vec![wrong];
    }
    if let Some(wrong) = no_home(jobs, input.platform.clusters.len()) {
        return vec![wrong];
    }
    let mut found = grid_jobs(jobs, input);
    found.extend(local_too_large(input.beside.items(), &input.platform));
    let components = |job: &GridJob| matches!(job.application, Application::Components { .. });
    let shares = Options::read(&input.settings).links.sharing.shared_links || jobs.iter().any(components);
    found.extend(idle_traffic(input.beside.items(), shares));
    found
}

/// An error if the components require more computations than a run allows.
fn too_many_steps(jobs: &[GridJob]) -> Option<Diagnostic> {
    let steps = |job: &GridJob| match &job.application {
        Application::Components { hocs, .. } => hocs.iter().map(Hoc::max_computations).sum(),
        _ => 0,
    };
    let (steps, most) = (jobs.iter().map(steps).sum::<u64>(), LARGEST.steps);
    let message = || {
        format!("the components have {steps} computations (units times messages); at most {most} are allowed")
    };
    let hint = "Use fewer workflows, or fewer messages.";
    (steps > most).then(|| Diagnostic::error(message()).place("/workload").hint(hint))
}

/// An error if the home of a workflow of components is a cluster that does not exist.
fn no_home(jobs: &[GridJob], clusters: usize) -> Option<Diagnostic> {
    let missing = |job: &GridJob| match job.application {
        Application::Components { home: Some(home), .. } if usize::from(home) >= clusters => {
            Some((job.job.number, home + 1))
        }
        _ => None,
    };
    let (number, home) = jobs.iter().find_map(missing)?;
    let there = if clusters == 1 { "is 1 cluster".to_owned() } else { format!("are {clusters} clusters") };
    let message =
        format!("the home of workflow {number} is cluster {home} (counted from 1), but there {there}");
    let hint = "Use an existing cluster as home, or 0 for none.";
    Some(Diagnostic::error(message).place("/workload").hint(hint))
}

fn grid_jobs(jobs: &[GridJob], input: &Input) -> Vec<Diagnostic> {
    let Input { platform, .. } = input;
    let Policies { placement, .. } = input.policies();
    let (mut policy, name) = (placement.make(), placement.name());
    let idle: Vec<u32> = platform.clusters.iter().map(|cluster| cluster.nodes).collect();
    let speed: Vec<f64> = platform.clusters.iter().map(|cluster| cluster.speed).collect();
    let view = GridView { idle: &idle, speed: &speed, network: &platform.network };
    let mut findings = Findings::at("/workload");
    let mut components = Vec::new();
    for GridJob { job, request, application, inputs } in jobs {
        let smallest;
        let (request, nodes) = match application {
            Application::Rigid { .. } => (request, job.nodes),
            Application::Flexible { min, step, .. } => {
                smallest = Request::NonFixed(vec![step.smallest_above(*min)]);
                (&smallest, step.smallest_above(*min))
            }
            Application::Components { .. } => {
                let most: u32 = idle.iter().sum();
                if job.nodes > most {
                    findings.add(|| {
                        let (number, nodes) = (job.number, job.nodes);
                        format!(
                            "workflow {number} needs {nodes} nodes, but the grid has {most}: it is rejected"
                        )
                    });
                }
                continue;
            }
            Application::Workflow(_) => {
                let ask = PlacementQuery { job: job.number, request, nodes: job.nodes, inputs };
                if !policy.place(&ask, &view, &mut components) {
                    findings.add(|| {
                        let (number, nodes) = (job.number, job.nodes);
                        format!("a task of workflow {number} needs {nodes} nodes, and {name} cannot place it even on an idle grid: it is rejected with all its successors")
                    });
                }
                continue;
            }
            // Its tasks can use any node.
            Application::Sweep { .. } => continue,
        };
        let ask = PlacementQuery { job: job.number, request, nodes, inputs };
        if !policy.place(&ask, &view, &mut components) {
            findings.add(|| {
                format!(
                    "job {} needs {nodes} nodes, and {name} cannot place it even on an idle grid: it is rejected",
                    job.number
                )
            });
        }
    }
    let hint = "Make a cluster larger, or choose another placement policy.";
    findings.finish("cannot be placed even on an idle grid", hint)
}
