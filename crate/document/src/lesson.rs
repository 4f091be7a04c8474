//! A lesson: a question, a scenario, and steps that change it.

use crate::read::shaped;
use crate::sentence::{Prediction, SENTENCES, Sentence};
use crate::study::{PROSE, Tree, WORD, list};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::entry::document::{Document, Map, Shape};

/// A lesson.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Lesson {
    /// Title of the lesson.
    #[field(is = PROSE)]
    pub title: String,
    /// What it asks.
    #[field(is = PROSE)]
    pub question: String,
    /// The scenario that its steps change.
    #[field(is = Shape::Tree, need = "Add \"scenario\": and a scenario.")]
    pub scenario: Tree,
    /// Its steps.
    #[field(is = STEPS)]
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Step {
    /// What is done, and what to look at.
    #[field(is = PROSE)]
    pub text: String,
    /// What came out: the first that holds.
    #[field(is = SENTENCES, default = vec![])]
    pub says: Vec<Sentence>,
    /// Changes to the scenario of the step before, by JSON pointer; null takes a place away.
    #[field(is = CHANGES, default = vec![])]
    pub changes: Vec<(String, Tree)>,
    /// The metric whose numbers are shown.
    #[field(is = WORD, optional)]
    pub measure: String,
    /// The statistic of that metric.
    #[field(is = WORD, optional)]
    pub statistic: String,
    /// Where the playhead is put: seconds, or `end`.
    #[field(is = Shape::Tree, optional)]
    pub playhead_s: Tree,
    /// What bars are coloured by.
    #[field(is = WORD, optional)]
    pub colour: String,
    /// Whether it is about many seeds.
    #[field(default = false)]
    pub seeds: bool,
    /// What it asks the reader to predict.
    #[field(is = Prediction::SHAPE, optional)]
    pub predict: Option<Prediction>,
    /// What it asks the reader to change.
    #[field(is = Task::SHAPE, optional)]
    pub task: Option<Task>,
}

/// Something that the reader changes.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Task {
    /// What is to be done; its choices are `done` and `not yet`.
    #[field(is = Prediction::SHAPE)]
    pub predict: Prediction,
    /// A hint.
    #[field(is = PROSE)]
    pub hint: String,
    /// Changes to the scenario of the step that do it, by JSON pointer.
    #[field(is = CHANGES)]
    pub solution: Vec<(String, Tree)>,
}

const STEPS: Shape = Shape::List(&list(Step::SHAPE, 1, 100, "steps"));
const CHANGES: Shape =
    Shape::Map(&Map { of: Shape::Tree, things: "values by JSON pointer", hint: "{\"/seed\": 7}" });

impl Lesson {
    /// What there is to tell of the text of a lesson; whether its scenarios can be run is told when they are.
    pub fn check(text: &str) -> Vec<Diagnostic> {
        shaped(text, Self::SHAPE).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(steps: &str) -> String {
        let text = format!(r#"{{"title": "t", "question": "q?", "scenario": {{}}, "steps": {steps}}}"#);
        Lesson::check(&text).iter().map(|one| format!("{one}\n")).collect()
    }

    #[test]
    fn steps_that_are_none_are_told_with_their_place() {
        assert_eq!(told(r#"[{"text": "Look."}]"#), "");
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
            let told = told(steps);
            assert!(
                told.starts_with(&format!("error: {place}")),
                "{}: {told}",
                &steps[..steps.len().min(60)]
            );
        }
    }

    #[test]
    fn lessons_of_the_site_are_lessons() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/lessons");
        for file in std::fs::read_dir(folder).expect("the lessons") {
            let path = file.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("text");
            if !path.ends_with("index.json") {
                assert_eq!(Lesson::check(&text), [], "{}", path.display());
            }
        }
    }
}
