//! Tests of pictures: small ones drawn as text, random ones compared with a slow implementation.

use super::colour::Painter;
use super::theme::parse_rgba;
use super::*;
use ganttlet_core::platform::{Cluster, Network, Platform};
pub(crate) use ganttlet_core::record::{Bar, trace_from_bars};

/// Four clusters, of which the first two are never used, and the last uses two of eight nodes.
pub(crate) fn sparse_trace() -> Trace {
    let bars = [(9, 1, 0.0, Some(4.0)), (13, 1, 2.0, Some(8.0)), (24, 1, 4.0, Some(8.0))];
    trace_from_bars(&[4, 4, 8, 12], 8.0, &bars)
}
use ganttlet_core::record::{Index, Kind, Look, Phase, Status, Subject, Trace, text_chart};
use ganttlet_core::rule::{Decision, Rule, SubjectId};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;

/// A picture as text: `.` paper, `,` the other ground, `-` the line between clusters, letters for subjects (capital
/// where outlined), `1` to `9` for tenths of any colour.
pub(crate) fn picture_text(trace: &Trace, view: &View) -> String {
    let mut pixels = Vec::new();
    rasterize(trace, &mut Canvas::default(), view, &mut pixels);
    let painter = Painter::new(trace, view, None);
    let known = |id: u32| {
        let colour = painter.bar_colour(trace.intervals_of(id).next().expect("it has a bar"));
        let edge = painter.edge_colour(colour);
        let letter = (b'a' + (id % 26) as u8) as char;
        [(colour, letter), (edge, letter.to_ascii_uppercase())]
    };
    let grounds =
        [(painter.grounds[0], '.'), (painter.grounds[1], ','), (parse_rgba(painter.theme.line), '-')];
    let names: Vec<_> = grounds.into_iter().chain((0..trace.subjects.len() as u32).flat_map(known)).collect();
    let (width, _) = view.size();
    let letter = |pixel: &[u8]| {
        let found = names.iter().find(|(colour, _)| colour == pixel);
        found.map_or_else(|| char::from(b'0' + darkness_tenths(&painter, pixel)), |&(_, letter)| letter)
    };
    pixels
        .chunks(width as usize * 4)
        .map(|row| row.chunks(4).map(letter).chain(['\n']).collect::<String>())
        .collect()
}

/// The darkness of a pixel between white paper and the colour of the first subject, in tenths.
pub(crate) fn darkness_tenths(painter: &Painter, pixel: &[u8]) -> u8 {
    let (paper, bar) = (f64::from(painter.grounds[0][0]), f64::from(painter.bar_colour(0)[0]));
    (((paper - f64::from(pixel[0])) / (paper - bar)) * 10.0 + 0.5) as u8
}

pub(crate) fn view(trace: &Trace, width: u32, height: u32) -> View {
    View { colour: Some(Colour::Job), ..View::of_whole_trace(trace, width, height) }
}

#[test]
fn a_bar_has_exactly_its_pixels() {
    let trace = trace_from_bars(
        &[3],
        12.0,
        &[(0, 1, 0.0, Some(4.0)), (1, 2, 4.0, Some(12.0)), (0, 1, 6.4, Some(9.6))],
    );
    assert_eq!(picture_text(&trace, &view(&trace, 12, 3)), "aaaa..cccc..\n....bbbbbbbb\n....bbbbbbbb\n");
}

#[test]
fn large_bars_have_outlines() {
    let trace = trace_from_bars(&[2], 8.0, &[(0, 2, 1.0, Some(6.0)), (0, 1, 6.0, None)]);
    let expected = ".AAAAAbb\n.AaaaAbb\n.AaaaAbb\n.AaaaA..\n.AaaaA..\n.AAAAA..\n";
    assert_eq!(picture_text(&trace, &view(&trace, 8, 6)), expected);
}

#[test]
fn clusters_are_separated() {
    let trace = trace_from_bars(&[2, 2], 4.0, &[(0, 1, 0.0, Some(2.0)), (3, 1, 1.0, Some(4.0))]);
    assert_eq!(picture_text(&trace, &view(&trace, 4, 8)), "aa..\naa..\n....\n....\n----\n,,,,\n,bbb\n,bbb\n");
}

#[test]
fn the_darkness_of_narrow_bars_shows_their_use_of_nodes() {
    // Three of ten, then six and one of ten, then a share that would be invisible, but is still drawn.
    let bars = [(0, 1, 1.2, Some(1.5)), (0, 1, 2.4, Some(3.1)), (0, 1, 5.5, Some(5.501))];
    let trace = trace_from_bars(&[1], 8.0, &bars);
    let view = View { colour: Some(Colour::Status), ..view(&trace, 8, 1) };
    assert_eq!(picture_text(&trace, &view), ".361.1..\n");
}

#[test]
fn nothing_is_drawn_after_the_playhead() {
    let trace = trace_from_bars(&[2], 10.0, &[(0, 1, 0.0, Some(8.0)), (1, 1, 2.0, None), (0, 1, 9.0, None)]);
    let at = |now_s| picture_text(&trace, &View { now_s, ..view(&trace, 10, 2) });
    assert_eq!(at(4.0), "aaaa......\n..bb......\n");
    assert_eq!(at(99.0), "aaaaaaaa.c\n..bbbbbbbb\n");
    assert_eq!(at(f64::NAN), at(f64::INFINITY));
}

#[test]
fn rows_lower_than_a_pixel_share_it() {
    let trace = trace_from_bars(&[4], 4.0, &[(0, 2, 0.0, Some(2.0)), (2, 1, 0.0, Some(4.0))]);
    let view = View { colour: Some(Colour::Status), ..view(&trace, 4, 2) };
    assert_eq!(picture_text(&trace, &view), "aa..\n5555\n");
}

#[test]
fn subjects_outside_a_query_are_dimmed() {
    let trace = trace_from_bars(&[2], 4.0, &[(0, 1, 0.0, Some(4.0)), (1, 1, 0.0, Some(4.0))]);
    let at = |query: &str, selected| {
        let view = View { query: query.into(), colour: Some(Colour::Status), selected, ..view(&trace, 4, 2) };
        picture_text(&trace, &view)
    };
    assert_eq!(at("1", None), "aaaa\n3333\n");
    assert_eq!(at("1", Some(1)), "aaaa\naaaa\n");
    assert_eq!(at("nonsense>", None), "aaaa\naaaa\n");
}

#[test]
fn the_end_of_a_killed_bar_is_hatched() {
    let mut trace = trace_from_bars(&[1], 8.0, &[(0, 1, 0.0, Some(8.0))]);
    trace.subjects.status[0] = Status::Killed;
    let expected = "AAAAAAAA\nAaaAaaaA\nAaAaaaAA\nAAaaaAaA\nAaaaAaaA\nAAAAAAAA\n";
    assert_eq!(picture_text(&trace, &view(&trace, 8, 6)), expected);
}

/// A trace of one subject of a kind with these bars, each in a phase.
fn trace_with_phases(kind: Kind, bars: &[(u32, u32, i64, i64, Phase)]) -> Trace {
    let mut trace = trace_from_bars(&[4], 24.0, &[]);
    let (user, group, submit, estimate) = (0, UNKNOWN, Time::ZERO, Span::ZERO);
    let id = trace.add_kind(Subject { number: 1, user, group, submit, nodes: 1, estimate }, kind);
    trace.start(id, Time::ZERO);
    for &(row, rows, start, end, phase) in bars {
        trace.vacate(id, Time(start * 1_000_000));
        trace.occupy(id, Time(start * 1_000_000), (row, rows), phase);
        trace.vacate(id, Time(end * 1_000_000));
    }
    trace.finish(id, Time(24_000_000), Status::Done);
    trace
}

#[test]
fn a_growing_bar_has_one_outline() {
    let trace = trace_with_phases(Kind::JOB, &[(0, 1, 0, 6, Phase::WORKS), (0, 2, 6, 12, Phase::WORKS)]);
    let view = View { to_s: 12.0, rows: 2.0, ..view(&trace, 12, 6) };
    let expected = "AAAAAAAAAAAA\nAaaaaaaaaaaA\nAAAAAAaaaaaA\n......AaaaaA\n......AaaaaA\n......AAAAAA\n";
    assert_eq!(picture_text(&trace, &view), expected);
}

#[test]
fn releasing_nodes_is_hatched() {
    const TASK: Kind =
        Kind { name: "sweep task", look: Look::Hatched, counts: false, recurs: false, is_job: true };
    // Rows of one pixel: stripes of two of five pixels, shifted by one pixel per row.
    let trace = trace_with_phases(TASK, &[(0, 2, 0, 10, Phase::WORKS)]);
    let view = View { to_s: 11.0, rows: 4.0, colour: Some(Colour::Status), ..view(&trace, 11, 4) };
    let picture = picture_text(&trace, &view);
    assert_eq!(picture, "aa222aa222.\n2aa222aa22.\n...........\n...........\n");
}

#[test]
fn looks_and_phases_differ_also_in_small_rows() {
    let picture = |look, phase| {
        let trace = trace_with_phases(
            Kind { name: "it", look, counts: true, recurs: false, is_job: true },
            &[(0, 2, 0, 4, phase)],
        );
        let view = View { to_s: 5.0, rows: 8.0, colour: Some(Colour::Status), ..view(&trace, 5, 2) };
        picture_text(&trace, &view)
    };
    // Half of each pixel of the first line.
    assert_eq!(picture(Look::Solid, Phase::WORKS), "5555.\n.....\n");
    assert_eq!(picture(Look::Solid, Phase::PREPARES), "3333.\n.....\n");
    assert_eq!(picture(Look::Pale, Phase::WORKS), "2222.\n.....\n");
    assert_eq!(picture(Look::Hatched, Phase::WORKS), "2222.\n.....\n");
    assert_eq!(picture(Look::Solid, Phase::SUSPENDED), "2222.\n.....\n");
}

#[test]
fn starting_up_is_lighter_with_dotted_edges() {
    let trace = trace_with_phases(Kind::JOB, &[(0, 1, 0, 8, Phase::PREPARES), (0, 1, 8, 12, Phase::WORKS)]);
    let view = View { to_s: 12.0, rows: 1.0, colour: Some(Colour::Status), ..view(&trace, 12, 4) };
    let picture = picture_text(&trace, &view);
    // Dots have the full colour; the right edge is dark, as for all working bars.
    assert_eq!(picture, "aa55aa55AAAA\na5555555aaaA\na5555555aaaA\naa55aa55AAAA\n");
}

#[test]
fn work_is_drawn_as_lost_only_after_its_loss() {
    let mut trace = trace_from_bars(&[1], 4.0, &[(0, 1, 0.0, None)]);
    let view = View { to_s: 10.0, colour: Some(Colour::Status), ..view(&trace, 10, 1) };
    let (mut index, mut kept, mut fresh) = (Canvas::default(), Vec::new(), Vec::new());
    rasterize(&trace, &mut index, &view, &mut kept);
    assert_eq!(picture_text(&trace, &view), "aaaa......\n");
    for (from, phase) in [(4, Phase::SUSPENDED), (6, Phase::WORKS)] {
        trace.vacate(0, Time(from * 1_000_000));
        trace.occupy(0, Time(from * 1_000_000), (0, 1), phase);
    }
    trace.leave(0, Time(8_000_000), 0, true);
    trace.now = Time(9_000_000);
    assert_eq!(trace.intervals.phase, [Phase::LOST, Phase::SUSPENDED, Phase::LOST]);
    assert_eq!(trace.phases().collect::<Vec<_>>(), [Phase::WORKS, Phase::LOST, Phase::SUSPENDED]);
    // Hatched, striped, hatched: the bar was known to the index before.
    assert_eq!(picture_text(&trace, &view), "aa111aa1..\n");
    rasterize(&trace, &mut index, &view, &mut kept);
    rasterize(&trace, &mut Canvas::default(), &view, &mut fresh);
    assert_eq!(kept, fresh);
    // Just before, the loss was not yet known.
    assert_eq!(picture_text(&trace, &View { now_s: 7.9, ..view }), "aa111aaa..\n");
    let phases = |until| trace.size_history(0, Time(until)).last().map(|step| step.phase);
    assert_eq!([7_000_000, 8_000_000].map(phases), [Some(Phase::WORKS); 2]);
    assert_eq!(Index::default().state_at(&trace, Time(5_000_000)).busy, 0);
    assert_eq!(Index::default().state_at(&trace, Time(7_000_000)).busy, 1);
}

#[test]
fn machines_have_names_and_workers_without_work_have_none() {
    use ganttlet_core::platform::Machine;
    let machine = |name: &str, speed| Machine { name: name.into(), speed, ..Machine::default() };
    let pool = Cluster {
        speed: 2.0,
        ..Cluster::from_machines("Pool", vec![machine("c20", 1.0), machine("c12", 1.5)])
    };
    let clusters = vec![Cluster::homogeneous("Alike", 3, 1.0), pool];
    let mut trace = Trace::new(&Platform { clusters, network: Network::uniform(2, 1e8, Span::ZERO) }, 0);
    assert_eq!((&trace.bands[1].speeds[..], trace.bands[0].speeds.len()), (&[2.0, 3.0][..], 0));
    assert_eq!([2, 3, 4, 5].map(|row| trace.row_name(row)), ["", "c20", "c12", ""]);
    let diagnostics = |band: usize| serde_json::to_value(&trace.bands[band]).unwrap();
    assert_eq!((diagnostics(0).get("names"), diagnostics(1)["names"][1].as_str()), (None, Some("c12")));
    let subject =
        Subject { number: 4, user: 0, group: 0, submit: Time::ZERO, nodes: 1, estimate: Span::ZERO };
    for (row, phase) in [(3, Phase::WORKS), (4, Phase::WAITS)] {
        let id = trace.add_kind(subject, if phase == Phase::WAITS { Kind::MACHINE } else { Kind::JOB });
        trace.start(id, Time::ZERO);
        trace.occupy(id, Time::ZERO, (row, 1), phase);
        trace.finish(id, Time(8_000_000), Status::Done);
    }
    trace.now = Time(8_000_000);
    let view = View { height: 100, width: 100, ..view(&trace, 100, 100) };
    assert_eq!(labels(&trace, &mut Canvas::default(), &view).len(), 1);
    // Machines are grey with every colouring.
    let colours = [Colour::Job, Colour::Wait, Colour::Status].map(|colour| {
        Painter::new(&trace, &View { colour: Some(colour), ..view.clone() }, None).bar_colour(1)
    });
    assert_eq!(colours, [parse_rgba(theme(view.theme).unknown); 3]);
    let drawing = svg(&trace, &mut Canvas::default(), &view, "");
    assert!([">Alike<", ">c20<", ">c12<"].iter().all(|name| drawing.contains(name)), "{drawing}");
    assert!(!drawing.contains(">Pool<"));
    assert_eq!(text_chart(&trace, Span(4_000_000)), "..\n..\n..\n\naa\n__\n");
}

#[test]
fn hostile_views_draw_something_of_bounded_size() {
    let trace = trace_from_bars(&[2, 3], 4.0, &[(0, 1, 0.0, Some(4.0)), (4, 1, 0.0, None)]);
    let mut index = Canvas::default();
    let values = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e300, 1e300, 0.0, -1.0, 1e-300, 2.5];
    let sizes = [(0, 0), (1, 1), (0, 9), (u32::MAX, u32::MAX), (3, u32::MAX)];
    for (i, (width, height)) in sizes.into_iter().enumerate() {
        for a in values {
            for b in values {
                // The largest size is tested once: it has 16 million pixels.
                if i == 3 && !(a > 2.0 && b > 1e200) {
                    continue;
                }
                let (from_s, to_s, first_row, rows, now_s, scale) = (a, b, b, a, a, b);
                let view =
                    View { from_s, to_s, first_row, rows, width, height, scale, now_s, ..View::default() };
                let mut out = Vec::new();
                rasterize(&trace, &mut index, &view, &mut out);
                let (width, height) = view.size();
                assert_eq!(out.len(), width as usize * height as usize * 4);
                assert!(out.chunks(4).all(|pixel| pixel[3] == 255));
                labels(&trace, &mut index, &view);
                subject_areas(&trace, &mut index, &view, 1);
                subject_at(&trace, &mut index, &view, a, b);
                if i < 3 {
                    svg(&trace, &mut index, &view, "");
                }
            }
        }
    }
}

#[test]
fn views_are_deserialized() {
    let view: View = serde_json::from_str(
        r#"{"from_s": 1, "to_s": 2, "width": 10.5, "height": -3, "selected": -1, "colour": "wait", "theme": "dark"}"#,
    )
    .unwrap();
    assert_eq!((view.width, view.height, view.selected, view.colour), (10, 0, None, Some(Colour::Wait)));
    assert!(serde_json::from_str::<View>(r#"{"colour": "nice"}"#).is_err());
}

#[test]
fn one_of_two_replicas_can_end() {
    let mut trace = trace_from_bars(&[4], 50.0, &[(0, 1, 0.0, None)]);
    trace.occupy(0, Time(2_000_000), (2, 1), Phase::COPIES);
    trace.leave(0, Time(5_000_000), 0, true);
    // The task starts again on another node while its replica still runs.
    trace.occupy(0, Time(6_000_000), (1, 1), Phase::WORKS);
    trace.leave(0, Time(7_000_000), 2, false);
    trace.finish(0, Time(9_000_000), Status::Done);
    let table = &trace.intervals;
    let seen: Vec<_> =
        (0..3).map(|i| (table.row[i], table.start[i].0, table.end[i].0, table.phase[i])).collect();
    assert_eq!(
        seen,
        [
            (0, 0, 5_000_000, Phase::LOST),
            (2, 2_000_000, 7_000_000, Phase::COPIES),
            (1, 6_000_000, 9_000_000, Phase::WORKS)
        ]
    );
}

#[test]
fn decisions_at_an_instant_list_started_jobs_first() {
    static WAIT: Rule = Rule::new("wait", "Job {job} waits.");
    static GO: Rule = Rule::new("go", "Job {job} goes.");
    let mut trace = trace_from_bars(&[2], 9.0, &[(0, 1, 1.0, None), (1, 1, 3.0, None)]);
    trace.decisions = ganttlet_core::record::decision::Decisions::with_cap(9);
    let at = Time(1_000_000);
    for (subject, rule, other) in [(1, &WAIT, 0), (0, &WAIT, 1), (0, &GO, SubjectId::MAX)] {
        trace.decisions.push(Decision::new(at, subject, rule).with_blocker(other));
    }
    let said = serde_json::to_value(decisions_at(&trace, at)).expect("JSON");
    let said: Vec<_> = said
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (&one["text"], &one["starts"], &one["behind"]))
        .collect();
    assert_eq!(
        format!("{said:?}"),
        r#"[(String("Job 1 goes."), Bool(true), Null), (String("Job 2 waits."), Bool(false), Number(0))]"#
    );
    assert!(decisions_at(&trace, Time(2_000_000)).is_empty());
}

#[test]
fn pieces_of_a_job_share_one_name_and_are_tied() {
    let mut trace = trace_from_bars(&[8, 4], 9.0, &[(2, 2, 0.0, Some(9.0))]);
    let submit = Time::ZERO;
    let id = trace.add(Subject { number: 7, user: 0, group: 0, submit, nodes: 7, estimate: Span::ZERO });
    trace.start(id, Time(1_000_000));
    for (row, rows) in [(0, 2), (4, 1), (6, 2), (8, 2)] {
        trace.occupy(id, Time(1_000_000), (row, rows), Phase::WORKS);
    }
    trace.finish(id, Time(9_000_000), Status::Done);
    let view = View { height: 240, width: 90, ..view(&trace, 90, 240) };
    let told: Vec<_> = labels(&trace, &mut Canvas::default(), &view)
        .into_iter()
        .map(|label| {
            (label.text, label.area.y, label.ties.iter().map(|tie| (tie.x, tie.top, tie.bottom)).collect())
        })
        .collect();
    let one: Vec<(u32, u32, u32)> = vec![(10, 40, 80), (10, 100, 120)];
    // One name on each cluster.
    assert_eq!(told, [("1".into(), 40, vec![]), ("7".into(), 0, one), ("7".into(), 160, vec![])]);
    // Its start is not in the view.
    let later = View { from_s: 2.0, ..view };
    assert!(labels(&trace, &mut Canvas::default(), &later).iter().all(|label| label.ties.is_empty()));
}

#[test]
fn nodes_that_are_idle_while_jobs_wait_are_tinted() {
    // The second waits until 8 for the nodes of the first; one of three is free.
    let mut trace = trace_from_bars(&[3], 16.0, &[(0, 2, 0.0, Some(8.0)), (0, 3, 8.0, Some(16.0))]);
    let pixels = |trace: &Trace, now_s: f64| {
        let mut out = Vec::new();
        rasterize(trace, &mut Canvas::default(), &View { now_s, ..view(trace, 16, 3) }, &mut out);
        let row = |x: usize| <[u8; 4]>::try_from(&out[(2 * 16 + x) * 4..][..4]).unwrap();
        [row(0), row(3), row(7)]
    };
    let theme = theme(ThemeName::Light);
    let (paper, hole) = (parse_rgba(theme.paper), parse_rgba(theme.hole_fill));
    assert_eq!(pixels(&trace, 16.0), [paper; 3]);
    trace.queues = true;
    assert_eq!(pixels(&trace, 16.0), [hole; 3]);
    // Nothing after the playhead is shown.
    assert_eq!(pixels(&trace, 4.0), [hole, hole, paper]);
    let drawn = |trace: &Trace| svg(trace, &mut Canvas::default(), &view(trace, 160, 60), "");
    let tint =
        format!("<path fill=\"{}\" shape-rendering=\"crispEdges\" d=\"M0 0H80V60H0Z\"/>", theme.hole_fill);
    assert!(drawn(&trace).contains(&tint), "{}", drawn(&trace));
    trace.queues = false;
    assert!(!drawn(&trace).contains(theme.hole_fill));
}
