//! Checks the footer of a Parquet file before the library parses it: the library follows a schema recursively, and the
//! footer of a hostile file can nest deep enough to exhaust the stack. Page headers use the same protocol.

/// Maximum number of levels of a schema; logs and workflows need three or four.
const MAX_SCHEMA_DEPTH: usize = 32;
/// Maximum number of levels of structures in the footer; the format has six.
const MAX_DEPTH: usize = 32;

/// Types of the compact protocol of Thrift.
const STOP: u8 = 0;
const I32: u8 = 5;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// Field numbers of the file metadata and of an element of the schema.
const SCHEMA: i64 = 2;
const ROW_GROUPS: i64 = 4;
const CHILDREN: i64 = 5;

/// Field numbers of the header of a page, and of the headers for pages with values in it.
const PACKED_SIZE: i64 = 3;
const DATA_PAGE: i64 = 5;
const DATA_PAGE_V2: i64 = 8;
const VALUES: i64 = 1;

/// The reason why a footer is not parsed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FooterError {
    /// It is truncated, or has an invalid type or size.
    Damaged,
    /// Its schema nests deeper than 32 levels.
    Deep,
}

/// Checks that the footer is complete and the depth of its schema is within the limit.
pub(super) fn check_footer(footer: &[u8]) -> Result<(), FooterError> {
    let mut walk = Walk { rest: footer };
    let (mut last, mut schema) = (0, false);
    while let Some((field, kind)) = walk.field(&mut last)? {
        match (field, kind) {
            (SCHEMA, LIST) => {
                walk.schema()?;
                schema = true;
            }
            (ROW_GROUPS, _) if !schema => return Err(FooterError::Damaged),
            _ => walk.skip(kind, MAX_DEPTH)?,
        }
    }
    if schema { Ok(()) } else { Err(FooterError::Damaged) }
}

/// The length of a page with its header, and the number of its values; `bytes` begin with the header.
pub(super) fn page_extent(bytes: &[u8]) -> Result<(usize, u64), FooterError> {
    let mut walk = Walk { rest: bytes };
    let (mut last, mut size, mut values) = (0, 0, 0);
    while let Some((field, kind)) = walk.field(&mut last)? {
        match (field, kind) {
            (PACKED_SIZE, I32) => size = walk.signed()?,
            (DATA_PAGE | DATA_PAGE_V2, STRUCT) => {
                let mut last = 0;
                while let Some((field, kind)) = walk.field(&mut last)? {
                    if (field, kind) == (VALUES, I32) {
                        values = walk.signed()?;
                    } else {
                        walk.skip(kind, MAX_DEPTH)?;
                    }
                }
            }
            _ => walk.skip(kind, MAX_DEPTH)?,
        }
    }
    walk.bytes(u64::try_from(size).map_err(|_| FooterError::Damaged)?)?;
    Ok((bytes.len() - walk.rest.len(), values.try_into().unwrap_or(0)))
}

/// A walk through values in the compact protocol.
struct Walk<'a> {
    rest: &'a [u8],
}

impl Walk<'_> {
    fn byte(&mut self) -> Result<u8, FooterError> {
        let (&first, rest) = self.rest.split_first().ok_or(FooterError::Damaged)?;
        self.rest = rest;
        Ok(first)
    }

    fn bytes(&mut self, count: u64) -> Result<(), FooterError> {
        let count = usize::try_from(count).map_err(|_| FooterError::Damaged)?;
        self.rest = self.rest.get(count..).ok_or(FooterError::Damaged)?;
        Ok(())
    }

    fn varint(&mut self) -> Result<u64, FooterError> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(FooterError::Damaged)
    }

    fn signed(&mut self) -> Result<i64, FooterError> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// Number and type of the next field of a structure, `None` at its end; `last` is the number of the one before.
    fn field(&mut self, last: &mut i64) -> Result<Option<(i64, u8)>, FooterError> {
        let head = self.byte()?;
        let (step, kind) = (head >> 4, head & 0xf);
        if kind == STOP {
            return Ok(None);
        }
        *last = if step == 0 { self.signed()? } else { last.saturating_add(step.into()) };
        Ok(Some((*last, kind)))
    }

    /// Number and type of the elements of a list, each of which takes at least a byte.
    fn list(&mut self) -> Result<(u64, u8), FooterError> {
        let head = self.byte()?;
        let count = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
        if count > self.rest.len() as u64 {
            return Err(FooterError::Damaged);
        }
        Ok((count, head & 0xf))
    }

    /// Skips a value.
    fn skip(&mut self, kind: u8, depth: usize) -> Result<(), FooterError> {
        let depth = depth.checked_sub(1).ok_or(FooterError::Damaged)?;
        match kind {
            1 | 2 => Ok(()),
            3 => self.bytes(1),
            4..=6 => self.varint().map(drop),
            7 => self.bytes(8),
            8 => {
                let length = self.varint()?;
                self.bytes(length)
            }
            LIST | 10 => {
                let (count, kind) = self.list()?;
                (0..count).try_for_each(|_| self.element(kind, depth))
            }
            11 => {
                let count = self.varint()?;
                if count == 0 {
                    return Ok(());
                }
                let kinds = self.byte()?;
                (0..count).try_for_each(|_| {
                    self.element(kinds >> 4, depth)?;
                    self.element(kinds & 0xf, depth)
                })
            }
            STRUCT => {
                let mut last = 0;
                while let Some((_, kind)) = self.field(&mut last)? {
                    self.skip(kind, depth)?;
                }
                Ok(())
            }
            13 => self.bytes(16),
            _ => Err(FooterError::Damaged),
        }
    }

    /// Skips an element of a list or map, where true and false take a byte.
    fn element(&mut self, kind: u8, depth: usize) -> Result<(), FooterError> {
        if matches!(kind, 1 | 2) { self.bytes(1) } else { self.skip(kind, depth) }
    }

    /// Walks through the schema: a tree as a list, parents before children.
    fn schema(&mut self) -> Result<(), FooterError> {
        let (count, kind) = self.list()?;
        if kind != STRUCT {
            return Err(FooterError::Damaged);
        }
        // The number of remaining children of each ancestor.
        let mut open: Vec<i64> = vec![];
        for _ in 0..count {
            let (mut last, mut children) = (0, 0);
            while let Some((field, kind)) = self.field(&mut last)? {
                if (field, kind) == (CHILDREN, I32) {
                    children = self.signed()?;
                } else {
                    self.skip(kind, MAX_DEPTH)?;
                }
            }
            if !(0..=count as i64).contains(&children) {
                return Err(FooterError::Damaged);
            }
            if let Some(left) = open.last_mut() {
                *left -= 1;
            }
            if children > 0 {
                open.push(children);
            }
            if open.len() > MAX_SCHEMA_DEPTH {
                return Err(FooterError::Deep);
            }
            while open.last() == Some(&0) {
                open.pop();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A footer whose schema consists of groups with one child each.
    fn nested(levels: u8) -> Vec<u8> {
        let mut footer = vec![0x15, 2, 0x19, 0xfc, levels];
        // Name `a`, one child.
        (1..levels).for_each(|_| footer.extend([0x48, 1, b'a', 0x15, 2, 0]));
        footer.extend([0x48, 1, b'a', 0, 0]);
        footer
    }

    #[test]
    fn deep_schemas_are_refused() {
        assert_eq!(check_footer(&nested(30)), Ok(()));
        assert_eq!(check_footer(&nested(40)), Err(FooterError::Deep));
    }

    #[test]
    fn the_extent_of_a_page_is_in_its_header() {
        // A page of 3 packed bytes with 5 values: type, sizes, and a header of values with an encoding.
        let page = [0x15, 0, 0x15, 8, 0x15, 6, 0x2c, 0x15, 10, 0x15, 0, 0, 0, 7, 7, 7, 9];
        assert_eq!(page_extent(&page), Ok((16, 5)));
        assert_eq!(page_extent(&page[..15]), Err(FooterError::Damaged));
        assert_eq!(page_extent(&[0x15, 0, 0x15, 8, 0x15, 1, 0]), Err(FooterError::Damaged));
    }

    #[test]
    fn incomplete_footers_are_refused() {
        let whole = nested(3);
        for end in 0..whole.len() {
            assert_eq!(check_footer(&whole[..end]), Err(FooterError::Damaged), "{end}");
        }
        // A list of 2^40 elements, and row groups without a schema.
        let huge = [0x19, 0xfc, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40, 0];
        assert_eq!(check_footer(&huge), Err(FooterError::Damaged));
        assert_eq!(check_footer(&[0x49, 0x0c, 0]), Err(FooterError::Damaged));
    }
}
