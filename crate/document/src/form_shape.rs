//! Tests whether forms can show a text that is not yet a valid scenario, so that edits of other fields keep the typed
//! values.

use crate::read::parse_scenario;
use ganttlet_core::entry::document::Shape;
use ganttlet_work::KINDS;
use serde_json::{Map, Value};

/// True if a text has the parts of a scenario, each of the right type, with any values.
pub fn has_form_shape(text: &str) -> bool {
    let Ok((Value::Object(document), _)) = parse_scenario(text) else { return false };
    let all = |key: &str, holds: fn(&Map<String, Value>) -> bool| match document.get(key) {
        Some(Value::Array(items)) => items.iter().all(|item| item.as_object().is_some_and(holds)),
        Some(_) => false,
        None => key != "workload",
    };
    let one = |key: &str, holds: fn(&Map<String, Value>) -> bool| {
        document.get(key).and_then(Value::as_object).is_some_and(holds)
    };
    one("platform", is_platform)
        && all("workload", is_part)
        && all("background", is_part)
        && one("system", is_system)
        && all("compare", is_system)
}

fn is_platform(platform: &Map<String, Value>) -> bool {
    if platform.get("preset").is_some_and(Value::is_string) {
        return has_settings(platform);
    }
    let is_group = |group: &Value| group["groups"].is_array() || group.get("groups").is_none();
    let is_machine = |machine: &Value| machine.is_object() && is_group(machine);
    let is_cluster = |cluster: &Value| {
        let machines = match cluster.get("machines") {
            Some(machines) => machines.as_array().is_some_and(|all| all.iter().all(is_machine)),
            None => cluster["nodes"].is_number(),
        };
        cluster["name"].is_string() && machines
    };
    let is_matrix = |value: &Value| {
        value.is_number() || value.as_array().is_some_and(|rows| rows.iter().all(Value::is_array))
    };
    let network = match platform.get("network") {
        Some(network) => network.as_object().is_some_and(|network| network.values().all(is_matrix)),
        None => true,
    };
    let clusters = platform.get("clusters").and_then(Value::as_array);
    has_settings(platform) && clusters.is_some_and(|all| all.iter().all(is_cluster)) && network
}

fn is_part(part: &Map<String, Value>) -> bool {
    let is_source = if part.get("generator").is_some_and(Value::is_string) {
        true
    } else if let Some(file @ Value::Object(_)) = part.get("file") {
        file["sha256"].is_string() && file["name"].is_string()
    } else {
        KINDS.iter().any(|kind| match kind.shape {
            Shape::List(_) => part.get(kind.key).is_some_and(Value::is_array),
            _ => part.get(kind.key).is_some_and(Value::is_object),
        })
    };
    has_settings(part) && is_source
}

fn is_system(system: &Map<String, Value>) -> bool {
    let policies = system.get("policies").is_none_or(|policies| policies.is_object() || policies.is_null());
    system.get("kind").is_some_and(Value::is_string) && policies && has_settings(system)
}

fn has_settings(owner: &Map<String, Value>) -> bool {
    owner.get("parameters").is_none_or(Value::is_object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn document(key: &str, value: Value) -> String {
        let mut document = json!({
            "platform": { "preset": "one-cluster" },
            "workload": [{ "generator": "g" }],
            "system": { "kind": "batch" },
        });
        document[key] = value;
        document.to_string()
    }

    #[test]
    fn values_may_be_wrong_but_not_their_types() {
        let cluster = json!({ "name": "a", "machines": [{ "groups": [] }] });
        for (key, value) in [
            ("workload", json!([{ "generator": "g", "parameters": { "jobs": -5 } }])),
            (
                "workload",
                json!([{ "file": { "name": "a.swf", "sha256": "" } }, { "jobs": {} }, { "grid_jobs": [] }]),
            ),
            (
                "platform",
                json!({ "clusters": [{ "name": "a", "nodes": -1 }], "network": { "latency_ms": 3 } }),
            ),
            ("platform", json!({ "clusters": [cluster], "network": { "latency_ms": [[1]] } })),
            ("compare", json!([{ "kind": "none", "policies": null }])),
        ] {
            assert!(has_form_shape(&document(key, value.clone())), "{value}");
        }
        for (key, value) in [
            ("platform", json!({ "clusters": {} })),
            ("platform", json!({ "clusters": [{ "nodes": 4 }] })),
            ("platform", json!({ "clusters": [], "network": [] })),
            ("platform", json!({ "preset": "one-cluster", "parameters": 3 })),
            ("workload", json!({})),
            ("workload", json!([{}])),
            ("workload", json!([{ "file": { "name": "a.swf" } }])),
            ("background", json!(null)),
            ("system", json!([])),
            ("system", json!({ "kind": "batch", "policies": 3 })),
            ("compare", json!(["batch"])),
        ] {
            assert!(!has_form_shape(&document(key, value.clone())), "{key}: {value}");
        }
        for text in ["", "{", "[]", "{\"platform\": {}}"] {
            assert!(!has_form_shape(text), "{text}");
        }
    }
}
