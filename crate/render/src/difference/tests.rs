use super::*;
use crate::arrows::MAX_ARROWS;
use crate::baseline::export_baseline;
use crate::tests::{Bar, trace_from_bars, view};
use crate::xml::push_format;
use crate::{labels, svg};
use proptest::prelude::*;

/// The difference between two runs as text: marked subjects and ghosts.
fn difference_text(own: &[Bar], base: &[Bar], change: impl Fn(View) -> View) -> String {
    let (run, other) = (trace_from_bars(&[4], end_of(own), own), trace_from_bars(&[4], end_of(base), base));
    let mut canvas = Canvas::default();
    canvas.compare(&run, &export_baseline(&other));
    let view = change(View { to_s: 48_000.0, ..view(&run, 480, 80) });
    let found = difference(&run, &mut canvas, &view, &[]).expect("it has a baseline");
    let mut text = format!("{} earlier, {} later by {}", found.earlier, found.later, found.least);
    for Moved { x, y, earlier } in found.moved {
        push_format(&mut text, format_args!("; {} {x},{y}", if earlier { '<' } else { '>' }));
    }
    for Ghost { area, text: name, .. } in found.ghosts {
        push_format(&mut text, format_args!("; ghost {name} {},{} {}x{}", area.x, area.y, area.w, area.h));
    }
    for Arrow { from, to } in found.arrows {
        push_format(&mut text, format_args!("; arrow {},{} to {},{}", from.0, from.1, to.0, to.1));
    }
    if let Some(ends) = found.ends {
        push_format(&mut text, format_args!("; {} at {} not {}", ends.text, ends.own, ends.baseline));
    }
    text
}

fn end_of(bars: &[Bar]) -> f64 {
    bars.iter().filter_map(|&(.., end)| end).fold(0.0, f64::max)
}

/// The third job is backfilled before the second, which waits for the first: the third ends early, and the second
/// starts a little later.
pub(crate) const BASE: [Bar; 3] =
    [(0, 3, 0.0, Some(20_000.0)), (0, 4, 20_000.0, Some(30_000.0)), (0, 1, 30_000.0, Some(48_000.0))];
pub(crate) const OWN: [Bar; 3] =
    [(0, 3, 0.0, Some(20_000.0)), (0, 4, 21_000.0, Some(31_000.0)), (3, 1, 2_000.0, Some(20_000.0))];

#[test]
fn moved_jobs_are_marked_and_have_ghosts() {
    assert_eq!(
        difference_text(&OWN, &BASE, |view| view),
        "1 earlier, 1 later by 5 min; > 210,40; < 20,70; ghost 3 310,0 170x20; arrow 310,10 to 200,70; \
         ends 4 h 43 min earlier at 310 not 480"
    );
    // In the opposite comparison, no ghost of the baseline lies on idle nodes.
    assert_eq!(
        difference_text(&BASE, &OWN, |view| view),
        "1 earlier, 1 later by 5 min; < 200,40; > 300,10; ends 4 h 43 min later at 480 not 310"
    );
    assert_eq!(difference_text(&OWN, &OWN, |view| view), "0 earlier, 0 later by 5 min");
    // Without bars of counted subjects, no number of moved subjects is given, because it is unknown.
    assert_eq!(difference_text(&[], &[], |view| view), "0 earlier, 0 later by ");
}

#[test]
fn nothing_after_the_playhead_is_shown() {
    let at = |now_s| difference_text(&OWN, &BASE, |view| View { now_s, ..view });
    assert_eq!(at(2_200.0), "0 earlier, 0 later by 5 min");
    assert_eq!(at(2_300.0), "1 earlier, 0 later by 5 min");
    assert_eq!(at(20_900.0), "1 earlier, 0 later by 5 min; < 20,70");
    assert_eq!(
        at(31_500.0),
        "1 earlier, 1 later by 5 min; > 210,40; < 20,70; ghost  310,0 5x20; arrow 310,10 to 200,70"
    );
}

#[test]
fn the_bracket_is_drawn_at_the_end_of_the_run() {
    // In seconds, this is slightly less than the whole number of microseconds.
    let end = 52_606.077_991;
    let own = [(0, 1, 0.0, Some(30_000.0))];
    let base = [(0, 1, 0.0, Some(end))];
    let at = |now_s| difference_text(&own, &base, |view| View { now_s, to_s: 60_000.0, ..view });
    assert!(at(end).contains("ends 6 h 17 min earlier"), "{}", at(end));
    assert!(!at(end - 1.0).contains("ends"));
}

#[test]
fn wide_labels_show_the_shift() {
    let (run, other) = (trace_from_bars(&[4], 31_000.0, &OWN), trace_from_bars(&[4], 48_000.0, &BASE));
    let mut canvas = Canvas::default();
    canvas.compare(&run, &export_baseline(&other));
    let shifts = |canvas: &mut Canvas, view: &View| -> Vec<String> {
        labels(&run, canvas, view).into_iter().map(|label| label.text + &label.shift).collect()
    };
    let whole = view(&run, 480, 120);
    assert_eq!(shifts(&mut canvas, &whole), ["1", "2+0:17", "3\u{2212}7:47"]);
    let early = View { now_s: 29_999.0, ..whole.clone() };
    assert_eq!(shifts(&mut canvas, &early), ["1", "2+0:17", "3"]);
    let low = View { height: 80, ..whole.clone() };
    assert_eq!(shifts(&mut canvas, &low), ["1", "2+0:17", "3"]);
    canvas.compare(&run, &[]);
    assert_eq!(shifts(&mut canvas, &whole), ["1", "2", "3"]);
    assert_eq!(difference(&run, &mut canvas, &whole, &[]), None);
}

#[test]
fn ghosts_cover_neither_bars_nor_idle_regions() {
    // The second row is free from 10,000 on, but a job starts at 15,000: until then jobs may wait.
    let own = [(0, 1, 0.0, Some(30_000.0)), (1, 1, 0.0, Some(10_000.0)), (2, 1, 15_000.0, Some(20_000.0))];
    let base = [(0, 2, 0.0, Some(40_000.0)), (2, 1, 0.0, Some(30_000.0)), (3, 1, 0.0, Some(48_000.0))];
    let ghosts = "0 earlier, 1 later by 5 min; > 150,50; ghost 3 150,60 330x20; ghost 1 300,0 100x40; \
                  ghost 2 200,40 100x20";
    assert!(
        difference_text(&own, &base, |view| view).starts_with(ghosts),
        "{}",
        difference_text(&own, &base, |view| view)
    );
}

#[test]
fn folded_rows_have_no_ghosts() {
    let bars = |long: f64| [(0, 1, 0.0, Some(long)), (1, 1, 0.0, Some(long)), (9, 1, 0.0, Some(long))];
    // In the baseline the second job ran later, on the second row and one that the run never used.
    let base =
        [(0, 1, 0.0, Some(9_000.0)), (1, 2, 20_000.0, Some(40_000.0)), (9, 1, 20_000.0, Some(40_000.0))];
    let (run, other) =
        (trace_from_bars(&[12], 9_000.0, &bars(9_000.0)), trace_from_bars(&[12], 40_000.0, &base));
    let mut canvas = Canvas::default();
    canvas.compare(&run, &export_baseline(&other));
    let view = View { to_s: 48_000.0, folded: true, ..view(&run, 480, 60) };
    let found = difference(&run, &mut canvas, &view, &[]).expect("it has a baseline");
    let ghosts: Vec<_> = found.ghosts.iter().map(|ghost| (&*ghost.text, ghost.area)).collect();
    assert_eq!(ghosts, [("3", Area { x: 200, y: 40, w: 200, h: 20 })]);
}

#[test]
fn a_selected_subject_has_the_only_ghost_and_arrow() {
    let (run, other) = (trace_from_bars(&[4], 31_000.0, &OWN), trace_from_bars(&[4], 48_000.0, &BASE));
    let mut canvas = Canvas::default();
    canvas.compare(&run, &export_baseline(&other));
    let view = View { to_s: 48_000.0, ..view(&run, 480, 80) };
    let found = difference(&run, &mut canvas, &view, &[9, 1, 2]).expect("it has a baseline");
    let asked: Vec<Area> = found.ghosts.iter().filter(|ghost| ghost.asked).map(|ghost| ghost.area).collect();
    assert_eq!(asked, [Area { x: 200, y: 0, w: 100, h: 80 }]);
    assert_eq!(found.arrows, [Arrow { from: (200, 40), to: (210, 40) }]);
}

#[test]
fn crowded_triangles_are_not_drawn() {
    let bars = |late: f64| -> Vec<Bar> {
        let bar = |at: u32| {
            (
                at % 10,
                1,
                f64::from(at / 10) * 1_000.0 + late,
                Some(f64::from(at / 10) * 1_000.0 + late + 900.0),
            )
        };
        (0..300).map(bar).collect()
    };
    let (own, base) = (bars(0.0), bars(3_000.0));
    let (run, other) = (trace_from_bars(&[10], 30_000.0, &own), trace_from_bars(&[10], 33_000.0, &base));
    let mut canvas = Canvas::default();
    canvas.compare(&run, &export_baseline(&other));
    let mut seen = |to_s| {
        let found = difference(&run, &mut canvas, &View { to_s, ..view(&run, 900, 120) }, &[]);
        let found = found.expect("it has a baseline");
        (found.earlier, found.moved.len(), found.ghosts.len() + found.arrows.len(), found.ends.is_some())
    };
    assert_eq!(seen(36_000.0), (300, 0, 0, true));
    assert_eq!(seen(5_000.0), (300, 50, 0, true));
}

#[test]
fn the_threshold_for_moved_jobs_is_lower_in_short_runs() {
    let scaled = |bars: &[Bar; 3], by: f64| {
        bars.map(|(row, rows, from, to)| (row, rows, from / by, to.map(|to| to / by)))
    };
    let least = |by: f64| {
        let (own, base) = (scaled(&OWN, by), scaled(&BASE, by));
        difference_text(&own, &base, |view| view).split(';').next().map(str::to_owned)
    };
    assert_eq!(least(4.0).as_deref(), Some("1 earlier, 1 later by 2 min"));
    assert_eq!(least(400.0).as_deref(), Some("1 earlier, 1 later by 2 s"));
    assert_eq!(least(0.01).as_deref(), Some("1 earlier, 1 later by 5 min"));
}

#[test]
fn a_truncated_or_foreign_baseline_gives_no_difference() {
    let (run, other) = (trace_from_bars(&[4], 31_000.0, &OWN), trace_from_bars(&[4], 48_000.0, &BASE));
    let bytes = export_baseline(&other);
    for length in 1..=bytes.len() {
        let mut canvas = Canvas::default();
        canvas.compare(&run, &bytes[..length]);
        let _ = svg(&run, &mut canvas, &view(&run, 100, 40), "");
    }
    let mut others = other.clone();
    others.subjects.number.reverse();
    let mut canvas = Canvas::default();
    // Other work is not compared.
    assert!(canvas.compare(&run, &bytes) && !canvas.compare(&run, &export_baseline(&others)));
    assert!(difference(&run, &mut canvas, &view(&run, 480, 80), &[]).is_none());
    let mut later = other.clone();
    later.subjects.submit[1] = ganttlet_core::time::Time(1);
    assert!(!canvas.compare(&run, &export_baseline(&later)));
}

proptest! {
    #[test]
    fn no_arrow_crosses_another_and_no_ghost_a_bar(
        jobs in prop::collection::vec((0..8_u32, 1..3_u32, 300..9_000_u32, 1..40_u32), 1..40),
    ) {
        // Jobs fill each row from the left in both runs, with gaps in the baseline.
        let mut free = [[0.0_f64; 10]; 2];
        let mut bars: [Vec<Bar>; 2] = [Vec::new(), Vec::new()];
        for &(row, rows, long, gap) in &jobs {
            for (run, extra) in [(0, 0.0), (1, f64::from(gap) * 60.0)] {
                let there = &mut free[run][row as usize..(row + rows) as usize];
                let start = there.iter().copied().fold(0.0, f64::max) + extra;
                there.fill(start + f64::from(long));
                bars[run].push((row, rows, start, Some(start + f64::from(long))));
            }
        }
        let [own, base] = bars;
        let (run, other) = (trace_from_bars(&[10], end_of(&own), &own), trace_from_bars(&[10], end_of(&base), &base));
        let mut canvas = Canvas::default();
        canvas.compare(&run, &export_baseline(&other));
        let view = View { to_s: end_of(&base), ..view(&run, 900, 200) };
        let found = difference(&run, &mut canvas, &view, &[]).expect("it has a baseline");
        prop_assert!(found.arrows.len() <= MAX_ARROWS);
        for (i, one) in found.arrows.iter().enumerate() {
            for two in &found.arrows[..i] {
                prop_assert!(!one.crosses(*two), "{one:?} {two:?}");
            }
        }
        let frame = view.frame(&run);
        let over = |a: Area, b: Area| a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
        for ghost in &found.ghosts {
            for i in 0..run.intervals.len() {
                let bar = frame.bar_area(&run, i);
                prop_assert!(!bar.is_some_and(|bar| over(ghost.area, bar)), "{ghost:?} {bar:?}");
            }
        }
    }
}
