//! The encoding of text files, the same for all formats: UTF-16 becomes UTF-8, a byte order mark and padding after the last
//! line are removed, and a carriage return alone becomes the end of a line.
//!
//! `PowerShell` and spreadsheets write UTF-16. Tools that copy blocks append zeros, and old editors a Ctrl-Z.

use memchr::memchr_iter;

/// The order of the bytes of a UTF-16 text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ByteOrder {
    Little,
    Big,
}

/// Number of bytes that are examined for the encoding.
const EXAMINED_BYTES: usize = 64;

impl ByteOrder {
    /// The byte order of a file that begins like this; `None` if it is not UTF-16. Without a mark, all characters must
    /// be ASCII.
    fn detect(head: &[u8]) -> Option<Self> {
        if head.starts_with(b"\xff\xfe") && !head.starts_with(b"\xff\xfe\0\0") {
            return Some(Self::Little);
        }
        if head.starts_with(b"\xfe\xff") {
            return Some(Self::Big);
        }
        let (pairs, _) = head[..head.len().min(EXAMINED_BYTES)].as_chunks::<2>();
        let all = |zero: usize| {
            pairs.len() > 3 && pairs.iter().all(|pair| pair[zero] == 0 && (1..0x80).contains(&pair[1 - zero]))
        };
        match (all(1), all(0)) {
            (true, _) => Some(Self::Little),
            (_, true) => Some(Self::Big),
            _ => None,
        }
    }

    fn unit(self, pair: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(pair),
            Self::Big => u16::from_be_bytes(pair),
        }
    }
}

/// Maximum number of retained bytes of padding; more are passed on.
const MAX_PADDING: usize = 1 << 20;

/// Bytes of a text that are copied at once.
const PART_BYTES: usize = 64 * 1024;

/// A text without its byte order mark. XML keeps it: there it overrides the encoding in the declaration.
fn strip_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(UTF_8_MARK).filter(|text| !text.starts_with(b"<?xml")).unwrap_or(text)
}

/// The byte order mark of UTF-8.
pub(super) const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";

/// True for bytes that are padding after the last line.
fn is_padding(byte: u8) -> bool {
    matches!(byte, 0 | 0x1a)
}

/// Converts the pieces of a file.
#[derive(Default)]
pub(super) struct TextDecoder {
    begun: bool,
    order: Option<ByteOrder>,
    /// The first byte of a pair whose second byte is in the next piece.
    odd: Option<u8>,
    /// The first half of a character of two units.
    high: Option<u16>,
    /// True if the last piece ended with a carriage return, which was replaced: a line feed directly after it belongs to
    /// the same line end.
    returned: bool,
    /// Possible padding, passed on if other bytes follow.
    held: Vec<u8>,
}

impl TextDecoder {
    /// Passes on a piece of any size; the first one may begin with a byte order mark.
    pub(super) fn push(&mut self, piece: &[u8], sink: &mut dyn FnMut(&[u8])) {
        if piece.is_empty() {
            return;
        }
        let is_first = !std::mem::replace(&mut self.begun, true);
        if is_first {
            self.order = ByteOrder::detect(piece);
        }
        let decoded = self.order.map(|order| self.decode(piece, order));
        let text = decoded.as_ref().map_or(piece, |text| text.as_bytes());
        self.replace_returns(if is_first { strip_mark(text) } else { text }, sink);
    }

    /// Replaces carriage returns alone by line feeds; a text without them is not copied.
    fn replace_returns(&mut self, text: &[u8], sink: &mut dyn FnMut(&[u8])) {
        // Half a character of UTF-16 is no text yet: the other half of a line end may follow.
        if text.is_empty() {
            return;
        }
        let second_half = std::mem::take(&mut self.returned) && text.starts_with(b"\n");
        let text = &text[usize::from(second_half)..];
        let is_alone = |at: usize| text.get(at + 1) != Some(&b'\n');
        if !memchr_iter(b'\r', text).any(is_alone) {
            return self.pass_on(text, sink);
        }
        self.returned = text.ends_with(b"\r");
        let mut part = Vec::with_capacity(text.len().min(PART_BYTES));
        for (at, &byte) in text.iter().enumerate() {
            part.push(if byte == b'\r' && is_alone(at) { b'\n' } else { byte });
            if part.len() == PART_BYTES {
                self.pass_on(&part, sink);
                part.clear();
            }
        }
        self.pass_on(&part, sink);
    }

    fn pass_on(&mut self, piece: &[u8], sink: &mut dyn FnMut(&[u8])) {
        let end = piece.iter().rposition(|&byte| !is_padding(byte)).map_or(0, |last| last + 1);
        let (text, padding) = piece.split_at(end);
        if !text.is_empty() {
            if !self.held.is_empty() {
                sink(&std::mem::take(&mut self.held));
            }
            sink(text);
        }
        if self.held.len() + padding.len() <= MAX_PADDING {
            self.held.extend_from_slice(padding);
        } else {
            sink(&std::mem::take(&mut self.held));
            sink(padding);
        }
    }

    fn decode(&mut self, piece: &[u8], order: ByteOrder) -> String {
        let mut bytes = self.odd.take().into_iter().chain(piece.iter().copied());
        let mut units: Vec<u16> = self.high.take().into_iter().collect();
        while let Some(first) = bytes.next() {
            match bytes.next() {
                Some(second) => units.push(order.unit([first, second])),
                None => self.odd = Some(first),
            }
        }
        if units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
            self.high = units.pop();
        }
        String::from_utf16_lossy(&units)
    }
}

/// The first bytes of a file as UTF-8, without a byte order mark and padding; `cut` if more bytes follow.
pub(super) fn decode_head(head: &[u8], cut: bool) -> Vec<u8> {
    let wide = ByteOrder::detect(head).is_some();
    let mut text = vec![];
    TextDecoder::default().push(head, &mut |piece| text.extend_from_slice(piece));
    if wide && cut {
        // Half as many bytes do not look like the beginning of a longer file.
        let end = text.iter().rposition(|&byte| byte == b'\n').map_or(text.len(), |end| end + 1);
        text.truncate(end);
    }
    if text.starts_with(UTF_8_MARK) {
        text.drain(..UTF_8_MARK.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], size: usize) -> String {
        let (mut decoder, mut all) = (TextDecoder::default(), vec![]);
        for piece in bytes.chunks(size) {
            decoder.push(piece, &mut |text| all.extend_from_slice(text));
        }
        String::from_utf8(all).expect("UTF-8")
    }

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf_16_becomes_utf_8_without_its_mark() {
        let text = "; Müller 😀 1 2 3\n4 5 6\n";
        let marked = format!("\u{feff}{text}");
        for bytes in [utf16(&marked, u16::to_le_bytes), utf16(&marked, u16::to_be_bytes), marked.into_bytes()]
        {
            // The first piece has the mark.
            for size in [4, 7, bytes.len()] {
                assert_eq!(decoded(&bytes, size), text, "{size}");
            }
        }
        let plain = "1 2 3 4 5 6 7\n";
        assert_eq!(decoded(&utf16(plain, u16::to_le_bytes), 100), plain);
        assert_eq!(decoded(&utf16(plain, u16::to_be_bytes), 100), plain);
        assert_eq!(decoded("ein Text mit ä".as_bytes(), 3), "ein Text mit ä");
        let xml = "\u{feff}<?xml version='1.0' encoding='UTF-16'?><a/>";
        assert_eq!(decoded(&utf16(xml, u16::to_le_bytes), 100), xml);
    }

    #[test]
    fn carriage_returns_alone_become_line_feeds_in_pieces_of_any_size() {
        for size in 1..20 {
            assert_eq!(decoded(b"one\rtwo\r\rfour\rfive\r", size), "one\ntwo\n\nfour\nfive\n", "{size}");
        }
        let long = "a line\r".repeat(PART_BYTES / 3);
        assert_eq!(decoded(long.as_bytes(), long.len()), long.replace('\r', "\n"));
    }

    #[test]
    fn line_ends_of_utf_16_stay_whole_in_pieces_of_one_byte() {
        let bytes = utf16("\u{feff}one\r\ntwo\rthree", u16::to_le_bytes);
        let (mark, rest) = bytes.split_at(2);
        let (mut decoder, mut text) = (TextDecoder::default(), vec![]);
        for piece in std::iter::once(mark).chain(rest.chunks(1)) {
            decoder.push(piece, &mut |part| text.extend_from_slice(part));
        }
        assert_eq!(text, b"one\ntwo\nthree");
    }

    /// A copy of a large log would double the memory of the page.
    #[test]
    fn utf_8_with_usual_line_ends_is_not_copied() {
        for text in [&b"1 2 3\n4 5 6\n"[..], b"1 2 3\r\n4 5 6\r\n"] {
            let mut parts = vec![];
            TextDecoder::default().push(text, &mut |part| parts.push(part.as_ptr_range()));
            assert_eq!(parts, [text.as_ptr_range()]);
        }
    }

    #[test]
    fn padding_is_removed_at_the_end_only() {
        for size in [1, 2, 100] {
            assert_eq!(decoded(b"a\0\0b\n\0\0\0\x1a", size), "a\0\0b\n");
        }
        assert_eq!(decode_head(b"\xef\xbb\xbfa\n\x1a", false), b"a\n");
        assert_eq!(decode_head(&utf16("\u{feff}one\ntwo", u16::to_le_bytes), true), b"one\n");
    }
}
