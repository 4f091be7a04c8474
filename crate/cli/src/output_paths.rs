//! Paths of outputs: no output overwrites an input, results or another output, for any spelling of a path.
//!
//! Two paths are the same file if they resolve to the same place through links and `..`, or if they are hard links of
//! one file. The same holds if only the case of letters differs, because many file systems ignore it.

use ganttlet_core::diagnostic::Diagnostic;
use std::fs::{self, File, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The first bytes of a results file.
pub(crate) const RESULTS_START: &[u8] = b"{\"ganttlet\":\"results\"";
/// Maximum number of followed symbolic links.
const MAX_LINKS: usize = 40;

/// Fails if an output would overwrite an input or another output, or cannot be written. `results` is the results file,
/// which may exist.
pub(crate) fn check_outputs(
    inputs: &[PathBuf],
    outputs: &[(String, PathBuf)],
    results: Option<&Path>,
) -> Result<(), Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let mut known: Vec<(String, FileIdentity)> = Vec::new();
    for input in inputs {
        if let Ok(Target::File(place)) = resolve_target(input) {
            known.push((format!("the input {}", input.display()), place));
        }
    }
    // An input cannot be an output. Several outputs may be the standard output.
    let printed = standard_output_metadata().filter(Metadata::is_file).and_then(|of| device_and_inode(&of));
    let same_as_printed = |place: &FileIdentity| printed.is_some() && place.file == printed;
    if let Some((input, _)) = known.iter().find(|(_, place)| same_as_printed(place)) {
        wrong.push(Diagnostic::error(format!("the standard output is {input}")).hint(OTHER_NAME));
    }
    let results = results.map(|path| ("--out".to_owned(), path.to_path_buf()));
    for (at, (option, path)) in results.iter().chain(outputs).enumerate() {
        let said = format!("{option} {}", path.display());
        let grows = at == 0 && results.is_some();
        let place = match resolve_target(path) {
            Ok(Target::File(place)) => place,
            Ok(Target::Special) if !grows => continue,
            Ok(Target::Special) => {
                let message =
                    format!("{said}: a regular file is required, because runs are read back from it");
                wrong.push(Diagnostic::error(message).hint("Use a regular file, or omit --out."));
                continue;
            }
            Err(why) => {
                wrong.push(Diagnostic::error(format!("cannot write {}: {why}", path.display())));
                continue;
            }
        };
        if grows && same_as_printed(&place) {
            wrong.push(Diagnostic::error(format!("{said} is also the standard output")).hint(OTHER_NAME));
        } else if !grows && same_as_printed(&place) {
            continue;
        } else if let Some((other, _)) = known.iter().find(|(_, other)| place.is_same(other)) {
            wrong.push(Diagnostic::error(format!("{said} is the same file as {other}")).hint(OTHER_NAME));
        } else if !grows && is_results_file(path) {
            let message = format!("{said} would overwrite the results of a study");
            wrong.push(Diagnostic::error(message).hint(OTHER_NAME));
        }
        known.push((said, place));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

const OTHER_NAME: &str = "Nothing was run. Choose another file name.";

/// True if this path leads to the standard output.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    let of = |metadata: &Metadata| device_and_inode(metadata);
    match (fs::metadata(path), standard_output_metadata()) {
        (Ok(one), Some(other)) => of(&one).is_some() && of(&one) == of(&other),
        _ => false,
    }
}

/// The target of a path.
enum Target {
    File(FileIdentity),
    /// A terminal, a pipe, `/dev/null`: writing overwrites no data.
    Special,
}

/// The identity of a file.
struct FileIdentity {
    /// Device and inode, of an existing file.
    file: Option<(u64, u64)>,
    folder: PathBuf,
    /// The name in lower case.
    name: String,
}

impl FileIdentity {
    /// True if both paths lead to the same file.
    fn is_same(&self, other: &Self) -> bool {
        self.file.is_some() && self.file == other.file
            || (&self.folder, &self.name) == (&other.folder, &other.name)
    }
}

/// The target of a path, through links; or the reason why it is not writable.
fn resolve_target(path: &Path) -> Result<Target, String> {
    let found = fs::metadata(path).ok();
    match &found {
        Some(found) if found.is_dir() => return Err("it is a directory".to_owned()),
        Some(found) if !found.is_file() => return Ok(Target::Special),
        _ => {}
    }
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(to) = fs::read_link(&path) else { break };
        path = parent_folder(&path).join(to);
    }
    let folder = parent_folder(&path);
    let (Some(name), Ok(folder)) = (path.file_name(), folder.canonicalize()) else {
        return Err(format!("the directory {} does not exist", folder.display()));
    };
    let name = name.to_string_lossy().to_lowercase();
    Ok(Target::File(FileIdentity { file: found.as_ref().and_then(device_and_inode), folder, name }))
}

/// The folder of a file.
fn parent_folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// True if a file has the header of a results file.
fn is_results_file(path: &Path) -> bool {
    let mut start = [0; RESULTS_START.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *RESULTS_START
}

/// The device and number of a file, if the system has them.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere there is none")]
fn device_and_inode(of: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    Some((of.dev(), of.ino()))
}

#[cfg(not(unix))]
fn device_and_inode(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// The metadata of the file to which the standard output is redirected.
#[cfg(unix)]
fn standard_output_metadata() -> Option<Metadata> {
    use std::os::fd::AsFd as _;
    File::from(std::io::stdout().as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn standard_output_metadata() -> Option<Metadata> {
    None
}
