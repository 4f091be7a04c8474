//! The JSON Schema of documents, from their shapes and the catalog, for completion and checks in editors.
//!
//! The schema describes the allowed values of each field. Only the reader checks conditions across fields (rows of a
//! matrix, names of files).

mod entries;

use super::model::Scenario;
use super::study::Study;
use super::write;
use entries::{choice_schema, parameters_schema};
use ganttlet_core::entry::document::{
    Choice, Document, Field, List, Map as MapShape, Object, OneOf, Presence, Shape, TextForm, Variant,
};
use ganttlet_core::entry::{Entry, Role, limits};
use serde_json::{Map, Value, json};

/// The JSON Schema (draft 2020-12) of the current version.
pub fn scenario_schema() -> Value {
    let mut schema = document_schema("Ganttlet scenario", Scenario::SHAPE);
    // One of the two fields may be missing, but not both: this condition is added by hand.
    let clusters = &mut schema["$defs"]["platform"]["oneOf"][1]["properties"]["clusters"];
    clusters["items"]["anyOf"] = json!([{"required": ["nodes"]}, {"required": ["machines"]}]);
    schema
}

/// The JSON Schema of a study. The scenario in it has a separate schema.
pub fn study_schema() -> Value {
    document_schema("Ganttlet study", Study::SHAPE)
}

fn document_schema(title: &str, shape: Shape) -> Value {
    let mut defs = Map::new();
    let mut schema = self::shape_schema(shape, &mut defs);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = title.into();
    let mut properties = json!({"$schema": {"type": "string"}});
    if let (Value::Object(all), Value::Object(own)) = (&mut properties, schema["properties"].take()) {
        all.extend(own);
    }
    schema["properties"] = properties;
    schema["$defs"] = defs.into();
    schema
}

/// An object with these properties and no others.
fn object_schema(description: &str, properties: Value, required: &[&str]) -> Value {
    let mut object = json!({"description": description, "type": "object"});
    if !required.is_empty() {
        object["required"] = required.into();
    }
    object["properties"] = properties;
    object["additionalProperties"] = false.into();
    object
}

/// The schema of a shape. Named parts are added to `defs`.
fn shape_schema(shape: Shape, defs: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Number(min, max) => json!({"type": "number", "minimum": min, "maximum": max}),
        Shape::Integer(min, max) if min == max => json!({"const": min}),
        Shape::Integer(min, max) => json!({"type": "integer", "minimum": min, "maximum": max}),
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Text => {
            let name = |_: &mut _| json!({"type": "string", "minLength": 1, "maxLength": limits::NAME});
            reference_schema("name", defs, name)
        }
        Shape::Tree => json!({}),
        Shape::Pattern(pattern) => {
            json!({"type": "string", "pattern": pattern.regex, "maxLength": pattern.most})
        }
        Shape::OrNull(of) => {
            let mut schema = self::shape_schema(*of, defs);
            // References and lists of ids have no `type`.
            let Some(name) = schema["type"].as_str() else {
                return json!({"anyOf": [schema, {"type": "null"}]});
            };
            schema["type"] = json!([name, "null"]);
            schema
        }
        Shape::Pair(shapes) => pair_schema(&shapes.map(|shape| self::shape_schema(shape, defs))),
        Shape::Range(most) => {
            let bound = json!({"type": ["number", "null"], "minimum": 0, "maximum": most});
            pair_schema(&[bound.clone(), bound])
        }
        Shape::List(of) => list_schema(of, defs),
        Shape::Settings(_) | Shape::Map(MapShape { of: Shape::Tree, .. }) => json!({"type": "object"}),
        Shape::Map(map) => {
            json!({"type": "object", "additionalProperties": self::shape_schema(map.of, defs)})
        }
        Shape::OrList(shapes) => json!({"anyOf": shapes.map(|shape| self::shape_schema(shape, defs))}),
        Shape::Object(of) => fields_schema(of.doc, of, defs),
        Shape::OneOf(of) => {
            let word = |&(word, doc): &(&str, &str)| json!({"const": word, "description": doc});
            let variants = of.variants.iter().map(|one| variant_schema(one, defs));
            let all: Vec<Value> = of.words.iter().map(word).chain(variants).collect();
            json!({"oneOf": all})
        }
        Shape::Id(family) => choice_schema(&family.entries()),
        Shape::Policies(_) => json!({"type": "object", "additionalProperties": {"type": "string"}}),
        Shape::Parameters(list) => parameters_schema(list),
        Shape::Named(of) => reference_schema(of.name, defs, |defs| {
            let mut schema = self::shape_schema(of.of, defs);
            schema["description"] = of.doc.into();
            schema
        }),
    }
}

/// A reference to a schema that is defined once.
fn reference_schema(
    name: &str,
    defs: &mut Map<String, Value>,
    schema: impl FnOnce(&mut Map<String, Value>) -> Value,
) -> Value {
    if !defs.contains_key(name) {
        let schema = schema(defs);
        defs.insert(name.to_owned(), schema);
    }
    json!({"$ref": format!("#/$defs/{name}")})
}

fn pair_schema(items: &[Value]) -> Value {
    json!({"type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2})
}

fn list_schema(of: &List, defs: &mut Map<String, Value>) -> Value {
    let mut schema = json!({"type": "array", "items": shape_schema(of.of, defs), "maxItems": of.most});
    if of.least > 0 {
        schema["minItems"] = of.least.into();
    }
    schema
}

/// The schema of one alternative.
fn variant_schema(variant: &Variant, defs: &mut Map<String, Value>) -> Value {
    match &variant.said {
        TextForm::Key(field) => {
            let mut properties = Map::new();
            properties.insert(field.key.to_owned(), field_schema(field, defs));
            object_schema(variant.doc, properties.into(), &[field.key])
        }
        TextForm::Fields(of) => fields_schema(variant.doc, of, defs),
    }
}

/// The schema of a field with its description.
fn field_schema(field: &Field, defs: &mut Map<String, Value>) -> Value {
    let mut schema = shape_schema(field.shape, defs);
    if schema.get("description").is_none() {
        schema["description"] = field.doc.into();
    }
    if matches!(field.presence, Presence::Default(_)) {
        schema["default"] = write::default_value(field);
    }
    schema
}

/// An object. If its fields include the keys of alternatives, it is one of several objects, one per alternative.
fn fields_schema(doc: &str, of: &Object, defs: &mut Map<String, Value>) -> Value {
    let flat = of.fields.iter().find_map(|field| match field.shape {
        Shape::OneOf(one_of) if field.key.is_empty() => Some(one_of),
        _ => None,
    });
    match flat {
        None => alternative_schema(doc, of, &[], defs),
        Some(OneOf { variants, .. }) => {
            let all: Vec<Value> =
                variants.iter().map(|one| alternative_schema(one.doc, of, one.fields(), defs)).collect();
            json!({"description": doc, "anyOf": all})
        }
    }
}

/// An object in which `those` fields replace the alternatives.
fn alternative_schema(doc: &str, of: &Object, those: &[Field], defs: &mut Map<String, Value>) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for field in of.fields {
        let those = match field.shape {
            Shape::Object(of) if field.key.is_empty() => of.fields,
            _ if field.key.is_empty() => those,
            _ => std::slice::from_ref(field),
        };
        for field in those {
            properties.insert(field.key.to_owned(), field_schema(field, defs));
            if matches!(field.presence, Presence::Needed(_)) {
                required.push(field.key);
            }
        }
    }
    let mut object = object_schema(doc, properties.into(), &required);
    // An empty list of rules would not be a schema.
    let rules = member_rules(of.fields);
    if !rules.is_empty() {
        object["allOf"] = rules.into();
    }
    object
}

/// For each member that an object can name: its policies and parameters.
fn member_rules(fields: &[Field]) -> Vec<Value> {
    let choice = fields.iter().find_map(|field| match field.shape {
        Shape::Settings(choice) => Some(choice),
        _ => None,
    });
    let Some(choice) = choice else { return Vec::new() };
    let rule = |member: &Entry| {
        let named = choice.path.iter().rev().fold(
            json!({"const": member.id}),
            |named, key| json!({"properties": {*key: named}, "required": [key]}),
        );
        let own = fields
            .iter()
            .filter_map(|field| Some((field.key.to_owned(), member_field_schema(field, choice, member)?)));
        json!({"if": named, "then": {"properties": own.collect::<Map<_, _>>()}})
    };
    choice.family.entries().into_iter().map(rule).collect()
}

/// The schema of a field that depends on the member.
fn member_field_schema(field: &Field, choice: &Choice, member: &Entry) -> Option<Value> {
    let roles = (choice.roles)(member.id);
    match field.shape {
        Shape::Policies(_) => {
            let role = |role: &Role| {
                let mut schema = self::choice_schema(&role.family.entries());
                if let Value::Object(schema) = &mut schema {
                    schema.insert("title".to_owned(), role.name.into());
                    schema.insert("description".to_owned(), role.doc.into());
                    schema.insert("default".to_owned(), role.default.into());
                }
                (role.id.to_owned(), schema)
            };
            let properties: Map<String, Value> = roles.iter().map(role).collect();
            Some(object_schema(field.doc, properties.into(), &[]))
        }
        Shape::Settings(_) => {
            let policies = roles.iter().flat_map(|role| role.family.entries());
            Some(parameters_schema(
                member.parameters.iter().chain(policies.flat_map(|policy| policy.parameters)),
            ))
        }
        _ => None,
    }
}
