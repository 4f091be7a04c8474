//! `ganttlet glossary`.

use crate::{error_without_place, output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::glossary::{Term, glossary};
use std::fmt::Write;

/// Prints the terms, or those with `word` in their names. Always true: there is no incomplete result.
pub(crate) fn print_glossary(json: bool, word: Option<&str>) -> Result<bool, Vec<Diagnostic>> {
    let mut terms = glossary();
    if let Some(word) = word {
        let wanted = word.to_lowercase();
        let has = |name: &String| name.to_lowercase().contains(&wanted);
        terms.retain(|term| has(&term.term) || term.also.iter().any(has));
        if terms.is_empty() {
            let all =
                "`ganttlet glossary` lists all terms; `ganttlet catalog` describes policies and metrics.";
            return Err(vec![Diagnostic::error(format!("no term has {word:?} in its name")).hint(all)]);
        }
    }
    if json {
        let text =
            serde_json::to_string_pretty(&terms).map_err(|error| error_without_place(error.to_string()))?;
        output::print_text(&(text + "\n"))?;
        return Ok(true);
    }
    terms.sort_by_key(|term| term.term.to_lowercase());
    let mut text = String::new();
    for term in &terms {
        describe_term(term, &mut text);
    }
    output::print_text(&text)?;
    Ok(true)
}

/// Appends the explanation of a term.
fn describe_term(term: &Term, text: &mut String) {
    let Term { term, definition, formula, also, source, publication, see } = term;
    let also = if also.is_empty() { String::new() } else { format!(" ({})", also.join(", ")) };
    let _ = writeln!(text, "{term}{also}\n    {definition}");
    if !formula.is_empty() {
        let _ = writeln!(text, "    Formula: {formula}");
    }
    if !publication.is_empty() {
        let _ = writeln!(text, "    A term of {publication} only.");
    }
    let _ = writeln!(text, "    Source: {}.", source.trim_end_matches('.'));
    if !see.is_empty() {
        let _ = writeln!(text, "    See also: {}.", see.join(", "));
    }
    text.push('\n');
}
