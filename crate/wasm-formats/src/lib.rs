//! The readers of files for the page, which fetches them with the first file: what they read goes to the engine as bytes.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Kind, Parameter, Settings, Value};
use ganttlet_core::platform::{Cluster, Machine, Network, Platform};
use ganttlet_core::time::Span;
use ganttlet_format::archive::{ArchivedFile, open_archive as open};
use ganttlet_format::platform::PlatformChoices;
use ganttlet_format::{FORMATS, Reading};
use ganttlet_js_values::to_js;
use ganttlet_work::Job;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
import type { Diagnostic, FileReport, Settings } from '../pkg/ganttlet_wasm.js';

/** A column of a table: what the parameter columns calls it, its name in the header, and first values. */
export interface FoundColumn { reference: string; name: string; samples: string[] }

/** The columns of a table, parameters that read it as guessed, what is doubtful, and what jobs need and no column has. */
export interface ColumnGuess { settings: Settings; columns: FoundColumn[]; doubts: string[]; missing: string[] }

/** A job of a preview, times in seconds from the first submission. */
export interface PreviewedJob { id: string; submit: number; start: number | null; run: number; nodes: number }

/** The first jobs of a table, how many jobs its first rows have, and what is wrong. */
export interface ColumnPreview { jobs: PreviewedJob[]; count: number; diagnostics: Diagnostic[] }
";

/// Runs once when the package is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    ganttlet_js_values::log_panics();
}

/// Reads a file without running it, in this format or in the one that it is recognised as: what it is, what was read, skipped
/// and repaired. `settings` is a JSON object of parameters of the given format, without which it is read as a file that is
/// opened by itself. Errors: it is nothing we know.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the binding generator hands over optional texts in no other way"
)]
#[wasm_bindgen(unchecked_return_type = "FileReport")]
pub fn inspect(
    name: &str,
    bytes: &[u8],
    format: Option<String>,
    settings: Option<String>,
) -> Result<JsValue, JsValue> {
    let format = format.as_deref();
    let settings = format.zip(settings).map(|(format, text)| settings_of_format(format, &text));
    to_js(&ganttlet_document::report_file(name, bytes, format, settings.as_ref()))
}

/// The columns of a table with these parameters of its format (a JSON object), what they are guessed to mean, and what is doubtful; null for a file that is no text.
#[wasm_bindgen(unchecked_return_type = "ColumnGuess | null")]
pub fn guess_columns(bytes: &[u8], settings: &str) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_format::guess_columns(bytes, &settings_of_format("table", settings)))
}

/// The jobs in the first rows of a table with these parameters of its format (a JSON object), and what is wrong.
#[wasm_bindgen(unchecked_return_type = "ColumnPreview")]
pub fn preview_columns(name: &str, bytes: &[u8], settings: &str) -> Result<JsValue, JsValue> {
    to_js(&preview(name, bytes, &settings_of_format("table", settings)))
}

/// Most jobs of a preview.
const PREVIEWED: usize = 12;

/// The first jobs of a table.
#[derive(Serialize)]
struct Preview {
    jobs: Vec<PreviewedJob>,
    /// How many jobs the first rows have.
    count: u32,
    diagnostics: Vec<Diagnostic>,
}

/// A job of a preview, times in seconds from the first submission.
#[derive(Serialize)]
struct PreviewedJob {
    /// Its number or name.
    id: String,
    submit: f64,
    /// Its recorded start; null for none.
    start: Option<f64>,
    run: f64,
    nodes: u32,
}

fn preview(name: &str, bytes: &[u8], settings: &Settings) -> Preview {
    match ganttlet_format::read_first_rows(name, bytes, settings) {
        Ok(mut reading) => {
            let jobs: Vec<Job> = reading.work.take();
            let first = jobs.first().map_or(0.0, |job| job.submit.seconds());
            let one = |job: &Job| PreviewedJob {
                id: if job.name.is_empty() { job.number.to_string() } else { job.name.to_string() },
                submit: job.submit.seconds() - first,
                start: job.recorded_start.map(|start| start.seconds() - first),
                run: job.run.seconds(),
                nodes: job.nodes,
            };
            Preview {
                count: jobs.len() as u32,
                jobs: jobs.iter().take(PREVIEWED).map(one).collect(),
                diagnostics: reading.report.diagnostics,
            }
        }
        Err(diagnostics) => Preview { jobs: vec![], count: 0, diagnostics },
    }
}

/// Reads a platform file: as `inspect`, but each core or each host becomes a node.
#[wasm_bindgen(unchecked_return_type = "FileReport")]
pub fn inspect_platform(name: &str, bytes: &[u8], cores_as_nodes: bool) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::report_platform(name, bytes, PlatformChoices { cores_as_nodes }))
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
    to_js(&written)
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
pub fn read(name: &str, bytes: &[u8], format: &str, settings: &str) -> js_sys::Uint8Array {
    let pieces = read_pieces(name, bytes, format, settings);
    let length: usize = pieces.iter().map(Vec::len).sum();
    // They are joined in the memory of the page: the memory of a module never becomes smaller.
    let joined = js_sys::Uint8Array::new_with_length(length as u32);
    let mut start = 0;
    for piece in pieces {
        let end = start + piece.len() as u32;
        joined.subarray(start, end).copy_from(&piece);
        start = end;
    }
    joined
}

fn read_pieces(name: &str, bytes: &[u8], format: &str, settings: &str) -> Vec<Vec<u8>> {
    let settings = settings_of_format(format, settings);
    ganttlet_format::pack_pieces(
        ganttlet_format::read(name, bytes, Some(format), &settings).map(Reading::into_contents),
    )
}

/// The settings of a format in a JSON text.
fn settings_of_format(format: &str, text: &str) -> Settings {
    let parameters = FORMATS.find(format).map_or(&[][..], |format| format.entry.parameters);
    settings_from_json(parameters, &serde_json::from_str(text).unwrap_or_default())
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
        Kind::Text { .. } => Some(Value::Text(said.as_str()?.into())),
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
                    Kind::Text { max_length, .. } => Value::Text("ä".repeat(max_length).into()),
                    Kind::Expression { .. } | Kind::Table { .. } => continue,
                };
                all.set(parameter, other);
            }
            let said = serde_json::to_value(&all).expect("an object");
            assert_eq!(settings_from_json(parameters, &said), all);
        }
        let log = b"1 5 -1 2 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\n";
        let pieces = read_pieces("a.swf", log, "swf", r#"{"min_run_s":3}"#);
        let jobs: Vec<Job> = ganttlet_format::unpack_contents(&pieces.concat()).expect("a log").0.take();
        assert_eq!(jobs[0].run.seconds().to_bits(), 3f64.to_bits());
    }
}
