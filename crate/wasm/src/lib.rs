//! The thin boundary between the page and the engine.
//!
//! Small things cross as plain objects, bulk as typed arrays that are copied out: a view into the memory of the package
//! is never kept, as it dies when the memory grows. Errors are JS `Error`s with a field `diagnostics`.

mod choices;
mod convert;
#[cfg(not(target_family = "wasm"))]
mod declarations;
mod engine;
mod frame;
mod plan;
mod tables;
mod views;

#[cfg(not(target_family = "wasm"))]
pub use declarations::declarations;

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::record::Digest;
use ganttlet_document::catalog::{self as entries, KindItem};
use ganttlet_document::{FileInput, UnpackError};
use ganttlet_js_values::{error, from_js, to_js};
use ganttlet_work::KINDS;
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// Runs once when the package is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    ganttlet_js_values::log_panics();
}

/// Everything a user can choose: families and entries.
#[wasm_bindgen(unchecked_return_type = "Catalog")]
pub fn catalog() -> Result<JsValue, JsValue> {
    to_js(&entries::catalog())
}

/// The content of a text that is a scenario.
#[derive(Serialize, TS)]
struct Checked {
    /// With all defaults filled in; null if it cannot be read.
    #[ts(type = "object | null")]
    scenario: Option<serde_json::Value>,
    /// The same as text.
    text: String,
    variants: Vec<CheckedVariant>,
    /// The work of its first system.
    work: KindItem,
    platform: Option<Grid>,
    /// Whether forms can show the text, though it may be invalid.
    shaped: bool,
    diagnostics: Vec<Diagnostic>,
}

/// A system of a scenario.
#[derive(Serialize, TS)]
struct CheckedVariant {
    name: String,
    #[ts(type = "object")]
    system: serde_json::Value,
}

/// The machines of a scenario, for the grid builder.
#[derive(Serialize, TS)]
#[ts(rename = "Platform")]
struct Grid {
    clusters: Vec<GridCluster>,
    network: Matrices,
}

#[derive(Serialize, TS)]
struct GridCluster {
    name: String,
    nodes: u32,
    speed: f64,
    /// Where they differ, one a node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "Array<Partial<Machine>>")]
    machines: Vec<serde_json::Value>,
}

/// The network from each cluster to each; empty for many clusters.
#[derive(Serialize, TS)]
struct Matrices {
    bandwidth_mb_s: Vec<Vec<f64>>,
    latency_ms: Vec<Vec<f64>>,
}

/// Reads the text of a scenario: its canonical form, the names of its variants, its machines, and what there is to tell.
#[wasm_bindgen(unchecked_return_type = "Checked")]
pub fn check(text: &str) -> Result<JsValue, JsValue> {
    let ganttlet_document::Reading { scenario, diagnostics } = ganttlet_document::read(text);
    let variants =
        scenario.iter().flat_map(|scenario| scenario.variant_names().into_iter().zip(&scenario.variants));
    to_js(&Checked {
        variants: variants
            .map(|(name, variant)| CheckedVariant { name, system: variant.to_value() })
            .collect(),
        text: scenario.as_ref().map(ganttlet_document::Scenario::to_text).unwrap_or_default(),
        work: scenario.as_ref().map_or(KINDS[0], |scenario| scenario.accepted_work()).into(),
        platform: scenario.as_ref().map(|scenario| grid(&scenario.platform.to_platform())),
        shaped: scenario.is_some() || ganttlet_document::has_form_shape(text),
        scenario: scenario.as_ref().map(ganttlet_document::Scenario::to_value),
        diagnostics,
    })
}

fn grid(platform: &ganttlet_core::platform::Platform) -> Grid {
    // Matrices of many clusters are nothing to look at.
    let shown = if platform.clusters.len() <= 64 { platform.clusters.len() } else { 0 };
    let matrix = |of: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        (0..shown).map(|from| (0..shown).map(|to| of(from, to)).collect()).collect()
    };
    let cluster = |cluster: &ganttlet_core::platform::Cluster| GridCluster {
        name: cluster.name.clone(),
        nodes: cluster.nodes,
        speed: cluster.speed,
        machines: cluster.machines.iter().map(ganttlet_document::machine_value).collect(),
    };
    Grid {
        clusters: platform.clusters.iter().map(cluster).collect(),
        network: Matrices {
            bandwidth_mb_s: matrix(&|from, to| platform.network.bandwidth(from, to) / 1e6),
            latency_ms: matrix(&|from, to| platform.network.latency(from, to).seconds() * 1e3),
        },
    }
}

/// The files that the systems of a scenario read, each once with its format and settings; none if it cannot be read.
#[wasm_bindgen(unchecked_return_type = "FileInput[]")]
pub fn file_inputs(text: &str) -> Result<JsValue, JsValue> {
    let scenario = ganttlet_document::read(text).scenario;
    let inputs: Vec<FileInput> =
        scenario.iter().flat_map(|scenario| scenario.file_inputs(0..scenario.variants.len())).collect();
    to_js(&inputs)
}

/// The fields of each system of a scenario: the most important ones, and those without effect; none if it cannot be read.
#[wasm_bindgen(unchecked_return_type = "FormFields[]")]
pub fn form_fields(text: &str) -> Result<JsValue, JsValue> {
    let scenario = ganttlet_document::read(text).scenario;
    to_js(&scenario.map(|scenario| scenario.form_fields()).unwrap_or_default())
}

/// The settings of a scenario that a study can vary; none if it cannot be read.
#[wasm_bindgen(unchecked_return_type = "StudyKnob[]")]
pub fn study_knobs(text: &str) -> Result<JsValue, JsValue> {
    let scenario = ganttlet_document::read(text).scenario;
    to_js(&scenario.map(|scenario| scenario.study_knobs()).unwrap_or_default())
}

/// The limits of the queues of a hierarchy, given as the rows of their table in JSON; null if these cannot be read.
#[wasm_bindgen(unchecked_return_type = "QueueLimits[] | null")]
pub fn queue_limits(rows: &str) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::limits_of_rows(rows))
}

/// What a text of JSON is, if it is a document of ours.
#[wasm_bindgen(unchecked_return_type = "DocumentKind | null")]
pub fn document_kind(text: &str) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::recognise_document(text))
}

/// What is wrong with a file that is not the one that a scenario names.
#[wasm_bindgen(unchecked_return_type = "Diagnostic")]
pub fn another_file(name: &str, found: &str, needed_name: &str, needed: &str) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::another_file(name, found, needed_name, needed))
}

/// What there is to tell of the text of a lesson.
#[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
pub fn check_lesson(text: &str) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::Lesson::diagnostics(text))
}

/// Reads a file of results, or several of one study, one behind the other. Throws with the diagnostics if it is none.
#[wasm_bindgen(unchecked_return_type = "StudyResults")]
pub fn read_results(text: &str) -> Result<JsValue, JsValue> {
    to_js(&plan::results(text)?)
}

/// The SHA-256 of some bytes: 64 hexadecimal digits.
#[wasm_bindgen]
pub fn sha256(bytes: &[u8]) -> String {
    ganttlet_document::sha256(bytes)
}

/// The text of a scenario as links pack it, with the browser's deflate.
#[wasm_bindgen]
pub fn link_text(text: &str) -> String {
    ganttlet_document::link_text(text)
}

/// The part of a link behind the `#`: a packed scenario, with the digests of the variants so far known.
#[wasm_bindgen]
pub fn link_fragment(
    packed: &[u8],
    #[wasm_bindgen(unchecked_param_type = "Digest[]")] results: JsValue,
) -> Result<String, JsValue> {
    let results: Vec<Digest> = from_js(results)?;
    Ok(ganttlet_document::link_fragment(packed, &results, entries::ENGINE))
}

/// The packed scenarios in the part of a link behind the `#`, hardly ever more than one.
#[wasm_bindgen(unchecked_return_type = "Uint8Array<ArrayBuffer>[]")]
pub fn packed_in_link(fragment: &str) -> Vec<js_sys::Uint8Array> {
    let mut found = Vec::new();
    ganttlet_document::decode_link_with(fragment, &mut |packed| {
        found.push(js_sys::Uint8Array::from(packed));
        Err(UnpackError::Damaged)
    });
    found
}

/// How many bytes the packed scenarios of a link may unfold to.
#[wasm_bindgen]
pub fn most_unpacked() -> usize {
    ganttlet_document::MAX_UNPACKED
}

/// What a link carries: a scenario, or the name of an example with changes.
#[derive(Serialize, TS)]
struct Decoded {
    scenario: Option<String>,
    example: Option<String>,
    #[ts(type = "Record<string, string>")]
    overrides: BTreeMap<String, String>,
    results: Vec<Digest>,
    engine: String,
    diagnostics: Vec<Diagnostic>,
}

/// What the part of a link behind the `#` says, given what came of its packed scenarios. Never throws because of it.
#[wasm_bindgen(unchecked_return_type = "Decoded")]
pub fn unpacked_link(
    fragment: &str,
    #[wasm_bindgen(unchecked_param_type = "(Uint8Array | 'short' | 'damaged' | 'long')[]")] unpacked: Vec<
        JsValue,
    >,
) -> Result<JsValue, JsValue> {
    let mut unpacked = unpacked.into_iter();
    let ganttlet_document::Link { scenario, example, overrides, results, engine, diagnostics } =
        ganttlet_document::decode_link_with(fragment, &mut |_| match unpacked.next() {
            Some(bytes) if bytes.is_object() => Ok(js_sys::Uint8Array::from(bytes).to_vec()),
            Some(fault) if fault == "short" => Err(UnpackError::Short),
            Some(fault) if fault == "long" => Err(UnpackError::Long),
            _ => Err(UnpackError::Damaged),
        });
    to_js(&Decoded { scenario, example, overrides, results, engine, diagnostics })
}

/// A scenario with changes applied.
#[derive(Serialize, TS)]
struct Changed {
    text: String,
    diagnostics: Vec<Diagnostic>,
}

/// The text of a scenario with changes written by hand in a link (`seed=8&load=0.9`); what is out of range is clamped,
/// and said.
#[wasm_bindgen(unchecked_return_type = "Changed")]
pub fn apply_overrides(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] changes: JsValue,
) -> Result<JsValue, JsValue> {
    let changes = from_js(changes)?;
    let reading = ganttlet_document::read(text);
    let Some(scenario) = reading.scenario else { return Err(error(&reading.diagnostics)) };
    let (changed, diagnostics) = ganttlet_document::apply_overrides(&scenario, &changes);
    to_js(&Changed { text: changed.to_text(), diagnostics })
}

/// The text of a scenario with one value set by name, for programs: an unknown name or an invalid value is an error, with
/// which the text is unchanged.
#[wasm_bindgen(unchecked_return_type = "Changed")]
pub fn set_value(text: String, name: &str, value: &str) -> Result<JsValue, JsValue> {
    let reading = ganttlet_document::read(&text);
    let Some(scenario) = reading.scenario else { return Err(error(&reading.diagnostics)) };
    to_js(&match ganttlet_document::set_values(&scenario, &[(name, value)]) {
        Ok((changed, diagnostics)) => Changed { text: changed.to_text(), diagnostics },
        Err(diagnostics) => Changed { text, diagnostics },
    })
}

/// The scenario with a file as its workload, given the report on the file.
#[wasm_bindgen(unchecked_return_type = "Adapted")]
pub fn use_file(
    scenario: &str,
    file: &str,
    #[wasm_bindgen(unchecked_param_type = "FileReport")] report: JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::use_file(&json(scenario)?, &json(file)?, &from_js(report)?))
}

/// The scenario with a file in place of the one with the SHA-256 `wanted`, given the report on the file.
#[wasm_bindgen(unchecked_return_type = "Adapted")]
pub fn replace_file(
    scenario: &str,
    wanted: &str,
    file: &str,
    #[wasm_bindgen(unchecked_param_type = "FileReport")] report: JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::replace_file(&json(scenario)?, wanted, &json(file)?, &from_js(report)?))
}

/// The scenario of a file that was opened, with the workload of the scenario before; null if that adds nothing.
#[wasm_bindgen(unchecked_return_type = "ScenarioDocument | null")]
pub fn add_workload(before: &str, after: &str) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::add_workload(&json(before)?, &json(after)?))
}

/// The scenario with another system, without what the system does not support.
#[wasm_bindgen(unchecked_return_type = "Adapted")]
pub fn change_system(scenario: &str, system: &str) -> Result<JsValue, JsValue> {
    to_js(&ganttlet_document::change_system(&json(scenario)?, &json(system)?))
}

/// Compares the digest in a link with that of a run that ended at `last_end_s`: identical, or since when it differs.
#[wasm_bindgen(unchecked_return_type = "Comparison")]
pub fn verify(
    #[wasm_bindgen(unchecked_param_type = "Digest")] expected: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Digest")] actual: JsValue,
    last_end_s: f64,
) -> Result<JsValue, JsValue> {
    let end = ganttlet_core::time::Time::from_seconds(last_end_s);
    to_js(&ganttlet_document::compare_digests(&from_js(expected)?, &from_js(actual)?, end))
}

/// What is true of a comparison, of the stories of a text; `facts` is the text of what is known of it.
#[wasm_bindgen(unchecked_return_type = "Told")]
pub fn tell(stories: &str, facts: &str) -> Result<JsValue, JsValue> {
    let (read, diagnostics) = ganttlet_document::Stories::read(stories);
    to_js(&read.ok_or_else(|| error(&diagnostics))?.select_texts(&known(facts)?))
}

/// What is true of a lesson's prediction.
#[wasm_bindgen(unchecked_return_type = "Judgement")]
pub fn judge(prediction: &str, facts: &str) -> Result<JsValue, JsValue> {
    let (read, diagnostics) = ganttlet_document::Prediction::read(prediction);
    to_js(&read.ok_or_else(|| error(&diagnostics))?.judge(&known(facts)?))
}

fn known(facts: &str) -> Result<ganttlet_document::Facts, JsValue> {
    json(facts).map(ganttlet_document::Facts)
}

fn json(text: &str) -> Result<serde_json::Value, JsValue> {
    ganttlet_document::parse_scenario(text).map(|(value, _)| value).map_err(|wrong| error(&[wrong]))
}

/// A seed from the browser's source of chance, for a person who asks for a new one: below 2^31.
#[wasm_bindgen]
pub fn propose_seed() -> Result<u32, JsValue> {
    #[cfg(target_arch = "wasm32")]
    {
        getrandom::u32().map(|bits| bits >> 1).map_err(|error| js_sys::Error::new(&error.to_string()).into())
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        Err(js_sys::Error::new("seeds are proposed in browsers only").into())
    }
}
