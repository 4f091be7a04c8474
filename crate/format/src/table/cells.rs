//! Values of cells: points in time, durations and counts, in the units of a table.

use crate::log::accounting::time::{days_from_date, digits, parse_duration, parse_time, seconds_of_day};
use crate::number::{MAX_TIME_S, parse_number};
use ganttlet_core::entry::Variants;

/// A cell of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    /// The text of the cell, without blanks around it; empty for no value.
    Text(&'a [u8]),
    /// A number from a typed column.
    #[cfg_attr(
        not(feature = "parquet"),
        expect(dead_code, reason = "only files of columns with types have such cells")
    )]
    Number(f64),
}

/// The unit of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(crate) enum Unit {
    /// Numbers are seconds, Unix seconds or pieces; texts are `2017-11-05 00:14:00`, `05.11.2017 00:14`, `D-HH:MM:SS` or `D days HH:MM:SS`
    #[word("as-written")]
    AsWritten,
    /// Milliseconds
    #[word("ms")]
    Milliseconds,
    /// Microseconds
    #[word("us")]
    Microseconds,
    /// Minutes
    #[word("min")]
    Minutes,
    /// Hours
    #[word("h")]
    Hours,
    /// Days
    #[word("d")]
    Days,
    /// Dates with the day first: 05/11/2017 00:14
    #[word("day-first")]
    DayFirst,
    /// Dates with the month first: 11/05/2017 00:14
    #[word("month-first")]
    MonthFirst,
    /// Days since 1900 of a spreadsheet
    #[word("excel")]
    Excel,
    /// Hundredths: 250 is 2.5
    #[word("hundredths")]
    Hundredths,
    /// Thousandths: 2500 is 2.5
    #[word("thousandths")]
    Thousandths,
}

impl Unit {
    /// Its word in scenarios.
    pub(crate) fn word(self) -> &'static str {
        Self::OPTIONS[self as usize].0
    }

    /// Its seconds, if it is a unit of time.
    pub(super) fn seconds(self) -> Option<f64> {
        match self {
            Self::Milliseconds => Some(1e-3),
            Self::Microseconds => Some(1e-6),
            Self::Minutes => Some(60.0),
            Self::Hours => Some(3_600.0),
            Self::Days | Self::Excel => Some(86_400.0),
            _ => None,
        }
    }

    /// Its share of a whole, if it is a unit of counts.
    pub(super) fn share(self) -> Option<f64> {
        match self {
            Self::Hundredths => Some(0.01),
            Self::Thousandths => Some(0.001),
            _ => None,
        }
    }
}

/// The notation of numbers and local times in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Notation {
    /// True if decimals have a comma: `1.234,5`.
    pub(super) decimal_comma: bool,
    /// Offset of local times from UTC, seconds.
    pub(super) utc_offset_s: f64,
}

/// Days from 1899-12-30, the epoch of spreadsheets, to 1970.
const EXCEL_EPOCH_DAYS: f64 = 25_569.0;

/// True for words that mark a missing value.
pub(super) fn is_missing(text: &[u8]) -> bool {
    const WORDS: [&str; 10] = ["NA", "N/A", "NaN", "null", "(null)", "none", "-", "unknown", "nil", "\\N"];
    text.is_empty() || WORDS.iter().any(|word| word.as_bytes().eq_ignore_ascii_case(text))
}

impl Notation {
    /// A number; with a decimal comma, thousands may be grouped.
    pub(super) fn number(self, text: &[u8]) -> Option<f64> {
        if !self.decimal_comma || !text.contains(&b',') {
            return parse_number(text);
        }
        let plain: Vec<u8> = text
            .iter()
            .filter(|&&byte| byte != b'.')
            .map(|&byte| if byte == b',' { b'.' } else { byte })
            .collect();
        parse_number(&plain)
    }

    /// Seconds of a point in time; `None` if the cell has no value.
    pub(super) fn point(self, cell: Cell<'_>, unit: Unit) -> Result<Option<f64>, &'static str> {
        let (text, number) = match cell {
            Cell::Number(value) => (&b""[..], Some(value)),
            Cell::Text(text) if is_missing(text) => return Ok(None),
            Cell::Text(text) => (text, self.number(text)),
        };
        if let Some(value) = number {
            return match unit {
                Unit::Excel => in_range((value - EXCEL_EPOCH_DAYS) * 86_400.0).map(Some),
                _ => in_range(value * unit.seconds().unwrap_or(1.0)).map(Some),
            };
        }
        let local = match unit {
            Unit::MonthFirst => date_of_parts(text, |first, second| (second, first)),
            Unit::DayFirst => date_of_parts(text, |first, second| (first, second)),
            _ => {
                let text = text.strip_suffix(b" UTC").unwrap_or(text);
                // A zone is searched only in the time of day, because dates also contain hyphens.
                let zoned = text.iter().skip(10).any(|byte| b"+-Z".contains(byte));
                let time = match text.len() {
                    10 => parse_time(&[text, b"T00:00:00"].concat()),
                    _ => parse_time(text),
                };
                match time {
                    Some(time) if zoned => return Ok(Some(time)),
                    // Dots occur only between day, month and year.
                    None if text.contains(&b'.') => date_of_parts(text, |first, second| (first, second)),
                    time => time,
                }
            }
        };
        let local = local.ok_or("not a point in time")?;
        in_range(local - self.utc_offset_s).map(Some)
    }

    /// Seconds of a duration; `None` if the cell has no value.
    pub(super) fn length(self, cell: Cell<'_>, unit: Unit) -> Result<Option<f64>, &'static str> {
        let text = match cell {
            Cell::Number(value) => return in_range(value * unit.seconds().unwrap_or(1.0)).map(Some),
            Cell::Text(text) if is_missing(text) => return Ok(None),
            Cell::Text(text) => text,
        };
        if let Some(value) = self.number(text) {
            return in_range(value * unit.seconds().unwrap_or(1.0)).map(Some);
        }
        let (days, rest) = match text.iter().position(u8::is_ascii_alphabetic) {
            // `2 days 03:15:45`, as in pandas, or `2d`.
            Some(word) => {
                let days = digits(text[..word].trim_ascii(), 6).ok_or("not a length of time")?;
                let rest = text[word..].trim_ascii_start();
                let end = rest.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(rest.len());
                let known = [&b"d"[..], b"day", b"days"].contains(&&rest[..end]);
                if !known {
                    return Err("not a length of time");
                }
                (days as f64, rest[end..].trim_ascii_start().trim_ascii_end())
            }
            None => (0.0, text),
        };
        let rest = if rest.is_empty() { Some(0.0) } else { parse_duration(rest) };
        rest.map(|rest| Some(days * 86_400.0 + rest)).ok_or("not a length of time")
    }

    /// A count, rounded up to an integer; negative if unknown.
    pub(super) fn count(self, cell: Cell<'_>, unit: Unit) -> Result<f64, &'static str> {
        let value = match cell {
            Cell::Number(value) => value,
            Cell::Text(text) if is_missing(text) => return Ok(-1.0),
            Cell::Text(text) => self.number(text).ok_or("not a number")?,
        };
        let count = value * unit.share().unwrap_or(1.0);
        if count >= f64::from(u32::MAX) {
            return Err("too large a number");
        }
        // Tolerance for products such as 0.1 * 30, which are slightly too large.
        Ok(if count < 0.0 { -1.0 } else { (count - 1e-9).ceil().max(0.0) })
    }
}

fn in_range(seconds: f64) -> Result<f64, &'static str> {
    if seconds > MAX_TIME_S { Err("later than 300 years") } else { Ok(seconds) }
}

/// Seconds since 1970 of `05.11.2017 00:00:14`, whose first two numbers `order` makes day and month.
fn date_of_parts<'a>(
    text: &'a [u8],
    order: impl Fn(&'a [u8], &'a [u8]) -> (&'a [u8], &'a [u8]),
) -> Option<f64> {
    let split = text.iter().position(|byte| matches!(byte, b' ' | b'T')).unwrap_or(text.len());
    let (day, time) = text.split_at(split);
    let mut parts = day.split(|byte| b"./-".contains(byte));
    let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
    let (day, month) = order(first, second);
    if parts.next().is_some() || year.len() != 4 {
        return None;
    }
    let days = days_from_date(digits(year, 4)?, digits(month, 2)?, digits(day, 2)?)?;
    let time = time.trim_ascii();
    let seconds = if time.is_empty() { 0.0 } else { clock_time(time.strip_prefix(b"T").unwrap_or(time))? };
    Some(days as f64 * 86_400.0 + seconds)
}

/// Seconds of a time of day: `13:57:00`, or `1:57:00 PM` of a clock with twelve hours.
fn clock_time(text: &[u8]) -> Option<f64> {
    let half = match text.last_chunk::<2>().map(|end| end.to_ascii_uppercase()).as_deref() {
        Some(b"AM") => 0.0,
        Some(b"PM") => 12.0,
        _ => return seconds_of_day(text),
    };
    let seconds = seconds_of_day(text[..text.len() - 2].trim_ascii_end())?;
    // Twelve is the first hour of both halves.
    let within = if (43_200.0..46_800.0).contains(&seconds) { seconds - 43_200.0 } else { seconds };
    (3_600.0..46_800.0).contains(&seconds).then_some(within + half * 3_600.0)
}
