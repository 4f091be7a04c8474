//! Builds a scenario from files of work: logs and workflows, with failure traces in the background.

use crate::InputArguments;
use crate::columns::{Columns, table_format};
use crate::input_files::{InputFile, warn_left_out};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;
use ganttlet_document::{
    DefaultPlatform, FileFacts, FileReading, Files, LocalFile, Upload as _, default_platform, file_readings,
};
use ganttlet_format::Report;
use ganttlet_sim::system::SYSTEMS;
use ganttlet_work::Kind;
use serde_json::{Value, json};

/// A file with work.
pub(crate) struct WorkFile {
    shown: String,
    file: LocalFile,
    kind: &'static Kind,
    report: Report,
    /// Parameters of its format for its scenario.
    parameters: Option<Value>,
}

/// Reads files of work. A mapping of columns applies to the only file, or to all tables and files of unknown format.
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
    fn workload_part(&self, format: &str, at_home: bool) -> Value {
        let file = json!({ "name": self.file.name(), "sha256": self.file.sha256(), "format": format });
        self.facts().workload_part(&file, at_home)
    }

    /// The facts that determine its scenario.
    fn facts(&self) -> FileFacts {
        FileFacts::of(self.kind, &self.report).with_parameters(self.parameters.as_ref())
    }

    /// An error in this file.
    fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).file(self.shown.clone())
    }
}

/// A scenario with logs or workflows of one kind, with failure traces in its background.
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
    let facts: Vec<FileFacts> = works.iter().map(WorkFile::facts).collect();
    let DefaultPlatform { document: platform, words, at_home } =
        default_platform(wanted, &facts.iter().collect::<Vec<_>>());
    let at_home = at_home && is_open;
    if is_open {
        let note = Diagnostic::note(format!("no platform was given; using {words}"));
        diagnostics.push(note.hint("Use --processors or --platform to choose another."));
    }
    let mut workload = vec![first.workload_part(format, at_home)];
    for other in &works[1..] {
        let readings = file_readings(other.report.format);
        let Some(reading) = readings.iter().find(|reading| reading.system == system) else {
            let message = format!(
                "{} cannot run beside {}: the system {system} runs {}",
                other.kind.word, first.shown, wanted.word
            );
            return Err(vec![other.error(message).hint("Run the files apart from each other.")]);
        };
        workload.push(other.workload_part(reading.format, false));
    }
    if works.len() > 1 {
        let names: Vec<&str> = works.iter().map(|work| work.shown.as_str()).collect();
        diagnostics.push(Diagnostic::note(format!("{} run together, as one workload", names.join(", "))));
    }
    let mut background = Vec::new();
    for trace in &traces {
        if SYSTEMS.get(system).beside.contains(&trace.kind) {
            background.push(trace.workload_part(trace.report.format, false));
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

/// The system and the format for a file, if this kind of work is requested.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Command};
    use clap::Parser as _;
    use ganttlet_document::{report_file, use_file};
    use std::path::Path;

    fn input_file(path: &Path) -> InputFile {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(path).expect("a file");
        InputFile { shown: name.clone(), name, bytes, archived: false, contained: false }
    }

    /// The scenario of the command line for this file; `None` if it is not work.
    fn of_command_line(file: InputFile) -> Option<Value> {
        let command = Command::try_parse_from(["ganttlet", "run", "x"]).expect("options");
        let Action::Run(arguments) = command.action else {
            unreachable!("the command was given");
        };
        let works = read_works(vec![file], None).ok()?;
        scenario_for_files(&arguments.run, works, None, &mut Files::new(), &mut Vec::new()).ok()
    }

    /// The scenario of the page for this file, dropped onto a scenario.
    fn of_page(base: &Value, file: &InputFile) -> Value {
        let report = report_file(&file.name, &file.bytes, None, None);
        let report = serde_json::to_value(report).expect("a report");
        let named = json!({ "name": file.name, "sha256": report["sha256"], "format": report["format"] });
        use_file(base, &named, &serde_json::from_value(report).expect("facts")).scenario
    }

    #[test]
    fn the_page_and_the_command_line_build_equal_scenarios() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let first =
            std::fs::read_to_string(root.join("static/gallery/fcfs-vs-easy.json")).expect("a scenario");
        let first: Value = serde_json::from_str(&first).expect("JSON");
        let mut paths: Vec<_> = ["static/example", "tests/fuzz/seeds"]
            .iter()
            .flat_map(|folder| files_below(&root.join(folder)))
            .collect();
        paths.sort();
        let (mut works, mut different) = (0, Vec::new());
        for path in paths {
            let Some(expected) = of_command_line(input_file(&path)) else { continue };
            works += 1;
            for (base, what) in [(&Value::Null, "nothing"), (&first, "an example")] {
                let found = of_page(base, &input_file(&path));
                let same = |pointer| found.pointer(pointer) == expected.pointer(pointer);
                if !["/platform/preset", "/platform/clusters", "/workload", "/system/kind"]
                    .into_iter()
                    .all(same)
                    || expected["platform"]["parameters"].as_object().is_some_and(|parameters| {
                        parameters.iter().any(|(id, value)| found["platform"]["parameters"][id] != *value)
                    })
                {
                    let (platform, workload) = (&found["platform"], &found["workload"]);
                    different
                        .push(format!("{} on {what}: {platform} {workload}, not {expected}", path.display()));
                }
            }
        }
        assert!(works > 50, "{works} files");
        assert!(different.is_empty(), "{}", different.join("\n"));
    }

    /// All files below a folder.
    fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
        let entries =
            std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
    }
}
