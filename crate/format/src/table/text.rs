//! The rows of a table in a text: cells between separators, possibly in quotation marks.

use ganttlet_core::entry::Variants;

/// The sign between cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(crate) enum Separator {
    /// The sign that gives all rows the same number of cells
    #[word("detect")]
    Detect,
    /// Comma
    #[word("comma")]
    Comma,
    /// Semicolon
    #[word("semicolon")]
    Semicolon,
    /// Tab
    #[word("tab")]
    Tab,
    /// Vertical bar
    #[word("bar")]
    Bar,
    /// Blanks; several count as one
    #[word("blank")]
    Blank,
}

impl Separator {
    /// Its word in scenarios.
    pub(super) fn word(self) -> &'static str {
        Self::OPTIONS[self as usize].0
    }

    fn byte(self) -> u8 {
        match self {
            Self::Detect | Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Bar => b'|',
            Self::Blank => b' ',
        }
    }

    /// The separator of a text: the one that gives most lines the same number of cells, and the maximum number of
    /// cells.
    pub(super) fn detect(lines: &[&[u8]]) -> Option<Self> {
        let cells = |separator: Self| {
            let mut counts = vec![];
            let mut splitter = RowSplitter::new(separator);
            for line in lines {
                splitter.add_line(0, line, &mut |row| counts.push(row.map_or(0, |row| row.cells.len())));
            }
            let first = *counts.first()?;
            let same = counts.iter().filter(|&&count| count == first).count();
            // A header can lack the column of row names.
            let most = counts
                .iter()
                .copied()
                .max_by_key(|cells| counts.iter().filter(|one| *one == cells).count())?;
            let alike = counts.iter().filter(|&&count| count == most).count().max(same);
            (most > 1 && alike * 10 >= counts.len() * 9).then_some(most)
        };
        let signs = [Self::Tab, Self::Semicolon, Self::Comma, Self::Bar];
        let best = signs.into_iter().filter_map(|sign| Some((cells(sign)?, sign)));
        // Of signs with equal numbers of cells, the first.
        let best = best.fold(None, |best: Option<(usize, Self)>, one| match best {
            Some(best) if best.0 >= one.0 => Some(best),
            _ => Some(one),
        });
        best.map(|(_, sign)| sign)
    }
}

/// The cells of a row.
pub(super) struct TextRow<'a> {
    /// The line where it begins.
    pub(super) line: u32,
    pub(super) cells: &'a [&'a [u8]],
}

/// Maximum number of cells of a row.
pub(super) const MAX_CELLS: usize = 1_000;
/// Maximum length of a row, bytes.
const MAX_ROW: usize = 64 * 1024;
/// Maximum number of lines of a row.
const MAX_ROW_LINES: u32 = 100;

/// Splits lines into rows: a text in quotation marks may contain separators and line ends.
pub(super) struct RowSplitter {
    separator: Separator,
    reader: csv_core::Reader,
    text: Vec<u8>,
    ends: Vec<usize>,
    written: usize,
    count: usize,
    line: u32,
    lines: u32,
}

/// Receives a row, or a line and the reason why it gives none.
type TakeRow<'a> = dyn FnMut(Result<TextRow<'_>, (u32, &'static str)>) + 'a;

impl RowSplitter {
    pub(super) fn new(separator: Separator) -> Self {
        Self {
            separator,
            reader: csv_core::ReaderBuilder::new().delimiter(separator.byte()).build(),
            text: vec![0; MAX_ROW],
            ends: vec![0; MAX_CELLS],
            written: 0,
            count: 0,
            line: 0,
            lines: 0,
        }
    }

    /// Adds a line that is not blank and passes on the row that ends with it.
    pub(super) fn add_line(&mut self, line: u32, text: &[u8], take: &mut TakeRow<'_>) {
        if self.separator == Separator::Blank {
            let cells: Vec<&[u8]> =
                text.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty()).collect();
            return take(Ok(TextRow { line, cells: &cells }));
        }
        if self.lines == 0 {
            self.line = line;
        }
        self.lines += 1;
        self.feed(text, take);
        self.feed(b"\n", take);
        if self.lines > MAX_ROW_LINES {
            take(Err((self.line, "a text in quotation marks does not end")));
            self.reset();
        }
    }

    /// Passes on a last row with an unclosed quotation.
    pub(super) fn finish(&mut self, take: &mut TakeRow<'_>) {
        if self.lines > 0 {
            take(Err((self.line, "a text in quotation marks does not end")));
            self.reset();
        }
    }

    fn reset(&mut self) {
        self.reader.reset();
        (self.written, self.count, self.lines) = (0, 0, 0);
    }

    fn feed(&mut self, mut input: &[u8], take: &mut TakeRow<'_>) {
        use csv_core::ReadRecordResult::{End, InputEmpty, OutputEndsFull, OutputFull, Record};
        while !input.is_empty() {
            let (text, ends) = (&mut self.text[self.written..], &mut self.ends[self.count..]);
            let (result, read, written, count) = self.reader.read_record(input, text, ends);
            input = &input[read..];
            (self.written, self.count) = (self.written + written, self.count + count);
            match result {
                InputEmpty => {}
                Record => {
                    let mut begin = 0;
                    let cells: Vec<&[u8]> = self.ends[..self.count]
                        .iter()
                        .map(|&end| &self.text[std::mem::replace(&mut begin, end)..end])
                        .collect();
                    take(Ok(TextRow { line: self.line, cells: &cells }));
                    (self.written, self.count, self.lines) = (0, 0, 0);
                }
                OutputFull => {
                    take(Err((self.line, "longer than 64 KiB")));
                    return self.reset();
                }
                OutputEndsFull => {
                    take(Err((self.line, "more than 1,000 cells")));
                    return self.reset();
                }
                End => return,
            }
        }
    }
}
