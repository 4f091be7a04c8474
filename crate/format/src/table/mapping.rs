//! The meanings of the columns of a table, and the conversion of its rows to jobs.
//!
//! A mapping uses only the cells of rows ([`Row`]); other modules read them from text or from files with typed columns.

use super::cells::{Cell, Notation, Unit, is_missing};
use crate::finding_list::{FindingList, count_text, quote_bytes};
use crate::log::accounting::{Outcome, Record, RecordLog};
use ganttlet_core::diagnostic::{Diagnostic, did_you_mean, list_names};
use ganttlet_core::entry::{Parameters, Variants};

/// A row of a table, from any kind of file.
pub(crate) trait Row {
    /// The cell of a column, counted from 0; empty beyond the last one.
    fn cell(&self, place: usize) -> Cell<'_>;
}

impl Row for [&[u8]] {
    fn cell(&self, place: usize) -> Cell<'_> {
        Cell::Text(self.get(place).map_or(&b""[..], |cell| cell.trim_ascii()))
    }
}

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Variants)]
pub(crate) enum Meaning {
    /// Number or name of the job
    #[word("id")]
    Id,
    /// Submit time
    #[word("submit")]
    Submit,
    /// Start time
    #[word("start")]
    Start,
    /// End time
    #[word("end")]
    End,
    /// Wait time
    #[word("wait")]
    Wait,
    /// Runtime
    #[word("run")]
    Run,
    /// Requested time (user estimate)
    #[word("limit")]
    Limit,
    /// Processors
    #[word("processors")]
    Processors,
    /// Requested processors
    #[word("requested-processors")]
    RequestedProcessors,
    /// Nodes, each of several processors
    #[word("nodes")]
    Nodes,
    /// Processors per node
    #[word("processors-per-node")]
    ProcessorsPerNode,
    /// Node time: runtime times nodes
    #[word("node-time")]
    NodeTime,
    /// Processor time: runtime times processors
    #[word("processor-time")]
    ProcessorTime,
    /// User
    #[word("user")]
    User,
    /// Group, account or project
    #[word("group")]
    Group,
    /// Queue or partition
    #[word("queue")]
    Queue,
    /// Application or name of the job
    #[word("application")]
    Application,
    /// Outcome: a word such as FAILED, or an exit code
    #[word("status")]
    Status,
    /// Number of equal jobs that the row describes
    #[word("copies")]
    Copies,
    /// Not used
    #[word("unused")]
    Unused,
}

impl Meaning {
    /// Its word in scenarios.
    pub(crate) fn word(self) -> &'static str {
        Self::OPTIONS[self as usize].0
    }

    /// True for points in time.
    pub(crate) fn is_point(self) -> bool {
        matches!(self, Self::Submit | Self::Start | Self::End)
    }

    /// True for durations.
    pub(crate) fn is_length(self) -> bool {
        matches!(self, Self::Wait | Self::Run | Self::Limit | Self::NodeTime | Self::ProcessorTime)
    }

    /// True for counts.
    pub(crate) fn is_count(self) -> bool {
        matches!(
            self,
            Self::Processors
                | Self::RequestedProcessors
                | Self::Nodes
                | Self::ProcessorsPerNode
                | Self::Copies
        )
    }
}

/// A row of the parameter `columns`.
#[derive(Clone, Debug, PartialEq, Parameters)]
pub(crate) struct ColumnChoice {
    /// Name of the column, or its number from 1.
    #[parameter(name = "Column", max_length = 100, default = "")]
    pub(crate) column: String,
    /// What the column says of a job. A column may have several rows.
    #[parameter(name = "Meaning", default = "unused")]
    pub(crate) meaning: Meaning,
    /// How its values are written.
    #[parameter(name = "Unit", default = "as-written")]
    pub(crate) unit: Unit,
}

/// A column with a meaning.
#[derive(Clone, Debug)]
struct MappedColumn {
    place: usize,
    name: String,
    unit: Unit,
}

/// The options for the values of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueRules {
    /// The notation of numbers and local times.
    pub(super) notation: Notation,
    /// The runtime value that means "until the time limit"; empty for none.
    pub(super) at_limit: Vec<u8>,
    /// Processors of a node without a column of them; 0 if unknown.
    pub(super) processors_per_node: u32,
}

/// The columns of a table by their meanings.
pub(crate) struct Mapping {
    columns: [Option<MappedColumn>; Meaning::OPTIONS.len()],
    rules: ValueRules,
    unknown_states: FindingList,
    unknown_sizes: u32,
    at_limit: u32,
    copied: u32,
    copies: u32,
}

/// Maximum number of jobs from rows with a number of copies.
const MAX_COPIES: u32 = 5_000_000;

impl Mapping {
    /// The columns that these choices name among the `names` of a table; a table without a header has `count` columns.
    pub(crate) fn new(
        choices: &[ColumnChoice],
        names: &[String],
        count: usize,
        rules: ValueRules,
    ) -> Result<Self, Diagnostic> {
        let mut columns: [Option<MappedColumn>; Meaning::OPTIONS.len()] = std::array::from_fn(|_| None);
        for (choice, row) in choices.iter().zip(0..).filter(|(choice, _)| choice.meaning != Meaning::Unused) {
            let at = |problem: Diagnostic| problem.place(format!("columns/{row}/column"));
            let place = find_column(&choice.column, names, count).ok_or_else(|| {
                let message = format!("the table has no column {:?}", choice.column);
                let hint = if names.is_empty() {
                    format!("It has no header and {}.", count_text(count as u32, "column", "columns"))
                } else {
                    let near = did_you_mean(&choice.column, names.iter().map(String::as_str));
                    let all = list_names(names.iter().take(40).map(String::as_str));
                    format!("{near} Its columns are {all}.").trim_start().to_owned()
                };
                at(Diagnostic::error(message).hint(hint))
            })?;
            let name = names.get(place).filter(|name| !name.is_empty());
            let name = name.map_or_else(|| (place + 1).to_string(), Clone::clone);
            let column = &mut columns[choice.meaning as usize];
            if let Some(other) = column {
                let word = choice.meaning.word();
                let message = format!("{:?} and {name:?} both have the meaning {word}", other.name);
                return Err(at(Diagnostic::error(message).hint("Give one of them another meaning.")));
            }
            *column = Some(MappedColumn { place, name, unit: choice.unit });
        }
        let mapping = Self {
            columns,
            rules,
            unknown_states: FindingList::default(),
            unknown_sizes: 0,
            at_limit: 0,
            copied: 0,
            copies: 0,
        };
        let missing = missing_columns(|meaning| mapping.has(meaning));
        if missing.is_empty() {
            return Ok(mapping);
        }
        let message = format!("the table has no column of {}", missing.join(" and none of "));
        let hint = if names.is_empty() {
            "Say with `columns` which column is what.".to_owned()
        } else {
            let all = list_names(names.iter().take(40).map(String::as_str));
            format!("Its columns are {all}. Say with `columns` which one is what.")
        };
        Err(Diagnostic::error(message).place("columns").hint(hint))
    }

    /// The indices of the columns with a meaning.
    #[cfg(feature = "parquet")]
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().flatten().map(|column| column.place)
    }

    fn column(&self, meaning: Meaning) -> Option<&MappedColumn> {
        self.columns[meaning as usize].as_ref()
    }

    fn has(&self, meaning: Meaning) -> bool {
        self.column(meaning).is_some()
    }

    /// Adds the jobs of a row.
    pub(crate) fn add_row(&mut self, line: u32, row: &(impl Row + ?Sized), log: &mut RecordLog) {
        if self.is_total(row) {
            return log.count_other("totals row");
        }
        match self.record(line, row, log) {
            Ok(Some((record, copies))) => {
                if copies > 1 {
                    self.copied = self.copied.saturating_add(1);
                    self.copies = self.copies.saturating_add(copies);
                }
                if self.copies > MAX_COPIES {
                    let most = crate::finding_list::group_digits(MAX_COPIES.into());
                    let message =
                        format!("rows with copies become more than {most} jobs, which is the limit");
                    log.stop = Some(Diagnostic::error(message).line(line).hint("Use a part of the table."));
                    return;
                }
                (0..copies).for_each(|_| log.push(record.clone()));
            }
            Ok(None) => {}
            Err(what) => log.push_bad(line, what),
        }
    }

    /// True for the last row of many tables: it contains `total` and no submit time.
    fn is_total(&self, row: &(impl Row + ?Sized)) -> bool {
        let text = |place| match row.cell(place) {
            Cell::Text(text) => text,
            Cell::Number(_) => b"1",
        };
        let begins = |word: &str| {
            let first = (0..4).map(text).find(|text| !text.is_empty()).unwrap_or_default();
            first.len() >= word.len() && first[..word.len()].eq_ignore_ascii_case(word.as_bytes())
        };
        let submit = [Meaning::Submit, Meaning::Start].into_iter().find_map(|meaning| self.column(meaning));
        let no_time = submit.is_none_or(|column| {
            let cell = row.cell(column.place);
            !matches!(self.rules.notation.point(cell, column.unit), Ok(Some(_)))
        });
        no_time && ["total", "sum", "gesamt", "summe"].iter().any(|word| begins(word))
    }

    /// The job of a row and its number of copies; `None` if it had not ended.
    fn record(
        &mut self,
        line: u32,
        row: &(impl Row + ?Sized),
        log: &mut RecordLog,
    ) -> Result<Option<(Record, u32)>, String> {
        let Self { rules, .. } = &*self;
        let cell = |meaning| self.column(meaning).map(|column| (column, row.cell(column.place)));
        let bad = |column: &MappedColumn, cell: Cell<'_>, why: &str| {
            let text = match cell {
                Cell::Text(text) => quote_bytes(text),
                Cell::Number(value) => value.to_string(),
            };
            format!("column {:?} is `{text}`, {why}", column.name)
        };
        let point = |meaning| {
            let Some((column, cell)) = cell(meaning) else { return Ok(None) };
            rules.notation.point(cell, column.unit).map_err(|why| bad(column, cell, why))
        };
        let length = |meaning| {
            let Some((column, cell)) = cell(meaning) else { return Ok(None) };
            let length = rules.notation.length(cell, column.unit).map_err(|why| bad(column, cell, why))?;
            Ok::<_, String>(length.filter(|&length| length >= 0.0))
        };
        let count = |meaning| {
            let Some((column, cell)) = cell(meaning) else { return Ok(None) };
            let count = rules.notation.count(cell, column.unit).map_err(|why| bad(column, cell, why))?;
            Ok::<_, String>((count >= 0.0).then_some(count))
        };
        let text = |meaning| match cell(meaning) {
            Some((_, Cell::Text(text))) if !is_missing(text) => text.to_vec(),
            Some((_, Cell::Number(value))) => value.to_string().into_bytes(),
            _ => vec![],
        };
        let status = text(Meaning::Status);
        let state = State::parse(&status);
        if state == State::NotEnded {
            log.count_other("unfinished job");
            return Ok(None);
        }
        let limit = length(Meaning::Limit)?;
        let until_limit = cell(Meaning::Run).filter(|(_, cell)| {
            let said = |text: &[u8]| !rules.at_limit.is_empty() && text == rules.at_limit;
            match *cell {
                Cell::Text(text) => said(text),
                Cell::Number(value) => said(value.to_string().as_bytes()),
            }
        });
        let (start, end, wait) = (point(Meaning::Start)?, point(Meaning::End)?, length(Meaning::Wait)?);
        let submit = match (point(Meaning::Submit)?, start, wait) {
            (Some(submit), ..) => submit,
            (None, Some(start), Some(wait)) => start - wait,
            _ => -1.0,
        };
        let known_start = start.or_else(|| Some(submit + wait?)).filter(|_| submit >= 0.0 || start.is_some());
        let nodes = count(Meaning::Nodes)?;
        let per_node = count(Meaning::ProcessorsPerNode)?.filter(|&count| count > 0.0);
        let per_node =
            per_node.or((rules.processors_per_node > 0).then_some(f64::from(rules.processors_per_node)));
        let (allocated, requested) = (count(Meaning::Processors)?, count(Meaning::RequestedProcessors)?);
        let allocated = allocated.or_else(|| Some(nodes? * per_node.unwrap_or(1.0)));
        let sized = [Meaning::Processors, Meaning::RequestedProcessors, Meaning::Nodes];
        let sized = sized.into_iter().any(|meaning| self.has(meaning));
        let allocated = if sized { allocated.unwrap_or(0.0) } else { 1.0 };
        let requested = requested.unwrap_or(0.0);
        let processors = if allocated > 0.0 { allocated } else { requested };
        let shared = |total: Option<f64>, by: f64| total.filter(|_| by > 0.0).map(|total| total / by);
        let run = if until_limit.is_some() {
            limit
        } else {
            let said = length(Meaning::Run)?;
            let between = || Some(end? - known_start?).filter(|run| *run >= 0.0);
            let by_nodes = shared(length(Meaning::NodeTime)?, nodes.unwrap_or(processors));
            let by_processors = shared(length(Meaning::ProcessorTime)?, processors);
            said.or_else(between).or(by_nodes).or(by_processors)
        };
        if let Some((column, cell)) = until_limit.filter(|_| run.is_none()) {
            return Err(bad(column, cell, "which means the time limit, and there is none"));
        }
        let ended_early = end.is_some_and(|end| start.is_some_and(|start| end < start));
        if run.is_none() && ended_early {
            let (column, cell) = cell(Meaning::End).expect("an end was read from its column");
            return Err(bad(column, cell, "before its start"));
        }
        if run.is_none() && end.is_none() && start.is_some() && state != State::Cancelled {
            log.count_other("unfinished job");
            return Ok(None);
        }
        let no_start = self.has(Meaning::Start) && start.is_none();
        let no_run = run.is_none_or(|run| run <= 0.0);
        let never = no_run && (no_start || state == State::Cancelled || state == State::NeverRan);
        let outcome = if never {
            Outcome::NeverStarted { end: end.or(start) }
        } else {
            let (failed, cancelled) = (state == State::Failed, state == State::Cancelled);
            Outcome::Ran { start: known_start, run: run.unwrap_or(-1.0), failed, cancelled }
        };
        let names = log.names(
            &text(Meaning::User),
            &text(Meaning::Group),
            &text(Meaning::Application),
            &text(Meaning::Queue),
        );
        let copies = count(Meaning::Copies)?.unwrap_or(1.0);
        let id = text(Meaning::Id);
        let record = Record {
            line,
            id,
            submit,
            outcome,
            allocated,
            requested,
            estimate: limit.unwrap_or(0.0),
            names,
            ignored: false,
            place: None,
        };
        self.at_limit += u32::from(until_limit.is_some());
        if state == State::Unknown {
            self.unknown_states.add_with_text(line, || format!("`{}`", quote_bytes(&status)));
        }
        self.unknown_sizes += u32::from(!sized);
        if copies < 1.0 {
            log.count_other("empty row");
            return Ok(None);
        }
        Ok(Some((record, copies as u32)))
    }

    /// The meaning of each column in one sentence, and the assumptions.
    pub(crate) fn diagnostics(&self, guessed: bool) -> Vec<Diagnostic> {
        let all = self.columns.iter().zip(Meaning::OPTIONS);
        let texts: Vec<String> = all
            .filter_map(|(column, (meaning, _))| {
                let column = column.as_ref()?;
                let unit = match column.unit {
                    Unit::AsWritten => String::new(),
                    unit => format!(" in {}", unit.word()),
                };
                Some(format!("{meaning} = {:?}{unit}", column.name))
            })
            .collect();
        let how = if guessed { "guessed from names and values" } else { "as chosen" };
        let note = Diagnostic::note(format!("columns, {how}: {}", texts.join(", ")));
        let mut all = vec![note.place("columns").hint("Columns that are not named here are not used.")];
        let mut note = |message: String| all.push(Diagnostic::note(message).place("columns"));
        if self.unknown_sizes > 0 {
            note("no column says how many processors a job has: each has 1".to_owned());
        }
        let nodes_only = self.has(Meaning::Nodes)
            && !self.has(Meaning::Processors)
            && !self.has(Meaning::ProcessorsPerNode);
        if nodes_only && self.rules.processors_per_node == 0 {
            note("no column says how many processors a node has: a node counts as one processor".to_owned());
        }
        let same = |one, other| {
            self.column(one).zip(self.column(other)).filter(|(one, other)| one.place == other.place)
        };
        if let Some((column, _)) = same(Meaning::Submit, Meaning::Start) {
            note(format!(
                "no column says when jobs were submitted: {:?} is both, and no job waited",
                column.name
            ));
        }
        if self.at_limit > 0 {
            let jobs = count_text(self.at_limit, "job has", "jobs have");
            let said = String::from_utf8_lossy(&self.rules.at_limit);
            note(format!("{jobs} the runtime {said}, which means until the time limit"));
        }
        if self.copied > 0 {
            let rows = count_text(self.copied, "row describes", "rows describe");
            note(format!(
                "{rows} several jobs, {} in all",
                crate::finding_list::group_digits(self.copies.into())
            ));
        }
        self.unknown_states.report(&mut all, |n| {
            let jobs = count_text(n, "job", "jobs");
            Diagnostic::note(format!("{jobs} with an unknown status: treated as completed")).place("columns")
        });
        all
    }
}

/// The required columns that a table lacks: submit times, runtimes.
pub(super) fn missing_columns(has: impl Fn(Meaning) -> bool) -> Vec<&'static str> {
    let all = |meanings: &[Meaning]| meanings.iter().all(|&meaning| has(meaning));
    let submit = has(Meaning::Submit) || all(&[Meaning::Start, Meaning::Wait]);
    let start = has(Meaning::Start) || all(&[Meaning::Submit, Meaning::Wait]);
    let sized = [Meaning::Nodes, Meaning::Processors, Meaning::RequestedProcessors].into_iter().any(&has);
    let shared = (has(Meaning::NodeTime) || has(Meaning::ProcessorTime)) && sized;
    let run = has(Meaning::Run) || has(Meaning::End) && start || shared;
    let wanted = [(submit, "submit times"), (run, "runtimes (or of starts and ends)")];
    wanted.into_iter().filter(|(has, _)| !has).map(|(_, what)| what).collect()
}

/// The index of a column, by its name or by its number from 1.
pub(super) fn find_column(said: &str, names: &[String], count: usize) -> Option<usize> {
    let said = said.trim();
    let exact = names.iter().position(|name| name == said && !name.is_empty());
    let number = || said.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
    let alike = || names.iter().position(|name| name.eq_ignore_ascii_case(said) && !name.is_empty());
    exact.or_else(|| number().map(|number| number - 1)).or_else(alike)
}

/// The meaning of a status.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Completed,
    Failed,
    Cancelled,
    /// It waits, or runs.
    NotEnded,
    NeverRan,
    Unknown,
}

impl State {
    /// The meaning of a word or of an exit code; a table without a status has completed jobs.
    fn parse(text: &[u8]) -> Self {
        let word = text.split(|byte| !(byte.is_ascii_alphanumeric() || b"_-.".contains(byte)));
        let word = word.into_iter().next().unwrap_or_default().to_ascii_lowercase();
        if let Some(code) = crate::number::parse_number(&word) {
            return if code.abs() > 0.0 { Self::Failed } else { Self::Completed };
        }
        match word.as_slice() {
            b"" | b"completed" | b"complete" | b"cd" | b"c" | b"done" | b"finished" | b"success"
            | b"successful" | b"succeeded" | b"terminated" | b"pass" | b"passed" | b"ok" | b"e" | b"true"
            | b"ended" => Self::Completed,
            b"failed" | b"fail" | b"failure" | b"f" | b"error" | b"timeout" | b"timed_out" | b"to"
            | b"out_of_memory" | b"oom" | b"node_fail" | b"nf" | b"aborted" | b"abort" | b"exit"
            | b"exited" | b"preempted" | b"evicted" | b"false" | b"interrupted" | b"boot_fail" => {
                Self::Failed
            }
            b"cancelled" | b"canceled" | b"ca" | b"cancel" | b"removed" | b"deleted" | b"killed" => {
                Self::Cancelled
            }
            b"waiting" | b"pending" | b"pd" | b"queued" | b"q" | b"running" | b"r" | b"ready" | b"idle"
            | b"held" | b"suspended" => Self::NotEnded,
            b"never_ran" | b"not_started" | b"rejected" => Self::NeverRan,
            _ => Self::Unknown,
        }
    }
}
