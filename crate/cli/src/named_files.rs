//! The files that scenarios name, which are in the folder of the input.

use crate::file_bytes::read_bytes;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::{Files, LocalFile, LogFile, Part, Scenario, Upload as _};
use ganttlet_study::Plan;
use std::path::{Path, PathBuf};

/// The location of the files that scenarios name.
#[derive(Clone, Copy)]
pub(crate) struct FileSource<'a> {
    /// An input, whose folder has the other files.
    pub(crate) input: &'a Path,
    /// Names and bytes of the files that an input contains.
    pub(crate) contained: &'a [(String, Vec<u8>)],
}

impl<'a> FileSource<'a> {
    /// The folder of an input, which contains no files.
    pub(crate) fn beside(input: &'a Path) -> Self {
        Self { input, contained: &[] }
    }
}

/// The files that the runs of a study name, each read once.
pub(crate) fn files_of_study(plan: &Plan, source: FileSource<'_>) -> Result<Files, Vec<Diagnostic>> {
    let mut files = Files::new();
    for (name, bytes) in source.contained {
        let mut file = LocalFile::new(name.clone(), bytes.clone());
        // The run reports its errors.
        let _ = file.look();
        files.insert(file.sha256().to_owned(), Box::new(file));
    }
    for scenario in plan.scenarios() {
        load_named_files(scenario, source.input, &mut files)?;
    }
    Ok(files)
}

/// Loads the files that a scenario names.
pub(crate) fn load_named_files(
    scenario: &Scenario,
    input: &Path,
    files: &mut Files,
) -> Result<(), Vec<Diagnostic>> {
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
        // The run reports its errors.
        let _ = found.look();
        files.insert(file.sha256.clone(), Box::new(found));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The files that a scenario names, each with its place in the document.
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

/// The path of a file with this name in the folder of the input. Folders in the name are ignored, because a scenario
/// must not read files elsewhere.
fn path_beside(name: &str, input: &Path) -> Option<PathBuf> {
    let name = Path::new(name).file_name()?;
    Some(input.parent().unwrap_or(Path::new("")).join(name))
}
