//! The form of the KOALA grid: its most important fields, and those without effect in a scenario.

use crate::system::form::{Form, IdleFields};

pub(super) const FORM: Form = Form {
    first: &[
        "role:placement",
        "role:malleability",
        "role:fair_share",
        "role:cost",
        "role:local",
        "reuse",
        "fixed_limit",
    ],
    idle: &[
        IdleFields {
            group: "Malleable jobs",
            fields: &[
                "role:malleability",
                "approach",
                "round_s",
                "submit_node_s",
                "adapt_s",
                "growth_limit_nodes",
                "initial_size",
            ],
            reason: "No job is malleable",
            when: |facts| !facts.work.malleable,
        },
        IdleFields {
            group: "Scavenging",
            fields: &[
                "role:fair_share",
                "launchers",
                "task_startup_s",
                "monitor_s",
                "propagation_s",
                "poll_s",
                "reclaim_min_s",
                "reclaim_max_s",
                "idle_share_min",
                "empty_local_queue",
                "hours_from",
                "hours_to",
                "scavenged_share_max",
                "active_runners_max",
            ],
            reason: "No application scavenges nodes",
            when: |facts| !facts.work.sweeps,
        },
        IdleFields {
            group: "Components",
            fields: &[
                "role:cost",
                "schedule_time_s",
                "submit_time_s",
                "restart_time_s",
                "reuse",
                "reserve_for_s",
                "fixed_limit",
                "limit_scope",
                "exclude_after",
                "exclude_for_s",
                "one_way_weight",
            ],
            reason: "No workflow has components",
            when: |facts| !facts.work.components,
        },
        IdleFields {
            group: "Reserved nodes",
            fields: &["reserve_for_s"],
            reason: "No nodes are kept for the next workflow",
            when: |facts| facts.work.components && !facts.is("reuse", "resources"),
        },
        IdleFields {
            group: "Shared links",
            fields: &["link_width", "link_monitor_s", "link_history", "monitor_own_traffic"],
            reason: "Each transfer gets the full bandwidth",
            when: |facts| !facts.work.components && facts.is_off("shared_links"),
        },
        IdleFields {
            group: "Placement",
            fields: &["role:placement"],
            reason: "No job is placed by this policy",
            when: |facts| !facts.work.placed,
        },
        IdleFields {
            group: "Local jobs",
            fields: &["role:local"],
            reason: "The clusters have no local jobs",
            when: |facts| !facts.work.local_jobs,
        },
    ],
};
