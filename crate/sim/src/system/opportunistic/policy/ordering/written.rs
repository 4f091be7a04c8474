//! The order of a batch as a user writes it.

use super::{OrderingPolicy, Tasks};
use crate::policy::prediction::last;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Maker, Parameters, Use, Variable, Written};
use ganttlet_core::rng::Stream;

/// The policy in the catalog.
pub(super) const WRITTEN: Maker<dyn OrderingPolicy> = Maker {
    entry: Entry::new(Written::ID, "Custom expression")
        .summary(
            "Orders the tasks by a custom expression, highest value first; ties go to the lowest number. \
             `run` gives LPTF, `-number` gives FIFO.",
        )
        .source("Author of the scenario")
        .parameters(Own::LIST)
        .when_to_use(
            "Choose it to try an order that no other policy offers. With the variable `run` it is an \
             oracle.",
        ),
    make: |settings| Box::new(ByExpression(Own::read(settings).task_score)),
};

/// What an expression may name.
const VARIABLES: &[Variable] = &[
    Variable::new("number", "", "Number of the task in its application, counted from 0."),
    Variable::new("run", "s", "Runtime in the current batch; known only to an oracle."),
    Variable::new("expected", "s", "Runtime expected before the first batch; NaN if there is none."),
    Variable::new("key", "", "User-defined key of the task; NaN if there is none."),
    Variable::new("mean", "s", "Mean of the task's runtimes so far; before the first, the expected runtime."),
    Variable::new("last", "s", "Latest runtime of the task; before the first, the expected runtime."),
    Variable::new("runs", "", "Number of known runtimes of the task."),
];

#[derive(Parameters)]
struct Own {
    /// Score of a task; highest first. Syntax: `name: expression # reason`; name and reason are optional. Values
    /// that are not a number come last, and the run reports them.
    #[parameter(name = "Task score", variables = VARIABLES, default = "mean")]
    task_score: Written,
}

/// What happens where the score is not a number.
const SCORE: Use = Use {
    what: "the score of a task",
    of: "tasks",
    all: "the order of their numbers is used",
    some: "these tasks come last, in order of their numbers",
};

/// A warning if the policies of applications go by an expression that was not a number.
pub fn finding<'p>(policies: impl Iterator<Item = &'p dyn OrderingPolicy>) -> Option<Diagnostic> {
    SCORE.finding(policies.filter_map(|policy| policy.written()))
}

struct ByExpression(Written);

impl OrderingPolicy for ByExpression {
    fn score(&mut self, tasks: &Tasks, place: usize, _: &mut Stream) -> f64 {
        let task = tasks.batch[place];
        let known = tasks.history.of(task.task);
        let expected = tasks.expected.get(task.task as usize).map_or(f64::NAN, |time| time.seconds());
        let values = [
            task.task.into(),
            task.run.seconds(),
            expected,
            tasks.keys.get(task.task as usize).copied().unwrap_or(f64::NAN),
            tasks.history.mean(task.task).unwrap_or(expected),
            last(known).unwrap_or(expected),
            known.len() as f64,
        ];
        self.0.high_for(task.task, &values)
    }

    fn written(&self) -> Option<&Written> {
        Some(&self.0)
    }
}
