//! `ganttlet compare`: the systems of a scenario with the same seeds, and the significance of their differences.

use crate::input_files::contained_files;
use crate::named_files::FileSource;
use crate::output::align_columns;
use crate::progress_bar::ProgressBarGuard;
use crate::{CompareArguments, input, output, output_paths, study_output, sweep};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::Scenario;
use ganttlet_document::study::Study;
use ganttlet_sim::report::METRICS;
use ganttlet_study::{Difference, Findings, Interval, Outcome, Plan, paired_differences, summarize};
use serde_json::{Value, json};

/// The axis of the study.
const SYSTEM_AXIS: &str = "system";

/// Builds a study of the scenario, runs it and prints the results.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<bool, Vec<Diagnostic>> {
    let reading = ProgressBarGuard::spinner(&arguments.run.title());
    let input::Input { scenario, diagnostics, paths, .. } = input::read_input(&arguments.run)?;
    drop(reading);
    let study = arguments.study.iter().map(|path| ("--study".to_owned(), path.clone()));
    let written: Vec<_> = arguments.shown.output_file().chain(study).collect();
    output_paths::check_outputs(&paths, &written, arguments.out.as_deref())?;
    output::print_diagnostics(&diagnostics);
    let text = study_document(&scenario, arguments).to_string();
    let (study, diagnostics) = Study::read(&text);
    let study = study.ok_or(diagnostics)?;
    let plan = Plan::new(&study, false, None)?;
    if let Some(path) = &arguments.study {
        output::write_file(path, &study.to_text())?;
    }
    // Each worker reads the files of the study again.
    let contained = contained_files(&arguments.run.inputs)?;
    let numbers = sweep::execute_missing_runs(
        &plan,
        FileSource { input: &arguments.run.inputs[0], contained: &contained },
        &arguments.parallel,
        None,
        arguments.out.as_deref(),
    )?;
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    if is_deterministic(outcome) {
        let message =
            format!("all {} seeds give the same numbers: the scenario has no randomness", arguments.seeds);
        output::print_diagnostics(&[
            Diagnostic::note(message).hint("A single run is enough: use `ganttlet run`.")
        ]);
    }
    study_output::print_study(outcome, &arguments.shown, None, comparison_table)
}

/// The study that compares all systems of the scenario.
fn study_document(scenario: &Scenario, arguments: &CompareArguments) -> Value {
    let asked = arguments.measure.iter().map(String::as_str);
    let mut measures: Vec<&str> = asked.collect();
    if measures.is_empty() {
        measures.clone_from(&scenario.measures);
    }
    if measures.is_empty() {
        let suits = |work| METRICS.members.iter().filter(move |metric| metric.applies_to(work));
        measures = suits(scenario.variants[0].system().accepts).map(|metric| metric.entry.id).collect();
    }
    let measures: Vec<Value> = measures.iter().map(|id| json!({"metric": id})).collect();
    let mut study = json!({
        "version": 1,
        "name": scenario.name,
        "base": scenario.to_value(),
        "seeds": arguments.seeds,
        "measures": measures,
    });
    if scenario.variants.len() > 1 {
        study["axes"] = json!([{"name": SYSTEM_AXIS, "compare": true}]);
    }
    study
}

/// True if all seeds gave the same numbers; means of equal numbers may differ by rounding.
fn is_deterministic(outcome: Outcome) -> bool {
    let whole = summarize(outcome);
    let points = whole.parts.iter().flat_map(|part| &part.measures).flat_map(|measure| &measure.points);
    let intervals: Vec<Interval> = points.filter_map(|point| point.interval).collect();
    let same = |at: &Interval| at.count > 1 && at.high - at.low <= 1e-9 * at.mean.abs();
    !intervals.is_empty() && intervals.iter().all(same)
}

/// A row for each measure: each system, its difference from the first, and the number of seeds for narrow intervals.
fn comparison_table(outcome: Outcome, _: &Findings) -> String {
    let whole = summarize(outcome);
    let part = &whole.parts[0];
    let same = is_deterministic(outcome);
    let names = part.axes.first().map_or(&[][..], |axis| &axis.labels);
    let first = outcome.plan.scenario(0).0.seed;
    let last = first + part.seeds as u64 - 1;
    let seeds = if part.seeds > 1 { format!(" ({first} to {last})") } else { String::new() };
    let mut heads = vec![format!("mean of {} seeds{seeds}", part.seeds)];
    heads.extend(names.iter().cloned());
    if names.is_empty() {
        heads.push(String::new());
    }
    heads.extend(names.iter().skip(1).map(|name| format!("{name} - {}", names[0])));
    if !same {
        heads.push("seeds for ± 10 %".to_owned());
    }
    let mut lines = vec![heads];
    for measure in &part.measures {
        let name = METRICS.find(measure.metric).map_or(measure.name, |metric| metric.entry.name);
        let mut line = vec![study_output::heading(name, measure.unit)];
        line.extend(measure.points.iter().map(|point| interval_text(point.interval, same)));
        if !names.is_empty() {
            let found = paired_differences(outcome, 0, measure.column, 0, 0);
            line.extend(found.iter().skip(1).map(|difference| difference_text(difference.as_ref(), same)));
        }
        if !same {
            let wished = measure.points.iter().filter_map(|point| point.wished).max();
            line.push(wished.map_or_else(|| "-".to_owned(), |seeds| seeds.to_string()));
        }
        lines.push(line);
    }
    align_columns(&lines)
}

/// A mean with its interval; without an interval if all seeds gave the same number.
fn interval_text(interval: Option<Interval>, same: bool) -> String {
    let words = study_output::interval_text(interval);
    if same { words.split(" ±").next().unwrap_or_default().to_owned() } else { words }
}

/// A difference with its interval, and whether it is significant; without interval if all seeds gave the same number.
fn difference_text(difference: Option<&Difference>, same: bool) -> String {
    let Some(Difference { difference, .. }) = difference else { return "-".to_owned() };
    if same {
        return interval_text(Some(*difference), true);
    }
    let words = difference.text();
    if study_output::is_significant(difference) { words } else { format!("{words}, not significant") }
}
