//! A text into a scenario, or everything that is wrong with it.

mod agree;
mod check;
mod json;
mod upgrade;
mod walk;

pub(super) use json::syntax;

use super::model::Scenario;
use ganttlet_core::diagnostic::{Diagnostic, meant, names};
use ganttlet_core::entry::document::{Datum, Document, Shape, Stored};
use ganttlet_core::entry::{Kind, Parameter, Settings, Value as Setting};
use serde_json::Value;
use std::collections::HashSet;
use walk::{At, Walker, join};

/// Result of reading a text.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The scenario, if there was no error.
    pub scenario: Option<Scenario>,
    /// What there is to tell, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a scenario of any version. Never panics, whatever the text; reports all errors in one pass.
pub fn read(text: &str) -> Reading {
    let (scenario, diagnostics) = checked(text, self::scenario);
    // What another tool wrote is no scenario with mistakes.
    match ganttlet_format::json_of_another_tool(text).filter(|_| scenario.is_none()) {
        Some(other) => Reading { scenario: None, diagnostics: vec![other] },
        None => Reading { scenario, diagnostics },
    }
}

/// Reads a scenario of any version from its tree.
pub fn read_value(value: Value) -> Reading {
    let (scenario, diagnostics) = walk(value, Vec::new(), self::scenario);
    Reading { scenario, diagnostics }
}

/// The tree of a scenario's text before it is checked, with warnings about names said twice, for programs that change it
/// first. An error says what is wrong with the text.
pub fn parse(text: &str) -> Result<(Value, Vec<Diagnostic>), Diagnostic> {
    json::parse(text)
}

/// Result of `check` on the parsed text, and all diagnostics.
fn checked<T>(
    text: &str,
    check: impl FnOnce(&mut Walker, Value) -> Option<T>,
) -> (Option<T>, Vec<Diagnostic>) {
    match parse(text) {
        Ok((value, twice)) => walk(value, twice, check),
        Err(diagnostic) => (None, vec![diagnostic]),
    }
}

fn walk<T>(
    value: Value,
    told: Vec<Diagnostic>,
    check: impl FnOnce(&mut Walker, Value) -> Option<T>,
) -> (Option<T>, Vec<Diagnostic>) {
    let mut walker = Walker::default();
    for diagnostic in told {
        walker.diagnostics.add(diagnostic);
    }
    let read = check(&mut walker, value);
    let (diagnostics, failed) = walker.diagnostics.finish();
    (read.filter(|_| !failed), diagnostics)
}

fn scenario(walker: &mut Walker, value: Value) -> Option<Scenario> {
    let value = upgrade::to_current(walker, value, upgrade::UPGRADES)?;
    let said = check::check(walker, &At::top(&value), Scenario::SHAPE)?;
    let mut scenario = Scenario::read(&said);
    let mut known = HashSet::new();
    scenario.measures.retain(|id| known.insert(*id));
    if !walker.diagnostics.failed() {
        agree::check(walker, &scenario);
    }
    Some(scenario)
}

/// The checked value of a text of this shape, if there was no error, and what there is to tell.
pub(crate) fn shaped(text: &str, shape: Shape) -> (Option<Datum>, Vec<Diagnostic>) {
    checked(text, |walker, value| check::check(walker, &At::top(&value), shape))
}

/// The value of a parameter that a text in JSON means, or what is wrong with it first.
pub(super) fn setting(text: &str, kind: &Kind) -> Result<Setting, Diagnostic> {
    let (value, _) = parse(text)?;
    let mut walker = Walker::default();
    let setting = walker.setting(&At::top(&value), kind);
    let wrong = walker.diagnostics.finish().0.into_iter().find(Diagnostic::is_error);
    wrong.map_or_else(|| Ok(setting.expect("nothing is wrong with it")), Err)
}

/// The parameters of an entry in an object, with the defaults for those that are not said. `unknown` says more about
/// a name that is not among them.
fn settings(
    walker: &mut Walker,
    at: Option<&At<'_>>,
    parameters: &[&'static Parameter],
    unknown: impl Fn(&str) -> Option<String>,
) -> Settings {
    let mut settings = Settings::defaults(parameters.iter().copied());
    let Some(at) = at else { return settings };
    let Value::Object(map) = at.value else {
        walker.error(
            &at.place,
            format!("found {}, allowed is an object of parameters", walk::found(at.value)),
            "",
        );
        return settings;
    };
    for (key, value) in map {
        let at = At { value, place: join(&at.place, key) };
        if let Some(parameter) = parameters.iter().find(|parameter| parameter.id == key) {
            if let Some(value) = walker.setting(&at, &parameter.kind) {
                settings.set(parameter, value);
            }
            continue;
        }
        walker.diagnostics.add_if_room(false, || {
            if let Some(message) = unknown(key) {
                return Diagnostic::note(message).place(at.place);
            }
            let ids = || parameters.iter().map(|parameter| parameter.id);
            let message = format!("unknown parameter, ignored; available: {}", names(ids()));
            Diagnostic::warning(message).place(at.place).hint(meant(key, ids()))
        });
    }
    settings
}
