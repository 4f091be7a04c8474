//! The schema of entries of the catalog and of their parameters.

use super::object_schema;
use ganttlet_core::entry::{Entry, Kind, Parameter};
use ganttlet_core::expression::LONGEST;
use serde_json::{Map, Value, json};

/// One of these entries, each with its description.
pub(super) fn choice_schema(entries: &[&Entry]) -> Value {
    let option =
        |entry: &&Entry| json!({"const": entry.id, "title": entry.name, "description": entry.summary});
    // An empty family allows nothing; an empty `oneOf` would not be a schema.
    if entries.is_empty() {
        json!(false)
    } else {
        json!({"oneOf": entries.iter().map(option).collect::<Vec<_>>()})
    }
}

fn parameter_schema(parameter: &Parameter) -> Value {
    let unit = if parameter.unit.is_empty() { String::new() } else { format!(" Unit: {}.", parameter.unit) };
    let mut schema = match parameter.kind {
        Kind::Number { min, max, .. } => json!({"type": "number", "minimum": min, "maximum": max}),
        Kind::Integer { min, max, .. } => json!({"type": "integer", "minimum": min, "maximum": max}),
        Kind::Bool { .. } => json!({"type": "boolean"}),
        Kind::Choice { options, .. } => {
            let option = |&(word, doc): &(&str, &str)| json!({"const": word, "description": doc});
            json!({"oneOf": options.iter().map(option).collect::<Vec<_>>()})
        }
        Kind::Expression { .. } => json!({"type": "string", "maxLength": LONGEST}),
        // ECMA regular expressions have no class of control characters.
        Kind::Text { max_length, .. } => {
            json!({"type": "string", "maxLength": max_length, "pattern": r"^[^\u0000-\u001f\u007f-\u009f]*$"})
        }
        Kind::Table { columns, min, max, .. } => {
            let mut row = parameters_schema(columns);
            row["description"] = "A row; omitted values have their defaults.".into();
            json!({"type": "array", "items": row, "minItems": min, "maxItems": max})
        }
    };
    schema["description"] = format!("{}{unit}", parameter.doc).into();
    schema["default"] = json!(parameter.kind.default_value());
    schema["title"] = parameter.name.into();
    schema
}

/// Parameters by name. A name that several policies share allows the values of each.
pub(super) fn parameters_schema<'p>(all: impl IntoIterator<Item = &'p Parameter>) -> Value {
    let mut properties: Map<String, Value> = Map::new();
    for one in all {
        let schema = parameter_schema(one);
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
    object_schema("Parameters; omitted ones have their defaults.", properties.into(), &[])
}
