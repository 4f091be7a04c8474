//! Tests of lesson steps with many seeds: the statements of lessons hold for twenty seeds, also with another first
//! seed.

use ganttlet_document::study::Study;
use ganttlet_document::{Facts, Files, Judgement, Prediction, WorkCache};
use ganttlet_study::{Outcome, Plan, paired_differences, summarize};
use serde_json::{Value, json};
use std::fs;

const LESSONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/lessons");

/// Sets one place of a document, as the page does.
fn set_place(document: &mut Value, pointer: &str, value: &Value) {
    let (holder, key) = pointer.rsplit_once('/').expect("a JSON pointer");
    let holder = document.pointer_mut(holder).expect("what is changed is there");
    holder.as_object_mut().expect("an object").insert(key.to_owned(), value.clone());
}

/// The steps of all lessons that run many seeds: place, scenario, prediction.
fn many_seed_steps() -> Vec<(String, Value, Prediction)> {
    let mut found = Vec::new();
    for file in fs::read_dir(LESSONS).expect("a folder") {
        let path = file.expect("a file").path();
        let lesson: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a text")).expect("JSON");
        let mut scenario = lesson["scenario"].clone();
        for (step, at) in lesson["steps"].as_array().into_iter().flatten().zip(1..) {
            for (pointer, value) in step["changes"].as_object().into_iter().flatten() {
                if lesson["steps"].as_array().into_iter().flatten().any(|step| step["seeds"] == true) {
                    set_place(&mut scenario, pointer, value);
                }
            }
            if step["seeds"] == true {
                let place = format!("{}, step {at}", path.display());
                let (prediction, wrong) = Prediction::read(&step["predict"].to_string());
                assert!(wrong.is_empty(), "{place}: {wrong:?}");
                found.push((place, scenario.clone(), prediction.expect("a prediction")));
            }
        }
    }
    found
}

/// The facts of twenty seeds from this seed on, as the page computes them: the mean of each variant and its interval.
fn study_facts(scenario: &Value, seed: u64) -> Facts {
    let mut base = scenario.clone();
    base["seed"] = seed.into();
    let measures: Vec<Value> =
        base["measures"].as_array().into_iter().flatten().map(|metric| json!({"metric": metric})).collect();
    let text = json!({"base": base, "axes": [{"name": "system", "compare": true}], "seeds": 20, "measures": measures});
    let (study, wrong) = Study::read(&text.to_string());
    let plan = Plan::new(&study.unwrap_or_else(|| panic!("{wrong:?}")), false, None)
        .unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let latest = WorkCache::default();
    let numbers: Vec<Vec<f64>> =
        (0..plan.count()).map(|run| plan.execute_run(run, &Files::new(), &latest).expect("a run")).collect();
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    let summary = summarize(outcome);
    let part = &summary.parts[0];
    let variants: Vec<Value> = part.axes[0]
        .labels
        .iter()
        .enumerate()
        .map(|(variant, name)| {
            let row = |measure: &ganttlet_study::SummaryMeasure| {
                let apart = paired_differences(outcome, 0, measure.column, 0, 0).swap_remove(variant);
                let end = |of: fn(&ganttlet_study::Interval) -> f64| apart.as_ref().map(|apart| of(&apart.difference));
                let mean = measure.points[variant].interval.map(|interval| interval.mean);
                let statistics = json!({"seeds": mean, "low": end(|interval| interval.low), "high": end(|interval| interval.high)});
                json!({"id": measure.metric, "value": null, "statistics": statistics})
            };
            json!({"name": name, "rows": part.measures.iter().map(row).collect::<Vec<_>>()})
        })
        .collect();
    Facts(json!({"subjects": 120, "nodes": 32, "clusters": 1, "variants": variants}))
}

#[test]
fn lesson_statements_hold_for_twenty_seeds() {
    let steps = many_seed_steps();
    assert!(steps.len() >= 2, "no lesson runs many seeds");
    for (place, scenario, prediction) in steps {
        let own = scenario["seed"].as_u64().expect("a seed");
        let Judgement { right, answer } = prediction.judge(&study_facts(&scenario, own));
        assert_eq!(right.len(), 1, "{place}: {right:?}");
        assert!(!answer.is_empty(), "{place}");
        // With another twenty seeds the answer may be undecided; then no answer is given.
        for seed in [21, 41, 61, 81] {
            let other = prediction.judge(&study_facts(&scenario, seed));
            assert_eq!(other.right.len(), 1, "{place}, from seed {seed}: {:?}", other.right);
            assert_eq!(!other.answer.is_empty(), other.right == right, "{place}, from seed {seed}");
        }
    }
}
