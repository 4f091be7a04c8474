//! Runs from scenarios, and diagnostics of their input.

use super::{Options, Policies, simulation};
use crate::policy::workflow::PlacementMode;
use crate::system::parts::{Findings, idle_traffic, local_too_large, too_large};
use crate::system::{Input, Run};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Parameters;
use ganttlet_work::{Job, Workflow};
use std::fmt::Display;

/// Warns of tasks without room on any cluster or in any plan, and rejects local jobs beside plans.
pub(super) fn check(input: &Input, place: &str) -> Vec<Diagnostic> {
    let workflows: &[Workflow] = input.work.items().unwrap_or_default();
    let tasks = || workflows.iter().flat_map(|workflow| &workflow.tasks);
    let mut needs = tasks().map(|task| -> (&dyn Display, u32) { (&task.name, task.nodes) });
    let mut found = too_large("task", &mut needs, &input.platform);
    let jobs: &[Job] = input.beside.items();
    let Policies { mapping } = input.policies();
    let (is_static, name) = (matches!(mapping.make().mode(), PlacementMode::Static(_)), mapping.name());
    if is_static {
        let mut wide = Findings::at("/workload");
        for task in tasks().filter(|task| (2..=input.platform.largest_cluster_nodes()).contains(&task.nodes))
        {
            wide.add(|| {
                let (task, nodes) = (&task.name, task.nodes);
                format!(
                    "task {task} needs {nodes} nodes, but {name} plans single-node tasks only: it is rejected"
                )
            });
        }
        found.extend(wide.finish("need several nodes", "Choose a workflow policy without a static plan."));
    }
    if !jobs.is_empty() && is_static {
        let message = format!("{name} plans all nodes in advance and cannot be combined with local jobs");
        let hint = "Leave out the background, or choose a workflow policy without a static plan.";
        found.push(
            Diagnostic::error(message).hint(hint.to_owned()).place(format!("{place}/policies/mapping")),
        );
    }
    found.extend(local_too_large(jobs, &input.platform));
    let options = Options::read(&input.settings);
    found.extend(idle_traffic(input.beside.items(), options.sharing.shared_links));
    found.extend(submission_conflicts(&options, (is_static, name), input.platform.clusters.len(), place));
    found
}

/// Rejects costs of submission where they have no meaning.
fn submission_conflicts(
    options: &Options,
    (is_static, name): (bool, &str),
    clusters: usize,
    place: &str,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if options.submission.home_index() >= clusters {
        let message = format!(
            "the submission site is cluster {}, but there are {clusters}",
            options.submission.home_index() + 1
        );
        found.push(Diagnostic::error(message).place(format!("{place}/parameters/home")));
    }
    if !options.submission.are_set() {
        return found;
    }
    let mut refuse = |field: &str, message: String, hint: &str| {
        let one = Diagnostic::error(message).hint(hint.to_owned());
        found.push(one.place(format!("{place}/{field}")));
    };
    let what = "costs of submission (brokers, head nodes, file servers, copies, failures)";
    if is_static {
        let message = format!("{name} plans all starts in advance and cannot be combined with {what}");
        refuse("policies/mapping", message, "Choose a workflow policy without a static plan.");
    }
    if options.heads.head_nodes {
        let message = format!("the model of head-node load cannot be combined with {what}");
        refuse(
            "parameters/head_nodes",
            message,
            "Switch head nodes off: a head-node time per task replaces them.",
        );
    }
    if options.sharing.shared_links {
        let message = format!("shared links cannot be combined with {what}");
        refuse(
            "parameters/shared_links",
            message,
            "Switch shared links off: a file-server bandwidth replaces them.",
        );
    }
    found
}

/// A run of this input.
pub(super) fn simulate(mut input: Input) -> impl Run {
    let clusters = input.platform.clusters.len() as u32;
    let mut local: Vec<Job> = input.beside.take();
    for job in &mut local {
        job.home = job.local_cluster(clusters);
    }
    let (traffic, policies, options) =
        (input.beside.take(), input.policies(), Options::read(&input.settings));
    simulation(&input.platform, &input.work, local, traffic, &policies, &options, input.run)
        .with_choices(&options.played)
}
