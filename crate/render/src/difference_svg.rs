//! The difference from a baseline in a vector picture.

use super::area::Area;
use super::arrows::Arrow;
use super::difference::{Difference, Ends, Moved};
use super::theme::Theme;
use super::xml::{escape, push_format};

/// Half the height of a triangle, its depth, the length of the head of an arrow, and the distance of the bracket from
/// the upper edge, in pixels.
const HALF: i32 = 4;
const DEEP: i32 = 6;
const HEAD: i32 = 7;
const BRACKET: f64 = 11.0;
/// Width of a character of the text at the bracket.
const CHARACTER_WIDTH: f64 = 6.6;

/// Writes the ghosts, which are below everything else.
pub(crate) fn write_ghosts(text: &mut String, difference: &Difference, theme: &Theme) {
    let colour = theme.unknown;
    push_format(text, format_args!("<g fill=\"none\" stroke=\"{colour}\" stroke-dasharray=\"2 2\">\n"));
    for Area { x, y, w, h } in difference.ghosts.iter().map(|ghost| ghost.area) {
        let (x, y, w, h) = (f64::from(x) + 0.5, f64::from(y) + 0.5, w.max(2) - 1, h.max(2) - 1);
        push_format(
            text,
            format_args!("<rect class=\"ghost\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>\n"),
        );
    }
    push_format(
        text,
        format_args!("</g>\n<g fill=\"{colour}\" text-anchor=\"middle\" dominant-baseline=\"central\">\n"),
    );
    for ghost in difference.ghosts.iter().filter(|ghost| !ghost.text.is_empty()) {
        let Area { x, y, w, h } = ghost.area;
        let (x, y) = (x + w / 2, y + h / 2);
        push_format(text, format_args!("<text x=\"{x}\" y=\"{y}\">{}</text>\n", escape(&ghost.text)));
    }
    text.push_str("</g>\n");
}

/// Writes triangles, arrows and the bracket of a picture of this size.
pub(crate) fn write_marks(
    text: &mut String,
    difference: &Difference,
    theme: &Theme,
    (width, height): (u32, u32),
) {
    let Theme { paper, ink, .. } = *theme;
    text.push_str("<g stroke-linejoin=\"round\">\n");
    for &Moved { x, y, earlier } in &difference.moved {
        let (x, y) = (x as i32, y as i32);
        let (deep, fill, stroke) = if earlier { (-DEEP, ink, paper) } else { (DEEP, paper, ink) };
        let (edge, top, tall) = (if earlier { x.max(DEEP) } else { x }, y - HALF, 2 * HALF);
        push_format(
            text,
            format_args!(
                "<path class=\"moved\" d=\"M{edge} {top}v{tall}l{deep} -{HALF}z\" fill=\"{fill}\" stroke=\"{stroke}\"/>\n"
            ),
        );
    }
    for arrow in &difference.arrows {
        write_arrow(text, *arrow, theme);
    }
    if let Some(ends) = &difference.ends {
        write_bracket(text, ends, theme, (f64::from(width), height));
    }
    text.push_str("</g>\n");
}

/// Writes an arrow as shapes.
pub(crate) fn write_arrow(text: &mut String, arrow: Arrow, theme: &Theme) {
    let ((x0, y0), (x1, y1)) = (arrow.from, arrow.to);
    let tip = if x1 < x0 { x1 + HEAD } else { x1 - HEAD };
    let (first, second) = (f64::from(x0) + arrow.handle_length(), f64::from(x1) - arrow.handle_length());
    for (colour, wide) in [(theme.paper, 3.5), (theme.lost, 1.5)] {
        push_format(
            text,
            format_args!(
                "<path d=\"M{x0} {y0}C{first} {y0} {second} {y1} {tip} {y1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide}\"/>\n"
            ),
        );
    }
    let (top, bottom, colour) = (y1 - HALF, y1 + HALF, theme.lost);
    push_format(
        text,
        format_args!("<path class=\"arrow\" d=\"M{x1} {y1}L{tip} {top}V{bottom}z\" fill=\"{colour}\"/>\n"),
    );
}

/// Writes the line at the end of the run, and the arrow to it from the end of the baseline.
fn write_bracket(text: &mut String, ends: &Ends, theme: &Theme, (width, height): (f64, u32)) {
    let (left, right) = (ends.baseline.min(ends.own).max(0.0), ends.baseline.max(ends.own).min(width));
    if right - left < 2.0 * f64::from(HEAD) {
        return;
    }
    let colour = if ends.earlier { theme.good } else { theme.muted };
    let (own, theirs) = (ends.own, ends.baseline);
    push_format(
        text,
        format_args!("<g fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"1.5\">\n<path d=\""),
    );
    for (x, from, to) in [(own, 0.0, f64::from(height)), (theirs, BRACKET - 4.0, BRACKET + 4.0)] {
        if (0.0..=width).contains(&x) {
            push_format(text, format_args!("M{x:.1} {from}V{to}"));
        }
    }
    let back = if own < theirs { own + f64::from(HEAD) } else { own - f64::from(HEAD) };
    push_format(text, format_args!("M{left:.1} {BRACKET}H{right:.1}\"/>\n"));
    if (0.0..=width).contains(&own) {
        let (top, bottom) = (BRACKET - 4.0, BRACKET + 4.0);
        push_format(
            text,
            format_args!("<path d=\"M{own:.1} {BRACKET}L{back:.1} {top}V{bottom}z\" stroke=\"none\"/>\n"),
        );
    }
    let words = ends.text.chars().count() as f64 * CHARACTER_WIDTH + 8.0;
    // The text is beside a bracket that is shorter than the text.
    let middle = if right - left > words + 36.0 {
        f64::midpoint(left, right)
    } else if left > words + 12.0 {
        left - 12.0 - words / 2.0
    } else {
        right + 12.0 + words / 2.0
    };
    let (x, y) = (middle - words / 2.0, BRACKET - 8.0);
    let (paper, said) = (theme.paper, escape(&ends.text));
    push_format(
        text,
        format_args!(
            "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{words:.1}\" height=\"16\" fill=\"{paper}\" stroke=\"none\"/>\n\
             <text x=\"{middle:.1}\" y=\"{BRACKET}\" stroke=\"none\" font-weight=\"600\" text-anchor=\"middle\" dominant-baseline=\"central\">{said}</text>\n</g>\n"
        ),
    );
}

#[cfg(test)]
mod tests {
    use crate::difference::tests::{BASE, OWN};
    use crate::svg::tests::elements;
    use crate::tests::{trace_from_bars, view};
    use crate::{Canvas, View, export_baseline, svg};

    #[test]
    fn moved_jobs_are_drawn_until_the_baseline_is_removed() {
        let (run, other) = (trace_from_bars(&[4], 31_000.0, &OWN), trace_from_bars(&[4], 48_000.0, &BASE));
        let mut canvas = Canvas::default();
        let view = View { to_s: 48_000.0, ..view(&run, 480, 120) };
        let plain = svg(&run, &mut canvas, &view, "");
        canvas.compare(&run, &export_baseline(&other));
        let text = svg(&run, &mut canvas, &view, "");
        let count = |what: &str| text.matches(what).count();
        assert_eq!([count("class=\"moved\""), count("class=\"ghost\""), count("class=\"arrow\"")], [2, 1, 1]);
        assert!(text.contains(">\u{2212}7:47<") && text.contains(">ends 4 h 43 min earlier<"), "{text}");
        // Two triangles, three strokes of the arrow and its head, two of the bracket; a ghost and the background of its
        // text.
        let (before, after) = (elements(&plain), elements(&text));
        assert_eq!((after["path"] - before["path"], after["rect"] - before["rect"]), (7, 2), "{text}");
        canvas.compare(&run, &[]);
        assert_eq!(svg(&run, &mut canvas, &view, ""), plain);
    }
}
