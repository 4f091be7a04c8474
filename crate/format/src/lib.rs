#![doc = include_str!("../README.md")]

mod alea_failures;
mod alea_lists;
mod alibaba;
pub mod archive;
mod batsim;
mod condor;
mod condor_json;
mod dag;
mod dax;
mod dot;
mod dslab;
mod event_trace;
mod finding_list;
mod google;
mod graph_shape;
mod gwf;
mod jobcomp;
mod json;
mod json_objects;
mod json_place;
mod leading_comments;
mod line_writer;
mod lines;
mod log;
mod lsf;
mod nextflow;
mod number;
mod opendc;
mod opendc_failures;
mod opendc_tasks;
mod parquet;
mod pbs;
mod pegasus_yaml;
mod philly;
pub mod platform;
#[cfg(test)]
mod real_files;
#[cfg(test)]
mod real_logs;
mod run_log;
mod sacct;
mod sacct_json;
mod sge;
mod snakemake;
mod stg;
pub mod summary;
mod swf;
mod table;
mod task_times;
#[cfg(test)]
mod tests;
mod text_encoding;
#[cfg(test)]
mod text_variants;
mod transport;
mod unknown_files;
mod unpack;
mod wfformat;
mod whole_file;
mod workflow;
mod writer;
mod wta;
mod xml;
mod yaml;

pub use alea_lists::describe_list;
pub use json_place::describe_json_end;
pub use table::{ColumnGuess, FoundColumn, guess_columns, read_first_rows};
pub use transport::{pack_contents, pack_pieces, unpack_contents};

use finding_list::quote_bytes;
use ganttlet_core::diagnostic::{Diagnostic, Fact, nearest_name};
use ganttlet_core::entry::{self, Entry, Family, Settings};
use ganttlet_work::{Item, Kind, Work};
use leading_comments::LeadingComments;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A file format, for all programs, including those that do not read files.
pub struct Format {
    /// The catalog entry.
    pub entry: Entry,
    /// The kind of work in such files.
    pub makes: &'static Kind,
    /// The format that reads the same files as another kind of work, if any.
    pub other: Option<&'static str>,
    /// Maximum number of bytes of a file, after unpacking.
    pub limit: u64,
    /// Its fields in the order of the file, for the reference.
    pub fields: &'static [FileField],
    /// The name of its files in a list of all accepted files; `None` if no file is recognised as such.
    files: Option<&'static str>,
    /// Unpacks work of this kind from packed items.
    unpack: fn(bytes: &[u8]) -> postcard::Result<Work>,
}

/// A field, column, element or attribute of a file format.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FileField {
    /// Its name in the definition of the format; with the number for numbered fields: `2 submit time`.
    pub name: &'static str,
    /// Its meaning, with its unit and its use.
    pub doc: &'static str,
}

/// Fields from pairs of name and meaning.
const fn fields<const N: usize>(pairs: [(&'static str, &'static str); N]) -> [FileField; N] {
    let mut all = [FileField { name: "", doc: "" }; N];
    let mut at = 0;
    while at < N {
        all[at] = FileField { name: pairs[at].0, doc: pairs[at].1 };
        at += 1;
    }
    all
}

impl Format {
    /// A format whose files contain such items, with a limit in bytes.
    const fn new<T: Item + DeserializeOwned>(entry: Entry, files: Option<&'static str>, limit: u64) -> Self {
        let unpack = transport::unpack_items::<T>;
        Self { entry, makes: T::KIND, other: None, limit, fields: &[], files, unpack }
    }

    /// The format with its fields.
    const fn with_fields(self, fields: &'static [FileField]) -> Self {
        Self { fields: entry::catalog_list(fields), ..self }
    }

    /// Adds the format that reads the same files as another kind of work.
    const fn with_alternative(self, other: &'static str) -> Self {
        Self { other: Some(other), ..self }
    }
}

/// Recognition and reading of files of a format.
struct FormatReader {
    /// True if a file that begins with these bytes (unpacked, at most 64 KiB) is of this format.
    recognises: fn(head: &[u8]) -> bool,
    /// Creates a reader for one file with this name; missing settings have their defaults.
    reader: fn(name: &str, settings: &Settings) -> Box<dyn Reader>,
    /// Packs the items of its work as bytes, in pieces.
    pack: fn(Work) -> Vec<Vec<u8>>,
    /// How its files begin: with lines of the format, or perhaps with comments that it does not have.
    begin: LeadingComments,
}

impl FormatReader {
    const fn new<T: Item + Serialize>(
        recognises: fn(&[u8]) -> bool,
        reader: fn(&str, &Settings) -> Box<dyn Reader>,
    ) -> Self {
        Self { recognises, reader, pack: transport::pack_items::<T>, begin: LeadingComments::Passed }
    }

    /// Files may begin with comments after `#`, which the reader does not see.
    const fn after_comments(self) -> Self {
        Self { begin: LeadingComments::LineStart, ..self }
    }
}

impl AsRef<Entry> for Format {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// Defines the formats and their readers in separate lists, so that a program that calls neither [`recognise`] nor
/// [`read`] contains no reader.
macro_rules! formats {
    ($($($format:ident)::+),+) => {
        /// All formats.
        pub static FORMATS: Family<Format> = Family {
            id: "format",
            name: "file format",
            summary: "Format of input files, dropped on the page or referenced by a scenario.",
            members: &[$($($format)::+::FORMAT),+],
        };

        /// The readers of the formats, in the same order.
        static READERS: &[FormatReader] = &[$($($format)::+::READER),+];
    };
}

// A new format needs a folder with its reader and writer, a word here, and two lines below for the writer.
formats![
    swf,
    swf::workflows,
    gwf,
    sacct,
    sacct_json,
    jobcomp,
    pbs,
    lsf,
    sge,
    condor,
    condor_json,
    batsim,
    dax,
    wfformat,
    pegasus_yaml,
    dslab,
    stg,
    dot,
    dag::cloud,
    dag::condor,
    dag::mpi,
    nextflow,
    snakemake,
    opendc,
    opendc::jobs,
    alibaba,
    opendc_tasks,
    opendc_failures,
    wta,
    event_trace,
    alea_failures,
    task_times,
    google,
    philly,
    run_log::jobstate,
    run_log::user_log,
    table
];

/// Writes work as files of other programs, for example to keep or share the work of a generator.
///
/// Reading such a file gives the same work again, to the microsecond and the byte.
pub mod write {
    pub use super::batsim::write::write_batsim as batsim;
    pub use super::dax::write::write_dax as dax;
    pub use super::event_trace::write::write_event_trace as event_trace;
    pub use super::gwf::write::write_gwf as gwf;
    pub use super::opendc::write::write_opendc as opendc;
    pub use super::platform::simgrid::write::{WrittenPlatform, write_simgrid as simgrid};
    pub use super::swf::write::write_swf as swf;
    pub use super::task_times::write::write_task_times as task_times;
    pub use super::wfformat::write::write_wfformat as wfformat;
    pub use super::writer::Writer;

    /// The writers of files by format, for conversions.
    pub static WRITERS: &[Writer] = &[
        super::swf::write::WRITER,
        super::gwf::write::WRITER,
        super::batsim::write::WRITER,
        super::dax::write::WRITER,
        super::wfformat::write::WRITER,
        super::opendc::write::WRITER,
        super::event_trace::write::WRITER,
        super::task_times::write::WRITER,
    ];
}

/// Reads one file from pieces of its unpacked bytes.
pub trait Reader {
    /// Adds the next piece, of any size.
    fn push(&mut self, bytes: &[u8]);

    /// Returns the contents after the last piece. Fails with at least one error if there is no useful content.
    fn finish(self: Box<Self>) -> Result<Reading, Vec<Diagnostic>>;
}

/// The result of reading a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The work, for example jobs or workflows.
    pub work: Work,
    /// The report on read, skipped and repaired parts.
    pub report: Report,
    /// The machines on which the jobs of a log ran.
    pub origin: Origin,
}

/// The machines on which the jobs of a log ran.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Origin {
    /// The homes of its jobs or machines, in order of their indices; empty if they have none.
    pub homes: Vec<Home>,
    /// The positions of the machines of its absences, by number; empty if the numbers are those of a platform.
    pub machines: Vec<MachinePlace>,
    /// Header fields (labels and values) on machine and period, for logs derived from it.
    pub header: Vec<(String, String)>,
}

/// A machine of a cluster in the file.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct MachinePlace {
    /// The index of the cluster among the homes.
    pub home: u32,
    /// The machine within the cluster, counted from 0, or [`Self::ALL`].
    pub node: u32,
}

impl MachinePlace {
    /// All machines of the cluster.
    pub const ALL: u32 = u32::MAX;
}

/// A home of jobs in their log: a partition, a queue or a site.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Home {
    /// Its number or word in the log.
    pub id: String,
    /// Its name in the header of the log; empty without one.
    pub name: String,
    /// True if jobs of the log belong to it; otherwise it is only in the header.
    pub used: bool,
}

/// `30`, or `30 (big)`
impl fmt::Display for Home {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, name, .. } = self;
        if name.is_empty() { f.write_str(id) } else { write!(f, "{id} ({name})") }
    }
}

/// The contents of a file for a run: its work, diagnostics, and origin.
pub type FileContents = (Work, Vec<Diagnostic>, Origin);

impl Reading {
    /// The contents for a run.
    pub fn into_contents(self) -> FileContents {
        (self.work, self.report.diagnostics, self.origin)
    }
}

/// The report on read, skipped and repaired parts of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// The id of the format.
    pub format: &'static str,
    /// Number of jobs or tasks that were read.
    pub read: u32,
    /// Number of jobs or lines that were skipped because of errors.
    pub skipped: u32,
    /// Number of values that were replaced or moved.
    pub repaired: u32,
    /// Number of jobs of a log that were cancelled while they waited.
    pub cancelled: u32,
    /// Number of jobs of a log with a recorded start.
    pub recorded: u32,
    /// Facts about the file.
    pub facts: Vec<Fact>,
    /// Number of processors of a suitable machine; `None` if the file gives no basis for a size.
    pub processors: Option<u32>,
    /// The source of `processors`, in words; empty for none.
    pub processors_from: &'static str,
    /// The clusters that its jobs ran on; `None` unless the file names several.
    pub sites: Option<Sites>,
    /// The open question of the file, if any.
    pub question: Option<Question>,
    /// Findings for the user, grouped by kind.
    pub diagnostics: Vec<Diagnostic>,
}

/// A question that a file leaves open; a boolean parameter of its format answers it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// The id of the parameter, which is also the place of a diagnostic.
    pub parameter: &'static str,
    /// The suitable answer, used for reading unless the parameter is set. Scenarios of the file must contain it,
    /// because a scenario without the parameter means its default.
    pub answer: bool,
}

/// The clusters that the jobs of a file ran on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sites {
    /// The value of the parameter `home` that makes them the homes of the jobs, in this order.
    pub home: &'static str,
    /// The source of the sizes, in words.
    pub from: &'static str,
    /// The clusters, each with its minimum number of processors.
    pub clusters: Vec<Site>,
}

/// A cluster of the jobs of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Site {
    /// Its name in the file.
    pub name: String,
    /// Its minimum number of processors.
    pub nodes: u32,
}

/// The format of a file by its content (packed or not), or a sentence on its apparent content.
pub fn recognise(name: &str, bytes: &[u8]) -> Result<&'static Format, Diagnostic> {
    recognise_with_reader(name, bytes).map(|(format, _)| format)
}

fn recognise_with_reader(
    name: &str,
    bytes: &[u8],
) -> Result<(&'static Format, &'static FormatReader), Diagnostic> {
    let head = &unpack::text_head(bytes).map_err(|problem| problem.file(name))?[..];
    let mut all = FORMATS.members.iter().zip(READERS);
    if parquet::is_parquet(head) {
        // The columns of the table are described at the end of the file.
        let whole = unpack::unpack_whole(bytes, parquet::LIMIT).map_err(|problem| problem.file(name))?;
        let id = parquet::recognise(&whole).map_err(|problem| problem.file(name))?;
        return Ok(all.find(|(format, _)| format.entry.id == id).expect("a table is a format"));
    }
    let bare = &LeadingComments::remove(head)[..];
    let begin = |how: &FormatReader| if how.begin == LeadingComments::Passed { head } else { bare };
    all.find(|(_, how)| (how.recognises)(begin(how)))
        .ok_or_else(|| unknown_files::describe_unknown(name, head).file(name))
}

/// True if a text of possibly invalid JSON has this key in one of its objects; `text` is its start or all of it.
pub fn has_key(text: &str, name: &str) -> bool {
    unknown_files::has_key(&text.as_bytes()[..text.len().min(unpack::HEAD_BYTES)], name)
}

/// A sentence on the JSON of another tool, if recognised; `text` is its start or all of it.
pub fn json_of_another_tool(text: &str) -> Option<Diagnostic> {
    let head = &text.as_bytes()[..text.len().min(unpack::HEAD_BYTES)];
    let what = unknown_files::json_tool(head)?;
    if unknown_files::READABLE_JSON.contains(&what) {
        let hint = "Open it as a file, or name it in the workload of a scenario.";
        return Some(Diagnostic::error(format!("this is {what}, not a scenario")).hint(hint));
    }
    // Some names contain the reason.
    let why = if what.contains([',', ':']) { "" } else { ", which is not supported yet" };
    Some(Diagnostic::error(format!("this looks like {what}{why}")).hint(unknown_files::accepted_formats()))
}

/// True for the bytes of a Parquet file, packed or not. Builds without the feature `parquet` do not read it.
pub fn is_parquet(bytes: &[u8]) -> bool {
    unpack::unpack_head(bytes).is_ok_and(|head| parquet::is_parquet(&head))
}

/// True for the bytes of a packed file: gzip, zstd or zip.
pub fn is_packed(bytes: &[u8]) -> bool {
    unpack::is_packed(bytes)
}

/// Reads a file, packed (gzip, zstd, zip with one file) or not. Without `format` its content decides. Missing settings
/// have their defaults. Fails with at least one error if there is no useful content.
pub fn read(
    name: &str,
    bytes: &[u8],
    format: Option<&str>,
    settings: &Settings,
) -> Result<Reading, Vec<Diagnostic>> {
    let (format, how) = match format {
        Some(id) => {
            let mut all = FORMATS.members.iter().zip(READERS);
            let known = all.find(|(format, _)| format.entry.id == id);
            known.ok_or_else(|| vec![unknown_format(id).file(name)])?
        }
        None => recognise_with_reader(name, bytes).map_err(|problem| vec![problem])?,
    };
    let in_file = |found: Vec<Diagnostic>| found.into_iter().map(|d| d.file(name)).collect();
    let read = if is_parquet(bytes) {
        unpack::unpack_whole(bytes, format.limit)
            .map_err(|problem| vec![problem])
            .and_then(|whole| parquet::read(&whole, format, settings))
    } else {
        let (mut reader, mut begin) = ((how.reader)(name, settings), how.begin);
        let push = |piece: &[u8]| begin.push(piece, &mut |piece| reader.push(piece));
        unpack::unpack_text(bytes, format.limit, push).map_err(|problem| vec![problem.file(name)])?;
        reader.finish()
    };
    match read {
        Ok(mut reading) => {
            reading.report.diagnostics = in_file(reading.report.diagnostics);
            Ok(reading)
        }
        Err(problems) => Err(in_file(problems)),
    }
}

fn unknown_format(id: &str) -> Diagnostic {
    let known: Vec<&str> = FORMATS.members.iter().map(|format| format.entry.id).collect();
    let problem = Diagnostic::error(format!("unknown format `{id}`; available: {}", known.join(", ")));
    match nearest_name(id, known) {
        Some(meant) => problem.hint(format!("Did you mean `{meant}`?")),
        None => problem.hint("Leave out the format: it is recognised from the content of the file."),
    }
}
