//! One line of a log: bytes in, the fields that are used out, without an allocation.

use super::{Home, Swf};
use crate::log::{self, Bad, Fields, Line, Numbers, Row, comment, split, without_remark};
use crate::number::number;
use ganttlet_work::UNKNOWN;

/// Fields of the format.
pub(super) const FIELDS: usize = 18;

/// More columns than this are another format: Alea adds up to 4 columns, the Grid Workloads Format has 29.
const MOST_COLUMNS: usize = 28;

impl Swf {
    /// What this line (without its end) says.
    pub(super) fn line<'a>(&mut self, line: &'a [u8]) -> Line<'a> {
        if let Some(comment) = comment(line) {
            return Line::Comment(comment);
        }
        let line = without_remark(line, Some(b';'));
        let mut fields = [&line[..0]; FIELDS];
        let columns = split(line, &mut fields);
        log::line(&fields, columns, MOST_COLUMNS, |fields, wide| self.row(fields, wide))
    }

    fn row<'a>(&mut self, fields: Fields<'a, '_>, wide: bool) -> Result<Row<'a>, Bad<'a>> {
        // What a job cannot do without comes first: what is no job gives no numbers.
        let (submit, run) = (fields.time(2)?, fields.time(4)?);
        let [allocated, requested] = fields.processors()?;
        // These two are not used: in some logs they are lists or predictions.
        let ignored = [17, 18].iter().any(|&field| number(fields.text(field)).is_none_or(|x| x > 0.0));
        let (estimate, unlimited) = fields.estimate();
        let (status, mut strange) = fields.status();
        let mut id = |numbers: &mut Numbers, field: usize| {
            let (code, other) = numbers.code(fields.text(field));
            if other {
                strange = strange.or(Some(fields.bad(field, "a word or a long number")));
            }
            code
        };
        let (user, group) = (id(&mut self.users, 12), id(&mut self.groups, 13));
        let application = id(&mut self.applications, 14);
        let home = match self.home {
            Home::None => UNKNOWN,
            Home::Partition => id(&mut self.homes, 16),
            Home::Queue => id(&mut self.homes, 15),
        };
        Ok(Row {
            number: fields.text(1),
            submit,
            wait: fields.wait(),
            run,
            allocated,
            requested,
            estimate,
            status,
            user,
            group,
            application,
            home,
            batch: UNKNOWN,
            unlimited,
            strange,
            ignored,
            wide,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_jobs() {
        fn parse(line: &[u8]) -> Line<'_> {
            Swf::new(Home::None).line(line)
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
