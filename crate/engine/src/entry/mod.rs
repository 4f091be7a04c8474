//! What the catalog knows of one thing a user can choose.
//!
//! Each policy, system, generator, metric, format and preset declares one [`Entry`] beside its code. The page's forms,
//! the help of the command line, the JSON Schema, the reference page and the validation of scenarios are all made from
//! these, so a thing described once is described everywhere.

mod parameter;

pub use parameter::{
    Kind, Parameter, Parameters, Settings, Value, Values, Words, joined, total, with_default,
};

use serde::Serialize;

/// One thing a user can choose.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The name in scenarios: lower case, digits and hyphens; unique in its family.
    pub id: &'static str,
    /// The name people read.
    pub name: &'static str,
    /// What kind of thing it is.
    pub family: Family,
    /// What it does, in a sentence or two.
    pub summary: &'static str,
    /// Where it is defined: publication and section.
    pub source: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// The kinds of things in the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// A resource-management system.
    System,
    /// A policy of a local resource manager.
    LocalPolicy,
    /// A rule that sends jobs to clusters.
    RoutingPolicy,
    /// A policy that maps the tasks of a workflow.
    WorkflowPolicy,
    /// A rule that chooses the clusters of a grid job.
    PlacementPolicy,
    /// A rule that makes running jobs grow and shrink.
    MalleabilityPolicy,
    /// A rule that shares idle nodes among those who scavenge them.
    FairSharePolicy,
    /// A rule that orders the tasks of a batch.
    OrderingPolicy,
    /// A rule that says how many workers an application asks for.
    SizingPolicy,
    /// A rule against the loss of workers.
    LossPolicy,
    /// A source of jobs or workflows made from a model.
    Generator,
    /// A measure of a run.
    Metric,
    /// A file format that can be read.
    Format,
    /// A ready-made platform.
    Preset,
}

impl Family {
    /// All families, in the order of the reference page.
    pub const ALL: &'static [Self] = &[
        Self::System,
        Self::LocalPolicy,
        Self::RoutingPolicy,
        Self::WorkflowPolicy,
        Self::PlacementPolicy,
        Self::MalleabilityPolicy,
        Self::FairSharePolicy,
        Self::OrderingPolicy,
        Self::SizingPolicy,
        Self::LossPolicy,
        Self::Generator,
        Self::Format,
        Self::Preset,
        Self::Metric,
    ];

    /// The name in the catalog: `local-policy`.
    pub fn id(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::LocalPolicy => "local-policy",
            Self::RoutingPolicy => "routing-policy",
            Self::WorkflowPolicy => "workflow-policy",
            Self::PlacementPolicy => "placement-policy",
            Self::MalleabilityPolicy => "malleability-policy",
            Self::FairSharePolicy => "fair-share-policy",
            Self::OrderingPolicy => "ordering-policy",
            Self::SizingPolicy => "sizing-policy",
            Self::LossPolicy => "loss-policy",
            Self::Generator => "generator",
            Self::Metric => "metric",
            Self::Format => "format",
            Self::Preset => "preset",
        }
    }

    /// The name people read, for one member of the family: `local policy`.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::LocalPolicy => "local policy",
            Self::RoutingPolicy => "routing policy",
            Self::WorkflowPolicy => "workflow policy",
            Self::PlacementPolicy => "placement policy",
            Self::MalleabilityPolicy => "malleability policy",
            Self::FairSharePolicy => "fair-share policy",
            Self::OrderingPolicy => "ordering policy",
            Self::SizingPolicy => "sizing policy",
            Self::LossPolicy => "loss policy",
            Self::Generator => "generator",
            Self::Metric => "metric",
            Self::Format => "file format",
            Self::Preset => "preset",
        }
    }

    /// What its members are, in a sentence.
    pub fn summary(self) -> &'static str {
        match self {
            Self::System => "A resource-management system: who decides, where queues are, what work it runs.",
            Self::LocalPolicy => "In which order one cluster starts the jobs in its queue.",
            Self::RoutingPolicy => "To which cluster a job is sent when it is submitted.",
            Self::WorkflowPolicy => "On which cluster, and in which order, the tasks of a workflow run.",
            Self::PlacementPolicy => "On which clusters, and with how many nodes on each, a grid job runs.",
            Self::MalleabilityPolicy => {
                "Which running jobs grow when nodes are free, and which shrink when they are needed."
            }
            Self::FairSharePolicy => {
                "Who gets the idle nodes among those who scavenge them, and who gives them back."
            }
            Self::OrderingPolicy => "In which order a master hands out the tasks of a batch.",
            Self::SizingPolicy => "How many workers a master-worker application asks for, batch by batch.",
            Self::LossPolicy => {
                "What a master does against the loss of workers: extra machines, and second copies of tasks."
            }
            Self::Generator => "Jobs or workflows made from a model and a seed.",
            Self::Metric => {
                "A measure of a run, with its formula. Percentiles are nearest ranks: the smallest value that at least so \
                 many per cent of the values do not exceed."
            }
            Self::Format => "A file format that can be dropped on the page or named in a scenario.",
            Self::Preset => "A ready-made platform: clusters and the network between them.",
        }
    }
}

/// A place in a system that a policy fills.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Role {
    /// The name in scenarios (`local`); unique in its system.
    pub id: &'static str,
    /// The label people read.
    pub name: &'static str,
    /// What the policy decides there, in a sentence.
    pub doc: &'static str,
    /// The family its policies come from.
    pub family: Family,
    /// The policy when nothing is said.
    pub default: &'static str,
}

/// The kind of work a system runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Accepts {
    /// Rigid jobs.
    Jobs,
    /// Workflows.
    Workflows,
    /// Jobs of a grid: rigid, moldable, malleable, co-allocated, and sweeps that take what is idle.
    #[serde(rename = "grid-jobs")]
    GridJobs,
    /// Applications in which a master hands the tasks of one batch after the other to workers.
    #[serde(rename = "master-worker")]
    MasterWorker,
    /// Times at which machines are not to be had: no work, but what work has to live with.
    Absences,
}

/// The kind of work a generator or a file format gives.
pub type Makes = Accepts;

impl Accepts {
    /// All kinds of work.
    pub const ALL: [Self; 5] =
        [Self::Jobs, Self::Workflows, Self::GridJobs, Self::MasterWorker, Self::Absences];

    /// The word in sentences and in the catalog.
    pub fn word(self) -> &'static str {
        match self {
            Self::Jobs => "jobs",
            Self::Workflows => "workflows",
            Self::GridJobs => "grid jobs",
            Self::MasterWorker => "master-worker applications",
            Self::Absences => "absences of machines",
        }
    }

    /// True if a system that runs this can be given that: a rigid job is a grid job of one component.
    pub fn takes(self, work: Makes) -> bool {
        self == work || (self == Self::GridJobs && work == Self::Jobs)
    }
}

/// A policy that a user can choose: what the catalog says of it, and how one is made. What is made is an object with its
/// own parameters and its own memory.
pub struct Maker<P: ?Sized + 'static> {
    /// What the catalog says.
    pub entry: Entry,
    /// Makes one as it is set.
    pub make: fn(&Settings) -> Box<P>,
}

/// All policies of a family, in the order of the forms.
pub struct Makers<P: ?Sized + 'static>(pub &'static [Maker<P>]);

impl<P: ?Sized> Makers<P> {
    /// What the catalog says of each.
    pub fn entries(&self) -> Vec<&'static Entry> {
        self.0.iter().map(|maker| &maker.entry).collect()
    }

    /// The policy of this id, if there is one.
    pub fn find(&self, id: &str) -> Option<&'static Maker<P>> {
        self.0.iter().find(|maker| maker.entry.id == id)
    }

    /// The policy that a checked scenario names.
    ///
    /// # Panics
    /// If there is none: the reader lets only known ids through.
    pub fn known(&self, id: &str) -> &'static Maker<P> {
        self.find(id).expect("the reader has checked that there is a policy of this id")
    }
}
