//! Files that describe machines: platforms of other simulators and tables of machines.
//!
//! Each is converted to the platform of a scenario: clusters of identical nodes and the network between them. Details
//! without a field in scenarios are counted in the notes.

mod alea;
mod draft;
mod dslab;
mod opendc;
#[cfg(test)]
mod real_files;
pub(crate) mod simgrid;
mod table;
#[cfg(test)]
mod tests;
mod units;

use super::unpack;
use super::{FileField, quote_bytes};
use draft::PlatformDraft;
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{self, Entry, Family, Parameters, Settings};
use serde::Serialize;
use serde_json::Value;

/// A format of files that describe machines, for all programs, including those that do not read files.
pub struct PlatformFormat {
    /// The catalog entry.
    pub entry: Entry,
    /// Its fields in the order of the file, for the reference.
    pub fields: &'static [FileField],
}

/// Recognition and reading of platforms of a format.
pub(super) struct PlatformReader {
    /// The name of its files in lists of formats.
    files: &'static str,
    /// The description of one of its files.
    pub(super) what: &'static str,
    /// True if a file that begins with these bytes (unpacked, at most 64 KiB) is of this format.
    recognises: fn(head: &[u8]) -> bool,
    /// The contents of a whole file.
    read: fn(bytes: &[u8]) -> Result<PlatformDraft, Vec<Diagnostic>>,
}

impl AsRef<Entry> for PlatformFormat {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

impl PlatformFormat {
    /// A format with its fields.
    const fn new(entry: Entry, fields: &'static [FileField]) -> Self {
        Self { entry: entry.parameters(PlatformChoices::LIST), fields: entry::catalog_list(fields) }
    }
}

/// Defines the formats and their readers in separate lists, as for files of work, so that a program that calls neither
/// [`recognise_platform`] nor [`read_platform`] contains no reader.
macro_rules! platform_formats {
    ($($($format:ident)::+),+) => {
        /// All formats of platforms.
        pub static PLATFORM_FORMATS: Family<PlatformFormat> = Family {
            id: "platform-format",
            name: "platform format",
            summary: "Format of platform files, which replace the platform of a scenario.",
            members: &[$($($format)::+::FORMAT),+],
        };

        /// The readers of the formats, in the same order.
        static PLATFORM_READERS: &[PlatformReader] = &[$($($format)::+::READER),+];
    };
}

// A new format needs a module with its entry and reader, and a word here.
platform_formats![simgrid, opendc, dslab, table::opendc, alea, table];

/// Maximum number of bytes of a file, after unpacking.
const LIMIT: u64 = 64 << 20;

/// What can be set for every format of platforms.
#[derive(Clone, Copy, Debug, Parameters, PartialEq)]
pub struct PlatformChoices {
    /// Makes each core a node, as jobs of most logs request cores. If off, each host is a node.
    #[parameter(name = "Cores as nodes", default = true)]
    pub cores_as_nodes: bool,
}

impl Default for PlatformChoices {
    fn default() -> Self {
        Self { cores_as_nodes: true }
    }
}

impl PlatformChoices {
    /// The choices from settings; missing ones have their defaults.
    pub fn from_settings(settings: &Settings) -> Self {
        Self::read(settings)
    }
}

/// The platform of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlatformReading {
    /// The id of the format.
    pub format: &'static str,
    /// The platform as in a scenario.
    pub document: Value,
    /// Number of clusters.
    pub clusters: u32,
    /// Number of nodes of all clusters.
    pub nodes: u32,
    /// Number of hosts that the file describes, including omitted ones.
    pub hosts: u32,
    /// Number of cores of the hosts that were read.
    pub cores: u32,
    /// Facts about the platform.
    pub facts: Vec<Fact>,
    /// Approximations and repairs, one sentence each.
    pub diagnostics: Vec<Diagnostic>,
}

/// The format of a platform by its content (packed or not); `None` for other files.
pub fn recognise_platform(bytes: &[u8]) -> Option<&'static PlatformFormat> {
    unpack::text_head(bytes).ok().and_then(|head| recognise_head(&head)).map(|(format, _)| format)
}

/// The format of a platform that begins with these unpacked bytes, and its reader.
pub(super) fn recognise_head(head: &[u8]) -> Option<(&'static PlatformFormat, &'static PlatformReader)> {
    PLATFORM_FORMATS.members.iter().zip(PLATFORM_READERS).find(|(_, how)| (how.recognises)(head))
}

/// Reads a platform file, packed or not. Without `format` its content decides. Fails with at least one error.
pub fn read_platform(
    name: &str,
    bytes: &[u8],
    format: Option<&str>,
    choices: PlatformChoices,
) -> Result<PlatformReading, Vec<Diagnostic>> {
    let in_file = |found: Vec<Diagnostic>| found.into_iter().map(|d| d.file(name)).collect::<Vec<_>>();
    let (format, how) = if let Some(id) = format {
        let mut all = PLATFORM_FORMATS.members.iter().zip(PLATFORM_READERS);
        all.find(|(format, _)| format.entry.id == id).ok_or_else(|| {
            let known: Vec<&str> = PLATFORM_FORMATS.members.iter().map(|format| format.entry.id).collect();
            let message = format!("unknown platform format `{id}`; available: {}", known.join(", "));
            vec![Diagnostic::error(message).file(name)]
        })?
    } else {
        let head = unpack::text_head(bytes).map_err(|problem| vec![problem.file(name)])?;
        recognise_head(&head).ok_or_else(|| vec![describe_other(&head).file(name)])?
    };
    let mut content = Vec::new();
    unpack::unpack_text(bytes, LIMIT, |piece| content.extend_from_slice(piece))
        .map_err(|problem| vec![problem.file(name)])?;
    let draft = (how.read)(&content).map_err(in_file)?;
    let mut reading = draft.finish(format.entry.id, choices).map_err(in_file)?;
    reading.diagnostics = in_file(reading.diagnostics);
    Ok(reading)
}

/// The error about content that is not a platform.
fn describe_other(head: &[u8]) -> Diagnostic {
    let files: Vec<&str> = PLATFORM_READERS.iter().map(|how| how.files).collect();
    let shown = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    let message = match shown {
        Some(line) => format!("this is no platform; it begins with `{}`", quote_bytes(line)),
        None => "the file is empty".to_owned(),
    };
    let hint = format!("Supported: platforms of scenarios (JSON), {}.", files.join(", "));
    Diagnostic::error(message).hint(hint)
}
