//! Adapts scenarios to a workload file or to another system, with the same rules for the page and the command line.

#[cfg(test)]
mod tests;

use crate::default_platform::adapt_platform;
use crate::file_facts::FileFacts;
use crate::model::VERSION;
use ganttlet_core::entry::Role;
use ganttlet_format::FORMATS;
use ganttlet_sim::report::METRICS;
use ganttlet_sim::system::{SYSTEMS, SystemKind};
use ganttlet_work::generator::GENERATORS;
use ganttlet_work::{KINDS, Kind};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::iter;
use ts_rs::TS;

/// A scenario after a change of its system or its work.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Adapted {
    /// The scenario, not yet checked.
    #[ts(type = "ScenarioDocument")]
    pub scenario: Value,
    /// Descriptions of the parts removed because the new system does not support them.
    pub left: Vec<String>,
}

/// A way to run a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct FileReading {
    /// The kind of work that the file becomes.
    #[ts(as = "Kind")]
    pub work: &'static str,
    /// The format for reading the file.
    pub format: &'static str,
    /// The first system that runs this work.
    pub system: &'static str,
}

/// The ways to run files of a format, or of an alternative format for the same files: one for each kind of work.
pub fn file_readings(format: &str) -> Vec<FileReading> {
    let mut readings: Vec<FileReading> = Vec::new();
    let first = FORMATS.find(format);
    let second = first.and_then(|format| FORMATS.find(format.other?));
    for format in first.into_iter().chain(second) {
        for system in SYSTEMS.members.iter().filter(|system| system.accepts.accepts(format.makes)) {
            let work = system.accepts.id;
            if readings.iter().all(|known| known.work != work) {
                readings.push(FileReading { work, format: format.entry.id, system: system.entry.id });
            }
        }
    }
    readings
}

/// The scenario with a file as its workload, or in its background if no system runs such work. Unsuitable platforms and
/// systems are replaced; the name is removed because it does not describe the file.
pub fn use_file(base: &Value, file: &Value, facts: &FileFacts) -> Adapted {
    let mut scenario = object(base);
    scenario.entry("version").or_insert(json!(VERSION));
    scenario.remove("name");
    let Some(&makes) = KINDS.iter().find(|kind| kind.id == facts.makes) else {
        return Adapted { scenario: scenario.into(), left: Vec::new() };
    };
    let present = system_of(&base["system"]);
    let is_work = SYSTEMS.members.iter().any(|system| system.accepts == makes);
    let fits = |system: &&SystemKind| {
        if is_work { system.accepts.accepts(makes) } else { system.beside.contains(&makes) }
    };
    let is_unchosen = base["platform"].is_null() || base["platform"]["preset"] == "one-cluster";
    let stays = present.as_ref().is_some_and(fits);
    let at_home = is_unchosen && is_work && facts.sites.is_some();
    // Work of the same kind keeps its platform, unless the file gives the size of the platform.
    let has_size = facts.processors.is_some() && makes.default_machines.size.is_some();
    let replaces = is_work && is_unchosen && (at_home || has_size || !stays);
    if replaces || present.is_none() && base["platform"].is_null() {
        scenario.insert("platform".to_owned(), adapt_platform(&base["platform"], makes, facts));
    } else if let Some(nodes) = facts.processors.filter(|_| !is_work && is_unchosen && !stays) {
        let mut parameters = object(&base["platform"]["parameters"]);
        parameters.insert("nodes".to_owned(), json!(nodes));
        scenario.insert("platform".to_owned(), json!({ "preset": "one-cluster", "parameters": parameters }));
    }
    let mut background = list(&scenario, "background");
    if is_work {
        scenario.insert("workload".to_owned(), json!([facts.workload_part(file, at_home)]));
    } else if stays {
        background.push(json!({ "file": file }));
        scenario.insert("background".to_owned(), background.into());
    }
    if stays {
        let mut adapted = Adapted { scenario: scenario.into(), left: Vec::new() };
        if is_work {
            compare_with_record(&mut adapted.scenario, facts.recorded > 0);
        }
        return adapted;
    }
    let accepts = |system: &&SystemKind| if is_work { system.accepts == makes } else { fits(system) };
    let Some(other) = SYSTEMS.members.iter().find(accepts) else {
        return Adapted { scenario: scenario.into(), left: Vec::new() };
    };
    let compared = !list(&scenario, "compare").is_empty();
    // The baseline policy of a role is compared with the default of the role.
    let choice =
        |role: &Role, policy: &str| json!({ "kind": other.entry.id, "policies": { role.id: policy } });
    let baseline = other.roles.iter().find_map(|role| Some((role, role.baseline?)));
    let system = if let Some((role, baseline)) = baseline {
        choice(role, baseline.policy)
    } else {
        let policies: Map<String, Value> =
            other.roles.iter().map(|role| (role.id.to_owned(), json!(role.default))).collect();
        json!({ "kind": other.entry.id, "policies": policies })
    };
    let mut adapted = change_system(&scenario.into(), &system);
    let compares = present.is_none() || compared || baseline.is_some_and(|(_, baseline)| baseline.always);
    if !compares {
        adapted.scenario["compare"] = json!([]);
    } else if let Some((role, _)) = baseline {
        adapted.scenario["compare"] = json!([choice(role, role.default)]);
    }
    if let Some(background) = adapted.scenario["background"].as_array_mut().filter(|_| !is_work) {
        background.push(json!({ "file": file }));
    }
    if is_work {
        compare_with_record(&mut adapted.scenario, facts.recorded > 0);
    }
    adapted
}

/// Adds the schedule that a log records as a variant, if it records one and the system can repeat it; removes it otherwise.
fn compare_with_record(scenario: &mut Value, is_recorded: bool) {
    let Some(system) = system_of(&scenario["system"]) else { return };
    let of_role = |role: &'static Role| role.recorded.map(|policy| (role, policy));
    let Some((role, policy)) = system.roles.iter().find_map(of_role) else { return };
    let repeats = |variant: &Value| variant["policies"][role.id] == policy;
    let mut compare = list(&object(scenario), "compare");
    compare.retain(|variant| is_recorded || !repeats(variant));
    if is_recorded && !compare.iter().any(repeats) && !repeats(&scenario["system"]) {
        compare.push(json!({ "kind": system.entry.id, "policies": { role.id: policy } }));
    }
    scenario["compare"] = compare.into();
}

/// The scenario with another system. Work that the system does not run is removed, and replaced by the first generator
/// that fits if nothing remains; so are an unsupported background, comparisons with systems that do not run the
/// remaining work, and metrics of other work.
pub fn change_system(scenario: &Value, system: &Value) -> Adapted {
    let mut next = object(scenario);
    next.insert("system".to_owned(), system.clone());
    let Some(kind) = system_of(system) else {
        return Adapted { scenario: next.into(), left: Vec::new() };
    };
    let mut left = Vec::new();
    let runs =
        |part: &Value, system: &SystemKind| made_by(part).is_some_and(|work| system.accepts.accepts(work));
    let has_place =
        |part: &Value, system: &SystemKind| made_by(part).is_some_and(|work| system.beside.contains(&work));

    let before = list(&next, "workload");
    let mut workload: Vec<Value> = before.iter().filter(|part| runs(part, kind)).cloned().collect();
    if workload.len() < before.len() {
        left.push(format!("all work other than {}", kind.accepts.word));
    }
    let generator = GENERATORS.members.iter().find(|generator| generator.makes == kind.accepts);
    if let Some(generator) = generator.filter(|_| workload.is_empty()) {
        workload.push(json!({ "generator": generator.entry.id, "parameters": {} }));
    }

    let (background, removed): (Vec<Value>, Vec<Value>) =
        list(&next, "background").into_iter().partition(|part| has_place(part, kind));
    if !removed.is_empty() {
        let words = removed.iter().find_map(|part| Some(made_by(part)?.past?.gone));
        left.push(words.unwrap_or("work that bypasses the system").to_owned());
    }

    let before = list(&next, "compare");
    let mut compare: Vec<Value> = before.clone();
    compare.retain(|one| {
        system_of(one).is_some_and(|system| {
            workload.iter().all(|part| runs(part, system))
                && background.iter().all(|part| has_place(part, system))
        })
    });
    if compare.len() < before.len() {
        left.push("variants that run other work".to_owned());
        if compare.is_empty() {
            compare.extend(with_another_policy(kind, system));
        }
    }

    let measures = list(&next, "measures");
    let metric = |id: &Value| METRICS.find(id.as_str()?);
    let is_other = |id: &&Value| {
        metric(id).is_some_and(|metric| {
            !metric.of.is_empty() && !metric.of.iter().any(|work| kind.accepts.accepts(work))
        })
    };
    let others: Vec<&str> =
        measures.iter().filter(is_other).filter_map(|id| Some(metric(id)?.entry.name)).collect();
    if !others.is_empty() {
        let word = if others.len() == 1 { "the metric" } else { "the metrics" };
        left.push(format!("{word} {}", others.join(", ")));
        // The metrics were chosen for other work: an empty list selects all metrics for this work and any later one.
        next.insert("measures".to_owned(), json!([]));
    }
    for (key, parts) in [("workload", workload), ("background", background), ("compare", compare)] {
        next.insert(key.to_owned(), parts.into());
    }
    Adapted { scenario: next.into(), left }
}

/// The first variant of a system that differs in one policy.
fn with_another_policy(kind: &SystemKind, system: &Value) -> Option<Value> {
    let policies = object(&system["policies"]);
    let policy_of =
        |role: &Role| policies.get(role.id).and_then(Value::as_str).unwrap_or(role.default).to_owned();
    kind.roles.iter().find_map(|role| {
        let present = policy_of(role);
        let policy = role.family.ids().into_iter().find(|id| *id != present)?;
        let chosen = |other: &Role| if other.id == role.id { policy.to_owned() } else { policy_of(other) };
        let entries = kind.roles.iter().filter_map(|role| role.family.entry(&chosen(role)));
        let known: Vec<&str> = iter::once(&kind.entry)
            .chain(entries)
            .flat_map(|entry| entry.parameters.iter().map(|parameter| parameter.id))
            .collect();
        let (mut next, mut policies, mut parameters) =
            (object(system), policies.clone(), object(&system["parameters"]));
        policies.insert(role.id.to_owned(), json!(policy));
        parameters.retain(|id, _| known.contains(&&**id));
        next.insert("policies".to_owned(), policies.into());
        next.insert("parameters".to_owned(), parameters.into());
        Some(next.into())
    })
}

/// The kind of work in a part of a scenario.
pub(crate) fn made_by(part: &Value) -> Option<&'static Kind> {
    if let Some(id) = part["generator"].as_str() {
        return Some(GENERATORS.find(id)?.makes);
    }
    if part["file"].is_object() {
        return Some(FORMATS.find(part["file"]["format"].as_str()?)?.makes);
    }
    KINDS.iter().copied().find(|kind| part.get(kind.key).is_some())
}

pub(crate) fn system_of(choice: &Value) -> Option<&'static SystemKind> {
    SYSTEMS.find(choice["kind"].as_str()?)
}

/// The fields of an object; an empty object for other values.
pub(crate) fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// The items of a field that is a list; an empty list for other values.
pub(crate) fn list(object: &Map<String, Value>, key: &str) -> Vec<Value> {
    object.get(key).and_then(Value::as_array).cloned().unwrap_or_default()
}
