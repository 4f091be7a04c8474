//! The thin boundary between the page and the engine.
//!
//! Small things cross as plain objects, bulk as typed arrays that are copied out: a view into the memory of the package
//! is never kept, as it dies when the memory grows. Errors are JS `Error`s with a field `diagnostics`.

mod card;
mod convert;
mod engine;
mod rounds;
#[cfg(feature = "papers")]
pub mod study;
mod tables;

use convert::{document, error, to_js};
use ganttlet_document::catalog as entries;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::entry::Settings;
use ganttlet_engine::record::Digest;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

/// Runs once when the package is loaded: if the engine should ever fail, it says where before the worker dies.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

/// Everything a user can choose: families and entries.
#[wasm_bindgen]
pub fn catalog() -> Result<JsValue, JsValue> {
    to_js(&entries::catalog())
}

/// Reads the text of a scenario: its canonical form, the names of its variants, its machines, and what there is to tell.
#[wasm_bindgen]
pub fn check(text: &str) -> Result<JsValue, JsValue> {
    let reading = ganttlet_document::read(text);
    let mut told = serde_json::json!({
        "scenario": null, "text": "", "variants": [], "accepts": "jobs", "platform": null,
        "diagnostics": reading.diagnostics,
    });
    if let Some(scenario) = reading.scenario {
        let named = scenario.variant_names().into_iter().zip(&scenario.variants);
        let variants: Vec<serde_json::Value> = named
            .map(|(name, variant)| serde_json::json!({ "name": name, "system": variant.to_value() }))
            .collect();
        told["scenario"] = scenario.to_value();
        told["text"] = scenario.to_text().into();
        told["variants"] = variants.into();
        told["accepts"] = serde_json::json!(scenario.accepts());
        told["platform"] = platform(&scenario.platform.platform());
    }
    document(&told)
}

/// Clusters and full network matrices, for the grid builder.
fn platform(platform: &ganttlet_engine::platform::Platform) -> serde_json::Value {
    let clusters: Vec<serde_json::Value> = platform
        .clusters
        .iter()
        .map(|cluster| {
            let machines: Vec<serde_json::Value> =
                cluster.machines.iter().map(ganttlet_document::machine).collect();
            let mut told =
                serde_json::json!({ "name": cluster.name, "nodes": cluster.nodes, "speed": cluster.speed });
            if !machines.is_empty() {
                told["machines"] = machines.into();
            }
            told
        })
        .collect();
    // Matrices of many clusters are nothing to look at.
    let shown = if clusters.len() <= 64 { clusters.len() } else { 0 };
    let matrix = |of: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> {
        (0..shown).map(|from| (0..shown).map(|to| of(from, to)).collect()).collect()
    };
    serde_json::json!({
        "clusters": clusters,
        "network": {
            "bandwidth_mb_s": matrix(&|from, to| platform.network.bandwidth(from, to) / 1e6),
            "latency_ms": matrix(&|from, to| platform.network.latency(from, to).seconds() * 1e3),
        },
    })
}

/// Reads a file without running it: what it is, what was read, skipped and repaired. Errors: it is nothing we know.
#[wasm_bindgen]
pub fn inspect(name: &str, bytes: &[u8]) -> Result<JsValue, JsValue> {
    to_js(&card::file_report(name, bytes, ganttlet_format::read(name, bytes, None, &Settings::default())))
}

/// The SHA-256 of some bytes: 64 hexadecimal digits.
#[wasm_bindgen]
pub fn sha256(bytes: &[u8]) -> String {
    ganttlet_document::sha256(bytes)
}

#[derive(Deserialize)]
struct Named {
    whole: String,
    parts: Vec<String>,
}

/// The part of a link behind the `#`, with the digests of the variants so far known.
#[wasm_bindgen]
pub fn encode_link(text: &str, results: JsValue) -> Result<String, JsValue> {
    let results: Vec<Named> = convert::from_js(results)?;
    let results: Vec<Digest> =
        results.into_iter().map(|Named { whole, parts }| Digest { whole, parts }).collect();
    Ok(ganttlet_document::encode(text, &results, entries::ENGINE))
}

#[derive(Serialize)]
struct Decoded {
    scenario: Option<String>,
    example: Option<String>,
    overrides: std::collections::BTreeMap<String, String>,
    results: Vec<Digest>,
    engine: String,
    diagnostics: Vec<Diagnostic>,
}

/// What the part of a link behind the `#` says. Never throws because of the link.
#[wasm_bindgen]
pub fn decode_link(fragment: &str) -> Result<JsValue, JsValue> {
    let ganttlet_document::Link { scenario, example, overrides, results, engine, diagnostics } =
        ganttlet_document::decode(fragment);
    to_js(&Decoded { scenario, example, overrides, results, engine, diagnostics })
}

#[derive(Serialize)]
struct Changed {
    text: String,
    diagnostics: Vec<Diagnostic>,
}

/// The text of a scenario with changes written by hand in a link (`seed=8&load=0.9`); what is out of range is clamped,
/// and said.
#[wasm_bindgen]
pub fn apply_overrides(text: &str, changes: JsValue) -> Result<JsValue, JsValue> {
    let changes = convert::from_js(changes)?;
    let reading = ganttlet_document::read(text);
    let Some(scenario) = reading.scenario else { return Err(error(&reading.diagnostics)) };
    let (changed, diagnostics) = ganttlet_document::apply_overrides(&scenario, &changes);
    to_js(&Changed { text: changed.to_text(), diagnostics })
}

/// Compares the digest in a link with that of a run that ended at `last_end_s`: identical, or since when it differs.
#[wasm_bindgen]
pub fn verify(expected: JsValue, actual: JsValue, last_end_s: f64) -> Result<JsValue, JsValue> {
    let digest = |value| convert::from_js(value).map(|Named { whole, parts }| Digest { whole, parts });
    let end = ganttlet_engine::time::Time::from_seconds(last_end_s);
    to_js(&ganttlet_document::verify(&digest(expected)?, &digest(actual)?, end))
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
