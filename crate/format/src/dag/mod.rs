//! Three formats with the ending `.dag`: of the Cloud Workflow Simulator, of `HTCondor`'s `DAGMan`, and of
//! pegasus-mpi-cluster. The keywords at the start of lines distinguish the formats.

pub(super) mod cloud;
pub(super) mod condor;
pub(super) mod mpi;
#[cfg(test)]
mod tests;

use super::finding_list::quote_bytes;
use super::lines::LineReader;
use super::number::MAX_TIME_S;
use super::workflow::{self, Draft, FileDependencies, FormatTexts, TaskError, finish_draft};
use super::{Reading, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Parameters;

/// Reading stops after this many errors.
const MAX_ERRORS: usize = 20;

/// What can be set for workflows without files and runtimes.
#[derive(Default, Parameters)]
struct RunChoices {
    /// Submit time of the workflow.
    #[parameter(name = "Submit time", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    submit_s: f64,
    /// Runtime of all tasks: the format has no runtimes.
    #[parameter(name = "Runtime", unit = "s", min = 0, max = MAX_TIME_S, default = 10)]
    default_run_s: f64,
}

impl RunChoices {
    fn into_workflow_choices(self) -> workflow::Choices {
        workflow::Choices {
            submit_s: self.submit_s,
            default_run_s: self.default_run_s,
            default_size_mb: 0.0,
            run_factor: 1.0,
            size_factor: 1.0,
        }
    }
}

/// The words of a line; empty for a comment or a blank line.
fn split_words(line: &[u8]) -> Vec<&[u8]> {
    if line.trim_ascii_start().starts_with(b"#") {
        return vec![];
    }
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect()
}

/// The words of the lines at the start of a file.
fn head_lines(head: &[u8]) -> Vec<Vec<&[u8]>> {
    unpack::complete_lines(head).map(split_words).filter(|words| !words.is_empty()).collect()
}

/// The interpretation of the lines of a format.
trait DagLines {
    /// Its texts.
    const TEXTS: FormatTexts;

    /// Reads the words of a line, at least one.
    fn read_line(&mut self, draft: &mut Draft, line: u32, words: &[&[u8]]) -> Result<(), Diagnostic>;

    /// Adds the data that is known only at the end.
    fn finish(self, draft: &mut Draft) -> Result<(workflow::Choices, Option<FileDependencies>), Diagnostic>;
}

/// Reads a file line by line.
struct DagReader<T> {
    name: String,
    lines: T,
    draft: Draft,
    problems: Vec<Diagnostic>,
}

impl<T> DagReader<T> {
    fn new(name: &str, lines: T) -> Self {
        Self { name: name.to_owned(), lines, draft: Draft::default(), problems: vec![] }
    }
}

impl<T: DagLines> LineReader for DagReader<T> {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        if self.problems.len() >= MAX_ERRORS {
            return;
        }
        let Some(text) = text else {
            self.problems.push(Diagnostic::error("longer than 64 KiB").line(line));
            return;
        };
        let words = split_words(text);
        if words.is_empty() {
            return;
        }
        if let Err(problem) = self.lines.read_line(&mut self.draft, line, &words) {
            self.problems.push(problem.line(line));
        }
    }

    fn finish(mut self) -> Result<Reading, Vec<Diagnostic>> {
        if self.draft.tasks.is_empty() && self.problems.is_empty() {
            self.problems.push(Diagnostic::error(format!("there is no {} in the file", T::TEXTS.task[0])));
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let (choices, dependencies) = self.lines.finish(&mut self.draft).map_err(|problem| vec![problem])?;
        finish_draft(&self.name, self.draft, &T::TEXTS, &choices, dependencies)
    }
}

/// A word as text.
fn text(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

/// Adds a task; an error if its id is already in use.
fn add_task(draft: &mut Draft, id: &[u8], [one, several]: [&str; 2], line: u32) -> Result<usize, Diagnostic> {
    match draft.add_task(&text(id), several, line) {
        Ok(task) => Ok(task as usize),
        Err(TaskError::Twice(first)) => {
            let id = quote_bytes(id);
            Err(Diagnostic::error(format!(
                "two {several} have the name `{id}`; the first {one} is in line {first}"
            )))
        }
        Err(TaskError::Limit(problem)) => Err(problem),
    }
}

/// Adds a dependency; an error if a task depends on itself.
fn add_edge(draft: &mut Draft, parent: &[u8], child: &[u8], line: u32) -> Result<(), Diagnostic> {
    if parent == child {
        return Err(Diagnostic::error(format!("`{}` depends on itself", quote_bytes(parent))));
    }
    let parent = draft.id_index(&text(parent), line);
    let child = draft.id_index(&text(child), line);
    draft.add_edge(child, parent, line)
}

/// The error about a line with invalid words after its keyword.
fn line_error(needed: &str) -> Diagnostic {
    Diagnostic::error(format!("the line is incomplete: it needs `{needed}`"))
}
