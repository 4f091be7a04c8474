//! Variants that differ in more than their system: platforms, seeds, values of the scenario, names.

use super::{base, scenario, with};
use crate::{Files, Scenario, build, read};
use ganttlet_sim::system::Budget;
use serde_json::{Value, json};

/// The small scenario with one more variant.
fn with_variant(more: &Value) -> Value {
    let mut variant = json!({"kind": "batch"});
    for (key, value) in more.as_object().expect("an object") {
        variant[key] = value.clone();
    }
    with("/compare", json!([variant]))
}

/// The same for generated work.
fn generated(more: &Value) -> Value {
    let mut value = with_variant(more);
    value["workload"] = json!([{"generator": "poisson", "parameters": {"jobs": 20, "load": 0.5}}]);
    value
}

fn digest(scenario: &Scenario, variant: usize) -> String {
    let built = build(scenario, variant, &Files::new(), 0);
    let mut built = built.unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    assert!(built.run.advance(Budget::ALL).done);
    built.run.trace().digest().whole
}

fn names(value: &Value) -> Vec<String> {
    scenario(value).variant_names()
}

fn diagnostics(value: &Value) -> Vec<String> {
    read(&value.to_string()).diagnostics.iter().map(ToString::to_string).collect()
}

#[test]
fn a_variant_runs_like_a_separate_scenario() {
    let compared = |more: Value| scenario(&generated(&more));
    let alone = |place: &str, value: Value| {
        let mut own = generated(&json!({}));
        own["compare"] = json!([]);
        own[place] = value;
        digest(&scenario(&own), 0)
    };
    assert_eq!(digest(&compared(json!({"set": {"seed": 9}})), 1), alone("seed", json!(9)));
    let platform = json!({"preset": "one-cluster", "parameters": {"nodes": 12}});
    assert_eq!(digest(&compared(json!({"platform": platform})), 1), alone("platform", platform.clone()));
    let work = json!([{"generator": "poisson", "parameters": {"jobs": 20, "load": 0.9}}]);
    assert_eq!(digest(&compared(json!({"set": {"load": 0.9}})), 1), alone("workload", work));
    // A number of nodes changes the platform of the variant.
    let nodes = compared(json!({"set": {"nodes": 12}}));
    assert_eq!(digest(&nodes, 1), digest(&compared(json!({"platform": platform})), 1));
    // The first variant is unchanged.
    assert_eq!(digest(&nodes, 0), alone("seed", json!(1)));
}

#[test]
fn all_of_a_variant_is_written_and_read_again() {
    let more = json!({
        "name": "twice as large", "platform": {"preset": "one-cluster", "parameters": {"nodes": 8}}, "set": {"seed": 3, "load": 0.9},
    });
    let value = generated(&more);
    let read = scenario(&value);
    assert_eq!(read.to_compact(), value);
    for text in [read.to_text(), read.to_compact().to_string()] {
        assert_eq!(crate::read(&text).scenario.as_ref(), Some(&read));
    }
    // Variants without such values are written without the field.
    assert!(!scenario(&base()).to_text().contains("\"set\""));
}

#[test]
fn names_contain_only_differences() {
    assert_eq!(names(&generated(&json!({"set": {"seed": 9}}))), ["Seed 1", "Seed 9"]);
    let eight = json!({"preset": "one-cluster", "parameters": {"nodes": 8}});
    assert_eq!(names(&generated(&json!({"platform": eight}))), ["Nodes 4", "Nodes 8"]);
    assert_eq!(names(&generated(&json!({"set": {"nodes": 8}}))), ["Nodes 4", "Nodes 8"]);
    assert_eq!(
        names(&generated(&json!({"platform": {"preset": "das3"}}))),
        ["One cluster, nodes 4", "DAS-3"]
    );
    let other = json!({"policies": {"local": "fcfs"}, "set": {"load": 0.9}});
    assert_eq!(names(&generated(&other)), ["EASY, offered load 0.5", "FCFS, offered load 0.9"]);
    // A value set to the value of the scenario is not a difference.
    assert_eq!(
        names(&generated(&json!({"policies": {"local": "fcfs"}, "set": {"seed": 1}}))),
        ["EASY", "FCFS"]
    );
    // Settings that most variants share are omitted beside another difference.
    let mut three = generated(&json!({"policies": {"local": "fcfs"}}));
    let more = json!({"kind": "batch", "set": {"seed": 9}});
    three["compare"].as_array_mut().expect("a list").push(more);
    assert_eq!(names(&three), ["EASY", "FCFS", "EASY, seed 9"]);
    assert_eq!(names(&generated(&json!({"name": "The other", "set": {"seed": 9}}))), ["Seed 1", "The other"]);
    let own = json!({"clusters": [{"name": "A", "nodes": 3}, {"name": "B", "nodes": 5}]});
    assert_eq!(names(&generated(&json!({"platform": own})))[1], "2 clusters, 8 nodes");
}

#[test]
fn tables_are_distinguished_by_their_cells() {
    let queues = |t_e: f64, mismatch: bool| {
        json!([
            {"level": 1, "t_q_s": 600, "t_e_s": 300, "mode": "serial"},
            {"level": 2, "t_q_s": 9000, "t_e_s": t_e, "mismatch": mismatch},
        ])
    };
    let value = |others: &[Value]| {
        let of = |queues: &Value| json!({"kind": "hierarchy", "parameters": {"queues": queues}});
        json!({
            "version": 1, "name": "Tables", "seed": 1,
            "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
            "workload": [{"generator": "divisible-mixture", "parameters": {"tasks": 2}}],
            "system": of(&queues(4000.0, true)),
            "compare": others.iter().map(of).collect::<Vec<_>>(),
        })
    };
    let one = names(&value(&[queues(8000.0, true)]));
    assert_eq!(one, ["T_e 4000 s in row 2", "T_e 8000 s in row 2"]);
    let two = names(&value(&[queues(8000.0, false)]));
    assert_eq!(two, ["T_e 4000 s in row 2, mismatch in row 2", "T_e 8000 s in row 2, mismatch off in row 2"]);
    // An additional queue is named by the number of queues, not by its cells.
    let mut more = queues(4000.0, true);
    more.as_array_mut().expect("a list").push(json!({"level": 3}));
    assert_eq!(names(&value(&[more])), ["Queues 2", "Queues 3"]);
    // A column that differs in all rows is named once; of many cells only the first are named.
    let mut all = queues(8000.0, false);
    for row in all.as_array_mut().expect("a list") {
        (row["alpha"], row["beta"]) = (json!(0.5), json!(0.9));
    }
    assert_eq!(names(&value(&[all]))[1], "T_e 8000 s in row 2, alpha 0.5 and 2 more");
}

#[test]
fn invalid_values_of_a_variant_are_reported_with_their_place() {
    let wrong = diagnostics(&generated(&json!({"set": {"load": 900, "speed_of_light": 1}})));
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    let places = ["error: /compare/0/set/load: ", "error: /compare/0/set/speed_of_light: "];
    assert!(wrong.iter().zip(places).all(|(line, place)| line.starts_with(place)), "{wrong:?}");
    assert!(wrong[0].contains("numbers from") && wrong[1].contains("no parameter of this name"), "{wrong:?}");
    assert_eq!(
        diagnostics(&with_variant(&json!({"set": 3}))),
        ["error: /compare/0/set: found 3, allowed is an object of values\n  Example: {\"seed\": 2}."]
    );
    assert!(
        diagnostics(&with_variant(&json!({"platform": {"preset": "nowhere"}})))[0]
            .contains("/compare/0/platform/preset")
    );
    assert!(diagnostics(&with_variant(&json!({"name": ""})))[0].contains("/compare/0/name"));
}

#[test]
fn a_variant_with_another_seed_keeps_its_distance() {
    let mut compared = scenario(&generated(&json!({"set": {"seed": 9}})));
    compared.reseed(4);
    assert_eq!((compared.seed, compared.variants[1].set[0].1.value()), (4, json!(12)));
    assert_eq!(compared.variant_names(), ["Seed 4", "Seed 12"]);
}
