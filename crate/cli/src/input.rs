//! Builds the scenario from the input files and the options of the command line.

use crate::columns::{Columns, parse_columns};
use crate::file_bytes::{read_bytes, read_text};
use crate::file_scenario::{read_works, scenario_for_files};
use crate::input_files::{InputFile, read_input_files, scenario_text, warn_left_out};
use crate::named_files::{load_named_files, named_paths};
use crate::{InputArguments, document_use, error_without_place};
use ganttlet_core::diagnostic::{Diagnostic, nearest_name};
use ganttlet_core::platform::PRESETS;
use ganttlet_document::{DocumentKind, Files, LocalFile, Scenario, Upload as _};
use ganttlet_format::describe_list;
use ganttlet_format::platform::{PlatformChoices, read_platform, recognise_platform};
use ganttlet_sim::system::SYSTEMS;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The scenario to run, with its files.
pub(crate) struct Input {
    /// The checked scenario.
    pub(crate) scenario: Scenario,
    /// The files that it names.
    pub(crate) files: Files,
    /// Warnings and notes.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The paths of all files that were read.
    pub(crate) paths: Vec<PathBuf>,
}

/// The input files by kind.
#[derive(Default)]
struct SortedFiles {
    /// Scenarios, each with its file.
    documents: Vec<(InputFile, Value)>,
    /// Platforms, each with the path of its file.
    platforms: Vec<(String, Value)>,
    works: Vec<InputFile>,
}

/// Reads all input files and the files that a scenario among them names: a scenario, or a platform, logs, workflows and
/// failure traces that become one.
pub(crate) fn read_input(arguments: &InputArguments) -> Result<Input, Vec<Diagnostic>> {
    let sources = read_input_files(&arguments.inputs, |path| {
        read_bytes(path).map(|bytes| (path.display().to_string(), bytes))
    })?;
    let mut files = Files::new();
    let mut diagnostics = Vec::new();
    let columns = arguments.columns.as_deref();
    let columns =
        columns.map(|path| parse_columns(&path.display().to_string(), &read_text(path)?)).transpose()?;
    let SortedFiles { documents, platforms, works } =
        sort_files(sources, columns.as_ref(), &mut diagnostics)?;
    refuse_several("scenarios", documents.iter().map(|(file, _)| &file.shown))?;
    refuse_several("platforms", platforms.iter().map(|(shown, _)| shown))?;
    let platform = platforms.into_iter().next();
    if let Some((shown, _)) = platform.as_ref().filter(|_| arguments.chooses_platform()) {
        let message = format!("{shown} is a platform, and --platform or --processors gives another");
        return Err(vec![Diagnostic::error(message).hint("Leave out one of them.")]);
    }
    let mut document = match documents.into_iter().next() {
        Some((file, _)) if columns.is_some() => {
            let message = "--columns is for a table of jobs, and the input is a JSON document";
            return Err(vec![Diagnostic::error(message).file(file.shown)]);
        }
        Some((file, document)) => {
            add_named_files(&file, works, &mut files)?;
            document
        }
        None => {
            let works = read_works(works, columns.as_ref())?;
            scenario_for_files(arguments, works, platform.as_ref(), &mut files, &mut diagnostics)?
        }
    };
    if let Some((_, platform)) = platform {
        document["platform"] = platform;
    }
    set_platform(arguments, &mut document, &mut diagnostics)?;
    if let Some(seed) = arguments.seed {
        document["seed"] = json!(seed);
    }
    if !arguments.policy.is_empty() {
        let compared = document.as_object_mut().and_then(|map| map.remove("compare"));
        let others = compared.as_ref().and_then(Value::as_array).map_or(0, Vec::len);
        if others > 0 {
            let message = format!("variants left out: {others}; --policy selects what to run");
            diagnostics.push(Diagnostic::note(message).place("/compare"));
        }
    }
    for id in &arguments.policy {
        set_policy(&mut document, id)?;
    }
    let (mut scenario, found) = checked_scenario(&document.to_string())?;
    diagnostics.extend(found);
    if !arguments.set.is_empty() {
        let changes =
            arguments.set.iter().map(|change| split_change(change)).collect::<Result<Vec<_>, _>>()?;
        let (changed, found) = ganttlet_document::set_values(&scenario, &changes)?;
        diagnostics.extend(found);
        // A valid value may contradict another one.
        scenario = checked_scenario(&changed.to_value().to_string())?.0;
    }
    load_named_files(&scenario, &arguments.inputs[0], &mut files)?;
    let mut paths = arguments.inputs.clone();
    let platform = arguments.platform.as_ref().filter(|name| PRESETS.find(name).is_none());
    paths.extend(platform.map(PathBuf::from));
    paths.extend(named_paths([&scenario], &arguments.inputs[0]));
    Ok(Input { scenario, files, diagnostics, paths })
}

/// Sorts files by kind. Files of archives that are of no known format are left out.
fn sort_files(
    sources: Vec<InputFile>,
    columns: Option<&Columns>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<SortedFiles, Vec<Diagnostic>> {
    let mut sorted = SortedFiles::default();
    let several = sources.len() > 1;
    for file in sources {
        if columns.is_none() && file.is_platform() {
            let reading = read_platform(&file.shown, &file.bytes, None, PlatformChoices::default())?;
            diagnostics.extend(reading.diagnostics);
            sorted.platforms.push((file.shown, reading.document));
        } else if let Some(problem) = describe_list(&file.bytes).filter(|_| several) {
            diagnostics.extend(warn_left_out(&file.shown, vec![problem]));
        } else if let Some(text) = scenario_text(&file.bytes) {
            document_use::check_use(Path::new(&file.shown), text, DocumentKind::Scenario)?;
            let document = parse_document(text, Path::new(&file.shown), diagnostics)?;
            // A separate platform, as written by `ganttlet convert`.
            if document["clusters"].is_array() && document["system"].is_null() {
                sorted.platforms.push((file.shown, document));
            } else {
                sorted.documents.push((file, document));
            }
        } else {
            match ganttlet_format::recognise(&file.shown, &file.bytes) {
                Err(problem) if file.archived => {
                    diagnostics.extend(warn_left_out(&file.shown, vec![problem]));
                }
                _ => sorted.works.push(file),
            }
        }
    }
    Ok(sorted)
}

/// Fails if there is more than one file of a kind that can be used once.
fn refuse_several<'a>(what: &str, shown: impl Iterator<Item = &'a String>) -> Result<(), Vec<Diagnostic>> {
    let names: Vec<&str> = shown.map(String::as_str).collect();
    if names.len() < 2 {
        return Ok(());
    }
    let message = format!("{} {what} were given: {}", names.len(), names.join(", "));
    Err(vec![Diagnostic::error(message).hint("Give one of them.")])
}

/// Adds the files that a scenario names; others are rejected.
fn add_named_files(
    scenario: &InputFile,
    works: Vec<InputFile>,
    files: &mut Files,
) -> Result<(), Vec<Diagnostic>> {
    let text = String::from_utf8_lossy(&scenario.bytes);
    for work in works {
        let mut file = LocalFile::new(work.name, work.bytes);
        if !text.contains(file.sha256()) {
            let message = format!("{} is not named by {}", work.shown, scenario.shown);
            let hint = "Leave it out, or leave out the scenario.";
            return Err(vec![Diagnostic::error(message).hint(hint)]);
        }
        // The run reports its errors.
        let _ = file.look();
        files.insert(file.sha256().to_owned(), Box::new(file));
    }
    Ok(())
}

/// Parses a JSON document; repeated keys are reported.
pub(crate) fn parse_document(
    text: &str,
    path: &Path,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Value, Vec<Diagnostic>> {
    let in_file = |problem: Diagnostic| problem.file(path.display().to_string());
    if let Some(other) = ganttlet_format::json_of_another_tool(text) {
        return Err(vec![in_file(other)]);
    }
    let (value, twice) = ganttlet_document::parse_scenario(text).map_err(|problem| vec![in_file(problem)])?;
    diagnostics.extend(twice.into_iter().map(in_file));
    Ok(value)
}

/// The scenario of a text, and its diagnostics.
pub(crate) fn checked_scenario(text: &str) -> Result<(Scenario, Vec<Diagnostic>), Vec<Diagnostic>> {
    let reading = ganttlet_document::read(text);
    match reading.scenario {
        Some(scenario) => Ok((scenario, reading.diagnostics)),
        None => Err(reading.diagnostics),
    }
}

/// Sets the platform that the options name.
fn set_platform(
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
        let message = format!("--platform {name}: neither a preset nor a file");
        return Err(vec![Diagnostic::error(message).hint(format!("Available presets: {presets}."))]);
    }
    let bytes = read_bytes(path)?;
    if recognise_platform(&bytes).is_some() {
        let reading = read_platform(&path.display().to_string(), &bytes, None, PlatformChoices::default())?;
        diagnostics.extend(reading.diagnostics);
        document["platform"] = reading.document;
        return Ok(());
    }
    let value = parse_document(&read_text(path)?, path, diagnostics)?;
    // For a scenario, its platform is used.
    document["platform"] = value.get("platform").cloned().unwrap_or(value);
    Ok(())
}

/// Sets a policy in the role of its family, in the system of the document.
fn set_policy(document: &mut Value, id: &str) -> Result<(), Vec<Diagnostic>> {
    let kind = document["system"]["kind"].as_str().unwrap_or_default().to_owned();
    let Some(system) = SYSTEMS.find(&kind) else {
        return Err(error_without_place(format!("--policy {id}: the scenario has no system")));
    };
    let role = system.roles.iter().find(|role| role.family.entry(id).is_some());
    let Some(role) = role else {
        let known: Vec<&str> = system.roles.iter().flat_map(|role| role.family.ids()).collect();
        let elsewhere = SYSTEMS
            .members
            .iter()
            .find(|other| other.roles.iter().any(|role| role.family.entry(id).is_some()));
        let message = match elsewhere {
            Some(other) => format!(
                "--policy {id} belongs to the system {}, but the scenario uses {kind}",
                other.entry.id
            ),
            None => {
                format!("--policy {id}: unknown policy; available for {kind}: {}", known.join(", "))
            }
        };
        let hint = nearest_name(id, known).map_or_else(String::new, |near| format!("Did you mean {near}?"));
        return Err(vec![Diagnostic::error(message).hint(hint)]);
    };
    let object = document.get_mut("system").and_then(Value::as_object_mut);
    let policies = object.map(|system| system.entry("policies").or_insert_with(|| json!({})));
    if let Some(policies) = policies.and_then(Value::as_object_mut) {
        policies.insert(role.id.to_owned(), json!(id));
    }
    Ok(())
}

/// Splits `KEY=VALUE`.
pub(crate) fn split_change(change: &str) -> Result<(&str, &str), Vec<Diagnostic>> {
    let (key, value) = change
        .split_once('=')
        .ok_or_else(|| error_without_place(format!("--set {change}: expected KEY=VALUE")))?;
    Ok((key.trim(), value.trim()))
}
