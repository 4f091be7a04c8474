//! What is drawn where bars are too small to be seen one by one: the share of the nodes of each cluster that each colour
//! has, one on the other.
//!
//! Each column of pixels is the mean of its time. Below stand those who were there first (local load), above them what
//! yields; in between darker colours come first. The colours are those of the bars, so that zooming in changes no colour.

use super::bar_classes::{BarClass, BarClasses};
use super::bar_style::{Pattern, Stripes};
use super::canvas::Canvas;
use super::colour::Painter;
use super::idle_shading::{IdleTime, write_idle_columns};
use super::theme::{Rgba, blend, luminance, parse_rgba, to_hex};
use super::view::{Frame, PixelCover};
use super::xml::push_format;
use ganttlet_core::record::{IdleWhileWaiting, Trace, Window};
use ganttlet_core::rule::SubjectId;
use std::ops::Range;

/// Most colours; later ones share the last one.
const MAX_CLASSES: usize = 32;
/// Stacks of fewer nodes are averaged over blocks of pixels, else they would flicker between few heights.
const MIN_AVERAGED_NODES: f64 = 12.0;
/// Strength of hatching by the share of nodes.
const HATCH_STRENGTHS: [(f32, f32); 3] = [(0.8, 0.6), (0.45, 0.45), (0.0, 0.3)];
/// Lower areas have no edge, in pixels.
const MIN_EDGED: usize = 3;
/// Larger shares of the nodes are always drawn, with at least one pixel.
const MIN_SHARE: f32 = 0.01;

/// The order of a class in a stack: darker ones below.
fn class_order(class: &BarClass) -> i64 {
    let [r, g, b, opaque] = class.colour.map(i64::from);
    let light = (luminance(class.colour) * 65_535.0) as i64;
    // What is on its way to work stands on what works.
    let weakness = 255 - (class.style.strength() * 255.0) as i64;
    i64::from(class.rank) << 60 | light << 40 | r << 32 | g << 24 | b << 16 | opaque << 8 | weakness
}

/// The clusters of a stack, or all of them.
#[derive(Clone, Debug)]
struct Stack {
    /// Their rows, as far as they are seen.
    rows: Range<u32>,
    /// How many of these are there to be used.
    nodes: u32,
    /// Their pixels, from above.
    pixels: Range<usize>,
    /// Which of the grounds.
    ground: usize,
}

impl Stack {
    /// The blocks of columns that are averaged, for few nodes. They are aligned to time, so that a picture does not
    /// flicker while it moves.
    fn column_blocks(&self, frame: &Frame, scale: f64) -> Vec<Range<usize>> {
        let step = libm::ceil(MIN_AVERAGED_NODES * scale / f64::from(self.nodes.max(1))) as usize;
        if step < 2 {
            return Vec::new();
        }
        // What comes after the playhead is not known.
        let width = frame.width as f64;
        let known = libm::ceil(frame.x_of(frame.before_playhead(f64::INFINITY)).clamp(0.0, width)) as usize;
        let before = frame.time_at(0.0) / frame.pixel_duration();
        let over = (before - libm::floor(before / step as f64) * step as f64) as usize;
        let first = (step - over.min(step - 1)).min(known);
        let rest = (first..known).step_by(step).map(|from| from..(from + step).min(known));
        std::iter::once(0..first).chain(rest).collect()
    }
}

/// The stacked shares of a view.
#[derive(Debug)]
pub(crate) struct Stacks {
    stacks: Vec<Stack>,
    classes: Vec<BarClass>,
    /// For each place of a class among those of the record its place here, if it has one.
    known: Vec<Option<u8>>,
    /// Which classes come first.
    order: Vec<usize>,
    width: usize,
    /// For each class, in each stack, in each column: nodes.
    used: Vec<f32>,
}

/// The stacks of a view: of its clusters without bars.
fn view_stacks(frame: &Frame, scale: f64) -> Vec<Stack> {
    let mut found: Vec<Stack> = Vec::new();
    let seen =
        frame.place_at(0.0).max(0.0)..frame.place_at(frame.height as f64).min(f64::from(frame.fold.places));
    let one = frame.has_low_clusters(scale);
    for (shelf, _) in frame.fold.shelves.iter().zip(&frame.dense).filter(|&(_, &dense)| dense) {
        let from = f64::from(shelf.places.start).max(seen.start);
        let to = f64::from(shelf.places.end).min(seen.end);
        let pixels = frame.edge_of(from)..frame.edge_of(to);
        if to - from < 1e-9 {
            continue;
        }
        let rows =
            frame.fold.row_at(libm::floor(from)) as u32..frame.fold.row_at(libm::ceil(to) - 1.0) as u32 + 1;
        let nodes = libm::ceil(to) as u32 - from as u32;
        match found.last_mut() {
            Some(last) if one => {
                last.rows.end = rows.end;
                last.nodes += nodes;
                last.pixels.end = pixels.end;
            }
            _ => {
                found.push(Stack {
                    rows,
                    nodes,
                    pixels,
                    ground: if one { 0 } else { shelf.bands.start % 2 },
                });
            }
        }
    }
    found.retain(|stack| !stack.pixels.is_empty());
    found
}

impl Stacks {
    /// Sums up all bars of a view.
    pub(crate) fn new(
        trace: &Trace,
        canvas: &mut Canvas,
        frame: &Frame,
        painter: &Painter,
        scale: f64,
    ) -> Self {
        let Canvas { index, layers: summed, tints, .. } = canvas;
        tints.revalidate(trace, painter);
        let mut shares = Self {
            stacks: view_stacks(frame, scale),
            classes: Vec::new(),
            known: Vec::new(),
            order: Vec::new(),
            width: frame.width,
            used: Vec::new(),
        };
        // Whole columns are entered at their first and behind their last, and summed up afterwards: exact, as they are whole
        // nodes. What is narrower is added to the columns it touches.
        let mut steps: Vec<f32> = Vec::new();
        let table = &trace.intervals;
        let layers = summed.layers_below(frame.pixel_duration());
        index.visit_window(trace, &frame.window, summed.least_class(layers) + 1, |i| {
            let Some(columns) = frame.columns_of(table.start[i].0 as f64, frame.drawn_end(table.end[i]))
            else {
                return;
            };
            let Some((stack, rows)) = shares.stack_of(table.row[i], table.rows[i]) else { return };
            let tint = tints.class_index(trace, painter, i);
            let at = shares.class_columns(tint, tints, stack);
            if columns.is_full() {
                let more = steps.len().max(shares.used.len() + 1);
                steps.resize(more, 0.0);
                steps[at + columns.from] += rows;
                // The end of a line is the beginning of the next: sums begin anew there.
                if columns.to < shares.width {
                    steps[at + columns.to] -= rows;
                }
            } else {
                shares.add_columns(at, columns, rows);
            }
        });
        summed.visit_cells(layers, frame, |row, stretches| {
            let Some((stack, _)) = shares.stack_of(row, 1) else { return };
            for (columns, cell) in stretches.used_cells() {
                let tint = tints.class_index(trace, painter, cell.most as usize);
                let at = shares.class_columns(tint, tints, stack);
                shares.add_columns(at, columns, cell.busy);
            }
        });
        let width = shares.width.max(1);
        for (line, steps) in shares.used.chunks_mut(width).zip(steps.chunks(width)) {
            let mut sum = 0.0;
            for (used, step) in line.iter_mut().zip(steps) {
                sum += step;
                *used += sum;
            }
        }
        shares.average_blocks(frame, scale);
        shares.order = (0..shares.classes.len()).collect();
        let classes = &shares.classes;
        ganttlet_core::order::sort_by_key(&mut shares.order, |&class| class_order(&classes[class]));
        shares
    }

    /// True if there is a single stack.
    pub(crate) fn is_single(&self) -> bool {
        self.stacks.len() == 1
    }

    /// True if a row of pixels is drawn as shares.
    pub(crate) fn covers_row(&self, y: usize) -> bool {
        self.stacks.iter().any(|stack| stack.pixels.contains(&y))
    }

    /// The stack of some rows, and the number of them that are visible.
    fn stack_of(&self, row: u32, rows: u32) -> Option<(usize, f32)> {
        let at = self.stacks.partition_point(|stack| stack.rows.end <= row);
        let stack = self.stacks.get(at)?;
        let seen = (row + rows).min(stack.rows.end).saturating_sub(row.max(stack.rows.start));
        (seen > 0).then_some((at, seen as f32))
    }

    /// The start of the columns of a class in a stack.
    #[inline]
    fn class_columns(&mut self, tint: usize, tints: &BarClasses, stack: usize) -> usize {
        let place = match self.known.get(tint) {
            Some(&Some(place)) => usize::from(place),
            _ => self.add_class(tint, tints.class(tint)),
        };
        (place * self.stacks.len() + stack) * self.width
    }

    /// Adds a class, or returns the last one if there are too many.
    fn add_class(&mut self, tint: usize, class: BarClass) -> usize {
        if self.classes.len() < MAX_CLASSES {
            self.classes.push(class);
            self.used.resize(self.classes.len() * self.stacks.len() * self.width, 0.0);
        }
        let place = self.classes.len() - 1;
        self.known.resize(self.known.len().max(tint + 1), None);
        self.known[tint] = Some(place as u8);
        place
    }

    fn add_columns(&mut self, at: usize, columns: PixelCover, rows: f32) {
        for (used, column) in self.used[at..][columns.from..columns.to].iter_mut().zip(columns.from..) {
            *used += rows * columns.share_of(column);
        }
    }

    /// Replaces columns of stacks of few nodes by the means of blocks.
    fn average_blocks(&mut self, frame: &Frame, scale: f64) {
        let blocks: Vec<_> = self.stacks.iter().map(|stack| stack.column_blocks(frame, scale)).collect();
        for (line, used) in self.used.chunks_mut(self.width.max(1)).enumerate() {
            for block in &blocks[line % blocks.len()] {
                let block = &mut used[block.clone()];
                let mean = block.iter().sum::<f32>() / block.len().max(1) as f32;
                block.fill(mean);
            }
        }
    }

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

    /// The upper edge of each class in a column of a stack, from below.
    fn class_heights(&self, stack: usize, column: usize) -> impl Iterator<Item = (usize, usize)> {
        let Stack { nodes, pixels, .. } = &self.stacks[stack];
        let high = pixels.len() as f32;
        let nodes = nodes.max(&1);
        let mut sum = 0.0;
        self.order.iter().map(move |&class| {
            let used = self.used[(class * self.stacks.len() + stack) * self.width + column];
            let seen = used > *nodes as f32 * MIN_SHARE && sum <= 0.0;
            sum += used;
            let top = (sum / *nodes as f32 * high + 0.5) as usize;
            (class, top.max(usize::from(seen)).min(pixels.len()))
        })
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
            // From above: each covers all that stands below it, and the next is drawn over that.
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

    /// The subject that is drawn at a pixel.
    pub(crate) fn subject_at(
        &self,
        (trace, canvas): (&Trace, &Canvas),
        frame: &Frame,
        painter: &Painter,
        (x, y): (usize, usize),
    ) -> Option<SubjectId> {
        let at = self.stacks.iter().position(|stack| stack.pixels.contains(&y))?;
        let stack = &self.stacks[at];
        let up = stack.pixels.end - y;
        let below = |class: usize| {
            self.class_heights(at, x)
                .take_while(|&(other, _)| other != class)
                .last()
                .map_or(0, |(_, top)| top)
        };
        let (class, top) = self.class_heights(at, x).find(|&(_, top)| top >= up)?;
        let part = (up as f64 - 0.5 - below(class) as f64) / (top - below(class)).max(1) as f64;
        let (from, to) = (frame.time_at(x as f64), frame.time_at((x + 1) as f64));
        let window = Window {
            time: from as i64..(libm::ceil(to) as i64).max(from as i64 + 1),
            rows: stack.rows.clone(),
        };
        // Those of one colour stand on each other as their rows do, the lowest below.
        let table = &trace.intervals;
        let mut there: Vec<(u32, f64, SubjectId)> = Vec::new();
        canvas.index.visit_window(trace, &window, 1, |i| {
            let wide = frame.drawn_end(table.end[i]).min(to) - (table.start[i].0 as f64).max(from);
            if wide > 0.0 && BarClass::from_interval(trace, painter, i) == self.classes[class] {
                there.push((table.row[i], wide * f64::from(table.rows[i]), table.subject[i]));
            }
        });
        ganttlet_core::order::sort_by_key(&mut there, |&(row, ..)| -i64::from(row));
        let all: f64 = there.iter().map(|&(_, used, _)| used).sum();
        let mut sum = 0.0;
        there
            .iter()
            .find(|&&(_, used, _)| {
                sum += used;
                sum >= part * all
            })
            .map(|&(_, _, subject)| subject)
    }

    /// The base of the stack of some rows: single subjects have no place in a stack.
    pub(crate) fn stack_base(frame: &Frame, scale: f64, row: u32) -> Option<Range<usize>> {
        let stacks = view_stacks(frame, scale);
        let stack = stacks.into_iter().find(|stack| stack.rows.contains(&row))?;
        let high = (3.0 * scale) as usize;
        Some(stack.pixels.end.saturating_sub(high).max(stack.pixels.start)..stack.pixels.end)
    }
}

/// The colours of a class on a background.
struct ClassColours {
    ink: Rgba,
    fill: Rgba,
    mean: Rgba,
    hatched: bool,
    /// The upper edge, of what is nearly paper.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Bar, picture_text, trace_from_bars, view};
    use crate::{View, labels, subject_at};
    use ganttlet_core::record::Colour;

    /// Ten nodes, of which two, then five are used, by bars of half a second.
    fn half_busy_trace() -> Trace {
        let bars: Vec<Bar> = (0..32_u32)
            .flat_map(|at| {
                let used = if at < 16 { 2 } else { 5 };
                (0..used).map(move |row| (row * 2, 1, f64::from(at) / 4.0, Some(f64::from(at) / 4.0 + 0.25)))
            })
            .collect();
        trace_from_bars(&[10], 8.0, &bars)
    }

    #[test]
    fn bars_that_are_too_narrow_become_shares_of_the_nodes() {
        let trace = half_busy_trace();
        let view = View { shares: true, colour: Some(Colour::Status), ..view(&trace, 8, 10) };
        let expected = [vec!["........"; 5], vec!["....aaaa"; 3], vec!["aaaaaaaa"; 2]].concat().join("\n");
        assert_eq!(picture_text(&trace, &view), format!("{expected}\n"));
        // From near they are bars.
        let near = View { to_s: 0.25, width: 8, ..view.clone() };
        assert_eq!(
            picture_text(&trace, &near)
                .lines()
                .filter(|line| line.contains('a') || line.contains('A'))
                .count(),
            2
        );
        let now = View { now_s: 2.0, ..view.clone() };
        assert_eq!(picture_text(&trace, &now).lines().last(), Some("aa......"));
        assert!(labels(&trace, &mut Canvas::default(), &view).is_empty());
    }

    #[test]
    fn bars_that_are_too_low_become_shares_though_rows_are_not() {
        let one: Vec<Bar> = (0..10).map(|row| (row, 1, 0.0, Some(8.0))).collect();
        let shares = |bars: &[Bar], height| {
            let trace = trace_from_bars(&[20], 8.0, bars);
            let mut canvas = Canvas::default();
            canvas.update(&trace);
            canvas.frame(&trace, &View { shares: true, ..view(&trace, 100, height) }).has_shares()
        };
        // Rows of two pixels: what is one row high is too low, what is two is not.
        assert!(shares(&one, 40) && !shares(&one, 60));
        let two: Vec<Bar> = (0..10).map(|at| (at * 2, 2, 0.0, Some(8.0))).collect();
        assert!(!shares(&two, 40));
        // Most of the time counts.
        let mixed: Vec<Bar> =
            two.iter().take(6).copied().chain((12..20).map(|row| (row, 1, 0.0, Some(8.0)))).collect();
        assert!(!shares(&mixed, 40));
    }

    /// Ten nodes as above, and a cluster of six on which two bars are as long as all of it.
    fn busy_beside_calm() -> Trace {
        let mut bars: Vec<Bar> = (0..32_u32)
            .flat_map(|at| {
                (0..5).map(move |row| (row * 2, 1, f64::from(at) / 4.0, Some(f64::from(at) / 4.0 + 0.25)))
            })
            .collect();
        bars.extend([(10, 3, 0.0, Some(8.0)), (14, 2, 4.0, Some(8.0))]);
        trace_from_bars(&[10, 6], 8.0, &bars)
    }

    #[test]
    fn only_clusters_whose_bars_are_too_small_become_shares() {
        let trace = busy_beside_calm();
        let view = View { shares: true, colour: Some(Colour::Status), ..view(&trace, 80, 64) };
        let text = picture_text(&trace, &view);
        let lines: Vec<&str> = text.lines().collect();
        // Half of the first cluster, from below; the bars of the second where they are, with edges.
        assert!(lines[1..20].iter().all(|line| line.chars().all(|sign| sign == '.')), "{text}");
        assert!(lines[20..40].iter().all(|line| line.chars().all(|sign| sign == 'a')), "{text}");
        assert_eq!((lines[41].chars().nth(20), lines[54].chars().nth(20)), (Some('a'), Some(',')), "{text}");
        let mut canvas = Canvas::default();
        let seen: Vec<_> =
            crate::row_labels(&trace, &mut canvas, &view).iter().map(|place| place.shares).collect();
        assert_eq!(seen, [true, false]);
        // Names and places of their own have those that are seen as bars.
        let named: Vec<u32> = labels(&trace, &mut canvas, &view).iter().map(|label| label.area.y).collect();
        assert_eq!(named, [40]);
        assert_eq!(subject_at(&trace, &mut canvas, &view, 20.0, 50.0), Some(160));
        assert!(subject_at(&trace, &mut canvas, &view, 20.0, 30.0).is_some_and(|subject| subject < 160));
        assert_eq!(subject_at(&trace, &mut canvas, &view, 20.0, 10.0), None);
        assert_eq!(crate::subject_areas(&trace, &mut canvas, &view, 0)[0].y, 37);
        assert_eq!(crate::subject_areas(&trace, &mut canvas, &view, 160)[0].y, 40);
        let drawn = crate::svg(&trace, &mut Canvas::default(), &view, "");
        assert!(
            drawn.contains("2 bars are drawn individually")
                && drawn.contains("In clusters where most bars are too small"),
            "{drawn}"
        );
    }

    #[test]
    fn rows_that_are_too_low_become_shares_of_their_cluster() {
        let bars = [(0, 10, 0.0, Some(4.0)), (20, 20, 2.0, Some(8.0))];
        let trace = trace_from_bars(&[20, 20], 8.0, &bars);
        let view = View { shares: true, colour: Some(Colour::Job), ..view(&trace, 8, 20) };
        let text = picture_text(&trace, &view);
        let lines: Vec<&str> = text.lines().collect();
        // Half of the first cluster, from below; all of the second. Above them is the line between clusters.
        assert_eq!((lines[4], lines[5], lines[9]), ("........", "aaaa....", "aaaa...."), "{text}");
        assert_eq!((lines[11], lines[19]), (",,bbbbbb", ",,bbbbbb"), "{text}");
        // In a strip all clusters are one.
        let strip = View { height: 4, ..view };
        assert_eq!(picture_text(&trace, &strip), "........\n..aa....\n..bbbbbb\naabbbbbb\n");
    }

    #[test]
    fn clusters_of_few_nodes_are_means_up_to_the_playhead() {
        let bars: Vec<Bar> = (0..48_u32).map(|at| (0, 1, f64::from(at), Some(f64::from(at) + 0.5))).collect();
        let trace = trace_from_bars(&[1], 48.0, &bars);
        let view = View { shares: true, colour: Some(Colour::Status), now_s: 18.0, ..view(&trace, 24, 4) };
        let (used, free) =
            (format!("{}{}\n", "a".repeat(9), ".".repeat(15)), format!("{}\n", ".".repeat(24)));
        assert_eq!(picture_text(&trace, &view), [free.clone(), free, used.clone(), used].concat());
    }

    #[test]
    fn the_drawn_subject_is_found() {
        let bars = [(0, 10, 0.0, Some(8.0)), (20, 5, 0.0, Some(8.0)), (30, 10, 0.0, Some(8.0))];
        let trace = trace_from_bars(&[40], 8.0, &bars);
        let view = View { shares: true, colour: Some(Colour::Status), ..view(&trace, 8, 20) };
        let at = |y: f64| subject_at(&trace, &mut Canvas::default(), &view, 3.0, y);
        // One colour, 25 of 40 nodes: the lowest rows are the last job's.
        assert_eq!(
            [at(3.0), at(19.0), at(16.0), at(14.0), at(11.0), at(9.0)],
            [None, Some(2), Some(2), Some(1), Some(0), Some(0)]
        );
    }

    #[test]
    fn a_vector_picture_has_the_same_shares() {
        let trace = half_busy_trace();
        let view = View { shares: true, colour: Some(Colour::Status), ..view(&trace, 8, 10) };
        let text = crate::svg(&trace, &mut Canvas::default(), &view, "");
        assert!(text.contains("d=\"M0 10H0V8H4V5H8V10Z\""), "{text}");
    }
}
