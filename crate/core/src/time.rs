//! Simulated time: integer microseconds, so that no run depends on the rounding of floats.
//!
//! [`Time`] is a point, [`Span`] a length. Arithmetic saturates at [`Time::MAX`], "the end of time": a hostile file
//! full of endless jobs ends there instead of wrapping around.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// A point in simulated time, in microseconds since the start of the run.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Time(pub i64);

/// A length of simulated time, in microseconds.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span(pub i64);

const MICROS: f64 = 1e6;

/// Seconds in microseconds, rounded.
fn microseconds(seconds: f64) -> i64 {
    // `as` saturates and maps NaN to 0; halves round away from zero, the same on every target.
    let scaled = seconds * MICROS;
    (if scaled < 0.0 { libm::ceil(scaled - 0.5) } else { libm::floor(scaled + 0.5) }) as i64
}

impl Time {
    /// The start of every run.
    pub const ZERO: Self = Self(0);
    /// The end of time: later than every event; also "not yet known".
    pub const MAX: Self = Self(i64::MAX);

    /// The point `seconds` after the start, rounded to the nearest microsecond; saturates, NaN is 0.
    #[inline]
    pub fn from_seconds(seconds: f64) -> Self {
        Self(microseconds(seconds))
    }

    /// Seconds since the start, for metrics and display only.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / MICROS
    }

    /// Whole seconds, rounded to nearest (as in published schedules).
    pub fn rounded_seconds(self) -> i64 {
        (self.0.saturating_add(500_000)).div_euclid(1_000_000)
    }

    /// Seconds since the start in the format of files; see [`Span::exact_seconds`].
    pub fn exact_seconds(self) -> String {
        Span(self.0).exact_seconds()
    }
}

impl Span {
    /// Zero time.
    pub const ZERO: Self = Self(0);
    /// Longer than every run.
    pub const MAX: Self = Self(i64::MAX);

    /// A length of `seconds`, rounded to the nearest microsecond; saturates, NaN is 0.
    #[inline]
    pub fn from_seconds(seconds: f64) -> Self {
        Self(microseconds(seconds))
    }

    /// The length in seconds, for metrics and display only.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / MICROS
    }

    /// The length in seconds in the format of files: with up to six decimals, no more than needed (`12`, `0.25`);
    /// exact.
    pub fn exact_seconds(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.unsigned_abs() / 1_000_000, self.0.unsigned_abs() % 1_000_000);
        if part == 0 {
            return format!("{sign}{whole}");
        }
        let mut text = format!("{sign}{whole}.{part:06}");
        text.truncate(text.trim_end_matches('0').len());
        text
    }

    /// This length on a machine `speed` times as fast as the reference, rounded to the nearest microsecond.
    /// `speed` must be above 0.
    #[must_use]
    #[inline]
    pub fn scaled_to_speed(self, speed: f64) -> Self {
        // Exact on the reference machine for any length.
        if (speed - 1.0).abs() < f64::EPSILON {
            self
        } else {
            Self(libm::round(self.0 as f64 / speed) as i64)
        }
    }
}

impl Add<Span> for Time {
    type Output = Self;
    #[inline]
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for Time {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub for Time {
    type Output = Span;
    #[inline]
    fn sub(self, other: Self) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}

impl Add for Span {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Span {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// Days, hours, minutes and seconds for users: `2 d 03:04:05`, `3:04:05`, `4.25 s`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let micros = self.0.unsigned_abs();
        let seconds = micros / 1_000_000;
        if seconds < 60 {
            let text = format!("{:.3}", micros as f64 / MICROS);
            return write!(f, "{sign}{} s", text.trim_end_matches('0').trim_end_matches('.'));
        }
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
        if days > 0 {
            write!(f, "{sign}{days} d {hours:02}")?;
        } else {
            write!(f, "{sign}{hours}")?;
        }
        write!(f, ":{minutes:02}:{:02}", seconds % 60)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::MAX { f.write_str("never") } else { Span(self.0).fmt(f) }
    }
}

/// A length of time in at most two units: `3 d 4 h`, `1 h 38 min`, `12 min 30 s`, `4.2 s`. Without a sign.
pub fn format_duration(span: Span) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_round_to_the_nearest_microsecond() {
        assert_eq!(Time::from_seconds(0.000_000_5), Time(1));
        assert_eq!(Time::from_seconds(-0.000_000_5), Time(-1));
        assert_eq!(Time::from_seconds(1e300), Time::MAX);
        assert_eq!(Time::from_seconds(f64::NAN), Time::ZERO);
    }

    #[test]
    fn sums_stop_at_the_end_of_time() {
        assert_eq!(Time::MAX + Span(1), Time::MAX);
    }

    #[test]
    fn spans_read_like_clocks() {
        let texts = [4.25, 59.0, 61.0, 183_845.0].map(|s| Span::from_seconds(s).to_string());
        assert_eq!(texts, ["4.25 s", "59 s", "0:01:01", "2 d 03:04:05"]);
    }

    #[test]
    fn seconds_of_files_are_exact() {
        let texts = [0, 1, 250_000, 12_000_000, -1_500_000, i64::MAX - 1, i64::MIN]
            .map(|micros| Span(micros).exact_seconds());
        let last = ["9223372036854.775806", "-9223372036854.775808"];
        assert_eq!(texts.as_slice(), [["0", "0.000001", "0.25", "12", "-1.5"].as_slice(), &last].concat());
        assert_eq!(Time::from_seconds(0.25).exact_seconds(), "0.25");
    }

    #[test]
    fn speed_divides_the_run_time() {
        assert_eq!(Span::from_seconds(10.0).scaled_to_speed(1.25), Span::from_seconds(8.0));
        assert_eq!(Span::MAX.scaled_to_speed(1.0), Span::MAX);
    }

    #[test]
    fn lengths_have_two_units_at_most() {
        let words = |seconds| format_duration(Span::from_seconds(seconds));
        let all = [0.0, 4.24, -59.9, 59.96, 3599.6, 5880.0, 86_399.0, 93_600.0].map(words);
        assert_eq!(all, ["0 s", "4.2 s", "59.9 s", "1 min", "1 h", "1 h 38 min", "1 d", "1 d 2 h"]);
    }
}
