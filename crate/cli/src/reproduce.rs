//! `ganttlet reproduce`: a published experiment is repeated, and its numbers stand beside ours.

use crate::parallel::{self, Batch, Maker};
use crate::{ReproduceArguments, output, reproduce_output};
use ganttlet_engine::diagnostic::{Diagnostic, nearest};
use ganttlet_study::Effort;
use ganttlet_study::published::{self, About};

/// Runs an experiment and prints what came of it. True if it could be run, whatever the verdicts are.
pub(crate) fn reproduce(arguments: &ReproduceArguments) -> Result<bool, Vec<Diagnostic>> {
    let Some(id) = arguments.experiment.as_deref().filter(|_| !arguments.list) else {
        output::print(&if arguments.json {
            reproduce_output::list_document()
        } else {
            reproduce_output::list()
        })?;
        return Ok(true);
    };
    let all = published::all();
    let about =
        all.iter().find(|about| about.id.eq_ignore_ascii_case(id)).ok_or_else(|| unknown(id, &all))?;
    let effort = Effort { seed: arguments.seed, quick: arguments.quick };
    let runs = published::open(&about.id, effort).ok_or_else(|| unknown(id, &all))?;
    let which: Vec<usize> = (0..runs.count()).collect();
    let batch = Batch {
        title: &about.id,
        runs: &which,
        label: &|run| runs.label(run),
        maker: &|| Ok(Box::new(|run| runs.run(run)) as Maker),
    };
    let mut outcomes = vec![Vec::new(); runs.count()];
    parallel::make(&batch, &arguments.parallel, &mut |run, numbers| {
        outcomes[run] = numbers;
        Ok(())
    })?;
    let findings = runs.findings(&outcomes);
    output::print(&if arguments.json {
        reproduce_output::document(about, effort, &*runs, &outcomes, &findings)? + "\n"
    } else {
        reproduce_output::report(about, effort, runs.count(), &findings)
    })?;
    Ok(true)
}

fn unknown(id: &str, all: &[About]) -> Vec<Diagnostic> {
    let ids = all.iter().map(|about| &*about.id);
    // Names of experiments are short, so that those with the same beginning are near as well.
    let chapter = id.split('.').next().unwrap_or_default();
    let beside = ids
        .clone()
        .find(|known| known.split('.').next().is_some_and(|start| start.eq_ignore_ascii_case(chapter)));
    let hint = match nearest(id, ids.clone()).or(beside) {
        Some(name) => format!("Did you mean {name}? All are: {}.", ids.collect::<Vec<_>>().join(", ")),
        None => format!("All are: {}.", ids.collect::<Vec<_>>().join(", ")),
    };
    vec![Diagnostic::error(format!("there is no experiment {id:?}")).hint(hint)]
}
