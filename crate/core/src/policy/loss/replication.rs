//! Second copies of the first tasks of the list, which are the longest: whichever copy is done first counts.

use super::none::{extra, extra_machines};
use super::{LossPolicy, Plan};
use crate::entry::{Entry, Family, Kind, Parameter, Settings};
use crate::trace::Rule;

/// The policy in the catalog.
pub(super) const SINGLE: LossPolicy = LossPolicy {
    entry: Entry {
        id: "single-replication",
        name: "Single replication (SR)",
        family: Family::LossPolicy,
        summary: "With extra machines, the first task of the list gets a second copy; the machines work like all others.",
        source: "Heymann 2001, section 5.4",
        parameters: &[extra_machines(1)],
    },
    plan: |_, _, settings| replicate(1, settings),
};

/// The policy in the catalog. Three extra machines sufficed in most cases of the source.
pub(super) const COMPLETE: LossPolicy = LossPolicy {
    entry: Entry {
        id: "complete-replication",
        name: "Complete replication (CR)",
        family: Family::LossPolicy,
        summary: "As many tasks as there are extra machines get a second copy, from the first of the list on; the machines work \
                  like all others.",
        source: "Heymann 2001, section 5.4",
        parameters: &[extra_machines(3)],
    },
    plan: |_, _, settings| replicate(u32::MAX, settings),
};

/// The policy in the catalog: between no replication and complete replication.
pub(super) const PARTIAL: LossPolicy = LossPolicy {
    entry: Entry {
        id: "partial-replication",
        name: "Partial replication",
        family: Family::LossPolicy,
        summary: "The first tasks of the list get a second copy, so many as is said, but no more than there are extra machines.",
        source: "Heymann 2001, section 5.4 (names such hybrids; what exactly they do is ours)",
        parameters: &[
            extra_machines(3),
            Parameter {
                id: "copied_tasks",
                name: "Copied tasks",
                doc: "How many tasks get a second copy.",
                unit: "tasks",
                kind: Kind::Integer { min: 0, max: 1_000, default: 2 },
            },
        ],
    },
    plan: |_, _, settings| replicate(settings.integer("copied_tasks").clamp(0, 1_000) as u32, settings),
};

/// The extra machines that were asked for, and copies of at most so many tasks.
fn replicate(most: u32, settings: &Settings) -> Plan {
    let extra = extra(settings);
    Plan::new(extra, extra.min(most), &COPIES, [])
}

const COPIES: Rule = Rule {
    id: "copies",
    sentence: "{0|1 extra machine|# extra machines|No extra machines}; second copies of the first tasks of the list, \
               {1} of them, so that their loss costs little.",
};
