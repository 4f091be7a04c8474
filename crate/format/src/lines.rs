//! Assembles the lines of a file that arrives in pieces.

use super::{Reader, Reading};
use ganttlet_core::diagnostic::Diagnostic;
use memchr::memchr;

/// Maximum length of a line, in bytes; longer lines are not lines of a table.
pub(super) const MAX_LINE: usize = 64 * 1024;

/// Assembles lines from pieces of a file.
#[derive(Debug, Default)]
struct LineAssembler {
    /// The beginning of a line whose end is in a later piece.
    rest: Vec<u8>,
    /// True while a line that is too long continues.
    too_long: bool,
    /// Number of lines so far.
    count: u32,
}

impl LineAssembler {
    /// Passes on each line that ends in the next piece: its number (from 1), and its bytes without the end, or `None` if it
    /// is too long.
    fn push(&mut self, mut bytes: &[u8], take: &mut dyn FnMut(u32, Option<&[u8]>)) {
        while let Some(end) = memchr(b'\n', bytes) {
            self.end_line(&bytes[..end], take);
            bytes = &bytes[end + 1..];
        }
        self.buffer(bytes);
    }

    /// Passes on the last line if it had no end.
    fn finish(&mut self, take: &mut dyn FnMut(u32, Option<&[u8]>)) {
        if !self.rest.is_empty() || self.too_long {
            self.end_line(&[], take);
        }
    }

    fn buffer(&mut self, bytes: &[u8]) {
        if self.rest.len() + bytes.len() > MAX_LINE {
            self.too_long = true;
            self.rest.clear();
        }
        if !self.too_long {
            self.rest.extend_from_slice(bytes);
        }
    }

    /// Ends the line with these bytes: a line within a single piece is not copied.
    fn end_line(&mut self, last: &[u8], take: &mut dyn FnMut(u32, Option<&[u8]>)) {
        if self.rest.is_empty() && !self.too_long && last.len() <= MAX_LINE {
            return self.pass_on(Some(last), take);
        }
        self.buffer(last);
        let rest = std::mem::take(&mut self.rest);
        self.pass_on((!self.too_long).then_some(&rest), take);
        self.rest = rest;
        self.rest.clear();
        self.too_long = false;
    }

    fn pass_on(&mut self, line: Option<&[u8]>, take: &mut dyn FnMut(u32, Option<&[u8]>)) {
        self.count = self.count.saturating_add(1);
        take(self.count, line.map(|line| line.strip_suffix(b"\r").unwrap_or(line)));
    }
}

/// From this size on, the number of lines of a piece is estimated before it is read.
const LARGE_PIECE: usize = 1 << 20;
/// Bytes at the beginning of a large piece whose lines are counted.
const COUNTED_BYTES: usize = 64 * 1024;
/// Minimum expected mean length of a line, because memory for many blank lines would be wasted.
const SHORT_LINE: usize = 32;

/// The number of lines in a large piece, estimated from its beginning; 0 for a small one.
fn expected_lines(piece: &[u8]) -> usize {
    if piece.len() < LARGE_PIECE {
        return 0;
    }
    let counted = piece[..COUNTED_BYTES].split(|&byte| byte == b'\n').count() - 1;
    // The estimate is generous: lines become longer as their numbers grow.
    (piece.len() / COUNTED_BYTES + 1).saturating_mul(counted).min(piece.len() / SHORT_LINE)
}

/// Reads the lines of a file.
pub(super) trait LineReader {
    /// Announces about this number of lines.
    fn expect_lines(&mut self, _lines: usize) {}

    /// Reads the next line: its number (from 1), and its bytes without the end, or `None` if it is too long.
    fn line(&mut self, line: u32, text: Option<&[u8]>);

    /// Returns the contents after the last line.
    fn finish(self) -> Result<Reading, Vec<Diagnostic>>;
}

/// Reads a file line by line.
pub(super) struct LineFileReader<T> {
    lines: LineAssembler,
    taker: T,
}

impl<T> LineFileReader<T> {
    pub(super) fn new(taker: T) -> Self {
        Self { lines: LineAssembler::default(), taker }
    }
}

impl<T: LineReader> Reader for LineFileReader<T> {
    fn push(&mut self, bytes: &[u8]) {
        let taker = &mut self.taker;
        match expected_lines(bytes) {
            0 => {}
            lines => taker.expect_lines(lines),
        }
        self.lines.push(bytes, &mut |line, text| taker.line(line, text));
    }

    fn finish(mut self: Box<Self>) -> Result<Reading, Vec<Diagnostic>> {
        let taker = &mut self.taker;
        self.lines.finish(&mut |line, text| taker.line(line, text));
        self.taker.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_large_pieces_are_expected() {
        let text = b"1 0 0 60 1 -1 -1 1 -1 -1 1 7 1 -1 2 -1 -1 -1\n".repeat(30_000);
        assert!((30_000..31_500).contains(&expected_lines(&text)), "{}", expected_lines(&text));
        assert_eq!(expected_lines(&text[..LARGE_PIECE - 1]), 0);
        assert_eq!(expected_lines(&vec![b'\n'; LARGE_PIECE]), LARGE_PIECE / SHORT_LINE);
    }

    #[test]
    fn piece_boundaries_do_not_matter() {
        let text = format!("one\r\n\n{}\ntwo\nthree\r\n\r\nlast", "x".repeat(MAX_LINE + 1));
        for size in [1, 7, 1_000, text.len()] {
            let mut lines = LineAssembler::default();
            let mut found: Vec<(u32, Option<String>)> = vec![];
            let mut take = |number, line: Option<&[u8]>| {
                found.push((number, line.map(|line| String::from_utf8_lossy(line).into_owned())));
            };
            for piece in text.as_bytes().chunks(size) {
                lines.push(piece, &mut take);
            }
            lines.finish(&mut take);
            let some = |text: &str| Some(text.to_owned());
            let tail = [(4, some("two")), (5, some("three")), (6, some("")), (7, some("last"))];
            assert_eq!(found, [[(1, some("one")), (2, some("")), (3, None)].as_slice(), &tail].concat());
        }
    }
}
