//! Tables of Slurm's sacct: one record per line, with the columns of its header.
//!
//! The order and number of columns are chosen at each call and change with the version of Slurm, so columns are found
//! by name; only the files of Open `XDMoD` have no header and fixed columns. Texts such as job names may contain
//! unmarked separators and line ends: such rows are resolved by the columns with a known form.

mod columns;
mod rows;
#[cfg(test)]
mod tests;

use super::finding_list::{FindingList, count_text, quote_bytes};
use super::log::accounting::time::{parse_duration, parse_time};
use super::log::accounting::{self, AccountingOptions, Outcome, Record, RecordFormat, RecordLog};
use super::log::{FieldNames, FormatTexts, jobs_text};
use super::{FileField, Format, FormatReader, fields, unpack};
use columns::{Column, Layout};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_work::Job;
use rows::{Row, RowBuffer};
use std::collections::BTreeMap;

pub(super) use columns::{looks_like_sacct, split_quoted};

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Job>(
    Entry::new("sacct", "Slurm accounting (sacct)")
        .summary(
            "Tables of Slurm's sacct with a header line and any separator, or drawn with blanks, best as sacct --parsable2 \
             writes them. Each allocation is a rigid job, its cores are nodes; steps are counted only.",
        )
        .source("Slurm Workload Manager, manual page of sacct; Open XDMoD for files of 26 columns without header")
        .parameters(AccountingOptions::LIST),
    Some("job tables of Slurm's sacct"),
    1 << 30,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 16] = fields([
    (
        "JobID",
        "`123` a job, `123_7` a task of an array, `123+0` a component; ids with a point are steps, which are counted only.",
    ),
    ("JobIDRaw", "Used if there is no JobID."),
    ("Submit", "Submit time, local and read as UTC."),
    (
        "Start, End",
        "Times, or Unknown. A job without a start, or with the same start and end and no run, never started.",
    ),
    ("ElapsedRaw, Elapsed", "Runtime without suspension; if missing, End minus Start minus Suspended."),
    (
        "State",
        "See the notes in the report; RUNNING, PENDING and others that had not ended are counted only.",
    ),
    ("AllocCPUS, AllocTRES, NCPUS", "Allocated cores: the first of them that has a value."),
    ("ReqCPUS, ReqTRES", "Requested cores."),
    ("Timelimit, TimelimitRaw", "User estimate; `D-HH:MM:SS`, or minutes in TimelimitRaw."),
    ("User, UID", "Name of the user."),
    ("Account, Group", "Group of the job: its account, else the group of its user."),
    ("Partition", "Home cluster if `home = queue`."),
    ("JobName", "Application, for predictors and colours."),
    ("NNodes, NodeList", "0 nodes of a job without a run: it never started. Otherwise not used."),
    ("ReqMem, MaxRSS, TotalCPU", "Not used."),
    ("others", "Not used."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Job>(
    |head| {
        let mut lines = unpack::complete_lines(head);
        let first = lines.next().unwrap_or_default();
        Layout::find(first).is_some() || lines.next().is_some_and(|rule| Layout::drawn(first, rule).is_some())
    },
    |_, settings| accounting::new_reader(settings, SacctTable::default()),
)
.after_comments();

/// Maximum number of array tasks from lines with task lists.
const MAX_LISTED_TASKS: u64 = 100_000;

/// A partly read table.
#[derive(Default)]
pub(super) struct SacctTable {
    /// Its columns, after the first line.
    layout: Option<Layout>,
    /// The first line of a table that is aligned with blanks: the second line gives the columns.
    drawn: Option<Vec<u8>>,
    /// The number of the job of the next cells in a file without lines.
    place: Option<u32>,
    rows: RowBuffer,
    /// Heterogeneous jobs, by the id of the whole job, and the number of their components.
    mixed: BTreeMap<Vec<u8>, (Record, u32)>,
    components: u32,
    /// Number of array tasks from lines with lists.
    listed: u64,
    joined: FindingList,
    unsplit: FindingList,
    attempts: FindingList,
    unknown_states: FindingList,
    no_start: u32,
    zoned: bool,
}

/// Feeds the row buffer and passes on the completed rows.
type RowStep<'a> = dyn FnMut(&mut RowBuffer, &mut dyn FnMut(Row<'_>)) + 'a;

/// The meaning of a state.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Completed,
    Failed,
    /// One of several attempts.
    Attempt,
    Cancelled,
    NotEnded,
    Revoked,
    Unknown,
}

impl State {
    /// The meaning of a state; `CANCELLED by 1234` means cancelled.
    fn parse(text: &[u8]) -> Self {
        let word = text.split(|byte| byte.is_ascii_whitespace() || *byte == b'+').next().unwrap_or_default();
        match word {
            b"COMPLETED" | b"CD" => Self::Completed,
            b"FAILED" | b"TIMEOUT" | b"OUT_OF_MEMORY" | b"OUT_OF_ME" | b"BOOT_FAIL" | b"DEADLINE"
            | b"LAUNCH_FAILED" | b"F" | b"TO" | b"OOM" | b"BF" | b"DL" => Self::Failed,
            b"NODE_FAIL" | b"PREEMPTED" | b"REQUEUED" | b"NF" | b"PR" | b"RQ" => Self::Attempt,
            b"CANCELLED" | b"CA" => Self::Cancelled,
            b"RUNNING" | b"PENDING" | b"SUSPENDED" | b"RESIZING" | b"COMPLETING" | b"CONFIGURING"
            | b"STOPPED" | b"REQUEUE_HOLD" | b"REQUEUE_FED" | b"SPECIAL_EXIT" | b"SIGNALING"
            | b"STAGE_OUT" | b"RESV_DEL_HOLD" | b"R" | b"PD" | b"S" | b"RS" => Self::NotEnded,
            b"REVOKED" | b"RV" => Self::Revoked,
            _ => Self::Unknown,
        }
    }
}

/// A time, `None` if unknown.
fn optional_time(text: &[u8]) -> Result<Option<f64>, ()> {
    if matches!(text, b"" | b"Unknown" | b"None" | b"N/A" | b"NONE" | b"0") {
        return Ok(None);
    }
    parse_time(text).map(Some).ok_or(())
}

/// The cores in a list such as `billing=48,cpu=48,mem=144000M,node=4`.
pub(super) fn cores_of_tres(text: &[u8]) -> Option<f64> {
    text.split(|&byte| byte == b',').find_map(|part| parse_count(part.strip_prefix(b"cpu=")?))
}

/// A count, which may be written `1.5K`.
pub(super) fn parse_count(text: &[u8]) -> Option<f64> {
    let (number, factor) = match text {
        [number @ .., b'K'] => (number, 1e3),
        [number @ .., b'M'] => (number, 1e6),
        number => (number, 1.0),
    };
    let count = crate::number::parse_number(number)? * factor;
    (count >= 0.0 && count < f64::from(u32::MAX)).then_some(count.round())
}

/// The requested time of a limit in minutes or as `D-HH:MM:SS`, 0 for no limit; `None` if it is not a time.
pub(super) fn parse_limit(text: &[u8], minutes: bool) -> Option<f64> {
    let words = [&b""[..], b"UNLIMITED", b"Partition_Limit", b"INVALID", b"(null)"];
    if words.iter().any(|word| word.eq_ignore_ascii_case(text)) {
        return Some(0.0);
    }
    if minutes {
        return crate::number::parse_number(text)
            .filter(|&minutes| minutes >= 0.0)
            .map(|minutes| minutes * 60.0);
    }
    parse_duration(text)
}

/// The number of array tasks that an id lists, `123_[1-3,9%2]`; `None` if it lists none or too many.
fn listed_tasks(id: &[u8]) -> Option<u64> {
    let start = id.windows(2).position(|pair| pair == b"_[")?;
    let list = id[start + 2..].strip_suffix(b"]")?;
    let list = list.split(|&byte| byte == b'%').next().unwrap_or_default();
    let mut total = 0_u64;
    for part in list.split(|&byte| byte == b',') {
        let (range, step) = part.split_at(part.iter().position(|&byte| byte == b':').unwrap_or(part.len()));
        let step =
            if step.is_empty() { 1 } else { parse_count(&step[1..]).filter(|&step| step >= 1.0)? as u64 };
        let mut ends = range.splitn(2, |&byte| byte == b'-');
        let first = parse_count(ends.next()?)? as u64;
        let last = ends.next().map_or(Some(first), |end| parse_count(end).map(|end| end as u64))?;
        total += last.checked_sub(first)? / step + 1;
    }
    Some(total)
}

impl SacctTable {
    /// A table with these columns, whose rows are given as cells.
    pub(super) fn of_columns(header: &str) -> Self {
        Self { layout: Layout::find(header.as_bytes()), ..Self::default() }
    }

    /// Adds the cells of the job at this index of a file without lines.
    pub(super) fn add_cells(&mut self, place: u32, cells: &[&[u8]], log: &mut RecordLog) {
        self.place = Some(place);
        self.add_row(0, cells, log);
    }

    /// Adds the record of a row.
    fn add_row(&mut self, line: u32, cells: &[&[u8]], log: &mut RecordLog) {
        let Some(layout) = self.layout.as_ref() else { return };
        let cell = |column: Column| {
            layout.place(column).and_then(|place| cells.get(place)).map(|cell| cell.trim_ascii())
        };
        let text = |column: Column| cell(column).unwrap_or_default();
        let id = cell(Column::JobId).or(cell(Column::JobIdRaw)).unwrap_or_default();
        if id.contains(&b'.') {
            return log.count_other("job step");
        }
        let state = cell(Column::State).map_or(State::Completed, State::parse);
        match state {
            State::NotEnded => return log.count_other("unfinished job"),
            State::Revoked => return log.count_other("revoked job"),
            State::Unknown => {
                self.unknown_states.add_with_text(line, || format!("`{}`", quote_bytes(text(Column::State))));
            }
            State::Attempt => self.attempts.add(line),
            State::Completed | State::Failed | State::Cancelled => {}
        }
        let bad = |name: &str, text: &[u8]| format!("{name} is `{}`, not a time", quote_bytes(text));
        let mut times = [None; 3];
        for (time, column) in times.iter_mut().zip([Column::Submit, Column::Start, Column::End]) {
            match optional_time(text(column)) {
                Ok(found) => *time = found,
                Err(()) => return log.push_bad(line, bad(column.name(), text(column))),
            }
        }
        let [submit, start, end] = times;
        let written = text(Column::Submit);
        self.zoned |= crate::number::parse_number(written).is_some()
            || written.get(19..).is_some_and(|zone| zone.iter().any(|byte| b"Z+-".contains(byte)));
        let elapsed = cell(Column::ElapsedRaw)
            .and_then(crate::number::parse_number)
            .filter(|&seconds| seconds >= 0.0)
            .or_else(|| cell(Column::Elapsed).and_then(parse_duration));
        let suspended = cell(Column::Suspended).and_then(parse_duration).unwrap_or(0.0);
        let between = || Some((end? - start? - suspended).max(0.0)).filter(|_| end >= start);
        let run = elapsed.or_else(between);
        let nodes = cell(Column::NNodes).and_then(parse_count);
        let size = |columns: &[Column]| {
            let known = columns.iter().find_map(|&column| {
                let count = match column {
                    Column::AllocTres | Column::ReqTres => cores_of_tres(text(column)),
                    _ => cell(column).and_then(parse_count),
                };
                count.filter(|&count| count > 0.0)
            });
            known.unwrap_or(0.0)
        };
        let allocated = size(&[Column::AllocCpus, Column::AllocTres, Column::NCpus]);
        let requested = size(&[Column::ReqCpus, Column::ReqTres]);
        let has_start = layout.place(Column::Start).is_some();
        let no_run = run.is_none_or(|run| run <= 0.0);
        // A start that equals the end is the time of the cancellation.
        let never = has_start
            && (start.is_none() || no_run && (state == State::Cancelled || nodes == Some(0.0)))
            || no_run && state == State::Cancelled;
        self.no_start += u32::from(!has_start);
        let outcome = if never {
            Outcome::NeverStarted { end: end.or(start) }
        } else {
            let failed = matches!(state, State::Failed | State::Attempt);
            Outcome::Ran { start, run: run.unwrap_or(-1.0), failed, cancelled: state == State::Cancelled }
        };
        let (limit, minutes) = cell(Column::TimelimitRaw)
            .filter(|text| crate::number::parse_number(text).is_some())
            .map_or((text(Column::Timelimit), false), |text| (text, true));
        let estimate = parse_limit(limit, minutes).unwrap_or_else(|| {
            log.add_no_limit(line, limit);
            0.0
        });
        let first_word = |columns: [Column; 2]| {
            columns.into_iter().map(text).find(|text| !text.is_empty()).unwrap_or_default()
        };
        let names = log.names(
            first_word([Column::User, Column::Uid]),
            first_word([Column::Account, Column::Group]),
            text(Column::JobName),
            text(Column::Partition),
        );
        let submit = submit.unwrap_or(-1.0);
        let record = Record {
            line,
            id: id.to_vec(),
            submit,
            outcome,
            allocated,
            requested,
            estimate,
            names,
            ignored: false,
            place: self.place,
        };
        self.add_record(record, never, log);
    }

    /// Adds the rows from a step of the row buffer.
    fn with_rows(&mut self, log: &mut RecordLog, step: &mut RowStep<'_>) {
        let mut rows = std::mem::take(&mut self.rows);
        step(&mut rows, &mut |row| match row {
            Row::Cells { line, cells, joined } => {
                if joined {
                    self.joined.add(line);
                }
                self.add_row(line, cells, log);
            }
            Row::Bad { line, what } => log.push_bad(line, what),
        });
        self.rows = rows;
    }

    /// Adds a record, which may be a component of a job or a list of array tasks.
    fn add_record(&mut self, record: Record, never_started: bool, log: &mut RecordLog) {
        let line = record.line;
        if let Some(plus) = record.id.iter().position(|&byte| byte == b'+') {
            self.components = self.components.saturating_add(1);
            let whole = record.id[..plus].to_vec();
            if let Some((job, count)) = self.mixed.get_mut(&whole) {
                join_component(job, &record);
                *count += 1;
            } else {
                self.mixed.insert(whole.clone(), (Record { id: whole, ..record }, 1));
            }
            return;
        }
        if !record.id.contains(&b'[') {
            return log.push(record);
        }
        if !never_started {
            self.unsplit.add(line);
            return log.push(record);
        }
        match listed_tasks(&record.id).filter(|tasks| self.listed + tasks <= MAX_LISTED_TASKS) {
            Some(tasks) => {
                self.listed += tasks;
                (0..tasks).for_each(|_| log.push(record.clone()));
            }
            None => log
                .push_bad(line, format!("JobID is `{}`, not a list of array tasks", quote_bytes(&record.id))),
        }
    }
}

/// Adds a component to its job; components start together.
fn join_component(job: &mut Record, other: &Record) {
    job.line = job.line.max(other.line);
    job.allocated += other.allocated;
    job.requested += other.requested;
    job.estimate = job.estimate.max(other.estimate);
    if let (
        Outcome::Ran { start, run, failed, .. },
        Outcome::Ran { start: other_start, run: other_run, failed: other_failed, .. },
    ) = (&mut job.outcome, other.outcome)
    {
        *start = match (*start, other_start) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        *run = run.max(other_run);
        *failed |= other_failed;
    }
}

impl RecordFormat for SacctTable {
    fn texts(&self) -> &'static FormatTexts {
        &FormatTexts {
            id: "sacct",
            name: "the form of sacct --parsable2",
            columns: 0,
            line: "A line has as many fields as the header line, separated as there.",
            ignored: "",
            fields: &FieldNames {
                number: "JobID",
                submit: "Submit",
                wait: "End minus Submit",
                run: "Elapsed",
                processors: "AllocCPUS and ReqCPUS",
                allocated: "AllocCPUS",
                requested: "ReqCPUS",
                estimate: "Timelimit",
                unstarted: "no start, or no run",
                needs: "A job needs Submit, Start, End and cores: sacct --parsable2 \
                        --format=JobID,Submit,Start,End,ElapsedRaw,State,AllocCPUS,ReqCPUS,NNodes,TimelimitRaw,User,Account,Partition",
            },
        }
    }

    fn add_line(&mut self, number: u32, line: &[u8], log: &mut RecordLog) {
        let Some(layout) = &self.layout else {
            let drawn = self.drawn.take().map(|first| Layout::drawn(&first, line));
            if drawn.is_none() && columns::may_be_drawn(line) {
                self.drawn = Some(line.to_vec());
                log.heading = true;
                return;
            }
            match drawn.unwrap_or_else(|| Layout::find(line)) {
                Some(layout) => {
                    log.stop = layout.missing();
                    let header = layout.header;
                    log.heading = header;
                    self.layout = Some(layout);
                    if !header && log.stop.is_none() {
                        self.add_line(number, line, log);
                    }
                }
                None => log.stop = Some(columns::no_header(line)),
            }
            return;
        };
        let layout = layout.clone();
        self.with_rows(log, &mut |rows, take| rows.add_line(number, line, &layout, take));
    }

    fn end_of_file(&mut self, log: &mut RecordLog) {
        if let Some(layout) = self.layout.clone() {
            self.with_rows(log, &mut |rows, take| rows.finish(&layout, take));
        }
        for (record, _) in std::mem::take(&mut self.mixed).into_values() {
            log.push(record);
        }
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut found = vec![];
        let lines = |n| count_text(n, "line", "lines");
        if !self.zoned {
            found.push(Diagnostic::note("times have no time zone in this log: they are read as UTC"));
        }
        if self.no_start > 0 {
            found.push(Diagnostic::note(
                "the table has no column Start: the recorded wait times are unknown, submit time, runtime and cores are used",
            ));
        }
        if self.components > 0 {
            let components = count_text(self.components, "component", "components");
            found.push(Diagnostic::note(format!(
                "{components} of heterogeneous jobs: each such job is one rigid job with the cores of all its components"
            )));
        }
        self.joined.report(&mut found, |n| {
            Diagnostic::note(format!(
                "{} with separators or line ends inside a text: resolved by the columns of known form",
                count_text(n, "record", "records")
            ))
        });
        self.unsplit.report(&mut found, |n| {
            Diagnostic::note(format!(
                "{} with a list of array tasks and a run: each line is one job",
                lines(n)
            ))
        });
        self.attempts.report(&mut found, |n| {
            Diagnostic::note(format!(
                "{} that ended by a failed node, preemption or requeue: each attempt is a separate job",
                count_text(n, "attempt", "attempts")
            ))
        });
        self.unknown_states.report(&mut found, |n| {
            Diagnostic::warning(format!("{} with an unknown state: read as completed", jobs_text(n)))
        });
        found
    }
}
