//! Histograms of text: bars and columns of block characters, at most 80 characters wide.

use ganttlet_core::time::{Span, format_duration};
use ganttlet_format::summary::{Bin, Distribution, group_digits};
use std::fmt::Write as _;

/// Maximum number of characters of a line.
pub(crate) const LINE_WIDTH: usize = 80;
/// Number of characters of the longest bar.
const BAR_WIDTH: u64 = 50;
/// Number of lines of the highest column.
const COLUMN_HEIGHT: u64 = 4;
/// Parts of a character, from narrow to wide.
const LEFT_BLOCKS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
/// Parts of a character, from low to high.
const LOWER_BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Statistics in two lines, and a bar for each bin.
pub(crate) fn distribution_text(found: &Distribution) -> String {
    let value = |value: f64| value_text(value, found.unit);
    let mut text = format!(
        "{}: {} to {}\n  mean {}, median {}, 90 % up to {}\n",
        found.name,
        value(found.minimum),
        value(found.maximum),
        value(found.mean),
        value(found.median),
        value(found.percentile_90)
    );
    let labels: Vec<String> = found.bins.iter().map(|bin| bin_label(bin, found.unit)).collect();
    let most = found.bins.iter().map(|bin| bin.count).max().unwrap_or(0);
    let label_width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let count_width = group_digits(most).len();
    for (bin, label) in found.bins.iter().zip(&labels) {
        let line = format!(
            "  {label:>label_width$}  {:>count_width$}  {}",
            group_digits(bin.count),
            bar_text(bin.count, most)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The values of a bin.
fn bin_label(bin: &Bin, unit: &str) -> String {
    if unit == "s" {
        return match bin.to {
            Some(to) if to < 1e-3 => "0 s".to_owned(),
            Some(to) if bin.from < 1e-3 => format!("below {}", value_text(to, unit)),
            _ => format!("from {}", value_text(bin.from, unit)),
        };
    }
    match bin.to {
        Some(to) if to > bin.from + 1.5 => format!("{} to {}", bin.from, to - 1.0),
        Some(_) => bin.from.to_string(),
        None => format!("from {}", bin.from),
    }
}

/// A value with its unit.
fn value_text(value: f64, unit: &str) -> String {
    if unit == "s" {
        return format_duration(Span::from_seconds(value));
    }
    // At most two decimals, without trailing zeros.
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A bar in block characters; any count above 0 is visible.
fn bar_text(count: u64, most: u64) -> String {
    let eighths = share_in_parts(count, most, BAR_WIDTH * 8);
    let mut text = "█".repeat((eighths / 8) as usize);
    if let Some(part) = (eighths % 8).checked_sub(1) {
        text.push(LEFT_BLOCKS[part as usize]);
    }
    text
}

/// Columns of these heights, each `width` characters wide.
pub(crate) fn columns_text(counts: &[u64], width: usize) -> String {
    let most = counts.iter().copied().max().unwrap_or(0);
    let mut text = String::new();
    for line in (0..COLUMN_HEIGHT).rev() {
        let sign =
            |&count: &u64| match share_in_parts(count, most, COLUMN_HEIGHT * 8).saturating_sub(line * 8) {
                0 => ' ',
                height => LOWER_BLOCKS[height.min(8) as usize - 1],
            };
        let signs: String = counts.iter().flat_map(|count| std::iter::repeat_n(sign(count), width)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", format!("  {signs}").trim_end());
    }
    text
}

/// `count` as a share of `most`, in parts; at least 1 if `count` is not 0.
fn share_in_parts(count: u64, most: u64, parts: u64) -> u64 {
    if count == 0 {
        return 0;
    }
    let share = u128::from(count) * u128::from(parts) / u128::from(most.max(1));
    (share as u64).max(1)
}

/// A label and its value, which is broken into lines at blanks.
pub(crate) fn labelled_line(label: &str, label_width: usize, value: &str) -> String {
    let room = LINE_WIDTH.saturating_sub(label_width + 4).max(20);
    let mut lines: Vec<String> = vec![String::new()];
    for word in value.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= room {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    let mut text = String::new();
    for (line, label) in lines.iter().zip(std::iter::once(label).chain(std::iter::repeat(""))) {
        let _ = writeln!(text, "  {label:label_width$}  {line}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_proportional_and_visible() {
        assert_eq!(
            [bar_text(0, 9), bar_text(1, 1_000_000), bar_text(1, 80), bar_text(2, 25)],
            ["", "▏", "▋", "████"]
        );
        assert_eq!(bar_text(u64::MAX, u64::MAX).chars().count(), BAR_WIDTH as usize);
    }

    #[test]
    fn columns_have_eight_steps_in_each_line() {
        assert_eq!(
            columns_text(&[0, 1, 16, 20, 32], 2),
            "          ██\n        ▄▄██\n      ██████\n    ▁▁██████\n"
        );
        assert_eq!(columns_text(&[], 1), "\n\n\n\n");
    }

    #[test]
    fn long_values_are_broken_at_blanks() {
        let value = "word ".repeat(20);
        let text = labelled_line("Note", 10, &value);
        assert!(text.lines().count() == 2 && text.lines().all(|line| line.chars().count() <= LINE_WIDTH));
        assert!(
            text.starts_with("  Note        word word") && text.contains("\n              word"),
            "{text}"
        );
    }
}
