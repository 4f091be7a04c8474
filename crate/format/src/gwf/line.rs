//! Parses one line of a log.

use super::{GwfDialect, Home};
use crate::log::{
    self, BadField, Fields, IdIndex, JobRow, LogLine, comment_text, is_unknown, split_fields, strip_remark,
};
use crate::number::MAX_TIME_S;
use ganttlet_work::UNKNOWN;

/// Number of fields of the format.
pub(super) const FIELDS: usize = 29;

/// Maximum number of columns, because some programs add a list of properties; lines with more columns are another
/// format.
const MAX_COLUMNS: usize = 30;

/// The value of an empty field.
const EMPTY: &[u8] = b"-1";

impl GwfDialect {
    /// The contents of this line (without its end).
    pub(super) fn parse_line<'a>(&mut self, line: &'a [u8]) -> LogLine<'a> {
        if let Some(comment) = comment_text(line) {
            return LogLine::Comment(comment);
        }
        let line = strip_remark(line, None);
        let mut fields = [EMPTY; FIELDS];
        let columns = split_cells(line, &mut fields);
        log::parse_fields(&fields, columns, MAX_COLUMNS, |fields, wide| self.parse_row(fields, wide))
    }

    fn parse_row<'a>(&mut self, fields: Fields<'a, '_>, wide: bool) -> Result<JobRow<'a>, BadField<'a>> {
        let mut submit = fields.number(2)?;
        let in_milliseconds = submit > MAX_TIME_S;
        if in_milliseconds {
            submit /= 1e3;
        }
        if submit > MAX_TIME_S {
            return Err(fields.bad_field(2, "longer than 300 years"));
        }
        let run = fields.time(4)?;
        let [allocated, requested] = fields.processors()?;
        let (estimate, unlimited) = fields.estimate();
        let (status, mut strange) = fields.status();
        let mut id = |ids: &mut IdIndex, field: usize| {
            let place = ids.index_of(fields.text(field));
            if place == UNKNOWN && !is_unknown(fields.text(field)) {
                strange = strange.or(Some(fields.bad_field(field, "too long for an id")));
            }
            place
        };
        let home = match self.home {
            Home::None => UNKNOWN,
            Home::Site => id(&mut self.homes, 17),
            Home::LastSite => id(&mut self.homes, 18),
            Home::Partition => id(&mut self.homes, 16),
            Home::Queue => id(&mut self.homes, 15),
        };
        let kept_by = |ids: &mut IdIndex, wanted: bool, field: usize| {
            if wanted { ids.index_of(fields.text(field)) } else { UNKNOWN }
        };
        let queue = kept_by(&mut self.queues, self.filters, 15);
        let partition = kept_by(&mut self.partitions, self.filters, 16);
        let structure = fields.text(19);
        let in_bag = structure.eq_ignore_ascii_case(b"bot");
        let batch = if in_bag { id(&mut self.bags, 20) } else { UNKNOWN };
        let (user, group) = (id(&mut self.users, 12), id(&mut self.groups, 13));
        let application = id(&mut self.applications, 14);
        let row = JobRow {
            // Job ids may be words; then the number of the line is used.
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
            batch,
            unlimited,
            strange,
            ignored: (24..=27).any(|field| !is_unknown(fields.text(field))),
            wide,
            started: None,
            place: None,
        };
        self.first = if submit >= 0.0 { self.first.min(submit) } else { self.first };
        self.milliseconds += u32::from(in_milliseconds);
        self.sites.add_job(fields, &row);
        if in_bag {
            self.in_bags += 1;
        } else if !is_unknown(structure) && !structure.eq_ignore_ascii_case(b"unitary") {
            self.in_others += 1;
        }
        Ok(row)
    }
}

/// Splits a line into `fields`; returns their number. With tabs as separators, blanks belong to words, and an empty
/// field is unknown.
fn split_cells<'a>(line: &'a [u8], fields: &mut [&'a [u8]]) -> usize {
    if !line.trim_ascii().contains(&b'\t') {
        return split_fields(line, fields);
    }
    let mut columns = 0;
    let mut last = line;
    for cell in line.split(|&byte| byte == b'\t') {
        last = cell.trim_ascii();
        if let Some(field) = fields.get_mut(columns).filter(|_| !last.is_empty()) {
            *field = last;
        }
        columns += 1;
    }
    // Some programs end every line with a tab.
    if columns == FIELDS + 1 && last.is_empty() { FIELDS } else { columns }
}
