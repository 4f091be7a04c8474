//! Rejects documents for another command, in one line.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::{DocumentKind, recognise_document};
use std::path::Path;

/// The kind of a document that the command does not accept, and the command that does; `None` for the wanted kind and
/// unknown ones.
fn other_use(text: &str, wanted: DocumentKind) -> Option<&'static str> {
    let kind = recognise_document(text);
    if kind == Some(wanted) {
        return None;
    }
    match kind {
        Some(DocumentKind::Scenario) => {
            Some("the file is a scenario: use `ganttlet run` or `ganttlet compare`")
        }
        Some(DocumentKind::Study) => Some("the file is a study: use `ganttlet sweep`"),
        Some(DocumentKind::Results) => {
            Some("the file contains results of `ganttlet sweep --out`: use `ganttlet collect`")
        }
        Some(DocumentKind::Bundle) => {
            Some("the file is a scenario with its files: use `ganttlet run` or `ganttlet compare`")
        }
        Some(DocumentKind::Lesson) => Some("the file is a lesson: open it in the page"),
        None if is_page_results(text) => Some(
            "the file contains results of a study: `ganttlet sweep` takes the study itself, which the page downloads as “Study”",
        ),
        None => None,
    }
}

/// True for the results of a study as written by the page and `ganttlet sweep --json`.
fn is_page_results(text: &str) -> bool {
    let tree = ganttlet_document::parse_scenario(text).map(|(tree, _)| tree);
    tree.is_ok_and(|tree| tree["study"]["base"].is_object() && !tree["runs"].is_null())
}

/// Fails if a document is not of the wanted kind and another command accepts it.
pub(crate) fn check_use(shown: &Path, text: &str, wanted: DocumentKind) -> Result<(), Vec<Diagnostic>> {
    match other_use(text, wanted) {
        Some(message) => Err(vec![Diagnostic::error(message.to_owned()).file(shown.display().to_string())]),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str =
        r#"{"version": 1, "platform": {"preset": "das2"}, "workload": [], "system": {"kind": "batch"}}"#;

    #[test]
    fn a_document_of_another_command_is_refused_in_one_line() {
        let (study, results) = (
            format!("{{\"base\": {SCENARIO}}}"),
            format!("{{\"study\": {{\"base\": {SCENARIO}}}, \"runs\": [[1]]}}"),
        );
        let lines = "{\"ganttlet\":\"results\",\"engine\":\"0\"}\n{\"run\":0}\n";
        for (text, wanted, words) in [
            (&*study, DocumentKind::Study, None),
            (&*study, DocumentKind::Scenario, Some("`ganttlet sweep`")),
            (SCENARIO, DocumentKind::Scenario, None),
            (SCENARIO, DocumentKind::Study, Some("`ganttlet run`")),
            (&*results, DocumentKind::Study, Some("contains results of a study")),
            (&*results, DocumentKind::Scenario, Some("contains results of a study")),
            (lines, DocumentKind::Study, Some("`ganttlet collect`")),
            ("{}", DocumentKind::Study, None),
        ] {
            let refused = check_use(Path::new("x.json"), text, wanted).err();
            match (&refused, words) {
                (None, None) => {}
                (Some(all), Some(words)) => {
                    assert!(
                        all.len() == 1 && all[0].message.contains(words) && all[0].hint.is_empty(),
                        "{all:?}"
                    );
                }
                _ => panic!("{text}: {refused:?}"),
            }
        }
    }
}
