//! The colours of bars.

use super::bar_style::{FAINT_FILL, HELD_STYLE, SOLID_STYLE, Style};
use super::search::Query;
use super::theme::{Rgba, Theme, ThemeName, blend, parse_rgba, theme};
use super::view::View;
use ganttlet_core::record::{Colour, Kind, Look, Phase, Status, Trace, WAIT_LIMITS, WAIT_NUMBERS};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::UNKNOWN;

/// The lower limits of the steps of a colour scale.
pub(crate) type ScaleSteps = [u64; 6];
/// The steps of the scale of wait times, as multiples of the first that is not zero.
const WAIT_STEPS: ScaleSteps = [0, 1, 3, 6, 12, 24];
/// Candidates for that first step, in microseconds: the largest is used whose triple does not exceed the longest wait.
const FIRST_WAIT_STEPS: [u64; 7] = [300_000_000, 60_000_000, 5_000_000, 1_000_000, 100_000, 10_000, 1_000];
/// The steps of a scale of long waits, in microseconds: 0, 15 min, 1, 4, 12 and 24 h.
const LONG_WAIT_STEPS: ScaleSteps =
    [0, 900_000_000, 3_600_000_000, 14_400_000_000, 43_200_000_000, 86_400_000_000];
/// If more than this share of the jobs is in one class of [`WAIT_LIMITS`], long waits have the long steps.
const MAX_CLASS_SHARE: f64 = 0.6;
/// The steps of the scale of job sizes, in nodes.
pub(crate) const SIZE_STEPS: ScaleSteps = [1, 2, 5, 17, 65, 257];
/// The steps of the scale of bounded slowdowns.
pub(crate) const SLOWDOWN_STEPS: ScaleSteps = [1, 2, 5, 10, 30, 100];
/// Fills with a smaller difference in lightness from the background, of 255, need an outline.
const MIN_CONTRAST: i32 = 110;
/// Share of paper in the edge of bars without an outline: the edge separates bars without framing them.
const EDGE_PAPER: f32 = 0.6;
/// Opacity of a dimmed bar, of 255.
const DIMMED_OPACITY: u8 = 64;

/// The steps of the scale of wait times, in microseconds, for the waits of all runs that are shown beside each other.
fn wait_steps(waits: &[f64]) -> ScaleSteps {
    let (runs, _) = waits.as_chunks::<WAIT_NUMBERS>();
    let longest_us = runs.iter().map(|run| run[0]).fold(0.0, f64::max) * 1e6;
    if longest_us <= 0.0 {
        return WAIT_LIMITS;
    }
    let count = |class: usize| runs.iter().map(|run| run[class]).sum::<f64>();
    let counts = || (1..WAIT_NUMBERS).map(count);
    let largest = counts().fold(0.0, f64::max);
    // Below the fourth long step, the long steps would leave fewer classes than the usual ones.
    if longest_us >= LONG_WAIT_STEPS[3] as f64 && largest > counts().sum::<f64>() * MAX_CLASS_SHARE {
        return LONG_WAIT_STEPS;
    }
    let [.., shortest] = FIRST_WAIT_STEPS;
    let first = FIRST_WAIT_STEPS.into_iter().find(|&first| longest_us >= 3.0 * first as f64);
    WAIT_STEPS.map(|times| times * first.unwrap_or(shortest))
}

/// The inputs of the colours and patterns of all bars.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StyleKey {
    pub(crate) colour: Colour,
    /// The lower limits of the steps of wait times, in microseconds.
    pub(crate) waits: ScaleSteps,
    pub(crate) theme: ThemeName,
    /// The query and the selected subject, if some bars are dimmed.
    pub(crate) dimmed: Option<(String, Option<SubjectId>)>,
    /// The playhead, in microseconds.
    pub(crate) now: f64,
    /// The progress of the trace.
    pub(crate) record: (usize, usize, Time, Time),
}

/// The colours of one picture, computed before its first pixel.
pub(crate) struct Painter<'a> {
    trace: &'a Trace,
    pub(crate) colour: Colour,
    /// The theme, with its colours as text.
    pub(crate) theme: Theme,
    palette: [Rgba; 10],
    /// Muted colours for clusters, different from the colour of decisions.
    clusters: [Rgba; 9],
    pub(crate) steps: [Rgba; 6],
    types: Vec<Rgba>,
    outline: Rgba,
    local: Rgba,
    yields: Rgba,
    hole: Rgba,
    lost: Rgba,
    suspended: Rgba,
    unknown: Rgba,
    /// The kind of machines, if the trace has machines.
    machine: Option<u8>,
    killed: Rgba,
    done: Rgba,
    running: Rgba,
    /// The colours of idle nodes, in even and in odd clusters.
    pub(crate) grounds: [Rgba; 2],
    matches: Option<&'a [bool]>,
    selected: Option<SubjectId>,
    /// The playhead, in microseconds.
    pub(crate) now: f64,
    /// True if all bars are plainly filled, so that no style is looked up.
    pub(crate) all_solid: bool,
    /// The inputs of the appearance of all bars.
    pub(crate) key: StyleKey,
}

/// The subjects that match a query, cached while neither the query nor the trace changes.
#[derive(Debug, Default)]
pub(crate) struct QueryMatches {
    query: String,
    known: Option<(usize, usize, Time, Time)>,
    /// For each subject whether it matches the query.
    holds: Vec<bool>,
}

/// The extent of a record, which changes with every change of the record.
fn trace_extent(trace: &Trace) -> (usize, usize, Time, Time) {
    (trace.subjects.len(), trace.intervals.len(), trace.now, trace.last_end)
}

impl QueryMatches {
    /// Discards the cache after a change of the record.
    pub(crate) fn clear(&mut self) {
        self.known = None;
    }

    /// For each subject whether it matches the query of a view; `None` if the view has no query or an invalid one.
    pub(crate) fn for_view(&mut self, trace: &Trace, view: &View) -> Option<&[bool]> {
        if view.query.trim().is_empty() {
            return None;
        }
        let query = Query::parse(&view.query).ok()?;
        let known = trace_extent(trace);
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
        let colour = view.colour.unwrap_or_else(|| trace.default_colour());
        let now = view.frame(trace).before_playhead(f64::INFINITY);
        let dimmed = matches.map(|_| (view.query.clone(), view.selected));
        let waits = wait_steps(&view.waits);
        let key = StyleKey { colour, waits, theme: view.theme, dimmed, now, record: trace_extent(trace) };
        Self {
            trace,
            colour,
            theme,
            palette: theme.palette.map(parse_rgba),
            clusters: theme.types.map(parse_rgba),
            steps: theme.steps.map(parse_rgba),
            types: types.iter().map(|colour| parse_rgba(colour)).collect(),
            outline: parse_rgba(theme.outline),
            local: parse_rgba(theme.local),
            yields: parse_rgba(theme.yields),
            hole: parse_rgba(theme.hole),
            lost: parse_rgba(theme.lost),
            suspended: parse_rgba(theme.types[1]),
            unknown: parse_rgba(theme.unknown),
            machine: trace.kinds.iter().position(|&kind| kind == Kind::MACHINE).map(|place| place as u8),
            killed: parse_rgba(theme.killed),
            done: parse_rgba(theme.done),
            running: parse_rgba(theme.running),
            grounds: [parse_rgba(theme.paper), parse_rgba(theme.band)],
            matches,
            selected: view.selected,
            now,
            all_solid: trace.phases().all(|phase| phase == Phase::WORKS)
                && trace.kinds.iter().all(|kind| kind.look == Look::Solid),
            key,
        }
    }

    /// The style of an interval.
    #[inline]
    pub(crate) fn style(&self, interval: usize) -> Style {
        if self.all_solid {
            return SOLID_STYLE;
        }
        let trace = self.trace;
        let look = trace.kind(trace.intervals.subject[interval]).look;
        self.style_for(look, trace.phase_known_at(interval, self.now))
    }

    /// The style of bars of this look in this phase.
    pub(crate) fn style_for(&self, look: Look, phase: Phase) -> Style {
        let style = Style::new(look, phase);
        match (self.colour, phase) {
            (Colour::Use, Phase::WAITS) => HELD_STYLE,
            // A machine in use by its owner is part of the background.
            (_, Phase::AWAY) => Style { fill: FAINT_FILL, ..SOLID_STYLE },
            (Colour::Kind, _) if look == Look::Pale => Style { fill: FAINT_FILL, ..style },
            _ => style,
        }
    }

    /// The colour of the edge of a filled bar.
    #[inline]
    pub(crate) fn edge_colour(&self, [r, g, b, opaque]: Rgba) -> Rgba {
        let light = |[r, g, b, _]: Rgba| (i32::from(r) * 3 + i32::from(g) * 6 + i32::from(b)) / 10;
        let paper = self.grounds[0];
        let near = (light([r, g, b, opaque]) - light(paper)).abs() <= MIN_CONTRAST;
        if near { self.outline } else { blend([r, g, b, 255], paper, EDGE_PAPER) }
    }

    /// The outline of a filled area, if its colour is too close to the paper.
    pub(crate) fn contour_colour(&self, colour: Rgba) -> Option<Rgba> {
        Some(self.edge_colour(colour)).filter(|edge| *edge == self.outline)
    }

    /// The colour of an interval; less opaque if its subject is dimmed.
    #[inline]
    pub(crate) fn bar_colour(&self, interval: usize) -> Rgba {
        let subject = self.trace.intervals.subject[interval];
        let [r, g, b, full] = self.undimmed_colour(subject, interval);
        match self.matches {
            Some(matches) if !matches[subject as usize] && self.selected != Some(subject) => {
                [r, g, b, DIMMED_OPACITY]
            }
            _ => [r, g, b, full],
        }
    }

    /// The colour of a bar without dimming.
    #[inline]
    pub(crate) fn undimmed_colour(&self, subject: SubjectId, interval: usize) -> Rgba {
        let table = &self.trace.subjects;
        let id = subject as usize;
        match self.colour {
            Colour::Kind => self.type_colour(subject),
            Colour::Use => {
                self.use_colour(self.trace.kind(subject).look, self.trace.phase_known_at(interval, self.now))
            }
            // Machines have no properties of jobs.
            _ if self.machine == Some(table.kind[id]) => self.unknown,
            // A task that recurs in every round keeps its colour.
            Colour::Job if self.trace.kind(subject).recurs => self.palette[palette_index(table.number[id])],
            Colour::Job => self.palette[palette_index(subject)],
            Colour::User => self.palette_colour(table.user[id]),
            Colour::Group => self.group_colour(table.group[id]),
            Colour::Size => self.scale_colour(u64::from(table.nodes[id]), &SIZE_STEPS),
            Colour::Wait => match self.trace.wait(subject) {
                Some(wait) => self.scale_colour(wait.0.max(0) as u64, &self.key.waits),
                None => self.unknown,
            },
            Colour::Slowdown => match self.trace.bounded_slowdown(subject) {
                Some(slowdown) => self.scale_colour(slowdown as u64, &SLOWDOWN_STEPS),
                None => self.unknown,
            },
            Colour::Status if table.end[id] == Time::MAX || table.end[id].0 as f64 > self.now => self.running,
            Colour::Status => match table.status[id] {
                Status::Killed => self.killed,
                Status::Done => self.done,
                _ => self.running,
            },
            Colour::Cluster => self.cluster_colour(self.trace.cluster_at(self.trace.intervals.row[interval])),
            Colour::Reason => match self.trace.starting_rule(subject) {
                Some(rule) => self.palette[rule % self.palette.len()],
                None => self.unknown,
            },
        }
    }

    /// The colour of the type of a subject, or of its kind if it has no type.
    #[inline]
    fn type_colour(&self, subject: SubjectId) -> Rgba {
        match self.trace.types.of(subject) {
            Some(place) => self.type_colour_at(place),
            None => self.look_colour(self.trace.kind(subject).look),
        }
    }

    /// The colour of the type with this index.
    #[inline]
    pub(crate) fn type_colour_at(&self, place: usize) -> Rgba {
        self.types[place % self.types.len()]
    }

    /// The colour of the look of a kind, for subjects without a type.
    pub(crate) fn look_colour(&self, look: Look) -> Rgba {
        match look {
            Look::Solid => self.types[0],
            Look::Pale => self.local,
            Look::Hatched => self.yields,
        }
    }

    /// The colour of a look in a phase.
    pub(crate) fn use_colour(&self, look: Look, phase: Phase) -> Rgba {
        match phase {
            Phase::WAITS => self.hole,
            Phase::AWAY => self.local,
            Phase::LOST => self.lost,
            Phase::SUSPENDED => self.suspended,
            _ => self.look_colour(look),
        }
    }

    /// The colour of the cluster with this index.
    pub(crate) fn cluster_colour(&self, place: Option<usize>) -> Rgba {
        place.map_or(self.unknown, |place| self.clusters[place % self.clusters.len()])
    }

    /// The colour of a group: if the number of groups is known, later groups contrast more with the paper.
    #[inline]
    fn group_colour(&self, group: u32) -> Rgba {
        let all = self.trace.group_names.len();
        if (group as usize) < all { self.steps[group as usize * 6 / all] } else { self.palette_colour(group) }
    }

    /// The palette colour of a number.
    #[inline]
    fn palette_colour(&self, id: u32) -> Rgba {
        if id == UNKNOWN { self.unknown } else { self.palette[palette_index(id)] }
    }

    /// The colour of an amount: that of the highest step not above it.
    #[inline]
    fn scale_colour(&self, amount: u64, from: &ScaleSteps) -> Rgba {
        self.steps[from.iter().rposition(|&least| amount >= least).unwrap_or(0)]
    }
}

/// An index into the palette for a number: neighbouring numbers get different colours, equal numbers always the same
/// colour.
#[inline]
fn palette_index(number: u32) -> usize {
    let mixed = number.wrapping_mul(0x9E37_79B9) ^ (number >> 3).wrapping_mul(0x85EB_CA6B);
    ((u64::from(mixed) * 10) >> 32) as usize
}
