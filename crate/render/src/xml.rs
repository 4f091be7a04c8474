//! Text that goes into a picture of lines and letters.

use std::fmt::Write as _;

/// Text as it may stand in XML 1.0.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&apos;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Adds to a text.
pub(crate) fn push(text: &mut String, arguments: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}
