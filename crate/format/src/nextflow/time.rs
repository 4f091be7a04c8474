//! Times in a trace.

use crate::log::accounting::time::parse_time;
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
    parse_time(text)
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
