use super::{base, scenario};
use crate::read;
use ganttlet_core::entry::document::{Document, Shape};
use ganttlet_core::entry::{Kind, Parameter};
use ganttlet_core::platform::{Machine, PRESETS};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_format::{FORMATS, Format};
use ganttlet_sim::metric::Metric;
use ganttlet_sim::report::METRICS;
use ganttlet_sim::system::SYSTEMS;
use ganttlet_work::generator::{GENERATORS, Generator};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

#[test]
fn the_canonical_form_has_all_fields_in_order() {
    let text = scenario(&base()).to_text();
    let expected = r#"{
  "version": 1,
  "name": "Untitled",
  "seed": 1,
  "platform": {
    "preset": "one-cluster",
    "parameters": {
      "nodes": 4
    }
  },
  "workload": [
    {
      "jobs": {
        "submit_s": [0, 0, 1],
        "run_s": [10, 10, 1],
        "nodes": [3, 2, 1]
      }
    }
  ],
  "background": [],
  "system": {
    "kind": "batch",
    "policies": {
      "local": "easy",
      "routing": "home",
      "prediction": "as-estimated",
      "bound": "no-bound"
    },
    "parameters": {
"#;
    assert!(text.starts_with(expected), "{text}");
    assert!(
        text.ends_with(
            "  },\n  \"compare\": [],\n  \"horizon_s\": null,\n  \"warm_up_s\": 0,\n  \"measures\": [],\n  \
             \"measure_parameters\": {\n    \"threshold_s\": 10\n  }\n}\n"
        ),
        "{text}"
    );
}

#[test]
fn the_compact_form_has_no_defaults() {
    assert_eq!(scenario(&base()).to_compact(), base());
    let mut value = base();
    value["platform"] =
        json!({"clusters": [{"name": "A", "nodes": 2, "speed": 1}], "network": {"latency_ms": 0.5}});
    value["system"] =
        json!({"kind": "batch", "policies": {"local": "easy"}, "parameters": {"estimates": "user"}});
    let compact = scenario(&value).to_compact();
    assert_eq!(compact["platform"], json!({"clusters": [{"name": "A", "nodes": 2}]}));
    assert_eq!(compact["system"], json!({"kind": "batch"}));
}

/// A random scenario, as a document with some fields left out.
fn any(chance: &mut Stream) -> Value {
    let mut value = Map::new();
    let systems: Vec<_> = SYSTEMS.members.iter().collect();
    let system = systems[chance.uniform_below(systems.len() as u32) as usize];
    let variant = |chance: &mut Stream| {
        let mut policies = Map::new();
        let mut all: Vec<&Parameter> = system.entry.parameters.iter().collect();
        for role in system.roles {
            let family = role.family.entries();
            let policy = family[chance.uniform_below(family.len() as u32) as usize];
            policies.insert(role.id.to_owned(), policy.id.into());
            all.extend(policy.parameters);
        }
        json!({"kind": system.entry.id, "policies": policies, "parameters": parameters(chance, all)})
    };
    value.insert("version".into(), 1.into());
    value.insert("seed".into(), (chance.random_bits() >> 11).into());
    value.insert("name".into(), format!("\"Nr.\" {}\n\u{1F600}\u{7f}", chance.uniform_below(100)).into());
    value.insert("system".into(), variant(chance));
    value.insert("compare".into(), (0..chance.uniform_below(4)).map(|_| variant(chance)).collect());
    value.insert("platform".into(), platform(chance));
    let mut parts: Vec<Value> = Vec::new();
    for Generator { entry, makes, .. } in GENERATORS.members {
        if system.accepts.accepts(makes) && chance.bernoulli(0.5) {
            parts.push(json!({"generator": entry.id, "parameters": parameters(chance, entry.parameters)}));
        }
    }
    for Format { entry, makes, .. } in FORMATS.members {
        if system.accepts.accepts(makes) && chance.bernoulli(0.5) {
            let file = json!({"name": "log", "sha256": "0123456789abcdef".repeat(4), "format": entry.id});
            parts.push(json!({"file": file, "parameters": parameters(chance, entry.parameters)}));
        }
    }
    parts.push(match system.accepts.key {
        "jobs" => jobs(chance),
        "workflow" => workflow(chance),
        "grid_jobs" => {
            json!({"grid_jobs": (0..chance.uniform_below(5)).map(|_| grid_job(chance)).collect::<Vec<_>>()})
        }
        "applications" => {
            json!({"applications": (0..chance.uniform_below(4)).map(|_| application(chance)).collect::<Vec<_>>()})
        }
        "divisible" => {
            json!({"divisible": (0..chance.uniform_below(4)).map(|_| divisible(chance)).collect::<Vec<_>>()})
        }
        "launchers" => {
            json!({"launchers": (0..chance.uniform_below(4)).map(|_| launcher(chance)).collect::<Vec<_>>()})
        }
        "bags" => json!({"bags": (0..chance.uniform_below(4)).map(|_| bag(chance)).collect::<Vec<_>>()}),
        other => unreachable!("no system runs {other} yet"),
    });
    if system.accepts.key == "grid_jobs" {
        parts.push(
            json!({"hoc_workflows": (0..chance.uniform_below(4)).map(|_| hoc_workflow(chance)).collect::<Vec<_>>()}),
        );
    }
    value.insert("workload".into(), parts.into());
    if let Some(&makes) = system.beside.first().filter(|_| chance.bernoulli(0.5)) {
        let absences = makes.key == "absences";
        let mut parts = vec![if absences { self::absences(chance) } else { jobs(chance) }];
        for Generator { entry, .. } in GENERATORS.members.iter().filter(|one| one.makes == makes) {
            if chance.bernoulli(0.3) {
                parts
                    .push(json!({"generator": entry.id, "parameters": parameters(chance, entry.parameters)}));
            }
        }
        value.insert("background".into(), parts.into());
    }
    if chance.bernoulli(0.5) {
        value.insert("horizon_s".into(), (100.0 + chance.uniform() * 1e6).into());
        value.insert("warm_up_s".into(), (chance.uniform() * 100.0).into());
    }
    let suits = |metric: &&Metric| metric.applies_to(system.accepts);
    let measures = METRICS.members.iter().filter(suits).map(|metric| metric.entry.id);
    value.insert("measures".into(), measures.take(chance.uniform_below(4) as usize).collect());
    value.into()
}

fn parameters<'p>(chance: &mut Stream, all: impl IntoIterator<Item = &'p Parameter>) -> Value {
    let mut object = Map::new();
    for parameter in all {
        let value: Value = match parameter.kind {
            Kind::Number { min, max, .. } => (min + chance.uniform() * (max - min)).into(),
            Kind::Integer { min, max, .. } => (min + (chance.uniform() * (max - min) as f64) as i64).into(),
            Kind::Bool { .. } => chance.bernoulli(0.5).into(),
            Kind::Choice { options, .. } => {
                options[chance.uniform_below(options.len() as u32) as usize].0.into()
            }
            Kind::Expression { variables, .. } => {
                let name =
                    |chance: &mut Stream| variables[chance.uniform_below(variables.len() as u32) as usize].id;
                format!("Mine: {} - 2.5 * {} # So.", name(chance), name(chance)).into()
            }
            Kind::Text { max_length, .. } => {
                let text = ["", "a", "user 7", "Wall time [s]", "größer; \"quoted\" \\ 100 %"];
                let text = text[chance.uniform_below(text.len() as u32) as usize];
                text.chars().take(max_length).collect::<String>().into()
            }
            Kind::Table { columns, min, max, .. } => {
                let rows = min as u32 + chance.uniform_below((max - min).min(3) as u32 + 1);
                (0..rows).map(|_| parameters(chance, columns)).collect()
            }
        };
        if chance.bernoulli(0.6) {
            object.insert(parameter.id.to_owned(), value);
        }
    }
    object.into()
}

fn platform(chance: &mut Stream) -> Value {
    let presets = PRESETS.members;
    if chance.bernoulli(0.5) {
        let preset = &presets[chance.uniform_below(presets.len() as u32) as usize].entry;
        return json!({"preset": preset.id, "parameters": parameters(chance, preset.parameters)});
    }
    let n = 1 + chance.uniform_below(3);
    let cluster = |chance: &mut Stream, i| {
        let mut cluster = json!({"name": format!("C{i}"), "speed": 0.5 + chance.uniform()});
        if chance.bernoulli(0.3) {
            cluster["machines"] = (0..=chance.uniform_below(3)).map(|i| machine(chance, i)).collect();
        } else {
            cluster["nodes"] = (1 + chance.uniform_below(99)).into();
        }
        cluster
    };
    let clusters: Vec<Value> = (0..n).map(|i| cluster(chance, i)).collect();
    let row = |chance: &mut Stream| (0..n).map(|_| 0.01 + chance.uniform() * 1e3).collect::<Vec<_>>();
    let bandwidth: Vec<Vec<f64>> = (0..n).map(|_| row(chance)).collect();
    json!({"clusters": clusters, "network": {"bandwidth_mb_s": bandwidth, "latency_ms": chance.uniform() * 10.0}})
}

fn jobs(chance: &mut Stream) -> Value {
    let n = chance.uniform_below(5);
    let mut seconds = || (0..n).map(|_| chance.uniform() * 1e5).collect::<Vec<f64>>();
    let (submit, run) = (seconds(), seconds());
    let nodes: Vec<u32> = (0..n).map(|_| 1 + chance.uniform_below(8)).collect();
    let mut value = json!({"submit_s": submit, "run_s": run, "nodes": nodes});
    if chance.bernoulli(0.5) {
        value["estimate_s"] = (0..n).map(|i| if i % 2 == 0 { Value::Null } else { (i * 7).into() }).collect();
        value["home"] = (0..n).map(|i| if i % 3 == 0 { Value::Null } else { i.into() }).collect();
    }
    json!({"jobs": value})
}

fn grid_job(chance: &mut Stream) -> Value {
    let mut seconds = || chance.uniform() * 1e5;
    let (submit_s, run_s, k) = (seconds(), seconds(), seconds());
    let node = || json!({"submit_s": submit_s, "nodes": 4, "run_s": run_s});
    let sizes = |more: Value| {
        let mut sizes = json!({"min": 2, "max": 16, "powers_of_two": true});
        sizes.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        sizes
    };
    let mut job = match chance.uniform_below(12) {
        0 => node(),
        1 => json!({"nodes": 4, "run_s": run_s, "request": "flexible", "spread": "none"}),
        2 => json!({"run_s": run_s, "request": {"components": [2, 2]}, "spread": {"table": [1, 1.5, k, 0]}}),
        3 => {
            json!({"run_s": run_s, "request": {"fixed": [[0, 1]]}, "spread": {"latency": {"k": k, "q": 1.5}}})
        }
        4 => json!({"run_s": run_s, "request": {"splits": [[4], [2, 2]]}, "spread": {"chain": {"k": k}}}),
        5 => json!({"nodes": 3, "spread": {"collective": {"operations": k, "bytes": k}}}),
        6 => json!({"malleable": sizes(json!({"amdahl": {"single_s": run_s, "serial": 0.25}}))}),
        7 => json!({"moldable": sizes(json!({"downey": {"single_s": run_s, "parallelism": 4, "sigma": k}}))}),
        8 => json!({"malleable": sizes(json!({"fitted": {"a_s": k, "b_s": run_s, "c_s": 0}}))}),
        9 => json!({"moldable": sizes(json!({"run_times_s": [[1, run_s], [7, k]]}))}),
        10 => json!({"user": 3, "sweep": {"tasks_s": [run_s, k]}}),
        _ => json!({"number": 5, "sweep": {"tasks": 7, "run_s": run_s}}),
    };
    if job.get("sweep").is_none() && chance.bernoulli(0.3) {
        job["inputs"] = json!([{"bytes": k}, {"bytes": 0, "sites": [0]}]);
    }
    job
}

fn machine(chance: &mut Stream, i: u32) -> Value {
    let mut all = Map::new();
    for field in Machine::SHAPE.object().fields {
        let value = match field.shape {
            Shape::Number(min, max) => (min + chance.uniform() * (max - min)).into(),
            Shape::Text => format!("{}\u{e9}/{i}", field.key).into(),
            Shape::List(_) => json!(["a", "b"]),
            _ => json!([14, 10.5]),
        };
        if chance.bernoulli(0.5) {
            all.insert(field.key.to_owned(), value);
        }
    }
    all.into()
}

fn hoc_workflow(chance: &mut Stream) -> Value {
    let patterns = ["farm", "pipeline", "wavefront"];
    let hoc = |chance: &mut Stream| {
        let pattern = patterns[chance.uniform_below(3) as usize];
        let mut hoc = json!({"pattern": pattern, "units": 4, "messages": 20, "message_mb": chance.uniform()});
        match chance.uniform_below(5) {
            0 => hoc["compute_s"] = (0.001 + chance.uniform()).into(),
            1 => hoc["grain"] = 5.into(),
            2 => hoc["farm_messages"] = "total".into(),
            3 => hoc["sends"] = "blocking".into(),
            _ => hoc["wavefront_shape"] = "clipped".into(),
        }
        hoc
    };
    let hocs: Vec<Value> = (0..=chance.uniform_below(2)).map(|_| hoc(chance)).collect();
    let mut value = json!({"hocs": hocs, "submit_s": chance.uniform()});
    if chance.bernoulli(0.5) {
        (value["user"], value["home"]) = (3.into(), 0.into());
    }
    value
}

fn divisible(chance: &mut Stream) -> Value {
    let mut task = json!({"at_s": chance.uniform_below(1000)});
    if chance.bernoulli(0.5) {
        task["kflop"] = (chance.uniform_below(1_000_000) + 1).into();
    } else {
        task["jobs_kflop"] =
            (0..=chance.uniform_below(3)).map(|_| json!(chance.uniform_below(1000) + 1)).collect();
    }
    for (key, value) in
        [("looseness", json!(0.5)), ("scale_s", json!(20)), ("queue", json!(2)), ("user", json!(3))]
    {
        if chance.bernoulli(0.3) {
            task[key] = value;
        }
    }
    task
}

fn bag(chance: &mut Stream) -> Value {
    let runs: Vec<f64> = (0..=chance.uniform_below(3)).map(|_| chance.uniform() * 1e4).collect();
    let mut all = json!({"tasks_s": runs});
    for (key, value) in [("name", json!("b\"")), ("user", json!(3)), ("at_s", json!(7)), ("home", json!(0))] {
        if chance.bernoulli(0.3) {
            all[key] = value;
        }
    }
    all
}

fn launcher(chance: &mut Stream) -> Value {
    let mut all = match chance.uniform_below(3) {
        0 => json!({"hosts": 1 + chance.uniform_below(8), "run_s": chance.uniform_below(100)}),
        1 => {
            json!({"moldable": {"one_host_s": chance.uniform_below(900), "parallel": 0.9, "least": 2, "most": 5}})
        }
        _ => json!({"complex": {"work_s": 1 + chance.uniform_below(900), "iterations": 20}}),
    };
    for (key, value) in [
        ("at_s", json!(7)),
        ("factor", json!(1.5)),
        ("adapt_s", json!(3)),
        ("select_once", json!(true)),
        ("user", json!(3)),
    ] {
        if chance.bernoulli(0.3) {
            all[key] = value;
        }
    }
    all
}

fn application(chance: &mut Stream) -> Value {
    let mut all = json!({
        "name": "\"A\"", "user": 3, "number": 8, "home": 0, "submit_s": chance.uniform() * 1e5,
        "expected_s": [1, 0, 2.5], "keys": [-1, chance.uniform(), 1e15], "sequential_s": chance.uniform(),
        "priority": -7,
        "needs": {"kflops": [0, null], "mips": [null, 700.5], "memory_mb": 250, "load": 0, "platform": "P", "group": "g"},
    });
    all["needs"].as_object_mut().expect("an object").retain(|_, _| chance.bernoulli(0.5));
    all.as_object_mut().expect("an object").retain(|_, _| chance.bernoulli(0.5));
    if chance.bernoulli(0.5) {
        all["tasks_s"] = json!([chance.uniform() * 100.0, 0, 5]);
        all["iterations"] = (1 + chance.uniform_below(5)).into();
    } else {
        all["batches_s"] = json!([[8, null, chance.uniform()], [null, null, 0]]);
    }
    all
}

fn absences(chance: &mut Stream) -> Value {
    let absence = |chance: &mut Stream| {
        let from = chance.uniform() * 1e5;
        json!({"machine": chance.uniform_below(99), "from_s": from, "to_s": from + 1.0, "gone": chance.bernoulli(0.5)})
    };
    json!({"absences": (0..chance.uniform_below(5)).map(|_| absence(chance)).collect::<Vec<_>>()})
}

fn workflow(chance: &mut Stream) -> Value {
    let n = 1 + chance.uniform_below(5);
    let task = |chance: &mut Stream, i: u32| {
        let parents: Vec<String> =
            (0..i).filter(|_| chance.bernoulli(0.4)).map(|p| format!("t{p}")).collect();
        json!({"id": format!("t{i}"), "run_s": chance.uniform() * 100.0, "parents": parents, "inputs": ["a/b~c"]})
    };
    let tasks: Vec<Value> = (0..n).map(|i| task(chance, i)).collect();
    json!({"workflow": {"name": "W", "tasks": tasks, "files": {"a/b~c": chance.uniform() * 1e9}}})
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_is_lost_in_writing(seed: u64) {
        let first = scenario(&any(&mut Streams::new(seed).get("scenario")));
        for text in [first.to_text(), first.to_compact().to_string()] {
            let again = read(&text);
            prop_assert_eq!(&again.diagnostics, &vec![], "{}", text);
            prop_assert_eq!(again.scenario.as_ref(), Some(&first), "{}", text);
        }
    }

    #[test]
    fn no_text_does_harm(text in "\\PC{0,200}") {
        let reading = read(&text);
        prop_assert!(reading.scenario.is_none() && !reading.diagnostics.is_empty());
    }
}

/// A scenario in which values are moved to wrong places, one after another.
#[test]
fn no_misplaced_value_does_harm() {
    let odd = [
        json!(null),
        json!([]),
        json!({}),
        json!(-1e300),
        json!("\u{0}"),
        json!([[[]]]),
        json!({"": {"": 0}}),
    ];
    let mut chance = Streams::new(5).get("misplaced");
    for round in 0..3000 {
        let mut value = any(&mut Streams::new(round).get("scenario"));
        let count = count(&value);
        for _ in 0..=chance.uniform_below(2) {
            let (mut at, with) =
                (chance.uniform_below(count), &odd[chance.uniform_below(odd.len() as u32) as usize]);
            replace(&mut value, &mut at, with);
        }
        let reading = read(&value.to_string());
        assert!(reading.scenario.is_some() || !reading.diagnostics.is_empty(), "{value}");
    }
}

fn count(value: &Value) -> u32 {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

fn replace(value: &mut Value, at: &mut u32, with: &Value) {
    if *at == 0 {
        value.clone_from(with);
    }
    *at = at.wrapping_sub(1);
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| replace(item, at, with)),
        Value::Object(map) => map.values_mut().for_each(|item| replace(item, at, with)),
        _ => {}
    }
}
