//! Workflow dependencies in a picture: arrows between tasks, the critical path, and file transfers.

pub(crate) mod messages;

use crate::area::Area;
use crate::arrows::Arrow;
use crate::canvas::Canvas;
use crate::critical_path::CriticalPath;
use crate::difference_svg::write_arrow;
use crate::labels::{CHARACTER_WIDTH, LABEL_HEIGHT, MARGIN};
use crate::theme::{Theme, parse_rgba, theme};
use crate::view::{Frame, View};
use crate::xml::{escape, push_format};
use ganttlet_core::order;
use ganttlet_core::record::{Trace, Transfer};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_core::time::format_duration;
use serde::Serialize;
use ts_rs::TS;

/// Maximum number of arrows from parents, and of arrows to children.
const MAX_ARROWS: usize = 24;
/// Height of a strip, in pixels of the page.
const STRIP_HEIGHT: f64 = 4.0;
/// Minimum length of a strip with text, in pixels of the page.
const MIN_STRIP: f64 = 16.0;

/// The relations of tasks in a picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Flow {
    /// Files in transfer, above the rows of the destination cluster.
    strips: Vec<Strip>,
    /// Arrows from the parents of a task to it, and from it to its started children.
    arrows: Vec<Arrow>,
    /// Number of omitted arrows.
    cut: u32,
    /// The bars of the critical path.
    critical: Vec<Area>,
    /// Arrows from each bar of the critical path to the next.
    path: Vec<Arrow>,
    /// The names of its tasks that do not fit into their bars.
    names: Vec<Beside>,
}

/// A name above a bar that is too small for it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Beside {
    /// Its upper left corner, in device pixels.
    x: u32,
    y: u32,
    text: String,
}

/// Files in transfer to a cluster.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Strip {
    #[serde(flatten)]
    area: Area,
    /// True if they belong to a selected task, or caused the longest wait on the critical path, if it is long enough.
    marked: bool,
    /// Description with both clusters; empty if there is none.
    text: String,
    /// Its colour, `#rrggbb`, if it differs.
    fill: Option<&'static str>,
}

/// Dependencies and transfers in a view; the first of the subjects has arrows. Empty for tasks without dependencies.
pub fn flow(trace: &Trace, canvas: &mut Canvas, view: &View, subjects: &[SubjectId]) -> Flow {
    canvas.update(trace);
    let frame = canvas.frame(trace, view);
    let mut flow = Flow::default();
    if messages::has_messages(trace) && !frame.is_empty() && !frame.is_only_shares() {
        flow.strips = messages::message_strips(trace, &frame, view, subjects);
        return flow;
    }
    let Some(work) = canvas.work.as_ref().filter(|_| !frame.is_empty()) else { return flow };
    let group_of = |&task: &SubjectId| trace.subjects.group.get(task as usize).copied();
    let one = (trace.group_names.len() == 1).then_some(0);
    let path =
        subjects.iter().find_map(group_of).or(one).map(|group| CriticalPath::from_trace(trace, work, group));
    let path: Vec<SubjectId> =
        path.filter(|path| path.whole).map_or(Vec::new(), |path| path.tasks().collect());
    flow.strips = transfer_strips(trace, &frame, view.scale(), subjects, &path);
    if frame.is_only_shares() {
        return flow;
    }
    let begun = |&task: &SubjectId| frame.is_shown(trace.subjects.start[task as usize]);
    let path: Vec<SubjectId> = path.into_iter().filter(begun).collect();
    let bar = |&task: &SubjectId| trace.intervals_of(task).next().and_then(|i| frame.bar_area(trace, i));
    flow.critical = path.iter().filter_map(bar).collect();
    let named = |&task: &SubjectId| Some((bar(&task)?, trace.name(task)));
    flow.names = place_names(path.iter().filter_map(named), &frame, view.scale());
    flow.path =
        path.windows(2).filter_map(|step| dependency_arrow(trace, &frame, step[0], step[1])).collect();
    let linked = subjects.iter().find_map(|&task| work.dependencies(task).map(|links| (task, links)));
    if let Some((task, (mut before, mut after))) = linked {
        let table = &trace.subjects;
        before.retain(|&task| frame.is_shown(table.end[task as usize]));
        after.retain(begun);
        // The predecessors that ended last delayed the task; those that started first matter least.
        order::sort_by_key(&mut before, |&task| -table.end[task as usize].0);
        order::sort_by_key(&mut after, |&task| table.start[task as usize].0);
        flow.cut = (before.len().saturating_sub(MAX_ARROWS) + after.len().saturating_sub(MAX_ARROWS)) as u32;
        let before = before
            .into_iter()
            .take(MAX_ARROWS)
            .filter_map(|other| dependency_arrow(trace, &frame, other, task));
        let after = after
            .into_iter()
            .take(MAX_ARROWS)
            .filter_map(|other| dependency_arrow(trace, &frame, task, other));
        flow.arrows = before.chain(after).collect();
    }
    flow
}

impl Flow {
    /// Draws the strips over the pixels of a view.
    pub fn paint(&self, out: &mut [u8], view: &View) {
        let (theme, (width, height)) = (theme(view.theme), view.size());
        for Strip { area: Area { x, y, w, h }, marked, fill, .. } in &self.strips {
            let colour = parse_rgba(if *marked { theme.lost } else { fill.unwrap_or(theme.muted) });
            for y in *y..(y + h).min(height) {
                let line = &mut out[(y * width) as usize * 4..][..width as usize * 4];
                let columns = *x as usize..(x + w.max(&1)).min(width) as usize;
                line.as_chunks_mut::<4>().0[columns].fill(colour);
            }
        }
    }

    /// Writes strips and the critical path below the names of a vector picture.
    pub(crate) fn svg(&self, text: &mut String, theme: &Theme, (width, height): (u32, u32)) {
        let [muted, ink, lost] = [theme.muted, theme.ink, theme.lost];
        for Strip { area: Area { x, y, w, h }, marked, fill, .. } in &self.strips {
            let fill = if *marked { lost } else { fill.unwrap_or(muted) };
            push_format(
                text,
                format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"/>\n"),
            );
        }
        // A vector picture does not clip at its edges.
        let seen = |&&Arrow { from, to }: &&Arrow| {
            let inside =
                |(x, y): (i32, i32)| (0..=width as i32).contains(&x) && (0..=height as i32).contains(&y);
            inside(from) && inside(to)
        };
        let mut path = String::new();
        for Arrow { from: (x0, y0), to: (x1, y1) } in self.path.iter().filter(seen) {
            push_format(&mut path, format_args!("M{x0} {y0}L{x1} {y1}"));
        }
        if !path.is_empty() {
            push_format(text, format_args!("<path fill=\"none\" stroke=\"{ink}\" d=\"{path}\"/>\n"));
        }
        for &arrow in self.arrows.iter().filter(seen) {
            write_arrow(text, arrow, theme);
        }
        for Area { x, y, w, h } in &self.critical {
            push_format(
                text,
                format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"/>\n"
                ),
            );
        }
        for Beside { x, y, text: words } in &self.names {
            let y = y + 11;
            push_format(
                text,
                format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{}</text>\n", escape(words)),
            );
        }
        for Strip { area: Area { x, y, h, .. }, text: words, .. } in
            self.strips.iter().filter(|strip| !strip.text.is_empty())
        {
            let y = y + h + 11;
            push_format(
                text,
                format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{lost}\">{}</text>\n", escape(words)),
            );
        }
    }
}

impl Frame {
    /// True if an event at `time` is drawn.
    fn is_shown(&self, time: Time) -> bool {
        time != Time::MAX && time.0 as f64 <= self.before_playhead(f64::INFINITY)
    }
}

/// The names that do not fit into their bars, above the bars: as many as fit, in order.
fn place_names(bars: impl Iterator<Item = (Area, String)>, frame: &Frame, scale: f64) -> Vec<Beside> {
    let high = libm::ceil(scale * (LABEL_HEIGHT + 2.0)) as u32;
    let mut taken: Vec<Area> = Vec::new();
    let mut names = Vec::new();
    for (bar, text) in bars {
        let w = libm::ceil(scale * (text.chars().count() as f64 * CHARACTER_WIDTH + MARGIN)) as u32;
        if bar.w >= w && f64::from(bar.h) >= scale * LABEL_HEIGHT {
            continue;
        }
        let room = Area { x: bar.x, y: bar.y.saturating_sub(high), w, h: high };
        let apart = |other: &Area| {
            other.x + other.w <= room.x
                || room.x + w <= other.x
                || other.y + high <= room.y
                || room.y + high <= other.y
        };
        if bar.y >= high && room.x + w <= frame.width as u32 && taken.iter().all(apart) {
            taken.push(room);
            names.push(Beside { x: room.x, y: room.y, text });
        }
    }
    names
}

/// The arrow from the end of one task to the start of another, in device pixels; may leave the picture.
fn dependency_arrow(trace: &Trace, frame: &Frame, from: SubjectId, to: SubjectId) -> Option<Arrow> {
    let table = &trace.intervals;
    let end = |task: SubjectId, at_end: bool| {
        let i = trace.intervals_of(task).next().filter(|&i| !frame.is_row_shared(table.row[i]))?;
        let time = if at_end { frame.drawn_end(table.end[i]) } else { table.start[i].0 as f64 };
        let place = f64::from(frame.fold.place(table.row[i])?) + f64::from(table.rows[i]) / 2.0;
        Some((libm::round(frame.x_of(time)) as i32, libm::round(frame.y_of(place)) as i32))
    };
    frame.is_shown(trace.subjects.start[to as usize]).then_some(())?;
    Some(Arrow { from: end(from, true)?, to: end(to, false)? })
}

/// The duration of a transfer.
fn transfer_time(transfer: &Transfer) -> i64 {
    (transfer.end - transfer.start).0
}

/// The strips of transfers, which span their duration; adjacent ones are merged. Strips of `subjects` and of the
/// critical path are marked.
fn transfer_strips(
    trace: &Trace,
    frame: &Frame,
    scale: f64,
    subjects: &[SubjectId],
    path: &[SubjectId],
) -> Vec<Strip> {
    let on_path = |transfer: &&Transfer| path.contains(&transfer.subject);
    let longest = trace.transfers.iter().filter(on_path).max_by_key(|transfer| transfer_time(transfer));
    let mut plain: Vec<(u32, u32, u32)> = Vec::new();
    let mut marked = Vec::new();
    for transfer in &trace.transfers {
        let (start, end) = (transfer.start.0 as f64, transfer.end.0 as f64);
        let Some(columns) = frame.columns_of(start, frame.before_playhead(end)) else { continue };
        let (from, to) = (columns.from as u32, columns.end() as u32);
        let is_longest = longest == Some(transfer) && f64::from(to - from) >= MIN_STRIP * scale;
        if is_longest || subjects.contains(&transfer.subject) {
            if let Some((y, h)) = strip_lane(frame, transfer.to, scale) {
                let text = if is_longest { transfer_text(trace, transfer) } else { String::new() };
                let area = Area { x: from, y, w: to - from, h };
                marked.push(Strip { area, marked: true, text, fill: None });
            }
        } else {
            plain.push((u32::from(transfer.to), from, to));
        }
    }
    order::sort_by_key(&mut plain, |&(band, from, _)| i64::from(band) << 32 | i64::from(from));
    let mut merged: Vec<(u32, u32, u32)> = Vec::new();
    for (band, from, to) in plain {
        match merged.last_mut() {
            Some(last) if last.0 == band && from <= last.2 => last.2 = last.2.max(to),
            _ => merged.push((band, from, to)),
        }
    }
    let strip = |(band, from, to): (u32, u32, u32)| {
        let (y, h) = strip_lane(frame, band as u16, scale)?;
        let area = Area { x: from, y, w: to - from, h };
        Some(Strip { area, marked: false, text: String::new(), fill: None })
    };
    merged.into_iter().filter_map(strip).chain(marked).collect()
}

/// The upper edge and the height of the strips of a cluster: in its lane, or on the upper edge of its rows.
fn strip_lane(frame: &Frame, band: u16, scale: f64) -> Option<(u32, u32)> {
    let shelf = frame.fold.shelves.iter().find(|shelf| shelf.bands.contains(&usize::from(band)))?;
    let top = frame.edge_of(f64::from(shelf.places.start));
    let room = frame.edge_of(f64::from(shelf.places.start + shelf.lane)) - top;
    let bottom = frame.edge_of(f64::from(shelf.places.end));
    // In low pictures most of the cluster remains for the bars.
    let high = ((STRIP_HEIGHT * scale) as usize).min((bottom - top) / 5).max(1);
    // In a lane it is a pixel above the rows.
    let y = if room > high { top + room - high - usize::from(room > high + 1) } else { top };
    (y < bottom).then_some((y as u32, high as u32))
}

/// `181 MB, Delft to MMN: 18.1 s`.
fn transfer_text(trace: &Trace, transfer: &Transfer) -> String {
    let name = |band: u16| trace.bands.get(usize::from(band)).map_or("", |band| &band.name);
    let (from, to) = (name(transfer.from), name(transfer.to));
    let size = megabytes_text(transfer.bytes);
    format!("{size} MB, {from} to {to}: {}", format_duration(transfer.end - transfer.start))
}

/// `0.4`, `181`, `3 213`: thousands separated by a thin space, as everywhere on the page.
fn megabytes_text(bytes: f64) -> String {
    if bytes < 1e7 {
        return format!("{:.1}", bytes / 1e6);
    }
    let mut text = format!("{:.0}", bytes / 1e6);
    let mut at = text.len();
    while at > 3 {
        at -= 3;
        text.insert(at, '\u{202f}');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critical_path::tests::{diamond_workflow, executed_workflow};
    use crate::tests::view;

    fn flow_of(view: &View, subjects: &[SubjectId]) -> Flow {
        let (trace, work) = diamond_workflow();
        flow(&trace, &mut Canvas::with_work(Some(work)), view, subjects)
    }

    fn wide_view() -> View {
        let (trace, _) = diamond_workflow();
        // Forty seconds, four rows: 10 pixels per second, 20 per row.
        View { to_s: 40.0, ..view(&trace, 400, 80) }
    }

    #[test]
    fn arrows_go_from_parents_and_to_children() {
        let lines =
            |flow: Flow| -> Vec<_> { flow.arrows.into_iter().map(|arrow| (arrow.from, arrow.to)).collect() };
        assert_eq!(lines(flow_of(&wide_view(), &[2])), [((50, 10), (120, 50)), ((200, 50), (200, 10))]);
        // Its successor has not begun at that time and is not drawn.
        let early = View { now_s: 13.0, ..wide_view() };
        assert_eq!(lines(flow_of(&early, &[2])), [((50, 10), (120, 50))]);
        assert_eq!(lines(flow_of(&wide_view(), &[])), []);
    }

    #[test]
    fn latest_parents_have_arrows() {
        let parents: Vec<u32> = (0..30).collect();
        let mut all = vec![&[][..]; 30];
        all.push(&parents);
        let mut bars: Vec<_> = (0..30).map(|i| (0, 1, f64::from(i), Some(f64::from(i) + 1.0))).collect();
        bars.push((0, 1, 30.0, Some(31.0)));
        let (trace, work) = executed_workflow(&all, &bars);
        let view = View { to_s: 40.0, ..view(&trace, 400, 80) };
        let flow = flow(&trace, &mut Canvas::with_work(Some(work)), &view, &[30]);
        assert_eq!((flow.arrows.len(), flow.cut), (24, 6));
        assert_eq!(flow.arrows[0].from, (300, 10));
    }

    /// The bars of the path have 40, 80 and 100 pixels: one letter fits into each, a longer name does not fit into the
    /// first two.
    #[test]
    fn tasks_of_the_critical_path_are_named_beside_bars_that_are_too_small() {
        let (mut trace, work) = diamond_workflow();
        let named = |names: [&str; 4], trace: &mut Trace| {
            trace.names = names.map(str::to_owned).to_vec();
            let flow = flow(trace, &mut Canvas::with_work(Some(work.clone())), &wide_view(), &[]);
            flow.names.into_iter().map(|name| (name.text, name.x)).collect::<Vec<_>>()
        };
        // The first has no space above the picture.
        let long = named(["extract all", "b", "synthesise all", "d"], &mut trace);
        assert_eq!(long, [("synthesise all".to_owned(), 120)]);
        assert_eq!(named(["a", "b", "c", "d"], &mut trace), []);
    }

    #[test]
    fn the_critical_path_joins_its_bars() {
        let flow = flow_of(&wide_view(), &[]);
        let bars: Vec<_> = flow.critical.iter().map(|area| (area.x, area.y, area.w)).collect();
        assert_eq!(bars, [(10, 0, 40), (120, 40, 80), (200, 0, 100)]);
        let path: Vec<_> = flow.path.iter().map(|arrow| (arrow.from, arrow.to)).collect();
        assert_eq!(path, [((50, 10), (120, 50)), ((200, 50), (200, 10))]);
    }

    #[test]
    fn files_are_strips_above_the_cluster_they_arrive_at() {
        let strip = |flow: Flow| flow.strips.into_iter().next().expect("a file moved");
        let all = strip(flow_of(&wide_view(), &[]));
        assert_eq!((all.area, &all.text[..]), (Area { x: 60, y: 40, w: 50, h: 4 }, "181 MB, C2 to C2: 5 s"));
        assert!(all.marked);
        // Only up to the playhead, and in the lane if there is one.
        assert_eq!(strip(flow_of(&View { now_s: 8.0, ..wide_view() }, &[])).area.w, 20);
        let folded = strip(flow_of(&View { folded: true, ..wide_view() }, &[]));
        assert_eq!(folded.area, Area { x: 60, y: 59, w: 50, h: 4 });
    }

    #[test]
    fn sizes_of_files_are_readable() {
        let said = [4e5, 181.4e6, 3_213e6, 1.234_567e12].map(megabytes_text);
        assert_eq!(said, ["0.4", "181", "3\u{202f}213", "1\u{202f}234\u{202f}567"]);
    }

    #[test]
    fn vector_pictures_have_strips_path_and_arrows() {
        let (trace, work) = diamond_workflow();
        let view = View { selected: Some(2), ..wide_view() };
        let text = crate::svg(&trace, &mut Canvas::with_work(Some(work)), &view, "");
        let strip = "<rect x=\"60\" y=\"40\" width=\"50\" height=\"4\" fill=\"#bf3410\"/>";
        let path = "stroke=\"#1b1d21\" d=\"M50 10L120 50M200 50L200 10\"/>";
        for part in [strip, path, ">181 MB, C2 to C2: 5 s</text>"] {
            assert_eq!(text.matches(part).count(), 1, "{part}");
        }
        assert_eq!(text.matches("class=\"arrow\"").count(), 2);
    }

    #[test]
    fn strips_are_drawn_at_their_pixels() {
        let (trace, work) = diamond_workflow();
        let (mut canvas, mut pixels) = (Canvas::with_work(Some(work)), Vec::new());
        crate::rasterize(&trace, &mut canvas, &wide_view(), &mut pixels);
        let before = pixels.clone();
        flow(&trace, &mut canvas, &wide_view(), &[]).paint(&mut pixels, &wide_view());
        let at = |pixels: &[u8], x: usize, y: usize| pixels[(y * 400 + x) * 4..][..4].to_vec();
        let marked = parse_rgba(theme(wide_view().theme).lost).to_vec();
        assert_eq!([(60, 40), (109, 43)].map(|(x, y)| at(&pixels, x, y)), [marked.clone(), marked]);
        for (x, y) in [(59, 40), (110, 40), (60, 39), (60, 44)] {
            assert_eq!(at(&pixels, x, y), at(&before, x, y), "{x}, {y}");
        }
    }

    #[test]
    fn adjacent_strips_are_merged() {
        let (mut trace, work) = diamond_workflow();
        let at = Time::from_seconds;
        for (start, end) in [(1.0, 2.0), (1.5, 3.0), (3.5, 4.0)] {
            trace.transfers.push(Transfer {
                start: at(start),
                end: at(end),
                from: 1,
                to: 0,
                subject: 1,
                bytes: 1.0,
            });
        }
        let mut canvas = Canvas::with_work(Some(work));
        let mut of = |subjects: &[SubjectId]| {
            let flow = flow(&trace, &mut canvas, &wide_view(), subjects);
            flow.strips.iter().map(|strip| (strip.area.x, strip.area.w, strip.marked)).collect::<Vec<_>>()
        };
        assert_eq!(of(&[]), [(10, 20, false), (35, 5, false), (60, 50, true)]);
        assert_eq!(of(&[1]), [(60, 50, true), (10, 10, true), (15, 15, true), (35, 5, true)]);
    }
}
