//! The Gantt chart as a vector picture, for papers and slides.
//!
//! Large bars are rectangles; the others, and those narrower than a pixel, are merged into grey strips, so that the
//! file stays small enough for every viewer.

use super::area::Area;
use super::axis::{write_clusters, write_time_axis};
use super::bar_style::{HATCH_INK, HATCH_PERIOD, Pattern, SOLID_STYLE};
use super::canvas::Canvas;
use super::colour::Painter;
use super::difference::difference;
use super::difference_svg::{write_ghosts, write_marks};
use super::flow::flow;
use super::grid::BarGrid;
use super::idle_regions::idle_regions;
use super::idle_shading::{IdleTime, cluster_rows, write_idle_columns};
use super::instant_marks::instant_marks;
use super::labels::{Label, labels};
use super::lanes::{Lanes, lanes, task_of};
use super::outline::{Edge, outline};
use super::stacks::Stacks;
use super::theme::{blend, parse_rgba, to_hex};
use super::view::{Frame, PixelCover, View};
use super::xml::{escape, push_format};
use ganttlet_core::order;
use ganttlet_core::record::{IdleWhileWaiting, Index, Look, Status, Trace};

/// Maximum number of bars that are drawn one by one.
const MAX_BARS: usize = 16_000;
/// Maximum number of strips; more than the lines of any picture.
const MAX_STRIPS: usize = 16_000;
/// Width of a character of the text in an idle region, in pixels.
const HOLE_CHARACTER: f64 = 6.2;
/// Half the distance of the two lines of a label.
const HALF_LINE: f64 = 6.5;
/// Number of shades of a strip.
const STRIP_SHADES: f32 = 5.0;
/// Space on the left for the names of clusters, at the bottom for the axis, at the top for the title.
const LEFT_MARGIN: u32 = 96;
const BOTTOM: u32 = 36;
const TOP: u32 = 30;

/// A view as an SVG document: bars, names, clusters, a time axis, the difference from its baseline, if there is one,
/// and a title, if it is not empty. Pixels of the view are its units.
pub fn svg(trace: &Trace, canvas: &mut Canvas, view: &View, title: &str) -> String {
    let (labels, holes) = (labels(trace, canvas, view), idle_regions(trace, canvas, view));
    let difference = difference(trace, canvas, view, &[]);
    let flow = flow(trace, canvas, view, view.selected.as_slice());
    let lanes = lanes(trace, view, view.selected.and_then(|subject| task_of(trace, subject)));
    let frame = canvas.frame(trace, view);
    let mut matches = std::mem::take(&mut canvas.matches);
    let painter = Painter::new(trace, view, matches.for_view(trace, view));
    let theme = painter.theme;
    let (width, height) = view.size();
    let head = if title.is_empty() { 8 } else { TOP };
    let top = head + lanes.as_ref().map_or(0, Lanes::height);
    let (all_width, all_height) = (width + LEFT_MARGIN + 16, height + top + BOTTOM);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all_width}\" height=\"{all_height}\" \
         viewBox=\"0 0 {all_width} {all_height}\" font-family=\"system-ui, sans-serif\" font-size=\"11\">\n"
    );
    let mut grid = BarGrid::default();
    let mut chosen = Vec::new();
    let mut left_out = 0;
    let mut at_once = Vec::new();
    if !frame.is_empty() && !frame.is_only_shares() {
        grid.add_bars(trace, (&canvas.index, &canvas.layers, &mut canvas.tints), &frame, &painter);
        chosen = large_bars(trace, &canvas.index, &frame);
        at_once = instant_marks(trace, &canvas.index, &frame, view.scale());
        left_out = chosen.len().saturating_sub(MAX_BARS);
        chosen.truncate(MAX_BARS);
        for &(i, _) in &chosen {
            if let Some((columns, lines)) = bar_cover(trace, &frame, i) {
                grid.remove_bar(columns, lines);
            }
        }
    }
    push_format(
        &mut text,
        format_args!("<title>{}</title>\n", escape(if title.is_empty() { "Schedule" } else { title })),
    );
    push_format(
        &mut text,
        format_args!("<desc>{}</desc>\n", description(&frame, chosen.len(), left_out, at_once.len())),
    );
    push_format(&mut text, format_args!("<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n", theme.paper));
    if !title.is_empty() {
        let ink = theme.ink;
        push_format(
            &mut text,
            format_args!(
                "<text x=\"{LEFT_MARGIN}\" y=\"20\" font-size=\"14\" fill=\"{ink}\">{}</text>\n",
                escape(title)
            ),
        );
    }
    if let Some(lanes) = &lanes {
        push_format(&mut text, format_args!("<g transform=\"translate({LEFT_MARGIN} {head})\">\n"));
        lanes.write_svg(&mut text, &theme, width);
        text.push_str("</g>\n");
    }
    push_format(&mut text, format_args!("<g transform=\"translate({LEFT_MARGIN} {top})\">\n"));
    write_clusters(&mut text, trace, &frame, &painter);
    let kept = std::mem::take(&mut canvas.holes);
    write_idle_bands(&mut text, trace, &kept.holes, &frame, &painter);
    if frame.has_shares() {
        let shares = Stacks::new(trace, canvas, &frame, &painter, view.scale());
        let idle = shares.idle_colours(trace, &kept.holes, &frame, &painter, view.scale());
        shares.write_idle(&mut text, &idle, &painter);
        shares.write_svg(&mut text, &painter);
    }
    canvas.holes = kept;
    if !frame.is_only_shares() {
        push_format(&mut text, format_args!("<g fill=\"{}\">\n", theme.muted));
        write_strips(&grid, &frame, &mut text);
        text.push_str("</g>\n");
    }
    if let Some(difference) = &difference {
        write_ghosts(&mut text, difference, &theme);
    }
    write_patterns(&mut text, &painter, &chosen);
    text.push_str("<g shape-rendering=\"crispEdges\">\n");
    for &(i, area) in &chosen {
        write_bar(&mut text, trace, &frame, &painter, i, area);
    }
    write_outlines(&mut text, trace, &painter, &chosen);
    for (i, Area { x, y, w, h }) in at_once {
        let fill = to_hex(blend(painter.grounds[0], painter.bar_colour(i), 1.0));
        push_format(
            &mut text,
            format_args!(
                "<rect class=\"instant\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"/>\n"
            ),
        );
    }
    text.push_str("</g>\n");
    flow.svg(&mut text, &theme, (width, height));
    if let Some(difference) = &difference {
        write_marks(&mut text, difference, &theme, (width, height));
    }
    write_ties(&mut text, &labels, theme.ink);
    text.push_str("<g text-anchor=\"middle\" dominant-baseline=\"central\">\n");
    for label in labels {
        let Area { x, y, w, h } = label.area;
        let (x, y) = (f64::from(x) + f64::from(w) / 2.0, f64::from(y) + f64::from(h) / 2.0);
        let fill = if label.light { "#fff" } else { "#000" };
        let two = !label.shift.is_empty();
        let lines = [(&label.text, if two { y - HALF_LINE } else { y }), (&label.shift, y + HALF_LINE)];
        for (words, y) in lines.into_iter().take(1 + usize::from(two)) {
            push_format(
                &mut text,
                format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{}</text>\n", escape(words)),
            );
        }
    }
    for hole in &holes {
        let Area { x, y, w, h } = hole.area;
        let (x, y) = (f64::from(x) + f64::from(w) / 2.0, f64::from(y) + f64::from(h) / 2.0);
        let fits = |text: &&String| text.chars().count() as f64 * HOLE_CHARACTER + 8.0 <= f64::from(w);
        if let Some(words) = hole.texts.iter().find(fits) {
            let fill = theme.hole_ink;
            push_format(
                &mut text,
                format_args!("<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{}</text>\n", escape(words)),
            );
        }
    }
    text.push_str("</g>\n");
    write_time_axis(&mut text, &frame, theme.ink);
    text.push_str("</g>\n</svg>\n");
    canvas.matches = matches;
    text
}

/// Writes the ties between pieces of subjects on split nodes.
fn write_ties(text: &mut String, labels: &[Label], ink: &str) {
    let mut path = String::new();
    for tie in labels.iter().flat_map(|label| &label.ties) {
        push_format(&mut path, format_args!("M{}.5 {}V{}", tie.x, tie.top, tie.bottom));
    }
    if !path.is_empty() {
        push_format(
            text,
            format_args!("<path class=\"ties\" stroke=\"{ink}\" stroke-opacity=\".45\" d=\"{path}\"/>\n"),
        );
    }
}

/// Tints nodes that are idle while jobs wait, in clusters whose bars are drawn one by one.
fn write_idle_bands(
    text: &mut String,
    trace: &Trace,
    holes: &IdleWhileWaiting,
    frame: &Frame,
    painter: &Painter,
) {
    for (shelf, dense) in frame.fold.shelves.iter().zip((0..).map(|at| frame.dense.get(at) == Some(&true))) {
        if dense || shelf.rows == 0 {
            continue;
        }
        let band = &trace.bands[shelf.bands.start];
        let ground = painter.grounds[shelf.bands.start % 2];
        let colours = IdleTime::from_regions(holes, &trace.bands, frame, &cluster_rows(band))
            .colours(ground, parse_rgba(painter.theme.hole_fill));
        let edge = |place: u32| frame.edge_of(f64::from(place));
        write_idle_columns(text, &colours, ground, &(edge(shelf.places.start)..edge(shelf.places.end)));
    }
}

/// The text description of the picture.
fn description(frame: &Frame, drawn: usize, left_out: usize, at_once: usize) -> String {
    let shares = "the height of a colour shows its share of the nodes.";
    if frame.is_only_shares() {
        return format!("Too dense for bars: {shares}");
    }
    let rest = match left_out {
        0 => String::new(),
        1 => " and 1 smaller bar".to_owned(),
        _ => format!(" and {left_out} smaller bars"),
    };
    let own = match drawn {
        1 => "1 bar is drawn individually".to_owned(),
        _ => format!("{drawn} bars are drawn individually"),
    };
    let marks = if at_once == 0 { String::new() } else { format!(", and {at_once} of zero length as marks") };
    format!(
        "{own}{marks}; bars narrower or lower than a pixel{rest} are merged into grey strips, \
         the darker the more nodes were in use. Zoom in to see each.{}",
        if frame.has_shares() {
            format!(" In clusters where most bars are too small, {shares}")
        } else {
            String::new()
        }
    )
}

/// The columns and lines covered by a bar.
fn bar_cover(trace: &Trace, frame: &Frame, i: usize) -> Option<(PixelCover, PixelCover)> {
    let table = &trace.intervals;
    let columns = frame.columns_of(table.start[i].0 as f64, frame.drawn_end(table.end[i]))?;
    Some((columns, frame.lines_of(table.row[i], table.rows[i])?))
}

/// The bars of at least a pixel in width and height, the largest first.
fn large_bars(trace: &Trace, index: &Index, frame: &Frame) -> Vec<(usize, Area)> {
    let narrowest = (frame.pixel_duration() * 0.99).max(1.0) as u64;
    let mut bars = Vec::new();
    index.visit_window(trace, &frame.window, narrowest.ilog2() as u8 + 1, |i| {
        if let (Some((columns, lines)), Some(area)) = (bar_cover(trace, frame, i), frame.bar_area(trace, i))
            && columns.is_full()
            && lines.is_full()
        {
            bars.push((i, area));
        }
    });
    // Bars of equal size keep their order.
    order::sort_by_key(&mut bars, |&(_, area)| -area.pixel_count());
    bars
}

/// Writes the remaining cells of the grid as strips, with pixels wide enough to limit their number.
fn write_strips(grid: &BarGrid, frame: &Frame, text: &mut String) {
    let mut step = 1;
    let mut found = Vec::new();
    while !collect_strips(grid, frame, step, &mut found) {
        step *= 2;
    }
    for (area, shade) in found {
        let Area { x, y, w, h } = area;
        let opacity = f32::from(shade) / STRIP_SHADES;
        push_format(
            text,
            format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" opacity=\"{opacity}\"/>\n"),
        );
    }
}

/// Merges neighbours of the same shade on each line, `step` columns at a time; false if there are too many strips.
fn collect_strips(grid: &BarGrid, frame: &Frame, step: usize, found: &mut Vec<(Area, u8)>) -> bool {
    found.clear();
    let lines = if frame.is_empty() { 0 } else { frame.lines };
    for line in (0..lines).filter(|&line| !frame.is_shared_at(frame.place_of_line(line))) {
        let spots = grid.cells_of_line(line);
        let pixels = frame.pixel_rows_of(line);
        let (y, h) = (pixels.start as u32, pixels.len() as u32);
        let mut last = 0;
        for (i, spots) in spots.chunks(step).enumerate() {
            let used = spots.iter().map(|spot| spot.used.min(1.0)).sum::<f32>() / spots.len() as f32;
            let shade = if used > 0.0 { ((used * STRIP_SHADES + 0.5) as u8).max(1) } else { 0 };
            if shade > 0 && shade == last {
                if let Some((area, _)) = found.last_mut() {
                    area.w += spots.len() as u32;
                }
            } else if shade > 0 {
                let (x, w) = ((i * step) as u32, spots.len() as u32);
                found.push((Area { x, y, w, h }, shade));
            }
            last = shade;
        }
        if found.len() > MAX_STRIPS && step < frame.width {
            return false;
        }
    }
    true
}

/// The name of a pattern in a colour.
fn pattern_name(pattern: Pattern, colour: &str) -> String {
    let prefix = if pattern == Pattern::Hatch { "hatch" } else { "stripes" };
    format!("{prefix}-{}", colour.trim_start_matches('#'))
}

/// Writes the patterns of bars, one for each colour.
fn write_patterns(text: &mut String, painter: &Painter, bars: &[(usize, Area)]) {
    let mut known: Vec<String> = Vec::new();
    for &(i, _) in bars {
        let style = painter.style(i);
        if style.pattern == Pattern::Plain {
            continue;
        }
        let colour = painter.bar_colour(i);
        let [ink, ground] = [1.0, style.fill].map(|part| to_hex(blend(painter.grounds[0], colour, part)));
        let name = pattern_name(style.pattern, &ink);
        if !known.contains(&name) {
            let turn = if style.pattern == Pattern::Hatch { " patternTransform=\"rotate(-45)\"" } else { "" };
            let wide = HATCH_PERIOD * HATCH_INK;
            push_format(
                text,
                format_args!(
                    "<pattern id=\"{name}\" width=\"{HATCH_PERIOD}\" height=\"{HATCH_PERIOD}\" patternUnits=\"userSpaceOnUse\"{turn}>\
                     <path d=\"M0 0H{HATCH_PERIOD}V{HATCH_PERIOD}H0Z\" fill=\"{ground}\"/><path d=\"M0 0H{wide}V{HATCH_PERIOD}H0Z\" fill=\"{ink}\"/>\
                     </pattern>\n"
                ),
            );
            known.push(name);
        }
    }
}

/// Writes the shapes of a bar.
fn write_bar(text: &mut String, trace: &Trace, frame: &Frame, painter: &Painter, i: usize, area: Area) {
    let subject = trace.intervals.subject[i];
    let runs = frame.is_running(trace.intervals.end[i]);
    let Area { x, y, w, h } = area;
    let (style, colour) = (painter.style(i), painter.bar_colour(i));
    let full = blend(painter.grounds[0], colour, 1.0);
    let ink = to_hex(full);
    let fill = match style.pattern {
        Pattern::Plain => to_hex(blend(painter.grounds[0], colour, style.fill)),
        pattern => format!("url(#{})", pattern_name(pattern, &ink)),
    };
    let dots = if style.dotted { " stroke-dasharray=\"2\"" } else { "" };
    let outline = match style {
        _ if w < 3 || h < 3 || trace.is_scattered(subject) && !style.dotted => String::new(),
        SOLID_STYLE => format!(" stroke=\"{}\"", to_hex(painter.edge_colour(full))),
        _ => format!(" stroke=\"{ink}\"{dots}"),
    };
    push_format(
        text,
        format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"{outline}/>\n"),
    );
    let killed = trace.subjects.status[subject as usize] == Status::Killed
        && trace.subjects.end[subject as usize] == trace.intervals.end[i];
    if killed && !runs && w >= 6 && h >= 6 {
        // A cross at the end instead of hatching, which marks preemptible work.
        let (left, right, bottom) = (x + w - w.min(h), x + w, y + h);
        push_format(
            text,
            format_args!(
                "<path d=\"M{left} {y}L{right} {bottom}M{left} {bottom}L{right} {y}\" stroke=\"#000\" stroke-opacity=\".5\"/>\n"
            ),
        );
    }
}

/// Writes the outlines of subjects with several bars, without shared edges.
fn write_outlines(text: &mut String, trace: &Trace, painter: &Painter, bars: &[(usize, Area)]) {
    let subject = |i: usize| trace.intervals.subject[i];
    let large = |&(&(i, area), _): &(&(usize, Area), u32)| {
        area.w >= 3 && area.h >= 3 && trace.is_scattered(subject(i))
    };
    let several = bars.iter().zip(0..).filter(large).map(|(&(i, _), place)| (subject(i), place));
    for (subject, places) in order::group_pairs(several.collect()) {
        let of: Vec<(usize, Area)> = places.into_iter().map(|place| bars[place]).collect();
        let full = blend(painter.grounds[0], painter.bar_colour(of[0].0), 1.0);
        let areas: Vec<Area> = of.into_iter().map(|(_, area)| area).collect();
        let solid = trace.kind(subject).look == Look::Solid;
        let stroke = to_hex(if solid { painter.edge_colour(full) } else { full });
        push_format(text, format_args!("<path fill=\"none\" stroke=\"{stroke}\" d=\""));
        for Edge { from: (x, y), to: (right, bottom) } in outline(&areas) {
            push_format(text, format_args!("M{x} {y}L{right} {bottom}"));
        }
        text.push_str("\"/>\n");
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tests::trace_from_bars;
    use ganttlet_core::record::{Kind, Phase, Subject};
    use ganttlet_core::time::{Span, Time};
    use quick_xml::events::Event;
    use std::collections::BTreeMap;

    /// The number of elements with each name; checks that the document is well-formed.
    pub(crate) fn elements(text: &str) -> BTreeMap<String, usize> {
        let mut reader = quick_xml::Reader::from_str(text);
        let mut found = BTreeMap::new();
        loop {
            match reader.read_event().expect("well-formed XML") {
                Event::Start(tag) | Event::Empty(tag) => {
                    assert!(tag.attributes().all(|attribute| attribute.is_ok()));
                    let name = tag.name().as_ref().to_owned();
                    *found.entry(name).or_default() += 1;
                }
                Event::Eof => return found,
                _ => {}
            }
        }
    }

    #[test]
    fn a_vector_picture_has_bars_names_and_axis() {
        let bars = [(0, 2, 0.0, Some(40.0)), (2, 1, 10.0, None), (1, 1, 60.0, Some(60.1))];
        let mut trace = trace_from_bars(&[2, 1], 80.0, &bars);
        trace.bands[0].name = "<A&B>\u{1}".into();
        let view = View::of_whole_trace(&trace, 400, 90);
        let text = svg(&trace, &mut Canvas::default(), &view, "One \"run\" & more");
        let found = elements(&text);
        // Paper, two grounds, two bars and a strip.
        assert_eq!(found["rect"], 6, "{text}");
        assert!(text.contains("<title>One &quot;run&quot; &amp; more</title>"), "{text}");
        assert!(text.contains(">&lt;A&amp;B&gt;\u{fffd}</text>"), "{text}");
        assert!(text.contains("<rect x=\"0\" y=\"0\" width=\"200\" height=\"60\" fill="), "{text}");
        let ticks: Vec<&str> = text.split('>').filter_map(|piece| piece.strip_suffix("</text")).collect();
        assert!(ticks.ends_with(&["0:00:30", "0:01:00"]), "{ticks:?}");
    }

    #[test]
    fn kinds_and_phases_are_drawn_and_growing_jobs_have_one_outline() {
        const TASK: Kind =
            Kind { name: "sweep task", look: Look::Hatched, counts: false, recurs: false, is_job: true };
        let mut trace = trace_from_bars(&[4], 80.0, &[]);
        let (submit, estimate) = (Time::ZERO, Span::ZERO);
        for (kind, row, from) in [(Kind::JOB, 0, Phase::PREPARES), (TASK, 2, Phase::WORKS)] {
            let id =
                trace.add_kind(Subject { number: 1, user: 0, group: 0, submit, nodes: 1, estimate }, kind);
            trace.start(id, Time(10_000_000));
            trace.occupy(id, Time::ZERO, (row, 1), from);
            trace.vacate(id, Time(40_000_000));
            trace.occupy(id, Time(40_000_000), (row, 2), Phase::WORKS);
            trace.finish(id, Time(80_000_000), Status::Done);
        }
        let text = svg(&trace, &mut Canvas::default(), &View::of_whole_trace(&trace, 400, 80), "");
        let found = elements(&text);
        assert_eq!((found["rect"], found["pattern"]), (2 + 4, 1), "{text}");
        assert_eq!(text.matches("fill=\"url(#hatch-").count(), 2);
        assert_eq!(text.matches("stroke-dasharray").count(), 1);
        // A step at the middle, without a line across.
        assert!(text.contains("M200 20L200 40") && !text.contains("M200 0L200"), "{text}");
    }

    #[test]
    fn large_schedules_stay_small_documents() {
        let bar = |i: u32| {
            let start = f64::from(i / 64) * 10.0;
            (i % 64, 1, start, Some(start + 0.1 + f64::from(i % 7)))
        };
        let trace = trace_from_bars(&[64], 9_400.0, &(0..60_000).map(bar).collect::<Vec<_>>());
        for (width, height) in [(4_000, 640), (900, 640), (300, 20)] {
            let text = svg(&trace, &mut Canvas::default(), &View::of_whole_trace(&trace, width, height), "");
            let found = elements(&text);
            assert!(found["rect"] <= MAX_BARS + MAX_STRIPS + 2, "{} rectangles", found["rect"]);
            assert!(text.len() < 4_000_000, "{} bytes", text.len());
            assert!(text.contains("merged into grey strips"));
        }
    }
}
