//! Reads a file of work alone, without a scenario.

use crate::columns::{Columns, parse_columns, table_format};
use crate::{error_without_place, file_bytes, input};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_format::{Format, Reading};
use std::io::Read as _;
use std::path::Path;

/// A file and its contents.
pub(crate) struct ReadFile {
    /// Its path, as shown.
    pub(crate) name: String,
    /// Its bytes, still packed if the file is packed.
    pub(crate) bytes: Vec<u8>,
    /// Its format.
    pub(crate) format: &'static Format,
    /// Its contents.
    pub(crate) reading: Reading,
}

/// The path that means the standard input or output.
const STANDARD: &str = "-";

/// True if this path means the standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// The name, as shown, and the bytes of a file or the standard input.
pub(crate) fn read_bytes_of(path: &Path) -> Result<(String, Vec<u8>), Vec<Diagnostic>> {
    if is_standard(path) {
        return Ok(("standard input".to_owned(), read_standard_input()?));
    }
    Ok((path.display().to_string(), file_bytes::read_bytes(path)?))
}

/// Reads the bytes of a file with this name.
pub(crate) fn read_as(
    name: &str,
    bytes: &[u8],
    columns: Option<&Columns>,
    changes: &[String],
    settings: impl Fn(&'static Format) -> Settings,
) -> Result<(&'static Format, Reading), Vec<Diagnostic>> {
    let format = match columns {
        Some(_) => table_format(),
        None => ganttlet_format::recognise(name, bytes).map_err(|problem| vec![problem])?,
    };
    let mut settings = settings(format);
    for (id, value) in columns.into_iter().flat_map(|columns| columns.settings.iter()) {
        settings = settings.with(id, value.clone());
    }
    let changes = changes.iter().map(|change| input::split_change(change)).collect::<Result<Vec<_>, _>>()?;
    let settings = ganttlet_document::format_settings(format, settings, &changes)?;
    ganttlet_format::read(name, bytes, Some(format.entry.id), &settings).map(|reading| (format, reading))
}

/// Reads the mapping of a table from a file.
pub(crate) fn read_columns(path: &Path) -> Result<Columns, Vec<Diagnostic>> {
    parse_columns(&path.display().to_string(), &file_bytes::read_text(path)?)
}

/// All bytes of the standard input.
fn read_standard_input() -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut bytes = Vec::new();
    let limit = file_bytes::LARGEST_PIPED;
    let read = std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| error_without_place(format!("cannot read the standard input: {error}")))?;
    if bytes.len() as u64 > limit {
        let message = format!("the standard input is larger than the limit of {} MB", limit >> 20);
        return Err(error_without_place(message));
    }
    Ok(bytes)
}
