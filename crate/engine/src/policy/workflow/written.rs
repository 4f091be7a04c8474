//! The cluster for a task of a workflow as a user writes it.

use super::{Dynamic, Knows, Question, WorkflowPolicy};
use crate::diagnostic::Diagnostic;
use crate::entry::{Entry, Maker, Parameters, Use, Variable, Written};
use crate::rule::Rule;

/// The policy in the catalog.
pub(super) const WRITTEN: Maker<dyn WorkflowPolicy> = Maker {
    entry: Entry::new(Written::ID, "Your own expression")
        .summary(
            "Each task goes to the cluster with the least value of an expression of yours, among those large enough; of equal \
             ones to the first. `load` balances, `start + files + run / speed` is HEFT.",
        )
        .source("The scenario: whoever wrote it")
        .parameters(Own::LIST),
    make: |settings| {
        let Own { cluster_cost, upward_rank } = Own::read(settings);
        let rule = cluster_cost.rule("place", "Task {job} went to {cluster}: there {} is lowest.");
        Box::new(ByExpression { cost: cluster_cost, upward_rank, rule })
    },
};

/// What an expression may name.
const VARIABLES: &[Variable] = &[
    Variable::new("nodes", "nodes", "How many nodes the task needs."),
    Variable::new("run", "s", "How long it runs on nodes of speed 1."),
    Variable::new("size", "nodes", "How many nodes the cluster has."),
    Variable::new("speed", "", "How fast its nodes are; 1 is the reference."),
    Variable::new(
        "demand",
        "nodes",
        "How many nodes all tasks need that run there, wait, or are on their way.",
    ),
    Variable::new("load", "", "Demand by size."),
    Variable::new("files", "s", "How long the task would wait there for its files."),
    Variable::new(
        "start",
        "s",
        "How long it would wait there for nodes, by the true run times of all tasks.",
    ),
];
/// The places of the last two among them.
const FILES: usize = 6;
const START: usize = 7;

#[derive(Parameters)]
struct Own {
    /// What speaks against a cluster, lowest first. A name may stand before it and a colon, a reason behind it and a `#`.
    /// What is not a number comes last, and the run reports it.
    #[parameter(name = "Cost of a cluster", variables = VARIABLES, default = "start + files + run / speed")]
    cluster_cost: Written,
    /// Of the tasks that can run, the one with the longest way to the end of its workflow comes first; if not, they come as
    /// they became able to run.
    #[parameter(name = "Highest rank first", default = true)]
    upward_rank: bool,
}

/// What happens where the cost is not a number.
const COST: Use = Use {
    what: "the cost of a cluster",
    of: "tasks",
    all: "clusters without a number come last, and of equal ones the first is used",
    some: "clusters without a number come last, and of equal ones the first is used",
};

/// A warning if the policies of workflows go by an expression that was not a number.
pub fn finding(policies: &[Box<dyn WorkflowPolicy>]) -> Option<Diagnostic> {
    COST.finding(policies.iter().filter_map(|policy| policy.written()))
}

struct ByExpression {
    cost: Written,
    upward_rank: bool,
    rule: Rule,
}

impl Dynamic for ByExpression {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn knows(&self) -> Knows {
        if self.cost.names(START) {
            Knows::Starts
        } else if self.cost.names(FILES) {
            Knows::Files
        } else {
            Knows::Loads
        }
    }

    fn ranked(&self) -> bool {
        self.upward_rank
    }

    fn expression(&self) -> Option<&Written> {
        Some(&self.cost)
    }

    fn pick(&mut self, question: &Question, scores: &mut Vec<f64>) -> Option<usize> {
        question.least(scores, |site| {
            if site.nodes < question.nodes {
                return None;
            }
            let values = [
                question.nodes.into(),
                question.run.seconds(),
                site.nodes.into(),
                site.speed,
                site.demand as f64,
                site.load(),
                site.delay.seconds(),
                (site.start - question.now).seconds(),
            ];
            Some((self.cost.low_for(question.task, &values), 0.0))
        })
    }
}
