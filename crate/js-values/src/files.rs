//! Files whose work another worker has read with the package of the readers.

use crate::from_js;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_document::{Files, Upload, settings_text};
use ganttlet_format::FileContents;
use js_sys::{Array, Uint8Array};
use serde::Deserialize;
use serde_wasm_bindgen::preserve;
use std::collections::BTreeMap;
use ts_rs::TS;
use wasm_bindgen::JsValue;

/// A file that a run reads, with the work in it.
#[derive(Deserialize, TS)]
pub struct RunFile {
    sha256: String,
    name: String,
    format: String,
    settings: String,
    /// The SHA-256 of the bytes that were read.
    found: String,
    /// The packed work.
    #[serde(with = "preserve")]
    #[ts(type = "Uint8Array")]
    work: Uint8Array,
}

/// The files of a list of `RunFile`, by the SHA-256 that scenarios name.
///
/// # Errors
/// If an item has another shape.
pub fn uploads(list: &Array) -> Result<Files, JsValue> {
    let mut files: BTreeMap<String, PackedFile> = BTreeMap::new();
    for given in list.iter() {
        let file: RunFile = from_js(given)?;
        files.entry(file.sha256.clone()).or_default().0.push(file);
    }
    Ok(files.into_iter().map(|(sha256, file)| (sha256, Box::new(file) as Box<dyn Upload>)).collect())
}

/// A file, read once for each format and settings.
#[derive(Default)]
struct PackedFile(Vec<RunFile>);

impl Upload for PackedFile {
    fn name(&self) -> &str {
        &self.0[0].name
    }

    #[expect(clippy::misnamed_getters, reason = "the bytes that were read may be others than those named")]
    fn sha256(&self) -> &str {
        &self.0[0].found
    }

    fn read(&self, format: &str, settings: &Settings) -> Result<FileContents, Vec<Diagnostic>> {
        let settings = settings_text(settings);
        let read = self.0.iter().find(|file| file.format == format && file.settings == settings);
        let missing =
            || vec![Diagnostic::error("the file was not read with these settings").file(self.name())];
        ganttlet_format::unpack_contents(&read.ok_or_else(missing)?.work.to_vec())
    }
}
