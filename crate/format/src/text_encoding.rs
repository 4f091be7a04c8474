//! The encoding of text files: UTF-16 becomes UTF-8, and padding after the last line is removed.
//!
//! `PowerShell` and spreadsheets write UTF-16. Tools that copy blocks append zeros, and old editors a Ctrl-Z.

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
    /// Possible padding, passed on if other bytes follow.
    held: Vec<u8>,
}

impl TextDecoder {
    /// Passes on a piece of any size.
    pub(super) fn push(&mut self, piece: &[u8], sink: &mut dyn FnMut(&[u8])) {
        if !self.begun && !piece.is_empty() {
            self.begun = true;
            self.order = ByteOrder::detect(piece);
        }
        match self.order {
            None => self.pass_on(piece, sink),
            Some(order) => {
                let text = self.decode(piece, order);
                self.pass_on(text.as_bytes(), sink);
            }
        }
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
        // The decoded bytes are half as many and would not be recognised as a truncated beginning.
        let end =
            text.iter().rposition(|&byte| byte == b'\n' || byte == b'\r').map_or(text.len(), |end| end + 1);
        text.truncate(end);
    }
    let mark = b"\xef\xbb\xbf";
    if text.starts_with(mark) {
        text.drain(..mark.len());
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
    fn utf_16_becomes_utf_8() {
        let text = "\u{feff}; Müller 😀 1 2 3\r\n4 5 6\n";
        for bytes in [utf16(text, u16::to_le_bytes), utf16(text, u16::to_be_bytes)] {
            // The first piece has the byte order mark.
            for size in [2, 3, 7, bytes.len()] {
                assert_eq!(decoded(&bytes, size), text, "{size}");
            }
        }
        let plain = "1 2 3 4 5 6 7\n";
        assert_eq!(decoded(&utf16(plain, u16::to_le_bytes), 100), plain);
        assert_eq!(decoded(&utf16(plain, u16::to_be_bytes), 100), plain);
        assert_eq!(decoded("ein Text mit ä".as_bytes(), 3), "ein Text mit ä");
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
