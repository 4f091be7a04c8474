//! Everything a user can choose, gathered from the modules that own it.
//!
//! Forms, help, JSON Schema, reference page and the validation of scenarios read this and nothing else. A family is one
//! line here; its members register themselves beside their code.

use crate::entry::{Accepts, Entry, Family, Makes, Parameter, Role};
use crate::platform::{PRESETS, Preset};
use crate::system::{SYSTEMS, SystemKind};
use crate::workload::generator::{GENERATORS, Generator};
use serde::Serialize;

/// The version of the engine, as it stands in links and results.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// All entries of a family, in the order of the forms.
pub fn family(family: Family) -> Vec<&'static Entry> {
    match family {
        Family::System => SYSTEMS.iter().map(|system| &system.entry).collect(),
        Family::LocalPolicy => vec![],
        Family::RoutingPolicy => vec![],
        Family::WorkflowPolicy => vec![],
        Family::Generator => GENERATORS.iter().map(|generator| &generator.entry).collect(),
        Family::Metric => vec![],
        Family::Format => vec![],
        Family::Preset => PRESETS.iter().map(|preset| &preset.entry).collect(),
    }
}

/// The entry of this id in a family.
pub fn entry(family_of: Family, id: &str) -> Option<&'static Entry> {
    family(family_of).into_iter().find(|entry| entry.id == id)
}

/// The system of this id.
pub fn system(id: &str) -> Option<&'static SystemKind> {
    SYSTEMS.iter().find(|system| system.entry.id == id)
}

/// The generator of this id.
pub fn generator(id: &str) -> Option<&'static Generator> {
    GENERATORS.iter().find(|generator| generator.entry.id == id)
}

/// The preset of this id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.entry.id == id)
}
