//! `ganttlet catalog`.

use crate::{error_without_place, output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Kind, Parameter, Variable, When};
use ganttlet_document::catalog::{Item, catalog};
use std::fmt::Write;

/// Prints the catalog, or the part with the name `word`. Always true: there is no incomplete result.
pub(crate) fn print_catalog(json: bool, word: Option<&str>) -> Result<bool, Vec<Diagnostic>> {
    let mut all = catalog();
    if let Some(word) = word {
        let word = word.to_lowercase();
        all.entries.retain(|item| {
            item.entry.id == word || item.family == word || item.entry.name.to_lowercase().contains(&word)
        });
        if all.entries.is_empty() {
            let hint = "`ganttlet catalog` lists all entries; `ganttlet glossary` defines terms.";
            return Err(vec![Diagnostic::error(format!("no catalog entry matches {word:?}")).hint(hint)]);
        }
    }
    if json {
        let text =
            serde_json::to_string_pretty(&all).map_err(|error| error_without_place(error.to_string()))?;
        output::print_text(&(text + "\n"))?;
        return Ok(true);
    }
    let mut text = String::new();
    for family in &all.families {
        let items: Vec<&Item> = all.entries.iter().filter(|item| item.family == family.id).collect();
        if items.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{} ({}): {}\n", family.name, family.id, family.summary);
        for item in items {
            describe_item(item, &mut text);
        }
    }
    output::print_text(&text)?;
    Ok(true)
}

/// Appends the description of an entry.
fn describe_item(item: &Item, text: &mut String) {
    let entry = &item.entry;
    let _ = writeln!(text, "  {} - {}", entry.id, entry.name);
    let _ = writeln!(text, "      {}", entry.summary);
    if !entry.when_to_use.is_empty() {
        let _ = writeln!(text, "      When to use: {}", entry.when_to_use);
    }
    for line in entry.pseudocode.lines() {
        let _ = writeln!(text, "          {line}");
    }
    let _ = writeln!(text, "      Source: {}.", entry.source.trim_end_matches('.'));
    if let Some(formula) = item.formula {
        let _ = writeln!(text, "      Formula: {formula}");
    }
    for role in item.roles.unwrap_or_default() {
        let _ = writeln!(
            text,
            "      {}: {} (default: {}). {}",
            role.id,
            role.family.id(),
            role.default,
            role.doc
        );
    }
    list_parameters(entry.parameters, false, text);
    text.push('\n');
}

/// Each parameter on a line, followed by the columns of a table.
fn list_parameters(parameters: &[Parameter], column: bool, text: &mut String) {
    for parameter in parameters {
        let unit = if parameter.unit.is_empty() { String::new() } else { format!(" {}", parameter.unit) };
        let allowed = match &parameter.kind {
            Kind::Number { min, max, default } => format!("{min} to {max}{unit}; default: {default}"),
            Kind::Integer { min, max, default } => format!("{min} to {max}{unit}; default: {default}"),
            Kind::Bool { default } => format!("true or false; default: {default}"),
            Kind::Choice { options, default } => {
                let words: Vec<&str> = options.iter().map(|&(word, _)| word).collect();
                format!("{}; default: {default}", words.join(", "))
            }
            Kind::Expression { default, .. } => format!("an expression; default: {default}"),
            Kind::Text { max_length, default: "" } => {
                format!("a text of at most {max_length} characters; default: empty")
            }
            Kind::Text { max_length, default } => {
                format!("a text of at most {max_length} characters; default: {default}")
            }
            Kind::Table { min, max, default, .. } => {
                format!("a list of {min} to {max} objects; default: {} objects", default.len())
            }
        };
        let column = if column { "    " } else { "--set " };
        let counts = match parameter.when {
            Some(When { parameter, is: [] }) => format!("; only without {parameter}"),
            Some(When { parameter, is }) => format!("; only if {parameter} is {}", is.join(" or ")),
            None => String::new(),
        };
        let _ = writeln!(text, "      {column}{}=...  {} ({allowed}{counts})", parameter.id, parameter.doc);
        match parameter.kind {
            Kind::Table { columns, .. } => list_parameters(columns, true, text),
            Kind::Expression { variables, .. } => {
                for Variable { id, unit, doc } in variables {
                    let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
                    let _ = writeln!(text, "          {id}  {doc}{unit}");
                }
            }
            _ => {}
        }
    }
}
