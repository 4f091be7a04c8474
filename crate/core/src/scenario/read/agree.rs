//! What each field allows by itself, but not together with the others.

use super::walk::{Walker, names};
use crate::diagnostic::Diagnostic;
use crate::entry::Accepts;
use crate::metric;
use crate::scenario::model::{Part, Scenario, WorkflowPart};
use crate::scenario::{catalog, engine};

/// Tells where the parts of a scenario contradict each other.
pub(super) fn check(walker: &mut Walker, scenario: &Scenario) {
    let accepts = scenario.accepts();
    for (variant, i) in scenario.variants.iter().skip(1).zip(0..) {
        let other = variant.system().accepts;
        if other != accepts {
            let message = format!(
                "this system runs {}, the first one runs {}: all systems of a scenario do the same work",
                other.word(),
                accepts.word()
            );
            walker.error(&format!("/compare/{i}/kind"), message, "Make it a scenario of its own.");
        }
    }
    for (part, i) in scenario.workload.iter().zip(0..) {
        let makes = part.makes();
        if !accepts.takes(makes) {
            let system = scenario.variants[0].system().entry.name;
            let message =
                format!("this part has {}, but the system ({system}) runs {}", makes.word(), accepts.word());
            walker.error(&format!("/workload/{i}"), message, systems_for(makes));
        }
        if let Part::Workflow(workflow) = part {
            circle(walker, workflow, i);
        }
    }
    for (id, i) in scenario.measures.iter().zip(0..) {
        if let Some(other) = metric::find(id).and_then(|metric| metric.of).filter(|of| !accepts.takes(*of)) {
            let message = format!("{id} measures {}, the system runs {}", other.word(), accepts.word());
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
