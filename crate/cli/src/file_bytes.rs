//! Reads files and pipes, up to a maximum size.

use crate::error_without_place;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::limits;
use std::fs::File;
use std::io::{IsTerminal as _, Read as _};
use std::path::Path;

/// Maximum size of a log or results file, bytes.
const LARGEST: u64 = 4 << 30;
/// Maximum size of an input through a pipe, bytes: the same as for a file on the page, because the size of a pipe is
/// unknown before its end.
pub(crate) const LARGEST_PIPED: u64 = 400 << 20;

/// All bytes of a file or a pipe. Devices are rejected because they may be endless.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Vec<Diagnostic>> {
    read_bytes_up_to(path, LARGEST)
}

/// The text of a document.
pub(crate) fn read_text(path: &Path) -> Result<String, Vec<Diagnostic>> {
    let bytes = read_bytes_up_to(path, limits::TEXT_BYTES as u64)?;
    String::from_utf8(bytes)
        .map_err(|_| error_without_place(format!("cannot read {}: it is not a text file", path.display())))
}

/// All bytes of a file that has at most `largest` bytes.
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

/// True for terminals, disks and other devices.
#[cfg(unix)]
fn is_device(of: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    of.file_type().is_char_device() || of.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &std::fs::Metadata) -> bool {
    false
}
