use super::{base, scenario, with};
use crate::scenario::{Scenario, apply_overrides};
use serde_json::json;
use std::collections::BTreeMap;

fn change(scenario: &Scenario, changes: &[(&str, &str)]) -> (Scenario, String) {
    let changes: BTreeMap<String, String> = changes.iter().map(|&(k, v)| (k.into(), v.into())).collect();
    let (scenario, told) = apply_overrides(scenario, &changes);
    (scenario, told.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

#[test]
fn what_a_link_says_is_set() {
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
    let (changed, told) = change(&scenario(&compared), &changes);
    assert_eq!(told, "");
    let value = changed.to_value();
    assert_eq!((value["seed"].as_u64(), value["horizon_s"].as_u64()), (Some(7), Some(1000)));
    assert_eq!(value["platform"]["clusters"][0]["nodes"], 16);
    assert_eq!(value["system"]["policies"], json!({"local": "fcfs", "routing": "round-robin"}));
    // The other system keeps its policies, but parameters are for all.
    assert_eq!(value["compare"][0]["policies"]["local"], "easy");
    for system in [&value["system"], &value["compare"][0]] {
        assert_eq!(system["parameters"]["estimates"], "exact");
        assert_eq!(system["parameters"]["kill_at_estimate"], false);
    }
}

#[test]
fn what_is_out_of_range_is_clamped_and_told() {
    let (changed, told) = change(&scenario(&base()), &[("nodes", "0"), ("seed", "-3.5")]);
    assert_eq!(
        told,
        "warning: nodes: found 0, allowed are whole numbers from 1 to 1000000; 1 is used\n\
         warning: seed: found -3.5, allowed are whole numbers from 0 to 9007199254740991; 0 is used"
    );
    assert_eq!((changed.platform.platform().nodes(), changed.seed), (1, 0));
}

#[test]
fn what_is_hardly_meant_is_used_and_told() {
    let before = scenario(&with("/workload", json!([{"generator": "poisson"}])));
    let load = |word| change(&before, &[("load", word)]);
    let (changed, told) = load("99");
    assert_eq!(told, "warning: load: found 99, usual is about 0.8; 99 is used");
    assert_eq!(changed.to_value()["workload"][0]["parameters"]["load"], 99.0);
    assert_eq!(load("1.2").1, "");
    let (_, told) = load("1000");
    assert_eq!(told, "warning: load: found 1000, allowed are numbers from 0.01 to 100; 100 is used");
}

#[test]
fn what_is_not_known_has_no_effect_and_is_told() {
    let before = scenario(&base());
    let (changed, told) = change(
        &before,
        &[("node", "8"), ("seed", "seven"), ("local", "esay"), ("kill_at_estimate", "maybe")],
    );
    assert_eq!(
        told,
        "warning: local: found \"esay\", not used; allowed are fcfs, easy, easy-sjbf, conservative, sjf, ljf, \
         easy-node-exact\n  Did you mean `easy`?\n\
         warning: kill_at_estimate: found \"maybe\", not used; allowed are true and false\n\
         warning: node: there is nothing of this name to set in this scenario; it has no effect\n  \
         Did you mean `nodes`?\n\
         warning: seed: found \"seven\", not used; allowed are whole numbers from 0 to 9007199254740991"
    );
    assert_eq!(changed, before);
}
