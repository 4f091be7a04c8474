//! Parses one line of a log without allocations.

use super::{Home, SwfDialect};
use crate::log::{
    self, BadField, Fields, JobRow, LogLine, NumericIds, comment_text, split_fields, strip_remark,
};
use crate::number::parse_number;
use ganttlet_work::UNKNOWN;

/// Number of fields of the format.
pub(super) const FIELDS: usize = 18;

/// Maximum number of columns: Alea adds up to 4, the Grid Workloads Format has 29.
const MAX_COLUMNS: usize = 28;

impl SwfDialect {
    /// The contents of this line (without its end).
    pub(super) fn parse_line<'a>(&mut self, line: &'a [u8]) -> LogLine<'a> {
        if let Some(comment) = comment_text(line) {
            return LogLine::Comment(comment);
        }
        let line = strip_remark(line, Some(b';'));
        let mut fields = [&line[..0]; FIELDS];
        let columns = split_fields(line, &mut fields);
        log::parse_fields(&fields, columns, MAX_COLUMNS, |fields, wide| self.parse_row(fields, wide))
    }

    fn parse_row<'a>(&mut self, fields: Fields<'a, '_>, wide: bool) -> Result<JobRow<'a>, BadField<'a>> {
        // The required fields are parsed first, so that a line that is not a job adds no numbers.
        let (submit, run) = (fields.time(2)?, fields.time(4)?);
        let [allocated, requested] = fields.processors()?;
        // These two fields are unused: in some logs they are lists or predictions.
        let ignored = [17, 18].iter().any(|&field| parse_number(fields.text(field)).is_none_or(|x| x > 0.0));
        let (estimate, unlimited) = fields.estimate();
        let (status, mut strange) = fields.status();
        let mut id = |numbers: &mut NumericIds, field: usize| {
            let (code, other) = numbers.encode(fields.text(field));
            if other {
                strange = strange.or(Some(fields.bad_field(field, "a word or a long number")));
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
        let kept_by = |ids: &mut NumericIds, wanted: bool, field: usize| {
            if wanted { ids.encode(fields.text(field)).0 } else { UNKNOWN }
        };
        let queue = kept_by(&mut self.queues, self.filters, 15);
        let partition = kept_by(&mut self.partitions, self.filters, 16);
        Ok(JobRow {
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
            queue,
            partition,
            batch: UNKNOWN,
            unlimited,
            strange,
            ignored,
            wide,
            started: None,
            place: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_jobs() {
        fn parse(line: &[u8]) -> LogLine<'_> {
            SwfDialect::new(Home::None).parse_line(line)
        }
        assert_eq!(parse(b" \t\r"), LogLine::Blank);
        assert_eq!(parse(b"  ; MaxProcs: 4\r"), LogLine::Comment(b" MaxProcs: 4\r"));
        assert_eq!(parse(b"1 2 3"), LogLine::Columns(3));
        assert_eq!(parse("a ".repeat(18).as_bytes()), LogLine::Names);
        assert_eq!(parse("1 ".repeat(29).as_bytes()), LogLine::Columns(29));
        let bad = BadField { field: 4, text: b"nan", why: "not a number" };
        assert_eq!(parse(b"1 2 3 nan 5 6 7 8 9 10 11 12 13 14 15 16 17 18"), LogLine::Bad(bad));
    }
}
