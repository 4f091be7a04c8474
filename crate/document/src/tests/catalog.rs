use crate::{catalog, scenario_schema};
use ganttlet_core::entry::{
    Baseline, CustomExpression, Entry, Kind, Parameter, Settings, Value, text_problem,
};
use ganttlet_sim::report::METRICS;
use ganttlet_sim::system::SYSTEMS;
use std::collections::BTreeSet;

fn entries() -> impl Iterator<Item = &'static Entry> {
    catalog::FAMILIES.iter().flat_map(|family| family.entries())
}

#[test]
fn ids_are_plain_and_unique_in_their_family() {
    let mut seen: BTreeSet<_> = catalog::FAMILIES.iter().map(|family| ("", family.id())).collect();
    assert_eq!(seen.len(), catalog::FAMILIES.len());
    for item in catalog::catalog().entries {
        let (family, id) = (item.family, item.entry.id);
        let letters = id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        assert!(letters && !id.is_empty() && !id.starts_with('-') && !id.ends_with('-'), "{id:?}");
        assert!(seen.insert((family, id)), "{id:?} is there twice");
    }
}

#[test]
fn every_entry_has_a_description_and_a_source() {
    for entry in entries() {
        let id = entry.id;
        assert!(!entry.name.is_empty() && !entry.source.is_empty(), "{id}");
        assert!(entry.summary.ends_with('.') && !entry.summary.contains("  "), "{id}: {:?}", entry.summary);
        for parameter in entry.parameters {
            assert!(!parameter.name.is_empty() && parameter.doc.ends_with('.'), "{id}: {}", parameter.id);
            let snake = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
            assert!(parameter.id.bytes().all(snake), "{id}: {}", parameter.id);
        }
    }
}

/// Users choose systems and policies by their purpose; the other families need no such advice.
#[test]
fn systems_and_policies_have_advice_on_their_use() {
    let others = ["generator", "metric", "preset", "format", "platform-format"];
    assert!(others.iter().all(|other| catalog::FAMILIES.iter().any(|family| family.id() == *other)));
    for family in catalog::FAMILIES {
        for entry in family.entries() {
            let (place, words) = (format!("{} {}", family.id(), entry.id), entry.when_to_use);
            assert!(!words.is_empty() || others.contains(&family.id()), "{place}");
            assert!(
                (words.is_empty() || words.ends_with('.')) && !words.contains("  "),
                "{place}: {words:?}"
            );
            assert!(!entry.pseudocode.ends_with('\n'), "{place}");
            for line in entry.pseudocode.split('\n') {
                let plain = line.chars().count() <= 76 && !line.contains('\t') && line.trim_end() == line;
                assert!(plain, "{place}: {line:?}");
            }
        }
    }
}

#[test]
fn defaults_are_allowed() {
    for (entry, parameter) in entries().flat_map(|entry| entry.parameters.iter().map(move |p| (entry.id, p)))
    {
        assert!(allowed(&parameter.kind, &parameter.kind.default_value()), "{entry}: {}", parameter.id);
    }
}

fn allowed(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (Kind::Number { min, max, .. }, Value::Number(x)) => (min..=max).contains(&x),
        (Kind::Integer { min, max, .. }, Value::Integer(x)) => (min..=max).contains(&x) && *max <= 1 << 53,
        (Kind::Bool { .. }, Value::Bool(_)) => true,
        (Kind::Expression { variables, .. }, Value::Expression(text)) => {
            CustomExpression::parse(text, variables).is_ok()
                && variables.iter().all(|variable| !variable.doc.is_empty())
        }
        (Kind::Text { max_length, .. }, Value::Text(text)) => text_problem(text, *max_length).is_none(),
        (Kind::Choice { options, .. }, Value::Choice(word)) => {
            options.iter().any(|&(option, doc)| option == *word && !doc.is_empty())
        }
        (Kind::Table { columns, min, max, default }, Value::Table(rows)) => {
            let cells = |row: &Settings| {
                columns
                    .iter()
                    .all(|column| row.get(column.id).is_some_and(|cell| allowed(&column.kind, cell)))
            };
            (min..=max).contains(&&rows.len())
                && default.iter().all(|row| row.len() == columns.len())
                && !columns.iter().any(|column| matches!(column.kind, Kind::Table { .. }))
                && rows.iter().all(cells)
        }
        _ => false,
    }
}

#[test]
fn roles_are_filled_by_default() {
    for system in SYSTEMS.members {
        for role in system.roles {
            assert!(role.family.entry(role.default).is_some(), "{}: {}", system.entry.id, role.id);
            if let Some(Baseline { policy, .. }) = role.baseline {
                assert!(policy != role.default && role.family.entry(policy).is_some(), "{policy}");
            }
        }
    }
}

/// The parameters of a system and of its policies are written into one object.
#[test]
fn parameters_of_a_system_and_its_policies_do_not_clash() {
    for system in SYSTEMS.members {
        let mut taken: BTreeSet<&str> = system.entry.parameters.iter().map(|p| p.id).collect();
        assert_eq!(taken.len(), system.entry.parameters.len());
        for role in system.roles {
            let own = role.family.entries().into_iter().flat_map(|policy| policy.parameters);
            let own: BTreeSet<&str> = own.map(|p: &Parameter| p.id).collect();
            assert!(taken.is_disjoint(&own), "{}: {}", system.entry.id, role.id);
            taken.extend(own);
        }
    }
}

#[test]
fn the_catalog_has_the_shape_the_page_expects() {
    let catalog = serde_json::to_value(catalog::catalog()).expect("JSON");
    assert_eq!(catalog["engine"], env!("CARGO_PKG_VERSION"));
    assert_eq!(catalog["families"].as_array().map(Vec::len), Some(catalog::FAMILIES.len()));
    let find = |family: &str, id: &str| {
        let entries = catalog["entries"].as_array().expect("a list");
        entries.iter().find(|e| e["family"] == family && e["id"] == id).cloned().unwrap_or_default()
    };
    let batch = find("system", "batch");
    assert_eq!((&batch["accepts"], &batch["roles"][0]["family"]), (&"jobs".into(), &"local-policy".into()));
    assert_eq!(batch["parameters"][0]["options"][0][0], "user");
    let nodes = &find("preset", "one-cluster")["parameters"][0];
    assert_eq!((&nodes["type"], &nodes["max"]), (&"integer".into(), &1_000_000.into()));
    assert!(find("preset", "one-cluster").get("roles").is_none());
}

/// Valid texts are kept unchanged; errors name the found value.
#[test]
fn texts_are_accepted_or_rejected() {
    const COLUMN: Kind = Kind::Text { max_length: 12, default: "id" };
    let read = |text: &str| crate::read::read_setting(text, &COLUMN).map_err(|wrong| wrong.message);
    let text = |text: &str| Ok(Value::Text(text.into()));
    assert_eq!(read(r#""Größe \"x\" µs""#), text("Größe \"x\" µs"));
    assert_eq!(read(r#""""#), text(""));
    let refused = |text: &str| read(text).expect_err("is refused");
    assert_eq!(refused(r#""thirteen chars""#), "found 14 characters, allowed are at most 12");
    assert_eq!(
        refused(r#""two\nlines""#),
        "found a control character ('\\n'), allowed is a text on one line"
    );
    assert_eq!(refused("7"), "found 7, allowed is a text");
}

/// Every written name is in the schema, so that editors complete and check it.
#[test]
fn the_schema_has_every_written_name() {
    let schema = scenario_schema();
    let text = schema.to_string();
    // A platform file becomes clusters, and its format is not part of the scenario.
    for item in catalog::catalog().entries.into_iter().filter(|item| item.family != "platform-format") {
        let entry = item.entry;
        assert!(text.contains(&format!("\"const\":\"{}\"", entry.id)), "{}", entry.id);
        if item.family != "metric" {
            for parameter in entry.parameters {
                assert!(text.contains(&format!("\"{}\":{{", parameter.id)), "{}: {}", entry.id, parameter.id);
            }
        }
    }
    let written = super::scenario(&super::base()).to_value();
    for key in written.as_object().expect("an object").keys() {
        assert!(schema["properties"].get(key).is_some(), "{key}");
    }
    // Every reference has a target.
    for target in text.split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schema["$defs"].get(target).is_some(), "{target}");
    }
}

#[test]
fn items_have_the_accepted_work_and_the_main_parameters() {
    let diagnostics = serde_json::to_value(catalog::catalog()).expect("JSON");
    let item = |family: &str, id: &str| {
        let entries = diagnostics["entries"].as_array().expect("a list");
        entries.iter().find(|one| one["family"] == family && one["id"] == id).expect("an entry")
    };
    let (koala, batch) = (item("system", "koala"), item("system", "batch"));
    assert_eq!(koala["takes"], serde_json::json!(["jobs", "grid-jobs", "hoc-workflows", "workflows"]));
    let pool = item("system", "opportunistic");
    let besides = [&koala["beside"], &item("system", "workflow")["beside"]];
    assert_eq!(besides, [&serde_json::json!(["jobs", "traffic"]); 2]);
    assert_eq!(pool["beside"], serde_json::json!(["absences"]));
    assert_eq!((&batch["beside"], &pool["accepts"]), (&pool["beside"], &"master-worker".into()));
    assert_eq!(pool["takes"], serde_json::json!(["master-worker"]));
    assert_eq!(batch["takes"], serde_json::json!(["jobs"]));
    let quick = |id| {
        let parameters = item("generator", id)["parameters"].as_array().expect("a list");
        let quick = parameters.iter().filter(|one| one.get("quick").is_some());
        quick.map(|one| (one["id"].clone(), one["when"].clone())).collect::<Vec<_>>()
    };
    let always = |id: &str| (id.into(), serde_json::Value::Null);
    let ccr = ("ccr".into(), serde_json::json!({ "parameter": "application", "is": ["ccr"] }));
    assert_eq!(quick("poisson"), [always("load")]);
    assert_eq!(quick("grid-parallel"), [always("net_load"), ccr]);
    assert_eq!(quick("random-dag"), [always("ccr")]);
    assert_eq!(quick("master-worker-batches"), ["workload_percent", "variation_percent"].map(always));
    assert_eq!(item("generator", "owner-sessions")["makes"], "absences");
}

#[test]
fn conditions_of_parameters_are_possible_values_of_others() {
    let mut found = 0;
    for item in catalog::catalog().entries {
        let all = item.entry.parameters;
        for (one, when) in all.iter().filter_map(|one| Some((one, one.when?))) {
            let other = all.iter().find(|other| other.id == when.parameter);
            let other =
                other.unwrap_or_else(|| panic!("{}: {} has no such neighbour", item.entry.id, one.id));
            match other.kind {
                Kind::Choice { options, .. } => {
                    let known = |word: &&str| options.iter().any(|(option, _)| option == word);
                    assert!(
                        !when.is.is_empty() && when.is.iter().all(known),
                        "{}: {}",
                        item.entry.id,
                        one.id
                    );
                }
                Kind::Table { .. } => assert!(when.is.is_empty(), "{}: {}", item.entry.id, one.id),
                _ => panic!("{}: {} hangs on what is no choice", item.entry.id, one.id),
            }
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn deciding_metrics_of_a_kind_can_measure_it() {
    for kind in catalog::catalog().kinds {
        for id in kind.decide {
            assert!(METRICS.find(id).is_some(), "{id}");
        }
    }
}

#[test]
fn metrics_without_a_direction_have_no_better_values() {
    let entries = catalog::catalog().entries;
    let metric = |id: &str| entries.iter().find(|item| item.family == "metric" && item.entry.id == id);
    assert!(metric("wait").is_some_and(|item| item.better.is_some()));
    assert!(metric("passing-jobs").is_some_and(|item| item.better.is_none()));
}
