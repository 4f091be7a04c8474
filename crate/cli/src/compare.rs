//! `ganttlet compare`: the systems of a scenario, each with the same seeds, and how certain it is that they differ.

use crate::output::aligned;
use crate::{CompareArguments, input, output, study_output, sweep};
use ganttlet_document::Scenario;
use ganttlet_document::study::Study;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::metric::METRICS;
use ganttlet_study::{Difference, Findings, Outcome, Plan, differences, summary};
use serde_json::{Value, json};

/// The axis of the study that is made.
const SYSTEM: &str = "system";

/// Makes a study of the scenario, runs it and prints what came of it.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<bool, Vec<Diagnostic>> {
    let input::Input { scenario, diagnostics, .. } = input::read(&arguments.run)?;
    output::tell(&diagnostics);
    let text = document(&scenario, arguments).to_string();
    let (study, diagnostics) = Study::read(&text);
    let study = study.ok_or(diagnostics)?;
    if let Some(path) = &arguments.study {
        output::write(path, &study.to_text())?;
    }
    let plan = Plan::new(&study, false, None)?;
    let numbers =
        sweep::make(&plan, &arguments.run.input, &arguments.parallel, None, arguments.out.as_deref())?;
    let outcome = Outcome { plan: &plan, numbers: &numbers };
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

/// A measure a line: each system, how the others differ from the first, and how many seeds make all means certain.
fn table(outcome: Outcome, _: &Findings) -> String {
    let whole = summary(outcome);
    let part = &whole.parts[0];
    let names = part.axes.first().map_or(&[][..], |axis| &axis.labels);
    let mut heads = vec![format!("mean of {} seeds", part.seeds)];
    heads.extend(names.iter().cloned());
    if names.is_empty() {
        heads.push(String::new());
    }
    heads.extend(names.iter().skip(1).map(|name| format!("{name} - {}", names[0])));
    heads.push("seeds for ± 10 %".to_owned());
    let mut lines = vec![heads];
    for measure in &part.measures {
        let name = METRICS.find(measure.metric).map_or(measure.name, |metric| metric.entry.name);
        let mut line = vec![study_output::head(name, measure.unit)];
        line.extend(measure.points.iter().map(|point| study_output::words(point.interval)));
        if !names.is_empty() {
            let found = differences(outcome, 0, measure.column, 0, 0);
            line.extend(found.iter().skip(1).map(|difference| difference_words(difference.as_ref())));
        }
        let wished = measure.points.iter().filter_map(|point| point.wished).max();
        line.push(wished.map_or_else(|| "-".to_owned(), |seeds| seeds.to_string()));
        lines.push(line);
    }
    aligned(&lines)
}

/// A difference with its interval, and whether that has an end on either side of 0.
fn difference_words(difference: Option<&Difference>) -> String {
    let Some(Difference { difference, .. }) = difference else { return "-".to_owned() };
    let words = difference.words();
    if study_output::certain(difference) { words } else { format!("{words}, not certain") }
}
