//! One line of a log: bytes in, the fields that are used out, without an allocation.

use super::Home;
use crate::log::{self, Bad, Fields, Line, Row, comment, split};
use crate::number::number;

/// Fields of the format.
pub(super) const FIELDS: usize = 18;

/// More columns than this are another format: Alea adds up to 4 columns, the Grid Workloads Format has 29.
const MOST_COLUMNS: usize = 28;

/// What this line (without its end) says.
pub(super) fn parse(line: &[u8], home: Home) -> Line<'_> {
    if let Some(comment) = comment(line) {
        return Line::Comment(comment);
    }
    let mut fields = [&line[..0]; FIELDS];
    let columns = split(line, &mut fields);
    log::line(&fields, columns, MOST_COLUMNS, |fields, wide| row(fields, home, wide))
}

fn row<'a>(fields: Fields<'a, '_>, home: Home, wide: bool) -> Result<Row, Bad<'a>> {
    // These two are not used: in some logs they are lists or predictions.
    let ignored = [17, 18].iter().any(|&field| number(fields.text(field)).is_none_or(|x| x > 0.0));
    let (queue, partition) = (fields.count(15)?, fields.count(16)?);
    Ok(Row {
        number: fields.any(1)?,
        submit: fields.time(2)?,
        run: fields.time(4)?,
        allocated: fields.count(5)?,
        requested: fields.count(8)?,
        estimate: fields.time(9)?,
        status: fields.count(11)?,
        user: fields.count(12)?,
        group: fields.count(13)?,
        // No log becomes unreadable by what it says of executables.
        application: number(fields.text(14)).unwrap_or(-1.0),
        home: match home {
            Home::None => -1.0,
            Home::Partition => partition,
            Home::Queue => queue,
        },
        batch: -1.0,
        ignored,
        wide,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_jobs() {
        fn parse(line: &[u8]) -> Line<'_> {
            super::parse(line, Home::None)
        }
        assert_eq!(parse(b" \t\r"), Line::Blank);
        assert_eq!(parse(b"  ; MaxProcs: 4\r"), Line::Comment(b" MaxProcs: 4\r"));
        assert_eq!(parse(b"1 2 3"), Line::Columns(3));
        assert_eq!(parse("a ".repeat(18).as_bytes()), Line::Names);
        assert_eq!(parse("1 ".repeat(29).as_bytes()), Line::Columns(29));
        let bad = Bad { field: 4, text: b"nan", why: "not a number" };
        assert_eq!(parse(b"1 2 3 nan 5 6 7 8 9 10 11 12 13 14 15 16 17 18"), Line::Bad(bad));
    }
}
