//! All published experiments: those that are documents (`static/papers`), and those whose runs are still made by a program.

use crate::paper::{EXPERIMENTS, Experiment};
use crate::{Case, Effort, Findings, Outcome, Plan};
use ganttlet_document::Files;
use ganttlet_document::study::Study;
use ganttlet_engine::diagnostic::Diagnostic;
use serde::Serialize;
use ts_rs::TS;

/// The documents.
static DOCUMENTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/papers.rs"));

/// What people read of an experiment before it is run.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "Experiment")]
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
    /// True if it is a document (`papers/E2.6.json`), which can be changed and run as any other study.
    pub document: bool,
}

/// The runs of an experiment, and what they say together.
pub trait Runs {
    /// How many there are.
    fn count(&self) -> usize;
    /// What people call one.
    fn label(&self, run: usize) -> String;
    /// The scenario of one, as text that can be opened anywhere.
    fn scenario(&self, run: usize) -> String;
    /// Makes one and takes its numbers.
    fn run(&self, run: usize) -> Result<Vec<f64>, Vec<Diagnostic>>;
    /// What they say: `outcomes` holds the numbers of each, none for one that has not been made.
    fn findings(&self, outcomes: &[Vec<f64>]) -> Findings;
}

impl Runs for Plan {
    fn count(&self) -> usize {
        self.count()
    }

    fn label(&self, run: usize) -> String {
        self.label(run)
    }

    fn scenario(&self, run: usize) -> String {
        let (mut scenario, variant) = self.scenario(run);
        scenario.variants.swap(0, variant);
        scenario.to_text()
    }

    fn run(&self, run: usize) -> Result<Vec<f64>, Vec<Diagnostic>> {
        self.run(run, &Files::new())
    }

    fn findings(&self, outcomes: &[Vec<f64>]) -> Findings {
        crate::findings(Outcome { plan: self, numbers: outcomes }).0
    }
}

/// An experiment whose runs are made by a program.
struct Coded(&'static Experiment, Effort, Vec<Case>);

impl Runs for Coded {
    fn count(&self) -> usize {
        self.2.len()
    }

    fn label(&self, run: usize) -> String {
        self.2[run].label.clone()
    }

    fn scenario(&self, run: usize) -> String {
        self.2[run].scenario.clone()
    }

    fn run(&self, run: usize) -> Result<Vec<f64>, Vec<Diagnostic>> {
        self.2[run].run()
    }

    fn findings(&self, outcomes: &[Vec<f64>]) -> Findings {
        (self.0.findings)(self.1, outcomes)
    }
}

/// The document of an experiment.
///
/// # Panics
/// If a document that ships cannot be read: a test reads them all.
fn document(text: &str) -> Study {
    Study::read(text).0.expect("what ships can be read")
}

fn plan(study: &Study, effort: Effort) -> Plan {
    Plan::new(study, effort.quick, Some(effort.seed))
        .unwrap_or_else(|wrong| panic!("{}: {wrong:?}", study.id))
}

/// What there is to read of each, in the order of their names.
pub fn all() -> Vec<About> {
    let effort = |quick| Effort { seed: 1, quick };
    let documents = DOCUMENTS.iter().map(|text| {
        let study = document(text);
        let (runs, quick_runs) = (Plan::size(&study, false), Plan::size(&study, true));
        let Study { id, name: title, question, source, setup, notes, .. } = study;
        About { id, title, question, source, setup, notes, runs, quick_runs, document: true }
    });
    let coded = EXPERIMENTS.iter().map(|experiment| {
        let &Experiment { id, title, question, source, setup, notes, .. } = experiment;
        let runs = |quick| (experiment.cases)(effort(quick)).len();
        let [id, title, question, source, setup] = [id, title, question, source, setup].map(str::to_owned);
        let notes = notes.iter().map(|&note| note.to_owned()).collect();
        let (runs, quick_runs) = (runs(false), runs(true));
        About { id, title, question, source, setup, notes, runs, quick_runs, document: false }
    });
    let mut all: Vec<About> = documents.chain(coded).collect();
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

/// The document of the experiment of this name, if it is one.
pub fn study(id: &str) -> Option<Study> {
    DOCUMENTS.iter().map(|text| document(text)).find(|study| study.id.eq_ignore_ascii_case(id))
}

/// The runs of the experiment of this name.
pub fn open(id: &str, effort: Effort) -> Option<Box<dyn Runs + Send + Sync>> {
    if let Some(study) = study(id) {
        return Some(Box::new(plan(&study, effort)));
    }
    let experiment = crate::paper::find(id)?;
    Some(Box::new(Coded(experiment, effort, (experiment.cases)(effort))))
}
