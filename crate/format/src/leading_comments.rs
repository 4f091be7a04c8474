//! Comments after `#` at the beginning of a file, for formats that have none: people note there where a log is from.

/// Replaces the comments by blank lines, so that the other lines keep their numbers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum LeadingComments {
    /// At blanks before a line.
    LineStart,
    /// In a comment.
    Comment,
    /// Behind the comments, or in a format that has comments.
    Passed,
}

impl LeadingComments {
    /// Passes a piece of any size on.
    pub(super) fn push(&mut self, piece: &[u8], sink: &mut dyn FnMut(&[u8])) {
        if *self == Self::Passed {
            return sink(piece);
        }
        let mut lines = vec![];
        for (at, &byte) in piece.iter().enumerate() {
            *self = match (*self, byte) {
                (Self::LineStart, b'#') => Self::Comment,
                (Self::LineStart, b' ' | b'\t' | b'\r') | (Self::Comment, _) if byte != b'\n' => *self,
                (Self::LineStart | Self::Comment, b'\n') => {
                    lines.push(byte);
                    Self::LineStart
                }
                _ => {
                    sink(&lines);
                    *self = Self::Passed;
                    return sink(&piece[at..]);
                }
            };
        }
        sink(&lines);
    }

    /// A text in one piece without the comments.
    pub(super) fn remove(text: &[u8]) -> Vec<u8> {
        let mut rest = vec![];
        Self::LineStart.push(text, &mut |piece| rest.extend_from_slice(piece));
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_the_first_line_become_blank_lines() {
        let text = b" # a\n\n#b # c\r\n \n  x # y\n# z\n";
        for size in 1..text.len() {
            let (mut comments, mut rest) = (LeadingComments::LineStart, vec![]);
            for piece in text.chunks(size) {
                comments.push(piece, &mut |piece| rest.extend_from_slice(piece));
            }
            assert_eq!(rest, b"\n\n\n\nx # y\n# z\n", "{size}");
        }
        assert_eq!(LeadingComments::remove(b"#"), b"");
        let mut passed = LeadingComments::Passed;
        passed.push(b"# x", &mut |piece| assert_eq!(piece, b"# x"));
    }
}
