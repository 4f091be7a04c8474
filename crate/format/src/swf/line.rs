//! One line of a log: bytes in, the fields that are used out, without an allocation.

use crate::found::shown;
use crate::number::number;
use std::fmt;

/// Fields of the format.
pub(super) const FIELDS: usize = 18;

/// More columns than this are another format: Alea adds up to 4 columns, the Grid Workloads Format has 29.
pub(super) const MOST_COLUMNS: usize = 28;

/// Times beyond this are refused, in seconds: 300 years.
pub(super) const LATEST_S: f64 = 1e10;

/// What a line says.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// Nothing.
    Blank,
    /// What follows the sign of a comment.
    Comment(&'a [u8]),
    /// A job.
    Row(Row),
    /// This many columns, which is no job.
    Columns(usize),
    /// The columns are named instead of numbered.
    Names,
    /// A field that is not what it must be.
    Bad(Bad<'a>),
}

/// A field that is not what it must be.
#[derive(Debug, PartialEq)]
pub(super) struct Bad<'a> {
    /// Its number, from 1.
    pub(super) field: usize,
    /// What stands there.
    pub(super) text: &'a [u8],
    /// What is wrong with it.
    pub(super) why: &'static str,
}

/// `field 4, the run time, is `x`, not a number`
impl fmt::Display for Bad<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, text, why } = *self;
        write!(f, "field {field}, the {}, is `{}`, {why}", field_name(field), shown(text))
    }
}

/// The fields of a job that are used; -1 or any other negative number for unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) number: f64,
    pub(super) submit: f64,
    pub(super) run: f64,
    pub(super) allocated: f64,
    pub(super) requested: f64,
    pub(super) estimate: f64,
    pub(super) status: f64,
    pub(super) user: f64,
    pub(super) group: f64,
    pub(super) queue: f64,
    pub(super) partition: f64,
    /// The two numbers of processors are known and differ.
    pub(super) differs: bool,
    /// It names a job before it or a think time.
    pub(super) follows: bool,
    /// It has more columns than the format.
    pub(super) wide: bool,
}

/// The names of the fields that are used.
const fn field_name(field: usize) -> &'static str {
    match field {
        1 => "job number",
        2 => "submit time",
        4 => "run time",
        5 => "allocated processors",
        8 => "requested processors",
        9 => "requested time",
        11 => "status",
        12 => "user",
        13 => "group",
        15 => "queue",
        16 => "partition",
        _ => "field",
    }
}

/// What this line (without its end) says.
pub(super) fn parse(line: &[u8]) -> Line<'_> {
    let mut fields = [&line[..0]; FIELDS];
    let mut columns = 0;
    let mut at = 0;
    while at < line.len() {
        // Everything up to the blank separates: blanks, tabs, carriage returns.
        if line[at] <= b' ' {
            at += 1;
            continue;
        }
        if columns == 0 && (line[at] == b';' || line[at] == b'#') {
            return Line::Comment(&line[at + 1..]);
        }
        let start = at;
        while at < line.len() && line[at] > b' ' {
            at += 1;
        }
        if columns < FIELDS {
            fields[columns] = &line[start..at];
        }
        columns += 1;
    }
    match columns {
        0 => Line::Blank,
        FIELDS..=MOST_COLUMNS => row(&fields, columns > FIELDS).unwrap_or_else(|bad| {
            let named = |field: &&[u8]| field[0].is_ascii_alphabetic();
            if fields.iter().all(named) { Line::Names } else { Line::Bad(bad) }
        }),
        _ => Line::Columns(columns),
    }
}

fn row<'a>(fields: &[&'a [u8]; FIELDS], wide: bool) -> Result<Line<'a>, Bad<'a>> {
    let bad = |field: usize, why| Bad { field, text: fields[field - 1], why };
    let any = |field: usize| number(fields[field - 1]).ok_or_else(|| bad(field, "not a number"));
    let time = |field| {
        any(field).and_then(|x| if x > LATEST_S { Err(bad(field, "longer than 300 years")) } else { Ok(x) })
    };
    let count = |field| {
        any(field).and_then(|x| {
            if x >= f64::from(u32::MAX) {
                Err(bad(field, "too large a number"))
            } else if x > 0.0 && x.fract() > 0.0 {
                Err(bad(field, "not a whole number"))
            } else {
                Ok(x)
            }
        })
    };
    // These two are not used: in some logs they are lists or predictions.
    let follows = [17, 18].iter().any(|&field| number(fields[field - 1]).is_none_or(|x| x > 0.0));
    let (allocated, requested) = (count(5)?, count(8)?);
    Ok(Line::Row(Row {
        number: any(1)?,
        submit: time(2)?,
        run: time(4)?,
        allocated,
        requested,
        estimate: time(9)?,
        status: count(11)?,
        user: count(12)?,
        group: count(13)?,
        queue: count(15)?,
        partition: count(16)?,
        differs: allocated > 0.0 && requested > 0.0 && (allocated - requested).abs() > 0.0,
        follows,
        wide,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_jobs() {
        assert_eq!(parse(b" \t\r"), Line::Blank);
        assert_eq!(parse(b"  ; MaxProcs: 4\r"), Line::Comment(b" MaxProcs: 4\r"));
        assert_eq!(parse(b"1 2 3"), Line::Columns(3));
        assert_eq!(parse("a ".repeat(18).as_bytes()), Line::Names);
        assert_eq!(parse("1 ".repeat(29).as_bytes()), Line::Columns(29));
        let bad = Bad { field: 4, text: b"nan", why: "not a number" };
        assert_eq!(parse(b"1 2 3 nan 5 6 7 8 9 10 11 12 13 14 15 16 17 18"), Line::Bad(bad));
    }
}
