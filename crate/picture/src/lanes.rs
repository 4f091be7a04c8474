//! The queues that tasks go down through, a lane each from the top: the stays of tasks as bars, the way of one of them as a
//! line, and at each of its moves the rule with the numbers that it compared.
//!
//! How a lane is laid out does not depend on the view, so that nothing jumps while one pans.

use crate::labels::DARK;
use crate::theme::{Theme, ThemeName, luminance, rgba, theme};
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
const CHARACTER: f64 = 6.5;
/// No character is wider than this, on average.
const WIDEST: f64 = 7.5;
/// How much larger the text for projectors is.
const LARGER: f64 = 1.27;
/// Words about the end of a task stand no further from it than this, in pixels of the page.
const AWAY: f64 = 280.0;
/// Dots are as far from the edges as this, in pixels of the page: they are never cut.
const DOT: f64 = 7.0;
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
    fills: [&'static str; 6],
    edges: [&'static str; 6],
}

/// A queue.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct Lane {
    name: String,
    level: u32,
    /// The grids it submits to.
    grids: String,
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
    /// Its colour, `#rrggbb`.
    ink: &'static str,
    /// True if it may lie over bars: the paper shows around its letters.
    halo: bool,
    /// True if `x` is its right end.
    ends: bool,
}

/// A stay, and where in its lane it is.
pub(crate) struct Held {
    pub(crate) stay: StayRow,
    lane: usize,
    line: usize,
    /// When it was estimated, and what was known then, in seconds on a machine of the queue.
    pub(crate) estimated: Option<(Time, Time, f64)>,
    /// When its first job started, and when the last one ended.
    pub(crate) runs: (Time, Time),
    /// What became of the task, if it was over there.
    pub(crate) over: Option<TaskRow>,
}

/// All lanes, whatever the view.
pub(crate) struct Layout {
    pub(crate) limits: Vec<LimitRow>,
    pub(crate) held: Vec<Held>,
    /// Lines of each lane.
    lines: Vec<usize>,
}

impl Layout {
    pub(crate) fn of(trace: &Trace) -> Self {
        let limits: Vec<LimitRow> = trace.entries().collect();
        let mut bounds: Vec<BoundRow> = trace.entries().collect();
        let lane = |stay: &StayRow| limits.iter().position(|limit| limit.queue == stay.queue);
        let mut stays: Vec<StayRow> = trace.entries().collect();
        order::sort(&mut stays, |stay| stay.came.0);
        order::sort(&mut bounds, |bound| bound.time.0);
        order::sort(&mut bounds, |bound| bound.task.into());
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
            let own = bounds.partition_point(|bound| bound.task < stay.task);
            let own = bounds[own..].iter().take_while(|bound| bound.task == stay.task);
            let known = own.filter(|bound| stay.came <= bound.time && bound.time <= stay.left).last();
            let ended = before(stay.left, stay.detection);
            let runs = (before(ended, stay.execution), ended);
            let estimated = known.map(|bound| (before(bound.time, stay.estimation), bound.time, bound.bound));
            let over = tasks.binary_search_by_key(&stay.task, |task| task.task).ok().map(|at| tasks[at]);
            let over = over.filter(|task| task.end == stay.left);
            held.push(Held { stay, lane, line, estimated, runs, over });
        }
        let lines = ends.iter().map(|lines| lines.len().max(1)).collect();
        Self { limits, held, lines }
    }

    /// The task that is followed: this one if it has come anywhere, else the one that moved most, and of those that stayed
    /// longest.
    pub(crate) fn followed(&self, trace: &Trace, task: Option<SubjectId>) -> Option<SubjectId> {
        let known = task.filter(|&task| self.held.iter().any(|held| held.stay.task == task));
        let most = || trace.entries::<TaskRow>().max_by_key(|row| (row.moves, row.end - row.submit));
        known.or_else(|| most().map(|row| row.task))
    }
}

/// The task down through queues that a subject belongs to: itself, or the one whose job it is.
pub fn task_of(trace: &Trace, subject: SubjectId) -> Option<SubjectId> {
    let group = |id: SubjectId| trace.subjects.group.get(id as usize).copied();
    let own = |row: &StayRow| row.task == subject || group(row.task) == group(subject);
    group(subject)?;
    trace.entries().find(own).map(|row| row.task)
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

    /// The line of a stay; all of a crowded lane are one.
    fn line(&self, held: &Held) -> usize {
        if self.is_crowded(held.lane) { 0 } else { held.line }
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

/// The lanes of a view, with the way of a task. Nothing where no system keeps queues by level.
pub fn lanes(trace: &Trace, view: &View, task: Option<SubjectId>) -> Option<Lanes> {
    let layout = Layout::of(trace);
    if layout.limits.is_empty() {
        return None;
    }
    let frame = view.frame(trace);
    let larger = if view.theme == ThemeName::Projector { LARGER } else { 1.0 };
    let room = Room::of(&layout, &frame, view.scale() * larger);
    let theme = theme(view.theme);
    let task = layout.followed(trace, task);
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
    lanes.way(trace, &layout, (&room, &theme), &mut placed);
    for held in &layout.held {
        lanes.say(trace, held, (&room, &theme), &mut placed);
    }
    Some(lanes)
}

/// Inside and edge of what waits, is estimated, and executes; and of the task that is followed.
fn colours(theme: &Theme) -> ([&'static str; 6], [&'static str; 6]) {
    let [blue, dark, ..] = theme.few;
    let fills = [theme.paper, theme.steps[1], blue, theme.paper, theme.steps[2], dark];
    let edges = [theme.outline, theme.outline, blue, theme.ink, theme.ink, dark];
    (fills, edges)
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
        Self { name, level, grids: grids.to_owned(), about, y: y as f32, h: h as f32 }
    }
}

/// So long before a time.
fn before(time: Time, span: Span) -> Time {
    Time(time.0 - span.0)
}

/// How a task ended: `done after 44.6 s`.
pub(crate) fn outcome(trace: &Trace, over: &TaskRow) -> String {
    format!("{} after {}", trace.words(over.status), duration(over.end - over.submit))
}

/// The numbers that a rule compared, after its name: `: 2 h > 6 min`; nothing for rules that are not known here.
fn compared(why: &Decision<&'static Rule>) -> String {
    let time = |at: usize| duration(Span::from_seconds(f64::from_bits(why.values[at] as u64)));
    let number = |at: usize| f64::from_bits(why.values[at] as u64);
    match why.rule.id {
        "overload" | "mismatch" | "return" => format!(": {} > {}", time(0), time(1)),
        "overdue" => format!(": here for {}", time(0)),
        "task-potential" => format!(": {} > {}", time(0), time(if number(1) < number(2) { 1 } else { 2 })),
        "queue-potential" => format!(": {} + {} > {}", time(0), time(1), time(2)),
        "share" => format!(": {} < {}", time(0), time(1)),
        _ => String::new(),
    }
}

/// Where words and bars are already, line by line.
struct Words {
    bars: Vec<Vec<Vec<(f64, f64)>>>,
    words: Vec<Vec<Vec<(f64, f64)>>>,
}

impl Words {
    fn new(layout: &Layout) -> Self {
        let none: Vec<_> = layout.lines.iter().map(|&lines| vec![Vec::new(); lines]).collect();
        Self { bars: none.clone(), words: none }
    }

    /// A bar is here.
    fn bar(&mut self, held: &Held, room: &Room, span: (f64, f64)) {
        self.bars[held.lane][room.line(held)].push(span);
    }

    /// Words are here, whatever else is.
    fn put(&mut self, held: &Held, room: &Room, span: (f64, f64)) {
        self.words[held.lane][room.line(held)].push(span);
    }

    /// Takes a place for words in a bar; false if there are others.
    fn inside(&mut self, held: &Held, room: &Room, (from, to): (f64, f64)) -> bool {
        let free = self.words[held.lane][room.line(held)].iter().all(|&(a, b)| b <= from || to <= a);
        if free {
            self.put(held, room, (from, to));
        }
        free
    }

    /// Takes the first place from `from` on that is free of words and bars, no further than `most`; none if there is none.
    fn behind(&mut self, held: &Held, room: &Room, (mut from, wide, most): (f64, f64, f64)) -> Option<f64> {
        let line = room.line(held);
        let taken = || self.words[held.lane][line].iter().chain(&self.bars[held.lane][line]);
        while let Some(&(_, b)) = taken().find(|&&(a, b)| a < from + wide && from < b) {
            from = b + 4.0 * room.scale;
        }
        if from > most {
            return None;
        }
        self.put(held, room, (from, from + wide));
        Some(from)
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
            (held.estimated.map(|(from, to, _)| (from, to)), 1),
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
                placed.bar(held, room, (a, a + w));
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
        for (x, &step) in steps.iter().enumerate() {
            if x < wide && step == [0; 2] {
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
            for (sum, step) in now.iter_mut().zip(step) {
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
    fn way(&mut self, trace: &Trace, layout: &Layout, (room, theme): (&Room, &Theme), placed: &mut Words) {
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
            let (number, text, short) = if let Some(at) = moved {
                let (place, row) = moves[at];
                let short = table.because(place).map(|why| compared(&why)).unwrap_or_default();
                let short = format!("{}{short}", trace.words(row.why));
                (at as u32 + 1, trace.explain_row(table, place), short)
            } else {
                let ends = |over| format!("{} is {}.", trace.name(held.stay.task), outcome(trace, &over));
                (0, held.over.map(ends).unwrap_or_default(), String::new())
            };
            let edge = DOT * room.scale;
            let x = x.clamp(edge, (room.frame.width as f64 - edge).max(edge));
            self.dots.push(LaneDot { x: x as f32, y: y as f32, number, text });
            if number > 0 {
                let gap = 10.0 * room.scale;
                let letters = short.chars().count() as f64 * room.scale;
                let ends = x + gap + letters * WIDEST > room.frame.width as f64;
                let wide = letters * CHARACTER;
                let from = if ends { x - gap - wide } else { x + gap };
                // A reason may lie over bars of others, but over no other reason.
                placed.put(held, room, (from, from + wide));
                // The latest is what the picture is about.
                for word in self.words.iter_mut().filter(|word| word.halo) {
                    word.ink = theme.ink;
                }
                let (x, y) = ((if ends { x - gap } else { from }) as f32, y as f32);
                self.words.push(LaneWord { x, y, text: short, ink: theme.lost, halo: true, ends });
            }
        }
    }

    /// What is said of a stay, where there is room.
    fn say(&mut self, trace: &Trace, held: &Held, (room, theme): (&Room, &Theme), placed: &mut Words) {
        let followed = Some(held.stay.task) == self.task;
        if room.lanes[held.lane].2 < 11.0 * room.scale && !followed {
            return;
        }
        let width = |text: &str| text.chars().count() as f64 * CHARACTER * room.scale;
        let (gap, y) = (4.0 * room.scale, room.y(held));
        let name = trace.name(held.stay.task);
        let (begun, ended) = held.runs;
        let mut named = false;
        let parts = [(held.stay.came, begun, "waits", 0), (begun, ended, "runs", 2)];
        for (from, to, does, look) in parts {
            let Some((a, b)) = room.span(from, to).filter(|_| from < to && room.has_come(to)) else {
                continue;
            };
            let took = duration(to - from);
            let texts = [format!("{name} {does} {took}"), format!("{does} {took}"), took];
            let left = a.max(0.0);
            let fits = |text: &&String| left + gap + width(text) + gap <= b.min(room.frame.width as f64);
            let text = texts.iter().skip(usize::from(named)).find(fits);
            let free = |text: &&String| placed.inside(held, room, (left + gap, left + gap + width(text)));
            if let Some(text) = text.filter(free) {
                named |= text.starts_with(&name);
                let fill = self.fills[look + if followed { 3 } else { 0 }];
                let ink = if luminance(rgba(fill)) < DARK { "#ffffff" } else { "#000000" };
                let (x, y, text) = ((left + gap) as f32, y as f32, text.clone());
                self.words.push(LaneWord { x, y, text, ink, halo: false, ends: false });
            }
        }
        let ended = held.stay.left;
        let Some(over) = held.over.filter(|_| room.has_come(ended)) else { return };
        let Some((x, _)) = room.span(ended, ended) else { return };
        let text = outcome(trace, &over);
        let text = if named { text } else { format!("{name} {text}") };
        let from = x + if followed { 2.0 * gap } else { gap };
        let wide = width(&text);
        // What it says has its name: it need not stand at its end.
        let most = (from + AWAY * room.scale).min(room.frame.width as f64 - wide);
        if let Some(from) = placed.behind(held, room, (from, wide, if named { from } else { most })) {
            let (x, y) = (from as f32, y as f32);
            self.words.push(LaneWord { x, y, text, ink: theme.ink, halo: followed, ends: false });
        }
    }

    /// Writes the lanes of a vector picture, with their names on the left.
    pub(crate) fn svg(&self, text: &mut String, theme: &Theme, width: u32) {
        let [ink, line, muted, paper] = [theme.ink, theme.line, theme.muted, theme.paper];
        for Lane { name, level, y, h, about, .. } in &self.lanes {
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
        for LaneWord { x, y, text: words, ink: fill, halo, ends } in &self.words {
            let anchor = if *ends { " text-anchor=\"end\"" } else { "" };
            let halo = if *halo {
                format!(" stroke=\"{paper}\" stroke-width=\"3\" paint-order=\"stroke\"")
            } else {
                String::new()
            };
            push(
                text,
                format_args!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{fill}\"{halo}{anchor} dominant-baseline=\"central\">{}</text>\n",
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use ganttlet_engine::platform::one_cluster;
    use ganttlet_engine::record::{Recorder, Subject};
    use ganttlet_engine::system::stays::{BOUNDS, LIMITS, STAYS, TASKS};
    use ganttlet_engine::workload::UNKNOWN;

    static MISMATCH: Rule = Rule::new("mismatch", "{job} moves on: {0d} is more than {1d}.");

    fn at(seconds: f64) -> Time {
        Time::from_seconds(seconds)
    }

    fn span(seconds: f64) -> Span {
        Span::from_seconds(seconds)
    }

    /// Two queues. A task A is estimated in the first for 6 s and moves on; the second runs it from 31 s to 771 s. So many short tasks
    /// come at 10 s, each for 20 s of the first queue, of which they wait for 5 s.
    pub(crate) fn two_queues(short: u32) -> Trace {
        let mut record = Recorder::new(&one_cluster(4), 0);
        let [limits, stays, tasks, moves, bounds] =
            [&LIMITS, &STAYS, &TASKS, &MOVES, &BOUNDS].map(|kind| record.table(kind));
        let [q1, q2, done, mismatch, grids] =
            ["Q1", "Q2", "done", "mismatch", "all grids"].map(|text| record.text(text));
        for (queue, level, largest) in [(q1, 1, 120.0), (q2, 2, f64::NAN)] {
            let (most, long) = (f64::NAN, span(1e8));
            let (executes, stays) = (long, long);
            let limit = LimitRow {
                queue,
                level,
                grids,
                machines: 4,
                cpus: 2,
                largest,
                most,
                executes,
                stays,
                serial: None,
            };
            record.add_row(limits, &limit);
        }
        let stay = |task, queue, level, (came, left): (f64, f64), why| StayRow {
            task,
            queue,
            level,
            came: at(came),
            left: at(left),
            why,
            moved: Span::ZERO,
            estimation: Span::ZERO,
            allocation: Span::ZERO,
            queueing: Span::ZERO,
            execution: Span::ZERO,
            detection: Span::ZERO,
            jobs: 1,
            starts: 0,
            evicted: 0,
            used: Span::ZERO,
            lost: Span::ZERO,
            allocated: 0.0,
            serial: None,
            tail: Span::ZERO,
            dedicated: Span::ZERO,
        };
        let row = |task, queue, level, (submit, end): (f64, f64), moves| TaskRow {
            task,
            submit: at(submit),
            end: at(end),
            status: done,
            queue,
            level,
            best: level,
            expected: span(if level == 1 { 15.0 } else { 700.0 }),
            work: span(100.0),
            moves,
            used: Span::ZERO,
        };
        let subject = |record: &mut Recorder, number, submit| {
            let group = record.group(format!("group {number}"));
            let submit = at(submit);
            record.add(Subject { number, user: UNKNOWN, group, submit, nodes: 1, estimate: Span::ZERO })
        };
        let long = subject(&mut record, 1, 0.0);
        record.name(long, "A".to_owned());
        record.add_row(
            bounds,
            &BoundRow { time: at(6.0), task: long, queue: q1, bound: 2400.0, truth: 2000.0, limit: 120.0 },
        );
        record.add_row(stays, &StayRow { estimation: span(6.0), ..stay(long, q1, 1, (0.0, 6.0), mismatch) });
        let place =
            record.add_row(moves, &MoveRow { time: at(6.0), task: long, from: q1, to: q2, why: mismatch });
        let values = [2400.0_f64, 120.0, 0.0, 0.0].map(|value| value.to_bits() as i64);
        record.because(moves, place, (&MISMATCH, values));
        for number in 0..short {
            let task = subject(&mut record, number + 2, 10.0);
            let run = StayRow {
                queueing: span(5.0),
                execution: span(15.0),
                starts: 1,
                ..stay(task, q1, 1, (10.0, 30.0), done)
            };
            record.add_row(stays, &run);
            record.add_row(tasks, &row(task, q1, 1, (10.0, 30.0), 0));
            record.finish(task, at(30.0), ganttlet_engine::record::Status::Done);
        }
        let run = StayRow {
            allocation: span(20.0),
            execution: span(740.0),
            detection: span(4.0),
            starts: 9,
            evicted: 2,
            used: span(800.0),
            lost: span(60.0),
            ..stay(long, q2, 2, (11.0, 775.0), done)
        };
        record.add_row(stays, &run);
        record.add_row(tasks, &row(long, q2, 2, (0.0, 775.0), 1));
        record.finish(long, at(775.0), ganttlet_engine::record::Status::Done);
        record.into()
    }

    fn seen(trace: &Trace, now_s: f64, task: Option<SubjectId>) -> Lanes {
        let view = View { from_s: 0.0, to_s: 1_000.0, width: 1_000, height: 100, now_s, ..View::default() };
        lanes(trace, &view, task).expect("there are queues")
    }

    fn said(lanes: &Lanes) -> Vec<&str> {
        lanes.words.iter().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn the_way_of_a_task_goes_from_lane_to_lane_with_the_rule_and_its_numbers() {
        let found = seen(&two_queues(1), 1_000.0, None);
        assert_eq!((found.name.as_str(), found.lanes.len()), ("A", 2));
        assert_eq!(
            found.lanes[0].about,
            "Q1, level 1: tasks of up to 2 min of work, on all grids (2 of 4 machines)"
        );
        let [link] = &found.links[..] else { panic!("one move") };
        assert!(
            link.followed && link.from.1 < link.to.1 && (link.from.0, link.to.0) == (6.0, 11.0),
            "{link:?}"
        );
        let numbers: Vec<(u32, &str)> =
            found.dots.iter().map(|dot| (dot.number, dot.text.as_str())).collect();
        assert_eq!(
            numbers,
            [(1, "A moves on: 40 min is more than 2 min."), (0, "A is done after 12 min 55 s.")]
        );
        assert_eq!(
            said(&found),
            ["mismatch: 40 min > 2 min", "2 done after 20 s", "A runs 12 min 20 s", "done after 12 min 55 s"]
        );
        // Of A: estimated, waits, executes.
        let own = found.bars.iter().filter(|bar| bar.task == found.task);
        let looks: Vec<(u8, f32, f32)> = own.map(|bar| (bar.look, bar.x, bar.w)).collect();
        assert_eq!(looks, [(3, 0.0, 6.0), (4, 0.0, 6.0), (3, 11.0, 20.0), (5, 31.0, 740.0)]);
    }

    #[test]
    fn what_comes_after_the_playhead_is_not_told() {
        let trace = two_queues(1);
        let before = seen(&trace, 5.0, None);
        assert!(before.dots.is_empty() && before.links.is_empty() && said(&before).is_empty(), "{before:?}");
        assert!(before.bars.iter().all(|bar| bar.x + bar.w <= 5.0), "{before:?}");
        let later = seen(&trace, 500.0, None);
        assert_eq!((later.dots.len(), later.links.len()), (1, 1));
        assert_eq!((before.height, before.lanes), (later.height, later.lanes));
    }

    #[test]
    fn the_task_that_is_asked_for_is_followed() {
        let trace = two_queues(2);
        let short = seen(&trace, 1_000.0, Some(1));
        assert_eq!((short.task, short.dots.len()), (Some(1), 1));
        assert_eq!(task_of(&trace, 1), Some(1));
        assert_eq!(task_of(&trace, 77), None);
    }

    #[test]
    fn a_crowded_lane_shows_how_many_there_are() {
        let found = seen(&two_queues(60), 1_000.0, None);
        let many: Vec<&LaneBar> = found.bars.iter().filter(|bar| bar.task.is_none()).collect();
        assert_eq!(found.bars.iter().filter(|bar| bar.task.is_some() && bar.task != found.task).count(), 0);
        let tall = |look: u8| {
            many.iter().filter(|bar| bar.look == look).map(|bar| f64::from(bar.h)).fold(0.0, f64::max)
        };
        // All 60 wait, then all 60 execute.
        assert!((tall(0) - tall(2)).abs() < 0.01 && tall(2) > 40.0, "{many:?}");
        assert!(found.lanes[0].h <= MOST as f32);
    }

    #[test]
    fn lanes_are_in_the_vector_picture() {
        let trace = two_queues(1);
        let view = View { theme: ThemeName::Dark, ..View::whole(&trace, 800, 100) };
        let text = crate::svg(&trace, &mut crate::Canvas::default(), &view, "");
        for part in [
            "mismatch: 40 min &gt; 2 min",
            "<tspan font-weight=\"600\">Q2</tspan> level 2",
            "<title>A moves on: 40 min is more than 2 min.</title>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(lanes(&crate::tests::trace_of(&[2], 8.0, &[]), &view, None).is_none());
    }
}
