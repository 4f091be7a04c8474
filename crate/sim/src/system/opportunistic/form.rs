//! The form of opportunistic pools: its most important fields, and those without effect in a scenario.

use crate::system::form::{Form, IdleFields};

pub(super) const FORM: Form = Form {
    first: &["role:ordering", "role:sizing", "role:loss", "flocking"],
    idle: &[
        IdleFields {
            group: "Losses",
            fields: &["loss_probability", "loss_victims"],
            reason: "No machine is lost beside the absences",
            when: |facts| facts.is("losses", "no"),
        },
        IdleFields {
            group: "Owners",
            fields: &["suspend_limit_s"],
            reason: "No owner returns to a machine",
            when: |facts| !facts.work.absences,
        },
        IdleFields {
            group: "Priorities",
            fields: &["priority_half_life_h", "priority_preempts", "priority_keeps_s"],
            reason: "There is one user",
            when: |facts| !facts.work.several_users,
        },
        IdleFields {
            group: "Priorities",
            fields: &["priority_keeps_s"],
            reason: "Users preempt no machines",
            when: |facts| facts.is_off("priority_preempts"),
        },
        IdleFields {
            group: "Flocking",
            fields: &["flocking"],
            reason: "There is one pool",
            when: |facts| facts.clusters == 1,
        },
        IdleFields {
            group: "Replicas",
            fields: &["cancel_copies"],
            reason: "No task has a replica",
            when: |facts| facts.lacks("loss", "replicas") && facts.is_off("eager"),
        },
        IdleFields {
            group: "Predictor",
            fields: &["predictor_window", "predictor_weight", "predictor_trials"],
            reason: "The mean of all runtimes does not need them",
            when: |facts| facts.is("predictor", "mean"),
        },
    ],
};
