//! The form of batch queues: its most important fields, and those without effect in a scenario.

use crate::system::form::{Form, FormFacts, IdleFields};

pub(super) const FORM: Form = Form {
    first: &["role:local", "role:routing", "role:prediction", "role:bound", "estimates"],
    idle: &[
        IdleFields {
            group: "Estimates",
            fields: &["estimates", "kill_at_estimate"],
            reason: "Estimates equal runtimes in this workload",
            when: |facts| facts.work.exact_estimates,
        },
        IdleFields {
            group: "Estimates",
            fields: &["estimates"],
            reason: "No selected policy uses estimates",
            when: |facts| {
                let routed_without = facts.clusters == 1 || facts.lacks("routing", "estimates");
                facts.lacks("local", "estimates")
                    && routed_without
                    && keeps_no_queue(facts)
                    && !facts.is("same_instant", "per-event")
            },
        },
        IdleFields {
            group: "Estimates",
            fields: &["kill_at_estimate"],
            reason: "No job exceeds its estimate",
            when: |facts| facts.work.sufficient_estimates,
        },
        IdleFields {
            group: "Runtime prediction",
            fields: &["role:prediction", "prediction_class", "correct_predictions", "first_prediction_s"],
            reason: "No selected policy uses predictions",
            when: predicts_nothing,
        },
        IdleFields {
            group: "Runtime prediction",
            fields: &["prediction_class", "correct_predictions", "first_prediction_s"],
            reason: "User estimates are not computed from earlier jobs",
            when: |facts| facts.lacks("prediction", "history"),
        },
        IdleFields {
            group: "Bound on the wait",
            fields: &["role:bound", "bound_history", "bound_training"],
            reason: "Quoted to users; no effect on the order",
            when: |facts| facts.lacks("bound", "quotes"),
        },
        IdleFields {
            group: "Routing",
            fields: &["role:routing"],
            reason: "There is one cluster; only FPF would change the order",
            when: |facts| facts.clusters == 1 && keeps_no_queue(facts),
        },
        IdleFields {
            group: "Failures",
            fields: &["on_failure"],
            reason: "No node fails",
            when: |facts| !facts.work.absences,
        },
    ],
};

/// True if jobs are not held at the grid, where the routing policy would order them on one cluster as well.
fn keeps_no_queue(facts: &FormFacts<'_>) -> bool {
    facts.lacks("routing", "queue")
}

/// True if a batch system decides without predictions, and none are chosen to be measured.
fn predicts_nothing(facts: &FormFacts<'_>) -> bool {
    facts.lacks("routing", "predictions") && facts.lacks("prediction", "history")
}
