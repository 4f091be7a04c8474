//! The draft of a workflow from a parser, with names instead of indices and with values that may be missing.

use crate::Fact;
use crate::finding_list::{FindingList, group_digits, quote_bytes};
use crate::number::parse_number;
use ganttlet_core::diagnostic::Diagnostic;
use std::collections::BTreeMap;

/// Largest accepted file size, in bytes: an exabyte.
pub(crate) const MAX_SIZE: f64 = 1e18;

/// Names, numbered by first occurrence.
#[derive(Debug, Default)]
pub(crate) struct NameIndex {
    numbers: BTreeMap<Box<str>, u32>,
}

impl NameIndex {
    /// The index of a name; a new index for a new name.
    pub(crate) fn index_of(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.len() as u32;
        self.numbers.insert(name.into(), number);
        number
    }

    /// The number of names.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The names by number.
    pub(crate) fn into_list(self) -> Vec<String> {
        let mut list = vec![String::new(); self.numbers.len()];
        for (name, number) in self.numbers {
            list[number as usize] = name.into_string();
        }
        list
    }
}

/// Maximum number of tasks of one workflow.
const MAX_TASKS: usize = 1_000_000;
/// Maximum number of uses of files, in all tasks together.
const MAX_USES: usize = 5_000_000;
/// Maximum number of dependencies.
const MAX_EDGES: usize = 10_000_000;

/// A number of items that a file declares, and the actual number.
#[derive(Debug)]
pub(crate) struct Declared {
    /// The place of the declaration in the file.
    pub(crate) place: &'static str,
    pub(crate) declared: f64,
    pub(crate) actual: u32,
}

/// The reason why a task was not added.
pub(crate) enum TaskError {
    /// Another task has its id: the line of the first one.
    Twice(u32),
    /// There are too many tasks.
    Limit(Diagnostic),
}

/// A task as the file describes it.
#[derive(Debug)]
pub(crate) struct DraftTask {
    /// The number of its id.
    pub(crate) id: u32,
    pub(crate) program: String,
    /// The runtime in seconds, if it is in the file: finite, not negative.
    pub(crate) run_s: Option<f64>,
    pub(crate) nodes: u32,
}

/// A file that a task reads or writes.
#[derive(Debug)]
pub(crate) struct FileUse {
    /// Index of the task.
    pub(crate) task: u32,
    /// Number of the name of the file.
    pub(crate) file: u32,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    /// The size in bytes, if it is in the file: finite, not negative.
    pub(crate) size: Option<f64>,
}

/// A name that is used as the id of a task.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TaskId {
    /// The line of its first occurrence.
    pub(crate) line: u32,
    /// Index and line of the task with this id.
    pub(crate) task: Option<(u32, u32)>,
}

/// The content of the file.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// The name of the workflow in the file.
    pub(crate) name: String,
    /// The version of the format that the file states.
    pub(crate) version: String,
    /// The numbers of tasks and other items that the file declares.
    pub(crate) declared: Vec<Declared>,
    pub(crate) tasks: Vec<DraftTask>,
    /// Ids of tasks, and the data on each.
    pub(crate) id_names: NameIndex,
    pub(crate) ids: Vec<TaskId>,
    pub(crate) files: NameIndex,
    pub(crate) uses: Vec<FileUse>,
    /// Sizes in the catalogue of files: number of the name, bytes.
    pub(crate) catalogue: Vec<(u32, f64)>,
    /// Dependencies: numbers of ids, child and parent.
    pub(crate) edges: Vec<(u32, u32)>,
    /// Tasks that are nested workflows.
    pub(crate) nested: FindingList,
    /// Negative runtimes and sizes, replaced by 0.
    pub(crate) negative: FindingList,
    /// Runtimes, sizes and cores that are not numbers, ignored.
    pub(crate) unreadable: FindingList,
    /// Uses that are neither input nor output.
    pub(crate) unused: FindingList,
    /// Diagnostics of this format only.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Facts of this format only.
    pub(crate) facts: Vec<Fact>,
    /// The number of processors in the file, and its source.
    pub(crate) processors: Option<(u32, &'static str)>,
}

impl Draft {
    /// The number of an id that is used in this line (0 for none).
    pub(crate) fn id_index(&mut self, name: &str, line: u32) -> u32 {
        let number = self.id_names.index_of(name);
        if number as usize == self.ids.len() {
            self.ids.push(TaskId { line, task: None });
        }
        number
    }

    /// Adds a task without runtime on one node; its index.
    pub(crate) fn add_task(&mut self, id: &str, plural: &str, line: u32) -> Result<u32, TaskError> {
        let task = self.tasks.len() as u32;
        let id = self.id_index(id, line);
        if let Some((_, first)) = self.ids[id as usize].task {
            return Err(TaskError::Twice(first));
        }
        if self.tasks.len() == MAX_TASKS {
            return Err(TaskError::Limit(limit_error(line, MAX_TASKS, plural)));
        }
        self.ids[id as usize].task = Some((task, line));
        self.tasks.push(DraftTask { id, program: String::new(), run_s: None, nodes: 1 });
        Ok(task)
    }

    /// Adds the use of a file. The uses of a task must be consecutive.
    pub(crate) fn add_use(&mut self, one: FileUse, line: u32) -> Result<(), Diagnostic> {
        if self.uses.len() == MAX_USES {
            return Err(limit_error(line, MAX_USES, "uses of files"));
        }
        self.uses.push(one);
        Ok(())
    }

    /// Adds a dependency between two ids.
    pub(crate) fn add_edge(&mut self, child: u32, parent: u32, line: u32) -> Result<(), Diagnostic> {
        if self.edges.len() == MAX_EDGES {
            return Err(limit_error(line, MAX_EDGES, "dependencies"));
        }
        self.edges.push((child, parent));
        Ok(())
    }

    /// A number between 0 and `most`; negative numbers become 0, others are missing.
    pub(crate) fn parse_value(&mut self, what: &str, text: &str, most: f64, line: u32) -> Option<f64> {
        match parse_number(text.trim().as_bytes()) {
            Some(value) if value < 0.0 => {
                self.negative.add_with_text(line, || format!("{what} `{}`", quote_bytes(text.as_bytes())));
                Some(0.0)
            }
            Some(value) if value <= most => Some(value),
            _ => {
                self.unreadable.add_with_text(line, || format!("{what} `{}`", quote_bytes(text.as_bytes())));
                None
            }
        }
    }

    /// The same for a parsed number.
    pub(crate) fn check_value(&mut self, what: &str, value: Option<f64>, most: f64) -> Option<f64> {
        let value = value?;
        if value < 0.0 {
            self.negative.add_with_text(0, || format!("{what} `{value}`"));
            return Some(0.0);
        }
        if value <= most {
            return Some(value);
        }
        self.unreadable.add_with_text(0, || format!("{what} `{value}`"));
        None
    }

    /// A parsed number of nodes, at least 1; others are missing.
    pub(crate) fn check_cores(&mut self, cores: Option<f64>) -> Option<u32> {
        let cores = cores?;
        if cores >= 1.0 && cores < f64::from(u32::MAX) && cores.fract() == 0.0 {
            return Some(cores as u32);
        }
        self.unreadable.add_with_text(0, || format!("cores `{cores}`"));
        None
    }

    /// A number of nodes, at least 1; others are missing.
    pub(crate) fn parse_cores(&mut self, text: &str, line: u32) -> Option<u32> {
        let cores = parse_number(text.trim().as_bytes());
        let cores = cores.filter(|&x| x >= 1.0 && x < f64::from(u32::MAX) && x.fract() == 0.0);
        if cores.is_none() {
            self.unreadable.add_with_text(line, || format!("cores `{}`", quote_bytes(text.as_bytes())));
        }
        cores.map(|x| x as u32)
    }
}

fn limit_error(line: u32, most: usize, what: &str) -> Diagnostic {
    let most = group_digits(most as u64);
    Diagnostic::error(format!("there are more than {most} {what}, which is the limit")).line(line)
}
