//! What is printed of a repeated experiment.

use crate::output::aligned;
use ganttlet_document::study::Study;
use ganttlet_study::published::{self, About};
use ganttlet_study::{Cell, Findings, Interval, Line, Plan, Plot, Table, Target, Verdict};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// All experiments, each with its question.
pub(crate) fn list() -> String {
    let line = |about: About| format!("{}  {}: {}\n", about.id, about.title, about.question);
    let all: String = published::all().into_iter().map(line).collect();
    format!("{all}\nWhat can come of a published target:\n{}", meanings())
}

/// The same as one JSON document.
pub(crate) fn list_document() -> String {
    format!("{:#}\n", json!(published::all()))
}

/// How many targets came to each verdict.
pub(crate) fn verdicts(targets: &[Target]) -> Value {
    let count = |verdict: Verdict| targets.iter().filter(|target| target.verdict == verdict).count();
    let pairs = Verdict::ALL.map(|verdict| (verdict.name().replace(' ', "-"), json!(count(verdict))));
    Value::Object(pairs.into_iter().collect())
}

/// What came of a study, for people: a published experiment or any other.
pub(crate) fn report(plan: &Plan, findings: &Findings) -> String {
    let Study { id, name, question, source, setup, notes, .. } = &plan.study;
    let mut text = if id.is_empty() { format!("{name}\n") } else { format!("{id}: {name}\n") };
    for (before, said) in [("", question), ("\nSource: ", source), ("Setup: ", setup)] {
        if !said.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{before}{said}");
        }
    }
    let quick = if plan.quick { ", quick" } else { "" };
    let runs = if plan.count() == 1 { "1 run".to_owned() } else { format!("{} runs", plan.count()) };
    let _ = writeln!(text, "{runs}, first seed {}{quick}.", plan.scenario(0).0.seed);
    findings.tables.iter().for_each(|table| text += &of_table(table));
    findings.plots.iter().for_each(|plot| text += &of_plot(plot));
    if !findings.targets.is_empty() {
        text += "\nWhat was published, and what came of it:\n";
        findings.targets.iter().for_each(|target| text += &of_target(target));
        let _ = writeln!(text, "\n{}.", counted(&findings.targets));
    }
    if !notes.is_empty() {
        text += "\nNotes:\n";
        for note in notes {
            let _ = writeln!(text, "  - {note}");
        }
    }
    text
}

fn of_table(table: &Table) -> String {
    let mut lines = vec![table.columns.clone()];
    for (head, cells) in &table.rows {
        lines.push(std::iter::once(head.clone()).chain(cells.iter().map(of_cell)).collect());
    }
    format!("\n{}\n{}", table.title, indented(&aligned(&lines)))
}

/// Ours, with the published value in brackets.
fn of_cell(cell: &Cell) -> String {
    let ours = match &cell.ours {
        Some(interval) => interval.words(),
        None if cell.text.is_empty() => "-".to_owned(),
        None => cell.text.clone(),
    };
    match &cell.published {
        Some(published) => format!("{ours} (published {published})"),
        None => ours,
    }
}

/// A plot as a table: a line a column.
fn of_plot(plot: &Plot) -> String {
    let heads = std::iter::once(plot.x.clone()).chain(plot.lines.iter().map(|line| line.name.clone()));
    let mut lines: Vec<Vec<String>> = vec![heads.collect()];
    for (at, x) in plot.lines.first().map_or(&[][..], |line| &line.x).iter().enumerate() {
        let row = std::iter::once(x.to_string()).chain(plot.lines.iter().map(|line| point(line, at)));
        lines.push(row.collect());
    }
    format!("\n{} ({})\n{}", plot.title, plot.y, indented(&aligned(&lines)))
}

fn point(line: &Line, at: usize) -> String {
    let number = |of: &[f64]| of.get(at).copied();
    match number(&line.y) {
        Some(mean) if mean.is_finite() => {
            let (low, high) = (number(&line.low).unwrap_or(mean), number(&line.high).unwrap_or(mean));
            // An interval of no width is not told.
            let count = if high > low { 2 } else { 1 };
            Interval { mean, low, high, count }.words()
        }
        _ => "-".to_owned(),
    }
}

/// How many targets came to what: `9 of 11 held, 1 direction only, 1 undecided, 2 by construction`. What is so by
/// construction is no test, so that it is not among those that could have held.
fn counted(targets: &[Target]) -> String {
    let count = |verdict: Verdict| targets.iter().filter(|target| target.verdict == verdict).count();
    let tests = targets.len() - count(Verdict::ByConstruction);
    let mut text = format!("{} of {tests} held", count(Verdict::Held));
    for verdict in &Verdict::ALL[1..] {
        if count(*verdict) > 0 {
            let _ = write!(text, ", {} {}", count(*verdict), verdict.name());
        }
    }
    text
}

/// What each verdict means.
fn meanings() -> String {
    let line = |verdict: Verdict| format!("  {}: {}.\n", verdict.name(), verdict.meaning());
    Verdict::ALL.map(line).concat()
}

fn of_target(target: &Target) -> String {
    let verdict = match target.verdict {
        Verdict::NotHeld => "NOT HELD",
        other => other.name(),
    };
    let Target { id, claim, published, ours, tolerance, note, .. } = target;
    let before = if published.is_empty() { String::new() } else { format!("published {published}; ") };
    let mut text = format!("  {id}: {claim}\n      {before}ours {ours}; {tolerance}: {verdict}\n");
    if !note.is_empty() {
        let _ = writeln!(text, "      {note}");
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
