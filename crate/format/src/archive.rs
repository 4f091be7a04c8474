//! Archives of several files: zip and tar, also packed tar. Their files are treated like files that are opened
//! together.

use crate::finding_list::{count_text, quote_bytes};
use crate::unpack::{self, Packing};
use ganttlet_core::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::io::{self, Read};

/// Maximum number of files of an archive.
const MAX_FILES: usize = 100;
/// Maximum number of bytes of all files of an archive.
const MAX_BYTES: u64 = 512 << 20;
/// Maximum number of characters of a file name.
const MAX_NAME: usize = 120;
/// Length of a header of tar, and of the blocks of its files.
const TAR_BLOCK: usize = 512;

/// A file of an archive.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedFile {
    /// Its name, with its folders if another file of the archive has the same name.
    pub name: String,
    /// Its bytes, still packed if the file is packed.
    pub bytes: Vec<u8>,
}

/// True for tar, or zip with more than one file: these are opened like several files. A zip archive of one file is a
/// packed file.
pub fn is_archive(bytes: &[u8]) -> bool {
    if Packing::find(bytes) == Some(Packing::Zip) {
        return unpack::zip_entries(bytes, 2).is_ok_and(|(_, files)| files > 1);
    }
    unpack::unpack_head(bytes).is_ok_and(|head| is_tar(&head))
}

/// The files of an archive, in their order. Archives inside the archive, too many files and too large files are
/// rejected.
pub fn open_archive(bytes: &[u8]) -> Result<Vec<ArchivedFile>, Diagnostic> {
    let files = match Packing::find(bytes) {
        Some(Packing::Zip) => read_zip(bytes)?,
        Some(packing) => packing.with_content(bytes, |content| read_tar(content, bytes.len()))?,
        None => read_tar(bytes, bytes.len())?,
    };
    if files.is_empty() {
        return Err(Diagnostic::error("the archive holds no file"));
    }
    let is_nested = |(_, bytes): &&(String, Vec<u8>)| {
        Packing::find(bytes) == Some(Packing::Zip)
            || unpack::unpack_head(bytes).is_ok_and(|head| is_tar(&head))
    };
    if let Some((path, _)) = files.iter().find(is_nested) {
        let message = format!("the archive holds another archive: {path}");
        return Err(Diagnostic::error(message).hint("Unpack it and open the files inside."));
    }
    let base = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let mut uses: BTreeMap<String, u32> = BTreeMap::new();
    for (path, _) in &files {
        *uses.entry(base(path)).or_default() += 1;
    }
    let named = |(path, bytes): (String, Vec<u8>)| {
        let name = base(&path);
        ArchivedFile { name: if uses[&name] > 1 { path } else { name }, bytes }
    };
    Ok(files.into_iter().map(named).collect())
}

/// True if unpacked bytes begin with a tar header, recognised by its checksum, because old archives have no signature.
pub(super) fn is_tar(head: &[u8]) -> bool {
    let Some(header) = head.get(..TAR_BLOCK).filter(|header| header[0] != 0) else { return false };
    let sum = header.iter().enumerate().map(|(at, &byte)| if (148..156).contains(&at) { b' ' } else { byte });
    tar::Header::from_byte_slice(header)
        .cksum()
        .is_ok_and(|written| written == sum.map(u32::from).sum::<u32>())
}

/// A readable path for messages and the list of files.
fn clean_path(path: &[u8]) -> String {
    let text = String::from_utf8_lossy(path);
    let parts = text.split(['/', '\\']).filter(|part| !["", ".", ".."].contains(part));
    let path = parts.collect::<Vec<_>>().join("/").replace(char::is_control, " ");
    let skipped = path.chars().count().saturating_sub(MAX_NAME);
    let end: String = path.chars().skip(skipped).collect();
    let end = end.trim_start_matches('/');
    if end.is_empty() { "file".to_owned() } else { end.to_owned() }
}

/// True for the extra files that file managers add to archives.
fn is_clutter(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    path.starts_with("__MACOSX/") || name.starts_with("._") || [".DS_Store", "Thumbs.db"].contains(&name)
}

fn count_error() -> Diagnostic {
    Diagnostic::error(format!("the archive holds more than {MAX_FILES} files, which is the limit"))
        .hint("Unpack it and open some of them.")
}

/// Reads the content of an archive up to the limits.
struct LimitedContent<'a> {
    content: &'a mut dyn Read,
    packed: usize,
    read: u64,
}

impl Read for LimitedContent<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.content.read(into)?;
        self.read += length as u64;
        match size_problem(self.read, self.packed) {
            Some(message) => Err(io::Error::other(message)),
            None => Ok(length),
        }
    }
}

/// The problem with the unpacked size of an archive, if any.
fn size_problem(read: u64, packed: usize) -> Option<String> {
    if read > MAX_BYTES {
        return Some(format!("its files have more than {} MiB", MAX_BYTES >> 20));
    }
    unpack::is_implausible(read, packed)
        .then(|| "its files are implausibly larger than the archive".to_owned())
}

fn size_error(problem: &str) -> Diagnostic {
    Diagnostic::error(format!("the archive cannot be opened: {problem}"))
        .hint("Unpack it and open some of its files.")
}

fn read_zip(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Diagnostic> {
    let (entries, count) = unpack::zip_entries(bytes, MAX_FILES)?;
    if count > MAX_FILES {
        return Err(count_error());
    }
    let mut files = Vec::new();
    let mut total = 0;
    for entry in entries {
        let path = clean_path(&entry.path);
        if is_clutter(&path) {
            continue;
        }
        let mut content = Vec::new();
        unpack::with_zip_entry(bytes, &entry, |reader| {
            let limit = MAX_BYTES - total;
            reader.take(limit + 1).read_to_end(&mut content).map_err(|error| {
                Diagnostic::error(format!("the file {path} of the archive is damaged ({error})"))
            })
        })?;
        total += content.len() as u64;
        if let Some(problem) = size_problem(total, bytes.len()) {
            return Err(size_error(&problem));
        }
        files.push((path, content));
    }
    Ok(files)
}

fn read_tar(mut content: impl Read, packed: usize) -> Result<Vec<(String, Vec<u8>)>, Diagnostic> {
    let failed = |error: io::Error| {
        // Errors of the limits and of the unpacking have their message.
        if error.kind() == io::ErrorKind::Other {
            return size_error(&error.to_string().chars().take(200).collect::<String>());
        }
        let text = quote_bytes(error.to_string().as_bytes());
        Diagnostic::error(format!("the tar archive is damaged or truncated ({text})"))
            .hint("Download it again.")
    };
    let mut archive = tar::Archive::new(LimitedContent { content: &mut content, packed, read: 0 });
    let (mut files, mut total, mut others) = (Vec::new(), 0, 0_u32);
    for entry in archive.entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        let path = clean_path(&entry.path_bytes());
        if !entry.header().entry_type().is_file() {
            others += u32::from(!entry.header().entry_type().is_dir());
            if others as usize > MAX_FILES {
                return Err(count_error());
            }
            continue;
        }
        if is_clutter(&path) {
            continue;
        }
        if files.len() == MAX_FILES {
            return Err(count_error());
        }
        let mut bytes = Vec::new();
        // The holes of a sparse file are not in the archive.
        entry.by_ref().take(MAX_BYTES - total + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 != entry.size() {
            let message = format!("the file {path} of the tar archive is incomplete or too large");
            return Err(Diagnostic::error(message).hint("Download it again."));
        }
        total += bytes.len() as u64;
        if let Some(problem) = size_problem(total, packed) {
            return Err(size_error(&problem));
        }
        files.push((path, bytes));
    }
    if files.is_empty() && others > 0 {
        let entries = count_text(others, "link or device", "links or devices");
        return Err(Diagnostic::error(format!("the archive holds no file, only {entries}")));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unpack::tests::{gzip, zip, zstd};

    const LOG: &[u8] = b"1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 -1 -1 -1 -1\n";

    fn tar_of(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (path, bytes) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            archive.append_data(&mut header, path, *bytes).expect("memory never fails");
        }
        archive.into_inner().expect("memory never fails")
    }

    fn names(bytes: &[u8]) -> Result<Vec<String>, String> {
        let files = open_archive(bytes).map_err(|problem| problem.message)?;
        Ok(files.into_iter().map(|file| file.name).collect())
    }

    #[test]
    fn files_of_all_archives_are_read_in_order() {
        let files: [(&str, &[u8]); 3] =
            [("day/log.swf", LOG), ("platform.xml", b"<platform/>"), ("day/._log.swf", b"x")];
        let tar = tar_of(&files);
        let archives = [gzip(&tar), zstd(&tar), zip(&files).expect("an archive"), tar];
        for archive in archives {
            assert!(is_archive(&archive));
            let read = open_archive(&archive).expect("an archive");
            assert_eq!(read[0], ArchivedFile { name: "log.swf".to_owned(), bytes: LOG.to_vec() });
            assert_eq!((read.len(), read[1].name.as_str()), (2, "platform.xml"));
        }
        let same = tar_of(&[("a/log.swf", LOG), ("b/log.swf", LOG), ("c\u{7}.swf", LOG)]);
        assert_eq!(
            names(&same),
            Ok(vec!["a/log.swf".to_owned(), "b/log.swf".to_owned(), "c .swf".to_owned()])
        );
    }

    #[test]
    fn paths_are_names_without_escapes() {
        assert_eq!(clean_path(b"../../etc/./passwd"), "etc/passwd");
        assert_eq!(clean_path(b"C:\\logs\\a\x1b[2J\xff.swf"), "C:/logs/a [2J\u{fffd}.swf");
        assert_eq!(clean_path("x".repeat(500).as_bytes()).len(), MAX_NAME);
        assert_eq!(clean_path(b"/../"), "file");
    }

    #[test]
    fn packed_files_and_other_files_are_no_archives() {
        let only = zip(&[("log.swf", LOG)]).expect("an archive");
        for bytes in [LOG, &gzip(LOG), &zstd(LOG), &only, b"", b"PK\x03\x04", &[0; 2_000], &[b'7'; 2_000]] {
            assert!(!is_archive(bytes));
        }
        let cut = &tar_of(&[("log.swf", LOG)])[..300];
        assert!(!is_archive(cut));
    }

    #[test]
    fn archives_in_archives_are_refused() {
        let inner = tar_of(&[("log.swf", LOG)]);
        let inner_zip = zip(&[("log.swf", LOG)]).expect("an archive");
        for (name, bytes) in [("in.tar", &inner), ("in.tar.gz", &gzip(&inner)), ("in.zip", &inner_zip)] {
            let files: [(&str, &[u8]); 2] = [("log.swf", LOG), (name, bytes)];
            let message = format!("the archive holds another archive: {name}");
            assert_eq!(names(&tar_of(&files)), Err(message.clone()));
            assert_eq!(names(&zip(&files).expect("an archive")), Err(message));
        }
        let packed = tar_of(&[("log.swf.gz", &gzip(LOG)), ("b.swf.zst", &zstd(LOG))]);
        assert_eq!(names(&packed).map(|names| names.len()), Ok(2));
    }

    #[test]
    fn too_many_and_too_large_files_are_refused() {
        let paths: Vec<String> = (0..101).map(|at| format!("{at}.swf")).collect();
        let many: Vec<(&str, &[u8])> = paths.iter().map(|path| (path.as_str(), LOG)).collect();
        let message = Err("the archive holds more than 100 files, which is the limit".to_owned());
        assert_eq!(names(&tar_of(&many)), message);
        assert_eq!(names(&zip(&many).expect("an archive")), message);
        let zeros = vec![0; 80 << 20];
        let bomb: [(&str, &[u8]); 2] = [("a", &zeros), ("b", b"")];
        let dense = "the archive cannot be opened: its files are implausibly larger than the archive";
        assert_eq!(names(&gzip(&tar_of(&bomb))), Err(dense.to_owned()));
        assert_eq!(names(&zip(&bomb).expect("an archive")), Err(dense.to_owned()));
    }

    #[test]
    fn hostile_archives_are_refused() {
        let good = tar_of(&[("log.swf", LOG), ("b.swf", LOG)]);
        assert!(names(&good[..700]).is_err() && names(&good[..520]).is_err());
        // Sizes beyond the end, and a name longer than the archive.
        for kind in [b'0', b'L', b'x', b'S'] {
            let mut header = tar::Header::new_gnu();
            header.set_path("a").expect("a short name");
            header.set_entry_type(tar::EntryType::new(kind));
            header.set_size(u64::MAX >> 3);
            header.set_cksum();
            let claimed = [header.as_bytes(), &good[..]].concat();
            assert!(names(&claimed).is_err(), "{kind}");
        }
        let mut link = tar::Header::new_gnu();
        link.set_path("passwd").expect("a short name");
        link.set_entry_type(tar::EntryType::Symlink);
        link.set_link_name("/etc/passwd").expect("a short name");
        link.set_size(0);
        link.set_cksum();
        let links = [link.as_bytes(), &[0; 1024][..]].concat();
        assert_eq!(names(&links), Err("the archive holds no file, only 1 link or device".to_owned()));
        let mut damaged = zip(&[("a.swf", LOG), ("b.swf", LOG)]).expect("an archive");
        damaged[40] ^= 0xff;
        assert!(names(&damaged).is_err());
    }
}
