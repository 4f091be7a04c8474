//! The steps of lessons that run many seeds: twenty seeds bear out what the lesson says of them, and whoever begins at
//! another seed is told only what is true there.

use ganttlet_document::study::Study;
use ganttlet_document::{Facts, Files, Judgement, Latest, Prediction};
use ganttlet_study::{Outcome, Plan, differences, summary};
use serde_json::{Value, json};
use std::fs;

const LESSONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/lessons");

/// Sets one place of a document, as the page does it.
fn put(document: &mut Value, pointer: &str, value: &Value) {
    let (holder, key) = pointer.rsplit_once('/').expect("a JSON pointer");
    let holder = document.pointer_mut(holder).expect("what is changed is there");
    holder.as_object_mut().expect("an object").insert(key.to_owned(), value.clone());
}

/// The steps of all lessons that run many seeds: where each is, its scenario, and what it asks.
fn steps() -> Vec<(String, Value, Prediction)> {
    let mut found = Vec::new();
    for file in fs::read_dir(LESSONS).expect("a folder") {
        let path = file.expect("a file").path();
        let lesson: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a text")).expect("JSON");
        let mut scenario = lesson["scenario"].clone();
        for (step, at) in lesson["steps"].as_array().into_iter().flatten().zip(1..) {
            for (pointer, value) in step["changes"].as_object().into_iter().flatten() {
                if lesson["steps"].as_array().into_iter().flatten().any(|step| step["seeds"] == true) {
                    put(&mut scenario, pointer, value);
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

/// What twenty seeds say, from this one on, as the page tells it: of each variant the mean, and the ends of the interval of
/// its paired difference to the first.
fn facts(scenario: &Value, seed: u64) -> Facts {
    let mut base = scenario.clone();
    base["seed"] = seed.into();
    let measures: Vec<Value> =
        base["measures"].as_array().into_iter().flatten().map(|metric| json!({"metric": metric})).collect();
    let text = json!({"base": base, "axes": [{"name": "system", "compare": true}], "seeds": 20, "measures": measures});
    let (study, wrong) = Study::read(&text.to_string());
    let plan = Plan::new(&study.unwrap_or_else(|| panic!("{wrong:?}")), false, None)
        .unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let latest = Latest::default();
    let numbers: Vec<Vec<f64>> =
        (0..plan.count()).map(|run| plan.run(run, &Files::new(), &latest).expect("a run")).collect();
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    let summary = summary(outcome);
    let part = &summary.parts[0];
    let variants: Vec<Value> = part.axes[0]
        .labels
        .iter()
        .enumerate()
        .map(|(variant, name)| {
            let row = |measure: &ganttlet_study::SummaryMeasure| {
                let apart = differences(outcome, 0, measure.column, 0, 0).swap_remove(variant);
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
fn twenty_seeds_bear_out_what_the_lessons_say() {
    let steps = steps();
    assert!(steps.len() >= 2, "no lesson runs many seeds");
    for (place, scenario, prediction) in steps {
        let own = scenario["seed"].as_u64().expect("a seed");
        let Judgement { right, answer } = prediction.judge(&facts(&scenario, own));
        assert_eq!(right.len(), 1, "{place}: {right:?}");
        assert!(!answer.is_empty(), "{place}");
        // Other twenty seeds may say something else; the answer is then not given.
        for seed in [21, 41, 61, 81] {
            let other = prediction.judge(&facts(&scenario, seed));
            assert_eq!(other.right.len(), 1, "{place}, from seed {seed}: {:?}", other.right);
            assert_eq!(!other.answer.is_empty(), other.right == right, "{place}, from seed {seed}");
        }
    }
}
