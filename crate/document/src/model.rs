//! What is written down: version 1 of the scenario.
//!
//! These types hold checked values only: [`super::read`] makes them, and every id in them stands in the catalog.

use ganttlet_engine::entry::document::Datum;
use ganttlet_engine::entry::{AnyFamily, Entry, Id, Parameter, Settings, limits};
use ganttlet_engine::platform::{OwnClusters, PRESETS, Platform};
use ganttlet_engine::system::{SYSTEMS, SystemKind};
use ganttlet_engine::time::Time;
use ganttlet_engine::workload::Kind;
use ganttlet_engine::workload::generator::GENERATORS;
use ganttlet_format::FORMATS;
use serde_json::Value;
use std::collections::BTreeMap;

/// The version that is written. Any change of what a written scenario means, a changed default among them, makes a new
/// version and an upgrade from this one.
pub const VERSION: u32 = 1;

/// The name of a scenario that has none.
pub(super) const UNTITLED: &str = "Untitled";

/// The seed when nothing is said.
pub(super) const SEED: u64 = 1;

/// One scenario: machines, work, and one system or several to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Name shown on the page.
    pub name: String,
    /// The seed of all chance; at most 2^53 - 1.
    pub seed: u64,
    /// The machines.
    pub platform: Grid,
    /// What they have to do: all parts together.
    pub workload: Vec<Part>,
    /// What happens on the clusters past the systems: local jobs, or machine absences; empty for nothing.
    pub background: Vec<Part>,
    /// The systems that do it, each on its own; at least one. The first is `system` in the text, the others are
    /// `compare`.
    pub variants: Vec<Variant>,
    /// Nothing happens after this time; `None` to run to the end.
    pub horizon_s: Option<f64>,
    /// What is submitted before this time is not measured.
    pub warm_up_s: f64,
    /// The ids of the metrics to show; empty for all.
    pub measures: Vec<&'static str>,
    /// The parameters of the metrics, shown or not.
    pub measure_settings: Settings,
}

/// The machines.
#[derive(Clone, Debug, PartialEq)]
pub enum Grid {
    /// A preset of the catalog.
    Preset {
        /// Its id.
        id: &'static str,
        /// Its parameters.
        settings: Settings,
    },
    /// Clusters of one's own.
    Clusters(OwnClusters),
}

/// One part of a workload.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Made from a model.
    Generator {
        /// The id of the generator.
        id: &'static str,
        /// Its parameters.
        settings: Settings,
    },
    /// Read from a file.
    File {
        /// Which file.
        file: LogFile,
        /// The parameters of its format.
        settings: Settings,
    },
    /// Written in the scenario.
    Written {
        /// What it is.
        kind: &'static Kind,
        /// What it says.
        said: Datum,
    },
}

/// A file, identified by its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    /// What people call it.
    pub name: String,
    /// The SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// The id of its format.
    pub format: &'static str,
    /// Where it can be fetched, if anywhere.
    pub url: Option<String>,
}

/// A system with its policies, and what else of the scenario is different for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The id of the system.
    pub kind: Id,
    /// The id of the policy in each role.
    pub policies: BTreeMap<&'static str, Id>,
    /// The parameters of the system and of its policies.
    pub settings: Settings,
    /// What people call it; empty if what differs is its name.
    pub name: String,
    /// The machines it runs on; those of the scenario if none are said.
    pub platform: Option<Grid>,
    /// Values of the scenario that are others for it, by their names or JSON pointers, as [`set`](super::set()) takes them.
    pub set: Vec<(String, Value)>,
}

impl Variant {
    /// True if it does the work of the scenario on the machines of the scenario.
    pub fn is_plain(&self) -> bool {
        self.platform.is_none() && self.set.is_empty()
    }

    /// The system.
    ///
    /// # Panics
    /// If `kind` is not in the catalog, which the reader has ruled out.
    pub fn system(&self) -> &'static SystemKind {
        SYSTEMS.known(&self.kind)
    }

    /// The chosen policies, in the order of the roles.
    pub fn chosen(&self) -> Vec<&'static Entry> {
        let of = |role: &ganttlet_engine::entry::Role| role.family.entry(self.policies.get(role.id)?);
        self.system().roles.iter().filter_map(of).collect()
    }

    /// Everything that can be set: the parameters of the system, then those of the chosen policies.
    pub fn parameters(&self) -> Vec<&'static Parameter> {
        let mut parameters: Vec<&Parameter> = self.system().entry.parameters.iter().collect();
        for policy in self.chosen() {
            parameters.extend(policy.parameters);
        }
        parameters
    }
}

impl Grid {
    /// The machines as the engine sees them.
    ///
    /// # Panics
    /// If a preset is not in the catalog, which the reader has ruled out.
    pub fn platform(&self) -> Platform {
        match self {
            Self::Preset { id, settings } => {
                let preset = PRESETS.known(id);
                (preset.build)(settings)
            }
            Self::Clusters(own) => own.platform(),
        }
    }
}

impl Scenario {
    /// The work its first system runs.
    pub fn accepts(&self) -> &'static Kind {
        self.variants[0].system().accepts
    }

    /// Another seed. Variants that have one of their own keep their distance to it.
    pub fn reseed(&mut self, seed: u64) {
        let by = seed as i64 - self.seed as i64;
        self.seed = seed;
        for (name, value) in self.variants.iter_mut().flat_map(|variant| &mut variant.set) {
            if let (true, Some(own)) = (matches!(&**name, "seed" | "/seed"), value.as_i64()) {
                *value = (own.saturating_add(by) & limits::SEED).into();
            }
        }
    }

    /// Nothing happens after this time.
    pub fn horizon(&self) -> Time {
        self.horizon_s.map_or(Time::MAX, Time::from_seconds)
    }
}

impl Part {
    /// The work it gives.
    ///
    /// # Panics
    /// If its generator or format is not in the catalog, which the reader has ruled out.
    pub fn makes(&self) -> &'static Kind {
        match self {
            Self::Generator { id, .. } => GENERATORS.known(id).makes,
            Self::File { file, .. } => FORMATS.known(file.format).makes,
            Self::Written { kind, .. } => kind,
        }
    }

    /// What can be set in it, and how it is set.
    pub(super) fn settings(&mut self) -> Option<&mut Settings> {
        match self {
            Self::Generator { settings, .. } | Self::File { settings, .. } => Some(settings),
            Self::Written { .. } => None,
        }
    }

    /// The parameters that can be set in it.
    pub(super) fn parameters(&self) -> &'static [Parameter] {
        match self {
            Self::Generator { id, .. } => parameters(&GENERATORS, id),
            Self::File { file, .. } => parameters(&FORMATS, file.format),
            Self::Written { .. } => &[],
        }
    }
}

/// Where the system of a variant stands.
pub(super) fn system_place(variant: usize) -> String {
    variant.checked_sub(1).map_or("/system".to_owned(), |i| format!("/compare/{i}"))
}

/// The parameters of one entry.
pub(super) fn parameters(family: &dyn AnyFamily, id: &str) -> &'static [Parameter] {
    family.entry(id).map_or(&[], |entry| entry.parameters)
}
