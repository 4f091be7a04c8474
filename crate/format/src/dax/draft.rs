//! The parsed XML before it becomes a workflow: names instead of indices, values that may be missing.

use crate::finding_list::{FindingList, quote_bytes};
use crate::number::parse_number;
use std::collections::BTreeMap;

/// Largest accepted file size, in bytes: an exabyte.
pub(super) const MAX_SIZE: f64 = 1e18;

/// Names, numbered by first occurrence.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    numbers: BTreeMap<Box<str>, u32>,
}

impl NameIndex {
    /// The index of a name, a new one if it is new.
    pub(super) fn index_of(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.len() as u32;
        self.numbers.insert(name.into(), number);
        number
    }

    /// How many names there are.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The names by number.
    pub(super) fn into_list(self) -> Vec<String> {
        let mut list = vec![String::new(); self.numbers.len()];
        for (name, number) in self.numbers {
            list[number as usize] = name.into_string();
        }
        list
    }
}

/// A job as the file describes it.
#[derive(Debug)]
pub(super) struct DraftTask {
    /// The number of its id.
    pub(super) id: u32,
    pub(super) program: String,
    /// In seconds, if the file says it: finite, not negative.
    pub(super) run_s: Option<f64>,
    pub(super) nodes: u32,
}

/// A file that a job reads or writes.
#[derive(Debug)]
pub(super) struct FileUse {
    /// Index of the job.
    pub(super) task: u32,
    /// Number of the name of the file.
    pub(super) file: u32,
    pub(super) reads: bool,
    pub(super) writes: bool,
    /// In bytes, if the file says it: finite, not negative.
    pub(super) size: Option<f64>,
}

/// A name that is used as the id of a job.
#[derive(Clone, Copy, Debug)]
pub(super) struct JobId {
    /// The line in which it comes first.
    pub(super) line: u32,
    /// Index and line of the job that has it.
    pub(super) task: Option<(u32, u32)>,
}

/// What the XML said.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The attribute `name` of the root.
    pub(super) name: String,
    /// The attribute `version` of the root.
    pub(super) version: String,
    /// The attribute `jobCount` of the root.
    pub(super) job_count: Option<f64>,
    /// The attribute `childCount` of the root.
    pub(super) child_count: Option<f64>,
    /// How many `<child>` elements there are.
    pub(super) children: u32,
    pub(super) tasks: Vec<DraftTask>,
    /// Names of jobs, and what is known of each.
    pub(super) id_names: NameIndex,
    pub(super) ids: Vec<JobId>,
    pub(super) files: NameIndex,
    pub(super) uses: Vec<FileUse>,
    /// Sizes in the catalogue of files: number of the name, bytes.
    pub(super) catalogue: Vec<(u32, f64)>,
    /// Who waits for whom: numbers of ids, child and parent.
    pub(super) edges: Vec<(u32, u32)>,
    /// Elements that are workflows themselves.
    pub(super) nested: FindingList,
    /// Negative run times and sizes, replaced by 0.
    pub(super) negative: FindingList,
    /// Run times, sizes and cores that are no numbers, ignored.
    pub(super) unreadable: FindingList,
    /// Values with an entity that is none of XML, left as they are written.
    pub(super) entities: FindingList,
    /// Uses that are neither input nor output.
    pub(super) unused: FindingList,
}

impl Draft {
    /// A number between 0 and `most`; negative numbers become 0, others are missing.
    pub(super) fn parse_value(&mut self, what: &str, text: &str, most: f64, line: u32) -> Option<f64> {
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

    /// A number of nodes, at least 1; others are missing.
    pub(super) fn parse_cores(&mut self, text: &str, line: u32) -> Option<u32> {
        let cores = parse_number(text.trim().as_bytes());
        let cores = cores.filter(|&x| x >= 1.0 && x < f64::from(u32::MAX) && x.fract() == 0.0);
        if cores.is_none() {
            self.unreadable.add_with_text(line, || format!("cores `{}`", quote_bytes(text.as_bytes())));
        }
        cores.map(|x| x as u32)
    }
}
