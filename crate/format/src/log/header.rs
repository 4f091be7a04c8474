//! The comments at the head of a log: `; MaxProcs: 128`.

use crate::finding_list::quote_bytes;
use ganttlet_core::time::Span;

/// Maximum length of the kept text of a comment, in bytes.
const MAX_TEXT: usize = 200;

/// Maximum number of kept queues, partitions and notes.
const MAX_ENTRIES: usize = 256;

/// The fields of the header comments of a log; of repeated fields the first is used.
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
    /// Invalid sizes of the machine: key and value.
    pub(crate) senseless: Vec<(&'static str, String)>,
}

/// The name of a queue or partition.
#[derive(Debug, PartialEq)]
pub(crate) struct Named {
    pub(crate) id: u32,
    pub(crate) name: String,
}

impl Header {
    /// The fields on machine and period (labels and values), for logs derived from this one whose times begin `later`.
    pub(crate) fn lines_for_copy(&self, later: Span) -> Vec<(String, String)> {
        let begins = |seconds: i64| (seconds + later.seconds().round() as i64).to_string();
        let unix_start = self.unix_start.map_or_else(String::new, begins);
        let all = [
            ("Computer", &self.computer),
            ("Installation", &self.installation),
            ("UnixStartTime", &unix_start),
            ("TimeZoneString", &self.time_zone),
        ];
        let said = all.into_iter().filter(|(_, value)| !value.is_empty());
        said.map(|(label, value)| (label.to_owned(), value.clone())).collect()
    }

    /// Reads one comment, without its sign.
    pub(crate) fn read_comment(&mut self, comment: &[u8]) {
        let comment = &comment[..comment.len().min(2 * MAX_TEXT)];
        let Some(colon) = comment.iter().position(|&b| b == b':') else { return };
        let key = comment[..colon].trim_ascii().to_ascii_lowercase();
        let value = comment[colon + 1..].trim_ascii();
        if value.is_empty() {
            return;
        }
        match key.as_slice() {
            b"computer" => keep_text(&mut self.computer, value),
            b"installation" => keep_text(&mut self.installation, value),
            b"timezonestring" => keep_text(&mut self.time_zone, value),
            b"maxruntime" => keep_text(&mut self.longest_run, value),
            b"maxprocs" => keep_count(&mut self.processors, "MaxProcs", value, &mut self.senseless),
            b"maxnodes" => keep_count(&mut self.nodes, "MaxNodes", value, &mut self.senseless),
            b"unixstarttime" => {
                let seconds = || parse_whole(value, true).map(|(seconds, _)| seconds);
                self.unix_start = self.unix_start.or_else(|| seconds().filter(|&seconds| seconds > 0));
            }
            b"queue" => keep_named(&mut self.queues, value),
            b"partition" => keep_named(&mut self.partitions, value),
            b"note" if self.notes.len() < MAX_ENTRIES => self.notes.push(clean_text(value)),
            _ => {}
        }
    }
}

fn clean_text(value: &[u8]) -> String {
    let value = String::from_utf8_lossy(&value[..value.len().min(MAX_TEXT)]);
    // Alignment with blanks and tabs is removed for use in sentences.
    value
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn keep_text(kept: &mut String, value: &[u8]) {
    if kept.is_empty() {
        *kept = clean_text(value);
    }
}

/// Signs between groups of three digits: English, German, Swiss and those of programming languages, then blanks of
/// several encodings.
const GROUP_SEPARATORS: [&[u8]; 8] = [b",", b".", b"'", b"_", b" ", b"\xa0", b"\xc2\xa0", b"\xe2\x80\xaf"];

/// The whole number at the start of a text, and the rest. Digits may be grouped by a sign, or by a blank if `blanks`.
fn parse_whole(value: &[u8], blanks: bool) -> Option<(i64, &[u8])> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = digits(value);
    let (mut text, mut rest) = (value[..first].to_vec(), &value[first..]);
    let signs = if blanks { &GROUP_SEPARATORS[..] } else { &GROUP_SEPARATORS[..4] };
    let between = signs.iter().find(|sign| rest.starts_with(sign)).filter(|_| (1..=3).contains(&first));
    while let Some(group) =
        between.and_then(|sign| rest.strip_prefix(*sign)).filter(|&rest| digits(rest) == 3)
    {
        text.extend_from_slice(&group[..3]);
        rest = &group[3..];
    }
    // `128.0` is whole.
    if let Some(fraction) = rest.strip_prefix(b".") {
        let zeros = fraction.iter().take_while(|&&byte| byte == b'0').count();
        rest = if zeros > 0 { &fraction[zeros..] } else { rest };
    }
    let goes_on = match rest {
        [b'.' | b',' | b'\'' | b'_' | b'x' | b'X' | b'e' | b'E', next, ..] => next.is_ascii_alphanumeric(),
        [byte, after @ ..] if b"kKmMgG".contains(byte) => {
            !after.first().is_some_and(u8::is_ascii_alphanumeric)
        }
        [byte, ..] => byte.is_ascii_digit(),
        [] => false,
    };
    let number = std::str::from_utf8(&text).ok()?.parse().ok()?;
    (!goes_on).then_some((number, rest))
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
    let number = parse_whole(value, true).and_then(|(number, _)| u32::try_from(number).ok());
    *kept = number.filter(|&number| number > 0);
    // Logs write negative numbers for unknown values.
    if kept.is_none() && !value.starts_with(b"-") && !senseless.iter().any(|(other, _)| *other == key) {
        senseless.push((key, quote_bytes(value)));
    }
}

/// `2  long` or `2 - Besteffort jobs`; of two names for one id the shorter is kept, because the longer is a
/// description.
fn keep_named(kept: &mut Vec<Named>, value: &[u8]) {
    // A number after a blank is the name.
    let Some((id, rest)) = parse_whole(value, false) else { return };
    let Ok(id) = u32::try_from(id) else { return };
    let rest = rest.trim_ascii();
    let name = clean_text(rest.strip_prefix(b"-").unwrap_or(rest));
    if name.is_empty() {
        return;
    }
    match kept.iter().position(|named| named.id == id) {
        Some(place) if name.len() < kept[place].name.len() => kept[place].name = name,
        None if kept.len() < MAX_ENTRIES => kept.push(Named { id, name }),
        _ => {}
    }
}

/// A time as text, `1996-09-23 12:00:31 UTC`, from seconds since 1970.
pub fn date_text(unix: i64) -> String {
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
            header.read_comment(comment.as_bytes());
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
    fn thousands_may_be_grouped() {
        for size in
            ["1,024", "1.024", "1 024", "1'024", "1_024", "1\u{a0}024", "1024 (all)", "1024.0", "1,024 CPUs"]
        {
            let header = header(&[&format!("MaxProcs: {size}"), &format!("MaxNodes: {size}")]);
            assert_eq!((header.processors, header.nodes), (Some(1_024), Some(1_024)), "{size}");
        }
        for size in ["1,5", "1.5", "0x10", "1e3", "64k", "1,02", "10,24", "x"] {
            let header = super::tests::header(&[&format!("MaxProcs: {size}")]);
            assert_eq!((header.processors, header.senseless), (None, vec![("MaxProcs", size.to_owned())]));
        }
        let header =
            header(&["UnixStartTime: 1,262,300,400", "Partition: 1,024 fat", "Partition: 2 128 nodes"]);
        assert_eq!(header.unix_start, Some(1_262_300_400));
        let named = |id, name: &str| Named { id, name: name.to_owned() };
        assert_eq!(header.partitions, [named(1_024, "fat"), named(2, "128 nodes")]);
    }

    #[test]
    fn hostile_headers_stay_small() {
        let long = format!(" Note: {}", "é".repeat(100_000));
        let header = header(&vec![long.as_str(); 1_000]);
        assert!(header.notes.len() == MAX_ENTRIES && header.notes[0].len() <= MAX_TEXT + 3);
        for size in ["99999999999", "99999999999999999999999", "0", "many"] {
            let header = super::tests::header(&[&format!(" MaxProcs: {size}")]);
            assert_eq!((header.processors, header.senseless), (None, vec![("MaxProcs", size.to_owned())]));
        }
        assert!(super::tests::header(&[" MaxProcs: -1", " MaxNodes: 7"]).senseless.is_empty());
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        let dates = [0, 843_480_031, 951_782_400, 951_868_800, 1_400_749_079].map(date_text);
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
