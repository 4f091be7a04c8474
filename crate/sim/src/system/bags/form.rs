//! The form of bags of tasks: its most important fields, and those without effect in a scenario.

use crate::system::form::{Form, IdleFields};

/// The form in the catalog.
pub(super) const FORM: Form = Form {
    first: &["role:selection", "role:scheduling", "architecture", "inaccuracy_pct"],
    idle: &[
        IdleFields {
            group: "Selection",
            fields: &["barrier", "reselect_on_arrival"],
            reason: "All waiting tasks are selected at once",
            when: |facts| facts.lacks("selection", "choice"),
        },
        IdleFields {
            group: "Information",
            fields: &["monitor_period_s"],
            reason: "Only a central scheduler polls the clusters",
            when: |facts| !facts.is("architecture", "central"),
        },
        IdleFields {
            group: "Queues",
            fields: &["migrate_waiting"],
            reason: "With separate clusters, users are bound to one of them",
            when: |facts| facts.is("architecture", "separate"),
        },
    ],
};
