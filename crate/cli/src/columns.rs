//! The mapping of a table of jobs: the meaning of each of its columns.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_format::{FORMATS, Format};
use serde_json::{Value, json};

/// A mapping of the columns of a table.
pub(crate) struct Columns {
    /// The parameters of the format of tables, as written.
    pub(crate) document: Value,
    /// The checked settings.
    pub(crate) settings: Settings,
}

/// The format of tables.
pub(crate) fn table_format() -> &'static Format {
    FORMATS.get("table")
}

/// Reads a mapping: an object of parameters of the format of tables, or only the list of its columns.
pub(crate) fn parse_columns(name: &str, text: &str) -> Result<Columns, Vec<Diagnostic>> {
    let in_file = |problems: Vec<Diagnostic>| -> Vec<Diagnostic> {
        problems.into_iter().map(|problem| problem.file(name)).collect()
    };
    let (value, _) = ganttlet_document::parse_scenario(text).map_err(|problem| in_file(vec![problem]))?;
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
