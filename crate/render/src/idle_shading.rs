//! Shading of idle nodes: tinted by the share of time in which jobs waited.

use super::canvas::Canvas;
use super::theme::{Rgba, blend, to_hex};
use super::view::Frame;
use super::xml::push_format;
use ganttlet_core::record::{Band, IdleWhileWaiting, NodeTime, Series, Trace};
use ganttlet_core::time::Time;
use std::ops::Range;

/// A smaller share of the node time of a column is a rounding error.
const MIN_IDLE_SHARE: f64 = 1e-6;

/// The idle node time of some rows, summed per column of a picture, up to the playhead.
pub(crate) struct IdleTime {
    columns: Vec<NodeTime>,
    /// Node time below this is a rounding error.
    least: f64,
}

/// The rows of a cluster.
pub(crate) fn cluster_rows(band: &Band) -> Range<f64> {
    f64::from(band.first_row)..f64::from(band.first_row + band.rows)
}

impl IdleTime {
    /// The idle time of all clusters of some rows, weighted by their number of rows in the range.
    pub(crate) fn from_regions(
        holes: &IdleWhileWaiting,
        bands: &[Band],
        frame: &Frame,
        rows: &Range<f64>,
    ) -> Self {
        let mut columns = vec![NodeTime::default(); frame.width];
        let bands = if holes.has_any() { bands } else { &[] };
        for (cluster, band) in bands.iter().enumerate() {
            let (first, nodes) = (f64::from(band.first_row), f64::from(band.rows));
            let part = (rows.end.min(first + nodes) - rows.start.max(first)) / nodes.max(1.0);
            if part <= 0.0 {
                continue;
            }
            for (x, column) in columns.iter_mut().enumerate() {
                let (from, to) = (frame.time_at(x as f64), frame.time_at((x + 1) as f64));
                let seen = frame.before_playhead(to).max(from);
                let NodeTime { free, holes } = holes.node_time_between(cluster, from, seen);
                // After the playhead, nodes are treated as free.
                column.free += part * (free + nodes * (to - seen));
                column.holes += part * holes;
            }
        }
        Self { columns, least: (rows.end - rows.start) * frame.pixel_duration() * MIN_IDLE_SHARE }
    }

    /// Replaces columns by the means of blocks.
    pub(crate) fn average_blocks(&mut self, blocks: &[Range<usize>]) {
        for block in blocks {
            let columns = &mut self.columns[block.clone()];
            let add = |sum: NodeTime, one: &NodeTime| NodeTime {
                free: sum.free + one.free,
                holes: sum.holes + one.holes,
            };
            let sum = columns.iter().fold(NodeTime::default(), add);
            columns.fill(sum);
        }
    }

    /// The colour of each column, from the share of its idle time in which jobs wait.
    pub(crate) fn colours(&self, ground: Rgba, hole: Rgba) -> Vec<Rgba> {
        let share = |one: &NodeTime| if one.free > self.least { one.holes / one.free } else { 0.0 };
        self.columns.iter().map(|column| blend(ground, hole, share(column).min(1.0) as f32)).collect()
    }
}

/// The share of all nodes that is idle while jobs wait, as means over the intervals of a series up to `until`; NaN
/// beyond.
pub fn idle_while_waiting_series(
    trace: &Trace,
    canvas: &mut Canvas,
    series: &Series,
    (from, to): (Time, Time),
    until: Time,
) -> Vec<f64> {
    canvas.update(trace);
    let (points, nodes) = (series.busy.len(), f64::from(trace.rows().max(1)));
    if !trace.queues || points == 0 {
        return Vec::new();
    }
    let width = (to.0 as f64 - from.0 as f64) / points as f64;
    let known = until.min(trace.now.max(trace.last_end)).0 as f64;
    let mean = |point: usize| {
        let left = from.0 as f64 + point as f64 * width;
        let right = (left + width).min(known);
        let holes: f64 = (0..trace.bands.len())
            .map(|cluster| canvas.holes.holes.node_time_between(cluster, left, right.max(left)).holes)
            .sum();
        if left < right { holes / (right - left) / nodes } else { f64::NAN }
    };
    (0..points).map(mean).collect()
}

/// Writes the columns of some rows of pixels that differ from the background, as one shape for each colour.
pub(crate) fn write_idle_columns(text: &mut String, colours: &[Rgba], ground: Rgba, pixels: &Range<usize>) {
    let mut shapes: Vec<(Rgba, String)> = Vec::new();
    let mut x = 0;
    for alike in colours.chunk_by(|one, next| one == next) {
        let (from, colour) = (x, alike[0]);
        x += alike.len();
        if colour == ground || pixels.is_empty() {
            continue;
        }
        let at = shapes.iter().position(|(known, _)| *known == colour).unwrap_or_else(|| {
            shapes.push((colour, String::new()));
            shapes.len() - 1
        });
        push_format(&mut shapes[at].1, format_args!("M{from} {}H{x}V{}H{from}Z", pixels.start, pixels.end));
    }
    for (colour, path) in shapes {
        let fill = to_hex(colour);
        push_format(
            text,
            format_args!("<path fill=\"{fill}\" shape-rendering=\"crispEdges\" d=\"{path}\"/>\n"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{trace_from_bars, view};
    use crate::theme::parse_rgba;
    use crate::{ThemeName, View, rasterize, svg, theme};
    use ganttlet_core::entry::Settings;
    use ganttlet_core::record::{Bar, series};
    use ganttlet_sim::metric::Scope;
    use ganttlet_sim::report::METRICS;
    use proptest::prelude::*;

    /// The measured idle time while jobs wait between two times, in node-seconds.
    fn measured_idle_time(trace: &Trace, from_s: f64, to_s: f64) -> f64 {
        let metric = METRICS.find("idle-while-waiting").expect("it is a measure");
        let scope =
            Scope { warm_up: Time::from_seconds(from_s), until: Time::from_seconds(to_s), ..Scope::ALL };
        metric.report_row(trace, &Settings::default(), &scope).value.unwrap_or(0.0) * 3600.0
    }

    /// The tinted width of each row of pixels, from the difference to a picture of a run in which no job waits.
    fn tinted_width(trace: &Trace, view: &View) -> Vec<f64> {
        let drawn = |queues| {
            let mut out = Vec::new();
            let trace = Trace { queues, ..trace.clone() };
            rasterize(&trace, &mut Canvas::default(), view, &mut out);
            out
        };
        let (with, without) = (drawn(true), drawn(false));
        // The blue channel differs most.
        let theme = theme(view.theme);
        let mut canvas = Canvas::default();
        canvas.update(trace);
        let frame = canvas.frame(trace, view);
        let blue = |out: &[u8], at: usize| f64::from(out[at * 4 + 2]);
        let row = |y: u32| {
            // The uppermost pixels of a cluster are a line; the pixels below are tinted.
            let y =
                y + u32::from(y > 0 && with[(y * view.width * 4) as usize..][..4] == parse_rgba(theme.line));
            let cluster =
                trace.cluster_at(frame.place_at(f64::from(y) + 0.5) as u32).expect("it has clusters");
            let one = frame.dense.get(cluster) == Some(&true) && frame.has_low_clusters(1.0);
            let ground = if one || cluster.is_multiple_of(2) { theme.paper } else { theme.band };
            let whole = f64::from(parse_rgba(ground)[2]) - f64::from(parse_rgba(theme.hole_fill)[2]);
            let pixels = (y * view.width) as usize..((y + 1) * view.width) as usize;
            pixels.map(|at| (blue(&without, at) - blue(&with, at)) / whole).sum()
        };
        (0..view.height).map(row).collect()
    }

    /// Random jobs on clusters of random sizes: each starts on free rows after its arrival.
    fn random_traces() -> impl Strategy<Value = Trace> {
        let clusters = proptest::collection::vec(1..7_u32, 1..4);
        let job = (any::<prop::sample::Index>(), 1..4_u32, 0..30_u32, 0..40_u32, 0..30_u32);
        (clusters, proptest::collection::vec(job, 1..60)).prop_map(|(clusters, jobs)| {
            let starts: Vec<u32> =
                clusters.iter().scan(0, |sum, &rows| Some(std::mem::replace(sum, *sum + rows))).collect();
            let mut free = vec![0_u32; clusters.iter().sum::<u32>() as usize];
            let (mut bars, mut submits, mut now) = (Vec::<Bar>::new(), Vec::new(), 0);
            for (cluster, rows, gap, wait, length) in jobs {
                let cluster = cluster.index(clusters.len());
                let rows = rows.min(clusters[cluster]);
                now += gap;
                let first = starts[cluster];
                let held = &mut free[first as usize..(first + rows) as usize];
                let start = held.iter().copied().max().unwrap_or(0).max(now + wait / 2);
                held.fill(start + length);
                bars.push((first, rows, f64::from(start), Some(f64::from(start + length))));
                submits.push(Time::from_seconds(f64::from(now)));
            }
            let end = free.into_iter().max().unwrap_or(0).max(1);
            let mut trace = trace_from_bars(&clusters, f64::from(end), &bars);
            trace.subjects.submit = submits;
            trace.queues = true;
            trace
        })
    }

    proptest! {
        #[test]
        fn the_tinted_area_equals_the_metric(
            trace in random_traces(),
            window in (0.0..0.9_f64, 0.05..1.0_f64),
            size in (20..90_u32, 2..5_u32),
            shares in any::<bool>(),
        ) {
            let end = trace.last_end.seconds();
            let (from_s, to_s) = (window.0 * end, (window.0 + window.1) * end);
            let (width, height) = (size.0, trace.rows() * size.1);
            let view = View { from_s, to_s, shares, theme: ThemeName::Projector, ..view(&trace, width, height) };
            let found: f64 = tinted_width(&trace, &view).into_iter().sum();
            let pixel_s = (to_s - from_s) / f64::from(width);
            let expected = measured_idle_time(&trace, from_s, to_s.min(end)) / pixel_s * f64::from(size.1);
            // Bars have whole pixels, with errors of up to half a pixel at each end; stacks have whole pixels in each
            // column, at least one; tiny shares are drawn larger; colours are rounded to integers.
            let ends: f64 = (0..trace.intervals.len())
                .filter(|&i| trace.intervals.end[i].seconds() > from_s && trace.intervals.start[i].seconds() < to_s)
                .map(|i| f64::from(trace.intervals.rows[i] * size.1))
                .sum();
            let columns = if shares { f64::from(width) * trace.bands.len() as f64 } else { 0.0 };
            let off = ends + columns + 0.03 * f64::from(width * height) + 1.0;
            prop_assert!((found - expected).abs() <= off, "{found} is not {expected} by {off}");
            prop_assert!(expected > 0.0 || found < 1e-9, "{found} where nothing is free");
        }
    }

    /// One node; a job waits for it a quarter of the time, in which it is never idle.
    fn single_server(jobs: u32) -> Trace {
        let bars: Vec<Bar> = (0..jobs)
            .map(|at| {
                let start = f64::from(at / 2) * 4.0 + f64::from(at % 2);
                (0, 1, start, Some(start + 1.0))
            })
            .collect();
        let mut trace = trace_from_bars(&[1], f64::from(jobs) * 2.0, &bars);
        trace.queues = true;
        for (at, submit) in (0_u32..).zip(&mut trace.subjects.submit) {
            *submit = Time::from_seconds(f64::from(at / 2) * 4.0);
        }
        trace
    }

    #[test]
    fn a_server_that_is_never_free_while_jobs_wait_has_no_tint_at_any_zoom() {
        let trace = single_server(200);
        assert!(measured_idle_time(&trace, 0.0, 400.0) < 1e-9);
        for (width, height, shares) in
            [(3, 1, false), (40, 8, false), (40, 8, true), (33, 20, true), (900, 9, true)]
        {
            let view = View { shares, theme: ThemeName::Projector, ..view(&trace, width, height) };
            assert!(tinted_width(&trace, &view).into_iter().sum::<f64>() < 1e-9, "{width} {height} {shares}");
            assert!(!svg(&trace, &mut Canvas::default(), &view, "").contains(theme(view.theme).hole_fill));
        }
    }

    #[test]
    fn a_full_cluster_is_not_tinted_if_another_has_free_nodes() {
        // The bars of both are narrower than a pixel; the second cluster is free while jobs wait for the first.
        let mut bars: Vec<Bar> = Vec::new();
        for at in 0..40 {
            let start = f64::from(at) * 4.0;
            bars.extend([(0, 2, start, Some(start + 2.0)), (0, 2, start + 2.0, Some(start + 3.0))]);
        }
        let mut trace = trace_from_bars(&[2, 2], 160.0, &bars);
        trace.queues = true;
        for (at, submit) in trace.subjects.submit.iter_mut().enumerate() {
            *submit = Time::from_seconds((at / 2) as f64 * 4.0);
        }
        for shares in [false, true] {
            let view = View { shares, theme: ThemeName::Projector, ..view(&trace, 40, 40) };
            let rows = tinted_width(&trace, &view);
            let [first, second] = [&rows[..19], &rows[21..]].map(|rows| rows.iter().sum::<f64>());
            // Jobs wait half of the time.
            assert!(
                first == 0.0 && (second / (19.0 * 40.0) - 0.5).abs() < 0.03,
                "{shares}: {first} {second}"
            );
        }
        let area = measured_idle_time(&trace, 0.0, 160.0);
        assert!((area - 2.0 * 80.0).abs() < 1e-6, "{area}");
    }

    #[test]
    fn the_overview_tints_the_measured_idle_time() {
        let mut trace = single_server(200);
        let over = |trace: &Trace, points: usize, until: f64| {
            let window = (Time::ZERO, Time::from_seconds(400.0));
            let mut canvas = Canvas::default();
            let series = series(trace, &mut canvas.index, window, points, Time::from_seconds(until));
            idle_while_waiting_series(trace, &mut canvas, &series, window, Time::from_seconds(until))
        };
        assert_eq!(over(&trace, 7, 400.0), [0.0; 7]);
        // A second node is free all the time, and jobs wait for a quarter of it.
        trace.bands[0].rows = 2;
        let known = over(&trace, 4, 250.0);
        assert!(known[..3].iter().all(|part| (part - 0.125).abs() < 0.01) && known[3].is_nan(), "{known:?}");
        trace.queues = false;
        assert!(over(&trace, 4, 400.0).is_empty());
    }

    #[test]
    fn vector_and_raster_pictures_have_the_same_tint() {
        let mut trace = trace_from_bars(&[3], 16.0, &[(0, 2, 0.0, Some(8.0)), (0, 3, 8.0, Some(16.0))]);
        trace.queues = true;
        let text = svg(&trace, &mut Canvas::default(), &view(&trace, 32, 6), "");
        let fill = theme(ThemeName::Light).hole_fill;
        assert!(
            text.contains(&format!(
                "<path fill=\"{fill}\" shape-rendering=\"crispEdges\" d=\"M0 0H16V6H0Z\"/>"
            ))
        );
    }
}
