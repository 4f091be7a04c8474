//! The text and the document of `ganttlet optimum`.

use crate::output::align_columns;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::Span;
use ganttlet_document::optimum::Report;
use ganttlet_optimum::Bound;
use ganttlet_optimum::bounds::catalog;
use ganttlet_optimum::certificate::Certificate;
use ganttlet_optimum::problem::Kind;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Maximum number of printed jobs of an order.
const SHOWN_JOBS: usize = 40;

/// A duration in microseconds as text.
fn duration(value: i128) -> String {
    Span(i64::try_from(value).unwrap_or(i64::MAX)).to_string()
}

/// Rounds means to whole seconds, except short durations.
fn to_whole_seconds(value: i128) -> i128 {
    if value < 60_000_000 { value } else { (value + 500_000) / 1_000_000 * 1_000_000 }
}

/// A table of all bounds, largest first, equal ones in the order of computation.
pub(crate) fn bounds_text(report: &Report) -> String {
    let jobs = report.problem.jobs();
    let noun = match report.problem.kind() {
        Kind::R | Kind::RC => "jobs",
        Kind::G | Kind::GC | Kind::B => "tasks",
    };
    let mut lines = vec![["bound", report.name(), "formula", "source"].map(str::to_owned).to_vec()];
    for bound in &report.bounds {
        let entry = catalog::find(bound.id);
        let (formula, source) = entry.map_or(("", ""), |entry| (entry.formula, entry.source));
        lines.push(vec![
            bound.id.to_owned(),
            duration(report.relative_to_first_submission(bound.value)),
            formula.to_owned(),
            source.to_owned(),
        ]);
    }
    let mut text = format!("Lower bounds of the {} of {jobs} {noun}\n", report.name());
    text.push_str(&left_columns(&lines));
    if let Some(entry) = Bound::best(&report.bounds).and_then(|best| catalog::find(best.id)) {
        let _ = writeln!(text, "Best: {}. {}", entry.id, entry.reason);
    }
    text
}

/// Rows in left-aligned columns.
fn left_columns(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// The best schedule, and the gap of each variant.
pub(crate) fn report_text(report: &Report) -> String {
    let mut text = String::new();
    if let Some(certificate) = &report.certificate {
        text.push('\n');
        text.push_str(&certificate_text(report, certificate));
    }
    let mut lines = vec![vec![String::new(), report.name().to_owned()]];
    let has_waits = report.mean_wait(0).is_some();
    if has_waits {
        lines[0].push("mean wait".to_owned());
    }
    lines[0].push("gap".to_owned());
    let mut add = |name: &str, value: Option<i128>| {
        let cell = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let mut line = vec![
            name.to_owned(),
            cell(value.map(|value| duration(report.relative_to_first_submission(value)))),
        ];
        if has_waits {
            let wait = value.and_then(|value| report.mean_wait(value));
            line.push(cell(wait.map(|wait| duration(to_whole_seconds(wait)))));
        }
        line.push(cell(value.map(|value| report.gap(value).to_string())));
        lines.push(line);
    };
    for variant in &report.variants {
        add(&variant.name, variant.value);
    }
    if let Some(certificate) = &report.certificate {
        let name = if report.is_proven() { "Optimum" } else { "Best known" };
        add(name, Some(certificate.value.into()));
    }
    text.push('\n');
    text.push_str(&align_columns(&lines));
    text
}

/// Sentences about the best schedule.
fn certificate_text(report: &Report, certificate: &Certificate) -> String {
    let mut text = report.statement().unwrap_or_default();
    text.push('\n');
    text.push_str("It is computed with all jobs known beforehand, which no policy can know.\n");
    let order = certificate.order.iter().take(SHOWN_JOBS);
    let order: Vec<String> = order
        .map(|&id| report.numbers.get(id).map_or_else(|| (id + 1).to_string(), u32::to_string))
        .collect();
    let more = certificate.order.len().saturating_sub(SHOWN_JOBS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let _ = writeln!(text, "Order of starts: {}{more}", order.join(", "));
    text
}

/// Everything as one JSON document. Times are in seconds; makespans begin with the first submission.
pub(crate) fn report_document(reports: &[&Report], diagnostics: &[Diagnostic]) -> Value {
    let one_report = |report: &&Report| json!(report.to_document());
    let mut document = reports.first().map_or_else(|| json!({}), one_report);
    if reports.len() > 1 {
        document["others"] = reports[1..].iter().map(one_report).collect();
    }
    document["engine"] = json!(ganttlet_document::catalog::ENGINE);
    document["diagnostics"] = json!(diagnostics);
    document
}
