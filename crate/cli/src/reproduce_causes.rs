//! `ganttlet reproduce --causes`: repeats experiments with one change, and judges the targets that do not hold without
//! the change.

use crate::{
    ReproduceArguments, error_without_place, experiment_runs, output, output_paths, reproduce_output,
};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::study::Study;
use ganttlet_study::causes::{self, Cause};
use ganttlet_study::published::{self, CauseResult};
use ganttlet_study::{Outcome, Verdict};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Runs the changed experiments and prints the verdicts, or writes them beside the results in a folder.
pub(crate) fn reproduce_causes(arguments: &ReproduceArguments) -> Result<bool, Vec<Diagnostic>> {
    let summaries = published::experiment_summaries();
    let is_selected =
        |id: &str| experiment_runs::is_selected(arguments, id) && !causes::find_causes(id).is_empty();
    let ids: Vec<String> = summaries.into_iter().map(|about| about.id).filter(|id| is_selected(id)).collect();
    if let Some(folder) = &arguments.all {
        let paths: Vec<_> = ids.iter().map(|id| ("--all".to_owned(), result_path(folder, id))).collect();
        output_paths::check_outputs(&[], &paths, None)?;
    }
    for id in &ids {
        let study = published::find_study(id).ok_or_else(|| reproduce_output::unknown_experiment(id))?;
        let results = judge_causes(arguments, &study)?;
        match &arguments.all {
            Some(folder) => write_causes(&result_path(folder, id), &results)?,
            None if arguments.shown.json => {
                output::print_json(&json!({ "experiment": id, "causes": results }))?;
            }
            None => output::print_text(&causes_text(id, &results))?,
        }
    }
    if ids.is_empty() {
        output::print_text("No causes are recorded.\n")?;
    }
    Ok(true)
}

/// The verdicts on the claims of all causes of an experiment. Causes with the same change share their runs.
pub(crate) fn judge_causes(
    arguments: &ReproduceArguments,
    study: &Study,
) -> Result<Vec<CauseResult>, Vec<Diagnostic>> {
    let all = causes::find_causes(&study.id);
    let mut changes: Vec<&Map<String, Value>> = Vec::new();
    for cause in &all {
        if !changes.contains(&&cause.change) {
            changes.push(&cause.change);
        }
    }
    let mut results: Vec<(usize, CauseResult)> = Vec::new();
    for change in changes {
        let same: Vec<(usize, &Cause)> =
            all.iter().enumerate().filter(|(_, cause)| cause.change == *change).collect();
        let Some((_, first)) = same.first().filter(|_| !change.is_empty()) else {
            results.extend(same.iter().map(|&(place, cause)| (place, causes::proof_result(cause))));
            continue;
        };
        let plan = causes::changed_plan(study, first, arguments.quick, arguments.seed)?;
        let numbers = experiment_runs::run_numbers(arguments, &plan, None)?;
        let outcome = Outcome { plan: &plan, numbers: &numbers };
        results.extend(same.iter().map(|&(place, cause)| (place, causes::judge_cause(cause, outcome))));
    }
    results.sort_by_key(|&(place, _)| place);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// The file of the results of an experiment.
fn result_path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.json"))
}

/// Replaces the causes in a file of results.
fn write_causes(path: &Path, results: &[CauseResult]) -> Result<(), Vec<Diagnostic>> {
    let wrong = |error: String| error_without_place(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let mut result: Map<String, Value> =
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    result.insert("causes".to_owned(), json!(results));
    experiment_runs::write_json(path, &result)
}

/// The causes of an experiment, as text.
fn causes_text(id: &str, results: &[CauseResult]) -> String {
    let mut text = format!("{id}: causes of targets that do not hold\n");
    for CauseResult { id, claim, text: change, verdict, ours, .. } in results {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {id}: {claim}\n      {change}");
        let _ = match verdict {
            Some(verdict) => writeln!(text, "      With this change: ours {ours}: {}", verdict.name()),
            None => writeln!(text, "      No run is needed."),
        };
    }
    // A fitted number within the tolerance has the verdict "by construction".
    let is_held = |verdict| matches!(verdict, Some(Verdict::Held | Verdict::ByConstruction));
    let held = results.iter().filter(|result| is_held(result.verdict)).count();
    let _ = writeln!(text, "{held} of {} hold with the change.", results.len());
    text
}
