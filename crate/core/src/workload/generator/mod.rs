//! Workloads made from models, one generator a file. All draw from named streams, so policies that are compared see
//! the same work.

use super::{Job, Workflow};
use crate::entry::{Entry, Makes, Settings};
use crate::platform::Platform;
use crate::rng::Streams;

/// Work for a grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Rigid jobs in the order of their submission.
    Jobs(Vec<Job>),
    /// Workflows in the order of their submission.
    Workflows(Vec<Workflow>),
}

/// A source of work: what the catalog says of it, and how it makes the work.
pub struct Generator {
    /// What the catalog says.
    pub entry: Entry,
    /// The kind of work it makes.
    pub makes: Makes,
    /// Makes the work for this platform; `purpose` names its random streams (`workload/0`).
    pub make: fn(settings: &Settings, platform: &Platform, streams: &Streams, purpose: &str) -> Work,
}

/// All generators. A new one is one file and one line here.
pub const GENERATORS: &[Generator] = &[];
