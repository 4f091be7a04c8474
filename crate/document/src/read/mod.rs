//! Reads scenarios, and reports all errors in them.

mod consistency;
mod json;
mod shape_check;
mod upgrade;
mod walk;

pub(super) use json::syntax_error;

use super::model::Scenario;
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_core::entry::document::{Datum, Document, Shape, Stored};
use ganttlet_core::entry::{Kind, Parameter, Settings, Value as Setting};
use serde_json::Value;
use std::collections::HashSet;
use walk::{DocumentReader, ValueAt, join_pointer};

/// Result of reading a text.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The scenario, if there was no error.
    pub scenario: Option<Scenario>,
    /// Diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a scenario of any version. Never panics on any text; reports all errors in one pass.
pub fn read(text: &str) -> Reading {
    let (scenario, diagnostics) = parse_and_check(text, self::scenario_from_value);
    // JSON of another tool is not reported as a scenario with errors.
    match ganttlet_format::json_of_another_tool(text).filter(|_| scenario.is_none()) {
        Some(other) => Reading { scenario: None, diagnostics: vec![other] },
        None => Reading { scenario, diagnostics },
    }
}

/// Reads a scenario of any version from its tree.
pub fn read_value(value: Value) -> Reading {
    let (scenario, diagnostics) = check_value(value, Vec::new(), self::scenario_from_value);
    Reading { scenario, diagnostics }
}

/// The tree of a scenario's text before it is checked, with warnings about duplicate keys, for callers that change it
/// first.
pub fn parse_scenario(text: &str) -> Result<(Value, Vec<Diagnostic>), Diagnostic> {
    json::parse_json(text)
}

/// The result of `check` on the parsed text, and all diagnostics.
fn parse_and_check<T>(
    text: &str,
    check: impl FnOnce(&mut DocumentReader, Value) -> Option<T>,
) -> (Option<T>, Vec<Diagnostic>) {
    match parse_scenario(text) {
        Ok((value, twice)) => check_value(value, twice, check),
        Err(diagnostic) => (None, vec![diagnostic]),
    }
}

fn check_value<T>(
    value: Value,
    told: Vec<Diagnostic>,
    check: impl FnOnce(&mut DocumentReader, Value) -> Option<T>,
) -> (Option<T>, Vec<Diagnostic>) {
    let mut walker = DocumentReader::default();
    for diagnostic in told {
        walker.diagnostics.add(diagnostic);
    }
    let read = check(&mut walker, value);
    let (diagnostics, failed) = walker.diagnostics.finish();
    (read.filter(|_| !failed), diagnostics)
}

fn scenario_from_value(walker: &mut DocumentReader, value: Value) -> Option<Scenario> {
    let value = upgrade::upgrade(walker, value, upgrade::UPGRADES)?;
    let said = shape_check::read_shape(walker, &ValueAt::root(&value), Scenario::SHAPE)?;
    let mut scenario = Scenario::read(&said);
    let mut known = HashSet::new();
    scenario.measures.retain(|id| known.insert(*id));
    if !walker.diagnostics.has_error() {
        consistency::check_consistency(walker, &scenario);
    }
    Some(scenario)
}

/// The value of a text of this shape, if there was no error, and all diagnostics.
pub(crate) fn read_document(text: &str, shape: Shape) -> (Option<Datum>, Vec<Diagnostic>) {
    parse_and_check(text, |walker, value| shape_check::read_shape(walker, &ValueAt::root(&value), shape))
}

/// The value of a parameter in a JSON text, or its first error.
pub(super) fn read_setting(text: &str, kind: &Kind) -> Result<Setting, Diagnostic> {
    let (value, _) = parse_scenario(text)?;
    let mut walker = DocumentReader::default();
    let setting = walker.expect_setting(&ValueAt::root(&value), kind);
    let wrong = walker.diagnostics.finish().0.into_iter().find(Diagnostic::is_error);
    wrong.map_or_else(|| Ok(setting.expect("nothing is wrong with it")), Err)
}

/// The parameters of an entry in an object, with the defaults for missing ones. `unknown` gives advice on an unknown
/// key.
fn read_parameters(
    walker: &mut DocumentReader,
    at: Option<&ValueAt<'_>>,
    parameters: &[&'static Parameter],
    unknown: impl Fn(&str) -> Option<String>,
) -> Settings {
    let mut settings = Settings::defaults(parameters.iter().copied());
    let Some(at) = at else { return settings };
    let Value::Object(map) = at.value else {
        walker.error(
            &at.place,
            format!("found {}, allowed is an object of parameters", walk::value_text(at.value)),
            "",
        );
        return settings;
    };
    for (key, value) in map {
        let at = ValueAt { value, place: join_pointer(&at.place, key) };
        if let Some(parameter) = parameters.iter().find(|parameter| parameter.id == key) {
            if let Some(value) = walker.expect_setting(&at, &parameter.kind) {
                settings.set(parameter, value);
            }
            continue;
        }
        walker.diagnostics.add_if_room(false, || {
            if let Some(message) = unknown(key) {
                return Diagnostic::note(message).place(at.place);
            }
            let ids = || parameters.iter().map(|parameter| parameter.id);
            let message = format!("unknown parameter, ignored; available: {}", list_names(ids()));
            Diagnostic::warning(message).place(at.place).hint(did_you_mean(key, ids()))
        });
    }
    settings
}
