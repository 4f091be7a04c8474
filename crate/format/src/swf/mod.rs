//! The Standard Workload Format of the Parallel Workloads Archive: one job a line, 18 numbers, -1 for unknown.
//!
//! What is used: job number, submission, run time, processors, requested time, status, user, group, executable, queue and partition.
//! Waits, memory, processor time and dependencies between jobs are not.

mod line;
#[cfg(test)]
mod tests;
pub(super) mod write;

use super::log::{self, Dialect, Header, Line, Words};
use super::{Format, How};
use ganttlet_engine::entry::{Entry, Parameters, Variants};
use ganttlet_engine::workload::Job;

/// What the catalog says.
pub(super) const FORMAT: Format = Format::of::<Job>(
    Entry::new("swf", "Standard Workload Format (SWF)")
        .summary(
            "Logs of parallel machines, one rigid job a line, as the Parallel Workloads Archive \
             publishes them. Processors become nodes.",
        )
        .source(
            "Chapin et al., Benchmarks and Standards for the Evaluation of Parallel Job Schedulers, \
             JSSPP 1999; version 2.2 of the format at the Parallel Workloads Archive",
        )
        .parameters(Choices::LIST),
    Some("logs in the Standard Workload Format (SWF)"),
    1 << 30,
);

/// How such files are told and read.
pub(super) const HOW: How = How::of::<Job>(
    |head| log::recognises(head, &mut Swf(Home::None), Some(b';')),
    |_, settings| {
        let Choices { log, home } = Choices::read(settings);
        log::reader(log, Box::new(Swf(home)))
    },
);

/// What can be set where a log is read.
#[derive(Parameters)]
struct Choices {
    #[parameter(all)]
    log: log::Choices,
    /// What decides to which cluster a job belongs: the lowest id becomes the first cluster.
    #[parameter(name = "Home of a job", default = "none")]
    home: Home,
}

/// What decides to which cluster a job belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Home {
    /// Jobs belong to no cluster
    #[word("none")]
    None,
    /// The partition (field 16): in logs of grids, the site
    #[word("partition")]
    Partition,
    /// The queue (field 15)
    #[word("queue")]
    Queue,
}

/// Logs in this format, with what is a cluster in them.
struct Swf(Home);

impl Dialect for Swf {
    fn words(&self) -> &'static Words {
        &Words {
            id: "swf",
            name: "the Standard Workload Format",
            columns: line::FIELDS,
            line: "A line has 18 numbers separated by blanks, -1 for unknown; comments begin with a semicolon.",
            ignored: "with a preceding job or think time (fields 17, 18)",
        }
    }

    fn parse<'a>(&mut self, line: &'a [u8]) -> Line<'a> {
        line::parse(line, self.0)
    }

    fn settle(&mut self, header: &Header, jobs: &mut [Job]) -> Option<Vec<String>> {
        let named = match self.0 {
            Home::None => return None,
            Home::Partition => &header.partitions,
            Home::Queue => &header.queues,
        };
        let name = |id: u32| match named.iter().find(|named| named.id == id) {
            Some(named) => format!("{id} ({})", named.name),
            None => id.to_string(),
        };
        Some(log::clusters(jobs).into_iter().map(name).collect())
    }
}

/// What is wrong with the first field that is not what it must be, if this line has the columns of such a log.
pub(super) fn wrong_field(line: &[u8]) -> Option<String> {
    match line::parse(line, Home::None) {
        Line::Bad(bad) => Some(bad.to_string()),
        _ => None,
    }
}

/// How many columns such a log has, in words.
pub(super) fn columns() -> String {
    format!("{} columns", line::FIELDS)
}
