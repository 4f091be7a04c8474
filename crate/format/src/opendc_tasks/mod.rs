//! Workloads of OpenDC: the table of tasks, in Parquet. A task is a virtual machine or a job with a number of processors.
//!
//! The other table, fragments, has the processor use over time; it is not needed because a job keeps its processors for
//! its whole runtime.

#[cfg(feature = "parquet")]
pub(super) mod read;
#[cfg(all(test, feature = "parquet"))]
mod tests;

use super::log::Window;
use super::parquet::{LIMIT, NoParquet};
use super::{FileField, Format, FormatReader, fields};
use ganttlet_core::entry::{Entry, Parameters as _};
use ganttlet_work::Job;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("opendc-tasks", "OpenDC workload tasks (Parquet)")
        .summary(
            "Tasks of an OpenDC workload as jobs: virtual machines or batch jobs with submit time, duration and \
             number of processors.",
        )
        .source(
            "Mastenbroek et al., OpenDC 2.0: Convenient Modeling and Simulation of Emerging Technologies in Cloud \
             Datacenters, CCGrid 2021",
        )
        .parameters(Window::LIST),
    Some("workloads of OpenDC (Parquet)"),
    LIMIT,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 6] = fields([
    ("id", "Number of the job; its name if it has more than 32 bits or is a text."),
    ("submission_time", "Submit time, milliseconds or a timestamp."),
    ("duration", "Runtime, milliseconds."),
    ("cpu_count", "Nodes of the job."),
    ("parents, children", "Dependencies are omitted."),
    ("cpu_capacity, mem_capacity, nature, deadline, ..", "Not used."),
]);

/// Reading of such files, which are recognised by their columns.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(|_| false, |_, _| Box::new(NoParquet));
