//! Links that contain a scenario, and links that people write by hand.
//!
//! `1.d.<payload>&r=<results>~<engine>&c=<checksums>`: version of the link, codec, scenario, the digests of its
//! variants for a comparison with the reader's run, and CRC-32 checksums of payload and results. A payload with a
//! changed character often still unpacks, to another scenario. Older links have no checksums.
//! `ex=<example>&seed=7&load=0.8`: an example of the gallery with changes. Everything is in the fragment (behind the
//! `#`), which browsers never send to a server.

use super::read::read;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::limits;
use ganttlet_core::record::Digest;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The content of a link.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// The text of the scenario, not yet read.
    pub scenario: Option<String>,
    /// The id of an example of the gallery.
    pub example: Option<String>,
    /// Changes to the scenario or example, by name; see [`super::apply_overrides`].
    pub overrides: BTreeMap<String, String>,
    /// The digests at the time of sharing, one per variant; may be empty.
    pub results: Vec<Digest>,
    /// The version of the engine that computed them; empty if unknown.
    pub engine: String,
    /// Diagnostics.
    pub diagnostics: Vec<Diagnostic>,
}

/// Decompresses packed data.
pub type UnpackFunction<'a> = dyn FnMut(&[u8]) -> Result<Vec<u8>, UnpackError> + 'a;

/// Largest scenario that a link may decompress to, in bytes.
pub const MAX_UNPACKED: usize = 4 << 20;
/// Maximum length of a link that is read, in bytes.
const MAX_LINK: usize = 4 << 20;
/// Maximum number of results in a link.
const MAX_RESULTS: usize = limits::COMPARE + 1;
/// Digits of a checksum.
const CHECKSUM_DIGITS: usize = 8;

/// The reason why packed data cannot be decompressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnpackError {
    /// Its end is missing.
    Short,
    /// It is not valid packed data.
    Damaged,
    /// It unpacks to more than [`MAX_UNPACKED`] bytes.
    Long,
}

/// The fragment of a link (behind the `#`). A scenario with errors is kept unchanged: drafts can be shared too.
pub fn encode_link(scenario: &str, results: &[Digest], engine: &str) -> String {
    link_fragment(&deflate(link_text(scenario).as_bytes()), results, engine)
}

/// The text of a scenario that links pack.
pub fn link_text(scenario: &str) -> String {
    match read(scenario).scenario {
        Some(scenario) => super::to_line(&scenario.to_compact()),
        None => scenario.to_owned(),
    }
}

/// The fragment of a link with a scenario that is already packed (raw deflate, RFC 1951).
pub fn link_fragment(packed: &[u8], results: &[Digest], engine: &str) -> String {
    let payload = encode_base64(packed);
    let mut fragment = format!("1.d.{payload}");
    let mut sums = checksum(&payload);
    if !results.is_empty() {
        let results: Vec<String> =
            results.iter().map(|digest| format!("{}.{}", digest.whole, digest.parts.concat())).collect();
        let results = format!("{}~{engine}", results.join(","));
        let _ = write!(fragment, "&r={results}");
        sums += &checksum(&results);
    }
    let _ = write!(fragment, "&c={sums}");
    fragment
}

/// The CRC-32 (ISO/IEC 8802-3) of a text, eight hexadecimal digits.
pub fn checksum(text: &str) -> String {
    // Bit by bit: texts are short, and a table would make the package longer.
    let sum = text.bytes().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ (0xEDB8_8320 & (sum & 1).wrapping_neg()))
    });
    format!("{:08x}", !sum)
}

/// Decodes the fragment of a link, with diagnostics. Never panics.
pub fn decode_link(fragment: &str) -> Link {
    decode_link_with(fragment, &mut inflate)
}

/// [`decode_link`] with another decompressor (raw deflate, RFC 1951).
pub fn decode_link_with(fragment: &str, unpack: &mut UnpackFunction<'_>) -> Link {
    let mut link = Link::default();
    let fragment = fragment.trim();
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.len() > MAX_LINK {
        let message = format!("the link has {} characters; at most {MAX_LINK} are allowed", fragment.len());
        link.diagnostics.push(Diagnostic::error(message).hint(HINT_FILE));
        return link;
    }
    // Mail programs escape punctuation, so separators are searched before and after decoding.
    let whole = if fragment.contains(['&', '=']) { fragment.to_owned() } else { decode_percent(fragment) };
    let (mut payload_sum, mut results_sum) = (None, None);
    for field in whole.split('&').filter(|field| !field.is_empty()) {
        // A link copied from the source of a page.
        let field = field.strip_prefix("amp;").unwrap_or(field);
        // The separator of a field may be escaped: `r%3D…`.
        let field =
            if field.contains('=') { Cow::Borrowed(field) } else { Cow::Owned(decode_percent(field)) };
        match field.split_once('=') {
            Some(("r", value)) => {
                let value = decode_percent(value);
                decode_results(&mut link, &value);
                results_sum = Some(checksum(&value));
            }
            Some(("ex", value)) => link.example = Some(decode_percent(value)),
            // A field that begins with a version is a scenario: its `=` is the padding of base64, not a separator.
            Some((key, value)) if !(key.contains('.') && key.starts_with(|c: char| c.is_ascii_digit())) => {
                link.overrides.insert(decode_percent(key), decode_percent(value));
            }
            _ => payload_sum = decode_payload(&mut link, &decode_percent(&field), unpack).or(payload_sum),
        }
    }
    if let Some(payload_sum) = payload_sum {
        let found = link.overrides.remove("c");
        check_checksums(&mut link, found.as_deref(), (&payload_sum, results_sum.as_deref()));
        // Overrides have no effect on a scenario in a link.
        let unused = std::mem::take(&mut link.overrides);
        for key in unused.into_keys().filter(|_| link.scenario.is_some()) {
            let found = format!("{}=…", shorten(&key));
            let message = format!("{found:?} has no effect in a link that contains a scenario");
            link.diagnostics.push(Diagnostic::warning(message));
        }
    }
    if link.scenario.is_some() && link.example.is_some() {
        let message = "the link has both a scenario and an example; the scenario is used";
        link.diagnostics.push(Diagnostic::warning(message).place("ex"));
        link.example = None;
    }
    if let (None, None, [], Some(key)) =
        (&link.scenario, &link.example, &link.diagnostics[..], link.overrides.keys().next())
    {
        link.diagnostics.push(unknown_link_error(&format!("{}=…", shorten(key))));
    }
    link
}

/// Checks the checksums of a link: a scenario that does not match is not opened, results that do not match are kept
/// with a warning.
fn check_checksums(link: &mut Link, found: Option<&str>, (payload, results): (&str, Option<&str>)) {
    let Some(found) = found else { return };
    // Characters that other programs append are not part of the link.
    let digit = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    let found = &found[..found.find(|c| !digit(c)).unwrap_or(found.len())];
    let expected = format!("{payload}{}", results.unwrap_or_default());
    if found == expected || link.scenario.is_none() {
        return;
    }
    if !payload.starts_with(&found[..found.len().min(CHECKSUM_DIGITS)]) {
        link.scenario = None;
        let message = "the link is damaged: the scenario does not match its checksum";
        link.diagnostics.push(Diagnostic::error(message).hint(HINT_COPY));
        return;
    }
    let message = if found.len() > CHECKSUM_DIGITS && results.is_none() {
        "the results in the link are missing, so they cannot be compared with this run"
    } else if expected.starts_with(found) {
        "the link is truncated: the end of its checksum is missing"
    } else {
        "the link is damaged: the result does not match its checksum"
    };
    link.diagnostics.push(Diagnostic::warning(message).hint(HINT_COPY));
}

/// A diagnostic on a fragment that the page does not open.
fn unknown_link_error(found: &str) -> Diagnostic {
    let known = "ex=…, lesson=…, src=…, study=…, papers=…, glossary=… and 1.d.…";
    Diagnostic::error(format!(
        "the link has nothing to open: unknown part {found:?}; a link contains {known}"
    ))
    .hint(HINT_COPY)
}

const HINT_FILE: &str = "Ask for the scenario as a file.";
const HINT_COPY: &str = "Copy the whole link again: some programs cut long links or break them into lines.";

/// Decodes `1.d.<payload>`; returns the payload for its checksum if it is valid.
fn decode_payload(link: &mut Link, field: &str, unpack: &mut UnpackFunction<'_>) -> Option<String> {
    let payload = split_payload(field).map_err(|diagnostic| link.diagnostics.push(diagnostic)).ok()?;
    match unpack_payload(payload, unpack) {
        Ok(text) => link.scenario = Some(text),
        Err(diagnostic) => link.diagnostics.push(diagnostic),
    }
    // The checksum is of the payload in the URL alphabet.
    Some(checksum(&payload.trim_end_matches('=').replace('+', "-").replace('/', "_")))
}

/// The payload of a field behind its version and codec.
fn split_payload(field: &str) -> Result<&str, Diagnostic> {
    let mut pieces = field.splitn(3, '.');
    let (version, codec, payload) = (pieces.next().unwrap_or(""), pieces.next(), pieces.next());
    let version_number = version.parse::<u32>().ok().filter(|&number| number > 0);
    let (Some(version_number), Some(codec), Some(payload)) = (version_number, codec, payload) else {
        return Err(unknown_link_error(shorten(field)));
    };
    if version_number > 1 {
        let message = format!(
            "made by a newer version of Ganttlet: link version {:?}, supported is 1",
            shorten(version)
        );
        return Err(Diagnostic::error(message).hint("Reload the page to get the latest version."));
    }
    if codec != "d" {
        let message = format!("unknown compression {:?}; supported is d", shorten(codec));
        return Err(Diagnostic::error(message).hint("Reload the page to get the latest version."));
    }
    Ok(payload)
}

fn unpack_payload(payload: &str, unpack: &mut UnpackFunction<'_>) -> Result<String, Diagnostic> {
    let packed = decode_base64(payload).map_err(|(place, found)| {
        let message = format!("the link is damaged: found {found:?} at character {place} of the scenario");
        Diagnostic::error(message).hint(HINT_COPY)
    })?;
    let bytes = unpack(&packed).map_err(|fault| match fault {
        UnpackError::Short => {
            Diagnostic::error("the link is truncated: the scenario is incomplete").hint(HINT_COPY)
        }
        UnpackError::Damaged => {
            Diagnostic::error("the link is damaged: the scenario cannot be unpacked").hint(HINT_COPY)
        }
        UnpackError::Long => {
            let message = format!("the link unpacks to more than {MAX_UNPACKED} bytes, which is the limit");
            Diagnostic::error(message).hint(HINT_FILE)
        }
    })?;
    String::from_utf8(bytes)
        .map_err(|_| Diagnostic::error("the link is damaged: the scenario is not text").hint(HINT_COPY))
}

/// Decodes `<whole>.<parts>,<whole>.<parts>~<engine>`; damaged results are left out with a warning, as the scenario is
/// still useful.
fn decode_results(link: &mut Link, value: &str) {
    let (list, engine) = value.split_once('~').map_or((value, None), |(list, engine)| (list, Some(engine)));
    let hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digest = |text: &str| {
        let (whole, parts) = text.split_once('.')?;
        if whole.len() != 16 || parts.len() % 4 != 0 || parts.len() > 256 || !hex(whole) || !hex(parts) {
            return None;
        }
        let parts = (0..parts.len() / 4).map(|i| parts[i * 4..i * 4 + 4].to_owned()).collect();
        Some(Digest { whole: whole.to_owned(), parts })
    };
    let digests: Option<Vec<Digest>> = list.split(',').take(MAX_RESULTS + 1).map(digest).collect();
    let digests = digests.filter(|digests| digests.len() <= MAX_RESULTS);
    let allowed = |c: &char| c.is_ascii_alphanumeric() || ".-+".contains(*c);
    let message = match &digests {
        None => "the result in the link is damaged: it cannot be checked whether it is reproduced",
        // The engine is last: without it, more results may be missing.
        Some(_) if engine.is_none() => "the link is truncated: the end of its result is missing",
        Some(_) if engine.is_some_and(|engine| !engine.chars().all(|c| allowed(&c))) => {
            "the result in the link is damaged: the engine version is invalid"
        }
        Some(_) => "",
    };
    if !message.is_empty() {
        link.diagnostics.push(Diagnostic::warning(message).place("r").hint(HINT_COPY));
    }
    if let Some(digests) = digests {
        link.results = digests;
        link.engine = engine.unwrap_or_default().chars().filter(allowed).take(40).collect();
    }
}

fn shorten(text: &str) -> &str {
    text.char_indices().nth(20).map_or(text, |(end, _)| &text[..end])
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut packer = Compress::new(Compression::best(), false);
    let mut packed = Vec::with_capacity(bytes.len() / 2 + 64);
    loop {
        let read = packer.total_in() as usize;
        packed.reserve(packed.len() / 2 + 64);
        match packer.compress_vec(&bytes[read..], &mut packed, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => return packed,
            Ok(_) => {}
            Err(error) => unreachable!("packing bytes cannot fail: {error}"),
        }
    }
}

fn inflate(packed: &[u8]) -> Result<Vec<u8>, UnpackError> {
    let mut unpacker = Decompress::new(false);
    let mut bytes = Vec::new();
    loop {
        let (read, written) = (unpacker.total_in(), bytes.len());
        bytes.reserve(64 << 10);
        let status = unpacker.decompress_vec(&packed[read as usize..], &mut bytes, FlushDecompress::None);
        if bytes.len() > MAX_UNPACKED {
            return Err(UnpackError::Long);
        }
        match status {
            Ok(Status::StreamEnd) => return Ok(bytes),
            Ok(_) if unpacker.total_in() > read || bytes.len() > written => {}
            Ok(_) => return Err(UnpackError::Short),
            Err(_) => return Err(UnpackError::Damaged),
        }
    }
}

const BASE64_LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64 with the URL alphabet, without padding (RFC 4648, section 5).
fn encode_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 3);
    for group in bytes.chunks(3) {
        let bits =
            group.iter().zip([16, 8, 0]).fold(0, |bits, (&byte, shift)| bits | u32::from(byte) << shift);
        let letters = [18, 12, 6, 0].map(|shift| char::from(BASE64_LETTERS[(bits >> shift & 63) as usize]));
        text.extend(&letters[..=group.len()]);
    }
    text
}

/// The bytes of base64 in either alphabet, with or without padding; otherwise the place (from 1) of the first invalid
/// character.
pub(crate) fn decode_base64(text: &str) -> Result<Vec<u8>, (usize, char)> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for (letter, place) in text.chars().zip(1..) {
        let value = match letter {
            'A'..='Z' => letter as u32 - 'A' as u32,
            'a'..='z' => letter as u32 - 'a' as u32 + 26,
            '0'..='9' => letter as u32 - '0' as u32 + 52,
            '-' | '+' => 62,
            '_' | '/' => 63,
            _ => return Err((place, letter)),
        };
        bits = bits << 6 | value;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

/// Text with `%41` for `A`; invalid escapes stay as they are.
fn decode_percent(text: &str) -> String {
    let digit = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
    let input = text.as_bytes();
    let mut bytes = Vec::with_capacity(input.len());
    let mut i = 0;
    while i < input.len() {
        if let (b'%', Some(high), Some(low)) = (input[i], digit(input.get(i + 1)), digit(input.get(i + 2))) {
            bytes.push((high << 4 | low) as u8);
            i += 3;
        } else {
            bytes.push(input[i]);
            i += 1;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
