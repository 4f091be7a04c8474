//! On which cluster, and in which order, the tasks of a workflow run.
//!
//! A *dynamic* policy places each task when its parents have ended, by what it may know of the clusters then. A *static*
//! one plans the whole workflow when it is submitted, node by node. Either sees a question and answers it; where files
//! are, who waits and who runs is the system's.

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

/// A policy that maps the tasks of a workflow: one for each workflow.
pub trait WorkflowPolicy {
    /// When and how it decides.
    fn mode(&mut self) -> PlacementMode<'_>;

    /// The expression that it goes by, if it is a custom one.
    fn custom_expression(&self) -> Option<&CustomExpression> {
        None
    }
}

/// When and how a policy decides.
pub enum PlacementMode<'a> {
    /// Each task when its parents have ended.
    Dynamic(&'a mut dyn TaskPlacement),
    /// Everything when the workflow is submitted.
    Static(&'a mut dyn WorkflowPlanning),
}

/// A policy that places tasks one by one.
pub trait TaskPlacement {
    /// Why a task went where it did: `{cluster}`, and what the scores are.
    fn rule(&self) -> &Rule;

    /// What it looks at; the rest is not worked out for it.
    fn required_information(&self) -> Information {
        Information::Loads
    }

    /// Among the tasks of a workflow that wait for a place: highest upward rank first, or else first come first served.
    fn is_ranked(&self) -> bool {
        false
    }

    /// The expression that it goes by, if it is a custom one.
    fn placement_expression(&self) -> Option<&CustomExpression> {
        None
    }

    /// A workflow is about to begin, of which it places the tasks; `chance` is for it alone.
    fn prepare_workflow(&mut self, _: &Dag, _: Stream) {}

    /// The cluster for a task; none if it is too large for all. Gives a score for each: NaN for one that is out of
    /// question.
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
    /// Plans a workflow that is there at `now` on what the timetable leaves free.
    fn plan_workflow(&mut self, costs: &CostMatrix, table: &mut Timetable, now: Time) -> Schedule;
}

/// What a policy looks at (Sonmez 2010, table 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Information {
    /// Sizes and loads of clusters.
    Loads,
    /// Where the files of the task are, too.
    Files,
    /// And when it could start, by the run times of all tasks and local jobs.
    Starts,
    /// And when it could start, by the run times of all tasks and by what is foreseen of local jobs.
    Predicted,
}

/// What a policy sees of a cluster when it places a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterView {
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

impl ClusterView {
    /// Demand over size.
    pub fn load(&self) -> f64 {
        self.demand as f64 / f64::from(self.nodes)
    }

    /// Nodes that nobody needs.
    pub fn unclaimed_nodes(&self) -> u32 {
        u64::from(self.nodes).saturating_sub(self.demand) as u32
    }
}

/// A task that is to be placed, and where it could be.
#[derive(Clone, Copy, Debug)]
pub struct PlacementQuestion<'a> {
    /// Its number in its workflow.
    pub task: u32,
    /// The nodes it needs.
    pub nodes: u32,
    /// Runtime of the task on nodes of speed 1.
    pub run: Span,
    /// The most nodes that a task of its workflow needs.
    pub widest: u32,
    /// Now.
    pub now: Time,
    /// The clusters.
    pub sites: &'a [ClusterView],
}

/// How load is counted: of all policies that compare loads.
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
    /// The cluster with the least key, the first among equals; none if `key` has none. Scores are the first parts of keys
    /// that have two.
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
