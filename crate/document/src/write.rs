//! Writes documents by their shapes: with all defaults for people, or without defaults for links.

use super::catalog_choice;
use super::model::{Scenario, Variant};
use ganttlet_core::entry::document::{
    Choice, Datum, Document, Field, Object, OneOf, Presence, Shape, Stored, TextForm,
};
use ganttlet_core::entry::{Id, Kind, Parameter, Role, Settings, Value as Setting};
use ganttlet_core::platform::Machine;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Level of detail.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// All fields.
    Full,
    /// Fields that differ from their defaults.
    Compact,
}

impl Scenario {
    /// The canonical form: all keys in a fixed order, all defaults filled in.
    pub fn to_value(&self) -> Value {
        shape_value(Self::SHAPE, &self.write(), Form::Full)
    }

    /// The canonical form without fields that have their default values; for links.
    pub fn to_compact(&self) -> Value {
        shape_value(Self::SHAPE, &self.write(), Form::Compact)
    }

    /// The canonical form as text for people: indented, lists of numbers on one line.
    pub fn to_text(&self) -> String {
        document_text(&self.to_value())
    }
}

impl Variant {
    /// The canonical form: `kind`, all policies, all parameters.
    pub fn to_value(&self) -> Value {
        shape_value(Self::SHAPE, &self.write(), Form::Full)
    }
}

/// A machine as in a scenario, without default values.
pub fn machine_value(machine: &Machine) -> Value {
    shape_value(Machine::SHAPE, &machine.write(), Form::Compact)
}

/// The tree of a checked value of this shape, without default values.
pub(crate) fn write_value(shape: Shape, said: &Datum) -> Value {
    shape_value(shape, said, Form::Compact)
}

/// A document as text for people.
pub(crate) fn document_text(document: &Value) -> String {
    let mut text = String::new();
    pretty(document, 0, &mut text);
    text.push('\n');
    text
}

/// The value of a missing field.
pub(crate) fn default_value(field: &Field) -> Value {
    match field.presence {
        Presence::Default(default) => shape_value(field.shape, &default(), Form::Full),
        Presence::Needed(_) => Value::Null,
        Presence::Optional => match field.shape {
            Shape::Text => Value::from(""),
            Shape::List(_) => Value::Array(Vec::new()),
            _ => Value::Null,
        },
    }
}

/// The tree of a checked value.
fn shape_value(shape: Shape, datum: &Datum, form: Form) -> Value {
    match (shape, datum) {
        (_, Datum::Nothing) => Value::Null,
        (_, Datum::Flag(flag)) => Value::from(*flag),
        (_, Datum::Integer(x)) => Value::from(*x),
        (_, Datum::Number(x)) => number_value(*x),
        (Shape::Tree, Datum::Text(text)) => serde_json::from_str(text).unwrap_or_default(),
        (_, Datum::Text(text)) => Value::from(text.as_str()),
        (_, Datum::Id(id)) => Value::from(*id),
        (Shape::OrNull(of), _) => shape_value(*of, datum, form),
        (Shape::Named(named), _) => shape_value(named.of, datum, form),
        (Shape::Pair(shapes), Datum::List(items)) => {
            items.iter().zip(shapes).map(|(item, of)| shape_value(*of, item, form)).collect()
        }
        (Shape::List(list), Datum::List(items)) => {
            items.iter().map(|item| shape_value(list.of, item, form)).collect()
        }
        (Shape::Map(map), Datum::List(items)) => {
            let mut object = Map::new();
            for item in items {
                if let [Datum::Text(name), of] = item.items() {
                    object.insert(name.clone(), shape_value(map.of, of, form));
                }
            }
            Value::Object(object)
        }
        (Shape::Object(of), Datum::List(_)) => {
            let mut object = Map::new();
            put_fields(&mut object, of, datum, form);
            Value::Object(object)
        }
        (Shape::OneOf(one_of), Datum::Variant(which, of)) => {
            if let Some(&(word, _)) = one_of.words.get(*which) {
                return Value::from(word);
            }
            let mut object = Map::new();
            put_variant(&mut object, one_of, *which, of, form);
            Value::Object(object)
        }
        (Shape::OrList(shapes), Datum::Variant(which, of)) => shape_value(shapes[*which], of, form),
        // A range, whose bounds are numbers.
        (_, Datum::List(items)) => items.iter().map(|item| shape_value(shape, item, form)).collect(),
        (_, Datum::Variant(..) | Datum::Settings(_)) => unreachable!("a value fits its shape"),
    }
}

/// Puts the fields of an object, except empty ones and, in the compact form, default ones.
fn put_fields(object: &mut Map<String, Value>, of: &Object, said: &Datum, form: Form) {
    let form = if of.brief { Form::Compact } else { form };
    let defaults = of.default.map(|default| default(said));
    let defaults = defaults.as_ref().map_or(&[][..], Datum::items);
    for (i, (field, datum)) in of.fields.iter().zip(said.items()).enumerate() {
        match (field.key, field.shape, datum) {
            ("", Shape::OneOf(one_of), Datum::Variant(which, of)) => {
                put_variant(object, one_of, *which, of, form);
                continue;
            }
            ("", Shape::Object(of), _) => {
                put_fields(object, of, datum, form);
                continue;
            }
            _ => {}
        }
        if let Some(value) = member_value(object, field.shape, datum, form) {
            if form == Form::Full || !is_empty(&value) {
                object.insert(field.key.to_owned(), value);
            }
            continue;
        }
        let as_usual = defaults.get(i).is_some_and(|defaults| defaults == datum)
            || matches!(field.presence, Presence::Default(default) if default() == *datum);
        if as_usual && form == Form::Compact {
            continue;
        }
        let value = shape_value(field.shape, datum, form);
        if !(matches!(field.presence, Presence::Optional) && is_empty(&value)) {
            object.insert(field.key.to_owned(), value);
        }
    }
}

/// The value of a field that depends on the member that an object names.
fn member_value(object: &Map<String, Value>, shape: Shape, datum: &Datum, form: Form) -> Option<Value> {
    match (shape, datum) {
        (Shape::Policies(choice), _) => Some(policies_value(object, choice, datum, form)),
        (Shape::Settings(choice), Datum::Settings(values)) => Some(settings_value(
            values,
            catalog_choice::chosen_parameters(object, choice).unwrap_or_default(),
            form,
        )),
        (Shape::Parameters(list), Datum::Settings(values)) => Some(settings_value(values, list, form)),
        _ => None,
    }
}

/// Puts a variant under its key or keys.
fn put_variant(object: &mut Map<String, Value>, one_of: &OneOf, which: usize, said: &Datum, form: Form) {
    match &one_of.variants[which - one_of.words.len()].said {
        TextForm::Key(field) => {
            object.insert(field.key.to_owned(), shape_value(field.shape, said, form));
        }
        TextForm::Fields(of) => put_fields(object, of, said, form),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A number without `.0` where it is whole.
fn number_value(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { Value::from(x as i64) } else { Value::from(x) }
}

fn setting_value(value: &Setting, kind: &Kind, form: Form) -> Value {
    match value {
        Setting::Bool(flag) => Value::from(*flag),
        Setting::Integer(x) => Value::from(*x),
        Setting::Number(x) => number_value(*x),
        Setting::Choice(word) => Value::from(*word),
        Setting::Expression(text) | Setting::Text(text) => Value::from(&**text),
        Setting::Table(rows) => {
            let Kind::Table { columns, .. } = kind else { unreachable!("only a table has rows") };
            rows.iter().map(|row| settings_value(row, *columns, form)).collect()
        }
    }
}

fn settings_value<'p>(
    settings: &Settings,
    parameters: impl IntoIterator<Item = &'p Parameter>,
    form: Form,
) -> Value {
    let mut object = Map::new();
    for parameter in parameters {
        let default = parameter.kind.default_value();
        let value = settings.get(parameter.id).unwrap_or(&default);
        if form == Form::Full || *value != default {
            object.insert(parameter.id.to_owned(), setting_value(value, &parameter.kind, form));
        }
    }
    object.into()
}

/// The policy in each role of the member that an object names.
fn policies_value(object: &Map<String, Value>, choice: &Choice, said: &Datum, form: Form) -> Value {
    let roles =
        catalog_choice::chosen_member(object, choice).map_or(&[][..], |member| (choice.roles)(member.id));
    let said = BTreeMap::<&str, Id>::read(said);
    let id = |role: &Role| said.get(role.id).map_or(role.default, |id| id).to_owned();
    let shown = roles.iter().map(|role| (role, id(role)));
    shown
        .filter(|(role, id)| form == Form::Full || id != role.default)
        .map(|(role, id)| (role.id.to_owned(), Value::from(id)))
        .collect::<Map<_, _>>()
        .into()
}

/// A JSON document on one line.
///
/// # Panics
/// Never: the keys of a document are strings, and writing to memory cannot fail.
pub(crate) fn to_line(document: &Value) -> String {
    serde_json::to_string(document).expect("keys are texts, and memory takes all that is written")
}

/// Indented by two spaces; lists of plain values stay on one line.
fn pretty(value: &Value, depth: usize, text: &mut String) {
    let nested = |value: &Value| value.is_array() || value.is_object();
    let (open, close, items): (char, char, Vec<(Option<&String>, &Value)>) = match value {
        Value::Array(list) if list.iter().any(nested) => {
            ('[', ']', list.iter().map(|item| (None, item)).collect())
        }
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(to_line).collect();
            text.extend(["[", &items.join(", "), "]"]);
            return;
        }
        Value::Object(map) if !map.is_empty() => ('{', '}', map.iter().map(|(k, v)| (Some(k), v)).collect()),
        plain => return text.push_str(&to_line(plain)),
    };
    text.push(open);
    for (i, (key, item)) in items.iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.push_str(&"  ".repeat(depth + 1));
        if let Some(key) = key {
            text.push_str(&to_line(&key.as_str().into()));
            text.push_str(": ");
        }
        pretty(item, depth + 1, text);
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(close);
}
