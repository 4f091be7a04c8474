//! Sonmez 2010, chapter 3: rows R12 to R14 of the checklist.

use super::verdicts;
use ganttlet_core::study::Findings;
use ganttlet_core::study::Verdict::{DirectionOnly, Held, NotHeld};

/// The mean in a column of a row of a table.
fn mean(found: &Findings, table: usize, head: &str, column: &str) -> f64 {
    let table = &found.tables[table];
    let place = table.columns.iter().position(|name| name == column).expect("a column") - 1;
    let (_, cells) = table.rows.iter().find(|(name, _)| name == head).expect("a row");
    cells[place].ours.expect("a number").mean
}

/// R12.
#[test]
fn scaling_of_gadget_and_ft() {
    verdicts("E3.1", &[("R12", Held); 6]);
}

/// R13. What does not hold: that EGS has the larger largest sizes (1), that response times are better if all jobs are
/// malleable (5), and that the longest times are shorter with FPSMA (6).
#[test]
fn running_applications_first() {
    let expected = [
        ("R13", NotHeld),
        ("E3.2", Held),
        ("E3.2", Held),
        ("R13", Held),
        ("E3.2", NotHeld),
        ("E3.2", NotHeld),
        ("E3.2", DirectionOnly),
        ("R13", Held),
        ("E3.2", Held),
    ];
    let found = verdicts("E3.2", &expected);
    // The parts of these claims that do hold.
    let of = |head: &str, column: &str| mean(&found, 0, head, column);
    assert!(of("EGS, W_m", "average size") > of("FPSMA, W_m", "average size"));
    for policy in ["FPSMA", "EGS"] {
        let gadget = |workload: &str| of(&format!("{policy}, {workload}"), "GADGET, s");
        assert!(gadget("W_m") < gadget("W_mr") && gadget("W_m") > 400.0, "{policy}");
    }
    // Where a change of size costs two minutes, the longest executions are those of EGS.
    for workload in ["W_m", "W_mr"] {
        let longest =
            |policy: &str| mean(&found, 1, &format!("120 s, {policy}, {workload}"), "longest execution, s");
        assert!(longest("FPSMA") < longest("EGS"), "{workload}");
    }
}

/// R14.
#[test]
fn waiting_applications_first() {
    let expected = [
        ("E3.3", DirectionOnly),
        ("E3.3", DirectionOnly),
        ("R14", Held),
        ("E3.3", DirectionOnly),
        ("E3.3", DirectionOnly),
        ("R14", Held),
        ("E3.3", Held),
    ];
    let found = verdicts("E3.3", &expected);
    // Overload brings the manager to rest; with room to spare it never rests.
    let late = |nodes: u32| mean(&found, 1, &format!("{nodes} nodes, EGS, W'_m"), "late changes, %");
    assert!(late(22) < 10.0 && late(32) > 40.0);
}
