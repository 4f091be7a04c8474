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

use ganttlet_study::paper::{EXPERIMENTS, find};
use ganttlet_study::{Effort, Findings, Target, Verdict};
use std::sync::OnceLock;

/// The effort of these tests.
const QUICK: Effort = Effort { seed: 1, quick: true };

/// What came of each experiment; none is run twice.
static FOUND: [OnceLock<Findings>; EXPERIMENTS.len()] = [const { OnceLock::new() }; EXPERIMENTS.len()];

/// What comes of an experiment.
fn findings(id: &str) -> &'static Findings {
    let place = EXPERIMENTS.iter().position(|experiment| experiment.id == id).expect("an experiment");
    FOUND[place].get_or_init(|| findings_with(id, QUICK))
}

/// What comes of an experiment with another effort, run on two threads.
fn findings_with(id: &str, effort: Effort) -> Findings {
    let experiment = find(id).expect("an experiment");
    let cases = (experiment.cases)(effort);
    let half = cases.len().div_ceil(2);
    let run = |part: &[ganttlet_study::Case]| -> Vec<Vec<f64>> {
        part.iter()
            .map(|case| case.run().unwrap_or_else(|diagnostics| panic!("{}: {diagnostics:?}", case.label)))
            .collect()
    };
    let outcomes = std::thread::scope(|scope| {
        let second = scope.spawn(|| run(&cases[half..]));
        let mut outcomes = run(&cases[..half]);
        outcomes.extend(second.join().expect("a run does not panic"));
        outcomes
    });
    (experiment.findings)(effort, &outcomes)
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
    for experiment in EXPERIMENTS {
        let texts = [experiment.title, experiment.question, experiment.source, experiment.setup];
        assert!(texts.iter().all(|text| !text.is_empty()), "{}", experiment.id);
        assert!(experiment.question.ends_with('?') && experiment.setup.ends_with('.'), "{}", experiment.id);
        assert!(!experiment.notes.is_empty(), "{}: what was fitted?", experiment.id);
        let (full, quick) =
            [false, true].map(|quick| (experiment.cases)(Effort { seed: 1, quick }).len()).into();
        assert!(quick <= full, "{}", experiment.id);
    }
    let mut ids: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), EXPERIMENTS.len(), "ids are unique");
}

/// Every scenario of every quick run opens without a word, so that people can look at it in the page.
#[test]
fn every_scenario_can_be_opened() {
    for experiment in EXPERIMENTS {
        for case in (experiment.cases)(QUICK) {
            let reading = ganttlet_document::read(&case.scenario);
            assert!(reading.diagnostics.is_empty(), "{}: {:?}", case.label, reading.diagnostics);
            let variants = reading.scenario.map_or(0, |scenario| scenario.variants.len());
            assert!(case.variant < variants, "{}", case.label);
        }
    }
}

/// Findings can be asked for while runs are still missing. Each column of their tables has a head.
#[test]
fn findings_do_not_need_all_runs() {
    for experiment in EXPERIMENTS {
        let found = (experiment.findings)(QUICK, &[]);
        assert!(found.targets.iter().all(|target| !target.ours.contains("NaN")));
        for table in found.tables {
            assert!(table.columns.iter().all(|head| !head.is_empty()), "{}: {}", experiment.id, table.title);
        }
    }
}
