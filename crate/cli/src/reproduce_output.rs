//! What is printed of a repeated experiment.

use crate::output::{aligned, visible};
use ganttlet_document::study::Study;
use ganttlet_study::published::{self, About};
use ganttlet_study::{Cell, Findings, Interval, Line, Plan, Plot, Table, Target, Verdict};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What came of all experiments, as it ships.
const SHIPPED: &str = include_str!("../../../static/results/index.json");

/// All experiments, each with its question, after what came of their targets together.
pub(crate) fn list() -> String {
    let line = |about: About| format!("{}  {}: {}\n", about.id, about.title, about.question);
    let all: String = published::all().into_iter().map(line).collect();
    let shipped: Vec<Value> = serde_json::from_str(SHIPPED).expect("a test reads it");
    let totals = totals(&shipped);
    format!("{totals}\n\n{all}\nVerdicts on published targets:\n{}", meanings())
}

/// Verdicts of all listed experiments, counted: `457 targets: 200 held, ..; own checks: 21 of 21 held`.
pub(crate) fn totals(listed: &[Value]) -> String {
    let of = |key: &str| -> Vec<Verdict> {
        let all = listed.iter().filter_map(|one| one[key].as_array()).flatten();
        let known = |said: &Value| Verdict::ALL.into_iter().find(|verdict| json!(verdict) == *said);
        all.filter_map(known).collect()
    };
    let (targets, own) = (of("verdicts"), of("own"));
    let counts: Vec<String> = Verdict::ALL
        .iter()
        .map(|&verdict| format!("{} {}", count(&targets, verdict), verdict.name()))
        .collect();
    let own = if own.is_empty() { String::new() } else { format!("; own checks: {}", counted(&own)) };
    format!("{} targets: {}{own}", targets.len(), counts.join(", "))
}

fn count(verdicts: &[Verdict], one: Verdict) -> usize {
    verdicts.iter().filter(|&&verdict| verdict == one).count()
}

/// The verdicts on targets of which something was published, or on own checks.
fn verdicts_on(targets: &[Target], own: bool) -> Vec<Verdict> {
    targets.iter().filter(|target| target.own == own).map(|target| target.verdict).collect()
}

/// The same as one JSON document.
pub(crate) fn list_document() -> Value {
    json!(published::all())
}

/// How many targets came to each verdict, and how many of own checks.
pub(crate) fn verdicts(targets: &[Target]) -> Value {
    let counts = |own: bool| -> Value {
        let all = verdicts_on(targets, own);
        let pair = |verdict: Verdict| (verdict.name().replace(' ', "-"), json!(count(&all, verdict)));
        Value::Object(Verdict::ALL.map(pair).into_iter().collect())
    };
    let mut found = counts(false);
    found["own"] = counts(true);
    found
}

/// What came of a study, for people: a published experiment or any other.
pub(crate) fn report(plan: &Plan, findings: &Findings) -> String {
    let Study { id, name, question, source, setup, notes, .. } = &plan.study;
    let [id, name] = [id, name].map(|name| visible(name));
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
        for (own, head) in [(false, "Published targets"), (true, "Own checks")] {
            let verdicts = verdicts_on(&findings.targets, own);
            if verdicts.is_empty() {
                continue;
            }
            let _ = writeln!(text, "\n{head}:");
            let all = findings.targets.iter().filter(|target| target.own == own);
            all.for_each(|target| text += &of_target(target));
            let _ = writeln!(text, "\n{}.", counted(&verdicts));
        }
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
    format!("\n{}\n{}", visible(&table.title), indented(&aligned(&lines)))
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
    format!("\n{} ({})\n{}", visible(&plot.title), visible(&plot.y), indented(&aligned(&lines)))
}

fn point(line: &Line, at: usize) -> String {
    let number = |of: &[f64]| of.get(at).copied();
    match number(&line.y) {
        Some(mean) if mean.is_finite() => {
            let (low, high) = (number(&line.low).unwrap_or(mean), number(&line.high).unwrap_or(mean));
            // An interval of no width is not printed.
            let count = if high > low { 2 } else { 1 };
            Interval { mean, low, high, count }.words()
        }
        _ => "-".to_owned(),
    }
}

/// How many targets came to what: `9 of 11 held, 1 direction only, 1 undecided, 2 by construction`. What is so by
/// construction is no test, so that it is not among those that could have held.
fn counted(verdicts: &[Verdict]) -> String {
    let tests = verdicts.len() - count(verdicts, Verdict::ByConstruction);
    let mut text = format!("{} of {tests} held", count(verdicts, Verdict::Held));
    for &verdict in &Verdict::ALL[1..] {
        if count(verdicts, verdict) > 0 {
            let _ = write!(text, ", {} {}", count(verdicts, verdict), verdict.name());
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
        Verdict::NotHeld => "NOT HELD".to_owned(),
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

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
