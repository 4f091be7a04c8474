//! Writes a workflow as a file in the `WfFormat`.

use super::FORMAT;
use crate::writer::{SUBMIT_TIMES, Writer, only_item};
use ganttlet_work::Workflow;
use serde_json::{Number, Value, json};
use std::collections::HashMap;

/// The writer for conversions.
pub(crate) const WRITER: Writer =
    Writer::new(&FORMAT, "json", &[SUBMIT_TIMES], |reading| only_item(reading).map(write_wfformat));

/// A workflow in the `WfFormat` 1.5: the ids of tasks are their names. Runtimes, nodes and programs are its execution.
///
/// # Panics
/// Never: numbers and texts can be serialised.
pub fn write_wfformat(workflow: &Workflow) -> String {
    let names = |tasks: &[u32]| -> Vec<&str> {
        tasks.iter().map(|&task| workflow.tasks[task as usize].name.as_str()).collect()
    };
    let ids = file_ids(workflow);
    let files =
        |files: &[u32]| -> Vec<&str> { files.iter().map(|&file| ids[file as usize].as_str()).collect() };
    let tasks = workflow.tasks.iter().map(|task| {
        json!({
            "name": task.name,
            "id": task.name,
            "parents": names(&task.parents),
            "children": names(&task.children),
            "inputFiles": files(&task.inputs),
            "outputFiles": files(&task.outputs),
        })
    });
    let runs = workflow.tasks.iter().map(|task| {
        // The text has six decimals at most and becomes the same number again.
        let run: f64 = task.run.exact_seconds().parse().expect("seconds are a number");
        json!({
            "id": task.name,
            "runtimeInSeconds": number(run),
            "coreCount": task.nodes,
            "command": { "program": task.program, "arguments": [] },
        })
    });
    let sizes = workflow.files.iter().zip(&ids);
    let sizes = sizes.map(|(file, id)| json!({ "id": id, "sizeInBytes": number(file.bytes) }));
    let document = json!({
        "name": workflow.name,
        "schemaVersion": "1.5",
        "workflow": {
            "specification": {
                "tasks": tasks.collect::<Value>(),
                "files": sizes.collect::<Value>(),
            },
            "execution": { "tasks": runs.collect::<Value>() },
        },
    });
    let mut text = serde_json::to_string_pretty(&document).expect("numbers and texts");
    text.push('\n');
    text
}

/// The ids of the files: their names, with a number appended to repeated names.
fn file_ids(workflow: &Workflow) -> Vec<String> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let id = |name: &str, times: u32| if times == 0 { name.to_owned() } else { format!("{name}#{times}") };
    let ids = workflow.files.iter().map(|file| {
        let times = seen.entry(file.name.as_str()).or_default();
        *times += 1;
        id(&file.name, *times - 1)
    });
    ids.collect()
}

/// A number without a point if it is whole.
fn number(value: f64) -> Value {
    if (0.0..9e15).contains(&value) && value.fract() == 0.0 {
        return Value::from(value as u64);
    }
    Number::from_f64(value).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_writer::tests::{assert_example, generate};
    use crate::read;
    use ganttlet_core::entry::Settings;
    use ganttlet_core::platform::{das2, one_cluster};

    #[test]
    fn a_workflow_that_is_read_again_is_the_same() {
        for id in ["montage", "cybershake", "epigenomics", "inspiral", "sipht", "fork-join", "random-dag"] {
            let mut first: Workflow = generate(id, &[], &das2(), 5).remove(0);
            first.tasks[1].nodes = 3;
            let name = format!("{}.json", first.name);
            let mut reading = read(&name, write_wfformat(&first).as_bytes(), None, &Settings::default())
                .expect("a workflow");
            let again: Vec<Workflow> = reading.work.take();
            assert_eq!(again, [first], "{id}");
            assert_eq!(reading.report.format, "wfformat");
        }
    }

    #[test]
    fn the_example_equals_the_generated_work() {
        assert_example(
            "epigenomics.json",
            &write_wfformat(&generate("epigenomics", &[], &one_cluster(256), 1)[0]),
        );
    }
}
