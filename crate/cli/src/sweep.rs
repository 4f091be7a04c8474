//! `ganttlet sweep` and `ganttlet collect`: the runs of a study, all of them or a shard, and what they say together.

use crate::parallel::{self, Batch, Maker, Parallel};
use crate::results::{self, ResultsFile};
use crate::{CollectArguments, SweepArguments, input, output, outputs, study_output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::Latest;
use ganttlet_document::study::Study;
use ganttlet_study::{Outcome, Plan};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A share of the runs of a study: each run is in one of `of` shards.
#[derive(Clone, Copy)]
pub(crate) struct Shard {
    /// Which, counted from 1.
    number: usize,
    /// Of how many.
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

/// Runs a study and prints what came of it. True if all is well.
pub(crate) fn sweep(arguments: &SweepArguments) -> Result<bool, Vec<Diagnostic>> {
    let SweepArguments { study: path, quick, parallel, shard, out, shown, svg } = arguments;
    let (study, diagnostics) = Study::read(&input::text(path)?);
    let study = study.ok_or_else(|| diagnostics.clone())?;
    output::tell(&diagnostics);
    let plan = Plan::new(&study, *quick, None)?;
    study_output::check(&plan)?;
    let mut inputs = input::named_paths(plan.scenarios(), path);
    inputs.push(path.clone());
    let written: Vec<_> = shown.written().chain(drawing(svg.as_deref())).collect();
    outputs::check(&inputs, &written, out.as_deref())?;
    if svg.is_some() {
        study_output::drawable(&plan)?;
    }
    let numbers = make(&plan, path, parallel, *shard, out.as_deref())?;
    let Some(Shard { number, of }) = shard else {
        return study_output::show(
            Outcome { plan: &plan, numbers: &numbers },
            shown,
            svg.as_deref(),
            study_output::report,
        );
    };
    let (made, all) = (numbers.iter().filter(|numbers| !numbers.is_empty()).count(), plan.count());
    let out = out.as_deref().unwrap_or(Path::new("")).display();
    output::print(&format!("shard {number}/{of} is complete: {out} has {made} of {all} runs\n"))?;
    Ok(true)
}

/// The drawing, with its option.
fn drawing(path: Option<&Path>) -> impl Iterator<Item = (String, PathBuf)> {
    path.map(|path| ("--svg".to_owned(), path.to_path_buf())).into_iter()
}

/// Makes the runs of a study, or of a shard, that a file of results does not hold yet; the numbers of all that are made.
pub(crate) fn make(
    plan: &Plan,
    beside: &Path,
    parallel: &Parallel,
    shard: Option<Shard>,
    out: Option<&Path>,
) -> Result<Vec<Vec<f64>>, Vec<Diagnostic>> {
    let mut numbers = vec![Vec::new(); plan.count()];
    let mut results = out.map(|path| ResultsFile::open(path, plan, &mut numbers)).transpose()?;
    let Shard { number, of } = shard.unwrap_or(Shard { number: 1, of: 1 });
    let wanted = |&run: &usize| run % of == number - 1 && numbers[run].is_empty();
    let runs: Vec<usize> = (0..plan.count()).filter(wanted).collect();
    let batch = Batch {
        title: if plan.study.id.is_empty() { &plan.study.name } else { &plan.study.id },
        runs: &runs,
        label: &|run| plan.label(run),
        maker: &|| {
            let files = input::files_of(plan, beside)?;
            let latest = Latest::default();
            Ok(Box::new(move |run| plan.run(run, &files, &latest)) as Maker)
        },
    };
    parallel::make(&batch, parallel, &mut |run, made| {
        if let Some(results) = &mut results {
            results.add(run, &made)?;
        }
        numbers[run] = made;
        Ok(())
    })?;
    Ok(numbers)
}

/// Puts files of results together and prints what came of the study. True if no run is missing.
pub(crate) fn collect(arguments: &CollectArguments) -> Result<bool, Vec<Diagnostic>> {
    let written: Vec<_> = arguments.shown.written().chain(drawing(arguments.svg.as_deref())).collect();
    outputs::check(&arguments.results, &written, None)?;
    let (plan, numbers) = results::collect(&arguments.results)?;
    if arguments.svg.is_some() {
        study_output::drawable(&plan)?;
    }
    study_output::show(
        Outcome { plan: &plan, numbers: &numbers },
        &arguments.shown,
        arguments.svg.as_deref(),
        study_output::report,
    )
}
