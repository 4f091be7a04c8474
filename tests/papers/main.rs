//! Published experiments, repeated in their quick form: what is told to hold has to hold, and what does not has to be
//! told. The ids are those of the reproduction checklist (R1, R2, ..) or of the experiment.
//!
//! A line here is no aim: it is what the model gives. When a model or its numbers change, a target may come to hold or
//! cease to; then this list changes with it, and the notes of the experiment with both.

mod citations;
mod controllers;
mod delegated;
mod hierarchy;
mod koala;
mod koala_malleability;
mod koala_scavenging;
mod master_worker_losses;
mod master_worker_pools;
mod orderings;
mod speed;
mod worked_examples;

use ganttlet_document::study::Study;
use ganttlet_document::{Files, WorkCache};
use ganttlet_study::causes;
use ganttlet_study::published::{self, FIRST_SEED};
use ganttlet_study::{Findings, Outcome, Plan, Target, Verdict};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

/// The findings of each experiment; none is run twice.
static FINDINGS_CACHE: Mutex<BTreeMap<String, &'static OnceLock<Findings>>> = Mutex::new(BTreeMap::new());

/// The findings of an experiment in its quick form.
fn cached_findings(id: &str) -> &'static Findings {
    let mut found = FINDINGS_CACHE.lock().expect("nobody panics with it");
    let place: &'static OnceLock<Findings> =
        found.entry(id.to_owned()).or_insert_with(|| Box::leak(Box::default()));
    drop(found);
    place.get_or_init(|| run_findings(&experiment_plan(id, true)))
}

/// The runs of an experiment.
fn experiment_plan(id: &str, quick: bool) -> Plan {
    let study = published::find_study(id).expect("an experiment");
    Plan::new(&study, quick, None).unwrap_or_else(|wrong| panic!("{id}: {wrong:?}"))
}

/// The numbers of all runs, made on two threads.
fn run_on_two_threads(plan: &Plan) -> Vec<Vec<f64>> {
    let half = plan.count().div_ceil(2);
    let run = |part: std::ops::Range<usize>| -> Vec<Vec<f64>> {
        let latest = WorkCache::default();
        let made = |run: usize| plan.execute_run(run, &Files::new(), &latest);
        part.map(|run| made(run).unwrap_or_else(|wrong| panic!("{}: {wrong:?}", plan.label(run)))).collect()
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(|| run(half..plan.count()));
        let mut numbers = run(0..half);
        numbers.extend(second.join().expect("a run does not panic"));
        numbers
    })
}

/// The findings of these runs.
fn run_findings(plan: &Plan) -> Findings {
    ganttlet_study::compute_findings(Outcome { plan, numbers: &run_on_two_threads(plan) }).0
}

/// Runs an experiment and panics unless its targets have these ids and verdicts, in their order.
fn assert_verdicts(id: &str, expected: &[(&'static str, &[Verdict])]) -> &'static Findings {
    let found = cached_findings(id);
    let ours: Vec<(&str, Verdict)> =
        found.targets.iter().map(|target| (&*target.id, target.verdict)).collect();
    let each = |&(id, verdicts): &(&'static str, &[Verdict])| {
        verdicts.iter().map(move |&verdict| (id, verdict)).collect::<Vec<_>>()
    };
    let expected: Vec<(&str, Verdict)> = expected.iter().flat_map(each).collect();
    assert_eq!(ours, expected, "{id}:\n{}", target_texts(&found.targets));
    found
}

fn target_texts(targets: &[Target]) -> String {
    let line = |target: &Target| {
        let Target { id, claim, published, ours, verdict, .. } = target;
        format!("{id}: {claim}: published {published}, ours {ours}: {verdict:?}\n")
    };
    targets.iter().map(line).collect()
}

/// What people read of an experiment is there, and a target that does not hold is explained.
#[test]
fn every_experiment_has_its_texts() {
    let all = published::experiment_summaries();
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

/// A file of `static/results`.
fn shipped_result(name: &str) -> Value {
    let path = format!("{}/../../static/results/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
    serde_json::from_str(&text).expect("what ships is JSON")
}

/// What ships of each experiment is of its document as it is now, and the list agrees with it.
#[test]
fn shipped_results_match_the_documents() {
    let list = shipped_result("index");
    let list = list.as_array().expect("a list");
    let all = published::experiment_summaries();
    assert_eq!(list.len(), all.len());
    for (listed, about) in list.iter().zip(&all) {
        let (plan, one) = (experiment_plan(&about.id, false), shipped_result(&about.id));
        let again = "`cargo xtask papers` makes it again";
        assert_eq!(one["study"], plan.digest(), "{} has changed: {again}", about.id);
        assert_eq!(one["runs"], about.runs, "{}: {again}", about.id);
        let texts = ["id", "title", "question", "source"].map(|key| &listed[key]);
        assert_eq!(texts, [&about.id, &about.title, &about.question, &about.source]);
        assert_eq!([&listed["runs"], &listed["quick_runs"]], [about.runs, about.quick_runs]);
        let targets = one["findings"]["targets"].as_array().expect("targets");
        for (key, own) in [("verdicts", false), ("own", true)] {
            let of = targets.iter().filter(|target| target["own"] == own);
            let verdicts: Vec<&Value> = of.map(|target| &target["verdict"]).collect();
            assert_eq!(
                listed[key].as_array().map(|all| all.iter().collect()),
                Some(verdicts),
                "{}",
                about.id
            );
        }
    }
}

/// The stored causes are those of the documents, from runs with the change as it is now.
#[test]
fn shipped_causes_match_their_changes() {
    for about in published::experiment_summaries() {
        let result = shipped_result(&about.id);
        let stored = result["causes"].as_array().map_or(&[][..], Vec::as_slice);
        let declared = causes::find_causes(&about.id);
        let again =
            format!("`ganttlet reproduce {} --causes --all static/results` makes them again", about.id);
        assert_eq!(stored.len(), declared.len(), "{}: {again}", about.id);
        let study = published::find_study(&about.id).expect("an experiment");
        for (stored, cause) in stored.iter().zip(&declared) {
            let texts = ["id", "claim", "text"].map(|key| &stored[key]);
            assert_eq!(texts, [&cause.id, &cause.claim, &cause.text], "{}: {again}", about.id);
            if cause.change.is_empty() {
                assert_eq!(stored.get("verdict"), None, "{}: a proof has no verdict", about.id);
                continue;
            }
            let plan = causes::changed_plan(&study, cause, false, None).expect("a changed study");
            assert_eq!(stored["study"], plan.digest(), "{}, {}: {again}", about.id, cause.claim);
            let target = result["findings"]["targets"].as_array().expect("targets").iter();
            let mut of_claim =
                target.filter(|target| target["claim"] == cause.claim && target["id"] == cause.id);
            let verdict = of_claim.next().map(|target| target["verdict"].as_str().unwrap_or_default());
            assert!(
                matches!(verdict, Some("not-held" | "held-in-part" | "direction-only")),
                "{}, {}",
                about.id,
                cause.claim
            );
        }
    }
}

/// Verdicts come from seeds that no earlier look has used: every experiment begins at the same one, with what is drawn along
/// with the seed, and so does the page.
#[test]
fn all_experiments_use_the_seed_of_verdicts() {
    let page = include_str!("../../www/src/address/papers.js");
    assert!(page.contains(&format!("FIRST_SEED = {FIRST_SEED};")), "the page begins elsewhere");
    for about in published::experiment_summaries() {
        let plan = experiment_plan(&about.id, true);
        for block in &plan.blocks {
            assert_eq!(plan.scenario(block.first).0.seed, FIRST_SEED, "{} {}", about.id, block.name);
            for name in block.seed_parameters() {
                let drawn = plan.scenario(block.first).0.to_value()["platform"]["parameters"][name].clone();
                assert_eq!(drawn, FIRST_SEED, "{} {}: {name}", about.id, block.name);
            }
        }
    }
}

/// A mistake in what ships is one of ours: quick runs with too few seeds for a verdict are told here.
#[test]
fn no_experiment_has_diagnostics() {
    for text in published::document_texts() {
        let (study, told) = Study::read(text);
        assert!(told.is_empty(), "{:?}: {told:?}", study.map(|study| study.id));
    }
}

/// What is declared exact gives the same numbers with another seed.
#[test]
fn exact_numbers_do_not_depend_on_the_seed() {
    let mut any = false;
    for about in published::experiment_summaries() {
        let study = published::find_study(&about.id).expect("an experiment");
        let of = |seed| Plan::new(&study, false, Some(seed)).expect("a plan");
        let (one, other) = (of(1), of(2));
        let exact = one.blocks.iter().filter(|block| block.is_exact());
        for run in exact.flat_map(|block| block.first..block.first + block.run_count()) {
            any = true;
            let numbers = |plan: &Plan| {
                plan.execute_run(run, &Files::new(), &WorkCache::default()).expect("it can be made")
            };
            let bits = |plan| numbers(plan).into_iter().map(f64::to_bits).collect::<Vec<_>>();
            assert_eq!(bits(&one), bits(&other), "{}", one.label(run));
        }
    }
    assert!(any, "some experiments are exact");
}

/// Each published number is what its own judge wants of ours, and stands where the judge can read it; a claim whose source
/// contradicts itself says so.
#[test]
fn published_numbers_meet_their_own_judges() {
    let of = |about: published::ExperimentSummary| {
        published::unmet_claims(&published::find_study(&about.id).expect("an experiment"))
    };
    let unmet: Vec<String> = published::experiment_summaries().into_iter().flat_map(of).collect();
    assert!(unmet.is_empty(), "{} are not:\n{}", unmet.len(), unmet.join("\n"));
}

/// Some that take no time: all their runs give what ships, to the bit.
#[test]
fn a_sample_of_shipped_results_is_reproduced() {
    for id in ["E2.1", "E2.3", "E2.4", "E3.1", "E4.1", "M4", "M14"] {
        let plan = experiment_plan(id, false);
        let numbers = run_on_two_threads(&plan);
        let outcome = Outcome { plan: &plan, numbers: &numbers };
        let one = shipped_result(id);
        assert_eq!(one["digest"], outcome.digest().expect("all runs are made"), "{id}");
        let found =
            serde_json::to_value(ganttlet_study::compute_findings(outcome).0).expect("findings are JSON");
        assert_eq!(one["findings"]["targets"], found["targets"], "{id}");
    }
}

/// Every scenario of every quick run opens without a word, so that people can look at it in the page.
#[test]
fn every_scenario_can_be_opened() {
    for about in published::experiment_summaries() {
        let plan = experiment_plan(&about.id, true);
        for run in 0..plan.count() {
            let reading = ganttlet_document::read(&plan.scenario(run).0.to_text());
            assert!(reading.diagnostics.is_empty(), "{}: {:?}", plan.label(run), reading.diagnostics);
        }
    }
}

/// Findings can be asked for while runs are still missing. Each column of their tables has a head.
#[test]
fn findings_do_not_need_all_runs() {
    for about in published::experiment_summaries() {
        let (found, _) = ganttlet_study::compute_findings(Outcome {
            plan: &experiment_plan(&about.id, true),
            numbers: &[],
        });
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
fn every_name_in_a_claim_exists() {
    for about in published::experiment_summaries() {
        for quick in [false, true] {
            let plan = experiment_plan(&about.id, quick);
            let (_, wrong) = ganttlet_study::compute_findings(Outcome { plan: &plan, numbers: &[] });
            assert!(wrong.is_empty(), "{}: {wrong:?}", about.id);
        }
    }
}
