//! Data dependencies: a task that reads a file depends on the task that writes it.

use super::FormatTexts;
use super::check::unordered_pairs;
use crate::Question;
use crate::finding_list::{FindingList, count_text, quote_bytes};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_work::{Producers, Workflow};

/// Maximum number of steps of the search for cycles.
const MAX_CYCLE_STEPS: u32 = 100_000_000;

/// The parameter that adds them.
pub(crate) const PARAMETER: &str = "data_edges";

/// The setting for dependencies that follow from files.
#[derive(Clone, Copy)]
pub(crate) struct FileDependencies {
    /// The value of the parameter, if set.
    pub(crate) set: Option<bool>,
    /// Whether they suit the file, which decides if the parameter is not set.
    pub(crate) suits: bool,
}

/// Dependencies that follow from files and are missing in the workflow.
pub(super) struct DataDependencies {
    /// Writers and readers.
    pairs: Vec<(u32, u32)>,
    /// The question about them; `None` without missing dependencies.
    pub(super) question: Option<Question>,
}

impl DataDependencies {
    /// Finds the missing dependencies of a workflow; `suits` is true if adding them suits the file.
    pub(super) fn find(workflow: &Workflow, producers: &Producers, suits: bool) -> Self {
        let pairs = unordered_pairs(workflow, producers);
        let question = Question { parameter: PARAMETER, answer: suits };
        let question = Some(question).filter(|_| !pairs.is_empty() && producers.complete);
        Self { pairs, question }
    }

    /// Reports the number of file dependencies that are missing in the workflow, and whether they are added (`waits`).
    pub(super) fn diagnostic(
        &self,
        workflow: &Workflow,
        waits: bool,
        texts: &FormatTexts,
    ) -> Option<Diagnostic> {
        let mut found = FindingList::default();
        for &pair in self.pairs.iter().filter(|_| self.question.is_some()) {
            found.add_with_text(0, || pair_text(workflow, pair));
        }
        let mut told = vec![];
        found.report(&mut told, |n| {
            let tasks = count_text(n, "time a task reads", "times a task reads");
            Diagnostic::note(format!(
                "{tasks} a file that another task writes, without a dependency in the workflow"
            ))
        });
        let told = told.pop()?;
        let like = texts.data_edges;
        let (done, hint) = if waits {
            (format!("the dependency is added{like}"), "false omits these dependencies.".to_owned())
        } else {
            ("no dependency is added".to_owned(), format!("true adds these dependencies{like}."))
        };
        let message = format!("{}: {done}", told.message);
        Some(Diagnostic::note(message).place(PARAMETER).hint(format!("`{PARAMETER}` {hint}")))
    }

    /// Adds a dependency for each pair, unless it would close a cycle. True if any dependency is new.
    pub(super) fn add_to(&self, workflow: &mut Workflow, diagnostics: &mut Vec<Diagnostic>) -> bool {
        if self.pairs.is_empty() {
            return false;
        }
        let before: Vec<Vec<u32>> = workflow.tasks.iter().map(|task| task.parents.clone()).collect();
        for &(writer, reader) in &self.pairs {
            workflow.tasks[reader as usize].parents.push(writer);
        }
        for task in &mut workflow.tasks {
            task.parents.sort_unstable();
        }
        workflow.link_children();
        if workflow.topological_order().is_ok() {
            return true;
        }
        for (task, parents) in workflow.tasks.iter_mut().zip(before) {
            task.parents = parents;
        }
        workflow.link_children();
        self.add_one_by_one(workflow, diagnostics)
    }

    /// Adds the dependencies pair by pair, if all of them together would close a cycle.
    fn add_one_by_one(&self, workflow: &mut Workflow, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let mut seen = vec![u32::MAX; workflow.tasks.len()];
        let (mut ahead, mut left) = (Vec::new(), MAX_CYCLE_STEPS);
        let (mut added, mut circles, mut untried) = (false, FindingList::default(), 0);
        for (&(writer, reader), tries) in self.pairs.iter().zip(0..) {
            ahead.push(reader);
            // Tests whether the writer depends on the reader.
            while let Some(next) = ahead.pop() {
                let children = &workflow.tasks[next as usize].children;
                left = left.saturating_sub(children.len() as u32);
                for &child in children.iter().filter(|_| left > 0) {
                    if std::mem::replace(&mut seen[child as usize], tries) != tries {
                        ahead.push(child);
                    }
                }
            }
            if left == 0 {
                untried += 1;
            } else if seen[writer as usize] == tries {
                circles.add_with_text(0, || pair_text(workflow, (writer, reader)));
            } else {
                added = true;
                insert_sorted(&mut workflow.tasks[reader as usize].parents, writer);
                insert_sorted(&mut workflow.tasks[writer as usize].children, reader);
            }
        }
        let dependencies = |n| count_text(n, "dependency", "dependencies");
        circles.report(diagnostics, |n| {
            Diagnostic::warning(format!("{} of `data_edges` left out, because of a cycle", dependencies(n)))
        });
        if untried > 0 {
            let message =
                format!("{} of `data_edges` not examined: the workflow is too large", dependencies(untried));
            diagnostics.push(Diagnostic::warning(message));
        }
        added
    }
}

fn pair_text(workflow: &Workflow, (writer, reader): (u32, u32)) -> String {
    let name = |id: u32| quote_bytes(workflow.tasks[id as usize].name.as_bytes());
    format!("{} to {}", name(writer), name(reader))
}

/// Inserts a task into an ascending list that does not contain it.
fn insert_sorted(list: &mut Vec<u32>, task: u32) {
    let place = list.partition_point(|&other| other < task);
    list.insert(place, task);
}
