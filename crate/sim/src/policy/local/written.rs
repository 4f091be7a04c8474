//! A custom order of the queue: an expression of the user.

use super::easy::{backfill_in_order, reservation_for};
use super::in_order::{HEAD, start_heads_with_value};
use super::{LocalManager, LocalPolicy, ReservationKind, Waiting};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{CustomExpression, Entry, ExpressionUse, Parameters, PolicyEntry, Variable};
use ganttlet_core::order;
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

pub(super) const WRITTEN: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new(CustomExpression::ID, "Custom expression")
        .summary(
            "Sorts the queue by a custom expression, lowest value first; ties in order of arrival. `submit` \
             gives FCFS, `estimate` gives shortest job first.",
        )
        .source("Author of the scenario")
        .parameters(CustomRanking::LIST)
        .when_to_use(
            "Choose it to try an order that no other policy offers, with or without backfilling. Some \
             expressions postpone a job forever; check the longest wait times.",
        )
        .pseudocode(concat!(
            "sort the queue by queue_rank, lowest first; ties by arrival\n",
            "while the queue is not empty and nodes(head) ≤ free nodes\n",
            "  start the head\n",
            "if backfilling then\n",
            "  backfill later jobs as in EASY, tried in the order of the queue",
        )),
    make: |settings| {
        let CustomRanking { queue_rank, backfilling } = CustomRanking::read(settings);
        let head = queue_rank.make_rule(&BY_RANK);
        Box::new(ByExpression { rank: queue_rank, backfilling, head })
    },
};

static BY_RANK: Rule = Rule::with_values(
    "head",
    &["nodes", "free", "rank"],
    "Job {job} started at the head of the queue, with the lowest {} = {rank:number}: it needs {nodes}, \
     and {free|1 node was|# nodes were} free.",
);

/// The variables of an expression.
const VARIABLES: &[Variable] = &[
    Variable::new("nodes", "nodes", "Number of nodes that the job needs."),
    Variable::new("estimate", "s", "Estimated runtime on this cluster."),
    Variable::new("submit", "s", "Submit time at the cluster."),
    Variable::new("wait", "s", "Time waited so far; the queue is sorted again at each event."),
];
/// The index of `wait` among them.
const WAIT: usize = 3;

#[derive(Parameters)]
struct CustomRanking {
    /// Rank of a job in the queue; lowest first. Syntax: `name: expression # reason`; name and reason are optional. Values
    /// that are not a number come last, and the run reports them.
    #[parameter(name = "Queue rank", variables = VARIABLES, default = "nodes * estimate")]
    queue_rank: CustomExpression,
    /// Backfills as in EASY: later jobs may start if, by the estimates, they do not delay the head of the queue.
    #[parameter(name = "Backfilling", default = false)]
    backfilling: bool,
}

/// The rank where the expression does not give a number.
const RANK: ExpressionUse = ExpressionUse {
    what: "the rank in the queue",
    of: "jobs",
    all: "the order of arrival is used",
    some: "these jobs come last, in order of arrival",
};

/// A warning if the expression of a local policy gave a value that is not a number.
pub fn invalid_value_warning(policies: &[Box<dyn LocalPolicy>]) -> Option<Diagnostic> {
    RANK.not_a_number_warning(policies.iter().filter_map(|policy| policy.custom_expression()))
}

struct ByExpression {
    rank: CustomExpression,
    backfilling: bool,
    head: Rule,
}

impl ByExpression {
    fn value(&self, job: &Waiting, now: Time) -> f64 {
        let wait = (now - job.submitted).seconds();
        let (nodes, submitted) = (f64::from(job.nodes), job.submitted.seconds());
        self.rank.ascending_key_for(job.job, &[nodes, job.estimate.seconds(), submitted, wait])
    }
}

impl LocalPolicy for ByExpression {
    fn overtaking_clause(&self) -> &'static str {
        if self.backfilling {
            "no job may start that would delay the head"
        } else {
            "no job may start ahead of the head"
        }
    }

    fn reservations(&self) -> ReservationKind {
        if self.backfilling { ReservationKind::Head } else { ReservationKind::Nobody }
    }

    fn rank(&self, job: &Waiting, now: Time) -> i128 {
        order::float_key(self.value(job, now)).into()
    }

    fn rule_text<'a>(&'a self, rule: &'static Rule) -> &'a Rule {
        if std::ptr::eq(rule, &raw const HEAD) { &self.head } else { rule }
    }

    fn custom_expression(&self) -> Option<&CustomExpression> {
        Some(&self.rank)
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        if self.rank.uses_variable(WAIT) {
            manager.sort_queue(&|job| order::float_key(self.value(job, now)));
        }
        start_heads_with_value(manager, now, |job| self.value(job, now).to_bits() as i64);
        if self.backfilling {
            let mut promise = reservation_for(manager, manager.queue().front()?);
            backfill_in_order(manager, 1, now, &mut promise);
        }
        None
    }
}
