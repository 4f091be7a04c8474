//! The JSON Schema of documents, from their shapes and the catalog: editors complete and check by it.
//!
//! It says what each field allows by itself. What fields must agree on (rows of a matrix, names of files) only the
//! reader knows.

mod entries;

use super::model::Scenario;
use super::study::Study;
use super::write;
use entries::{choice, parameters};
use ganttlet_core::entry::document::{
    Choice, Document, Field, List, Map as MapShape, Object, OneOf, Presence, Said, Shape, Variant,
};
use ganttlet_core::entry::{Entry, Role, limits};
use serde_json::{Map, Value, json};

/// The JSON Schema (draft 2020-12) of the current version.
pub fn schema() -> Value {
    let mut schema = document("Ganttlet scenario", Scenario::SHAPE);
    // Two fields that may be left out, but not both: that the fields agree is said by hand.
    let clusters = &mut schema["$defs"]["platform"]["oneOf"][1]["properties"]["clusters"];
    clusters["items"]["anyOf"] = json!([{"required": ["nodes"]}, {"required": ["machines"]}]);
    schema
}

/// The JSON Schema of a study. The scenario in it has a schema of its own.
pub fn study_schema() -> Value {
    document("Ganttlet study", Study::SHAPE)
}

fn document(title: &str, shape: Shape) -> Value {
    let mut defs = Map::new();
    let mut schema = self::shape(shape, &mut defs);
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
fn object(description: &str, properties: Value, required: &[&str]) -> Value {
    let mut object = json!({"description": description, "type": "object"});
    if !required.is_empty() {
        object["required"] = required.into();
    }
    object["properties"] = properties;
    object["additionalProperties"] = false.into();
    object
}

/// The schema of a shape. What it names is added to `defs`.
fn shape(shape: Shape, defs: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Number(min, max) => json!({"type": "number", "minimum": min, "maximum": max}),
        Shape::Integer(min, max) if min == max => json!({"const": min}),
        Shape::Integer(min, max) => json!({"type": "integer", "minimum": min, "maximum": max}),
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Text => {
            let name = |_: &mut _| json!({"type": "string", "minLength": 1, "maxLength": limits::NAME});
            named("name", defs, name)
        }
        Shape::Tree => json!({}),
        Shape::Pattern(pattern) => {
            json!({"type": "string", "pattern": pattern.regex, "maxLength": pattern.most})
        }
        Shape::OrNull(of) => {
            let mut schema = self::shape(*of, defs);
            schema["type"] = json!([schema["type"], "null"]);
            schema
        }
        Shape::Pair(shapes) => pair(&shapes.map(|shape| self::shape(shape, defs))),
        Shape::Range(most) => {
            let bound = json!({"type": ["number", "null"], "minimum": 0, "maximum": most});
            pair(&[bound.clone(), bound])
        }
        Shape::List(of) => list(of, defs),
        Shape::Settings(_) | Shape::Map(MapShape { of: Shape::Tree, .. }) => json!({"type": "object"}),
        Shape::Map(map) => json!({"type": "object", "additionalProperties": self::shape(map.of, defs)}),
        Shape::OrList(shapes) => json!({"anyOf": shapes.map(|shape| self::shape(shape, defs))}),
        Shape::Object(of) => fields(of.doc, of, defs),
        Shape::OneOf(of) => {
            let word = |&(word, doc): &(&str, &str)| json!({"const": word, "description": doc});
            let variants = of.variants.iter().map(|one| variant(one, defs));
            let all: Vec<Value> = of.words.iter().map(word).chain(variants).collect();
            json!({"oneOf": all})
        }
        Shape::Id(family) => choice(&family.entries()),
        Shape::Policies(_) => json!({"type": "object", "additionalProperties": {"type": "string"}}),
        Shape::Parameters(list) => parameters(list),
        Shape::Named(of) => named(of.name, defs, |defs| {
            let mut schema = self::shape(of.of, defs);
            schema["description"] = of.doc.into();
            schema
        }),
    }
}

/// A reference to a schema that is defined once.
fn named(
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

fn pair(items: &[Value]) -> Value {
    json!({"type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2})
}

fn list(of: &List, defs: &mut Map<String, Value>) -> Value {
    let mut schema = json!({"type": "array", "items": shape(of.of, defs), "maxItems": of.most});
    if of.least > 0 {
        schema["minItems"] = of.least.into();
    }
    schema
}

/// The schema of one alternative.
fn variant(variant: &Variant, defs: &mut Map<String, Value>) -> Value {
    match &variant.said {
        Said::Key(field) => {
            let mut properties = Map::new();
            properties.insert(field.key.to_owned(), described(field, defs));
            object(variant.doc, properties.into(), &[field.key])
        }
        Said::Fields(of) => fields(variant.doc, of, defs),
    }
}

/// What a field may be, and what it means.
fn described(field: &Field, defs: &mut Map<String, Value>) -> Value {
    let mut schema = shape(field.shape, defs);
    if schema.get("description").is_none() {
        schema["description"] = field.doc.into();
    }
    if matches!(field.presence, Presence::Default(_)) {
        schema["default"] = write::defaults(field);
    }
    schema
}

/// An object. Where the keys of one of several things stand among its fields, it is one of as many objects.
fn fields(doc: &str, of: &Object, defs: &mut Map<String, Value>) -> Value {
    let flat = of.fields.iter().find_map(|field| match field.shape {
        Shape::OneOf(one_of) if field.key.is_empty() => Some(one_of),
        _ => None,
    });
    match flat {
        None => with(doc, of, &[], defs),
        Some(OneOf { variants, .. }) => {
            let all: Vec<Value> = variants.iter().map(|one| with(one.doc, of, one.fields(), defs)).collect();
            json!({"description": doc, "anyOf": all})
        }
    }
}

/// An object in which these fields stand in the place of those that are one of several things; fields of an object whose keys
/// stand among its own are its own.
fn with(doc: &str, of: &Object, those: &[Field], defs: &mut Map<String, Value>) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for field in of.fields {
        let those = match field.shape {
            Shape::Object(of) if field.key.is_empty() => of.fields,
            _ if field.key.is_empty() => those,
            _ => std::slice::from_ref(field),
        };
        for field in those {
            properties.insert(field.key.to_owned(), described(field, defs));
            if matches!(field.presence, Presence::Needed(_)) {
                required.push(field.key);
            }
        }
    }
    let mut object = object(doc, properties.into(), &required);
    // A list of no rules would not be a schema.
    let rules = rules(of.fields);
    if !rules.is_empty() {
        object["allOf"] = rules.into();
    }
    object
}

/// For each member that an object can name: which policies and parameters it then has.
fn rules(fields: &[Field]) -> Vec<Value> {
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
        let own =
            fields.iter().filter_map(|field| Some((field.key.to_owned(), of_member(field, choice, member)?)));
        json!({"if": named, "then": {"properties": own.collect::<Map<_, _>>()}})
    };
    choice.family.entries().into_iter().map(rule).collect()
}

/// What a field may be that depends on the member.
fn of_member(field: &Field, choice: &Choice, member: &Entry) -> Option<Value> {
    let roles = (choice.roles)(member.id);
    match field.shape {
        Shape::Policies(_) => {
            let role = |role: &Role| {
                let mut schema = self::choice(&role.family.entries());
                if let Value::Object(schema) = &mut schema {
                    schema.insert("title".to_owned(), role.name.into());
                    schema.insert("description".to_owned(), role.doc.into());
                    schema.insert("default".to_owned(), role.default.into());
                }
                (role.id.to_owned(), schema)
            };
            let properties: Map<String, Value> = roles.iter().map(role).collect();
            Some(object(field.doc, properties.into(), &[]))
        }
        Shape::Settings(_) => {
            let policies = roles.iter().flat_map(|role| role.family.entries());
            Some(parameters(member.parameters.iter().chain(policies.flat_map(|policy| policy.parameters))))
        }
        _ => None,
    }
}
