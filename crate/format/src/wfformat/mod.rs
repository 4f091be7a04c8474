//! Workflows in the `WfFormat` of `WfCommons` (JSON), versions 1.0 to 1.5.
//!
//! The keys decide the reading of a file, not its stated version: published files state versions whose keys they do not
//! have. Up to 1.4 a task has its files and its runtime, and parents are given by name; since 1.5 the specification has
//! the graph and the execution the runtimes, joined by id. Dependencies are the union of `parents` and `children`,
//! because many files fill only one of them. Some files have neither, and their graph follows from the files of tasks;
//! the parameter `data_edges` records this in a scenario. Start times are not part of the format, so the recorded
//! schedule cannot be repeated.

mod draft;
mod file;
#[cfg(test)]
mod tests;
pub(super) mod write;

use super::whole_file::{WholeFile, new_reader};
use super::workflow::{self, FileDependencies, FormatTexts, finish_draft};
use super::{FileField, Format, FormatReader, Reading, fields, json, unknown_files};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("wfformat", "WfCommons workflow (WfFormat)")
        .summary(
            "Workflow instances in JSON, versions 1.0 to 1.5: tasks, dependencies, files and measured \
             runtimes. The recorded makespan and placement are reported, but not simulated: the format has \
             no start times.",
        )
        .source(
            "Coleman et al., WfCommons: A framework for enabling scientific workflow research and \
             development, FGCS 128, 2022; schemas WfFormat 1.0 to 1.5",
        )
        .parameters(Choices::LIST),
    Some("WfCommons workflows (WfFormat)"),
    64 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 14] = fields([
    ("name, schemaVersion", "Reported. The keys, not the version, determine how the file is read."),
    (
        "workflow.specification.tasks",
        "Tasks of 1.5: `id`, `parents`, `children`, `inputFiles` and `outputFiles` (ids).",
    ),
    ("workflow.specification.files", "Files of 1.5: `id` and `sizeInBytes`."),
    (
        "workflow.execution.tasks",
        "Measurements of 1.5, joined by `id`: `runtimeInSeconds`, `coreCount` (nodes), `command`, \
         `machines`.",
    ),
    ("workflow.tasks, workflow.jobs", "Tasks of 1.3 and 1.4, and of 1.0 to 1.2."),
    ("parents, children", "Dependencies: the union of both. `childrens` is accepted."),
    ("runtime, runtimeInSeconds", "Runtime of the task, seconds."),
    ("cores, coreCount", "Nodes of the task; 1 if missing."),
    ("files", "Files of a task up to 1.4: `name`, `link` (`input` or `output`), `size` or `sizeInBytes`."),
    ("category, command.program", "Program of the task; if missing, its name without a number at its end."),
    ("makespan, makespanInSeconds", "Recorded makespan, with all delays of the real run. Reported."),
    ("machines", "Recorded machines: `nodeName`, cores and speed. Reported."),
    ("wms, runtimeSystem", "System that ran the workflow. Reported."),
    ("memory, avgCPU, bytesRead, energy, priority, type, arguments", "Not used, in all their spellings."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader =
    FormatReader::new::<Workflow>(unknown_files::is_wfformat, |name, settings| {
        new_reader(name, settings, (FORMAT.limit, "workflow"), read_wfformat)
    });

/// The texts of the format.
const TEXTS: FormatTexts = FormatTexts {
    id: "wfformat",
    name: "WfFormat",
    endings: &[".gz", ".json"],
    task: ["task", "tasks"],
    reference: ["parents", "`parents` and `children` must name tasks of this file."],
    data_edges: "",
    has_files: true,
};

/// What can be set.
#[derive(Parameters)]
struct Choices {
    #[parameter(all)]
    workflow: workflow::Choices,
    /// Adds a dependency from the first task that writes a file to each task that reads it, if no predecessor of the reader
    /// writes that file and the workflow does not declare the dependency. Dependencies that would close a cycle are omitted,
    /// in task order. It is turned on when a file without any `parents` and `children` is opened.
    #[parameter(name = "File dependencies", default = false)]
    #[expect(dead_code, reason = "readers need to know whether it is set: `WholeFile::data_edges`")]
    data_edges: bool,
}

fn read_wfformat(file: &WholeFile<'_, Choices>) -> Result<Reading, Vec<Diagnostic>> {
    let read = json::parse_json(file.bytes, "workflow in the WfFormat").map_err(|problem| vec![problem])?;
    let draft = draft::draft_workflow(read)?;
    let dependencies = FileDependencies { set: file.data_edges, suits: draft.edges.is_empty() };
    finish_draft(file.name, draft, &TEXTS, &file.choices.workflow, Some(dependencies))
}
