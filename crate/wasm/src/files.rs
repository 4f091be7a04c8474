//! Files of the page: their bytes stay outside, and the package of the readers reads them.

use crate::convert::from_js;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_document::{Files, Upload, sha256_of};
use ganttlet_format::FileContents;
use js_sys::{Array, Function, Uint8Array};
use serde::Deserialize;
use serde_wasm_bindgen::preserve;
use std::cell::Cell;
use std::rc::Rc;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// So many bytes of a file are looked at at once.
const PIECE: u32 = 1 << 20;

/// A file that a scenario names.
#[derive(Deserialize, TS)]
pub(crate) struct RunFile {
    sha256: String,
    name: String,
    #[serde(with = "preserve")]
    #[ts(type = "Uint8Array")]
    bytes: Uint8Array,
}

/// Who reads files, and what it threw instead.
#[derive(Default)]
pub(crate) struct Reader {
    read: Option<Function>,
    thrown: Cell<Option<JsValue>>,
}

impl Reader {
    pub(crate) fn new(read: Option<Function>) -> Rc<Self> {
        Rc::new(Self { read, thrown: Cell::new(None) })
    }

    /// The files of a list, by the names the list gives them.
    pub(crate) fn files(self: &Rc<Self>, list: &Array) -> Result<Files, JsValue> {
        let mut files = Files::new();
        for given in list.iter() {
            let RunFile { sha256, name, bytes } = from_js(given.clone())?;
            let found =
                sha256_of((0..bytes.length()).step_by(PIECE as usize).map(|from| {
                    bytes.subarray(from, bytes.length().min(from.saturating_add(PIECE))).to_vec()
                }));
            files.insert(sha256, Box::new(Outside { given, name, sha256: found, reader: self.clone() }));
        }
        Ok(files)
    }

    /// What was thrown while a file was read.
    pub(crate) fn thrown(&self) -> Option<JsValue> {
        self.thrown.take()
    }
}

/// A file that lies outside.
struct Outside {
    given: JsValue,
    name: String,
    sha256: String,
    reader: Rc<Reader>,
}

impl Upload for Outside {
    fn name(&self) -> &str {
        &self.name
    }

    fn sha256(&self) -> &str {
        &self.sha256
    }

    fn read(&self, format: &str, settings: &Settings) -> Result<FileContents, Vec<Diagnostic>> {
        let refused = || vec![Diagnostic::error("no reader is available for the file").file(&self.name)];
        let read = self.reader.read.as_ref().ok_or_else(refused)?;
        let settings = serde_json::to_string(settings).expect("words and finite numbers by name");
        match read.call3(&JsValue::NULL, &self.given, &format.into(), &settings.into()) {
            Ok(bytes) => ganttlet_format::unpack_contents(&Uint8Array::new(&bytes).to_vec()),
            Err(thrown) => {
                self.reader.thrown.set(Some(thrown));
                Err(refused())
            }
        }
    }
}
