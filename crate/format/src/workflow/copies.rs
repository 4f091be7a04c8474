//! Files that several jobs write with different sizes: each size becomes a separate file.

use super::draft::FileUse;
use ganttlet_work::{File, Producers, Workflow};
use std::collections::BTreeMap;

/// Sizes of the copies of some writers: by file and writer, in bytes.
pub(super) type CopySizes = BTreeMap<(u32, u32), f64>;

/// The copies whose size differs from that of the file; sizes are multiplied by `factor`.
pub(super) fn deviating_copies(workflow: &Workflow, uses: &[FileUse], factor: f64) -> CopySizes {
    let writers = workflow.writers();
    let mut copies = CopySizes::new();
    for one in uses.iter().filter(|one| one.writes && writers.row(one.file).len() > 1) {
        if let Some(size) = one.size {
            copies.entry((one.file, one.task)).or_insert(size * factor);
        }
    }
    copies.retain(|&(file, _), bytes| (*bytes - workflow.files[file as usize].bytes).abs() > 0.0);
    copies
}

/// Makes each copy a separate file with the same name; a task reads the copy of its producer.
pub(super) fn split_copies(workflow: &mut Workflow, producers: &Producers, copies: &CopySizes) {
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
        for (input, &producer) in task.inputs.iter_mut().zip(producers.of_task(reader)) {
            *input = numbers.get(&(*input, producer)).copied().unwrap_or(*input);
        }
    }
}
