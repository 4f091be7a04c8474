//! The printed results of a repeated experiment.

use crate::output::{align_columns, escape_control};
use ganttlet_core::diagnostic::{Diagnostic, nearest_name};
use ganttlet_document::study::Study;
use ganttlet_study::published::{self, ExperimentSummary};
use ganttlet_study::{Cell, Findings, Interval, Line, Plan, Plot, Table, Target, Verdict};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// The list of shipped results.
const SHIPPED_INDEX: &str = include_str!("../../../static/results/index.json");

/// All experiments, each with its question, below the counts of their verdicts.
pub(crate) fn experiment_list() -> String {
    let line = |about: ExperimentSummary| format!("{}  {}: {}\n", about.id, about.title, about.question);
    let all: String = published::experiment_summaries().into_iter().map(line).collect();
    let shipped: Vec<Value> = serde_json::from_str(SHIPPED_INDEX).expect("a test reads it");
    let totals = verdict_totals(&shipped);
    format!("{totals}\n\n{all}\nVerdicts on published targets:\n{}", verdict_meanings())
}

/// The counted verdicts of all listed experiments: `457 targets: 200 held, ..; own checks: 21 of 21 held`.
pub(crate) fn verdict_totals(listed: &[Value]) -> String {
    let known = |said: &Value| Verdict::ALL.into_iter().find(|verdict| json!(verdict) == *said);
    let (mut targets, mut own) = (Vec::new(), Vec::new());
    for one in listed {
        let list = |key: &str| one[key].as_array().map_or(&[][..], Vec::as_slice);
        let is_fitted = |place: usize| list("fitted").contains(&json!(place));
        let published = list("verdicts").len();
        for (place, said) in list("verdicts").iter().chain(list("own")).enumerate() {
            let Some(verdict) = known(said) else { continue };
            let judged = Judged { verdict, fitted: is_fitted(place) };
            if place < published { targets.push(judged) } else { own.push(judged) }
        }
    }
    let counts: Vec<String> = Verdict::ALL
        .iter()
        .map(|&verdict| format!("{} {}", count_verdict(&targets, verdict), verdict.name()))
        .collect();
    let fitted = count_missed_fits(&targets);
    let fitted = if fitted > 0 { format!(", {fitted} {MISSED_FITS}") } else { String::new() };
    let own = if own.is_empty() { String::new() } else { format!("; own checks: {}", verdict_summary(&own)) };
    format!("{} targets: {}{fitted}{own}", targets.len(), counts.join(", "))
}

/// A verdict, and whether the model was fitted to the number: fitted targets are not counted as tests.
#[derive(Clone, Copy)]
pub(crate) struct Judged {
    verdict: Verdict,
    fitted: bool,
}

impl Judged {
    fn is_missed_fit(self) -> bool {
        self.fitted && self.verdict != Verdict::ByConstruction
    }
}

/// The name for fitted targets that do not hold.
const MISSED_FITS: &str = "fitted and not held";

fn count_missed_fits(judged: &[Judged]) -> usize {
    judged.iter().filter(|one| one.is_missed_fit()).count()
}

/// The counted verdicts on targets of several experiments.
pub(crate) fn target_totals(targets: &[Target]) -> String {
    let of = |own: bool| -> Vec<Value> {
        let all = targets.iter().filter(|target| target.own == own);
        all.map(|target| json!(target.verdict)).collect()
    };
    verdict_totals(&[json!({"verdicts": of(false), "own": of(true), "fitted": fitted_places(targets)})])
}

/// The indices of fitted targets, over the published ones and then the checks without a published result.
pub(crate) fn fitted_places(targets: &[Target]) -> Vec<usize> {
    let (own, published): (Vec<&Target>, Vec<&Target>) = targets.iter().partition(|target| target.own);
    let all = published.into_iter().chain(own).enumerate();
    all.filter(|(_, target)| target.fitted).map(|(place, _)| place).collect()
}

/// Targets with their verdicts, as text.
pub(crate) fn targets_text(targets: &[Target]) -> String {
    targets.iter().map(target_text).collect()
}

/// The number of targets with a verdict, without fitted ones that do not hold.
fn count_verdict(judged: &[Judged], verdict: Verdict) -> usize {
    judged.iter().filter(|one| one.verdict == verdict && !one.is_missed_fit()).count()
}

/// The verdicts on targets with published numbers, or on checks without one.
fn verdicts_on(targets: &[Target], own: bool) -> Vec<Judged> {
    let judged = |target: &Target| Judged { verdict: target.verdict, fitted: target.fitted };
    targets.iter().filter(|target| target.own == own).map(judged).collect()
}

/// The list as one JSON document.
pub(crate) fn experiment_list_document() -> Value {
    json!(published::experiment_summaries())
}

/// The number of targets with each verdict, and that of checks without a published result.
pub(crate) fn verdict_counts(targets: &[Target]) -> Value {
    let counts = |own: bool| -> Value {
        let all = verdicts_on(targets, own);
        let pair = |verdict: Verdict| (verdict.name().replace(' ', "-"), json!(count_verdict(&all, verdict)));
        let mut found: Map<String, Value> = Verdict::ALL.map(pair).into_iter().collect();
        found.insert("missed-fits".to_owned(), json!(count_missed_fits(&all)));
        Value::Object(found)
    };
    let mut found = counts(false);
    found["own"] = counts(true);
    found
}

/// The findings of a study, as text.
pub(crate) fn findings_report(plan: &Plan, findings: &Findings) -> String {
    let Study { id, name, question, source, setup, notes, .. } = &plan.study;
    let [id, name] = [id, name].map(|name| escape_control(name));
    let mut text = if id.is_empty() { format!("{name}\n") } else { format!("{id}: {name}\n") };
    for (before, said) in [("", question), ("\nSource: ", source), ("Setup: ", setup)] {
        if !said.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{before}{said}");
        }
    }
    let quick = if plan.quick { ", quick" } else { "" };
    let most = if plan.looks.is_some() { "at most " } else { "" };
    let runs = if plan.count() == 1 { "1 run".to_owned() } else { format!("{most}{} runs", plan.count()) };
    let _ = writeln!(text, "{runs}, first seed {}{quick}.", plan.scenario(0).0.seed);
    findings.tables.iter().for_each(|table| text += &table_text(table));
    findings.plots.iter().for_each(|plot| text += &plot_text(plot));
    if !findings.targets.is_empty() {
        for (own, head) in [(false, "Published targets"), (true, "Own checks")] {
            let verdicts = verdicts_on(&findings.targets, own);
            if verdicts.is_empty() {
                continue;
            }
            let _ = writeln!(text, "\n{head}:");
            let all = findings.targets.iter().filter(|target| target.own == own);
            all.for_each(|target| text += &target_text(target));
            let _ = writeln!(text, "\n{}.", verdict_summary(&verdicts));
        }
    }
    if !notes.is_empty() {
        text += if plan.quick { "\nNotes on the full run:\n" } else { "\nNotes:\n" };
        for note in notes {
            let _ = writeln!(text, "  - {note}");
        }
    }
    text
}

/// A table with published values beside ours, as text.
fn table_text(table: &Table) -> String {
    let mut lines = vec![table.columns.clone()];
    for (head, cells) in &table.rows {
        lines.push(std::iter::once(head.clone()).chain(cells.iter().map(cell_text)).collect());
    }
    format!("\n{}\n{}", escape_control(&table.title), indent(&align_columns(&lines)))
}

/// Our number, with the published value in brackets.
fn cell_text(cell: &Cell) -> String {
    let ours = match &cell.ours {
        Some(interval) => interval.text(),
        None if cell.text.is_empty() => "-".to_owned(),
        None => cell.text.clone(),
    };
    match &cell.published {
        Some(published) => format!("{ours} (published {published})"),
        None => ours,
    }
}

/// A plot as a table: a column for each line.
fn plot_text(plot: &Plot) -> String {
    let heads = std::iter::once(plot.x.clone()).chain(plot.lines.iter().map(|line| line.name.clone()));
    let mut lines: Vec<Vec<String>> = vec![heads.collect()];
    for (at, x) in plot.lines.first().map_or(&[][..], |line| &line.x).iter().enumerate() {
        let row = std::iter::once(x.to_string()).chain(plot.lines.iter().map(|line| point_text(line, at)));
        lines.push(row.collect());
    }
    format!(
        "\n{} ({})\n{}",
        escape_control(&plot.title),
        escape_control(&plot.y),
        indent(&align_columns(&lines))
    )
}

/// A point of a line, as text.
fn point_text(line: &Line, at: usize) -> String {
    let number = |of: &[f64]| of.get(at).copied();
    match number(&line.y) {
        Some(mean) if mean.is_finite() => {
            let (low, high) = (number(&line.low).unwrap_or(mean), number(&line.high).unwrap_or(mean));
            // An interval of width zero is not printed.
            let count = if high > low { 2 } else { 1 };
            Interval { mean, low, high, count }.text()
        }
        _ => "-".to_owned(),
    }
}

/// The number of targets with each verdict: `9 of 11 held, 1 direction only, 1 undecided, 2 by construction`.
fn verdict_summary(verdicts: &[Judged]) -> String {
    let missed = count_missed_fits(verdicts);
    let tests = verdicts.len() - count_verdict(verdicts, Verdict::ByConstruction) - missed;
    let mut text = format!("{} of {tests} held", count_verdict(verdicts, Verdict::Held));
    for &verdict in &Verdict::ALL[1..] {
        if count_verdict(verdicts, verdict) > 0 {
            let _ = write!(text, ", {} {}", count_verdict(verdicts, verdict), verdict.name());
        }
    }
    if missed > 0 {
        let _ = write!(text, ", {missed} {MISSED_FITS}");
    }
    text
}

/// The meaning of each verdict.
fn verdict_meanings() -> String {
    let line = |verdict: Verdict| format!("  {}: {}.\n", verdict.name(), verdict.meaning());
    Verdict::ALL.map(line).concat()
}

/// A target with its verdict, as text.
fn target_text(target: &Target) -> String {
    let verdict = match target.verdict {
        Verdict::NotHeld => target.verdict_words().replacen("not held", "NOT HELD", 1),
        _ => target.verdict_words(),
    };
    let Target { id, claim, published, ours, tolerance, note, .. } = target;
    let after = if target.tolerance_set_after { " (set after our results were known)" } else { "" };
    let before = if published.is_empty() { String::new() } else { format!("published {published}; ") };
    let mut text = format!("  {id}: {claim}\n      {before}ours {ours}; {tolerance}{after}: {verdict}\n");
    if !note.is_empty() {
        let _ = writeln!(text, "      {note}");
    }
    text
}

/// The text with indented lines.
fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The error about an experiment that does not exist, with similar names.
pub(crate) fn unknown_experiment(id: &str) -> Vec<Diagnostic> {
    let all = published::experiment_summaries();
    let ids = all.iter().map(|about| &*about.id);
    // Ids of experiments are short, so ids with the same beginning also count as similar.
    let chapter = id.split('.').next().unwrap_or_default();
    let beside = ids
        .clone()
        .find(|known| known.split('.').next().is_some_and(|start| start.eq_ignore_ascii_case(chapter)));
    let hint = match nearest_name(id, ids.clone()).or(beside) {
        Some(name) => format!("Did you mean {name}? Available: {}.", ids.collect::<Vec<_>>().join(", ")),
        None => format!("Available: {}.", ids.collect::<Vec<_>>().join(", ")),
    };
    vec![Diagnostic::error(format!("unknown experiment {id:?}")).hint(hint)]
}
