//! The scenario document, version 1: its fields are described here once, and reading, writing and schema follow from
//! the description.

use crate::tree::Tree;
use ganttlet_core::entry::document::{
    Agree, Choice, Datum, Document, List, Map, Notes, Pattern, SECONDS, Shape, non_empty_list,
};
use ganttlet_core::entry::{AnyFamily, Entry, Id, Parameter, Parameters, Settings, limits};
use ganttlet_core::platform::{CustomClusters, PRESETS, Platform};
use ganttlet_core::time::Time;
use ganttlet_format::FORMATS;
use ganttlet_sim::metric;
use ganttlet_sim::report::METRICS;
use ganttlet_sim::system::batch::Fork;
use ganttlet_sim::system::{SYSTEMS, SystemKind};
use ganttlet_work::generator::GENERATORS;
use ganttlet_work::{JobEdit, Kind};
use std::collections::BTreeMap;

/// The version of written scenarios. Any change in the meaning of a written scenario, including a changed default,
/// needs a new version and an upgrade step from this one.
pub const VERSION: u32 = 1;

/// Ganttlet scenario: platform, workload, and one or more systems to compare.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Scenario {
    /// The version of this format.
    #[field(is = Shape::Integer(VERSION as i64, VERSION as i64), need = "Add \"version\": 1.")]
    pub version: u32,
    /// Name shown on the page.
    #[field(default = "Untitled".to_owned())]
    pub name: String,
    /// Seed of the random-number generators.
    #[field(is = Shape::Integer(0, limits::SEED), default = 1)]
    pub seed: u64,
    /// Clusters of the platform.
    #[field(need = "Add \"platform\": {\"preset\": \"one-cluster\"}.")]
    pub platform: Grid,
    /// Workload; all parts are combined.
    #[field(is = WORKLOAD, need = "Add \"workload\": [{\"generator\": \"poisson\"}].")]
    pub workload: Vec<Part>,
    /// Background of the system, where supported: local jobs, machine absences or background traffic.
    #[field(is = BACKGROUND, default = Vec::new())]
    pub background: Vec<Part>,
    /// Changes to single jobs of the workload, in every variant.
    #[field(is = EDITS, optional)]
    pub edits: Vec<JobEdit>,
    /// The systems, at least one: the first is `system` in the text, the others are `compare`.
    #[field(flat, stored_as = Systems)]
    pub variants: Vec<Variant>,
    /// End of the simulation in seconds; null to run to completion.
    #[field(is = Shape::OrNull(&SECONDS), default = None)]
    pub horizon_s: Option<f64>,
    /// Warm-up in seconds: jobs submitted earlier are excluded from the metrics.
    #[field(is = SECONDS, default = 0.0)]
    pub warm_up_s: f64,
    /// Metrics to show; empty for all.
    #[field(is = MEASURES, default = Vec::new())]
    pub measures: Vec<&'static str>,
    /// Parameters of the metrics, shown or not.
    #[field(key = "measure_parameters", is = Shape::Parameters(metric::Options::LIST), optional)]
    pub measure_settings: Settings,
}

/// The systems of a scenario as its text has them.
#[derive(Document)]
struct Systems {
    /// System with its policies.
    #[field(need = "Add \"system\": {\"kind\": \"batch\"}.")]
    system: Variant,
    /// Other systems that run the same workload, for comparison.
    #[field(is = COMPARE, default = Vec::new())]
    compare: Vec<Variant>,
}

impl From<Systems> for Vec<Variant> {
    fn from(systems: Systems) -> Self {
        std::iter::once(systems.system).chain(systems.compare).collect()
    }
}

impl From<&Vec<Variant>> for Systems {
    fn from(variants: &Vec<Variant>) -> Self {
        Self { system: variants[0].clone(), compare: variants[1..].to_vec() }
    }
}

/// Clusters of the platform.
#[derive(Clone, Debug, PartialEq, Document)]
#[document(flat, name = "platform", beside = "{} is not allowed in a platform with {}")]
pub enum Grid {
    /// Predefined platform.
    #[field(alone = "Leave out \"preset\", or leave out \"clusters\" and \"network\".")]
    Preset {
        /// Id of the platform.
        #[field(key = "preset", is = Shape::Id(&PRESETS))]
        id: &'static str,
        /// Parameters of the platform.
        #[field(key = "parameters", is = Shape::Settings(&PRESET), optional)]
        settings: Settings,
    },
    /// Custom clusters.
    #[field(otherwise)]
    Clusters(CustomClusters),
}

/// A part of the workload or of the background.
#[derive(Clone, Debug, PartialEq, Document)]
#[document(flat, name = "part", several = "Use a separate part for each.")]
pub enum Part {
    /// Workload from a generator.
    Generator {
        /// Id of the generator.
        #[field(key = "generator", is = Shape::Id(&GENERATORS))]
        id: &'static str,
        /// Parameters of the generator.
        #[field(key = "parameters", is = Shape::Settings(&GENERATOR), optional)]
        settings: Settings,
    },
    /// Workload from a file.
    File {
        /// The file.
        file: LogFile,
        /// Parameters of its format.
        #[field(key = "parameters", is = Shape::Settings(&FORMAT), optional)]
        settings: Settings,
    },
    /// Written in the scenario.
    #[field(kinds)]
    Written {
        /// What it is.
        kind: &'static Kind,
        /// What it says.
        said: Datum,
    },
}

/// A file, identified by its content.
#[derive(Clone, Debug, PartialEq, Eq, Document)]
#[document(name = "file", agree)]
pub struct LogFile {
    /// Name of the file.
    #[field(need = "Add the name of the file.")]
    pub name: String,
    /// SHA-256 of its bytes.
    #[field(is = SHA256, need = "Use `sha256sum`, or open the file on the page.")]
    pub sha256: String,
    /// Id of its format.
    #[field(is = Shape::Id(&FORMATS), need = "Add the format of the file.")]
    pub format: &'static str,
    /// Address from which it can be downloaded.
    #[field(is = Shape::OrNull(&URL), optional)]
    pub url: Option<String>,
}

impl Agree for LogFile {
    fn agree(&mut self, _: &mut Notes<'_>) {
        self.sha256.make_ascii_lowercase();
    }
}

/// System with its policies.
#[derive(Clone, Debug, PartialEq, Document)]
#[document(name = "system")]
pub struct Variant {
    /// Id of the system.
    #[field(is = Shape::Id(&SYSTEMS), need = "Add \"kind\": \"batch\".")]
    pub kind: Id,
    /// Policy in each role.
    #[field(is = Shape::Policies(&SYSTEM), optional)]
    pub policies: BTreeMap<&'static str, Id>,
    /// Parameters of the system and of its policies.
    #[field(key = "parameters", is = Shape::Settings(&SYSTEM), optional)]
    pub settings: Settings,
    /// Name of the variant; if left out, the name lists what differs.
    #[field(optional)]
    pub name: String,
    /// Platform of this variant, if it differs from that of the scenario.
    #[field(is = Grid::SHAPE, optional)]
    pub platform: Option<Grid>,
    /// Values of the scenario that differ for this variant, by name (load, seed) or JSON pointer.
    #[field(is = SET, optional)]
    pub set: Vec<(String, Tree)>,
    /// Changes to single jobs of the workload in this variant, after those of the scenario.
    #[field(is = EDITS, optional)]
    pub edits: Vec<JobEdit>,
    /// Change of its scheduling decisions from a moment on.
    #[field(is = Shape::OrNull(&Fork::SHAPE), optional)]
    pub fork: Option<Fork>,
}

const PART: List = non_empty_list(Part::SHAPE, limits::PARTS, "parts");
const WORKLOAD: Shape =
    Shape::List(&List { missing: "part", hint: "Add {\"generator\": \"poisson\"}.", ..PART });
const BACKGROUND: Shape = Shape::List(&List { least: 0, ..PART });
const COMPARE: Shape = Shape::List(&List {
    least: 0,
    ..non_empty_list(Variant::SHAPE, limits::COMPARE, "systems to compare with")
});
const MEASURES: Shape =
    Shape::List(&List { least: 0, ..non_empty_list(Shape::Id(&METRICS), limits::MEASURES, "metrics") });
const EDITS: Shape =
    Shape::List(&List { least: 0, ..non_empty_list(JobEdit::SHAPE, limits::EDITS, "edits of jobs") });
const PRESET: Choice = Choice::of_family(&PRESETS, &["preset"]);
const GENERATOR: Choice = Choice::of_family(&GENERATORS, &["generator"]);
const FORMAT: Choice = Choice::of_family(&FORMATS, &["file", "format"]);
const SYSTEM: Choice = Choice {
    roles: |id| SYSTEMS.find(id).map_or(&[], |system| system.roles),
    ..Choice::of_family(&SYSTEMS, &["kind"])
};
const SET: Shape = Shape::Map(&Map { of: Shape::Tree, things: "values", hint: "Example: {\"seed\": 2}." });

/// The SHA-256 of a file.
const SHA256: Shape = Shape::Pattern(&Pattern {
    allowed: "are 64 hexadecimal digits",
    hint: "Use the output of `sha256sum` for the file.",
    regex: "^[0-9a-fA-F]{64}$",
    most: 64,
    fits: |text| text.len() == 64 && is_hexadecimal(text),
    found: |text| is_hexadecimal(text).then(|| format!("{} digits", text.len())),
});

fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The address of a file.
const URL: Shape = Shape::Pattern(&Pattern {
    allowed: "is an address that starts with https://",
    hint: "",
    regex: "^https://\\S+$",
    most: 2_000,
    fits: |text| {
        let plain = !text.contains(|c: char| c.is_whitespace() || c.is_control());
        plain && text.strip_prefix("https://").is_some_and(|rest| !rest.is_empty())
    },
    found: |_| None,
});

impl Variant {
    /// True if the variant adds no platform, values, edits or fork to those of the scenario.
    pub fn is_unmodified(&self) -> bool {
        self.platform.is_none() && self.set.is_empty() && self.edits.is_empty() && self.fork.is_none()
    }

    /// The system.
    ///
    /// # Panics
    /// If `kind` is not in the catalog, which the reader rules out.
    pub fn system(&self) -> &'static SystemKind {
        SYSTEMS.get(&self.kind)
    }

    /// The chosen policies, in the order of the roles.
    pub fn chosen_policies(&self) -> Vec<&'static Entry> {
        let of = |role: &ganttlet_core::entry::Role| role.family.entry(self.policies.get(role.id)?);
        self.system().roles.iter().filter_map(of).collect()
    }

    /// All parameters: those of the system, then those of the chosen policies.
    pub fn parameters(&self) -> Vec<&'static Parameter> {
        let mut parameters: Vec<&Parameter> = self.system().entry.parameters.iter().collect();
        for policy in self.chosen_policies() {
            parameters.extend(policy.parameters);
        }
        parameters
    }
}

impl Grid {
    /// The platform in the form of the engine.
    ///
    /// # Panics
    /// If a preset is not in the catalog, which the reader rules out.
    pub fn to_platform(&self) -> Platform {
        match self {
            Self::Preset { id, settings } => {
                let preset = PRESETS.get(id);
                (preset.build)(settings)
            }
            Self::Clusters(own) => own.platform(),
        }
    }
}

impl Scenario {
    /// The kind of work that its first system runs.
    pub fn accepted_work(&self) -> &'static Kind {
        self.variants[0].system().accepts
    }

    /// Sets the seed. Variants with a separate seed keep their difference to it.
    pub fn reseed(&mut self, seed: u64) {
        let by = seed as i64 - self.seed as i64;
        self.seed = seed;
        for (name, value) in self.variants.iter_mut().flat_map(|variant| &mut variant.set) {
            if let (true, Some(own)) = (matches!(&**name, "seed" | "/seed"), value.value().as_i64()) {
                *value = Tree((own.saturating_add(by) & limits::SEED).to_string());
            }
        }
    }

    /// End of the simulation.
    pub fn horizon(&self) -> Time {
        self.horizon_s.map_or(Time::MAX, Time::from_seconds)
    }
}

impl Part {
    /// The kind of work in this part.
    ///
    /// # Panics
    /// If its generator or format is not in the catalog, which the reader rules out.
    pub fn work_kind(&self) -> &'static Kind {
        match self {
            Self::Generator { id, .. } => GENERATORS.get(id).makes,
            Self::File { file, .. } => FORMATS.get(file.format).makes,
            Self::Written { kind, .. } => kind,
        }
    }

    /// The values of its parameters.
    pub(super) fn settings_mut(&mut self) -> Option<&mut Settings> {
        match self {
            Self::Generator { settings, .. } | Self::File { settings, .. } => Some(settings),
            Self::Written { .. } => None,
        }
    }

    /// The parameters that can be set in it.
    pub(super) fn parameters(&self) -> &'static [Parameter] {
        match self {
            Self::Generator { id, .. } => entry_parameters(&GENERATORS, id),
            Self::File { file, .. } => entry_parameters(&FORMATS, file.format),
            Self::Written { .. } => &[],
        }
    }
}

/// The JSON pointer of the system of a variant.
pub(super) fn system_pointer(variant: usize) -> String {
    variant.checked_sub(1).map_or("/system".to_owned(), |i| format!("/compare/{i}"))
}

/// The parameters of one entry.
pub(super) fn entry_parameters(family: &dyn AnyFamily, id: &str) -> &'static [Parameter] {
    family.entry(id).map_or(&[], |entry| entry.parameters)
}
