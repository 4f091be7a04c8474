//! Findings grouped by kind: a log with 10,000 invalid lines must not give 10,000 messages.

use ganttlet_core::diagnostic::Diagnostic;

/// Maximum number of listed places per kind.
const MAX_PLACES: usize = 5;

/// The number of findings of one kind, and their first places.
#[derive(Debug, Default)]
pub(super) struct FindingList {
    /// The number of findings.
    pub(super) count: u32,
    /// The first lines (0 for none) with their text (empty for none).
    places: Vec<(u32, String)>,
}

impl FindingList {
    /// Adds a finding on this line.
    pub(super) fn add(&mut self, line: u32) {
        self.add_with_text(line, String::new);
    }

    /// Adds a finding on this line (0 for none) with a quotation; `what` is only called for the first few.
    pub(super) fn add_with_text(&mut self, line: u32, what: impl FnOnce() -> String) {
        self.count = self.count.saturating_add(1);
        if self.places.len() < MAX_PLACES {
            self.places.push((line, what()));
        }
    }

    /// Adds a diagnostic if there are findings: `say` creates it from their number, and the places are added.
    pub(super) fn report(&self, into: &mut Vec<Diagnostic>, say: impl FnOnce(u32) -> Diagnostic) {
        if self.count == 0 {
            return;
        }
        let mut diagnostics = say(self.count);
        let line = self.places.first().map_or(0, |&(line, _)| line);
        // Files without lines have no places.
        let no_places = self.places.iter().all(|(line, what)| *line == 0 && what.is_empty());
        if !no_places && (self.count > 1 || !self.places[0].1.is_empty()) {
            diagnostics.message = format!("{} ({})", diagnostics.message, self.places_text());
        }
        into.push(diagnostics.line(line));
    }

    /// `lines 3, 7, 9 and 12 more` or ``line 3: `x`; line 7: `y`; and 12 more``.
    fn places_text(&self) -> String {
        let more = self.count as usize - self.places.len();
        let silent = self.places.iter().all(|(_, what)| what.is_empty());
        let names: Vec<String> = self
            .places
            .iter()
            .map(|(line, what)| match (line, what.as_str()) {
                (line, "") => line.to_string(),
                (0, what) => what.to_owned(),
                (line, what) => format!("line {line}: {what}"),
            })
            .collect();
        let (start, between) = if silent { ("lines ", ", ") } else { ("", "; ") };
        let rest = if more > 0 { format!(" and {} more", group_digits(more as u64)) } else { String::new() };
        format!("{start}{}{rest}", names.join(between))
    }
}

/// `1 line`, `12,000 lines`.
pub fn count_text(count: u32, singular: &str, plural: &str) -> String {
    format!("{} {}", group_digits(u64::from(count)), if count == 1 { singular } else { plural })
}

/// A whole number with a comma before every three digits.
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size as text, with decimal units: `1.5 GB`.
pub fn size_text(bytes: f64) -> String {
    let units = [(1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    match units.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{:.1} {name}", bytes / unit),
        None => format!("{bytes:.0} B"),
    }
}

/// Bytes of a file as text: at most 40 characters, without invisible ones.
pub(super) fn quote_bytes(bytes: &[u8]) -> String {
    // 40 characters are at most 160 bytes, so that a long line is not decoded completely.
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(160)]).into_owned();
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_places_are_listed() {
        let mut found = FindingList::default();
        let mut diagnostics = vec![];
        found.report(&mut diagnostics, |_| Diagnostic::note("never"));
        (1..=7).for_each(|line| found.add(line * 3));
        found.report(&mut diagnostics, |n| Diagnostic::warning(count_text(n, "line", "lines")));
        let mut named = FindingList::default();
        named.add_with_text(4, || "`x`".to_owned());
        named.report(&mut diagnostics, |n| Diagnostic::error(count_text(n, "line", "lines")));
        let texts: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
        let expected = [
            "warning: line 3: 7 lines (lines 3, 6, 9, 12, 15 and 2 more)",
            "error: line 4: 1 line (line 4: `x`)",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [0, 999, 1_000, 28_481, 1_234_567].map(group_digits),
            ["0", "999", "1,000", "28,481", "1,234,567"]
        );
    }

    #[test]
    fn quotations_are_short_and_visible() {
        assert_eq!(quote_bytes(b"a\x00b\xff"), "a b\u{fffd}");
        assert_eq!(quote_bytes("é".repeat(200).as_bytes()).chars().count(), 41);
    }
}
