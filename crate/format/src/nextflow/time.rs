//! Times in a trace.

use crate::number::parse_number;

/// Seconds of a duration: `1d 2h 3m 4.5s`, `252ms`, or a number of milliseconds.
pub(super) fn parse_duration(text: &[u8]) -> Option<f64> {
    if let Some(milliseconds) = parse_number(text) {
        return Some(milliseconds / 1e3);
    }
    let mut seconds = 0.0;
    let mut parts = text.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty()).peekable();
    parts.peek()?;
    for part in parts {
        let end = part.iter().position(u8::is_ascii_alphabetic)?;
        let unit = match &part[end..] {
            b"ms" => 1e-3,
            b"s" => 1.0,
            b"m" => 60.0,
            b"h" => 3_600.0,
            b"d" => 86_400.0,
            _ => return None,
        };
        seconds += parse_number(&part[..end])? * unit;
    }
    Some(seconds)
}

/// Seconds since 1970 of `2021-02-17 14:49:08.180`, or of a number of milliseconds.
pub(super) fn parse_instant(text: &[u8]) -> Option<f64> {
    if let Some(milliseconds) = parse_number(text).filter(|&milliseconds| milliseconds >= 0.0) {
        return Some(milliseconds / 1e3).filter(|&seconds| seconds <= crate::number::MAX_TIME_S);
    }
    let text = std::str::from_utf8(text).ok()?;
    let (date, time) = text.split_once([' ', 'T'])?;
    let mut date = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let mut time = time.split(':').map(|part| parse_number(part.as_bytes()));
    let (hour, minute, second) = (time.next()??, time.next()??, time.next()??);
    let valid = (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0.0..24.0).contains(&hour)
        && (0.0..60.0).contains(&minute)
        && (0.0..61.0).contains(&second);
    valid.then(|| {
        days_since_1970(year, month, day) as f64 * 86_400.0 + hour * 3_600.0 + minute * 60.0 + second
    })
}

/// The days from 1 January 1970 to a day of the Gregorian calendar.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the day of a leap year is the last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year / 4 - year / 100 + year / 400;
    365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units_or_milliseconds() {
        let seconds = |text: &str| parse_duration(text.as_bytes());
        assert_eq!(seconds("1d 2h 3m 4.5s"), Some(93_784.5));
        assert_eq!(
            ["252ms", "1m 20s", "19329", "0"].map(seconds),
            [Some(0.252), Some(80.0), Some(19.329), Some(0.0)]
        );
        for text in ["", "x", "1y", "s", "1 2", "1h x"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn instants_are_days_and_times() {
        let seconds = |text: &str| parse_instant(text.as_bytes());
        assert_eq!(seconds("1970-01-01 00:00:00"), Some(0.0));
        assert_eq!(seconds("2000-03-01 12:00:00.5"), Some(951_912_000.5));
        assert_eq!(seconds("2021-02-17T14:49:08"), Some(1_613_573_348.0));
        assert_eq!(seconds("1613573348000"), Some(1_613_573_348.0));
        for text in ["2021-13-01 00:00:00", "2021-02-17", "now", "2021-02-17 25:00:00", "-5"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
