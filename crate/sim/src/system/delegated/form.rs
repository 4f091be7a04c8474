//! The form of delegated resource selection: its most important fields, and those without effect in a scenario.

use crate::system::form::{Form, IdleFields};

pub(super) const FORM: Form = Form {
    first: &["role:rule", "role:selection", "fair_start_s", "role:resources"],
    idle: &[
        IdleFields {
            group: "Several clusters",
            fields: &["role:resources", "cem_scratch", "cem_group", "config_scope"],
            reason: "No application spans several clusters",
            when: |facts| !facts.work.spanning && !facts.work.rigid_jobs,
        },
        IdleFields {
            group: "Rigid jobs",
            fields: &["job_moldable_share", "job_processors", "job_oversize", "job_wall_times", "job_gap_s"],
            reason: "All applications have launchers",
            when: |facts| !facts.work.rigid_jobs,
        },
        IdleFields {
            group: "Fair start",
            fields: &["oar_fair_start_s"],
            reason: "Used with lists of configurations only",
            when: |facts| facts.lacks("rule", "configurations"),
        },
        IdleFields {
            group: "Fair start",
            fields: &["fair_start_s"],
            reason: "Lists of configurations use another delay",
            when: |facts| facts.lacks("rule", "fair start"),
        },
    ],
};
