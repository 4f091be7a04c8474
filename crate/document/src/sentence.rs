//! Sentences about measured values, shown only while they are true: questions and answers above the charts and in
//! lessons.
//!
//! A sentence is a template with a condition. Both contain expressions over values of the runs: `a_wait` is the mean wait
//! time of the first variant, `b_wait_max` the maximum of the second, `least_makespan` the makespan of the variant with the
//! minimum of the metric `of`; `subjects`, `nodes`, `clusters` and `variants` are counts. In a template
//! `{a_wait - b_wait; s}` is a number with its unit, `{subjects; job|jobs}` a number with its word, `{b}` and `{least}` are
//! names of variants; `least` and `most` name all variants with that value. A sentence with a value that is unknown or missing is not shown.

use crate::read::read_document;
use crate::study::{PROSE, WORD, list};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::document::{Document, Shape, Stored};
use ganttlet_core::expression::Expression;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// Stories; the first one with a true sentence is used.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Stories {
    /// The stories: those of specific comparisons before those of any comparison.
    #[field(is = STORIES)]
    pub stories: Vec<Story>,
}

/// Questions and answers for a comparison.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Story {
    /// Names of the variants, in their order; if empty, any variants.
    #[field(is = NAMES, default = vec![])]
    pub names: Vec<String>,
    /// Questions; the first one whose condition holds is shown.
    #[field(is = SENTENCES, default = vec![])]
    pub question: Vec<Sentence>,
    /// Answers; the first one whose condition holds is shown.
    #[field(is = SENTENCES, default = vec![])]
    pub answer: Vec<Sentence>,
    /// Explanations; the first one whose condition holds follows the answer.
    #[field(is = SENTENCES, default = vec![])]
    pub because: Vec<Sentence>,
}

/// A sentence with a condition.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Sentence {
    /// Metric of which `least` has the minimum and `most` the maximum: `wait`, `wait_max`.
    #[field(is = WORD, optional)]
    pub of: String,
    /// Condition: an expression that is not 0 when the sentence is true. Without it, the sentence is always true.
    #[field(key = "if", is = WORD, optional)]
    pub only: String,
    /// The sentence, with placeholders for numbers and names.
    #[field(is = PROSE)]
    pub text: String,
}

/// A question of a lesson with its choices.
#[derive(Clone, Debug, PartialEq, Document)]
pub struct Prediction {
    /// The question.
    #[field(is = PROSE)]
    pub question: String,
    /// Choices; a choice is correct if its condition holds.
    #[field(is = CHOICES)]
    pub choices: Vec<Sentence>,
    /// Explanations; the first one whose condition holds is shown after the reader has chosen.
    #[field(is = SENTENCES)]
    pub answer: Vec<Sentence>,
}

/// A part of a sentence: text or a number.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Piece {
    /// The words; empty for a number.
    pub text: String,
    /// The number, if it is one.
    pub value: Option<f64>,
    /// Its unit, as measures have it, or the words for one and for several (`job|jobs`).
    pub unit: String,
}

/// The question and answer of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(rename = "Told")]
pub struct ComparisonTexts {
    /// The question; empty for none.
    pub question: Vec<Piece>,
    /// The answer; empty for none.
    pub answer: Vec<Piece>,
}

/// The evaluation of a prediction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Judgement {
    /// Indices of the correct choices.
    pub right: Vec<usize>,
    /// The answer; empty for none.
    pub answer: Vec<Piece>,
}

/// The facts about a comparison: `subjects`, `nodes`, `clusters`, and the `variants`, each with its `name` and, once
/// available, the `rows` of its report.
#[derive(Debug)]
pub struct Facts(pub Value);

const STORIES: Shape = Shape::List(&list(Story::SHAPE, 0, 1_000, "stories"));
const NAMES: Shape = Shape::List(&list(PROSE, 0, 100, "names"));
pub(crate) const SENTENCES: Shape = Shape::List(&list(Sentence::SHAPE, 0, 100, "sentences"));
const CHOICES: Shape = Shape::List(&list(Sentence::SHAPE, 2, 4, "choices"));
/// The counts of the whole comparison.
const COUNTS: [&str; 3] = ["subjects", "nodes", "clusters"];

impl Facts {
    fn variants(&self) -> &[Value] {
        self.0["variants"].as_array().map_or(&[], Vec::as_slice)
    }

    fn variant_name(&self, variant: usize) -> &str {
        self.variants()[variant]["name"].as_str().unwrap_or_default()
    }

    /// A metric of a variant (`wait`, `wait_max`); NaN if unknown.
    fn metric_value(&self, variant: usize, name: &str) -> f64 {
        let rows = self.variants()[variant]["rows"].as_array().map_or(&[][..], Vec::as_slice);
        let row = |name: &str| {
            let same =
                |id: &str| id.bytes().map(|byte| if byte == b'-' { b'_' } else { byte }).eq(name.bytes());
            rows.iter().find(|row| row["id"].as_str().is_some_and(same))
        };
        let value = row(name).map(|row| &row["value"]);
        let statistic = || {
            let (measure, statistic) = name.rsplit_once('_')?;
            row(measure).map(|row| &row["statistics"][statistic])
        };
        value.or_else(statistic).and_then(Value::as_f64).unwrap_or(f64::NAN)
    }

    /// The variant in a role: `a`, `b`, .. by its place, `least` and `most` by the metric `of`.
    fn variant_in_role(&self, role: &str, of: &str) -> Option<usize> {
        let count = self.variants().len();
        let value = |variant: &usize| self.metric_value(*variant, of);
        if role == "least" || role == "most" {
            let known = (0..count).all(|variant| value(&variant).is_finite());
            let order = |a: &usize, b: &usize| value(a).total_cmp(&value(b));
            // Of equal values the first variant is `least` and the last is `most`, so that the two always differ.
            let found = if role == "least" { (0..count).min_by(order) } else { (0..count).max_by(order) };
            return found.filter(|_| known && !of.is_empty());
        }
        let [letter @ b'a'..=b'h'] = *role.as_bytes() else { return None };
        Some(usize::from(letter - b'a')).filter(|&place| place < count)
    }

    /// The name of a role: for `least` and `most`, those of all variants with that value, unless all variants have it.
    fn role_name(&self, role: &str, of: &str) -> Option<String> {
        let found = self.variant_in_role(role, of)?;
        let value = |variant: usize| self.metric_value(variant, of);
        let count = self.variants().len();
        let equal: Vec<usize> =
            (0..count).filter(|&variant| value(variant).total_cmp(&value(found)).is_eq()).collect();
        if !matches!(role, "least" | "most") || equal.len() == count {
            return Some(self.variant_name(found).to_owned());
        }
        let names: Vec<&str> = equal.into_iter().map(|variant| self.variant_name(variant)).collect();
        let (last, others) = names.split_last()?;
        Some(if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) })
    }

    /// The value of a word of an expression; NaN if unknown.
    fn word_value(&self, word: &str, of: &str) -> f64 {
        if word == "variants" {
            return self.variants().len() as f64;
        }
        if COUNTS.contains(&word) {
            return self.0[word].as_f64().unwrap_or(f64::NAN);
        }
        let (role, measure) = word.split_once('_').unwrap_or((word, ""));
        self.variant_in_role(role, of).map_or(f64::NAN, |variant| self.metric_value(variant, measure))
    }

    /// The value of an expression; `None` if it or one of its names has no value.
    fn evaluate(&self, text: &str, of: &str) -> Option<f64> {
        let words: Vec<&str> = expression_words(text).collect();
        let expression = Expression::parse(text, &words).ok()?;
        let numbers: Vec<f64> = words.iter().map(|word| self.word_value(word, of)).collect();
        let known = expression.used_fields().into_iter().all(|field| numbers[field].is_finite());
        Some(expression.evaluate(&numbers)).filter(|value| known && value.is_finite())
    }

    /// Whether a condition holds; an empty one does.
    fn is_true(&self, condition: &str, of: &str) -> bool {
        condition.is_empty() || self.evaluate(condition, of).is_some_and(|value| value != 0.0)
    }

    /// The pieces of a sentence, if its condition holds.
    fn render_sentence(&self, Sentence { of, only, text }: &Sentence) -> Option<Vec<Piece>> {
        if !self.is_true(only, of) {
            return None;
        }
        template_parts(text).into_iter().map(|part| self.render_part(part, of)).collect()
    }

    fn render_part(&self, part: Part<'_>, of: &str) -> Option<Piece> {
        let words = |text: &str| Piece { text: text.to_owned(), value: None, unit: String::new() };
        match part {
            Part::Words(text) => Some(words(text)),
            Part::Place(place, _) if is_variant_role(place) => Some(words(&self.role_name(place, of)?)),
            Part::Place(place, unit) => Some(Piece {
                text: String::new(),
                value: Some(self.evaluate(place, of)?),
                unit: unit.to_owned(),
            }),
        }
    }

    fn render_first(&self, sentences: &[Sentence]) -> Vec<Piece> {
        sentences.iter().find_map(|sentence| self.render_sentence(sentence)).unwrap_or_default()
    }
}

impl Stories {
    /// Reads stories; reports all errors of the text in one pass.
    pub fn read(text: &str) -> (Option<Self>, Vec<Diagnostic>) {
        let (said, mut diagnostics) = read_document(text, Self::SHAPE);
        let stories = said.map(|said| <Self as Stored>::read(&said));
        for (at, story) in stories.iter().flat_map(|all| &all.stories).enumerate() {
            for (key, sentences) in
                [("question", &story.question), ("answer", &story.answer), ("because", &story.because)]
            {
                check_sentences(sentences, &format!("/stories/{at}/{key}"), &mut diagnostics);
            }
        }
        let right = diagnostics.is_empty();
        (stories.filter(|_| right), diagnostics)
    }

    /// The first true question, and the first true answer with its reason, of the stories about these variants.
    pub fn select_texts(&self, facts: &Facts) -> ComparisonTexts {
        let about = |story: &&Story| {
            let names = || (0..facts.variants().len()).map(|variant| facts.variant_name(variant));
            story.names.is_empty() || names().eq(story.names.iter().map(String::as_str))
        };
        let mut told = ComparisonTexts::default();
        for story in self.stories.iter().filter(about) {
            if told.question.is_empty() {
                told.question = facts.render_first(&story.question);
            }
            if told.answer.is_empty() {
                told.answer = facts.render_first(&story.answer);
                if !told.answer.is_empty() {
                    told.answer.extend(facts.render_first(&story.because));
                }
            }
        }
        told
    }
}

impl Prediction {
    /// Reads a prediction; reports all errors of the text in one pass.
    pub fn read(text: &str) -> (Option<Self>, Vec<Diagnostic>) {
        let (said, mut diagnostics) = read_document(text, Self::SHAPE);
        let prediction = said.map(|said| <Self as Stored>::read(&said));
        if let Some(Self { choices, answer, .. }) = &prediction {
            check_sentences(choices, "/choices", &mut diagnostics);
            check_sentences(answer, "/answer", &mut diagnostics);
        }
        let right = diagnostics.is_empty();
        (prediction.filter(|_| right), diagnostics)
    }

    /// Evaluates the prediction.
    pub fn judge(&self, facts: &Facts) -> Judgement {
        let right = |at: &usize| facts.render_sentence(&self.choices[*at]).is_some();
        Judgement {
            right: (0..self.choices.len()).filter(right).collect(),
            answer: facts.render_first(&self.answer),
        }
    }
}

/// A part of a template.
#[derive(Clone, Copy)]
enum Part<'a> {
    Words(&'a str),
    /// The text between brackets: an expression or a role, and a unit.
    Place(&'a str, &'a str),
}

fn template_parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').unwrap_or((after, ""));
        let (place, unit) = place.split_once(';').unwrap_or((place, ""));
        parts.extend((!before.is_empty()).then_some(Part::Words(before)));
        parts.push(Part::Place(place.trim(), unit.trim()));
        rest = after;
    }
    parts.extend((!rest.is_empty()).then_some(Part::Words(rest)));
    parts
}

/// True for `a`, `b`, .., `least` and `most`, which represent variants.
fn is_variant_role(word: &str) -> bool {
    matches!(word, "least" | "most") || matches!(word.as_bytes(), [b'a'..=b'h'])
}

/// The words of an expression that may be names of numbers, functions and operators among them.
fn expression_words(text: &str) -> impl Iterator<Item = &str> {
    let of_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.split(move |letter| !of_word(letter))
        .filter(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()))
}

/// Reports errors in the expressions of sentences.
fn check_sentences(sentences: &[Sentence], place: &str, diagnostics: &mut Vec<Diagnostic>) {
    for (at, sentence) in sentences.iter().enumerate() {
        let places = template_parts(&sentence.text);
        let places = places.iter().filter_map(|part| match part {
            Part::Place(text, _) if !is_variant_role(text) => Some(*text),
            _ => None,
        });
        let all = places.chain(Some(sentence.only.as_str()).filter(|text| !text.is_empty()));
        let wrong =
            all.filter_map(|text| Expression::parse(text, &expression_words(text).collect::<Vec<_>>()).err());
        diagnostics.extend(wrong.map(|wrong| wrong.place(format!("{place}/{at}"))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn facts(waits: &[f64]) -> Facts {
        let variant = |(at, wait): (usize, &f64)| {
            let name = ["FCFS", "EASY", "SJF"][at];
            json!({"name": name, "rows": [{"id": "wait", "value": wait, "statistics": {"max": 10.0 * wait}}, {"id": "queue-length", "value": null}]})
        };
        let variants: Vec<Value> = waits.iter().enumerate().map(variant).collect();
        Facts(json!({"subjects": 70, "nodes": 1, "variants": variants}))
    }

    fn text(pieces: &[Piece]) -> String {
        let piece =
            |piece: &Piece| piece.value.map_or(piece.text.clone(), |x| format!("[{x} {}]", piece.unit));
        pieces.iter().map(piece).collect()
    }

    fn texts(stories: &Value, waits: &[f64]) -> (String, String) {
        let (stories, diagnostics) = Stories::read(&json!({"stories": stories}).to_string());
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let told = stories.expect("stories").select_texts(&facts(waits));
        (text(&told.question), text(&told.answer))
    }

    #[test]
    fn a_sentence_is_shown_if_it_is_true() {
        let stories = json!([
            {"names": ["FCFS", "EASY"],
             "question": [{"if": "a_wait > b_wait", "text": "{subjects; job|jobs}: why does {b} wait {a_wait - b_wait; s} less?"}],
             "answer": [{"if": "b_wait_max >= 900", "text": "The longest waits {b_wait_max; s}."}]},
            {"question": [{"text": "Who waits?"}],
             "answer": [{"of": "wait", "if": "most_wait > least_wait", "text": "{least} waits least of {variants}."}],
             "because": [{"if": "a_queue_length > 0", "text": " Never."}, {"text": " So."}]}
        ]);
        let (question, answer) = texts(&stories, &[300.0, 100.0]);
        assert_eq!(question, "[70 job|jobs]: why does EASY wait [200 s] less?");
        assert_eq!(answer, "The longest waits [1000 s].");
        assert_eq!(
            texts(&stories, &[70.0, 80.0]),
            ("Who waits?".into(), "FCFS waits least of [2 ]. So.".into())
        );
        assert_eq!(texts(&stories, &[80.0, 90.0, 7.0]).1, "SJF waits least of [3 ]. So.");
        assert_eq!(texts(&stories, &[80.0, 80.0, 80.0]).1, "");
    }

    #[test]
    fn least_and_most_are_different_variants() {
        let stories = json!([{"answer": [{"of": "wait", "text": "{least} and {most}"}]}]);
        assert_eq!(texts(&stories, &[80.0, 80.0]).1, "FCFS and EASY");
        assert_eq!(texts(&stories, &[80.0, 70.0, 90.0]).1, "EASY and SJF");
    }

    #[test]
    fn variants_with_the_same_value_are_named_together() {
        let stories =
            json!([{"answer": [{"of": "wait", "text": "least with {least}, most with {most}; {a}"}]}]);
        assert_eq!(texts(&stories, &[80.0, 70.0, 80.0]).1, "least with EASY, most with FCFS and SJF; FCFS");
        assert_eq!(texts(&stories, &[70.0, 70.0, 80.0]).1, "least with FCFS and EASY, most with SJF; FCFS");
        assert_eq!(texts(&stories, &[70.0, 70.0, 70.0]).1, "least with FCFS, most with SJF; FCFS");
    }

    #[test]
    fn sentences_without_values_are_not_shown() {
        let unknown = [
            "c_wait > 0",
            "a_queue_length >= 0",
            "not a_slowdown > 3",
            "a_wait_p77 > 0",
            "least_wait >= 0",
            "clusters > 0",
        ];
        for only in unknown {
            let stories = json!([{"question": [{"if": only, "text": "Said."}]}]);
            assert_eq!(texts(&stories, &[1.0, 2.0]).0, "", "{only}");
        }
        for text in ["{c}", "{least}", "{1 / (a_wait - 1)}", "{a_response; s}"] {
            let stories = json!([{"question": [{"text": text}]}]);
            assert_eq!(texts(&stories, &[1.0, 2.0]).0, "", "{text}");
        }
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        let wrong = |sentence: Value| {
            let stories = json!({"stories": [{"answer": [sentence]}]}).to_string();
            let (stories, diagnostics) = Stories::read(&stories);
            assert!(stories.is_none());
            diagnostics[0].to_string()
        };
        assert!(
            wrong(json!({"if": "a_wait >", "text": ""})).contains("/stories/0/answer/0: column 9: expected")
        );
        assert!(wrong(json!({"text": "{a_wait -; s} less"})).contains("/stories/0/answer/0: column 9"));
        assert!(wrong(json!({"txt": ""})).contains("txt"));
    }

    #[test]
    fn a_prediction_is_judged() {
        let said = json!({"question": "Who?", "choices": [{"if": "a_wait < b_wait", "text": "a"}, {"if": "b_wait <= 0.5 * a_wait", "text": "b"}],
            "answer": [{"if": "b_wait < a_wait", "text": "{b} by {a_wait - b_wait; s}."}]});
        let prediction = Prediction::read(&said.to_string()).0.expect("a prediction");
        let judged = |waits: &[f64]| {
            let Judgement { right, answer } = prediction.judge(&facts(waits));
            (right, text(&answer))
        };
        assert_eq!(judged(&[4.0, 2.0]), (vec![1], "EASY by [2 s].".into()));
        assert_eq!(judged(&[4.0, 3.0]), (vec![], "EASY by [1 s].".into()));
        assert_eq!(judged(&[4.0, 5.0]), (vec![0], String::new()));
    }
}
