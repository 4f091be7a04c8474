//! The facts about a workflow in the report on its file.

use super::FormatTexts;
use super::build::BuiltWorkflow;
use super::check::ConsistencyReport;
use crate::finding_list::{FindingList, count_text, group_digits, quote_bytes, size_text};
use crate::graph_shape::GraphShape;
use crate::{Fact, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::Span;
use ganttlet_work::Workflow;

/// The report on a workflow.
pub(super) fn workflow_report(
    built: &BuiltWorkflow,
    checks: &ConsistencyReport,
    texts: &FormatTexts,
) -> Report {
    let workflow = &built.workflow;
    let mut facts = vec![];
    let mut add = |label, value: String| {
        if !value.is_empty() {
            facts.push(Fact::new(label, value));
        }
    };
    add(
        "Format",
        if built.version.is_empty() {
            String::new()
        } else {
            format!("{} {}", texts.name, quote_bytes(built.version.as_bytes()))
        },
    );
    add("Name in the file", quote_bytes(built.name_inside.as_bytes()));
    add("Tasks", group_digits(workflow.tasks.len() as u64));
    add("Dependencies", group_digits(workflow.edge_count() as u64));
    let shape = GraphShape::new(workflow, &built.order);
    add("Levels", group_digits(shape.levels.len() as u64));
    add(
        "Tasks in widest level",
        count_text(shape.levels.iter().copied().max().unwrap_or(0), "task", "tasks"),
    );
    add("Sum of runtimes", shape.work.to_string());
    add("Critical path", format!("{} (runtimes only)", shape.critical_path));
    let largest = workflow.tasks.iter().map(|task| task.nodes).max().unwrap_or(1);
    if largest > 1 {
        add("Largest task", count_text(largest, "node", "nodes"));
    }
    let zero = workflow.tasks.iter().filter(|task| task.run == Span::ZERO).count();
    if zero > 0 {
        add("Tasks with zero runtime", group_digits(zero as u64));
    }
    facts.extend(file_facts(workflow));
    facts.extend(built.facts.iter().cloned());

    let (processors, processors_from) = match built.processors {
        Some((processors, from)) if processors >= largest => (Some(processors), from),
        _ if largest > 1 => (Some(largest), "the largest task of the workflow"),
        _ => (None, ""),
    };
    let mut diagnostics = built.diagnostics.clone();
    report_inconsistencies(workflow, checks, texts.has_files, &mut diagnostics);
    Report {
        format: texts.id,
        read: workflow.tasks.len() as u32,
        repaired: built.repaired,
        facts,
        processors,
        processors_from,
        question: built.question.clone(),
        diagnostics,
        ..Report::default()
    }
}

/// Facts on the used files.
fn file_facts(workflow: &Workflow) -> Vec<Fact> {
    let (mut written, mut read) = (vec![false; workflow.files.len()], vec![false; workflow.files.len()]);
    for task in &workflow.tasks {
        task.outputs.iter().for_each(|&file| written[file as usize] = true);
        task.inputs.iter().for_each(|&file| read[file as usize] = true);
    }
    let about = |label, wanted: fn(bool, bool) -> bool| {
        let chosen = || (0..workflow.files.len()).filter(|&file| wanted(written[file], read[file]));
        let bytes: f64 = chosen().map(|file| workflow.files[file].bytes).sum();
        let files = chosen().count() as u32;
        (files > 0).then(|| {
            Fact::new(label, format!("{}, {}", count_text(files, "file", "files"), size_text(bytes)))
        })
    };
    let mut facts = Vec::new();
    facts.extend(about("Data", |written, read| written || read));
    facts.extend(about("Input data", |written, read| read && !written));
    facts.extend(about("Output data", |written, read| written && !read));
    facts
}

/// Reports differences between files and dependencies.
fn report_inconsistencies(
    workflow: &Workflow,
    checks: &ConsistencyReport,
    has_files: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let task = |id: u32| quote_bytes(workflow.tasks[id as usize].name.as_bytes());
    let mut control_only = FindingList::default();
    for &(from, to) in checks.control_only.iter().filter(|_| has_files) {
        control_only.add_with_text(0, || format!("{} to {}", task(from), task(to)));
    }
    control_only.report(diagnostics, |n| {
        let edges = count_text(n, "dependency", "dependencies");
        Diagnostic::note(format!("{edges} without a file: nothing is transferred there"))
    });
    let mut writers = FindingList::default();
    for &file in &checks.several_writers {
        writers
            .add_with_text(0, || format!("`{}`", quote_bytes(workflow.files[file as usize].name.as_bytes())));
    }
    writers.report(diagnostics, |n| {
        let files = count_text(n, "file is", "files are");
        Diagnostic::note(format!(
            "{files} written by several tasks: each reader uses the output of its nearest predecessor"
        ))
    });
    if checks.given_up {
        let message =
            "too many tasks read and write the same files: files were not checked against dependencies";
        diagnostics.push(Diagnostic::note(message));
    }
}
