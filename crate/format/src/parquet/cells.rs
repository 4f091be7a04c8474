//! Reads the values of a column, some rows at a time.

use super::pages::Pages;
use parquet::basic::Type;
use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type, Int96,
    Int96Type,
};
use parquet::errors::{ParquetError, Result};
use parquet::schema::types::ColumnDescPtr;

/// Maximum integer up to which all integers are exact as floating-point numbers.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// A value of a list or of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Whole(i64),
    Real(f64),
    Text(ByteArray),
}

impl Cell {
    /// The value as a whole number; `None` if it is not exactly one.
    pub(crate) fn whole(&self) -> Option<i64> {
        match *self {
            Self::Whole(value) => Some(value),
            Self::Real(value) => (value.fract() == 0.0 && value.abs() <= MAX_EXACT).then_some(value as i64),
            Self::Text(_) => None,
        }
    }

    /// The value as a finite number.
    pub(crate) fn number(&self) -> Option<f64> {
        match *self {
            Self::Whole(value) => Some(value as f64),
            Self::Real(value) => value.is_finite().then_some(value),
            Self::Text(_) => None,
        }
    }
}

/// The values of a column in some rows.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    /// The values of all rows, in order.
    values: Vec<Cell>,
    /// The end of the values of each row; a row without a value has none.
    ends: Vec<usize>,
}

impl Cells {
    /// The values of a row: one, or those of its list.
    pub(crate) fn row(&self, row: usize) -> &[Cell] {
        let start = if row == 0 { 0 } else { self.ends.get(row - 1).copied().unwrap_or(0) };
        &self.values[start..self.ends.get(row).copied().unwrap_or(start)]
    }

    /// The only value of a row, if it is a whole number.
    pub(crate) fn whole(&self, row: usize) -> Option<i64> {
        self.row(row).first().and_then(Cell::whole)
    }

    /// The only value of a row, if it is a number.
    pub(crate) fn number(&self, row: usize) -> Option<f64> {
        self.row(row).first().and_then(Cell::number)
    }
}

/// Reads a column of one row group.
pub(super) enum CellReader {
    Bool(Typed<BoolType>),
    Int32(Typed<Int32Type>),
    Int64(Typed<Int64Type>),
    Int96(Typed<Int96Type>),
    Float(Typed<FloatType>),
    Double(Typed<DoubleType>),
    Text(Typed<ByteArrayType>),
}

/// A reader of values of one type.
pub(super) struct Typed<T: DataType> {
    column: ColumnDescPtr,
    reader: ColumnReaderImpl<T>,
}

impl CellReader {
    /// A reader of these pages.
    pub(super) fn new(column: &ColumnDescPtr, pages: Pages) -> Result<Self> {
        fn typed<T: DataType>(column: &ColumnDescPtr, pages: Pages) -> Typed<T> {
            let reader = ColumnReaderImpl::new(column.clone(), Box::new(pages));
            Typed { column: column.clone(), reader }
        }
        Ok(match column.physical_type() {
            Type::BOOLEAN => Self::Bool(typed(column, pages)),
            Type::INT32 => Self::Int32(typed(column, pages)),
            Type::INT64 => Self::Int64(typed(column, pages)),
            Type::INT96 => Self::Int96(typed(column, pages)),
            Type::FLOAT => Self::Float(typed(column, pages)),
            Type::DOUBLE => Self::Double(typed(column, pages)),
            Type::BYTE_ARRAY => Self::Text(typed(column, pages)),
            Type::FIXED_LEN_BYTE_ARRAY => {
                return Err(ParquetError::NYI("values of a fixed number of bytes".to_owned()));
            }
        })
    }

    /// The values of the next rows.
    pub(super) fn read(&mut self, rows: usize) -> Result<Cells> {
        match self {
            Self::Bool(typed) => typed.read(rows, |value| Cell::Whole(value.into())),
            Self::Int32(typed) => {
                let unsigned = is_unsigned(&typed.column);
                typed.read(rows, move |value| {
                    Cell::Whole(if unsigned { i64::from(value as u32) } else { value.into() })
                })
            }
            Self::Int64(typed) => typed.read(rows, Cell::Whole),
            Self::Int96(typed) => typed.read(rows, |value: Int96| Cell::Whole(value.to_micros())),
            Self::Float(typed) => typed.read(rows, |value| Cell::Real(value.into())),
            Self::Double(typed) => typed.read(rows, Cell::Real),
            Self::Text(typed) => typed.read(rows, Cell::Text),
        }
    }
}

fn is_unsigned(column: &ColumnDescPtr) -> bool {
    use parquet::basic::ConvertedType;
    matches!(column.converted_type(), ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32)
}

impl<T: DataType> Typed<T> {
    fn read(&mut self, rows: usize, cell: impl Fn(T::T) -> Cell) -> Result<Cells> {
        let (mut values, mut defined, mut repeated) = (vec![], vec![], vec![]);
        let (most_defined, most_repeated) = (self.column.max_def_level(), self.column.max_rep_level());
        let (read, ..) =
            self.reader.read_records(rows, Some(&mut defined), Some(&mut repeated), &mut values)?;
        if read != rows {
            let message = format!("the column {} has too few values", self.column.name());
            return Err(ParquetError::General(message));
        }
        let values: Vec<Cell> = values.into_iter().map(cell).collect();
        if most_defined == 0 {
            return Ok(Cells { ends: (1..=values.len()).collect(), values });
        }
        let mut ends = Vec::with_capacity(rows);
        let mut end = 0;
        for (at, &level) in defined.iter().enumerate() {
            if at > 0 && (most_repeated == 0 || repeated.get(at) == Some(&0)) {
                ends.push(end);
            }
            end += usize::from(level == most_defined);
        }
        ends.push(end);
        if ends.len() != rows || end != values.len() {
            let message = format!("the levels of the column {} contradict each other", self.column.name());
            return Err(ParquetError::General(message));
        }
        Ok(Cells { values, ends })
    }
}
