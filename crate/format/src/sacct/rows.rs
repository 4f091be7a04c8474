//! The rows of a table of sacct: joined lines, and cells whose text contains the separator.

use super::columns::{Layout, MAX_EXTRA};
use crate::finding_list::count_text;
use crate::lines::MAX_LINE;

/// A row, or the reason why a line is not one.
pub(super) enum Row<'a> {
    Cells {
        line: u32,
        cells: &'a [&'a [u8]],
        /// True if its texts contain separators or line ends.
        joined: bool,
    },
    Bad {
        line: u32,
        what: String,
    },
}

/// The lines of a record that has not ended.
#[derive(Default)]
pub(super) struct RowBuffer {
    text: Vec<u8>,
    cells: usize,
    lines: u32,
    line: u32,
}

impl RowBuffer {
    /// Adds a line and passes on the row that ends with it.
    pub(super) fn add_line(
        &mut self,
        line: u32,
        text: &[u8],
        layout: &Layout,
        take: &mut dyn FnMut(Row<'_>),
    ) {
        let cells = layout.split(text);
        let whole = cells.len() >= layout.count();
        if !self.text.is_empty() && whole && layout.can_begin(&cells) {
            self.finish(layout, take);
        }
        if self.text.is_empty() {
            let joined = cells.len() > layout.count();
            if let Some(cells) = layout.resolve(text, &cells) {
                return take(Row::Cells { line, cells: &cells, joined });
            }
            // The rest of a record without its beginning is not a record.
            if cells.len() < 2 || !whole && !layout.can_begin(&cells) {
                return take(Row::Bad { line, what: fields_text(cells.len()) });
            }
            self.text.extend_from_slice(text);
            (self.cells, self.lines, self.line) = (cells.len(), 1, line);
            return;
        }
        self.text.push(b'\n');
        self.text.extend_from_slice(text);
        self.cells += cells.len() - 1;
        self.lines += 1;
        if cells.len() > 1 && self.cells >= layout.count() {
            let all = std::mem::take(&mut self.text);
            match layout.resolve(&all, &layout.split(&all)) {
                Some(cells) => return take(Row::Cells { line: self.line, cells: &cells, joined: true }),
                None => self.text = all,
            }
        }
        if self.text.len() >= MAX_LINE || self.cells > layout.count() + MAX_EXTRA {
            self.finish(layout, take);
        }
    }

    /// Ends a record that may lack fields.
    pub(super) fn finish(&mut self, layout: &Layout, take: &mut dyn FnMut(Row<'_>)) {
        let text = std::mem::take(&mut self.text);
        let line = self.line;
        if text.is_empty() {
            return;
        }
        let cells = layout.split(&text);
        if self.lines == 1 && cells.len() == layout.count() {
            // The reader of the row reports the invalid field.
            take(Row::Cells { line, cells: &cells, joined: false });
        } else {
            take(Row::Bad { line, what: fields_text(cells.len()) });
        }
    }
}

fn fields_text(count: usize) -> String {
    count_text(count as u32, "field", "fields")
}
