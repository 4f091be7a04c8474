//! Workflows of Pegasus 5 in YAML.
//!
//! As in DAX, jobs are read with their files and dependencies, and data dependencies are added, as in Pegasus.
//! Catalogues inside the file are skipped, except for file sizes; separate catalogue files are rejected by name. Files
//! that the workflow refers to are not fetched.

#[cfg(test)]
mod tests;

use super::finding_list::quote_bytes;
use super::number::MAX_TIME_S;
use super::unknown_files::has_key;
use super::whole_file::{WholeFile, new_reader};
use super::workflow::{
    self, Draft, FileDependencies, FileUse, FormatTexts, MAX_SIZE, TaskError, finish_draft,
};
use super::yaml::{Node, Yaml};
use super::{FileField, Format, FormatReader, Reading, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("pegasus-yaml", "Pegasus 5 workflow (YAML)")
        .summary(
            "Abstract workflows of Pegasus 5: jobs, dependencies and the files passed between jobs. Files are \
             simulated as data transfers. Runtimes and sizes are mostly missing.",
        )
        .source(
            "Deelman et al., Pegasus, a workflow management system for science automation, FGCS 46, 2015; \
             schema of Pegasus 5.0",
        )
        .parameters(Choices::LIST),
    Some("Pegasus 5 workflows (YAML)"),
    64 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 6] = fields([
    ("pegasus, name", "Version and name of the workflow. Reported."),
    (
        "jobs",
        "Tasks: `id`, `name` or `file`, `uses` and `profiles`. Jobs of the types `pegasusWorkflow` and \
         `condorWorkflow` become single tasks.",
    ),
    (
        "uses",
        "File of a task: `lfn`, `type` (`input`, `output` or `inout`) and `size` of its `metadata` (bytes).",
    ),
    ("profiles.pegasus", "`runtime` (seconds) and `cores` (nodes) of a task."),
    ("jobDependencies", "Dependencies: each of `children` starts after `id`."),
    (
        "siteCatalog, replicaCatalog, transformationCatalog",
        "Not used, except for the sizes of replicas. References to other files are not followed.",
    ),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Workflow>(
    // JSON is a kind of YAML, and Pegasus writes both.
    |head| {
        let is_json =
            head.trim_ascii_start().starts_with(b"{") && has_key(head, "pegasus") && has_key(head, "jobs");
        is_json || unpack::complete_lines(head).any(|line| line.starts_with(b"pegasus:"))
    },
    |name, settings| new_reader(name, settings, (FORMAT.limit, "workflow"), read_pegasus),
);

/// The texts of the format.
const TEXTS: FormatTexts = FormatTexts {
    id: "pegasus-yaml",
    name: "Pegasus",
    endings: &[".gz", ".yml", ".yaml"],
    task: ["job", "jobs"],
    reference: ["jobDependencies", "`id` and `children` must be ids of jobs in this file."],
    data_edges: ", as in Pegasus",
    has_files: true,
};

/// What can be set.
#[derive(Parameters)]
struct Choices {
    #[parameter(all)]
    workflow: workflow::Choices,
    /// Adds a dependency from the first job that writes a file to each job that reads it, if no predecessor of the reader
    /// writes that file and the workflow does not declare the dependency. Dependencies that would close a cycle are omitted,
    /// in job order. Pegasus does the same: it is turned on when a file with such jobs is opened.
    #[parameter(name = "File dependencies", default = false)]
    #[expect(dead_code, reason = "readers need to know whether it is set: `WholeFile::data_edges`")]
    data_edges: bool,
}

/// The kinds of Pegasus files without jobs, by the key of their list.
const CATALOGUES: [(&str, &str); 3] = [
    ("sites", "a site catalogue"),
    ("replicas", "a replica catalogue"),
    ("transformations", "a transformation catalogue"),
];

fn read_pegasus(file: &WholeFile<'_, Choices>) -> Result<Reading, Vec<Diagnostic>> {
    let draft = draft_workflow(file.bytes).map_err(|problem| vec![problem])?;
    let dependencies = FileDependencies { set: file.data_edges, suits: true };
    finish_draft(file.name, draft, &TEXTS, &file.choices.workflow, Some(dependencies))
}

fn draft_workflow(bytes: &[u8]) -> Result<Draft, Diagnostic> {
    let yaml = Yaml::parse(bytes)?;
    let root = yaml.root();
    if root.get("jobs").is_none() {
        let catalogue = CATALOGUES.iter().find(|(key, _)| root.get(key).is_some());
        let Some((_, what)) = catalogue else {
            return Err(Diagnostic::error("there are no `jobs` in the workflow"));
        };
        return Err(Diagnostic::error(format!("the file is {what} of Pegasus, not a workflow"))
            .hint("Open the workflow, a file with `jobs`."));
    }
    let mut draft = Draft {
        name: root.get_text("name").unwrap_or_default().to_owned(),
        version: root.get_text("pegasus").unwrap_or_default().to_owned(),
        ..Draft::default()
    };
    for job in root.get_list("jobs")? {
        read_job(&mut draft, job)?;
    }
    for dependency in root.get_list("jobDependencies")? {
        let line = dependency.line();
        let Some(id) = dependency.get_text("id") else {
            return Err(Diagnostic::error("a dependency has no `id`").line(line));
        };
        let parent = draft.id_index(id, line);
        for child in dependency.get_list("children")? {
            let Some(name) = child.text() else { continue };
            if name == id {
                let name = quote_bytes(name.as_bytes());
                return Err(Diagnostic::error(format!("the job `{name}` depends on itself")).line(line));
            }
            let child_id = draft.id_index(name, child.line());
            draft.add_edge(child_id, parent, child.line())?;
        }
    }
    let replicas = root.get("replicaCatalog").map(|catalogue| catalogue.get_list("replicas")).transpose()?;
    for replica in replicas.into_iter().flatten() {
        if let (Some(name), Some(size)) = (replica.get_text("lfn"), metadata_size(&mut draft, replica)) {
            let file = draft.files.index_of(name);
            draft.catalogue.push((file, size));
        }
    }
    yaml.check_steps()?;
    if draft.tasks.is_empty() {
        return Err(Diagnostic::error("there is no job in the workflow"));
    }
    Ok(draft)
}

fn read_job(draft: &mut Draft, job: Node<'_>) -> Result<(), Diagnostic> {
    let line = job.line();
    let error = |message: String| Err(Diagnostic::error(message).line(line));
    let Some(id) = job.get_text("id") else {
        return error("a job has no `id`".to_owned());
    };
    let task = match draft.add_task(id, "jobs", line) {
        Ok(task) => task,
        Err(TaskError::Twice(first)) => {
            let id = quote_bytes(id.as_bytes());
            return error(format!("two jobs have the id `{id}`; the first is in line {first}"));
        }
        Err(TaskError::Limit(problem)) => return Err(problem),
    };
    let kind = job.get_text("type").unwrap_or("job");
    if kind != "job" {
        draft.nested.add_with_text(line, || format!("`{}`", quote_bytes(id.as_bytes())));
    }
    let program = job.get_text("name").or_else(|| job.get_text("file")).unwrap_or_default();
    let profile = |key: &str| job.get("profiles")?.get("pegasus")?.get(key);
    let run_s = profile("runtime").and_then(|node| Some((node.text()?, node.line())));
    let run_s = run_s.and_then(|(text, line)| draft.parse_value("runtime", text, MAX_TIME_S, line));
    let cores = profile("cores").and_then(|node| Some((node.text()?, node.line())));
    let cores = cores.and_then(|(text, line)| draft.parse_cores(text, line));
    let added = &mut draft.tasks[task as usize];
    (added.run_s, added.nodes) = (run_s, cores.unwrap_or(1));
    program.clone_into(&mut added.program);
    for one in job.get_list("uses")? {
        let Some(name) = one.get_text("lfn") else {
            return Err(Diagnostic::error("a file in `uses` has no `lfn`").line(one.line()));
        };
        let link = one.get_text("type").unwrap_or_default();
        let (reads, writes) = (["input", "inout"].contains(&link), ["output", "inout"].contains(&link));
        if !reads && !writes {
            draft.unused.add_with_text(one.line(), || format!("`{}`", quote_bytes(name.as_bytes())));
        }
        let size = metadata_size(draft, one);
        let file = draft.files.index_of(name);
        draft.add_use(FileUse { task, file, reads, writes, size }, one.line())?;
    }
    Ok(())
}

/// The size in the metadata of a file.
fn metadata_size(draft: &mut Draft, file: Node<'_>) -> Option<f64> {
    let size = file.get("metadata")?.get("size")?;
    draft.parse_value("size", size.text()?, MAX_SIZE, size.line())
}
