//! Traces of the Failure Trace Archive (`event_trace.tab`): when each node was available, and when not.
//!
//! Only what is not available is kept: these are the absences of machines. Which nodes there are also follows from those
//! that were always there.

#[cfg(test)]
mod tests;
pub(super) mod write;

use super::found::{Found, counted, grouped, shown};
use super::lines::{ByLines, Taker};
use super::number::{LATEST_S, number};
use super::{Fact, FileField, Format, How, Origin, Reading, Report, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Absence, Work};

/// What the catalog says.
pub(super) const FORMAT: Format = Format::of::<Absence>(
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
.fields(&FIELD_DOCS);

/// What each field means, and what is read of it.
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

/// How such files are told and read.
pub(super) const HOW: How = How::of::<Absence>(recognises, |_, settings| {
    let (choices, taken) = (Choices::read(settings), Taken::default());
    Box::new(ByLines::new(Trace { choices, taken }))
});

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// Cause assigned to the intervals in which a node is unavailable.
    #[parameter(name = "Meaning of unavailability", default = "gone")]
    unavailable: Unavailable,
    /// Shifts all times so that the earliest time of the trace is 0.
    #[parameter(name = "Shift to time 0", default = true)]
    shift_to_zero: bool,
    /// Start of the window, measured from the earliest time of the trace. Intervals that end earlier are dropped; an
    /// interval in progress is cut.
    #[parameter(name = "Window start", unit = "s", min = 0, max = LATEST_S, default = 0)]
    from_s: Span,
    /// End of the window, measured from the earliest time of the trace; 0 for no limit.
    #[parameter(name = "Window end", unit = "s", min = 0, max = LATEST_S, default = 0)]
    to_s: Span,
}

/// What a node is when it is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Unavailable {
    /// Failure: running work is lost
    #[word("gone")]
    Gone,
    /// Owner activity: running work may be suspended
    #[word("owner")]
    Owner,
}

/// Columns that are needed; the ninth, the reason of the end, may be missing.
const COLUMNS: usize = 8;

/// More columns than this are something else; a reason may have a few words.
const MOST_COLUMNS: usize = 12;

/// A line of a trace.
struct Row {
    node: i64,
    available: bool,
    start: Time,
    end: Time,
}

/// The row on this line; `None` if there is none to be expected (nothing, a comment), else what is wrong with it.
fn parse(line: &[u8]) -> Option<Result<Row, String>> {
    let line = line.trim_ascii();
    if line.is_empty() || line.starts_with(b"#") {
        return None;
    }
    let fields: Vec<&[u8]> =
        line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).take(COLUMNS).collect();
    if fields.len() < COLUMNS {
        return Some(Err(counted(fields.len() as u32, "column", "columns")));
    }
    let bad = |column: usize, name: &str, why: &str| {
        format!("column {}, the {name}, is `{}`, {why}", column + 1, shown(fields[column]))
    };
    let time = |column: usize, name: &str| match number(fields[column]) {
        Some(seconds) if seconds.abs() <= LATEST_S => Ok(Time::from_seconds(seconds)),
        Some(_) => Err(bad(column, name, "beyond 300 years")),
        None => Err(bad(column, name, "not a number")),
    };
    let row = || {
        let whole = |x: &f64| x.fract() == 0.0 && x.abs() < 9e15;
        let node = number(fields[2]).filter(whole).ok_or_else(|| bad(2, "node", "not a whole number"))?;
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

/// True if a file that begins like this is such a trace.
fn recognises(head: &[u8]) -> bool {
    let columns =
        |line: &&[u8]| line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).count();
    let narrow = |line: &&[u8]| columns(line) <= MOST_COLUMNS;
    let rows = unpack::lines(head).take(2_000).filter(narrow).filter_map(parse).take(50);
    let (mut good, mut all) = (0, 0);
    for row in rows {
        good += usize::from(row.is_ok());
        all += 1;
    }
    good > 0 && good * 2 >= all
}

/// A trace as far as it was read.
struct Trace {
    choices: Choices,
    taken: Taken,
}

/// What was found in the lines so far.
#[derive(Default)]
struct Taken {
    /// Lines that are neither blank nor comments.
    rows: u32,
    bad: Found,
    /// Nodes in the order of the lines, repeated when they change.
    nodes: Vec<i64>,
    /// What is not available: node, start, end.
    away: Vec<(i64, Time, Time)>,
    /// The earliest and the latest time.
    earliest: Option<Time>,
    latest: Time,
    /// Seconds of nodes, and those of them that were available.
    all_s: f64,
    available_s: f64,
}

impl Taken {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        let row = match text.map(parse) {
            Some(None) => return,
            Some(Some(row)) => row,
            None => Err("longer than 64 KiB".to_owned()),
        };
        self.rows = self.rows.saturating_add(1);
        let row = match row {
            Ok(row) => row,
            Err(why) => return self.bad.saying(line, || why),
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

impl Taker for Trace {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        self.taken.line(line, text);
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let Self { choices, mut taken } = self;
        let mut diagnostics = vec![];
        taken.bad.tell(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped", counted(n, "line", "lines"))).hint(
                "A line contains: event, component, node, platform, node name, 0 or 1, start and end in seconds.",
            )
        });
        if let Some(problem) = unusable(&taken) {
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        order::sort(&mut taken.nodes, |&node| node);
        taken.nodes.dedup();
        let earliest = taken.earliest.unwrap_or(Time::ZERO);
        let overlaps = merge(&mut taken.away);
        if overlaps > 0 {
            diagnostics.push(Diagnostic::warning(format!(
                "{} overlapping with another one of the same node: merged",
                counted(overlaps, "interval", "intervals")
            )));
        }
        let absences = cut(&taken, &choices, earliest);
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
            cancelled: 0,
            facts: facts(&taken, &absences, earliest),
            processors: Some(taken.nodes.len() as u32),
            processors_from: "the nodes of the trace",
            sites: None,
            question: None,
            diagnostics,
        };
        Ok(Reading { work: Work::of(absences), report, origin: Origin::default() })
    }
}

/// Why nothing can be done with this trace, if so.
fn unusable(taken: &Taken) -> Option<Diagnostic> {
    if u64::from(taken.bad.count) * 2 > u64::from(taken.rows) {
        let (bad, all) = (grouped(taken.bad.count.into()), grouped(taken.rows.into()));
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

/// Sorts intervals by node and start, and makes those that touch or overlap one. Gives how many overlapped.
fn merge(away: &mut Vec<(i64, Time, Time)>) -> u32 {
    order::sort(away, |&(_, start, _)| start.0);
    order::sort(away, |&(node, ..)| node);
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

/// The absences in the time that was asked for.
fn cut(taken: &Taken, choices: &Choices, earliest: Time) -> Vec<Absence> {
    let from = earliest + choices.from_s;
    let to = if choices.to_s > Span::ZERO { earliest + choices.to_s } else { Time::MAX };
    // What was before the start of the run is over.
    let zero = if choices.shift_to_zero { from.0 } else { 0 };
    let gone = choices.unavailable == Unavailable::Gone;
    let absence = |&(node, start, end): &(i64, Time, Time)| {
        let machine = taken.nodes.binary_search(&node).map_or(0, |place| place as u32);
        let (start, end) = (start.max(from).max(Time(zero)), end.min(to));
        (start < end).then(|| Absence { machine, start: Time(start.0 - zero), end: Time(end.0 - zero), gone })
    };
    let mut absences: Vec<Absence> = taken.away.iter().filter_map(absence).collect();
    order::sort(&mut absences, |absence| absence.start.0);
    absences
}

fn facts(taken: &Taken, absences: &[Absence], earliest: Time) -> Vec<Fact> {
    let longest = absences.iter().map(|absence| absence.end - absence.start).max().unwrap_or(Span::ZERO);
    vec![
        Fact::new("Machines", grouped(taken.nodes.len() as u64)),
        Fact::new("Absences", grouped(absences.len() as u64)),
        Fact::new("Covers", (taken.latest - earliest).to_string()),
        Fact::new(
            "Available",
            format!("{:.1} % of the time", 100.0 * taken.available_s / taken.all_s.max(1e-6)),
        ),
        Fact::new("Longest absence", longest.to_string()),
    ]
}
