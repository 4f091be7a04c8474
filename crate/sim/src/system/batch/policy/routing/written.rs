//! A custom routing policy: an expression of the user for the score of a cluster.

use super::{Arrival, RoutingPolicy, SiteView};
use ganttlet_core::entry::{CustomExpression, Entry, Parameters, PolicyEntry, Variable};
use ganttlet_core::rule::Rule;

pub(super) const WRITTEN: PolicyEntry<dyn RoutingPolicy> = PolicyEntry {
    entry: Entry::new(CustomExpression::ID, "Custom expression")
        .lacks(&["queue", "predictions"])
        .summary(
            "Sends each job to the cluster with the highest value of a custom expression, among those large \
             enough; ties go to the first. `-backlog` gives least loaded.",
        )
        .source("Author of the scenario")
        .parameters(CustomRouting::LIST)
        .when_to_use(
            "Choose it to try a routing rule that no other policy offers. It sees the current state of the \
             clusters and their backlogs, but no predicted completion times.",
        ),
    make: |settings| {
        let score = CustomRouting::read(settings).cluster_score;
        let rule = score.make_rule(&BY_SCORE);
        Box::new(ByExpression { score, rule })
    },
};

static BY_SCORE: Rule = Rule::new("route", "Job {job} was sent to {cluster}, which has the highest {}.");

/// The variables of an expression.
const VARIABLES: &[Variable] = &[
    Variable::new("nodes", "nodes", "Number of nodes that the job needs."),
    Variable::new("home", "", "1 if the job was submitted at this cluster, otherwise 0."),
    Variable::new("size", "nodes", "Number of nodes of the cluster."),
    Variable::new("free", "nodes", "Number of free nodes of the cluster."),
    Variable::new("queued", "jobs", "Number of jobs waiting at the cluster."),
    Variable::new("speed", "", "Speed of the cluster's nodes; 1 is the reference."),
    Variable::new(
        "backlog",
        "s",
        "Time for which the waiting and running jobs of the cluster would, by their estimates, occupy all \
         its nodes.",
    ),
    Variable::new("place", "", "Index of the cluster, counted from 0."),
];

#[derive(Parameters)]
struct CustomRouting {
    /// Score of a cluster; highest wins. Syntax: `name: expression # reason`; name and reason are optional. Values
    /// that are not a number come last, and the run reports them.
    #[parameter(name = "Cluster score", variables = VARIABLES, default = "free - 2 * queued")]
    cluster_score: CustomExpression,
}

struct ByExpression {
    score: CustomExpression,
    rule: Rule,
}

impl RoutingPolicy for ByExpression {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn custom_expression(&self) -> Option<&CustomExpression> {
        Some(&self.score)
    }

    fn score(&mut self, job: &Arrival, index: usize, sites: &[SiteView]) -> f64 {
        let site = &sites[index];
        let values = [
            job.nodes.into(),
            f64::from(u8::from(job.home == Some(index))),
            site.nodes.into(),
            site.free.into(),
            site.queued.into(),
            site.speed,
            site.backlog_s,
            index as f64,
        ];
        self.score.descending_key_for(job.count, &values)
    }
}
