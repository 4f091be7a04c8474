//! The files named on the command line; files in archives and in bundles with a scenario are treated like separate
//! files.

use crate::file_bytes::read_bytes;
use ganttlet_core::diagnostic::{Diagnostic, Severity};
use ganttlet_document::read_bundle;
use ganttlet_format::archive::{is_archive, open_archive};
use ganttlet_format::platform::recognise_platform;
use std::path::PathBuf;

/// A file named on the command line, or a file of a named archive or bundle.
pub(crate) struct InputFile {
    /// Its path, as shown; for a file inside another one, with the path of the other one.
    pub(crate) shown: String,
    /// Its name without folders.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// True for a file of an archive.
    pub(crate) archived: bool,
    /// True for a file of an archive or a bundle.
    pub(crate) contained: bool,
}

impl InputFile {
    /// True if it describes a platform instead of work.
    pub(crate) fn is_platform(&self) -> bool {
        ganttlet_format::recognise(&self.name, &self.bytes).is_err()
            && recognise_platform(&self.bytes).is_some()
    }
}

/// All files with these paths, with the contained files in place of archives and bundles; `read` gives the shown name
/// and the bytes of a path.
pub(crate) fn read_input_files(
    paths: &[PathBuf],
    read: impl Fn(&PathBuf) -> Result<(String, Vec<u8>), Vec<Diagnostic>>,
) -> Result<Vec<InputFile>, Vec<Diagnostic>> {
    let mut files = Vec::new();
    for path in paths {
        let (shown, bytes) = read(path)?;
        if is_archive(&bytes) {
            let members = open_archive(&bytes).map_err(|problem| vec![problem.file(shown.clone())])?;
            files.extend(members.into_iter().map(|member| InputFile {
                shown: format!("{shown}/{}", member.name),
                name: member.name,
                bytes: member.bytes,
                archived: true,
                contained: true,
            }));
        } else if let Some(bundle) = scenario_text(&bytes).and_then(read_bundle) {
            let bundle = bundle.map_err(|problem| vec![problem.file(shown.clone())])?;
            files.extend(bundle.files.into_iter().map(|file| InputFile {
                shown: format!("{shown}/{}", file.name),
                name: file.name,
                bytes: file.bytes,
                archived: false,
                contained: true,
            }));
            let bytes = bundle.scenario.to_string().into_bytes();
            files.push(InputFile { name: shown.clone(), shown, bytes, archived: false, contained: false });
        } else {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            files.push(InputFile { shown, name, bytes, archived: false, contained: false });
        }
    }
    Ok(files)
}

/// Names and bytes of the files that archives and bundles among these paths contain. Pipes are left out because they
/// can be read only once.
pub(crate) fn contained_files(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, Vec<Diagnostic>> {
    let paths: Vec<PathBuf> = paths.iter().filter(|path| path.is_file()).cloned().collect();
    let files =
        read_input_files(&paths, |path| read_bytes(path).map(|bytes| (path.display().to_string(), bytes)))?;
    Ok(files.into_iter().filter(|file| file.contained).map(|file| (file.name, file.bytes)).collect())
}

/// The text, if these bytes look like a JSON document of Ganttlet.
pub(crate) fn scenario_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_object = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
    // Files with jobs can be JSON too.
    (is_object && ganttlet_format::recognise("", bytes).is_err()).then_some(text)
}

/// The findings on a file that is left out, as warnings.
pub(crate) fn warn_left_out(shown: &str, problems: Vec<Diagnostic>) -> impl Iterator<Item = Diagnostic> {
    problems.into_iter().map(move |problem| {
        let message = format!("left out: {}", problem.message);
        Diagnostic { severity: Severity::Warning, message, ..problem }.file(shown)
    })
}
