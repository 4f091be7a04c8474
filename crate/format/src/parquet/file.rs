//! A Parquet file in memory: its columns, and their values row group by row group.

use super::cells::{CellReader, Cells};
use super::footer::{FooterError, check_footer, page_extent};
use super::pages::{PageQueue, Pages, unsupported_codec};
use crate::finding_list::{group_digits, quote_bytes};
use bytes::Bytes;
use ganttlet_core::diagnostic::Diagnostic;
use parquet::basic::{ConvertedType, LogicalType, TimeUnit, Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader, ParquetStatisticsPolicy, RowGroupMetaData,
};
use parquet::schema::types::ColumnDescPtr;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, PoisonError};

/// The magic bytes at both ends.
pub(super) const MAGIC: &[u8] = b"PAR1";
/// Maximum number of rows of a file, the same as for logs.
const MAX_ROWS: i64 = 10_000_000;
/// Maximum number of values in the lists of a row group.
const MAX_LIST_VALUES: i64 = 20_000_000;
/// Maximum number of unpacked bytes of a file.
const MAX_UNPACKED: u64 = 4 << 30;
/// Rows that are read at once.
const BATCH_ROWS: usize = 4_096;

/// A Parquet file with its parsed footer.
pub(crate) struct ParquetFile<'a> {
    bytes: &'a [u8],
    meta: ParquetMetaData,
    budget: Arc<AtomicU64>,
}

/// A column whose values can be read: numbers, texts, or lists of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column(usize);

/// The meaning of the values of a column, from its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ColumnKind {
    /// Numbers or texts.
    Plain,
    /// 1 for true.
    Bool,
    /// Numbers of this size each.
    Scaled(f64),
    /// Points in time; the length of a unit in seconds.
    Point {
        seconds: f64,
        /// True if they are in local time.
        local: bool,
    },
}

/// The reading position in some columns.
#[derive(Default)]
pub(crate) struct RowCursor {
    /// The next row group.
    group: usize,
    readers: Vec<Option<ColumnCursor>>,
    /// Number of remaining rows of the current row group.
    left: usize,
}

/// The reading position in a column of a row group.
struct ColumnCursor {
    reader: CellReader,
    /// Pages for the reader.
    queue: PageQueue,
    /// The start of the next page, and the end of the column.
    next: usize,
    end: usize,
    /// Number of values read, and of values in the pages passed on.
    read: u64,
    passed: u64,
    /// True for a column of lists: the number of rows of a page is unknown.
    lists: bool,
}

impl ColumnCursor {
    /// Passes on the pages of the next rows.
    fn pass_pages(&mut self, bytes: &[u8], rows: usize) -> Result<(), Diagnostic> {
        self.read += rows as u64;
        while (self.lists || self.passed < self.read) && self.next < self.end {
            let rest = &bytes[self.next..self.end];
            let (length, values) =
                page_extent(rest).map_err(|_| damaged("the header of a page cannot be read"))?;
            let page = Bytes::copy_from_slice(&rest[..length]);
            self.queue.lock().unwrap_or_else(PoisonError::into_inner).push_back(page);
            self.next += length;
            self.passed = self.passed.saturating_add(values);
        }
        Ok(())
    }
}

impl<'a> ParquetFile<'a> {
    /// Reads the footer.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, Diagnostic> {
        let footer = find_footer(bytes)?;
        check_footer(footer).map_err(|error| match error {
            FooterError::Damaged => damaged("its footer cannot be read"),
            FooterError::Deep => Diagnostic::error("the schema of the Parquet file nests too deep")
                .hint("Write the file as a table of plain columns."),
        })?;
        let skip = ParquetStatisticsPolicy::SkipAll;
        let options = ParquetMetaDataOptions::new()
            .with_column_stats_policy(skip.clone())
            .with_encoding_stats_policy(skip.clone())
            .with_size_stats_policy(skip);
        let meta = ParquetMetaDataReader::decode_metadata_with_options(footer, Some(&options))
            .map_err(|error| library_error(&error))?;
        let rows = meta.row_groups().iter().try_fold(0_i64, |sum, group| {
            Some(group.num_rows()).filter(|&rows| rows >= 0).and_then(|rows| sum.checked_add(rows))
        });
        match rows {
            Some(rows) if rows <= MAX_ROWS => {}
            Some(rows) => {
                let (rows, most) = (group_digits(rows as u64), group_digits(MAX_ROWS as u64));
                let message = format!("the Parquet file has {rows} rows; at most {most} are read");
                return Err(Diagnostic::error(message).hint("Use a part of the file."));
            }
            None => return Err(damaged("its number of rows is not one")),
        }
        Ok(Self { bytes, meta, budget: Arc::new(AtomicU64::new(MAX_UNPACKED)) })
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> u64 {
        self.meta.row_groups().iter().map(|group| group.num_rows() as u64).sum()
    }

    /// The number of rows for which memory is reserved: a small file may announce many.
    pub(crate) fn expected_rows(&self) -> usize {
        (self.rows() as usize).min(self.bytes.len().saturating_mul(4))
    }

    /// The names of the columns; a column with parts has one name.
    pub(crate) fn names(&self) -> Vec<&str> {
        let root = self.meta.file_metadata().schema_descr().root_schema();
        root.get_fields().iter().map(|field| field.name()).collect()
    }

    /// True if it has a column of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names().iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// The column with the first of these names that exists.
    pub(crate) fn column(&self, names: &[&str]) -> Option<Column> {
        let columns = self.meta.file_metadata().schema_descr().columns();
        names.iter().find_map(|name| {
            let of_name = |column: &ColumnDescPtr| {
                column.path().parts().first().is_some_and(|part| part.eq_ignore_ascii_case(name))
            };
            let mut all = columns.iter().enumerate().filter(|(_, column)| of_name(column));
            let (place, column) = all.next()?;
            // A structure has several parts, a list in a list several levels.
            let plain = all.next().is_none() && column.max_rep_level() <= 1;
            (plain && column.physical_type() != Type::FIXED_LEN_BYTE_ARRAY).then_some(Column(place))
        })
    }

    /// The number of units of a column of times in a second: from its type, or as given.
    pub(crate) fn units_per_second(&self, Column(place): Column, else_units: f64) -> f64 {
        let column = &self.meta.file_metadata().schema_descr().columns()[place];
        match (column.logical_type_ref(), column.converted_type(), column.physical_type()) {
            (Some(LogicalType::Timestamp(time)), ..) => match time.unit {
                TimeUnit::MILLIS => 1e3,
                TimeUnit::MICROS => 1e6,
                TimeUnit::NANOS => 1e9,
            },
            (_, ConvertedType::TIMESTAMP_MILLIS, _) => 1e3,
            (_, ConvertedType::TIMESTAMP_MICROS, _) | (_, _, Type::INT96) => 1e6,
            _ => else_units,
        }
    }

    /// The column with this index in [`ParquetFile::names`]; `None` for a column with lists or parts.
    pub(crate) fn column_at(&self, place: usize) -> Option<Column> {
        let schema = self.meta.file_metadata().schema_descr();
        let mut leaves = (0..schema.num_columns()).filter(|&leaf| schema.get_column_root_idx(leaf) == place);
        let (leaf, column) = leaves.next().map(|leaf| (leaf, schema.column(leaf)))?;
        let plain =
            leaves.next().is_none() && column.max_rep_level() == 0 && column.path().parts().len() == 1;
        (plain && column.physical_type() != Type::FIXED_LEN_BYTE_ARRAY).then_some(Column(leaf))
    }

    /// The meaning of the values of a column from its type.
    pub(crate) fn kind(&self, Column(place): Column) -> ColumnKind {
        let column = &self.meta.file_metadata().schema_descr().columns()[place];
        let logical = column.logical_type_ref();
        let units = self.units_per_second(Column(place), 0.0);
        if units > 0.0 {
            let local = matches!(logical, Some(LogicalType::Timestamp(time)) if !time.is_adjusted_to_u_t_c);
            return ColumnKind::Point { seconds: 1.0 / units, local };
        }
        match (logical, column.converted_type(), column.physical_type()) {
            (.., Type::BOOLEAN) => ColumnKind::Bool,
            (.., Type::BYTE_ARRAY) => ColumnKind::Plain,
            (Some(LogicalType::Date), ..) | (_, ConvertedType::DATE, _) => {
                ColumnKind::Point { seconds: 86_400.0, local: true }
            }
            (_, ConvertedType::DECIMAL, _) => {
                ColumnKind::Scaled(libm::pow(0.1, f64::from(column.type_scale().clamp(0, 18))))
            }
            (_, ConvertedType::TIME_MILLIS, _) => ColumnKind::Scaled(1e-3),
            (_, ConvertedType::TIME_MICROS, _) => ColumnKind::Scaled(1e-6),
            _ => ColumnKind::Plain,
        }
    }

    /// The values of these columns in the next rows, and the number of rows; `None` at the end of the file. A missing
    /// column has no values.
    pub(crate) fn next_rows(
        &self,
        columns: &[Option<Column>],
        cursor: &mut RowCursor,
    ) -> Result<Option<(usize, Vec<Cells>)>, Diagnostic> {
        while cursor.left == 0 {
            let Some(group) = self.meta.row_groups().get(cursor.group) else { return Ok(None) };
            let reader =
                |column: &Option<Column>| column.map(|column| self.column_cursor(group, column)).transpose();
            cursor.readers.clear();
            cursor.readers = columns.iter().map(reader).collect::<Result<_, _>>()?;
            cursor.left = group.num_rows() as usize;
            cursor.group += 1;
        }
        let rows = cursor.left.min(BATCH_ROWS);
        let read = |column: &mut Option<ColumnCursor>| {
            let Some(column) = column else { return Ok(Cells::default()) };
            column.pass_pages(self.bytes, rows)?;
            column.reader.read(rows).map_err(|error| library_error(&error))
        };
        let cells = cursor.readers.iter_mut().map(read).collect::<Result<_, _>>()?;
        cursor.left -= rows;
        Ok(Some((rows, cells)))
    }

    /// Passes on the values of these columns, some rows at a time, in the order of the file; a missing column has no
    /// values.
    pub(crate) fn for_each_batch<const N: usize>(
        &self,
        columns: [Option<Column>; N],
        mut sink: impl FnMut(usize, &[Cells; N]) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let mut cursor = RowCursor::default();
        while let Some((rows, cells)) = self.next_rows(&columns, &mut cursor)? {
            if let Some(cells) = cells.first_chunk() {
                sink(rows, cells)?;
            }
        }
        Ok(())
    }

    fn column_cursor(
        &self,
        group: &RowGroupMetaData,
        Column(place): Column,
    ) -> Result<ColumnCursor, Diagnostic> {
        let chunk =
            group.columns().get(place).ok_or_else(|| damaged("a column is missing in a row group"))?;
        let column = &self.meta.file_metadata().schema_descr().columns()[place];
        let name = || quote_bytes(column.path().parts()[0].as_bytes());
        if let Some(codec) = unsupported_codec(chunk.compression()) {
            let message = format!("the column {} is compressed with {codec}, which is not read", name());
            return Err(Diagnostic::error(message).hint("Write the file with Snappy, gzip, zstd or none."));
        }
        if column.max_rep_level() > 0 && chunk.num_values() > MAX_LIST_VALUES {
            let most = group_digits(MAX_LIST_VALUES as u64);
            let message = format!("the lists of the column {} have more than {most} values", name());
            return Err(Diagnostic::error(message).hint("Write smaller row groups."));
        }
        if column.max_rep_level() == 0 && chunk.num_values() != group.num_rows() {
            return Err(damaged("a column has another number of values than rows"));
        }
        // Some writers give 0 if there is no dictionary.
        let first = match chunk.dictionary_page_offset() {
            Some(dictionary) if dictionary > 0 && dictionary < chunk.data_page_offset() => dictionary,
            _ => chunk.data_page_offset(),
        };
        let range = usize::try_from(first).ok().zip(usize::try_from(chunk.compressed_size()).ok());
        let range = range.and_then(|(first, length)| Some((first, first.checked_add(length)?)));
        let (next, end) = range
            .filter(|&(_, end)| end <= self.bytes.len())
            .ok_or_else(|| damaged("a column lies outside the file"))?;
        let queue = PageQueue::default();
        let pages = Pages::new(queue.clone(), chunk, self.budget.clone());
        let reader = pages.and_then(|pages| CellReader::new(column, pages));
        let reader = reader.map_err(|error| library_error(&error))?;
        let lists = column.max_rep_level() > 0;
        Ok(ColumnCursor { reader, queue, next, end, read: 0, passed: 0, lists })
    }
}

/// The footer of a file.
fn find_footer(bytes: &[u8]) -> Result<&[u8], Diagnostic> {
    let cut = || damaged("it does not end as a Parquet file");
    let (rest, end) = bytes.split_last_chunk::<8>().ok_or_else(cut)?;
    let (length, magic) = end.split_first_chunk::<4>().ok_or_else(cut)?;
    if magic == b"PARE" {
        let message = "the Parquet file is encrypted, which is not read";
        return Err(Diagnostic::error(message).hint("Write it without encryption."));
    }
    let length = u32::from_le_bytes(*length) as usize;
    let start = rest.len().checked_sub(length).filter(|&start| magic == MAGIC && start >= MAGIC.len());
    start.map(|start| &rest[start..]).ok_or_else(cut)
}

fn damaged(why: &str) -> Diagnostic {
    Diagnostic::error(format!("the Parquet file is damaged or truncated: {why}")).hint("Download it again.")
}

fn library_error(error: &ParquetError) -> Diagnostic {
    match error {
        ParquetError::NYI(why) => {
            Diagnostic::error(format!("the Parquet file has {why}, which is not supported"))
        }
        ParquetError::General(why) | ParquetError::EOF(why) => damaged(&quote(why)),
        other => damaged(&quote(&other.to_string())),
    }
}

/// The message of the library, on one line.
fn quote(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    first.chars().filter(|c| !c.is_control()).take(200).collect()
}
