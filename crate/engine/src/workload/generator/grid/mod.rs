//! Work for a grid as the experiments on co-allocation, malleability and cycle scavenging had it (Sonmez 2010, chapters 2
//! to 4), and the local load beside it.
//!
//! Arrivals, sizes and run times come from streams of their own, so that the applications, requests and policies that are
//! compared meet the same jobs.

mod application;
mod blocks;
mod local;
mod malleable;
mod parallel;
mod sweep;
mod window;

pub(super) use blocks::GRID_BLOCKS;
pub(super) use local::LOCAL_LOAD;
pub(super) use malleable::GRID_MALLEABLE;
pub(super) use parallel::GRID_PARALLEL;
pub(super) use sweep::GRID_SWEEP;

use crate::entry::{Kind, Parameter};

const RUN: Parameter = Parameter {
    id: "run_s",
    name: "Run time",
    doc: "How long every job runs on one cluster with nodes of speed 1.",
    unit: "s",
    kind: Kind::Number { min: 0.001, max: 1e8, default: 180.0 },
};

const DURATION: Parameter = Parameter {
    id: "duration_s",
    name: "Duration",
    doc: "How long jobs arrive.",
    unit: "s",
    kind: Kind::Number { min: 1.0, max: 1e8, default: 86_400.0 },
};

const INTERARRIVAL: Parameter = Parameter {
    id: "interarrival_s",
    name: "Mean gap",
    doc: "Mean time between arrivals; 0 for all at the start.",
    unit: "s",
    kind: Kind::Number { min: 0.0, max: 1e8, default: 120.0 },
};

/// The same parameter with another value when nothing is said.
const fn with_default(mut parameter: Parameter, new: f64) -> Parameter {
    if let Kind::Number { min, max, .. } = parameter.kind {
        parameter.kind = Kind::Number { min, max, default: new };
    }
    parameter
}
