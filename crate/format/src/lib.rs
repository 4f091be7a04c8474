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
mod writing;
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

/// A file format: what all programs know of it, those too that read no files.
pub struct Format {
    /// The catalog entry.
    pub entry: Entry,
    /// The kind of work such a file holds.
    pub makes: &'static Kind,
    /// The format that reads the same files as another kind of work, if there is one.
    pub other: Option<&'static str>,
    /// The most bytes that are read of one file, after unpacking.
    pub limit: u64,
    /// Its fields in the order of the file, for the reference.
    pub fields: &'static [FileField],
    /// The name of its files in a list of all accepted files; `None` if no file is recognised as one.
    files: Option<&'static str>,
    /// The work whose items were packed as those that its files hold.
    unpack: fn(bytes: &[u8]) -> postcard::Result<Work>,
}

/// A field, column, element or attribute of a file format.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FileField {
    /// Its name in the definition of the format; of numbered fields with the number: `2 submit time`.
    pub name: &'static str,
    /// What it means, with its unit, and what is done with it.
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
    /// A format whose files, up to so many bytes, hold such items.
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

/// How files of a format are recognised and read.
struct FormatReader {
    /// True if a file that begins with these bytes (unpacked, at most 64 KiB) is of this format.
    recognises: fn(head: &[u8]) -> bool,
    /// A reader for one file of this name; settings that are missing have their defaults.
    reader: fn(name: &str, settings: &Settings) -> Box<dyn Reader>,
    /// The items of its work as bytes, in pieces.
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

/// What the formats are and how they are read, in lists apart: a program that calls neither [`recognise`] nor [`read`]
/// holds no reader.
macro_rules! formats {
    ($($($format:ident)::+),+) => {
        /// All formats.
        pub static FORMATS: Family<Format> = Family {
            id: "format",
            name: "file format",
            summary: "Format of input files, dropped on the page or referenced by a scenario.",
            members: &[$($($format)::+::FORMAT),+],
        };

        /// How files of each are read, in the same order.
        static READERS: &[FormatReader] = &[$($($format)::+::READER),+];
    };
}

// A new one is one folder with its reader and writer, one word here, and two lines below for the writer.
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

/// Work written down as the files others read: what a generator made, to be looked at, kept, or handed on.
///
/// Reading what was written gives the same work again, to the microsecond and the byte.
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

/// Reads one file whose bytes (not gzipped) come in pieces.
pub trait Reader {
    /// Takes the next piece, of any size.
    fn push(&mut self, bytes: &[u8]);

    /// All pieces are there: what was in them. Fails with at least one error if nothing useful was.
    fn finish(self: Box<Self>) -> Result<Reading, Vec<Diagnostic>>;
}

/// What a file gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The jobs, or the workflows.
    pub work: Work,
    /// What was read, skipped and repaired.
    pub report: Report,
    /// The machines on which the jobs of a log ran.
    pub origin: Origin,
}

/// The machines on which the jobs of a log ran.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Origin {
    /// What the homes of its jobs or machines stand for, in their order; empty if they have none.
    pub homes: Vec<Home>,
    /// Where the machines of its absences are, by their numbers; empty if the numbers are those of a platform.
    pub machines: Vec<MachinePlace>,
    /// Labels and values of its header on the machine and its time, for logs that are made of it.
    pub header: Vec<(String, String)>,
}

/// A machine of a cluster that the file names.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct MachinePlace {
    /// The cluster, by its place among the homes.
    pub home: u32,
    /// The machine, counted from 0 in the cluster, or [`Self::ALL`].
    pub node: u32,
}

impl MachinePlace {
    /// All machines of the cluster.
    pub const ALL: u32 = u32::MAX;
}

/// What the home of some jobs is in their log: a partition, a queue or a site.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Home {
    /// Its number there, or the word for it.
    pub id: String,
    /// What the header of the log calls it; empty if it does not.
    pub name: String,
    /// True if jobs of the log belong to it; else only its header names it.
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

/// What was read, skipped and repaired.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The id of the format.
    pub format: &'static str,
    /// How many jobs or tasks were read.
    pub read: u32,
    /// How many jobs or lines were left out because something about them was wrong.
    pub skipped: u32,
    /// How many values were replaced or moved.
    pub repaired: u32,
    /// How many jobs of a log were cancelled while they waited.
    pub cancelled: u32,
    /// How many jobs of a log have a recorded start.
    pub recorded: u32,
    /// What people may want to know about the file.
    pub facts: Vec<Fact>,
    /// A machine of this many processors fits the file; `None` if the file gives no reason for a size.
    pub processors: Option<u32>,
    /// The source of `processors`, in words; empty if there is none.
    pub processors_from: &'static str,
    /// The clusters that its jobs ran on; `None` if the file does not tell several.
    pub sites: Option<Sites>,
    /// What the file leaves open, if anything.
    pub question: Option<Question>,
    /// What was found that a person should know, grouped by kind.
    pub diagnostics: Vec<Diagnostic>,
}

/// A question that a file leaves open and a parameter of its format (true or false) answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// The id of the parameter; what is read has a diagnostic there.
    pub parameter: &'static str,
    /// What suits the file: so it is read as long as nothing sets the parameter. Who makes a scenario of the file writes it
    /// there, as a scenario without the parameter means its default.
    pub answer: bool,
}

/// The clusters that the jobs of a file ran on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sites {
    /// The value of the parameter `home` that makes them the homes of the jobs, in this order.
    pub home: &'static str,
    /// Where the sizes come from, in words.
    pub from: &'static str,
    /// Each with the processors that it has at least.
    pub clusters: Vec<Site>,
}

/// A cluster of the jobs of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Site {
    /// What the file calls it.
    pub name: String,
    /// The processors that it has at least.
    pub nodes: u32,
}

/// The format of a file by its content (packed or not), or a sentence on what it looks like instead.
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
        // The contents of the table are described at the end of the file.
        let whole = unpack::unpack_whole(bytes, parquet::LIMIT).map_err(|problem| problem.file(name))?;
        let id = parquet::recognise(&whole).map_err(|problem| problem.file(name))?;
        return Ok(all.find(|(format, _)| format.entry.id == id).expect("a table is a format"));
    }
    let bare = &LeadingComments::remove(head)[..];
    let begin = |how: &FormatReader| if how.begin == LeadingComments::Passed { head } else { bare };
    all.find(|(_, how)| (how.recognises)(begin(how)))
        .ok_or_else(|| unknown_files::describe_unknown(name, head).file(name))
}

/// True if a text that may be broken JSON has this key in one of its objects; `text` is its start or all of it.
pub fn has_key(text: &str, name: &str) -> bool {
    unknown_files::has_key(&text.as_bytes()[..text.len().min(unpack::HEAD_BYTES)], name)
}

/// One sentence on JSON that another tool writes, if this is such; `text` is how it begins or all of it.
pub fn json_of_another_tool(text: &str) -> Option<Diagnostic> {
    let head = &text.as_bytes()[..text.len().min(unpack::HEAD_BYTES)];
    let what = unknown_files::json_tool(head)?;
    if unknown_files::READABLE_JSON.contains(&what) {
        let hint = "Open it as a file, or name it in the workload of a scenario.";
        return Some(Diagnostic::error(format!("this is {what}, not a scenario")).hint(hint));
    }
    // The name of some has the reason in it.
    let why = if what.contains([',', ':']) { "" } else { ", which is not supported yet" };
    Some(Diagnostic::error(format!("this looks like {what}{why}")).hint(unknown_files::accepted_formats()))
}

/// True if these are the bytes of a Parquet file, packed or not. Builds without the feature `parquet` do not read it.
pub fn is_parquet(bytes: &[u8]) -> bool {
    unpack::unpack_head(bytes).is_ok_and(|head| parquet::is_parquet(&head))
}

/// True if these are the bytes of a packed file: gzip, zstd or zip.
pub fn is_packed(bytes: &[u8]) -> bool {
    unpack::is_packed(bytes)
}

/// Reads a file, packed (gzip, zstd, zip with one file) or not. Without `format` its content decides. Settings that are
/// missing have their defaults.
/// Fails with at least one error if there is nothing useful in it.
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
