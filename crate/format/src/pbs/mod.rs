//! Accounting logs of PBS, Torque and `OpenPBS`: one event of a job per line.
//!
//! Only the record of an end (E) has all data of a job; a job that was deleted or aborted without one never ran, and
//! its submission is in the record of the queue (Q). Times are seconds since 1970 except for the stamps of the lines,
//! which are local.

mod hosts;
#[cfg(test)]
mod tests;

use super::finding_list::{FindingList, quote_bytes};
use super::log::accounting::time::{parse_duration, parse_us_time};
use super::log::accounting::{self, AccountingOptions, Outcome, Record, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts, jobs_text};
use super::number::parse_number;
use super::{FileField, Format, FormatReader, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;
use std::collections::BTreeMap;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("pbs", "PBS accounting log")
        .summary(
            "Accounting files of PBS Professional, OpenPBS and Torque, one event per line. Each job that ended is a rigid \
             job, its cores are nodes; jobs deleted before their start leave the queue.",
        )
        .source("Altair PBS Professional, Administrator's Guide, accounting log; Torque Administrator Guide, accounting records")
        .parameters(AccountingOptions::LIST),
    Some("accounting logs of PBS and Torque"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 13] = fields([
    ("stamp", "Local time of the event; used only for jobs that never started."),
    ("type", "E ended, D deleted, A aborted, Q queued, S started; others are counted only."),
    ("id", "Number of the job, or `number[index]` of a task of an array; the server behind it is left out."),
    ("ctime, qtime", "Submit time, seconds since 1970."),
    ("start, end", "Seconds since 1970."),
    ("exec_host", "Allocated cores: `c5/0,2-3`, `n33/7+n33/6` or `host/0*36`."),
    ("exec_vnode", "Allocated cores if there is no exec_host: the numbers behind `ncpus=`."),
    (
        "Resource_List.ncpus, .nodes, .select",
        "Requested cores: ncpus, nodes times ppn, or chunks times ncpus.",
    ),
    ("Resource_List.walltime", "User estimate, `H:MM:SS` also above 24 h."),
    ("Exit_status", "Not 0: the job failed."),
    ("user, account, group, queue, jobname", "Names; account or group is the group of the job."),
    ("depend", "Not used: jobs start independently. A log with such values says so after loading."),
    ("others", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let lines = || unpack::complete_lines(head).filter(|line| !line.starts_with(b"#")).take(50);
        let fits = lines().filter(|line| Event::split(line).is_some()).count();
        fits > 0 && fits * 10 >= lines().count() * 9
    },
    |_, settings| accounting::new_reader(settings, PbsLog::default()),
);

/// An event of a log.
struct Event<'a> {
    stamp: f64,
    kind: &'a [u8],
    id: &'a [u8],
    message: &'a [u8],
}

impl<'a> Event<'a> {
    fn split(line: &'a [u8]) -> Option<Self> {
        let mut parts = line.splitn(4, |&byte| byte == b';');
        let stamp = parse_us_time(parts.next()?)?;
        let (kind, id) = (parts.next()?, parts.next()?);
        let word = (1..=4).contains(&kind.len()) && kind.iter().all(u8::is_ascii_alphabetic);
        word.then(|| Self { stamp, kind, id: job_id(id), message: parts.next().unwrap_or_default() })
    }
}

/// The id of a job without its server: `527081.m1.mason` is `527081`.
fn job_id(id: &[u8]) -> &[u8] {
    id.split(|&byte| byte == b'.').next().unwrap_or_default()
}

/// The used values of an event.
#[derive(Default)]
struct Values<'a> {
    created: Option<f64>,
    queued: Option<f64>,
    start: Option<f64>,
    end: Option<f64>,
    hosts: &'a [u8],
    nodes_used: &'a [u8],
    cores: &'a [u8],
    nodes: &'a [u8],
    needed: &'a [u8],
    node_count: &'a [u8],
    /// Slots of a whole job in newer versions of Torque.
    slots: &'a [u8],
    select: &'a [u8],
    limit: &'a [u8],
    exit: &'a [u8],
    user: &'a [u8],
    group: &'a [u8],
    account: &'a [u8],
    queue: &'a [u8],
    name: &'a [u8],
    depends: bool,
}

impl<'a> Values<'a> {
    fn split(message: &'a [u8]) -> Self {
        let mut values = Self::default();
        let seconds = |text: &[u8]| parse_number(text).filter(|&seconds| seconds > 0.0 && seconds < 1e10);
        for pair in message.split(|&byte| byte == b' ') {
            let Some(sign) = pair.iter().position(|&byte| byte == b'=') else { continue };
            let text = &pair[sign + 1..];
            match &pair[..sign] {
                b"ctime" => values.created = seconds(text),
                b"qtime" => values.queued = seconds(text),
                b"start" => values.start = seconds(text),
                b"end" => values.end = seconds(text),
                b"exec_host" => values.hosts = text,
                b"exec_vnode" => values.nodes_used = text,
                b"Resource_List.ncpus" | b"Resource_List.procs" => values.cores = text,
                b"total_execution_slots" => values.slots = text,
                b"Resource_List.nodes" => values.nodes = text,
                b"Resource_List.neednodes" => values.needed = text,
                b"Resource_List.nodect" => values.node_count = text,
                b"Resource_List.select" => values.select = text,
                b"Resource_List.walltime" => values.limit = text,
                b"Exit_status" => values.exit = text,
                b"user" => values.user = text,
                b"group" => values.group = text,
                b"account" => values.account = text,
                b"queue" => values.queue = text,
                b"jobname" => values.name = text,
                b"depend" => values.depends = true,
                _ => {}
            }
        }
        values
    }

    fn requested(&self) -> f64 {
        let count = |text| parse_number(text).filter(|&count| count >= 1.0);
        let nodes = |text| hosts::requested_cores(text, b"ppn=");
        count(self.cores)
            .or_else(|| hosts::requested_cores(self.select, b"ncpus="))
            .or_else(|| nodes(self.nodes))
            .or_else(|| nodes(self.needed))
            .or_else(|| count(self.node_count))
            .unwrap_or(0.0)
    }

    fn allocated(&self) -> f64 {
        hosts::slots(self.hosts)
            .or_else(|| hosts::vnode_cores(self.nodes_used))
            .or_else(|| parse_number(self.slots).filter(|&slots| slots >= 1.0))
            .unwrap_or(0.0)
    }

    /// The record of a job with this outcome.
    fn record(&self, line: u32, id: &[u8], submit: f64, outcome: Outcome, log: &mut RecordLog) -> Record {
        let estimate = if self.limit.is_empty() {
            0.0
        } else {
            parse_duration(self.limit).unwrap_or_else(|| {
                log.add_no_limit(line, self.limit);
                0.0
            })
        };
        let account = self.account.strip_prefix(b"\"").unwrap_or(self.account);
        let group =
            if account.is_empty() { self.group } else { account.strip_suffix(b"\"").unwrap_or(account) };
        Record {
            line,
            id: id.to_vec(),
            submit,
            outcome,
            allocated: self.allocated(),
            requested: self.requested(),
            estimate,
            names: log.names(self.user, group, self.name, self.queue),
            ignored: self.depends,
            place: None,
        }
    }
}

/// A job that has not ended, with the data of its records so far, in case it never starts.
struct Waiting {
    /// Its submission: seconds since 1970, otherwise the stamp of its first record.
    submit: Option<f64>,
    stamp: f64,
    started: bool,
    record: Record,
    /// The stamp of its deletion, and the offset of stamps from seconds since 1970 at that record.
    deleted: Option<(f64, Option<f64>)>,
}

/// A partly read log.
#[derive(Default)]
struct PbsLog {
    waiting: BTreeMap<Vec<u8>, Waiting>,
    /// The offset between stamp and seconds since 1970 in the last record with both, and in the first.
    offset: Option<f64>,
    first_offset: Option<f64>,
    stamped: FindingList,
    no_submit: u32,
}

impl PbsLog {
    /// Adds a job that ended.
    fn add_end(&mut self, line: u32, event: &Event<'_>, log: &mut RecordLog) {
        let values = Values::split(event.message);
        self.waiting.remove(event.id);
        if event.id.ends_with(b"[]") {
            return log.count_other("record of a whole array");
        }
        let Some(end) = values.end else {
            return log.push_bad(
                line,
                format!("the record of the end of job {} has no end", quote_bytes(event.id)),
            );
        };
        self.set_offset(event.stamp, end);
        let submit = values.created.or(values.queued);
        let Some(start) = values.start else {
            let outcome = Outcome::NeverStarted { end: Some(end) };
            let record = values.record(line, event.id, submit.unwrap_or(-1.0), outcome, log);
            return log.push(record);
        };
        self.no_submit += u32::from(submit.is_none());
        let run = if end >= start { end - start } else { -1.0 };
        let failed = !matches!(values.exit, b"" | b"0");
        let outcome = Outcome::Ran { start: Some(start), run, failed, cancelled: false };
        let record = values.record(line, event.id, submit.unwrap_or(start), outcome, log);
        log.push(record);
    }

    fn set_offset(&mut self, stamp: f64, seconds: f64) {
        // Zones differ by quarters of an hour; a record is written some seconds after its event.
        let offset = ((seconds - stamp) / 900.0).round() * 900.0;
        if offset.abs() <= 15.0 * 3_600.0 {
            self.offset = Some(offset);
            self.first_offset = self.first_offset.or(Some(offset));
        }
    }

    /// Keeps the record of a job that waits, runs, or was deleted.
    fn add_waiting(&mut self, line: u32, event: &Event<'_>, log: &mut RecordLog) {
        let values = Values::split(event.message);
        let started = event.kind == b"S";
        let deleted = matches!(event.kind, b"D" | b"A").then_some((event.stamp, self.offset));
        if let Some(start) = values.start.filter(|_| started) {
            self.set_offset(event.stamp, start);
        }
        let submit = values.created.or(values.queued);
        let record = values.record(line, event.id, -1.0, Outcome::NeverStarted { end: None }, log);
        let Some(job) = self.waiting.get_mut(event.id) else {
            let job = Waiting { submit, stamp: event.stamp, started, record, deleted };
            self.waiting.insert(event.id.to_vec(), job);
            return;
        };
        job.started |= started;
        job.submit = job.submit.or(submit);
        job.deleted = job.deleted.or(deleted);
        if record.requested > 0.0 {
            job.record = record;
        }
    }
}

impl RecordFormat for PbsLog {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "pbs",
            name: "the form of PBS accounting logs",
            columns: 0,
            line: "A line has the form MM/DD/YYYY HH:MM:SS;TYPE;ID;key=value key=value.",
            ignored: "with a dependency (depend)",
            fields: &FieldNames {
                number: "id",
                submit: "ctime",
                wait: "deletion minus submission",
                run: "end minus start",
                processors: "exec_host and Resource_List",
                allocated: "exec_host",
                requested: "Resource_List",
                estimate: "Resource_List.walltime",
                unstarted: "deleted or aborted without a start",
                needs: "A job needs a record of type E with start, end and exec_host or ncpus.",
            },
        }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        if line.starts_with(b"#") {
            log.heading = true;
            return;
        }
        let Some(event) = Event::split(line.trim_ascii()) else {
            return log.push_bad(number, format!("`{}`", quote_bytes(line)));
        };
        match event.kind {
            b"E" => self.add_end(number, &event, log),
            b"Q" | b"S" | b"D" | b"A" if !event.id.ends_with(b"[]") => {
                log.count_other(match event.kind {
                    b"Q" => "queue record",
                    b"S" => "start record",
                    b"D" => "deletion record",
                    _ => "abort record",
                });
                self.add_waiting(number, &event, log);
            }
            b"Q" | b"S" | b"D" | b"A" => log.count_other("record of a whole array"),
            b"L" => log.count_other("licence record"),
            b"R" => log.count_other("rerun record"),
            b"B" | b"K" | b"k" | b"U" | b"u" | b"Y" | b"F" | b"f" => log.count_other("reservation record"),
            b"C" | b"T" => log.count_other("checkpoint record"),
            _ => log.count_other("other record"),
        }
    }

    fn end_of_file(&mut self, log: &mut RecordLog) {
        for job in std::mem::take(&mut self.waiting).into_values() {
            let Waiting { submit, stamp, started, mut record, deleted } = job;
            let Some((deletion, offset)) = deleted.filter(|_| !started) else {
                log.count_other("unfinished job");
                continue;
            };
            // A job that is deleted before the first record with both times has the offset of that one.
            let offset = offset.or(self.first_offset).unwrap_or(0.0);
            if submit.is_none() {
                self.stamped.add(record.line);
            }
            record.submit = submit.unwrap_or(stamp + offset);
            record.outcome = Outcome::NeverStarted { end: Some(deletion + offset) };
            log.push(record);
        }
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = vec![];
        self.stamped.report(&mut found, |n| {
            let jobs = jobs_text(n);
            Diagnostic::note(format!(
                "{jobs} deleted without a submit time: the stamp of the first record is used, in the zone of the records with both times"
            ))
        });
        if self.no_submit > 0 {
            let jobs = jobs_text(self.no_submit);
            found.push(Diagnostic::note(format!(
                "{jobs} without ctime and qtime: the start is used as submit time"
            )));
        }
        found
    }
}
