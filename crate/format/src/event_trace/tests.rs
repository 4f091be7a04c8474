use crate::{read, recognise};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::Absence;

const TRACE: &str = "\
# event_id component_id node_id platform_id node_name event_type event_start_time event_stop_time event_end_reason
  0\t0\t 7\t1\tb\t0\t 1000.5\t1010\tNULL
  1\t0\t 7\t1\tb\t1\t 1010\t1060\tNULL
  2\t0\t 3\t1\ta\t1\t 1000\t1060\tNULL\r
  3\t0\t12\t1\tc\t0\t 1005 1020
  4\t0\t12\t1\tc\t0\t 1015\t1030\treboot of all
  5\t0\t12\t1\tc\t0\t 1030\t1040\tNULL
  6\t0\t12\t1\tc\t0\t 1050\t1050\tNULL
";

fn absences(text: &str, settings: &Settings) -> Vec<(u32, f64, f64, bool)> {
    let absences: Vec<Absence> =
        read("t", text.as_bytes(), Some("event-trace"), settings).expect("a trace").work.take();
    absences.iter().map(|a| (a.machine, a.start.seconds(), a.end.seconds(), a.gone)).collect()
}

#[test]
fn unavailable_periods_become_absences() {
    assert_eq!(recognise("x", TRACE.as_bytes()).map(|format| format.entry.id), Ok("event-trace"));
    let all = absences(TRACE, &Settings::default());
    assert_eq!(all, [(1, 0.5, 10.0, true), (2, 5.0, 40.0, true)]);
    // The line of column names need not be a comment.
    let named = TRACE.replacen("# ", "", 1);
    assert_eq!(absences(&named, &Settings::default()), all);
    let report = read("t", named.as_bytes(), None, &Settings::default()).expect("a trace").report;
    assert_eq!((report.read, report.skipped, report.repaired, report.processors), (2, 0, 1, Some(3)));
    assert_eq!(report.diagnostics.len(), 1, "{:?}", report.diagnostics);
    let facts: Vec<&str> = report.facts.iter().map(|fact| fact.value.as_str()).collect();
    assert_eq!(facts, ["3", "2", "0:01:00", "69.0 % of the time", "35 s"]);
}

#[test]
fn a_time_window_can_be_selected() {
    let settings = Settings::default()
        .with("from_s", Value::Number(8.0))
        .with("to_s", Value::Number(20.0))
        .with("unavailable", Value::Choice("owner"));
    assert_eq!(absences(TRACE, &settings), [(1, 0.0, 2.0, false), (2, 0.0, 12.0, false)]);
    let kept = Settings::default().with("shift_to_zero", Value::Bool(false));
    assert_eq!(absences(TRACE, &kept)[0], (1, 1000.5, 1010.0, true));
    let after = Settings::default().with("from_s", Value::Number(50.0));
    let problems = read("t", TRACE.as_bytes(), None, &after).expect_err("nothing there");
    assert!(problems[0].message.contains("selected window"), "{problems:?}");
}

#[test]
fn bad_lines_are_reported() {
    let bad =
        "1 2 3\n0 0 0 1 n 2 0 1\n0 0 x 1 n 0 0 1\n0 0 0 1 n 0 5 1\n0 0 0 1 n 0 0 1e99\n0 0 0 1 n 0 0 NULL\n";
    let text = format!("{bad}{}", TRACE.repeat(2));
    let reading = read("t", text.as_bytes(), Some("event-trace"), &Settings::default()).expect("a trace");
    assert_eq!(reading.report.skipped, 6);
    let diagnostics = reading.report.diagnostics[0].to_string();
    for part in [
        "6 lines skipped (line 1: 3 columns; line 2: column 6, the type of event, is `2`, neither 0 nor 1",
        "line 3: column 3, the node, is `x`, not a whole number",
        "line 4: column 8, the end, is `1`, before the start",
    ] {
        assert!(diagnostics.contains(part), "{diagnostics}");
    }
    for (text, expected) in [
        (bad, "6 of 6 lines are not valid lines of a failure trace"),
        ("# only\n", "the trace contains no event"),
        ("0 0 0 1 n 1 0 9\n", "no node is ever unavailable"),
    ] {
        let problems = read("t", text.as_bytes(), Some("event-trace"), &Settings::default());
        assert!(problems.expect_err("unusable")[0].message.contains(expected));
    }
}
