//! Tables of jobs in Parquet files, whose columns have names and types.

use super::guess::{EXAMINED_ROWS, TableGuess};
use super::mapping::{Mapping, Row, find_column};
use super::text::MAX_CELLS;
use super::{Choices, ColumnGuess, FORMAT, TableChoices, cells, column_guess, settings_of, texts};
use crate::log::FormatTexts;
use crate::log::accounting::{self, RecordFormat, RecordLog};
use crate::log::date_text;
use crate::parquet::{Cell, Cells, Column, ColumnKind, ParquetFile, RowCursor};
use crate::{Reading, unpack};
use cells::Unit;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Parameters as _, Settings};

/// Maximum integer up to which all integers are exact as floating-point numbers.
const MAX_EXACT: u64 = 1 << 53;

/// A value of a row, in the form that a mapping reads.
enum TypedCell<'a> {
    Number(f64),
    Text(&'a [u8]),
    /// An integer beyond the precision of floating-point numbers.
    Long(String),
}

impl TypedCell<'_> {
    fn as_cell(&self) -> cells::Cell<'_> {
        match self {
            Self::Number(value) => cells::Cell::Number(*value),
            Self::Text(text) => cells::Cell::Text(text),
            Self::Long(text) => cells::Cell::Text(text.as_bytes()),
        }
    }

    /// The value as in a text table.
    fn into_text(self, kind: ColumnKind) -> Vec<u8> {
        match (self, kind) {
            (Self::Number(value), ColumnKind::Point { .. }) => date_text(value as i64).into_bytes(),
            (Self::Number(value), _) => value.to_string().into_bytes(),
            (Self::Text(text), _) => text.to_vec(),
            (Self::Long(text), _) => text.into_bytes(),
        }
    }
}

/// The value of a row in a column of this kind; `offset_s` is the offset of local times from UTC.
fn typed_cell(cells: &Cells, row: usize, kind: ColumnKind, offset_s: f64) -> TypedCell<'_> {
    let number = match (cells.row(row).first(), kind) {
        (None, _) => return TypedCell::Text(b""),
        (Some(Cell::Text(text)), _) => return TypedCell::Text(text.data().trim_ascii()),
        (Some(Cell::Whole(value)), ColumnKind::Bool) => {
            return TypedCell::Text(if *value == 0 { b"false" } else { b"true" });
        }
        (Some(Cell::Whole(value)), ColumnKind::Plain) if value.unsigned_abs() > MAX_EXACT => {
            return TypedCell::Long(value.to_string());
        }
        (Some(Cell::Whole(value)), _) => *value as f64,
        (Some(Cell::Real(value)), _) => *value,
    };
    match kind {
        _ if !number.is_finite() => TypedCell::Text(b""),
        ColumnKind::Plain | ColumnKind::Bool => TypedCell::Number(number),
        ColumnKind::Scaled(size) => TypedCell::Number(number * size),
        ColumnKind::Point { seconds, local } => {
            TypedCell::Number(number * seconds - if local { offset_s } else { 0.0 })
        }
    }
}

/// A row of a file: the values of the read columns, and the mapping from columns of the table to them.
struct TypedRow<'a> {
    cells: Vec<TypedCell<'a>>,
    by_place: &'a [Option<usize>],
}

impl Row for TypedRow<'_> {
    fn cell(&self, place: usize) -> cells::Cell<'_> {
        let at = self.by_place.get(place).copied().flatten();
        at.map_or(cells::Cell::Text(b""), |at| self.cells[at].as_cell())
    }
}

/// A guess from the names, types and first values of the columns.
fn guess(file: &ParquetFile<'_>) -> Result<TableGuess, Diagnostic> {
    let names: Vec<String> = file.names().iter().take(MAX_CELLS).map(|&name| name.to_owned()).collect();
    let count = file.rows().min(EXAMINED_ROWS as u64) as usize;
    let mut rows: Vec<Vec<Vec<u8>>> = vec![vec![]; count];
    let mut shown = vec![];
    for (place, name) in names.iter().enumerate() {
        let Some(column) = file.column_at(place) else {
            // Without a name, a column that cannot be read gets no meaning.
            shown.push(String::new());
            for row in &mut rows {
                row.push(vec![]);
            }
            continue;
        };
        shown.push(name.clone());
        let kind = file.kind(column);
        let (mut cursor, mut at) = (RowCursor::default(), 0);
        while let Some(rows) = rows.get_mut(at..).filter(|rows| !rows.is_empty()) {
            let Some((read, cells)) = file.next_rows(&[Some(column)], &mut cursor)? else { break };
            for (row, values) in rows.iter_mut().take(read).enumerate() {
                values.push(typed_cell(&cells[0], row, kind, 0.0).into_text(kind));
            }
            at += read;
        }
    }
    let mut guess = TableGuess::of_rows(shown, rows);
    guess.names = names;
    Ok(guess)
}

/// The required meanings that no column of the file has; a file without rows has no jobs.
pub(crate) fn missing_columns_of(file: &ParquetFile<'_>) -> Result<Vec<&'static str>, Diagnostic> {
    let guess = guess(file)?;
    Ok(if guess.rows.is_empty() { vec!["rows"] } else { guess.missing() })
}

/// A guess of the columns from the first rows of a file, packed or not.
pub(super) fn guess_columns(bytes: &[u8]) -> Option<ColumnGuess> {
    let whole = unpack::unpack_whole(bytes, FORMAT.limit).ok()?;
    let guess = guess(&ParquetFile::open(&whole).ok()?).ok()?;
    Some(column_guess(&guess, settings_of(&guess)))
}

/// The jobs in the first rows of a file, packed or not.
pub(super) fn read_first_rows(bytes: &[u8], settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    let whole = unpack::unpack_whole(bytes, FORMAT.limit).map_err(|problem| vec![problem])?;
    let file = ParquetFile::open(&whole).map_err(|problem| vec![problem])?;
    read_jobs(&file, settings, EXAMINED_ROWS as u64)
}

/// The jobs in the rows of a file, up to a maximum number of rows.
pub(crate) fn read_jobs(
    file: &ParquetFile<'_>,
    settings: &Settings,
    most: u64,
) -> Result<Reading, Vec<Diagnostic>> {
    let Choices { table, accounting } = Choices::read(settings);
    let table = TypedTable::new(file, &table, most).map_err(|problem| vec![problem])?;
    match accounting::reader_with_options(accounting, table).finish() {
        Ok(mut reading) => {
            let all = std::mem::take(&mut reading.report.diagnostics);
            reading.report.diagnostics = all.into_iter().map(with_rows).collect();
            Ok(reading)
        }
        Err(problems) => Err(problems.into_iter().map(with_rows).collect()),
    }
}

/// Replaces "line" by "row" in a diagnostic, except in quoted text.
fn with_rows(mut diagnostic: Diagnostic) -> Diagnostic {
    let row = |word: &str| match word {
        "line" => "row".to_owned(),
        "lines" | "(lines" => word.replace("line", "row"),
        "(line" => "(row".to_owned(),
        _ => word.to_owned(),
    };
    let mut quoted = false;
    let mut words = vec![];
    for word in diagnostic.message.split(' ') {
        words.push(if quoted { word.to_owned() } else { row(word) });
        quoted ^= word.matches(['`', '"']).count() % 2 == 1;
    }
    let named = words.iter().any(|word| word.starts_with("(row"));
    diagnostic.message = words.join(" ");
    let line = std::mem::take(&mut diagnostic.line);
    if line > 0 && !named {
        diagnostic.message = format!("{} (row {line})", diagnostic.message);
    }
    diagnostic
}

/// A partly read table.
struct TypedTable<'a> {
    file: &'a ParquetFile<'a>,
    mapping: Mapping,
    /// The read columns, and the meaning of their types.
    columns: Vec<Option<Column>>,
    kinds: Vec<ColumnKind>,
    by_place: Vec<Option<usize>>,
    cursor: RowCursor,
    /// Number of rows so far, and its maximum.
    row: u32,
    most: u64,
    offset_s: f64,
    guessed: bool,
    doubts: Vec<String>,
}

impl<'a> TypedTable<'a> {
    fn new(file: &'a ParquetFile<'a>, choices: &TableChoices, most: u64) -> Result<Self, Diagnostic> {
        let guess = guess(file)?;
        let mapping = choices.mapping(&guess)?;
        for (choice, row) in choices.columns.iter().zip(0..) {
            let Some(place) = find_column(&choice.column, &guess.names, guess.count) else { continue };
            let typed = matches!(
                file.column_at(place).map(|column| file.kind(column)),
                Some(ColumnKind::Point { .. })
            );
            if typed && choice.unit != Unit::AsWritten {
                let (name, unit) = (&guess.names[place], choice.unit.word());
                let message = format!("the times in {name:?} have a unit in the file, and {unit} is another");
                let hint = "Choose as-written as its unit.";
                return Err(Diagnostic::error(message).place(format!("columns/{row}/unit")).hint(hint));
            }
        }
        let mut by_place = vec![None; guess.count];
        let (mut columns, mut kinds) = (vec![], vec![]);
        for place in mapping.places() {
            let Some(column) = file.column_at(place) else {
                let name = &guess.names[place];
                let message =
                    format!("the column {name:?} has lists, parts or values of a fixed number of bytes");
                let hint = "Such columns are not read. Choose another one, or none.";
                return Err(Diagnostic::error(message).place("columns").hint(hint));
            };
            if by_place[place].is_none() {
                by_place[place] = Some(columns.len());
                columns.push(Some(column));
                kinds.push(file.kind(column));
            }
        }
        let guessed = choices.columns.is_empty();
        Ok(Self {
            file,
            mapping,
            columns,
            kinds,
            by_place,
            cursor: RowCursor::default(),
            row: 0,
            most,
            offset_s: choices.utc_offset_min as f64 * 60.0,
            guessed,
            doubts: if guessed { guess.doubts } else { vec![] },
        })
    }
}

impl RecordFormat for TypedTable<'_> {
    fn texts(&self) -> &'static FormatTexts {
        const { &texts("Check the meaning and the unit of each column.") }
    }

    fn add_line(&mut self, _: u32, _: &[u8], _: &mut RecordLog) {}

    fn expected_rows(&self) -> usize {
        self.file.expected_rows().min(usize::try_from(self.most).unwrap_or(usize::MAX))
    }

    fn read_rows(&mut self, log: &mut RecordLog) -> u32 {
        let left = self.most.saturating_sub(self.row.into());
        if left == 0 {
            return 0;
        }
        let (read, cells) = match self.file.next_rows(&self.columns, &mut self.cursor) {
            Ok(Some(rows)) => rows,
            Ok(None) => return 0,
            Err(problem) => {
                log.stop = Some(problem);
                return 0;
            }
        };
        let count = (read as u64).min(left) as usize;
        for row in 0..count {
            self.row = self.row.saturating_add(1);
            let cells = cells.iter().zip(&self.kinds);
            let cells = cells.map(|(cells, &kind)| typed_cell(cells, row, kind, self.offset_s)).collect();
            self.mapping.add_row(self.row, &TypedRow { cells, by_place: &self.by_place }, log);
            if log.stop.is_some() {
                break;
            }
        }
        count as u32
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let doubt = |doubt: &String| Diagnostic::warning(doubt.clone()).place("columns");
        let mut all: Vec<Diagnostic> = self.doubts.iter().map(doubt).collect();
        all.extend(self.mapping.diagnostics(self.guessed));
        all
    }

    fn no_jobs(&self) -> String {
        "the table contains no jobs".to_owned()
    }
}
