//! Mistakes in studies are reported with their place.

use crate::support::{diagnostics, plan, queue_scenario, small_study, study, study_with_probe};
use ganttlet_study::{Outcome, Plan, compute_findings};
use serde_json::{Value, json};

#[test]
fn mistakes_in_a_study_are_reported_with_their_place() {
    let with = |change: fn(&mut Value)| {
        let mut document = small_study();
        change(&mut document);
        diagnostics(&document)
    };
    let told = with(|study| study["measures"][0]["metric"] = json!("wiat"));
    assert!(
        told.contains("/measures/0/metric: unknown metric \"wiat\"") && told.contains("Did you mean `wait`?"),
        "{told}"
    );
    let told = with(|study| study["axes"][0]["knob"] = json!("laod"));
    assert!(
        told.contains("/axes: load 0.5, FCFS: laod: the scenario has no parameter of this name"),
        "{told}"
    );
    let told = with(|study| study["base"]["workload"][0]["generator"] = json!("posson"));
    assert!(told.contains("/base/workload/0/generator: found \"posson\""), "{told}");
    let told = with(|study| study["axes"][0]["quick"] = json!([0.7]));
    assert!(told.contains("/axes/0/quick/0: unknown value \"0.7\"; available: 0.5, 0.9"), "{told}");
    let told = with(|study| study["seeds"] = json!(0));
    assert!(told.contains("/seeds: found 0, allowed are whole numbers from 1"), "{told}");
    let told = with(|study| study["axes"][0]["values"] = json!([]));
    assert!(told.contains("the axis \"load\" has no value"), "{told}");
    let many: Vec<u32> = (0..1000).collect();
    let told = diagnostics(&json!({
        "base": queue_scenario(50, 0.7), "measures": [{"metric": "wait"}],
        "axes": [{"name": "a", "knob": "jobs", "values": many}, {"name": "b", "knob": "run_mean_s", "values": many}],
    }));
    assert!(told.contains("the axes have 1000000 points; at most 20000 are allowed"), "{told}");
}

/// A study that contradicts itself, repeats a name or varies without effect is rejected.
#[test]
fn contradictions_and_repetitions_are_reported_with_their_place() {
    let told = |expected: &str, change: fn(&mut Value)| {
        let mut document = small_study();
        change(&mut document);
        let told = diagnostics(&document);
        assert!(told.contains(expected), "{expected:?} is missing in {told}");
    };
    let load = || json!({"name": "load", "knob": "load", "values": [0.5, 0.9]});
    assert_eq!(diagnostics(&small_study()), "");
    told("/axes/1/name: two axes have the name \"load\"", |study| {
        study["axes"][1] = json!({"name": "load", "knob": "jobs", "values": [10, 20]});
    });
    told("/axes/1: \"load\" is also set by the axis \"load\"", |study| {
        study["axes"][1] = json!({"name": "again", "knob": "load", "values": [0.6, 0.8]});
    });
    told("/axes/1: \"load\" is also set by the axis \"load\"", |study| {
        study["axes"][1] = json!({"name": "jobs", "knob": "jobs", "also": ["load"], "values": [1, 2]});
    });
    // The same parameter by another name: only the later setting has an effect.
    told("/axes/0: the axis \"load\" has no effect", |study| {
        study["axes"][1] =
            json!({"name": "again", "knob": "/workload/0/parameters/load", "values": [0.6, 0.8]});
    });
    told("/axes/1: the axis \"policy\" has no effect", |study| {
        study["axes"][1] = json!({"name": "policy", "variants": [{"name": "A"}, {"name": "B"}]});
    });
    told("/axes/1/variants/1: two variants have the name \"A\"", |study| {
        let sjf = json!({"name": "A", "set": {"local": "sjf"}});
        study["axes"][1] = json!({"name": "policy", "variants": [{"name": "A"}, sjf]});
    });
    // Each compared system has its policy, regardless of the other axis.
    for name in ["local", "policy", "/system/policies/local", "/compare/0/policies/local"] {
        for place in [0, 1] {
            let mut document = small_study();
            let variants = json!([{"name": "EASY", "set": {name: "easy"}}, {"name": "EASY-SJBF", "set": {name: "easy-sjbf"}}]);
            document["axes"] = json!([{"name": "system", "compare": true}]);
            let axes = document["axes"].as_array_mut().expect("axes");
            axes.insert(place, json!({"name": "local policy", "variants": variants}));
            let told = diagnostics(&document);
            let expected = format!(
                "/axes/{place}: the axis \"local policy\" has no effect: the axis \"system\" sets the policy \"local\""
            );
            assert!(told.contains(&expected), "{name}: {told}");
        }
    }
    let policy = |name: &str, variant: Value| json!({"name": name, "variants": [{"name": "base"}, variant]});
    for (change, expected) in [
        (
            json!({"change": {"system": {"policies": {"local": "easy"}}}}),
            "axes/0: the axis \"first\" has no effect: the axis \"last\" sets the policy \"local\"",
        ),
        (
            json!({"change": {"compare": []}, "set": {"local": "easy"}}),
            "axes/0: the axis \"first\" has no effect",
        ),
        (json!({"set": {"routing": "round-robin"}}), ""),
    ] {
        let mut document = small_study();
        let mut first = change;
        first["name"] = json!("other");
        let last = policy("last", json!({"name": "other", "set": {"/system/policies/local": "sjf"}}));
        document["axes"] = json!([policy("first", first), last]);
        let told = diagnostics(&document);
        assert!(
            told.contains(expected) && told.contains("has no effect: the axis") != expected.is_empty(),
            "{told}"
        );
    }
    for values in [json!([0.5, 0.9, 0.5]), json!([0.5, 0.9, "0.5"]), json!([1, 0.5, 1.0]), json!([0.5, 5e-1])]
    {
        let mut document = small_study();
        document["axes"] = json!([load()]);
        document["axes"][0]["values"] = values;
        let told = diagnostics(&document);
        assert!(told.contains("/axes/0/values/") && told.contains("found twice"), "{told}");
    }
    told("/axes/0/quick/1: found \"0.9\" twice", |study| study["axes"][0]["quick"] = json!([0.9, 0.9]));
    told("/axes/0/name: found an empty text", |study| study["axes"][0]["name"] = json!(""));
    told("/with_seed/1: \"nodes\" is listed twice", |study| study["with_seed"] = json!(["nodes", "nodes"]));
    told("/parts/1/name: two parts have the name \"long\"", |study| {
        let part = json!({"name": "long", "seeds": 1, "measures": [{"metric": "wait"}]});
        study["parts"] = json!([part, part]);
    });
    told("/measures/0/to_s: found 5, which is not later than \"from_s\"", |study| {
        study["measures"][0] = json!({"metric": "wait", "from_s": 5, "to_s": 5});
    });
    // All whole numbers up to the largest seed are distinct; seeds do not wrap around.
    told("/base/seed: 3 seeds from 9007199254740990 exceed the largest seed, 9007199254740991", |study| {
        study["base"]["seed"] = json!(9_007_199_254_740_990_u64);
    });
    told("/seeds: the edits of jobs belong to one seed", |study| {
        study["base"]["edits"] = json!([{"job": 2, "nodes": 1}]);
    });
    let mut one = small_study();
    one["base"]["edits"] = json!([{"job": 2, "nodes": 1}]);
    one["seeds"] = json!(1);
    assert_eq!(diagnostics(&one), "");
    let mut last = small_study();
    last["base"]["seed"] = json!(9_007_199_254_740_989_u64);
    assert_eq!(diagnostics(&last), "");
    let beyond = Plan::new(&study(&small_study()), false, Some(9_007_199_254_740_991));
    assert!(beyond.is_err_and(|wrong| wrong[0].message.contains("exceed the largest seed")));
}

/// Unused quantities are checked like those that are shown.
#[test]
fn quantities_with_unknown_names_are_reported() {
    let told = |quantities: Value| {
        let mut document = small_study();
        document["quantities"] = quantities;
        let wrong = compute_findings(Outcome { plan: &plan(&document), numbers: &[] }).1;
        wrong.iter().map(|wrong| format!("{wrong}\n")).collect::<String>()
    };
    let of = |selection: Value| json!({"value": "x", "with": {"x": selection}});
    assert_eq!(told(json!({"a": {"value": "2 * wait"}, "b": of(json!({"quantity": "a"}))})), "");
    for (quantities, expected) in [
        (
            json!({"a": {"value": "nope * 2"}}),
            "/quantities/a: unknown name \"nope\" (column 1); available: wait",
        ),
        (json!({"a": {"value": "b"}, "b": {"value": "wait"}}), "\"with\": {\"b\": {\"quantity\": \"b\"}}"),
        (json!({"a": of(json!({"measure": "nope"}))}), "unknown measure \"nope\"; available: wait, longest"),
        (json!({"a": of(json!({"quantity": "nope"}))}), "unknown quantity \"nope\"; available: a"),
        (json!({"a": of(json!({"quantity": "a"}))}), "the quantity \"a\" depends on itself"),
        (
            json!({"a": of(json!({"quantity": "b"})), "b": {"value": "wait"}}),
            "unknown quantity \"b\"; defined before it: none",
        ),
        (
            json!({"a": of(json!({"quantity": "c"})), "b": of(json!({"quantity": "a"})), "c": of(json!({"quantity": "b"}))}),
            "the quantity \"c\" depends on itself",
        ),
        (
            json!({"a/b": {"value": "wait", "part": "nope"}}),
            "/quantities/a~1b: unknown part \"nope\"; available: none",
        ),
        (
            json!({"a": {"value": "wait", "ahead": {"of": "nope", "runs": 1}}}),
            "unknown quantity \"nope\"; available: a",
        ),
        (
            json!({"a": {"value": "wait", "along": {"axis": "nope", "take": "most"}}}),
            "unknown axis \"nope\"; available: load",
        ),
        (json!({"a": {"value": "wait", "pooled": {"where": "nope > 1"}}}), "unknown name \"nope\""),
    ] {
        let told = told(quantities);
        assert!(told.contains(expected), "{expected:?} is missing in {told}");
    }
}

/// No quantity depends on itself.
#[test]
fn a_quantity_refers_to_earlier_quantities_only() {
    let mut document = study_with_probe();
    document["quantities"]["hours"]["with"] = json!({"hours": {"quantity": "speed-up"}});
    let plan = plan(&document);
    let (_, wrong) = compute_findings(Outcome { plan: &plan, numbers: &[] });
    assert!(wrong.iter().any(|wrong| wrong.message.contains("defined before it:")), "{wrong:?}");
}
