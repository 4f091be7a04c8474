//! Parquet, a column-oriented table format. The kind of a table follows from the names of its columns, which are at the
//! end of the file; so a Parquet file is recognised and read as a whole, unlike files that are read in pieces.
//!
//! The library is only in builds with the feature `parquet`; other builds reject such files.

#[cfg(feature = "parquet")]
mod cells;
#[cfg(feature = "parquet")]
mod file;
#[cfg(feature = "parquet")]
mod footer;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod tables;
#[cfg(all(test, feature = "parquet"))]
pub(crate) mod testing;
#[cfg(all(test, feature = "parquet"))]
mod tests;

#[cfg(feature = "parquet")]
pub(crate) use cells::{Cell, Cells};
#[cfg(feature = "parquet")]
pub(crate) use file::{Column, ColumnKind, ParquetFile, RowCursor};
#[cfg(feature = "parquet")]
pub(crate) use tables::{has_all, read, recognise};

#[cfg(not(feature = "parquet"))]
use super::Format;
use super::{Reader, Reading};
use ganttlet_core::diagnostic::Diagnostic;

/// True if a file begins like a Parquet file.
pub(super) fn is_parquet(head: &[u8]) -> bool {
    head.starts_with(b"PAR1")
}

/// Maximum number of bytes of a file, after unpacking.
pub(super) const LIMIT: u64 = 1 << 30;

/// The error about a Parquet file in a build without the feature.
#[cfg(not(feature = "parquet"))]
fn no_reader() -> Diagnostic {
    Diagnostic::error("this is a Parquet file, which this build does not read")
        .hint("Build it with the feature `parquet`.")
}

/// The id of the format of a Parquet file.
#[cfg(not(feature = "parquet"))]
pub(super) fn recognise(_bytes: &[u8]) -> Result<&'static str, Diagnostic> {
    Err(no_reader())
}

/// Reads a Parquet file.
#[cfg(not(feature = "parquet"))]
pub(super) fn read(
    _bytes: &[u8],
    _format: &Format,
    _settings: &ganttlet_core::entry::Settings,
) -> Result<Reading, Vec<Diagnostic>> {
    Err(vec![no_reader()])
}

/// The reader of a format of Parquet files for a file that is not a Parquet file.
pub(super) struct NoParquet;

impl Reader for NoParquet {
    fn push(&mut self, _bytes: &[u8]) {}

    fn finish(self: Box<Self>) -> Result<Reading, Vec<Diagnostic>> {
        let hint = "Leave out the format: it is recognised from the content of the file.";
        Err(vec![Diagnostic::error("the file is not a Parquet file").hint(hint)])
    }
}
