//! A line plot with confidence bands as a vector picture: a measure over a varied parameter.

use super::theme::{ThemeName, theme};
use super::ticks;
use super::xml::{escape, push_format};
use std::ops::RangeInclusive;

/// A line of a plot.
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its points from left to right: x, y, and both ends of the band.
    pub points: Vec<[f64; 4]>,
}

/// The size of the plot without axes and labels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
/// Space on the left for numbers, at the bottom for the axis, at the top for the title, on the right for names.
const LEFT: f64 = 80.0;
const BOTTOM: f64 = 56.0;
const TOP: f64 = 34.0;
const RIGHT: f64 = 220.0;
/// The height of a line of text.
const LINE: f64 = 18.0;
/// The dash patterns that distinguish lines of one colour.
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"7 4\"", " stroke-dasharray=\"2 3\""];

/// The plot as an SVG document: `across` and `up` are the names of its axes with their units.
pub fn line_plot_svg(title: &str, across: &str, up: &str, curves: &[Curve]) -> String {
    let theme = theme(ThemeName::Light);
    let height = HEIGHT.max(curves.len() as f64 * LINE);
    let (all_width, all_height) = (LEFT + WIDTH + RIGHT, TOP + height + BOTTOM);
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let x = AxisScale::covering(points().map(|point| point[0]), (0.0, WIDTH));
    let y = AxisScale::covering(points().flat_map(|point| point[1..].to_vec()), (height, 0.0));
    let mut text = String::new();
    push_format(
        &mut text,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all_width}\" height=\"{all_height}\" \
             viewBox=\"0 0 {all_width} {all_height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n\
             <g transform=\"translate({LEFT} {TOP})\" fill=\"{}\">\n<text y=\"-14\" font-size=\"14\">{}</text>\n",
            escape(title),
            theme.paper,
            theme.ink,
            escape(title)
        ),
    );
    for tick in y.ticks() {
        let (at, label) = (y.position(tick), tick_label(tick));
        push_format(
            &mut text,
            format_args!(
                "<path d=\"M0 {at}H{WIDTH}\" stroke=\"{}\"/><text x=\"-8\" y=\"{at}\" text-anchor=\"end\" \
                 dominant-baseline=\"central\">{label}</text>\n",
                theme.band
            ),
        );
    }
    for tick in x.ticks() {
        let (at, below, label) = (x.position(tick), height + 20.0, tick_label(tick));
        push_format(
            &mut text,
            format_args!(
                "<path d=\"M{at} {height}v5\" stroke=\"{}\"/><text x=\"{at}\" y=\"{below}\" text-anchor=\"middle\">{label}</text>\n",
                theme.line
            ),
        );
    }
    push_format(
        &mut text,
        format_args!(
            "<path d=\"M0 0V{height}H{WIDTH}\" fill=\"none\" stroke=\"{}\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(-58 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            theme.line,
            WIDTH / 2.0,
            height + 42.0,
            escape(across),
            height / 2.0,
            escape(up)
        ),
    );
    for (i, Curve { name, points }) in curves.iter().enumerate() {
        let colour = theme.palette[i % theme.palette.len()];
        let dash = DASHES[i / theme.palette.len() % DASHES.len()];
        // A mean of a single seed has no interval around it.
        let path = |column: usize| -> Vec<String> {
            let known = points.iter().filter(|point| point[column].is_finite());
            known.map(|point| format!("{} {}", x.position(point[0]), y.position(point[column]))).collect()
        };
        let (middle, low, mut high) = (path(1), path(2), path(3));
        high.reverse();
        if !low.is_empty() {
            let (low, high) = (low.join("L"), high.join("L"));
            let band = format_args!("<path d=\"M{low}L{high}Z\" fill=\"{colour}\" opacity=\"0.15\"/>\n");
            push_format(&mut text, band);
        }
        push_format(
            &mut text,
            format_args!(
                "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>\n",
                middle.join("L")
            ),
        );
        let (from, to, at) = (WIDTH + 16.0, WIDTH + 40.0, (i as f64 + 0.5) * LINE);
        push_format(
            &mut text,
            format_args!(
                "<path d=\"M{from} {at}H{to}\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>\
                 <text x=\"{}\" y=\"{at}\" dominant-baseline=\"central\">{}</text>\n",
                to + 6.0,
                escape(name)
            ),
        );
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// The scale of an axis, which maps numbers to positions.
struct AxisScale {
    ticks: RangeInclusive<i64>,
    step: f64,
    places: (f64, f64),
}

impl AxisScale {
    /// The scale that covers these numbers and begins and ends with a tick.
    fn covering(numbers: impl Iterator<Item = f64>, places: (f64, f64)) -> Self {
        let (low, high) = numbers
            .filter(|number| number.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
                (low.min(number), high.max(number))
            });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        // A single number is in the middle.
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, high + 0.5) };
        let step = ticks::number_step((high - low) / 8.0);
        let ticks = ticks::tick_factors(low, high, step, true);
        Self { ticks, step, places }
    }

    /// The position of a number, in tenths of a pixel.
    fn position(&self, number: f64) -> f64 {
        let (start, end) = self.places;
        let [low, high] = [*self.ticks.start(), *self.ticks.end()].map(|factor| factor as f64 * self.step);
        let place = start + (number - low) / (high - low) * (end - start);
        libm::round(place * 10.0) / 10.0
    }

    /// The positions of ticks.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        self.ticks.clone().map(|factor| factor as f64 * self.step)
    }
}

/// The label of a tick, without rounding errors.
fn tick_label(tick: f64) -> String {
    let digits = format!("{tick:.9}");
    let short = digits.trim_end_matches('0').trim_end_matches('.');
    if tick.abs() >= 1e15 || (tick.abs() < 1e-6 && tick.abs() > 0.0) {
        format!("{tick:e}")
    } else if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &str, points: &[[f64; 4]]) -> Curve {
        Curve { name: name.to_owned(), points: points.to_vec() }
    }

    #[test]
    fn plots_have_bands_names_and_round_ticks() {
        let curves = [
            curve("FCFS", &[[0.5, 10.0, 8.0, 12.0], [0.9, 390.0, 300.0, 480.0]]),
            curve("<EASY>", &[[0.5, 5.0, 4.0, 6.0], [0.9, 100.0, 90.0, 110.0]]),
        ];
        let text = line_plot_svg("Wait & load", "load", "Wait [s]", &curves);
        assert_eq!(text.matches("opacity=\"0.15\"").count(), 2);
        assert!(text.contains(">Wait &amp; load<") && text.contains(">&lt;EASY&gt;<"), "{text}");
        for tick in ["0.5", "0.7", "0.9", "0", "100", "400", "500"] {
            assert!(text.contains(&format!(">{tick}</text>")), "{tick} is missing in\n{text}");
        }
        // From the lower left to the place of 390 of 500.
        assert!(text.contains("<path d=\"M0 392L640 88\" fill=\"none\""), "{text}");
    }

    #[test]
    fn plots_of_few_points_are_drawn() {
        for points in [&[][..], &[[3.0, 7.0, 7.0, 7.0]], &[[3.0, 7.0, f64::NAN, f64::NAN]]] {
            let text = line_plot_svg("", "", "", &[curve("one", points)]);
            assert!(text.starts_with("<svg") && !text.contains("NaN") && !text.contains("inf"), "{text}");
        }
        assert_eq!([0.300_000_000_000_000_04, -0.0, 2e20].map(tick_label), ["0.3", "0", "2e20"]);
    }
}
