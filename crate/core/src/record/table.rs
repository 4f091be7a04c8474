//! Tables of a system: its knowledge and decisions, beside the allocations. A table is declared once, by [`table!`];
//! its typed rows, its part of the digest, its CSV and its panel on the page follow from this. A series is a table with
//! a column of times and one of numbers: the panel plots it over time.

use super::Trace;
use crate::rule::{Decision, Rule, SubjectId};
use crate::time::{Span, Time};

/// The kind of the cells of a column.
#[derive(Clone, Copy, Debug)]
pub enum Cells {
    /// A subject.
    Subject,
    /// A group, by its index among their names.
    Group,
    /// A short text: [`Text`].
    Text,
    /// A whole number.
    Count,
    /// True or false.
    Flag,
    /// A point in time.
    Time,
    /// A length of time.
    Span,
    /// Any number.
    Number,
    /// Rows of another table, which is part of this one.
    Rows(&'static TableKind),
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    /// The name in exports.
    pub id: &'static str,
    /// The name, as shown.
    pub name: &'static str,
    /// The unit of its numbers; empty for none, and for times.
    pub unit: &'static str,
    /// Description.
    pub doc: &'static str,
    /// The kind of its cells.
    pub cells: Cells,
}

/// A kind of tables.
#[derive(Debug)]
pub struct TableKind {
    /// The name in exports.
    pub id: &'static str,
    /// The name, as shown.
    pub name: &'static str,
    /// Description.
    pub doc: &'static str,
    /// Its columns.
    pub columns: &'static [Column],
    /// The columns of the digest, in its order. The rows of a table that is part of another one are added with the
    /// rows of that.
    pub digest: &'static [&'static str],
    /// True if its rows are part of those of another table.
    pub is_part: bool,
}

/// The content of an unknown cell.
const UNKNOWN: u64 = u64::MAX;

/// A text in a cell, by its index among those of the record: [`Recorder::intern_text`](super::Recorder::intern_text).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text(pub(super) u32);

impl Trace {
    /// The text in a cell.
    pub fn text(&self, text: Text) -> &str {
        self.texts.get(text.0 as usize).map_or("", |words| words)
    }
}

/// A value of a cell.
pub trait Cell: Copy {
    /// The stored bits.
    fn bits(self) -> u64;
    /// Converts stored bits.
    fn from_bits(bits: u64) -> Self;
}

/// Declares a type of cells by its conversions from and to bits.
macro_rules! cell {
    ($($type:ty: |$value:ident| $bits:expr, |$kept:ident| $of:expr;)*) => { $(
        impl Cell for $type {
            #[inline]
            fn bits(self) -> u64 {
                let $value = self;
                $bits
            }
            #[inline]
            fn from_bits($kept: u64) -> Self {
                $of
            }
        }
    )* };
}

cell! {
    u32: |value| value.into(), |bits| bits as u32;
    Option<u32>: |value| value.map_or(UNKNOWN, u64::from), |bits| (bits != UNKNOWN).then_some(bits as u32);
    Option<bool>: |value| value.map_or(UNKNOWN, u64::from), |bits| (bits != UNKNOWN).then_some(bits == 1);
    Text: |value| value.0.into(), |bits| Self(bits as u32);
    Time: |value| value.0 as u64, |bits| Self(bits as i64);
    Span: |value| value.0 as u64, |bits| Self(bits as i64);
    Option<Span>: |value| value.map_or(UNKNOWN, |span| span.0 as u64), |bits| (bits != UNKNOWN).then_some(Span(bits as i64));
    f64: |value| value.to_bits(), |bits| Self::from_bits(bits);
    (u32, u32): |value| u64::from(value.0) << 32 | u64::from(value.1), |bits| ((bits >> 32) as u32, bits as u32);
}

/// A row of a table, declared by [`table!`].
pub trait Row: Sized {
    /// The table it belongs to.
    const KIND: &'static TableKind;
    /// Fills the cells of a row.
    fn write(&self, cells: &mut [u64]);
    /// Reads a row from its cells.
    fn read(cells: &[u64]) -> Self;
}

/// Declares a table and the type of its rows: for each field its description, type, id and name of the column, unit
/// and kind of cells.
#[macro_export]
macro_rules! table {
    (
        $(#[doc = $about:literal])+
        static $kind:ident = ($id:literal, $name:literal, digest $digest:expr, part $part:literal);
        $(#[$meta:meta])*
        pub struct $row:ident {
            $($(#[doc = $doc:literal])+ $field:ident: $type:ty = ($column:literal, $label:literal, $unit:literal, $cells:expr),)+
        }
    ) => {
        $(#[doc = $about])+
        pub static $kind: $crate::record::TableKind = $crate::record::TableKind {
            id: $id,
            name: $name,
            doc: $crate::entry::catalog_text(concat!($($about),+)),
            columns: &[$($crate::record::Column {
                id: $column,
                name: $label,
                unit: $unit,
                doc: $crate::entry::catalog_text(concat!($($doc),+)),
                cells: $cells,
            }),+],
            digest: $digest,
            is_part: $part,
        };

        $(#[$meta])*
        pub struct $row {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        impl $crate::record::Row for $row {
            const KIND: &'static $crate::record::TableKind = &$kind;

            fn write(&self, cells: &mut [u64]) {
                let values = [$($crate::record::Cell::bits(self.$field)),+];
                cells.copy_from_slice(&values);
            }

            fn read(cells: &[u64]) -> Self {
                let mut cells = cells.iter();
                let mut next = || *cells.next().expect("a row has a cell for each column");
                Self { $($field: $crate::record::Cell::from_bits(next())),+ }
            }
        }
    };
}

/// A table of a run.
#[derive(Clone, Debug)]
pub struct Table {
    /// The kind.
    pub kind: &'static TableKind,
    /// The cells, row by row.
    cells: Vec<u64>,
    /// The reason of each row, if there is one.
    because: Vec<Option<(&'static Rule, [i64; 4])>>,
}

impl Table {
    /// A table without rows.
    pub fn new(kind: &'static TableKind) -> Self {
        Self { kind, cells: Vec::new(), because: Vec::new() }
    }

    /// A table with these rows.
    pub fn from_rows<R: Row>(rows: &[R]) -> Self {
        let mut table = Self::new(R::KIND);
        for row in rows {
            table.push(row);
        }
        table
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.cells.len() / self.kind.columns.len()
    }

    /// True if it has none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Adds a row; returns its index.
    pub fn push(&mut self, row: &impl Row) -> u32 {
        let first = self.cells.len();
        self.cells.resize(first + self.kind.columns.len(), UNKNOWN);
        row.write(&mut self.cells[first..]);
        self.len() as u32 - 1
    }

    /// Changes a row.
    pub fn set(&mut self, at: u32, row: &impl Row) {
        let columns = self.kind.columns.len();
        row.write(&mut self.cells[at as usize * columns..][..columns]);
    }

    /// A row.
    pub fn row<R: Row>(&self, at: usize) -> R {
        let columns = self.kind.columns.len();
        R::read(&self.cells[at * columns..][..columns])
    }

    /// All rows.
    pub fn rows<R: Row>(&self) -> impl DoubleEndedIterator<Item = R> {
        self.cells.chunks_exact(self.kind.columns.len()).map(R::read)
    }

    /// The content of a cell; `None` if unknown.
    pub fn cell(&self, row: usize, column: usize) -> Option<u64> {
        let bits = self.cells[row * self.kind.columns.len() + column];
        let never =
            matches!(self.kind.columns[column].cells, Cells::Time) && Time::from_bits(bits) == Time::MAX;
        (bits != UNKNOWN && !never).then_some(bits)
    }

    /// A cell as a number: times in seconds, for rows of another table their number; NaN if unknown.
    pub fn number(&self, row: usize, column: usize) -> f64 {
        let Some(bits) = self.cell(row, column) else { return f64::NAN };
        match self.kind.columns[column].cells {
            Cells::Time | Cells::Span => Span::from_bits(bits).seconds(),
            Cells::Number => f64::from_bits(bits),
            _ => f64::from(bits as u32),
        }
    }

    /// The rows of another table that a row has in this column.
    pub fn part_rows(&self, row: usize, column: usize) -> std::ops::Range<usize> {
        let (first, count) = <(u32, u32)>::from_bits(self.cell(row, column).unwrap_or(0));
        first as usize..(first + count) as usize
    }

    /// Sets the reason of a row.
    pub fn set_reason(&mut self, at: u32, rule: &'static Rule, values: [i64; 4]) {
        self.because.resize(self.because.len().max(at as usize + 1), None);
        self.because[at as usize] = Some((rule, values));
    }

    /// True if any row has a reason.
    pub fn has_reasons(&self) -> bool {
        !self.because.is_empty()
    }

    /// The reason of a row: a decision about its first subject.
    pub fn reason_of(&self, row: usize) -> Option<Decision<&'static Rule>> {
        let (rule, values) = (*self.because.get(row)?)?;
        let is_subject = |column: &Column| matches!(column.cells, Cells::Subject);
        let subject = self.kind.columns.iter().position(is_subject).and_then(|at| self.cell(row, at));
        let subject = subject.map_or(SubjectId::MAX, |bits| bits as u32);
        Some(Decision::new(Time::ZERO, subject, rule).with_values(values))
    }
}

impl Trace {
    /// The table of this name, if the system writes one.
    pub fn table(&self, id: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.kind.id == id)
    }

    /// The rows of a table; none if the system writes no such table.
    pub fn table_rows<R: Row>(&self) -> impl DoubleEndedIterator<Item = R> {
        self.table(R::KIND.id).into_iter().flat_map(Table::rows)
    }

    /// The name of the subject, the group or the text in a cell; `None` for other cells.
    pub fn cell_name(&self, table: &Table, row: usize, column: usize) -> Option<String> {
        let known = table.cell(row, column);
        let of = |names: &[String]| known.and_then(|at| names.get(at as usize).cloned()).unwrap_or_default();
        match table.kind.columns[column].cells {
            Cells::Subject => Some(known.map_or_else(String::new, |id| self.name(id as SubjectId))),
            Cells::Group => Some(of(&self.group_names)),
            Cells::Text => Some(of(&self.texts)),
            _ => None,
        }
    }

    /// Adds a row of a table to the digest.
    pub(super) fn digest_row(&self, table: &Table, row: usize, add: &mut impl FnMut(&[u8])) {
        for &id in table.kind.digest {
            let Some(column) = table.kind.columns.iter().position(|column| column.id == id) else { continue };
            let bits = table.cell(row, column);
            match table.kind.columns[column].cells {
                Cells::Rows(kind) => {
                    let Some(part) = self.table(kind.id) else { continue };
                    for row in table.part_rows(row, column) {
                        self.digest_row(part, row, add);
                    }
                }
                Cells::Subject | Cells::Group | Cells::Count | Cells::Flag => {
                    add(&(bits.unwrap_or(0) as u32).to_le_bytes());
                }
                Cells::Text => {
                    add(self.cell_name(table, row, column).unwrap_or_default().as_bytes());
                    add(&[0]);
                }
                Cells::Time => add(&bits.map_or(Time::MAX, Time::from_bits).0.to_le_bytes()),
                Cells::Span | Cells::Number => add(&bits.unwrap_or(0).to_le_bytes()),
            }
        }
    }
}

#[cfg(test)]
#[expect(unreachable_pub, reason = "what the macro declares is for others")]
mod tests {
    use super::*;
    use crate::platform::one_cluster;
    use crate::record::Recorder;

    table! {
        /// What was said when.
        static WORDS = ("words", "Words", digest &["at", "said"], part false);
        /// Something said.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct WordRow {
            /// When.
            at: Time = ("at", "At", "", Cells::Time),
            /// What.
            said: Text = ("said", "Said", "", Cells::Text),
        }
    }

    fn trace_with_texts(words: &[&str]) -> Trace {
        let mut record = Recorder::new(&one_cluster(1), 0);
        record.declare(&[&WORDS]);
        for word in words {
            let said = record.intern_text(word);
            record.add_row(&WordRow { at: Time::ZERO, said });
        }
        record.into()
    }

    #[test]
    fn texts_are_interned_and_part_of_the_digest() {
        let trace = trace_with_texts(&["yes", "no", "yes"]);
        let cell = |row| trace.cell_name(&trace.tables[0], row, 1).expect("words");
        assert_eq!([cell(0), cell(1), cell(2)], ["yes", "no", "yes"]);
        assert_eq!(trace.texts, ["yes", "no"]);
        assert_eq!(trace.cell_name(&trace.tables[0], 0, 0), None);
        assert_eq!(trace.digest(), trace_with_texts(&["yes", "no", "yes"]).digest());
        assert_ne!(trace.digest(), trace_with_texts(&["yes", "no", "no"]).digest());
    }
}
