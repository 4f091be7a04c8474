use super::{base, scenario, with};
use crate::{Scenario, add_to_integers, apply_overrides, decode_link, set_values};
use serde_json::json;
use std::collections::BTreeMap;

fn change(scenario: &Scenario, changes: &[(&str, &str)]) -> (Scenario, String) {
    let changes: BTreeMap<String, String> = changes.iter().map(|&(k, v)| (k.into(), v.into())).collect();
    let (scenario, diagnostics) = apply_overrides(scenario, &changes);
    (scenario, diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

#[test]
fn changes_of_a_link_are_applied() {
    let mut compared = with("/compare", json!([{"kind": "batch"}]));
    compared["platform"] = json!({"clusters": [{"nodes": 8}]});
    let changes = [
        ("seed", "7"),
        ("policy", "fcfs"),
        ("routing", "round-robin"),
        ("nodes", "16"),
        ("estimates", "exact"),
        ("kill_at_estimate", "0"),
        ("horizon_s", "1e3"),
    ];
    let (changed, diagnostics) = change(&scenario(&compared), &changes);
    let at = |system, name| format!("/{system}/parameters/{name}");
    let twice = |name| {
        let places = [at("system", name), at("compare/0", name)].join(", ");
        let hint = "Use one of these JSON pointers instead of the name to set only that value.";
        format!("note: {name}: set in 2 places: {places}\n  {hint}")
    };
    assert_eq!(diagnostics, [twice("estimates"), twice("kill_at_estimate")].join("\n"));
    let value = changed.to_value();
    assert_eq!((value["seed"].as_u64(), value["horizon_s"].as_u64()), (Some(7), Some(1000)));
    assert_eq!(value["platform"]["clusters"][0]["nodes"], 16);
    assert_eq!(
        value["system"]["policies"],
        json!({"local": "fcfs", "routing": "round-robin", "prediction": "as-estimated", "bound": "no-bound"})
    );
    // The other system keeps its policies, but parameters apply to all.
    assert_eq!(value["compare"][0]["policies"]["local"], "easy");
    for system in [&value["system"], &value["compare"][0]] {
        assert_eq!(system["parameters"]["estimates"], "exact");
        assert_eq!(system["parameters"]["kill_at_estimate"], false);
    }
}

#[test]
fn values_out_of_range_are_clamped_and_reported() {
    let (changed, diagnostics) = change(&scenario(&base()), &[("nodes", "0"), ("seed", "-3.5")]);
    assert_eq!(
        diagnostics,
        "warning: nodes: found 0, allowed are whole numbers from 1 to 1000000; 1 is used\n\
         warning: seed: found -3.5, allowed are whole numbers from 0 to 9007199254740991; 0 is used"
    );
    assert_eq!((changed.platform.to_platform().nodes(), changed.seed), (1, 0));
}

#[test]
fn suspicious_values_are_used_and_reported() {
    let before = scenario(&with("/workload", json!([{"generator": "poisson"}])));
    let load = |word| change(&before, &[("load", word)]);
    let (changed, diagnostics) = load("99");
    assert_eq!(diagnostics, "warning: load: 99 is unusual (the default is 0.8); 99 is used");
    assert_eq!(changed.to_value()["workload"][0]["parameters"]["load"], 99.0);
    assert_eq!(load("1.2").1, "");
    let (_, diagnostics) = load("1000");
    assert_eq!(diagnostics, "warning: load: found 1000, allowed are numbers from 0.01 to 100; 100 is used");
}

#[test]
fn unknown_names_have_no_effect_and_are_reported() {
    let before = scenario(&base());
    let (changed, diagnostics) = change(
        &before,
        &[("node", "8"), ("seed", "seven"), ("local", "esay"), ("kill_at_estimate", "maybe")],
    );
    assert_eq!(
        diagnostics,
        "warning: local: found \"esay\", allowed are fcfs, easy, easy-sjbf, conservative, sjf, ljf, easy-node-exact, as-recorded, played, written; \
         ignored\n  Did you mean `easy`?\n\
         warning: kill_at_estimate: found \"maybe\", allowed are true and false; ignored\n\
         warning: node: the scenario has no parameter of this name; ignored\n  \
         Did you mean `nodes`?\n\
         warning: seed: found \"seven\", allowed are whole numbers from 0 to 9007199254740991; ignored"
    );
    assert_eq!(changed, before);
}

/// A scenario of two parts, each with a load, and two systems.
fn scenario_with_two_parts() -> Scenario {
    let mut several = with("/compare", json!([{"kind": "batch"}]));
    several["workload"] = json!([{"generator": "lublin"}, {"generator": "lublin"}]);
    scenario(&several)
}

#[test]
fn a_name_sets_all_places_and_a_pointer_sets_one() {
    let loads = |scenario: &Scenario| {
        let value = scenario.to_value();
        [0, 1].map(|i| value["workload"][i]["parameters"]["load"].to_string())
    };
    let changes =
        [("/workload/1/parameters/load", "0.8"), ("load", "0.5"), ("/compare/0/policies/local", "sjf")];
    let (linked, diagnostics) = change(&scenario_with_two_parts(), &changes);
    assert_eq!(loads(&linked), ["0.5", "0.8"]);
    assert!(
        diagnostics.starts_with("note: load: set in 2 places: /workload/0/parameters/load, /workload/1/"),
        "{diagnostics}"
    );
    assert_eq!(linked.to_value()["compare"][0]["policies"]["local"], "sjf");
    assert_eq!(linked.to_value()["system"]["policies"]["local"], "easy");
    // The command line and a link give the same result.
    let (typed, _) = set_values(&scenario_with_two_parts(), &changes).expect("all can be set");
    assert_eq!(typed, linked);
    let link =
        decode_link("#ex=a&/workload/1/parameters/load=0.8&load=0.5&%2Fcompare%2F0%2Fpolicies%2Flocal=sjf");
    assert_eq!(apply_overrides(&scenario_with_two_parts(), &link.overrides).0, linked);
}

#[test]
fn invalid_values_are_refused_by_the_strict_form() {
    let refused = |name, word| {
        let diagnostics = set_values(&scenario_with_two_parts(), &[(name, word)]).expect_err("refused");
        diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        refused("/workload/0/parameters/load", "-1"),
        "error: /workload/0/parameters/load: found -1, allowed are numbers from 0 to 100"
    );
    assert_eq!(
        refused("policy", "esay"),
        "error: /system/policies/local: found \"esay\", allowed are fcfs, easy, easy-sjbf, conservative, sjf, ljf, \
         easy-node-exact, as-recorded, played, written\n  Did you mean `easy`?"
    );
    assert!(refused("laod", "1").ends_with("Did you mean `load`?"));
    assert!(
        refused("/workload/2/parameters/load", "1").contains("the scenario has no parameter of this name")
    );
}

/// A word that is valid in one place may be invalid in another place of the same name.
#[test]
fn a_word_is_set_where_it_is_valid() {
    let mut both = base();
    both["workload"] = json!([{"generator": "poisson"}]);
    let (changed, diagnostics) =
        set_values(&scenario(&both), &[("estimates", "user")]).expect("one of the two takes it");
    let (system, work) = ("/system/parameters/estimates", "/workload/0/parameters/estimates");
    let expected = format!("set in 1 place: {system}; not a value of {work}");
    assert_eq!(diagnostics[0].message, expected);
    assert_eq!(changed, scenario(&both));
}

/// By name or place, from the given value or the default, also in rows of tables; numbers that are not integers stay.
#[test]
fn integers_are_incremented() {
    let kinds = json!({"preset": "opportunistic-pool", "parameters": {"kinds": [{"machines": 2}, {"machines": 1_000}]}});
    let mut pool = scenario(&with("/platform", kinds));
    let cell = |row: u32| format!("/platform/parameters/kinds/{row}/machines");
    let known = ["draw", "/platform/parameters/draw", &cell(0), &cell(1)]
        .map(|name| add_to_integers(&mut pool, name, 3));
    assert_eq!(known, [true; 4]);
    let strange = ["draws", "reference_kflops", "/platform/parameters/kinds/2/machines"];
    assert_eq!(strange.map(|name| add_to_integers(&mut pool, name, 3)), [false; 3]);
    let parameters = &pool.to_value()["platform"]["parameters"];
    assert_eq!(parameters["draw"], 7);
    let machines = [0, 1].map(|row| &parameters["kinds"][row]["machines"]);
    assert_eq!(machines, [5, 3], "past 1000 follows 1");
}
