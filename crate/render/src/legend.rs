//! The legend of the colours and patterns of a picture.

use super::bar_style::{Pattern, SOLID_STYLE, Style};
use super::canvas::Canvas;
use super::colour::{Painter, SIZE_STEPS, SLOWDOWN_STEPS, ScaleSteps};
use super::flow::messages;
use super::theme::{Rgba, blend, parse_rgba, to_hex};
use super::view::View;
use ganttlet_core::record::{Colour, Kind, Look, Phase, Status, Trace};
use ganttlet_core::time::Span;
use ganttlet_core::time::format_duration;
use serde::Serialize;
use ts_rs::TS;

/// The meaning of the colours and patterns of a picture; limited to those that occur in the run.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Legend {
    /// The meaning of colours.
    pub colour: Colour,
    /// The default meaning.
    pub usual: Colour,
    /// True if the signs are the steps of a scale.
    pub ordered: bool,
    /// The meanings of colours; empty if each job or user has one.
    pub signs: Vec<Sign>,
    /// The lower limits of all classes of waits in seconds, if the colours are those of waits; also of classes that do not
    /// occur.
    pub wait_limits_s: Vec<f64>,
    /// The colours of these classes, `#rrggbb`.
    pub wait_fills: Vec<String>,
    /// Other appearances of bars.
    pub looks: Vec<Sign>,
}

/// One line of a legend.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Sign {
    /// Its meaning.
    pub name: String,
    /// The inside, `#rrggbb`.
    pub fill: String,
    /// The pattern and the edge, `#rrggbb`.
    pub ink: String,
    /// The pattern over the fill.
    pub pattern: Pattern,
    /// True if its edges are dotted.
    pub dotted: bool,
    /// Number of subjects, if counted.
    #[ts(type = "number | null")]
    pub count: Option<u32>,
    /// Its index among all possible signs, if the list is limited to those that occur.
    #[ts(type = "number | null")]
    pub place: Option<u32>,
}

/// Builds the lines of a legend in the colours of a picture.
struct LegendBuilder<'a>(Painter<'a>);

/// The legend of a view: it depends on colours and theme, not on the window. While the run continues, all signs are
/// listed.
pub fn legend(trace: &Trace, canvas: &mut Canvas, view: &View) -> Legend {
    canvas.update(trace);
    let is_over = |status: &Status| matches!(status, Status::Done | Status::Killed | Status::Rejected);
    let over = trace.subjects.status.iter().all(is_over);
    let signs = LegendBuilder(Painter::new(trace, view, None));
    let colour = signs.0.colour;
    let mut looks = Vec::new();
    if colour != Colour::Kind && colour != Colour::Use {
        looks.extend(signs.kind_signs(trace, None));
    }
    if colour != Colour::Use {
        let others = trace.phases().filter(|&phase| phase != Phase::WORKS);
        looks.extend(others.map(|phase| signs.phase_sign(phase, parse_rgba(signs.0.theme.unknown))));
    }
    if trace.queues && (!over || canvas.holes.holes.has_any()) {
        let theme = signs.0.theme;
        let (fill, ink) = (theme.hole_fill.to_owned(), theme.hole.to_owned());
        looks.push(Sign {
            fill,
            ink,
            ..signs.new_sign("idle while jobs wait".to_owned(), parse_rgba(theme.hole), SOLID_STYLE)
        });
    }
    if !trace.group_critical_path.is_empty() || trace.kinds.contains(&Kind::WORKFLOW_TASK) {
        looks.extend(signs.flow_signs(trace));
    } else if messages::has_messages(trace) {
        let muted = parse_rgba(signs.0.theme.muted);
        looks.push(signs.new_sign(
            "message in transfer to the unit (colour of the sender)".to_owned(),
            muted,
            SOLID_STYLE,
        ));
    }
    let ordered = matches!(colour, Colour::Wait | Colour::Size | Colour::Slowdown);
    let used = if over { Some(signs.used_colours(trace)) } else { None };
    let (wait_limits_s, wait_fills) =
        if colour == Colour::Wait { signs.wait_classes() } else { Default::default() };
    Legend {
        colour,
        usual: trace.default_colour(),
        ordered,
        signs: signs.colour_signs(trace, colour, used.as_deref()),
        wait_limits_s,
        wait_fills,
        looks,
    }
}

impl LegendBuilder<'_> {
    /// The colours of all bars.
    fn used_colours(&self, trace: &Trace) -> Vec<Rgba> {
        let table = &trace.intervals;
        let mut used = Vec::new();
        for i in (0..table.len()).filter(|&i| table.start[i] < table.end[i]) {
            let colour = self.0.undimmed_colour(table.subject[i], i);
            if !used.contains(&colour) {
                used.push(colour);
            }
        }
        used
    }

    /// The lines for a colouring; limited to `used` colours if they are known.
    fn colour_signs(&self, trace: &Trace, colour: Colour, used: Option<&[Rgba]>) -> Vec<Sign> {
        let theme = self.0.theme;
        let words =
            |(name, colour): (&str, &str)| self.new_sign(name.to_owned(), parse_rgba(colour), SOLID_STYLE);
        let occurs = |colour: Rgba| used.is_none_or(|used| used.contains(&colour));
        match colour {
            Colour::Wait => self.scale_signs(&self.0.key.waits, occurs, wait_limit_text),
            Colour::Size => self.scale_signs(&SIZE_STEPS, occurs, |nodes| nodes.to_string()),
            Colour::Slowdown => self.scale_signs(&SLOWDOWN_STEPS, occurs, |times| format!("{times}\u{d7}")),
            Colour::Kind => self.type_signs(trace),
            Colour::Use => trace
                .phases()
                .map(|phase| self.phase_sign(phase, self.0.use_colour(Look::Solid, phase)))
                .collect(),
            Colour::Group => self.group_signs(trace),
            Colour::Status => {
                let all = [("done", theme.done), ("running", theme.running), ("killed", theme.killed)];
                self.occurring_signs(
                    all.into_iter().map(|(name, colour)| (name.to_owned(), parse_rgba(colour))),
                    occurs,
                )
            }
            Colour::Reason => trace.rule_ids().into_iter().zip(theme.palette).map(words).collect(),
            Colour::Cluster => {
                let colour = |place| self.0.cluster_colour(Some(place));
                let all = trace.bands.iter().enumerate();
                self.occurring_signs(all.map(|(place, band)| (band.name.clone(), colour(place))), occurs)
            }
            Colour::Job | Colour::User => Vec::new(),
        }
    }

    /// A sign with this name, colour and style.
    fn new_sign(&self, name: String, colour: Rgba, style: Style) -> Sign {
        let paper = self.0.grounds[0];
        let ink = blend(paper, colour, 1.0);
        let edge = if style == SOLID_STYLE { self.0.edge_colour(ink) } else { ink };
        let (pattern, dotted) = (style.pattern, style.dotted);
        let (fill, ink) = (to_hex(blend(paper, colour, style.fill)), to_hex(edge));
        Sign { name, fill, ink, pattern, dotted, count: None, place: None }
    }

    /// The signs whose colour occurs.
    fn occurring_signs(
        &self,
        all: impl Iterator<Item = (String, Rgba)>,
        occurs: impl Fn(Rgba) -> bool,
    ) -> Vec<Sign> {
        let occurring = all.zip(0..).filter(|((_, colour), _)| occurs(*colour));
        let sign =
            |((name, colour), place)| Sign { place: Some(place), ..self.new_sign(name, colour, SOLID_STYLE) };
        occurring.map(sign).collect()
    }

    /// The lines of a colour scale.
    fn scale_signs(
        &self,
        from: &ScaleSteps,
        occurs: impl Fn(Rgba) -> bool,
        words: fn(u64) -> String,
    ) -> Vec<Sign> {
        let name = |(place, &least): (usize, &u64)| {
            if place == 0 { words(least) } else { format!("\u{2265} {}", words(least)) }
        };
        self.occurring_signs(from.iter().enumerate().map(name).zip(self.0.steps), occurs)
    }

    /// The lower limits and the colours of all classes of waits.
    fn wait_classes(&self) -> (Vec<f64>, Vec<String>) {
        let fill = |&colour: &Rgba| to_hex(blend(self.0.grounds[0], colour, 1.0));
        let limits = self.0.key.waits.map(|limit| Span(limit as i64).seconds());
        (limits.to_vec(), self.0.steps.iter().map(fill).collect())
    }

    /// The types of subjects, then the kinds of subjects without a type. Parts are counted if nothing else has a type.
    fn type_signs(&self, trace: &Trace) -> Vec<Sign> {
        let mut counts = vec![0; trace.types.names.len()];
        let mut parts = counts.clone();
        let mut others = vec![0; trace.kinds.len()];
        for id in 0..trace.subjects.len() {
            match trace.types.of(id as u32) {
                Some(place) if trace.kind(id as u32).counts => counts[place] += 1,
                Some(place) => parts[place] += 1,
                None => others[usize::from(trace.subjects.kind[id])] += 1,
            }
        }
        for (count, part) in counts.iter_mut().zip(parts).filter(|(count, _)| **count == 0) {
            *count = part;
        }
        let known = trace.types.names.iter().zip(&counts).enumerate().filter(|(_, (_, count))| **count > 0);
        let typed = |(place, (name, &count)): (usize, (&String, &u32))| Sign {
            count: Some(count),
            ..self.new_sign(name.clone(), self.0.type_colour_at(place), SOLID_STYLE)
        };
        known.map(typed).chain(self.kind_signs(trace, Some(&others))).collect()
    }

    /// The kinds of subjects, in their colours if they are counted.
    fn kind_signs(&self, trace: &Trace, counts: Option<&[u32]>) -> Vec<Sign> {
        let used = trace.used_kinds();
        if counts.is_none() && used.iter().filter(|&&used| used).count() < 2 {
            return Vec::new();
        }
        let sign = |(place, kind): (usize, &Kind)| {
            let count = counts.map(|counts| counts[place]);
            if count == Some(0) || !used[place] || *kind == Kind::MACHINE {
                return None;
            }
            let colour = if count.is_some() {
                self.0.look_colour(kind.look)
            } else {
                parse_rgba(self.0.theme.unknown)
            };
            let style = self.0.style_for(kind.look, Phase::WORKS);
            Some(Sign { count, ..self.new_sign(kind.name.to_owned(), colour, style) })
        };
        trace.kinds.iter().enumerate().filter_map(sign).collect()
    }

    /// The critical path of a workflow, and file transfers between clusters.
    fn flow_signs(&self, trace: &Trace) -> Vec<Sign> {
        let theme = self.0.theme;
        let path = (trace.group_names.len() == 1).then(|| Sign {
            ink: theme.ink.to_owned(),
            ..self.new_sign("critical path".to_owned(), self.0.grounds[0], SOLID_STYLE)
        });
        let files = (!trace.transfers.is_empty()).then(|| {
            self.new_sign("files in transfer to the cluster".to_owned(), parse_rgba(theme.muted), SOLID_STYLE)
        });
        path.into_iter().chain(files).collect()
    }

    /// The sign of a phase.
    fn phase_sign(&self, phase: Phase, colour: Rgba) -> Sign {
        self.new_sign(phase.kind().name.to_owned(), colour, self.0.style_for(Look::Solid, phase))
    }

    /// The groups in their order, several per line if there are more groups than colours.
    fn group_signs(&self, trace: &Trace) -> Vec<Sign> {
        let (all, steps) = (trace.group_names.len(), self.0.theme.steps);
        let step = |(place, colour): (usize, &str)| {
            let of = |step: usize| (step * all).div_ceil(steps.len());
            let (first, last) = (of(place), of(place + 1));
            let name = match last - first {
                0 => return None,
                1 => trace.group_names[first].clone(),
                _ => format!("{}\u{2013}{}", first + 1, last),
            };
            Some(self.new_sign(name, parse_rgba(colour), SOLID_STYLE))
        };
        steps.into_iter().enumerate().filter_map(step).collect()
    }
}

/// A limit of wait times, as text.
fn wait_limit_text(microseconds: u64) -> String {
    if microseconds == 0 { "0".to_owned() } else { format_duration(Span(microseconds as i64)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::trace_from_bars;
    use ganttlet_core::record::{Colours, Subject};
    use ganttlet_core::time::Time;
    use ganttlet_work::UNKNOWN;

    fn names(signs: &[Sign]) -> Vec<&str> {
        signs.iter().map(|sign| sign.name.as_str()).collect()
    }

    fn legend(trace: &Trace, view: &View) -> Legend {
        super::legend(trace, &mut Canvas::default(), view)
    }

    #[test]
    fn a_scale_shows_the_start_of_its_steps() {
        // While a job is running, any wait may still occur.
        let trace = trace_from_bars(&[2], 8.0, &[(0, 2, 0.0, None)]);
        let legend = legend(&trace, &View::of_whole_trace(&trace, 8, 8));
        assert_eq!((legend.colour, legend.ordered), (Colour::Wait, true));
        let expected =
            ["0", "\u{2265} 5 min", "\u{2265} 15 min", "\u{2265} 30 min", "\u{2265} 1 h", "\u{2265} 2 h"];
        assert_eq!(names(&legend.signs), expected);
        assert_eq!((&legend.signs[0].fill[..], &legend.signs[0].ink[..]), ("#e4ebf4", "#6a86af"));
        assert!(legend.looks.is_empty());
    }

    #[test]
    fn a_scale_covers_the_longest_wait_and_has_only_steps_that_occur() {
        let bars = [(0, 1, 0.0, Some(2.0)), (0, 1, 4.0, Some(6.0)), (0, 1, 17.0, Some(40.0))];
        let trace = trace_from_bars(&[1], 40.0, &bars);
        let signs = |longest: &[f64]| {
            let waits = longest.iter().flat_map(|&longest| [longest, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]).collect();
            let view = View { waits, ..View::of_whole_trace(&trace, 8, 8) };
            names(&legend(&trace, &view).signs).join(", ")
        };
        assert_eq!(signs(&[]), "0");
        assert_eq!(signs(&[14.0]), "0, \u{2265} 3 s, \u{2265} 12 s");
        // Runs beside each other have one scale.
        assert_eq!(
            (signs(&[17.0, 14.0]), signs(&[14.0, 200.0])),
            ("0, \u{2265} 15 s".to_owned(), "0".to_owned())
        );
        let states = View { colour: Some(Colour::Status), ..View::of_whole_trace(&trace, 8, 8) };
        assert_eq!(names(&legend(&trace, &states).signs), ["done"]);
    }

    #[test]
    fn long_waits_have_long_classes_if_most_jobs_are_in_one_usual_class() {
        let trace = trace_from_bars(&[2], 8.0, &[(0, 2, 0.0, None)]);
        let steps = |longest: f64, counts: [u32; 6]| {
            let waits = std::iter::once(longest).chain(counts.map(f64::from)).chain([0.0; 7]).collect();
            let view = View { waits, ..View::of_whole_trace(&trace, 8, 8) };
            legend(&trace, &view).wait_limits_s.iter().map(|limit| limit / 60.0).collect::<Vec<_>>()
        };
        let (usual, long) = ([0.0, 5.0, 15.0, 30.0, 60.0, 120.0], [0.0, 15.0, 60.0, 240.0, 720.0, 1_440.0]);
        assert_eq!(steps(90_000.0, [20, 0, 10, 10, 0, 60]), usual);
        assert_eq!(steps(90_000.0, [20, 0, 9, 10, 0, 61]), long);
        assert_eq!(steps(14_400.0, [61, 39, 0, 0, 0, 0]), long);
        assert_eq!(steps(14_399.0, [61, 39, 0, 0, 0, 0]), usual);
        let signs = |view: View| names(&legend(&trace, &view).signs).join(", ");
        let waits = vec![90_000.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0];
        assert_eq!(
            signs(View { waits, ..View::of_whole_trace(&trace, 8, 8) }),
            "0, \u{2265} 15 min, \u{2265} 1 h, \u{2265} 4 h, \u{2265} 12 h, \u{2265} 1 d"
        );
    }

    #[test]
    fn the_legend_has_idle_time_only_if_jobs_wait_for_it() {
        let mut trace = trace_from_bars(&[2], 20.0, &[(0, 1, 0.0, Some(10.0)), (0, 1, 10.0, Some(20.0))]);
        trace.queues = true;
        let looks = |trace: &Trace| legend(trace, &View::of_whole_trace(trace, 8, 8)).looks.len();
        assert_eq!(looks(&trace), 1);
        trace.subjects.submit[1] = Time(10_000_000);
        assert_eq!(looks(&trace), 0);
    }

    #[test]
    fn a_single_kind_is_not_in_the_legend() {
        let application = Kind { name: "application", ..Kind::JOB };
        let mut trace = trace_from_bars(&[4], 40.0, &[]);
        let (user, group, submit, estimate) = (0, UNKNOWN, Time::ZERO, Span::ZERO);
        trace.add_kind(Subject { number: 1, user, group, submit, nodes: 1, estimate }, application);
        let by_wait = |trace: &Trace| {
            let view = View { colour: Some(Colour::Wait), ..View::of_whole_trace(trace, 8, 8) };
            names(&legend(trace, &view).looks).join(", ")
        };
        assert_eq!(by_wait(&trace), "");
        trace.add_kind(Subject { number: 2, user, group, submit, nodes: 1, estimate }, Kind::JOB);
        assert_eq!(by_wait(&trace), "job, application");
    }

    #[test]
    fn the_legend_omits_signs_that_do_not_occur() {
        const LOCAL: Kind =
            Kind { name: "local job", look: Look::Pale, counts: false, recurs: false, is_job: true };
        let mut trace = trace_from_bars(&[4], 40.0, &[]);
        trace.colours = Colours::always(Colour::Kind);
        let (user, group, submit, estimate) = (0, UNKNOWN, Time::ZERO, Span::ZERO);
        for (kind, row) in [(Kind::JOB, 0), (LOCAL, 1), (LOCAL, 2)] {
            let id = trace.add_kind(Subject { number: 1, user, group, submit, nodes: 1, estimate }, kind);
            trace.start(id, Time::ZERO);
            trace.occupy(id, Time::ZERO, (row, 1), Phase::PREPARES);
        }
        let at = |colour| legend(&trace, &View { colour, ..View::of_whole_trace(&trace, 8, 8) });
        let by_kind = at(None);
        assert_eq!(
            (names(&by_kind.signs), names(&by_kind.looks)),
            (vec!["job", "local job"], vec!["start-up"])
        );
        assert_eq!([0, 1].map(|i| by_kind.signs[i].count), [Some(1), Some(2)]);
        let by_wait = at(Some(Colour::Wait));
        assert_eq!(names(&by_wait.looks), ["job", "local job", "start-up"]);
        let by_use = at(Some(Colour::Use));
        assert_eq!((names(&by_use.signs), by_use.looks.len()), (vec!["start-up"], 0));
        assert_eq!(at(Some(Colour::Job)).signs, []);
    }

    #[test]
    fn machines_used_by_their_owners_are_pale_with_all_colours() {
        let trace = trace_from_bars(&[2], 8.0, &[]);
        for colour in [Colour::Kind, Colour::Use, Colour::Wait, Colour::User] {
            let view = View { colour: Some(colour), ..View::of_whole_trace(&trace, 8, 8) };
            let style = Painter::new(&trace, &view, None).style_for(Look::Pale, Phase::AWAY);
            assert!(style.pattern == Pattern::Plain && style.fill < 0.2, "{colour:?}: {style:?}");
        }
    }

    #[test]
    fn the_legend_has_transfers_and_dependencies() {
        let (mut trace, _) = crate::critical_path::tests::diamond_workflow();
        let at = |trace: &Trace| legend(trace, &View::of_whole_trace(trace, 8, 8));
        assert_eq!(names(&at(&trace).looks), ["critical path", "files in transfer to the cluster"]);
        // With several workflows, only the path of the selected one is drawn.
        trace.group_names.push("second".to_owned());
        trace.transfers.clear();
        assert_eq!(at(&trace).looks, []);
    }

    #[test]
    fn signs_have_the_colours_of_the_bars() {
        let mut trace = trace_from_bars(&[2], 9000.0, &[(0, 1, 400.0, Some(500.0)), (1, 1, 8000.0, None)]);
        trace.group_names = ["a", "b"].map(str::to_owned).to_vec();
        (trace.subjects.group[0], trace.subjects.group[1]) = (0, 1);
        for (colour, signs) in [(Colour::Wait, [1, 5]), (Colour::Group, [0, 1])] {
            let view = View { colour: Some(colour), ..View::of_whole_trace(&trace, 8, 8) };
            let (painter, legend) = (Painter::new(&trace, &view, None), legend(&trace, &view));
            for (bar, sign) in [0, 1].into_iter().zip(signs) {
                assert_eq!(
                    to_hex(blend(painter.grounds[0], painter.bar_colour(bar), 1.0)),
                    legend.signs[sign].fill,
                    "{colour:?}"
                );
            }
        }
    }
}
