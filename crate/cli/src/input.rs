//! From the arguments to a scenario: what is said on the command line is put into the document, and the document is
//! checked as in the page.

use crate::columns::{Columns, parse_columns, table_format};
use crate::input_files::{InputFile, read_input_files, warn_left_out};
use crate::{InputArguments, error_without_place};
use ganttlet_core::diagnostic::{Diagnostic, nearest_name};
use ganttlet_core::entry::{Settings, limits};
use ganttlet_core::platform::PRESETS;
use ganttlet_document::{
    FileFacts, FileReading, Files, LocalFile, LogFile, Part, Scenario, Upload, file_readings, usual_platform,
};
use ganttlet_format::platform::{PlatformChoices, read_platform, recognise_platform};
use ganttlet_format::{Report, Site, Sites, describe_list};
use ganttlet_sim::system::SYSTEMS;
use ganttlet_study::Plan;
use ganttlet_work::Kind;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

/// What there is to run.
pub(crate) struct Input {
    /// The checked scenario.
    pub(crate) scenario: Scenario,
    /// The files it names.
    pub(crate) files: Files,
    /// What there is to tell so far.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Where all that was read from.
    pub(crate) paths: Vec<PathBuf>,
}

/// The largest log or file of results, bytes.
const LARGEST: u64 = 4 << 30;
/// The same of what comes through a pipe, which says its size when it has ended: as much as the page takes.
pub(crate) const LARGEST_PIPED: u64 = 400 << 20;

/// The input files by what they are.
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
        // What fits its own place may contradict another.
        scenario = checked_scenario(&changed.to_value().to_string())?.0;
    }
    load_named_files(&scenario, &arguments.inputs[0], &mut files)?;
    let mut paths = arguments.inputs.clone();
    let platform = arguments.platform.as_ref().filter(|name| PRESETS.find(name).is_none());
    paths.extend(platform.map(PathBuf::from));
    paths.extend(named_paths([&scenario], &arguments.inputs[0]));
    Ok(Input { scenario, files, diagnostics, paths })
}

/// What each file is. Files of archives that are of no known format are left out.
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
            let document = parse_document(text, Path::new(&file.shown), diagnostics)?;
            // A platform by itself, as `ganttlet convert` writes it.
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

/// Adds the files that a scenario names; others are refused.
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

/// All bytes of a file or a pipe. Devices are refused, as they may never end.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Vec<Diagnostic>> {
    read_bytes_up_to(path, LARGEST)
}

/// The text of a document.
pub(crate) fn read_text(path: &Path) -> Result<String, Vec<Diagnostic>> {
    let bytes = read_bytes_up_to(path, limits::TEXT_BYTES as u64)?;
    String::from_utf8(bytes)
        .map_err(|_| error_without_place(format!("cannot read {}: it is not a text file", path.display())))
}

fn read_bytes_up_to(path: &Path, largest: u64) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let cannot = |why: String| error_without_place(format!("cannot read {}: {why}", path.display()));
    let failed = |error: std::io::Error| cannot(error.to_string());
    let file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if is_device(&metadata) && !file.is_terminal() {
        return Err(cannot("it is a device, not a file".to_owned()));
    }
    let largest = if metadata.is_file() { largest } else { largest.min(LARGEST_PIPED) };
    let too_large = || cannot(format!("it is larger than the limit of {} MB", largest >> 20));
    if metadata.len() > largest {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(largest + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > largest { Err(too_large()) } else { Ok(bytes) }
}

#[cfg(unix)]
fn is_device(of: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    of.file_type().is_char_device() || of.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &std::fs::Metadata) -> bool {
    false
}

/// The text, if these bytes look like JSON that is no work of another tool.
pub(crate) fn scenario_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_object = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
    // Files with jobs can be JSON too.
    (is_object && ganttlet_format::recognise("", bytes).is_err()).then_some(text)
}

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

/// A file of work that was read.
struct WorkFile {
    shown: String,
    file: LocalFile,
    kind: &'static Kind,
    report: Report,
    /// Parameters of its format that a scenario of it names.
    parameters: Option<Value>,
}

/// Reads files of work. A mapping of columns is that of the only file, or of all that are tables or of no known format.
fn read_works(works: Vec<InputFile>, columns: Option<&Columns>) -> Result<Vec<WorkFile>, Vec<Diagnostic>> {
    let is_only = works.len() == 1;
    let is_table = |file: &InputFile| {
        ganttlet_format::recognise(&file.name, &file.bytes)
            .map_or(true, |format| format.entry.id == table_format().entry.id)
    };
    works
        .into_iter()
        .map(|file| {
            let columns = columns.filter(|_| is_only || is_table(&file));
            WorkFile::read(file, columns)
        })
        .collect()
}

impl WorkFile {
    fn read(
        InputFile { shown, name, bytes, .. }: InputFile,
        columns: Option<&Columns>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut file = LocalFile::new(name, bytes);
        let in_file =
            |list: Vec<Diagnostic>| list.into_iter().map(|one| one.file(shown.clone())).collect::<Vec<_>>();
        let parameters = if let Some(Columns { document, settings }) = columns {
            let format = &table_format().entry;
            let all = Settings::defaults(format.parameters);
            let all = settings.iter().fold(all, |all, (id, value)| all.with(id, value.clone()));
            file.look_as(format.id, all).map_err(in_file)?;
            Some(document.clone())
        } else {
            file.look().map_err(in_file)?;
            file.suited_parameters()
        };
        let reading = file.reading().expect("a file was read that has no errors");
        let (kind, report) = (reading.work.kind(), reading.report.clone());
        Ok(Self { shown, file, kind, report, parameters })
    }

    /// The part of the scenario for it.
    fn part(&self, format: &str, at_home: bool) -> Value {
        let file = json!({ "name": self.file.name(), "sha256": self.file.sha256(), "format": format });
        FileFacts::of(self.kind, &self.report).with_parameters(self.parameters.as_ref()).part(&file, at_home)
    }

    fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).file(self.shown.clone())
    }
}

/// A scenario around logs or workflows of one kind, with failure traces in its background.
fn scenario_for_files(
    arguments: &InputArguments,
    works: Vec<WorkFile>,
    given_platform: Option<&(String, Value)>,
    files: &mut Files,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Value, Vec<Diagnostic>> {
    let (works, traces): (Vec<WorkFile>, Vec<WorkFile>) =
        works.into_iter().partition(|work| work.kind.no_work.is_none());
    let Some(first) = works.first() else {
        let hint = "Write a scenario with the file in its \"background\".";
        let no_work = traces.first().and_then(|trace| Some(trace.error(trace.kind.no_work?).hint(hint)));
        return Err(vec![no_work.unwrap_or_else(|| {
            let shown = given_platform.map_or("", |(shown, _)| shown.as_str());
            Diagnostic::error("there is nothing to run on the platform")
                .file(shown)
                .hint("Name a log, a workflow or a scenario, too.")
        })]);
    };
    let FileReading { system, format, .. } =
        select_file_reading(arguments.kind.as_deref(), first.report.format).map_err(|problems| {
            problems.into_iter().map(|problem| problem.file(first.shown.clone())).collect::<Vec<_>>()
        })?;
    let wanted = SYSTEMS.get(system).accepts;
    let is_open = given_platform.is_none() && !arguments.chooses_platform();
    // The clusters of one log are no place for the jobs of another.
    let sites = first.report.sites.as_ref().filter(|_| is_open && works.len() == 1);
    let (platform, chosen) = match sites {
        Some(Sites { clusters, from, .. }) => {
            let of = |site: &Site| json!({ "name": site.name, "nodes": site.nodes });
            let list = clusters.iter().map(of).collect::<Vec<_>>();
            let words = format!("the {} clusters of the file (nodes: {from})", list.len());
            (json!({ "clusters": list }), words)
        }
        None => usual_platform(wanted, works.iter().filter_map(|work| work.report.processors).max()),
    };
    if is_open {
        let note = Diagnostic::note(format!("no platform was given; using {chosen}"));
        diagnostics.push(note.hint("Use --processors or --platform to choose another."));
    }
    let mut workload = vec![first.part(format, sites.is_some())];
    for other in &works[1..] {
        let readings = file_readings(other.report.format);
        let Some(reading) = readings.iter().find(|reading| reading.system == system) else {
            let message = format!(
                "{} cannot run beside {}: the system {system} runs {}",
                other.kind.word, first.shown, wanted.word
            );
            return Err(vec![other.error(message).hint("Run the files apart from each other.")]);
        };
        workload.push(other.part(reading.format, false));
    }
    if works.len() > 1 {
        let names: Vec<&str> = works.iter().map(|work| work.shown.as_str()).collect();
        diagnostics.push(Diagnostic::note(format!("{} run together, as one workload", names.join(", "))));
    }
    let mut background = Vec::new();
    for trace in &traces {
        if SYSTEMS.get(system).beside.contains(&trace.kind) {
            background.push(trace.part(trace.report.format, false));
        } else {
            let message = format!("the system {system} has no place for {}", trace.kind.word);
            diagnostics.extend(warn_left_out(&trace.shown, vec![Diagnostic::error(message)]));
        }
    }
    let names: Vec<&str> = works.iter().map(|work| work.file.name()).collect();
    let mut document = json!({
        "version": ganttlet_document::VERSION,
        "name": names.join(", "),
        "platform": platform,
        "workload": workload,
        "system": { "kind": system },
    });
    if !background.is_empty() {
        document["background"] = background.into();
    }
    for WorkFile { file, .. } in works.into_iter().chain(traces) {
        files.insert(file.sha256().to_owned(), Box::new(file));
    }
    Ok(document)
}

/// The system and the format for a file, if it is to run as this kind of work.
fn select_file_reading(wanted: Option<&str>, format: &str) -> Result<FileReading, Vec<Diagnostic>> {
    let readings = file_readings(format);
    let found = match wanted {
        Some(wanted) => readings.iter().find(|reading| reading.work == wanted),
        None => readings.first(),
    };
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = readings.iter().map(|reading| reading.work).collect();
        let message =
            format!("--as {}: this file can be run as {}", wanted.unwrap_or_default(), known.join(", "));
        vec![Diagnostic::error(message)]
    })
}

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
    // A whole scenario lends its platform.
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

/// The name and the value of a change.
pub(crate) fn split_change(change: &str) -> Result<(&str, &str), Vec<Diagnostic>> {
    let (key, value) = change
        .split_once('=')
        .ok_or_else(|| error_without_place(format!("--set {change}: expected KEY=VALUE")))?;
    Ok((key.trim(), value.trim()))
}

/// The files that the runs of a study name, each read once.
pub(crate) fn files_of_study(plan: &Plan, input: &Path) -> Result<Files, Vec<Diagnostic>> {
    let mut files = Files::new();
    for scenario in plan.scenarios() {
        load_named_files(scenario, input, &mut files)?;
    }
    Ok(files)
}

/// Loads the files that a scenario names.
fn load_named_files(scenario: &Scenario, input: &Path, files: &mut Files) -> Result<(), Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    for (place, file) in file_parts(scenario) {
        if files.contains_key(&file.sha256) {
            continue;
        }
        let place = format!("/{place}/file");
        let found = match path_beside(&file.name, input) {
            Some(path) if path.exists() => Some((read_bytes(&path)?, path)),
            _ => None,
        };
        let Some((bytes, path)) = found else {
            let message = format!("{:?} is missing (SHA-256 {}…)", file.name, &file.sha256[..12]);
            let from = file.url.as_ref().map_or_else(String::new, |url| format!(", from {url}"));
            let folder =
                input.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let hint = format!("Put the file into the directory {}{from}.", folder.display());
            wrong.push(Diagnostic::error(message).place(place).hint(hint));
            continue;
        };
        let mut found = LocalFile::new(file.name.clone(), bytes);
        if found.sha256() != file.sha256 {
            let message = format!(
                "{} is not the file of the scenario: its SHA-256 is {}…, required is {}…",
                path.display(),
                &found.sha256()[..12],
                &file.sha256[..12]
            );
            let hint = "Replace it with the file of the scenario.";
            wrong.push(Diagnostic::error(message).place(format!("{place}/sha256")).hint(hint));
            continue;
        }
        // What is wrong with it is told by who runs it.
        let _ = found.look();
        files.insert(file.sha256.clone(), Box::new(found));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The files that a scenario names, and where.
fn file_parts(scenario: &Scenario) -> impl Iterator<Item = (String, &LogFile)> {
    let parts = [("workload", &scenario.workload), ("background", &scenario.background)];
    parts.into_iter().flat_map(|(list, parts)| {
        parts.iter().enumerate().filter_map(move |(at, part)| match part {
            Part::File { file, .. } => Some((format!("{list}/{at}"), file)),
            _ => None,
        })
    })
}

/// The paths of the files that scenarios name.
pub(crate) fn named_paths<'s>(
    scenarios: impl IntoIterator<Item = &'s Scenario>,
    input: &Path,
) -> Vec<PathBuf> {
    let files = scenarios.into_iter().flat_map(file_parts);
    files.filter_map(|(_, file)| path_beside(&file.name, input)).collect()
}

/// The path of a file with this name in the folder of the input. Folders in the name are ignored: a scenario must not
/// read files elsewhere.
fn path_beside(name: &str, input: &Path) -> Option<PathBuf> {
    let name = Path::new(name).file_name()?;
    Some(input.parent().unwrap_or(Path::new("")).join(name))
}
