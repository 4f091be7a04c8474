//! On which cluster, and in which order, the tasks of a workflow run.
//!
//! A *dynamic* policy places each task when its parents have ended, by what it may know of the clusters then. A *static*
//! one plans the whole workflow when it is submitted, node by node. Either sees a question and answers it; where files
//! are, who waits and who runs is the system's.

mod all_clusters;
mod cluster_minimization;
mod costs;
mod cpop;
mod dag;
mod file_aware;
mod heft;
mod heft_static;
mod links;
mod ranks;
mod round_robin;
mod schedule;
mod single_cluster;
#[cfg(test)]
mod tests;
mod timetable;

pub use costs::CostMatrix;
pub use cpop::plan as cpop;
pub use dag::{Dag, Edge, Input, Rows};
pub use heft_static::plan as heft;
pub use links::Links;
pub use ranks::{critical_path, downward, longest, upward};
pub use schedule::Schedule;
pub use timetable::{Place, Timetable};

use crate::entry::{Entry, Family, Kind, Parameter, Settings};
use crate::rule::Rule;
use crate::time::{Span, Time};

/// A policy that maps the tasks of a workflow.
pub struct WorkflowPolicy {
    /// What the catalog says.
    pub entry: Entry,
    /// How it goes about it.
    pub way: Way,
}

impl AsRef<Entry> for WorkflowPolicy {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// When and how a policy decides.
pub enum Way {
    /// Each task when its parents have ended.
    Dynamic(Dynamic),
    /// Everything when the workflow is submitted.
    Static(fn(&CostMatrix, &mut Timetable, Time) -> Schedule),
}

/// A policy that places tasks one by one.
pub struct Dynamic {
    /// Why a task went where it did: `{cluster}`, and what the scores are.
    pub rule: &'static Rule,
    /// What it looks at; the rest is not worked out for it.
    pub knows: Knows,
    /// Among the tasks of a workflow that wait for a place: highest upward rank first, or else first come first served.
    pub ranked: bool,
    /// The cluster for a task; none if it is too large for all. Gives a score for each: NaN for one that is out of
    /// question.
    pub pick: fn(&Question, &mut Memory, &mut Vec<f64>) -> Option<usize>,
}

/// What a policy looks at (Sonmez 2010, table 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knows {
    /// Sizes and loads of clusters.
    Loads,
    /// Where the files of the task are, too.
    Files,
    /// And when it could start, by the run times of all tasks.
    Starts,
}

/// What a policy sees of a cluster when it places a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// Its nodes.
    pub nodes: u32,
    /// The speed of its nodes.
    pub speed: f64,
    /// The nodes that all its tasks need: those that run, wait, or wait for files on their way to it.
    pub demand: u64,
    /// How long the task would wait there for its files; zero if the policy does not know of files.
    pub delay: Span,
    /// When it could start there, were it not for its files; zero if the policy does not know of starts.
    pub start: Time,
}

impl Site {
    /// Demand over size.
    pub fn load(&self) -> f64 {
        self.demand as f64 / f64::from(self.nodes)
    }

    /// Nodes that nobody needs.
    pub fn idle(&self) -> u32 {
        u64::from(self.nodes).saturating_sub(self.demand) as u32
    }
}

/// A task that is to be placed, and where it could be.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The nodes it needs.
    pub nodes: u32,
    /// How long it runs on nodes of speed 1.
    pub run: Span,
    /// The most nodes that a task of its workflow needs.
    pub widest: u32,
    /// Now.
    pub now: Time,
    /// The clusters.
    pub sites: &'a [Site],
    /// How the policy is set.
    pub options: Options,
}

/// What a policy remembers of a workflow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// The cluster of the previous task, if there was one.
    pub last: Option<usize>,
}

/// How policies are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Loads below 1 count as 0, loads below 2 as 1, and so on.
    pub whole_load: bool,
    /// Files move while the task would wait for nodes.
    pub overlap: bool,
}

impl Options {
    /// From checked settings.
    pub fn from_settings(settings: &Settings) -> Self {
        Self {
            whole_load: settings.choice("load") == "whole",
            overlap: settings.choice("finish_time") == "overlap",
        }
    }
}

/// How load is counted: of all policies that compare loads.
const LOAD: Parameter = Parameter {
    id: "load",
    name: "Load",
    doc: "How the load of a cluster, the nodes its tasks need over the nodes it has, is compared.",
    unit: "",
    kind: Kind::Choice {
        options: &[
            ("exact", "As it is."),
            (
                "whole",
                "Rounded down: clusters that are not full count as equal, so that tasks stay together on the first.",
            ),
        ],
        default: "exact",
    },
};

/// All workflow policies. A new one is one file and one line here.
pub static WORKFLOW_POLICIES: Family<WorkflowPolicy> = Family {
    id: "workflow-policy",
    name: "workflow policy",
    summary: "On which cluster, and in which order, the tasks of a workflow run.",
    members: &[
        heft::HEFT,
        round_robin::ROUND_ROBIN,
        single_cluster::SINGLE_CLUSTER,
        all_clusters::ALL_CLUSTERS,
        file_aware::FILE_AWARE,
        cluster_minimization::CLUSTER_MINIMIZATION,
        heft_static::HEFT_STATIC,
        cpop::CPOP,
    ],
};

/// The workflow policy of this name.
pub fn find(id: &str) -> Option<&'static WorkflowPolicy> {
    WORKFLOW_POLICIES.members.iter().find(|policy| policy.entry.id == id)
}

impl Question<'_> {
    /// The load of a cluster as the settings count it.
    fn load(&self, site: &Site) -> f64 {
        let load = site.load();
        if self.options.whole_load { load.floor() } else { load }
    }

    /// The cluster with the least key, the first among equals; none if `key` has none. Scores are the first parts of keys
    /// that have two.
    fn least(&self, scores: &mut Vec<f64>, key: impl Fn(&Site) -> Option<(f64, f64)>) -> Option<usize> {
        scores.clear();
        let mut best: Option<(usize, (f64, f64))> = None;
        for (cluster, site) in self.sites.iter().enumerate() {
            let key = key(site);
            scores.push(key.map_or(f64::NAN, |(score, _)| score));
            if let Some(key) = key
                && best.is_none_or(|(_, least)| key < least)
            {
                best = Some((cluster, key));
            }
        }
        best.map(|(cluster, _)| cluster)
    }
}
