//! Traces of the Failure Trace Archive (`event_trace.tab`): periods of availability and unavailability of each node.
//!
//! Only unavailable periods are kept, as absences of machines. The set of nodes includes those that were always
//! available.

#[cfg(test)]
mod tests;
pub(super) mod write;

use super::finding_list::{FindingList, count_text, group_digits, quote_bytes};
use super::lines::{LineFileReader, LineReader};
use super::number::{MAX_TIME_S, parse_number};
use super::{Fact, FileField, Format, FormatReader, Origin, Reading, Report, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Absence, Work};

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Absence>(
    Entry::new("event-trace", "Failure trace (event_trace.tab)")
        .summary(
            "Availability of the nodes of a system, one interval per line, as published by the Failure Trace \
             Archive. Nodes become machines in the order of their ids.",
        )
        .source("Kondo et al., The Failure Trace Archive, CCGrid 2010")
        .parameters(Choices::LIST),
    Some("failure traces (event_trace.tab)"),
    1 << 28,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 9] = fields([
    ("1 event id", "Not used."),
    ("2 component id", "Not used."),
    ("3 node id", "Node; nodes become machines in the order of their ids."),
    ("4 platform id", "Not used."),
    ("5 node name", "Not used."),
    ("6 event type", "1 if the node was available in the interval, 0 if it was not."),
    ("7 start", "Start of the interval, seconds."),
    ("8 end", "End of the interval, seconds."),
    ("9 end reason", "Not used; may be missing."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Absence>(is_event_trace, |_, settings| {
    let (choices, taken) = (Choices::read(settings), TraceContents::default());
    Box::new(LineFileReader::new(TraceReader { choices, taken }))
});

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// Cause assigned to the intervals in which a node is unavailable.
    #[parameter(name = "Meaning of unavailability", default = "gone")]
    unavailable: AbsenceKind,
    /// Shifts all times so that the earliest time of the trace is 0.
    #[parameter(name = "Shift to time 0", default = true)]
    shift_to_zero: bool,
    /// Start of the window, measured from the earliest time of the trace. Intervals that end earlier are dropped; an
    /// interval in progress is cut.
    #[parameter(name = "Window start", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    from_s: Span,
    /// End of the window, measured from the earliest time of the trace; 0 for no limit.
    #[parameter(name = "Window end", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    to_s: Span,
}

/// Kind of absence of an unavailable node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum AbsenceKind {
    /// Failure: running work is lost
    #[word("gone")]
    Gone,
    /// Owner activity: running work may be suspended
    #[word("owner")]
    Owner,
}

/// Number of required columns; the ninth, the reason of the end, may be missing.
const COLUMNS: usize = 8;

/// Maximum number of columns, because a reason may have a few words; lines with more columns are another format.
const MAX_COLUMNS: usize = 12;

/// A line of a trace.
struct Row {
    node: i64,
    available: bool,
    start: Time,
    end: Time,
}

/// The row on this line; `None` for blank lines, comments and names of columns, or the error.
fn parse_row(line: &[u8]) -> Option<Result<Row, String>> {
    let line = line.trim_ascii();
    if line.is_empty() || line.starts_with(b"#") || line.starts_with(b"event_id") {
        return None;
    }
    let fields: Vec<&[u8]> =
        line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).take(COLUMNS).collect();
    if fields.len() < COLUMNS {
        return Some(Err(count_text(fields.len() as u32, "column", "columns")));
    }
    let bad = |column: usize, name: &str, why: &str| {
        format!("column {}, the {name}, is `{}`, {why}", column + 1, quote_bytes(fields[column]))
    };
    let time = |column: usize, name: &str| match parse_number(fields[column]) {
        Some(seconds) if seconds.abs() <= MAX_TIME_S => Ok(Time::from_seconds(seconds)),
        Some(_) => Err(bad(column, name, "beyond 300 years")),
        None => Err(bad(column, name, "not a number")),
    };
    let row = || {
        let whole = |x: &f64| x.fract() == 0.0 && x.abs() < 9e15;
        let node =
            parse_number(fields[2]).filter(whole).ok_or_else(|| bad(2, "node", "not a whole number"))?;
        let available = match fields[5] {
            b"1" => true,
            b"0" => false,
            _ => return Err(bad(5, "type of event", "neither 0 nor 1")),
        };
        let (start, end) = (time(6, "start")?, time(7, "end")?);
        if end < start {
            return Err(bad(7, "end", "before the start"));
        }
        Ok(Row { node: node as i64, available, start, end })
    };
    Some(row())
}

/// True if a file begins like such a trace.
fn is_event_trace(head: &[u8]) -> bool {
    let columns =
        |line: &&[u8]| line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).count();
    let narrow = |line: &&[u8]| columns(line) <= MAX_COLUMNS;
    let rows = unpack::complete_lines(head).take(2_000).filter(narrow).filter_map(parse_row).take(50);
    let (mut good, mut all) = (0, 0);
    for row in rows {
        good += usize::from(row.is_ok());
        all += 1;
    }
    good > 0 && good * 2 >= all
}

/// A partly read trace.
struct TraceReader {
    choices: Choices,
    taken: TraceContents,
}

/// The contents of the lines so far.
#[derive(Default)]
struct TraceContents {
    /// Lines that are neither blank nor comments.
    rows: u32,
    bad: FindingList,
    /// Nodes in the order of the lines, repeated when they change.
    nodes: Vec<i64>,
    /// Unavailable periods: node, start, end.
    away: Vec<(i64, Time, Time)>,
    /// The earliest and the latest time.
    earliest: Option<Time>,
    latest: Time,
    /// Node-seconds, in total and available.
    all_s: f64,
    available_s: f64,
}

impl TraceContents {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        let row = match text.map(parse_row) {
            Some(None) => return,
            Some(Some(row)) => row,
            None => Err("longer than 64 KiB".to_owned()),
        };
        self.rows = self.rows.saturating_add(1);
        let row = match row {
            Ok(row) => row,
            Err(why) => return self.bad.add_with_text(line, || why),
        };
        if self.nodes.last() != Some(&row.node) {
            self.nodes.push(row.node);
        }
        self.earliest = Some(self.earliest.map_or(row.start, |earliest| earliest.min(row.start)));
        self.latest = self.latest.max(row.end);
        let seconds = (row.end - row.start).seconds();
        self.all_s += seconds;
        if row.available {
            self.available_s += seconds;
        } else if row.start < row.end {
            self.away.push((row.node, row.start, row.end));
        }
    }
}

impl LineReader for TraceReader {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        self.taken.line(line, text);
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let Self { choices, mut taken } = self;
        let mut diagnostics = vec![];
        taken.bad.report(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped", count_text(n, "line", "lines"))).hint(
                "A line contains: event, component, node, platform, node name, 0 or 1, start and end in seconds.",
            )
        });
        if let Some(problem) = fatal_error(&taken) {
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        order::sort_by_key(&mut taken.nodes, |&node| node);
        taken.nodes.dedup();
        let earliest = taken.earliest.unwrap_or(Time::ZERO);
        let overlaps = merge_intervals(&mut taken.away);
        if overlaps > 0 {
            diagnostics.push(Diagnostic::warning(format!(
                "{} overlapping with another one of the same node: merged",
                count_text(overlaps, "interval", "intervals")
            )));
        }
        let absences = absences_in_window(&taken, &choices, earliest);
        if absences.is_empty() {
            let problem = Diagnostic::error("no node is unavailable in the selected window");
            diagnostics.insert(
                0,
                problem.place("from_s").hint("Widen the window: `from_s` 0 and `to_s` 0 select everything."),
            );
            return Err(diagnostics);
        }
        let report = Report {
            format: FORMAT.entry.id,
            read: absences.len() as u32,
            skipped: taken.bad.count,
            repaired: overlaps,
            facts: trace_facts(&taken, &absences, earliest),
            processors: Some(taken.nodes.len() as u32),
            processors_from: "the nodes of the trace",
            diagnostics,
            ..Report::default()
        };
        Ok(Reading { work: Work::new(absences), report, origin: Origin::default() })
    }
}

/// The reason why this trace is unusable, if any.
fn fatal_error(taken: &TraceContents) -> Option<Diagnostic> {
    if u64::from(taken.bad.count) * 2 > u64::from(taken.rows) {
        let (bad, all) = (group_digits(taken.bad.count.into()), group_digits(taken.rows.into()));
        return Some(Diagnostic::error(format!(
            "{bad} of {all} lines are not valid lines of a failure trace"
        )));
    }
    if taken.away.is_empty() {
        let message =
            if taken.rows == 0 { "the trace contains no event" } else { "no node is ever unavailable" };
        return Some(
            Diagnostic::error(message)
                .hint("Lines with 0 in the sixth column give the times when a node is unavailable."),
        );
    }
    None
}

/// Sorts intervals by node and start, and merges those that touch or overlap. Returns the number of overlaps.
fn merge_intervals(away: &mut Vec<(i64, Time, Time)>) -> u32 {
    order::sort_by_key(away, |&(_, start, _)| start.0);
    order::sort_by_key(away, |&(node, ..)| node);
    let mut overlaps = 0;
    let mut merged: Vec<(i64, Time, Time)> = Vec::with_capacity(away.len());
    for &(node, start, end) in away.iter() {
        match merged.last_mut() {
            Some(last) if last.0 == node && start <= last.2 => {
                overlaps += u32::from(start < last.2);
                last.2 = last.2.max(end);
            }
            _ => merged.push((node, start, end)),
        }
    }
    *away = merged;
    overlaps
}

/// The absences in the selected time window.
fn absences_in_window(taken: &TraceContents, choices: &Choices, earliest: Time) -> Vec<Absence> {
    let from = earliest + choices.from_s;
    let to = if choices.to_s > Span::ZERO { earliest + choices.to_s } else { Time::MAX };
    // Absences that end before the start of the run are dropped.
    let zero = if choices.shift_to_zero { from.0 } else { 0 };
    let gone = choices.unavailable == AbsenceKind::Gone;
    let absence = |&(node, start, end): &(i64, Time, Time)| {
        let machine = taken.nodes.binary_search(&node).map_or(0, |place| place as u32);
        let (start, end) = (start.max(from).max(Time(zero)), end.min(to));
        (start < end).then(|| Absence { machine, start: Time(start.0 - zero), end: Time(end.0 - zero), gone })
    };
    let mut absences: Vec<Absence> = taken.away.iter().filter_map(absence).collect();
    order::sort_by_key(&mut absences, |absence| absence.start.0);
    absences
}

fn trace_facts(taken: &TraceContents, absences: &[Absence], earliest: Time) -> Vec<Fact> {
    let longest = absences.iter().map(|absence| absence.end - absence.start).max().unwrap_or(Span::ZERO);
    vec![
        Fact::new("Machines", group_digits(taken.nodes.len() as u64)),
        Fact::new("Absences", group_digits(absences.len() as u64)),
        Fact::new("Covers", (taken.latest - earliest).to_string()),
        Fact::new(
            "Available",
            format!("{:.1} % of the time", 100.0 * taken.available_s / taken.all_s.max(1e-6)),
        ),
        Fact::new("Longest absence", longest.to_string()),
    ]
}
