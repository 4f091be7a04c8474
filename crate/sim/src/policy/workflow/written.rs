//! A custom placement of workflow tasks: an expression of the user for the cost of a cluster.

use super::{Information, PlacementQuestion, TaskPlacement, WorkflowPolicy};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{CustomExpression, Entry, ExpressionUse, Parameters, PolicyEntry, Variable};
use ganttlet_core::rule::Rule;

pub(super) const WRITTEN: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new(CustomExpression::ID, "Custom expression")
        .summary(
            "Sends each task to the cluster with the lowest value of a custom expression, among those large \
             enough; ties go to the first. `load` balances the load, `start + files + run / speed` gives \
             HEFT.",
        )
        .source("Author of the scenario")
        .parameters(CustomPlacement::LIST)
        .when_to_use(
            "Choose it to try a mapping rule that no other policy offers. It decides task by task and \
             cannot plan ahead.",
        )
        .pseudocode(concat!(
            "for each ready task t, highest upward rank first if upward_rank\n",
            "  for each cluster c with nodes(c) ≥ nodes(t)\n",
            "    cost(c) ← cluster_cost for t on c\n",
            "  send t to the cluster with the lowest cost; ties: first cluster",
        )),
    make: |settings| {
        let CustomPlacement { cluster_cost, upward_rank } = CustomPlacement::read(settings);
        let rule = cluster_cost.make_rule(&BY_COST);
        Box::new(ByExpression { cost: cluster_cost, upward_rank, rule })
    },
};

static BY_COST: Rule = Rule::new("place", "Task {job} was sent to {cluster}, which has the lowest {}.");

/// The variables of an expression.
const VARIABLES: &[Variable] = &[
    Variable::new("nodes", "nodes", "Number of nodes that the task needs."),
    Variable::new("run", "s", "Runtime of the task on nodes of speed 1."),
    Variable::new("size", "nodes", "Number of nodes of the cluster."),
    Variable::new("speed", "", "Speed of the cluster's nodes; 1 is the reference."),
    Variable::new(
        "demand",
        "nodes",
        "Number of nodes needed by all tasks running on, waiting at or in transfer to the cluster.",
    ),
    Variable::new("load", "", "`demand` divided by `size`."),
    Variable::new("files", "s", "Time that the task would wait there for its files."),
    Variable::new(
        "start",
        "s",
        "Time that the task would wait there for nodes, given the true runtimes of all tasks.",
    ),
];
/// The indices of the last two among them.
const FILES: usize = 6;
const START: usize = 7;

#[derive(Parameters)]
struct CustomPlacement {
    /// Cost of a cluster; lowest wins. Syntax: `name: expression # reason`; name and reason are optional. Values
    /// that are not a number come last, and the run reports them.
    #[parameter(name = "Cluster cost", variables = VARIABLES, default = "start + files + run / speed")]
    cluster_cost: CustomExpression,
    /// Schedules the ready task with the highest upward rank first. If off, tasks are scheduled in the order in which they
    /// became ready.
    #[parameter(name = "Highest upward rank first", default = true)]
    upward_rank: bool,
}

/// The cost where the expression does not give a number.
const COST: ExpressionUse = ExpressionUse {
    what: "the cost of a cluster",
    of: "tasks",
    all: "clusters without a number come last; ties go to the first",
    some: "clusters without a number come last; ties go to the first",
};

/// A warning if the expression of a workflow policy gave a value that is not a number.
pub fn invalid_value_warning(policies: &[Box<dyn WorkflowPolicy>]) -> Option<Diagnostic> {
    COST.not_a_number_warning(policies.iter().filter_map(|policy| policy.custom_expression()))
}

struct ByExpression {
    cost: CustomExpression,
    upward_rank: bool,
    rule: Rule,
}

impl TaskPlacement for ByExpression {
    fn rule(&self) -> &Rule {
        &self.rule
    }

    fn required_information(&self) -> Information {
        if self.cost.uses_variable(START) {
            Information::Starts
        } else if self.cost.uses_variable(FILES) {
            Information::Files
        } else {
            Information::Loads
        }
    }

    fn is_ranked(&self) -> bool {
        self.upward_rank
    }

    fn placement_expression(&self) -> Option<&CustomExpression> {
        Some(&self.cost)
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        question.cluster_with_least(scores, |site| {
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
            Some((self.cost.ascending_key_for(question.task, &values), 0.0))
        })
    }
}
