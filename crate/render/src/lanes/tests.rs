use super::lane_geometry::MAX_LANE;
use super::*;
use ganttlet_core::platform::one_cluster;
use ganttlet_core::record::{Recorder, Subject};
use ganttlet_core::time::Time;
use ganttlet_sim::tables::stays::{BOUNDS, BoundRow, LIMITS, STAYS, StayRow, TASKS};
use ganttlet_work::UNKNOWN;

static MISMATCH: Rule = Rule::with_values(
    "mismatch",
    &["bound", "largest"],
    "{job} moves on: {bound:duration} is more than {largest:duration}.",
);

fn seconds(seconds: f64) -> Time {
    Time::from_seconds(seconds)
}

fn span(seconds: f64) -> Span {
    Span::from_seconds(seconds)
}

/// Two queues. A task A is estimated in the first for 6 s and moves on; the second runs it from 31 s to 771 s. `short`
/// tasks arrive at 10 s; each stays in the first queue for 20 s, 5 s of which it waits.
pub(crate) fn two_queues(short: u32) -> Trace {
    let mut record = Recorder::new(&one_cluster(4), 0);
    record.declare(&[&LIMITS, &STAYS, &TASKS, &MOVES, &BOUNDS]);
    let [q1, q2, done, mismatch, grids] =
        ["Q1", "Q2", "done", "mismatch", "all grids"].map(|text| record.intern_text(text));
    for (queue, level, largest) in [(q1, 1, 120.0), (q2, 2, f64::NAN)] {
        let (most, long) = (f64::NAN, span(1e8));
        let (executes, stays) = (long, long);
        let limit = LimitRow {
            queue,
            level,
            grids,
            machines: 4,
            speed: 0.5,
            cpus: 2,
            largest,
            most,
            executes,
            stays,
            serial: None,
        };
        record.add_row(&limit);
    }
    let stay = |task, queue, level, (came, left): (f64, f64), why| StayRow {
        task,
        queue,
        level,
        came: seconds(came),
        left: seconds(left),
        why,
        moved: Span::ZERO,
        estimation: Span::ZERO,
        allocation: Span::ZERO,
        queueing: Span::ZERO,
        execution: Span::ZERO,
        detection: Span::ZERO,
        jobs: 1,
        starts: 0,
        evicted: 0,
        used: Span::ZERO,
        lost: Span::ZERO,
        allocated: 0.0,
        serial: None,
        tail: Span::ZERO,
        dedicated: Span::ZERO,
    };
    let row = |task, queue, level, (submit, end): (f64, f64), moves| TaskRow {
        task,
        submit: seconds(submit),
        end: seconds(end),
        status: done,
        queue,
        level,
        best: level,
        expected: span(if level == 1 { 15.0 } else { 700.0 }),
        work: span(100.0),
        moves,
        used: Span::ZERO,
    };
    let subject = |record: &mut Recorder, number, submit| {
        let group = record.add_group(format!("group {number}"));
        let submit = seconds(submit);
        record.add(Subject { number, user: UNKNOWN, group, submit, nodes: 1, estimate: Span::ZERO })
    };
    let long = subject(&mut record, 1, 0.0);
    record.set_name(long, "A".to_owned());
    record.add_row(&BoundRow {
        time: seconds(6.0),
        task: long,
        queue: q1,
        since: seconds(0.0),
        first: 8000.0,
        bound: 2400.0,
        truth: 2000.0,
        limit: 120.0,
    });
    record.add_row(&StayRow { estimation: span(6.0), ..stay(long, q1, 1, (0.0, 6.0), mismatch) });
    let place = record.add_row(&MoveRow { time: seconds(6.0), task: long, from: q1, to: q2, why: mismatch });
    let values = [2400.0_f64, 120.0, 0.0, 0.0].map(|value| value.to_bits() as i64);
    record.explain_row::<MoveRow>(place, (&MISMATCH, values));
    for number in 0..short {
        let task = subject(&mut record, number + 2, 10.0);
        let run = StayRow {
            queueing: span(5.0),
            execution: span(15.0),
            starts: 1,
            ..stay(task, q1, 1, (10.0, 30.0), done)
        };
        record.add_row(&run);
        record.add_row(&row(task, q1, 1, (10.0, 30.0), 0));
        record.finish(task, seconds(30.0), ganttlet_core::record::Status::Done);
    }
    let run = StayRow {
        allocation: span(20.0),
        execution: span(740.0),
        detection: span(4.0),
        starts: 9,
        evicted: 2,
        used: span(800.0),
        lost: span(60.0),
        ..stay(long, q2, 2, (11.0, 775.0), done)
    };
    record.add_row(&run);
    record.add_row(&row(long, q2, 2, (0.0, 775.0), 1));
    record.finish(long, seconds(775.0), ganttlet_core::record::Status::Done);
    record.into()
}

fn lanes_at(trace: &Trace, now_s: f64, task: Option<SubjectId>) -> Lanes {
    let view = View { from_s: 0.0, to_s: 1_000.0, width: 1_000, height: 100, now_s, ..View::default() };
    lanes(trace, &view, task).expect("there are queues")
}

fn lane_texts(lanes: &Lanes) -> Vec<&str> {
    lanes.words.iter().map(|word| word.text.as_str()).collect()
}

#[test]
fn the_path_of_a_task_shows_rules_and_their_values() {
    let found = lanes_at(&two_queues(1), 1_000.0, None);
    assert_eq!((found.name.as_str(), found.lanes.len()), ("A", 2));
    assert_eq!(
        found.lanes[0].about,
        "Q1, level 1: tasks of up to 2 min of work, on all grids (at most 2 of 4 machines)"
    );
    let [link] = &found.links[..] else { panic!("one move") };
    assert!(link.followed && link.from.1 < link.to.1 && (link.from.0, link.to.0) == (6.0, 11.0), "{link:?}");
    let numbers: Vec<(u32, &str)> = found.dots.iter().map(|dot| (dot.number, dot.text.as_str())).collect();
    assert_eq!(numbers, [(1, "A moves on: 40 min is more than 2 min."), (0, "A is done after 12 min 55 s.")]);
    assert_eq!(
        lane_texts(&found),
        ["mismatch: 40 min > 2 min", "2 done after 20 s", "A runs 12 min 20 s", "done after 12 min 55 s"]
    );
    // The bars of A: estimation, waiting, execution.
    let own = found.bars.iter().filter(|bar| bar.task == found.task);
    let looks: Vec<(u8, f32, f32)> = own.map(|bar| (bar.look, bar.x, bar.w)).collect();
    assert_eq!(looks, [(3, 0.0, 6.0), (4, 0.0, 6.0), (3, 11.0, 20.0), (5, 31.0, 740.0)]);
}

#[test]
fn nothing_after_the_playhead_is_shown() {
    let trace = two_queues(1);
    let before = lanes_at(&trace, 5.0, None);
    assert!(
        before.dots.is_empty() && before.links.is_empty() && lane_texts(&before).is_empty(),
        "{before:?}"
    );
    assert!(before.bars.iter().all(|bar| bar.x + bar.w <= 5.0), "{before:?}");
    let later = lanes_at(&trace, 500.0, None);
    assert_eq!((later.dots.len(), later.links.len()), (1, 1));
    assert_eq!((before.height, before.lanes), (later.height, later.lanes));
}

#[test]
fn the_selected_task_is_followed() {
    let trace = two_queues(2);
    let short = lanes_at(&trace, 1_000.0, Some(1));
    assert_eq!((short.task, short.dots.len()), (Some(1), 1));
    assert_eq!(task_of(&trace, 1), Some(1));
    assert_eq!(task_of(&trace, 77), None);
}

#[test]
fn a_crowded_lane_shows_the_number_of_tasks() {
    let found = lanes_at(&two_queues(60), 1_000.0, None);
    let many: Vec<&LaneBar> = found.bars.iter().filter(|bar| bar.task.is_none()).collect();
    assert_eq!(found.bars.iter().filter(|bar| bar.task.is_some() && bar.task != found.task).count(), 0);
    let tall =
        |look: u8| many.iter().filter(|bar| bar.look == look).map(|bar| f64::from(bar.h)).fold(0.0, f64::max);
    // All 60 wait, then all 60 execute.
    assert!((tall(0) - tall(2)).abs() < 0.01 && tall(2) > 40.0, "{many:?}");
    assert!(found.lanes[0].h <= MAX_LANE as f32);
}

#[test]
fn lanes_are_in_the_vector_picture() {
    let trace = two_queues(1);
    let view = View { theme: ThemeName::Dark, ..View::of_whole_trace(&trace, 800, 100) };
    let text = crate::svg(&trace, &mut crate::Canvas::default(), &view, "");
    for part in [
        "mismatch: 40 min &gt; 2 min",
        "<tspan font-weight=\"600\">Q2</tspan> level 2",
        "<title>A moves on: 40 min is more than 2 min.</title>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(lanes(&crate::tests::trace_from_bars(&[2], 8.0, &[]), &view, None).is_none());
}

#[test]
fn compared_durations_are_distinct() {
    let said = |a, b| distinct_durations(a, b);
    assert_eq!(said(7_200.0, 360.0), ("2 h".to_owned(), "6 min".to_owned()));
    assert_eq!(said(102_000.0, 100_920.0), ("28 h 20 min".to_owned(), "28 h 2 min".to_owned()));
    assert_eq!(said(7_200.4, 7_198.0), ("2 h".to_owned(), "1 h 59 min 58 s".to_owned()));
    assert_eq!(said(90.4, 90.1), ("90.4 s".to_owned(), "90.1 s".to_owned()));
}

#[test]
fn durations_of_equal_usual_form_are_compared_in_full() {
    static RULE: Rule =
        Rule::with_values("task-potential", &["remaining", "execution", "stay"], "{job} moves.");
    let why = |seconds: [f64; 3]| {
        let [remaining, execution, stay] = seconds.map(|value| value.to_bits() as i64);
        Decision {
            time: Time::ZERO,
            subject: 0,
            rule: &RULE,
            values: [remaining, execution, stay, 0],
            chosen: u16::MAX,
            blocked_by: u32::MAX,
            candidates: (0, 0),
        }
    };
    let text = exact_comparison(&why([102_000.0, 190_800.0, 100_920.0]));
    assert_eq!(text, " In full: 28 h 20 min > 28 h 2 min.");
    assert_eq!(exact_comparison(&why([102_000.0, 190_800.0, 7_200.0])), "");
}
