//! The lanes of a vector picture.

use super::{Lane, LaneBar, LaneDot, LaneLink, LaneWord, Lanes};
use crate::theme::Theme;
use crate::xml::{escape, push_format};

impl Lanes {
    /// Writes the lanes of a vector picture, with their names on the left.
    pub(crate) fn write_svg(&self, text: &mut String, theme: &Theme, width: u32) {
        let [ink, line, muted, paper] = [theme.ink, theme.line, theme.muted, theme.paper];
        for Lane { name, level, y, h, about, .. } in &self.lanes {
            let (bottom, middle) = (y + h, y + h / 2.0);
            push_format(
                text,
                format_args!(
                    "<path d=\"M-88 {bottom}H{width}\" stroke=\"{line}\"/>\n<text x=\"-88\" y=\"{middle}\" fill=\"{ink}\" dominant-baseline=\"central\"><title>{}</title><tspan font-weight=\"600\">{}</tspan> level {level}</text>\n",
                    escape(about),
                    escape(name)
                ),
            );
        }
        for LaneBar { x, y, w, h, look, .. } in &self.bars {
            let (fill, edge) = (&self.fills[usize::from(*look)], &self.edges[usize::from(*look)]);
            let (a, b) = (x.max(0.0), (x + w).min(width as f32));
            if b > a {
                let w = b - a;
                push_format(
                    text,
                    format_args!(
                        "<rect x=\"{a:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\".75\"/>\n"
                    ),
                );
            }
        }
        for LaneLink { from: (x0, y0), to: (x1, y1), followed } in &self.links {
            let (colour, wide) = if *followed { (ink, 2.0) } else { (muted, 0.75) };
            push_format(
                text,
                format_args!(
                    "<path d=\"M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}\" stroke=\"{colour}\" stroke-width=\"{wide}\"/>\n"
                ),
            );
        }
        for LaneDot { x, y, number, text: why } in &self.dots {
            let label = if *number == 0 { String::new() } else { number.to_string() };
            let radius = if *number == 0 { 3.5 } else { 6.0 };
            push_format(
                text,
                format_args!(
                    "<g><title>{}</title><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{ink}\"/><text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{paper}\" font-size=\"9\" text-anchor=\"middle\" dominant-baseline=\"central\">{label}</text></g>\n",
                    escape(why)
                ),
            );
        }
        for LaneWord { x, y, text: words, ink: fill, halo, ends } in &self.words {
            let anchor = if *ends { " text-anchor=\"end\"" } else { "" };
            let halo = if *halo {
                format!(" stroke=\"{paper}\" stroke-width=\"3\" paint-order=\"stroke\"")
            } else {
                String::new()
            };
            push_format(
                text,
                format_args!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{fill}\"{halo}{anchor} dominant-baseline=\"central\">{}</text>\n",
                    escape(words)
                ),
            );
        }
    }

    /// Height of all lanes.
    pub(crate) fn height(&self) -> u32 {
        libm::ceil(f64::from(self.height)) as u32
    }
}
