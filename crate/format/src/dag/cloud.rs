//! Workflows of the Cloud Workflow Simulator: files with sizes, tasks with runtimes.

use super::{DagLines, DagReader, add_edge, add_task, head_lines, line_error, text};
use crate::finding_list::quote_bytes;
use crate::lines::LineFileReader;
use crate::number::{MAX_TIME_S, parse_number};
use crate::workflow::{self, DATA_EDGES, Draft, FileDependencies, FileUse, FormatTexts, MAX_SIZE};
use crate::{FileField, Format, FormatReader, fields};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters, Value};
use ganttlet_work::Workflow;

/// The catalog entry.
pub(crate) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("cws-dag", "Cloud Workflow Simulator workflow (DAG)")
        .summary(
            "Workflow in lines: files with sizes, tasks with runtimes, inputs, outputs and dependencies.",
        )
        .source(
            "Malawski et al., Algorithms for cost- and deadline-constrained provisioning for scientific \
             workflow ensembles in IaaS clouds, FGCS 48, 2015",
        )
        .parameters(Choices::LIST),
    Some("workflows of the Cloud Workflow Simulator (DAG)"),
    256 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 6] = fields([
    ("FILE", "Name of a file and its size, bytes."),
    ("TASK", "Id of a task, its program, its runtime, seconds."),
    ("INPUTS", "Id of a task and the files it reads."),
    ("OUTPUTS", "Id of a task and the files it writes."),
    ("EDGE", "Dependency: parent and child."),
    ("#", "Comment."),
]);

/// Recognition and reading of such files.
pub(crate) const READER: FormatReader = FormatReader::new::<Workflow>(is_cloud_dag, |name, settings| {
    let set = settings.get(DATA_EDGES).map(|value| *value == Value::Bool(true));
    let lines = CloudLines { choices: Choices::read(settings), set, uses: vec![] };
    Box::new(LineFileReader::new(DagReader::new(name, lines)))
});

/// What can be set.
#[derive(Parameters)]
struct Choices {
    #[parameter(all)]
    workflow: workflow::Choices,
    /// Adds a dependency from the first task that writes a file to each task that reads it, if no predecessor of the reader
    /// writes that file and no EDGE declares the dependency. Dependencies that would close a cycle are omitted, in task order.
    /// It is turned on when a file without any EDGE is opened.
    #[parameter(name = "File dependencies", default = false)]
    #[expect(dead_code, reason = "readers need to know whether it is set")]
    data_edges: bool,
}

/// Keywords.
const WORDS: [&[u8]; 5] = [b"FILE", b"TASK", b"INPUTS", b"OUTPUTS", b"EDGE"];

/// True if a file begins with such lines.
fn is_cloud_dag(head: &[u8]) -> bool {
    let lines = head_lines(head);
    let word = |words: &[&[u8]], list: &[&[u8]]| list.contains(&words[0]);
    let task = |words: &[&[u8]]| words.len() == 4 && parse_number(words[3]).is_some();
    let mut tasks = lines.iter().filter(|words| words[0] == b"TASK").peekable();
    !lines.is_empty()
        && lines.iter().all(|words| words.len() > 1 && word(words, &WORDS))
        && (lines.iter().any(|words| word(words, &[b"FILE", b"INPUTS", b"OUTPUTS"]))
            || tasks.peek().is_some() && tasks.all(|words| task(words)))
}

struct CloudLines {
    choices: Choices,
    set: Option<bool>,
    /// Uses of files, with ids in place of tasks until all tasks are known.
    uses: Vec<FileUse>,
}

impl DagLines for CloudLines {
    const TEXTS: FormatTexts = FormatTexts {
        id: "cws-dag",
        name: "",
        endings: &[".gz", ".dag"],
        task: ["task", "tasks"],
        reference: ["", "INPUTS, OUTPUTS and EDGE must name tasks of this file."],
        data_edges: "",
        has_files: true,
    };

    fn read_line(&mut self, draft: &mut Draft, line: u32, words: &[&[u8]]) -> Result<(), Diagnostic> {
        match *words {
            [b"FILE", name, size, ..] => {
                let number = draft.files.index_of(&text(name));
                let size = draft.parse_value("size", &text(size), MAX_SIZE, line);
                draft.catalogue.extend(size.map(|size| (number, size)));
            }
            [b"TASK", id, program, run, ..] => {
                let task = add_task(draft, id, Self::TEXTS.task, line)?;
                let run_s = draft.parse_value("runtime", &text(run), MAX_TIME_S, line);
                let task = &mut draft.tasks[task];
                (task.program, task.run_s) = (text(program), run_s);
            }
            [link @ (b"INPUTS" | b"OUTPUTS"), id, ref files @ ..] => {
                let task = draft.id_index(&text(id), line);
                for &file in files {
                    let file = draft.files.index_of(&text(file));
                    let writes = link == b"OUTPUTS";
                    // The limit is checked later, when these become uses; a line has few of them.
                    self.uses.push(FileUse { task, file, reads: !writes, writes, size: None });
                }
            }
            [b"EDGE", parent, child, ..] => add_edge(draft, parent, child, line)?,
            [b"FILE", ..] => return Err(line_error("FILE name size")),
            [b"TASK", ..] => return Err(line_error("TASK id name runtime")),
            [b"INPUTS" | b"OUTPUTS", ..] => return Err(line_error("INPUTS id file ..")),
            [b"EDGE", ..] => return Err(line_error("EDGE parent child")),
            _ => {
                let message =
                    format!("unknown key word `{}`", quote_bytes(words.first().copied().unwrap_or(b"")));
                return Err(
                    Diagnostic::error(message).hint("Lines begin with FILE, TASK, INPUTS, OUTPUTS or EDGE.")
                );
            }
        }
        Ok(())
    }

    fn finish(self, draft: &mut Draft) -> Result<(workflow::Choices, Option<FileDependencies>), Diagnostic> {
        for mut one in self.uses {
            // An unknown task is reported later.
            let Some((task, line)) = draft.ids[one.task as usize].task else { continue };
            one.task = task;
            draft.add_use(one, line)?;
        }
        draft.uses.sort_by_key(|one| one.task);
        let dependencies = FileDependencies { set: self.set, suits: draft.edges.is_empty() };
        Ok((self.choices.workflow, Some(dependencies)))
    }
}
