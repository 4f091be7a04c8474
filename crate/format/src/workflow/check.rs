//! Checks that the files of a workflow agree with its dependencies.

use ganttlet_work::{Producers, UNKNOWN, Workflow};

/// Maximum number of compared pairs of a reader and a writer of one file.
const MAX_PAIRS: usize = 20_000_000;

/// The differences between files and dependencies.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ConsistencyReport {
    /// Dependencies without a file: indices of parent and child.
    pub(super) control_only: Vec<(u32, u32)>,
    /// Indices of files that several tasks write.
    pub(super) several_writers: Vec<u32>,
    /// True if the check is too expensive: the first list is then empty.
    pub(super) given_up: bool,
}

/// Compares files and dependencies.
pub(super) fn check_consistency(workflow: &Workflow, producers: &Producers) -> ConsistencyReport {
    let writers = workflow.writers();
    let several_writers =
        (0..workflow.files.len() as u32).filter(|&file| writers.row(file).len() > 1).collect();
    let mut checks = ConsistencyReport { several_writers, ..ConsistencyReport::default() };
    let inputs = workflow.tasks.iter().flat_map(|task| &task.inputs);
    let pairs = inputs.fold(0_usize, |pairs, &file| pairs.saturating_add(writers.row(file).len()));
    if pairs > MAX_PAIRS || !producers.complete {
        checks.given_up = true;
        return checks;
    }
    let mut sources = vec![];
    for (task, child) in workflow.tasks.iter().zip(0..) {
        sources.clear();
        sources.extend(task.inputs.iter().flat_map(|&file| writers.row(file)));
        sources.sort_unstable();
        let control = task.parents.iter().filter(|parent| sources.binary_search(parent).is_err());
        checks.control_only.extend(control.map(|&parent| (parent, child)));
    }
    checks
}

/// Pairs of tasks where one reads a file that the other writes, without a dependency between them: indices of the first
/// writer and the reader.
pub(super) fn unordered_pairs(workflow: &Workflow, producers: &Producers) -> Vec<(u32, u32)> {
    let writers = workflow.writers();
    let mut pairs = vec![];
    for (task, reader) in workflow.tasks.iter().zip(0..) {
        let first = pairs.len();
        let outside = task.inputs.iter().zip(producers.of_task(reader)).filter(|&(_, &of)| of == UNKNOWN);
        let writer = |(&file, _): (&u32, _)| writers.row(file).iter().find(|&&writer| writer != reader);
        pairs.extend(outside.filter_map(writer).map(|&writer| (writer, reader)));
        pairs[first..].sort_unstable();
    }
    pairs.dedup();
    pairs
}
