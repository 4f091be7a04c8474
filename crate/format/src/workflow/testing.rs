//! Support for the tests of workflow formats.

use crate::{Reading, read};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_work::Workflow;
use std::fmt::Write;

/// The tasks as `name(program) run nodes <parents> in=.. out=..`, followed by the files with their sizes.
pub(crate) fn as_text(workflow: &Workflow) -> String {
    let mut text = String::new();
    let names = |files: &[u32]| {
        let name = |&file: &u32| {
            let file = &workflow.files[file as usize];
            format!("{}:{}", file.name, file.bytes)
        };
        files.iter().map(name).collect::<Vec<_>>().join(",")
    };
    for task in &workflow.tasks {
        let parents: Vec<&str> =
            task.parents.iter().map(|&parent| workflow.tasks[parent as usize].name.as_str()).collect();
        let (name, program, run, nodes) = (&task.name, &task.program, task.run.seconds(), task.nodes);
        let (inputs, outputs) = (names(&task.inputs), names(&task.outputs));
        let _ = writeln!(
            text,
            "{name}({program}) {run} {nodes} <{}> in={inputs} out={outputs}",
            parents.join(",")
        );
    }
    text
}

/// Reads a file in the format of its content.
pub(crate) fn read_text(text: &str, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    read("two words.txt", text.as_bytes(), None, settings)
}

/// The workflow of a file with default settings.
pub(crate) fn workflow_text(text: &str) -> String {
    workflow_text_with(text, &Settings::default())
}

/// The workflow of a file with these settings.
pub(crate) fn workflow_text_with(text: &str, settings: &Settings) -> String {
    as_text(&read_text(text, settings).expect("a workflow").work.take().remove(0))
}

/// The diagnostics of a file, one per line, without file name and hints.
pub(crate) fn diagnostics_text(text: &str) -> String {
    let diagnostics = match read_text(text, &Settings::default()) {
        Ok(reading) => reading.report.diagnostics,
        Err(problems) => problems,
    };
    let lines = diagnostics
        .into_iter()
        .map(|diagnostic| Diagnostic { hint: String::new(), file: String::new(), ..diagnostic }.to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// The facts of a file as `label: value`, one per line.
pub(crate) fn facts_text(text: &str) -> String {
    let report = read_text(text, &Settings::default()).expect("a workflow").report;
    let lines = report.facts.iter().map(|fact| format!("{}: {}\n", fact.label, fact.value));
    lines.collect()
}
