//! How the files of a workflow and its dependencies agree: people must know before they wonder about transfers.

use ganttlet_engine::workload::Workflow;

/// More pairs of a reader and a writer of one file than this are not looked at.
const MOST_PAIRS: usize = 20_000_000;

/// Where files and dependencies agree and where not.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Checks {
    /// Pairs where one task reads what another writes without naming it as a parent: indices of writer and reader.
    pub(super) without_edge: Vec<(u32, u32)>,
    /// Dependencies without a file: indices of parent and child.
    pub(super) control_only: Vec<(u32, u32)>,
    /// Indices of files that several tasks write.
    pub(super) several_writers: Vec<u32>,
    /// There were too many pairs to look at; the first two lists are empty.
    pub(super) given_up: bool,
}

/// Compares files and dependencies.
pub(super) fn check(workflow: &Workflow) -> Checks {
    let writers = Writers::of(workflow);
    let several_writers =
        (0..workflow.files.len() as u32).filter(|&file| writers.of_file(file).len() > 1).collect();
    let mut checks = Checks { several_writers, ..Checks::default() };
    let inputs = workflow.tasks.iter().flat_map(|task| &task.inputs);
    let pairs = inputs.fold(0_usize, |pairs, &file| pairs.saturating_add(writers.of_file(file).len()));
    if pairs > MOST_PAIRS {
        checks.given_up = true;
        return checks;
    }
    let mut sources = vec![];
    for (task, child) in workflow.tasks.iter().zip(0..) {
        sources.clear();
        sources.extend(
            task.inputs.iter().flat_map(|&file| writers.of_file(file)).filter(|&&writer| writer != child),
        );
        sources.sort_unstable();
        sources.dedup();
        let missing = sources.iter().filter(|source| task.parents.binary_search(source).is_err());
        checks.without_edge.extend(missing.map(|&source| (source, child)));
        let control = task.parents.iter().filter(|parent| sources.binary_search(parent).is_err());
        checks.control_only.extend(control.map(|&parent| (parent, child)));
    }
    checks
}

/// For each file the tasks that write it, in one list.
struct Writers {
    starts: Vec<u32>,
    tasks: Vec<u32>,
}

impl Writers {
    fn of(workflow: &Workflow) -> Self {
        let mut starts = vec![0; workflow.files.len() + 1];
        for &file in workflow.tasks.iter().flat_map(|task| &task.outputs) {
            starts[file as usize + 1] += 1;
        }
        for file in 0..workflow.files.len() {
            starts[file + 1] += starts[file];
        }
        let mut next = starts.clone();
        let mut tasks = vec![0; starts[workflow.files.len()] as usize];
        for (task, id) in workflow.tasks.iter().zip(0..) {
            for &file in &task.outputs {
                tasks[next[file as usize] as usize] = id;
                next[file as usize] += 1;
            }
        }
        Self { starts, tasks }
    }

    fn of_file(&self, file: u32) -> &[u32] {
        &self.tasks[self.starts[file as usize] as usize..self.starts[file as usize + 1] as usize]
    }
}
