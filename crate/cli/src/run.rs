//! `ganttlet run`.

use crate::output::{self, Outcome};
use crate::{RunArguments, failure, input};
use ganttlet_document::{Built, Scenario};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::metric::{self, Rejected, Scope};
use ganttlet_engine::record::Trace;
use ganttlet_engine::system::{Budget, Run};
use ganttlet_engine::time::Time;
use ganttlet_engine::workload::{Kind, Work};
use ganttlet_picture::{Canvas, View};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;

/// Events between two looks at the progress bar.
const SLICE: u64 = 100_000;
/// Decisions that are kept with their reasons where a table is asked for: some tables are of reasons.
const DECISIONS: usize = 1_000_000;
/// The size of a drawing.
const DRAWING: (u32, u32) = (1600, 900);

/// Runs every variant. True if all are complete.
pub(crate) fn run(arguments: &RunArguments) -> Result<bool, Vec<Diagnostic>> {
    let input::Input { scenario, files, mut diagnostics } = input::read(&arguments.run)?;
    let mut outcomes = Vec::new();
    for variant in 0..scenario.variants.len() {
        let decisions = if variant > 0 || arguments.table.is_empty() { 0 } else { DECISIONS };
        let Built { mut run, accepts, name, kept, diagnostics: more, .. } =
            ganttlet_document::build(&scenario, variant, &files, decisions)?;
        if variant == 0 {
            diagnostics.extend(more);
        }
        outcomes.push(advance(run.as_mut(), &scenario, accepts, name));
        if variant == 0 {
            write_files(arguments, run.trace(), kept, &scenario.name)?;
        }
    }
    diagnostics.extend(outcomes.iter().flat_map(shortfalls));
    output::tell(&diagnostics);
    output::print(&if arguments.json {
        format!("{:#}\n", output::document(&outcomes, &scenario.to_value(), &diagnostics))
    } else {
        output::table(&outcomes)
    })?;
    Ok(outcomes.iter().all(|outcome| outcome.report.complete))
}

/// What is missing from a run: what was refused, and what had not ended.
fn shortfalls(outcome: &Outcome) -> Vec<Diagnostic> {
    let Outcome { name, report, open, work, .. } = outcome;
    let mut diagnostics = Vec::new();
    let Rejected { count, first } = &report.rejected;
    let more = *count as usize - first.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let list = format!("({}{more})", first.join(", "));
    match *count {
        0 => {}
        _ if work.whole => {
            let lost = if *count == 1 {
                "task can never run and is lost"
            } else {
                "tasks can never run and are lost"
            };
            let message = format!("the run of {name} is not complete: {count} {lost} {list}");
            let hint = "Give them a cluster that can hold them, or choose another policy.";
            diagnostics.push(Diagnostic::error(message).hint(hint));
        }
        _ => {
            let rejected = if *count == 1 { "job that was rejected" } else { "jobs that were rejected" };
            diagnostics.push(Diagnostic::warning(format!("{name} runs without {count} {rejected} {list}")));
        }
    }
    if *open > 0 {
        let still = if *open == 1 { "job or task was" } else { "jobs or tasks were" };
        let message =
            format!("the run of {name} is not complete: {open} {still} still waiting or running at its end");
        diagnostics.push(
            Diagnostic::error(message).place("/horizon_s").hint("Leave out the horizon, or make it later."),
        );
    }
    diagnostics
}

fn advance(run: &mut dyn Run, scenario: &Scenario, accepts: &'static Kind, name: String) -> Outcome {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    // Draws on the standard error, and only if that is a terminal.
    let bar =
        ProgressBar::new(u64::from(run.progress().subjects)).with_style(style).with_message(name.clone());
    let progress = loop {
        let progress = run.advance(Budget::events(SLICE));
        bar.set_length(u64::from(progress.subjects));
        bar.set_position(u64::from(progress.ended));
        if progress.done {
            break progress;
        }
    };
    bar.finish_and_clear();
    let scope = Scope { warm_up: Time::from_seconds(scenario.warm_up_s), ..Scope::ALL };
    let report = metric::report(
        run.trace(),
        accepts,
        (&scenario.measures, &scenario.measure_settings),
        &scope,
        progress.done,
    );
    let trace = run.trace();
    let open = (0..trace.subjects.len() as u32).filter(|&subject| !trace.is_over(subject)).count();
    Outcome { name, work: accepts, report, events: progress.events, subjects: progress.subjects, open }
}

/// Writes what is asked for of a run of some work.
fn write_files(
    arguments: &RunArguments,
    trace: &Trace,
    work: Option<Work>,
    title: &str,
) -> Result<(), Vec<Diagnostic>> {
    if let Some(path) = &arguments.jobs {
        output::write(path, &ganttlet_picture::jobs_csv(trace))?;
    }
    for asked in &arguments.table {
        let (id, path) = asked.split_once('=').unwrap_or((asked, ""));
        if path.is_empty() {
            return Err(failure(format!("--table wants TABLE=FILE; found {asked}")));
        }
        let text = ganttlet_picture::export(trace, id, title)
            .map_err(|wrong| failure(format!("--table {asked}: {}", wrong.message)))?;
        output::write(Path::new(path), &text)?;
    }
    if let Some(path) = &arguments.svg {
        let view = View { folded: true, shares: true, ..View::whole(trace, DRAWING.0, DRAWING.1) };
        output::write(path, &ganttlet_picture::svg(trace, &mut Canvas::of(work), &view, title))?;
    }
    Ok(())
}
