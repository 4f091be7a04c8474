//! `ganttlet sweep` and `ganttlet collect`: the runs of a study or of a shard, and their summary.

use crate::named_files::FileSource;
use crate::parallel::ParallelOptions;
use crate::results_file::{self, ResultsFile};
use crate::study_runs::execute_batch;
use crate::{
    CollectArguments, SweepArguments, document_use, file_bytes, named_files, output, output_paths,
    study_output, until_decided,
};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::DocumentKind;
use ganttlet_document::study::Study;
use ganttlet_study::{Outcome, Plan};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A shard of the runs of a study: each run is in one of `of` shards.
#[derive(Clone, Copy)]
pub(crate) struct Shard {
    /// The number of the shard, counted from 1.
    number: usize,
    /// Number of shards.
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let fits = parts.filter(|&(number, of)| (1..=of).contains(&number));
        let (number, of) = fits.ok_or("expected I/N, for example 1/4 to 4/4")?;
        Ok(Self { number, of })
    }
}

/// Runs a study and prints its results. True if the results are complete.
pub(crate) fn run_sweep(arguments: &SweepArguments) -> Result<bool, Vec<Diagnostic>> {
    let SweepArguments { study: path, quick, parallel, shard, out, shown, svg } = arguments;
    let text = file_bytes::read_text(path)?;
    document_use::check_use(path, &text, DocumentKind::Study)?;
    let (study, diagnostics) = Study::read(&text);
    let study = study.ok_or_else(|| diagnostics.clone())?;
    output::print_diagnostics(&diagnostics);
    let plan = Plan::new(&study, *quick, None)?;
    study_output::check_quantities(&plan)?;
    let mut inputs = named_files::named_paths(plan.scenarios(), path);
    inputs.push(path.clone());
    let written: Vec<_> = shown.output_file().chain(drawing_output(svg.as_deref())).collect();
    output_paths::check_outputs(&inputs, &written, out.as_deref())?;
    if svg.is_some() {
        study_output::check_drawable(&plan)?;
    }
    let numbers = execute_missing_runs(&plan, FileSource::beside(path), parallel, *shard, out.as_deref())?;
    let Some(Shard { number, of }) = shard else {
        return study_output::print_study(
            Outcome { plan: &plan, numbers: &numbers },
            shown,
            svg.as_deref(),
            study_output::study_report,
        );
    };
    let (made, all) = (numbers.iter().filter(|numbers| !numbers.is_empty()).count(), plan.count());
    let out = out.as_deref().unwrap_or(Path::new("")).display();
    output::print_text(&format!("shard {number}/{of} is complete: {out} has {made} of {all} runs\n"))?;
    Ok(true)
}

/// The drawing, with its option.
fn drawing_output(path: Option<&Path>) -> impl Iterator<Item = (String, PathBuf)> {
    path.map(|path| ("--svg".to_owned(), path.to_path_buf())).into_iter()
}

/// Executes the runs of a study, or of a shard, that are not yet in the results file; returns the numbers of all
/// completed runs.
pub(crate) fn execute_missing_runs(
    plan: &Plan,
    source: FileSource<'_>,
    parallel: &ParallelOptions,
    shard: Option<Shard>,
    out: Option<&Path>,
) -> Result<Vec<Vec<f64>>, Vec<Diagnostic>> {
    if plan.looks.is_some() {
        if shard.is_some() {
            let message = "a study that replicates until its claims are decided has no shards";
            let hint = "Its number of runs follows from the results. Leave out \"replication\", or --shard.";
            return Err(vec![Diagnostic::error(message.to_owned()).hint(hint)]);
        }
        let replicated = until_decided::execute_until_decided(plan, source, parallel, out, None)?;
        return Ok(replicated.numbers);
    }
    let mut numbers = vec![Vec::new(); plan.count()];
    let mut results = out.map(|path| ResultsFile::open(path, plan, &mut numbers)).transpose()?;
    let Shard { number, of } = shard.unwrap_or(Shard { number: 1, of: 1 });
    let wanted = |&run: &usize| run % of == number - 1 && numbers[run].is_empty();
    let runs: Vec<usize> = (0..plan.count()).filter(wanted).collect();
    execute_batch(plan, source, parallel, &runs, &mut |run, made| {
        if let Some(results) = &mut results {
            results.add(run, &made)?;
        }
        numbers[run] = made;
        Ok(())
    })?;
    Ok(numbers)
}

/// Combines results files and prints the results of the study. True if no run is missing.
pub(crate) fn run_collect(arguments: &CollectArguments) -> Result<bool, Vec<Diagnostic>> {
    let written: Vec<_> =
        arguments.shown.output_file().chain(drawing_output(arguments.svg.as_deref())).collect();
    output_paths::check_outputs(&arguments.results, &written, None)?;
    let (plan, numbers) = results_file::collect_runs(&arguments.results)?;
    if arguments.svg.is_some() {
        study_output::check_drawable(&plan)?;
    }
    study_output::print_study(
        Outcome { plan: &plan, numbers: &numbers },
        &arguments.shown,
        arguments.svg.as_deref(),
        study_output::study_report,
    )
}
