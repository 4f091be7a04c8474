//! Parquet files that tests write.

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::sync::Arc;

/// A column of a table.
#[derive(Clone)]
pub(crate) enum TestColumn {
    /// `required int64`
    Wholes(Vec<i64>),
    /// `required int32`
    Smalls(Vec<i32>),
    /// `required int64` with this annotation
    Annotated(&'static str, Vec<i64>),
    /// `required int32 (DATE)`
    Days(Vec<i32>),
    /// `required boolean`
    Flags(Vec<bool>),
    /// `optional double`
    Reals(Vec<Option<f64>>),
    /// `optional binary`
    Texts(Vec<Option<&'static str>>),
    /// A list of `int64` or of `double`, in three levels.
    Lists(Vec<Vec<i64>>),
    RealLists(Vec<Vec<f64>>),
}

use TestColumn::{Annotated, Days, Flags, Lists, RealLists, Reals, Smalls, Texts, Wholes};

/// The bytes of a file with these columns in row groups of this number of rows.
pub(crate) fn write_table(columns: &[(&str, TestColumn)], group_rows: usize) -> Vec<u8> {
    let field = |(name, column): &(&str, TestColumn)| {
        let list = |kind: &str| {
            format!("optional group {name} (LIST) {{ repeated group list {{ optional {kind} item; }} }}")
        };
        match column {
            Wholes(_) => format!("required int64 {name};"),
            Smalls(_) => format!("required int32 {name};"),
            Annotated(annotation, _) => format!("required int64 {name} ({annotation});"),
            Days(_) => format!("required int32 {name} (DATE);"),
            Flags(_) => format!("required boolean {name};"),
            Reals(_) => format!("optional double {name};"),
            Texts(_) => format!("optional binary {name} (UTF8);"),
            Lists(_) => list("int64"),
            RealLists(_) => list("double"),
        }
    };
    let fields: String = columns.iter().map(field).collect();
    let schema = parse_message_type(&format!("message schema {{ {fields} }}")).expect("a schema");
    let rows = columns.first().map_or(0, |(_, column)| match column {
        Wholes(values) | Annotated(_, values) => values.len(),
        Smalls(values) | Days(values) => values.len(),
        Flags(values) => values.len(),
        Reals(values) => values.len(),
        Texts(values) => values.len(),
        Lists(values) => values.len(),
        RealLists(values) => values.len(),
    });
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(vec![], Arc::new(schema), properties).expect("memory");
    for start in (0..rows).step_by(group_rows.max(1)) {
        let range = start..rows.min(start + group_rows);
        let mut group = writer.next_row_group().expect("a group");
        for (_, column) in columns {
            match column {
                Wholes(values) | Annotated(_, values) => {
                    write_column::<Int64Type>(&mut group, &values[range.clone()], None, None);
                }
                Smalls(values) | Days(values) => {
                    write_column::<Int32Type>(&mut group, &values[range.clone()], None, None);
                }
                Flags(values) => write_column::<BoolType>(&mut group, &values[range.clone()], None, None),
                Reals(values) => {
                    let values = &values[range.clone()];
                    let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
                    let values: Vec<f64> = values.iter().flatten().copied().collect();
                    write_column::<DoubleType>(&mut group, &values, Some(&levels), None);
                }
                Texts(values) => {
                    let values = &values[range.clone()];
                    let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
                    let values: Vec<ByteArray> =
                        values.iter().flatten().map(|text| text.as_bytes().to_vec().into()).collect();
                    write_column::<ByteArrayType>(&mut group, &values, Some(&levels), None);
                }
                Lists(lists) => write_lists::<Int64Type>(&mut group, &lists[range.clone()]),
                RealLists(lists) => write_lists::<DoubleType>(&mut group, &lists[range.clone()]),
            }
        }
        group.close().expect("memory");
    }
    writer.into_inner().expect("memory")
}

fn write_lists<T: DataType>(group: &mut SerializedRowGroupWriter<'_, Vec<u8>>, lists: &[Vec<T::T>]) {
    let (mut defined, mut repeated, mut values) = (vec![], vec![], vec![]);
    for list in lists {
        if list.is_empty() {
            defined.push(1);
            repeated.push(0);
        }
        for (place, value) in list.iter().enumerate() {
            defined.push(3);
            repeated.push((place > 0).into());
            values.push(value.clone());
        }
    }
    write_column::<T>(group, &values, Some(&defined), Some(&repeated));
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    defined: Option<&[i16]>,
    repeated: Option<&[i16]>,
) {
    let mut column = group.next_column().expect("a column").expect("as many as in the schema");
    column.typed::<T>().write_batch(values, defined, repeated).expect("as in the schema");
    column.close().expect("memory");
}
