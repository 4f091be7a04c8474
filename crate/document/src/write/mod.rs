//! A scenario back into text: with every default filled in for people, or with none of them for links.

mod document;

use super::model::{Grid, Part, SEED, Scenario, UNTITLED, VERSION, Variant, parameters};
use ganttlet_engine::entry::document::{Datum, Document, Field, Presence, Shape, Stored};
use ganttlet_engine::entry::{Kind, Parameter, Parameters, Settings, Value as Setting};
use ganttlet_engine::metric;
use ganttlet_engine::platform::{Machine, OwnClusters, PRESETS};
use ganttlet_engine::workload::generator::GENERATORS;
use ganttlet_format::FORMATS;
use serde_json::{Map, Value};

/// How much is written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Everything.
    Full,
    /// What is not as it is when nothing is said.
    Compact,
}

impl Scenario {
    /// The canonical form: all keys in a fixed order, all defaults filled in.
    pub fn to_value(&self) -> Value {
        self.value(Form::Full)
    }

    /// The same without what is as it is when nothing is said; for links.
    pub fn to_compact(&self) -> Value {
        self.value(Form::Compact)
    }

    /// The canonical form as text for people: indented, lists of numbers on one line.
    pub fn to_text(&self) -> String {
        text(&self.to_value())
    }

    fn value(&self, form: Form) -> Value {
        let mut object = Object(Map::new(), form);
        object.put("version", VERSION);
        object.put_unless("name", self.name.as_str(), self.name == UNTITLED);
        object.put_unless("seed", self.seed, self.seed == SEED);
        object.put("platform", grid(&self.platform, form));
        object.put("workload", self.workload.iter().map(|p| part(p, form)).collect::<Vec<_>>());
        let background: Vec<Value> = self.background.iter().map(|p| part(p, form)).collect();
        object.put_unless("background", background, self.background.is_empty());
        let mut variants = self.variants.iter().map(|variant| variant_value(variant, form));
        object.put("system", variants.next());
        object.put_unless("compare", variants.collect::<Vec<_>>(), self.variants.len() < 2);
        object.put_unless("horizon_s", self.horizon_s.map(number), self.horizon_s.is_none());
        object.put_unless("warm_up_s", number(self.warm_up_s), self.warm_up_s == 0.0);
        object.put_unless("measures", self.measures.clone(), self.measures.is_empty());
        let values = settings(&self.measure_settings, metric::Options::LIST, form);
        let empty = values.0.is_empty();
        object.put_unless("measure_parameters", values, empty);
        object.into()
    }
}

impl Variant {
    /// The canonical form: `kind`, all policies, all parameters.
    pub fn to_value(&self) -> Value {
        variant_value(self, Form::Full)
    }
}

/// An object that leaves out defaults in the compact form.
struct Object(Map<String, Value>, Form);

impl Object {
    fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    fn put_unless(&mut self, key: &str, value: impl Into<Value>, default: bool) {
        if !default || self.1 == Form::Full {
            self.put(key, value);
        }
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object.0)
    }
}

/// A number without `.0` where it is whole: seconds mostly are.
fn number(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { Value::from(x as i64) } else { Value::from(x) }
}

fn setting(value: &Setting, kind: &Kind, form: Form) -> Value {
    match value {
        Setting::Bool(flag) => Value::from(*flag),
        Setting::Integer(x) => Value::from(*x),
        Setting::Number(x) => number(*x),
        Setting::Choice(word) => Value::from(*word),
        Setting::Expression(text) => Value::from(&**text),
        Setting::Table(rows) => {
            let Kind::Table { columns, .. } = kind else { unreachable!("only a table has rows") };
            rows.iter().map(|row| settings(row, *columns, form)).collect()
        }
    }
}

fn settings<'p>(
    settings: &Settings,
    parameters: impl IntoIterator<Item = &'p Parameter>,
    form: Form,
) -> Object {
    let mut object = Object(Map::new(), form);
    for parameter in parameters {
        let default = parameter.kind.default_value();
        let value = settings.get(parameter.id).unwrap_or(&default);
        object.put_unless(parameter.id, setting(value, &parameter.kind, form), *value == default);
    }
    object
}

fn grid(grid: &Grid, form: Form) -> Object {
    let mut object = Object(Map::new(), form);
    match grid {
        Grid::Preset { id, settings: values } => {
            object.put("preset", *id);
            let values = settings(values, parameters(&PRESETS, id), form);
            let empty = values.0.is_empty();
            object.put_unless("parameters", values, empty);
        }
        Grid::Clusters(own) => {
            let Value::Object(own) = document::value(OwnClusters::SHAPE, &own.write(), form) else {
                unreachable!("a struct is an object")
            };
            return Object(own, form);
        }
    }
    object
}

/// A machine as a scenario says it: what is as usual is left out.
pub fn machine(machine: &Machine) -> Value {
    document::value(Machine::SHAPE, &machine.write(), Form::Compact)
}

/// What a checked value of this shape says; what is as it would be if nothing was said is left out.
pub(crate) fn shaped(shape: Shape, said: &Datum) -> Value {
    document::value(shape, said, Form::Compact)
}

/// A document as text for people: indented, lists of numbers on one line.
pub(crate) fn text(document: &Value) -> String {
    let mut text = String::new();
    pretty(document, 0, &mut text);
    text.push('\n');
    text
}

/// What a field is where nothing is said of it.
pub(super) fn defaults(field: &Field) -> Value {
    match field.presence {
        Presence::Default(default) => document::value(field.shape, &default(), Form::Full),
        Presence::Needed(_) => Value::Null,
        Presence::Optional => match field.shape {
            Shape::Text => Value::from(""),
            Shape::List(_) => Value::Array(Vec::new()),
            _ => Value::Null,
        },
    }
}

fn part(part: &Part, form: Form) -> Value {
    let mut object = Object(Map::new(), form);
    match part {
        Part::Generator { id, settings: values } => {
            object.put("generator", *id);
            put_parameters(&mut object, settings(values, parameters(&GENERATORS, id), form));
        }
        Part::File { file, settings: values } => {
            let mut inner = Object(Map::new(), form);
            inner.put("name", file.name.as_str());
            inner.put("sha256", file.sha256.as_str());
            inner.put("format", file.format);
            if let Some(url) = &file.url {
                inner.put("url", url.as_str());
            }
            object.put("file", inner);
            put_parameters(&mut object, settings(values, parameters(&FORMATS, file.format), form));
        }
        Part::Written { kind, said } => object.put(kind.key, document::value(kind.shape, said, form)),
    }
    object.into()
}

fn put_parameters(object: &mut Object, values: Object) {
    let empty = values.0.is_empty();
    object.put_unless("parameters", values, empty);
}

fn variant_value(variant: &Variant, form: Form) -> Value {
    let mut object = Object(Map::new(), form);
    object.put("kind", &*variant.kind);
    let mut policies = Object(Map::new(), form);
    for role in variant.system().roles {
        let id = variant.policies.get(role.id).map_or(role.default, |id| id);
        policies.put_unless(role.id, id, id == role.default);
    }
    let empty = policies.0.is_empty();
    object.put_unless("policies", policies, empty);
    put_parameters(&mut object, settings(&variant.settings, variant.parameters(), form));
    // What is said by few is said by those alone.
    if !variant.name.is_empty() {
        object.put("name", variant.name.as_str());
    }
    if let Some(platform) = &variant.platform {
        object.put("platform", grid(platform, form));
    }
    if !variant.set.is_empty() {
        object.put("set", variant.set.iter().cloned().collect::<Map<_, _>>());
    }
    object.into()
}

/// A JSON document on one line.
///
/// What `Display` writes, without its second writer for indented text, which would be as large again in the package.
///
/// # Panics
/// Never: the keys of a document are texts, and memory takes all that is written.
pub(super) fn one_line(document: &Value) -> String {
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
            let items: Vec<String> = list.iter().map(one_line).collect();
            text.extend(["[", &items.join(", "), "]"]);
            return;
        }
        Value::Object(map) if !map.is_empty() => ('{', '}', map.iter().map(|(k, v)| (Some(k), v)).collect()),
        plain => return text.push_str(&one_line(plain)),
    };
    text.push(open);
    for (i, (key, item)) in items.iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.push_str(&"  ".repeat(depth + 1));
        if let Some(key) = key {
            text.push_str(&one_line(&key.as_str().into()));
            text.push_str(": ");
        }
        pretty(item, depth + 1, text);
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(close);
}
