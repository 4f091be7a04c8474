//! Known tables without a header, recognised by their values.

use super::super::cells::Unit;
use super::super::mapping::Meaning;
use crate::number::parse_number;

/// The layout of a table without a header.
pub(super) struct Layout {
    pub(super) what: &'static str,
    /// The information that is lost.
    pub(super) loss: &'static str,
    /// True for a row of such a table.
    pub(super) is: fn(row: &[Vec<u8>]) -> bool,
    pub(super) columns: &'static [(&'static str, Meaning, Unit)],
}

const STATUS_WORDS: [&str; 7] =
    ["Terminated", "Waiting", "Running", "Failed", "Ready", "Cancelled", "Interrupted"];

/// True for a row with this number of cells and the status of a task in this cell.
fn is_task(row: &[Vec<u8>], cells: usize, status: usize) -> bool {
    row.len() == cells && STATUS_WORDS.iter().any(|word| word.as_bytes() == row[status].as_slice())
}

/// True for a line of SWF with another separator than blanks: the required fields are numbers, and the status is one of
/// the format.
fn is_swf(row: &[Vec<u8>]) -> bool {
    let number = |field: usize| parse_number(&row[field - 1]);
    (18..=22).contains(&row.len())
        && [1, 2, 4, 5, 8, 9].into_iter().all(|field| number(field).is_some_and(|value| value >= -1.0))
        && number(11).is_some_and(|status| (-1.0..=5.0).contains(&status) && status.fract() == 0.0)
}

const DEPENDENCIES: &str = "dependencies between tasks are not read: each task is a job (the format alibaba-2018 reads those of 2018)";

pub(super) const LAYOUTS: [Layout; 3] = [
    Layout {
        what: "batch_task of the Alibaba cluster trace 2017",
        loss: DEPENDENCIES,
        is: |row| is_task(row, 8, 5),
        columns: &[
            ("4", Meaning::Id, Unit::AsWritten),
            ("1", Meaning::Submit, Unit::AsWritten),
            ("1", Meaning::Start, Unit::AsWritten),
            ("2", Meaning::End, Unit::AsWritten),
            ("7", Meaning::Processors, Unit::Hundredths),
            ("3", Meaning::Group, Unit::AsWritten),
            ("6", Meaning::Status, Unit::AsWritten),
            ("5", Meaning::Copies, Unit::AsWritten),
        ],
    },
    Layout {
        what: "batch_task of the Alibaba cluster trace 2018",
        loss: DEPENDENCIES,
        is: |row| is_task(row, 9, 4),
        columns: &[
            ("1", Meaning::Id, Unit::AsWritten),
            ("6", Meaning::Submit, Unit::AsWritten),
            ("6", Meaning::Start, Unit::AsWritten),
            ("7", Meaning::End, Unit::AsWritten),
            ("8", Meaning::Processors, Unit::Hundredths),
            ("3", Meaning::Group, Unit::AsWritten),
            ("4", Meaning::Application, Unit::AsWritten),
            ("5", Meaning::Status, Unit::AsWritten),
            ("2", Meaning::Copies, Unit::AsWritten),
        ],
    },
    Layout {
        what: "the Standard Workload Format with another separator than blanks",
        loss: "its status (field 11) is not read: all jobs count as completed",
        is: is_swf,
        columns: &[
            ("1", Meaning::Id, Unit::AsWritten),
            ("2", Meaning::Submit, Unit::AsWritten),
            ("3", Meaning::Wait, Unit::AsWritten),
            ("4", Meaning::Run, Unit::AsWritten),
            ("9", Meaning::Limit, Unit::AsWritten),
            ("5", Meaning::Processors, Unit::AsWritten),
            ("8", Meaning::RequestedProcessors, Unit::AsWritten),
            ("12", Meaning::User, Unit::AsWritten),
            ("13", Meaning::Group, Unit::AsWritten),
            ("15", Meaning::Queue, Unit::AsWritten),
            ("14", Meaning::Application, Unit::AsWritten),
        ],
    },
];
