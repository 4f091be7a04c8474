//! The common part of the readers of tables with one task per line.

use super::{Choices, MAX_TASKS, Row, build};
use crate::finding_list::{FindingList, count_text, group_digits};
use crate::lines::{LineFileReader, LineReader};
use crate::{Reader, Reading};
use ganttlet_core::diagnostic::Diagnostic;

/// The lines of such a table.
pub(crate) trait TaskLines {
    /// The id of the format, and the message for a file with mostly invalid lines.
    const TEXTS: (&'static str, &'static str);

    /// The task of a line that is not blank, `None` for a line that is not a task, or the error.
    fn parse(&mut self, line: u32, text: &[u8]) -> Result<Option<Row>, String>;

    /// Called after all lines: completes the rows and reports the findings.
    fn finish(self, rows: &mut Vec<Row>, diagnostics: &mut Vec<Diagnostic>);
}

/// The tasks read so far.
struct TaskLineReader<T> {
    choices: Choices,
    lines: T,
    rows: Vec<Row>,
    bad: FindingList,
}

/// A reader of a file with such lines.
pub(crate) fn new_reader(choices: Choices, lines: impl TaskLines + 'static) -> Box<dyn Reader> {
    let reader = TaskLineReader { choices, lines, rows: vec![], bad: FindingList::default() };
    Box::new(LineFileReader::new(reader))
}

impl<T: TaskLines> LineReader for TaskLineReader<T> {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        if text.is_some_and(|text| text.trim_ascii().is_empty()) || self.rows.len() > MAX_TASKS {
            return;
        }
        let task =
            text.ok_or_else(|| "longer than 64 KiB".to_owned()).and_then(|text| self.lines.parse(line, text));
        match task {
            Ok(row) => self.rows.extend(row),
            Err(why) => self.bad.add_with_text(line, || why),
        }
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let Self { choices, lines, mut rows, bad } = self;
        let (format, hint) = T::TEXTS;
        let mut diagnostics = vec![];
        bad.report(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: invalid", count_text(n, "line", "lines")))
        });
        let problem = if rows.len() > MAX_TASKS {
            let most = group_digits(MAX_TASKS as u64);
            let message = format!("the file has more than {most} tasks, which is the limit");
            Some(Diagnostic::error(message).hint("Use a part of the file."))
        } else if bad.count as usize > rows.len() {
            let all = group_digits(u64::from(bad.count) + rows.len() as u64);
            let message = format!("{} of {all} lines are invalid", group_digits(bad.count.into()));
            Some(Diagnostic::error(message).hint(hint))
        } else if rows.is_empty() {
            Some(Diagnostic::error("the file contains no task that ended"))
        } else {
            None
        };
        if let Some(problem) = problem {
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        lines.finish(&mut rows, &mut diagnostics);
        build::build_workflows(format, rows, bad.count, &choices, diagnostics)
    }
}
