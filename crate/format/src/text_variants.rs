//! Files of all text formats as other systems and editors write them.

use super::platform::{PLATFORM_FORMATS, PlatformChoices, read_platform, recognise_platform};
use super::unpack::tests::gzip;
use super::{FORMATS, Reading, read, recognise};
use ganttlet_core::entry::Settings;
use std::fs;
use std::path::{Path, PathBuf};

/// The contents of a file, to be compared.
struct Contents {
    /// The format that it is recognised as, and the facts for people.
    facts: String,
    /// The format and all that was read, with the lines of diagnostics.
    all: String,
}

/// The contents of a file in this format.
fn contents(id: &str, bytes: &[u8]) -> Contents {
    let recognised = recognise("a", bytes).map(|format| format.entry.id).ok();
    let read = read("a", bytes, Some(id), &Settings::default());
    let all = format!("{recognised:?}: {read:?}");
    let facts =
        read.map(|Reading { report, .. }| (report.read, report.skipped, report.repaired, report.facts));
    Contents { facts: format!("{recognised:?}: {facts:?}"), all }
}

/// As [`contents`], of a file that describes machines.
fn platform_contents(id: &str, bytes: &[u8]) -> Contents {
    let recognised = recognise_platform(bytes).map(|format| format.entry.id);
    let read = read_platform("a", bytes, Some(id), PlatformChoices::default());
    let all = format!("{recognised:?}: {read:?}");
    let facts = read.map(|reading| (reading.document, reading.facts));
    Contents { facts: format!("{recognised:?}: {facts:?}"), all }
}

/// The texts among the seeds of a format.
fn seeds(id: &str) -> impl Iterator<Item = (PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds").join(id);
    let paths = fs::read_dir(folder).expect("seeds").map(|entry| entry.expect("an entry").path());
    let texts = paths.map(|path| (fs::read(&path).expect("a file"), path));
    texts.filter_map(|(bytes, path)| Some((path, String::from_utf8(bytes).ok()?)))
}

/// Compares what `part` selects of the contents of all seeds with the same of their variants.
fn compare(part: fn(&Contents) -> &str, variants: impl Fn(&str, &str) -> Vec<(&'static str, Vec<u8>)>) {
    type ReadContents = fn(&str, &[u8]) -> Contents;
    let formats = FORMATS.ids().into_iter().map(|id| (id, contents as ReadContents));
    let platforms = PLATFORM_FORMATS.ids().into_iter().map(|id| (id, platform_contents as ReadContents));
    let mut failures = vec![];
    for (id, contents) in formats.chain(platforms) {
        for (path, text) in seeds(id) {
            let plain = contents(id, text.as_bytes());
            assert!(plain.all.contains(": Ok("), "{id}: {}", plain.all);
            for (name, bytes) in variants(id, &text) {
                let other = contents(id, &bytes);
                let (expected, found) = (part(&plain), part(&other));
                if found != expected {
                    failures.push(format!("{}, {name}:\n  {found}\n  {expected}", path.display()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn encodings_line_ends_and_padding_do_not_matter() {
    let utf16 =
        |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(bytes).collect() };
    compare(
        |contents| &contents.all,
        |_, text| {
            let plain = text.replace("\r\n", "\n");
            let marked = format!("\u{feff}{plain}");
            vec![
                ("UTF-16, little endian", utf16(&marked, u16::to_le_bytes)),
                ("UTF-16, big endian", utf16(&marked, u16::to_be_bytes)),
                ("carriage returns and line feeds", plain.replace('\n', "\r\n").into_bytes()),
                ("carriage returns", plain.replace('\n', "\r").into_bytes()),
                ("carriage returns after a mark", marked.replace('\n', "\r").into_bytes()),
                ("no last line end", plain.trim_end_matches('\n').as_bytes().to_vec()),
                ("zeros at the end", [plain.as_bytes(), &[0; 600]].concat()),
                ("Ctrl-Z at the end", format!("{plain}\u{1a}").into_bytes()),
                ("blank lines at the end", format!("{plain}\n\n").into_bytes()),
                ("gzip of UTF-16", gzip(&utf16(&marked, u16::to_le_bytes))),
                ("UTF-8 with a mark", marked.into_bytes()),
            ]
        },
    );
}

/// Formats whose files are JSON or XML, which have no comments of one line.
const WITHOUT_COMMENTS: [&str; 8] =
    ["batsim", "condor-json", "dax", "opendc-topology", "philly", "sacct-json", "simgrid", "wfformat"];

#[test]
fn comments_before_the_first_line_do_not_matter() {
    // Jobs without numbers are called by their lines.
    compare(
        |contents| &contents.facts,
        |id, text| {
            let commented = format!("# from the archive, 2024\n#\n\n{text}").into_bytes();
            if WITHOUT_COMMENTS.contains(&id) { vec![] } else { vec![("comments", commented)] }
        },
    );
}
