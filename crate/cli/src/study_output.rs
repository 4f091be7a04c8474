//! What is printed and written of the runs of a study.

use crate::output::{self, aligned};
use crate::{StudyOutput, failure, reproduce_output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::catalog::ENGINE;
use ganttlet_render::{Curve, csv_line, csv_name, lines_svg};
use ganttlet_study::{
    Block, Difference, Findings, Interval, Levels, Outcome, Plan, Spot, differences, findings, summary,
};
use serde_json::{Map, Value, json};
use std::path::Path;

/// How many runs are named of those that are missing.
const NAMED: usize = 5;

/// Prints and writes what came of a study, `words` for people. True if all its runs have been made.
pub(crate) fn show(
    outcome: Outcome,
    asked: &StudyOutput,
    svg: Option<&Path>,
    words: fn(Outcome, &Findings) -> String,
) -> Result<bool, Vec<Diagnostic>> {
    let (found, wrong) = findings(outcome);
    output::tell(&wrong);
    let missing = missing(outcome);
    if !missing.is_empty() {
        let runs = if missing.len() == 1 { "run is" } else { "runs are" };
        let named: Vec<String> =
            missing.iter().take(NAMED).map(|&run| format!("{run} ({})", outcome.plan.label(run))).collect();
        let more = missing.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = format!(
            "{} of {} {runs} missing: {}{more}",
            missing.len(),
            outcome.plan.count(),
            named.join(", ")
        );
        let hint = "Run them with `ganttlet sweep --out`, and collect again.";
        output::tell(&[Diagnostic::error(message).hint(hint)]);
    }
    if let Some(path) = &asked.csv {
        output::write(path, &csv(outcome))?;
    }
    if let Some(path) = svg {
        output::write(path, &drawing(outcome)?)?;
    }
    if asked.json {
        output::print_json(&document(outcome, &found, &missing)?)?;
    } else {
        let digest = outcome.digest().map_or_else(String::new, |digest| format!("result {digest}\n"));
        output::print(&(words(outcome, &found) + &digest))?;
    }
    Ok(missing.is_empty())
}

/// Fails if a quantity of the study cannot be worked out, whatever the runs say: nobody would wait for them.
pub(crate) fn check(plan: &Plan) -> Result<(), Vec<Diagnostic>> {
    let wrong = ganttlet_study::unfit_quantities(plan);
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

fn missing(outcome: Outcome) -> Vec<usize> {
    let made = |run: usize| outcome.numbers.get(run).is_some_and(|numbers| !numbers.is_empty());
    (0..outcome.plan.count()).filter(|&run| !made(run)).collect()
}

/// What the study says of its results, for people.
pub(crate) fn said(outcome: Outcome, found: &Findings) -> String {
    reproduce_output::report(outcome.plan, found)
}

/// Everything for people: what the study says of its results, and a table of its points.
pub(crate) fn report(outcome: Outcome, found: &Findings) -> String {
    let plan = outcome.plan;
    let mut text = String::new();
    if *found != Findings::default() {
        text = said(outcome, found) + "\n";
    }
    for (part, block) in summary(outcome).parts.iter().zip(&plan.blocks) {
        let heads = part.measures.iter().map(|measure| head(measure.name, measure.unit));
        let mut lines: Vec<Vec<String>> = vec![std::iter::once(part.name.to_owned()).chain(heads).collect()];
        for point in 0..part.points {
            let cells = part.measures.iter().map(|measure| words(measure.points[point].interval));
            lines.push(std::iter::once(block.label(point).to_owned()).chain(cells).collect());
        }
        text += &aligned(&lines);
    }
    text
}

/// What something is called, with its unit.
pub(crate) fn head(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]") }
}

/// Mean and half the width of the interval.
pub(crate) fn words(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "-".to_owned(), |interval| interval.words())
}

/// The last axis whose values are no numbers: what differs along it is compared with its first value.
fn compared(axes: &[Levels]) -> Option<usize> {
    axes.iter().rposition(|axis| axis.values.iter().any(|value| value.is_nan()))
}

/// Everything as one JSON document.
fn document(outcome: Outcome, found: &Findings, missing: &[usize]) -> Result<Value, Vec<Diagnostic>> {
    let plan = outcome.plan;
    let mut parts = Vec::new();
    for ((part, block), place) in summary(outcome).parts.iter().zip(&plan.blocks).zip(0..) {
        let compared = compared(part.axes);
        let points: Vec<Map<String, Value>> = part.measures.iter().fold(
            vec![Map::new(); part.points],
            |mut points, measure| {
                let found =
                    compared.map(|axis| differences(outcome, place, measure.column, axis, 0)).unwrap_or_default();
                for (at, point) in points.iter_mut().enumerate() {
                    let known = &measure.points[at];
                    let mut value = json!(known.interval);
                    if known.interval.is_some() {
                        value["median"] = json!(known.median);
                        value["seeds_for_10_percent"] = json!(known.wished);
                    }
                    if let Some(Some(Difference { difference, change })) = found.get(at) {
                        value["difference"] = json!({"interval": difference, "percent": change, "certain": certain(difference)});
                    }
                    point.insert(measure.name.to_owned(), value);
                }
                points
            },
        );
        let points = points.into_iter().enumerate().map(|(at, measures)| {
            let values = part.axes.iter().zip(block.places(at));
            let values: Map<String, Value> = values
                .map(|(axis, level)| {
                    let number = axis.values[level];
                    let value = if number.is_nan() { json!(axis.labels[level]) } else { json!(number) };
                    (axis.name.clone(), value)
                })
                .collect();
            json!({"at": values, "measures": measures})
        });
        let points: Vec<Value> = points.collect();
        let units: Map<String, Value> =
            part.measures.iter().map(|measure| (measure.name.to_owned(), json!(measure.unit))).collect();
        let against =
            compared.map(|axis| json!({"axis": part.axes[axis].name, "value": part.axes[axis].labels[0]}));
        parts.push(json!({
            "name": part.name, "axes": part.axes, "seeds": part.seeds, "units": units,
            "compared_with": against, "points": points,
        }));
    }
    let findings = serde_json::to_value(found).map_err(|error| failure(error.to_string()))?;
    Ok(json!({
        "digest": outcome.digest(),
        "engine": ENGINE,
        "quick": plan.quick,
        "runs": plan.count(),
        "missing": missing,
        "parts": parts,
        "verdicts": reproduce_output::verdicts(&found.targets),
        "findings": findings,
        "study": plan.study.to_value(),
    }))
}

/// True if all of an interval is on one side of 0.
pub(crate) fn certain(difference: &Interval) -> bool {
    difference.low > 0.0 || difference.high < 0.0
}

/// A run a line: its number, its part, the values of all axes, its seed, its numbers. What a part has no such axis or
/// measure for, and what has no value, is empty.
fn csv(outcome: Outcome) -> String {
    let plan = outcome.plan;
    let (mut axes, mut measures) = (Vec::<&str>::new(), Vec::<&str>::new());
    for block in &plan.blocks {
        let new = block.axes.iter().map(|axis| &*axis.name).filter(|name| !axes.contains(name));
        let new: Vec<&str> = new.collect();
        axes.extend(new);
        let new: Vec<&str> = block.measures().into_iter().filter(|name| !measures.contains(name)).collect();
        measures.extend(new);
    }
    let wide = |name: &str| {
        plan.blocks.iter().filter_map(|block| block.column(name)).map(|column| column.len()).max()
    };
    let columns: Vec<(&str, usize)> = measures
        .iter()
        .flat_map(|&name| (0..wide(name).unwrap_or(0)).map(move |item| (name, item)))
        .collect();
    let mut heads: Vec<String> = vec!["run".to_owned(), "part".to_owned()];
    heads.extend(axes.iter().map(|name| csv_name(name)));
    heads.push("seed".to_owned());
    heads.extend(columns.iter().map(|&(name, item)| {
        if wide(name) == Some(1) { csv_name(name) } else { csv_name(&format!("{name} {}", item + 1)) }
    }));
    let mut text = String::new();
    let mut line =
        |fields: &[String]| csv_line(&mut text, &fields.iter().map(|field| &**field).collect::<Vec<_>>());
    line(&heads);
    for (run, numbers) in outcome.numbers.iter().enumerate().filter(|(_, numbers)| !numbers.is_empty()) {
        let Some(Spot { block, point, .. }) = plan.spot(run) else { continue };
        let places = block.places(point);
        let mut fields = vec![run.to_string(), csv_name(&block.name)];
        fields.extend(axes.iter().map(|name| {
            let axis = block.axes.iter().position(|axis| axis.name == *name);
            axis.map_or_else(String::new, |axis| value(&block.axes[axis], places[axis]))
        }));
        fields.push(plan.scenario(run).0.seed.to_string());
        fields.extend(columns.iter().map(|&(name, item)| {
            let number = block
                .column(name)
                .filter(|column| item < column.len())
                .map(|column| numbers[column.start + item]);
            number.filter(|number| number.is_finite()).map_or_else(String::new, |number| number.to_string())
        }));
        line(&fields);
    }
    text
}

/// A value of an axis: numbers as they are, words so that no spreadsheet takes them for a formula.
fn value(axis: &Levels, level: usize) -> String {
    if axis.values[level].is_nan() { csv_name(&axis.labels[level]) } else { axis.labels[level].clone() }
}

/// Fails if there is nothing to draw lines over.
pub(crate) fn drawable(plan: &Plan) -> Result<(), Vec<Diagnostic>> {
    across(plan).map(drop)
}

/// The part and the axis that a drawing is over: the first whose values are all numbers.
fn across(plan: &Plan) -> Result<(usize, &Block, usize), Vec<Diagnostic>> {
    let numeric = |axis: &Levels| axis.values.iter().all(|value| value.is_finite());
    let found = plan.blocks.iter().enumerate().find_map(|(part, block)| {
        let single =
            block.measures().iter().any(|name| block.column(name).is_some_and(|column| column.len() == 1));
        let axis = block.axes.iter().position(numeric).filter(|_| single)?;
        Some((part, block, axis))
    });
    found.ok_or_else(|| {
        let message = "--svg needs a numeric axis, and this study has none";
        vec![Diagnostic::error(message).hint("Leave it out, or add an axis like {\"name\": \"load\", \"knob\": \"load\", \"values\": [0.5, 0.9]}.")]
    })
}

/// The first measure over the first axis of numbers: a line for each combination of the values of the others.
fn drawing(outcome: Outcome) -> Result<String, Vec<Diagnostic>> {
    let (part, block, across) = across(outcome.plan)?;
    let whole = summary(outcome);
    let axes = &block.axes;
    let Some(measure) = whole.parts[part].measures.first() else { return Ok(String::new()) };
    let mut curves: Vec<Curve> = Vec::new();
    for (at, point) in measure.points.iter().enumerate() {
        let places = block.places(at);
        let others = axes.iter().zip(&places).enumerate().filter(|(axis, _)| *axis != across);
        let name = others.map(|(_, (axis, &level))| {
            let label = &axis.labels[level];
            if axis.values[level].is_nan() { label.clone() } else { format!("{} {label}", axis.name) }
        });
        let name = name.collect::<Vec<_>>().join(", ");
        if !curves.iter().any(|curve| curve.name == name) {
            curves.push(Curve { name: name.clone(), points: Vec::new() });
        }
        let curve = curves.iter_mut().find(|curve| curve.name == name);
        if let (Some(curve), Some(Interval { mean, low, high, .. })) = (curve, point.interval) {
            curve.points.push([axes[across].values[places[across]], mean, low, high]);
        }
    }
    for curve in &mut curves {
        curve.points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    }
    let of = if block.seeds == 1 {
        "1 seed".to_owned()
    } else {
        format!("mean of {} seeds and 95 % interval", block.seeds)
    };
    let title = format!("{}: {of}", outcome.plan.study.name);
    let axis = &axes[across];
    Ok(lines_svg(&title, &head(&axis.name, &axis.unit), &head(measure.name, measure.unit), &curves))
}
