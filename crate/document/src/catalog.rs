//! Everything a user can choose, gathered from the modules that own it.
//!
//! This catalog is the only source of forms, help, JSON Schema, reference page and the validation of scenarios. Each
//! family has a description and lists its members beside their code; this module has the list of families.

use crate::adapt::{FileReading, file_readings};
use crate::reasons::REASONS;
use crate::write::default_value;
use ganttlet_core::entry::document::{Document, Field};
use ganttlet_core::entry::{AnyFamily, CustomExpression, Entry, Role};
use ganttlet_core::platform::{Machine, PRESETS};
use ganttlet_core::record::{Phase, PhaseKind};
use ganttlet_format::platform::PLATFORM_FORMATS;
use ganttlet_format::{FORMATS, FileField};
use ganttlet_sim::metric::{Better, Measure};
use ganttlet_sim::policy::local::LOCAL_POLICIES;
use ganttlet_sim::policy::prediction::PREDICTION_POLICIES;
use ganttlet_sim::policy::workflow::WORKFLOW_POLICIES;
use ganttlet_sim::report::METRICS;
use ganttlet_sim::system::SYSTEMS;
use ganttlet_sim::system::bags::policy as bags;
use ganttlet_sim::system::batch::policy as batch;
use ganttlet_sim::system::delegated::policy as delegated;
use ganttlet_sim::system::hierarchy::policy as hierarchy;
use ganttlet_sim::system::koala::policy as koala;
use ganttlet_sim::system::opportunistic::policy as opportunistic;
use ganttlet_work::generator::GENERATORS;
use ganttlet_work::{BypassingWork, KINDS, Kind};
use serde::Serialize;
use ts_rs::TS;

/// The version of the engine, which links and results contain.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// All families, in the order of the reference page. A new family needs one line here.
pub static FAMILIES: &[&dyn AnyFamily] = &[
    &SYSTEMS,
    &LOCAL_POLICIES,
    &batch::routing::ROUTING_POLICIES,
    &PREDICTION_POLICIES,
    &batch::bound::BOUND_POLICIES,
    &WORKFLOW_POLICIES,
    &koala::placement::PLACEMENT_POLICIES,
    &koala::cost::COST_FUNCTIONS,
    &koala::malleability::MALLEABILITY_POLICIES,
    &koala::fair_share::FAIR_SHARE_POLICIES,
    &opportunistic::ordering::ORDERING_POLICIES,
    &opportunistic::sizing::SIZING_POLICIES,
    &opportunistic::loss::LOSS_POLICIES,
    &hierarchy::limits::LIMIT_POLICIES,
    &hierarchy::migration::MIGRATION_POLICIES,
    &hierarchy::sharing::SHARING_POLICIES,
    &hierarchy::estimator::ESTIMATORS,
    &hierarchy::splitting::SPLIT_POLICIES,
    &hierarchy::entry::ENTRY_POLICIES,
    &bags::selection::SELECTIONS,
    &bags::scheduling::SCHEDULINGS,
    &delegated::rule::RULES,
    &delegated::selection::SELECTIONS,
    &delegated::resource::RESOURCE_FUNCTIONS,
    &GENERATORS,
    &FORMATS,
    &PRESETS,
    &PLATFORM_FORMATS,
    &METRICS,
];

/// The systems that run this kind of work.
pub fn systems_for(work: &Kind) -> Vec<&'static str> {
    SYSTEMS.members.iter().filter(|item| item.accepts.accepts(work)).map(|item| item.entry.id).collect()
}

/// The advice if an expression is given for a policy of a family without expressions: the families with them.
pub(crate) fn expression_advice(family: &dyn AnyFamily, policy: &str) -> Option<String> {
    let takes = |family: &dyn AnyFamily| family.entry(CustomExpression::ID).is_some();
    (policy == CustomExpression::ID && !takes(family)).then(|| {
        let names: Vec<&str> =
            FAMILIES.iter().filter(|family| takes(**family)).map(|family| family.name()).collect();
        format!("An expression can be the {}.", names.join(", the "))
    })
}

/// The whole catalog, for the page and the command line.
#[derive(Clone, Serialize, TS)]
pub struct Catalog {
    /// The version of the engine.
    pub engine: &'static str,
    /// The families.
    pub families: Vec<CatalogText>,
    /// All entries, family by family.
    pub entries: Vec<Item>,
    /// All kinds of work.
    pub kinds: Vec<KindItem>,
    /// The phases of work on its nodes.
    pub phases: Vec<CatalogText>,
    /// The rules behind decisions of systems and policies, and the marks in a run.
    pub reasons: Vec<CatalogText>,
    /// The fields of a machine.
    pub machine: Vec<FieldItem>,
}

/// A kind of work in the catalog.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(rename = "WorkKind")]
pub struct KindItem {
    /// The id.
    #[ts(as = "Kind")]
    pub id: &'static str,
    /// Its key in a part of the workload.
    pub key: &'static str,
    /// The plural noun for the work.
    pub word: &'static str,
    /// The description, one sentence.
    pub summary: &'static str,
    /// The plural noun for its units: a workflow has `tasks`.
    pub things: &'static str,
    /// The noun for a group of units: a `bag` of tasks.
    pub group: &'static str,
    /// Whether groups have meaningful names.
    pub named: bool,
    /// Whether it runs on individual machines, which may differ; otherwise on the nodes of clusters.
    pub machines: bool,
    /// The metrics that decide a comparison without a question, the most informative first.
    pub decide: &'static [&'static str],
    /// The texts for work that bypasses the system.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub past: Option<BypassingWork>,
}

impl From<&Kind> for KindItem {
    fn from(kind: &Kind) -> Self {
        let Kind { id, key, word, things, group, named, machines, decide, past, summary, .. } = *kind;
        Self { id, key, word, summary, things, group, named, machines, decide, past }
    }
}

/// A field of a document in the catalog, for the tables that edit it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "FieldOfTable")]
pub struct FieldItem {
    /// Its name in the document.
    pub key: &'static str,
    /// The label.
    pub name: &'static str,
    /// The description.
    pub doc: &'static str,
    /// The default value.
    #[ts(type = "unknown")]
    pub default: serde_json::Value,
}

fn field_item(field: &Field) -> FieldItem {
    let Field { key, label: name, doc, .. } = *field;
    FieldItem { key, name, doc, default: default_value(field) }
}

/// A catalog entry with only texts: a family, a phase, or a rule.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(rename = "CatalogWords")]
pub struct CatalogText {
    /// Its id.
    pub id: &'static str,
    /// The name; for a family, that of one member.
    pub name: &'static str,
    /// The description.
    pub summary: &'static str,
}

/// An entry of the catalog, with the fields of particular families.
#[derive(Clone, Serialize, TS)]
#[ts(rename = "Entry")]
pub struct Item {
    /// The id of its family.
    pub family: &'static str,
    /// The fields common to all entries.
    #[serde(flatten)]
    pub entry: Entry,
    /// The roles of a system.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub roles: Option<&'static [Role]>,
    /// The kind of work that a system runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub accepts: Option<&'static Kind>,
    /// All kinds of work that a system accepts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub takes: Vec<&'static Kind>,
    /// The kinds of background on the clusters of a system; empty for none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub beside: &'static [&'static Kind],
    /// The kind of work that a generator or format produces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub makes: Option<&'static Kind>,
    /// The format that reads the same files as another kind of work.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub other: Option<&'static str>,
    /// The ways to run files of a format.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub readings: Vec<FileReading>,
    /// The fields of a format, in the order of the file.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[ts(skip)]
    pub fields: &'static [FileField],
    /// The unit of a metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unit: Option<&'static str>,
    /// The formula of a metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub formula: Option<&'static str>,
    /// The better direction of a metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub better: Option<Better>,
    /// The kinds of work that a metric measures; empty for any.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[ts(as = "Option<_>", optional)]
    pub of: &'static [&'static Kind],
    /// The unit with one number each (job, task, ..) for metrics with a distribution; none if the run has a single
    /// number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub each: Option<&'static str>,
}

/// The whole catalog.
pub fn catalog() -> Catalog {
    let family = |of: &&dyn AnyFamily| CatalogText { id: of.id(), name: of.name(), summary: of.summary() };
    let mut entries = Vec::new();
    for of in FAMILIES {
        entries.extend(of.entries().into_iter().map(|entry| catalog_item(of.id(), entry)));
    }
    Catalog {
        engine: ENGINE,
        families: FAMILIES.iter().map(family).collect(),
        entries,
        kinds: KINDS.iter().map(|&kind| kind.into()).collect(),
        phases: Phase::ALL.into_iter().map(phase_text).collect(),
        reasons: REASONS.iter().map(|&(id, name, summary)| CatalogText { id, name, summary }).collect(),
        machine: Machine::SHAPE.object().fields.iter().map(field_item).collect(),
    }
}

fn phase_text(phase: Phase) -> CatalogText {
    let PhaseKind { id, name, doc: summary, .. } = *phase.kind();
    CatalogText { id, name, summary }
}

fn catalog_item(family: &'static str, entry: &'static Entry) -> Item {
    let mut item = Item {
        family,
        entry: entry.clone(),
        roles: None,
        accepts: None,
        takes: Vec::new(),
        beside: &[],
        makes: None,
        other: None,
        readings: Vec::new(),
        fields: &[],
        unit: None,
        formula: None,
        better: None,
        of: &[],
        each: None,
    };
    if family == SYSTEMS.id {
        let system = SYSTEMS.get(entry.id);
        (item.roles, item.accepts) = (Some(system.roles), Some(system.accepts));
        item.takes = KINDS.iter().copied().filter(|&work| system.accepts.accepts(work)).collect();
        item.beside = system.beside;
    } else if family == GENERATORS.id {
        item.makes = Some(GENERATORS.get(entry.id).makes);
    } else if family == FORMATS.id {
        let format = FORMATS.get(entry.id);
        (item.makes, item.other, item.fields) = (Some(format.makes), format.other, format.fields);
        // The wasm package leaves this out, like texts: the page reads it from a file.
        if cfg!(not(target_arch = "wasm32")) {
            item.readings = file_readings(entry.id);
        }
    } else if family == PLATFORM_FORMATS.id {
        item.fields = PLATFORM_FORMATS.get(entry.id).fields;
    } else if family == METRICS.id {
        let metric = METRICS.get(entry.id);
        (item.unit, item.formula) = (Some(metric.unit), Some(metric.formula));
        (item.better, item.of) = (metric.has_direction.then_some(metric.better), metric.of);
        // The wasm package leaves this out too.
        item.each = match metric.measure {
            _ if cfg!(target_arch = "wasm32") => None,
            Measure::OfSubject(_) | Measure::OfStart(_) | Measure::OfLook(..) | Measure::OfRow(_) => {
                Some("subject")
            }
            Measure::OfUser(_) => Some("user"),
            Measure::OfGroup(_) | Measure::OfGroups(_) => Some("group"),
            Measure::OfApplication(_) => Some("application"),
            Measure::OfRun(_) => None,
        };
    }
    item
}
