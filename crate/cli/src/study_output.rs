//! The output of the runs of a study.

use crate::output::{self, align_columns};
use crate::{StudyOutput, error_without_place, reproduce_output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::catalog::ENGINE;
use ganttlet_render::{Curve, escape_formula, line_plot_svg, push_csv_line};
use ganttlet_study::{
    Block, Difference, Findings, Interval, Levels, Outcome, Plan, RunPlace, SteadyState, SteadyVerdict,
    compute_findings, paired_differences, summarize,
};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Maximum number of missing runs that are named.
const MAX_NAMED_RUNS: usize = 5;

/// Prints and writes the results of a study; `words` formats the printed text. True if all runs are complete.
pub(crate) fn print_study(
    outcome: Outcome,
    asked: &StudyOutput,
    svg: Option<&Path>,
    words: fn(Outcome, &Findings) -> String,
) -> Result<bool, Vec<Diagnostic>> {
    let (found, wrong) = compute_findings(outcome);
    output::print_diagnostics(&wrong);
    let missing = missing_runs(outcome);
    if !missing.is_empty() {
        let runs = if missing.len() == 1 { "run is" } else { "runs are" };
        let named: Vec<String> = missing
            .iter()
            .take(MAX_NAMED_RUNS)
            .map(|&run| format!("{run} ({})", outcome.plan.label(run)))
            .collect();
        let more = missing.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = format!(
            "{} of {} {runs} missing: {}{more}",
            missing.len(),
            outcome.plan.count(),
            named.join(", ")
        );
        let hint = "Run them with `ganttlet sweep --out`, and collect again.";
        output::print_diagnostics(&[Diagnostic::error(message).hint(hint)]);
    }
    if let Some(path) = &asked.csv {
        output::write_file(path, &runs_csv(outcome))?;
    }
    if let Some(path) = svg {
        output::write_file(path, &draw_lines(outcome)?)?;
    }
    if asked.json {
        output::print_json(&study_document(outcome, &found, &missing)?)?;
    } else {
        let digest = outcome.digest().map_or_else(String::new, |digest| format!("result {digest}\n"));
        output::print_text(&(words(outcome, &found) + &digest))?;
    }
    Ok(missing.is_empty())
}

/// Fails if a quantity of the study cannot be computed from any results.
pub(crate) fn check_quantities(plan: &Plan) -> Result<(), Vec<Diagnostic>> {
    let wrong = ganttlet_study::check_quantities(plan);
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The numbers of the runs without results.
fn missing_runs(outcome: Outcome) -> Vec<usize> {
    let made = |run: usize| outcome.numbers.get(run).is_some_and(|numbers| !numbers.is_empty());
    let needed = match outcome.plan.looks {
        // Later runs are executed only if the claims need them.
        Some(_) if outcome.is_complete() => Vec::new(),
        Some(looks) => outcome.plan.runs_of_seeds(0..looks.first_look),
        None => (0..outcome.plan.count()).collect(),
    };
    needed.into_iter().filter(|&run| !made(run)).collect()
}

/// The findings of the study, as text.
pub(crate) fn findings_text(outcome: Outcome, found: &Findings) -> String {
    reproduce_output::findings_report(outcome.plan, found)
}

/// The findings of the study and a table of its points, as text.
pub(crate) fn study_report(outcome: Outcome, found: &Findings) -> String {
    let plan = outcome.plan;
    let mut text = String::new();
    if *found != Findings::default() {
        text = findings_text(outcome, found) + "\n";
    }
    for (part, block) in summarize(outcome).parts.iter().zip(&plan.blocks) {
        let heads = part.measures.iter().map(|measure| heading(measure.name, measure.unit));
        let mut lines: Vec<Vec<String>> = vec![std::iter::once(part.name.to_owned()).chain(heads).collect()];
        for point in 0..part.points {
            let cells = part.measures.iter().map(|measure| interval_text(measure.points[point].interval));
            lines.push(std::iter::once(block.point_label(point).to_owned()).chain(cells).collect());
        }
        text += &align_columns(&lines);
        text += &steady_state_text(block, &part.steady);
    }
    text
}

/// The points of a part without a steady state, one line each; empty for none.
fn steady_state_text(block: &Block, steady: &[Option<SteadyState>]) -> String {
    let mut lines = Vec::new();
    for (point, state) in steady.iter().enumerate() {
        let Some(state) = state else { continue };
        let minutes = |tenth: usize| state.tenths[tenth].unwrap_or(f64::NAN) / 60.0;
        let (first, last) = (minutes(0), minutes(state.tenths.len() - 1));
        let rise =
            format!("mean wait of the first tenth of the jobs {first:.1} min, of the last {last:.1} min");
        let what = match state.verdict {
            SteadyVerdict::Steady | SteadyVerdict::TooShort => continue,
            SteadyVerdict::Grows => format!("too short, waits still rise from the empty start ({rise})"),
            SteadyVerdict::Overloaded => {
                let [load, halves] = [state.load, state.halves].map(|number| number.unwrap_or(f64::NAN));
                format!(
                    "overloaded at a realised load of {load:.2}: second half of the jobs {halves:.1} times the wait of the first ({rise})"
                )
            }
            SteadyVerdict::WarmUp => format!(
                "waits grow in the first fifth of the jobs: set warm_up_s to {:.0} ({rise})",
                state.fifth_s.unwrap_or(f64::NAN)
            ),
        };
        let label = block.point_label(point);
        lines.push(format!("  {}: {what}\n", if label.is_empty() { "all runs" } else { label }));
    }
    if lines.is_empty() {
        return String::new();
    }
    let tested = steady.iter().flatten().filter(|state| state.verdict != SteadyVerdict::TooShort).count();
    let short = steady.iter().flatten().any(|state| state.verdict == SteadyVerdict::Grows);
    let advice = if short {
        "Where the run is too short, more jobs show a steady state or an overload; then warm_up_s leaves out the start.\n"
    } else {
        ""
    };
    format!(
        "No steady state at {} of {tested} points: the intervals of their waits depend on the length of the run.\n{}{advice}",
        lines.len(),
        lines.concat()
    )
}

/// A name with its unit.
pub(crate) fn heading(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name} [{unit}]") }
}

/// Mean and half width of the interval.
pub(crate) fn interval_text(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "-".to_owned(), |interval| interval.text())
}

/// The last axis whose values are not numbers: differences along it refer to its first value.
fn comparison_axis(axes: &[Levels]) -> Option<usize> {
    axes.iter().rposition(|axis| axis.values.iter().any(|value| value.is_nan()))
}

/// Everything as one JSON document.
fn study_document(outcome: Outcome, found: &Findings, missing: &[usize]) -> Result<Value, Vec<Diagnostic>> {
    let plan = outcome.plan;
    let mut parts = Vec::new();
    for ((part, block), place) in summarize(outcome).parts.iter().zip(&plan.blocks).zip(0..) {
        let compared = comparison_axis(part.axes);
        let points: Vec<Map<String, Value>> = part.measures.iter().fold(
            vec![Map::new(); part.points],
            |mut points, measure| {
                let found =
                    compared.map(|axis| paired_differences(outcome, place, measure.column, axis, 0)).unwrap_or_default();
                for (at, point) in points.iter_mut().enumerate() {
                    let known = &measure.points[at];
                    let mut value = json!(known.interval);
                    if known.interval.is_some() {
                        value["median"] = json!(known.median);
                        value["seeds_for_10_percent"] = json!(known.wished);
                    }
                    if let Some(Some(Difference { difference, change })) = found.get(at) {
                        value["difference"] = json!({"interval": difference, "percent": change, "certain": is_significant(difference)});
                    }
                    point.insert(measure.name.to_owned(), value);
                }
                points
            },
        );
        let points = points.into_iter().enumerate().map(|(at, measures)| {
            let values = part.axes.iter().zip(block.level_indices(at));
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
            "compared_with": against, "points": points, "steady": part.steady,
        }));
    }
    let findings = serde_json::to_value(found).map_err(|error| error_without_place(error.to_string()))?;
    let made = outcome.numbers.iter().filter(|numbers| !numbers.is_empty()).count();
    Ok(json!({
        "digest": outcome.digest(),
        "engine": ENGINE,
        "quick": plan.quick,
        "runs": if plan.looks.is_some() { made } else { plan.count() },
        "missing": missing,
        "parts": parts,
        "verdicts": reproduce_output::verdict_counts(&found.targets),
        "findings": findings,
        "study": plan.study.to_value(),
    }))
}

/// True if an interval does not contain 0.
pub(crate) fn is_significant(difference: &Interval) -> bool {
    difference.low > 0.0 || difference.high < 0.0
}

/// A row for each run: number, part, values of all axes, seed, numbers. Cells of axes or measures that are not in the
/// part are empty.
fn runs_csv(outcome: Outcome) -> String {
    let plan = outcome.plan;
    let (mut axes, mut measures) = (Vec::<&str>::new(), Vec::<&str>::new());
    for block in &plan.blocks {
        let new = block.axes.iter().map(|axis| &*axis.name).filter(|name| !axes.contains(name));
        let new: Vec<&str> = new.collect();
        axes.extend(new);
        let new: Vec<&str> =
            block.measure_names().into_iter().filter(|name| !measures.contains(name)).collect();
        measures.extend(new);
    }
    let wide = |name: &str| {
        plan.blocks.iter().filter_map(|block| block.measure_columns(name)).map(|column| column.len()).max()
    };
    let columns: Vec<(&str, usize)> = measures
        .iter()
        .flat_map(|&name| (0..wide(name).unwrap_or(0)).map(move |item| (name, item)))
        .collect();
    let mut heads: Vec<String> = vec!["run".to_owned(), "part".to_owned()];
    heads.extend(axes.iter().map(|name| escape_formula(name)));
    heads.push("seed".to_owned());
    heads.extend(columns.iter().map(|&(name, item)| {
        if wide(name) == Some(1) {
            escape_formula(name)
        } else {
            escape_formula(&format!("{name} {}", item + 1))
        }
    }));
    let mut text = String::new();
    let mut line = |fields: &[String]| {
        push_csv_line(&mut text, &fields.iter().map(|field| &**field).collect::<Vec<_>>());
    };
    line(&heads);
    for (run, numbers) in outcome.numbers.iter().enumerate().filter(|(_, numbers)| !numbers.is_empty()) {
        let Some(RunPlace { block, point, .. }) = plan.run_place(run) else { continue };
        let places = block.level_indices(point);
        let mut fields = vec![run.to_string(), escape_formula(&block.name)];
        fields.extend(axes.iter().map(|name| {
            let axis = block.axes.iter().position(|axis| axis.name == *name);
            axis.map_or_else(String::new, |axis| axis_value_text(&block.axes[axis], places[axis]))
        }));
        fields.push(plan.scenario(run).0.seed.to_string());
        fields.extend(columns.iter().map(|&(name, item)| {
            let number = block
                .measure_columns(name)
                .filter(|column| item < column.len())
                .map(|column| numbers[column.start + item]);
            number.filter(|number| number.is_finite()).map_or_else(String::new, |number| number.to_string())
        }));
        line(&fields);
    }
    text
}

/// A value of an axis: numbers unchanged, words protected from evaluation by spreadsheets.
fn axis_value_text(axis: &Levels, level: usize) -> String {
    if axis.values[level].is_nan() { escape_formula(&axis.labels[level]) } else { axis.labels[level].clone() }
}

/// Fails if there is no axis to draw lines over.
pub(crate) fn check_drawable(plan: &Plan) -> Result<(), Vec<Diagnostic>> {
    drawn_axis(plan).map(drop)
}

/// The part and the axis of a plot: the first axis whose values are all numbers.
fn drawn_axis(plan: &Plan) -> Result<(usize, &Block, usize), Vec<Diagnostic>> {
    let numeric = |axis: &Levels| axis.values.iter().all(|value| value.is_finite());
    let found = plan.blocks.iter().enumerate().find_map(|(part, block)| {
        let single = block
            .measure_names()
            .iter()
            .any(|name| block.measure_columns(name).is_some_and(|column| column.len() == 1));
        let axis = block.axes.iter().position(numeric).filter(|_| single)?;
        Some((part, block, axis))
    });
    found.ok_or_else(|| {
        let message = "--svg needs a numeric axis, and this study has none";
        vec![Diagnostic::error(message).hint("Leave it out, or add an axis like {\"name\": \"load\", \"knob\": \"load\", \"values\": [0.5, 0.9]}.")]
    })
}

/// The first measure over the first axis of numbers: with a line for each combination of the values of the other axes.
fn draw_lines(outcome: Outcome) -> Result<String, Vec<Diagnostic>> {
    let (part, block, across) = drawn_axis(outcome.plan)?;
    let whole = summarize(outcome);
    let axes = &block.axes;
    let Some(measure) = whole.parts[part].measures.first() else { return Ok(String::new()) };
    let mut curves: Vec<Curve> = Vec::new();
    for (at, point) in measure.points.iter().enumerate() {
        let places = block.level_indices(at);
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
    Ok(line_plot_svg(&title, &heading(&axis.name, &axis.unit), &heading(measure.name, measure.unit), &curves))
}
