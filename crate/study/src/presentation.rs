//! Computes the tables, plots and judged claims that a study shows.

use crate::claims::{Onset, judge_claim};
use crate::outcome::{AxisValues, Outcome, axis_of, axis_values};
use crate::quantity::{Coordinates, check_quantities};
use crate::sequential_claims::{self, LookNumbers};
use crate::{Cell, Findings, Interval, Line, Plot, Table, Target};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::study::{self, Quantity, Tree};

/// The text of a cell whose runs a quick run leaves out.
const NOT_RUN: &str = "not run";

/// Computes the claims, tables and plots of a study, with diagnostics. Results that depend on missing runs are
/// omitted.
pub fn compute_findings(outcome: Outcome) -> (Findings, Vec<Diagnostic>) {
    let (mut found, mut wrong) = (Findings::default(), check_quantities(outcome.plan));
    let study = &outcome.plan.study;
    for (said, i) in study.tables.iter().zip(0..) {
        match build_table(outcome, said) {
            Ok(table) => found.tables.push(table),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/tables/{i}"))),
        }
    }
    let (targets, unfit) = if outcome.plan.looks.is_some() {
        judge_at_looks(outcome)
    } else {
        judge_claims(outcome, &found.tables)
    };
    found.targets = targets;
    wrong.extend(unfit);
    for (said, i) in study.plots.iter().zip(0..) {
        match build_plot(outcome, said) {
            Ok(plot) => found.plots.push(plot),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/plots/{i}"))),
        }
    }
    for table in &mut found.tables {
        table.rows.retain(|(_, cells)| cells.iter().any(|cell| cell.text != NOT_RUN));
    }
    (found, wrong)
}

/// The claims of a study, judged by the intervals of all its runs.
fn judge_claims(outcome: Outcome, tables: &[Table]) -> (Vec<Target>, Vec<Diagnostic>) {
    let (mut targets, mut wrong) = (Vec::new(), Vec::new());
    for (claim, i) in outcome.plan.study.claims.iter().zip(0..) {
        match judge_claim(outcome, claim, tables) {
            Ok(target) => targets.extend(target),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/claims/{i}"))),
        }
    }
    (targets, wrong)
}

/// The claims of a study that replicates until they are decided, judged at the last complete look; empty for other studies.
pub fn judge_at_looks(outcome: Outcome) -> (Vec<Target>, Vec<Diagnostic>) {
    let (mut targets, mut wrong) = (Vec::new(), Vec::new());
    let looks = outcome.plan.looks.zip(LookNumbers::new(outcome));
    for (claim, i) in outcome.plan.study.claims.iter().zip(0..) {
        let Some((looks, numbers)) = &looks else { break };
        match sequential_claims::judge_claim(outcome, claim, *looks, numbers) {
            Ok(target) => targets.extend(target),
            Err(diagnostic) => wrong.push(diagnostic.place(format!("/claims/{i}"))),
        }
    }
    (targets, wrong)
}

/// Computes a table.
fn build_table(outcome: Outcome, said: &study::Table) -> Result<Table, Diagnostic> {
    let heads: Vec<&str> =
        std::iter::once(&*said.head).chain(said.columns.iter().map(|column| &*column.name)).collect();
    let mut table = Table::new(&*said.title, &heads);
    for row in &said.rows {
        let mut cells = Vec::new();
        for (column, i) in said.columns.iter().zip(0..) {
            let name = if row.quantity.is_empty() { &column.quantity } else { &row.quantity };
            let quantity = outcome.quantity_named(name)?;
            let at: AxisValues = axis_values(&row.at).chain(axis_values(&column.at)).collect();
            let cell = if column.place {
                match outcome.located_quantity(quantity, Coordinates::at(&at))? {
                    None => Cell::text(NOT_RUN),
                    Some(known) => Cell::text(known.map_or_else(String::new, |(_, place)| place)),
                }
            } else if column.begins.is_empty() {
                outcome
                    .quantity_interval(quantity, Coordinates { values: &at, item: row.item })?
                    .map_or(Cell::text(NOT_RUN), Cell::computed)
            } else {
                Cell::text(onset_text(outcome, quantity, &column.begins, &at)?)
            };
            let published = row.published.get(i).filter(|text| !text.is_empty());
            cells.push(published.map_or(cell.clone(), |text| cell.with_published(&**text)));
        }
        table.add_row(&*row.name, cells);
    }
    Ok(table)
}

/// The onset of an effect along an axis, as text.
fn onset_text(
    outcome: Outcome,
    quantity: &Quantity,
    axis: &str,
    at: &AxisValues,
) -> Result<String, Diagnostic> {
    let levels = axis_of(outcome.block(&quantity.part)?, axis)?;
    let (mut places, mut numbers) = (Vec::new(), Vec::new());
    for (label, &value) in levels.labels.iter().zip(&levels.values) {
        let outer: AxisValues = std::iter::once((axis, label.clone())).chain(at.iter().cloned()).collect();
        match outcome.quantity_interval(quantity, Coordinates::at(&outer))? {
            None => return Ok(NOT_RUN.to_owned()),
            Some(None) => return Ok(String::new()),
            Some(Some(number)) => numbers.push(number.mean),
        }
        places.push(value);
    }
    Ok(Onset::from_numbers(&places, &numbers).text(&quantity.unit))
}

/// Computes a plot.
fn build_plot(outcome: Outcome, said: &study::Plot) -> Result<Plot, Diagnostic> {
    let mut plot = Plot::new(&*said.title, &*said.x, &*said.y);
    let shown: Vec<String> = said.values.iter().map(Tree::label).collect();
    for line in &said.lines {
        let quantity = outcome.quantity_named(&line.quantity)?;
        let (mut points, mut run) = (Vec::new(), false);
        for (label, item, x) in plot_points(outcome, quantity, &said.axis)? {
            if !shown.is_empty() && !shown.contains(&label) {
                continue;
            }
            let at: AxisValues = std::iter::once((&*said.axis, label)).chain(axis_values(&line.at)).collect();
            let number = outcome.quantity_interval(quantity, Coordinates { values: &at, item })?;
            run |= number.is_some();
            points.push((x / said.divided_by, number.flatten()));
        }
        if !run {
            continue;
        }
        plot.lines.push(Line::new(&*line.name, &points));
        if !line.published.is_empty() {
            let at = |x: f64| line.published.iter().find(|point| point.x.total_cmp(&x).is_eq());
            let points: Vec<_> =
                points.iter().map(|&(x, _)| (x, at(x).map(|point| Interval::exact(point.y)))).collect();
            let name = format!("{}, published", line.name);
            plot.lines.push(Line { published: true, ..Line::new(name, &points) });
        }
    }
    Ok(plot)
}

/// The points of a line of a plot: the value on the axis or the item, and its position on the x axis.
fn plot_points(
    outcome: Outcome,
    quantity: &Quantity,
    axis: &str,
) -> Result<Vec<(String, Option<u32>, f64)>, Diagnostic> {
    let block = outcome.block(&quantity.part)?;
    if !axis.is_empty() {
        let levels = axis_of(block, axis)?;
        return Ok(levels
            .labels
            .iter()
            .zip(&levels.values)
            .map(|(label, &x)| (label.clone(), None, x))
            .collect());
    }
    let items = outcome.item_positions(quantity)?.into_iter().zip(1..);
    Ok(items.map(|(x, item)| (item.to_string(), Some(item), x)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;

    /// The diagnostics of a study with these axes and a claim about the load 0.9: places and messages.
    fn diagnosed(axes: &str) -> Vec<(String, String)> {
        let text = format!(
            r#"{{"base": {{"version": 1, "platform": {{"preset": "one-cluster", "parameters": {{"nodes": 8}}}},
                "workload": [{{"generator": "poisson", "parameters": {{"jobs": 20}}}}], "system": {{"kind": "batch"}}}},
            "axes": {axes}, "seeds": 1, "measures": [{{"metric": "wait"}}], "quantities": {{"wait": {{"value": "wait"}}}},
            "claims": [{{"id": "C", "claim": "long", "judged": [
                {{"quantity": "wait", "at": {{"load": 0.9}}, "judge": {{"sign": 1}}}}]}}]}}"#
        );
        let study = ganttlet_document::study::Study::read(&text).0.expect("a study");
        let plan = Plan::new(&study, false, None).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let (_, wrong) = compute_findings(Outcome { plan: &plan, numbers: &vec![vec![1.0]; plan.count()] });
        wrong.into_iter().map(|wrong| (wrong.place, wrong.message)).collect()
    }

    #[test]
    fn a_claim_on_values_that_are_not_run_is_reported() {
        let load = |values: &str| format!(r#"[{{"name": "load", "knob": "load", "values": {values}}}]"#);
        assert_eq!(diagnosed(&load("[0.5, 0.9]")), []);
        let [(place, message)] = &diagnosed(&load("[0.5, 0.8]"))[..] else { panic!("one claim") };
        assert_eq!(place, "/claims/0");
        assert!(message.contains("values of \"load\":"), "{message}");
        // Without the axis, the claim would be judged at another load.
        let nodes = r#"[{"name": "nodes", "knob": "nodes", "values": [8]}]"#;
        let [(_, message)] = &diagnosed(nodes)[..] else { panic!("one claim") };
        assert_eq!(message, "no axis varies \"load\"");
    }

    #[test]
    fn a_claim_with_too_few_parts_in_a_quick_run_is_omitted() {
        let text = r#"{"base": {"version": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 8}},
                "workload": [{"generator": "poisson", "parameters": {"jobs": 20}}], "system": {"kind": "batch"}},
            "axes": [{"name": "load", "knob": "load", "values": [0.5, 0.9], "quick": [0.9]}], "seeds": 3,
            "measures": [{"metric": "wait"}], "quantities": {"wait": {"value": "wait"}},
            "claims": [{"id": "C", "claim": "long", "enough": 2, "judged": [
                {"quantity": "wait", "over": {"load": [0.5, 0.9]}, "judge": {"sign": 1}}]}]}"#;
        let study = ganttlet_document::study::Study::read(text).0.expect("a study");
        let targets = |quick| {
            let plan = Plan::new(&study, quick, None).unwrap_or_else(|wrong| panic!("{wrong:?}"));
            let numbers = vec![vec![1.0]; plan.count()];
            compute_findings(Outcome { plan: &plan, numbers: &numbers }).0.targets.len()
        };
        assert_eq!((targets(false), targets(true)), (1, 0));
    }
}
