//! Property tests of pictures, hit tests and series on random schedules.

use super::colour::Painter;
use super::tests::{Bar, picture_text, trace_from_bars, view};
use super::*;
use ganttlet_core::record::{Index, Intervals, Status, Trace, series};
use ganttlet_core::time::{Span, Time};
use proptest::prelude::*;

/// Bars on up to four rows that do not overlap, times in tenths of seconds; the last bar of a row may still run.
fn schedules() -> impl Strategy<Value = Trace> {
    let row = (proptest::collection::vec((0..40_u32, 1..60_u32), 0..6), any::<bool>());
    proptest::collection::vec(row, 1..5).prop_map(|rows| {
        let nodes = rows.len() as u32;
        let mut bars: Vec<Bar> = Vec::new();
        for ((pieces, runs), row) in rows.into_iter().zip(0..) {
            let mut at = 0;
            let last = pieces.len();
            for (i, (gap, length)) in pieces.into_iter().enumerate() {
                let (start, end) = (at + gap, at + gap + length);
                let open = runs && i + 1 == last;
                bars.push((row, 1, f64::from(start) / 10.0, (!open).then_some(f64::from(end) / 10.0)));
                at = end;
            }
        }
        bars.sort_by(|a, b| a.2.total_cmp(&b.2));
        trace_from_bars(&[nodes], 50.0, &bars)
    })
}

fn views() -> impl Strategy<Value = View> {
    let window = (0.0..40.0_f64, 0.5..60.0_f64, -1.0..3.0_f64, 0.3..5.0_f64);
    (window, 1..40_u32, 1..20_u32, 0.0..60.0_f64).prop_map(
        |((from, length, first_row, rows), width, height, now_s)| View {
            from_s: from,
            to_s: from + length,
            first_row,
            rows,
            width,
            height,
            now_s,
            ..View::default()
        },
    )
}

/// Views that vary everything that affects the style of bars.
fn styled_views() -> impl Strategy<Value = View> {
    let colours =
        prop_oneof![Just(Colour::Job), Just(Colour::Wait), Just(Colour::Status), Just(Colour::User)];
    let themes = prop_oneof![Just(ThemeName::Light), Just(ThemeName::Dark)];
    let queries = prop_oneof![Just(""), Just("user:0"), Just("job:1"), Just("nodes>1")];
    let selected = prop_oneof![Just(None), Just(Some(1))];
    (views(), colours, themes, queries, (selected, any::<bool>())).prop_map(
        |(view, colour, theme, query, (selected, shares))| View {
            colour: Some(colour),
            theme,
            query: query.to_owned(),
            selected,
            shares,
            ..view
        },
    )
}

/// Start and end of an interval in seconds, limited by the playhead.
fn visible_span(trace: &Trace, view: &View, i: usize) -> (f64, f64) {
    let end = trace.intervals.end[i].min(trace.now).seconds();
    (trace.intervals.start[i].seconds(), end.min(view.now_s))
}

/// Removes all intervals but the first `known`.
fn truncate_intervals(table: &mut Intervals, known: usize) {
    table.start.truncate(known);
    table.end.truncate(known);
    table.row.truncate(known);
    table.rows.truncate(known);
    table.subject.truncate(known);
    table.phase.truncate(known);
}

proptest! {
    #[test]
    fn columns_are_those_of_the_interval_table(trace in schedules(), mut view in views()) {
        // A line of pixels for each row, so that only columns are tested.
        view = View { first_row: 0.0, rows: f64::from(trace.rows()), height: trace.rows(), ..view };
        let mut pixels = Vec::new();
        rasterize(&trace, &mut Canvas::default(), &view, &mut pixels);
        let painter = Painter::new(&trace, &view, None);
        let pixel_s = (view.to_s - view.from_s) / f64::from(view.width);
        for row in 0..trace.rows() {
            for x in 0..view.width {
                let (left, right) = (view.from_s + f64::from(x) * pixel_s, view.from_s + f64::from(x + 1) * pixel_s);
                let at = ((row * view.width + x) * 4) as usize;
                let found = &pixels[at..at + 4];
                let (mut part, mut whole, mut touched, mut close) = (0.0, None, false, false);
                for i in (0..trace.intervals.len()).filter(|&i| trace.intervals.row[i] == row) {
                    let (start, end) = visible_span(&trace, &view, i);
                    let shared = (end.min(right) - start.max(left)).max(0.0) / pixel_s;
                    if end - start >= pixel_s {
                        // The edges of a wide bar are the pixels nearest to its ends.
                        let middle = f64::midpoint(left, right);
                        if start <= middle && middle < end {
                            whole = Some(i);
                        }
                        close |= (middle - start).abs() < 1e-6 || (middle - end).abs() < 1e-6;
                    } else {
                        part += shared;
                    }
                    close |= (end - start - pixel_s).abs() < 1e-6;
                    touched |= shared > 0.0;
                }
                if close {
                    continue;
                }
                let paper = painter.grounds[0];
                if let Some(i) = whole {
                    prop_assert_eq!(found, &painter.bar_colour(i)[..], "pixel {} {}", x, row);
                } else if part > 0.02 {
                    prop_assert!(found != &paper[..], "pixel {x} {row} is used for {part}");
                } else if !touched {
                    prop_assert_eq!(found, &paper[..], "pixel {} {}", x, row);
                }
            }
        }
    }

    #[test]
    fn the_subject_at_a_pixel_covers_most_of_it(trace in schedules(), view in views(), x in 0..40_u32, y in 0..20_u32) {
        let found = subject_at(&trace, &mut Canvas::default(), &view, f64::from(x), f64::from(y));
        let inside = x < view.width && y < view.height;
        let pixel_s = (view.to_s - view.from_s) / f64::from(view.width);
        let left = view.from_s + f64::from(x) * pixel_s;
        let height = f64::from(view.height) / view.rows;
        let share = |i: usize| {
            let (start, end) = visible_span(&trace, &view, i);
            let wide = (end.min(left + pixel_s) - start.max(left)).max(0.0);
            let (top, row) = (f64::from(y), f64::from(trace.intervals.row[i]));
            let edge = |row: f64| (row - view.first_row) * height;
            // Rows of at least a pixel begin at whole pixels.
            let edge = |row: f64| if height >= 1.0 { libm::floor(edge(row) + 0.5) } else { edge(row) };
            let high = (edge(row + 1.0).min(top + 1.0) - edge(row).max(top)).max(0.0);
            wide * high
        };
        let best = (0..trace.intervals.len()).map(share).fold(0.0, f64::max);
        let chosen = found.map_or(0.0, |id| share(trace.intervals_of(id).next().unwrap_or_default()));
        prop_assert!(!inside || (chosen - best).abs() < 1e-5, "{found:?} has {chosen}, the most is {best}");
        prop_assert!(inside || found.is_none());
    }

    #[test]
    fn boxes_contain_only_the_colour_of_their_subject(trace in schedules(), view in views()) {
        let mut pixels = Vec::new();
        rasterize(&trace, &mut Canvas::default(), &view, &mut pixels);
        for id in 0..trace.subjects.len() as u32 {
            for area in subject_areas(&trace, &mut Canvas::default(), &view, id) {
                prop_assert!(area.w > 0 && area.x + area.w <= view.width && area.y + area.h <= view.height);
                let at = |x: u32, y: u32| &pixels[((y * view.width + x) * 4) as usize..][..3];
                for y in area.y..area.y + area.h {
                    // Very small shares of a pixel are not tested: they may be rounded to 0.
                    let middle = area.x + area.w / 2;
                    prop_assert!(area.w < 2 || at(middle, y) != [255; 3], "{area:?} of {id} at {middle} {y}");
                }
            }
        }
    }

    #[test]
    fn series_are_exact_means(trace in schedules(), from in -5.0..30.0_f64, length in 1.0..60.0_f64, points in 1..9_usize) {
        let (from, until) = (Time::from_seconds(from), Time::from_seconds(45.0));
        let to = from + Span::from_seconds(length);
        let found = series(&trace, &mut Index::default(), (from, to), points, until);
        let width = (to - from).seconds() / points as f64;
        let mean = |a: f64, b: f64, spans: &mut dyn Iterator<Item = (Time, Time)>| {
            let shared = |(x, y): (Time, Time)| (y.seconds().min(b) - x.seconds().max(a)).max(0.0);
            spans.map(shared).sum::<f64>() / (b - a)
        };
        let (subjects, intervals) = (&trace.subjects, &trace.intervals);
        for i in 0..points {
            let a = from.seconds() + i as f64 * width;
            let b = (a + width).min(until.seconds());
            prop_assert!((found.time[i] - (a + width / 2.0)).abs() < 1e-6);
            if b - a < 1e-6 {
                prop_assert!(found.busy[i].is_nan() || b - a > -1e-6);
                continue;
            }
            let ids = || 0..subjects.len();
            let queued = mean(a, b, &mut ids().map(|id| (subjects.eligible_time(id), subjects.start[id])));
            let running = mean(a, b, &mut ids().map(|id| (subjects.start[id], subjects.end[id])));
            let held = (0..intervals.len()).map(|i| (intervals.start[i], intervals.end[i]));
            let busy = mean(a, b, &mut { held }) / f64::from(trace.rows());
            prop_assert!((found.queued[i] - queued).abs() < 1e-6, "queued {} {}", found.queued[i], queued);
            prop_assert!((found.running[i] - running).abs() < 1e-6, "running {} {}", found.running[i], running);
            prop_assert!((found.busy[i] - busy).abs() < 1e-6, "busy {} {}", found.busy[i], busy);
        }
    }

    #[test]
    fn a_used_canvas_draws_the_same_as_a_new_one(trace in schedules(), looks in proptest::collection::vec(styled_views(), 1..5)) {
        let mut canvas = Canvas::default();
        for view in looks {
            let (mut again, mut fresh) = (Vec::new(), Vec::new());
            rasterize(&trace, &mut canvas, &view, &mut again);
            rasterize(&trace, &mut Canvas::default(), &view, &mut fresh);
            prop_assert!(again == fresh, "{view:?}");
        }
    }

    #[test]
    fn a_growing_index_draws_the_same_as_a_new_one(trace in schedules(), view in views()) {
        // The same trace at half time: later intervals unknown, later ends open.
        let mut half = trace.clone();
        half.now = Time::from_seconds(5.0);
        let known = trace.intervals.start.partition_point(|&start| start <= half.now);
        truncate_intervals(&mut half.intervals, known);
        let table = &mut half.intervals;
        table.end.iter_mut().filter(|end| **end > half.now).for_each(|end| *end = Time::MAX);
        let (mut grown, mut fresh, mut canvas) = (Vec::new(), Vec::new(), Canvas::default());
        rasterize(&half, &mut canvas, &view, &mut grown);
        rasterize(&trace, &mut canvas, &view, &mut grown);
        rasterize(&trace, &mut Canvas::default(), &view, &mut fresh);
        prop_assert!(grown == fresh);
    }
}

#[test]
fn an_end_at_the_time_of_a_picture_is_in_the_next_picture() {
    let trace = trace_from_bars(&[2], 5.0, &[(0, 1, 0.0, Some(5.0)), (1, 1, 0.0, Some(5.0))]);
    let mut half = trace.clone();
    half.intervals.end[1] = Time::MAX;
    half.subjects.end[1] = Time::MAX;
    half.subjects.status[1] = Status::Running;
    let view = View { colour: Some(Colour::Status), ..view(&trace, 10, 2) };
    let (mut canvas, mut before, mut after, mut fresh) =
        (Canvas::default(), Vec::new(), Vec::new(), Vec::new());
    rasterize(&half, &mut canvas, &view, &mut before);
    rasterize(&trace, &mut canvas, &view, &mut after);
    rasterize(&trace, &mut Canvas::default(), &view, &mut fresh);
    assert!(before != fresh && after == fresh);
}

#[test]
fn layers_sum_the_use_of_their_bars() {
    // 40,000 bars with gaps as long as the bars on two rows, and a long one: far more bars than pixels.
    let mut bars: Vec<Bar> = (0..40_000_u32)
        .map(|i| {
            let at = f64::from(i) * 0.5;
            (i % 2, 1, at, Some(at + 0.5))
        })
        .collect();
    bars.push((0, 1, 30_000.0, Some(35_000.0)));
    let trace = trace_from_bars(&[2], 40_000.0, &bars);
    let view = View { colour: Some(Colour::Status), ..view(&trace, 80, 2) };
    let mut canvas = Canvas::default();
    canvas.update(&trace);
    assert!(canvas.layers.layers_below(500e6) > 0, "there are layers to draw from");
    // A time step extends across the end of the many bars: the pixel behind it is not empty.
    let [many, few] = ["5".repeat(40), ".".repeat(10)];
    let expected = format!("{many}1{}{}{few}\n{many}1{}\n", ".".repeat(19), "a".repeat(10), ".".repeat(39));
    assert_eq!(picture_text(&trace, &view), expected);
    // With a playhead before the window nothing is drawn, at any position of both.
    for (from_s, now_s) in [(9_000.0, 8_990.0), (39_999.0, 0.0), (9e12, 9e11), (-9e12, -9.1e12)] {
        let view = View { from_s, to_s: from_s + 40_000.0, now_s, ..view.clone() };
        assert_eq!(picture_text(&trace, &view), format!("{0}\n{0}\n", ".".repeat(80)));
    }
    // An index that was updated while the trace grew has the same sums.
    let mut grown = Canvas::default();
    let mut part = trace.clone();
    for known in [100, 33_000, 39_000] {
        part.intervals = trace.intervals.clone();
        truncate_intervals(&mut part.intervals, known);
        part.last_end = part.intervals.end[known - 1];
        part.now = part.last_end;
        grown.update(&part);
    }
    let (mut a, mut b) = (Vec::new(), Vec::new());
    rasterize(&trace, &mut grown, &view, &mut a);
    rasterize(&trace, &mut canvas, &view, &mut b);
    assert!(a == b);
}
