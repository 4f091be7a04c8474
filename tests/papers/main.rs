//! Published experiments, repeated in their quick form: what is told to hold has to hold, and what does not has to be
//! told. The ids are those of the reproduction checklist (R1, R2, ..) or of the experiment.
//!
//! A line here is no aim: it is what the model gives. When a model or its numbers change, a target may come to hold or
//! cease to; then this list changes with it, and the notes of the experiment with both.

mod controllers;
mod koala;
mod koala_malleability;
mod koala_scavenging;
mod master_worker_losses;
mod master_worker_pools;
mod orderings;
mod worked;

use ganttlet_study::published;
use ganttlet_study::{Effort, Findings, Target, Verdict};
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

/// The effort of these tests.
const QUICK: Effort = Effort { seed: 1, quick: true };

/// What came of each experiment; none is run twice.
static FOUND: Mutex<BTreeMap<String, &'static OnceLock<Findings>>> = Mutex::new(BTreeMap::new());

/// What comes of an experiment.
fn findings(id: &str) -> &'static Findings {
    let mut found = FOUND.lock().expect("nobody panics with it");
    let place: &'static OnceLock<Findings> =
        found.entry(id.to_owned()).or_insert_with(|| Box::leak(Box::default()));
    drop(found);
    place.get_or_init(|| findings_with(id, QUICK))
}

/// What comes of an experiment with another effort, run on two threads.
fn findings_with(id: &str, effort: Effort) -> Findings {
    let all = published::open(id, effort).expect("an experiment");
    let half = all.count().div_ceil(2);
    let run = |part: std::ops::Range<usize>| -> Vec<Vec<f64>> {
        part.map(|at| all.run(at).unwrap_or_else(|wrong| panic!("{}: {wrong:?}", all.label(at)))).collect()
    };
    let outcomes = std::thread::scope(|scope| {
        let second = scope.spawn(|| run(half..all.count()));
        let mut outcomes = run(0..half);
        outcomes.extend(second.join().expect("a run does not panic"));
        outcomes
    });
    all.findings(&outcomes)
}

/// Runs an experiment and panics unless its targets have these ids and verdicts: in their order, those of the same id that
/// follow each other together.
fn verdicts(id: &str, expected: &[(&'static str, &[Verdict])]) -> &'static Findings {
    let found = findings(id);
    let ours: Vec<(&str, Verdict)> =
        found.targets.iter().map(|target| (&*target.id, target.verdict)).collect();
    let each = |&(id, verdicts): &(&'static str, &[Verdict])| {
        verdicts.iter().map(move |&verdict| (id, verdict)).collect::<Vec<_>>()
    };
    let expected: Vec<(&str, Verdict)> = expected.iter().flat_map(each).collect();
    assert_eq!(ours, expected, "{id}:\n{}", sentences(&found.targets));
    found
}

fn sentences(targets: &[Target]) -> String {
    let line = |target: &Target| {
        let Target { id, claim, published, ours, verdict, .. } = target;
        format!("{id}: {claim}: published {published}, ours {ours}: {verdict:?}\n")
    };
    targets.iter().map(line).collect()
}

/// What people read of an experiment is there, and a target that does not hold is explained.
#[test]
fn every_experiment_says_what_it_is() {
    let all = published::all();
    for about in &all {
        let texts = [&about.title, &about.question, &about.source, &about.setup];
        assert!(texts.iter().all(|text| !text.is_empty()), "{}", about.id);
        assert!(about.question.ends_with('?') && about.setup.ends_with('.'), "{}", about.id);
        assert!(!about.notes.is_empty(), "{}: what was fitted?", about.id);
        assert!(about.quick_runs <= about.runs, "{}", about.id);
    }
    let mut ids: Vec<&str> = all.iter().map(|about| &*about.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all.len(), "ids are unique");
}

/// Every scenario of every quick run opens without a word, so that people can look at it in the page.
#[test]
fn every_scenario_can_be_opened() {
    for about in published::all() {
        let runs = published::open(&about.id, QUICK).expect("an experiment");
        for run in 0..runs.count() {
            let reading = ganttlet_document::read(&runs.scenario(run));
            assert!(reading.diagnostics.is_empty(), "{}: {:?}", runs.label(run), reading.diagnostics);
        }
    }
}

/// Findings can be asked for while runs are still missing. Each column of their tables has a head.
#[test]
fn findings_do_not_need_all_runs() {
    for about in published::all() {
        let found = published::open(&about.id, QUICK).expect("an experiment").findings(&[]);
        assert!(found.targets.iter().all(|target| !target.ours.contains("NaN")));
        for table in found.tables {
            assert!(
                table.columns.iter().skip(1).all(|head| !head.is_empty()),
                "{}: {}",
                about.id,
                table.title
            );
        }
    }
}

/// Whatever the document of an experiment says of its results can be worked out: no name in it is wrong.
#[test]
fn every_claim_names_what_there_is() {
    for about in published::all() {
        let Some(study) = published::study(&about.id) else { continue };
        let plan = ganttlet_study::Plan::new(&study, false, None).expect("it can be planned");
        let (_, wrong) = ganttlet_study::findings(ganttlet_study::Outcome { plan: &plan, numbers: &[] });
        assert!(wrong.is_empty(), "{}: {wrong:?}", about.id);
    }
}
