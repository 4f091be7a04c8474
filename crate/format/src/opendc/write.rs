//! Writes workflows as an OpenDC trace.

use super::FORMAT;
use crate::line_writer::push_line;
use crate::writer::{FILES, PROGRAMS, TASK_NAMES, WORKFLOW_NAMES, Writer};
use ganttlet_work::Workflow;

/// The writer for conversions.
pub(crate) const WRITER: Writer =
    Writer::new(&FORMAT, "csv", &[WORKFLOW_NAMES, TASK_NAMES, PROGRAMS, FILES], |reading| {
        Ok(write_opendc(reading.work.items().unwrap_or_default()))
    });

/// Workflows as a table of OpenDC, with tasks numbered over all workflows and without files.
pub fn write_opendc(workflows: &[Workflow]) -> String {
    let mut text = "WorkflowID, JobID, SubmitTime, RunTime, NProcs, ReqNProcs, Dependencies\n".to_owned();
    let mut first = 1;
    for (workflow, place) in workflows.iter().zip(1..) {
        let submit = workflow.submit.exact_seconds();
        for (task, number) in workflow.tasks.iter().zip(first..) {
            let (run, nodes) = (task.run.exact_seconds(), task.nodes);
            let parents: Vec<String> =
                task.parents.iter().map(|&parent| (first + parent).to_string()).collect();
            let parents = parents.join(" ");
            push_line(
                &mut text,
                format_args!("{place}, {number}, {submit}, {run}, {nodes}, {nodes}, {parents}"),
            );
        }
        first += workflow.tasks.len() as u32;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_writer::tests::{assert_example, generate};
    use crate::read;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::das2;
    use ganttlet_work::Task;

    #[test]
    fn workflow_traces_read_back_as_they_were() {
        let wanted = [("workflows", Value::Integer(7)), ("tasks", Value::Integer(20))];
        let mut first: Vec<Workflow> = generate("random-dag", &wanted, &das2(), 5);
        let mut reading =
            read("t", write_opendc(&first).as_bytes(), None, &Settings::default()).expect("a trace");
        assert_eq!((reading.report.format, &reading.report.diagnostics[..]), ("opendc", &[][..]));
        let again: Vec<Workflow> = reading.work.take();
        // The format has no names, programs and files.
        for (before, after) in first.iter_mut().zip(&again) {
            before.name.clone_from(&after.name);
            before.files.clear();
            for (task, name) in before.tasks.iter_mut().zip(after.tasks.iter().map(|task| &task.name)) {
                *task = Task {
                    name: name.clone(),
                    program: String::new(),
                    inputs: vec![],
                    outputs: vec![],
                    ..task.clone()
                };
            }
        }
        assert_eq!(again, first);
    }

    #[test]
    fn the_example_equals_the_generated_work() {
        let wanted = [
            ("workflows", Value::Integer(20)),
            ("tasks", Value::Integer(15)),
            ("interarrival_mean_s", Value::Number(60.0)),
        ];
        assert_example("workflows-20.csv", &write_opendc(&generate("random-dag", &wanted, &das2(), 1)));
    }
}
