//! The text of an XML file: its bytes decoded by the encoding in its declaration.
//!
//! UTF-8 and the usual single-byte encodings are supported. Other encodings are rejected: different names must remain
//! different, and names must be written back unchanged.

use super::finding_list::quote_bytes;
use super::text_encoding::UTF_8_MARK;
use ganttlet_core::diagnostic::Diagnostic;
use std::borrow::Cow;

/// A text, and a diagnostic on its encoding.
pub(super) type DecodedText<'a> = (Cow<'a, str>, Option<Diagnostic>);

/// The text of an XML file, or the reason why it cannot be read.
pub(super) fn decode_xml(bytes: &[u8]) -> Result<DecodedText<'_>, Diagnostic> {
    // The byte order mark proves UTF-8, regardless of the declaration.
    if let Some(text) = bytes.strip_prefix(UTF_8_MARK) {
        return Ok(decode_utf_8(text));
    }
    if [&b"\xff\xfe"[..], b"\xfe\xff", b"<\0", b"\0<"].iter().any(|begin| bytes.starts_with(begin)) {
        return Err(encoding_error("UTF-16"));
    }
    let declared = declared_encoding(bytes);
    match declared.to_ascii_lowercase().replace(['_', ' '], "-").as_str() {
        // US-ASCII is a subset of UTF-8.
        "" | "utf-8" | "utf8" | "us-ascii" | "ascii" | "iso646-us" | "ansi-x3.4-1968" => {
            Ok(decode_utf_8(bytes))
        }
        "iso-8859-1" | "iso8859-1" | "iso-ir-100" | "latin1" | "latin-1" | "l1" => {
            Ok((bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(), None))
        }
        "windows-1252" | "cp1252" | "cp-1252" | "x-cp1252" => Ok((decode_windows_1252(bytes).into(), None)),
        _ => Err(encoding_error(&quote_bytes(declared.as_bytes()))),
    }
}

fn encoding_error(encoding: &str) -> Diagnostic {
    let message = format!("the encoding {encoding} is not supported");
    let hint = "Save it as UTF-8, with encoding=\"UTF-8\" in its first line; ISO-8859-1 and windows-1252 are supported, too.";
    Diagnostic::error(message).hint(hint)
}

/// The encoding in the declaration; empty if there is none.
fn declared_encoding(bytes: &[u8]) -> String {
    let text = bytes.trim_ascii_start();
    let Some(rest) =
        text.strip_prefix(b"<?xml").filter(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
    else {
        return String::new();
    };
    let end = rest.windows(2).take(1_000).position(|two| two == b"?>").unwrap_or(0);
    // A declaration contains only ASCII.
    let declaration = String::from_utf8_lossy(&rest[..end]);
    let value = || {
        let (_, behind) = declaration.split_once("encoding")?;
        let behind = behind.trim_start().strip_prefix('=')?.trim_start();
        let quote = behind.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        behind[1..].split(quote).next()
    };
    value().unwrap_or_default().trim().to_owned()
}

/// Text in UTF-8. Invalid bytes are usually undeclared windows-1252.
fn decode_utf_8(bytes: &[u8]) -> DecodedText<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.into(), None),
        Err(error) => {
            let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
            let message =
                "the file is not valid UTF-8 and declares no other encoding: it is read as windows-1252";
            let hint = "If names look wrong, declare the encoding in the first line: <?xml version=\"1.0\" encoding=\"..\"?>.";
            let told = Diagnostic::warning(message).line(line.min(u32::MAX as usize) as u32).hint(hint);
            (decode_windows_1252(bytes).into(), Some(told))
        }
    }
}

/// The characters of the bytes 0x80 to 0x9f in windows-1252; the five undefined ones are kept.
const FROM_80: &str = "\u{20ac}\u{81}\u{201a}\u{192}\u{201e}\u{2026}\u{2020}\u{2021}\u{2c6}\u{2030}\u{160}\u{2039}\u{152}\
                       \u{8d}\u{17d}\u{8f}\u{90}\u{2018}\u{2019}\u{201c}\u{201d}\u{2022}\u{2013}\u{2014}\u{2dc}\u{2122}\
                       \u{161}\u{203a}\u{153}\u{9d}\u{17e}\u{178}";

fn decode_windows_1252(bytes: &[u8]) -> String {
    let special: Vec<char> = FROM_80.chars().collect();
    let sign = |&byte: &u8| match byte {
        0x80..=0x9f => special[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(declaration: &str, rest: &[u8]) -> Vec<u8> {
        [declaration.as_bytes(), rest].concat()
    }

    fn encoding(name: &str) -> String {
        format!("<?xml version=\"1.0\" encoding=\"{name}\"?>")
    }

    #[test]
    fn declared_encodings_are_decoded() {
        let word = |name: &str, rest: &[u8]| {
            let bytes = with(&encoding(name), rest);
            let (text, told) = decode_xml(&bytes).expect("an encoding that is read");
            assert_eq!(told, None, "{name}");
            text[encoding(name).len()..].to_owned()
        };
        for name in ["ISO-8859-1", "iso-8859-1", "latin1", "ISO_8859-1"] {
            assert_eq!(word(name, b"pr\xfcf \xa4 \x80"), "pr\u{fc}f \u{a4} \u{80}", "{name}");
        }
        for name in ["windows-1252", "Windows-1252", "cp1252"] {
            assert_eq!(word(name, b"pr\xfcf \x80 \x93\x94 \x81 \x9f"), "prüf € “” \u{81} Ÿ", "{name}");
        }
        for name in ["UTF-8", "utf8", "US-ASCII"] {
            assert_eq!(word(name, "prüf".as_bytes()), "prüf", "{name}");
        }
        let all: Vec<u8> = (0x80..=0xff).collect();
        let mut signs: Vec<char> = decode_windows_1252(&all).chars().collect();
        signs.sort_unstable();
        signs.dedup();
        assert_eq!(signs.len(), all.len(), "no two bytes become one sign");
    }

    #[test]
    fn other_encodings_are_refused_by_name() {
        for (name, shown) in
            [("ISO-8859-15", "ISO-8859-15"), ("Shift_JIS", "Shift_JIS"), ("UTF-16", "UTF-16")]
        {
            let problem = decode_xml(encoding(name).as_bytes()).expect_err("refused").to_string();
            let expected = format!("error: the encoding {shown} is not supported");
            assert!(problem.starts_with(&expected), "{problem}");
        }
        for bytes in [&b"\xff\xfe<\0a\0"[..], b"<\0?\0", b"\0<\0?"] {
            assert!(decode_xml(bytes).is_err());
        }
    }

    #[test]
    fn declarations_are_found_in_every_form() {
        for (text, expected) in [
            ("<?xml version='1.0' encoding = 'latin1' standalone='yes'?>", "latin1"),
            ("\n <?xml\tencoding=\"latin1\"?>", "latin1"),
            ("<?xml version=\"1.0\"?><a encoding=\"latin1\"/>", ""),
            ("<?xml-stylesheet encoding=\"latin1\"?>", ""),
            ("<a/>", ""),
            ("<?xml encoding=\"", ""),
        ] {
            assert_eq!(declared_encoding(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn invalid_utf_8_is_reported_and_loses_nothing() {
        for begin in ["<a>\n", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"] {
            let bytes = with(begin, b"\xfc\xe4");
            let (text, told) = decode_xml(&bytes).expect("read");
            assert!(text.ends_with("üä"), "{text}");
            let told = told.expect("told").to_string();
            assert!(told.starts_with("warning: line 2: the file is not valid UTF-8"), "{told}");
        }
        let marked = with("\u{feff}", &with(&encoding("ISO-8859-1"), "prüf".as_bytes()));
        assert!(decode_xml(&marked).expect("read").0.ends_with("prüf"));
    }
}
