//! Reads a file of the field by itself, without a scenario around it.

use crate::{error_without_place, input};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_format::{FORMATS, Format, Reading};
use serde_json::{Value, json};
use std::io::Read as _;
use std::path::Path;

/// A file that was read.
pub(crate) struct ReadFile {
    /// Its path for people.
    pub(crate) name: String,
    /// Its bytes as they are: packed, if it is.
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

/// The name for people and the bytes of a file or the standard input.
pub(crate) fn read_bytes_of(path: &Path) -> Result<(String, Vec<u8>), Vec<Diagnostic>> {
    if is_standard(path) {
        return Ok(("standard input".to_owned(), read_standard_input()?));
    }
    Ok((path.display().to_string(), input::read_bytes(path)?))
}

/// Reads the bytes of a file of this name.
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

/// A mapping of the columns of a table.
pub(crate) struct Columns {
    /// The parameters of the format of tables, as they are written.
    pub(crate) document: Value,
    /// The same, checked.
    pub(crate) settings: Settings,
}

/// The format of tables.
pub(crate) fn table_format() -> &'static Format {
    FORMATS.get("table")
}

/// Reads a mapping: an object of parameters of the format of tables, or only the list of its columns.
pub(crate) fn read_columns(path: &Path) -> Result<Columns, Vec<Diagnostic>> {
    let name = path.display().to_string();
    let in_file = |problems: Vec<Diagnostic>| -> Vec<Diagnostic> {
        problems.into_iter().map(|problem| problem.file(name.clone())).collect()
    };
    let text = input::read_text(path)?;
    let (value, _) = ganttlet_document::parse_scenario(&text).map_err(|problem| in_file(vec![problem]))?;
    let document = if value.is_array() { json!({ "columns": value }) } else { value };
    let Value::Object(members) = &document else {
        let message = "a mapping is an object with \"columns\", as `ganttlet inspect` prints it";
        return Err(in_file(vec![Diagnostic::error(message)]));
    };
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
    let words: Vec<(&str, String)> = members.iter().map(|(key, value)| (key.as_str(), word(value))).collect();
    let changes: Vec<(&str, &str)> = words.iter().map(|(key, word)| (*key, word.as_str())).collect();
    let settings =
        ganttlet_document::format_settings(table_format(), Settings::default(), &changes).map_err(in_file)?;
    Ok(Columns { document, settings })
}

fn read_standard_input() -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut bytes = Vec::new();
    let limit = input::LARGEST_PIPED;
    let read = std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| error_without_place(format!("cannot read the standard input: {error}")))?;
    if bytes.len() as u64 > limit {
        let message = format!("the standard input is larger than the limit of {} MB", limit >> 20);
        return Err(error_without_place(message));
    }
    Ok(bytes)
}
