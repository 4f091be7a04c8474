//! The Standard Workload Format of the Parallel Workloads Archive: one job a line, 18 numbers, -1 for unknown.
//!
//! Logs are long and rarely clean, so they are read in one pass over the bytes, line by line, and a line that makes no
//! sense costs that line only. What is used: job number, submission, run time, processors, requested time, status,
//! user, group, queue and partition. Waits, memory, processor time and dependencies between jobs are not.

mod facts;
mod findings;
mod header;
mod line;
mod log;
#[cfg(test)]
mod tests;

pub use log::SwfReader;

use super::Format;
use ganttlet_engine::entry::{Entry, Kind, Makes, Parameter};

/// What the catalog says, and how such logs are read.
pub(super) const FORMAT: Format = Format {
    entry: Entry {
        id: "swf",
        name: "Standard Workload Format (SWF)",
        summary: "Logs of parallel machines, one rigid job a line, as the Parallel Workloads Archive publishes them. \
                  Processors become nodes.",
        source: "Chapin et al., Benchmarks and Standards for the Evaluation of Parallel Job Schedulers, JSSPP 1999; \
                 version 2.2 of the format at the Parallel Workloads Archive",
        parameters: PARAMETERS,
    },
    makes: Makes::Jobs,
    limit: 1 << 30,
    recognises: log::recognises,
    reader: |_, settings| Box::new(SwfReader::new(settings)),
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

const PARAMETERS: &[Parameter] = &[
    Parameter {
        id: "processors",
        name: "Processors of a job",
        doc: "Which of the two numbers of processors in the log is the size of a job.",
        unit: "",
        kind: Kind::Choice {
            options: &[
                ("requested", "What was requested (field 8); if unknown, what was allocated"),
                ("allocated", "What was allocated (field 5); if unknown, what was requested"),
            ],
            default: "requested",
        },
    },
    Parameter {
        id: "shift_to_zero",
        name: "Start at zero",
        doc: "Moves all submissions so that the first job arrives at time 0. Waits stay as they are.",
        unit: "",
        kind: Kind::Bool { default: true },
    },
    Parameter {
        id: "from_s",
        name: "From",
        doc: "Leaves out jobs submitted earlier than this long after the first job of the log.",
        unit: "s",
        kind: Kind::Number { min: 0.0, max: line::LATEST_S, default: 0.0 },
    },
    Parameter {
        id: "to_s",
        name: "To",
        doc: "Leaves out jobs submitted this long after the first job of the log, or later; 0 for no limit.",
        unit: "s",
        kind: Kind::Number { min: 0.0, max: line::LATEST_S, default: 0.0 },
    },
    Parameter {
        id: "first_jobs",
        name: "First jobs",
        doc: "Takes this many jobs, the earliest submitted, of those that are left; 0 for all.",
        unit: "jobs",
        kind: Kind::Integer { min: 0, max: log::MOST_JOBS as i64, default: 0 },
    },
    Parameter {
        id: "min_run_s",
        name: "Shortest run",
        doc: "Jobs that ran shorter run this long, and no estimate is shorter; 0 leaves all as they are. With 1, as logs \
              are often cleaned, no job is without length.",
        unit: "s",
        kind: Kind::Number { min: 0.0, max: line::LATEST_S, default: 0.0 },
    },
    Parameter {
        id: "home",
        name: "Home of a job",
        doc: "What decides to which cluster a job belongs: the lowest id becomes the first cluster.",
        unit: "",
        kind: Kind::Choice {
            options: &[
                ("none", "Jobs belong to no cluster"),
                ("partition", "The partition (field 16): in logs of grids, the site"),
                ("queue", "The queue (field 15)"),
            ],
            default: "none",
        },
    },
];
