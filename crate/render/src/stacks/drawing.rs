//! Draws stacked shares as pixels and as shapes.

use super::{Stack, Stacks};
use crate::bar_classes::BarClass;
use crate::bar_style::{Pattern, Stripes};
use crate::colour::Painter;
use crate::idle_shading::{IdleTime, write_idle_columns};
use crate::theme::{Rgba, blend, parse_rgba, to_hex};
use crate::view::Frame;
use crate::xml::push_format;
use ganttlet_core::record::{IdleWhileWaiting, Trace};

/// Strength of hatching by the share of nodes: the first row with a share not larger applies.
const HATCH_STRENGTHS: [(f32, f32); 3] = [(0.8, 0.6), (0.45, 0.45), (0.0, 0.3)];
/// Minimum height of an area with an edge, in pixels.
const MIN_EDGED: usize = 3;

impl Stacks {
    /// The colours of idle nodes in each column of each stack.
    pub(crate) fn idle_colours(
        &self,
        trace: &Trace,
        holes: &IdleWhileWaiting,
        frame: &Frame,
        painter: &Painter,
        scale: f64,
    ) -> Vec<Vec<Rgba>> {
        let hole = parse_rgba(painter.theme.hole_fill);
        let colours = |stack: &Stack| {
            let rows = f64::from(stack.rows.start)..f64::from(stack.rows.end);
            let mut idle = IdleTime::from_regions(holes, &trace.bands, frame, &rows);
            idle.average_blocks(&stack.column_blocks(frame, scale));
            idle.colours(painter.grounds[stack.ground], hole)
        };
        self.stacks.iter().map(colours).collect()
    }

    /// Writes the background of all stacks as shapes: idle nodes while jobs wait.
    pub(crate) fn write_idle(&self, text: &mut String, idle: &[Vec<Rgba>], painter: &Painter) {
        for (stack, colours) in self.stacks.iter().zip(idle) {
            write_idle_columns(text, colours, painter.grounds[stack.ground], &stack.pixels);
        }
    }

    /// Draws all stacks over the background.
    pub(crate) fn paint(&self, out: &mut [u8], painter: &Painter, idle: &[Vec<Rgba>], stripes: Stripes) {
        let bytes = self.width * 4;
        for (at, stack) in self.stacks.iter().enumerate() {
            let (ground, idle) = (painter.grounds[stack.ground], &idle[at]);
            let looks: Vec<_> =
                self.classes.iter().map(|class| ClassColours::new(*class, ground, painter)).collect();
            for x in 0..self.width {
                let mut y = stack.pixels.end;
                for (class, top) in self.class_heights(at, x) {
                    let end = stack.pixels.end - top;
                    let look = &looks[class];
                    let (first, share) = (end, (y.max(end) - end) as f32 / stack.pixels.len() as f32);
                    let strength = HATCH_STRENGTHS
                        .iter()
                        .find(|(least, _)| share >= *least)
                        .map_or(1.0, |&(_, strength)| strength);
                    let hatch = blend(look.fill, look.ink, strength);
                    let edge = look.edge.filter(|_| y.max(end) - end >= MIN_EDGED);
                    while y > end {
                        y -= 1;
                        let colour = edge.filter(|_| y == first).unwrap_or(if !look.hatched {
                            look.ink
                        } else if stripes.is_ink(x, y) {
                            hatch
                        } else {
                            look.fill
                        });
                        out[y * bytes + x * 4..][..4].copy_from_slice(&colour);
                    }
                }
                for y in stack.pixels.start..y {
                    out[y * bytes + x * 4..][..4].copy_from_slice(&idle[x]);
                }
            }
        }
    }

    /// Writes all stacks as shapes.
    pub(crate) fn write_svg(&self, text: &mut String, painter: &Painter) {
        for (at, stack) in self.stacks.iter().enumerate() {
            let bottom = stack.pixels.end;
            let columns: Vec<Vec<(usize, usize)>> =
                (0..self.width).map(|x| self.class_heights(at, x).collect()).collect();
            // From the top: each area extends to the base, and the next is drawn over it.
            for place in (0..self.order.len()).rev() {
                let look = ClassColours::new(
                    self.classes[self.order[place]],
                    painter.grounds[stack.ground],
                    painter,
                );
                let mut path = String::new();
                let mut last = 0;
                for (x, column) in columns.iter().enumerate() {
                    let (top, below) =
                        (column[place].1, place.checked_sub(1).map_or(0, |below| column[below].1));
                    let top = if top > below { top } else { 0 };
                    if top != last {
                        let y = bottom - top;
                        let before = if path.is_empty() { format!("M0 {bottom}") } else { String::new() };
                        push_format(&mut path, format_args!("{before}H{x}V{y}"));
                        last = top;
                    }
                }
                if !path.is_empty() {
                    let fill = to_hex(if look.hatched { look.mean } else { look.ink });
                    let right = self.width;
                    push_format(
                        text,
                        format_args!("<path fill=\"{fill}\" d=\"{path}H{right}V{bottom}Z\"/>\n"),
                    );
                }
            }
        }
    }
}

/// The colours of a class on a background.
struct ClassColours {
    ink: Rgba,
    fill: Rgba,
    mean: Rgba,
    hatched: bool,
    /// The upper edge, for colours close to the background.
    edge: Option<Rgba>,
}

impl ClassColours {
    fn new(BarClass { colour, style, .. }: BarClass, ground: Rgba, painter: &Painter) -> Self {
        let mean = blend(ground, style.average_colour(colour), 1.0);
        let hatched = style.pattern != Pattern::Plain;
        let ink = if hatched { blend(ground, colour, 1.0) } else { mean };
        let fill = blend(ground, colour, style.fill);
        Self { ink, fill, mean, hatched, edge: if hatched { None } else { painter.contour_colour(mean) } }
    }
}
