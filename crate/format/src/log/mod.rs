//! Logs of machines, one job a line: what the formats have in common.
//!
//! Logs are long and rarely clean, so they are read in one pass over the bytes, line by line, and a line that makes no
//! sense costs that line only. A format says how a line falls into fields and what its ids mean ([`Dialect`]); windows,
//! sizes, order, homes and the report are the same for all.

mod choices;
mod facts;
mod findings;
mod header;
mod ids;
mod reader;

pub(crate) use choices::Choices;
pub(crate) use header::{Header, Named, date};
pub(crate) use ids::{Ids, Numbers, is_unknown};
pub(crate) use reader::{reader, recognises};

use crate::found::shown;
use crate::number::{LATEST_S, number};
use crate::{Home, Sites};
use ganttlet_core::diagnostic::{Diagnostic, Fact};
use ganttlet_work::Job;
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

    /// All jobs are there, those too that will be left out as asked: gives users, groups and homes their numbers; tells what
    /// the homes are, in their order, if jobs are asked for their homes.
    fn settle(&mut self, header: &Header, jobs: &mut [Job]) -> Option<Vec<Home>>;

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
    Row(Row<'a>),
    /// This many columns, which is no job.
    Columns(usize),
    /// The columns are named instead of numbered.
    Names,
    /// A field that is not what it must be.
    Bad(Bad<'a>),
}

/// A field that is not what it must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bad<'a> {
    /// Its number, from 1.
    pub(crate) field: usize,
    /// What stands there.
    pub(crate) text: &'a [u8],
    /// What is wrong with it.
    pub(crate) why: &'static str,
}

impl Bad<'_> {
    /// What to do about it.
    pub(crate) fn hint(&self) -> &'static str {
        let Self { field, text, .. } = *self;
        let signs = |sign| text.split(|&byte| byte == sign).count() - 1;
        let digits = text.iter().any(u8::is_ascii_digit);
        match field {
            2 | 3 | 4 | 9 if digits && (signs(b'T') > 0 || signs(b'-') > 1 || signs(b'/') > 1) => {
                "Write times as seconds from the start of the log, or from 1970."
            }
            2 | 3 | 4 | 9 if digits && signs(b':') > 0 => {
                "Write times as seconds: 1:00:00 is 3600, and 1-00:00:00 is 86400."
            }
            2 | 3 | 4 | 9 if number(text).is_some_and(|time| time > LATEST_S) => {
                "Times are in seconds: divide milliseconds by 1000, microseconds by 1000000."
            }
            _ if digits && signs(b',') > 0 => "Write decimals with a point and without thousands separators.",
            5 | 8 if number(text).is_some() => "Write processors as whole numbers, -1 for unknown.",
            _ => "Write -1 where a value is unknown.",
        }
    }
}

/// `field 4, the runtime, is `x`, not a number`
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
        3 => "wait time",
        4 => "runtime",
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
pub(crate) struct Row<'a> {
    /// As it stands there.
    pub(crate) number: &'a [u8],
    pub(crate) submit: f64,
    pub(crate) wait: f64,
    pub(crate) run: f64,
    /// One of the two may be no count of processors.
    pub(crate) allocated: Result<f64, Bad<'a>>,
    pub(crate) requested: Result<f64, Bad<'a>>,
    pub(crate) estimate: f64,
    pub(crate) status: f64,
    /// What stands for its user.
    pub(crate) user: u32,
    pub(crate) group: u32,
    pub(crate) application: u32,
    /// What stands for its cluster.
    pub(crate) home: u32,
    /// What it was submitted with.
    pub(crate) batch: u32,
    /// A requested time that is no limit.
    pub(crate) unlimited: Option<Bad<'a>>,
    /// The first field that makes no sense and without which the job can do.
    pub(crate) strange: Option<Bad<'a>>,
    /// It says something that is not used: [`Words::ignored`].
    pub(crate) ignored: bool,
    /// It has more columns than the format.
    pub(crate) wide: bool,
}

impl Row<'_> {
    /// The two numbers of processors are known and differ.
    fn differs(&self) -> bool {
        let [allocated, requested] = [self.allocated, self.requested].map(|count| count.unwrap_or(-1.0));
        allocated > 0.0 && requested > 0.0 && (allocated - requested).abs() > 0.0
    }

    /// It is a part of the execution of a job, which has a line of its own.
    fn is_part(&self) -> bool {
        (2.0..5.0).contains(&self.status)
    }

    /// It was cancelled, or failed, before it began.
    fn was_cancelled(&self) -> bool {
        let status = self.status.trunc();
        self.run <= 0.0 && ((5.0..6.0).contains(&status) || (0.0..1.0).contains(&status))
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

    /// The allocated and the requested processors: one of them may be no count.
    pub(crate) fn processors(self) -> Result<[Result<f64, Bad<'a>>; 2], Bad<'a>> {
        match [self.count(5), self.count(8)] {
            [Err(_), Err(bad)] => Err(bad),
            both => Ok(both),
        }
    }

    /// The requested time, unknown where it is no limit.
    pub(crate) fn estimate(self) -> (f64, Option<Bad<'a>>) {
        match self.time(9) {
            Ok(seconds) if seconds <= LONGEST_LIMIT_S => (seconds, None),
            Ok(_) => (-1.0, Some(self.bad(9, "longer than 3 years"))),
            Err(_) if is_unknown(self.text(9)) => (-1.0, None),
            Err(bad) => (-1.0, Some(bad)),
        }
    }

    /// The wait, unknown where it makes no sense.
    pub(crate) fn wait(self) -> f64 {
        self.time(3).unwrap_or(-1.0)
    }

    /// The status; where it is a word, as far as that says whether the job was cancelled, failed or completed.
    pub(crate) fn status(self) -> (f64, Option<Bad<'a>>) {
        let text = self.text(11);
        if let Some(status) = number(text) {
            return (status, None);
        }
        let begins = |word: &[u8]| text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word);
        let words: [(&[u8], f64); 3] = [(b"cancel", 5.0), (b"fail", 0.0), (b"complet", 1.0)];
        let known = words.iter().find(|(word, _)| begins(word)).map(|&(_, status)| status);
        let strange = known.is_none() && !is_unknown(text);
        (known.unwrap_or(-1.0), strange.then(|| self.bad(11, "not a number")))
    }
}

/// Requested times beyond this are how logs say that there is no limit: the highest numbers of programs, or many nines.
const LONGEST_LIMIT_S: f64 = 3.0 * 365.0 * 86_400.0;

/// What a line of so many columns says: a job if it has those of the format, or up to `most` of them. `row` makes one of
/// the fields, told whether there are more columns.
pub(crate) fn line<'a>(
    fields: &[&'a [u8]],
    columns: usize,
    most: usize,
    row: impl FnOnce(Fields<'a, '_>, bool) -> Result<Row<'a>, Bad<'a>>,
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

/// A line without a remark behind its fields, which begins with this sign anywhere, or with `#` behind a blank.
pub(crate) fn without_remark(line: &[u8], sign: Option<u8>) -> &[u8] {
    let begins = |at: usize| Some(line[at]) == sign || line[at] == b'#' && at > 0 && line[at - 1] <= b' ';
    (0..line.len()).find(|&at| begins(at)).map_or(line, |end| &line[..end])
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
