//! Stacked shares: for bars that are too small to be drawn one by one, the share of the nodes of each cluster that has
//! each colour.
//!
//! Each column of pixels is the mean of its time. Local load is at the bottom, work that yields at the top; in between,
//! darker colours are below. The colours are those of the bars, so that zooming in changes no colour.

mod drawing;
#[cfg(test)]
mod tests;

use crate::bar_classes::{BarClass, BarClasses};
use crate::canvas::Canvas;
use crate::colour::Painter;
use crate::theme::luminance;
use crate::view::{Frame, PixelCover};
use ganttlet_core::record::{Trace, Window};
use ganttlet_core::rule::SubjectId;
use std::ops::Range;

/// Maximum number of colours; later ones share the last one.
const MAX_CLASSES: usize = 32;
/// Stacks of fewer nodes are averaged over blocks of pixels; otherwise they would jump between a few heights.
const MIN_AVERAGED_NODES: f64 = 12.0;
/// Larger shares of the nodes are always drawn, with at least one pixel.
const MIN_SHARE: f32 = 0.01;

/// The order of a class in a stack: darker ones below.
fn class_order(class: &BarClass) -> i64 {
    let [r, g, b, opaque] = class.colour.map(i64::from);
    let light = (luminance(class.colour) * 65_535.0) as i64;
    // Bars in startup or adaptation are above working ones.
    let weakness = 255 - (class.style.strength() * 255.0) as i64;
    i64::from(class.rank) << 60 | light << 40 | r << 32 | g << 24 | b << 16 | opaque << 8 | weakness
}

/// The clusters of a stack, or all of them.
#[derive(Clone, Debug)]
struct Stack {
    /// The visible rows.
    rows: Range<u32>,
    /// Number of visible nodes.
    nodes: u32,
    /// The rows of pixels, from the top.
    pixels: Range<usize>,
    /// The index of the background colour.
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
        // Columns after the playhead have no data.
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
    /// For each class of the trace its index here, if it has one.
    known: Vec<Option<u8>>,
    /// The classes, from the bottom.
    order: Vec<usize>,
    width: usize,
    /// For each class, in each stack, in each column: nodes.
    used: Vec<f32>,
}

/// The stacks of a view: one for each cluster whose bars are too small, or one for all.
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
        // Whole columns are added as steps at their first column and behind their last, then accumulated: this is exact
        // for whole nodes. Narrower bars are added to each column that they cover.
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
                // The column after the last one of a line belongs to the next line.
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

    /// Adds bars of some rows to the columns of a class.
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

    /// The subject drawn at a pixel.
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
        // Bars of one colour are stacked in the order of their rows.
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

    /// The base of the stack of some rows: single subjects have no position in a stack.
    pub(crate) fn stack_base(frame: &Frame, scale: f64, row: u32) -> Option<Range<usize>> {
        let stacks = view_stacks(frame, scale);
        let stack = stacks.into_iter().find(|stack| stack.rows.contains(&row))?;
        let high = (3.0 * scale) as usize;
        Some(stack.pixels.end.saturating_sub(high).max(stack.pixels.start)..stack.pixels.end)
    }
}
