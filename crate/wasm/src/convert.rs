//! Times and lists of numbers across the boundary.

use ganttlet_core::time::Time;
use js_sys::Float64Array;
use serde::Serialize;
use serde_wasm_bindgen::preserve;
use ts_rs::TS;

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
