//! The readers of files for the page, which fetches them with the first file: what they read goes to the engine as bytes.

use ganttlet_core::entry::{Kind, Parameter, Settings, Value};
use ganttlet_format::{FORMATS, Reading};
use serde::Serialize;
use serde_json::Value as Json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "import type { FileReport } from '../pkg/ganttlet_wasm.js';";

/// Runs once when the package is loaded: if a reader should ever fail, it says where before the worker dies.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

/// Reads a file without running it, in this format or in the one that it is recognised as: what it is, what was read, skipped
/// and repaired. Errors: it is nothing we know.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the binding generator hands over an optional text in no other way"
)]
#[wasm_bindgen(unchecked_return_type = "FileReport")]
pub fn inspect(name: &str, bytes: &[u8], format: Option<String>) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    ganttlet_document::report_file(name, bytes, format.as_deref())
        .serialize(&serializer)
        .map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

/// True if these are the bytes of a Parquet file, packed or not: only the second package reads it.
#[wasm_bindgen]
pub fn is_parquet(bytes: &[u8]) -> bool {
    ganttlet_format::is_parquet(bytes)
}

/// The SHA-256 of some bytes: 64 hexadecimal digits.
#[wasm_bindgen]
pub fn sha256(bytes: &[u8]) -> String {
    ganttlet_document::sha256(bytes)
}

/// What a file holds in this format, and what is told of it, as bytes for the engine. `settings` is a JSON object of
/// parameters of the format; those that are missing have their defaults.
#[wasm_bindgen]
pub fn read(name: &str, bytes: &[u8], format: &str, settings: &str) -> Vec<u8> {
    let parameters = FORMATS.find(format).map_or(&[][..], |format| format.entry.parameters);
    let settings = settings_from_json(parameters, &serde_json::from_str(settings).unwrap_or_default());
    ganttlet_format::pack_contents(
        ganttlet_format::read(name, bytes, Some(format), &settings).map(Reading::into_contents),
    )
}

/// The parameters in an object, which the engine has checked.
fn settings_from_json(parameters: &[Parameter], said: &Json) -> Settings {
    let mut settings = Settings::default();
    for parameter in parameters {
        if let Some(value) = said.get(parameter.id).and_then(|said| value_from_json(&parameter.kind, said)) {
            settings.set(parameter, value);
        }
    }
    settings
}

fn value_from_json(kind: &Kind, said: &Json) -> Option<Value> {
    match *kind {
        Kind::Number { .. } => said.as_f64().map(Value::Number),
        Kind::Integer { .. } => said.as_i64().map(Value::Integer),
        Kind::Bool { .. } => said.as_bool().map(Value::Bool),
        Kind::Choice { options, .. } => {
            let word = said.as_str()?;
            options.iter().find(|&&(option, _)| option == word).map(|&(option, _)| Value::Choice(option))
        }
        Kind::Expression { .. } => Some(Value::Expression(said.as_str()?.into())),
        Kind::Table { columns, .. } => {
            Some(Value::Table(said.as_array()?.iter().map(|row| settings_from_json(columns, row)).collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_work::Job;

    /// What the engine says of settings, as it says it, is what is read with.
    #[test]
    fn settings_arrive_as_they_were() {
        for format in FORMATS.members {
            let parameters = format.entry.parameters;
            let mut all = Settings::defaults(parameters);
            for parameter in parameters {
                let other = match parameter.kind {
                    Kind::Number { max, .. } => Value::Number(max.min(0.1)),
                    Kind::Integer { max, .. } => Value::Integer(max),
                    Kind::Bool { default } => Value::Bool(!default),
                    Kind::Choice { options, .. } => Value::Choice(options[options.len() - 1].0),
                    Kind::Expression { .. } | Kind::Table { .. } => continue,
                };
                all.set(parameter, other);
            }
            let said = serde_json::to_value(&all).expect("an object");
            assert_eq!(settings_from_json(parameters, &said), all);
        }
        let bytes =
            read("a.swf", b"1 5 -1 2 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n", "swf", r#"{"min_run_s":3}"#);
        let jobs: Vec<Job> = ganttlet_format::unpack_contents(&bytes).expect("a log").0.take();
        assert_eq!(jobs[0].run.seconds().to_bits(), 3f64.to_bits());
    }
}
