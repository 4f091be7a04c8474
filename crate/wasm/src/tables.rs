//! Tables that the system of a run keeps, whatever they are of: for lists, lines over time, and views that know them.

use crate::convert::{error, to_js};
use crate::engine::Engine;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::record::{Cells, Table, Trace};
use js_sys::{Array, Float64Array, Object, Reflect};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a table is, and how many rows it has.
#[derive(Serialize)]
struct Told {
    id: &'static str,
    name: &'static str,
    doc: &'static str,
    rows: usize,
    /// True if its rows are part of those of another table.
    is_part: bool,
    columns: Vec<Column>,
}

#[derive(Serialize)]
struct Column {
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    doc: &'static str,
    /// `subject`, `group`, `count`, `flag`, `time`, `span`, `number` or `rows`.
    cells: &'static str,
}

fn word(cells: Cells) -> &'static str {
    match cells {
        Cells::Subject => "subject",
        Cells::Group => "group",
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

/// What the subjects or groups in a column are called.
fn names(trace: &Trace, table: &Table, column: usize) -> Option<Array> {
    let group = |at: u64| trace.group_names.get(at as usize).cloned().unwrap_or_default();
    let list = Array::new();
    for row in 0..table.len() {
        let known = table.cell(row, column);
        list.push(&JsValue::from(match table.kind.columns[column].cells {
            Cells::Subject => known.map_or_else(String::new, |id| trace.name(id as u32)),
            Cells::Group => known.map_or_else(String::new, group),
            _ => return None,
        }));
    }
    Some(list)
}

#[wasm_bindgen]
impl Engine {
    /// The tables that the system keeps: a list of `{ id, name, doc, rows, is_part, columns }`, where a column is
    /// `{ id, name, unit, doc, cells }`.
    pub fn tables(&self) -> Result<JsValue, JsValue> {
        to_js(&self.trace().tables.iter().map(Told::of).collect::<Vec<_>>())
    }

    /// What stands in a table: for each column its numbers (times in seconds, of rows of another table how many, NaN for
    /// what is not known yet); in `names` those of columns of subjects and groups; in `because` why each row is as it is.
    pub fn table_rows(&self, id: &str) -> Result<JsValue, JsValue> {
        let trace = self.trace();
        let Some(table) = trace.table(id) else {
            return Err(error(&[Diagnostic::error(format!("there is no table {id:?}"))]));
        };
        let (columns, called, because) = (Object::new(), Object::new(), Array::new());
        for (place, column) in table.kind.columns.iter().enumerate() {
            let numbers: Vec<f64> = (0..table.len()).map(|row| table.number(row, place)).collect();
            Reflect::set(&columns, &column.id.into(), &Float64Array::from(&numbers[..]))?;
            if let Some(names) = names(trace, table, place) {
                Reflect::set(&called, &column.id.into(), &names)?;
            }
        }
        for row in 0..if table.explains() { table.len() } else { 0 } {
            because.push(&trace.explain_row(table, row).into());
        }
        let rows = Object::new();
        Reflect::set(&rows, &"columns".into(), &columns)?;
        Reflect::set(&rows, &"names".into(), &called)?;
        Reflect::set(&rows, &"because".into(), &because)?;
        Ok(rows.into())
    }
}
