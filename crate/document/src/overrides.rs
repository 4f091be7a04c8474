//! Changes to a scenario by name: `seed=7&load=0.8` in a link that people edit by hand, `--set load=0.8` on the command
//! line.
//!
//! A name sets every place that has it: `seed`, `horizon_s`, `warm_up_s`, the `nodes` of the only cluster, or a parameter of
//! the platform, the workload, the background, any system or the measures. A role of the first system (or `policy` for
//! its first role) sets that system. A JSON pointer (`/workload/0/parameters/load`) sets one place, after all names.

use super::model::{Grid, Scenario, Variant, parameters};
use super::read::setting;
use ganttlet_engine::diagnostic::{Diagnostic, meant, names, plain};
use ganttlet_engine::entry::{Kind, Parameter, Parameters, Role, Settings, Value, limits};
use ganttlet_engine::metric;
use ganttlet_engine::platform::{OwnClusters, PRESETS};
use std::collections::BTreeMap;

/// The scenario with the changes of a link, and what there is to tell about them. A link is never refused: what is out
/// of range is brought into it, and what is not known is left out; both are told.
pub fn apply_overrides(
    scenario: &Scenario,
    changes: &BTreeMap<String, String>,
) -> (Scenario, Vec<Diagnostic>) {
    let changes: Vec<(&str, &str)> = changes.iter().map(|(name, word)| (&**name, &**word)).collect();
    let mut change = Change { scenario: scenario.clone(), strict: false, diagnostics: Vec::new() };
    change.all(&changes);
    (change.scenario, change.diagnostics)
}

/// The scenario with these changes, later ones over earlier ones, and what there is to tell about them. What is not known
/// or out of range is an error.
pub fn set(
    scenario: &Scenario,
    changes: &[(&str, &str)],
) -> Result<(Scenario, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut change = Change { scenario: scenario.clone(), strict: true, diagnostics: Vec::new() };
    change.all(changes);
    if change.diagnostics.iter().any(Diagnostic::is_error) {
        Err(change.diagnostics)
    } else {
        Ok((change.scenario, change.diagnostics))
    }
}

impl Variant {
    /// Puts another policy into a role. Its parameters get their defaults, those of the old one go.
    pub fn choose(&mut self, role: &'static str, policy: &'static str) {
        self.policies.insert(role, policy.into());
        let parameters = self.parameters();
        let mut settings = Settings::defaults(parameters.iter().copied());
        for parameter in parameters {
            if let Some(value) = self.settings.get(parameter.id) {
                settings.set(parameter, value.clone());
            }
        }
        self.settings = settings;
    }
}

/// A number without a unit that is so many times its default is worth a remark: a load of 80 for 0.8.
const FAR: f64 = 10.0;
const SEED: Kind = Kind::Integer { min: 0, max: limits::SEED, default: 1 };
const SECONDS: Kind = Kind::Number { min: 0.0, max: limits::SECONDS, default: 0.0 };
const NODES: Kind = Kind::Integer { min: 1, max: limits::NODES, default: 1 };

/// A scenario under change.
struct Change {
    scenario: Scenario,
    /// What does not fit is an error, and is not mended.
    strict: bool,
    diagnostics: Vec<Diagnostic>,
}

/// A word that is no value of its kind.
struct Misfit {
    /// What was found and what is allowed.
    message: String,
    hint: String,
    /// The nearest value, and how it is written.
    nearest: Option<(Value, String)>,
    /// The place of a cell in its table; empty for what is no table.
    within: String,
}

impl Change {
    /// Policies first, as they bring parameters with them; pointers last, as they are more exact.
    fn all(&mut self, changes: &[(&str, &str)]) {
        let pointer = |name: &str| name.starts_with('/');
        let mut left = Vec::new();
        for &(name, word) in changes {
            if !self.role(name, word) {
                left.push((name, word));
            }
        }
        for wanted in [false, true] {
            for &(name, word) in left.iter().filter(|(name, _)| pointer(name) == wanted) {
                self.one(name, word);
            }
        }
    }

    /// Puts a policy into a role; false if this is the name of none.
    fn role(&mut self, name: &str, word: &str) -> bool {
        let hit = self.scenario.variants.iter().enumerate().find_map(|(i, variant)| {
            let roles = variant.system().roles;
            let alias = (i == 0 && name == "policy").then(|| roles.first()).flatten();
            let said = |id: &str| i == 0 && name == id || name == role_place(i, id);
            roles.iter().find(|role| said(role.id)).or(alias).map(|role| (i, role))
        });
        let Some((i, role)) = hit else { return false };
        let known = || role.family.ids().into_iter();
        if let Some(id) = known().find(|id| *id == word) {
            self.scenario.variants[i].choose(role.id, id);
        } else {
            let message = format!("found {word:?}, allowed are {}", names(known()));
            let hint = meant(word, known());
            let misfit = Misfit { message, hint, nearest: None, within: String::new() };
            self.tell(name, &role_place(i, role.id), misfit);
        }
        true
    }

    /// Sets what has this name, or is at this place.
    fn one(&mut self, name: &str, word: &str) {
        let (mut set, mut wrong, mut far) = (Vec::new(), Vec::new(), None);
        for knob in
            knobs(&mut self.scenario).into_iter().filter(|knob| name == knob.name || name == knob.place)
        {
            let used = value(word, &knob.kind).or_else(|misfit| {
                let nearest = misfit.nearest.as_ref().map(|(value, _)| value.clone());
                wrong.push((knob.place.clone(), misfit));
                nearest.filter(|_| !self.strict).ok_or(())
            });
            if let Ok(value) = used {
                far = far.or_else(|| knob.far(&value));
                put(&mut self.scenario, &knob.holder, value);
                set.push(knob.place);
            }
        }
        // What one place takes may be no word of another, which happens to have the same name.
        let strange = |(_, misfit): &&(String, Misfit)| misfit.nearest.is_none();
        let spared: Vec<&str> = wrong.iter().filter(strange).map(|(place, _)| place.as_str()).collect();
        let spared = if set.is_empty() || spared.is_empty() {
            String::new()
        } else {
            format!("; no such word is known at {}", spared.join(", "))
        };
        if set.is_empty() && wrong.is_empty() {
            self.unknown(name);
        } else if set.len() > 1 || !spared.is_empty() {
            let places = if set.len() == 1 { "1 place".to_owned() } else { format!("{} places", set.len()) };
            let message = format!("set in {places}: {}{spared}", set.join(", "));
            let hint = "A place instead of the name sets one of them.";
            self.diagnostics.push(Diagnostic::note(message).place(name).hint(hint));
        }
        // Told once, however many places there are.
        let first = wrong.into_iter().find(|(_, misfit)| set.is_empty() || misfit.nearest.is_some());
        if let Some((place, misfit)) = first {
            self.tell(name, &place, misfit);
        } else if let Some(default) = far {
            let message = format!("found {word}, usual is about {}; {word} is used", plain(default));
            self.diagnostics.push(Diagnostic::warning(message).place(name));
        }
    }

    fn unknown(&mut self, name: &str) {
        let pointer = name.starts_with('/');
        let mut known: Vec<String> = Vec::new();
        for (i, variant) in self.scenario.variants.iter().enumerate().filter(|&(i, _)| pointer || i == 0) {
            let role = |role: &Role| if pointer { role_place(i, role.id) } else { role.id.to_owned() };
            known.extend(variant.system().roles.iter().map(role));
        }
        for Knob { name, place, .. } in knobs(&mut self.scenario) {
            let word = if pointer { place } else { name.to_owned() };
            if !word.is_empty() && !known.contains(&word) {
                known.push(word);
            }
        }
        let hint = meant(name, known.iter().map(String::as_str));
        let message = "there is nothing of this name to set in this scenario";
        self.diagnostics.push(if self.strict {
            let message = format!("{message}; found are {}", known.join(", "));
            Diagnostic::error(message).place(name).hint(hint)
        } else {
            Diagnostic::warning(format!("{message}; it has no effect")).place(name).hint(hint)
        });
    }

    fn tell(&mut self, name: &str, place: &str, misfit: Misfit) {
        let Misfit { message, hint, nearest, within } = misfit;
        self.diagnostics.push(if self.strict {
            Diagnostic::error(message).place(format!("{place}{within}")).hint(hint)
        } else {
            let used = nearest.map_or("it is not used".to_owned(), |(_, used)| format!("{used} is used"));
            Diagnostic::warning(format!("{message}; {used}")).place(name).hint(hint)
        });
    }
}

/// Where the system of a variant stands.
fn system_place(variant: usize) -> String {
    variant.checked_sub(1).map_or("/system".to_owned(), |i| format!("/compare/{i}"))
}

/// Where the policy of a role stands.
fn role_place(variant: usize, role: &str) -> String {
    format!("{}/policies/{role}", system_place(variant))
}

/// One place of a scenario that can be set.
struct Knob {
    /// Its name, which others may have, too; empty if only the place says which is meant.
    name: &'static str,
    place: String,
    kind: Kind,
    unit: &'static str,
    holder: Holder,
}

impl Knob {
    /// The usual value, if this one is allowed but hardly meant.
    fn far(&self, value: &Value) -> Option<f64> {
        match (&self.kind, value) {
            (&Kind::Number { default, .. }, &Value::Number(x)) => {
                Some(default).filter(|_| self.unit.is_empty() && default > 0.0 && x > FAR * default)
            }
            _ => None,
        }
    }
}

/// What holds a value.
enum Holder {
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
enum Owner {
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
fn knobs(scenario: &mut Scenario) -> Vec<Knob> {
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

/// Puts a value, which is of the kind of its place, into its place.
fn put(scenario: &mut Scenario, holder: &Holder, value: Value) {
    let number = match value {
        Value::Number(x) => x,
        Value::Integer(x) => x as f64,
        Value::Bool(_) | Value::Choice(_) | Value::Table(_) => 0.0,
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

/// The value of a word.
fn value(word: &str, kind: &Kind) -> Result<Value, Misfit> {
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    let misfit = |found: String, allowed: String, nearest| {
        let message = format!("found {found}, allowed are {allowed}");
        Misfit { message, hint: String::new(), nearest, within: String::new() }
    };
    match *kind {
        Kind::Number { min, max, .. } => {
            let allowed = || format!("numbers from {} to {}", plain(min), plain(max));
            let Some(x) = number(word) else { return Err(misfit(format!("{word:?}"), allowed(), None)) };
            let used = x.clamp(min, max);
            if (min..=max).contains(&x) {
                return Ok(Value::Number(x));
            }
            Err(misfit(word.to_owned(), allowed(), Some((Value::Number(used), plain(used)))))
        }
        Kind::Integer { min, max, .. } => {
            let allowed = || format!("whole numbers from {min} to {max}");
            let Some(x) = number(word) else { return Err(misfit(format!("{word:?}"), allowed(), None)) };
            // Exact for whole words beyond 2^53 too, which are clamped like all others.
            let used = (libm::round(x) as i64).clamp(min, max);
            if x.fract() == 0.0 && (min as f64..=max as f64).contains(&x) {
                return Ok(Value::Integer(used));
            }
            Err(misfit(word.to_owned(), allowed(), Some((Value::Integer(used), used.to_string()))))
        }
        Kind::Bool { .. } => match word {
            "true" | "1" | "yes" => Ok(Value::Bool(true)),
            "false" | "0" | "no" => Ok(Value::Bool(false)),
            _ => Err(misfit(format!("{word:?}"), "true and false".to_owned(), None)),
        },
        Kind::Choice { options, .. } => {
            let words = || options.iter().map(|&(option, _)| option);
            if let Some(option) = words().find(|option| *option == word) {
                return Ok(Value::Choice(option));
            }
            let wrong = misfit(format!("{word:?}"), names(words()), None);
            Err(Misfit { hint: meant(word, words()), ..wrong })
        }
        Kind::Table { .. } => setting(word, kind).map_err(|wrong| {
            let Diagnostic { message, hint, place, .. } = wrong;
            let nearest = None;
            Misfit { message, hint, nearest, within: place }
        }),
    }
}
