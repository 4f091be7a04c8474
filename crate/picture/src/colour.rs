//! What the colour of a bar says.

use super::find::Query;
use super::look::{SOLID, Style, place_of};
use super::theme::{Rgba, Theme, mix, rgba, theme};
use super::view::{Colour, View};
use ganttlet_engine::record::{Kind, Look, Phase, Status, Trace};
use ganttlet_engine::rule::SubjectId;
use ganttlet_engine::time::Time;
use ganttlet_engine::workload::UNKNOWN;

/// Steps of a ramp.
const STEPS: usize = 32;
/// How opaque a dimmed bar is, of 255.
const DIMMED: u8 = 64;

/// The colours of one picture, worked out before its first pixel.
pub(crate) struct Painter<'a> {
    trace: &'a Trace,
    colour: Colour,
    /// The colours that a theme writes in words.
    pub(crate) theme: Theme,
    palette: [Rgba; 10],
    ramp: [Rgba; STEPS],
    unknown: Rgba,
    /// The kind of machines, if there are such.
    machine: Option<u8>,
    killed: Rgba,
    done: Rgba,
    running: Rgba,
    /// What idle nodes look like, in even and in odd clusters.
    pub(crate) grounds: [Rgba; 2],
    matches: Option<&'a [bool]>,
    selected: Option<SubjectId>,
    /// The playhead, in microseconds.
    pub(crate) now: f64,
    /// True if all bars are filled: then there is nothing to look up.
    pub(crate) all_solid: bool,
}

/// Which subjects a query is true of, kept from picture to picture while neither it nor the trace changes.
#[derive(Debug, Default)]
pub(crate) struct Matches {
    query: String,
    known: Option<(usize, usize, Time, Time)>,
    /// For each subject whether the query is true of it.
    holds: Vec<bool>,
}

impl Matches {
    /// For each subject whether the query of a view is true of it; `None` if the view has none, or one that is wrong.
    pub(crate) fn of(&mut self, trace: &Trace, view: &View) -> Option<&[bool]> {
        if view.query.trim().is_empty() {
            return None;
        }
        let query = Query::parse(&view.query).ok()?;
        let known = (trace.subjects.len(), trace.intervals.len(), trace.now, trace.last_end);
        if self.known != Some(known) || self.query != view.query {
            self.known = Some(known);
            self.query.clone_from(&view.query);
            query.matches(trace, &mut self.holds);
        }
        Some(&self.holds)
    }
}

impl<'a> Painter<'a> {
    /// The colours of a view; `matches` are those of its query.
    pub(crate) fn new(trace: &'a Trace, view: &View, matches: Option<&'a [bool]>) -> Self {
        let theme = theme(view.theme);
        let stops = theme.ramp.map(rgba);
        let ramp = std::array::from_fn(|step| {
            let place = step as f32 * (stops.len() - 1) as f32 / (STEPS - 1) as f32;
            let stop = (place as usize).min(stops.len() - 2);
            mix(stops[stop], stops[stop + 1], place - stop as f32)
        });
        Self {
            trace,
            colour: view.colour,
            theme,
            palette: theme.palette.map(rgba),
            ramp,
            unknown: rgba(theme.unknown),
            machine: trace.kinds.iter().position(|&kind| kind == Kind::MACHINE).map(|place| place as u8),
            killed: rgba(theme.killed),
            done: rgba(theme.done),
            running: rgba(theme.running),
            grounds: [rgba(theme.paper), rgba(theme.band)],
            matches,
            selected: view.selected,
            now: view.frame(trace).seen(f64::INFINITY),
            all_solid: trace.phases().all(|phase| phase == Phase::WORKS)
                && trace.kinds.iter().all(|kind| kind.look == Look::Solid),
        }
    }

    /// How the inside of an interval is drawn.
    #[inline]
    pub(crate) fn style(&self, trace: &Trace, interval: usize) -> Style {
        if self.all_solid {
            return SOLID;
        }
        Style::of(trace.kind(trace.intervals.subject[interval]).look, trace.phase_seen(interval, self.now))
    }

    /// The colour of the bars of `subject`; it is less opaque if they are dimmed.
    #[inline]
    pub(crate) fn bar(&self, subject: SubjectId) -> Rgba {
        let [r, g, b, full] = self.plain(subject);
        match self.matches {
            Some(matches) if !matches[subject as usize] && self.selected != Some(subject) => {
                [r, g, b, DIMMED]
            }
            _ => [r, g, b, full],
        }
    }

    #[inline]
    fn plain(&self, subject: SubjectId) -> Rgba {
        let table = &self.trace.subjects;
        let id = subject as usize;
        match self.colour {
            Colour::Kind => {
                self.palette[place_of(&self.trace.kinds, table.kind[id].into()) % self.palette.len()]
            }
            // Nothing that is said of jobs can be said of a machine.
            _ if self.machine == Some(table.kind[id]) => self.unknown,
            // A task that comes in every round keeps its colour.
            Colour::Job if self.trace.kind(subject).recurs => self.palette[spread(table.number[id])],
            Colour::Job => self.palette[spread(subject)],
            Colour::User => self.named(table.user[id]),
            Colour::Group => self.named(table.group[id]),
            Colour::Size => self.amount(u64::from(table.nodes[id]), 1, 1 << 12),
            Colour::Wait if table.start[id] == Time::MAX => self.unknown,
            Colour::Wait => {
                let wait = table.start[id] - table.submit[id];
                self.amount(wait.0.max(0) as u64 / 1_000_000 + 1, 1, 1 << 18)
            }
            Colour::Slowdown => self.slowdown(subject),
            Colour::Status if table.end[id] == Time::MAX || table.end[id].0 as f64 > self.now => self.running,
            Colour::Status => match table.status[id] {
                Status::Killed => self.killed,
                Status::Done => self.done,
                _ => self.running,
            },
            Colour::Reason => match self.trace.rule_of(subject) {
                Some(rule) => self.palette[rule % self.palette.len()],
                None => self.unknown,
            },
        }
    }

    #[inline]
    fn named(&self, id: u32) -> Rgba {
        if id == UNKNOWN { self.unknown } else { self.palette[spread(id)] }
    }

    fn slowdown(&self, subject: SubjectId) -> Rgba {
        match self.trace.slowdown(subject) {
            Some(slowdown) => self.amount((slowdown * 16.0) as u64, 16, 16 << 10),
            None => self.unknown,
        }
    }

    /// The colour of an amount on a logarithmic ramp from `least` to `most`.
    #[inline]
    fn amount(&self, amount: u64, least: u64, most: u64) -> Rgba {
        let (low, high) = (sixteenths(least), sixteenths(most));
        let place = sixteenths(amount).clamp(low, high) - low;
        self.ramp[place as usize * (STEPS - 1) / (high - low) as usize]
    }
}

/// 16 times the logarithm to base 2 of a number above 0, straight between powers of two.
#[inline]
fn sixteenths(number: u64) -> u32 {
    let number = number.max(1);
    let whole = number.ilog2();
    let rest = ((u128::from(number) << 4 >> whole) & 15) as u32;
    whole * 16 + rest
}

/// A place in the palette for a number: neighbours get different colours, the same number always the same.
#[inline]
fn spread(number: u32) -> usize {
    let mixed = number.wrapping_mul(0x9E37_79B9) ^ (number >> 3).wrapping_mul(0x85EB_CA6B);
    ((u64::from(mixed) * 10) >> 32) as usize
}
