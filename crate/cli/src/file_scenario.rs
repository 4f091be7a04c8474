//! Makes a scenario from files of work: logs and workflows, with failure traces in the background.

use crate::InputArguments;
use crate::columns::{Columns, table_format};
use crate::input_files::{InputFile, warn_left_out};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_document::{
    FileFacts, FileReading, Files, LocalFile, Upload as _, file_readings, usual_platform,
};
use ganttlet_format::{Report, Site, Sites};
use ganttlet_sim::system::SYSTEMS;
use ganttlet_work::Kind;
use serde_json::{Value, json};

/// A file with work.
pub(crate) struct WorkFile {
    shown: String,
    file: LocalFile,
    kind: &'static Kind,
    report: Report,
    /// Parameters of its format that a scenario of it names.
    parameters: Option<Value>,
}

/// Reads files of work. A mapping of columns is that of the only file, or of all that are tables or of no known format.
pub(crate) fn read_works(
    works: Vec<InputFile>,
    columns: Option<&Columns>,
) -> Result<Vec<WorkFile>, Vec<Diagnostic>> {
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
    /// Reads a file, with a mapping of columns if it is a table.
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

    /// The part of the scenario for this file.
    fn part(&self, format: &str, at_home: bool) -> Value {
        let file = json!({ "name": self.file.name(), "sha256": self.file.sha256(), "format": format });
        FileFacts::of(self.kind, &self.report).with_parameters(self.parameters.as_ref()).part(&file, at_home)
    }

    /// An error in this file.
    fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).file(self.shown.clone())
    }
}

/// A scenario around logs or workflows of one kind, with failure traces in its background.
pub(crate) fn scenario_for_files(
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
    // The clusters of one log are not used for the jobs of another.
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
