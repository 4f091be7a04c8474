//! Unpacks gzip, zstd and zip with a limit: archives distribute packed files, and a few kilobytes can unpack to gigabytes.

use crate::finding_list::quote_bytes;
use crate::text_encoding::{TextDecoder, decode_head};
use flate2::bufread::GzDecoder;
use flate2::read::DeflateDecoder;
use ganttlet_core::diagnostic::Diagnostic;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::borrow::Cow;
use std::io::{self, Read};

/// Number of bytes by which a format is recognised.
pub(super) const HEAD_BYTES: usize = 64 * 1024;

/// Maximum ratio of unpacked to packed size; denser files were made to exhaust memory.
const MAX_RATIO: u64 = 200;

/// Up to this unpacked size the ratio is not checked.
const UNCHECKED_SIZE: u64 = 64 * 1024 * 1024;

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Packing {
    Gzip,
    Zstd,
    Zip,
}

impl Packing {
    /// The packing of these bytes, recognised by their beginning; `None` if they are not packed.
    pub(super) fn find(bytes: &[u8]) -> Option<Self> {
        let signatures: [(&[u8], Self); 3] = [
            (&[0x1f, 0x8b], Self::Gzip),
            (&[0x28, 0xb5, 0x2f, 0xfd], Self::Zstd),
            (b"PK\x03\x04", Self::Zip),
        ];
        signatures.into_iter().find(|(signature, _)| bytes.starts_with(signature)).map(|(_, packing)| packing)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Zip => "zip",
        }
    }

    /// Passes on a reader of the unpacked content.
    pub(super) fn with_content<T>(
        self,
        bytes: &[u8],
        read: impl FnOnce(&mut dyn Read) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        match self {
            Self::Gzip => read(&mut GzipMembers(GzDecoder::new(bytes))),
            Self::Zstd => read(&mut ZstdFrames::new(bytes).map_err(|error| self.damage_error(&error))?),
            Self::Zip => Self::with_only_file(bytes, read),
        }
    }

    /// Passes on a reader of the only file in a zip archive; several files are rejected by name.
    fn with_only_file<T>(
        bytes: &[u8],
        read: impl FnOnce(&mut dyn Read) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        let (entries, files) = zip_entries(bytes, MAX_LISTED_FILES)?;
        let Some(only) = entries.first() else {
            return Err(Diagnostic::error("the zip archive holds no file"));
        };
        if files > 1 {
            let more = files - entries.len();
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            let names: Vec<String> = entries.iter().map(|entry| quote_bytes(&entry.path)).collect();
            let message = format!("the zip archive holds {files} files: {}{rest}", names.join(", "));
            return Err(Diagnostic::error(message).hint("Unpack it and open one of them."));
        }
        with_zip_entry(bytes, only, read)
    }

    fn damage_error(self, error: &dyn std::fmt::Display) -> Diagnostic {
        Diagnostic::error(format!("the {} file is damaged or truncated ({error})", self.name()))
            .hint("Download it again.")
    }
}

/// Number of files of a zip archive that are listed.
const MAX_LISTED_FILES: usize = 5;

/// A file in a zip archive.
pub(super) struct ZipFile {
    /// Its path as stored.
    pub(super) path: Vec<u8>,
    wayfinder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
}

/// The first files of a zip archive, at most `most`, and the total number.
pub(super) fn zip_entries(bytes: &[u8], most: usize) -> Result<(Vec<ZipFile>, usize), Diagnostic> {
    let damaged = |error: rawzip::Error| Packing::Zip.damage_error(&error);
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    let (mut files, mut count) = (Vec::new(), 0);
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(damaged)? {
        let path = entry.file_path();
        let path: &[u8] = path.as_ref();
        // Extra files of the file manager of macOS are not files of the archive.
        if entry.is_dir() || path.starts_with(b"__MACOSX/") {
            continue;
        }
        count += 1;
        if files.len() < most {
            let (wayfinder, method) = (entry.wayfinder(), entry.compression_method());
            files.push(ZipFile { path: path.to_vec(), wayfinder, method });
        }
    }
    Ok((files, count))
}

/// Passes on a reader of a file in a zip archive.
pub(super) fn with_zip_entry<T>(
    bytes: &[u8],
    file: &ZipFile,
    read: impl FnOnce(&mut dyn Read) -> Result<T, Diagnostic>,
) -> Result<T, Diagnostic> {
    let damaged = |error: rawzip::Error| Packing::Zip.damage_error(&error);
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    let entry = archive.get_entry(file.wayfinder).map_err(damaged)?;
    match file.method {
        CompressionMethod::STORE => read(&mut entry.verifying_reader(entry.data())),
        CompressionMethod::DEFLATE => read(&mut entry.verifying_reader(DeflateDecoder::new(entry.data()))),
        method => Err(Diagnostic::error(format!(
            "the zip archive uses the compression method {method:?}; store and deflate are read"
        ))
        .hint("Unpack it and open the file inside.")),
    }
}

/// True if the ratio of unpacked to packed bytes indicates an archive made to exhaust memory.
pub(super) fn is_implausible(unpacked: u64, packed: usize) -> bool {
    unpacked > UNCHECKED_SIZE && unpacked / MAX_RATIO > packed as u64
}

/// The members of a gzip file, in order; zeros may follow the last one, as on tapes.
struct GzipMembers<'a>(GzDecoder<&'a [u8]>);

impl Read for GzipMembers<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.0.read(into)?;
            let rest = *self.0.get_ref();
            if length > 0 || into.is_empty() || rest.iter().all(|&byte| byte == 0) {
                return Ok(length);
            }
            if Packing::find(rest) != Some(Packing::Gzip) {
                return Err(io::Error::other("other bytes follow its end"));
            }
            self.0 = GzDecoder::new(rest);
        }
    }
}

/// The frames of a zstd file, in order.
struct ZstdFrames<'a>(StreamingDecoder<&'a [u8], FrameDecoder>);

impl<'a> ZstdFrames<'a> {
    fn new(bytes: &'a [u8]) -> io::Result<Self> {
        StreamingDecoder::new(bytes).map(Self).map_err(io::Error::other)
    }
}

impl Read for ZstdFrames<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.0.read(into)?;
            let rest = *self.0.get_ref();
            if length > 0 || into.is_empty() || rest.is_empty() {
                return Ok(length);
            }
            *self = Self::new(rest)?;
        }
    }
}

/// True for the bytes of a packed file.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    Packing::find(bytes).is_some()
}

/// The first bytes of the content as text: unpacked, in UTF-8, without a byte order mark and padding.
pub(super) fn text_head(bytes: &[u8]) -> Result<Vec<u8>, Diagnostic> {
    let head = unpack_head(bytes)?;
    let cut = head.len() >= HEAD_BYTES;
    Ok(decode_head(&head, cut))
}

/// The first bytes of the content, unpacked.
pub(super) fn unpack_head(bytes: &[u8]) -> Result<Vec<u8>, Diagnostic> {
    let Some(packing) = Packing::find(bytes) else {
        return Ok(bytes[..bytes.len().min(HEAD_BYTES)].to_vec());
    };
    let mut head = vec![];
    packing.with_content(bytes, |content| {
        let read = content.take(HEAD_BYTES as u64).read_to_end(&mut head);
        read.map_err(|error| packing.damage_error(&error))
    })?;
    Ok(head)
}

/// The complete lines of a [`head`](unpack_head), without blank ones.
pub(super) fn complete_lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = |&byte: &u8| byte == b'\n';
    // A byte order mark may have been taken off.
    let cut = head.len() + 3 >= HEAD_BYTES;
    let end = if cut { head.iter().rposition(ends).unwrap_or(head.len()) } else { head.len() };
    head[..end].split(ends).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// Passes the unpacked content to `sink` piece by piece, at most `limit` bytes: text in UTF-8, without padding at its end.
pub(super) fn unpack_text(bytes: &[u8], limit: u64, mut sink: impl FnMut(&[u8])) -> Result<(), Diagnostic> {
    let mut decoder = TextDecoder::default();
    unpack(bytes, limit, |piece| decoder.push(piece, &mut sink))
}

/// Passes the unpacked content to `sink` piece by piece, at most `limit` bytes.
fn unpack(bytes: &[u8], limit: u64, mut sink: impl FnMut(&[u8])) -> Result<(), Diagnostic> {
    let Some(packing) = Packing::find(bytes) else {
        if bytes.len() as u64 > limit {
            return Err(size_error(limit));
        }
        sink(bytes);
        return Ok(());
    };
    packing.with_content(bytes, |content| {
        let mut piece = vec![0; HEAD_BYTES];
        let mut total = 0;
        loop {
            let length = content.read(&mut piece).map_err(|error| packing.damage_error(&error))?;
            if length == 0 {
                return Ok(());
            }
            total += length as u64;
            if total > limit {
                return Err(size_error(limit));
            }
            if is_implausible(total, bytes.len()) {
                return Err(Diagnostic::error(format!(
                    "the file unpacks to more than {MAX_RATIO} times its size, which is implausible for a log or workflow"
                ))
                .hint("Unpack it and check its content."));
            }
            sink(&piece[..length]);
        }
    })
}

/// The whole unpacked content, at most `limit` bytes.
pub(super) fn unpack_whole(bytes: &[u8], limit: u64) -> Result<Cow<'_, [u8]>, Diagnostic> {
    if !is_packed(bytes) && bytes.len() as u64 <= limit {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut whole = vec![];
    unpack(bytes, limit, |piece| whole.extend_from_slice(piece))?;
    Ok(Cow::Owned(whole))
}

fn size_error(limit: u64) -> Diagnostic {
    let limit = limit / (1024 * 1024);
    Diagnostic::error(format!("the file holds more than {limit} MiB; at most {limit} MiB are read"))
        .hint("Use a part of the file.")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder};
    use rawzip::ZipArchiveWriter;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;

    pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(vec![], Compression::default());
        packed.write_all(content).expect("memory never fails");
        packed.finish().expect("memory never fails")
    }

    pub(crate) fn zstd(content: &[u8]) -> Vec<u8> {
        compress_to_vec(content, CompressionLevel::Fastest)
    }

    pub(crate) fn zip(files: &[(&str, &[u8])]) -> Result<Vec<u8>, rawzip::Error> {
        let mut packed = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut packed);
        for (name, content) in files {
            let (mut entry, config) =
                archive.new_file(*name).compression_method(CompressionMethod::DEFLATE).start()?;
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            writer.write_all(content).expect("memory never fails");
            let (encoder, descriptor) = writer.finish()?;
            encoder.finish().expect("memory never fails");
            entry.finish(descriptor)?;
        }
        archive.finish()?;
        Ok(packed)
    }

    fn only_file(content: &[u8]) -> Vec<u8> {
        zip(&[("folder/log.swf", content)]).expect("an archive")
    }

    fn unpacked(bytes: &[u8], limit: u64) -> Result<Vec<u8>, String> {
        let mut all = vec![];
        unpack(bytes, limit, |piece| all.extend_from_slice(piece)).map_err(|d| d.message)?;
        Ok(all)
    }

    #[test]
    fn packed_and_plain_give_the_same() {
        let text = b"1 2 3\n".repeat(30_000);
        assert_eq!(unpacked(&text, 1 << 20), Ok(text.clone()));
        for pack in [gzip, zstd, only_file] {
            let packed = pack(&text);
            assert!(is_packed(&packed) && packed.len() < text.len() / 10);
            assert_eq!(unpacked(&packed, 1 << 20), Ok(text.clone()));
            assert_eq!(unpack_head(&packed).map(|head| head == text[..HEAD_BYTES]), Ok(true));
        }
        for pack in [gzip, zstd] {
            let twice = [pack(&text), pack(b"end")].concat();
            assert_eq!(unpacked(&twice, 1 << 20), Ok([&text, &b"end"[..]].concat()));
        }
    }

    #[test]
    fn bombs_and_damage_are_refused() {
        for pack in [gzip, zstd, only_file] {
            let zeros = pack(&vec![0; 3 << 20]);
            assert!(unpacked(&zeros, 1 << 20).expect_err("too big").contains("more than 1 MiB"));
            let dense = pack(&vec![b'\n'; 80 << 20]);
            assert!(unpacked(&dense, 1 << 30).expect_err("a bomb").contains("200 times"));
            let cut = &zeros[..zeros.len() / 2];
            assert!(unpacked(cut, 1 << 30).expect_err("cut off").contains("truncated"));
        }
        let packed = gzip(b"1 2 3");
        assert_eq!(unpacked(&[&packed[..], &[0; 512]].concat(), 99), Ok(b"1 2 3".to_vec()));
        let followed = unpacked(&[&packed[..], b"text"].concat(), 99).expect_err("text after the end");
        assert!(followed.contains("other bytes follow its end"), "{followed}");
        assert!(unpack_head(&[0x1f, 0x8b, 8]).is_err() && unpack_head(b"PK\x03\x04").is_err());
    }

    #[test]
    fn the_only_file_of_a_zip_archive_is_read() {
        let with_folder = zip(&[("__MACOSX/._log.swf", b"x"), ("log.swf", b"; a log")]).expect("an archive");
        assert_eq!(unpacked(&with_folder, 99), Ok(b"; a log".to_vec()));
        let several = zip(&[("a.swf", b""), ("b.swf", b"")]).expect("an archive");
        let message = "the zip archive holds 2 files: a.swf, b.swf";
        assert_eq!(unpacked(&several, 99), Err(message.to_owned()));
    }
}
