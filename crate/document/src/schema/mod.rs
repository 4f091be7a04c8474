//! The JSON Schema of a scenario, made from the catalog: editors complete and check by it.
//!
//! It says what each field allows by itself. What fields must agree on (rows of a matrix, names of files) only the
//! reader knows.

mod document;

use super::model::{SEED, UNTITLED, VERSION};
use super::read::{SHA256, URL};
use super::study::Study;
use ganttlet_engine::entry::document::{Document, Shape};
use ganttlet_engine::entry::{AnyFamily, Entry, Kind, Parameter, Parameters, Value as Setting, limits};
use ganttlet_engine::expression::LONGEST;
use ganttlet_engine::metric;
use ganttlet_engine::metric::METRICS;
use ganttlet_engine::platform::{OwnClusters, PRESETS};
use ganttlet_engine::system::{SYSTEMS, SystemKind};
use ganttlet_engine::workload::KINDS;
use ganttlet_engine::workload::generator::GENERATORS;
use ganttlet_format::FORMATS;
use serde_json::{Map, Value, json};

/// The JSON Schema (draft 2020-12) of the current version.
pub fn schema() -> Value {
    let system = json!({"$ref": "#/$defs/system"});
    let metrics = METRICS.entries();
    let mut schema = object(
        "Ganttlet scenario: platform, workload, and one or more systems to compare.",
        json!({
            "$schema": {"type": "string"},
            "version": {"const": VERSION, "description": "The version of this format."},
            "name": {"$ref": "#/$defs/name", "description": "Name shown on the page.", "default": UNTITLED},
            "seed": whole("Seed of the random-number generators.", 0, limits::SEED, Some(SEED as i64)),
            "platform": {"$ref": "#/$defs/platform"},
            "workload": {
                "description": "Workload; all parts are combined.",
                "type": "array", "minItems": 1, "maxItems": limits::PARTS, "items": {"$ref": "#/$defs/part"},
            },
            "background": {
                "description": "Background of the system, where supported: local jobs, machine absences or background traffic.",
                "type": "array", "maxItems": limits::PARTS, "items": {"$ref": "#/$defs/part"}, "default": [],
            },
            "system": system,
            "compare": {
                "description": "Other systems that run the same workload, for comparison.",
                "type": "array", "maxItems": limits::COMPARE, "items": system, "default": [],
            },
            "horizon_s": {
                "description": "End of the simulation in seconds; null to run to completion.",
                "type": ["number", "null"], "minimum": 0, "maximum": limits::SECONDS, "default": null,
            },
            "warm_up_s": number(
                "Warm-up in seconds: jobs submitted earlier are excluded from the metrics.", (0.0, limits::SECONDS), Some(0.0)
            ),
            "measures": {
                "description": "Metrics to show; empty for all.",
                "type": "array", "items": choice(&metrics), "default": [],
            },
            "measure_parameters": parameters(metric::Options::LIST),
        }),
        &["version", "platform", "workload", "system"],
    );
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "Ganttlet scenario".into();
    schema["$defs"] = json!({
        "name": name(),
        "platform": platform(),
        "part": part(),
        "file": file(),
        "system": system_kinds(),
    });
    for kind in KINDS {
        schema["$defs"][kind.key] = document::shape(kind.shape);
    }
    schema
}

/// The JSON Schema of a study. The scenario in it has a schema of its own.
pub fn study_schema() -> Value {
    let mut schema = document::shape(Study::SHAPE);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "Ganttlet study".into();
    schema["properties"]["$schema"] = json!({"type": "string"});
    schema["$defs"] = json!({"name": name()});
    schema
}

fn name() -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": limits::NAME})
}

/// An object with these properties and no others.
fn object(description: &str, properties: Value, required: &[&str]) -> Value {
    let mut object = json!({"description": description, "type": "object"});
    if !required.is_empty() {
        object["required"] = required.into();
    }
    object["properties"] = properties;
    object["additionalProperties"] = false.into();
    object
}

fn number(description: &str, (min, max): (f64, f64), default: Option<f64>) -> Value {
    let mut schema = json!({"description": description, "type": "number", "minimum": min, "maximum": max});
    if let Some(default) = default {
        schema["default"] = default.into();
    }
    schema
}

fn whole(description: &str, min: i64, max: i64, default: Option<i64>) -> Value {
    let mut schema = json!({"description": description, "type": "integer", "minimum": min, "maximum": max});
    if let Some(default) = default {
        schema["default"] = default.into();
    }
    schema
}

/// One of these entries, each with what it does.
fn choice(entries: &[&Entry]) -> Value {
    let option =
        |entry: &&Entry| json!({"const": entry.id, "title": entry.name, "description": entry.summary});
    // An empty family allows nothing; `oneOf` of nothing would not be a schema.
    if entries.is_empty() {
        json!(false)
    } else {
        json!({"oneOf": entries.iter().map(option).collect::<Vec<_>>()})
    }
}

fn parameter(parameter: &Parameter) -> Value {
    let unit = if parameter.unit.is_empty() { String::new() } else { format!(" Unit: {}.", parameter.unit) };
    let doc = format!("{}{unit}", parameter.doc);
    let mut schema = match parameter.kind {
        Kind::Number { min, max, default } => number(&doc, (min, max), Some(default)),
        Kind::Integer { min, max, default } => whole(&doc, min, max, Some(default)),
        Kind::Bool { default } => json!({"description": doc, "type": "boolean", "default": default}),
        Kind::Choice { options, default } => {
            let option = |&(word, doc): &(&str, &str)| json!({"const": word, "description": doc});
            let options: Vec<Value> = options.iter().map(option).collect();
            json!({"description": doc, "oneOf": options, "default": default})
        }
        Kind::Expression { default, .. } => {
            json!({"description": doc, "type": "string", "maxLength": LONGEST, "default": default})
        }
        Kind::Table { columns, min, max, default } => {
            let mut row = parameters(columns);
            row["description"] = "A row; omitted values have their defaults.".into();
            let of = |row: &&[Setting]| -> Value {
                columns.iter().zip(*row).map(|(column, cell)| (column.id.to_owned(), json!(cell))).collect()
            };
            let default: Vec<Value> = default.iter().map(of).collect();
            json!({"description": doc, "type": "array", "items": row, "minItems": min, "maxItems": max, "default": default})
        }
    };
    schema["title"] = parameter.name.into();
    schema
}

/// Parameters by name. Policies that share a name allow what either allows.
fn parameters<'p>(all: impl IntoIterator<Item = &'p Parameter>) -> Value {
    let mut properties: Map<String, Value> = Map::new();
    for one in all {
        let schema = parameter(one);
        match properties.get_mut(one.id) {
            None => {
                properties.insert(one.id.to_owned(), schema);
            }
            Some(other) if *other == schema => {}
            Some(other) => match other.get_mut("anyOf").and_then(Value::as_array_mut) {
                Some(list) => list.push(schema),
                None => *other = json!({"anyOf": [other.take(), schema]}),
            },
        }
    }
    object("Parameters; omitted ones have their defaults.", properties.into(), &[])
}

/// For each entry: if `key` names it, `parameters` are its own.
fn each(key: &str, entries: &[&Entry]) -> Vec<Value> {
    let rule = |entry: &&Entry| {
        json!({
            "if": {"properties": {key: {"const": entry.id}}, "required": [key]},
            "then": {"properties": {"parameters": parameters(entry.parameters)}},
        })
    };
    entries.iter().map(rule).collect()
}

/// What holds beside the properties; a list of no rules would not be a schema.
fn rules(object: &mut Value, rules: Vec<Value>) {
    if !rules.is_empty() {
        object["allOf"] = rules.into();
    }
}

fn platform() -> Value {
    let presets = PRESETS.entries();
    let mut preset = object(
        "Predefined platform.",
        json!({"preset": choice(&presets), "parameters": {"type": "object"}}),
        &["preset"],
    );
    rules(&mut preset, each("preset", &presets));
    let mut own = document::shape(OwnClusters::SHAPE);
    // Two fields that may be left out, but not both: that the fields agree is said by hand.
    own["properties"]["clusters"]["items"]["anyOf"] =
        json!([{"required": ["nodes"]}, {"required": ["machines"]}]);
    json!({"description": "Clusters of the platform.", "oneOf": [preset, own]})
}

fn part() -> Value {
    let generators = GENERATORS.entries();
    let mut generator = object(
        "Workload from a generator.",
        json!({"generator": choice(&generators), "parameters": {"type": "object"}}),
        &["generator"],
    );
    rules(&mut generator, each("generator", &generators));
    let rule = |entry: &&Entry| {
        json!({
            "if": {"properties": {"file": {"properties": {"format": {"const": entry.id}}, "required": ["format"]}}},
            "then": {"properties": {"parameters": parameters(entry.parameters)}},
        })
    };
    let formats = FORMATS.entries();
    let mut file = object(
        "Workload from a file.",
        json!({"file": {"$ref": "#/$defs/file"}, "parameters": {"type": "object"}}),
        &["file"],
    );
    rules(&mut file, formats.iter().map(rule).collect());
    let mut all = vec![generator, file];
    for kind in KINDS {
        let mut properties = Map::new();
        properties.insert(kind.key.to_owned(), json!({"$ref": format!("#/$defs/{}", kind.key)}));
        all.push(object(kind.doc, properties.into(), &[kind.key]));
    }
    json!({"description": "A part of the workload or of the background.", "oneOf": all})
}

fn file() -> Value {
    let described = |description: &str, shape| {
        let mut schema = document::shape(shape);
        schema["description"] = description.into();
        schema
    };
    object(
        "A file, identified by its content.",
        json!({
            "name": {"$ref": "#/$defs/name"},
            "sha256": described("SHA-256 of its bytes.", SHA256),
            "format": choice(&FORMATS.entries()),
            "url": described("Address from which it can be downloaded.", Shape::OrNull(&URL)),
        }),
        &["name", "sha256", "format"],
    )
}

fn system_kinds() -> Value {
    let rule = |system: &SystemKind| {
        let role = |role: &ganttlet_engine::entry::Role| {
            let mut schema = choice(&role.family.entries());
            if let Value::Object(schema) = &mut schema {
                schema.insert("title".to_owned(), role.name.into());
                schema.insert("description".to_owned(), role.doc.into());
                schema.insert("default".to_owned(), role.default.into());
            }
            (role.id.to_owned(), schema)
        };
        let roles: Map<String, Value> = system.roles.iter().map(role).collect();
        let policies = system.roles.iter().flat_map(|role| role.family.entries());
        let all = system.entry.parameters.iter().chain(policies.flat_map(|policy| policy.parameters));
        json!({
            "if": {"properties": {"kind": {"const": system.entry.id}}, "required": ["kind"]},
            "then": {"properties": {
                "policies": object("Policy in each role.", roles.into(), &[]),
                "parameters": parameters(all),
            }},
        })
    };
    let kinds = SYSTEMS.entries();
    let mut system = object(
        "System with its policies.",
        json!({
            "kind": choice(&kinds),
            "policies": {"type": "object", "additionalProperties": {"type": "string"}},
            "parameters": {"type": "object"},
            "name": {"$ref": "#/$defs/name", "description": "Name of the variant; if left out, the name lists what differs."},
            "platform": {"$ref": "#/$defs/platform", "description": "Platform of this variant, if it differs from that of the scenario."},
            "set": {
                "description": "Values of the scenario that differ for this variant, by name (load, seed) or JSON pointer.",
                "type": "object",
            },
        }),
        &["kind"],
    );
    rules(&mut system, SYSTEMS.members.iter().map(rule).collect());
    system
}
