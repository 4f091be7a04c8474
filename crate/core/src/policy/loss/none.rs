//! No second copies: extra machines work like all others.

use super::{LossPolicy, Plan};
use crate::entry::{Entry, Family, Kind, Parameter, Settings};
use crate::trace::Rule;

/// The policy in the catalog.
pub(super) const NO_REPLICATION: LossPolicy = LossPolicy {
    entry: Entry {
        id: "no-replication",
        name: "No replication (NR)",
        family: Family::LossPolicy,
        summary: "No task gets a second copy; extra machines, if there are any, work like all others. A lost task is handed \
                  out again.",
        source: "Heymann 2001, section 5.4",
        parameters: &[extra_machines(0)],
    },
    plan: |_, _, settings| Plan::new(extra(settings), 0, &NO_COPIES, []),
};

/// How many extra machines are asked for.
pub(super) const fn extra_machines(default: i64) -> Parameter {
    Parameter {
        id: "extra_machines",
        name: "Extra machines",
        doc: "Machines asked for beside those that the sizing policy wants, in case others are lost.",
        unit: "machines",
        kind: Kind::Integer { min: 0, max: 1_000, default },
    }
}

/// The extra machines that were asked for.
pub(super) fn extra(settings: &Settings) -> u32 {
    settings.integer("extra_machines").clamp(0, 1_000) as u32
}

const NO_COPIES: Rule = Rule {
    id: "no-copies",
    sentence: "{0|1 extra machine|# extra machines|No extra machines}, no second copies.",
};
