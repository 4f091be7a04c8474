//! One line of a log.

use super::{Gwf, Home};
use crate::log::{self, Bad, Fields, Ids, Line, Row, comment, is_unknown, split, without_remark};
use crate::number::LATEST_S;
use ganttlet_work::UNKNOWN;

/// Fields of the format.
pub(super) const FIELDS: usize = 29;

/// One more column than this is another format: some programs add a list of properties.
const MOST_COLUMNS: usize = 30;

/// Where a field is empty.
const EMPTY: &[u8] = b"-1";

impl Gwf {
    /// What this line (without its end) says.
    pub(super) fn line<'a>(&mut self, line: &'a [u8]) -> Line<'a> {
        if let Some(comment) = comment(line) {
            return Line::Comment(comment);
        }
        let line = without_remark(line, None);
        let mut fields = [EMPTY; FIELDS];
        let columns = cells(line, &mut fields);
        log::line(&fields, columns, MOST_COLUMNS, |fields, wide| self.row(fields, wide))
    }

    fn row<'a>(&mut self, fields: Fields<'a, '_>, wide: bool) -> Result<Row<'a>, Bad<'a>> {
        let mut submit = fields.any(2)?;
        let in_milliseconds = submit > LATEST_S;
        if in_milliseconds {
            submit /= 1e3;
        }
        if submit > LATEST_S {
            return Err(fields.bad(2, "longer than 300 years"));
        }
        let run = fields.time(4)?;
        let [allocated, requested] = fields.processors()?;
        let (estimate, unlimited) = fields.estimate();
        let (status, mut strange) = fields.status();
        let mut id = |ids: &mut Ids, field: usize| {
            let place = ids.place(fields.text(field));
            if place == UNKNOWN && !is_unknown(fields.text(field)) {
                strange = strange.or(Some(fields.bad(field, "too long for an id")));
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
        let structure = fields.text(19);
        let in_bag = structure.eq_ignore_ascii_case(b"bot");
        let batch = if in_bag { id(&mut self.bags, 20) } else { UNKNOWN };
        let (user, group) = (id(&mut self.users, 12), id(&mut self.groups, 13));
        let application = id(&mut self.applications, 14);
        let row = Row {
            // Ids of jobs may be words; then the line is its number.
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
            batch,
            unlimited,
            strange,
            ignored: (24..=27).any(|field| !is_unknown(fields.text(field))),
            wide,
        };
        self.first = if submit >= 0.0 { self.first.min(submit) } else { self.first };
        self.milliseconds += u32::from(in_milliseconds);
        self.sites.ran(fields, &row);
        if in_bag {
            self.in_bags += 1;
        } else if !is_unknown(structure) && !structure.eq_ignore_ascii_case(b"unitary") {
            self.in_others += 1;
        }
        Ok(row)
    }
}

/// Fills `fields`; gives how many there are. Where tabs separate, blanks belong to words, and what is empty is unknown.
fn cells<'a>(line: &'a [u8], fields: &mut [&'a [u8]]) -> usize {
    if !line.trim_ascii().contains(&b'\t') {
        return split(line, fields);
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
