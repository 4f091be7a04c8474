//! The hierarchy of queues as lanes, from the top: the stays of tasks as bars, the path of one task as a line, and for
//! each of its moves the rule with the compared values.

mod lane_geometry;
mod lanes_svg;
mod layout;
#[cfg(test)]
pub(crate) mod tests;

pub use layout::task_of;
pub(crate) use layout::{LaneLayout, PlacedStay};

use crate::labels::WHITE_TEXT_LUMINANCE;
use crate::theme::{Theme, ThemeName, luminance, parse_rgba, theme};
use crate::view::View;
use ganttlet_core::record::Trace;
use ganttlet_core::rule::{Decision, Rule, SubjectId};
use ganttlet_core::time::Span;
use ganttlet_core::time::format_duration;
use ganttlet_sim::tables::stays::{LimitRow, MOVES, MoveRow, TaskRow};
use lane_geometry::{LANE_PADDING, LaneGeometry, OccupiedSpans};
use serde::Serialize;
use ts_rs::TS;

/// Width of a character, with some margin; pixels of the page.
const CHARACTER_WIDTH: f64 = 6.5;
/// Maximum mean width of characters.
const MAX_CHARACTER_WIDTH: f64 = 7.5;
/// Text size for projectors, relative to the page.
const PROJECTOR_TEXT: f64 = 1.27;
/// Maximum distance between the end of a task and its text, in pixels of the page.
const MAX_TEXT_DISTANCE: f64 = 280.0;
/// Minimum distance of dots from the edges, in pixels of the page.
const DOT_MARGIN: f64 = 7.0;
/// From this number of stays on, only moves of the followed task have lines.
const MAX_LINKED_STAYS: usize = 120;

/// The queues of a run in a view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Lanes {
    /// Total height, in pixels of the picture.
    height: f32,
    lanes: Vec<Lane>,
    bars: Vec<LaneBar>,
    /// Moves from lane to lane.
    links: Vec<LaneLink>,
    dots: Vec<LaneDot>,
    words: Vec<LaneWord>,
    /// The task whose path is drawn, and its name.
    task: Option<SubjectId>,
    name: String,
    /// Fill and edge of bars: waiting, estimation, execution; then those of the followed task.
    fills: [&'static str; 6],
    edges: [&'static str; 6],
}

/// A queue.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Lane {
    name: String,
    level: u32,
    /// The grids to which it submits.
    grids: String,
    /// Description, in a few words.
    about: String,
    y: f32,
    h: f32,
}

/// A part of the stay of a task, or of several tasks in crowded lanes.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LaneBar {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
    /// The index of its fill.
    look: u8,
    /// The task; `None` for several tasks.
    task: Option<SubjectId>,
}

/// The move of a task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LaneLink {
    from: (f32, f32),
    to: (f32, f32),
    /// True for the followed task.
    followed: bool,
}

/// A dot where the followed task left a queue or ended.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LaneDot {
    x: f32,
    y: f32,
    /// The number of the move; 0 for the end.
    number: u32,
    /// The reason, one sentence.
    text: String,
}

/// Text in a lane.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LaneWord {
    /// The left end, and the vertical centre of the line.
    x: f32,
    y: f32,
    text: String,
    /// Its colour, `#rrggbb`.
    ink: &'static str,
    /// True if it may overlap bars: its letters have an outline in the colour of the paper.
    halo: bool,
    /// True if `x` is its right end.
    ends: bool,
}

/// The lanes of a view, with the path of a task. `None` if no system keeps queues by level.
pub fn lanes(trace: &Trace, view: &View, task: Option<SubjectId>) -> Option<Lanes> {
    let layout = LaneLayout::from_trace(trace);
    if layout.limits.is_empty() {
        return None;
    }
    let frame = view.frame(trace);
    let larger = if view.theme == ThemeName::Projector { PROJECTOR_TEXT } else { 1.0 };
    let room = LaneGeometry::new(&layout, &frame, view.scale() * larger);
    let theme = theme(view.theme);
    let task = layout.followed_task(trace, task);
    let mut lanes = Lanes { height: room.height as f32, task, ..Lanes::default() };
    lanes.name = task.map(|task| trace.name(task)).unwrap_or_default();
    (lanes.fills, lanes.edges) = lane_colours(&theme);
    lanes.lanes = layout
        .limits
        .iter()
        .zip(&room.lanes)
        .map(|(limit, &(y, h, _))| Lane::new(trace, limit, y, h))
        .collect();
    for at in 0..layout.limits.len() {
        if room.is_crowded(at) {
            lanes.add_crowded_lane(&layout, &room, at);
        }
    }
    let mut placed = OccupiedSpans::new(&layout);
    for held in &layout.held {
        lanes.add_stay(held, &room, &mut placed);
    }
    lanes.add_links(&layout, &room);
    lanes.add_path(trace, &layout, &room, &theme, &mut placed);
    for held in &layout.held {
        lanes.add_text(trace, held, &room, &theme, &mut placed);
    }
    Some(lanes)
}

/// Fill and edge of waiting, estimation and execution; and of the followed task.
fn lane_colours(theme: &Theme) -> ([&'static str; 6], [&'static str; 6]) {
    let [blue, dark, ..] = theme.few;
    let fills = [theme.paper, theme.steps[1], blue, theme.paper, theme.steps[2], dark];
    let edges = [theme.outline, theme.outline, blue, theme.ink, theme.ink, dark];
    (fills, edges)
}

impl Lane {
    fn new(trace: &Trace, limit: &LimitRow, y: f64, h: f64) -> Self {
        let name = trace.text(limit.queue).to_owned();
        let (grids, level) = (trace.text(limit.grids), limit.level);
        let most = if limit.largest.is_nan() {
            "tasks of any size".to_owned()
        } else {
            format!("tasks of up to {} of work", format_duration(Span::from_seconds(limit.largest)))
        };
        let about = format!(
            "{name}, level {level}: {most}, on {grids} (at most {} of {} machines)",
            limit.cpus.min(limit.machines),
            limit.machines
        );
        Self { name, level, grids: grids.to_owned(), about, y: y as f32, h: h as f32 }
    }
}

/// The outcome of a task: `done after 44.6 s`.
pub(crate) fn outcome_text(trace: &Trace, over: &TaskRow) -> String {
    format!("{} after {}", trace.text(over.status), format_duration(over.end - over.submit))
}

/// Two compared durations in seconds as text, with enough digits to differ: `2 h` and `6 min`, `28 h 20 min` and `28 h
/// 2 min`.
fn distinct_durations(a: f64, b: f64) -> (String, String) {
    let usual = |seconds: f64| format_duration(Span::from_seconds(seconds));
    let unit = if a.max(b) >= 3600.0 { 60 } else { 1 };
    let texts = [
        (usual(a), usual(b)),
        (exact_duration(a, unit), exact_duration(b, unit)),
        (exact_duration(a, 1), exact_duration(b, 1)),
    ];
    let tenths = || (format!("{a:.1} s"), format!("{b:.1} s"));
    texts.into_iter().find(|(one, other)| one != other).unwrap_or_else(tenths)
}

/// A duration in hours, minutes and seconds, rounded to a unit in seconds: more exact than the usual form.
fn exact_duration(seconds: f64, unit: u64) -> String {
    let whole = (seconds / unit as f64).round() as u64 * unit;
    let parts = [(whole / 3600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")];
    let words: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count} {unit}")).collect();
    words.join(" ")
}

/// The indices of two values in a rule that found the first too large.
fn exceeded_values(why: &Decision<&'static Rule>) -> Option<(usize, usize)> {
    let number = |at: usize| f64::from_bits(why.values[at] as u64);
    match why.rule.id {
        "overload" | "mismatch" | "return" => Some((0, 1)),
        "task-potential" => Some((0, if number(1) < number(2) { 1 } else { 2 })),
        _ => None,
    }
}

/// The comparison with more digits if the usual form of both values is the same: ` In full: 28 h 20 min > 28 h 2 min.`.
pub(crate) fn exact_comparison(why: &Decision<&'static Rule>) -> String {
    let number = |at: usize| f64::from_bits(why.values[at] as u64);
    let usual = |at: usize| format_duration(Span::from_seconds(number(at)));
    let Some((a, b)) = exceeded_values(why).filter(|&(a, b)| usual(a) == usual(b)) else {
        return String::new();
    };
    let (one, other) = distinct_durations(number(a), number(b));
    format!(" In full: {one} > {other}.")
}

/// The values that a rule compared: `: 2 h > 6 min`; empty for other rules.
fn compared_values(why: &Decision<&'static Rule>) -> String {
    let time = |at: usize| format_duration(Span::from_seconds(f64::from_bits(why.values[at] as u64)));
    let number = |at: usize| f64::from_bits(why.values[at] as u64);
    let more = |a: usize, b: usize| {
        let (one, other) = distinct_durations(number(a), number(b));
        format!(": {one} > {other}")
    };
    if let Some((a, b)) = exceeded_values(why) {
        return more(a, b);
    }
    match why.rule.id {
        "overdue" => format!(": after {}", time(0)),
        "queue-potential" => format!(": {} + {} > {}", time(0), time(1), time(2)),
        "share" => format!(": {} < {}", time(0), time(1)),
        _ => String::new(),
    }
}

impl Lanes {
    /// Adds the bars of a stay: waiting, estimation, execution.
    fn add_stay(&mut self, held: &PlacedStay, room: &LaneGeometry, placed: &mut OccupiedSpans) {
        let task = held.stay.task;
        let followed = self.task == Some(task);
        if room.is_crowded(held.lane) && !followed {
            return;
        }
        let own = if followed { 3 } else { 0 };
        let h = if room.is_crowded(held.lane) {
            6.0 * room.scale
        } else {
            room.lanes[held.lane].2 - room.scale.min(room.lanes[held.lane].2 / 4.0)
        };
        let y = room.middle_of(held) - h / 2.0;
        let (begun, ended) = held.runs;
        let executes = held.stay.execution > Span::ZERO || held.stay.starts > 0;
        let waits_until = if executes { begun } else { held.stay.left };
        let parts = [
            (Some((held.stay.came, waits_until)), 0),
            (held.estimated.map(|(from, to, _)| (from, to)), 1),
            (executes.then_some((begun, ended)), 2),
        ];
        for (span, look) in parts {
            let seen = span
                .filter(|(from, to)| from < to || look == 0 && !executes)
                .and_then(|(from, to)| room.visible_span(from, to));
            if let Some((a, b)) = seen {
                let w = (b - a).max(room.scale);
                self.bars.push(LaneBar {
                    x: a as f32,
                    y: y as f32,
                    w: w as f32,
                    h: h as f32,
                    look: own + look,
                    task: Some(task),
                });
                placed.add_bar(held, room, (a, a + w));
            }
        }
    }

    /// Adds a lane with too many tasks for single bars: the number of executing tasks, above it that of waiting tasks.
    fn add_crowded_lane(&mut self, layout: &LaneLayout, room: &LaneGeometry, lane: usize) {
        let (y, h, _) = room.lanes[lane];
        let wide = room.frame.width;
        let mut steps = vec![[0_i32; 2]; wide + 1];
        for held in layout.held.iter().filter(|held| held.lane == lane) {
            let (begun, ended) = held.runs;
            for (sort, (from, to)) in [(held.stay.came, begun), (begun, ended)].into_iter().enumerate() {
                if let Some((a, b)) = room.visible_span(from, to).filter(|_| from < to) {
                    let column = |x: f64| (x.max(0.0) as usize).min(wide);
                    steps[column(a)][1 - sort] += 1;
                    steps[(column(b)).max(column(a) + 1).min(wide)][1 - sort] -= 1;
                }
            }
        }
        let unit = (h - 2.0 * LANE_PADDING * room.scale) / layout.lines[lane] as f64;
        let (mut now, mut since) = ([0_i32; 2], 0);
        for (x, &step) in steps.iter().enumerate() {
            if x < wide && step == [0; 2] {
                continue;
            }
            let mut floor = y + h - LANE_PADDING * room.scale;
            for (count, look) in [(now[0], 2), (now[1], 0)] {
                let tall = f64::from(count) * unit;
                if tall > 0.0 && x > since {
                    floor -= tall;
                    let (x, w) = (since as f32, (x - since) as f32);
                    self.bars.push(LaneBar { x, y: floor as f32, w, h: tall as f32, look, task: None });
                }
            }
            for (sum, step) in now.iter_mut().zip(step) {
                *sum += step;
            }
            since = x;
        }
    }

    /// Adds the lines between stays.
    fn add_links(&mut self, layout: &LaneLayout, room: &LaneGeometry) {
        let mut last: Vec<(SubjectId, &PlacedStay)> = Vec::new();
        for held in &layout.held {
            let before = last.iter().position(|&(task, _)| task == held.stay.task);
            if let Some(at) = before {
                let from = last[at].1;
                let followed = self.task == Some(held.stay.task);
                let lines = layout.held.len() <= MAX_LINKED_STAYS || followed;
                if let Some((a, b)) = room.visible_span(from.stay.left, held.stay.came).filter(|_| lines) {
                    let (from, to) =
                        ((a as f32, room.middle_of(from) as f32), (b as f32, room.middle_of(held) as f32));
                    self.links.push(LaneLink { from, to, followed });
                }
                last.remove(at);
            }
            if held.over.is_none() {
                last.push((held.stay.task, held));
            }
        }
    }

    /// Adds the moves of the followed task, and its end.
    fn add_path(
        &mut self,
        trace: &Trace,
        layout: &LaneLayout,
        room: &LaneGeometry,
        theme: &Theme,
        placed: &mut OccupiedSpans,
    ) {
        let Some(table) = trace.table(MOVES.id) else { return };
        let moves: Vec<(usize, MoveRow)> =
            table.rows::<MoveRow>().enumerate().filter(|(_, row)| Some(row.task) == self.task).collect();
        let mine = layout.held.iter().filter(|held| Some(held.stay.task) == self.task);
        for held in mine {
            let Some((x, _)) =
                room.visible_span(held.stay.left, held.stay.left).filter(|_| room.is_past(held.stay.left))
            else {
                continue;
            };
            let y = room.middle_of(held);
            let moved =
                moves.iter().position(|(_, row)| row.time == held.stay.left && row.from == held.stay.queue);
            let (number, text, short) = if let Some(at) = moved {
                let (place, row) = moves[at];
                let short = table.reason_of(place).map(|why| compared_values(&why)).unwrap_or_default();
                let short = format!("{}{short}", trace.text(row.why));
                (at as u32 + 1, trace.explain_row(table, place), short)
            } else {
                let ends =
                    |over| format!("{} is {}.", trace.name(held.stay.task), outcome_text(trace, &over));
                (0, held.over.map(ends).unwrap_or_default(), String::new())
            };
            let edge = DOT_MARGIN * room.scale;
            let x = x.clamp(edge, (room.frame.width as f64 - edge).max(edge));
            self.dots.push(LaneDot { x: x as f32, y: y as f32, number, text });
            if number > 0 {
                let gap = 10.0 * room.scale;
                let letters = short.chars().count() as f64 * room.scale;
                let ends = x + gap + letters * MAX_CHARACTER_WIDTH > room.frame.width as f64;
                let wide = letters * CHARACTER_WIDTH;
                let from = if ends { x - gap - wide } else { x + gap };
                // A reason may overlap bars of other tasks, but no other reason.
                placed.add_text(held, room, (from, from + wide));
                // The latest reason has priority.
                for word in self.words.iter_mut().filter(|word| word.halo) {
                    word.ink = theme.ink;
                }
                let (x, y) = ((if ends { x - gap } else { from }) as f32, y as f32);
                self.words.push(LaneWord { x, y, text: short, ink: theme.lost, halo: true, ends });
            }
        }
    }

    /// Adds the text of a stay if there is space.
    fn add_text(
        &mut self,
        trace: &Trace,
        held: &PlacedStay,
        room: &LaneGeometry,
        theme: &Theme,
        placed: &mut OccupiedSpans,
    ) {
        let followed = Some(held.stay.task) == self.task;
        if room.lanes[held.lane].2 < 11.0 * room.scale && !followed {
            return;
        }
        let width = |text: &str| text.chars().count() as f64 * CHARACTER_WIDTH * room.scale;
        let (gap, y) = (4.0 * room.scale, room.middle_of(held));
        let name = trace.name(held.stay.task);
        let (begun, ended) = held.runs;
        let mut named = false;
        let parts = [(held.stay.came, begun, "waits", 0), (begun, ended, "runs", 2)];
        for (from, to, does, look) in parts {
            let Some((a, b)) = room.visible_span(from, to).filter(|_| from < to && room.is_past(to)) else {
                continue;
            };
            let took = format_duration(to - from);
            let texts = [format!("{name} {does} {took}"), format!("{does} {took}"), took];
            let left = a.max(0.0);
            let fits = |text: &&String| left + gap + width(text) + gap <= b.min(room.frame.width as f64);
            let text = texts.iter().skip(usize::from(named)).find(fits);
            let free =
                |text: &&String| placed.reserve_inside(held, room, (left + gap, left + gap + width(text)));
            if let Some(text) = text.filter(free) {
                named |= text.starts_with(&name);
                let fill = self.fills[look + if followed { 3 } else { 0 }];
                let ink =
                    if luminance(parse_rgba(fill)) < WHITE_TEXT_LUMINANCE { "#ffffff" } else { "#000000" };
                let (x, y, text) = ((left + gap) as f32, y as f32, text.clone());
                self.words.push(LaneWord { x, y, text, ink, halo: false, ends: false });
            }
        }
        let ended = held.stay.left;
        let Some(over) = held.over.filter(|_| room.is_past(ended)) else { return };
        let Some((x, _)) = room.visible_span(ended, ended) else { return };
        let text = outcome_text(trace, &over);
        let text = if named { text } else { format!("{name} {text}") };
        let from = x + if followed { 2.0 * gap } else { gap };
        let wide = width(&text);
        // The text names the task, so it need not be next to its end.
        let most = (from + MAX_TEXT_DISTANCE * room.scale).min(room.frame.width as f64 - wide);
        if let Some(from) = placed.reserve_after(held, room, (from, wide, if named { from } else { most })) {
            let (x, y) = (from as f32, y as f32);
            self.words.push(LaneWord { x, y, text, ink: theme.ink, halo: followed, ends: false });
        }
    }
}
