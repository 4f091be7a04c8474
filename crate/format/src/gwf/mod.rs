//! The Grid Workloads Format of the Grid Workloads Archive: one job per line, 29 fields, -1 for unknown.
//!
//! The first eleven fields are those of the Standard Workload Format. The others have words in place of numbers (users,
//! groups, queues, partitions, sites), the structure of a job, and its used and requested resources. The reader uses
//! the fields for submission, runtime, processors, user and site of a job.

mod line;
mod sites;
#[cfg(test)]
mod tests;
pub(super) mod write;

use super::finding_list::{count_text, group_digits};
use super::log::{self, Dialect, FormatTexts, Header, IdField, IdIndex, LogLine};
use super::number::MAX_TIME_S;
use super::{FileField, Format, FormatReader, Sites, fields};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_work::Job;
use sites::SiteUsage;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("gwf", "Grid Workloads Format (GWF)")
        .summary(
            "Grid logs, one job per line, as published by the Grid Workloads Archive; sites, users and \
             groups have names. Jobs of a bag of tasks form a bag in systems that run bags, and are single \
             jobs elsewhere.",
        )
        .source("Iosup et al., The Grid Workloads Archive, Future Generation Computer Systems 24(7), 2008")
        .parameters(GwfOptions::LIST),
    Some("logs in the Grid Workloads Format (GWF)"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 29] = fields([
    ("1 job number", "Number of the job in the log."),
    ("2 submit time", "Seconds, usually since 1970; values above 300 years are milliseconds."),
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
    ("12 user", "Name of the user, for per-user policies, predictors and colours."),
    ("13 group", "Name of the group."),
    ("14 executable", "Name of the application, for predictors and colours."),
    ("15 queue", "Home cluster if `home = queue`."),
    ("16 partition", "Home cluster if `home = partition`."),
    ("17 submission site", "Home cluster if `home = site`."),
    ("18 last execution site", "Home cluster if `home = last-site`."),
    ("19 job structure", "UNITARY for a single job, BoT for a task of a bag."),
    ("20 structure parameters", "Of a task of a bag: name of the bag."),
    ("21 used network", "Not used."),
    ("22 used local disk space", "Not used."),
    ("23 used resources", "Not used."),
    (
        "24 requested platform",
        "Not used: the job runs on any cluster. A log with such values says so after loading.",
    ),
    ("25 requested network", "Not used, as field 24."),
    ("26 requested local disk space", "Not used, as field 24."),
    ("27 requested resources", "Not used, as field 24."),
    ("28 virtual organisation", "Not used."),
    ("29 project", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| log::is_log(head, &mut GwfDialect::new(Home::None), None),
    |_, settings| {
        let GwfOptions { log, home } = GwfOptions::read(settings);
        let filters = log.keeps_by_queue();
        log::new_reader(log, Box::new(GwfDialect { filters, ..GwfDialect::new(home) }))
    },
);

/// Options of reading a log.
#[derive(Parameters)]
struct GwfOptions {
    #[parameter(all)]
    log: log::Choices,
    /// Field that determines the home cluster of a job. Values with the name of a cluster refer to that cluster; otherwise
    /// clusters are ordered by name.
    #[parameter(name = "Home cluster", default = "none")]
    home: Home,
}

/// Field that determines the home cluster of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Home {
    /// No home cluster
    #[word("none")]
    None,
    /// Submission site (field 17)
    #[word("site")]
    Site,
    /// Last execution site (field 18)
    #[word("last-site")]
    LastSite,
    /// Partition (field 16)
    #[word("partition")]
    Partition,
    /// Queue (field 15)
    #[word("queue")]
    Queue,
}

/// Logs in this format: the meaning of clusters in them, and findings so far.
struct GwfDialect {
    home: Home,
    users: IdIndex,
    groups: IdIndex,
    applications: IdIndex,
    homes: IdIndex,
    /// True if jobs are filtered by queue or partition, whose ids follow.
    filters: bool,
    queues: IdIndex,
    partitions: IdIndex,
    bags: IdIndex,
    sites: SiteUsage,
    /// Number of jobs that are part of a bag of tasks.
    in_bags: u32,
    /// Number of jobs that are part of other structures.
    in_others: u32,
    /// Number of submit times that must be in milliseconds.
    milliseconds: u32,
    /// The first submission that was read, seconds.
    first: f64,
}

impl GwfDialect {
    fn new(home: Home) -> Self {
        Self {
            home,
            users: IdIndex::default(),
            groups: IdIndex::default(),
            applications: IdIndex::default(),
            homes: IdIndex::default(),
            filters: false,
            queues: IdIndex::default(),
            partitions: IdIndex::default(),
            bags: IdIndex::default(),
            sites: SiteUsage::default(),
            in_bags: 0,
            in_others: 0,
            milliseconds: 0,
            first: f64::INFINITY,
        }
    }
}

impl Dialect for GwfDialect {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "gwf",
            name: "the Grid Workloads Format",
            columns: line::FIELDS,
            line: "A line has 29 fields separated by tabs or blanks, -1 for unknown; comments begin with `#`.",
            ignored: "with requirements on platform, network, disk or other resources (fields 24 to 27)",
            fields: &log::NUMBERED_FIELDS,
        }
    }

    fn parse_line<'a>(&mut self, _: u32, line: &'a [u8]) -> LogLine<'a> {
        self.parse_line(line)
    }

    fn id_code(&self, field: IdField, name: &str, _: &Header) -> Option<u32> {
        let ids = match field {
            IdField::User => &self.users,
            IdField::Queue => &self.queues,
            IdField::Partition => &self.partitions,
        };
        ids.find(name)
    }

    fn assign_ids(&mut self, _: &Header, jobs: &mut [Job]) -> Option<Vec<crate::Home>> {
        log::replace_places(jobs, [&self.users, &self.groups, &self.applications]);
        let homes = log::replace_homes(jobs, &self.homes);
        (self.home != Home::None).then_some(homes)
    }

    fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![];
        // Such large submit times are seconds since 1970.
        if self.first >= 1e8 && self.first < MAX_TIME_S {
            facts.push(Fact::new("Log starts", log::date_text(self.first as i64)));
        }
        if self.in_bags > 0 {
            let bags = count_text(self.bags.count(), "bag", "bags");
            facts.push(Fact::new(
                "Bags of tasks",
                format!("{bags} of {} jobs", group_digits(self.in_bags.into())),
            ));
        }
        if let Some(Sites { clusters, from, .. }) = self.sites.sites() {
            let list =
                clusters.iter().map(|site| format!("{} {}", site.name, group_digits(site.nodes.into())));
            let list = list.collect::<Vec<_>>().join(", ");
            facts.push(Fact::new("Clusters, at least", format!("{list} ({from})")));
        }
        facts
    }

    fn sites(&self) -> Option<Sites> {
        self.sites.sites()
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut told = vec![];
        if self.milliseconds > 0 {
            let jobs = count_text(self.milliseconds, "job", "jobs");
            let message =
                format!("{jobs} submitted after the year 2286: times are interpreted as milliseconds");
            told.push(Diagnostic::note(message));
        }
        if self.in_bags > 0 {
            let jobs = count_text(self.in_bags, "job", "jobs");
            let message = format!(
                "{jobs} of bags of tasks (fields 19 and 20): bags in systems that run bags of tasks, otherwise single jobs"
            );
            told.push(Diagnostic::note(message));
        }
        if self.in_others > 0 {
            let jobs = count_text(self.in_others, "job", "jobs");
            let message = format!(
                "{jobs} of other structures (field 19), whose order is not part of the format: run as single jobs"
            );
            told.push(Diagnostic::note(message));
        }
        told
    }
}
