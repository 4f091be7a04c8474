//! Builds workflows from lines: task numbers become indices.

use super::{Choices, Row};
use crate::finding_list::{FindingList, count_text, group_digits};
use crate::{Fact, Origin, Reading, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Task, Work, Workflow};
use std::collections::HashMap;

/// The findings in the workflows.
#[derive(Default)]
struct WorkflowFindings {
    twice: FindingList,
    unknown: FindingList,
    circles: FindingList,
    later: u32,
}

/// The workflows of a trace in the order of their submission, or its errors.
pub(crate) fn build_workflows(
    format: &'static str,
    rows: Vec<Row>,
    skipped: u32,
    choices: &Choices,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Reading, Vec<Diagnostic>> {
    let mut found = WorkflowFindings::default();
    let record =
        if rows.first().is_some_and(|row| row.line == 0) { ["row", "rows"] } else { ["line", "lines"] };
    let mut workflows: Vec<Workflow> = grouped_by_workflow(rows)
        .into_iter()
        .filter_map(|rows| build_workflow(&rows, choices, &mut found))
        .collect();
    // Stable: workflows with equal submit times keep the order of the file.
    order::sort_by_key(&mut workflows, |workflow| workflow.submit.0);
    let read = workflows.len();
    if choices.first_workflows > 0 {
        workflows.truncate(choices.first_workflows as usize);
    }
    report_findings(&found, record, &mut diagnostics);
    let Some(first) = workflows.first().map(|workflow| workflow.submit) else {
        diagnostics.insert(0, Diagnostic::error("none of the workflows of the trace can run"));
        return Err(diagnostics);
    };
    shift_to_zero(
        workflows.iter_mut().map(|workflow| &mut workflow.submit),
        first,
        choices,
        &mut diagnostics,
    );
    let tasks: usize = workflows.iter().map(|workflow| workflow.tasks.len()).sum();
    let report = Report {
        format,
        read: tasks as u32,
        skipped: skipped.saturating_add(found.twice.count),
        repaired: found.unknown.count,
        facts: trace_facts(&workflows, read),
        diagnostics,
        ..Report::default()
    };
    Ok(Reading { work: Work::new(workflows), report, origin: Origin::default() })
}

/// Shifts the first submission to 0 if requested, and reports it.
pub(super) fn shift_to_zero<'a>(
    submissions: impl Iterator<Item = &'a mut Time>,
    first: Time,
    choices: &Choices,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if !choices.shift_to_zero || first <= Time::ZERO {
        return;
    }
    for submit in submissions {
        *submit = Time(submit.0 - first.0);
    }
    let by = first - Time::ZERO;
    let message =
        format!("all submit times were shifted by {by}, so that the first workflow arrives at time 0");
    diagnostics
        .push(Diagnostic::note(message).hint("Set `shift_to_zero` to false to keep the times of the trace."));
}

/// The lines of each workflow, in the order of their first lines.
pub(super) fn grouped_by_workflow(rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut places = HashMap::new();
    let mut all: Vec<Vec<Row>> = vec![];
    for row in rows {
        let place = *places.entry(row.workflow).or_insert(all.len());
        if place == all.len() {
            all.push(vec![]);
        }
        all[place].push(row);
    }
    all
}

/// The workflow of these lines (at least one); `None` if it has a cycle.
fn build_workflow(rows: &[Row], choices: &Choices, found: &mut WorkflowFindings) -> Option<Workflow> {
    let mut places: HashMap<u64, u32> = HashMap::new();
    let mut kept: Vec<&Row> = vec![];
    for row in rows {
        if places.contains_key(&row.task) {
            found.twice.add_with_text(row.line, || format!("task {}", row.task));
            continue;
        }
        places.insert(row.task, kept.len() as u32);
        kept.push(row);
    }
    let submit = kept.iter().map(|row| row.submit).fold(f64::INFINITY, f64::min);
    found.later += kept.iter().filter(|row| row.submit > submit && row.parents.is_empty()).count() as u32;
    let tasks = kept.iter().map(|row| {
        let known = |parent: &u64| {
            let place = places.get(parent).copied().filter(|_| parent != &row.task);
            if place.is_none() {
                found.unknown.add_with_text(row.line, || format!("task {parent}"));
            }
            place
        };
        let mut parents: Vec<u32> = row.parents.iter().filter_map(known).collect();
        parents.sort_unstable();
        parents.dedup();
        Task {
            name: row.task.to_string(),
            run: Span::from_seconds(row.run * choices.run_factor),
            nodes: row.nodes,
            parents,
            ..Task::default()
        }
    });
    let name = format!("workflow {}", kept[0].workflow);
    let tasks = tasks.collect();
    let mut workflow = Workflow { name, submit: Time::from_seconds(submit), tasks, ..Workflow::default() };
    workflow.link_children();
    match workflow.topological_order() {
        Ok(_) => Some(workflow),
        Err(cycle) => {
            found.circles.add_with_text(kept[0].line, || format!("{}: {cycle}", workflow.name));
            None
        }
    }
}

fn report_findings(found: &WorkflowFindings, [one, several]: [&str; 2], diagnostics: &mut Vec<Diagnostic>) {
    found.twice.report(diagnostics, |n| {
        let records = count_text(n, one, several);
        Diagnostic::warning(format!("{records} skipped: duplicate task in the same workflow"))
    });
    found.unknown.report(diagnostics, |n| {
        let count = count_text(n, "dependency", "dependencies");
        Diagnostic::warning(format!("{count} on tasks of other workflows: left out"))
    });
    found.circles.report(diagnostics, |n| {
        Diagnostic::warning(format!(
            "{} with cyclic dependencies: left out",
            count_text(n, "workflow", "workflows")
        ))
    });
    if found.later > 0 {
        let tasks = count_text(found.later, "task", "tasks");
        let message = format!(
            "{tasks} without parents submitted later than the workflow: the submit time of the workflow is used"
        );
        diagnostics.push(Diagnostic::note(message));
    }
}

fn trace_facts(workflows: &[Workflow], read: usize) -> Vec<Fact> {
    let tasks = || workflows.iter().flat_map(|workflow| &workflow.tasks);
    let mut facts = vec![Fact::new("Workflows", group_digits(workflows.len() as u64))];
    if read > workflows.len() {
        let left_out = count_text((read - workflows.len()) as u32, "workflow", "workflows");
        facts.push(Fact::new("Left out by the options", left_out));
    }
    facts.push(Fact::new("Tasks", group_digits(tasks().count() as u64)));
    let edges: usize = workflows.iter().map(Workflow::edge_count).sum();
    facts.push(Fact::new("Dependencies", group_digits(edges as u64)));
    let largest = workflows.iter().map(|workflow| workflow.tasks.len()).max().unwrap_or(0);
    facts.push(Fact::new("Largest workflow", count_text(largest as u32, "task", "tasks")));
    let submits = || workflows.iter().map(|workflow| workflow.submit);
    if let (Some(first), Some(last)) = (submits().min(), submits().max()) {
        facts.push(Fact::new("Submission period", (last - first).to_string()));
    }
    let work = tasks().fold(0.0, |sum, task| sum + task.run.seconds() * f64::from(task.nodes));
    facts.push(Fact::new("Sum of runtimes", Span::from_seconds(work.min(1e12)).to_string()));
    facts
}
