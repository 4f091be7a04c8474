//! Workflow traces of OpenDC once more, without whom a task waits for: each task is a job, those of a workflow are a batch.
//! No file is recognised as such a one; who wants it names the format.

use super::build::{grouped_by_workflow, shift};
use super::{Choices, Row, Table, reader};
use crate::found::{counted, grouped};
use crate::{Fact, Format, How, Origin, Reading, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, Work};

/// What the catalog says.
pub(crate) const FORMAT: Format = Format::of::<Job>(
    Entry::new("opendc-jobs", "OpenDC trace as independent jobs")
        .summary(
            "Tasks of an OpenDC workflow trace as jobs without dependencies, with the submit times of the \
             trace. The tasks of a workflow form a batch, which becomes a bag in systems that run bags of \
             tasks.",
        )
        .source(
            "Mastenbroek et al., OpenDC 2.0: Convenient Modeling and Simulation of Emerging Technologies in \
             Cloud Datacenters, CCGrid 2021; omitting the dependencies is our choice",
        )
        .parameters(Choices::LIST),
    None,
    256 << 20,
)
.fields(&super::FIELD_DOCS)
.or("opendc");

/// How such files are told and read.
pub(crate) const HOW: How = How::of::<Job>(|_| false, |_, settings| reader(settings, jobs));

/// The tasks of a trace as jobs, in the order of their submission; those of a workflow are a batch.
fn jobs(
    table: Table,
    choices: &Choices,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Reading, Vec<Diagnostic>> {
    let waiting = table.rows.iter().filter(|row| !row.parents.is_empty()).count();
    let mut workflows = grouped_by_workflow(table.rows);
    let first = |rows: &Vec<Row>| rows.iter().map(|row| Time::from_seconds(row.submit).0).min().unwrap_or(0);
    order::sort(&mut workflows, first);
    let all = workflows.len();
    if choices.first_workflows > 0 {
        workflows.truncate(choices.first_workflows as usize);
    }
    let job = |(row, batch): (&Row, u32)| Job {
        number: u32::try_from(row.task).unwrap_or(row.line),
        submit: Time::from_seconds(row.submit),
        run: Span::from_seconds(row.run * choices.run_factor),
        nodes: row.nodes,
        batch,
        ..Job::default()
    };
    let tasks = workflows.iter().zip(0..).flat_map(|(rows, batch)| rows.iter().map(move |row| (row, batch)));
    let mut jobs: Vec<Job> = tasks.map(job).collect();
    order::sort(&mut jobs, |job| job.submit.0);
    let Some(first) = jobs.first().map(|job| job.submit) else {
        return Err(vec![Diagnostic::error("the trace contains no task")]);
    };
    shift(jobs.iter_mut().map(|job| &mut job.submit), first, choices, &mut diagnostics);
    if waiting > 0 {
        let message = format!("dependencies of {} are omitted", counted(waiting as u32, "task", "tasks"));
        diagnostics.push(Diagnostic::note(message).hint("Use the format `opendc` to read workflows."));
    }
    let mut facts = vec![
        Fact::new("Jobs", grouped(jobs.len() as u64)),
        Fact::new("Batches", grouped(workflows.len() as u64)),
    ];
    if all > workflows.len() {
        let left_out = counted((all - workflows.len()) as u32, "workflow", "workflows");
        facts.push(Fact::new("Left out by the options", left_out));
    }
    let report = Report {
        format: FORMAT.entry.id,
        read: jobs.len() as u32,
        skipped: table.bad.count,
        repaired: 0,
        cancelled: 0,
        facts,
        processors: None,
        processors_from: "",
        sites: None,
        question: None,
        diagnostics,
    };
    Ok(Reading { work: Work::of(jobs), report, origin: Origin::default() })
}
