//! The facts about a workflow in the report on its file.

use super::FormatTexts;
use super::build::BuiltWorkflow;
use super::check::ConsistencyReport;
use crate::finding_list::{FindingList, count_text, group_digits, quote_bytes};
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
        skipped: 0,
        repaired: built.repaired,
        cancelled: 0,
        recorded: 0,
        facts,
        processors,
        processors_from,
        sites: None,
        question: built.question.clone(),
        diagnostics,
    }
}

/// The shape of a workflow.
struct GraphShape {
    /// How many tasks have so many tasks before them on the longest way.
    levels: Vec<u32>,
    work: Span,
    critical_path: Span,
}

impl GraphShape {
    fn new(workflow: &Workflow, order: &[u32]) -> Self {
        let mut shape = Self { levels: vec![], work: Span::ZERO, critical_path: Span::ZERO };
        let mut level = vec![0_usize; workflow.tasks.len()];
        let mut end = vec![Span::ZERO; workflow.tasks.len()];
        for &id in order {
            let task = &workflow.tasks[id as usize];
            let parents = || task.parents.iter().map(|&parent| parent as usize);
            level[id as usize] = parents().map(|parent| level[parent] + 1).max().unwrap_or(0);
            end[id as usize] = parents().map(|parent| end[parent]).max().unwrap_or_default() + task.run;
            shape.levels.resize(shape.levels.len().max(level[id as usize] + 1), 0);
            shape.levels[level[id as usize]] += 1;
            shape.work += task.run;
            shape.critical_path = shape.critical_path.max(end[id as usize]);
        }
        shape
    }
}

/// Facts on the files that are used.
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

/// A size for people: `1.5 GB`, with decimal units.
fn size_text(bytes: f64) -> String {
    let units = [(1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    match units.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{:.1} {name}", bytes / unit),
        None => format!("{bytes:.0} B"),
    }
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
