//! Parses times and durations in the notations of batch systems.

use crate::number::{MAX_TIME_S, parse_number};

/// Days from 1970 to a day of the calendar, if the day exists.
pub(crate) fn days_from_date(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&day) || !(1970..=2286).contains(&year) {
        return None;
    }
    // Years begin in March here, so that the leap day is the last; eras of 400 years have 146,097 days.
    let shifted = year - i64::from(month <= 2);
    let (era, year) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(era * 146_097 + year * 365 + year / 4 - year / 100 + day_of_year - 719_468)
}

/// A number of one to `most` digits.
pub(crate) fn digits(text: &[u8], most: usize) -> Option<i64> {
    let valid = (1..=most).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    if !valid {
        return None;
    }
    Some(text.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0')))
}

/// Seconds of a time of day, `13:57:00` or `13:57:00.123`.
pub(crate) fn seconds_of_day(text: &[u8]) -> Option<f64> {
    let mut parts = text.splitn(3, |&byte| byte == b':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let second = parts.next().map_or(Some(0.0), |text| {
        let plain = text.first().is_some_and(u8::is_ascii_digit) && !text.contains(&b'e');
        parse_number(text).filter(|_| plain)
    })?;
    let valid = hour < 24 && minute < 60 && (0.0..61.0).contains(&second);
    valid.then(|| (hour * 3_600 + minute * 60) as f64 + second)
}

/// Seconds since 1970 of a day, given as year, month and day, and a time of day.
fn from_parts(year: &[u8], month: &[u8], day: &[u8], time: &[u8]) -> Option<f64> {
    let days = days_from_date(digits(year, 4)?, digits(month, 2)?, digits(day, 2)?)?;
    Some(days as f64 * 86_400.0 + seconds_of_day(time)?)
}

/// Seconds since 1970 of `2024-02-01T12:22:36`, read as UTC; a zone at its end, `Z` or `+0100`, is applied. A plain
/// number is already in seconds since 1970.
pub(crate) fn parse_time(text: &[u8]) -> Option<f64> {
    if let Some(seconds) = parse_number(text) {
        return (0.0..=MAX_TIME_S).contains(&seconds).then_some(seconds);
    }
    let (day, time) = text.split_at_checked(10)?;
    let time = time.strip_prefix(b"T").or_else(|| time.strip_prefix(b" "))?;
    let mut parts = day.split(|&byte| byte == b'-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let zone = time.iter().position(|byte| b"+-Z".contains(byte)).unwrap_or(time.len());
    let (time, zone) = time.split_at(zone);
    let offset = match zone {
        b"" | b"Z" => 0,
        [sign, rest @ ..] => {
            let hours = digits(rest.get(..2)?, 2)?;
            let rest = &rest[2..];
            let minutes = rest.strip_prefix(b":").unwrap_or(rest);
            let minutes = if minutes.is_empty() { 0 } else { digits(minutes, 2)? };
            (hours * 3_600 + minutes * 60) * if *sign == b'-' { -1 } else { 1 }
        }
    };
    let time = from_parts(year, month, day, time)? - offset as f64;
    (time >= 0.0).then_some(time)
}

/// Seconds since 1970 of `11/05/2017 00:00:14`, read as UTC.
pub(crate) fn parse_us_time(text: &[u8]) -> Option<f64> {
    let (day, time) = text.split_at_checked(10)?;
    let mut parts = day.split(|&byte| byte == b'/');
    let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
    from_parts(year, month, day, time.strip_prefix(b" ")?)
}

/// Seconds of `[D-]HH:MM:SS`, `MM:SS` or a number of seconds, each with a fraction; hours may exceed 24.
pub(crate) fn parse_duration(text: &[u8]) -> Option<f64> {
    let (days, rest) = match text.iter().position(|&byte| byte == b'-') {
        Some(at) => (Some(digits(&text[..at], 6)?), &text[at + 1..]),
        None => (None, text),
    };
    let mut parts: [&[u8]; 3] = [b""; 3];
    let mut count = 0;
    for part in rest.split(|&byte| byte == b':') {
        *parts.get_mut(count)? = part;
        count += 1;
    }
    let second = |text: &[u8]| {
        let plain = !text.is_empty() && text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        parse_number(text).filter(|_| plain)
    };
    let seconds = match (days, count) {
        // After days, the first number is hours.
        (Some(_), 1) => digits(parts[0], 9)? as f64 * 3_600.0,
        (Some(_), 2) => (digits(parts[0], 9)? * 3_600 + digits(parts[1], 9)? * 60) as f64,
        (None, 1) => second(parts[0])?,
        (None, 2) => digits(parts[0], 9)? as f64 * 60.0 + second(parts[1])?,
        _ => (digits(parts[0], 9)? * 3_600 + digits(parts[1], 9)? * 60) as f64 + second(parts[2])?,
    };
    let total = days.unwrap_or(0) as f64 * 86_400.0 + seconds;
    (total <= MAX_TIME_S).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        let time = |text: &str| parse_time(text.as_bytes());
        assert_eq!(time("1970-01-01T00:00:00"), Some(0.0));
        assert_eq!(time("2016-02-29T23:59:59"), Some(1_456_790_399.0));
        assert_eq!(time("2024-02-01T12:22:36"), Some(1_706_790_156.0));
        assert_eq!(time("2024-02-01 12:22:36.5"), Some(1_706_790_156.5));
        assert_eq!(time("2024-02-01T12:22:36Z"), Some(1_706_790_156.0));
        assert_eq!(time("2024-02-01T12:22:36+0130"), Some(1_706_784_756.0));
        assert_eq!(time("2024-02-01T12:22:36-01:00"), Some(1_706_793_756.0));
        assert_eq!(time("1706790156"), Some(1_706_790_156.0));
        for text in [
            "",
            "Unknown",
            "2023-02-29T00:00:00",
            "2023-13-01T00:00:00",
            "2023-01-01T24:00:00",
            "-5",
            "2023-01-01T00:00:00+1",
            "2023-01-01X00:00:00",
            "20230101T000000",
            "9999-01-01T00:00:00",
            "1e99",
            "é-é-éT",
        ] {
            assert_eq!(time(text), None, "{text}");
        }
        assert_eq!(parse_us_time(b"11/05/2017 00:00:14"), Some(1_509_840_014.0));
        assert_eq!(parse_us_time(b"13/05/2017 00:00:14"), None);
    }

    #[test]
    fn durations_may_exceed_a_day() {
        let duration = |text: &str| parse_duration(text.as_bytes());
        assert_eq!(duration("3-00:00:00"), Some(259_200.0));
        assert_eq!(duration("1-06"), Some(108_000.0));
        assert_eq!(duration("1-06:30"), Some(109_800.0));
        assert_eq!(duration("168:00:00"), Some(604_800.0));
        assert_eq!(duration("01:53.961"), Some(113.961));
        assert_eq!(duration("2487"), Some(2_487.0));
        for text in ["", "UNLIMITED", "1:2:3:4", "a-1", "1-", "99999999999:00:00", "-1", ":", "::", "1e3"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
