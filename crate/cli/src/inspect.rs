//! `ganttlet inspect`.

use crate::columns::{Columns, table_format};
use crate::file_reading::{ReadFile, read_as, read_bytes_of, read_columns};
use crate::histogram::{columns_text, distribution_text, labelled_line};
use crate::input_files::{InputFile, read_input_files, warn_left_out};
use crate::platform_file::{platform_choices, platform_text};
use crate::{InspectArguments, output};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::Settings;
use ganttlet_core::time::{Span, format_duration};
use ganttlet_format::Report;
use ganttlet_format::platform::read_platform;
use ganttlet_format::summary::{Submissions, Summary, date_text, group_digits, size_text, summarise};
use serde_json::{Value as Json, json};
use std::fmt::Write as _;

/// Minimum number of jobs of a long log.
const LONG_LOG: u64 = 200;

/// Prints the kind and the contents of each file. Always true: there is no incomplete result.
pub(crate) fn inspect_files(arguments: &InspectArguments) -> Result<bool, Vec<Diagnostic>> {
    let columns = arguments.columns.as_deref().map(read_columns).transpose()?;
    let files = read_input_files(&arguments.files, |path| read_bytes_of(path))?;
    let several = files.len() > 1;
    let (mut texts, mut documents, mut failed) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let (archived, shown) = (file.archived, file.shown.clone());
        match inspect_file(file, arguments, columns.as_ref()) {
            Ok((text, document)) => {
                texts.push(text);
                documents.push(document);
            }
            Err(problems) if archived => {
                output::print_diagnostics(&warn_left_out(&shown, problems).collect::<Vec<_>>());
            }
            Err(problems) => failed.extend(problems),
        }
    }
    if arguments.json && !documents.is_empty() {
        let one = if several { json!({ "files": documents }) } else { documents.swap_remove(0) };
        output::print_json(&one)?;
    } else if !texts.is_empty() {
        output::print_text(&texts.join("\n"))?;
    }
    if failed.is_empty() { Ok(true) } else { Err(failed) }
}

/// The contents of a file, as text and as a JSON document; its diagnostics are printed.
fn inspect_file(
    input: InputFile,
    arguments: &InspectArguments,
    columns: Option<&Columns>,
) -> Result<(String, Json), Vec<Diagnostic>> {
    if columns.is_none() && input.is_platform() {
        let reading = read_platform(&input.shown, &input.bytes, None, platform_choices(&arguments.set)?)?;
        output::print_diagnostics(&reading.diagnostics);
        return Ok((
            platform_text(&input.shown, &reading),
            json!({ "file": input.shown, "platform": reading }),
        ));
    }
    let settings = |_| ganttlet_document::settings_alone();
    let (format, reading) = read_as(&input.shown, &input.bytes, columns, &arguments.set, settings)?;
    let file = ReadFile { name: input.shown, bytes: input.bytes, format, reading };
    let processors = arguments.processors.or(file.reading.report.processors);
    let summary = summarise(&file.reading.work, &file.reading.origin, processors);
    output::print_diagnostics(&file.reading.report.diagnostics);
    let mut text = inspection_text(&file, &summary, arguments.processors);
    let mut document = inspection_document(&file, &summary);
    if let Some(columns) = columns.is_none().then(|| guessed_columns(&file)).flatten() {
        let shown = ganttlet_document::format_json(&columns.to_string()).expect("JSON that was written here");
        let _ = write!(text, "\nMapping of the columns, for --columns:\n{shown}");
        document["columns"] = columns;
    }
    Ok((text, document))
}

/// The mapping of a table, if it was guessed.
fn guessed_columns(file: &ReadFile) -> Option<Json> {
    let is_table = file.format.entry.id == table_format().entry.id;
    let guess = is_table.then(|| ganttlet_format::guess_columns(&file.bytes, &Settings::default()))??;
    Some(json!(guess.settings))
}

/// The contents as one JSON document.
fn inspection_document(file: &ReadFile, summary: &Summary) -> Json {
    let Report {
        read,
        skipped,
        repaired,
        cancelled,
        facts,
        processors,
        processors_from,
        sites,
        diagnostics,
        ..
    } = &file.reading.report;
    json!({
        "file": file.name,
        "format": { "id": file.format.entry.id, "name": file.format.entry.name },
        "bytes": file.bytes.len(),
        "packed": ganttlet_format::is_packed(&file.bytes),
        "sha256": ganttlet_document::sha256(&file.bytes),
        "read": read,
        "skipped": skipped,
        "repaired": repaired,
        "cancelled": cancelled,
        "processors": processors,
        "processors_from": processors_from,
        "sites": sites,
        "facts": facts,
        "summary": summary,
        "diagnostics": diagnostics,
    })
}

/// The contents as text.
fn inspection_text(file: &ReadFile, summary: &Summary, processors: Option<u32>) -> String {
    let entry = &file.format.entry;
    let packed = if ganttlet_format::is_packed(&file.bytes) { ", packed" } else { "" };
    let mut text = format!(
        "{}: {}, format id {}, {}{packed}\n",
        file.name,
        entry.name,
        entry.id,
        size_text(file.bytes.len() as f64)
    );
    let mut facts = file.reading.report.facts.clone();
    for fact in summary_facts(summary, &file.reading.report, processors) {
        if facts.iter().all(|known| known.label != fact.label) {
            facts.push(fact);
        }
    }
    let width = facts.iter().map(|fact| fact.label.chars().count()).max().unwrap_or(0);
    for Fact { label, value } in &facts {
        text.push_str(&labelled_line(label, width, value));
    }
    for found in &summary.distributions {
        text.push('\n');
        text.push_str(&distribution_text(found));
    }
    if let Some(submissions) = &summary.submissions {
        text.push_str(&submissions_text(submissions));
    }
    text
}

/// The numbers of a summary that the report of the reader does not have.
fn summary_facts(summary: &Summary, report: &Report, processors: Option<u32>) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |label, value: String| facts.push(Fact::new(label, value));
    if let Some(submissions) = summary.submissions.as_ref().filter(|found| found.count > 1) {
        add("First submission", moment_text(submissions.first_s, submissions.unix_start));
        add("Last submission", moment_text(submissions.last_s, submissions.unix_start));
        if let Some(gap) = &submissions.longest_gap {
            let from = moment_text(gap.from_s, submissions.unix_start);
            let length = format_duration(gap.length());
            add("Longest period without submission", format!("{length}, from {from}"));
        }
    }
    // Shorter logs need no summary.
    if let Some(busiest) = summary.busiest.as_ref().filter(|_| summary.count >= LONG_LOG) {
        let unix_start = summary.submissions.as_ref().and_then(|found| found.unix_start);
        let [from, to] = [busiest.from_s, busiest.to_s].map(|time| moment_text(time, unix_start));
        let (jobs, share) = (group_digits(busiest.jobs), busiest.work_share * 100.0);
        add("Busiest tenth", format!("{from} to {to}: {jobs} jobs, {share:.1} % of the submitted work"));
    }
    if let Some((load, processors)) = summary.load.as_ref().zip(processors) {
        let value = load.load.map_or_else(
            || "undefined: all submissions are at one time".to_owned(),
            |load| format!("{load:.3} on {} processors", group_digits(processors.into())),
        );
        add("Offered load", value);
    }
    if let Some(accuracy) = summary.estimates.as_ref().and_then(|found| found.median_accuracy) {
        add("Median runtime / estimate", format!("{accuracy:.3}"));
    }
    if let Some(users) = &summary.users {
        add("Most active user", format!("{:.1} % of the jobs", users.largest_share * 100.0));
    }
    if let Some(graph) = &summary.graph {
        if graph.workflows > 1 {
            add("Workflows", group_digits(graph.workflows));
        }
        add("Tasks", group_digits(graph.tasks));
        add("Dependencies", group_digits(graph.edges));
        add("Levels", group_digits(graph.levels));
        add("Tasks in widest level", group_digits(graph.widest_level));
        add("Sum of runtimes", Span::from_seconds(graph.work_s).to_string());
        add("Critical path", format!("{} (runtimes only)", Span::from_seconds(graph.critical_path_s)));
        if graph.files > 0 {
            add("Data", format!("{} files, {}", group_digits(graph.files), size_text(graph.bytes)));
        }
    }
    if report.skipped > 0 {
        add("Skipped lines or jobs", group_digits(report.skipped.into()));
    }
    if report.repaired > 0 {
        add("Repaired values", group_digits(report.repaired.into()));
    }
    facts
}

/// A time of the work: a date if the file has one, otherwise the time since time 0.
fn moment_text(seconds: f64, unix_start: Option<i64>) -> String {
    match unix_start {
        Some(start) => date_text(start.saturating_add(seconds as i64)),
        None => format_duration(Span::from_seconds(seconds)),
    }
}

/// Submissions over time, and over the day.
fn submissions_text(submissions: &Submissions) -> String {
    let mut text = String::new();
    if !submissions.over_time.is_empty() {
        let part = (submissions.last_s - submissions.first_s) / submissions.over_time.len() as f64;
        let most = submissions.over_time.iter().copied().max().unwrap_or(0);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\nSubmissions over time: columns of {}, the highest is {}",
            format_duration(Span::from_seconds(part)),
            group_digits(most)
        );
        text.push_str(&columns_text(&submissions.over_time, 1));
    }
    if let Some(hours) = &submissions.by_hour {
        let most = hours.iter().copied().max().unwrap_or(0);
        let _ = writeln!(
            text,
            "\nSubmissions per hour of the day (UTC): the highest column is {}",
            group_digits(most)
        );
        text.push_str(&columns_text(hours, 3));
        let labels: String = (0..24).map(|hour| format!("{hour:<3}")).collect();
        let _ = writeln!(text, "  {}", labels.trim_end());
    }
    text
}
