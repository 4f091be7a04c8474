//! Values across the boundary: plain objects for what is small, JSON text for documents, errors with their diagnostics.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::time::Time;
use js_sys::{Error, Float64Array, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::preserve;
use ts_rs::TS;
use wasm_bindgen::JsValue;

/// A plain object. Values that cannot be told in JS (whole numbers above 2^53) do not occur in what we tell. Not inlined, so
/// that a type that the first view does not use stays out of its wasm file.
#[inline(never)]
pub(crate) fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|error| Error::new(&error.to_string()).into())
}

/// The content of a plain object.
pub(crate) fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| Error::new(&error.to_string()).into())
}

/// An error whose message is the first error, with all diagnostics in its field `diagnostics`.
pub(crate) fn error(diagnostics: &[Diagnostic]) -> JsValue {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error()).or(diagnostics.first());
    let error = Error::new(&first.map_or_else(|| "unknown error".to_owned(), ToString::to_string));
    if let Ok(list) = to_js(diagnostics) {
        // Setting a field of a fresh object cannot fail; if it did, the message would still be there.
        let _ = Reflect::set(&error, &"diagnostics".into(), &list);
    }
    error.into()
}

/// Times cross as seconds; infinity and NaN mean "the end".
pub(crate) fn time(seconds: f64) -> Time {
    if seconds.is_nan() { Time::MAX } else { Time::from_seconds(seconds) }
}

/// Numbers, as a typed array of the page's own.
#[derive(Serialize, TS)]
#[ts(type = "Float64Array")]
pub(crate) struct Floats(#[serde(with = "preserve")] Float64Array);

impl From<&[f64]> for Floats {
    fn from(numbers: &[f64]) -> Self {
        Self(numbers.into())
    }
}
