//! The text and the document of `ganttlet optimum`.

use crate::output::align_columns;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::Span;
use ganttlet_optimum::bounds::catalog;
use ganttlet_optimum::certificate::Certificate;
use ganttlet_optimum::problem::Kind;
use ganttlet_optimum::{Bound, Gap, Objective, Problem, Progress, Status};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Number of jobs of an order that are printed.
const SHOWN_JOBS: usize = 40;

/// The objective of a variant.
pub(crate) struct VariantValue {
    /// The name of the variant.
    pub(crate) name: String,
    /// Its value as that of the problem; `None` if its run is not complete.
    pub(crate) value: Option<i128>,
}

/// The results about a problem and its variants.
pub(crate) struct Report {
    pub(crate) objective: Objective,
    pub(crate) problem: Problem,
    /// The number of each job, as shown.
    pub(crate) numbers: Vec<u32>,
    pub(crate) bounds: Vec<Bound>,
    /// The best proven bound.
    pub(crate) lower: i128,
    pub(crate) certificate: Option<Certificate>,
    pub(crate) progress: Option<Progress>,
    pub(crate) variants: Vec<VariantValue>,
}

impl Report {
    /// A value of the objective as it is printed: makespans begin with the first submission.
    fn relative_to_first_submission(&self, value: i128) -> i128 {
        match self.objective {
            Objective::Makespan => value - i128::from(self.problem.first_submit()),
            Objective::TotalFlow => value,
        }
    }

    /// The mean wait time of a total flow time, if runtimes are the same in all schedules.
    fn mean_wait(&self, flow: i128) -> Option<i128> {
        let (Objective::TotalFlow, Problem::Single(instance)) = (self.objective, &self.problem) else {
            return None;
        };
        let runtimes: i128 = instance.jobs().iter().map(|job| i128::from(job.run)).sum();
        let count = instance.len() as i128;
        (count > 0).then(|| (flow - runtimes).max(0) / count)
    }

    /// True if the best schedule is proven optimal.
    fn is_proven(&self) -> bool {
        self.certificate.as_ref().is_some_and(|certificate| certificate.status == Status::Proven)
    }

    /// The distance of a value from the optimum or the bound.
    fn gap(&self, value: i128) -> Gap {
        let (value, lower) =
            (self.relative_to_first_submission(value), self.relative_to_first_submission(self.lower));
        if self.is_proven() { Gap::to_optimum(value, lower) } else { Gap::to_bound(value, lower) }
    }

    /// The name of the objective.
    fn name(&self) -> &'static str {
        match self.objective {
            Objective::Makespan => "makespan",
            Objective::TotalFlow => "total response time",
        }
    }
}

/// A duration in microseconds as text.
fn duration(value: i128) -> String {
    Span(i64::try_from(value).unwrap_or(i64::MAX)).to_string()
}

/// Rounds means to whole seconds, except short ones.
fn to_whole_seconds(value: i128) -> i128 {
    if value < 60_000_000 { value } else { (value + 500_000) / 1_000_000 * 1_000_000 }
}

/// Microseconds in seconds.
fn seconds(value: i128) -> f64 {
    value as f64 / 1e6
}

/// A table of all bounds, largest first among equals as computed.
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

/// Rows in columns, all to the left.
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
    let nodes = report.progress.as_ref().map_or(0, |progress| progress.nodes);
    let value = duration(report.relative_to_first_submission(certificate.value.into()));
    let mut text = if report.is_proven() {
        let how = if certificate.by == "search" {
            format!("branch and bound, {nodes} partial schedules")
        } else {
            format!("the schedule is as good as the bound {}", certificate.by)
        };
        format!("Proven: no schedule has a {} below {value} ({how}).\n", report.name())
    } else {
        let lower = duration(report.relative_to_first_submission(certificate.lower.into()));
        let after = match (&certificate.search, &certificate.local) {
            (Some(_), _) => format!(" after {nodes} partial schedules"),
            (None, Some(local)) => format!(" after {} schedules, seed {}", local.evaluations, local.seed),
            (None, None) => String::new(),
        };
        format!(
            "Not proven{after}: the best known {} is {value}, no schedule is below {lower}.\n",
            report.name()
        )
    };
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
pub(crate) fn report_document(reports: &[Report], diagnostics: &[Diagnostic]) -> Value {
    let mut document = reports.first().map_or_else(|| json!({}), one_report);
    if reports.len() > 1 {
        document["others"] = reports[1..].iter().map(one_report).collect();
    }
    document["engine"] = json!(ganttlet_document::catalog::ENGINE);
    document["diagnostics"] = json!(diagnostics);
    document
}

/// A report as JSON.
fn one_report(report: &Report) -> Value {
    let bound = |bound: &Bound| {
        let entry = catalog::find(bound.id);
        json!({
            "id": bound.id,
            "value_s": seconds(report.relative_to_first_submission(bound.value)),
            "reason": entry.map(|entry| entry.reason),
            "formula": entry.map(|entry| entry.formula),
            "source": entry.map(|entry| entry.source),
            "witness": serde_json::to_value(&bound.witness).unwrap_or_default(),
        })
    };
    let value = |value: Option<i128>| {
        json!({
            "value_s": value.map(|value| seconds(report.relative_to_first_submission(value))),
            "mean_wait_s": value.and_then(|value| report.mean_wait(value)).map(seconds),
            "gap_pct": value.and_then(|value| report.gap(value).percent()),
            "gap": value.map(|value| report.gap(value).to_string()),
        })
    };
    let variant = |variant: &VariantValue| {
        let mut document = json!({ "variant": variant.name });
        if let (Some(map), Value::Object(more)) = (document.as_object_mut(), value(variant.value)) {
            map.extend(more);
        }
        document
    };
    let certificate = report.certificate.as_ref();
    json!({
        "objective": report.objective,
        "problem": report.problem.kind(),
        "jobs": report.problem.jobs(),
        "bounds": report.bounds.iter().map(bound).collect::<Vec<_>>(),
        "status": certificate.map(|certificate| certificate.status),
        "lower_s": seconds(report.relative_to_first_submission(report.lower)),
        "best": value(certificate.map(|certificate| certificate.value.into())),
        "by": certificate.map(|certificate| certificate.by.clone()),
        "nodes": report.progress.as_ref().map(|progress| progress.nodes),
        "counters": report.progress.as_ref().map(|progress| progress.counters),
        "variants": report.variants.iter().map(variant).collect::<Vec<_>>(),
        "certificate": certificate.map(|certificate| serde_json::to_value(certificate).unwrap_or_default()),
    })
}
