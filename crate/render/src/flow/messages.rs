//! Messages between units of components as strips over the rows of the receiving units, in the colours of the sending
//! clusters.

use super::{MIN_STRIP, STRIP_HEIGHT, Strip, transfer_time};
use crate::area::Area;
use crate::theme::theme;
use crate::view::{Frame, View};
use ganttlet_core::order;
use ganttlet_core::record::{Trace, Transfer};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::format_duration;
use ganttlet_sim::tables::components::PARTS;

/// From this number of messages in a view on, none are drawn, because they would hide the bars.
const MAX_STRIPS: usize = 4_000;
/// Minimum height of rows with strips, in pixels of the page.
const MIN_ROW_HEIGHT: f64 = 7.0;
/// Maximum number of stacked strips in a row.
const STRIP_LINES: usize = 3;

/// True if units of components have sent messages to other clusters.
pub fn has_messages(trace: &Trace) -> bool {
    !trace.transfers.is_empty() && trace.table(PARTS.id).is_some_and(|parts| !parts.is_empty())
}

/// The strips of a view. The longest message to the selected unit is marked.
pub(super) fn message_strips(
    trace: &Trace,
    frame: &Frame,
    view: &View,
    subjects: &[SubjectId],
) -> Vec<Strip> {
    let (scale, palette) = (view.scale(), theme(view.theme).palette);
    let of_asked = |one: &&Transfer| subjects.contains(&one.subject) && frame.is_shown(one.start);
    let longest = trace.transfers.iter().filter(of_asked).max_by_key(|one| transfer_time(one));
    let seen = |one: &Transfer| {
        let place = trace.intervals_of(one.subject).next().map(|i| trace.intervals.row[i])?;
        let place = f64::from(frame.fold.place(place).filter(|_| !frame.is_row_shared(place))?);
        let (top, bottom) = (frame.edge_of(place), frame.edge_of(place + 1.0));
        let tall = (bottom - top) as f64 >= MIN_ROW_HEIGHT * scale;
        let columns =
            frame.columns_of(one.start.0 as f64, frame.before_playhead(one.end.0 as f64)).filter(|_| tall)?;
        Some((one.subject, columns.from as u32, columns.end() as u32, top as u32))
    };
    let known = trace.transfers.iter().filter_map(|one| Some((one, seen(one)?)));
    let mut known: Vec<_> = known.take(MAX_STRIPS + 1).collect();
    if known.len() > MAX_STRIPS {
        return Vec::new();
    }
    order::sort_by_key(&mut known, |(one, _)| one.start.0);
    let high = (STRIP_HEIGHT * scale / 2.0).max(1.0) as u32;
    // The end of each line of strips of a unit.
    let mut lines: Vec<(SubjectId, [u32; STRIP_LINES])> = Vec::new();
    let mut strip = |(one, (unit, from, to, top)): (&Transfer, (SubjectId, u32, u32, u32))| {
        let place = lines.iter().position(|&(known, _)| known == unit).unwrap_or_else(|| {
            lines.push((unit, [0; STRIP_LINES]));
            lines.len() - 1
        });
        let ends = &mut lines[place].1;
        let line = ends.iter().position(|&end| end <= from).unwrap_or(STRIP_LINES - 1);
        ends[line] = ends[line].max(to);
        let marked = longest == Some(one);
        let told = marked && f64::from(to - from) >= MIN_STRIP * scale;
        Strip {
            area: Area { x: from, y: top + line as u32 * (high + 1), w: to - from, h: high },
            marked,
            text: if told { message_text(trace, one) } else { String::new() },
            fill: Some(palette[usize::from(one.from) % palette.len()]),
        }
    };
    known.into_iter().map(&mut strip).collect()
}

/// `10 Mb, VU to Delft: 181 ms`.
fn message_text(trace: &Trace, one: &Transfer) -> String {
    let name = |band: u16| trace.bands.get(usize::from(band)).map_or("", |band| &band.name);
    let size = ganttlet_core::diagnostic::format_number(one.bytes * 8.0 / 1e6);
    format!("{size} Mb, {} to {}: {}", name(one.from), name(one.to), format_duration(one.end - one.start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Canvas;
    use crate::tests::view;
    use ganttlet_core::platform::{Cluster, Network, Platform};
    use ganttlet_core::record::{Phase, Recorder, Status, Subject};
    use ganttlet_core::time::{Span, Time};
    use ganttlet_sim::tables::components::PartRow;
    use ganttlet_work::UNKNOWN;

    /// Two units, each on the one node of a cluster; messages from the first to the second.
    fn two_units(messages: &[(f64, f64)]) -> Trace {
        let clusters = ["A", "B"].map(|name| Cluster::homogeneous(name.to_owned(), 1, 1.0)).to_vec();
        let platform = Platform { network: Network::uniform(2, 1e8, Span(1)), clusters };
        let mut record = Recorder::new(&platform, 0);
        record.declare(&[&PARTS]);
        let [pattern, layout] = ["pipeline", "exact"].map(|words| record.intern_text(words));
        let (time, message, compute) = (Time::ZERO, 10.0, Span::ZERO);
        let (workflow, component, units, items, width, hit) = (0, 1, 2, 1, 1, None);
        record.add_row(&PartRow {
            time,
            workflow,
            component,
            pattern,
            layout,
            units,
            items,
            message,
            compute,
            width,
            hit,
        });
        let (at, estimate) = (Time::from_seconds, Span::ZERO);
        for number in 0..2 {
            let submit = Time::ZERO;
            let unit =
                record.add(Subject { number, user: UNKNOWN, group: UNKNOWN, submit, nodes: 1, estimate });
            record.start(unit, submit);
            record.occupy(unit, submit, (number, 1), Phase::WORKS);
            record.finish(unit, at(10.0), Status::Done);
        }
        for &(start, end) in messages {
            let (start, end) = (at(start), at(end));
            record.add_transfer(Transfer { start, end, from: 0, to: 1, subject: 1, bytes: 1.25e6 });
        }
        record.into()
    }

    #[test]
    fn messages_are_strips_on_the_row_of_the_receiver() {
        let trace = two_units(&[(1.0, 4.0), (2.0, 3.0), (5.0, 6.0)]);
        assert!(has_messages(&trace) && !has_messages(&two_units(&[])));
        // Ten seconds, two rows: 10 pixels per second, 20 per row.
        let wide = View { to_s: 10.0, ..view(&trace, 100, 40) };
        let of = |view: &View, subjects: &[SubjectId]| {
            let flow = super::super::flow(&trace, &mut Canvas::default(), view, subjects);
            flow.strips.into_iter().map(|strip| (strip.area, strip.marked, strip.text)).collect::<Vec<_>>()
        };
        let area = |x, y, w| Area { x, y, w, h: 2 };
        let plain = |area| (area, false, String::new());
        // The second is below the first, which is still in transfer.
        let all = [area(10, 20, 30), area(20, 23, 10), area(50, 20, 10)];
        assert_eq!(of(&wide, &[]), all.map(plain));
        assert_eq!(of(&wide, &[1])[0], (all[0], true, "10 Mb, A to B: 3 s".to_owned()));
        // Only up to the playhead; nothing if rows are too low.
        let early = [plain(area(10, 20, 15)), plain(area(20, 23, 5))];
        assert_eq!(of(&View { now_s: 2.5, ..wide.clone() }, &[]), early);
        assert!(of(&View { height: 12, ..wide }, &[]).is_empty());
    }
}
