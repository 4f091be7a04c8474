//! A lesson: a question, a scenario, and steps that change the scenario.

use crate::read::read_document;
use crate::sentence::{Prediction, SENTENCES, Sentence};
use crate::study::{PROSE, Tree, WORD, list};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::document::{Document, Map, Shape};

/// A lesson.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Lesson {
    /// Title of the lesson.
    #[field(is = PROSE)]
    pub title: String,
    /// Question of the lesson.
    #[field(is = PROSE)]
    pub question: String,
    /// Scenario that the steps change.
    #[field(is = Shape::Tree, need = "Add \"scenario\" with a scenario.")]
    pub scenario: Tree,
    /// Steps of the lesson.
    #[field(is = STEPS)]
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Step {
    /// Text of the step: what changes and what to look at.
    #[field(is = PROSE)]
    pub text: String,
    /// Sentences on the results; the first one whose condition holds is shown.
    #[field(is = SENTENCES, default = vec![])]
    pub says: Vec<Sentence>,
    /// Changes to the scenario of the previous step, by JSON pointer; null removes a value.
    #[field(is = CHANGES, default = vec![])]
    pub changes: Vec<(String, Tree)>,
    /// Metric whose values are shown.
    #[field(is = WORD, optional)]
    pub measure: String,
    /// Statistic of that metric.
    #[field(is = WORD, optional)]
    pub statistic: String,
    /// Position of the playhead: seconds, or `end`.
    #[field(is = Shape::Tree, optional)]
    pub playhead_s: Tree,
    /// Colour scheme of the bars.
    #[field(is = WORD, optional)]
    pub colour: String,
    /// True if the step compares many seeds.
    #[field(default = false)]
    pub seeds: bool,
    /// Prediction that the reader makes.
    #[field(is = Prediction::SHAPE, optional)]
    pub predict: Option<Prediction>,
    /// Task for the reader: a change of the scenario.
    #[field(is = Task::SHAPE, optional)]
    pub task: Option<Task>,
}

/// A change of the scenario that the reader makes.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Task {
    /// The task; its choices are `done` and `not yet`.
    #[field(is = Prediction::SHAPE)]
    pub predict: Prediction,
    /// Hint.
    #[field(is = PROSE)]
    pub hint: String,
    /// Changes to the scenario of the step that solve the task, by JSON pointer.
    #[field(is = CHANGES)]
    pub solution: Vec<(String, Tree)>,
}

const STEPS: Shape = Shape::List(&list(Step::SHAPE, 1, 100, "steps"));
const CHANGES: Shape =
    Shape::Map(&Map { of: Shape::Tree, things: "values by JSON pointer", hint: "{\"/seed\": 7}" });

impl Lesson {
    /// The diagnostics of the text of a lesson; its scenarios are checked when they run.
    pub fn diagnostics(text: &str) -> Vec<Diagnostic> {
        read_document(text, Self::SHAPE).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagnostics_of_steps(steps: &str) -> String {
        let text = format!(r#"{{"title": "t", "question": "q?", "scenario": {{}}, "steps": {steps}}}"#);
        Lesson::diagnostics(&text).iter().map(|one| format!("{one}\n")).collect()
    }

    #[test]
    fn invalid_steps_are_reported_with_their_place() {
        assert_eq!(diagnostics_of_steps(r#"[{"text": "Look."}]"#), "");
        let many = format!("[{}]", vec![r#"{"text": "x"}"#; 100_000].join(","));
        for (steps, place) in [
            ("[]", "/steps"),
            ("5", "/steps"),
            ("[null]", "/steps/0"),
            (r#"[{"text": 7}]"#, "/steps/0/text"),
            (r#"[{"text": "x", "changes": []}]"#, "/steps/0/changes"),
            (r#"[{"text": "x", "predict": {"question": "?"}}]"#, "/steps/0/predict"),
            (&many, "/steps"),
        ] {
            let told = diagnostics_of_steps(steps);
            assert!(
                told.starts_with(&format!("error: {place}")),
                "{}: {told}",
                &steps[..steps.len().min(60)]
            );
        }
    }

    #[test]
    fn shipped_lessons_are_valid() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/lessons");
        for file in std::fs::read_dir(folder).expect("the lessons") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("text");
            if !path.ends_with("index.json") {
                assert_eq!(Lesson::diagnostics(&text), [], "{}", path.display());
            }
        }
    }
}
