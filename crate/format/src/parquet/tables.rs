//! The known tables in Parquet files, by the names of their columns.

use super::ParquetFile;
use crate::finding_list::quote_bytes;
use crate::{Format, Reading, opendc_failures, opendc_tasks, table, wta};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Settings;

/// A supported table.
struct ReadableTable {
    format: &'static str,
    /// True for a file with its columns.
    recognises: fn(&ParquetFile) -> bool,
    read: fn(&ParquetFile, &Settings) -> Result<Reading, Vec<Diagnostic>>,
}

/// All supported tables, the strictest first.
static READABLE: &[ReadableTable] = &[
    ReadableTable {
        format: wta::FORMAT.entry.id,
        recognises: wta::read::is_task_table,
        read: wta::read::read_tasks,
    },
    ReadableTable {
        format: opendc_tasks::FORMAT.entry.id,
        recognises: opendc_tasks::read::is_task_table,
        read: opendc_tasks::read::read_tasks,
    },
    ReadableTable {
        format: opendc_failures::FORMAT.entry.id,
        recognises: opendc_failures::read::is_failure_table,
        read: opendc_failures::read::read_failures,
    },
];

/// A known but unsupported table: some of its columns (a bar between spellings), its description, and the table to open
/// instead.
type OtherTable = (&'static [&'static str], &'static str, &'static str);

const OTHER: &[OtherTable] = &[
    (
        &["id", "task_count|numberOfTasks", "scheduler"],
        "the `workflows` table of a Workflow Trace Archive trace: totals of each workflow, without its tasks",
        "Open the file in the folder `tasks` of the same trace.",
    ),
    (
        &["id", "num_resources|numResources", "type"],
        "the `resources` table of a Workflow Trace Archive trace: its machines, without tasks",
        "Open the file in the folder `tasks` of the same trace.",
    ),
    (
        &["total_workflows", "total_tasks"],
        "the `workload` table of a Workflow Trace Archive trace: its totals, without tasks",
        "Open the file in the folder `tasks` of the same trace.",
    ),
    (
        &["ts_start", "ts_end", "task_id|event_id"],
        "the `task_state` or `datatransfer` table of a Workflow Trace Archive trace",
        "Open the file in the folder `tasks` of the same trace.",
    ),
    (
        &["id", "duration", "cpu_usage"],
        "the `fragments` table of an OpenDC workload: the processor use of tasks over time, without submit times",
        "Open `tasks.parquet` beside it: its jobs have the sum of these durations.",
    ),
];

/// True if the file has all these columns.
pub(crate) fn has_all(file: &ParquetFile, columns: &[&str]) -> bool {
    columns.iter().all(|names| names.split('|').any(|name| file.has(name)))
}

/// The id of the format of a Parquet file, or a description of its content.
pub(crate) fn recognise(bytes: &[u8]) -> Result<&'static str, Diagnostic> {
    let file = ParquetFile::open(bytes)?;
    if let Some(known) = READABLE.iter().find(|known| (known.recognises)(&file)) {
        return Ok(known.format);
    }
    if let Some((_, what, hint)) = OTHER.iter().find(|(columns, ..)| has_all(&file, columns)) {
        return Err(Diagnostic::error(format!("this is {what}")).hint(*hint));
    }
    let missing = match table::typed::missing_columns_of(&file)? {
        missing if missing.is_empty() => return Ok(table::FORMAT.entry.id),
        missing => missing.join(" and none of "),
    };
    let mut names: Vec<String> = file.names().iter().map(|name| quote_bytes(name.as_bytes())).collect();
    let more = names.len().saturating_sub(MAX_LISTED);
    names.truncate(MAX_LISTED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message =
        format!("the Parquet file has the columns {}{rest}, and none of {missing}", names.join(", "));
    Err(Diagnostic::error(message).hint(
        "Read are tables of jobs, tasks of the Workflow Trace Archive, and tasks and failures of OpenDC.",
    ))
}

/// Number of columns that are listed.
const MAX_LISTED: usize = 12;

/// Reads a Parquet file in this format.
pub(crate) fn read(bytes: &[u8], format: &Format, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    if format.entry.id == table::FORMAT.entry.id {
        let file = ParquetFile::open(bytes).map_err(|problem| vec![problem])?;
        return table::typed::read_jobs(&file, settings, u64::MAX);
    }
    let Some(known) = READABLE.iter().find(|known| known.format == format.entry.id) else {
        let message =
            format!("the file is a Parquet file, which the format `{}` does not read", format.entry.id);
        let hint = "Leave out the format: it is recognised from the content of the file.";
        return Err(vec![Diagnostic::error(message).hint(hint)]);
    };
    let file = ParquetFile::open(bytes).map_err(|problem| vec![problem])?;
    if !(known.recognises)(&file) {
        return Err(recognise(bytes).err().map_or_else(
            || vec![Diagnostic::error("the Parquet file has other columns than this format")],
            |problem| vec![problem],
        ));
    }
    (known.read)(&file, settings)
}
