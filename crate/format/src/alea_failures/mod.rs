//! Failures of Alea (`.failures`, beside a log and its list of machines): nodes of a cluster, or a whole cluster, for a time.
//!
//! Clusters are given by name, so the failing machines are known only with a platform.

#[cfg(test)]
mod tests;

use super::alea_lists;
use super::finding_list::{FindingList, count_text, group_digits, quote_bytes};
use super::lines::{LineFileReader, LineReader};
use super::number::{MAX_TIME_S, parse_number};
use super::{Fact, FileField, Format, FormatReader, MachinePlace, Origin, Reading, Report, fields, unpack};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::order;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Absence, Work};
use std::collections::BTreeMap;

/// The catalog entry.
pub(super) const FORMAT: Format = Format::new::<Absence>(
    Entry::new("alea-failures", "Failures of Alea (.failures)")
        .summary(
            "Failures of nodes or of whole clusters, one per line, beside a log of Alea. Clusters are those of \
             the platform with the same names.",
        )
        .source("Klusacek, Soysal, Suter, Alea - complex job scheduling simulator, PPAM 2019 (its loader of failures)")
        .parameters(Choices::LIST),
    Some("lists of failures of Alea (.failures)"),
    1 << 28,
)
.with_fields(&FIELD_DOCS);

/// The meaning and use of each field.
const FIELD_DOCS: [FileField; 4] = fields([
    ("1 start", "Start of the failure, seconds: since the start of the log, or Unix time."),
    ("2 cluster", "Name of the cluster, as in the list of machines."),
    ("3 duration", "Duration of the failure, seconds."),
    ("4 nodes", "Machines of the cluster, counted from 0, between blanks; all of them if it is missing."),
]);

/// Recognition and reading of such files.
pub(super) const READER: FormatReader = FormatReader::new::<Absence>(is_failure_list, |_, settings| {
    let contents = FailureContents::default();
    Box::new(LineFileReader::new(FailureReader { choices: Choices::read(settings), contents }))
});

/// What can be set.
#[derive(Parameters)]
struct Choices {
    /// Unix time at which the log begins; it is subtracted from all starts. If 0 and the starts are Unix times, the first failure
    /// begins at time 0.
    #[parameter(name = "Start of the log", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    log_start_s: Span,
    /// Shorter failures are left out, as by Alea.
    #[parameter(name = "Shortest failure", unit = "s", min = 0, max = MAX_TIME_S, default = 60)]
    shortest_s: Span,
    /// Nodes of the platform for each machine of the file: the number of its cores if each core is a node.
    #[parameter(name = "Nodes per machine", unit = "nodes", min = 1, max = 4096, default = 1)]
    nodes_per_machine: u32,
}

/// From this value on, starts are Unix times: no log is thirty years long.
const FIRST_UNIX_TIME_S: f64 = 946_684_800.0;
/// Maximum number of machines that fail at one time, in one line.
const MAX_MACHINES: usize = 16_384;
/// Maximum number of machines that fail in all lines together.
const MAX_ABSENCES: usize = 5_000_000;

/// The cells of a line; `None` for a blank line or a comment.
fn cells(line: &[u8]) -> Option<Vec<&[u8]>> {
    let line = line.trim_ascii();
    let is_data = !line.is_empty() && !line.starts_with(b";") && !line.starts_with(b"#");
    is_data.then(|| line.split(|&byte| byte == b'\t').map(<[u8]>::trim_ascii).collect())
}

/// A line: start, cluster, duration and machines.
struct Row<'a> {
    start_s: f64,
    cluster: &'a [u8],
    duration_s: f64,
    machines: Vec<u32>,
}

/// The failure in these cells, or the error.
fn parse_row<'a>(cells: &[&'a [u8]]) -> Result<Row<'a>, String> {
    let (start, cluster, duration, machines) = match *cells {
        [start, cluster, duration] => (start, cluster, duration, &b""[..]),
        [start, cluster, duration, machines] => (start, cluster, duration, machines),
        _ => return Err(count_text(cells.len() as u32, "column", "columns")),
    };
    let bad = |what: &str, cell: &[u8], why: &str| format!("{what} is `{}`, {why}", quote_bytes(cell));
    let seconds = |what: &str, cell: &[u8]| match parse_number(cell) {
        Some(seconds) if seconds.abs() <= MAX_TIME_S => Ok(seconds),
        Some(_) => Err(bad(what, cell, "beyond 300 years")),
        None => Err(bad(what, cell, "not a number")),
    };
    let (start_s, duration_s) = (seconds("the start", start)?, seconds("the duration", duration)?);
    if duration_s < 0.0 {
        return Err(bad("the duration", duration, "below 0"));
    }
    if !cluster.first().is_some_and(u8::is_ascii_alphabetic) {
        return Err(bad("the cluster", cluster, "not a name"));
    }
    let number = |cell: &[u8]| {
        let whole = |x: &f64| x.fract() == 0.0 && (0.0..1e9).contains(x);
        parse_number(cell)
            .filter(whole)
            .map(|number| number as u32)
            .ok_or_else(|| bad("a machine", cell, "not a number from 0"))
    };
    let names = machines.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty());
    let machines = names.take(MAX_MACHINES + 1).map(number).collect::<Result<Vec<u32>, String>>()?;
    if machines.len() > MAX_MACHINES {
        return Err(format!("more than {} machines", group_digits(MAX_MACHINES as u64)));
    }
    Ok(Row { start_s, cluster, duration_s, machines })
}

/// True if all lines at the start of a file are failures.
fn is_failure_list(head: &[u8]) -> bool {
    let mut rows = unpack::complete_lines(head).filter_map(cells).take(50).peekable();
    // A list of queues or users has the same columns, but ascending numbers.
    rows.peek().is_some()
        && rows.all(|cells| parse_row(&cells).is_ok())
        && alea_lists::kind_of(head).is_none()
}

/// The failures so far.
#[derive(Default)]
struct FailureContents {
    rows: u32,
    bad: FindingList,
    short: u32,
    /// The names of the clusters, by number.
    clusters: Vec<String>,
    numbers: BTreeMap<Vec<u8>, u32>,
    /// The failing machines, and the number of each.
    places: Vec<MachinePlace>,
    place_numbers: BTreeMap<(u32, u32), u32>,
    /// Machine, start and end in seconds.
    away: Vec<(u32, f64, f64)>,
    too_many: bool,
}

impl FailureContents {
    fn line(&mut self, line: u32, text: Option<&[u8]>, shortest: Span) {
        let cells = match text.map(cells) {
            Some(None) => return,
            Some(cells) => cells,
            None => None,
        };
        self.rows = self.rows.saturating_add(1);
        let row = cells.as_deref().map_or_else(|| Err("longer than 64 KiB".to_owned()), parse_row);
        let Row { start_s, cluster, duration_s, machines } = match row {
            Ok(row) => row,
            Err(why) => return self.bad.add_with_text(line, || why),
        };
        if duration_s < shortest.seconds() || duration_s <= 0.0 {
            self.short += 1;
            return;
        }
        let known = self.numbers.get(cluster).copied();
        let home = known.unwrap_or_else(|| {
            self.clusters.push(String::from_utf8_lossy(cluster).into_owned());
            let home = self.clusters.len() as u32 - 1;
            self.numbers.insert(cluster.to_owned(), home);
            home
        });
        let whole = machines.is_empty().then_some(MachinePlace::ALL);
        for node in machines.into_iter().chain(whole) {
            if self.away.len() >= MAX_ABSENCES {
                self.too_many = true;
                return;
            }
            let next = self.places.len() as u32;
            let machine = *self.place_numbers.entry((home, node)).or_insert(next);
            if machine == next {
                self.places.push(MachinePlace { home, node });
            }
            self.away.push((machine, start_s, start_s + duration_s));
        }
    }
}

/// A partly read list.
struct FailureReader {
    choices: Choices,
    contents: FailureContents,
}

impl LineReader for FailureReader {
    fn line(&mut self, line: u32, text: Option<&[u8]>) {
        self.contents.line(line, text, self.choices.shortest_s);
    }

    fn finish(self) -> Result<Reading, Vec<Diagnostic>> {
        let Self { choices, contents } = self;
        let mut diagnostics = vec![];
        contents.bad.report(&mut diagnostics, |n| {
            Diagnostic::warning(format!("{} skipped", count_text(n, "line", "lines")))
                .hint("A line contains, between tabs: start and name of the cluster, duration in seconds, and machines.")
        });
        if let Some(problem) = fatal_error(&contents, &choices) {
            diagnostics.insert(0, problem);
            return Err(diagnostics);
        }
        if contents.short > 0 {
            let message = format!(
                "{} shorter than {} left out, as by Alea",
                count_text(contents.short, "failure", "failures"),
                choices.shortest_s
            );
            diagnostics.push(Diagnostic::note(message).place("shortest_s"));
        }
        let earliest = contents.away.iter().map(|&(_, start, _)| start).fold(f64::INFINITY, f64::min);
        let mut zero = choices.log_start_s.seconds();
        if zero == 0.0 && earliest >= FIRST_UNIX_TIME_S {
            zero = earliest;
            let message = "the starts are Unix times: the first failure begins at time 0 (our assumption)";
            let hint = "Set the parameter to the UnixStartTime in the header of the log.";
            diagnostics.push(Diagnostic::warning(message).place("log_start_s").hint(hint));
        }
        let absence = |&(machine, start, end): &(u32, f64, f64)| {
            let [start, end] = [start, end].map(|time| Time::from_seconds((time - zero).max(0.0)));
            (start < end).then_some(Absence { machine, start, end, gone: true })
        };
        let mut absences: Vec<Absence> = contents.away.iter().filter_map(absence).collect();
        order::sort_by_key(&mut absences, |absence| absence.start.0);
        if absences.is_empty() {
            let message = "all failures end before the start of the log";
            diagnostics.insert(0, Diagnostic::error(message).place("log_start_s"));
            return Err(diagnostics);
        }
        let longest = absences.iter().map(|absence| absence.end - absence.start).max().unwrap_or(Span::ZERO);
        let last = absences.iter().map(|absence| absence.end).max().unwrap_or(Time::ZERO);
        let whole = absences
            .iter()
            .filter(|absence| contents.places[absence.machine as usize].node == MachinePlace::ALL);
        let facts = vec![
            Fact::new("Nodes per machine", choices.nodes_per_machine.to_string()),
            Fact::new("Clusters", contents.clusters.join(", ")),
            Fact::new(
                "Failures",
                group_digits(u64::from(contents.rows - contents.bad.count - contents.short)),
            ),
            Fact::new("Of whole clusters", group_digits(whole.count() as u64)),
            Fact::new("Longest failure", longest.to_string()),
            Fact::new("Covers", (last - Time::ZERO).to_string()),
        ];
        let report = Report {
            format: FORMAT.entry.id,
            read: absences.len() as u32,
            skipped: contents.bad.count,
            facts,
            diagnostics,
            ..Report::default()
        };
        let home = |name: String| super::Home { id: name, name: String::new(), used: true };
        let homes = contents.clusters.into_iter().map(home).collect();
        let origin = Origin { homes, machines: contents.places, ..Origin::default() };
        Ok(Reading { work: Work::new(absences), report, origin })
    }
}

/// The reason why this list is unusable, if any.
fn fatal_error(contents: &FailureContents, choices: &Choices) -> Option<Diagnostic> {
    if contents.too_many {
        let most = group_digits(MAX_ABSENCES as u64);
        return Some(Diagnostic::error(format!(
            "there are more than {most} failures of machines, which is the limit"
        )));
    }
    if u64::from(contents.bad.count) * 2 > u64::from(contents.rows) {
        let (bad, all) = (group_digits(contents.bad.count.into()), group_digits(contents.rows.into()));
        return Some(Diagnostic::error(format!("{bad} of {all} lines are not valid failures")));
    }
    if !contents.away.is_empty() {
        return None;
    }
    Some(match contents.short {
        0 => Diagnostic::error("the list contains no failure"),
        n => Diagnostic::error(format!(
            "{} shorter than {}",
            count_text(n, "failure is", "failures are"),
            choices.shortest_s
        ))
        .place("shortest_s"),
    })
}
