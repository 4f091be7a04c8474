//! The form of the grid execution hierarchy: its most important fields, and those without effect in a scenario.

use crate::system::form::{Form, IdleFields};

pub(super) const FORM: Form = Form {
    first: &["scheme", "role:limits", "role:migration", "queues", "role:sharing"],
    idle: &[IdleFields {
        group: "Demotion",
        fields: &["demotion_keeps_jobs"],
        reason: "Used in the scheme MQ only",
        when: |facts| !facts.is("scheme", "mq"),
    }],
};
