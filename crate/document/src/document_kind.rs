//! Recognises JSON documents: a scenario, or a document that contains scenarios.

use crate::parse_scenario;
use serde::Serialize;
use ts_rs::TS;

/// The kinds of documents in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum DocumentKind {
    /// A scenario.
    Scenario,
    /// A scenario with the files that it names.
    Bundle,
    /// A study.
    Study,
    /// The results of the runs of a study, one line per run.
    Results,
    /// A lesson.
    Lesson,
}

/// Recognises a document by its keys, even if it is damaged; `None` for anything else, which is read as a scenario.
pub fn recognise_document(text: &str) -> Option<DocumentKind> {
    let first = text.trim_start_matches('\u{feff}').trim_start().lines().next().unwrap_or_default();
    if first.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with("\"ganttlet\"")) {
        return Some(DocumentKind::Results);
    }
    if ganttlet_format::json_of_another_tool(text).is_some() {
        return None;
    }
    let tree = parse_scenario(text).map(|(tree, _)| tree);
    let has = |name: &str| match &tree {
        Ok(tree) => tree.get(name).is_some(),
        Err(_) => ganttlet_format::has_key(text, name),
    };
    let whole = tree.is_ok();
    if has("base") {
        Some(DocumentKind::Study)
    } else if has("steps") && (whole || has("scenario")) {
        Some(DocumentKind::Lesson)
    } else if has("scenario") && !has("version") {
        Some(DocumentKind::Bundle)
    } else if ["platform", "workload", "system", "version"].into_iter().any(has) {
        Some(DocumentKind::Scenario)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_recognised_by_their_names() {
        let scenario =
            r#"{"version": 1, "platform": {"preset": "das2"}, "workload": [], "system": {"kind": "batch"}}"#;
        let nested = |name: &str| format!("{{\"{name}\": {scenario}}}");
        for (text, kind) in [
            (scenario.to_owned(), Some(DocumentKind::Scenario)),
            (format!("\u{feff}\n {scenario}"), Some(DocumentKind::Scenario)),
            (nested("base"), Some(DocumentKind::Study)),
            (nested("scenario"), Some(DocumentKind::Bundle)),
            (format!("{{\"scenario\": {scenario}, \"steps\": [null]}}"), Some(DocumentKind::Lesson)),
            (r#"{"steps": 5}"#.to_owned(), Some(DocumentKind::Lesson)),
            (
                "{\"ganttlet\":\"results\",\"engine\":\"0\"}\n{\"run\":0}\n".to_owned(),
                Some(DocumentKind::Results),
            ),
            ("[]".to_owned(), None),
            ("{}".to_owned(), None),
            ("1 5 -1 0 1 -1 -1".to_owned(), None),
            (r#"{"nb_res": 4, "jobs": []}"#.to_owned(), None),
        ] {
            assert_eq!(recognise_document(&text), kind, "{text}");
        }
    }

    #[test]
    fn broken_documents_are_recognised_too() {
        for (text, kind) in [
            (r#"{"version": 1, "platform": {"#, DocumentKind::Scenario),
            (r#"{"base": {"version": 1, "platform": {}"#, DocumentKind::Study),
            (r#"{"scenario": {}, "steps": [}"#, DocumentKind::Lesson),
            (r#"{"scenario": {}, "files": ["#, DocumentKind::Bundle),
        ] {
            assert_eq!(recognise_document(text), Some(kind), "{text}");
        }
    }
}
