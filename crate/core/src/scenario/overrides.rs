//! Changes to a scenario from a link that people edit by hand: `seed=7&load=0.8`.
//!
//! What is out of range is brought into it, and what is not known is left out; both are told. A link is never refused
//! because of them.

use super::catalog;
use super::model::{Grid, Part, Scenario, Variant, parameters};
use super::read::{limits, meant, names, plain};
use crate::diagnostic::Diagnostic;
use crate::entry::{Family, Kind, Parameter, Settings, Value};
use crate::metric;
use std::collections::BTreeMap;

/// The scenario with these changes, and what there is to tell about them. A name is `seed`, `horizon_s`, `warm_up_s`, a
/// role of the first system (or `policy` for its first role), or a parameter of the platform, the workload, the
/// background or any system; a parameter that several of them have is set in all.
pub fn apply_overrides(
    scenario: &Scenario,
    changes: &BTreeMap<String, String>,
) -> (Scenario, Vec<Diagnostic>) {
    let mut scenario = scenario.clone();
    let mut told = Vec::new();
    let roles = scenario.variants[0].system().roles;
    // Policies first: they bring parameters with them.
    for (name, word) in changes {
        let alias = (name == "policy").then(|| roles.first()).flatten();
        if let Some(role) = roles.iter().find(|role| role.id == name).or(alias) {
            let known = catalog::ids(role.family);
            if let Some(id) = known.iter().find(|id| *id == word) {
                scenario.variants[0].choose(role.id, id);
            } else {
                let message =
                    format!("found {word:?}, not used; allowed are {}", names(known.iter().copied()));
                let hint = meant(word, known.iter().copied());
                told.push(Diagnostic::warning(message).place(name.as_str()).hint(hint));
            }
        }
    }
    for (name, word) in changes {
        let role = name == "policy" || roles.iter().any(|role| role.id == name);
        if !role && !set(&mut scenario, name, word, &mut told) {
            let known = known(&scenario);
            let message = "there is nothing of this name to set in this scenario; it has no effect";
            let hint = meant(name, known.iter().copied());
            told.push(Diagnostic::warning(message).place(name.as_str()).hint(hint));
        }
    }
    (scenario, told)
}

impl Variant {
    /// Puts another policy into a role. Its parameters get their defaults, those of the old one go.
    pub fn choose(&mut self, role: &'static str, policy: &'static str) {
        self.policies.insert(role, policy);
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

/// A number without a unit that is so many times its default is worth a remark.
const FAR: f64 = 10.0;
const SEED: Kind = Kind::Integer { min: 0, max: limits::SEED, default: 1 };
const SECONDS: Kind = Kind::Number { min: 0.0, max: limits::SECONDS, default: 0.0 };
const NODES: Kind = Kind::Integer { min: 1, max: limits::NODES, default: 1 };

/// Sets what has this name; false if nothing has.
fn set(scenario: &mut Scenario, name: &str, word: &str, told: &mut Vec<Diagnostic>) -> bool {
    let number = |value: Value| match value {
        Value::Number(x) => x,
        Value::Integer(x) => x as f64,
        Value::Bool(_) | Value::Choice(_) => 0.0,
    };
    match name {
        "seed" => {
            if let Some(Value::Integer(seed)) = value(name, word, (&SEED, ""), told) {
                scenario.seed = seed as u64;
            }
            return true;
        }
        "horizon_s" => {
            if let Some(seconds) = value(name, word, (&SECONDS, "s"), told) {
                scenario.horizon_s = Some(number(seconds));
            }
            return true;
        }
        "warm_up_s" => {
            if let Some(seconds) = value(name, word, (&SECONDS, "s"), told) {
                scenario.warm_up_s = number(seconds);
            }
            return true;
        }
        _ => {}
    }
    if let Grid::Clusters { clusters, .. } = &mut scenario.platform
        && let [cluster] = &mut clusters[..]
        && name == "nodes"
        && cluster.machines.is_empty()
    {
        if let Some(Value::Integer(nodes)) = value(name, word, (&NODES, "nodes"), told) {
            cluster.nodes = nodes as u32;
        }
        return true;
    }
    let mut hit = false;
    for (parameters, settings) in places(scenario) {
        if let Some(parameter) = parameters.into_iter().find(|parameter| parameter.id == name) {
            // Told once, however many places there are.
            let mut first = Vec::new();
            if let Some(value) = value(name, word, (&parameter.kind, parameter.unit), &mut first) {
                settings.set(parameter, value);
            }
            told.extend(first.into_iter().filter(|_| !hit));
            hit = true;
        }
    }
    hit
}

/// All settings of a scenario with what can be set in them.
fn places(scenario: &mut Scenario) -> Vec<(Vec<&'static Parameter>, &mut Settings)> {
    let mut places = Vec::new();
    if let Grid::Preset { id, settings } = &mut scenario.platform {
        places.push((parameters(Family::Preset, id).iter().collect(), settings));
    }
    for part in scenario.workload.iter_mut().chain(&mut scenario.background) {
        match part {
            Part::Generator { id, settings } => {
                places.push((parameters(Family::Generator, id).iter().collect(), settings));
            }
            Part::File { file, settings } => {
                places.push((parameters(Family::Format, file.format).iter().collect(), settings));
            }
            Part::Jobs(_)
            | Part::GridJobs(_)
            | Part::Workflow(_)
            | Part::Applications(_)
            | Part::Absences(_) => {}
        }
    }
    for variant in &mut scenario.variants {
        places.push((variant.parameters(), &mut variant.settings));
    }
    places.push((metric::parameters(), &mut scenario.measure_settings));
    places
}

/// Every name that can be set in a scenario.
fn known(scenario: &Scenario) -> Vec<&'static str> {
    let mut names = vec!["seed", "horizon_s", "warm_up_s", "policy"];
    names.extend(scenario.variants[0].system().roles.iter().map(|role| role.id));
    let mut scenario = scenario.clone();
    for (parameters, _) in places(&mut scenario) {
        names.extend(parameters.iter().map(|parameter| parameter.id));
    }
    names
}

/// The value of a word, brought into range; `None` if it is not of the kind. Tells what it did, and what is allowed but
/// hardly meant: a ratio far above its default, as a load of 80 for 0.8.
fn value(name: &str, word: &str, (kind, unit): (&Kind, &str), told: &mut Vec<Diagnostic>) -> Option<Value> {
    let mut warn = |message: String| told.push(Diagnostic::warning(message).place(name));
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    match *kind {
        Kind::Number { min, max, default } => {
            let Some(x) = number(word) else {
                warn(format!(
                    "found {word:?}, not used; allowed are numbers from {} to {}",
                    plain(min),
                    plain(max)
                ));
                return None;
            };
            let used = x.clamp(min, max);
            if !(min..=max).contains(&x) {
                let (min, max) = (plain(min), plain(max));
                warn(format!(
                    "found {word}, allowed are numbers from {min} to {max}; {} is used",
                    plain(used)
                ));
            } else if unit.is_empty() && default > 0.0 && x > FAR * default {
                warn(format!("found {word}, usual is about {}; {word} is used", plain(default)));
            }
            Some(Value::Number(used))
        }
        Kind::Integer { min, max, .. } => {
            let Some(x) = number(word) else {
                warn(format!("found {word:?}, not used; allowed are whole numbers from {min} to {max}"));
                return None;
            };
            // Exact for whole words beyond 2^53 too, which are clamped like all others.
            let used = (libm::round(x) as i64).clamp(min, max);
            if x.fract() != 0.0 || !(min as f64..=max as f64).contains(&x) {
                warn(format!("found {word}, allowed are whole numbers from {min} to {max}; {used} is used"));
            }
            Some(Value::Integer(used))
        }
        Kind::Bool { .. } => match word {
            "true" | "1" | "yes" => Some(Value::Bool(true)),
            "false" | "0" | "no" => Some(Value::Bool(false)),
            _ => {
                warn(format!("found {word:?}, not used; allowed are true and false"));
                None
            }
        },
        Kind::Choice { options, .. } => {
            let words = || options.iter().map(|&(option, _)| option);
            if words().any(|option| option == word) {
                return Some(Value::Choice(word.to_owned()));
            }
            let message = format!("found {word:?}, not used; allowed are {}", names(words()));
            told.push(Diagnostic::warning(message).place(name).hint(meant(word, words())));
            None
        }
    }
}
