//! All published experiments: the documents of `static/papers`.

use crate::{Findings, Plan, Verdict, published_numbers};
use ganttlet_document::study::Study;
use serde::Serialize;
use ts_rs::TS;

/// The first seed of all published experiments. Claims, tolerances and models were chosen with smaller ones; verdicts come
/// from seeds that nobody had seen.
pub const FIRST_SEED: u64 = 70_001;

/// The documents.
static DOCUMENTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/papers.rs"));

/// What people read of an experiment before it is run.
#[derive(Clone, Debug, Serialize)]
pub struct About {
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

/// The document of an experiment.
///
/// # Panics
/// If a document that ships cannot be read: a test reads them all.
fn document(text: &str) -> Study {
    Study::read(text).0.expect("what ships can be read")
}

/// All documents as they ship.
pub fn documents() -> impl Iterator<Item = &'static str> {
    DOCUMENTS.iter().copied()
}

/// What there is to read of each, in the order of their names.
pub fn all() -> Vec<About> {
    let documents = DOCUMENTS.iter().map(|text| {
        let study = document(text);
        let (runs, quick_runs) = (Plan::size(&study, false), Plan::size(&study, true));
        let Study { id, name: title, question, source, setup, notes, .. } = study;
        About { id, title, question, source, setup, notes, runs, quick_runs }
    });
    let mut all: Vec<About> = documents.collect();
    // E2.10 comes after E2.9.
    let key = |about: &About| {
        let letters = about.id.trim_start_matches(char::is_alphabetic);
        let number = |part: Option<&str>| part.and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
        let mut parts = letters.split('.');
        (about.id[..about.id.len() - letters.len()].to_owned(), number(parts.next()), number(parts.next()))
    };
    all.sort_by_key(key);
    all
}

/// The claims of an experiment that its published numbers do not meet, or that have a number only in words, each in a
/// sentence. Claims that say why are left out.
pub fn unmet(study: &Study) -> Vec<String> {
    published_numbers::unmet(study)
}

/// The document of the experiment of this name, if there is one.
pub fn study(id: &str) -> Option<Study> {
    DOCUMENTS.iter().map(|text| document(text)).find(|study| study.id.eq_ignore_ascii_case(id))
}
