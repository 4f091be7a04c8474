//! Marks of intervals of length zero: selectable lines as high as the bar.

use crate::area::Area;
use crate::view::Frame;
use ganttlet_core::record::{Index, Trace};

/// Width of a mark, in pixels of the page.
const MARK_WIDTH: f64 = 2.0;
/// Maximum number of marks in a picture.
const MAX_MARKS: usize = 16_000;

impl Frame {
    /// The mark of an interval of length zero; `None` if its bar is not in the picture.
    pub(crate) fn instant_mark(&self, trace: &Trace, interval: usize, scale: f64) -> Option<Area> {
        let table = &trace.intervals;
        let x = self.x_of(table.start[interval].0 as f64);
        // Events at the edge are in the picture, for any rounding.
        if !(-0.5..=self.width as f64 + 0.5).contains(&x) {
            return None;
        }
        let (top, bottom) = self.rows_extent((table.row[interval], table.rows[interval]), true)?;
        let wide = (libm::round(MARK_WIDTH * scale) as usize).clamp(1, self.width.max(1));
        let from = (libm::round(x.max(0.0)) as usize)
            .saturating_sub(wide / 2)
            .min(self.width - wide.min(self.width));
        Some(Area { x: from as u32, y: top as u32, w: wide as u32, h: (bottom - top) as u32 })
    }
}

/// The marks of a view, in the order of their times.
pub(crate) fn instant_marks(trace: &Trace, index: &Index, frame: &Frame, scale: f64) -> Vec<(usize, Area)> {
    let shown = index.zero_length_intervals(trace, &frame.window);
    let shown = shown.filter(|&i| !frame.is_row_shared(trace.intervals.row[i]));
    shown.filter_map(|i| Some((i, frame.instant_mark(trace, i, scale)?))).take(MAX_MARKS).collect()
}

#[cfg(test)]
mod tests {
    use crate::tests::trace_from_bars;
    use crate::{Canvas, View, rasterize, subject_areas, subject_at, svg};

    /// Two bars of 4 s on the first row, between them one of length zero; a bar of 10 s beside them.
    const BARS: [(u32, u32, f64, Option<f64>); 4] =
        [(0, 1, 0.0, Some(4.0)), (0, 1, 4.0, Some(4.0)), (0, 1, 4.0, Some(8.0)), (1, 1, 0.0, Some(10.0))];

    #[test]
    fn intervals_of_length_zero_are_marked_and_can_be_selected() {
        let trace = trace_from_bars(&[2], 10.0, &BARS);
        let mut canvas = Canvas::default();
        for scale in [1.0, 2.0] {
            let view = View { scale, ..View::of_whole_trace(&trace, 100, 40) };
            let wide = (2.0 * scale) as u32;
            let [area] = subject_areas(&trace, &mut canvas, &view, 1)[..] else { panic!("one mark") };
            assert_eq!((area.x, area.y, area.w, area.h), (40 - wide / 2, 0, wide, 20));
            let who = |canvas: &mut Canvas, x, y| subject_at(&trace, canvas, &view, x, y);
            assert_eq!([10.0, 40.0, 60.0].map(|x| who(&mut canvas, x, 10.0)), [Some(0), Some(1), Some(2)]);
            assert_eq!(who(&mut canvas, 40.0, 30.0), Some(3));
        }
        // Pictures with and without the mark differ.
        let draw = |bars: &[_], view: &View| {
            let mut pixels = Vec::new();
            rasterize(&trace_from_bars(&[2], 10.0, bars), &mut Canvas::default(), view, &mut pixels);
            pixels
        };
        let view = View::of_whole_trace(&trace, 100, 40);
        let without = [BARS[0], BARS[2], BARS[3]];
        assert_ne!(draw(&BARS, &view), draw(&without, &view));
        // Not before its time.
        let before = View { now_s: 3.9, ..view.clone() };
        assert_eq!(draw(&BARS, &before), draw(&without, &before));
        assert_eq!(subject_at(&trace, &mut canvas, &before, 40.0, 10.0), None);
    }

    #[test]
    fn drawings_count_intervals_of_length_zero() {
        let described = |bars: &[(u32, u32, f64, Option<f64>)]| {
            let trace = trace_from_bars(&[2], 10.0, bars);
            let text = svg(&trace, &mut Canvas::default(), &View::of_whole_trace(&trace, 100, 40), "");
            let marks = text.matches("class=\"instant\"").count();
            let begin = text.find("<desc>").expect("a description") + 6;
            (marks, text[begin..].split(';').next().expect("a sentence").to_owned())
        };
        let own = "drawn individually";
        assert_eq!(described(&BARS), (1, format!("3 bars are {own}, and 1 of zero length as marks")));
        assert_eq!(
            described(&BARS[..2]),
            (1, "1 bar is drawn individually, and 1 of zero length as marks".to_owned())
        );
        assert_eq!(described(&BARS[2..]), (0, format!("2 bars are {own}")));
        // At the end of the run.
        assert_eq!(described(&[BARS[3], (0, 1, 10.0, Some(10.0))]).0, 1);
    }
}
