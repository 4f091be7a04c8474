//! `ganttlet compare`: the systems of a scenario, each with the same seeds, and how certain it is that they differ.

use crate::output::aligned;
use crate::progress::Progress;
use crate::{CompareArguments, input, output, outputs, study_output, sweep};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::Scenario;
use ganttlet_document::study::Study;
use ganttlet_sim::report::METRICS;
use ganttlet_study::{Difference, Findings, Interval, Outcome, Plan, differences, summary};
use serde_json::{Value, json};

/// The axis of the study that is made.
const SYSTEM: &str = "system";

/// Makes a study of the scenario, runs it and prints what came of it.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<bool, Vec<Diagnostic>> {
    let reading = Progress::waiting(&arguments.run.input.display().to_string());
    let input::Input { scenario, diagnostics, paths, .. } = input::read(&arguments.run)?;
    drop(reading);
    let study = arguments.study.iter().map(|path| ("--study".to_owned(), path.clone()));
    let written: Vec<_> = arguments.shown.written().chain(study).collect();
    outputs::check(&paths, &written, arguments.out.as_deref())?;
    output::tell(&diagnostics);
    let text = document(&scenario, arguments).to_string();
    let (study, diagnostics) = Study::read(&text);
    let study = study.ok_or(diagnostics)?;
    let plan = Plan::new(&study, false, None)?;
    if let Some(path) = &arguments.study {
        output::write(path, &study.to_text())?;
    }
    let numbers =
        sweep::make(&plan, &arguments.run.input, &arguments.parallel, None, arguments.out.as_deref())?;
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    if nothing_is_drawn(outcome) {
        let message =
            format!("all {} seeds give the same numbers: the scenario has no randomness", arguments.seeds);
        output::tell(&[Diagnostic::note(message).hint("A single run is enough: use `ganttlet run`.")]);
    }
    study_output::show(outcome, &arguments.shown, None, table)
}

/// The study: all systems of the scenario, with what is measured of them.
fn document(scenario: &Scenario, arguments: &CompareArguments) -> Value {
    let asked = arguments.measure.iter().map(String::as_str);
    let mut measures: Vec<&str> = asked.collect();
    if measures.is_empty() {
        measures.clone_from(&scenario.measures);
    }
    if measures.is_empty() {
        let suits = |work| METRICS.members.iter().filter(move |metric| metric.suits(work));
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
        study["axes"] = json!([{"name": SYSTEM, "compare": true}]);
    }
    study
}

/// True if several seeds gave the same numbers wherever there are numbers: means of equal numbers may be off by a little.
fn nothing_is_drawn(outcome: Outcome) -> bool {
    let whole = summary(outcome);
    let points = whole.parts.iter().flat_map(|part| &part.measures).flat_map(|measure| &measure.points);
    let intervals: Vec<Interval> = points.filter_map(|point| point.interval).collect();
    let same = |at: &Interval| at.count > 1 && at.high - at.low <= 1e-9 * at.mean.abs();
    !intervals.is_empty() && intervals.iter().all(same)
}

/// A measure a line: each system, how the others differ from the first, and how many seeds make all means certain.
fn table(outcome: Outcome, _: &Findings) -> String {
    let whole = summary(outcome);
    let part = &whole.parts[0];
    let same = nothing_is_drawn(outcome);
    let names = part.axes.first().map_or(&[][..], |axis| &axis.labels);
    let mut heads = vec![format!("mean of {} seeds", part.seeds)];
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
        let mut line = vec![study_output::head(name, measure.unit)];
        line.extend(measure.points.iter().map(|point| words(point.interval, same)));
        if !names.is_empty() {
            let found = differences(outcome, 0, measure.column, 0, 0);
            line.extend(found.iter().skip(1).map(|difference| difference_words(difference.as_ref(), same)));
        }
        if !same {
            let wished = measure.points.iter().filter_map(|point| point.wished).max();
            line.push(wished.map_or_else(|| "-".to_owned(), |seeds| seeds.to_string()));
        }
        lines.push(line);
    }
    aligned(&lines)
}

/// A mean with its interval; without one if all seeds gave the same.
fn words(interval: Option<Interval>, same: bool) -> String {
    let words = study_output::words(interval);
    if same { words.split(" ±").next().unwrap_or_default().to_owned() } else { words }
}

/// A difference with its interval, and whether that has an end on either side of 0; without one if all seeds gave the same.
fn difference_words(difference: Option<&Difference>, same: bool) -> String {
    let Some(Difference { difference, .. }) = difference else { return "-".to_owned() };
    if same {
        return words(Some(*difference), true);
    }
    let words = difference.words();
    if study_output::certain(difference) { words } else { format!("{words}, not significant") }
}
