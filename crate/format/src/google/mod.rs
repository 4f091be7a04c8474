//! The table `task_events` of the Google cluster trace of 2011: one event of a task per line.
//!
//! A task is submitted, scheduled and ended, possibly several times. Each scheduled attempt becomes a job, whether it
//! finished or was evicted, because it used its machine. Sizes are shares of the largest machine, whose size was not
//! published.

#[cfg(test)]
mod tests;

use super::finding_list::quote_bytes;
use super::log::accounting::{self, AccountingOptions, Outcome, Record, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts};
use super::number::parse_number;
use super::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;
use std::collections::BTreeMap;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("google-2011", "Google cluster trace 2011 (task_events)")
        .summary(
            "Events of tasks in the trace of 2011. Each scheduled attempt of a task is a job with its recorded start; \
             tasks that were evicted or failed run again as further jobs.",
        )
        .source("Reiss, Wilkes, Hellerstein, Google cluster-usage traces: format + schema, 2011")
        .parameters(Choices::LIST),
    Some("task events of the Google cluster trace of 2011 (CSV)"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 8] = fields([
    ("1 time", "Microseconds; 0 is before the trace, 2^63 − 1 after it."),
    ("3 job, 4 task", "Name of the job here: `job-task`. The job of the trace is the application."),
    (
        "6 event",
        "0 submit, 1 schedule, 2 evict, 3 fail, 4 finish, 5 kill, 6 lost; 7 and 8, updates, are counted only.",
    ),
    ("7 user", "User."),
    ("8 scheduling class", "Group of the job."),
    ("10 CPU request", "Share of the largest machine: see `machine_processors`."),
    ("2 missing info, 5 machine, 9 priority", "Not used."),
    ("11 memory, 12 disk, 13 constraint", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let lines = unpack::complete_lines(head).filter(|line| !line.starts_with(b"#")).take(50);
        // Users are hashes: other tables with 13 numbers are not events.
        let is_event = |line: &[u8]| {
            Event::parse(line).is_ok_and(|event| event.user.is_empty() || parse_number(event.user).is_none())
        };
        let (all, events) =
            lines.fold((0, 0), |(all, events), line| (all + 1, events + u32::from(is_event(line))));
        events > 0 && events * 5 >= all * 4
    },
    |_, settings| {
        let Choices { machine_processors, accounting } = Choices::read(settings);
        accounting::reader_with_options(
            accounting,
            TaskEvents { machine_processors, ..TaskEvents::default() },
        )
    },
);

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// Processors of the largest machine, of which requests are shares; parts are rounded up. 1 gives each task one.
    #[parameter(name = "Processors of largest machine", min = 1, max = 100_000, default = 1)]
    machine_processors: u32,
    #[parameter(all)]
    accounting: AccountingOptions,
}

/// Maximum number of open tasks at a time.
const MAX_OPEN_TASKS: usize = 5_000_000;

/// The time of events after the trace, microseconds.
const AFTER_TRACE_US: f64 = 9e18;

/// An event of a task.
struct Event<'a> {
    /// Seconds; `None` after the trace.
    time: Option<f64>,
    job: u64,
    task: u64,
    kind: u8,
    user: &'a [u8],
    class: &'a [u8],
    share: f64,
}

impl<'a> Event<'a> {
    /// The event of a line, or its error.
    fn parse(line: &'a [u8]) -> Result<Self, String> {
        let cells: Vec<&[u8]> = line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).take(15).collect();
        if !(12..=13).contains(&cells.len()) {
            return Err(format!("{} fields instead of 13", cells.len()));
        }
        let bad = |place: usize, why: &str| {
            format!("field {} is `{}`, {why}", place + 1, quote_bytes(cells[place]))
        };
        let whole = |place: usize| {
            let number = parse_number(cells[place]).filter(|number| *number >= 0.0 && number.fract() == 0.0);
            number.ok_or_else(|| bad(place, "not a whole number"))
        };
        let time = whole(0)?;
        let kind = whole(5)?;
        if kind > 8.0 {
            return Err(bad(5, "not an event from 0 to 8"));
        }
        if cells[7..9].iter().any(|cell| !cell.iter().all(u8::is_ascii_digit)) {
            return Err(bad(7, "not a scheduling class"));
        }
        Ok(Self {
            time: (time < AFTER_TRACE_US).then_some(time * 1e-6),
            job: whole(2)? as u64,
            task: whole(3)? as u64,
            kind: kind as u8,
            user: cells[6],
            class: cells[7],
            share: parse_number(cells[9]).unwrap_or(0.0).clamp(0.0, 1.0),
        })
    }
}

/// A task that has not ended.
struct OpenTask {
    submit: f64,
    start: Option<f64>,
    share: f64,
}

/// The events so far.
#[derive(Default)]
struct TaskEvents {
    machine_processors: u32,
    open: BTreeMap<(u64, u64), OpenTask>,
    attempts: u32,
    evicted: u32,
    before: u32,
}

impl TaskEvents {
    fn add_event(&mut self, line: u32, event: &Event<'_>, log: &mut RecordLog) {
        let Some(time) = event.time else { return log.count_other("late event") };
        let key = (event.job, event.task);
        match event.kind {
            0 => {
                if self.open.len() == MAX_OPEN_TASKS {
                    let message = "more than 5,000,000 tasks wait or run at one time, which is the limit";
                    log.stop = Some(Diagnostic::error(message).line(line));
                    return;
                }
                self.before += u32::from(time <= 0.0);
                self.open.insert(key, OpenTask { submit: time, start: None, share: event.share });
            }
            1 => {
                let share = event.share;
                // A task without a submission event was submitted before the part of the trace that is read.
                let task = self.open.entry(key).or_insert(OpenTask { submit: time, start: None, share });
                task.start = Some(time);
                task.share = task.share.max(share);
            }
            2..=6 => {
                let Some(task) = self.open.remove(&key) else {
                    return log.count_other("unmatched end");
                };
                let outcome = match task.start {
                    Some(start) => Outcome::Ran {
                        start: Some(start),
                        run: (time - start).max(0.0),
                        failed: matches!(event.kind, 2 | 3 | 6),
                        cancelled: event.kind == 5,
                    },
                    None => Outcome::NeverStarted { end: Some(time) },
                };
                self.attempts = self.attempts.saturating_add(1);
                let processors = (task.share * f64::from(self.machine_processors) - 1e-9).ceil().max(1.0);
                let job = event.job.to_string();
                let names = log.names(event.user, event.class, job.as_bytes(), b"");
                log.push(Record {
                    line,
                    id: format!("{job}-{}", event.task).into_bytes(),
                    submit: task.submit,
                    outcome,
                    allocated: processors,
                    requested: processors,
                    estimate: 0.0,
                    names,
                    ignored: false,
                    place: None,
                });
                // An evicted or failed task waits again; if it is never scheduled again, the wait is not a job.
                if matches!(event.kind, 2 | 3) {
                    self.evicted += u32::from(event.kind == 2);
                    self.open.insert(key, OpenTask { submit: time, start: None, share: task.share });
                }
            }
            _ => log.count_other("update"),
        }
    }
}

impl RecordFormat for TaskEvents {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "google-2011",
            name: "the table task_events of the Google trace",
            columns: 13,
            line: "A line has 13 fields between commas, from the time in microseconds to the constraint.",
            ignored: "",
            fields: &FieldNames {
                number: "fields 3 and 4",
                submit: "the time of event 0",
                wait: "the time from event 0 to 1",
                run: "the time from event 1 to the end",
                processors: "field 10",
                allocated: "field 10",
                requested: "field 10",
                estimate: "none",
                unstarted: "an end without event 1",
                needs: "A job needs the events 0 or 1, and one of 2 to 6.",
            },
        }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        if line.starts_with(b"#") {
            log.heading = true;
            return;
        }
        match Event::parse(line) {
            Ok(event) => self.add_event(number, &event, log),
            Err(what) => log.push_bad(number, what),
        }
    }

    fn end_of_file(&mut self, log: &mut RecordLog) {
        for task in self.open.values() {
            // A failed task that was not scheduled again has ended.
            if task.start.is_some() {
                log.count_other("unfinished task");
            } else {
                log.count_other("unscheduled task");
            }
        }
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = vec![Diagnostic::note(
            "requests are shares of the largest machine, whose size was not published: see machine_processors",
        )];
        if self.evicted > 0 {
            let count = super::finding_list::count_text(self.evicted, "attempt was", "attempts were");
            all.push(Diagnostic::note(format!(
                "{count} evicted: the task waits and runs again as another job"
            )));
        }
        if self.before > 0 {
            let count = super::finding_list::count_text(self.before, "task was", "tasks were");
            all.push(Diagnostic::note(format!(
                "{count} submitted before the trace: the wait begins with the trace"
            )));
        }
        all
    }
}
