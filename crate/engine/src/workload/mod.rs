//! What is to be done: rigid jobs and workflows, as the engine sees them.
//!
//! Formats read them from files, generators make them from models; systems only ever see these types. Files a person can
//! hand over are described in `format`, the persisted scenario in `document`.

mod absence;
pub mod application;
pub mod bags;
pub mod divisible;
pub mod generator;
pub mod grid;
pub mod hoc;
mod jobs;
mod kind;
pub mod launcher;
pub mod master_worker;
mod rows;
pub mod traffic;
mod work;
mod workflow;

pub use absence::Absence;
pub use jobs::Job;
pub use kind::{KINDS, Kind, Machines, Past, Source};
pub use rows::Rows;
pub use work::{Item, Work, Works};
pub use workflow::{Cycle, File, Producers, Task, Workflow};

/// What "unknown" is for ids of users, groups and the like.
pub const UNKNOWN: u32 = u32::MAX;
