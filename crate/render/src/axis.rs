//! The axes of a vector picture: time below, clusters or machines on the left.

use super::colour::Painter;
use super::ticks;
use super::view::Frame;
use super::xml::{escape, push_format};
use ganttlet_core::record::{Band, Trace};

/// Minimum height of a cluster with a name on the left, in pixels.
const MIN_NAMED_HEIGHT: f64 = 10.0;

const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;
/// Pictures that end by this time, in microseconds, have labels in seconds.
const MAX_SECONDS_SPAN: f64 = 6e7;

/// Writes the time axis below the picture.
pub(crate) fn write_time_axis(text: &mut String, frame: &Frame, ink: &str) {
    let (width, height) = (frame.width, frame.height);
    push_format(
        text,
        format_args!(
            "<g fill=\"{ink}\" stroke=\"none\" text-anchor=\"middle\">\n<path d=\"M0 {height}H{width}\" stroke=\"{ink}\"/>\n"
        ),
    );
    let (from, to) = (frame.time_at(0.0), frame.time_at(width as f64));
    let least = (to - from) / (width as f64 / 90.0).max(1.0);
    // Times are whole microseconds.
    let step = libm::round(ticks::time_step(least / 1e6) * 1e6).max(1.0);
    for factor in ticks::tick_factors(from, to, step, false) {
        let time = factor as f64 * step;
        let (x, y) = (round_to_tenths(frame.x_of(time)), height + 18);
        push_format(text, format_args!("<path d=\"M{x} {height}v5\" stroke=\"{ink}\"/>"));
        push_format(
            text,
            format_args!("<text x=\"{x}\" y=\"{y}\">{}</text>\n", tick_label(time as i64, step as i64, to)),
        );
    }
    text.push_str("</g>\n");
}

/// The label of a tick, with the precision of the step, in a picture that ends at `end` (all in microseconds): `1:30`,
/// or `2.5 s` in short pictures.
pub(crate) fn tick_label(time: i64, step: i64, end: f64) -> String {
    if time == 0 {
        return "0".to_owned();
    }
    let sign = if time < 0 { "\u{2212}" } else { "" };
    let (whole, part) = ((time / SECOND).unsigned_abs(), (time % SECOND).unsigned_abs());
    let digits = if step >= SECOND { 0 } else { 6 - step.ilog10() as usize };
    // Steps have one nonzero digit.
    let part = if digits == 0 { String::new() } else { format!(".{part:06}")[..=digits].to_owned() };
    if end < MAX_SECONDS_SPAN {
        return format!("{sign}{whole}{part} s");
    }
    let (days, rest) = (whole / 86_400, whole % 86_400);
    if step >= DAY || days > 0 && rest == 0 {
        return format!("{sign}{days} d");
    }
    let (hours, minutes, seconds) = (rest / 3_600, rest / 60 % 60, rest % 60);
    let days = if days > 0 { format!("{days} d ") } else { String::new() };
    let seconds = if step >= 60 * SECOND { String::new() } else { format!(":{seconds:02}{part}") };
    format!("{sign}{days}{hours}:{minutes:02}{seconds}")
}

/// Rounds to one decimal.
fn round_to_tenths(value: f64) -> f64 {
    libm::round(value * 10.0) / 10.0
}

/// Writes the backgrounds of the clusters and their names.
pub(crate) fn write_clusters(text: &mut String, trace: &Trace, frame: &Frame, painter: &Painter) {
    let (theme, width) = (painter.theme, frame.width);
    for shelf in &frame.fold.shelves {
        let (top, bottom) =
            (frame.edge_of(f64::from(shelf.places.start)), frame.edge_of(f64::from(shelf.places.end)));
        let (i, band) = (shelf.bands.start, &trace.bands[shelf.bands.start]);
        if top >= bottom {
            continue;
        }
        let (h, fill) = (bottom - top, if i % 2 == 0 || shelf.rows == 0 { theme.paper } else { theme.band });
        push_format(
            text,
            format_args!("<rect y=\"{top}\" width=\"{width}\" height=\"{h}\" fill=\"{fill}\"/>\n"),
        );
        push_format(
            text,
            format_args!("<path d=\"M-8 {top}H{width}M-8 {bottom}H{width}\" stroke=\"{}\"/>\n", theme.line),
        );
        if shelf.rows == 0 {
            write_unused_clusters(
                text,
                &trace.bands[shelf.bands.clone()],
                (top, bottom, width),
                (theme.line, theme.muted, theme.paper),
            );
            continue;
        }
        let rows = band.first_row..band.first_row + band.rows;
        if frame.row_height >= MIN_NAMED_HEIGHT && band.names.iter().any(|name| !name.is_empty()) {
            for (row, name) in rows.zip(&band.names) {
                let Some(place) = frame.fold.place(row) else { continue };
                let (top, bottom) = (frame.edge_of(f64::from(place)), frame.edge_of(f64::from(place + 1)));
                if bottom - top >= MIN_NAMED_HEIGHT as usize {
                    write_name(text, usize::midpoint(top, bottom), name, theme.ink);
                }
            }
        } else if h >= MIN_NAMED_HEIGHT as usize {
            write_name(text, top + h / 2, &band.name, theme.ink);
        }
    }
}

/// Writes the line of unused clusters: dots, with the names above.
fn write_unused_clusters(
    text: &mut String,
    bands: &[Band],
    (top, bottom, width): (usize, usize, usize),
    (line, ink, paper): (&str, &str, &str),
) {
    let names: Vec<&str> = bands.iter().map(|band| &*band.name).collect();
    let y = usize::midpoint(top, bottom);
    push_format(
        text,
        format_args!("<path d=\"M0 {y}H{width}\" stroke=\"{line}\" stroke-dasharray=\"1 3\"/>\n"),
    );
    let (count, names) = (names.len(), escape(&names.join(", ")));
    write_name(text, y, &format!("{count} unused"), ink);
    push_format(
        text,
        format_args!(
            "<text x=\"8\" y=\"{y}\" dominant-baseline=\"central\" fill=\"{ink}\" stroke=\"{paper}\" stroke-width=\"4\" paint-order=\"stroke\">{names}</text>\n"
        ),
    );
}

/// Writes a name to the left of the picture.
fn write_name(text: &mut String, y: usize, name: &str, ink: &str) {
    let name: String = name.chars().take(14).collect();
    push_format(
        text,
        format_args!(
            "<text x=\"-12\" y=\"{y}\" text-anchor=\"end\" dominant-baseline=\"central\" fill=\"{ink}\">{}</text>\n",
            escape(&name)
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;
    use crate::tests::trace_from_bars;

    #[test]
    fn an_axis_of_millennia_has_ticks() {
        let mut text = String::new();
        let view = View { to_s: 9e12, width: 900, height: 100, ..View::default() };
        write_time_axis(&mut text, &view.frame(&trace_from_bars(&[1], 1.0, &[])), "#000");
        assert!(text.matches("<text").count() >= 5, "{text}");
    }
}
