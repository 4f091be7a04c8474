//! Guesses a mapping from the names and first values of columns, and says what is doubtful.

use super::cells::{Cell, Notation, Unit, is_missing};
use super::mapping::{ColumnChoice, Meaning, missing_columns};
use super::text::{RowSplitter, Separator};
use crate::number::parse_number;
use std::collections::BTreeMap;

/// Rows that are examined.
pub(super) const EXAMINED_ROWS: usize = 200;

/// What was found in the first rows of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TableGuess {
    pub(super) separator: Separator,
    pub(super) header: bool,
    /// Lines before the first row.
    pub(super) skipped: usize,
    /// Names of the columns; empty without a header.
    pub(super) names: Vec<String>,
    /// How many columns the table has.
    pub(super) count: usize,
    /// The first rows, as texts.
    pub(super) rows: Vec<Vec<Vec<u8>>>,
    pub(super) decimal_comma: bool,
    /// The runtime that means until the time limit; empty for none.
    pub(super) at_limit: &'static str,
    pub(super) columns: Vec<ColumnChoice>,
    /// What is doubtful, a sentence each.
    pub(super) doubts: Vec<String>,
}

/// A line without the sign of a comment.
pub(super) fn without_comment(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"#").unwrap_or(line)
}

/// How columns of a meaning are named, in order of preference: letters and digits only, in lower case.
const NAMES: &[(Meaning, &[&str])] = &[
    (
        Meaning::Submit,
        &[
            "submit",
            "submitted",
            "submission",
            "subtime",
            "queuedat",
            "arrival",
            "arrived",
            "create",
            "created",
            "creation",
            "release",
            "qtime",
            "dt",
            "enqueued",
        ],
    ),
    (
        Meaning::Start,
        &["start", "started", "scheduled", "begin", "dispatch", "starting", "launch", "dispatched"],
    ),
    (
        Meaning::End,
        &[
            "end",
            "ended",
            "finish",
            "finished",
            "completion",
            "completed",
            "complete",
            "stop",
            "deletion",
            "finishing",
        ],
    ),
    (Meaning::Wait, &["wait", "waiting", "queuewait", "waited", "pend", "pending", "queue time", "queuing"]),
    (
        Meaning::Run,
        &[
            "run",
            "runtime",
            "realduration",
            "duration",
            "walltime",
            "wallclocktime",
            "wallclock",
            "wall",
            "elapsed",
            "execution",
            "exec",
            "usedwalltime",
            "walltimeused",
            "actualruntime",
            "actualrun",
            "runseconds",
        ],
    ),
    (
        Meaning::Limit,
        &[
            "limit",
            "timelimit",
            "walllimit",
            "wclimit",
            "walltimelimit",
            "requestedtime",
            "requestedwalltime",
            "reqtime",
            "reqwalltime",
            "walltimereq",
            "walltimerequested",
            "timerequested",
            "estimate",
            "userestimate",
            "timereq",
            "requestedruntime",
            "maxruntime",
        ],
    ),
    (
        Meaning::Processors,
        &[
            "processors",
            "procs",
            "proc",
            "cores",
            "numcores",
            "ncores",
            "corecount",
            "cpus",
            "ncpus",
            "numcpus",
            "cpu",
            "alloccpus",
            "alloccores",
            "usedcores",
            "proccount",
            "proccnt",
            "numprocessors",
            "nproc",
            "nprocs",
            "ntasks",
            "numtasks",
            "tasks",
            "slots",
            "plancpu",
            "cpumilli",
            "numgpu",
            "numgpus",
            "gpus",
            "ngpus",
            "gpu",
            "size",
        ],
    ),
    (
        Meaning::RequestedProcessors,
        &["reqcpus", "requestedprocessors", "requestedcores", "reqcores", "requestedcpus", "reqprocs"],
    ),
    (
        Meaning::Nodes,
        &["nodes", "nnodes", "numnodes", "nodecount", "nodecnt", "numhosts", "hosts", "nhosts", "allocnodes"],
    ),
    (
        Meaning::ProcessorsPerNode,
        &[
            "ppn",
            "ntaskspernode",
            "taskspernode",
            "corespernode",
            "cpuspernode",
            "processorspernode",
            "procspernode",
        ],
    ),
    (Meaning::NodeTime, &["node"]),
    (Meaning::ProcessorTime, &["core", "corescharged", "corecharged", "processor"]),
    (Meaning::User, &["user", "userid", "username", "uid", "owner"]),
    (Meaning::Group, &["account", "group", "groupid", "project", "gid", "vc", "accountname"]),
    (Meaning::Queue, &["partition", "queue", "queuename", "partitionname"]),
    (Meaning::Application, &["jobname", "name", "application", "app", "modelname", "executable"]),
    (Meaning::Status, &["state", "status", "jobstate", "jobstatus", "exitstatus", "exitcode", "outcome"]),
    (Meaning::Copies, &["instances", "instancenum", "instancesnum", "numinstances", "copies"]),
    (
        Meaning::Id,
        &["jobid", "singlejobid", "jobnumber", "id", "job", "number", "jobno", "taskid", "jobidraw"],
    ),
];

/// Endings of names that say a unit, with the unit; empty ones only end the name.
const ENDINGS: &[(&str, Unit)] = &[
    ("milliseconds", Unit::Milliseconds),
    ("millis", Unit::Milliseconds),
    ("ms", Unit::Milliseconds),
    ("microseconds", Unit::Microseconds),
    ("us", Unit::Microseconds),
    ("minutes", Unit::Minutes),
    ("mins", Unit::Minutes),
    ("min", Unit::Minutes),
    ("hours", Unit::Hours),
    ("hrs", Unit::Hours),
    ("h", Unit::Hours),
    ("days", Unit::Days),
    ("seconds", Unit::AsWritten),
    ("secs", Unit::AsWritten),
    ("sec", Unit::AsWritten),
    ("s", Unit::AsWritten),
];

/// The parts of a name between signs and changes of case, in lower case.
fn parts_of(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![];
    let mut before = ' ';
    for sign in name.chars() {
        if sign.is_alphanumeric() {
            let begins = !before.is_alphanumeric() || sign.is_uppercase() && before.is_lowercase();
            if begins || parts.is_empty() {
                parts.push(String::new());
            }
            if let Some(part) = parts.last_mut() {
                part.extend(sign.to_lowercase());
            }
        }
        before = sign;
    }
    parts
}

/// The name of a column without what says its unit or nothing, and the unit; and whether it counts Unix seconds.
fn stem_of(name: &str) -> (String, Unit, bool) {
    let mut parts = parts_of(name);
    let mut unit = Unit::AsWritten;
    let mut exact = false;
    while parts.len() > 1 {
        let last = parts[parts.len() - 1].as_str();
        if let Some((_, ending)) = ENDINGS.iter().find(|(ending, _)| *ending == last) {
            unit = *ending;
        } else if matches!(last, "ts" | "unix" | "epoch" | "timestamp") {
            exact = true;
        } else if last != "x" {
            break;
        }
        parts.pop();
    }
    if parts.len() > 1 && matches!(parts[0].as_str(), "sim") {
        parts.remove(0);
    }
    (parts.concat(), unit, exact)
}

/// The meanings of a name, each with its place in the order of preference.
fn meanings_of(name: &str) -> Vec<(Meaning, usize, Unit, bool)> {
    let (stem, unit, exact) = stem_of(name);
    let cut = ["datetime", "time", "date", "timestamp", "stamp", "at"]
        .into_iter()
        .find_map(|end| stem.strip_suffix(end).filter(|rest| !rest.is_empty()))
        .unwrap_or(&stem);
    let of = |(meaning, names): &(Meaning, &[&str])| {
        let whole = names.iter().position(|known| *known == stem);
        let timed = meaning.is_point() || meaning.is_length();
        let place = whole.or_else(|| names.iter().position(|known| timed && *known == cut))?;
        // Times of nodes are told from counts of nodes by their unit.
        let total = matches!(meaning, Meaning::NodeTime | Meaning::ProcessorTime);
        (total == (unit == Unit::Hours && total)).then_some((*meaning, place, unit, exact))
    };
    let mut found: Vec<(Meaning, usize, Unit, bool)> = NAMES.iter().filter_map(of).collect();
    if found.iter().any(|(meaning, ..)| matches!(meaning, Meaning::NodeTime | Meaning::ProcessorTime)) {
        found.retain(|(meaning, ..)| matches!(meaning, Meaning::NodeTime | Meaning::ProcessorTime));
    }
    found
}

/// Layouts of tables without a header.
struct Layout {
    what: &'static str,
    /// What is lost in this reading.
    loss: &'static str,
    /// True for a row of such a table.
    is: fn(row: &[Vec<u8>]) -> bool,
    columns: &'static [(&'static str, Meaning, Unit)],
}

const STATUS_WORDS: [&str; 7] =
    ["Terminated", "Waiting", "Running", "Failed", "Ready", "Cancelled", "Interrupted"];

/// True for a row with so many cells and the status of a task in this one.
fn is_task(row: &[Vec<u8>], cells: usize, status: usize) -> bool {
    row.len() == cells && STATUS_WORDS.iter().any(|word| word.as_bytes() == row[status].as_slice())
}

/// True for a line of SWF whose fields have another separator than blanks: what a job needs is numbers, the status is one
/// of the format.
fn is_swf(row: &[Vec<u8>]) -> bool {
    let number = |field: usize| parse_number(&row[field - 1]);
    (18..=22).contains(&row.len())
        && [1, 2, 4, 5, 8, 9].into_iter().all(|field| number(field).is_some_and(|value| value >= -1.0))
        && number(11).is_some_and(|status| (-1.0..=5.0).contains(&status) && status.fract() == 0.0)
}

const DEPENDENCIES: &str = "dependencies between tasks are not read: each task is a job (the format alibaba-2018 reads those of 2018)";

const LAYOUTS: [Layout; 3] = [
    Layout {
        what: "batch_task of the Alibaba cluster trace 2017",
        loss: DEPENDENCIES,
        is: |row| is_task(row, 8, 5),
        columns: &[
            ("4", Meaning::Id, Unit::AsWritten),
            ("1", Meaning::Submit, Unit::AsWritten),
            ("1", Meaning::Start, Unit::AsWritten),
            ("2", Meaning::End, Unit::AsWritten),
            ("7", Meaning::Processors, Unit::Hundredths),
            ("3", Meaning::Group, Unit::AsWritten),
            ("6", Meaning::Status, Unit::AsWritten),
            ("5", Meaning::Copies, Unit::AsWritten),
        ],
    },
    Layout {
        what: "batch_task of the Alibaba cluster trace 2018",
        loss: DEPENDENCIES,
        is: |row| is_task(row, 9, 4),
        columns: &[
            ("1", Meaning::Id, Unit::AsWritten),
            ("6", Meaning::Submit, Unit::AsWritten),
            ("6", Meaning::Start, Unit::AsWritten),
            ("7", Meaning::End, Unit::AsWritten),
            ("8", Meaning::Processors, Unit::Hundredths),
            ("3", Meaning::Group, Unit::AsWritten),
            ("4", Meaning::Application, Unit::AsWritten),
            ("5", Meaning::Status, Unit::AsWritten),
            ("2", Meaning::Copies, Unit::AsWritten),
        ],
    },
    Layout {
        what: "the Standard Workload Format with another separator than blanks",
        loss: "its status (field 11) is not read: all jobs count as completed",
        is: is_swf,
        columns: &[
            ("1", Meaning::Id, Unit::AsWritten),
            ("2", Meaning::Submit, Unit::AsWritten),
            ("3", Meaning::Wait, Unit::AsWritten),
            ("4", Meaning::Run, Unit::AsWritten),
            ("9", Meaning::Limit, Unit::AsWritten),
            ("5", Meaning::Processors, Unit::AsWritten),
            ("8", Meaning::RequestedProcessors, Unit::AsWritten),
            ("12", Meaning::User, Unit::AsWritten),
            ("13", Meaning::Group, Unit::AsWritten),
            ("15", Meaning::Queue, Unit::AsWritten),
            ("14", Meaning::Application, Unit::AsWritten),
        ],
    },
];

/// True for a line of names: no cell is a number, and one has letters.
fn is_header(cells: &[Vec<u8>]) -> bool {
    let plain =
        |cell: &Vec<u8>| cell.first().is_none_or(|byte| !byte.is_ascii_digit() && !b"+-.".contains(byte));
    cells.iter().all(plain) && cells.iter().any(|cell| cell.iter().any(u8::is_ascii_alphabetic))
}

impl TableGuess {
    /// The mapping of a table that begins with these lines, of which none is blank.
    pub(super) fn of(lines: &[&[u8]], separator: Separator, header: Option<bool>) -> Self {
        let comment = |line: &&[u8]| line.starts_with(b"#");
        let plain: Vec<&[u8]> = lines.iter().copied().filter(|line| !comment(line)).collect();
        let separator = match separator {
            Separator::Detect => Separator::detect(&plain).unwrap_or(Separator::Comma),
            separator => separator,
        };
        let split = |lines: &[&[u8]]| {
            let mut splitter = RowSplitter::new(separator);
            let mut rows: Vec<Vec<Vec<u8>>> = vec![];
            for line in lines {
                splitter.add_line(0, line, &mut |row| {
                    if let Ok(row) = row {
                        rows.push(row.cells.iter().map(|cell| cell.trim_ascii().to_vec()).collect());
                    }
                });
            }
            rows
        };
        let comments = lines.iter().take_while(|line| comment(line)).count();
        let mut rows = split(&plain);
        // The last comment before the rows may name the columns.
        let last = lines[..comments].last().map(|line| split(&[without_comment(line)]));
        let named = last.and_then(|mut rows| rows.pop()).filter(|cells| {
            header != Some(false)
                && is_header(cells)
                && rows.first().is_some_and(|row| row.len() == cells.len())
        });
        let header =
            header.unwrap_or_else(|| named.is_some() || rows.first().is_some_and(|row| is_header(row)));
        let mut skipped = comments;
        let first = match named {
            Some(cells) => cells,
            None if header && !rows.is_empty() => {
                skipped += 1;
                rows.remove(0)
            }
            None => vec![],
        };
        let mut names: Vec<String> =
            first.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        // R does not name the column with the names of rows.
        let nameless =
            !names.is_empty() && !rows.is_empty() && rows.iter().all(|row| row.len() == names.len() + 1);
        if nameless {
            names.insert(0, String::new());
        }
        let count = rows.iter().map(Vec::len).max().unwrap_or(0).max(names.len());
        let mut guess = Self {
            separator,
            header,
            skipped,
            names,
            count,
            rows,
            decimal_comma: false,
            at_limit: "",
            columns: vec![],
            doubts: vec![],
        };
        if nameless {
            guess
                .doubts
                .push("rows have one cell more than the header: the first column has no name".to_owned());
        }
        guess.find_meanings();
        guess
    }

    /// The mapping of a table with these columns, by its first rows.
    #[cfg(feature = "parquet")]
    pub(super) fn of_rows(names: Vec<String>, rows: Vec<Vec<Vec<u8>>>) -> Self {
        let mut guess = Self {
            separator: Separator::Comma,
            header: true,
            skipped: 0,
            count: names.len(),
            names,
            rows,
            decimal_comma: false,
            at_limit: "",
            columns: vec![],
            doubts: vec![],
        };
        guess.find_meanings();
        guess
    }

    fn find_meanings(&mut self) {
        self.find_notation();
        if self.header {
            self.find_columns();
        } else {
            self.find_layout();
        }
        self.check_values();
    }

    /// What the mapping lacks.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        missing_columns(|meaning| self.columns.iter().any(|column| column.meaning == meaning))
    }

    /// The values of a column.
    fn values(&self, place: usize) -> impl Iterator<Item = &[u8]> {
        self.rows
            .iter()
            .filter_map(move |row| row.get(place))
            .map(Vec::as_slice)
            .filter(|text| !is_missing(text))
    }

    fn find_notation(&mut self) {
        let decimal = |cell: &[u8]| {
            let digits = |text: &[u8]| {
                !text.is_empty() && text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
            };
            let mut parts = cell.splitn(2, |&byte| byte == b',');
            let (whole, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            digits(whole.strip_prefix(b"-").unwrap_or(whole))
                && !rest.is_empty()
                && rest.iter().all(u8::is_ascii_digit)
        };
        self.decimal_comma = self.separator != Separator::Comma
            && (0..self.count).any(|place| {
                let (all, with) = self
                    .values(place)
                    .fold((0, 0), |(all, with), cell| (all + 1, with + u32::from(decimal(cell))));
                with > 0 && with * 2 >= all
            });
        if self.decimal_comma {
            self.doubts.push("commas in numbers are read as decimal commas".to_owned());
        }
    }

    fn find_layout(&mut self) {
        let is = |layout: &&Layout| !self.rows.is_empty() && self.rows.iter().all(|row| (layout.is)(row));
        let Some(layout) = LAYOUTS.iter().find(is) else { return };
        self.columns = layout
            .columns
            .iter()
            .map(|&(column, meaning, unit)| ColumnChoice { column: column.to_owned(), meaning, unit })
            .collect();
        self.doubts.push(format!("the columns are those of {}, as there is no header", layout.what));
        self.doubts.push(layout.loss.to_owned());
    }

    /// The name by which a column is chosen: its number where the name is not its alone.
    pub(super) fn reference(&self, place: usize) -> String {
        let Some(name) = self.names.get(place) else { return (place + 1).to_string() };
        let alone = self.names.iter().filter(|other| *other == name).count() == 1;
        let fits = ganttlet_core::entry::text_problem(name, 100).is_none() && name.trim() == name;
        if alone && fits && !name.is_empty() && name.parse::<usize>().is_err() {
            name.clone()
        } else {
            (place + 1).to_string()
        }
    }

    /// True if a column can have a meaning by its values.
    fn fits(&self, place: usize, meaning: Meaning, unit: Unit) -> bool {
        let notation = Notation { decimal_comma: self.decimal_comma, utc_offset_s: 0.0 };
        let (mut all, mut good) = (0_u32, 0);
        for text in self.values(place) {
            all += 1;
            let cell = Cell::Text(text);
            good += u32::from(if meaning.is_point() {
                let date = |unit| notation.point(cell, unit).is_ok();
                notation.number(text).is_some()
                    || date(unit)
                    || date(Unit::DayFirst)
                    || date(Unit::MonthFirst)
            } else if meaning.is_length() {
                notation.length(cell, unit).is_ok()
            } else if meaning.is_count() {
                notation.count(cell, unit).is_ok()
            } else {
                true
            });
        }
        // Many tables name the nodes of a job where others count them.
        let most = if meaning == Meaning::Nodes { all } else { all.div_ceil(2) };
        good >= most
    }

    fn find_columns(&mut self) {
        // By meaning: the place of each column that can have it, with its rank.
        let mut candidates: BTreeMap<Meaning, Vec<(usize, usize, Unit)>> = BTreeMap::new();
        for place in 0..self.names.len() {
            for (meaning, rank, unit, exact) in meanings_of(&self.names[place]) {
                // Exact numbers come before texts in local time.
                let rank = rank * 2 + usize::from(!exact);
                let rank = if exact && meaning.is_point() { 0 } else { rank };
                if self.fits(place, meaning, unit) {
                    candidates.entry(meaning).or_default().push((rank, place, unit));
                }
            }
        }
        let mut taken: Vec<usize> = vec![];
        for (&meaning, found) in &mut candidates {
            found.sort_unstable_by_key(|&(rank, place, _)| (rank, place));
            found.retain(|(_, place, _)| !taken.contains(place));
            let Some(&(_, place, unit)) = found.first() else { continue };
            taken.push(place);
            let column = self.reference(place);
            let others: Vec<&str> =
                found[1..].iter().take(3).map(|&(_, place, _)| self.names[place].as_str()).collect();
            if !others.is_empty() && meaning != Meaning::Application && meaning != Meaning::Id {
                self.doubts.push(format!(
                    "{:?} is used as {}, and {} as well could be",
                    self.names[place],
                    meaning.word(),
                    others.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", "),
                ));
            }
            let unit = if meaning.is_count() || meaning.is_point() || meaning.is_length() {
                unit
            } else {
                Unit::AsWritten
            };
            self.columns.push(ColumnChoice { column, meaning, unit });
        }
    }

    /// The place of the column with a meaning.
    fn place(&self, meaning: Meaning) -> Option<usize> {
        let column = self.columns.iter().find(|column| column.meaning == meaning)?;
        let named = self.names.iter().position(|name| *name == column.column);
        named.or_else(|| column.column.parse::<usize>().ok().map(|number| number - 1))
    }

    fn set_unit(&mut self, meaning: Meaning, unit: Unit, why: &str) {
        let Some(column) = self.columns.iter_mut().find(|column| column.meaning == meaning) else { return };
        if column.unit == Unit::AsWritten {
            column.unit = unit;
            self.doubts.push(format!("{:?} is read in {}: {why}", column.column, unit.word()));
        }
    }

    fn remove(&mut self, meaning: Meaning, why: &str) {
        if let Some(at) = self.columns.iter().position(|column| column.meaning == meaning) {
            let column = self.columns.remove(at);
            self.doubts.push(format!("{:?} is not used: {why}", column.column));
        }
    }

    /// Decides what only values tell.
    fn check_values(&mut self) {
        // Jobs of a table without submit times are submitted when they start.
        if self.place(Meaning::Submit).is_none()
            && self.place(Meaning::Wait).is_none()
            && let Some(start) = self.columns.iter().find(|column| column.meaning == Meaning::Start)
        {
            let submit = ColumnChoice { meaning: Meaning::Submit, ..start.clone() };
            self.columns.insert(0, submit);
        }
        self.check_points();
        self.check_counts();
        self.check_runs();
        let number = |guess: &Self, place| {
            let all: Vec<Option<f64>> = guess.values(place).map(parse_number).collect();
            !all.is_empty() && all.iter().all(Option::is_some)
        };
        // A number of a status that is no exit code says nothing that is known.
        if let Some(place) = self.place(Meaning::Status)
            && number(self, place)
            && self.header
        {
            let name = self.names[place].to_lowercase();
            if !name.contains("exit") && !name.contains("code") {
                self.remove(Meaning::Status, "its numbers are of an unknown kind");
            }
        }
        // Pods that run have an end in this trace, and pods that wait have none.
        if self.names.iter().any(|name| name == "pod_phase") {
            self.doubts.push("\"pod_phase\" is not used: pods in the phase Running have an end".to_owned());
        }
    }

    fn check_points(&mut self) {
        let notation = Notation { decimal_comma: self.decimal_comma, utc_offset_s: 0.0 };
        for meaning in [Meaning::Submit, Meaning::Start, Meaning::End] {
            let Some(place) = self.place(meaning) else { continue };
            let numbers: Vec<f64> = self.values(place).filter_map(|text| notation.number(text)).collect();
            let least = numbers.iter().copied().filter(|&value| value > 0.0).fold(f64::INFINITY, f64::min);
            if least.is_finite() && least > 1e14 {
                self.set_unit(meaning, Unit::Microseconds, "its numbers are too large for seconds");
            } else if least.is_finite() && least > 1e11 {
                self.set_unit(meaning, Unit::Milliseconds, "its numbers are too large for seconds");
            } else if (20_000.0..80_000.0).contains(&least)
                && numbers.iter().any(|value| value.fract().abs() > 0.0)
                && numbers.iter().all(|value| (20_000.0..80_000.0).contains(value))
            {
                self.set_unit(meaning, Unit::Excel, "its numbers look like days of a spreadsheet");
            }
            let slashes = self.values(place).any(|text| text.contains(&b'/'));
            if slashes {
                let all =
                    |unit| self.values(place).all(|text| notation.point(Cell::Text(text), unit).is_ok());
                let (day, month) = (all(Unit::DayFirst), all(Unit::MonthFirst));
                match (day, month) {
                    (true, true) => {
                        self.set_unit(
                            meaning,
                            Unit::MonthFirst,
                            "the first dates could have the day first as well",
                        );
                    }
                    (true, false) => {
                        self.set_unit(meaning, Unit::DayFirst, "its dates have no other reading");
                    }
                    (false, true) => {
                        self.set_unit(meaning, Unit::MonthFirst, "its dates have no other reading");
                    }
                    (false, false) => {}
                }
            }
        }
    }

    fn check_counts(&mut self) {
        for meaning in [Meaning::Processors, Meaning::RequestedProcessors] {
            let Some(place) = self.place(meaning) else { continue };
            let Some(name) = self.names.get(place).map(|name| name.to_lowercase()) else { continue };
            if name.contains("milli") {
                self.set_unit(meaning, Unit::Thousandths, "its name says thousandths of a processor");
            } else if name == "plan_cpu" {
                self.set_unit(meaning, Unit::Hundredths, "100 is one processor in the Alibaba traces");
            }
            if name.contains("gpu") {
                self.doubts.push(format!("the GPUs in {:?} are the processors of a job", self.names[place]));
            }
            if self
                .values(place)
                .any(|text| parse_number(text).is_some_and(|value| value.fract().abs() > 0.0))
            {
                self.doubts.push(format!("parts of a processor in {:?} are rounded up", self.names[place]));
            }
        }
    }

    fn check_runs(&mut self) {
        let (run, limit) = (self.place(Meaning::Run), self.place(Meaning::Limit));
        let (Some(run), Some(limit)) = (run, limit) else { return };
        if self.values(run).any(|text| text == b"-1") {
            self.at_limit = "-1";
            self.doubts.push(format!(
                "the runtime -1 in {:?} is read as until the time limit",
                self.names.get(run).map_or("", String::as_str)
            ));
        }
        // A limit that most jobs exceed sixty-fold is one in minutes.
        let pairs: Vec<(f64, f64)> = self
            .rows
            .iter()
            .filter_map(|row| Some((parse_number(row.get(run)?)?, parse_number(row.get(limit)?)?)))
            .filter(|&(run, limit)| run > 0.0 && limit > 0.0)
            .collect();
        let beyond = |factor: f64| pairs.iter().filter(|(run, limit)| *run > limit * factor * 1.05).count();
        if beyond(1.0) * 5 > pairs.len() && beyond(60.0) * 10 <= pairs.len() {
            self.set_unit(Meaning::Limit, Unit::Minutes, "in seconds, most jobs would exceed it");
        }
    }
}
