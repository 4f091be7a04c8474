//! Lengths of time as people say them, and as programs read them.

use ganttlet_engine::time::Span;
use std::fmt::Write as _;

/// In at most two units: `3 d 4 h`, `1 h 38 min`, `12 min 30 s`, `4.2 s`. Without a sign.
pub(crate) fn duration(span: Span) -> String {
    let seconds = span.seconds().abs();
    if seconds < 59.95 {
        return format!("{} s", libm::round(seconds * 10.0) / 10.0);
    }
    let whole = |unit: f64| libm::round(seconds / unit) as u64;
    let pair = |count: u64, of: u64, names: [&str; 2]| match (count / of, count % of) {
        (first, 0) => format!("{first} {}", names[0]),
        (first, rest) => format!("{first} {} {rest} {}", names[0], names[1]),
    };
    if whole(1.0) < 3600 {
        pair(whole(1.0), 60, ["min", "s"])
    } else if whole(60.0) < 1440 {
        pair(whole(60.0), 60, ["h", "min"])
    } else {
        pair(whole(3600.0), 24, ["d", "h"])
    }
}

/// Seconds with up to six decimals, no more than needed; exact.
pub(crate) fn seconds(span: Span) -> String {
    let micros = span.0.unsigned_abs();
    let mut text = String::from(if span.0 < 0 { "-" } else { "" });
    // Writing to a string cannot fail.
    let _ = write!(text, "{}", micros / 1_000_000);
    if !micros.is_multiple_of(1_000_000) {
        let _ = write!(text, ".{:06}", micros % 1_000_000);
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_two_units_at_most() {
        let words = |seconds| duration(Span::from_seconds(seconds));
        let all = [0.0, 4.24, -59.9, 59.96, 3599.6, 5880.0, 86_399.0, 93_600.0].map(words);
        assert_eq!(all, ["0 s", "4.2 s", "59.9 s", "1 min", "1 h", "1 h 38 min", "1 d", "1 d 2 h"]);
    }

    #[test]
    fn seconds_are_exact() {
        let texts = [0, 1, -1_500_000, i64::MAX - 1, 100_000].map(|micros| seconds(Span(micros)));
        assert_eq!(texts, ["0", "0.000001", "-1.5", "9223372036854.775806", "0.1"]);
    }
}
