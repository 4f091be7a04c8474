//! The schema of master-worker applications, machines and absences.

use super::{limits, number, object, whole};
use serde_json::{Value, json};

/// A machine of a cluster.
pub(super) fn machine() -> Value {
    let name = || json!({"$ref": "#/$defs/name"});
    let described = |description: &str| json!({"$ref": "#/$defs/name", "description": description});
    let hour = json!({"type": "number", "minimum": 0, "maximum": 24});
    object(
        "A machine.",
        json!({
            "name": described("What it is called."),
            "speed": number("How fast it is, as a multiple of the speed of its cluster.", limits::SPEED, Some(1.0)),
            "kflops": feature("Floating-point speed, in KFlops.", Some(0.0)),
            "mips": feature("Integer speed, in MIPS.", Some(0.0)),
            "memory_mb": feature("Memory, in MB.", Some(0.0)),
            "load": feature("Load average of what its owner runs on it.", Some(0.0)),
            "platform": described("Its architecture and operating system, such as INTEL/LINUX."),
            "owner": described("Whom it belongs to."),
            "groups": {
                "description": "The groups that may use it; none if everyone may.",
                "type": "array", "items": name(), "maxItems": limits::GROUPS, "default": [],
            },
            "hours": {
                "description": "The hours of the day in which others may use it, from and to; always if both are equal.",
                "type": "array", "prefixItems": [hour, hour], "minItems": 2, "maxItems": 2, "default": [0, 0],
            },
            "cost": feature("What an hour of it costs.", Some(1.0)),
        }),
        &[],
    )
}

/// A list of applications.
pub(super) fn applications() -> Value {
    let run_s = || seconds("Seconds on a machine of speed 1.", None);
    let list = |description: &str, items: Value| json!({"description": description, "type": "array", "items": items, "minItems": 1, "maxItems": limits::INLINE});
    let batch = json!({
        "type": "array", "maxItems": limits::INLINE,
        "items": {"type": ["number", "null"], "minimum": 0, "maximum": limits::SECONDS},
    });
    let key = json!({"type": "number", "minimum": -limits::FEATURE, "maximum": limits::FEATURE});
    let id = |description: &str| json!({"description": description, "type": ["integer", "null"], "minimum": 0, "maximum": limits::ID});
    let mut application = object(
        "A master-worker application: batches of independent tasks, one batch after the other.",
        json!({
            "name": {"$ref": "#/$defs/name", "description": "What people call it."},
            "user": id("Its user."),
            "number": id("Its number; counted from 1 if left out."),
            "home": id("The pool it is submitted to, counted from 0; the first if left out."),
            "submit_s": seconds("When it is submitted, in seconds.", Some(0.0)),
            "tasks_s": list("The run time of each task on a machine of speed 1, in seconds, the same in all batches.", run_s()),
            "iterations": whole("How many batches of these tasks there are.", 1, limits::INLINE as i64, Some(1)),
            "batches_s": list("The run times of each batch, in seconds; null for a task that does not come in it.", batch),
            "expected_s": list("How long each task was expected to run, in seconds; as long as when it comes first if left out.", run_s()),
            "keys": list("A number for each task by which its user orders them.", key),
            "sequential_s": seconds("What the master computes alone after each batch, in seconds.", Some(0.0)),
            "priority": whole("Its place among the requests of its user: higher first.", -limits::PRIORITY, limits::PRIORITY, Some(0)),
            "needs": needs(),
        }),
        &[],
    );
    application["oneOf"] = json!([
        {"required": ["tasks_s"]},
        {"required": ["batches_s"], "properties": {"iterations": false}},
    ]);
    json!({
        "description": "Master-worker applications.",
        "type": "array", "items": application, "maxItems": limits::INLINE,
    })
}

/// What an application asks of machines.
fn needs() -> Value {
    let bound = json!({"type": ["number", "null"], "minimum": 0, "maximum": limits::FEATURE});
    let range = |description: &str| json!({"description": description, "type": "array", "prefixItems": [bound, bound], "minItems": 2, "maxItems": 2});
    let mut load = bound.clone();
    load["description"] = "The highest load average that will do.".into();
    object(
        "What it asks of machines.",
        json!({
            "kflops": range("Slowest and fastest that will do, in KFlops; null for no bound."),
            "mips": range("Slowest and fastest that will do, in MIPS; null for no bound."),
            "memory_mb": feature("The least memory that will do, in MB.", Some(0.0)),
            "load": load,
            "platform": {"$ref": "#/$defs/name", "description": "Architecture and operating system, such as INTEL/LINUX."},
            "group": {"$ref": "#/$defs/name", "description": "The group of its user."},
        }),
        &[],
    )
}

/// A list of absences.
pub(super) fn absences() -> Value {
    let absence = object(
        "An absence.",
        json!({
            "machine": whole("The machine, counted from 0 through all clusters.", 0, limits::ID, None),
            "from_s": seconds("When it begins, in seconds.", None),
            "to_s": seconds("When it ends, in seconds.", None),
            "gone": {
                "description": "True if the machine is gone, so that its work is lost; false if its owner sits at it.",
                "type": "boolean", "default": false,
            },
        }),
        &["machine", "from_s", "to_s"],
    );
    json!({
        "description": "Times at which machines are not to be had.",
        "type": "array", "items": absence, "maxItems": limits::INLINE,
    })
}

fn feature(description: &str, default: Option<f64>) -> Value {
    number(description, (0.0, limits::FEATURE), default)
}

fn seconds(description: &str, default: Option<f64>) -> Value {
    number(description, (0.0, limits::SECONDS), default)
}
