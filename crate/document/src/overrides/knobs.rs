//! What can be set in a scenario: names, places, and what holds the values.

use crate::model::{Grid, Scenario, parameters, system_place};
use crate::setting_text::setting_text;
use ganttlet_core::diagnostic::plain;
use ganttlet_core::entry::{Kind, Parameter, Parameters, Settings, Value, limits};
use ganttlet_core::platform::{OwnClusters, PRESETS};
use ganttlet_sim::metric;

/// A number without a unit that is so many times its default is worth a remark: a load of 80 for 0.8.
const FAR: f64 = 10.0;

const SEED: Kind = Kind::Integer { min: 0, max: limits::SEED, default: 1 };
const SECONDS: Kind = Kind::Number { min: 0.0, max: limits::SECONDS, default: 0.0 };
const NODES: Kind = Kind::Integer { min: 1, max: limits::NODES, default: 1 };

/// Where the policy of a role stands.
pub(super) fn role_place(variant: usize, role: &str) -> String {
    format!("{}/policies/{role}", system_place(variant))
}

/// One place of a scenario that can be set.
pub(super) struct Knob {
    /// Its name, which others may have, too; empty if only the place says which is meant.
    pub(super) name: &'static str,
    pub(super) place: String,
    pub(super) kind: Kind,
    unit: &'static str,
    pub(super) holder: Holder,
}

impl Knob {
    /// The usual value, if this one is allowed but hardly meant.
    pub(super) fn far(&self, value: &Value) -> Option<f64> {
        match (&self.kind, value) {
            (&Kind::Number { default, .. }, &Value::Number(x)) => {
                Some(default).filter(|_| self.unit.is_empty() && default > 0.0 && x > FAR * default)
            }
            _ => None,
        }
    }
}

/// What holds a value.
pub(super) enum Holder {
    Seed,
    Horizon,
    WarmUp,
    /// The nodes of a cluster.
    Nodes(usize),
    /// A parameter.
    Parameter(Owner, &'static Parameter),
    /// A cell of a parameter that is a table: its row and its column.
    Cell(Owner, &'static Parameter, usize, &'static Parameter),
}

/// What a parameter belongs to.
#[derive(Clone, Copy)]
pub(super) enum Owner {
    Platform,
    /// A part of the workload.
    Work(usize),
    /// A part of the background.
    Background(usize),
    /// A system and its policies.
    System(usize),
    Measures,
}

impl Owner {
    /// The settings that its parameters are in.
    fn settings(self, scenario: &mut Scenario) -> Option<&mut Settings> {
        match self {
            Self::Platform => match &mut scenario.platform {
                Grid::Preset { settings, .. } => Some(settings),
                Grid::Clusters(_) => None,
            },
            Self::Work(i) => scenario.workload[i].settings(),
            Self::Background(i) => scenario.background[i].settings(),
            Self::System(i) => Some(&mut scenario.variants[i].settings),
            Self::Measures => Some(&mut scenario.measure_settings),
        }
    }
}

/// Everything that can be set in a scenario, but for the policies. Nothing is changed in it.
pub(super) fn knobs(scenario: &mut Scenario) -> Vec<Knob> {
    let mut knobs = Vec::new();
    let mut fixed =
        |name, kind, holder| knobs.push(Knob { name, place: format!("/{name}"), kind, unit: "s", holder });
    fixed("seed", SEED, Holder::Seed);
    fixed("horizon_s", SECONDS, Holder::Horizon);
    fixed("warm_up_s", SECONDS, Holder::WarmUp);
    for (owner, place, parameters) in owners(scenario) {
        let settings = owner.settings(scenario);
        for &parameter in &parameters {
            let &Parameter { id: name, kind, unit, .. } = parameter;
            let place = format!("{place}/{name}");
            if let (Kind::Table { columns, .. }, Some(Value::Table(rows))) =
                (kind, settings.as_ref().and_then(|settings| settings.get(name)))
            {
                // The same column stands in each row: only the place says which is meant.
                for (row, column) in
                    (0..rows.len()).flat_map(|row| columns.iter().map(move |column| (row, column)))
                {
                    let place = format!("{place}/{row}/{}", column.id);
                    let holder = Holder::Cell(owner, parameter, row, column);
                    knobs.push(Knob { name: "", place, kind: column.kind, unit: column.unit, holder });
                }
            }
            knobs.push(Knob { name, place, kind, unit, holder: Holder::Parameter(owner, parameter) });
        }
    }
    if let Grid::Clusters(OwnClusters { clusters, .. }) = &scenario.platform {
        // Of several clusters, only the place says which is meant.
        let name = if clusters.len() == 1 { "nodes" } else { "" };
        for (_, i) in clusters.iter().zip(0..).filter(|(cluster, _)| cluster.machines.is_empty()) {
            let (place, holder) = (format!("/platform/clusters/{i}/nodes"), Holder::Nodes(i));
            knobs.push(Knob { name, place, kind: NODES, unit: "nodes", holder });
        }
    }
    knobs
}

/// What has parameters, where they stand, and which they are.
fn owners(scenario: &Scenario) -> Vec<(Owner, String, Vec<&'static Parameter>)> {
    let mut owners = Vec::new();
    let all = |list: &'static [Parameter]| list.iter().collect();
    if let Grid::Preset { id, .. } = &scenario.platform {
        owners.push((Owner::Platform, "/platform/parameters".to_owned(), all(parameters(&PRESETS, id))));
    }
    for (part, i) in scenario.workload.iter().zip(0..) {
        owners.push((Owner::Work(i), format!("/workload/{i}/parameters"), all(part.parameters())));
    }
    for (part, i) in scenario.background.iter().zip(0..) {
        owners.push((Owner::Background(i), format!("/background/{i}/parameters"), all(part.parameters())));
    }
    for (variant, i) in scenario.variants.iter().zip(0..) {
        owners.push((Owner::System(i), format!("{}/parameters", system_place(i)), variant.parameters()));
    }
    owners.push((Owner::Measures, "/measure_parameters".to_owned(), all(metric::Options::LIST)));
    owners
}

/// The parameter, or the column of a table, in a place, and its value.
fn setting<'s>(scenario: &'s mut Scenario, holder: &Holder) -> Option<(&'static Parameter, &'s Value)> {
    match *holder {
        Holder::Parameter(owner, parameter) => {
            owner.settings(scenario)?.get(parameter.id).map(|value| (parameter, value))
        }
        Holder::Cell(owner, parameter, row, column) => match owner.settings(scenario)?.get(parameter.id) {
            Some(Value::Table(rows)) => rows[row].get(column.id).map(|value| (column, value)),
            _ => None,
        },
        _ => None,
    }
}

/// The whole number that is in a place; none where nothing is said.
pub(super) fn get(scenario: &mut Scenario, holder: &Holder) -> Option<i64> {
    match (holder, &scenario.platform) {
        (Holder::Seed, _) => Some(scenario.seed as i64),
        (Holder::Nodes(i), Grid::Clusters(own)) => own.clusters[*i].nodes.map(i64::from),
        _ => match setting(scenario, holder)? {
            (_, &Value::Integer(number)) => Some(number),
            _ => None,
        },
    }
}

/// The value of the first knob with this name, in words; none if there is no such knob or it has no value.
pub(crate) fn value_text(scenario: &mut Scenario, name: &str) -> Option<String> {
    let knob = knobs(scenario).into_iter().find(|knob| knob.name == name || knob.place == name)?;
    let number = |what: &str, seconds: f64| Some(format!("{what} {} s", plain(seconds)));
    match knob.holder {
        Holder::Seed => Some(format!("seed {}", scenario.seed)),
        Holder::Horizon => number("horizon", scenario.horizon_s?),
        Holder::WarmUp => number("warm-up", scenario.warm_up_s),
        Holder::Nodes(_) => Some(format!("{} nodes", get(scenario, &knob.holder)?)),
        _ => setting(scenario, &knob.holder).map(|(parameter, value)| setting_text(parameter, value)),
    }
}

/// Puts a value, which is of the kind of its place, into its place.
pub(super) fn put(scenario: &mut Scenario, holder: &Holder, value: Value) {
    let number = match value {
        Value::Number(x) => x,
        Value::Integer(x) => x as f64,
        Value::Bool(_) | Value::Choice(_) | Value::Expression(_) | Value::Table(_) => 0.0,
    };
    match *holder {
        Holder::Seed => scenario.seed = number as u64,
        Holder::Horizon => scenario.horizon_s = Some(number),
        Holder::WarmUp => scenario.warm_up_s = number,
        Holder::Nodes(i) => {
            if let Grid::Clusters(OwnClusters { clusters, .. }) = &mut scenario.platform {
                clusters[i].nodes = Some(number as u32);
            }
        }
        Holder::Parameter(owner, parameter) => {
            if let Some(settings) = owner.settings(scenario) {
                settings.set(parameter, value);
            }
        }
        Holder::Cell(owner, parameter, row, column) => {
            if let Some(settings) = owner.settings(scenario) {
                settings.set_cell(parameter, row, column, value);
            }
        }
    }
}
