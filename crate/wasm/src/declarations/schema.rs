//! What a scenario may say as types of the page, from its JSON Schema: a looser reading, without bounds and without the
//! ids of the catalog, as the page's forms know no policy by name.

use serde_json::Value;
use std::fmt::Write as _;

/// The definitions of the schema that are declared, each with its name on the page; all others stand where they are used.
const NAMES: [(&str, &str); 4] = [
    ("platform", "PlatformChoice"),
    ("part", "WorkloadPart"),
    ("file", "FileReference"),
    ("system", "SystemChoice"),
];

/// The declarations of a scenario and its parts. What fields mean stands in the schema; it is left out of some builds.
pub(super) fn declarations() -> String {
    let schema = ganttlet_document::scenario_schema();
    let defs = &schema["$defs"];
    let named = NAMES.iter().map(|(key, name)| (*name, &defs[*key]));
    let mut text = String::new();
    for (name, of) in std::iter::once(("ScenarioDocument", &schema)).chain(named) {
        let declared = format!("export type {name} = {};\n", Printer { defs }.of(of));
        let doc = of["description"].as_str().expect("the schema says what each definition is");
        write!(text, "\n/** {doc} */\n{declared}").expect("a string takes all");
    }
    text
}

struct Printer<'s> {
    defs: &'s Value,
}

impl Printer<'_> {
    fn of(&self, schema: &Value) -> String {
        if let Some(path) = schema["$ref"].as_str() {
            let key = path.trim_start_matches("#/$defs/");
            let name = NAMES.iter().find(|(known, _)| *known == key);
            return name.map_or_else(|| self.of(&self.defs[key]), |(_, name)| (*name).to_owned());
        }
        // An entry of the catalog has a name beside its id; what is not there says nothing.
        if let Some(word) = schema.get("const") {
            let known = schema.get("title").is_some();
            return if known {
                "string".to_owned()
            } else if word.is_number() {
                "number".to_owned()
            } else {
                word.to_string()
            };
        }
        let choices = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
        if let Some(all) = choices.filter(|_| schema.get("properties").is_none()) {
            return any(all.iter().map(|one| self.of(one)));
        }
        match &schema["type"] {
            Value::Array(all) => {
                any(all.iter().map(|one| self.basic(one.as_str().unwrap_or("null"), schema)))
            }
            one => self.basic(one.as_str().unwrap_or("unknown"), schema),
        }
    }

    fn basic(&self, name: &str, schema: &Value) -> String {
        match name {
            "integer" => "number".to_owned(),
            "array" => match schema["prefixItems"].as_array() {
                Some(items) => {
                    format!("[{}]", items.iter().map(|one| self.of(one)).collect::<Vec<_>>().join(", "))
                }
                None => format!("Array<{}>", self.of(&schema["items"])),
            },
            "object" => self.object(schema),
            other => other.to_owned(),
        }
    }

    fn object(&self, schema: &Value) -> String {
        let Some(fields) = schema["properties"].as_object() else {
            return match &schema["additionalProperties"] {
                // What an entry of the catalog allows.
                Value::Null => "Settings".to_owned(),
                of => format!("{{ [name: string]: {} }}", self.of(of)),
            };
        };
        let required =
            |key: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == key));
        let mut text = "{\n".to_owned();
        for (key, of) in fields {
            let optional = if required(key) { "" } else { "?" };
            let field = format!("{}{optional}: {},", name(key), self.of(of)).replace('\n', "\n  ");
            writeln!(text, "  {field}").expect("a string takes all");
        }
        text + "}"
    }
}

/// A key as a field is called.
fn name(key: &str) -> String {
    if key.starts_with('$') { format!("{key:?}") } else { key.to_owned() }
}

/// One of several types, each once.
fn any(all: impl Iterator<Item = String>) -> String {
    let mut list: Vec<String> = Vec::new();
    for one in all {
        if !list.contains(&one) {
            list.push(one);
        }
    }
    list.join(" | ")
}
