//! A custom placement policy: an expression of the user for the score of a cluster.

use super::close_to_files::transfer_s;
use super::{Component, GridView, PlacementPolicy, PlacementQuery};
use ganttlet_core::entry::{CustomExpression, Entry, Parameters, PolicyEntry, Variable};
use ganttlet_core::order;
use ganttlet_core::rule::Rule;
use std::cmp::Reverse;

pub(super) const WRITTEN: PolicyEntry<dyn PlacementPolicy> = PolicyEntry {
    entry: Entry::new(CustomExpression::ID, "Custom expression")
        .summary(
            "Places each component, largest first, on the cluster with enough idle nodes and the highest \
             value of a custom expression; ties go to the first. Does not split flexible jobs. `idle` gives \
             Worst Fit, `-files` gives Close-to-Files.",
        )
        .source("Author of the scenario")
        .parameters(CustomPlacement::LIST)
        .when_to_use(
            "Choose it to try a placement rule that no other policy offers. It places components one by one \
             and never compares complete placements.",
        )
        .pseudocode(concat!(
            "for each component k of the job, largest first\n",
            "  C ← clusters with idle nodes left ≥ nodes(k)\n",
            "  if C is empty then place nothing: the job waits\n",
            "  place k on the cluster of C with the highest cluster_score\n",
            "  ties: first cluster",
        )),
    make: |settings| {
        let score = CustomPlacement::read(settings).cluster_score;
        let rule = score.make_rule(&BY_SCORE);
        Box::new(ByExpression { score, rule })
    },
};

static BY_SCORE: Rule =
    Rule::new("written", "Job {job} is placed where {} is highest, {cluster} first. The score is its value.");

/// The variables of an expression.
const VARIABLES: &[Variable] = &[
    Variable::new("nodes", "nodes", "Number of nodes that this component of the job needs."),
    Variable::new("all", "nodes", "Number of nodes that the whole job needs."),
    Variable::new(
        "idle",
        "nodes",
        "Number of idle nodes of the cluster, excluding those for components placed before.",
    ),
    Variable::new("taken", "nodes", "Number of nodes of the cluster assigned to components placed before."),
    Variable::new("speed", "", "Speed of the cluster's nodes; 1 is the reference."),
    Variable::new("files", "s", "Time to move the input files of the job to the cluster."),
    Variable::new("place", "", "Index of the cluster, counted from 0."),
];

#[derive(Parameters)]
struct CustomPlacement {
    /// Score of a cluster; highest wins. Syntax: `name: expression # reason`; name and reason are optional. Values
    /// that are not a number come last, and the run reports them.
    #[parameter(name = "Cluster score", variables = VARIABLES, default = "speed * idle - files")]
    cluster_score: CustomExpression,
}

struct ByExpression {
    score: CustomExpression,
    rule: Rule,
}

impl ByExpression {
    /// The values of the variables for a component of this size in a cluster.
    fn values(
        (ask, view): (&PlacementQuery, &GridView),
        nodes: u32,
        taken: &[Component],
        cluster: usize,
    ) -> [f64; 7] {
        let left = view.unclaimed_nodes(taken, cluster);
        [
            nodes.into(),
            ask.nodes.into(),
            left.into(),
            f64::from(view.idle[cluster] - left),
            view.speed[cluster],
            transfer_s(ask, view, cluster),
            cluster as f64,
        ]
    }
}

impl PlacementPolicy for ByExpression {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn choose_cluster(
        &mut self,
        ask: &PlacementQuery,
        view: &GridView,
        nodes: u32,
        placed: &[Component],
    ) -> Option<usize> {
        view.clusters_with_room(nodes, placed).min_by_key(|&cluster| {
            let values = Self::values((ask, view), nodes, placed, cluster);
            Reverse(order::float_key(self.score.descending_key_for(ask.job, &values)))
        })
    }

    fn cluster_score(&mut self, ask: &PlacementQuery, view: &GridView, cluster: usize) -> f64 {
        self.score.descending_key(&Self::values((ask, view), ask.nodes, &[], cluster))
    }

    fn custom_expression(&self) -> Option<&CustomExpression> {
        Some(&self.score)
    }
}
