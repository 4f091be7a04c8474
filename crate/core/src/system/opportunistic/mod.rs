//! Iterative master-worker applications on pools of machines that come, suspend and leave (Heymann 2001).

mod options;

pub use options::{Losses, OBSERVED, Options};

use crate::entry::{Accepts, Entry, Family, Makes, Role};
use crate::system::{Context, Input, Run, Simulation, System, SystemKind};
use crate::trace::Trace;

/// The system in the catalog.
pub const OPPORTUNISTIC: SystemKind = SystemKind {
    entry: Entry {
        id: "opportunistic",
        name: "Opportunistic pool",
        family: Family::System,
        summary: "Iterative master-worker applications on pools of machines that belong to others: machines come, are \
                  suspended and leave. A scheduling agent orders the tasks of each batch, an adjust component says how \
                  many workers are asked for, a replication agent guards against losses.",
        source: "Heymann 2001, chapters 2 to 5",
        parameters: options::PARAMETERS,
    },
    roles: &[
        Role {
            id: "ordering",
            name: "Ordering",
            doc: "In which order the tasks of a batch are handed out.",
            family: Family::OrderingPolicy,
            default: "lptf",
        },
        Role {
            id: "sizing",
            name: "Workers",
            doc: "How many workers are asked for.",
            family: Family::SizingPolicy,
            default: "one-per-task",
        },
        Role {
            id: "loss",
            name: "Against losses",
            doc: "How many extra machines are asked for, and which tasks get second copies.",
            family: Family::LossPolicy,
            default: "no-replication",
        },
    ],
    accepts: Accepts::MasterWorker,
    background: Some(Makes::Absences),
    build: |input| Box::new(from_input(input)),
};

struct Pool;

impl System for Pool {
    type Event = ();
    fn start(&mut self, _: &mut Context<()>) {}
    fn handle(&mut self, (): (), _: &mut Context<()>) {}
    fn progress(&self) -> (u32, u32) {
        (0, 0)
    }
}

fn from_input(input: Input) -> impl Run {
    Simulation::new(Pool, Trace::new(&input.platform, input.decisions), input.seed, input.horizon)
}
