//! Logs of machines, one job a line: what the formats have in common.
//!
//! Logs are long and rarely clean, so they are read in one pass over the bytes, line by line, and a line that makes no
//! sense costs that line only. A format says how a line falls into fields and what its ids mean ([`Dialect`]); windows,
//! sizes, order, homes and the report are the same for all.

mod choices;
mod facts;
mod findings;
mod header;
mod reader;

pub(crate) use choices::Choices;
pub(crate) use header::{Header, date};
pub(crate) use reader::{clusters, reader, recognises};

use crate::Sites;
use crate::found::shown;
use crate::number::{LATEST_S, number};
use ganttlet_engine::diagnostic::{Diagnostic, Fact};
use ganttlet_engine::workload::Job;
use std::fmt;

/// How a format is called, and what its lines look like, for people.
pub(crate) struct Words {
    /// Its id in the catalog.
    pub(crate) id: &'static str,
    /// `the Standard Workload Format`
    pub(crate) name: &'static str,
    /// How many fields a line has.
    pub(crate) columns: usize,
    /// What a line looks like: a sentence.
    pub(crate) line: &'static str,
    /// Which jobs say something that is not used: `with a think time (field 18)`.
    pub(crate) ignored: &'static str,
}

/// What makes a log one of its format.
pub(crate) trait Dialect {
    /// How it is called.
    fn words(&self) -> &'static Words;

    /// What a line (without its end) says.
    fn parse<'a>(&mut self, line: &'a [u8]) -> Line<'a>;

    /// All jobs are there, in order: gives users, groups and clusters their numbers; tells the names of the clusters in
    /// their order if jobs have any.
    fn settle(&mut self, header: &Header, jobs: &mut [Job]) -> Option<Vec<String>>;

    /// What only this format knows of its jobs.
    fn facts(&self) -> Vec<Fact> {
        vec![]
    }

    /// The clusters that the jobs ran on, as far as the log says it, and the setting that makes them the homes of jobs.
    fn sites(&self) -> Option<Sites> {
        None
    }

    /// What only this format has to tell.
    fn tell(&self) -> Vec<Diagnostic> {
        vec![]
    }
}

/// What a line says.
#[derive(Debug, PartialEq)]
pub(crate) enum Line<'a> {
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
pub(crate) struct Bad<'a> {
    /// Its number, from 1.
    pub(crate) field: usize,
    /// What stands there.
    pub(crate) text: &'a [u8],
    /// What is wrong with it.
    pub(crate) why: &'static str,
}

/// `field 4, the run time, is `x`, not a number`
impl fmt::Display for Bad<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, text, why } = *self;
        write!(f, "field {field}, the {}, is `{}`, {why}", field_name(field), shown(text))
    }
}

/// The names of the fields that are used: up to 16 they are those of all formats.
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
        14 => "application",
        15 => "queue",
        16 => "partition",
        17 => "site of submission",
        18 => "site of the run",
        20 => "bag of tasks",
        _ => "field",
    }
}

/// The fields of a job that are used; -1 or any other negative number for unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) number: f64,
    pub(crate) submit: f64,
    pub(crate) run: f64,
    pub(crate) allocated: f64,
    pub(crate) requested: f64,
    pub(crate) estimate: f64,
    pub(crate) status: f64,
    pub(crate) user: f64,
    pub(crate) group: f64,
    pub(crate) application: f64,
    /// What stands for its cluster.
    pub(crate) home: f64,
    /// What it was submitted with.
    pub(crate) batch: f64,
    /// It says something that is not used: [`Words::ignored`].
    pub(crate) ignored: bool,
    /// It has more columns than the format.
    pub(crate) wide: bool,
}

impl Row {
    /// The two numbers of processors are known and differ.
    fn differs(&self) -> bool {
        self.allocated > 0.0 && self.requested > 0.0 && (self.allocated - self.requested).abs() > 0.0
    }
}

/// The fields of a line, as text.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a, 'b>(pub(crate) &'b [&'a [u8]]);

impl<'a> Fields<'a, '_> {
    /// What stands in a field, from 1.
    pub(crate) fn text(self, field: usize) -> &'a [u8] {
        self.0[field - 1]
    }

    /// A field that is not what it must be.
    pub(crate) fn bad(self, field: usize, why: &'static str) -> Bad<'a> {
        Bad { field, text: self.text(field), why }
    }

    /// Any number.
    pub(crate) fn any(self, field: usize) -> Result<f64, Bad<'a>> {
        number(self.text(field)).ok_or_else(|| self.bad(field, "not a number"))
    }

    /// Seconds.
    pub(crate) fn time(self, field: usize) -> Result<f64, Bad<'a>> {
        let seconds = self.any(field)?;
        if seconds > LATEST_S { Err(self.bad(field, "longer than 300 years")) } else { Ok(seconds) }
    }

    /// A count, or the number of something.
    pub(crate) fn count(self, field: usize) -> Result<f64, Bad<'a>> {
        let count = self.any(field)?;
        if count >= f64::from(u32::MAX) {
            Err(self.bad(field, "too large a number"))
        } else if count > 0.0 && count.fract() > 0.0 {
            Err(self.bad(field, "not a whole number"))
        } else {
            Ok(count)
        }
    }
}

/// What a line of so many columns says: a job if it has those of the format, or up to `most` of them. `row` makes one of
/// the fields, told whether there are more columns.
pub(crate) fn line<'a>(
    fields: &[&'a [u8]],
    columns: usize,
    most: usize,
    row: impl FnOnce(Fields<'a, '_>, bool) -> Result<Row, Bad<'a>>,
) -> Line<'a> {
    if columns == 0 {
        return Line::Blank;
    }
    if columns < fields.len() || columns > most {
        return Line::Columns(columns);
    }
    row(Fields(fields), columns > fields.len()).map_or_else(
        |bad| {
            let named = |field: &&[u8]| field[0].is_ascii_alphabetic();
            if fields.iter().all(named) { Line::Names } else { Line::Bad(bad) }
        },
        Line::Row,
    )
}

/// The part of a line behind the sign of a comment, if it is one.
pub(crate) fn comment(line: &[u8]) -> Option<&[u8]> {
    let start = line.iter().position(|&byte| byte > b' ')?;
    matches!(line[start], b';' | b'#').then(|| &line[start + 1..])
}

/// Fills `fields` with what stands between blanks, tabs and the like; gives how many columns there are.
pub(crate) fn split<'a>(line: &'a [u8], fields: &mut [&'a [u8]]) -> usize {
    let (mut columns, mut at) = (0, 0);
    while at < line.len() {
        if line[at] <= b' ' {
            at += 1;
            continue;
        }
        let start = at;
        while at < line.len() && line[at] > b' ' {
            at += 1;
        }
        if columns < fields.len() {
            fields[columns] = &line[start..at];
        }
        columns += 1;
    }
    columns
}
