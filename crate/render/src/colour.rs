//! What the colour of a bar says.

use super::find::Query;
use super::look::{HELD, NEARLY_PAPER, SOLID, Style};
use super::theme::{Rgba, Theme, ThemeName, mix, rgba, theme};
use super::view::View;
use ganttlet_core::record::{Colour, Kind, Look, Phase, Status, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::UNKNOWN;

/// From where on the steps of an amount begin.
pub(crate) type Steps = [u64; 6];
/// From where on the steps of a wait begin, as multiples of the first that is not zero.
const WAITS: Steps = [0, 1, 3, 6, 12, 24];
/// That first one, in microseconds: the largest of which the longest wait is at least three times as long.
const FIRST_WAITS: [u64; 7] = [300_000_000, 60_000_000, 5_000_000, 1_000_000, 100_000, 10_000, 1_000];
/// The same of nodes.
pub(crate) const SIZES: Steps = [1, 2, 5, 17, 65, 257];
/// The same of bounded slowdowns.
pub(crate) const SLOWDOWNS: Steps = [1, 2, 5, 10, 30, 100];
/// Colours whose lightness differs from that of the paper by no more than this, of 255, need an outline to be seen.
const NEAR: i32 = 110;
/// How much of the edge of other bars is paper: they are set apart, not framed.
const GAP: f32 = 0.6;
/// How opaque a dimmed bar is, of 255.
const DIMMED: u8 = 64;

/// From where on the steps of a wait begin, in microseconds, where the longest is of so many seconds.
fn waits(longest_s: Option<f64>) -> Steps {
    let [usual, .., shortest] = FIRST_WAITS;
    let first = longest_s.filter(|&longest| longest > 0.0).map_or(usual, |longest| {
        FIRST_WAITS.into_iter().find(|&first| longest * 1e6 >= 3.0 * first as f64).unwrap_or(shortest)
    });
    WAITS.map(|times| times * first)
}

/// What the looks of all bars depend on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub(crate) colour: Colour,
    /// From where on the steps of a wait begin, in microseconds.
    pub(crate) waits: Steps,
    pub(crate) theme: ThemeName,
    /// The query and who is selected, if some bars are dimmed.
    pub(crate) dimmed: Option<(String, Option<SubjectId>)>,
    /// The playhead, in microseconds.
    pub(crate) now: f64,
    /// How far the record is.
    pub(crate) record: (usize, usize, Time, Time),
}

/// The colours of one picture, worked out before its first pixel.
pub(crate) struct Painter<'a> {
    trace: &'a Trace,
    pub(crate) colour: Colour,
    /// The colours that a theme writes in words.
    pub(crate) theme: Theme,
    palette: [Rgba; 10],
    pub(crate) steps: [Rgba; 6],
    types: Vec<Rgba>,
    outline: Rgba,
    local: Rgba,
    yields: Rgba,
    hole: Rgba,
    lost: Rgba,
    suspended: Rgba,
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
    /// What the looks of all bars depend on.
    pub(crate) key: Key,
}

/// Which subjects a query is true of, kept from picture to picture while neither it nor the trace changes.
#[derive(Debug, Default)]
pub(crate) struct Matches {
    query: String,
    known: Option<(usize, usize, Time, Time)>,
    /// For each subject whether the query is true of it.
    holds: Vec<bool>,
}

/// How far a record is: nothing in it changes while this does not.
fn extent(trace: &Trace) -> (usize, usize, Time, Time) {
    (trace.subjects.len(), trace.intervals.len(), trace.now, trace.last_end)
}

impl Matches {
    /// Forgets what was known of a record that has changed.
    pub(crate) fn forget(&mut self) {
        self.known = None;
    }

    /// For each subject whether the query of a view is true of it; `None` if the view has none, or one that is wrong.
    pub(crate) fn of(&mut self, trace: &Trace, view: &View) -> Option<&[bool]> {
        if view.query.trim().is_empty() {
            return None;
        }
        let query = Query::parse(&view.query).ok()?;
        let known = extent(trace);
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
        let few = trace.types.names.len() <= theme.few.len();
        let types: &[&str] = if few { &theme.few } else { &theme.types };
        let colour = view.colour.unwrap_or_else(|| trace.colour());
        let now = view.frame(trace).seen(f64::INFINITY);
        let dimmed = matches.map(|_| (view.query.clone(), view.selected));
        let waits = waits(view.longest_wait_s);
        let key = Key { colour, waits, theme: view.theme, dimmed, now, record: extent(trace) };
        Self {
            trace,
            colour,
            theme,
            palette: theme.palette.map(rgba),
            steps: theme.steps.map(rgba),
            types: types.iter().map(|colour| rgba(colour)).collect(),
            outline: rgba(theme.outline),
            local: rgba(theme.local),
            yields: rgba(theme.yields),
            hole: rgba(theme.hole),
            lost: rgba(theme.lost),
            suspended: rgba(theme.types[1]),
            unknown: rgba(theme.unknown),
            machine: trace.kinds.iter().position(|&kind| kind == Kind::MACHINE).map(|place| place as u8),
            killed: rgba(theme.killed),
            done: rgba(theme.done),
            running: rgba(theme.running),
            grounds: [rgba(theme.paper), rgba(theme.band)],
            matches,
            selected: view.selected,
            now,
            all_solid: trace.phases().all(|phase| phase == Phase::WORKS)
                && trace.kinds.iter().all(|kind| kind.look == Look::Solid),
            key,
        }
    }

    /// How the inside of an interval is drawn.
    #[inline]
    pub(crate) fn style(&self, interval: usize) -> Style {
        if self.all_solid {
            return SOLID;
        }
        let trace = self.trace;
        let look = trace.kind(trace.intervals.subject[interval]).look;
        self.style_of(look, trace.phase_seen(interval, self.now))
    }

    /// How bars of this look in this phase are drawn.
    pub(crate) fn style_of(&self, look: Look, phase: Phase) -> Style {
        let style = Style::of(look, phase);
        match (self.colour, phase) {
            (Colour::Use, Phase::WAITS) => HELD,
            // A machine that is with its owner is no more than a quiet background.
            (_, Phase::AWAY) => Style { fill: NEARLY_PAPER, ..SOLID },
            (Colour::Kind, _) if look == Look::Pale => Style { fill: NEARLY_PAPER, ..style },
            _ => style,
        }
    }

    /// The edge of a filled bar of this colour.
    #[inline]
    pub(crate) fn edge(&self, [r, g, b, opaque]: Rgba) -> Rgba {
        let light = |[r, g, b, _]: Rgba| (i32::from(r) * 3 + i32::from(g) * 6 + i32::from(b)) / 10;
        let paper = self.grounds[0];
        let near = (light([r, g, b, opaque]) - light(paper)).abs() <= NEAR;
        if near { self.outline } else { mix([r, g, b, 255], paper, GAP) }
    }

    /// The line around a filled area of this colour, if it could not be told from the paper without one.
    pub(crate) fn contour(&self, colour: Rgba) -> Option<Rgba> {
        Some(self.edge(colour)).filter(|edge| *edge == self.outline)
    }

    /// The colour of an interval; it is less opaque if its subject is dimmed.
    #[inline]
    pub(crate) fn bar(&self, interval: usize) -> Rgba {
        let subject = self.trace.intervals.subject[interval];
        let [r, g, b, full] = self.plain(subject, interval);
        match self.matches {
            Some(matches) if !matches[subject as usize] && self.selected != Some(subject) => {
                [r, g, b, DIMMED]
            }
            _ => [r, g, b, full],
        }
    }

    #[inline]
    pub(crate) fn plain(&self, subject: SubjectId, interval: usize) -> Rgba {
        let table = &self.trace.subjects;
        let id = subject as usize;
        match self.colour {
            Colour::Kind => self.kind(subject),
            Colour::Use => {
                self.used(self.trace.kind(subject).look, self.trace.phase_seen(interval, self.now))
            }
            // Nothing that is said of jobs can be said of a machine.
            _ if self.machine == Some(table.kind[id]) => self.unknown,
            // A task that comes in every round keeps its colour.
            Colour::Job if self.trace.kind(subject).recurs => self.palette[spread(table.number[id])],
            Colour::Job => self.palette[spread(subject)],
            Colour::User => self.named(table.user[id]),
            Colour::Group => self.group(table.group[id]),
            Colour::Size => self.amount(u64::from(table.nodes[id]), &SIZES),
            Colour::Wait if table.start[id] == Time::MAX => self.unknown,
            Colour::Wait => {
                let wait = table.start[id] - table.submit[id];
                self.amount(wait.0.max(0) as u64, &self.key.waits)
            }
            Colour::Slowdown => match self.trace.bounded_slowdown(subject) {
                Some(slowdown) => self.amount(slowdown as u64, &SLOWDOWNS),
                None => self.unknown,
            },
            Colour::Status if table.end[id] == Time::MAX || table.end[id].0 as f64 > self.now => self.running,
            Colour::Status => match table.status[id] {
                Status::Killed => self.killed,
                Status::Done => self.done,
                _ => self.running,
            },
            Colour::Cluster => self.cluster(self.trace.cluster_at(self.trace.intervals.row[interval])),
            Colour::Reason => match self.trace.rule_of(subject) {
                Some(rule) => self.palette[rule % self.palette.len()],
                None => self.unknown,
            },
        }
    }

    /// The colour of a type, or of what is of none.
    #[inline]
    fn kind(&self, subject: SubjectId) -> Rgba {
        match self.trace.types.of(subject) {
            Some(place) => self.typed(place),
            None => self.look(self.trace.kind(subject).look),
        }
    }

    /// The colour of the type at a place among all.
    #[inline]
    pub(crate) fn typed(&self, place: usize) -> Rgba {
        self.types[place % self.types.len()]
    }

    /// The colour of what is of no type, by the look of its kind.
    pub(crate) fn look(&self, look: Look) -> Rgba {
        match look {
            Look::Solid => self.types[0],
            Look::Pale => self.local,
            Look::Hatched => self.yields,
        }
    }

    /// The colour of what is done with a node.
    pub(crate) fn used(&self, look: Look, phase: Phase) -> Rgba {
        match phase {
            Phase::WAITS => self.hole,
            Phase::AWAY => self.local,
            Phase::LOST => self.lost,
            Phase::SUSPENDED => self.suspended,
            _ => self.look(look),
        }
    }

    /// The colour of a cluster, by its place among all.
    pub(crate) fn cluster(&self, place: Option<usize>) -> Rgba {
        place.map_or(self.unknown, |place| self.palette[place % self.palette.len()])
    }

    /// The colour of a group: where all are known, those that come later are further from the paper.
    #[inline]
    fn group(&self, group: u32) -> Rgba {
        let all = self.trace.group_names.len();
        if (group as usize) < all { self.steps[group as usize * 6 / all] } else { self.named(group) }
    }

    #[inline]
    fn named(&self, id: u32) -> Rgba {
        if id == UNKNOWN { self.unknown } else { self.palette[spread(id)] }
    }

    /// The colour of an amount: that of the last step that begins at it or below.
    #[inline]
    fn amount(&self, amount: u64, from: &Steps) -> Rgba {
        self.steps[from.iter().rposition(|&least| amount >= least).unwrap_or(0)]
    }
}

/// A place in the palette for a number: neighbours get different colours, the same number always the same.
#[inline]
fn spread(number: u32) -> usize {
    let mixed = number.wrapping_mul(0x9E37_79B9) ^ (number >> 3).wrapping_mul(0x85EB_CA6B);
    ((u64::from(mixed) * 10) >> 32) as usize
}
