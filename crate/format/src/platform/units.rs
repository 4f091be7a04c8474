//! Quantities with units in the notation of `SimGrid`: `98.095Mf`, `1.25GBps`, `24us`.

use crate::number::parse_number;

/// Splits a quantity into its number and its unit; a unit may begin with `E`, like an exponent.
fn split_number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let mut end = text.bytes().take(40).take_while(|byte| b"0123456789+-.eE".contains(byte)).count();
    while end > 0 {
        if let Some(value) = parse_number(&text.as_bytes()[..end]) {
            return Some((value, text[end..].trim()));
        }
        end -= 1;
    }
    None
}

/// The factor of a prefix such as `k` or `Mi`; 1 for none.
fn prefix_factor(prefix: &str) -> Option<f64> {
    let letters = ["k", "M", "G", "T", "P", "E", "Z", "Y"];
    let (letter, base) = match prefix.strip_suffix('i') {
        Some(letter) => (letter, 1024_f64),
        None => (prefix, 1000_f64),
    };
    if prefix.is_empty() {
        return Some(1.0);
    }
    let letter = if letter == "K" { "k" } else { letter };
    let power = letters.iter().zip(1..).find(|&(&known, _)| known == letter)?.1;
    // A product, because it is identical to the bit on every platform.
    Some((0..power).fold(1.0, |factor, _| factor * base))
}

/// A quantity in one of these units with any prefix; a plain number is in the first unit.
fn parse_quantity(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (value, unit) = split_number(text)?;
    if unit.is_empty() {
        return Some(value);
    }
    let factor = units.iter().find_map(|(known, factor)| {
        unit.strip_suffix(known).and_then(prefix_factor).map(|prefix| prefix * factor)
    })?;
    Some(value * factor).filter(|value| value.is_finite())
}

/// A speed in flop/s.
pub(super) fn parse_speed(text: &str) -> Option<f64> {
    parse_quantity(text, &[("flops", 1.0), ("f", 1.0)])
}

/// A bandwidth in bytes per second; a lower-case `b` means bits.
pub(super) fn parse_bandwidth(text: &str) -> Option<f64> {
    parse_quantity(text, &[("Bps", 1.0), ("bps", 0.125)])
}

/// A time in seconds.
pub(super) fn parse_time(text: &str) -> Option<f64> {
    let (value, unit) = split_number(text)?;
    let factor = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "us" => 1e-6,
        "ns" => 1e-9,
        "ps" => 1e-12,
        "m" => 60.0,
        "h" => 3_600.0,
        "d" => 86_400.0,
        "w" => 604_800.0,
        _ => return None,
    };
    Some(value * factor)
}
