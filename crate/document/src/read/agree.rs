//! What each field allows by itself, but not together with the others.

use super::walk::{Walker, names};
use crate::model::{FormPart, GridJobPart, Part, RequestPart, Scenario, Variant, WorkflowPart};
use crate::{catalog, engine};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::entry::{Accepts, Makes};
use ganttlet_engine::metric;
use ganttlet_engine::platform::Platform;
use ganttlet_engine::system::{SYSTEMS, SystemKind};
use std::collections::BTreeMap;

/// Tells where the parts of a scenario contradict each other.
pub(super) fn check(walker: &mut Walker, scenario: &Scenario) {
    let first = scenario.variants[0].system();
    for (variant, i) in scenario.variants.iter().skip(1).zip(0..) {
        compared(walker, scenario, variant.system(), i);
    }
    let mut platform = None;
    for (part, i) in scenario.workload.iter().zip(0..) {
        let makes = part.makes();
        if makes == Makes::Absences {
            let hint = format!(
                "Put it into \"background\", of a system that has a place for it: {}.",
                names(systems_beside(makes))
            );
            walker.error(&format!("/workload/{i}"), "absences of machines are no work", hint);
        } else if !first.accepts.takes(makes) {
            let system = first.entry.name;
            let message = format!(
                "this part has {}, but the system ({system}) runs {}",
                makes.word(),
                first.accepts.word()
            );
            walker.error(&format!("/workload/{i}"), message, systems_for(makes));
        }
        match part {
            Part::Workflow(workflow) => circle(walker, workflow, i),
            Part::GridJobs(jobs) => {
                let platform = platform.get_or_insert_with(|| scenario.platform.platform());
                for (job, j) in jobs.iter().zip(0..) {
                    clusters(walker, job, &format!("/workload/{i}/grid_jobs/{j}"), platform);
                }
            }
            Part::Applications(parts) => {
                let platform = platform.get_or_insert_with(|| scenario.platform.platform());
                for (home, j) in parts.iter().map(|part| part.home).zip(0..) {
                    if let Some(message) = home.and_then(|home| missing(platform, home)) {
                        let place = || format!("/workload/{i}/applications/{j}/home");
                        walker.tell_if_room(true, || Diagnostic::error(message).place(place()));
                    }
                }
            }
            Part::Generator { .. } | Part::File { .. } | Part::Jobs(_) | Part::Absences(_) => {}
        }
    }
    background(walker, scenario);
    for (id, i) in scenario.measures.iter().zip(0..) {
        let Some(metric) = metric::METRICS.find(id) else { continue };
        let suits = scenario.variants.iter().any(|variant| metric.suits(variant.system().accepts));
        if let Some(of) = metric.of.filter(|_| !suits) {
            let message =
                format!("{id} measures {}, the system runs {}", of.word(), scenario.accepts().word());
            walker.tell(Diagnostic::warning(message).place(format!("/measures/{i}")).hint("Leave it out."));
        }
    }
    if let Some(horizon) =
        scenario.horizon_s.filter(|&horizon| horizon <= scenario.warm_up_s && scenario.warm_up_s > 0.0)
    {
        let (warm_up, horizon) = (super::plain(scenario.warm_up_s), super::plain(horizon));
        let message = format!("found {warm_up}, but the run ends at {horizon}: nothing would be measured");
        walker.error("/warm_up_s", message, "Make it shorter than horizon_s.");
    }
}

/// A system that is compared must run what the first one runs.
fn compared(walker: &mut Walker, scenario: &Scenario, system: &SystemKind, i: usize) {
    let first = scenario.variants[0].system().accepts;
    let strange = |part: &&Part| first.takes(part.makes()) && !system.accepts.takes(part.makes());
    if let Some(part) = scenario.workload.iter().find(strange) {
        let message = format!(
            "this system runs {}, the first one is given {}: all systems of a scenario do the same work",
            system.accepts.word(),
            part.makes().word()
        );
        walker.error(&format!("/compare/{i}/kind"), message, "Make it a scenario of its own.");
    }
}

/// What happens past a system needs one that has a place for it: local jobs in one, absences of machines in another.
fn background(walker: &mut Walker, scenario: &Scenario) {
    let Some(first) = scenario.background.first() else { return };
    if let Some(other) = scenario.variants.iter().map(Variant::system).find(|s| s.background.is_none()) {
        let (what, takes, hint) = if first.makes() == Makes::Absences {
            ("absences of machines", Makes::Absences, "Leave it out.")
        } else {
            let hint = "Leave it out, or make the local jobs a part of the workload.";
            ("local jobs that come past it", Makes::Jobs, hint)
        };
        let able = names(systems_beside(takes));
        let message = format!("the system {} has no place for {what}", other.entry.name);
        walker.error("/background", message, format!("{hint} Systems that can: {able}."));
        return;
    }
    let system = scenario.variants[0].system();
    for (part, i) in scenario.background.iter().zip(0..) {
        let makes = part.makes();
        let Some(takes) = system.background.filter(|&takes| takes != makes) else { continue };
        let takes = if takes == Makes::Jobs { "local jobs" } else { takes.word() };
        let message = format!(
            "this part has {}, but what can happen past the system ({}) are {takes}",
            makes.word(),
            system.entry.name
        );
        let hint = if system.accepts.takes(makes) {
            "Make it a part of the workload.".to_owned()
        } else if systems_beside(makes).next().is_none() {
            "Leave it out.".to_owned()
        } else {
            format!("Leave it out. Systems that they can happen past: {}.", names(systems_beside(makes)))
        };
        walker.error(&format!("/background/{i}"), message, hint);
    }
}

/// The systems that this can happen past.
fn systems_beside(makes: Makes) -> impl Iterator<Item = &'static str> {
    SYSTEMS
        .members
        .iter()
        .filter(move |system| system.background == Some(makes))
        .map(|system| system.entry.id)
}

/// What there is to say of a cluster that is not there.
fn missing(platform: &Platform, cluster: u32) -> Option<String> {
    let message = match platform.clusters.len() {
        count if (cluster as usize) < count => return None,
        1 => format!("there is no cluster {cluster}; the only one is 0"),
        count => format!("there is no cluster {cluster}; the {count} clusters are counted from 0"),
    };
    Some(message)
}

/// The clusters that a job names must be there and be large enough.
fn clusters(walker: &mut Walker, job: &GridJobPart, place: &str, platform: &Platform) {
    if let FormPart::Rigid { request: RequestPart::Fixed(parts), .. } = &job.form {
        let mut sums: BTreeMap<u32, u32> = BTreeMap::new();
        for (&(cluster, nodes), i) in parts.iter().zip(0..) {
            let place = |end: u32| format!("{place}/request/fixed/{i}/{end}");
            if let Some(message) = missing(platform, cluster) {
                walker.tell_if_room(true, || Diagnostic::error(message).place(place(0)));
                continue;
            }
            // Components in one cluster need their nodes together.
            let needed = sums.entry(cluster).or_default();
            *needed += nodes;
            let there = &platform.clusters[cluster as usize];
            if *needed > there.nodes {
                walker.tell_if_room(true, || {
                    let message = format!(
                        "needed are {needed} nodes in cluster {cluster} ({}), which has {}",
                        there.name, there.nodes
                    );
                    Diagnostic::error(message)
                        .place(place(1))
                        .hint("Ask for fewer, or make the cluster larger.")
                });
            }
        }
    }
    for (input, i) in job.inputs.iter().zip(0..) {
        for (&site, k) in input.sites.iter().zip(0..) {
            if let Some(message) = missing(platform, site) {
                let place = || format!("{place}/inputs/{i}/sites/{k}");
                walker.tell_if_room(true, || Diagnostic::error(message).place(place()));
            }
        }
    }
}

fn systems_for(makes: Accepts) -> String {
    let ids = catalog::systems_for(makes);
    format!("Systems that run {}: {}.", makes.word(), names(ids))
}

fn circle(walker: &mut Walker, part: &WorkflowPart, i: usize) {
    if let Err(cycle) = engine::workflow(part).topological() {
        walker.error(
            &format!("/workload/{i}/workflow/tasks"),
            cycle.to_string(),
            "Leave one of these parents out.",
        );
    }
}
