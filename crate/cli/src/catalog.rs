//! `ganttlet catalog`.

use crate::failure;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Kind;
use ganttlet_core::scenario::catalog::{Item, catalog};

/// Prints the catalog, or the part of it that `word` names. True, as nothing can be incomplete.
pub(crate) fn print(json: bool, word: Option<&str>) -> Result<bool, Vec<Diagnostic>> {
    let mut all = catalog();
    if let Some(word) = word {
        let word = word.to_lowercase();
        all.entries.retain(|item| {
            item.entry.id == word
                || item.entry.family.id() == word
                || item.entry.name.to_lowercase().contains(&word)
        });
        if all.entries.is_empty() {
            return Err(failure(format!("nothing in the catalog is called {word:?}")));
        }
    }
    if json {
        let text = serde_json::to_string_pretty(&all).map_err(|error| failure(error.to_string()))?;
        println!("{text}");
        return Ok(true);
    }
    for family in &all.families {
        let items: Vec<&Item> =
            all.entries.iter().filter(|item| item.entry.family.id() == family.id).collect();
        if items.is_empty() {
            continue;
        }
        println!("{} ({}): {}\n", family.name, family.id, family.summary);
        items.into_iter().for_each(describe);
    }
    Ok(true)
}

fn describe(item: &Item) {
    let entry = &item.entry;
    println!("  {} - {}", entry.id, entry.name);
    println!("      {}", entry.summary);
    println!("      Source: {}.", entry.source.trim_end_matches('.'));
    if let Some(formula) = item.formula {
        println!("      Formula: {formula}");
    }
    for role in item.roles.unwrap_or_default() {
        println!("      {}: a {}, {} when not said. {}", role.id, role.family.id(), role.default, role.doc);
    }
    for parameter in entry.parameters {
        let unit = if parameter.unit.is_empty() { String::new() } else { format!(" {}", parameter.unit) };
        let allowed = match &parameter.kind {
            Kind::Number { min, max, default } => format!("{min} to {max}{unit}, {default} when not said"),
            Kind::Integer { min, max, default } => format!("{min} to {max}{unit}, {default} when not said"),
            Kind::Bool { default } => format!("true or false, {default} when not said"),
            Kind::Choice { options, default } => {
                let words: Vec<&str> = options.iter().map(|&(word, _)| word).collect();
                format!("{}; {default} when not said", words.join(", "))
            }
        };
        println!("      --set {}=...  {} ({allowed})", parameter.id, parameter.doc);
    }
    println!();
}
