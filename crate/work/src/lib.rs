#![doc = include_str!("../README.md")]

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
pub use ganttlet_core::record::UNKNOWN;
pub use jobs::{Job, JobEdit};
pub use kind::{BypassingWork, KINDS, Kind, MachinePreset, Source};
pub use rows::Rows;
pub use work::{Item, Work, Works};
pub use workflow::{Cycle, File, Producers, Task, Workflow};
