//! Links that hold a scenario, and links that people write by hand.
//!
//! `1.d.<payload>&r=<results>~<engine>&c=<checksums>`: version of the link, codec, the scenario, the digests of its variants,
//! so that whoever opens it can see whether the result was reproduced, and a CRC-32 of the payload and one of the results:
//! a payload with a changed character often still unpacks, to another scenario. Older links have no checksums.
//! `ex=<example>&seed=7&load=0.8`: an example of the gallery with changes. Everything stands behind the `#`, so nothing of
//! it ever leaves the browser.

use super::read::read;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::limits;
use ganttlet_core::record::Digest;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What a link says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// The text of the scenario; it is yet to be read.
    pub scenario: Option<String>,
    /// The id of an example of the gallery.
    pub example: Option<String>,
    /// Changes to the scenario or example, by name; see [`super::apply_overrides`].
    pub overrides: BTreeMap<String, String>,
    /// The digests its maker got, a variant each; may be empty.
    pub results: Vec<Digest>,
    /// The version of the engine that got them; empty if none is said.
    pub engine: String,
    /// What there is to tell.
    pub diagnostics: Vec<Diagnostic>,
}

/// Gives back what was packed.
pub type Unpack<'a> = dyn FnMut(&[u8]) -> Result<Vec<u8>, Fault> + 'a;

/// The largest scenario a link may unfold to, in bytes.
pub const UNPACKED: usize = 4 << 20;
/// The longest link that is looked at, in bytes.
const LONGEST: usize = 4 << 20;
/// The most results a link may have.
const RESULTS: usize = limits::COMPARE + 1;
/// Digits of a checksum.
const SUM: usize = 8;

/// Why what a link has packed cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// Its end is missing.
    Short,
    /// It was never packed so.
    Damaged,
    /// More than [`UNPACKED`] bytes come of it.
    Long,
}

/// The part of a link behind the `#`. A scenario with mistakes is kept as it is: a draft can be shared, too.
pub fn encode(scenario: &str, results: &[Digest], engine: &str) -> String {
    fragment(&deflate(packable(scenario).as_bytes()), results, engine)
}

/// The text of a scenario as links pack it.
pub fn packable(scenario: &str) -> String {
    match read(scenario).scenario {
        Some(scenario) => super::one_line(&scenario.to_compact()),
        None => scenario.to_owned(),
    }
}

/// The part of a link behind the `#` whose scenario is packed already (raw deflate, RFC 1951).
pub fn fragment(packed: &[u8], results: &[Digest], engine: &str) -> String {
    let payload = base64(packed);
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

/// What the part of a link behind the `#` says. Never panics, whatever the text; tells what is wrong with it.
pub fn decode(fragment: &str) -> Link {
    decode_by(fragment, &mut inflate)
}

/// [`decode`] with an unpacker of one's own (raw deflate, RFC 1951).
pub fn decode_by(fragment: &str, unpack: &mut Unpack<'_>) -> Link {
    let mut link = Link::default();
    let fragment = fragment.trim();
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.len() > LONGEST {
        let message = format!("the link has {} characters; at most {LONGEST} are allowed", fragment.len());
        link.diagnostics.push(Diagnostic::error(message).hint(FILE_INSTEAD));
        return link;
    }
    // Mail programs escape what is no letter: the separators must be found before and after.
    let whole = if fragment.contains(['&', '=']) { fragment.to_owned() } else { unescape(fragment) };
    let (mut payload_sum, mut results_sum) = (None, None);
    for field in whole.split('&').filter(|field| !field.is_empty()) {
        // Text copied out of a page's source.
        let field = field.strip_prefix("amp;").unwrap_or(field);
        // What has no separator may have it escaped: `r%3D…`.
        let field = if field.contains('=') { Cow::Borrowed(field) } else { Cow::Owned(unescape(field)) };
        match field.split_once('=') {
            Some(("r", value)) => {
                let value = unescape(value);
                results(&mut link, &value);
                results_sum = Some(checksum(&value));
            }
            Some(("ex", value)) => link.example = Some(unescape(value)),
            // The padding of some other base64 is no `key=value`; what begins with a version is a scenario.
            Some((key, value)) if !(key.contains('.') && key.starts_with(|c: char| c.is_ascii_digit())) => {
                link.overrides.insert(unescape(key), unescape(value));
            }
            _ => payload_sum = payload(&mut link, &unescape(&field), unpack).or(payload_sum),
        }
    }
    if let Some(payload_sum) = payload_sum {
        let found = link.overrides.remove("c");
        check_sums(&mut link, found.as_deref(), (&payload_sum, results_sum.as_deref()));
        // Nothing changes a scenario that a link holds.
        let unused = std::mem::take(&mut link.overrides);
        for key in unused.into_keys().filter(|_| link.scenario.is_some()) {
            let found = format!("{}=…", cut(&key));
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
        link.diagnostics.push(no_link(&format!("{}=…", cut(key))));
    }
    link
}

/// Compares the checksums of a link with those of what it holds: a scenario that does not fit is another one, and is not
/// opened; results that do not fit are kept, as a difference to them is told.
fn check_sums(link: &mut Link, found: Option<&str>, (payload, results): (&str, Option<&str>)) {
    let Some(found) = found else { return };
    // What programs put behind a link is no part of it.
    let digit = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    let found = &found[..found.find(|c| !digit(c)).unwrap_or(found.len())];
    let expected = format!("{payload}{}", results.unwrap_or_default());
    if found == expected || link.scenario.is_none() {
        return;
    }
    if !payload.starts_with(&found[..found.len().min(SUM)]) {
        link.scenario = None;
        let message = "the link is damaged: the scenario does not match its checksum";
        link.diagnostics.push(Diagnostic::error(message).hint(COPY_WHOLE));
        return;
    }
    let message = if found.len() > SUM && results.is_none() {
        "the results in the link are missing, so they cannot be compared with this run"
    } else if expected.starts_with(found) {
        "the link is truncated: the end of its checksum is missing"
    } else {
        "the link is damaged: the result does not match its checksum"
    };
    link.diagnostics.push(Diagnostic::warning(message).place("c").hint(COPY_WHOLE));
}

/// What begins like nothing that the page opens.
fn no_link(found: &str) -> Diagnostic {
    let known = "ex=…, lesson=…, study=…, papers=…, glossary=… and 1.d.…";
    Diagnostic::error(format!(
        "the link has nothing to open: unknown part {found:?}; a link contains {known}"
    ))
    .hint(COPY_WHOLE)
}

const FILE_INSTEAD: &str = "Ask for the scenario as a file.";
const COPY_WHOLE: &str = "Copy the whole link again: some programs cut long links or break them into lines.";

/// `1.d.<payload>`; the checksum of the payload, if that is what it is.
fn payload(link: &mut Link, field: &str, unpack: &mut Unpack<'_>) -> Option<String> {
    let payload = payload_of(field).map_err(|diagnostic| link.diagnostics.push(diagnostic)).ok()?;
    match unpacked(payload, unpack) {
        Ok(text) => link.scenario = Some(text),
        Err(diagnostic) => link.diagnostics.push(diagnostic),
    }
    // As it is written in the alphabet of addresses.
    Some(checksum(&payload.trim_end_matches('=').replace('+', "-").replace('/', "_")))
}

/// The payload of a field that says version and codec before it.
fn payload_of(field: &str) -> Result<&str, Diagnostic> {
    let mut pieces = field.splitn(3, '.');
    let (version, codec, payload) = (pieces.next().unwrap_or(""), pieces.next(), pieces.next());
    let version_number = version.parse::<u32>().ok().filter(|&number| number > 0);
    let (Some(version_number), Some(codec), Some(payload)) = (version_number, codec, payload) else {
        return Err(no_link(cut(field)));
    };
    if version_number > 1 {
        let message =
            format!("made by a newer version of Ganttlet: link version {:?}, supported is 1", cut(version));
        return Err(Diagnostic::error(message).hint("Reload the page to get the latest version."));
    }
    if codec != "d" {
        let message = format!("unknown compression {:?}; supported is d", cut(codec));
        return Err(Diagnostic::error(message).hint("Reload the page to get the latest version."));
    }
    Ok(payload)
}

fn unpacked(payload: &str, unpack: &mut Unpack<'_>) -> Result<String, Diagnostic> {
    let packed = unbase64(payload).map_err(|(place, found)| {
        let message = format!("the link is damaged: found {found:?} at character {place} of the scenario");
        Diagnostic::error(message).hint(COPY_WHOLE)
    })?;
    let bytes = unpack(&packed).map_err(|fault| match fault {
        Fault::Short => {
            Diagnostic::error("the link is truncated: the scenario is incomplete").hint(COPY_WHOLE)
        }
        Fault::Damaged => {
            Diagnostic::error("the link is damaged: the scenario cannot be unpacked").hint(COPY_WHOLE)
        }
        Fault::Long => {
            let message = format!("the link unpacks to more than {UNPACKED} bytes, which is the limit");
            Diagnostic::error(message).hint(FILE_INSTEAD)
        }
    })?;
    String::from_utf8(bytes)
        .map_err(|_| Diagnostic::error("the link is damaged: the scenario is not text").hint(COPY_WHOLE))
}

/// `<whole>.<parts>,<whole>.<parts>~<engine>`; what is damaged is left out with a warning: the scenario still counts.
fn results(link: &mut Link, value: &str) {
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
    let digests: Option<Vec<Digest>> = list.split(',').take(RESULTS + 1).map(digest).collect();
    let digests = digests.filter(|digests| digests.len() <= RESULTS);
    let allowed = |c: &char| c.is_ascii_alphanumeric() || ".-+".contains(*c);
    let message = match &digests {
        None => "the result in the link is damaged: it cannot be checked whether it is reproduced",
        // The engine comes last: without it, more results may be missing.
        Some(_) if engine.is_none() => "the link is truncated: the end of its result is missing",
        Some(_) if engine.is_some_and(|engine| !engine.chars().all(|c| allowed(&c))) => {
            "the result in the link is damaged: the engine version is invalid"
        }
        Some(_) => "",
    };
    if !message.is_empty() {
        link.diagnostics.push(Diagnostic::warning(message).place("r").hint(COPY_WHOLE));
    }
    if let Some(digests) = digests {
        link.results = digests;
        link.engine = engine.unwrap_or_default().chars().filter(allowed).take(40).collect();
    }
}

fn cut(text: &str) -> &str {
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

fn inflate(packed: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut unpacker = Decompress::new(false);
    let mut bytes = Vec::new();
    loop {
        let (read, written) = (unpacker.total_in(), bytes.len());
        bytes.reserve(64 << 10);
        let status = unpacker.decompress_vec(&packed[read as usize..], &mut bytes, FlushDecompress::None);
        if bytes.len() > UNPACKED {
            return Err(Fault::Long);
        }
        match status {
            Ok(Status::StreamEnd) => return Ok(bytes),
            Ok(_) if unpacker.total_in() > read || bytes.len() > written => {}
            Ok(_) => return Err(Fault::Short),
            Err(_) => return Err(Fault::Damaged),
        }
    }
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64 with the letters of addresses, without padding (RFC 4648, section 5).
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 3);
    for group in bytes.chunks(3) {
        let bits =
            group.iter().zip([16, 8, 0]).fold(0, |bits, (&byte, shift)| bits | u32::from(byte) << shift);
        let letters = [18, 12, 6, 0].map(|shift| char::from(LETTERS[(bits >> shift & 63) as usize]));
        text.extend(&letters[..=group.len()]);
    }
    text
}

/// The bytes of base64 in either alphabet, with or without padding; else the place (from 1) of the first wrong letter.
fn unbase64(text: &str) -> Result<Vec<u8>, (usize, char)> {
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

/// Text with `%41` for `A`; what is no such escape stays as it is.
fn unescape(text: &str) -> String {
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
