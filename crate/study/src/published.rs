//! The published experiments that ship: the documents of `static/papers`.

use crate::{Findings, Plan, Verdict, published_numbers};
use ganttlet_document::study::Study;
use serde::Serialize;
use ts_rs::TS;

/// The first seed of all published experiments. Claims, tolerances and models were chosen with smaller ones, so that
/// verdicts use seeds that had no part in these choices.
pub const FIRST_SEED: u64 = 70_001;

/// The experiments in the order of their numbers, which select the seeds of their verdicts. New ones belong at the end, so
/// that the others keep theirs.
const NUMBERED: [&str; 86] = [
    "B1a", "B1b", "B2", "B3", "B4", "B5", "C1", "C2", "C3", "E2.1", "E2.2", "E2.3", "E2.4", "E2.5", "E2.6",
    "E2.7", "E2.8", "E2.9", "E2.10", "E3.1", "E3.2", "E3.3", "E4.1", "E4.2", "E4.3", "H1", "H2", "H3", "H4",
    "H5", "H6", "H7", "H8", "H9", "H10", "H11", "H12", "H13", "H14", "H15", "H16", "M1", "M2", "M3", "M4",
    "M5", "M6", "M7", "M8", "M9", "M10", "M11", "M12", "M13", "M14", "P1", "P2", "P3", "P4", "R1", "R2",
    "R3", "R4", "R5", "R6", "W1", "W2", "W3", "W4", "W5", "W6", "B1b.1", "B2.1", "B3.1", "B4.1", "B5.1",
    "B1b.2", "B2.2", "B3.2", "B4.2", "B5.2", "B1a.3", "B1b.3", "B2.3", "B3.3", "B4.3",
];
/// Seeds below this one are for exploration.
const FIRST_VERDICT_SEED: u64 = 100_001;
/// Number of seeds of each experiment.
const SEEDS_OF_EXPERIMENT: u64 = 1_000;

/// The first seed of the verdicts of an experiment that replicates until its claims are decided. Another base gives
/// other seeds, for checks that verdicts are stable; bases are at least 1000 apart.
pub fn first_verdict_seed(id: &str, base: u64) -> u64 {
    let numbered = NUMBERED.iter().position(|known| known.eq_ignore_ascii_case(id));
    // Experiments without a number follow in the order of their names.
    let place = numbered.unwrap_or_else(|| {
        let all = experiment_summaries();
        let others = all.iter().filter(|about| !NUMBERED.contains(&&*about.id));
        let before = others.take_while(|about| !about.id.eq_ignore_ascii_case(id)).count();
        NUMBERED.len() + before
    });
    FIRST_VERDICT_SEED + SEEDS_OF_EXPERIMENT * (place as u64 + 1 + base)
}

/// The documents.
static DOCUMENTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/papers.rs"));

/// The texts about an experiment that are shown before a run.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentSummary {
    /// Its name: `E2.6`.
    pub id: String,
    /// Title, in a few words.
    pub title: String,
    /// The question that it answers.
    pub question: String,
    /// Publication, section, tables and figures.
    pub source: String,
    /// The setup, in a few sentences.
    pub setup: String,
    /// Notes on fitted values, interpretations and results that are not reproduced: a sentence or two each.
    pub notes: Vec<String>,
    /// Number of runs.
    pub runs: usize,
    /// Number of runs of a quick run.
    pub quick_runs: usize,
}

/// A published experiment in the list of the page, with the results of a full run.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "Experiment")]
pub struct Listed {
    /// Its name: `E2.6`.
    pub id: String,
    /// Title, in a few words.
    pub title: String,
    /// The question that it answers.
    pub question: String,
    /// Publication, section, tables and figures.
    pub source: String,
    /// Number of runs.
    pub runs: usize,
    /// Number of runs of a quick run.
    pub quick_runs: usize,
    /// The verdicts on its published claims.
    pub verdicts: Vec<Verdict>,
    /// The verdicts on checks without a published result.
    pub own: Vec<Verdict>,
    /// Indices of the numbers to which the model was fitted: over the verdicts, then the checks without a published
    /// result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<usize>>")]
    pub fitted: Vec<usize>,
}

/// The results of a full run of an experiment, as published on the page.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "Published")]
pub struct Shipped {
    /// Digest of the study, 64 hexadecimal digits; a different digest shows that the document has changed.
    pub study: String,
    /// Digest of the result, 16 hexadecimal digits; a rerun has the same.
    pub digest: String,
    /// The version of the engine.
    pub engine: String,
    /// Number of runs.
    pub runs: usize,
    /// The findings.
    pub findings: Findings,
    /// Causes of targets that do not hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CauseResult>>")]
    pub causes: Vec<CauseResult>,
}

/// The cause of a target that does not hold, and the verdict on its claim with one change of the experiment.
#[derive(Clone, Debug, Serialize, TS)]
pub struct CauseResult {
    /// Id of the claim.
    pub id: String,
    /// Text of the claim.
    pub claim: String,
    /// The change, or a proof, in a sentence.
    pub text: String,
    /// Digest of the changed study; empty for a proof.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub study: String,
    /// Digest of its result; empty for a proof.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub digest: String,
    /// The verdict with the change; none for a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub verdict: Option<Verdict>,
    /// Our result with the change; empty for a proof.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub ours: String,
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
    // Sorted by number: E2.10 follows E2.9.
    let key = |about: &ExperimentSummary| {
        let letters = about.id.trim_start_matches(char::is_alphabetic);
        let number = |part: Option<&str>| part.and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
        let mut parts = letters.split('.');
        (about.id[..about.id.len() - letters.len()].to_owned(), number(parts.next()), number(parts.next()))
    };
    all.sort_by_key(key);
    all
}

/// Sentences about claims of an experiment whose published numbers fail their judge, or whose number is only in the
/// text.
pub fn unmet_claims(study: &Study) -> Vec<String> {
    published_numbers::unmet_claims(study)
}

/// The study of the experiment with this id.
pub fn find_study(id: &str) -> Option<Study> {
    DOCUMENTS.iter().map(|text| parse_document(text)).find(|study| study.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experiments_have_disjoint_seeds_of_verdicts() {
        assert_eq!(first_verdict_seed("B1a", 0), 101_001);
        assert_eq!(first_verdict_seed("e2.9", 1000), 1_118_001);
        let mut all: Vec<u64> =
            experiment_summaries().iter().map(|about| first_verdict_seed(&about.id, 0)).collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[1] - pair[0] >= SEEDS_OF_EXPERIMENT));
        assert!(all.iter().all(|&seed| seed > FIRST_SEED + 1_000));
    }
}
