//! The files named on the command line: those in archives are files like the others.

use ganttlet_core::diagnostic::{Diagnostic, Severity};
use ganttlet_format::archive::{is_archive, open_archive};
use ganttlet_format::platform::recognise_platform;
use std::path::PathBuf;

/// A file named on the command line, or a file of a named archive.
pub(crate) struct InputFile {
    /// Its path, as shown; for a file of an archive, with that of the archive.
    pub(crate) shown: String,
    /// Its name without folders.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// True for a file of an archive.
    pub(crate) archived: bool,
}

impl InputFile {
    /// True if it describes machines and no work.
    pub(crate) fn is_platform(&self) -> bool {
        ganttlet_format::recognise(&self.name, &self.bytes).is_err()
            && recognise_platform(&self.bytes).is_some()
    }
}

/// All files with these paths, with those in archives in place of the archives; `read` gives the shown name and the
/// bytes of a path.
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
            }));
        } else {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            files.push(InputFile { shown, name, bytes, archived: false });
        }
    }
    Ok(files)
}

/// The findings on a file that is left out, as warnings.
pub(crate) fn warn_left_out(shown: &str, problems: Vec<Diagnostic>) -> impl Iterator<Item = Diagnostic> {
    problems.into_iter().map(move |problem| {
        let message = format!("left out: {}", problem.message);
        Diagnostic { severity: Severity::Warning, message, ..problem }.file(shown)
    })
}
