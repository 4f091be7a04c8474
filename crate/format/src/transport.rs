//! Serialises the contents of a file, from the program with the readers to the program with the engine. Both belong to
//! one build and the bytes are not stored, so they have no version.

use super::{FORMATS, FileContents, Origin, READERS};
use ganttlet_core::diagnostic::{Diagnostic, Severity};
use ganttlet_work::{Item, Work};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The transported data: the index of the first format with such work (whose items follow) if there is work,
/// diagnostics, and origin.
#[derive(Deserialize, Serialize)]
struct Message(Option<u32>, Vec<DiagnosticFields>, Origin);

fn extend<T: Serialize>(bytes: Vec<u8>, value: &T) -> Vec<u8> {
    postcard::to_extend(value, bytes).expect("lists of known lengths, numbers and texts")
}

/// Number of items in a piece of packed work.
const PIECE_ITEMS: usize = 16_384;

/// The items of some work as a list in pieces. Items are freed as they are packed, from the last to the first, so that
/// all items and all pieces are never in memory together.
pub(super) fn pack_items<T: Item + Serialize>(mut work: Work) -> Vec<Vec<u8>> {
    let mut items = work.take::<T>();
    let count = items.len() as u64;
    let mut pieces = vec![];
    while !items.is_empty() {
        let start = (items.len() - 1) / PIECE_ITEMS * PIECE_ITEMS;
        let last = items.split_off(start);
        items.shrink_to_fit();
        let mut piece = last.iter().fold(vec![], extend);
        piece.shrink_to_fit();
        pieces.push(piece);
    }
    pieces.push(extend(vec![], &count));
    pieces.reverse();
    pieces
}

/// The work from the bytes of [`pack_items`].
pub(super) fn unpack_items<T: Item + DeserializeOwned>(bytes: &[u8]) -> postcard::Result<Work> {
    let (count, mut rest) = postcard::take_from_bytes::<u64>(bytes)?;
    // Reserved in advance, because a growing list of millions of items is copied several times; an item has at least
    // one byte.
    let mut items: Vec<T> = Vec::with_capacity(usize::try_from(count).unwrap_or(usize::MAX).min(rest.len()));
    for _ in 0..count {
        let (item, after) = postcard::take_from_bytes(rest)?;
        items.push(item);
        rest = after;
    }
    Ok(Work::new(items))
}

/// A diagnostic with all its fields.
type DiagnosticFields = (Severity, String, u32, String, String, String);

fn diagnostic_fields(
    Diagnostic { severity, file, line, place, message, hint }: Diagnostic,
) -> DiagnosticFields {
    (severity, file, line, place, message, hint)
}

fn diagnostic_from_fields((severity, file, line, place, message, hint): DiagnosticFields) -> Diagnostic {
    Diagnostic { severity, file, line, place, message, hint }
}

/// The contents of a file, or its errors, as bytes; nothing is rounded.
pub fn pack_contents(read: Result<FileContents, Vec<Diagnostic>>) -> Vec<u8> {
    pack_pieces(read).concat()
}

/// The bytes of [`pack_contents`] in pieces, for a program without enough memory for all of them at once.
///
/// # Panics
/// Never: all contents can be serialised.
pub fn pack_pieces(read: Result<FileContents, Vec<Diagnostic>>) -> Vec<Vec<u8>> {
    let (work, list, origin) = read.map_or_else(
        |list| (None, list, Origin::default()),
        |(work, list, origin)| (Some(work), list, origin),
    );
    let alike =
        work.as_ref().and_then(|work| FORMATS.members.iter().position(|one| one.makes == work.kind()));
    let list = list.into_iter().map(diagnostic_fields).collect();
    let crossing = Message(alike.map(|place| place as u32), list, origin);
    let bytes = postcard::to_allocvec(&crossing).expect("lists of known lengths, numbers and texts");
    let mut pieces = vec![bytes];
    if let Some((work, place)) = work.zip(alike) {
        pieces.extend((READERS[place].pack)(work));
    }
    pieces
}

/// Reads the bytes of [`pack_contents`]; an error for other bytes.
pub fn unpack_contents(bytes: &[u8]) -> Result<FileContents, Vec<Diagnostic>> {
    let lost =
        |error| vec![Diagnostic::error(format!("the content of a file could not be passed on: {error}"))];
    let (Message(place, list, origin), rest) = postcard::take_from_bytes(bytes).map_err(lost)?;
    let list = list.into_iter().map(diagnostic_from_fields).collect();
    let Some(place) = place else { return Err(list) };
    let format =
        FORMATS.members.get(place as usize).ok_or_else(|| lost(postcard::Error::DeserializeBadEnum))?;
    Ok(((format.unpack)(rest).map_err(lost)?, list, origin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::Settings;
    use ganttlet_work::Job;

    /// A file of each kind of work and its diagnostics arrive unchanged.
    #[test]
    fn contents_are_transported_exactly() {
        let log = b"; Computer: x\n1 0.1 -1 10 4 -1 -1 4 20 -1 1 3 -1 -1 -1 -1 -1 -1\n2 9 -1 7 1 -1 -1 1 -1 -1 1 1 1 1 1 1 -1 -1\nx\n";
        let workflow = br#"<adag name="w"><job id="a" name="p" runtime="1.1"><uses file="f" link="output" size="1e17"/></job>
            <job id="b" name="q"><uses file="f" link="input"/></job><child ref="b"><parent ref="a"/></child></adag>"#;
        let trace = b"1 1 5 1 node 0 10.5 20.25\n2 1 6 1 other 1 0 99\n3 1 6 1 other 0 99 100\n";
        let table = b"iteration,task,seconds,key\n1,0,1.5,3\n1,1,2.5,0.1\n2,0,1e-6,3\n";
        for file in [&log[..], workflow, trace, table] {
            let read = crate::read("a", file, None, &Settings::default()).map(crate::Reading::into_contents);
            assert!(read.is_ok(), "{read:?}");
            assert_eq!(unpack_contents(&pack_contents(read.clone())), read);
        }
        let refused =
            crate::read("a", b"<html>", None, &Settings::default()).map(crate::Reading::into_contents);
        assert!(refused.is_err());
        assert_eq!(unpack_contents(&pack_contents(refused.clone())), refused);
    }

    #[test]
    fn work_in_several_pieces_arrives_in_order() {
        let count = 2 * PIECE_ITEMS as u32 + 5;
        let jobs = || (0..count).map(|number| Job { number, name: "ä".into(), ..Job::default() }).collect();
        let pieces = pack_items::<Job>(Work::new::<Job>(jobs()));
        assert_eq!(pieces.len(), 4);
        let bytes = pieces.concat();
        assert_eq!(unpack_items::<Job>(&bytes), Ok(Work::new::<Job>(jobs())));
        assert!(unpack_items::<Job>(&bytes[..bytes.len() - 1]).is_err());
        assert_eq!(
            unpack_items::<Job>(&pack_items::<Job>(Work::empty::<Job>()).concat()),
            Ok(Work::empty::<Job>())
        );
    }

    #[test]
    fn other_bytes_are_an_error() {
        let told = unpack_contents(&[7; 40]).expect_err("no work");
        assert!(
            told[0].is_error() && told[0].message.starts_with("the content of a file could not be passed on")
        );
    }
}
