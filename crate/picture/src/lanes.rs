//! The queues that tasks go down through, a lane each from the top: the stays of tasks as bars, the way of one of them as a
//! line, and at each of its moves the rule with the numbers that it compared.
//!
//! How a lane is laid out does not depend on the view, so that nothing jumps while one pans.

use crate::theme::Theme;
use crate::theme::theme;
use crate::view::{Frame, View};
use crate::words::duration;
use crate::xml::{escaped, push};
use ganttlet_engine::order;
use ganttlet_engine::record::Trace;
use ganttlet_engine::rule::{Decision, Rule, SubjectId};
use ganttlet_engine::system::stays::{BoundRow, LimitRow, MOVES, MoveRow, StayRow, TaskRow};
use ganttlet_engine::time::{Span, Time};
use serde::Serialize;
use ts_rs::TS;

/// Height of a line of bars, the least and the most of a lane, its space above and below; pixels of the page.
const LINE: f64 = 14.0;
const LEAST: f64 = 18.0;
const MOST: f64 = 46.0;
const EDGE: f64 = 2.0;
/// Lines that are lower than this are not drawn bar by bar.
const LOWEST: f64 = 3.0;
/// Width of a character, with some room; pixels of the page.
const CHARACTER: f64 = 6.2;
/// From so many stays on, moves of others than the task that is followed have no lines.
const LINKS: usize = 120;

/// The queues of a run in a view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub struct Lanes {
    /// How high they are together, in pixels of the picture.
    height: f32,
    lanes: Vec<Lane>,
    bars: Vec<LaneBar>,
    /// Moves from lane to lane.
    links: Vec<LaneLink>,
    dots: Vec<LaneDot>,
    words: Vec<LaneWord>,
    /// Whose way is drawn, and what it is called.
    task: Option<SubjectId>,
    name: String,
    /// The inside and the edge of bars: waiting, being estimated, executing; and those of the task that is followed.
    fills: [String; 6],
    edges: [String; 6],
}

/// A queue.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Lane {
    name: String,
    level: u32,
    /// What it is for, in a few words.
    about: String,
    y: f32,
    h: f32,
}

/// A part of the stay of a task; where lanes are crowded, so many tasks.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LaneBar {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
    /// Its place among the fills.
    look: u8,
    /// The task; none where it stands for several.
    task: Option<SubjectId>,
}

/// The move of a task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LaneLink {
    from: (f32, f32),
    to: (f32, f32),
    /// True if it is of the task that is followed.
    followed: bool,
}

/// Where the task that is followed left a queue, or ended.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LaneDot {
    x: f32,
    y: f32,
    /// Which of its moves; 0 for its end.
    number: u32,
    /// Why, as a sentence.
    text: String,
}

/// Words in a lane.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LaneWord {
    /// The left end and the middle of the line.
    x: f32,
    y: f32,
    text: String,
    /// 0: beside bars; 1: on the inside of a bar that is strong; 2: of the task that is followed.
    look: u8,
}

/// A stay, and where in its lane it is.
struct Held {
    stay: StayRow,
    lane: usize,
    line: usize,
    /// When it was estimated.
    estimated: Option<(Time, Time)>,
    /// When its first job started, and when the last one ended.
    runs: (Time, Time),
    /// What became of the task, if it was over there.
    over: Option<TaskRow>,
}

/// All lanes, whatever the view.
struct Layout {
    limits: Vec<LimitRow>,
    held: Vec<Held>,
    /// Lines of each lane.
    lines: Vec<usize>,
}

impl Layout {
    fn of(trace: &Trace) -> Self {
        let limits: Vec<LimitRow> = trace.entries().collect();
        let mut bounds: Vec<BoundRow> = trace.entries().collect();
        let lane = |stay: &StayRow| limits.iter().position(|limit| limit.queue == stay.queue);
        let mut stays: Vec<StayRow> = trace.entries().collect();
        order::sort(&mut stays, |stay| stay.came.0);
        order::sort(&mut bounds, |bound| bound.time.0);
        let mut tasks: Vec<TaskRow> = trace.entries().collect();
        order::sort(&mut tasks, |task| task.task.into());
        let mut ends: Vec<Vec<Time>> = limits.iter().map(|_| Vec::new()).collect();
        let mut held = Vec::with_capacity(stays.len());
        for stay in stays {
            let Some(lane) = lane(&stay) else { continue };
            let lines = &mut ends[lane];
            let line = lines.iter().position(|&end| end <= stay.came).unwrap_or(lines.len());
            if line == lines.len() {
                lines.push(stay.left);
            } else {
                lines[line] = stay.left;
            }
            let first = bounds.partition_point(|bound| bound.time < stay.came);
            let known = bounds[first..].iter().take_while(|bound| bound.time <= stay.left);
            let known = known.filter(|bound| bound.task == stay.task).last();
            let ended = before(stay.left, stay.detection);
            let runs = (before(ended, stay.execution), ended);
            let estimated = known.map(|bound| (before(bound.time, stay.estimation), bound.time));
            let over = tasks.binary_search_by_key(&stay.task, |task| task.task).ok().map(|at| tasks[at]);
            let over = over.filter(|task| task.end == stay.left);
            held.push(Held { stay, lane, line, estimated, runs, over });
        }
        let lines = ends.iter().map(|lines| lines.len().max(1)).collect();
        Self { limits, held, lines }
    }

    /// The task that is followed: that of the first of the subjects that has one, else the one that moved most, and of those
    /// that stayed longest.
    fn followed(&self, trace: &Trace, subjects: &[SubjectId]) -> Option<SubjectId> {
        let groups = &trace.subjects.group;
        let group = |task: SubjectId| groups.get(task as usize).copied().filter(|&group| group != u32::MAX);
        let asked = subjects.iter().find_map(|&subject| {
            let own = |held: &&Held| {
                held.stay.task == subject
                    || group(subject).is_some() && group(held.stay.task) == group(subject)
            };
            self.held.iter().find(own).map(|held| held.stay.task)
        });
        let tasks = || trace.entries::<TaskRow>();
        asked.or_else(|| tasks().max_by_key(|row| (row.moves, row.end - row.submit)).map(|row| row.task))
    }
}

/// Where things are drawn.
struct Room<'a> {
    frame: &'a Frame,
    scale: f64,
    /// Upper edge and height of each lane, and of a line in it.
    lanes: Vec<(f64, f64, f64)>,
    height: f64,
}

impl<'a> Room<'a> {
    fn of(layout: &Layout, frame: &'a Frame, scale: f64) -> Self {
        let mut y = 0.0;
        let lane = |&lines: &usize| {
            let wanted = lines as f64 * LINE + 2.0 * EDGE;
            let h = wanted.clamp(LEAST, MOST);
            let line = (h - 2.0 * EDGE) / lines as f64;
            y += h * scale;
            (y - h * scale, h * scale, line.min(LINE) * scale)
        };
        let lanes = layout.lines.iter().map(lane).collect();
        Self { frame, scale, lanes, height: y }
    }

    fn is_crowded(&self, lane: usize) -> bool {
        self.lanes[lane].2 < LOWEST * self.scale
    }

    /// The middle of a stay.
    fn y(&self, held: &Held) -> f64 {
        let (y, h, line) = self.lanes[held.lane];
        if self.is_crowded(held.lane) {
            y + h / 2.0
        } else {
            y + EDGE * self.scale + (held.line as f64 + 0.5) * line
        }
    }

    /// A span of time up to the playhead, in pixels; none if it is not seen.
    fn span(&self, from: Time, to: Time) -> Option<(f64, f64)> {
        let (from, to) = (from.0 as f64, to.0 as f64);
        if from > self.frame.seen(f64::INFINITY) {
            return None;
        }
        let (a, b) = (self.frame.x(from), self.frame.x(self.frame.seen(to)));
        let right = self.frame.width as f64;
        (b >= 0.0 && a <= right).then(|| (a.max(-4.0), b.min(right + 4.0)))
    }

    fn has_come(&self, time: Time) -> bool {
        time.0 as f64 <= self.frame.seen(f64::INFINITY)
    }
}

/// The lanes of a view, with the way of the task that the first of the subjects belongs to. Nothing where no system keeps
/// queues by level.
pub fn lanes(trace: &Trace, view: &View, subjects: &[SubjectId]) -> Option<Lanes> {
    let layout = Layout::of(trace);
    if layout.limits.is_empty() {
        return None;
    }
    let frame = view.frame(trace);
    let room = Room::of(&layout, &frame, view.scale());
    let theme = theme(view.theme);
    let task = layout.followed(trace, subjects);
    let mut lanes = Lanes { height: room.height as f32, task, ..Lanes::default() };
    lanes.name = task.map(|task| trace.name(task)).unwrap_or_default();
    (lanes.fills, lanes.edges) = colours(&theme);
    lanes.lanes = layout
        .limits
        .iter()
        .zip(&room.lanes)
        .map(|(limit, &(y, h, _))| Lane::of(trace, limit, y, h))
        .collect();
    for at in 0..layout.limits.len() {
        if room.is_crowded(at) {
            lanes.crowd(&layout, &room, at);
        }
    }
    let mut placed = Words::new(&layout);
    for held in &layout.held {
        lanes.stay(held, &room, &mut placed);
    }
    lanes.links(&layout, &room);
    lanes.way(trace, &layout, &room, &mut placed);
    for held in &layout.held {
        lanes.say(trace, held, &room, &mut placed);
    }
    Some(lanes)
}

/// Inside and edge of what waits, is estimated, and executes; and of the task that is followed.
fn colours(theme: &Theme) -> ([String; 6], [String; 6]) {
    let [blue, dark, ..] = theme.few;
    let fills = [theme.paper, theme.steps[1], blue, theme.paper, theme.steps[2], dark];
    let edges = [theme.outline, theme.outline, blue, theme.ink, theme.ink, dark];
    (fills.map(str::to_owned), edges.map(str::to_owned))
}

impl Lane {
    fn of(trace: &Trace, limit: &LimitRow, y: f64, h: f64) -> Self {
        let name = trace.words(limit.queue).to_owned();
        let (grids, level) = (trace.words(limit.grids), limit.level);
        let most = if limit.largest.is_nan() {
            "tasks of any size".to_owned()
        } else {
            format!("tasks of up to {} of work", duration(Span::from_seconds(limit.largest)))
        };
        let about = format!(
            "{name}, level {level}: {most}, on {grids} ({} of {} machines)",
            limit.cpus.min(limit.machines),
            limit.machines
        );
        Self { name, level, about, y: y as f32, h: h as f32 }
    }
}

/// So long before a time.
fn before(time: Time, span: Span) -> Time {
    Time(time.0 - span.0)
}

/// How a task ended: `done after 44.6 s`.
fn outcome(trace: &Trace, over: &TaskRow) -> String {
    format!("{} after {}", trace.words(over.status), duration(over.end - over.submit))
}

/// The numbers that a rule compared, after its name: `: 2 h > 6 min`; nothing for rules that are not known here.
fn compared(why: &Decision<&'static Rule>) -> String {
    let time = |at: usize| duration(Span::from_seconds(f64::from_bits(why.values[at] as u64)));
    let number = |at: usize| f64::from_bits(why.values[at] as u64);
    match why.rule.id {
        "overload" | "mismatch" => format!(": {} > {}", time(0), time(1)),
        "overdue" => format!(": here for {}", time(0)),
        "task-potential" => format!(": {} > {}", time(0), time(if number(1) < number(2) { 1 } else { 2 })),
        "queue-potential" => format!(": {} + {} > {}", time(0), time(1), time(2)),
        "share" => format!(": {} < {}", time(0), time(1)),
        "return" => format!(": {} > {}", time(0), time(1)),
        _ => String::new(),
    }
}

/// Where words and bars are already, line by line.
struct Words {
    taken: Vec<Vec<Vec<(f64, f64)>>>,
}

impl Words {
    fn new(layout: &Layout) -> Self {
        Self { taken: layout.lines.iter().map(|&lines| vec![Vec::new(); lines]).collect() }
    }

    fn line(&mut self, held: &Held, room: &Room) -> &mut Vec<(f64, f64)> {
        &mut self.taken[held.lane][if room.is_crowded(held.lane) { 0 } else { held.line }]
    }

    /// Takes a place; false if it is not free.
    fn take(&mut self, held: &Held, room: &Room, (from, to): (f64, f64)) -> bool {
        let line = self.line(held, room);
        let free = line.iter().all(|&(a, b)| b <= from || to <= a);
        if free {
            line.push((from, to));
        }
        free
    }
}

impl Lanes {
    /// The bars of a stay: waiting, being estimated, executing.
    fn stay(&mut self, held: &Held, room: &Room, placed: &mut Words) {
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
        let y = room.y(held) - h / 2.0;
        let (begun, ended) = held.runs;
        let executes = held.stay.execution > Span::ZERO || held.stay.starts > 0;
        let waits_until = if executes { begun } else { held.stay.left };
        let parts = [
            (Some((held.stay.came, waits_until)), 0),
            (held.estimated, 1),
            (executes.then_some((begun, ended)), 2),
        ];
        for (span, look) in parts {
            let seen = span
                .filter(|(from, to)| from < to || look == 0 && !executes)
                .and_then(|(from, to)| room.span(from, to));
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
                placed.line(held, room).push((a, a + w));
            }
        }
    }

    /// A lane in which tasks are too many for a bar each: how many execute, and above them how many do not.
    fn crowd(&mut self, layout: &Layout, room: &Room, lane: usize) {
        let (y, h, _) = room.lanes[lane];
        let wide = room.frame.width;
        let mut steps = vec![[0_i32; 2]; wide + 1];
        for held in layout.held.iter().filter(|held| held.lane == lane) {
            let (begun, ended) = held.runs;
            for (sort, (from, to)) in [(held.stay.came, begun), (begun, ended)].into_iter().enumerate() {
                if let Some((a, b)) = room.span(from, to).filter(|_| from < to) {
                    let column = |x: f64| (x.max(0.0) as usize).min(wide);
                    steps[column(a)][1 - sort] += 1;
                    steps[(column(b)).max(column(a) + 1).min(wide)][1 - sort] -= 1;
                }
            }
        }
        let unit = (h - 2.0 * EDGE * room.scale) / layout.lines[lane] as f64;
        let (mut now, mut since) = ([0_i32; 2], 0);
        for x in 0..=wide {
            if x < wide && steps[x] == [0; 2] {
                continue;
            }
            let mut floor = y + h - EDGE * room.scale;
            for (count, look) in [(now[0], 2), (now[1], 0)] {
                let tall = f64::from(count) * unit;
                if tall > 0.0 && x > since {
                    floor -= tall;
                    let (x, w) = (since as f32, (x - since) as f32);
                    self.bars.push(LaneBar { x, y: floor as f32, w, h: tall as f32, look, task: None });
                }
            }
            for (sum, step) in now.iter_mut().zip(steps[x]) {
                *sum += step;
            }
            since = x;
        }
    }

    /// Lines from stay to stay.
    fn links(&mut self, layout: &Layout, room: &Room) {
        let mut last: Vec<(SubjectId, &Held)> = Vec::new();
        for held in &layout.held {
            let before = last.iter().position(|&(task, _)| task == held.stay.task);
            if let Some(at) = before {
                let from = last[at].1;
                let followed = self.task == Some(held.stay.task);
                let lines = layout.held.len() <= LINKS || followed;
                if let Some((a, b)) = room.span(from.stay.left, held.stay.came).filter(|_| lines) {
                    let (from, to) = ((a as f32, room.y(from) as f32), (b as f32, room.y(held) as f32));
                    self.links.push(LaneLink { from, to, followed });
                }
                last.remove(at);
            }
            if held.over.is_none() {
                last.push((held.stay.task, held));
            }
        }
    }

    /// The moves of the task that is followed, and its end.
    fn way(&mut self, trace: &Trace, layout: &Layout, room: &Room, placed: &mut Words) {
        let Some(table) = trace.table(MOVES.id) else { return };
        let moves: Vec<(usize, MoveRow)> =
            table.rows::<MoveRow>().enumerate().filter(|(_, row)| Some(row.task) == self.task).collect();
        let mine = layout.held.iter().filter(|held| Some(held.stay.task) == self.task);
        for held in mine {
            let Some((x, _)) =
                room.span(held.stay.left, held.stay.left).filter(|_| room.has_come(held.stay.left))
            else {
                continue;
            };
            let y = room.y(held);
            let moved =
                moves.iter().position(|(_, row)| row.time == held.stay.left && row.from == held.stay.queue);
            let (number, text, short) = match moved {
                Some(at) => {
                    let (place, row) = moves[at];
                    let short = table.because(place).map(|why| compared(&why)).unwrap_or_default();
                    (
                        at as u32 + 1,
                        trace.explain_row(table, place),
                        format!("{}{short}", trace.words(row.why)),
                    )
                }
                None => {
                    let ends = |over| format!("{} is {}.", trace.name(held.stay.task), outcome(trace, &over));
                    (0, held.over.map(ends).unwrap_or_default(), String::new())
                }
            };
            self.dots.push(LaneDot { x: x as f32, y: y as f32, number, text });
            if number > 0 {
                let from = x + 10.0 * room.scale;
                let wide = short.chars().count() as f64 * CHARACTER * room.scale;
                // A reason may lie over bars of others, but over no other reason.
                let from = if from + wide > room.frame.width as f64 {
                    (x - 10.0 * room.scale - wide).max(0.0)
                } else {
                    from
                };
                placed.line(held, room).push((from, from + wide));
                self.words.push(LaneWord { x: from as f32, y: y as f32, text: short, look: 2 });
            }
        }
    }

    /// What is said of a stay, where there is room.
    fn say(&mut self, trace: &Trace, held: &Held, room: &Room, placed: &mut Words) {
        let followed = Some(held.stay.task) == self.task;
        if room.lanes[held.lane].2 < 11.0 * room.scale && !followed {
            return;
        }
        let width = |text: &str| text.chars().count() as f64 * CHARACTER * room.scale;
        let (gap, y) = (4.0 * room.scale, room.y(held));
        let name = trace.name(held.stay.task);
        let (begun, ended) = held.runs;
        let mut named = false;
        let parts = [(held.stay.came, begun, "waits", 0), (begun, ended, "runs", 1)];
        for (from, to, does, look) in parts {
            let Some((a, b)) = room.span(from, to).filter(|_| from < to && room.has_come(to)) else {
                continue;
            };
            let took = duration(to - from);
            let texts = [format!("{name} {does} {took}"), format!("{does} {took}"), took];
            let left = a.max(0.0);
            let fits = |text: &&String| left + gap + width(text) + gap <= b.min(room.frame.width as f64);
            if let Some(text) = texts.iter().skip(usize::from(named)).find(fits) {
                named |= text.starts_with(&name);
                self.words.push(LaneWord { x: (left + gap) as f32, y: y as f32, text: text.clone(), look });
            }
        }
        let ended = held.stay.left;
        let Some(over) = held.over.filter(|_| room.has_come(ended)) else { return };
        let Some((x, _)) = room.span(ended, ended) else { return };
        let text = outcome(trace, &over);
        let text = if named { text } else { format!("{name} {text}") };
        let from = x + if followed { 2.0 * gap } else { gap };
        let wide = width(&text);
        let inside = from + wide <= room.frame.width as f64;
        if inside && placed.take(held, room, (from, from + wide)) {
            self.words.push(LaneWord {
                x: from as f32,
                y: y as f32,
                text,
                look: if followed { 2 } else { 0 },
            });
        }
    }

    /// Writes the lanes of a vector picture, with their names on the left.
    pub(crate) fn svg(&self, text: &mut String, theme: &Theme, width: u32) {
        let [ink, line, muted, paper, accent] = [theme.ink, theme.line, theme.muted, theme.paper, theme.lost];
        for Lane { name, level, y, h, about } in &self.lanes {
            let (bottom, middle) = (y + h, y + h / 2.0);
            push(
                text,
                format_args!(
                    "<path d=\"M-88 {bottom}H{width}\" stroke=\"{line}\"/>\n<text x=\"-88\" y=\"{middle}\" fill=\"{ink}\" dominant-baseline=\"central\"><title>{}</title><tspan font-weight=\"600\">{}</tspan> level {level}</text>\n",
                    escaped(about),
                    escaped(name)
                ),
            );
        }
        for LaneBar { x, y, w, h, look, .. } in &self.bars {
            let (fill, edge) = (&self.fills[usize::from(*look)], &self.edges[usize::from(*look)]);
            let (a, b) = (x.max(0.0), (x + w).min(width as f32));
            if b > a {
                let w = b - a;
                push(
                    text,
                    format_args!(
                        "<rect x=\"{a:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\".75\"/>\n"
                    ),
                );
            }
        }
        for LaneLink { from: (x0, y0), to: (x1, y1), followed } in &self.links {
            let (colour, wide) = if *followed { (ink, 2.0) } else { (muted, 0.75) };
            push(
                text,
                format_args!(
                    "<path d=\"M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}\" stroke=\"{colour}\" stroke-width=\"{wide}\"/>\n"
                ),
            );
        }
        for LaneDot { x, y, number, text: why } in &self.dots {
            let label = if *number == 0 { String::new() } else { number.to_string() };
            let radius = if *number == 0 { 3.5 } else { 6.0 };
            push(
                text,
                format_args!(
                    "<g><title>{}</title><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{ink}\"/><text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{paper}\" font-size=\"9\" text-anchor=\"middle\" dominant-baseline=\"central\">{label}</text></g>\n",
                    escaped(why)
                ),
            );
        }
        for LaneWord { x, y, text: words, look } in &self.words {
            let fill = [ink, "#fff", accent][usize::from(*look).min(2)];
            let halo = if *look == 2 {
                format!(" stroke=\"{paper}\" stroke-width=\"3\" paint-order=\"stroke\"")
            } else {
                String::new()
            };
            push(
                text,
                format_args!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{fill}\"{halo} dominant-baseline=\"central\">{}</text>\n",
                    escaped(words)
                ),
            );
        }
    }

    /// How high they are.
    pub(crate) fn height(&self) -> u32 {
        libm::ceil(f64::from(self.height)) as u32
    }
}
