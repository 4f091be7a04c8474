//! A custom order of a batch: an expression of the user.

use super::{BatchView, OrderingPolicy};
use crate::policy::prediction::last_run_time;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{CustomExpression, Entry, ExpressionUse, Parameters, PolicyEntry, Variable};
use ganttlet_core::rng::Stream;

pub(super) const WRITTEN: PolicyEntry<dyn OrderingPolicy> = PolicyEntry {
    entry: Entry::new(CustomExpression::ID, "Custom expression")
        .summary(
            "Orders the tasks by a custom expression, highest value first; ties go to the lowest number. \
             `run` gives LPTF, `-number` gives FIFO.",
        )
        .source("Author of the scenario")
        .parameters(CustomOrdering::LIST)
        .when_to_use(
            "Choose it to try an order that no other policy offers. With the variable `run` it is an \
             oracle.",
        ),
    make: |settings| Box::new(ByExpression(CustomOrdering::read(settings).task_score)),
};

/// The variables of an expression.
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
struct CustomOrdering {
    /// Score of a task; highest first. Syntax: `name: expression # reason`; name and reason are optional. Values
    /// that are not a number come last, and the run reports them.
    #[parameter(name = "Task score", variables = VARIABLES, default = "mean")]
    task_score: CustomExpression,
}

/// The score where the expression does not give a number.
const SCORE: ExpressionUse = ExpressionUse {
    what: "the score of a task",
    of: "tasks",
    all: "the order of their numbers is used",
    some: "these tasks come last, in order of their numbers",
};

/// A warning if the expression of an ordering policy gave a value that is not a number.
pub fn invalid_value_warning<'p>(
    policies: impl Iterator<Item = &'p dyn OrderingPolicy>,
) -> Option<Diagnostic> {
    SCORE.not_a_number_warning(policies.filter_map(|policy| policy.custom_expression()))
}

struct ByExpression(CustomExpression);

impl OrderingPolicy for ByExpression {
    fn task_score(&mut self, tasks: &BatchView, place: usize, _: &mut Stream) -> f64 {
        let task = tasks.batch[place];
        let known = tasks.history.run_times(task.task);
        let expected = tasks.expected.get(task.task as usize).map_or(f64::NAN, |time| time.seconds());
        let values = [
            task.task.into(),
            task.run.seconds(),
            expected,
            tasks.keys.get(task.task as usize).copied().unwrap_or(f64::NAN),
            tasks.history.mean_run_time(task.task).unwrap_or(expected),
            last_run_time(known).unwrap_or(expected),
            known.len() as f64,
        ];
        self.0.descending_key_for(task.task, &values)
    }

    fn custom_expression(&self) -> Option<&CustomExpression> {
        Some(&self.0)
    }
}
