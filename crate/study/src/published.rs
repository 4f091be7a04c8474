//! The published experiments that ship: the documents of `static/papers`.

use crate::{Findings, Plan, Verdict, published_numbers};
use ganttlet_document::study::Study;
use serde::Serialize;
use ts_rs::TS;

/// The first seed of all published experiments. Claims, tolerances and models were chosen with smaller ones; verdicts come
/// from seeds that nobody had seen.
pub const FIRST_SEED: u64 = 70_001;

/// The documents.
static DOCUMENTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/papers.rs"));

/// The texts on an experiment that are shown before it is run.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentSummary {
    /// Its name: `E2.6`.
    pub id: String,
    /// What it is about, in a few words.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// Publication, section, tables and figures.
    pub source: String,
    /// How it is set up, in a few sentences.
    pub setup: String,
    /// What was fitted, what is a reading, what did not reproduce: a sentence or two each.
    pub notes: Vec<String>,
    /// How many runs there are.
    pub runs: usize,
    /// How many are enough for an impression.
    pub quick_runs: usize,
}

/// An experiment in the list that ships, with what came of a full run.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "Experiment")]
pub struct Listed {
    /// Its name: `E2.6`.
    pub id: String,
    /// What it is about, in a few words.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// Publication, section, tables and figures.
    pub source: String,
    /// How many runs there are.
    pub runs: usize,
    /// How many are enough for an impression.
    pub quick_runs: usize,
    /// What came of each of its claims of which something was published.
    pub verdicts: Vec<Verdict>,
    /// What came of our own checks, of which nothing was.
    pub own: Vec<Verdict>,
}

/// What came of a full run of an experiment, as it ships.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "Published")]
pub struct Shipped {
    /// The name of what was run, 64 hexadecimal digits: another one says that the document has changed since.
    pub study: String,
    /// The name of the result, 16 hexadecimal digits: who runs the same has the same.
    pub digest: String,
    /// The engine that made it.
    pub engine: String,
    /// How many runs there were.
    pub runs: usize,
    /// What they say.
    pub findings: Findings,
}

/// Parses the document of an experiment.
///
/// # Panics
/// If a document that ships cannot be read: a test reads them all.
fn parse_document(text: &str) -> Study {
    Study::read(text).0.expect("what ships can be read")
}

/// The texts of all shipped documents.
pub fn document_texts() -> impl Iterator<Item = &'static str> {
    DOCUMENTS.iter().copied()
}

/// The summaries of all experiments, ordered by name.
pub fn experiment_summaries() -> Vec<ExperimentSummary> {
    let documents = DOCUMENTS.iter().map(|text| {
        let study = parse_document(text);
        let (runs, quick_runs) = (Plan::count_runs(&study, false), Plan::count_runs(&study, true));
        let Study { id, name: title, question, source, setup, notes, .. } = study;
        ExperimentSummary { id, title, question, source, setup, notes, runs, quick_runs }
    });
    let mut all: Vec<ExperimentSummary> = documents.collect();
    // E2.10 comes after E2.9.
    let key = |about: &ExperimentSummary| {
        let letters = about.id.trim_start_matches(char::is_alphabetic);
        let number = |part: Option<&str>| part.and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
        let mut parts = letters.split('.');
        (about.id[..about.id.len() - letters.len()].to_owned(), number(parts.next()), number(parts.next()))
    };
    all.sort_by_key(key);
    all
}

/// The claims of an experiment that its own published numbers do not meet, or whose number is only in the text, one
/// sentence each.
pub fn unmet_claims(study: &Study) -> Vec<String> {
    published_numbers::unmet_claims(study)
}

/// The study of the experiment with this id.
pub fn find_study(id: &str) -> Option<Study> {
    DOCUMENTS.iter().map(|text| parse_document(text)).find(|study| study.id.eq_ignore_ascii_case(id))
}
