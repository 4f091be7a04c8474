//! The settable values of a scenario: their names, places and kinds.

use crate::model::{Grid, Scenario, entry_parameters, system_pointer};
use crate::setting_text::setting_text;
use ganttlet_core::diagnostic::format_number;
use ganttlet_core::entry::{Kind, Parameter, Parameters, Settings, Value, limits};
use ganttlet_core::platform::{CustomClusters, PRESETS};
use ganttlet_sim::metric;

/// Numbers without a unit are reported above this multiple of their default: a load of 80 for 0.8.
const SUSPICIOUS_FACTOR: f64 = 10.0;

const SEED: Kind = Kind::Integer { min: 0, max: limits::SEED, default: 1 };
const SECONDS: Kind = Kind::Number { min: 0.0, max: limits::SECONDS, default: 0.0 };
const NODES: Kind = Kind::Integer { min: 1, max: limits::NODES, default: 1 };

/// The JSON pointer of the policy of a role.
pub(super) fn role_pointer(variant: usize, role: &str) -> String {
    format!("{}/policies/{role}", system_pointer(variant))
}

/// A settable place of a scenario.
pub(super) struct Knob {
    /// Its name, possibly shared with other places; empty if only the place identifies it.
    pub(super) name: &'static str,
    pub(super) place: String,
    pub(super) kind: Kind,
    unit: &'static str,
    pub(super) holder: ValueLocation,
}

impl Knob {
    /// The default, if this value is allowed but probably a mistake.
    pub(super) fn suspicious_default(&self, value: &Value) -> Option<f64> {
        match (&self.kind, value) {
            (&Kind::Number { default, .. }, &Value::Number(x)) => Some(default)
                .filter(|_| self.unit.is_empty() && default > 0.0 && x > SUSPICIOUS_FACTOR * default),
            _ => None,
        }
    }
}

/// The location of a settable value.
pub(super) enum ValueLocation {
    Seed,
    Horizon,
    WarmUp,
    /// The nodes of a cluster.
    Nodes(usize),
    /// A parameter.
    Parameter(ParameterOwner, &'static Parameter),
    /// A cell of a parameter that is a table: its row and its column.
    Cell(ParameterOwner, &'static Parameter, usize, &'static Parameter),
}

/// The owner of a parameter.
#[derive(Clone, Copy)]
pub(super) enum ParameterOwner {
    Platform,
    /// A part of the workload.
    Work(usize),
    /// A part of the background.
    Background(usize),
    /// A system and its policies.
    System(usize),
    Measures,
}

impl ParameterOwner {
    /// The settings that contain its parameters.
    fn settings_mut(self, scenario: &mut Scenario) -> Option<&mut Settings> {
        match self {
            Self::Platform => match &mut scenario.platform {
                Grid::Preset { settings, .. } => Some(settings),
                Grid::Clusters(_) => None,
            },
            Self::Work(i) => scenario.workload[i].settings_mut(),
            Self::Background(i) => scenario.background[i].settings_mut(),
            Self::System(i) => Some(&mut scenario.variants[i].settings),
            Self::Measures => Some(&mut scenario.measure_settings),
        }
    }
}

/// All settable values of a scenario except the policies. Does not change the scenario.
pub(super) fn list_knobs(scenario: &mut Scenario) -> Vec<Knob> {
    let mut knobs = Vec::new();
    let mut fixed =
        |name, kind, holder| knobs.push(Knob { name, place: format!("/{name}"), kind, unit: "s", holder });
    fixed("seed", SEED, ValueLocation::Seed);
    fixed("horizon_s", SECONDS, ValueLocation::Horizon);
    fixed("warm_up_s", SECONDS, ValueLocation::WarmUp);
    for (owner, place, parameters) in parameter_owners(scenario) {
        let settings = owner.settings_mut(scenario);
        for &parameter in &parameters {
            let &Parameter { id: name, kind, unit, .. } = parameter;
            let place = format!("{place}/{name}");
            if let (Kind::Table { columns, .. }, Some(Value::Table(rows))) =
                (kind, settings.as_ref().and_then(|settings| settings.get(name)))
            {
                // Each row has the same columns: only the place identifies a cell.
                for (row, column) in
                    (0..rows.len()).flat_map(|row| columns.iter().map(move |column| (row, column)))
                {
                    let place = format!("{place}/{row}/{}", column.id);
                    let holder = ValueLocation::Cell(owner, parameter, row, column);
                    knobs.push(Knob { name: "", place, kind: column.kind, unit: column.unit, holder });
                }
            }
            knobs.push(Knob { name, place, kind, unit, holder: ValueLocation::Parameter(owner, parameter) });
        }
    }
    if let Grid::Clusters(CustomClusters { clusters, .. }) = &scenario.platform {
        // Of several clusters, only the place identifies one.
        let name = if clusters.len() == 1 { "nodes" } else { "" };
        for (_, i) in clusters.iter().zip(0..).filter(|(cluster, _)| cluster.machines.is_empty()) {
            let (place, holder) = (format!("/platform/clusters/{i}/nodes"), ValueLocation::Nodes(i));
            knobs.push(Knob { name, place, kind: NODES, unit: "nodes", holder });
        }
    }
    knobs
}

/// The owners of parameters, with their places and parameters.
fn parameter_owners(scenario: &Scenario) -> Vec<(ParameterOwner, String, Vec<&'static Parameter>)> {
    let mut owners = Vec::new();
    let all = |list: &'static [Parameter]| list.iter().collect();
    if let Grid::Preset { id, .. } = &scenario.platform {
        owners.push((
            ParameterOwner::Platform,
            "/platform/parameters".to_owned(),
            all(entry_parameters(&PRESETS, id)),
        ));
    }
    for (part, i) in scenario.workload.iter().zip(0..) {
        owners.push((ParameterOwner::Work(i), format!("/workload/{i}/parameters"), all(part.parameters())));
    }
    for (part, i) in scenario.background.iter().zip(0..) {
        owners.push((
            ParameterOwner::Background(i),
            format!("/background/{i}/parameters"),
            all(part.parameters()),
        ));
    }
    for (variant, i) in scenario.variants.iter().zip(0..) {
        owners.push((
            ParameterOwner::System(i),
            format!("{}/parameters", system_pointer(i)),
            variant.parameters(),
        ));
    }
    owners.push((ParameterOwner::Measures, "/measure_parameters".to_owned(), all(metric::Options::LIST)));
    owners
}

/// The parameter, or the column of a table, at a location, and its value.
fn parameter_and_value<'s>(
    scenario: &'s mut Scenario,
    holder: &ValueLocation,
) -> Option<(&'static Parameter, &'s Value)> {
    match *holder {
        ValueLocation::Parameter(owner, parameter) => {
            owner.settings_mut(scenario)?.get(parameter.id).map(|value| (parameter, value))
        }
        ValueLocation::Cell(owner, parameter, row, column) => {
            match owner.settings_mut(scenario)?.get(parameter.id) {
                Some(Value::Table(rows)) => rows[row].get(column.id).map(|value| (column, value)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The whole number at a location; `None` if it is not set.
pub(super) fn get_integer(scenario: &mut Scenario, holder: &ValueLocation) -> Option<i64> {
    match (holder, &scenario.platform) {
        (ValueLocation::Seed, _) => Some(scenario.seed as i64),
        (ValueLocation::Nodes(i), Grid::Clusters(own)) => own.clusters[*i].nodes.map(i64::from),
        _ => match parameter_and_value(scenario, holder)? {
            (_, &Value::Integer(number)) => Some(number),
            _ => None,
        },
    }
}

/// The value of the first knob with this name for people; `None` if there is no such knob or it has no value.
pub(crate) fn knob_text(scenario: &mut Scenario, name: &str) -> Option<String> {
    let knob = list_knobs(scenario).into_iter().find(|knob| knob.name == name || knob.place == name)?;
    let number = |what: &str, seconds: f64| Some(format!("{what} {} s", format_number(seconds)));
    match knob.holder {
        ValueLocation::Seed => Some(format!("seed {}", scenario.seed)),
        ValueLocation::Horizon => number("horizon", scenario.horizon_s?),
        ValueLocation::WarmUp => number("warm-up", scenario.warm_up_s),
        ValueLocation::Nodes(_) => Some(format!("{} nodes", get_integer(scenario, &knob.holder)?)),
        _ => parameter_and_value(scenario, &knob.holder)
            .map(|(parameter, value)| setting_text(parameter, value)),
    }
}

/// Sets a value of the right kind at a location.
pub(super) fn set_value(scenario: &mut Scenario, holder: &ValueLocation, value: Value) {
    let number = match value {
        Value::Number(x) => x,
        Value::Integer(x) => x as f64,
        Value::Bool(_) | Value::Choice(_) | Value::Expression(_) | Value::Text(_) | Value::Table(_) => 0.0,
    };
    match *holder {
        ValueLocation::Seed => scenario.seed = number as u64,
        ValueLocation::Horizon => scenario.horizon_s = Some(number),
        ValueLocation::WarmUp => scenario.warm_up_s = number,
        ValueLocation::Nodes(i) => {
            if let Grid::Clusters(CustomClusters { clusters, .. }) = &mut scenario.platform {
                clusters[i].nodes = Some(number as u32);
            }
        }
        ValueLocation::Parameter(owner, parameter) => {
            if let Some(settings) = owner.settings_mut(scenario) {
                settings.set(parameter, value);
            }
        }
        ValueLocation::Cell(owner, parameter, row, column) => {
            if let Some(settings) = owner.settings_mut(scenario) {
                settings.set_cell(parameter, row, column, value);
            }
        }
    }
}
