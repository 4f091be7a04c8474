//! The Standard Workload Format of the Parallel Workloads Archive: one job per line, 18 numbers, -1 for unknown.
//!
//! The reader uses job number, submission, runtime, processors, requested time, status, user, group, executable, queue
//! and partition. Of jobs that were cancelled in the queue, it also uses the wait. Memory, processor time and
//! dependencies between jobs are not used.

mod line;
#[cfg(test)]
mod tests;
pub(super) mod workflows;
pub(super) mod write;

use super::log::{self, Dialect, FormatTexts, Header, IdField, LogLine, Named, NumericIds};
use super::{FileField, Format, FormatReader, fields};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_work::{Job, UNKNOWN};
use std::collections::HashMap;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("swf", "Standard Workload Format (SWF)")
        .summary(
            "Logs of parallel machines, one rigid job per line, as published by the Parallel Workloads \
             Archive. Each processor is treated as a node.",
        )
        .source(
            "Chapin et al., Benchmarks and Standards for the Evaluation of Parallel Job Schedulers, \
             JSSPP 1999; version 2.2 of the format at the Parallel Workloads Archive",
        )
        .parameters(SwfOptions::LIST),
    Some("logs in the Standard Workload Format (SWF)"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 18] = fields([
    ("1 job number", "Number of the job in the log."),
    ("2 submit time", "Seconds since the start of the log."),
    (
        "3 wait time",
        "Seconds. Used only for jobs that left the queue; the simulator computes its own wait \
         times.",
    ),
    (
        "4 runtime",
        "Seconds, without the wait. Jobs without it are skipped, or kept with runtime 0 if they \
         were cancelled in the queue.",
    ),
    (
        "5 allocated processors",
        "Job size if the parameter `processors` is `allocated`, or if field 8 is unknown.",
    ),
    ("6 average CPU time", "Not used."),
    ("7 used memory", "Not used."),
    ("8 requested processors", "Job size, unless the parameter `processors` is `allocated`."),
    ("9 requested time", "User estimate, seconds. Above 3 years it means no limit."),
    ("10 requested memory", "Not used."),
    (
        "11 status",
        "1 completed, 0 failed, 5 cancelled; 2 to 4 for parts of a job. See the parameter \
         `cancelled`.",
    ),
    ("12 user", "Number of the user, for per-user policies, predictors and colours."),
    ("13 group", "Number of the group."),
    ("14 executable", "Number of the application, for predictors and colours."),
    ("15 queue", "Home cluster if `home = queue`."),
    ("16 partition", "Home cluster if `home = partition`."),
    (
        "17 preceding job",
        "Not used: jobs start independently. A log with such values says so after loading; the format `swf-workflows` reads \
         it as workflows.",
    ),
    ("18 think time", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| log::is_log(head, &mut SwfDialect::new(Home::None), Some(b';')),
    |_, settings| {
        let SwfOptions { log, home } = SwfOptions::read(settings);
        let filters = log.keeps_by_queue();
        log::new_reader(log, Box::new(SwfDialect { filters, ..SwfDialect::new(home) }))
    },
);

/// Options of reading a log.
#[derive(Parameters)]
struct SwfOptions {
    #[parameter(all)]
    log: log::Choices,
    /// Field that determines the home cluster of a job. Values with the name of a cluster refer to that cluster; otherwise
    /// the lowest id of the whole log and its header becomes the first cluster.
    #[parameter(name = "Home cluster", default = "none")]
    home: Home,
}

/// Field that determines the home cluster of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Home {
    /// No home cluster
    #[word("none")]
    None,
    /// Partition (field 16): in grid logs, the site
    #[word("partition")]
    Partition,
    /// Queue (field 15)
    #[word("queue")]
    Queue,
}

/// Logs in this format: the meaning of clusters in them, and the ids so far.
struct SwfDialect {
    home: Home,
    users: NumericIds,
    groups: NumericIds,
    applications: NumericIds,
    homes: NumericIds,
    /// True if jobs are filtered by queue or partition, whose ids follow.
    filters: bool,
    queues: NumericIds,
    partitions: NumericIds,
}

impl SwfDialect {
    fn new(home: Home) -> Self {
        let numbers = NumericIds::default;
        Self {
            home,
            users: numbers(),
            groups: numbers(),
            applications: numbers(),
            homes: numbers(),
            filters: false,
            queues: numbers(),
            partitions: numbers(),
        }
    }
}

impl Dialect for SwfDialect {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "swf",
            name: "the Standard Workload Format",
            columns: line::FIELDS,
            line: "A line has 18 numbers separated by blanks, -1 for unknown; comments begin with a semicolon.",
            ignored: "with a preceding job or think time (fields 17, 18)",
            fields: &log::NUMBERED_FIELDS,
        }
    }

    fn parse_line<'a>(&mut self, _: u32, line: &'a [u8]) -> LogLine<'a> {
        self.parse_line(line)
    }

    fn id_code(&self, field: IdField, name: &str, header: &Header) -> Option<u32> {
        let (ids, named) = match field {
            IdField::User => return self.users.find(name),
            IdField::Queue => (&self.queues, &header.queues),
            IdField::Partition => (&self.partitions, &header.partitions),
        };
        let in_header =
            || named.iter().find(|named| named.name.eq_ignore_ascii_case(name)).map(|named| named.id);
        ids.find(name).or_else(in_header)
    }

    fn assign_ids(&mut self, header: &Header, jobs: &mut [Job]) -> Option<Vec<crate::Home>> {
        self.users.replace_placeholders(&mut jobs.iter_mut().map(|job| &mut job.user));
        self.groups.replace_placeholders(&mut jobs.iter_mut().map(|job| &mut job.group));
        self.applications.replace_placeholders(&mut jobs.iter_mut().map(|job| &mut job.application));
        let named: &[Named] = match self.home {
            Home::None => return None,
            Home::Partition => &header.partitions,
            Home::Queue => &header.queues,
        };
        let mut used: Vec<u32> = jobs.iter().map(|job| job.home).filter(|&id| id != UNKNOWN).collect();
        used.sort_unstable();
        used.dedup();
        let codes: Vec<u32> =
            named.iter().map(|named| self.homes.encode(named.id.to_string().as_bytes()).0).collect();
        let mut all: Vec<u32> = used.iter().chain(&codes).copied().filter(|&code| code != UNKNOWN).collect();
        self.homes.sort_codes(&mut all);
        all.dedup();
        let places: HashMap<u32, u32> = all.iter().copied().zip(0..).collect();
        for job in jobs {
            job.home = places.get(&job.home).copied().unwrap_or(UNKNOWN);
        }
        let home = |id: u32| crate::Home {
            id: self.homes.decode(id),
            name: codes
                .iter()
                .position(|&code| code == id)
                .map_or_else(String::new, |at| named[at].name.clone()),
            used: used.binary_search(&id).is_ok(),
        };
        Some(all.into_iter().map(home).collect())
    }
}

/// The error in the first invalid field, and advice, if this line has the columns of such a log.
pub(super) fn first_wrong_field(line: &[u8]) -> Option<(String, &'static str)> {
    match SwfDialect::new(Home::None).parse_line(line) {
        LogLine::Bad(bad) => Some((bad.to_string(), bad.hint())),
        _ => None,
    }
}

/// Number of columns of such a log.
pub(super) const FIELDS: usize = line::FIELDS;

/// The number of columns in words.
pub(super) fn column_count_text() -> String {
    format!("{} columns", line::FIELDS)
}
