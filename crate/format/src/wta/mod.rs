//! Tasks of traces in the Workflow Trace Archive: a Parquet table, whose columns and types differ between its writers.
//!
//! Ids have up to 60 bits and are never read as floating-point numbers, except if a writer stored them as such.

#[cfg(feature = "parquet")]
pub(super) mod read;
#[cfg(all(test, feature = "parquet"))]
mod tests;

use super::opendc::Choices;
use super::parquet::{LIMIT, NoParquet};
use super::{FileField, Format, FormatReader, fields};
use ganttlet_core::entry::{Entry, Parameters as _};
use ganttlet_work::Workflow;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Workflow>(
    Entry::new("wta", "Workflow Trace Archive tasks (Parquet)")
        .summary(
            "Tasks of many workflows with their dependencies, from the folder `tasks` of a trace. Tasks exchange no \
             files.",
        )
        .source("Versluis et al., The Workflow Trace Archive, IEEE TPDS 31(9), 2020")
        .parameters(Choices::LIST),
    Some("tasks of the Workflow Trace Archive (Parquet)"),
    LIMIT,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 7] = fields([
    ("id", "Number of the task, a whole number of up to 63 bits."),
    ("workflow_id (workflowId)", "Number of the workflow that the task belongs to."),
    ("ts_submit (submitTime)", "Milliseconds. A workflow arrives at the earliest submit time of its tasks."),
    ("runtime", "Runtime of the task, milliseconds; 0 if it is unknown (negative)."),
    (
        "resource_amount_requested (resourceAmountRequested)",
        "Nodes of the task, rounded up; 1 if it is missing or unknown.",
    ),
    ("parents, children", "Numbers of tasks in the same workflow. Either list is enough."),
    ("type, wait_time, user_id, memory_requested, ..", "Not used."),
]);

/// Reading of such files, which are recognised by their columns.
pub(super) const READER: FormatReader = FormatReader::new::<Workflow>(|_| false, |_, _| Box::new(NoParquet));
