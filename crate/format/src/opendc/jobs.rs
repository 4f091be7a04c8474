//! Workflow traces of OpenDC without dependencies: each task becomes a job, the tasks of a workflow a batch. This
//! format is never recognised by content; it has to be selected.

use super::build::{grouped_by_workflow, shift_to_zero};
use super::{Choices, Row, TraceTable, new_reader};
use crate::finding_list::{count_text, group_digits};
use crate::log::Preparation;
use crate::{Fact, Format, FormatReader, Origin, Reading, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, Work};

/// The catalog entry.
pub(crate) const FORMAT: Format = Format::new::<Job>(
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
        .parameters(JobOptions::LIST),
    None,
    256 << 20,
)
.with_fields(&super::FIELD_DOCS)
.with_alternative("opendc");

/// Recognition and reading of such files.
pub(crate) const READER: FormatReader = FormatReader::new::<Job>(
    |_| false,
    |_, settings| {
        let JobOptions { trace, preparation } = JobOptions::read(settings);
        new_reader(trace, move |table, choices, diagnostics| {
            build_jobs(table, choices, &preparation, diagnostics)
        })
    },
)
.after_comments();

/// What can be set.
#[derive(Parameters)]
struct JobOptions {
    #[parameter(all)]
    trace: Choices,
    #[parameter(all)]
    preparation: Preparation,
}

/// The tasks of a trace as jobs, in the order of their submission; the tasks of a workflow form a batch.
fn build_jobs(
    table: TraceTable,
    choices: &Choices,
    preparation: &Preparation,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Reading, Vec<Diagnostic>> {
    let waiting = table.rows.iter().filter(|row| !row.parents.is_empty()).count();
    let mut workflows = grouped_by_workflow(table.rows);
    let first = |rows: &Vec<Row>| rows.iter().map(|row| Time::from_seconds(row.submit).0).min().unwrap_or(0);
    order::sort_by_key(&mut workflows, first);
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
    order::sort_by_key(&mut jobs, |job| job.submit.0);
    let Some(first) = jobs.first().map(|job| job.submit) else {
        return Err(vec![Diagnostic::error("the trace contains no task")]);
    };
    shift_to_zero(jobs.iter_mut().map(|job| &mut job.submit), first, choices, &mut diagnostics);
    let prepared = preparation.prepare(&mut jobs, None, &mut diagnostics)?;
    if waiting > 0 {
        let message = format!("dependencies of {} are omitted", count_text(waiting as u32, "task", "tasks"));
        diagnostics.push(Diagnostic::note(message).hint("Use the format `opendc` to read workflows."));
    }
    let mut facts = vec![
        Fact::new("Jobs", group_digits(jobs.len() as u64)),
        Fact::new("Batches", group_digits(workflows.len() as u64)),
    ];
    if all > workflows.len() {
        let left_out = count_text((all - workflows.len()) as u32, "workflow", "workflows");
        facts.push(Fact::new("Left out by the options", left_out));
    }
    facts.extend(prepared);
    let report = Report {
        format: FORMAT.entry.id,
        read: jobs.len() as u32,
        skipped: table.bad.count,
        facts,
        diagnostics,
        ..Report::default()
    };
    Ok(Reading { work: Work::new(jobs), report, origin: Origin::default() })
}
