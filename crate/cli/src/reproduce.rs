//! `ganttlet reproduce`: repeats a published experiment and prints the published numbers beside ours.

use crate::experiment_runs::{is_selected, run_numbers, write_json};
use crate::{
    ReproduceArguments, error_without_place, output, output_paths, reproduce_causes, reproduce_output,
    study_output, until_decided,
};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::catalog::ENGINE;
use ganttlet_document::study::Study;
use ganttlet_study::published::{self, ExperimentSummary, Listed, Shipped};
use ganttlet_study::{Outcome, Plan, Target, compute_findings};
use serde_json::Value;
use std::path::Path;

/// Runs an experiment and prints the results. True if it was run, regardless of its verdicts.
pub(crate) fn reproduce(arguments: &ReproduceArguments) -> Result<bool, Vec<Diagnostic>> {
    let ReproduceArguments { experiment, list, all, causes, quick, shown, .. } = arguments;
    if arguments.until.until_decided {
        return until_decided::reproduce_until_decided(arguments);
    }
    if let Some(id) = experiment.as_deref().filter(|id| published::find_study(id).is_none()) {
        return Err(reproduce_output::unknown_experiment(id));
    }
    if *causes {
        return reproduce_causes::reproduce_causes(arguments);
    }
    if let Some(folder) = all {
        let listed = reproduce_all(arguments, folder)?;
        return output::print_text(&format!("{}\n", reproduce_output::verdict_totals(&listed)))
            .map(|()| true);
    }
    let Some(id) = experiment.as_deref().filter(|_| !list) else {
        let printed = if shown.json {
            output::print_json(&reproduce_output::experiment_list_document())
        } else {
            output::print_text(&reproduce_output::experiment_list())
        };
        return printed.map(|()| true);
    };
    let study = published::find_study(id).ok_or_else(|| reproduce_output::unknown_experiment(id))?;
    let plan = Plan::new(&study, *quick, arguments.seed)?;
    output_paths::check_outputs(&[], &shown.output_file().collect::<Vec<_>>(), arguments.out.as_deref())?;
    let numbers = run_numbers(arguments, &plan, arguments.out.as_deref())?;
    study_output::print_study(
        Outcome { plan: &plan, numbers: &numbers },
        shown,
        None,
        study_output::findings_text,
    )
}

/// Runs all experiments, or the named one, and writes the result of each and a list of all into a folder.
fn reproduce_all(arguments: &ReproduceArguments, folder: &Path) -> Result<Vec<Value>, Vec<Diagnostic>> {
    let list = folder.join("index.json");
    let ids = published::experiment_summaries().into_iter().map(|about| format!("{}.json", about.id));
    let named = ids.filter(|name| is_selected(arguments, name.trim_end_matches(".json")));
    let written: Vec<_> =
        named.chain(["index.json".to_owned()]).map(|name| ("--all".to_owned(), folder.join(name))).collect();
    output_paths::check_outputs(&[], &written, arguments.out.as_deref())?;
    let known = arguments.experiment.as_ref().map(|_| read_list(&list)).transpose()?;
    let mut listed = Vec::new();
    for ExperimentSummary { id, title, question, source, runs, quick_runs, .. } in
        published::experiment_summaries()
    {
        if let Some(known) = &known
            && !is_selected(arguments, &id)
        {
            listed.extend(known.iter().find(|one| one["id"] == id).cloned());
            continue;
        }
        let study: Study =
            published::find_study(&id).ok_or_else(|| reproduce_output::unknown_experiment(&id))?;
        let plan = Plan::new(&study, arguments.quick, arguments.seed)?;
        let numbers = run_numbers(arguments, &plan, arguments.out.as_deref())?;
        let outcome = Outcome { plan: &plan, numbers: &numbers };
        let (findings, wrong) = compute_findings(outcome);
        output::print_diagnostics(&wrong);
        let (own, targets): (Vec<&Target>, Vec<&Target>) =
            findings.targets.iter().partition(|target| target.own);
        let of = |targets: Vec<&Target>| targets.iter().map(|target| target.verdict).collect();
        let (verdicts, own) = (of(targets), of(own));
        let fitted = reproduce_output::fitted_places(&findings.targets);
        let digest = outcome.digest().unwrap_or_default();
        let causes = reproduce_causes::judge_causes(arguments, &study)?;
        let (study, engine) = (plan.digest(), ENGINE.to_owned());
        let shipped = Shipped { study, digest, engine, runs: plan.count(), findings, causes };
        write_json(&folder.join(format!("{id}.json")), &shipped)?;
        let one = Listed { id, title, question, source, runs, quick_runs, verdicts, own, fitted };
        listed.push(serde_json::to_value(one).map_err(|error| error_without_place(error.to_string()))?);
    }
    write_json(&list, &listed)?;
    Ok(listed)
}

/// The list of experiments in a file.
fn read_list(path: &Path) -> Result<Vec<Value>, Vec<Diagnostic>> {
    let text = std::fs::read_to_string(path).map_err(|error| error_without_place(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| error_without_place(error.to_string()))
}
