//! The form of the workflow engine: its most important fields, and those without effect in a scenario.

use crate::system::form::{Form, FormFacts, IdleFields};
use ganttlet_core::entry::Value;

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
            group: "Submission",
            fields: &["copy_within"],
            reason: "File servers have no limit, so these copies take no time",
            when: |facts| is_zero(facts, "file_server_mb_s"),
        },
        IdleFields {
            group: "Submission",
            fields: &["home"],
            reason: "Nothing is copied from or to the submission site",
            when: |facts| facts.is_off("copy_back") && is_zero(facts, "executable_mb"),
        },
        IdleFields {
            group: "Static plan",
            fields: &["task_limit"],
            reason: "Static plans ignore the limit",
            when: |facts| facts.lacks("mapping", "task limit"),
        },
    ],
};

/// True if a number is zero.
fn is_zero(facts: &FormFacts<'_>, parameter: &str) -> bool {
    matches!(facts.settings.get(parameter), Some(Value::Number(number)) if *number <= 0.0)
}
