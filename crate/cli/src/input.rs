//! From the arguments to a scenario: what is said on the command line is put into the document, and the document is
//! checked as in the page.

use crate::{InputArguments, failure};
use ganttlet_document::{Files, LocalFile, Part, Scenario, Upload, catalog};
use ganttlet_engine::diagnostic::{Diagnostic, nearest};
use ganttlet_engine::platform::PRESETS;
use ganttlet_engine::system::{SYSTEMS, SystemKind};
use ganttlet_engine::workload::{Kind, Machines};
use ganttlet_format::{FORMATS, Site, Sites};
use ganttlet_study::Plan;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// What there is to run.
pub(crate) struct Input {
    /// The checked scenario.
    pub(crate) scenario: Scenario,
    /// The files it names.
    pub(crate) files: Files,
    /// What there is to tell so far.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads the input and all it names.
pub(crate) fn read(arguments: &InputArguments) -> Result<Input, Vec<Diagnostic>> {
    let bytes = bytes(&arguments.input)?;
    let mut files = Files::new();
    let mut diagnostics = Vec::new();
    let mut document = match scenario_text(&bytes) {
        Some(text) => parse(text, &arguments.input, &mut diagnostics)?,
        None => of_file(arguments, bytes, &mut files, &mut diagnostics)?,
    };
    platform(arguments, &mut document, &mut diagnostics)?;
    if let Some(seed) = arguments.seed {
        document["seed"] = json!(seed);
    }
    if !arguments.policy.is_empty() {
        let compared = document.as_object_mut().and_then(|map| map.remove("compare"));
        let others = compared.as_ref().and_then(Value::as_array).map_or(0, Vec::len);
        if others > 0 {
            let message = format!("{others} more to compare with left out, as --policy names what to run");
            diagnostics.push(Diagnostic::note(message).place("/compare"));
        }
    }
    for id in &arguments.policy {
        policy(&mut document, id)?;
    }
    let (mut scenario, found) = checked(&document.to_string())?;
    diagnostics.extend(found);
    if !arguments.set.is_empty() {
        let changes =
            arguments.set.iter().map(|change| key_and_value(change)).collect::<Result<Vec<_>, _>>()?;
        let (changed, found) = ganttlet_document::set(&scenario, &changes)?;
        diagnostics.extend(found);
        // What fits its own place may contradict another.
        scenario = checked(&changed.to_value().to_string())?.0;
    }
    named_files(&scenario, &arguments.input, &mut files)?;
    Ok(Input { scenario, files, diagnostics })
}

fn bytes(path: &Path) -> Result<Vec<u8>, Vec<Diagnostic>> {
    fs::read(path).map_err(|error| failure(format!("cannot read {}: {error}", path.display())))
}

/// The text, if these bytes look like JSON.
fn scenario_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{').then_some(text)
}

fn parse(text: &str, path: &Path, diagnostics: &mut Vec<Diagnostic>) -> Result<Value, Vec<Diagnostic>> {
    let in_file = |problem: Diagnostic| problem.file(path.display().to_string());
    if let Some(other) = ganttlet_format::json_of_another_tool(text) {
        return Err(vec![in_file(other)]);
    }
    let (value, twice) = ganttlet_document::parse(text).map_err(|problem| vec![in_file(problem)])?;
    diagnostics.extend(twice.into_iter().map(in_file));
    Ok(value)
}

/// The scenario of a text, and what there is to tell of it.
fn checked(text: &str) -> Result<(Scenario, Vec<Diagnostic>), Vec<Diagnostic>> {
    let reading = ganttlet_document::read(text);
    match reading.scenario {
        Some(scenario) => Ok((scenario, reading.diagnostics)),
        None => Err(reading.diagnostics),
    }
}

/// A scenario around a log or a workflow.
fn of_file(
    arguments: &InputArguments,
    bytes: Vec<u8>,
    files: &mut Files,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Value, Vec<Diagnostic>> {
    let name =
        arguments.input.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let shown = arguments.input.display().to_string();
    let in_file = |list: Vec<Diagnostic>| {
        list.into_iter().map(|diagnostic| diagnostic.file(shown.clone())).collect::<Vec<_>>()
    };
    let mut file = LocalFile::new(name.clone(), bytes);
    let sha256 = file.sha256().to_owned();
    let reading = file.look().map_err(in_file)?;
    let kind = reading.work.kind();
    if let Some(message) = kind.no_work {
        let hint = "Write a scenario, and name the file in its \"background\".";
        return Err(in_file(vec![Diagnostic::error(message).hint(hint)]));
    }
    let (system, format) =
        reading_as(arguments.kind.as_deref(), kind, reading.report.format).map_err(in_file)?;
    let wanted = SYSTEMS.known(system).accepts;
    let sites = reading.report.sites.as_ref().filter(|_| arguments.processors.is_none());
    let (platform, chosen) = match sites {
        Some(Sites { clusters, from, .. }) => {
            let of = |site: &Site| json!({ "name": site.name, "nodes": site.nodes });
            let list = clusters.iter().map(of).collect::<Vec<_>>();
            let words = format!("the {} clusters of the file, each with {from}", list.len());
            (json!({ "clusters": list }), words)
        }
        None => usual_platform(wanted, reading.report.processors),
    };
    if arguments.processors.is_none() && arguments.platform.is_none() {
        let note = Diagnostic::note(format!("no platform was said: it runs on {chosen}"));
        diagnostics.push(note.hint("Say --processors or --platform."));
    }
    let mut part = json!({ "file": { "name": name, "sha256": sha256, "format": format } });
    if let Some(Sites { home, .. }) = sites.filter(|_| arguments.platform.is_none()) {
        part["parameters"] = json!({ "home": home });
    }
    let document = json!({
        "version": ganttlet_document::VERSION,
        "name": name,
        "platform": platform,
        "workload": [part],
        "system": { "kind": system },
    });
    files.insert(sha256, Box::new(file));
    Ok(document)
}

/// The system and the format for a file that holds this kind of work, if it is to run as that kind.
fn reading_as(
    wanted: Option<&str>,
    kind: &Kind,
    format: &'static str,
) -> Result<(&'static str, &'static str), Vec<Diagnostic>> {
    let usual = |kind: &Kind| catalog::systems_for(kind).first().copied().unwrap_or_default();
    let Some(wanted) = wanted else { return Ok((usual(kind), format)) };
    let other = FORMATS.known(format).other.and_then(|other| FORMATS.find(other));
    let readings = || std::iter::once((kind, format)).chain(other.map(|other| (other.makes, other.entry.id)));
    let able = readings().flat_map(|(made, format)| {
        let fits = move |system: &&SystemKind| system.accepts.takes(made);
        SYSTEMS.members.iter().filter(fits).map(move |system| (system, format))
    });
    let able: Vec<_> = able.collect();
    if let Some(&(system, format)) = able.iter().find(|(system, _)| system.accepts.id == wanted) {
        return Ok((system.entry.id, format));
    }
    let mut known: Vec<&str> = Vec::new();
    for (system, _) in able {
        if !known.contains(&system.accepts.id) {
            known.push(system.accepts.id);
        }
    }
    let message = format!("--as {wanted}: what is in this file can run as {}", known.join(", "));
    Err(vec![Diagnostic::error(message)])
}

/// The platform for a file of this kind of work if none is said, and the same in words.
fn usual_platform(kind: &Kind, processors: Option<u32>) -> (Value, String) {
    let Machines { preset, size, words } = kind.default_machines;
    let count = processors.unwrap_or(1).max(1);
    let mut platform = json!({ "preset": preset });
    if let Some(size) = size {
        platform["parameters"] = json!({ size: count });
    }
    (platform, words.replace('#', &count.to_string()))
}

fn platform(
    arguments: &InputArguments,
    document: &mut Value,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Vec<Diagnostic>> {
    if let Some(nodes) = arguments.processors {
        document["platform"] = json!({ "preset": "one-cluster", "parameters": { "nodes": nodes } });
    }
    let Some(name) = &arguments.platform else { return Ok(()) };
    if PRESETS.find(name).is_some() {
        document["platform"] = json!({ "preset": name });
        return Ok(());
    }
    let path = Path::new(name);
    if !path.exists() {
        let presets = PRESETS.ids().join(", ");
        let message = format!("--platform {name}: there is no such preset and no such file");
        return Err(vec![Diagnostic::error(message).hint(format!("Presets are {presets}."))]);
    }
    let text = String::from_utf8_lossy(&bytes(path)?).into_owned();
    let value = parse(&text, path, diagnostics)?;
    // A whole scenario lends its platform.
    document["platform"] = value.get("platform").cloned().unwrap_or(value);
    Ok(())
}

/// Puts a policy into the role its family fills, in the system of the document.
fn policy(document: &mut Value, id: &str) -> Result<(), Vec<Diagnostic>> {
    let kind = document["system"]["kind"].as_str().unwrap_or_default().to_owned();
    let Some(system) = SYSTEMS.find(&kind) else {
        return Err(failure(format!("--policy {id}: the scenario names no system it could be used in")));
    };
    let role = system.roles.iter().find(|role| role.family.entry(id).is_some());
    let Some(role) = role else {
        let known: Vec<&str> = system.roles.iter().flat_map(|role| role.family.ids()).collect();
        let elsewhere = SYSTEMS
            .members
            .iter()
            .find(|other| other.roles.iter().any(|role| role.family.entry(id).is_some()));
        let message = match elsewhere {
            Some(other) => format!("--policy {id} is one of the system {}, this is {kind}", other.entry.id),
            None => {
                format!("--policy {id}: there is no such policy; found for {kind} are {}", known.join(", "))
            }
        };
        let hint = nearest(id, known).map_or_else(String::new, |near| format!("Did you mean {near}?"));
        return Err(vec![Diagnostic::error(message).hint(hint)]);
    };
    let object = document.get_mut("system").and_then(Value::as_object_mut);
    let policies = object.map(|system| system.entry("policies").or_insert_with(|| json!({})));
    if let Some(policies) = policies.and_then(Value::as_object_mut) {
        policies.insert(role.id.to_owned(), json!(id));
    }
    Ok(())
}

fn key_and_value(change: &str) -> Result<(&str, &str), Vec<Diagnostic>> {
    let (key, value) =
        change.split_once('=').ok_or_else(|| failure(format!("--set {change}: needed is KEY=VALUE")))?;
    Ok((key.trim(), value.trim()))
}

/// The files that the runs of a study name, each read and looked at once.
pub(crate) fn files_of(plan: &Plan, input: &Path) -> Result<Files, Vec<Diagnostic>> {
    let mut files = Files::new();
    for scenario in plan.scenarios() {
        named_files(scenario, input, &mut files)?;
    }
    Ok(files)
}

/// Loads the files a scenario names: beside it, by name.
fn named_files(scenario: &Scenario, input: &Path, files: &mut Files) -> Result<(), Vec<Diagnostic>> {
    for part in scenario.workload.iter().chain(&scenario.background) {
        let Part::File { file, .. } = part else { continue };
        if files.contains_key(&file.sha256) {
            continue;
        }
        // Only the name: a scenario from elsewhere must not read files of its choice.
        let Some(name) = Path::new(&file.name).file_name() else { continue };
        let path = input.parent().unwrap_or(Path::new("")).join(name);
        if path.exists() {
            let mut found = LocalFile::new(file.name.clone(), bytes(&path)?);
            // What is wrong with it is told by who runs it.
            let _ = found.look();
            files.insert(file.sha256.clone(), Box::new(found));
        }
    }
    Ok(())
}
