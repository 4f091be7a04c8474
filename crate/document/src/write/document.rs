//! What a document says back into text, by the shape it was checked against.

use super::{Form, number};
use ganttlet_engine::entry::document::{Datum, Object, OneOf, Presence, Said, Shape};
use serde_json::{Map, Value};

/// The text of a checked value.
pub(super) fn value(shape: Shape, datum: &Datum, form: Form) -> Value {
    match (shape, datum) {
        (_, Datum::Nothing) => Value::Null,
        (_, Datum::Flag(flag)) => Value::from(*flag),
        (_, Datum::Integer(x)) => Value::from(*x),
        (_, Datum::Number(x)) => number(*x),
        (Shape::Tree, Datum::Text(text)) => serde_json::from_str(text).unwrap_or_default(),
        (_, Datum::Text(text)) => Value::from(text.as_str()),
        (Shape::OrNull(of), _) => value(*of, datum, form),
        (Shape::Pair(shapes), Datum::List(items)) => {
            items.iter().zip(shapes).map(|(item, of)| value(*of, item, form)).collect()
        }
        (Shape::List(list), Datum::List(items)) => {
            items.iter().map(|item| value(list.of, item, form)).collect()
        }
        (Shape::Map(map), Datum::List(items)) => {
            let mut object = Map::new();
            for item in items {
                if let [Datum::Text(name), of] = item.items() {
                    object.insert(name.clone(), value(map.of, of, form));
                }
            }
            Value::Object(object)
        }
        (Shape::Object(of), Datum::List(_)) => {
            let mut object = Map::new();
            put(&mut object, of, datum, form);
            Value::Object(object)
        }
        (Shape::OneOf(one_of), Datum::Variant(which, of)) => {
            if let Some(&(word, _)) = one_of.words.get(*which) {
                return Value::from(word);
            }
            let mut object = Map::new();
            put_one(&mut object, one_of, *which, of, form);
            Value::Object(object)
        }
        (Shape::OrList(shapes), Datum::Variant(which, of)) => value(shapes[*which], of, form),
        // A range, whose bounds are numbers.
        (_, Datum::List(items)) => items.iter().map(|item| value(shape, item, form)).collect(),
        (_, Datum::Variant(..)) => unreachable!("a choice has the shape of one"),
    }
}

/// Puts the fields of an object, but for those that say nothing and, in the compact form, those that are as they would be if
/// nothing was said.
fn put(object: &mut Map<String, Value>, of: &Object, said: &Datum, form: Form) {
    let form = if of.brief { Form::Compact } else { form };
    let defaults = of.default.map(|default| default(said));
    let defaults = defaults.as_ref().map_or(&[][..], Datum::items);
    for (i, (field, datum)) in of.fields.iter().zip(said.items()).enumerate() {
        match (field.key, field.shape, datum) {
            ("", Shape::OneOf(one_of), Datum::Variant(which, of)) => {
                put_one(object, one_of, *which, of, form);
                continue;
            }
            ("", Shape::Object(of), _) => {
                put(object, of, datum, form);
                continue;
            }
            _ => {}
        }
        let as_usual = defaults.get(i).is_some_and(|defaults| defaults == datum)
            || matches!(field.presence, Presence::Default(default) if default() == *datum);
        if as_usual && form == Form::Compact {
            continue;
        }
        let value = value(field.shape, datum, form);
        if !(matches!(field.presence, Presence::Optional) && is_nothing(&value)) {
            object.insert(field.key.to_owned(), value);
        }
    }
}

/// Puts one of several things under its key or keys.
fn put_one(object: &mut Map<String, Value>, one_of: &OneOf, which: usize, said: &Datum, form: Form) {
    match &one_of.variants[which - one_of.words.len()].said {
        Said::Key(field) => {
            object.insert(field.key.to_owned(), value(field.shape, said, form));
        }
        Said::Fields(of) => put(object, of, said, form),
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
