//! Abstract workflows of Pegasus (DAX 2.0 to 3.6): jobs, their files and their dependencies.
//!
//! The `<child>` elements give the dependencies. Pegasus 4.4 and later add dependencies on the writers of the files
//! that a job reads, and generators of DAX 3 rely on that. In workflows published as DAX 2, files of different jobs
//! share names, and such dependencies would form cycles. So the version of the schema decides which reading suits a
//! file, and the parameter `data_edges` records it in a scenario. Without data dependencies, files determine only the
//! transfers: a reader gets a file from its nearest ancestor that writes it. Workflows of production runs have neither
//! runtimes nor file sizes; these come from the settings. Elements that only control Pegasus (catalogues, arguments,
//! standard streams, profiles other than `runtime` and `cores`) are skipped.

#[cfg(test)]
mod tests;
mod walk;
pub(super) mod write;

use super::whole_file::{WholeFile, new_reader};
use super::workflow::{self, FileDependencies, FormatTexts, finish_draft};
use super::{FileField, Format, FormatReader, Reading, fields, unknown_files, xml};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("dax", "Pegasus workflow (DAX)")
        .summary(
            "Abstract workflows in XML: jobs, dependencies and the files passed between jobs. Files are \
             simulated as data transfers.",
        )
        .source(
            "Deelman et al., Pegasus, a workflow management system for science automation, FGCS 46, 2015; \
             schemas DAX 2.0 to 3.6. The attributes runtime and size follow Bharathi et al., \
             Characterization of scientific workflows, WORKS 2008",
        )
        .parameters(Choices::LIST),
    Some("Pegasus workflows (DAX)"),
    256 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 8] = fields([
    (
        "adag",
        "Root element. Its `version` determines whether data dependencies are added; see the parameter \
         `data_edges`.",
    ),
    (
        "job, dag, dax",
        "Task: `id`, `name`, `runtime` (seconds) and `cores` (nodes). Sub-workflows become single \
         tasks.",
    ),
    ("uses", "File of a task: `file` or `name`, `link` (`input`, `output` or `inout`) and `size` (bytes)."),
    (
        "profile",
        "Of the namespace `pegasus`: `runtime` (seconds) and `cores` of a task that has no such \
         attribute.",
    ),
    ("file", "File of the catalogue, with its `size`."),
    ("metadata", "With the key `size`: size of the file, bytes."),
    ("child, parent", "Dependency: the child starts after all its parents."),
    ("argument, stdin, stdout, executable, transformation", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Workflow>(
    |head| unknown_files::root_element(head).is_some_and(|root| root == "adag"),
    |name, settings| new_reader(name, settings, (FORMAT.limit, "workflow"), read_dax),
);

/// The texts of the format.
const TEXTS: FormatTexts = FormatTexts {
    id: "dax",
    name: "DAX",
    endings: &[".gz", ".xml", ".dax"],
    task: ["job", "jobs"],
    reference: ["ref", "`ref` must be the id of a <job> in this file."],
    data_edges: ", as in Pegasus 4.4 and later",
    has_files: true,
};

/// True if data dependencies suit a file with this version of the schema.
fn data_edges_suit(version: &str) -> bool {
    let major = version.split('.').next().and_then(|major| major.trim().parse().ok()).unwrap_or(0);
    // Pegasus adds them since 4.4 (2014); workflows published in earlier schemas are older.
    major >= 3
}

/// What can be set.
#[derive(Parameters)]
struct Choices {
    #[parameter(all)]
    workflow: workflow::Choices,
    /// Adds a dependency from the first job that writes a file to each job that reads it, if no predecessor of the reader
    /// writes that file and the workflow does not declare the dependency. Dependencies that would close a cycle are omitted,
    /// in job order. Pegasus 4.4 and later do the same: it is turned on when a DAX 3 file with such jobs is opened.
    #[parameter(name = "File dependencies", default = false)]
    #[expect(dead_code, reason = "readers need to know whether it is set: `WholeFile::data_edges`")]
    data_edges: bool,
}

fn read_dax(file: &WholeFile<'_, Choices>) -> Result<Reading, Vec<Diagnostic>> {
    let (text, encoding) = xml::decode_xml(file.bytes).map_err(|problem| vec![problem])?;
    let draft = walk::parse_dax(&text)?;
    let dependencies = FileDependencies { set: file.data_edges, suits: data_edges_suit(&draft.version) };
    let mut reading = finish_draft(file.name, draft, &TEXTS, &file.choices.workflow, Some(dependencies))?;
    reading.report.diagnostics.splice(0..0, encoding);
    Ok(reading)
}
