//! The schema of what a document may say, from its shape.

use super::object;
use crate::write;
use ganttlet_engine::entry::document::{Field, List, Object, OneOf, Presence, Said, Shape, Variant};
use serde_json::{Map, Value, json};

/// The schema of a shape.
pub(super) fn shape(shape: Shape) -> Value {
    match shape {
        Shape::Number(min, max) => json!({"type": "number", "minimum": min, "maximum": max}),
        Shape::Integer(min, max) => json!({"type": "integer", "minimum": min, "maximum": max}),
        Shape::Flag => json!({"type": "boolean"}),
        Shape::Text => json!({"$ref": "#/$defs/name"}),
        Shape::Tree => json!({}),
        Shape::Pattern(pattern) => {
            json!({"type": "string", "pattern": pattern.regex, "maxLength": pattern.most})
        }
        Shape::OrNull(of) => {
            let mut schema = self::shape(*of);
            schema["type"] = json!([schema["type"], "null"]);
            schema
        }
        Shape::Pair(shapes) => pair(&shapes.map(self::shape)),
        Shape::Range(most) => {
            let bound = json!({"type": ["number", "null"], "minimum": 0, "maximum": most});
            pair(&[bound.clone(), bound])
        }
        Shape::List(of) => list(of),
        Shape::Map(map) => json!({"type": "object", "additionalProperties": self::shape(map.of)}),
        Shape::OrList(shapes) => json!({"anyOf": shapes.map(self::shape)}),
        Shape::Object(of) => fields(of.doc, of),
        Shape::OneOf(of) => {
            let word = |&(word, doc): &(&str, &str)| json!({"const": word, "description": doc});
            let all: Vec<Value> = of.words.iter().map(word).chain(of.variants.iter().map(variant)).collect();
            json!({"oneOf": all})
        }
    }
}

fn pair(items: &[Value]) -> Value {
    json!({"type": "array", "prefixItems": items, "minItems": 2, "maxItems": 2})
}

fn list(of: &List) -> Value {
    let mut schema = json!({"type": "array", "items": shape(of.of), "maxItems": of.most});
    if of.least > 0 {
        schema["minItems"] = of.least.into();
    }
    schema
}

/// One of several things in an object of its own.
fn variant(variant: &Variant) -> Value {
    match &variant.said {
        Said::Key(field) => {
            let mut properties = Map::new();
            properties.insert(field.key.to_owned(), described(field));
            object(variant.doc, properties.into(), &[field.key])
        }
        Said::Fields(of) => fields(variant.doc, of),
    }
}

/// What a field may be, and what it means.
fn described(field: &Field) -> Value {
    let mut schema = shape(field.shape);
    if schema.get("description").is_none() {
        schema["description"] = field.doc.into();
    }
    if matches!(field.presence, Presence::Default(_)) {
        schema["default"] = write::defaults(field);
    }
    schema
}

/// An object. Where the keys of one of several things stand among its fields, it is one of as many objects.
fn fields(doc: &str, of: &Object) -> Value {
    let flat = of.fields.iter().find_map(|field| match field.shape {
        Shape::OneOf(one_of) if field.key.is_empty() => Some(one_of),
        _ => None,
    });
    match flat {
        None => with(doc, of, &[]),
        Some(OneOf { variants, .. }) => {
            let all: Vec<Value> = variants.iter().map(|one| with(one.doc, of, one.fields())).collect();
            json!({"description": doc, "anyOf": all})
        }
    }
}

/// An object in which these fields stand in the place of those that are one of several things; fields of an object whose keys
/// stand among its own are its own.
fn with(doc: &str, of: &Object, those: &[Field]) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for field in of.fields {
        let those = match field.shape {
            Shape::Object(of) if field.key.is_empty() => of.fields,
            _ if field.key.is_empty() => those,
            _ => std::slice::from_ref(field),
        };
        for field in those {
            properties.insert(field.key.to_owned(), described(field));
            if matches!(field.presence, Presence::Needed(_)) {
                required.push(field.key);
            }
        }
    }
    object(doc, properties.into(), &required)
}
