//! The readers of files for the page, which fetches them with the first file: what they read goes to the engine as bytes.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Kind, Parameter, Settings, Value};
use ganttlet_core::platform::{Cluster, Machine, Network, Platform};
use ganttlet_core::time::Span;
use ganttlet_document::FileReport;
use ganttlet_format::archive::{ArchivedFile, open_archive as open};
use ganttlet_format::platform::PlatformChoices;
use ganttlet_format::{FORMATS, Reading};
use serde::{Deserialize, Serialize};
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
    report_to_js(&ganttlet_document::report_file(name, bytes, format.as_deref()))
}

fn report_to_js(report: &FileReport) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    report.serialize(&serializer).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

/// Reads a platform file: as `inspect`, but each core or each host becomes a node.
#[wasm_bindgen(unchecked_return_type = "FileReport")]
pub fn inspect_platform(name: &str, bytes: &[u8], cores_as_nodes: bool) -> Result<JsValue, JsValue> {
    report_to_js(&ganttlet_document::report_platform(name, bytes, PlatformChoices { cores_as_nodes }))
}

/// The files of an archive with their names, one after the other. Throws the reason if it cannot be opened.
#[wasm_bindgen(unchecked_return_type = "{ name: string, bytes: Uint8Array<ArrayBuffer> }[]")]
pub fn open_archive(bytes: &[u8]) -> Result<js_sys::Array, JsValue> {
    let files = open(bytes).map_err(|problem| js_sys::Error::new(&reason(&problem)))?;
    let list = js_sys::Array::new();
    for ArchivedFile { name, bytes } in files {
        let file = js_sys::Object::new();
        js_sys::Reflect::set(&file, &"name".into(), &name.into())?;
        js_sys::Reflect::set(&file, &"bytes".into(), &js_sys::Uint8Array::from(&bytes[..]))?;
        list.push(&file);
    }
    Ok(list)
}

/// The platform that the engine shows, as the page has it.
#[derive(Deserialize)]
struct ShownPlatform {
    clusters: Vec<ShownCluster>,
    network: ShownNetwork,
}

#[derive(Deserialize)]
struct ShownCluster {
    name: String,
    nodes: u32,
    speed: f64,
    #[serde(default)]
    machines: Vec<ShownMachine>,
}

#[derive(Deserialize)]
struct ShownMachine {
    #[serde(default = "reference_speed")]
    speed: f64,
}

const fn reference_speed() -> f64 {
    1.0
}

#[derive(Deserialize)]
struct ShownNetwork {
    bandwidth_mb_s: Vec<Vec<f64>>,
    latency_ms: Vec<Vec<f64>>,
}

/// A platform and what is lost, as text.
#[derive(Serialize)]
struct WrittenText {
    text: String,
    losses: Vec<String>,
}

/// The platform that the engine shows (JSON) as a platform of `SimGrid`. Throws the reason if it cannot be written.
#[wasm_bindgen(unchecked_return_type = "{ text: string, losses: string[] }")]
pub fn write_simgrid(platform: &str) -> Result<JsValue, JsValue> {
    let written = simgrid_text(platform).map_err(|reason| js_sys::Error::new(&reason))?;
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    written.serialize(&serializer).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

fn simgrid_text(platform: &str) -> Result<WrittenText, String> {
    let ShownPlatform { clusters, network } =
        serde_json::from_str(platform).map_err(|error| error.to_string())?;
    let count = clusters.len();
    let (bandwidth, latency) = (network.bandwidth_mb_s.concat(), network.latency_ms.concat());
    if bandwidth.len() != count * count || latency.len() != count * count {
        return Err(format!(
            "the network of {count} clusters is too large for the page: use `ganttlet convert`"
        ));
    }
    let bandwidth = bandwidth.into_iter().map(|megabytes| megabytes * 1e6).collect();
    let latency = latency.into_iter().map(|ms| Span::from_seconds(ms / 1e3)).collect();
    let cluster = |ShownCluster { name, nodes, speed, machines }: ShownCluster| {
        let machines =
            machines.into_iter().map(|ShownMachine { speed }| Machine { speed, ..Machine::default() });
        Cluster { name, nodes, speed, machines: machines.collect() }
    };
    let clusters = clusters.into_iter().map(cluster).collect();
    let platform = Platform { clusters, network: Network::from_matrices(count, bandwidth, latency) };
    let written = ganttlet_format::write::simgrid(&platform).map_err(|problem| reason(&problem))?;
    let losses = written.losses.into_iter().map(|loss| loss.message).collect();
    Ok(WrittenText { text: written.text, losses })
}

/// An error with what helps, without the full stop.
fn reason(problem: &Diagnostic) -> String {
    let Diagnostic { message, hint, .. } = problem;
    if hint.is_empty() { message.clone() } else { format!("{message}. {}", hint.trim_end_matches('.')) }
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

    #[test]
    fn the_platform_on_the_page_is_written_for_simgrid() {
        let network = r#""network": {"bandwidth_mb_s": [[100]], "latency_ms": [[0.5]]}"#;
        let platform = format!(
            r#"{{"clusters": [{{"name": "A", "nodes": 3, "speed": 1, "machines": [{{"speed": 2}}, {{}}, {{"speed": 2}}]}}], {network}}}"#
        );
        let WrittenText { text, losses } = simgrid_text(&platform).expect("written");
        let choices = PlatformChoices::default();
        let reading = ganttlet_format::platform::read_platform("a", text.as_bytes(), None, choices);
        let document = reading.expect("a platform").document;
        let clusters =
            serde_json::json!([{ "name": "A 2", "nodes": 2, "speed": 2 }, { "name": "A 1", "nodes": 1 }]);
        assert_eq!(document["clusters"], clusters);
        assert_eq!(losses.len(), 3);
        let alike = platform.replace(r#", "machines": [{"speed": 2}, {}, {"speed": 2}]"#, "");
        assert!(simgrid_text(&alike).is_ok_and(|written| written.text.contains(r#"radical="0-2""#)));
        let large = platform.replace("[[100]]", "[]");
        assert!(simgrid_text(&large).is_err_and(|reason| reason.contains("too large for the page")));
    }
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
