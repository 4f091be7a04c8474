//! `ganttlet reproduce`: a published experiment is repeated, and its numbers stand beside ours.

use crate::{ReproduceArguments, failure, output, outputs, reproduce_output, study_output, sweep};
use ganttlet_core::diagnostic::{Diagnostic, nearest};
use ganttlet_document::catalog::ENGINE;
use ganttlet_document::study::Study;
use ganttlet_study::published::{self, About, Listed, Shipped};
use ganttlet_study::{Outcome, Plan, Target, findings};
use serde_json::Value;
use std::path::Path;

/// Runs an experiment and prints what came of it. True if it could be run, whatever the verdicts are.
pub(crate) fn reproduce(arguments: &ReproduceArguments) -> Result<bool, Vec<Diagnostic>> {
    let ReproduceArguments { experiment, list, all, quick, shown, .. } = arguments;
    if let Some(id) = experiment.as_deref().filter(|id| published::study(id).is_none()) {
        return Err(unknown(id));
    }
    if let Some(folder) = all {
        let listed = everything(arguments, folder)?;
        return output::print(&format!("{}\n", reproduce_output::totals(&listed))).map(|()| true);
    }
    let Some(id) = experiment.as_deref().filter(|_| !list) else {
        let printed = if shown.json {
            output::print_json(&reproduce_output::list_document())
        } else {
            output::print(&reproduce_output::list())
        };
        return printed.map(|()| true);
    };
    let study = published::study(id).ok_or_else(|| unknown(id))?;
    let plan = Plan::new(&study, *quick, arguments.seed)?;
    outputs::check(&[], &shown.written().collect::<Vec<_>>(), arguments.out.as_deref())?;
    let numbers = numbers(arguments, &plan)?;
    study_output::show(Outcome { plan: &plan, numbers: &numbers }, shown, None, study_output::said)
}

fn numbers(arguments: &ReproduceArguments, plan: &Plan) -> Result<Vec<Vec<f64>>, Vec<Diagnostic>> {
    sweep::make(plan, Path::new(""), &arguments.parallel, None, arguments.out.as_deref())
}

/// Runs all experiments, or the one that is named, and writes what came of each into a folder, and a list of all.
fn everything(arguments: &ReproduceArguments, folder: &Path) -> Result<Vec<Value>, Vec<Diagnostic>> {
    let list = folder.join("index.json");
    let ids = published::all().into_iter().map(|about| format!("{}.json", about.id));
    let named = ids.filter(|name| wanted(arguments, name.trim_end_matches(".json")));
    let written: Vec<_> =
        named.chain(["index.json".to_owned()]).map(|name| ("--all".to_owned(), folder.join(name))).collect();
    outputs::check(&[], &written, arguments.out.as_deref())?;
    let known = arguments.experiment.as_ref().map(|_| listed_in(&list)).transpose()?;
    let mut listed = Vec::new();
    for About { id, title, question, source, runs, quick_runs, .. } in published::all() {
        if let Some(known) = &known
            && !wanted(arguments, &id)
        {
            listed.extend(known.iter().find(|one| one["id"] == id).cloned());
            continue;
        }
        let study: Study = published::study(&id).ok_or_else(|| unknown(&id))?;
        let plan = Plan::new(&study, arguments.quick, arguments.seed)?;
        let numbers = numbers(arguments, &plan)?;
        let outcome = Outcome { plan: &plan, numbers: &numbers };
        let (findings, wrong) = findings(outcome);
        output::tell(&wrong);
        let (own, targets): (Vec<&Target>, Vec<&Target>) =
            findings.targets.iter().partition(|target| target.own);
        let of = |targets: Vec<&Target>| targets.iter().map(|target| target.verdict).collect();
        let (verdicts, own) = (of(targets), of(own));
        let digest = outcome.digest().unwrap_or_default();
        let (study, engine) = (plan.digest(), ENGINE.to_owned());
        let shipped = Shipped { study, digest, engine, runs: plan.count(), findings };
        write(&folder.join(format!("{id}.json")), &shipped)?;
        let one = Listed { id, title, question, source, runs, quick_runs, verdicts, own };
        listed.push(serde_json::to_value(one).map_err(|error| failure(error.to_string()))?);
    }
    write(&list, &listed)?;
    Ok(listed)
}

/// True if this experiment is to be run: all are if none is named.
fn wanted(arguments: &ReproduceArguments, id: &str) -> bool {
    arguments.experiment.as_ref().is_none_or(|named| named.eq_ignore_ascii_case(id))
}

/// What is listed of experiments in a file.
fn listed_in(path: &Path) -> Result<Vec<Value>, Vec<Diagnostic>> {
    let text = std::fs::read_to_string(path).map_err(|error| failure(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| failure(error.to_string()))
}

fn write(path: &Path, what: &impl serde::Serialize) -> Result<(), Vec<Diagnostic>> {
    let text = serde_json::to_string(what).map_err(|error| failure(error.to_string()))?;
    output::write(path, &(text + "\n"))
}

fn unknown(id: &str) -> Vec<Diagnostic> {
    let all = published::all();
    let ids = all.iter().map(|about| &*about.id);
    // Names of experiments are short, so that those with the same beginning are near as well.
    let chapter = id.split('.').next().unwrap_or_default();
    let beside = ids
        .clone()
        .find(|known| known.split('.').next().is_some_and(|start| start.eq_ignore_ascii_case(chapter)));
    let hint = match nearest(id, ids.clone()).or(beside) {
        Some(name) => format!("Did you mean {name}? Available: {}.", ids.collect::<Vec<_>>().join(", ")),
        None => format!("Available: {}.", ids.collect::<Vec<_>>().join(", ")),
    };
    vec![Diagnostic::error(format!("unknown experiment {id:?}")).hint(hint)]
}
