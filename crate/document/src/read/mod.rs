//! A text into a scenario, or everything that is wrong with it.

mod agree;
mod check;
mod json;
mod platform;
mod system;
mod upgrade;
mod walk;
mod workload;

pub(super) use json::syntax;
pub(super) use workload::{SHA256, URL};

use super::model::{SEED, Scenario, UNTITLED};
use ganttlet_engine::diagnostic::{Diagnostic, meant, names};
use ganttlet_engine::entry::document::{Datum, Shape};
use ganttlet_engine::entry::{Kind, Parameter, Parameters, Settings, Value as Setting, limits};
use ganttlet_engine::metric;
use ganttlet_engine::metric::METRICS;
use serde_json::Value;
use walk::{At, Walker, join};

/// What came of reading a text.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The scenario, if there was no error.
    pub scenario: Option<Scenario>,
    /// What there is to tell, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// What stands at the top of a scenario.
const KEYS: &[&str] = &[
    "version",
    "name",
    "seed",
    "platform",
    "workload",
    "background",
    "system",
    "compare",
    "horizon_s",
    "warm_up_s",
    "measures",
    "measure_parameters",
];

/// Reads a scenario of any version. Never panics, whatever the text; tells every mistake in one pass.
pub fn read(text: &str) -> Reading {
    let reading = read_own(text);
    // What another tool wrote is no scenario with mistakes.
    match ganttlet_format::json_of_another_tool(text).filter(|_| reading.scenario.is_none()) {
        Some(other) => Reading { scenario: None, diagnostics: vec![other] },
        None => reading,
    }
}

/// The tree of a scenario's text before it is checked, with warnings about names said twice, for programs that change it
/// first. An error says what is wrong with the text.
pub fn parse(text: &str) -> Result<(Value, Vec<Diagnostic>), Diagnostic> {
    json::parse(text)
}

fn read_own(text: &str) -> Reading {
    match json::parse(text) {
        Ok((value, twice)) => {
            let mut walker = Walker::default();
            for diagnostic in twice {
                walker.diagnostics.add(diagnostic);
            }
            let scenario = document(&mut walker, value);
            let (diagnostics, failed) = walker.diagnostics.finish();
            Reading { scenario: scenario.filter(|_| !failed), diagnostics }
        }
        Err(diagnostic) => Reading { scenario: None, diagnostics: vec![diagnostic] },
    }
}

fn document(walker: &mut Walker, value: Value) -> Option<Scenario> {
    let value = upgrade::to_current(walker, value, upgrade::UPGRADES)?;
    let top = At { value: &value, place: String::new() };
    walker.object(&top, KEYS)?;
    let name = top.get("name").map_or(Some(UNTITLED), |at| walker.text(&at));
    let seed = top.get("seed").map_or(Some(SEED as i64), |at| walker.integer(&at, 0, limits::SEED));
    let platform = walker
        .need(&top, "platform", "Add \"platform\": {\"preset\": \"one-cluster\"}.")
        .and_then(|at| platform::grid(walker, &at));
    let workload = walker
        .need(&top, "workload", "Add \"workload\": [{\"generator\": \"poisson\"}].")
        .and_then(|at| workload::workload(walker, &at));
    let background = top.get("background").map_or(Some(Vec::new()), |at| workload::parts(walker, &at));
    let variants = system::variants(walker, &top);
    let horizon_s = match top.get("horizon_s").filter(|at| !at.value.is_null()) {
        Some(at) => walker.number(&at, 0.0, limits::SECONDS).map(Some),
        None => Some(None),
    };
    let warm_up_s = top.get("warm_up_s").map_or(Some(0.0), |at| walker.number(&at, 0.0, limits::SECONDS));
    let measures = top.get("measures").map_or(Some(Vec::new()), |at| measures(walker, &at));
    let measure_settings = settings(
        walker,
        top.get("measure_parameters").as_ref(),
        &metric::Options::LIST.iter().collect::<Vec<_>>(),
        |_| None,
    );
    let scenario = Scenario {
        name: name?.to_owned(),
        seed: seed? as u64,
        platform: platform?,
        workload: workload?,
        background: background?,
        variants: variants?,
        horizon_s: horizon_s?,
        warm_up_s: warm_up_s?,
        measures: measures?,
        measure_settings,
    };
    if !walker.diagnostics.failed() {
        agree::check(walker, &scenario);
    }
    Some(scenario)
}

fn measures(walker: &mut Walker, at: &At<'_>) -> Option<Vec<&'static str>> {
    let known = METRICS.ids();
    walker.list(at, limits::MEASURES, "metrics")?;
    let mut ids: Vec<&str> = Vec::new();
    for id in at.items().filter_map(|item| walker.word(&item, "metrics", &known)) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Some(ids)
}

/// The checked value of a text of this shape, if there was no error, and what there is to tell.
pub(crate) fn shaped(text: &str, shape: Shape) -> (Option<Datum>, Vec<Diagnostic>) {
    let (value, twice) = match parse(text) {
        Ok(parsed) => parsed,
        Err(diagnostic) => return (None, vec![diagnostic]),
    };
    let mut walker = Walker::default();
    for diagnostic in twice {
        walker.diagnostics.add(diagnostic);
    }
    let said = check::check(&mut walker, &At { value: &value, place: String::new() }, shape);
    let (diagnostics, failed) = walker.diagnostics.finish();
    (said.filter(|_| !failed), diagnostics)
}

/// The value of a parameter that a text in JSON means, or what is wrong with it first.
pub(super) fn setting(text: &str, kind: &Kind) -> Result<Setting, Diagnostic> {
    let (value, _) = parse(text)?;
    let mut walker = Walker::default();
    let setting = walker.setting(&At { value: &value, place: String::new() }, kind);
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
