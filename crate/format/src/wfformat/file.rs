//! The used keys of all versions of `WfFormat`; others are skipped.

use crate::json::{List, Number, Text};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// Maximum number of tasks of a file.
const MOST_TASKS: usize = 1_000_000;
/// Maximum number of files of a task, or of the workflow.
const MOST_FILES: usize = 5_000_000;
/// Maximum number of parents or children of a task.
const MOST_REFERENCES: usize = 5_000_000;
/// Maximum number of machines.
const MOST_MACHINES: usize = 100_000;

/// A list of ids or names.
pub(super) type References = List<Text, MOST_REFERENCES>;

/// The whole file.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct WfFile {
    pub(super) name: Text,
    #[serde(rename = "schemaVersion")]
    pub(super) version: Text,
    pub(super) workflow: Option<WfWorkflow>,
    #[serde(rename = "runtimeSystem")]
    pub(super) runtime_system: Option<RuntimeSystem>,
    /// The key of the runtime system up to 1.4.
    pub(super) wms: Option<RuntimeSystem>,
}

/// The system that ran the workflow.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct RuntimeSystem {
    pub(super) name: Text,
    pub(super) version: Text,
}

/// The key `workflow`.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct WfWorkflow {
    /// Since 1.5.
    pub(super) specification: Option<Specification>,
    pub(super) execution: Option<Execution>,
    /// In 1.3 and 1.4.
    pub(super) tasks: List<OldTask, MOST_TASKS>,
    /// Up to 1.2.
    pub(super) jobs: List<OldTask, MOST_TASKS>,
    pub(super) machines: List<Machine, MOST_MACHINES>,
    pub(super) makespan: Number,
    #[serde(rename = "makespanInSeconds")]
    pub(super) makespan_s: Number,
}

/// A task up to version 1.4.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct OldTask {
    pub(super) name: Text,
    pub(super) id: Text,
    pub(super) category: Text,
    pub(super) command: Command,
    pub(super) runtime: Number,
    #[serde(rename = "runtimeInSeconds")]
    pub(super) runtime_s: Number,
    pub(super) cores: Number,
    pub(super) machine: Text,
    pub(super) parents: References,
    pub(super) children: References,
    /// An old spelling of `children`.
    pub(super) childrens: References,
    pub(super) files: List<OldFile, MOST_FILES>,
}

/// A file of a task up to version 1.4.
#[derive(Deserialize)]
pub(super) struct OldFile {
    pub(super) name: Text,
    #[serde(default)]
    pub(super) link: Text,
    #[serde(default)]
    pub(super) size: Number,
    #[serde(default, rename = "sizeInBytes")]
    pub(super) size_bytes: Number,
}

/// The key `specification`.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Specification {
    pub(super) tasks: List<SpecifiedTask, MOST_TASKS>,
    pub(super) files: List<SpecifiedFile, MOST_FILES>,
}

/// A task of the specification.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct SpecifiedTask {
    pub(super) name: Text,
    pub(super) id: Text,
    pub(super) parents: References,
    pub(super) children: References,
    #[serde(rename = "inputFiles")]
    pub(super) inputs: References,
    #[serde(rename = "outputFiles")]
    pub(super) outputs: References,
}

/// A file of the specification.
#[derive(Deserialize)]
pub(super) struct SpecifiedFile {
    pub(super) id: Text,
    #[serde(default, rename = "sizeInBytes")]
    pub(super) size_bytes: Number,
    #[serde(default)]
    pub(super) size: Number,
}

/// The key `execution`.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Execution {
    #[serde(rename = "makespanInSeconds")]
    pub(super) makespan_s: Number,
    pub(super) tasks: List<ExecutedTask, MOST_TASKS>,
    pub(super) machines: List<Machine, MOST_MACHINES>,
}

/// A task of the execution.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ExecutedTask {
    pub(super) id: Text,
    #[serde(rename = "runtimeInSeconds")]
    pub(super) runtime_s: Number,
    #[serde(rename = "coreCount")]
    pub(super) cores: Number,
    pub(super) command: Command,
    pub(super) machines: List<Text, MOST_MACHINES>,
}

/// A machine.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Machine {
    #[serde(rename = "nodeName")]
    pub(super) name: Text,
    pub(super) cpu: Option<Cpu>,
}

/// The processors of a machine: new and old keys.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Cpu {
    #[serde(rename = "coreCount")]
    pub(super) cores: Number,
    pub(super) count: Number,
    #[serde(rename = "speedInMHz")]
    pub(super) speed_mhz: Number,
    pub(super) speed: Number,
}

/// The program of a command, which may be a whole script; empty if unknown.
#[derive(Default)]
pub(super) struct Command(pub(super) String);

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CommandVisitor;
        impl<'de> Visitor<'de> for CommandVisitor {
            type Value = Command;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a command")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<Command, A::Error> {
                let mut program = Text::default();
                while let Some(key) = keys.next_key::<Text>()? {
                    if key.0 == "program" {
                        program = keys.next_value()?;
                    } else {
                        keys.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(Command(program.0))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Command, E> {
                Ok(Command(text.to_owned()))
            }

            fn visit_unit<E: Error>(self) -> Result<Command, E> {
                Ok(Command::default())
            }
        }
        deserializer.deserialize_any(CommandVisitor)
    }
}
