#![doc = include_str!("../README.md")]

mod files;

pub use files::{RunFile, uploads};

use ganttlet_core::diagnostic::Diagnostic;
use js_sys::{Error, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// A plain object. Whole numbers above 2^53 cannot be represented; no value of the packages has any. Not inlined, so
/// that a type that the first view does not use stays out of its wasm file.
///
/// # Errors
/// If a value cannot be represented in JS.
#[inline(never)]
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|error| Error::new(&error.to_string()).into())
}

/// The content of a plain object.
///
/// # Errors
/// If the object has another shape.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| Error::new(&error.to_string()).into())
}

/// An error whose message is the first error, with all diagnostics in its field `diagnostics`.
pub fn error(diagnostics: &[Diagnostic]) -> JsValue {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error()).or(diagnostics.first());
    let error = Error::new(&first.map_or_else(|| "unknown error".to_owned(), ToString::to_string));
    if let Ok(list) = to_js(diagnostics) {
        // Setting a field of a fresh object cannot fail; if it did, the message would still be there.
        let _ = Reflect::set(&error, &"diagnostics".into(), &list);
    }
    error.into()
}

/// Writes panics to the console: a failure names its place before the worker ends. Called when a package is loaded.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}
