//! The Standard Workload Format of the Parallel Workloads Archive: one job a line, 18 numbers, -1 for unknown.
//!
//! Logs are long and rarely clean, so they are read in one pass over the bytes, line by line, and a line that makes no
//! sense costs that line only. What is used: job number, submission, run time, processors, requested time, status,
//! user, group, queue and partition. Waits, memory, processor time and dependencies between jobs are not.

mod choices;
mod facts;
mod findings;
mod header;
mod line;
mod log;
#[cfg(test)]
mod tests;

pub use log::SwfReader;

use super::crossing::{pack_items, unpack_items};
use super::{Format, How};
use ganttlet_engine::entry::{Entry, Parameters};
use ganttlet_engine::workload::{Item, Job};

/// What the catalog says.
pub(super) const FORMAT: Format = Format {
    entry: Entry::new("swf", "Standard Workload Format (SWF)")
        .summary(
            "Logs of parallel machines, one rigid job a line, as the Parallel Workloads Archive \
             publishes them. Processors become nodes.",
        )
        .source(
            "Chapin et al., Benchmarks and Standards for the Evaluation of Parallel Job Schedulers, \
             JSSPP 1999; version 2.2 of the format at the Parallel Workloads Archive",
        )
        .parameters(choices::Choices::LIST),
    makes: Job::KIND,
    limit: 1 << 30,
    unpack: unpack_items::<Job>,
};

/// How such files are told and read.
pub(super) const HOW: How = How {
    recognises: log::recognises,
    reader: |_, settings| Box::new(SwfReader::new(settings)),
    pack: pack_items::<Job>,
};

/// What is wrong with the first field that is not what it must be, if this line has the columns of such a log.
pub(super) fn wrong_field(line: &[u8]) -> Option<String> {
    match line::parse(line) {
        line::Line::Bad(bad) => Some(bad.to_string()),
        _ => None,
    }
}

/// How many columns such a log has, in words.
pub(super) fn columns() -> String {
    format!("{} columns", line::FIELDS)
}
