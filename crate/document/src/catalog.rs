//! Everything a user can choose, gathered from the modules that own it.
//!
//! Forms, help, JSON Schema, reference page and the validation of scenarios read this and nothing else. A family is one
//! line here; its members register themselves beside their code.

use ganttlet_engine::entry::{Accepts, Entry, Family, Makes, Parameter, Role};
use ganttlet_engine::metric::{Better, METRICS};
use ganttlet_engine::platform::{PRESETS, Preset};
use ganttlet_engine::policy::fair_share::FAIR_SHARE_POLICIES;
use ganttlet_engine::policy::local::LOCAL_POLICIES;
use ganttlet_engine::policy::loss::LOSS_POLICIES;
use ganttlet_engine::policy::malleability::MALLEABILITY_POLICIES;
use ganttlet_engine::policy::ordering::ORDERING_POLICIES;
use ganttlet_engine::policy::placement::PLACEMENT_POLICIES;
use ganttlet_engine::policy::routing::ROUTING_POLICIES;
use ganttlet_engine::policy::sizing::SIZING_POLICIES;
use ganttlet_engine::policy::workflow::WORKFLOW_POLICIES;
use ganttlet_engine::system::{SYSTEMS, SystemKind};
use ganttlet_engine::workload::generator::{GENERATORS, Generator};
use ganttlet_format::FORMATS;
use serde::Serialize;

/// The version of the engine, as it stands in links and results.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// A parameter that is worth a slider beside the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Quick {
    /// Its id.
    pub id: &'static str,
    /// Another parameter of the generator and the word it must have for this one to count; none if it always counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<(&'static str, &'static str)>,
}

/// The parameters of generators that change most of what is seen: how much work there is, how much it
/// communicates, and how unequal its tasks are. A condition counts for the generators that have its parameter.
const QUICK: [Quick; 5] = [
    Quick { id: "load", when: None },
    Quick { id: "net_load", when: None },
    Quick { id: "ccr", when: Some(("application", "ccr")) },
    Quick { id: "workload_percent", when: None },
    Quick { id: "variation_percent", when: None },
];

/// What is worth a slider among the parameters of a generator, in their order.
fn quick(parameters: &[Parameter]) -> Vec<Quick> {
    let has = |id| parameters.iter().any(|one| one.id == id);
    let known = |one: &Parameter| QUICK.into_iter().find(|quick| quick.id == one.id);
    let quick = parameters.iter().filter_map(known);
    quick.map(|quick| Quick { when: quick.when.filter(|&(id, _)| has(id)), ..quick }).collect()
}

/// The entries of a family, in the order of the forms.
pub fn family(family: Family) -> Vec<&'static Entry> {
    match family {
        Family::System => SYSTEMS.iter().map(|item| &item.entry).collect(),
        Family::LocalPolicy => LOCAL_POLICIES.iter().map(|item| &item.entry).collect(),
        Family::RoutingPolicy => ROUTING_POLICIES.iter().map(|item| &item.entry).collect(),
        Family::WorkflowPolicy => WORKFLOW_POLICIES.iter().map(|item| &item.entry).collect(),
        Family::PlacementPolicy => PLACEMENT_POLICIES.iter().map(|item| &item.entry).collect(),
        Family::MalleabilityPolicy => MALLEABILITY_POLICIES.iter().map(|item| &item.entry).collect(),
        Family::FairSharePolicy => FAIR_SHARE_POLICIES.iter().map(|item| &item.entry).collect(),
        Family::OrderingPolicy => ORDERING_POLICIES.iter().map(|item| &item.entry).collect(),
        Family::SizingPolicy => SIZING_POLICIES.iter().map(|item| &item.entry).collect(),
        Family::LossPolicy => LOSS_POLICIES.entries(),
        Family::Generator => GENERATORS.iter().map(|item| &item.entry).collect(),
        Family::Format => FORMATS.iter().map(|item| &item.entry).collect(),
        Family::Preset => PRESETS.iter().map(|item| &item.entry).collect(),
        Family::Metric => METRICS.iter().map(|item| &item.entry).collect(),
    }
}

/// The ids of a family, in the order of the forms.
pub fn ids(of: Family) -> Vec<&'static str> {
    family(of).into_iter().map(|entry| entry.id).collect()
}

/// The entry of this id in a family.
pub fn entry(of: Family, id: &str) -> Option<&'static Entry> {
    family(of).into_iter().find(|entry| entry.id == id)
}

/// The system of this id.
pub fn system(id: &str) -> Option<&'static SystemKind> {
    SYSTEMS.iter().find(|item| item.entry.id == id)
}

/// The generator of this id.
pub fn generator(id: &str) -> Option<&'static Generator> {
    GENERATORS.iter().find(|item| item.entry.id == id)
}

/// The preset of this id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|item| item.entry.id == id)
}

/// The systems that run this kind of work.
pub fn systems_for(work: Accepts) -> Vec<&'static str> {
    SYSTEMS.iter().filter(|item| item.accepts.takes(work)).map(|item| item.entry.id).collect()
}

/// The whole catalog, as the page and the command line get it.
#[derive(Clone, Debug, Serialize)]
pub struct Catalog {
    /// The version of the engine.
    pub engine: &'static str,
    /// The families.
    pub families: Vec<FamilyItem>,
    /// All entries, family by family.
    pub entries: Vec<Item>,
}

/// A family in the catalog.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FamilyItem {
    /// Its id.
    pub id: &'static str,
    /// The name of one member.
    pub name: &'static str,
    /// What its members are.
    pub summary: &'static str,
}

/// An entry in the catalog, with what only some families have.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// What all have.
    #[serde(flatten)]
    pub entry: Entry,
    /// The roles of a system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<&'static [Role]>,
    /// The work a system runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepts: Option<Accepts>,
    /// All the work a system can be given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<Accepts>,
    /// What can come to a system's clusters past it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<Makes>,
    /// The parameters of a generator that are worth a slider beside the charts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub quick: Vec<Quick>,
    /// The work a generator or format gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makes: Option<Makes>,
    /// The unit of a metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// How a metric is worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<&'static str>,
    /// Which values of a metric are better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
    /// The work a metric measures; none for both kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Accepts>,
}

/// The whole catalog.
pub fn catalog() -> Catalog {
    let families =
        Family::ALL.iter().map(|of| FamilyItem { id: of.id(), name: of.name(), summary: of.summary() });
    let mut entries = Vec::new();
    for &of in Family::ALL {
        entries.extend(family(of).into_iter().map(item));
    }
    Catalog { engine: ENGINE, families: families.collect(), entries }
}

fn item(entry: &'static Entry) -> Item {
    let mut item = Item {
        entry: entry.clone(),
        roles: None,
        accepts: None,
        takes: Vec::new(),
        background: None,
        quick: Vec::new(),
        makes: None,
        unit: None,
        formula: None,
        better: None,
        of: None,
    };
    if let Some(system) = system(entry.id).filter(|_| entry.family == Family::System) {
        (item.roles, item.accepts) = (Some(system.roles), Some(system.accepts));
        item.takes = Accepts::ALL.into_iter().filter(|&work| system.accepts.takes(work)).collect();
        item.background = system.background;
    }
    if let Some(generator) = generator(entry.id).filter(|_| entry.family == Family::Generator) {
        item.makes = Some(generator.makes);
        item.quick = quick(entry.parameters);
    }
    if let Some(format) = ganttlet_format::find(entry.id).filter(|_| entry.family == Family::Format) {
        item.makes = Some(format.makes);
    }
    if let Some(metric) = ganttlet_engine::metric::find(entry.id).filter(|_| entry.family == Family::Metric) {
        (item.unit, item.formula) = (Some(metric.unit), Some(metric.formula));
        (item.better, item.of) = (Some(metric.better), metric.of);
    }
    item
}
