//! The writer of Parquet and Arrow files for the page, which fetches it with the first export of this kind.

use ganttlet_column_files::ColumnFile;
use wasm_bindgen::prelude::*;

/// Runs once when the package is loaded: a failure names its place before the worker ends.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| web_sys::console::error_1(&panic.to_string().into())));
}

/// A table of a run, given as its CSV export, as a file with this ending: `parquet` or `arrow`. Throws the reason if it cannot be
/// written.
#[wasm_bindgen]
pub fn write_columns(ending: &str, table: &str, csv: &str) -> Result<Vec<u8>, JsValue> {
    let kind = ColumnFile::of_ending(ending).ok_or_else(|| format!("there is no writer of .{ending} files"));
    kind.and_then(|kind| kind.write(table, csv)).map_err(|reason| js_sys::Error::new(&reason).into())
}
