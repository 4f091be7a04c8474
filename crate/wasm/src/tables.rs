//! Tables that the system of a run keeps, whatever they are of: for lists, lines over time, and views that know them.

use crate::convert::{Floats, error, to_js};
use crate::engine::Engine;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::record::{Cells, Table, Trace};
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
    doc: &'static str,
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
    doc: &'static str,
    #[ts(type = "'subject' | 'group' | 'text' | 'count' | 'flag' | 'time' | 'span' | 'number' | 'rows'")]
    cells: &'static str,
}

/// What stands in a table, column by column.
#[derive(Serialize, TS)]
pub(crate) struct TableRows {
    /// The numbers of each column: times in seconds, of rows of another table how many, NaN for what is not known yet.
    #[ts(type = "Record<string, Float64Array>")]
    columns: BTreeMap<&'static str, Floats>,
    /// The words in columns of them, and what the subjects and groups are called.
    #[ts(type = "Record<string, string[]>")]
    names: BTreeMap<&'static str, Vec<String>>,
    /// Why each row is as it is; empty where rows have no reasons.
    because: Vec<String>,
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
            let &ganttlet_engine::record::Column { id, name, unit, doc, cells } = column;
            columns.push(Column { id, name, unit, doc: doc.trim(), cells: word(cells) });
        }
        let kind = table.kind;
        let doc = kind.doc.trim();
        Self { id: kind.id, name: kind.name, doc, rows: table.len(), is_part: kind.is_part, columns }
    }
}

/// The words in a column, or what the subjects or groups in it are called.
fn names(trace: &Trace, table: &Table, column: usize) -> Option<Vec<String>> {
    (0..table.len()).map(|row| trace.called(table, row, column)).collect()
}

#[wasm_bindgen]
impl Engine {
    /// The tables that the system keeps.
    #[wasm_bindgen(unchecked_return_type = "Table[]")]
    pub fn tables(&self) -> Result<JsValue, JsValue> {
        to_js(&self.trace().tables.iter().map(Told::of).collect::<Vec<_>>())
    }

    /// What stands in a table.
    #[wasm_bindgen(unchecked_return_type = "TableRows")]
    pub fn table_rows(&self, id: &str) -> Result<JsValue, JsValue> {
        let trace = self.trace();
        let Some(table) = trace.table(id) else {
            return Err(error(&[Diagnostic::error(format!("there is no table {id:?}"))]));
        };
        let (mut columns, mut called, mut because) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for (place, column) in table.kind.columns.iter().enumerate() {
            let numbers: Vec<f64> = (0..table.len()).map(|row| table.number(row, place)).collect();
            columns.insert(column.id, numbers[..].into());
            if let Some(names) = names(trace, table, place) {
                called.insert(column.id, names);
            }
        }
        for row in 0..if table.explains() { table.len() } else { 0 } {
            because.push(trace.explain_row(table, row));
        }
        to_js(&TableRows { columns, names: called, because })
    }
}
