//! Findings grouped by kind: a log with 10,000 bad lines must not give 10,000 messages.

use ganttlet_core::diagnostic::Diagnostic;

/// How many places of one kind are named.
const NAMED: usize = 5;

/// How often one kind of thing was found, and the first places.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// How often.
    pub(super) count: u32,
    /// The first lines (0 for none) with what stands there (empty for nothing to say).
    places: Vec<(u32, String)>,
}

impl Found {
    /// One more, on this line.
    pub(super) fn at(&mut self, line: u32) {
        self.saying(line, String::new);
    }

    /// One more, on this line (0 for none), with what stands there; `what` is called for the first few only.
    pub(super) fn saying(&mut self, line: u32, what: impl FnOnce() -> String) {
        self.count = self.count.saturating_add(1);
        if self.places.len() < NAMED {
            self.places.push((line, what()));
        }
    }

    /// Adds a diagnostic if anything was found: `say` makes it from the count, the places are added here.
    pub(super) fn tell(&self, into: &mut Vec<Diagnostic>, say: impl FnOnce(u32) -> Diagnostic) {
        if self.count == 0 {
            return;
        }
        let mut diagnostics = say(self.count);
        let line = self.places.first().map_or(0, |&(line, _)| line);
        if self.count > 1 || !self.places[0].1.is_empty() {
            diagnostics.message = format!("{} ({})", diagnostics.message, self.places());
        }
        into.push(diagnostics.line(line));
    }

    /// `lines 3, 7, 9 and 12 more` or ``line 3: `x`; line 7: `y`; and 12 more``.
    fn places(&self) -> String {
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
        let rest = if more > 0 { format!(" and {} more", grouped(more as u64)) } else { String::new() };
        format!("{start}{}{rest}", names.join(between))
    }
}

/// `1 line`, `12,000 lines`.
pub(super) fn counted(count: u32, singular: &str, plural: &str) -> String {
    format!("{} {}", grouped(u64::from(count)), if count == 1 { singular } else { plural })
}

/// A whole number with a comma before every three digits.
pub(super) fn grouped(number: u64) -> String {
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

/// Bytes of a file as they can stand in a sentence: at most 40 characters, nothing invisible.
pub(super) fn shown(bytes: &[u8]) -> String {
    // 40 characters are at most 160 bytes: a long line is not decoded whole.
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
    fn the_first_places_are_named() {
        let mut found = Found::default();
        let mut diagnostics = vec![];
        found.tell(&mut diagnostics, |_| Diagnostic::note("never"));
        (1..=7).for_each(|line| found.at(line * 3));
        found.tell(&mut diagnostics, |n| Diagnostic::warning(counted(n, "line", "lines")));
        let mut named = Found::default();
        named.saying(4, || "`x`".to_owned());
        named.tell(&mut diagnostics, |n| Diagnostic::error(counted(n, "line", "lines")));
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
            [0, 999, 1_000, 28_481, 1_234_567].map(grouped),
            ["0", "999", "1,000", "28,481", "1,234,567"]
        );
    }

    #[test]
    fn what_is_shown_is_short_and_visible() {
        assert_eq!(shown(b"a\x00b\xff"), "a b\u{fffd}");
        assert_eq!(shown("é".repeat(200).as_bytes()).chars().count(), 41);
    }
}
