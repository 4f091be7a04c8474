//! Copies of files that several jobs write, where each says how large its own is.

use super::draft::Use;
use ganttlet_work::{File, Producers, Workflow};
use std::collections::BTreeMap;

/// How large the copies of some writers are: by file and writer, in bytes.
pub(super) type Copies = BTreeMap<(u32, u32), f64>;

/// The copies that are not as large as the file is taken to be; sizes are multiplied by `factor`.
pub(super) fn copies(workflow: &Workflow, uses: &[Use], factor: f64) -> Copies {
    let writers = workflow.writers();
    let mut copies = Copies::new();
    for one in uses.iter().filter(|one| one.writes && writers.of(one.file).len() > 1) {
        if let Some(size) = one.size {
            copies.entry((one.file, one.task)).or_insert(size * factor);
        }
    }
    copies.retain(|&(file, _), bytes| (*bytes - workflow.files[file as usize].bytes).abs() > 0.0);
    copies
}

/// Makes each of these copies a file of its own, which has the name of the file, and which those read whose producer writes
/// it.
pub(super) fn keep_apart(workflow: &mut Workflow, producers: &Producers, copies: &Copies) {
    let mut numbers = BTreeMap::new();
    for (&(file, writer), &bytes) in copies {
        let number = workflow.files.len() as u32;
        numbers.insert((file, writer), number);
        workflow.files.push(File { name: workflow.files[file as usize].name.clone(), bytes });
        for output in &mut workflow.tasks[writer as usize].outputs {
            if *output == file {
                *output = number;
            }
        }
    }
    for (task, reader) in workflow.tasks.iter_mut().zip(0..).filter(|_| !numbers.is_empty()) {
        for (input, &producer) in task.inputs.iter_mut().zip(producers.of(reader)) {
            *input = numbers.get(&(*input, producer)).copied().unwrap_or(*input);
        }
    }
}
