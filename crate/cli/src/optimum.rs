//! `ganttlet optimum`: lower bounds, the best schedule, and the gaps of all variants.

use crate::optimum_output::{bounds_text, report_document, report_text};
use crate::progress_bar::ProgressBarGuard;
use crate::{OptimumArguments, input, output, output_paths, run};
use clap::ValueEnum;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::optimum::{OptimumSearch, Report};
use ganttlet_optimum::certificate::Certificate;
use ganttlet_optimum::{Limits, Objective};

/// Number of search nodes or schedules between two updates of the progress bar.
const SLICE: u64 = 2_000;

/// What is minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ObjectiveArgument {
    /// The end of the last job, from the first submission.
    Makespan,
    /// The sum of response times; its optimum is also that of the mean wait time on one cluster.
    Flow,
}

impl From<ObjectiveArgument> for Objective {
    fn from(argument: ObjectiveArgument) -> Self {
        match argument {
            ObjectiveArgument::Makespan => Self::Makespan,
            ObjectiveArgument::Flow => Self::TotalFlow,
        }
    }
}

/// Prints bounds, the best schedule and gaps.
pub(crate) fn find_optimum(arguments: &OptimumArguments) -> Result<bool, Vec<Diagnostic>> {
    let reading = ProgressBarGuard::spinner(&arguments.run.title());
    let input::Input { scenario, files, mut diagnostics, paths, .. } = input::read_input(&arguments.run)?;
    drop(reading);
    let written: Vec<_> = arguments.output.iter().map(|path| ("--output".to_owned(), path.clone())).collect();
    output_paths::check_outputs(&paths, &written, None)?;
    let names = scenario.variant_names();
    let only = arguments.system.as_deref().map(|name| run::find_variant(name, &names)).transpose()?;
    let objective = Objective::from(arguments.objective);
    let running = ProgressBarGuard::spinner("Runs");
    let mut search = OptimumSearch::new(&scenario, &files, only, &[objective])?;
    drop(running);
    diagnostics.extend(search.diagnostics().iter().cloned());
    if arguments.output.is_some() && search.problems() > 1 {
        return Err(vec![
            Diagnostic::error(
                "the systems have different jobs or platforms: one certificate cannot hold all",
            )
            .hint("Choose one with --system NAME."),
        ]);
    }
    if !arguments.bounds_only {
        let reasons = search.reports().filter_map(|report| report.without_search);
        let note = |why: &str| Diagnostic::note(format!("bounds only, without a search: {why}"));
        diagnostics.extend(reasons.map(note));
        let (nodes, evaluations) = (arguments.nodes, arguments.evaluations);
        search.begin(objective, Limits { nodes, evaluations, seed: scenario.seed });
        let bar = ProgressBarGuard::new("Search", 1_000_000, "");
        while let Some((_, report)) = search.advance(SLICE, &scenario, &files)? {
            bar.set_position(report.progress.as_ref().map_or(0, |progress| progress.millionths));
        }
    }
    let reports: Vec<&Report> = search.reports().collect();
    for report in &reports {
        if let (Some(path), Some(certificate)) = (&arguments.output, &report.certificate) {
            output::write_file(path, &certificate_text(certificate))?;
        }
    }
    output::print_diagnostics(&diagnostics);
    if arguments.json {
        output::print_json(&report_document(&reports, &diagnostics))?;
    } else {
        for report in &reports {
            output::print_text(&bounds_text(report))?;
            output::print_text(&report_text(report))?;
        }
    }
    Ok(true)
}

/// A certificate as JSON.
fn certificate_text(certificate: &Certificate) -> String {
    let value = serde_json::to_value(certificate).unwrap_or_default();
    ganttlet_document::format_json(&value.to_string()).unwrap_or_else(|_| value.to_string())
}
