//! The place of an error in a JSON text, for people: line and column, and the list or object that is open there.

use super::finding_list::quote_bytes;
use memchr::{memchr_iter, memchr2, memrchr};

/// Most lists and objects in each other that are named.
const MAX_NAMED: usize = 8;

/// A list or an object that is open.
struct Open<'a> {
    begin: usize,
    is_list: bool,
    /// Number of values before the current one.
    index: u32,
    /// The key of the current value.
    key: &'a [u8],
}

/// What is open at the end of a part of a text.
struct OpenParts<'a> {
    bytes: &'a [u8],
    /// The outermost lists and objects.
    containers: Vec<Open<'a>>,
    /// Where a text begins that does not end.
    text: Option<usize>,
}

impl<'a> OpenParts<'a> {
    fn find(bytes: &'a [u8]) -> Self {
        let mut parts = Self { bytes, containers: vec![], text: None };
        let (mut depth, mut last, mut at) = (0, &b""[..], 0);
        while let Some(&byte) = bytes.get(at) {
            let named = depth <= MAX_NAMED;
            match (byte, parts.containers.last_mut().filter(|_| named)) {
                (b'"', _) => {
                    let Some(end) = text_end(bytes, at) else {
                        parts.text = Some(at);
                        return parts;
                    };
                    last = &bytes[at + 1..end];
                    at = end;
                }
                (b'{' | b'[', _) => {
                    depth += 1;
                    if depth <= MAX_NAMED {
                        let open = Open { begin: at, is_list: byte == b'[', index: 0, key: b"" };
                        parts.containers.push(open);
                    }
                }
                (b'}' | b']', open) => {
                    if open.is_some() {
                        parts.containers.pop();
                    }
                    depth = depth.saturating_sub(1);
                }
                (b':', Some(open)) => open.key = last,
                (b',', Some(open)) => open.index = open.index.saturating_add(1),
                _ => {}
            }
            at += 1;
        }
        parts
    }

    /// The innermost part with the place where it begins: `the list "jobs/3/uses" that begins in line 2, column 5`.
    fn describe(&self) -> Option<String> {
        let from = |at: usize| {
            let (line, column) = line_and_column(self.bytes, at);
            format!("that begins in line {line}, column {column}")
        };
        if let Some(begin) = self.text {
            return Some(format!("a text {}", from(begin)));
        }
        let (inner, outer) = self.containers.split_last()?;
        let step =
            |open: &Open<'_>| if open.is_list { open.index.to_string() } else { quote_bytes(open.key) };
        let path = outer.iter().map(step).collect::<Vec<_>>().join("/");
        let name = if path.is_empty() { path } else { format!(" `{path}`") };
        let kind = if inner.is_list { "list" } else { "object" };
        Some(format!("the {kind}{name} {}", from(inner.begin)))
    }
}

/// Where a text in quotation marks ends that begins there.
fn text_end(bytes: &[u8], begin: usize) -> Option<usize> {
    let mut at = begin + 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// The line and the column of a byte, both from 1; columns are characters.
fn line_and_column(bytes: &[u8], at: usize) -> (u32, u32) {
    let before = &bytes[..at.min(bytes.len())];
    let begin = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = &bytes[begin..bytes.len().min(at + 1)];
    let characters = line.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
    let number = |count: usize| u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    (number(memchr_iter(b'\n', before).count() + 1), number(characters))
}

/// The place of an error in a text, and what is open there.
pub(super) struct ErrorPlace {
    pub(super) line: u32,
    pub(super) column: u32,
    /// Begins with a comma; empty if nothing is open.
    pub(super) inside: String,
}

impl ErrorPlace {
    /// The place that an error names.
    pub(super) fn of_error(bytes: &[u8], error: &serde_json::Error) -> Self {
        let ends = memchr_iter(b'\n', bytes).map(|end| end + 1);
        let begin = std::iter::once(0).chain(ends).nth(error.line().saturating_sub(1)).unwrap_or(0);
        // Its columns are the number of bytes that were read of the line.
        Self::of_byte(bytes, (begin + error.column()).saturating_sub(1))
    }

    /// The end of a text that is incomplete.
    pub(super) fn of_end(bytes: &[u8]) -> Self {
        let end = bytes.trim_ascii_end().len();
        Self { inside: open_at(&bytes[..end]), ..Self::of_byte(bytes, end.saturating_sub(1)) }
    }

    fn of_byte(bytes: &[u8], at: usize) -> Self {
        let (line, column) = line_and_column(bytes, at);
        Self { line, column, inside: open_at(&bytes[..at.min(bytes.len())]) }
    }
}

fn open_at(bytes: &[u8]) -> String {
    OpenParts::find(bytes).describe().map_or_else(String::new, |part| format!(", inside {part}"))
}

/// The line in which an incomplete JSON text ends, and its column with the list, object or text that is open:
/// `ends in column 11, inside the list that begins in line 1, column 10`.
// Invalid text is rare: the first view of the page does without this function.
#[inline(never)]
pub fn describe_json_end(text: &[u8]) -> (u32, String) {
    let ErrorPlace { line, column, inside } = ErrorPlace::of_end(text);
    (line, format!("ends in column {column}{inside}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_texts_have_the_place_of_their_end_and_of_what_is_open() {
        let cases = [
            ("", 1, "ends in column 1"),
            ("tru", 1, "ends in column 3"),
            (
                "{\"seed\": [1 \n\n",
                1,
                "ends in column 11, inside the list `seed` that begins in line 1, column 10",
            ),
            (
                "[\n {\"ä\": 1},\n {",
                3,
                "ends in column 2, inside the object `1` that begins in line 3, column 2",
            ),
            ("{\"a\":\n{\"b\": \"ü", 2, "ends in column 8, inside a text that begins in line 2, column 7"),
            (
                "{\"a\\\"]\": {\"b\": [[], [2,",
                1,
                "ends in column 23, inside the list `a\\\"]/b/1` that begins in line 1, column 21",
            ),
            ("[1, 2]\n[\"\\\\\",", 2, "ends in column 6, inside the list that begins in line 2, column 1"),
            ("}{", 1, "ends in column 2, inside the object that begins in line 1, column 2"),
        ];
        for (text, line, expected) in cases {
            assert_eq!(describe_json_end(text.as_bytes()), (line, expected.to_owned()), "{text}");
        }
        let deep = "[0,".repeat(100_000);
        let named = "1/1/1/1/1/1/1` that begins in line 1, column 22";
        assert!(describe_json_end(deep.as_bytes()).1.ends_with(named));
        let closed = format!("{deep}{},", "]".repeat(99_999));
        assert!(describe_json_end(closed.as_bytes()).1.ends_with("the list that begins in line 1, column 1"));
    }

    #[test]
    fn errors_at_the_begin_of_a_line_are_those_of_the_line_before() {
        let place = |text: &str| {
            let error = serde_json::from_str::<serde_json::Value>(text).expect_err("not JSON");
            let ErrorPlace { line, column, inside } = ErrorPlace::of_error(text.as_bytes(), &error);
            (line, column, inside)
        };
        assert_eq!(place("[1,\n }"), (2, 2, ", inside the list that begins in line 1, column 1".to_owned()));
        assert_eq!(place("{} x"), (1, 4, String::new()));
        // A line feed in a text.
        assert_eq!(place("[\"ä\n\"]").0, 1);
    }
}
