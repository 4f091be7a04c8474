//! The axes of a vector picture: time below, clusters or machines on the left.

use super::colour::Painter;
use super::view::Frame;
use super::xml::{escaped, push};
use ganttlet_engine::record::{Band, Trace};

/// What is lower than this has no name on the left.
const NAMED: f64 = 10.0;

/// Steps of an axis that people count in, in microseconds.
const STEPS: [i64; 36] = {
    let (second, minute, hour, day) = (1_000_000, 60_000_000, 3_600_000_000, 86_400_000_000);
    [
        1,
        2,
        5,
        10,
        20,
        50,
        100,
        200,
        500,
        1_000,
        2_000,
        5_000,
        10_000,
        20_000,
        50_000,
        100_000,
        200_000,
        500_000,
        second,
        2 * second,
        5 * second,
        10 * second,
        30 * second,
        minute,
        2 * minute,
        5 * minute,
        10 * minute,
        30 * minute,
        hour,
        3 * hour,
        6 * hour,
        12 * hour,
        day,
        2 * day,
        7 * day,
        30 * day,
    ]
};

/// Writes the time axis below the picture.
pub(crate) fn axis(text: &mut String, frame: &Frame, ink: &str) {
    let (width, height) = (frame.width, frame.height);
    push(
        text,
        format_args!(
            "<g fill=\"{ink}\" stroke=\"none\" text-anchor=\"middle\">\n<path d=\"M0 {height}H{width}\" stroke=\"{ink}\"/>\n"
        ),
    );
    let (from, to) = (frame.time(0.0), frame.time(width as f64));
    let least = (to - from) / (width as f64 / 90.0).max(1.0);
    let step = STEPS.into_iter().find(|&step| step as f64 >= least).unwrap_or_else(|| {
        // Thirty days are too short: as many years as needed.
        let year = 365 * 86_400_000_000;
        year * libm::ceil(least / year as f64).min(2e5) as i64
    });
    let first = libm::ceil(from / step as f64);
    for i in 0..200 {
        let time = (first + f64::from(i)) * step as f64;
        if time > to {
            break;
        }
        let (x, y) = (tenths(frame.x(time)), height + 18);
        push(text, format_args!("<path d=\"M{x} {height}v5\" stroke=\"{ink}\"/>"));
        push(text, format_args!("<text x=\"{x}\" y=\"{y}\">{}</text>\n", tick(time, step)));
    }
    text.push_str("</g>\n");
}

/// A time on an axis with this step: a number and the largest unit in which steps are whole.
fn tick(time: f64, step: i64) -> String {
    let units =
        [(86_400_000_000, "d"), (3_600_000_000, "h"), (60_000_000, "min"), (1_000_000, "s"), (1_000, "ms")];
    let (unit, name) = units.into_iter().find(|(unit, _)| step % unit == 0).unwrap_or((1, "\u{b5}s"));
    format!("{} {name}", time / unit as f64)
}

fn tenths(value: f64) -> f64 {
    libm::round(value * 10.0) / 10.0
}

/// Writes the grounds of the clusters and their names.
pub(crate) fn bands(text: &mut String, trace: &Trace, frame: &Frame, painter: &Painter) {
    let (theme, width) = (painter.theme, frame.width);
    for shelf in &frame.fold.shelves {
        let (top, bottom) =
            (frame.edge(f64::from(shelf.places.start)), frame.edge(f64::from(shelf.places.end)));
        let (i, band) = (shelf.bands.start, &trace.bands[shelf.bands.start]);
        if top >= bottom {
            continue;
        }
        let (h, fill) = (bottom - top, if i % 2 == 0 || shelf.rows == 0 { theme.paper } else { theme.band });
        push(text, format_args!("<rect y=\"{top}\" width=\"{width}\" height=\"{h}\" fill=\"{fill}\"/>\n"));
        push(
            text,
            format_args!("<path d=\"M-8 {top}H{width}M-8 {bottom}H{width}\" stroke=\"{}\"/>\n", theme.line),
        );
        if shelf.rows == 0 {
            unused(text, &trace.bands[shelf.bands.clone()], (top, bottom, width), (theme.line, theme.muted));
            continue;
        }
        let rows = band.first_row..band.first_row + band.rows;
        if frame.row_height >= NAMED && band.names.iter().any(|name| !name.is_empty()) {
            for (row, name) in rows.zip(&band.names) {
                let Some(place) = frame.fold.place(row) else { continue };
                let (top, bottom) = (frame.edge(f64::from(place)), frame.edge(f64::from(place + 1)));
                if bottom - top >= NAMED as usize {
                    name_at(text, usize::midpoint(top, bottom), name, theme.ink);
                }
            }
        } else if h >= NAMED as usize {
            name_at(text, top + h / 2, &band.name, theme.ink);
        }
    }
}

/// Writes the line of clusters that nobody used: dots, and their names above them.
fn unused(
    text: &mut String,
    bands: &[Band],
    (top, bottom, width): (usize, usize, usize),
    (line, ink): (&str, &str),
) {
    let names: Vec<&str> = bands.iter().map(|band| &*band.name).collect();
    let y = usize::midpoint(top, bottom);
    push(text, format_args!("<path d=\"M0 {y}H{width}\" stroke=\"{line}\" stroke-dasharray=\"1 3\"/>\n"));
    name_at(text, y, &names.join(", "), ink);
}

/// Writes a name to the left of the picture.
fn name_at(text: &mut String, y: usize, name: &str, ink: &str) {
    let name: String = name.chars().take(14).collect();
    push(
        text,
        format_args!(
            "<text x=\"-12\" y=\"{y}\" text-anchor=\"end\" dominant-baseline=\"central\" fill=\"{ink}\">{}</text>\n",
            escaped(&name)
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;
    use crate::tests::trace_of;

    #[test]
    fn axes_count_as_people_do() {
        let minute = 60_000_000;
        assert_eq!(tick(90.0 * 60e6, 30 * minute), "90 min");
        assert_eq!(tick(2.5e6, 500_000), "2500 ms");
        assert_eq!(tick(7.0 * 86_400e6, 7 * 1_440 * minute), "7 d");
        let mut text = String::new();
        let view = View { to_s: 9e12, width: 900, height: 100, ..View::default() };
        axis(&mut text, &view.frame(&trace_of(&[1], 1.0, &[])), "#000");
        assert!(text.matches("<text").count() >= 5, "{text}");
    }
}
