//! Parses numbers in files.

/// Largest time, in seconds: 300 years.
pub(super) const MAX_TIME_S: f64 = 1e10;

/// A finite decimal number. Whole numbers of up to 15 digits are parsed without the general parser.
pub(super) fn parse_number(text: &[u8]) -> Option<f64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 15 {
        return parse_decimal(text);
    }
    let mut value = 0_u64;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return parse_decimal(text);
        }
        value = value * 10 + u64::from(digit);
    }
    let value = value as f64;
    Some(if negative { -value } else { value })
}

#[inline(never)]
fn parse_decimal(text: &[u8]) -> Option<f64> {
    // The library also reads `inf` and `nan`; they are not valid in logs.
    if !text.iter().all(|byte| b"0123456789+-.eE".contains(byte)) {
        return None;
    }
    let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_the_notations_of_logs() {
        let good = ["7", "-1", "0000", "142.00", "1e3", "+5", ".5", "12345678901234567890", "1E-2"];
        let values = good.map(|text| parse_number(text.as_bytes()).expect("a number").to_string());
        assert_eq!(values, ["7", "-1", "0", "142", "1000", "5", "0.5", "12345678901234567000", "0.01"]);
        for text in ["", "-", "NaN", "inf", "-inf", "1e999", "x", "1_000", "0x10", "1,5", "1e", "--1"] {
            assert_eq!(parse_number(text.as_bytes()), None, "{text}");
        }
    }
}
