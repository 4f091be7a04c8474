//! The columns of a table of sacct, by the names in its header.

use super::{State, optional_time, parse_limit};
use crate::finding_list::quote_bytes;
use crate::log::accounting::time::{parse_duration, parse_time};
use crate::number::parse_number;
use ganttlet_core::diagnostic::Diagnostic;

/// Maximum number of columns; sacct has about 120.
const MAX_COLUMNS: usize = 512;

/// A column that is used, or whose form helps to split a row into columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    JobId,
    JobIdRaw,
    Submit,
    Start,
    End,
    Elapsed,
    ElapsedRaw,
    Suspended,
    State,
    AllocCpus,
    AllocTres,
    NCpus,
    ReqCpus,
    ReqTres,
    NNodes,
    Timelimit,
    TimelimitRaw,
    User,
    Uid,
    Account,
    Group,
    Partition,
    JobName,
}

/// The columns with their names.
const NAMES: [(Column, &str); 23] = [
    (Column::JobId, "JobID"),
    (Column::JobIdRaw, "JobIDRaw"),
    (Column::Submit, "Submit"),
    (Column::Start, "Start"),
    (Column::End, "End"),
    (Column::Elapsed, "Elapsed"),
    (Column::ElapsedRaw, "ElapsedRaw"),
    (Column::Suspended, "Suspended"),
    (Column::State, "State"),
    (Column::AllocCpus, "AllocCPUS"),
    (Column::AllocTres, "AllocTRES"),
    (Column::NCpus, "NCPUS"),
    (Column::ReqCpus, "ReqCPUS"),
    (Column::ReqTres, "ReqTRES"),
    (Column::NNodes, "NNodes"),
    (Column::Timelimit, "Timelimit"),
    (Column::TimelimitRaw, "TimelimitRaw"),
    (Column::User, "User"),
    (Column::Uid, "UID"),
    (Column::Account, "Account"),
    (Column::Group, "Group"),
    (Column::Partition, "Partition"),
    (Column::JobName, "JobName"),
];

impl Column {
    /// Its name in a header.
    pub(super) fn name(self) -> &'static str {
        NAMES[self as usize].1
    }
}

/// The columns that Open `XDMoD` requests; its files have no header.
const XDMOD: [&str; 26] = [
    "JobID",
    "JobIDRaw",
    "Cluster",
    "Partition",
    "QOS",
    "Account",
    "Group",
    "GID",
    "User",
    "UID",
    "Submit",
    "Eligible",
    "Start",
    "End",
    "Elapsed",
    "ExitCode",
    "State",
    "NNodes",
    "NCPUS",
    "ReqCPUS",
    "ReqMem",
    "ReqTRES",
    "AllocTRES",
    "Timelimit",
    "NodeList",
    "JobName",
];

/// The known form of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Text that may contain the separator.
    Free,
    /// Text without the separator.
    Word,
    Id,
    Time,
    Duration,
    Limit,
    Count,
    State,
    Resources,
    ExitCode,
}

impl Form {
    fn of(name: &str) -> Self {
        let is = |names: &[&str]| names.iter().any(|other| other.eq_ignore_ascii_case(name));
        if is(&[
            "JobName",
            "SubmitLine",
            "Constraints",
            "Comment",
            "AdminComment",
            "SystemComment",
            "WorkDir",
            "Extra",
            "StdIn",
            "StdOut",
            "StdErr",
            "Licenses",
            "Container",
        ]) {
            Self::Free
        } else if is(&["JobID", "JobIDRaw"]) {
            Self::Id
        } else if is(&["Submit", "Eligible", "Start", "End"]) {
            Self::Time
        } else if is(&[
            "Elapsed",
            "CPUTime",
            "Suspended",
            "TotalCPU",
            "SystemCPU",
            "UserCPU",
            "Reserved",
            "Planned",
        ]) {
            Self::Duration
        } else if is(&["Timelimit"]) {
            Self::Limit
        } else if is(&[
            "ElapsedRaw",
            "CPUTimeRAW",
            "TimelimitRaw",
            "NCPUS",
            "AllocCPUS",
            "ReqCPUS",
            "NNodes",
            "AllocNodes",
            "ReqNodes",
            "UID",
            "GID",
            "Priority",
            "DBIndex",
            "AssocID",
            "NTasks",
        ]) {
            Self::Count
        } else if is(&["State"]) {
            Self::State
        } else if is(&["AllocTRES", "ReqTRES"]) {
            Self::Resources
        } else if is(&["ExitCode", "DerivedExitCode"]) {
            Self::ExitCode
        } else {
            Self::Word
        }
    }

    /// True if a cell can have this form.
    fn allows(self, cell: &[u8]) -> bool {
        let cell = cell.trim_ascii();
        match self {
            Self::Free | Self::Word => true,
            _ if cell.is_empty() => !matches!(self, Self::Id | Self::State),
            Self::Id => is_job_id(cell),
            Self::Time => optional_time(cell).is_ok(),
            Self::Duration => parse_duration(cell).is_some() || cell == b"INVALID",
            Self::Limit => parse_limit(cell, false).is_some(),
            Self::Count => super::parse_count(cell).is_some(),
            Self::State => State::parse(cell) != State::Unknown,
            Self::Resources => cell.contains(&b'='),
            Self::ExitCode => cell.split(|&byte| byte == b':').all(|part| parse_number(part).is_some()),
        }
    }
}

/// True for `123`, `123.batch`, `123_7`, `123_[1-3]` and `123+0`.
fn is_job_id(cell: &[u8]) -> bool {
    let digits = cell.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && cell.get(digits).is_none_or(|byte| b"._+".contains(byte))
}

/// The layout of the columns of a table.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// True if its first line names the columns.
    pub(super) header: bool,
    pub(super) separator: Vec<u8>,
    /// True if cells may be in quotation marks.
    quoted: bool,
    /// True if lines end with a separator.
    trailing: bool,
    forms: std::rc::Rc<[Form]>,
    places: [Option<usize>; NAMES.len()],
    /// First byte and end of each column of a table that is aligned with blanks.
    drawn: std::rc::Rc<[(usize, usize)]>,
}

/// True for a first line with names separated only by blanks.
pub(super) fn may_be_drawn(line: &[u8]) -> bool {
    line.contains(&b' ') && line.iter().all(|&byte| byte == b' ' || is_name_byte(byte))
}

impl Layout {
    /// The columns that a first line names, or those of Open `XDMoD` if it is a line of such a file.
    pub(super) fn find(line: &[u8]) -> Option<Self> {
        Self::of_header(line).or_else(|| Self::of_row(line))
    }

    /// The columns of a table that is aligned with blanks, from its names and the rule below them.
    pub(super) fn drawn(first: &[u8], rule: &[u8]) -> Option<Self> {
        let rule = rule.trim_ascii_end();
        if !may_be_drawn(first) || !rule.iter().all(|byte| b"- ".contains(byte)) {
            return None;
        }
        let is_line = |at: usize| rule.get(at) == Some(&b'-');
        let starts = (0..rule.len()).filter(|&at| is_line(at) && (at == 0 || !is_line(at - 1)));
        let ranges: Vec<(usize, usize)> = starts
            .take(MAX_COLUMNS + 1)
            .map(|start| (start, (start..rule.len()).find(|&at| !is_line(at)).unwrap_or(rule.len())))
            .collect();
        // Names are at the left or the right of their columns, and have no blanks.
        let names: Vec<&str> = std::str::from_utf8(first).ok()?.split_ascii_whitespace().collect();
        if names.len() != ranges.len() {
            return None;
        }
        let layout = Self::new(&names, b"|", false)?;
        let known = NAMES.iter().filter(|&&(column, _)| layout.place(column).is_some()).count();
        if known < 3 {
            return None;
        }
        Some(Self { header: true, drawn: ranges.into(), ..layout })
    }

    fn of_header(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii();
        let quoted = line.starts_with(b"\"");
        let text = if quoted { &line[1..] } else { line };
        let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
        let rest = if quoted { text[name..].strip_prefix(b"\"")? } else { &text[name..] };
        let width = rest.iter().take_while(|&&byte| !is_name_byte(byte) && byte != b'"').count();
        let separator = &rest[..width];
        // With blanks as separators, texts with blanks cannot be resolved.
        if separator.is_empty() || separator.iter().all(|&byte| byte == b' ') {
            return None;
        }
        let mut names: Vec<String> = split(line, separator)
            .take(MAX_COLUMNS + 1)
            .map(|name| String::from_utf8_lossy(unquote(name.trim_ascii())).into_owned())
            .collect();
        let trailing = names.last().is_some_and(String::is_empty);
        if trailing {
            names.pop();
        }
        let layout = Self::new(&names.iter().map(String::as_str).collect::<Vec<_>>(), separator, trailing)?;
        let known = NAMES.iter().filter(|&&(column, _)| layout.place(column).is_some()).count();
        let has_id = layout.place(Column::JobId).or(layout.place(Column::JobIdRaw)).is_some();
        let single = matches!(separator, b"," | b";" | b"\t");
        (has_id && known > 2 || known > 3).then_some(Self { header: true, quoted: single, ..layout })
    }

    fn of_row(line: &[u8]) -> Option<Self> {
        let layout = Self::new(&XDMOD, b"|", false)?;
        let cells: Vec<&[u8]> = split(line, b"|").take(MAX_COLUMNS).collect();
        let fits = |place: usize| layout.forms[place].allows(cells[place]);
        (cells.len() >= XDMOD.len() && (0..XDMOD.len()).all(fits)).then_some(layout)
    }

    fn new(names: &[&str], separator: &[u8], trailing: bool) -> Option<Self> {
        if names.len() < 2 || names.len() > MAX_COLUMNS {
            return None;
        }
        let mut places = [None; NAMES.len()];
        for (place, (_, known)) in places.iter_mut().zip(NAMES) {
            // Other tables have similar names in other spellings and with other units.
            *place = names.iter().position(|name| *name == known);
        }
        let forms = names.iter().map(|name| Form::of(name)).collect();
        Some(Self {
            header: false,
            separator: separator.to_vec(),
            quoted: false,
            trailing,
            forms,
            places,
            drawn: [].into(),
        })
    }

    /// The place of a column in a row.
    pub(super) fn place(&self, column: Column) -> Option<usize> {
        self.places[column as usize]
    }

    /// The number of columns of a row.
    pub(super) fn count(&self) -> usize {
        self.forms.len()
    }

    /// An error if the table lacks columns that a job requires.
    pub(super) fn missing(&self) -> Option<Diagnostic> {
        let has = |columns: &[Column]| columns.iter().any(|&column| self.place(column).is_some());
        let run = has(&[Column::Elapsed, Column::ElapsedRaw]) || has(&[Column::Start]) && has(&[Column::End]);
        let size = [Column::AllocCpus, Column::AllocTres, Column::NCpus, Column::ReqCpus, Column::ReqTres];
        let wanted = [
            (has(&[Column::Submit]), "submit times (Submit)"),
            (run, "runtimes (Elapsed, or Start and End)"),
            (has(&size), "cores (AllocCPUS, NCPUS or ReqCPUS)"),
        ];
        let missing: Vec<&str> = wanted.iter().filter(|(has, _)| !has).map(|(_, what)| *what).collect();
        (!missing.is_empty()).then(|| {
            Diagnostic::error(format!("this is a table of Slurm's sacct without a column of {}", missing.join(" and of "))).hint(
                "Write it again with sacct --parsable2 \
                 --format=JobID,Submit,Start,End,ElapsedRaw,State,AllocCPUS,ReqCPUS,NNodes,TimelimitRaw,User,Account,Partition",
            )
        })
    }

    /// The cells of a line.
    pub(super) fn split<'a>(&self, line: &'a [u8]) -> Vec<&'a [u8]> {
        if !self.drawn.is_empty() {
            return self.drawn.iter().map(|&range| cut(line, range)).collect();
        }
        let mut cells: Vec<&[u8]> = if self.quoted && line.contains(&b'"') {
            split_quoted(line, self.separator[0])
        } else {
            split(line, &self.separator).collect()
        };
        if self.trailing && cells.len() > 1 && cells.last().is_some_and(|cell| cell.trim_ascii().is_empty()) {
            cells.pop();
        }
        cells
    }

    /// True if these first cells can be those of a record.
    pub(super) fn can_begin(&self, cells: &[&[u8]]) -> bool {
        cells.iter().zip(self.forms.iter()).all(|(cell, form)| match form {
            Form::Id | Form::Time => form.allows(cell),
            _ => true,
        })
    }

    /// The cells of a row with more cells than columns, joined so that each column has a cell of its form; `None` if
    /// this is impossible. Texts that may contain the separator absorb the extra cells.
    pub(super) fn resolve<'a>(&self, row: &'a [u8], cells: &[&'a [u8]]) -> Option<Vec<&'a [u8]>> {
        let (columns, extra) = (self.count(), cells.len().checked_sub(self.count())?);
        if extra > MAX_EXTRA {
            return None;
        }
        // best[column][shift]: the maximum number of the first columns with a value of their form, with `shift` more
        // cells than columns used; empty cells fit nearly anywhere and are not counted.
        let width = extra + 1;
        let mut best: Vec<Option<u32>> = vec![None; (columns + 1) * width];
        best[0] = Some(0);
        for (column, form) in self.forms.iter().enumerate() {
            let mut most = None;
            for shift in 0..width {
                let here = best[column * width + shift];
                most = most.max(here);
                best[(column + 1) * width + shift] = match form {
                    Form::Free => most,
                    Form::Word => here,
                    _ => {
                        let cell = cells[column + shift];
                        here.filter(|_| form.allows(cell)).map(|value| value + u32::from(!cell.is_empty()))
                    }
                };
            }
        }
        best[columns * width + extra]?;
        let mut found = vec![&row[..0]; columns];
        let mut shift = extra;
        for column in (0..columns).rev() {
            let end = column + shift;
            if self.forms[column] == Form::Free {
                let wanted = best[(column + 1) * width + shift];
                while best[column * width + shift] != wanted && shift > 0 {
                    shift -= 1;
                }
            }
            let (first, last) = (cells[column + shift], cells[end]);
            let offset = |cell: &[u8]| cell.as_ptr() as usize - row.as_ptr() as usize;
            found[column] = &row[offset(first)..offset(last) + last.len()];
        }
        Some(found)
    }
}

/// Maximum number of separators inside the texts of a row.
pub(super) const MAX_EXTRA: usize = 16;

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn unquote(cell: &[u8]) -> &[u8] {
    cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\"")).unwrap_or(cell)
}

/// The texts between separators of one or more bytes.
fn split<'a>(line: &'a [u8], separator: &[u8]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = Some(line);
    let separator = separator.to_vec();
    std::iter::from_fn(move || {
        let text = rest?;
        let mut at = 0;
        while at + separator.len() <= text.len() {
            if text[at] == separator[0] && text[at..].starts_with(&separator) {
                rest = Some(&text[at + separator.len()..]);
                return Some(&text[..at]);
            }
            at += 1;
        }
        rest = None;
        Some(text)
    })
}

/// The cells of a line, without the quotation marks around them.
pub(crate) fn split_quoted(line: &[u8], separator: u8) -> Vec<&[u8]> {
    let mut cells = vec![];
    let mut rest = line;
    loop {
        let end = if rest.starts_with(b"\"") {
            let mut at = 1;
            while at < rest.len()
                && (rest[at] != b'"' || rest.get(at + 1).is_some_and(|&next| next != separator))
            {
                at += 1;
            }
            (at + 1).min(rest.len())
        } else {
            rest.iter().position(|&byte| byte == separator).unwrap_or(rest.len())
        };
        cells.push(unquote(&rest[..end]));
        match rest.get(end) {
            Some(_) => rest = &rest[end + 1..],
            None => return cells,
        }
    }
}

/// The bytes of a line in this range, limited to its end.
fn cut(line: &[u8], (start, end): (usize, usize)) -> &[u8] {
    &line[start.min(line.len())..end.min(line.len())]
}

/// The reason why a first line is not a header of sacct.
pub(super) fn no_header(line: &[u8]) -> Diagnostic {
    Diagnostic::error(format!(
        "the first line does not name columns of Slurm's sacct: `{}`",
        quote_bytes(line)
    ))
    .hint("Write the table with sacct --parsable2 and without --noheader.")
}

/// True for rows of sacct without a header line: states, job ids and at least two times in most lines.
pub(crate) fn looks_like_sacct(lines: &[&[u8]]) -> bool {
    let is_row = |line: &&[u8]| {
        let words: Vec<&[u8]> =
            line.split(|byte| !(byte.is_ascii_alphanumeric() || b"_:-.[]%+".contains(byte))).collect();
        let times = words.iter().filter(|word| word.len() == 19 && parse_time(word).is_some()).count();
        let state = words.iter().any(|word| word.len() > 4 && State::parse(word) != State::Unknown);
        is_job_id(words.first().copied().unwrap_or_default()) && state && times > 0
    };
    !lines.is_empty() && lines.iter().filter(|line| is_row(line)).count() * 10 >= lines.len() * 9
}
