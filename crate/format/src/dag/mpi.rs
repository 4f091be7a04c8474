//! Workflows of pegasus-mpi-cluster: tasks with their commands, and edges.

use super::{DagLines, DagReader, RunChoices, add_edge, add_task, head_lines, line_error, text};
use crate::finding_list::quote_bytes;
use crate::lines::LineFileReader;
use crate::workflow::{self, Draft, FileDependencies, FormatTexts};
use crate::{FileField, Format, FormatReader, fields};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Workflow;

/// The catalog entry.
pub(crate) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("pmc-dag", "pegasus-mpi-cluster workflow (DAG)")
        .summary(
            "Input file of pegasus-mpi-cluster: tasks with their cores and commands, and dependencies. The \
             format has no runtimes.",
        )
        .source(
            "Rynge et al., Enabling large-scale scientific workflows on petascale resources using MPI \
             master/worker, XSEDE 2012; manual of pegasus-mpi-cluster, section DAG Files",
        )
        .parameters(RunChoices::LIST),
    Some("workflows of pegasus-mpi-cluster (DAG)"),
    256 << 20,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 4] = fields([
    ("TASK", "Id of a task, options, and its command. The first word of the command is its program."),
    ("-c, --request-cpus", "Option of TASK: nodes of the task; 1 if missing."),
    ("-m, -t, -p, -f, -F", "Options of TASK that are not used: memory, tries, priority, forwarding."),
    ("EDGE", "Dependency: parent and child."),
]);

/// Recognition and reading of such files; the format of the Cloud Workflow Simulator is tried first.
pub(crate) const READER: FormatReader = FormatReader::new::<Workflow>(is_mpi_dag, |name, settings| {
    let lines = MpiLines { choices: RunChoices::read(settings) };
    Box::new(LineFileReader::new(DagReader::new(name, lines)))
});

/// True if a file begins with such lines.
fn is_mpi_dag(head: &[u8]) -> bool {
    let lines = head_lines(head);
    let line = |words: &[&[u8]]| words.len() > 2 && [&b"TASK"[..], b"EDGE"].contains(&words[0]);
    lines.iter().any(|words| words[0] == b"TASK") && lines.iter().all(|words| line(words))
}

struct MpiLines {
    choices: RunChoices,
}

impl DagLines for MpiLines {
    const TEXTS: FormatTexts = FormatTexts {
        id: "pmc-dag",
        name: "",
        endings: &[".gz", ".dag"],
        task: ["task", "tasks"],
        reference: ["", "EDGE must name tasks of this file."],
        data_edges: "",
        has_files: false,
    };

    fn read_line(&mut self, draft: &mut Draft, line: u32, words: &[&[u8]]) -> Result<(), Diagnostic> {
        match *words {
            [b"TASK", id, ref rest @ ..] if !rest.is_empty() => {
                let task = add_task(draft, id, Self::TEXTS.task, line)?;
                let mut rest = rest.iter();
                while let Some(&word) = rest.next() {
                    if !word.starts_with(b"-") {
                        draft.tasks[task].program = text(word);
                        break;
                    }
                    // Each option has a value.
                    let value = rest.next().copied().unwrap_or_default();
                    if word == b"-c" || word == b"--request-cpus" {
                        let nodes = draft.parse_cores(&text(value), line);
                        draft.tasks[task].nodes = nodes.unwrap_or(1);
                    }
                }
            }
            [b"EDGE", parent, child, ..] => add_edge(draft, parent, child, line)?,
            [b"TASK", ..] => return Err(line_error("TASK id command")),
            [b"EDGE", ..] => return Err(line_error("EDGE parent child")),
            _ => {
                let message =
                    format!("unknown key word `{}`", quote_bytes(words.first().copied().unwrap_or(b"")));
                return Err(Diagnostic::error(message).hint("Lines begin with TASK or EDGE."));
            }
        }
        Ok(())
    }

    fn finish(self, _: &mut Draft) -> Result<(workflow::Choices, Option<FileDependencies>), Diagnostic> {
        Ok((self.choices.into_workflow_choices(), None))
    }
}
