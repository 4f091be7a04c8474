//! Dependencies that only the files show: who reads a file waits for the job that writes it.

use crate::found::{Found, counted, shown};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::workload::Workflow;

/// More steps than this are not taken to look for circles.
const MOST_STEPS: u32 = 100_000_000;

/// Adds a dependency for each task that reads what another is the first to write, in the order of the tasks, unless it
/// would close a circle with those that are there. True if there are any new ones.
pub(super) fn add(workflow: &mut Workflow, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let producers = workflow.producers();
    let mut seen = vec![u32::MAX; workflow.tasks.len()];
    let (mut ahead, mut left, mut tries) = (Vec::new(), MOST_STEPS, 0);
    let (mut added, mut circles, mut untried) = (Found::default(), Found::default(), 0);
    for reader in 0..workflow.tasks.len() as u32 {
        let task = &workflow.tasks[reader as usize];
        let mut writers: Vec<u32> = task
            .inputs
            .iter()
            .filter_map(|&file| producers[file as usize])
            .filter(|&w| w != reader)
            .collect();
        writers.sort_unstable();
        writers.dedup();
        writers.retain(|writer| task.parents.binary_search(writer).is_err());
        for writer in writers {
            tries += 1;
            ahead.push(reader);
            // Does the writer wait for the reader?
            while let Some(next) = ahead.pop() {
                let children = &workflow.tasks[next as usize].children;
                left = left.saturating_sub(children.len() as u32);
                for &child in children.iter().filter(|_| left > 0) {
                    if std::mem::replace(&mut seen[child as usize], tries) != tries {
                        ahead.push(child);
                    }
                }
            }
            let pair = || {
                let name = |id: u32| shown(workflow.tasks[id as usize].name.as_bytes());
                format!("{} to {}", name(writer), name(reader))
            };
            if left == 0 {
                untried += 1;
            } else if seen[writer as usize] == tries {
                circles.saying(0, pair);
            } else {
                added.saying(0, pair);
                insert(&mut workflow.tasks[reader as usize].parents, writer);
                insert(&mut workflow.tasks[writer as usize].children, reader);
            }
        }
    }
    let dependencies = |n| counted(n, "dependency", "dependencies");
    added.tell(diagnostics, |n| Diagnostic::note(format!("{} added as `data_edges` asks", dependencies(n))));
    circles.tell(diagnostics, |n| {
        Diagnostic::warning(format!(
            "{} of `data_edges` left out, as it would close a circle",
            dependencies(n)
        ))
    });
    if untried > 0 {
        let message =
            format!("{} of `data_edges` not looked at: the workflow is too large", dependencies(untried));
        diagnostics.push(Diagnostic::warning(message));
    }
    added.count > 0
}

/// Puts a task into an ascending list that does not have it.
fn insert(list: &mut Vec<u32>, task: u32) {
    let place = list.partition_point(|&other| other < task);
    list.insert(place, task);
}
