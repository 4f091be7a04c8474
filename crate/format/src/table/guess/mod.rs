//! Guesses a mapping from the names and first values of columns, and lists doubts.

mod layouts;
mod names;
mod values;

use super::cells::{Cell, Notation, Unit, is_missing};
use super::mapping::{ColumnChoice, Meaning, missing_columns};
use super::text::{RowSplitter, Separator};
use layouts::{LAYOUTS, Layout};
use names::meanings_of;
use std::collections::BTreeMap;

/// Number of examined rows.
pub(super) const EXAMINED_ROWS: usize = 200;

/// The findings in the first rows of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TableGuess {
    pub(super) separator: Separator,
    pub(super) header: bool,
    /// Number of lines before the first row.
    pub(super) skipped: usize,
    /// Names of the columns; empty without a header.
    pub(super) names: Vec<String>,
    /// Number of columns of the table.
    pub(super) count: usize,
    /// The first rows, as texts.
    pub(super) rows: Vec<Vec<Vec<u8>>>,
    pub(super) decimal_comma: bool,
    /// The runtime value that means "until the time limit"; empty for none.
    pub(super) at_limit: &'static str,
    pub(super) columns: Vec<ColumnChoice>,
    /// Doubts, one sentence each.
    pub(super) doubts: Vec<String>,
}

/// A line without the sign of a comment.
pub(super) fn without_comment(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"#").unwrap_or(line)
}

/// True for a comment, and for the line in which a spreadsheet declares the separator.
pub(super) fn is_left_out(line: &[u8]) -> bool {
    line.starts_with(b"#") || matches!(line.trim_ascii(), [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', _])
}

/// Minimum number of columns of a table with blanks as separator, because lines of prose can have equal numbers of
/// words by chance.
const LEAST_BLANK_COLUMNS: usize = 3;

/// Blanks as separator, if the first line has names and all lines have as many cells.
fn named_by_blanks(lines: &[&[u8]]) -> Option<Separator> {
    let cells = |line: &&[u8]| line.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty()).count();
    let count = cells(lines.first()?);
    let first: Vec<Vec<u8>> = lines[0].split(u8::is_ascii_whitespace).map(<[u8]>::to_vec).collect();
    let is = lines.len() > 1
        && count >= LEAST_BLANK_COLUMNS
        && is_header(&first)
        && lines.iter().all(|line| cells(line) == count);
    is.then_some(Separator::Blank)
}

/// True for a line of names: no cell is a number, and one has letters.
fn is_header(cells: &[Vec<u8>]) -> bool {
    let plain =
        |cell: &Vec<u8>| cell.first().is_none_or(|byte| !byte.is_ascii_digit() && !b"+-.".contains(byte));
    cells.iter().all(plain) && cells.iter().any(|cell| cell.iter().any(u8::is_ascii_alphabetic))
}

impl TableGuess {
    /// The mapping of a table that begins with these lines, without blank lines.
    pub(super) fn of(lines: &[&[u8]], separator: Separator, header: Option<bool>) -> Self {
        let comment = |line: &&[u8]| is_left_out(line);
        let plain: Vec<&[u8]> = lines.iter().copied().filter(|line| !comment(line)).collect();
        let separator = match separator {
            Separator::Detect => {
                let detected = Separator::detect(&plain);
                detected.or_else(|| named_by_blanks(&plain)).unwrap_or(Separator::Comma)
            }
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
        // R does not name the column of row names.
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

    /// The meanings that the mapping lacks.
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

    /// The name by which a column is chosen: its number if its name is not unique.
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

    /// True if the values of a column fit a meaning.
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
        // In many tables this column has the names of nodes instead of their number.
        let most = if meaning == Meaning::Nodes { all } else { all.div_ceil(2) };
        good >= most
    }

    fn find_columns(&mut self) {
        // For each meaning, the indices of possible columns with their ranks.
        let mut candidates: BTreeMap<Meaning, Vec<(usize, usize, Unit)>> = BTreeMap::new();
        for place in 0..self.names.len() {
            for (meaning, rank, unit, exact) in meanings_of(&self.names[place]) {
                // Exact numbers precede texts in local time.
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
}
