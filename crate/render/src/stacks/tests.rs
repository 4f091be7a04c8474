use super::*;
use crate::tests::{Bar, picture_text, trace_from_bars, view};
use crate::{View, labels, subject_at};
use ganttlet_core::record::Colour;

/// Ten nodes, of which two, then five are used, by bars of half a second.
fn half_busy_trace() -> Trace {
    let bars: Vec<Bar> = (0..32_u32)
        .flat_map(|at| {
            let used = if at < 16 { 2 } else { 5 };
            (0..used).map(move |row| (row * 2, 1, f64::from(at) / 4.0, Some(f64::from(at) / 4.0 + 0.25)))
        })
        .collect();
    trace_from_bars(&[10], 8.0, &bars)
}

#[test]
fn bars_that_are_too_narrow_become_shares_of_the_nodes() {
    let trace = half_busy_trace();
    let view = View { shares: true, colour: Some(Colour::Status), ..view(&trace, 8, 10) };
    let expected = [vec!["........"; 5], vec!["....aaaa"; 3], vec!["aaaaaaaa"; 2]].concat().join("\n");
    assert_eq!(picture_text(&trace, &view), format!("{expected}\n"));
    // At a high zoom they are bars.
    let near = View { to_s: 0.25, width: 8, ..view.clone() };
    assert_eq!(
        picture_text(&trace, &near).lines().filter(|line| line.contains('a') || line.contains('A')).count(),
        2
    );
    let now = View { now_s: 2.0, ..view.clone() };
    assert_eq!(picture_text(&trace, &now).lines().last(), Some("aa......"));
    assert!(labels(&trace, &mut Canvas::default(), &view).is_empty());
}

#[test]
fn bars_that_are_too_low_become_shares_even_if_rows_are_high_enough() {
    let one: Vec<Bar> = (0..10).map(|row| (row, 1, 0.0, Some(8.0))).collect();
    let shares = |bars: &[Bar], height| {
        let trace = trace_from_bars(&[20], 8.0, bars);
        let mut canvas = Canvas::default();
        canvas.update(&trace);
        canvas.frame(&trace, &View { shares: true, ..view(&trace, 100, height) }).has_shares()
    };
    // Rows of two pixels: bars of one row are too low, bars of two rows are not.
    assert!(shares(&one, 40) && !shares(&one, 60));
    let two: Vec<Bar> = (0..10).map(|at| (at * 2, 2, 0.0, Some(8.0))).collect();
    assert!(!shares(&two, 40));
    // Most of the node time decides.
    let mixed: Vec<Bar> =
        two.iter().take(6).copied().chain((12..20).map(|row| (row, 1, 0.0, Some(8.0)))).collect();
    assert!(!shares(&mixed, 40));
}

/// Ten nodes as above, and a cluster of six nodes with two long bars.
fn busy_beside_calm() -> Trace {
    let mut bars: Vec<Bar> = (0..32_u32)
        .flat_map(|at| {
            (0..5).map(move |row| (row * 2, 1, f64::from(at) / 4.0, Some(f64::from(at) / 4.0 + 0.25)))
        })
        .collect();
    bars.extend([(10, 3, 0.0, Some(8.0)), (14, 2, 4.0, Some(8.0))]);
    trace_from_bars(&[10, 6], 8.0, &bars)
}

#[test]
fn only_clusters_whose_bars_are_too_small_become_shares() {
    let trace = busy_beside_calm();
    let view = View { shares: true, colour: Some(Colour::Status), ..view(&trace, 80, 64) };
    let text = picture_text(&trace, &view);
    let lines: Vec<&str> = text.lines().collect();
    // Half of the first cluster, from below; the second with single bars, with edges.
    assert!(lines[1..20].iter().all(|line| line.chars().all(|sign| sign == '.')), "{text}");
    assert!(lines[20..40].iter().all(|line| line.chars().all(|sign| sign == 'a')), "{text}");
    assert_eq!((lines[41].chars().nth(20), lines[54].chars().nth(20)), (Some('a'), Some(',')), "{text}");
    let mut canvas = Canvas::default();
    let seen: Vec<_> =
        crate::row_labels(&trace, &mut canvas, &view).iter().map(|place| place.shares).collect();
    assert_eq!(seen, [true, false]);
    // Only subjects drawn as bars have names and areas.
    let named: Vec<u32> = labels(&trace, &mut canvas, &view).iter().map(|label| label.area.y).collect();
    assert_eq!(named, [40]);
    assert_eq!(subject_at(&trace, &mut canvas, &view, 20.0, 50.0), Some(160));
    assert!(subject_at(&trace, &mut canvas, &view, 20.0, 30.0).is_some_and(|subject| subject < 160));
    assert_eq!(subject_at(&trace, &mut canvas, &view, 20.0, 10.0), None);
    assert_eq!(crate::subject_areas(&trace, &mut canvas, &view, 0)[0].y, 37);
    assert_eq!(crate::subject_areas(&trace, &mut canvas, &view, 160)[0].y, 40);
    let drawn = crate::svg(&trace, &mut Canvas::default(), &view, "");
    assert!(
        drawn.contains("2 bars are drawn individually")
            && drawn.contains("In clusters where most bars are too small"),
        "{drawn}"
    );
}

#[test]
fn rows_that_are_too_low_become_shares_of_their_cluster() {
    let bars = [(0, 10, 0.0, Some(4.0)), (20, 20, 2.0, Some(8.0))];
    let trace = trace_from_bars(&[20, 20], 8.0, &bars);
    let view = View { shares: true, colour: Some(Colour::Job), ..view(&trace, 8, 20) };
    let text = picture_text(&trace, &view);
    let lines: Vec<&str> = text.lines().collect();
    // Half of the first cluster, from below; all of the second. Above them is the line between clusters.
    assert_eq!((lines[4], lines[5], lines[9]), ("........", "aaaa....", "aaaa...."), "{text}");
    assert_eq!((lines[11], lines[19]), (",,bbbbbb", ",,bbbbbb"), "{text}");
    // In a strip all clusters are one.
    let strip = View { height: 4, ..view };
    assert_eq!(picture_text(&trace, &strip), "........\n..aa....\n..bbbbbb\naabbbbbb\n");
}

#[test]
fn clusters_of_few_nodes_are_means_up_to_the_playhead() {
    let bars: Vec<Bar> = (0..48_u32).map(|at| (0, 1, f64::from(at), Some(f64::from(at) + 0.5))).collect();
    let trace = trace_from_bars(&[1], 48.0, &bars);
    let view = View { shares: true, colour: Some(Colour::Status), now_s: 18.0, ..view(&trace, 24, 4) };
    let (used, free) = (format!("{}{}\n", "a".repeat(9), ".".repeat(15)), format!("{}\n", ".".repeat(24)));
    assert_eq!(picture_text(&trace, &view), [free.clone(), free, used.clone(), used].concat());
}

#[test]
fn the_drawn_subject_is_found() {
    let bars = [(0, 10, 0.0, Some(8.0)), (20, 5, 0.0, Some(8.0)), (30, 10, 0.0, Some(8.0))];
    let trace = trace_from_bars(&[40], 8.0, &bars);
    let view = View { shares: true, colour: Some(Colour::Status), ..view(&trace, 8, 20) };
    let at = |y: f64| subject_at(&trace, &mut Canvas::default(), &view, 3.0, y);
    // One colour, 25 of 40 nodes: the lowest rows are the last job's.
    assert_eq!(
        [at(3.0), at(19.0), at(16.0), at(14.0), at(11.0), at(9.0)],
        [None, Some(2), Some(2), Some(1), Some(0), Some(0)]
    );
}

#[test]
fn a_vector_picture_has_the_same_shares() {
    let trace = half_busy_trace();
    let view = View { shares: true, colour: Some(Colour::Status), ..view(&trace, 8, 10) };
    let text = crate::svg(&trace, &mut Canvas::default(), &view, "");
    assert!(text.contains("d=\"M0 10H0V8H4V5H8V10Z\""), "{text}");
}
