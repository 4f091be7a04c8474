//! Unpacks gzip with a limit: archives distribute packed files, and a few kilobytes can unpack to gigabytes.

use flate2::read::MultiGzDecoder;
use ganttlet_core::diagnostic::Diagnostic;
use std::io::Read;

/// Number of bytes by which a format is recognised.
pub(super) const HEAD_BYTES: usize = 64 * 1024;

/// Largest ratio of unpacked to packed size; denser files were made to fill memory.
const MAX_RATIO: u64 = 200;

/// Up to this unpacked size the ratio is not checked.
const UNCHECKED_SIZE: u64 = 64 * 1024 * 1024;

/// True if these bytes are gzipped.
pub(super) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// The first bytes of the content, unpacked.
pub(super) fn unpack_head(bytes: &[u8]) -> Result<Vec<u8>, Diagnostic> {
    if !is_gzip(bytes) {
        return Ok(bytes[..bytes.len().min(HEAD_BYTES)].to_vec());
    }
    let mut head = vec![];
    let read = MultiGzDecoder::new(bytes).take(HEAD_BYTES as u64).read_to_end(&mut head);
    read.map_err(|error| damage_error(&error))?;
    Ok(head)
}

/// The complete lines of a [`head`](unpack_head), without blank ones.
pub(super) fn complete_lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = |&byte: &u8| byte == b'\n' || byte == b'\r';
    // A byte order mark may have been taken off.
    let cut = head.len() + 3 >= HEAD_BYTES;
    let end = if cut { head.iter().rposition(ends).unwrap_or(head.len()) } else { head.len() };
    head[..end].split(ends).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// Passes the unpacked content to `sink` piece by piece, at most `limit` bytes.
pub(super) fn unpack_gzip(bytes: &[u8], limit: u64, mut sink: impl FnMut(&[u8])) -> Result<(), Diagnostic> {
    if !is_gzip(bytes) {
        if bytes.len() as u64 > limit {
            return Err(size_error(limit));
        }
        sink(bytes);
        return Ok(());
    }
    let mut packed = MultiGzDecoder::new(bytes);
    let mut piece = vec![0; HEAD_BYTES];
    let mut total = 0;
    loop {
        let length = packed.read(&mut piece).map_err(|error| damage_error(&error))?;
        if length == 0 {
            return Ok(());
        }
        total += length as u64;
        if total > limit {
            return Err(size_error(limit));
        }
        if total > UNCHECKED_SIZE && total / MAX_RATIO > bytes.len() as u64 {
            return Err(Diagnostic::error(format!(
                "the file unpacks to more than {MAX_RATIO} times its size, which is implausible for a log or workflow"
            ))
            .hint("Unpack it and check its content."));
        }
        sink(&piece[..length]);
    }
}

fn size_error(limit: u64) -> Diagnostic {
    let limit = limit / (1024 * 1024);
    Diagnostic::error(format!("the file holds more than {limit} MiB; at most {limit} MiB are read"))
        .hint("Use a part of the file.")
}

fn damage_error(error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(format!("the gzip file is damaged or truncated ({error})")).hint("Download it again.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn gzip(content: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(vec![], Compression::default());
        packed.write_all(content).expect("memory never fails");
        packed.finish().expect("memory never fails")
    }

    fn unpacked(bytes: &[u8], limit: u64) -> Result<Vec<u8>, String> {
        let mut all = vec![];
        unpack_gzip(bytes, limit, |piece| all.extend_from_slice(piece)).map_err(|d| d.message)?;
        Ok(all)
    }

    #[test]
    fn packed_and_plain_give_the_same() {
        let text = b"1 2 3\n".repeat(30_000);
        assert_eq!(unpacked(&text, 1 << 20), Ok(text.clone()));
        assert_eq!(unpacked(&gzip(&text), 1 << 20), Ok(text.clone()));
        let twice = [gzip(&text), gzip(b"end")].concat();
        assert_eq!(unpacked(&twice, 1 << 20), Ok([&text, &b"end"[..]].concat()));
    }

    #[test]
    fn bombs_and_damage_are_refused() {
        let zeros = gzip(&vec![0; 3 << 20]);
        assert!(unpacked(&zeros, 1 << 20).expect_err("too big").contains("more than 1 MiB"));
        let dense = gzip(&vec![b'\n'; 80 << 20]);
        assert!(unpacked(&dense, 1 << 30).expect_err("a bomb").contains("200 times"));
        assert!(unpacked(&zeros[..100], 1 << 30).expect_err("cut off").contains("truncated"));
        assert!(unpack_head(&[0x1f, 0x8b, 8]).is_err());
    }
}
