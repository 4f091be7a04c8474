//! Policies that map the tasks of a workflow to clusters, and order them.
//!
//! A *dynamic* policy places each task when its parents have ended, by the information about clusters available to it.
//! A *static* one plans the whole workflow, node by node, at its submission. Both only answer queries: the system keeps
//! track of files, waiting and running tasks.

mod all_clusters;
mod cluster_minimization;
mod coarsening;
mod costs;
mod cpop;
mod dag;
mod file_aware;
mod heft;
mod heft_static;
mod links;
mod matching;
mod ranks;
mod round_robin;
mod schedule;
mod single_cluster;
#[cfg(test)]
mod tests;
mod timetable;
mod written;

pub use costs::CostMatrix;
pub use cpop::plan as cpop;
pub use dag::{Dag, Edge, Input};
pub use heft_static::plan as heft;
pub use links::Links;
pub use ranks::{critical_path_time, downward_ranks, longest_path_at_reference_speed, upward_ranks};
pub use schedule::Schedule;
pub use timetable::{PlannedSlot, Timetable};

pub use written::invalid_value_warning;

use ganttlet_core::entry::{CustomExpression, Family, Parameters, Policies, Variants, catalog_text};
use ganttlet_core::rng::Stream;
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// A policy that maps the tasks of a workflow: one instance per workflow.
pub trait WorkflowPolicy {
    /// When and how it decides.
    fn mode(&mut self) -> PlacementMode<'_>;

    /// Its expression, if it is a custom policy.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }
}

/// When and how a policy decides.
pub enum PlacementMode<'a> {
    /// Each task when its parents have ended.
    Dynamic(&'a mut dyn TaskPlacement),
    /// The whole workflow at its submission.
    Static(&'a mut dyn WorkflowPlanning),
}

/// A policy that places tasks one by one.
pub trait TaskPlacement {
    /// The reason for the placement of a task: `{cluster}`, and the meaning of the scores.
    fn rule(&self) -> &Rule;

    /// The information it uses; the system does not compute the rest.
    fn required_information(&self) -> Information {
        Information::Loads
    }

    /// True if the placeable tasks of a workflow are ordered by upward rank, highest first; otherwise first come first
    /// served.
    fn is_ranked(&self) -> bool {
        false
    }

    /// Its expression, if it is a custom policy.
    fn placement_expression(&self) -> Option<&CustomExpression> {
        None
    }

    /// Prepares for a workflow whose tasks it will place; `chance` is a random stream for this workflow alone.
    fn prepare_workflow(&mut self, _: &Dag, _: Stream) {}

    /// The cluster for a task; none if it is too large for all. Returns a score for each cluster, NaN for excluded
    /// ones, in `scores`.
    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize>;
}

impl<P: TaskPlacement> WorkflowPolicy for P {
    fn mode(&mut self) -> PlacementMode<'_> {
        PlacementMode::Dynamic(self)
    }

    fn custom_expression(&self) -> Option<&CustomExpression> {
        self.placement_expression()
    }
}

/// A policy that plans a whole workflow.
pub trait WorkflowPlanning {
    /// Plans a workflow submitted at `now` in the free parts of the timetable.
    fn plan_workflow(&mut self, costs: &CostMatrix, table: &mut Timetable, now: Time) -> Schedule;
}

/// The information that a policy uses (Sonmez 2010, table 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Information {
    /// Sizes and loads of clusters.
    Loads,
    /// Also the locations of the files of the task.
    Files,
    /// Also possible start times, by the runtimes of all tasks and local jobs.
    Starts,
    /// Also possible start times, by the runtimes of all tasks and the predicted runtimes of local jobs.
    Predicted,
}

/// The information about a cluster when a policy places a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterView {
    /// Its nodes.
    pub nodes: u32,
    /// The speed of its nodes.
    pub speed: f64,
    /// The nodes needed by all its tasks: running, waiting, or waiting for files in transfer to it.
    pub demand: u64,
    /// How long the task would wait there for its files; zero if the policy does not use files.
    pub delay: Span,
    /// Its start time there, apart from its files; zero if the policy does not use start times.
    pub start: Time,
}

impl ClusterView {
    /// Demand over size.
    pub fn load(&self) -> f64 {
        self.demand as f64 / f64::from(self.nodes)
    }

    /// Nodes without demand.
    pub fn unclaimed_nodes(&self) -> u32 {
        u64::from(self.nodes).saturating_sub(self.demand) as u32
    }
}

/// A task to be placed, and the candidate clusters.
#[derive(Clone, Copy, Debug)]
pub struct PlacementQuestion<'a> {
    /// Its number in its workflow.
    pub task: u32,
    /// The nodes it needs.
    pub nodes: u32,
    /// Runtime of the task on nodes of speed 1.
    pub run: Span,
    /// The maximum number of nodes of a task in its workflow.
    pub widest: u32,
    /// Now.
    pub now: Time,
    /// The clusters.
    pub sites: &'a [ClusterView],
}

/// Definition of load for all policies that compare loads.
#[derive(Parameters)]
struct Load {
    /// Comparison of loads. Load of a cluster: nodes needed by its tasks divided by its number of nodes.
    #[parameter(name = "Load", default = "exact")]
    load: Rounding,
}

#[derive(Clone, Copy, Variants)]
enum Rounding {
    /// Exact value.
    #[word("exact")]
    Exact,
    /// Rounded down: clusters that are not full count as equal, so tasks stay together on the first of them.
    #[word("whole")]
    Whole,
}

impl Load {
    fn of(&self, site: &ClusterView) -> f64 {
        match self.load {
            Rounding::Exact => site.load(),
            Rounding::Whole => site.load().floor(),
        }
    }
}

/// All workflow policies. A new one is one file and one line here.
pub static WORKFLOW_POLICIES: Policies<dyn WorkflowPolicy> = Family {
    id: "workflow-policy",
    name: "workflow policy",
    summary: catalog_text("Cluster on which each task of a workflow runs, and the order of the tasks."),
    members: &[
        heft::HEFT,
        heft::HEFT_PREDICTED,
        round_robin::ROUND_ROBIN,
        single_cluster::SINGLE_CLUSTER,
        all_clusters::ALL_CLUSTERS,
        file_aware::FILE_AWARE,
        coarsening::COARSENING,
        cluster_minimization::CLUSTER_MINIMIZATION,
        heft_static::HEFT_STATIC,
        cpop::CPOP,
        written::WRITTEN,
    ],
};

impl PlacementQuestion<'_> {
    /// The cluster with the minimum key, the first among ties; none if `key` has none. Scores are the first components
    /// of keys.
    fn cluster_with_least(
        &self,
        scores: &mut Vec<f64>,
        key: impl Fn(&ClusterView) -> Option<(f64, f64)>,
    ) -> Option<usize> {
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
