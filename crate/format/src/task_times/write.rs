//! Writes measured times as a table.

use super::FORMAT;
use crate::writer::{Writer, only_item};
use ganttlet_work::master_worker::MasterWorker;
use std::fmt::Write as _;

/// The writer for conversions.
pub(crate) const WRITER: Writer =
    Writer::new(&FORMAT, "csv", &[], |reading| only_item(reading).map(write_task_times));

/// The times of a master-worker application as a table with a line for every iteration and a column for every task;
/// cells of absent tasks are empty. Batches without tasks are left out. The table has no keys, requirements and
/// sequential part.
pub fn write_task_times(application: &MasterWorker) -> String {
    let mut text = "iteration".to_owned();
    for task in 1..=application.expected.len() {
        let _ = write!(text, ",task {task}");
    }
    text.push('\n');
    let batches = application.batches.iter().filter(|batch| !batch.is_empty());
    for (batch, iteration) in batches.zip(1..) {
        text.push_str(&iteration.to_string());
        let mut next = batch.iter().peekable();
        for task in 0..application.expected.len() as u32 {
            text.push(',');
            if let Some(here) = next.next_if(|here| here.task == task) {
                text.push_str(&here.run.exact_seconds());
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_writer::tests::{assert_example, generate};
    use crate::read;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::{das2, one_cluster};

    #[test]
    fn tables_of_task_times_read_back_as_they_were() {
        for id in ["thinning", "master-worker-batches", "fibonacci"] {
            let variation = [("variation_percent", Value::Number(20.0))];
            let first: MasterWorker = generate(id, &variation, &das2(), 5).remove(0);
            let reading =
                read(&format!("{id}.csv"), write_task_times(&first).as_bytes(), None, &Settings::default());
            let again: Vec<MasterWorker> = reading.expect("a table").work.take();
            assert_eq!(again[0].batches, first.batches, "{id}");
        }
    }

    #[test]
    fn the_example_equals_the_generated_work() {
        let strips = [("strips", Value::Integer(8))];
        assert_example(
            "thinning-8-strips.csv",
            &write_task_times(&generate("thinning", &strips, &one_cluster(16), 1)[0]),
        );
    }
}
