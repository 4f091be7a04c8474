//! The form of the workflow engine: its most important fields, and those without effect in a scenario.

use crate::system::form::{Form, IdleFields};

/// The form in the catalog.
pub(super) const FORM: Form = Form {
    first: &["role:mapping", "task_limit", "inputs", "shared_links"],
    idle: &[
        IdleFields {
            group: "Head nodes",
            fields: &["head_task", "head_transfer", "head_submission", "head_delay_s"],
            reason: "Tasks and files bypass the head nodes",
            when: |facts| facts.is_off("head_nodes"),
        },
        IdleFields {
            group: "Shared links",
            fields: &["link_width"],
            reason: "Each transfer gets the full bandwidth",
            when: |facts| facts.is_off("shared_links"),
        },
        IdleFields {
            group: "Static plan",
            fields: &["task_limit"],
            reason: "Static plans ignore the limit",
            when: |facts| facts.lacks("mapping", "task limit"),
        },
    ],
};
