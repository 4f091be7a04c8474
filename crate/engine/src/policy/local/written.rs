//! The order of the queue as a user writes it.

use super::easy::{backfill_in_order, promise_to};
use super::in_order::{HEAD, start_heads_for};
use super::{LocalManager, LocalPolicy, Promises, Waiting};
use crate::diagnostic::Diagnostic;
use crate::entry::{Entry, Maker, Parameters, Use, Variable, Written};
use crate::order;
use crate::rule::Rule;
use crate::time::Time;

/// The policy in the catalog.
pub(super) const WRITTEN: Maker<dyn LocalPolicy> = Maker {
    entry: Entry::new(Written::ID, "Your own expression")
        .summary(
            "The queue is kept by an expression of yours, lowest first; equal ones by arrival. `submit` is FCFS, `estimate` \
             shortest job first.",
        )
        .source("The scenario: whoever wrote it")
        .parameters(Own::LIST),
    make: |settings| {
        let Own { queue_rank, backfilling } = Own::read(settings);
        let head = queue_rank.rule(
            HEAD.id,
            "Job {job} was at the head of the queue, where {} = {2f} is lowest, and {1|1 node was|# nodes were} free: \
             enough for the {0} it needs.",
        );
        Box::new(ByExpression { rank: queue_rank, backfilling, head })
    },
};

/// What an expression may name.
const VARIABLES: &[Variable] = &[
    Variable::new("nodes", "nodes", "How many nodes the job needs."),
    Variable::new("estimate", "s", "How long it is said to run here."),
    Variable::new("submit", "s", "When it came to the cluster."),
    Variable::new(
        "wait",
        "s",
        "How long it has waited: the queue is put in order anew whenever something happens.",
    ),
];
/// The place of `wait` among them.
const WAIT: usize = 3;

#[derive(Parameters)]
struct Own {
    /// The place of a job in the queue, lowest first. A name may stand before it and a colon, a reason behind it and a `#`.
    /// What is not a number comes last, and the run reports it.
    #[parameter(name = "Rank in the queue", variables = VARIABLES, default = "nodes * estimate")]
    queue_rank: Written,
    /// Later jobs may start while the head waits for nodes, if by the estimates they do not delay it, as in EASY.
    #[parameter(name = "Backfilling", default = false)]
    backfilling: bool,
}

/// What happens where the rank is not a number.
const RANK: Use = Use {
    what: "the rank in the queue",
    of: "jobs",
    all: "order of arrival is used",
    some: "these come last, in order of arrival",
};

/// A warning if the policies of clusters go by an expression that was not a number.
pub fn finding(policies: &[Box<dyn LocalPolicy>]) -> Option<Diagnostic> {
    RANK.finding(policies.iter().filter_map(|policy| policy.written()))
}

struct ByExpression {
    rank: Written,
    backfilling: bool,
    head: Rule,
}

impl ByExpression {
    fn value(&self, job: &Waiting, now: Time) -> f64 {
        let wait = (now - job.submitted).seconds();
        let (nodes, submitted) = (f64::from(job.nodes), job.submitted.seconds());
        self.rank.low_for(job.job, &[nodes, job.estimate.seconds(), submitted, wait])
    }
}

impl LocalPolicy for ByExpression {
    fn passing(&self) -> &'static str {
        if self.backfilling { "nobody may pass who would delay the head" } else { "nobody may pass the head" }
    }

    fn promises(&self) -> Promises {
        if self.backfilling { Promises::Head } else { Promises::Nobody }
    }

    fn rank(&self, job: &Waiting, now: Time) -> i128 {
        order::of_float(self.value(job, now)).into()
    }

    fn words<'a>(&'a self, rule: &'static Rule) -> &'a Rule {
        if std::ptr::eq(rule, &raw const HEAD) { &self.head } else { rule }
    }

    fn written(&self) -> Option<&Written> {
        Some(&self.rank)
    }

    fn pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        if self.rank.names(WAIT) {
            manager.sort(&|job| order::of_float(self.value(job, now)));
        }
        start_heads_for(manager, now, |job| self.value(job, now).to_bits() as i64);
        if self.backfilling {
            let mut promise = promise_to(manager, manager.queue().front()?);
            backfill_in_order(manager, 1, now, &mut promise);
        }
        None
    }
}
