//! The terms that texts use: one list for the page, the command line and the reference.
//!
//! The list is a separate file, because the page fetches it only when a glossary or lesson is opened.

use serde::{Deserialize, Serialize};

/// The file with the list, which the page fetches too.
const TERMS_JSON: &str = include_str!("../../../static/glossary.json");

/// A term and its meaning.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The term, spelled as in texts.
    pub term: String,
    /// The definition, one sentence.
    pub definition: String,
    /// The formula; empty for a term that is not a quantity.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub formula: String,
    /// Other names and abbreviations in the literature.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The source of the definition: publication and section.
    pub source: String,
    /// The one publication that uses the term; empty for a term of the field.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub publication: String,
    /// Related terms of the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub see: Vec<String>,
}

/// All terms, in the order of the file: by topic.
///
/// # Panics
/// If the file of the list is not as described here; a test reads it.
pub fn glossary() -> Vec<Term> {
    serde_json::from_str(TERMS_JSON).expect("the file of terms is part of the program, and a test reads it")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_term_has_one_sentence_and_a_source_and_refers_to_terms() {
        let terms = glossary();
        let names: HashSet<&str> = terms.iter().map(|term| &*term.term).collect();
        assert_eq!(names.len(), terms.len(), "no term is defined twice");
        for Term { term, definition, source, see, .. } in &terms {
            assert!(definition.ends_with('.') && definition.len() > 20, "{term}: {definition}");
            assert!(!source.is_empty(), "{term} has no source");
            for other in see {
                assert!(names.contains(&**other), "{term} refers to {other}, which is no term");
            }
        }
    }

    #[test]
    fn terms_of_one_publication_name_it() {
        let terms = glossary();
        for name in ["ghost", "view", "looseness", "EER", "normalised schedule length"] {
            let term = terms.iter().find(|term| term.term == name).expect("a term of the list");
            assert!(!term.publication.is_empty(), "{name}");
        }
    }
}
