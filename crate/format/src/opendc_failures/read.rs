//! Reads the table of failures.

use super::{Choices, FORMAT};
use crate::finding_list::{FindingList, count_text, group_digits};
use crate::number::MAX_TIME_S;
use crate::parquet::{ParquetFile, has_all};
use crate::{Fact, Origin, Reading, Report};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Parameters, Settings};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Absence, Work};

/// Maximum number of absences of a trace.
const MAX_ABSENCES: usize = 5_000_000;

/// True for a file with the columns of failures.
pub(crate) fn is_failure_table(file: &ParquetFile) -> bool {
    has_all(file, &["failure_interval", "failure_duration", "failure_intensity"])
}

/// The failures so far, in order.
struct FailureTrace {
    hosts: u32,
    /// The next host to fail.
    next: u32,
    /// The end of the last failure.
    now_s: f64,
    all: u32,
    bad: FindingList,
    /// Failures of less than one host, or of no duration.
    without_effect: u32,
    largest: u32,
    longest_s: f64,
    absences: Vec<Absence>,
}

/// The absences of the hosts.
pub(crate) fn read_failures(file: &ParquetFile, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    let Choices { hosts } = Choices::read(settings);
    let mut trace = FailureTrace {
        hosts,
        next: 0,
        now_s: 0.0,
        all: 0,
        bad: FindingList::default(),
        without_effect: 0,
        largest: 0,
        longest_s: 0.0,
        absences: vec![],
    };
    let columns =
        [["failure_interval"], ["failure_duration"], ["failure_intensity"]].map(|names| file.column(&names));
    let read = file.for_each_batch(columns, |rows, [intervals, durations, shares]| {
        (0..rows)
            .try_for_each(|row| trace.add([intervals.number(row), durations.number(row), shares.number(row)]))
    });
    read.map_err(|problem| vec![problem])?;
    trace.finish()
}

impl FailureTrace {
    fn add(&mut self, [interval, duration, share]: [Option<f64>; 3]) -> Result<(), Diagnostic> {
        self.all = self.all.saturating_add(1);
        let number = self.all;
        let seconds =
            |time: Option<f64>| time.map(|time| time / 1e3).filter(|time| (0.0..=MAX_TIME_S).contains(time));
        let share = share.filter(|share| (0.0..=1.0).contains(share));
        let (Some(interval), Some(duration), Some(share)) = (seconds(interval), seconds(duration), share)
        else {
            self.bad.add_with_text(0, || format!("row {number}"));
            return Ok(());
        };
        let start = self.now_s + interval;
        self.now_s = start + duration;
        if self.now_s > MAX_TIME_S {
            return Err(Diagnostic::error(format!("row {number}: the failures last longer than 300 years")));
        }
        let count = (f64::from(self.hosts) * share) as u32;
        if count == 0 || duration <= 0.0 {
            self.without_effect += 1;
            return Ok(());
        }
        if self.absences.len() + count as usize > MAX_ABSENCES {
            let most = group_digits(MAX_ABSENCES as u64);
            let message = format!("there are more than {most} failures of hosts, which is the limit");
            return Err(Diagnostic::error(message).place("hosts").hint("Use fewer hosts."));
        }
        self.largest = self.largest.max(count);
        self.longest_s = self.longest_s.max(duration);
        let (start, end) = (Time::from_seconds(start), Time::from_seconds(self.now_s));
        let first = self.next;
        let machines = (0..count).map(|place| (first + place) % self.hosts);
        self.absences.extend(machines.map(|machine| Absence { machine, start, end, gone: true }));
        self.next = (first + count) % self.hosts;
        Ok(())
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let mut diagnostics = vec![];
        self.bad.report(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped: invalid", count_text(n, "row", "rows")))
                .hint("Times are milliseconds from 0, the intensity is a share from 0 to 1.")
        });
        let failures = |n| count_text(n, "failure", "failures");
        if self.absences.is_empty() {
            let message = match self.all {
                0 => "the table has no row: the trace contains no failure".to_owned(),
                n if self.bad.count == n => "no row of the table is a failure".to_owned(),
                _ => format!("no failure affects one of {} hosts", group_digits(self.hosts.into())),
            };
            diagnostics.insert(0, Diagnostic::error(message).place("hosts"));
            return Err(diagnostics);
        }
        if self.without_effect > 0 {
            let message = format!(
                "{} without effect: no duration, or less than one of {} hosts",
                failures(self.without_effect),
                group_digits(self.hosts.into())
            );
            diagnostics.push(Diagnostic::note(message).place("hosts"));
        }
        diagnostics.push(
            Diagnostic::note(format!(
                "the trace names no hosts: failures take {} hosts in turn; an interval counts from the end of the \
                 failure before (our assumption)",
                group_digits(self.hosts.into())
            ))
            .place("hosts"),
        );
        let count = self.all - self.bad.count;
        let facts = vec![
            Fact::new("Failures", group_digits(count.into())),
            Fact::new("Absences", group_digits(self.absences.len() as u64)),
            Fact::new("Largest failure", format!("{} of {} hosts", self.largest, self.hosts)),
            Fact::new("Longest failure", Span::from_seconds(self.longest_s).to_string()),
            Fact::new("Covers", Span::from_seconds(self.now_s).to_string()),
        ];
        let report = Report {
            format: FORMAT.entry.id,
            read: self.absences.len() as u32,
            skipped: self.bad.count,
            facts,
            processors: Some(self.hosts),
            processors_from: "the parameter `hosts`",
            diagnostics,
            ..Report::default()
        };
        Ok(Reading { work: Work::new(self.absences), report, origin: Origin::default() })
    }
}
