//! The schema of jobs of a grid.

use super::{limits, number, object, whole};
use crate::engine;
use serde_json::{Map, Value, json};

/// A list of jobs.
pub(super) fn grid_jobs() -> Value {
    let job = json!({"anyOf": [rigid(), flexible("malleable"), flexible("moldable"), sweep()]});
    json!({"description": "Jobs of a grid.", "type": "array", "items": job, "maxItems": limits::INLINE})
}

/// A job with these properties beside those that all jobs have.
fn job(description: &str, properties: Value, required: &[&str]) -> Value {
    let id = |description: &str| json!({"description": description, "type": ["integer", "null"], "minimum": 0, "maximum": limits::ID});
    let mut all = Map::new();
    all.insert("submit_s".into(), seconds("When it arrives, in seconds.", Some(0.0)));
    all.insert("user".into(), id("Its user."));
    all.insert("number".into(), id("Its number; counted from 1 if left out."));
    if let Value::Object(properties) = properties {
        all.extend(properties);
    }
    object(description, all.into(), required)
}

fn rigid() -> Value {
    let request = json!({
        "description": "What it asks for; one component if left out.",
        "oneOf": [
            {"const": "flexible", "description": "Its nodes, however they lie."},
            one("Components of these sizes, anywhere.", "components", sizes()),
            one(
                "Pairs of a cluster, counted from 0, and nodes in it.", "fixed",
                pairs(&[site(), nodes()], limits::COMPONENTS)
            ),
            one(
                "Lists of components; the first one that can be had.", "splits",
                json!({"type": "array", "items": sizes(), "minItems": 1, "maxItems": limits::SPLITS})
            ),
        ],
    });
    let properties = json!({
        "nodes": whole("How many nodes it needs; the sum of its request if left out.", 1, limits::NODES, None),
        "run_s": seconds("How long it runs in one cluster, on nodes of speed 1, in seconds.", None),
        "request": request,
        "spread": spread(),
        "inputs": inputs(),
    });
    job("A rigid job: a number of nodes for some time, in one cluster or several.", properties, &[])
}

fn spread() -> Value {
    let factor = json!({"type": "number", "minimum": 0, "maximum": limits::FACTOR});
    let k = || number("What a millisecond costs.", (0.0, limits::FACTOR), None);
    let latency = object(
        "1 + k times the largest latency beyond 0.03 ms to the power of q.",
        json!({"k": k(), "q": number("The power.", (0.0, limits::POWER), None)}),
        &["k", "q"],
    );
    let chain = object(
        "1 + k times the sum of the latencies between neighbours beyond 0.03 ms.",
        json!({"k": k()}),
        &["k"],
    );
    let processes = whole("Processes on each node.", 1, limits::PROCESSES, Some(2));
    let collective = object(
        "Messages that all processes exchange; they are the run time.",
        json!({
            "operations": number("How many operations.", (0.0, limits::OPERATIONS), None),
            "bytes": number("Bytes of one message.", (0.0, limits::FILE_BYTES), None),
            "processes_per_node": processes,
        }),
        &["operations", "bytes"],
    );
    let table = json!({"type": "array", "items": factor, "minItems": 4, "maxItems": 4});
    json!({
        "description": "What it costs to lie in several clusters.",
        "oneOf": [
            {"enum": engine::SPREADS},
            one("The factor on the run time in 1, 2, 3, and in 4 clusters or more.", "table", table),
            one("By the largest latency among its clusters.", "latency", latency),
            one("By the latencies along a chain of processes.", "chain", chain),
            one("By collective operations.", "collective", collective),
        ],
        "default": "none",
    })
}

fn flexible(key: &str) -> Value {
    let single = || seconds("Run time on one node of speed 1, in seconds.", None);
    let amdahl = object(
        "A part of the work cannot be shared (Amdahl 1967).",
        json!({"single_s": single(), "serial": number("The part that cannot be shared.", (0.0, 1.0), None)}),
        &["single_s", "serial"],
    );
    let downey = object(
        "Average parallelism and its variance (Downey 1997).",
        json!({
            "single_s": single(),
            "parallelism": number("Average parallelism.", (1.0, limits::NODES as f64), None),
            "sigma": number("Its variance.", (0.0, limits::FACTOR), None),
        }),
        &["single_s", "parallelism", "sigma"],
    );
    let fitted = object(
        "a + b / n + c n seconds on n nodes.",
        json!({
            "a_s": seconds("What does not depend on n.", None),
            "b_s": seconds("What is shared.", None),
            "c_s": seconds("What every node adds.", None),
        }),
        &["a_s", "b_s", "c_s"],
    );
    let mut run_times = pairs(&[nodes(), seconds("Seconds.", None)], limits::SPLITS);
    run_times["description"] = "Pairs of nodes, ascending, and the run time on them in seconds.".into();
    let mut sizes = object(
        "The sizes it can have, and how long it takes with them.",
        json!({
            "min": whole("The fewest nodes.", 1, limits::NODES, None),
            "max": whole("The most nodes.", 1, limits::NODES, None),
            "powers_of_two": {"description": "Its sizes are powers of two.", "type": "boolean", "default": false},
            "amdahl": amdahl,
            "downey": downey,
            "fitted": fitted,
            "run_times_s": run_times,
        }),
        &["min", "max"],
    );
    sizes["oneOf"] =
        ["amdahl", "downey", "fitted", "run_times_s"].iter().map(|key| json!({"required": [key]})).collect();
    let text = if key == "malleable" {
        "A malleable job: it grows and shrinks while it runs, in one cluster."
    } else {
        "A moldable job: its size is chosen when it starts, in one cluster."
    };
    let mut properties = Map::new();
    properties.insert(key.to_owned(), sizes);
    properties.insert("inputs".to_owned(), inputs());
    job(text, properties.into(), &[key])
}

fn sweep() -> Value {
    let most = limits::INLINE as i64;
    let each = json!({"type": "array", "items": seconds("Seconds.", None), "minItems": 1, "maxItems": limits::INLINE});
    let same = object(
        "Tasks that all take the same time.",
        json!({"tasks": whole("How many.", 1, most, None), "run_s": seconds("The run time of one, in seconds.", None)}),
        &["tasks", "run_s"],
    );
    let tasks = json!({"oneOf": [one("The run time of each task, in seconds.", "tasks_s", each), same]});
    job("Independent tasks of one node each that take what is idle.", json!({"sweep": tasks}), &["sweep"])
}

fn inputs() -> Value {
    let file = object(
        "A file.",
        json!({
            "bytes": number("Its size.", (0.0, limits::FILE_BYTES), None),
            "sites": {
                "description": "The clusters that hold a copy, counted from 0; none if it need not be moved.",
                "type": "array", "items": site(), "maxItems": limits::COMPONENTS, "default": [],
            },
        }),
        &["bytes"],
    );
    json!({
        "description": "The files it reads.",
        "type": "array", "items": file, "maxItems": limits::COMPONENTS, "default": [],
    })
}

/// An object with one key.
fn one(description: &str, key: &str, value: Value) -> Value {
    let mut properties = Map::new();
    properties.insert(key.to_owned(), value);
    object(description, properties.into(), &[key])
}

/// A cluster by its place.
fn site() -> Value {
    json!({"type": "integer", "minimum": 0, "maximum": limits::CLUSTERS - 1})
}

fn nodes() -> Value {
    json!({"type": "integer", "minimum": 1, "maximum": limits::NODES})
}

fn sizes() -> Value {
    json!({"type": "array", "items": nodes(), "minItems": 1, "maxItems": limits::COMPONENTS})
}

fn pairs(pair: &[Value; 2], most: usize) -> Value {
    let pair = json!({"type": "array", "prefixItems": pair, "minItems": 2, "maxItems": 2});
    json!({"type": "array", "items": pair, "minItems": 1, "maxItems": most})
}

fn seconds(description: &str, default: Option<f64>) -> Value {
    number(description, (0.0, limits::SECONDS), default)
}
