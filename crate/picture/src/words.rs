//! Lengths of time as people say them, and as programs read them.

use ganttlet_engine::time::Span;
pub(crate) use ganttlet_engine::time::duration;
use std::fmt::Write as _;

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
    fn seconds_are_exact() {
        let texts = [0, 1, -1_500_000, i64::MAX - 1, 100_000].map(|micros| seconds(Span(micros)));
        assert_eq!(texts, ["0", "0.000001", "-1.5", "9223372036854.775806", "0.1"]);
    }
}
