//! The pages of a column: unpacked in this module, so that the package of the page needs no codec in C, and checked,
//! because the library trusts the numbers in page headers.

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use parquet::basic::{Compression, Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::ColumnDescPtr;
use ruzstd::decoding::StreamingDecoder;
use std::collections::VecDeque;
use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Largest unpacked page. Writers aim at 1 MiB.
const MAX_PAGE: usize = 128 << 20;

/// The name of a codec that is not supported.
pub(super) fn unsupported_codec(codec: Compression) -> Option<&'static str> {
    match codec {
        Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::GZIP(_) | Compression::ZSTD(_) => None,
        Compression::BROTLI(_) => Some("Brotli"),
        Compression::LZ4 | Compression::LZ4_RAW => Some("LZ4"),
        Compression::LZO => Some("LZO"),
    }
}

/// Pages with their headers, as stored in the file. A column is copied from the file a few pages at a time, because a
/// row group may be the whole file.
pub(super) type PageQueue = Arc<Mutex<VecDeque<Bytes>>>;

/// The pages of a column in one row group.
pub(super) struct Pages {
    queue: PageQueue,
    /// All values that the footer announces.
    values: i64,
    codec: Compression,
    column: ColumnDescPtr,
    /// Number of values that the footer announces and no page had yet.
    left: u64,
    /// True after a dictionary page.
    dictionary: bool,
    /// The next page, if it was peeked at.
    next: Option<Page>,
    /// Number of bytes that may still be unpacked in the file.
    budget: Arc<AtomicU64>,
}

impl Pages {
    /// The pages in `queue` of a column that `meta` describes.
    pub(super) fn new(queue: PageQueue, meta: &ColumnChunkMetaData, budget: Arc<AtomicU64>) -> Result<Self> {
        Ok(Self {
            queue,
            values: meta.num_values(),
            codec: meta.compression(),
            column: meta.column_descr_ptr(),
            left: meta.num_values().try_into()?,
            dictionary: false,
            next: None,
            budget,
        })
    }

    /// The next page as stored in the file.
    fn next_packed(&self) -> Result<Option<Page>> {
        loop {
            let next = self.queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(bytes) = next else { return Ok(None) };
            let plain = ColumnChunkMetaData::builder(self.column.clone())
                .set_compression(Compression::UNCOMPRESSED)
                .set_data_page_offset(0)
                .set_total_compressed_size(bytes.len() as i64)
                .set_total_uncompressed_size(bytes.len() as i64)
                .set_num_values(self.values)
                .build()?;
            // A page without values or dictionary is an index, which is skipped.
            let page = SerializedPageReader::new(Arc::new(bytes), &plain, 0, None)?.get_next_page()?;
            if page.is_some() {
                return Ok(page);
            }
        }
    }

    /// The next page, unpacked and checked.
    fn take(&mut self) -> Result<Option<Page>> {
        if let Some(page) = self.next.take() {
            return Ok(Some(page));
        }
        // Pages after the last value are padding.
        if self.left == 0 && self.dictionary {
            return Ok(None);
        }
        let Some(page) = self.next_packed()? else { return Ok(None) };
        Ok(Some(match page {
            Page::DictionaryPage { buf, num_values, encoding, is_sorted } => {
                let buf = self.unpack(&buf, 0)?;
                let count = num_values as usize;
                let complete = match self.kind() {
                    Type::BYTE_ARRAY => text_count(&buf)? == count,
                    kind => buf.len() >= count.saturating_mul(width(kind)),
                };
                if self.dictionary || !complete {
                    return Err(wrong("dictionary"));
                }
                self.dictionary = true;
                Page::DictionaryPage { buf, num_values, encoding, is_sorted }
            }
            Page::DataPage { buf, num_values, encoding, def_level_encoding, rep_level_encoding, .. } => {
                self.count(num_values)?;
                self.check_encoding(encoding)?;
                if ![def_level_encoding, rep_level_encoding].into_iter().all(is_level_encoding) {
                    return Err(wrong("encoding of levels"));
                }
                let buf = self.unpack(&buf, 0)?;
                let mut start = 0;
                for (most, encoding) in [
                    (self.column.max_rep_level(), rep_level_encoding),
                    (self.column.max_def_level(), def_level_encoding),
                ] {
                    start += levels_length(&buf[start..], most, encoding, num_values)?;
                }
                let (buf, encoding) = self.check_values(buf, start, encoding, num_values)?;
                let statistics = None;
                Page::DataPage {
                    buf,
                    num_values,
                    encoding,
                    def_level_encoding,
                    rep_level_encoding,
                    statistics,
                }
            }
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                num_nulls,
                num_rows,
                def_levels_byte_len,
                rep_levels_byte_len,
                is_compressed,
                ..
            } => {
                self.count(num_values)?;
                self.check_encoding(encoding)?;
                let levels = u64::from(def_levels_byte_len) + u64::from(rep_levels_byte_len);
                if num_nulls > num_values || levels > buf.len() as u64 {
                    return Err(wrong("size of levels"));
                }
                let buf = if is_compressed { self.unpack(&buf, levels as usize)? } else { buf };
                let (buf, encoding) =
                    self.check_values(buf, levels as usize, encoding, num_values - num_nulls)?;
                Page::DataPageV2 {
                    buf,
                    num_values,
                    encoding,
                    num_nulls,
                    num_rows,
                    def_levels_byte_len,
                    rep_levels_byte_len,
                    is_compressed,
                    statistics: None,
                }
            }
        }))
    }

    fn count(&mut self, values: u32) -> Result<()> {
        self.left = self.left.checked_sub(values.into()).ok_or_else(|| wrong("number of values"))?;
        Ok(())
    }

    fn kind(&self) -> Type {
        self.column.physical_type()
    }

    fn check_encoding(&self, encoding: Encoding) -> Result<()> {
        match encoding {
            Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY if !self.dictionary => {
                Err(wrong("dictionary"))
            }
            // Each value may repeat most of a long previous one, so that a small page could exhaust the memory; and the
            // library trusts the lengths.
            Encoding::DELTA_BYTE_ARRAY | Encoding::DELTA_LENGTH_BYTE_ARRAY => {
                Err(ParquetError::NYI(format!("texts in the encoding {encoding}")))
            }
            Encoding::RLE if self.kind() != Type::BOOLEAN => Err(wrong("encoding")),
            _ => Ok(()),
        }
    }

    /// Checks the numbers that the library trusts in the values of a page, which begin at `start` and are at most
    /// `most`; returns the page and its encoding in a form that the library reads.
    fn check_values(
        &self,
        page: Bytes,
        start: usize,
        encoding: Encoding,
        most: u32,
    ) -> Result<(Bytes, Encoding)> {
        let (values, most) = (&page[start..], most as usize);
        match encoding {
            Encoding::PLAIN if self.kind() == Type::BYTE_ARRAY => {
                // If missing values are not counted, the library may read values beyond the end: these are made empty.
                let missing = most.saturating_sub(text_count(values)?);
                if missing == 0 {
                    return Ok((page, encoding));
                }
                let mut padded = page.to_vec();
                padded.resize(page.len() + missing * size_of::<u32>(), 0);
                Ok((padded.into(), encoding))
            }
            Encoding::BYTE_STREAM_SPLIT if values.len() < most.saturating_mul(width(self.kind())) => {
                Err(ParquetError::NYI(format!("missing values in the encoding {encoding}")))
            }
            Encoding::DELTA_BINARY_PACKED => {
                let header = varint(values).and_then(|(block, rest)| {
                    let (parts, rest) = varint(rest)?;
                    Some((block, parts, varint(rest)?.0))
                });
                match header {
                    // The library needs a first value, so an empty page becomes a plain one.
                    Some((.., 0)) => Ok((page.slice(..start), Encoding::PLAIN)),
                    Some((block, parts, _)) if block <= MAX_BLOCK && (1..=block).contains(&parts) => {
                        Ok((page, encoding))
                    }
                    _ => Err(wrong("encoding")),
                }
            }
            _ => Ok((page, encoding)),
        }
    }

    /// The bytes of a page; the first `plain` ones are not packed.
    fn unpack(&self, packed: &Bytes, plain: usize) -> Result<Bytes> {
        let most = (self.budget.load(Ordering::Relaxed).min(MAX_PAGE as u64)) as usize;
        let (start, rest) = packed.split_at(plain);
        let mut all = start.to_vec();
        match self.codec {
            Compression::UNCOMPRESSED => return Ok(packed.clone()),
            _ if rest.is_empty() => {}
            Compression::SNAPPY => {
                let length = snap::raw::decompress_len(rest).map_err(damaged)?;
                if length > most {
                    return Err(too_large());
                }
                all.resize(plain + length, 0);
                snap::raw::Decoder::new().decompress(rest, &mut all[plain..]).map_err(damaged)?;
            }
            Compression::GZIP(_) => read_up_to(MultiGzDecoder::new(rest), most, &mut all)?,
            Compression::ZSTD(_) => {
                read_up_to(StreamingDecoder::new(rest).map_err(damaged)?, most, &mut all)?;
            }
            _ => return Err(wrong("compression")),
        }
        let left = self.budget.load(Ordering::Relaxed).saturating_sub(all.len() as u64);
        self.budget.store(left, Ordering::Relaxed);
        Ok(all.into())
    }
}

fn is_level_encoding(encoding: Encoding) -> bool {
    #[expect(deprecated, reason = "old writers use it")]
    let packed = Encoding::BIT_PACKED;
    encoding == Encoding::RLE || encoding == packed
}

/// Maximum number of values of a block of differences; writers use 128 or 1,024.
const MAX_BLOCK: u64 = 1 << 16;

/// A number in groups of seven bits, and the remaining bytes.
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0;
    for (at, &byte) in bytes.iter().enumerate().take(9) {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}

/// Bytes of a value; no supported column has the types with 0.
fn width(kind: Type) -> usize {
    match kind {
        Type::BOOLEAN | Type::FIXED_LEN_BYTE_ARRAY | Type::BYTE_ARRAY => 0,
        Type::INT32 | Type::FLOAT => 4,
        Type::INT64 | Type::DOUBLE => 8,
        Type::INT96 => 12,
    }
}

/// The number of texts, each preceded by its length.
fn text_count(mut values: &[u8]) -> Result<usize> {
    let mut count = 0;
    while let Some((length, rest)) = values.split_first_chunk::<4>() {
        values = rest.get(u32::from_le_bytes(*length) as usize..).ok_or_else(|| wrong("length of a text"))?;
        count += 1;
    }
    if values.is_empty() { Ok(count) } else { Err(wrong("length of a text")) }
}

/// The bytes of the levels at the beginning of a page.
fn levels_length(page: &[u8], most: i16, encoding: Encoding, count: u32) -> Result<usize> {
    if most == 0 {
        return Ok(0);
    }
    let length = if encoding == Encoding::RLE {
        page.first_chunk::<4>().and_then(|length| (u32::from_le_bytes(*length) as usize).checked_add(4))
    } else {
        let bits = (i16::BITS - most.leading_zeros()) as usize;
        Some((count as usize * bits).div_ceil(8))
    };
    length.filter(|&length| length <= page.len()).ok_or_else(|| wrong("size of levels"))
}

fn read_up_to(content: impl Read, most: usize, into: &mut Vec<u8>) -> Result<()> {
    let before = into.len();
    content.take(most as u64 + 1).read_to_end(into).map_err(damaged)?;
    if into.len() - before > most { Err(too_large()) } else { Ok(()) }
}

fn damaged(error: impl std::fmt::Display) -> ParquetError {
    ParquetError::General(error.to_string())
}

fn wrong(what: &str) -> ParquetError {
    ParquetError::General(format!("the {what} of a page is not as it should be"))
}

fn too_large() -> ParquetError {
    ParquetError::General("a page unpacks to more than is read of one file".to_owned())
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.take().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.take()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.next = self.take()?;
        Ok(self.next.as_ref().map(|page| match page {
            Page::DictionaryPage { .. } => PageMetadata { num_rows: None, num_levels: None, is_dict: true },
            Page::DataPage { num_values, .. } => {
                PageMetadata { num_rows: None, num_levels: Some(*num_values as usize), is_dict: false }
            }
            Page::DataPageV2 { num_values, num_rows, .. } => PageMetadata {
                num_rows: Some(*num_rows as usize),
                num_levels: Some(*num_values as usize),
                is_dict: false,
            },
        }))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.take().map(drop)
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        Ok(self.peek_next_page()?.is_none_or(|page| page.num_rows.is_some()))
    }
}
