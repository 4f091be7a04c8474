//! The comments at the head of a log: `; MaxProcs: 128`.

use crate::found::shown;

/// Longest text that is kept of a comment, in bytes.
const LONGEST: usize = 200;

/// How many queues, partitions and notes are kept.
const MOST: usize = 256;

/// What the comments of a log say; the first of several says it.
#[derive(Debug, Default)]
pub(crate) struct Header {
    pub(crate) computer: String,
    pub(crate) installation: String,
    pub(crate) time_zone: String,
    pub(crate) processors: Option<u32>,
    pub(crate) nodes: Option<u32>,
    pub(crate) longest_run: String,
    /// Seconds from 1970 to the start of the log.
    pub(crate) unix_start: Option<i64>,
    pub(crate) queues: Vec<Named>,
    pub(crate) partitions: Vec<Named>,
    pub(crate) notes: Vec<String>,
    /// Sizes of the machine that are no sizes: key and value.
    pub(crate) senseless: Vec<(&'static str, String)>,
}

/// The name of a queue or partition.
#[derive(Debug, PartialEq)]
pub(crate) struct Named {
    pub(crate) id: u32,
    pub(crate) name: String,
}

impl Header {
    /// Takes one comment, without its sign.
    pub(crate) fn read(&mut self, comment: &[u8]) {
        let comment = &comment[..comment.len().min(2 * LONGEST)];
        let Some(colon) = comment.iter().position(|&b| b == b':') else { return };
        let key = comment[..colon].trim_ascii().to_ascii_lowercase();
        let value = comment[colon + 1..].trim_ascii();
        if value.is_empty() {
            return;
        }
        match key.as_slice() {
            b"computer" => keep(&mut self.computer, value),
            b"installation" => keep(&mut self.installation, value),
            b"timezonestring" => keep(&mut self.time_zone, value),
            b"maxruntime" => keep(&mut self.longest_run, value),
            b"maxprocs" => keep_count(&mut self.processors, "MaxProcs", value, &mut self.senseless),
            b"maxnodes" => keep_count(&mut self.nodes, "MaxNodes", value, &mut self.senseless),
            b"unixstarttime" => self.unix_start = self.unix_start.or_else(|| whole(value).filter(|&s| s > 0)),
            b"queue" => keep_named(&mut self.queues, value),
            b"partition" => keep_named(&mut self.partitions, value),
            b"note" if self.notes.len() < MOST => self.notes.push(text(value)),
            _ => {}
        }
    }
}

fn text(value: &[u8]) -> String {
    let value = String::from_utf8_lossy(&value[..value.len().min(LONGEST)]);
    // Columns drawn with blanks and tabs are of no use in a sentence.
    value
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn keep(kept: &mut String, value: &[u8]) {
    if kept.is_empty() {
        *kept = text(value);
    }
}

/// The whole number a text begins with.
fn whole(value: &[u8]) -> Option<i64> {
    let end = value.iter().position(|b| !b.is_ascii_digit()).unwrap_or(value.len());
    std::str::from_utf8(&value[..end]).ok()?.parse().ok()
}

fn keep_count(
    kept: &mut Option<u32>,
    key: &'static str,
    value: &[u8],
    senseless: &mut Vec<(&'static str, String)>,
) {
    if kept.is_some() {
        return;
    }
    *kept = whole(value).and_then(|n| u32::try_from(n).ok()).filter(|&n| n > 0);
    // A negative number is how logs say "unknown".
    if kept.is_none() && !value.starts_with(b"-") && !senseless.iter().any(|(other, _)| *other == key) {
        senseless.push((key, shown(value)));
    }
}

/// `2  long` or `2 - Besteffort jobs`; of two names for one id the shorter, which is the name and not its story.
fn keep_named(kept: &mut Vec<Named>, value: &[u8]) {
    let Some(id) = whole(value).and_then(|n| u32::try_from(n).ok()) else { return };
    let start = value.iter().position(|b| !b.is_ascii_digit()).unwrap_or(value.len());
    let rest = value[start..].trim_ascii();
    let name = text(rest.strip_prefix(b"-").unwrap_or(rest));
    if name.is_empty() {
        return;
    }
    match kept.iter().position(|named| named.id == id) {
        Some(place) if name.len() < kept[place].name.len() => kept[place].name = name,
        None if kept.len() < MOST => kept.push(Named { id, name }),
        _ => {}
    }
}

/// A moment as people read it, `1996-09-23 12:00:31 UTC`, from seconds since 1970.
pub(crate) fn date(unix: i64) -> String {
    let (days, second) = (unix.div_euclid(86_400), unix.rem_euclid(86_400));
    // Years begin in March here, so that the leap day is the last; eras of 400 years have 146,097 days.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + era * 400 + i64::from(month >= 10), (month + 2) % 12 + 1);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day_of_month:02} {hour:02}:{minute:02}:{second:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(comments: &[&str]) -> Header {
        let mut header = Header::default();
        for comment in comments {
            header.read(comment.as_bytes());
        }
        header
    }

    #[test]
    fn keys_in_any_layout() {
        let header = header(&[
            " Computer: IBM SP2",
            "      MaxProcs: 352   ",
            " MaxProcs: 9",
            "maxnodes:-1",
            "UnixStartTime: 843480031",
            " Queue:  2 0 ",
            " Queue:  2 - a longer story ",
            " Queue: ",
            " Partition: 1 main\r",
            " no key here",
            " Note: one: two",
        ]);
        assert_eq!((header.computer.as_str(), header.processors, header.nodes), ("IBM SP2", Some(352), None));
        assert_eq!(header.unix_start, Some(843_480_031));
        assert_eq!(header.queues, [Named { id: 2, name: "0".to_owned() }]);
        assert_eq!(header.partitions, [Named { id: 1, name: "main".to_owned() }]);
        assert_eq!(header.notes, ["one: two"]);
    }

    #[test]
    fn hostile_headers_stay_small() {
        let long = format!(" Note: {}", "é".repeat(100_000));
        let header = header(&vec![long.as_str(); 1_000]);
        assert!(header.notes.len() == MOST && header.notes[0].len() <= LONGEST + 3);
        for size in ["99999999999", "99999999999999999999999", "0", "many"] {
            let header = super::tests::header(&[&format!(" MaxProcs: {size}")]);
            assert_eq!((header.processors, header.senseless), (None, vec![("MaxProcs", size.to_owned())]));
        }
        assert!(super::tests::header(&[" MaxProcs: -1", " MaxNodes: 7"]).senseless.is_empty());
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        let dates = [0, 843_480_031, 951_782_400, 951_868_800, 1_400_749_079].map(date);
        let expected = [
            "1970-01-01 00:00:00 UTC",
            "1996-09-23 12:00:31 UTC",
            "2000-02-29 00:00:00 UTC",
            "2000-03-01 00:00:00 UTC",
            "2014-05-22 08:57:59 UTC",
        ];
        assert_eq!(dates, expected);
    }
}
