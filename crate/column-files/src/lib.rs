#![doc = include_str!("../README.md")]

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType as ArrowType, Field, Schema};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::path::Path;
use std::sync::Arc;

/// A kind of files with columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnFile {
    /// Apache Parquet with Snappy.
    Parquet,
    /// The file format of Apache Arrow (IPC).
    Arrow,
}

impl ColumnFile {
    /// The kind of a file by the ending of its name; `None` for text.
    pub fn of_path(path: &Path) -> Option<Self> {
        Self::of_ending(path.extension()?.to_str()?)
    }

    /// The kind of files with this ending; `None` for text.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "parquet" => Some(Self::Parquet),
            "arrow" | "feather" => Some(Self::Arrow),
            _ => None,
        }
    }

    /// The bytes of a file with the table in a CSV export of this name.
    ///
    /// # Errors
    /// The reason in words if the library cannot write the table.
    pub fn write(self, table: &str, csv: &str) -> Result<Vec<u8>, String> {
        let columns = typed_columns(table, csv);
        let bytes = match self {
            Self::Parquet => write_parquet(&columns).map_err(|error| error.to_string()),
            Self::Arrow => write_arrow(&columns).map_err(|error| error.to_string()),
        };
        bytes.map_err(|error| format!("the table {table} cannot be written: {error}"))
    }
}

/// A column with its name.
type NamedColumn = (String, Values);

/// The values of a column; missing where nothing is known.
#[derive(Debug, PartialEq)]
enum Values {
    Whole(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
}

/// Columns that are text even where all of their values are numbers: names from files, and lists of nodes.
const TEXTS: [&str; 9] = ["name", "kind", "cluster", "status", "mark", "phase", "from", "to", "nodes"];
/// Tables in which `nodes` is a number.
const COUNTED_NODES: [&str; 1] = ["intervals"];
/// Columns of real numbers, besides those in seconds.
const REALS: [&str; 2] = ["slowdown", "bytes"];

/// The columns of a CSV export, with the same types in every run, if the table exists in all runs.
fn typed_columns(table: &str, csv: &str) -> Vec<NamedColumn> {
    let mut rows = csv_rows(csv).into_iter();
    let header = rows.next().unwrap_or_default();
    let rows: Vec<Vec<String>> = rows.collect();
    let column = |(place, name): (usize, String)| {
        let cells = || rows.iter().map(move |row| row.get(place).map_or("", String::as_str));
        let counted = name == "nodes" && COUNTED_NODES.contains(&table);
        let is_text = TEXTS.contains(&name.as_str()) && !counted;
        let is_real = name.ends_with("_s") || REALS.contains(&name.as_str());
        let all = |parses: fn(&str) -> bool| cells().all(|cell| cell.is_empty() || parses(cell));
        let values = if !is_text && !is_real && all(|cell| cell.parse::<i64>().is_ok()) {
            Values::Whole(cells().map(|cell| cell.parse().ok()).collect())
        } else if !is_text && all(|cell| cell.parse::<f64>().is_ok()) {
            Values::Real(cells().map(|cell| cell.parse().ok()).collect())
        } else {
            let text = |cell: &str| (!cell.is_empty()).then(|| plain_text(cell).to_owned());
            Values::Text(cells().map(text).collect())
        };
        (name, values)
    };
    header.into_iter().enumerate().map(column).collect()
}

/// A text without the sign that keeps spreadsheets from evaluating it.
fn plain_text(cell: &str) -> &str {
    let escaped = |rest: &&str| rest.starts_with(['=', '+', '-', '@', '\t', '\r']);
    cell.strip_prefix('\'').filter(escaped).unwrap_or(cell)
}

/// The rows of a CSV export (RFC 4180).
fn csv_rows(csv: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (vec![], vec![], String::new());
    let mut quoted = false;
    let mut signs = csv.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if quoted && signs.peek() == Some(&'"') => {
                cell.push('"');
                signs.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            '\r' if !quoted => {}
            _ => cell.push(sign),
        }
    }
    rows
}

/// The columns as an Arrow file.
fn write_arrow(columns: &[NamedColumn]) -> Result<Vec<u8>, ArrowError> {
    let field = |(name, values): &NamedColumn| {
        let kind = match values {
            Values::Whole(_) => ArrowType::Int64,
            Values::Real(_) => ArrowType::Float64,
            Values::Text(_) => ArrowType::Utf8,
        };
        Field::new(name, kind, true)
    };
    let array = |(_, values): &NamedColumn| -> ArrayRef {
        match values {
            Values::Whole(values) => Arc::new(Int64Array::from(values.clone())),
            Values::Real(values) => Arc::new(Float64Array::from(values.clone())),
            Values::Text(values) => Arc::new(StringArray::from(values.clone())),
        }
    };
    let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
    let mut writer = FileWriter::try_new(vec![], &schema)?;
    writer.write(&RecordBatch::try_new(schema, columns.iter().map(array).collect())?)?;
    writer.into_inner()
}

/// The columns as a Parquet file.
fn write_parquet(columns: &[NamedColumn]) -> Result<Vec<u8>, ParquetError> {
    // Names with other signs are not words of the schema's language: the fields are renamed when they are built.
    let field = |(place, (_, values)): (usize, &NamedColumn)| match values {
        Values::Whole(_) => format!("optional int64 c{place};"),
        Values::Real(_) => format!("optional double c{place};"),
        Values::Text(_) => format!("optional binary c{place} (STRING);"),
    };
    let fields: String = columns.iter().enumerate().map(field).collect();
    let schema = parse_message_type(&format!("message table {{ {fields} }}"))?;
    let named = schema.get_fields().iter().zip(columns).map(|(field, (name, _))| {
        let info = field.get_basic_info();
        let builder = parquet::schema::types::Type::primitive_type_builder(name, field.get_physical_type());
        builder
            .with_repetition(info.repetition())
            .with_converted_type(info.converted_type())
            .with_logical_type(info.logical_type_ref().cloned())
            .build()
            .map(Arc::new)
    });
    let fields = named.collect::<Result<Vec<_>, _>>()?;
    let schema = parquet::schema::types::Type::group_type_builder("table").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(vec![], Arc::new(schema), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (_, values) in columns {
        match values {
            Values::Whole(values) => write_values::<Int64Type>(&mut group, values.iter().copied())?,
            Values::Real(values) => write_values::<DoubleType>(&mut group, values.iter().copied())?,
            Values::Text(values) => {
                let bytes = |text: &Option<String>| text.as_ref().map(|text| ByteArray::from(text.as_str()));
                write_values::<ByteArrayType>(&mut group, values.iter().map(bytes))?;
            }
        }
    }
    group.close()?;
    writer.into_inner()
}

/// Writes the values of a column.
fn write_values<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut known, mut levels) = (vec![], vec![]);
    for value in values {
        levels.push(value.is_some().into());
        known.extend(value);
    }
    let mut column = group.next_column()?.expect("a column of the schema");
    column.typed::<T>().write_batch(&known, Some(&levels), None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    const CSV: &str =
        "id,name,start_s,user,nodes\r\n1,\"'=1+1\",0,,3\r\n2,\"a \"\"b\"\", c\",1.000001,7,0-3 7\r\n";

    #[test]
    fn columns_have_types() {
        let text = |texts: [&str; 2]| Values::Text(texts.map(|text| Some(text.to_owned())).to_vec());
        let expected = [
            ("id", Values::Whole(vec![Some(1), Some(2)])),
            ("name", text(["=1+1", "a \"b\", c"])),
            ("start_s", Values::Real(vec![Some(0.0), Some(1.000_001)])),
            ("user", Values::Whole(vec![None, Some(7)])),
            ("nodes", text(["3", "0-3 7"])),
        ];
        let expected = expected.map(|(name, values)| (name.to_owned(), values));
        assert_eq!(typed_columns("jobs", CSV), expected);
        let counted = typed_columns("intervals", "id,nodes\r\n1,3\r\n");
        assert_eq!(counted[1].1, Values::Whole(vec![Some(3)]));
        assert_eq!(typed_columns("jobs", "name,start_s\r\n")[1].1, Values::Real(vec![]));
    }

    #[test]
    fn parquet_files_read_back_as_they_were() {
        let bytes = ColumnFile::Parquet.write("jobs", CSV).expect("a file");
        let file = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a Parquet file");
        let rows: Vec<String> =
            file.get_row_iter(None).expect("rows").map(|row| row.expect("a row").to_string()).collect();
        assert_eq!(
            rows,
            [
                "{id: 1, name: \"=1+1\", start_s: 0E0, user: null, nodes: \"3\"}",
                "{id: 2, name: \"a \"b\", c\", start_s: 1.000001, user: 7, nodes: \"0-3 7\"}"
            ]
        );
    }

    #[test]
    fn arrow_files_read_back_as_they_were() {
        let bytes = ColumnFile::Arrow.write("jobs", CSV).expect("a file");
        let reader = arrow_ipc::reader::FileReader::try_new(std::io::Cursor::new(bytes), None);
        let batches: Vec<RecordBatch> =
            reader.expect("an Arrow file").collect::<Result<_, _>>().expect("batches");
        let [batch] = &batches[..] else { panic!("one batch") };
        let names: Vec<_> = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
        assert_eq!(names, ["id", "name", "start_s", "user", "nodes"]);
        let ids = batch.column(0).as_any().downcast_ref::<Int64Array>().expect("whole numbers");
        assert_eq!(ids.values(), &[1, 2]);
        assert_eq!(batch.column(3).null_count(), 1);
    }

    #[test]
    fn the_ending_decides() {
        let of = |name: &str| ColumnFile::of_path(Path::new(name));
        assert_eq!(of("a/jobs.parquet"), Some(ColumnFile::Parquet));
        assert_eq!(
            (of("jobs.ARROW"), of("jobs.feather")),
            (Some(ColumnFile::Arrow), Some(ColumnFile::Arrow))
        );
        assert_eq!((of("jobs.csv"), of("parquet")), (None, None));
    }
}
