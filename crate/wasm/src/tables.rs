//! Tables that the system of a run keeps, whatever they are of: for lists, lines over time, and views that know them.

use crate::convert::{Floats, time};
use crate::engine::Engine;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::record::{Cells, Table, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_js_values::{error, to_js};
use serde::Serialize;
use std::collections::BTreeMap;
use ts_rs::TS;
use wasm_bindgen::prelude::*;

/// What a table is, and how many rows it has.
#[derive(Serialize, TS)]
#[ts(rename = "Table")]
pub(crate) struct Told {
    id: &'static str,
    name: &'static str,
    rows: usize,
    /// True if its rows are part of those of another table.
    is_part: bool,
    columns: Vec<Column>,
}

/// A column of a table.
#[derive(Serialize, TS)]
#[ts(rename = "TableColumn")]
pub(crate) struct Column {
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    #[ts(type = "'subject' | 'group' | 'text' | 'count' | 'flag' | 'time' | 'span' | 'number' | 'rows'")]
    cells: &'static str,
}

/// The content of a table, column by column.
#[derive(Default, Serialize, TS)]
pub(crate) struct TableRows {
    /// The numbers of each column: times in seconds, of rows of another table how many, NaN for what is not known yet.
    #[ts(type = "Record<string, Float64Array>")]
    columns: BTreeMap<&'static str, Floats>,
    /// The words in columns of them, and what the subjects and groups are called.
    #[ts(type = "Record<string, string[]>")]
    names: BTreeMap<&'static str, Vec<String>>,
    /// Why each row is as it is; empty where rows have no reasons.
    because: Vec<String>,
    /// The rows of other tables that rows have, one after the other, by the column with their number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, TableRows>>", optional)]
    parts: BTreeMap<&'static str, TableRows>,
}

fn word(cells: Cells) -> &'static str {
    match cells {
        Cells::Subject => "subject",
        Cells::Group => "group",
        Cells::Text => "text",
        Cells::Count => "count",
        Cells::Flag => "flag",
        Cells::Time => "time",
        Cells::Span => "span",
        Cells::Number => "number",
        Cells::Rows(_) => "rows",
    }
}

impl Told {
    fn of(table: &Table) -> Self {
        let mut columns = Vec::new();
        for column in table.kind.columns {
            let &ganttlet_core::record::Column { id, name, unit, cells, .. } = column;
            columns.push(Column { id, name, unit, cells: word(cells) });
        }
        let kind = table.kind;
        Self { id: kind.id, name: kind.name, rows: table.len(), is_part: kind.is_part, columns }
    }
}

/// The content of some rows of a table; with those of other tables that they have, if they are wanted.
fn contents(trace: &Trace, table: &Table, rows: &[usize], with_parts: bool) -> TableRows {
    let mut told = TableRows::default();
    for (place, column) in table.kind.columns.iter().enumerate() {
        let numbers: Vec<f64> = rows.iter().map(|&row| table.number(row, place)).collect();
        told.columns.insert(column.id, numbers[..].into());
        if let Some(names) = rows.iter().map(|&row| trace.cell_name(table, row, place)).collect() {
            told.names.insert(column.id, names);
        }
        let Cells::Rows(kind) = column.cells else { continue };
        if let Some(part) = trace.table(kind.id).filter(|_| with_parts) {
            let rows: Vec<usize> = rows.iter().flat_map(|&row| table.part_rows(row, place)).collect();
            told.parts.insert(column.id, contents(trace, part, &rows, with_parts));
        }
    }
    if table.has_reasons() {
        told.because = rows.iter().map(|&row| trace.explain_row(table, row)).collect();
    }
    told
}

/// The last rows of a table, no more than `most`, whose first time is not after this one; if a subject is given, only those
/// of it.
fn last_rows(table: &Table, until: Time, subject: Option<SubjectId>, most: usize) -> Vec<usize> {
    let first = |is: fn(&Cells) -> bool| table.kind.columns.iter().position(|column| is(&column.cells));
    let (time, whose) =
        (first(|cells| matches!(cells, Cells::Time)), first(|cells| matches!(cells, Cells::Subject)));
    let is_known =
        |&row: &usize| until == Time::MAX || time.is_none_or(|at| table.number(row, at) <= until.seconds());
    let is_own = |&row: &usize| {
        subject.is_none_or(|one| whose.is_some_and(|at| table.cell(row, at) == Some(u64::from(one))))
    };
    let mut rows: Vec<usize> = (0..table.len()).rev().filter(is_known).filter(is_own).take(most).collect();
    rows.reverse();
    rows
}

#[wasm_bindgen]
impl Engine {
    /// The tables of the run that have rows.
    #[wasm_bindgen(unchecked_return_type = "Table[]")]
    pub fn tables(&self) -> Result<JsValue, JsValue> {
        to_js(&self.trace().tables.iter().filter(|table| !table.is_empty()).map(Told::of).collect::<Vec<_>>())
    }

    /// The content of a table.
    #[wasm_bindgen(unchecked_return_type = "TableRows")]
    pub fn table_rows(&self, id: &str) -> Result<JsValue, JsValue> {
        let table = self.table_of(id)?;
        let rows: Vec<usize> = (0..table.len()).collect();
        to_js(&contents(self.trace(), table, &rows, false))
    }

    /// What stands in the last rows of a table, no more than `most`, of which the time is not after `until_s` (NaN: of all);
    /// of one subject, unless it is -1. With the rows of other tables that they have.
    #[wasm_bindgen(unchecked_return_type = "TableRows")]
    pub fn last_rows(&self, id: &str, until_s: f64, subject: f64, most: f64) -> Result<JsValue, JsValue> {
        let table = self.table_of(id)?;
        let subject = (subject >= 0.0).then_some(subject as SubjectId);
        let rows = last_rows(table, time(until_s), subject, most as usize);
        to_js(&contents(self.trace(), table, &rows, true))
    }
}

impl Engine {
    fn table_of(&self, id: &str) -> Result<&Table, JsValue> {
        let missing = || error(&[Diagnostic::error(format!("unknown table {id:?}"))]);
        self.trace().table(id).ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::table;

    table! {
        /// Sums.
        static SUMS = ("sums", "Sums", digest &[], part false);
        /// A sum.
        pub struct SumRow {
            /// When.
            time: Time = ("time", "Time", "", Cells::Time),
            /// Whose.
            whose: SubjectId = ("id", "Whose", "", Cells::Subject),
        }
    }

    #[test]
    fn the_last_rows_are_those_that_were_known_of_whom_is_asked_about() {
        let row = |time, whose| SumRow { time, whose };
        let times = [10, 20, 30, 40].map(|s| Time::from_seconds(f64::from(s)));
        let table = Table::from_rows(&[
            row(times[0], 1),
            row(times[1], 2),
            row(times[2], 1),
            row(times[2], 2),
            row(times[3], 1),
            row(Time::MAX, 2),
        ]);
        assert_eq!(last_rows(&table, Time::MAX, None, 3), [3, 4, 5]);
        assert_eq!(last_rows(&table, times[2], None, 2), [2, 3]);
        assert_eq!(last_rows(&table, times[2], Some(1), 9), [0, 2]);
        assert_eq!(last_rows(&table, times[0], Some(2), 9), [] as [usize; 0]);
    }
}
