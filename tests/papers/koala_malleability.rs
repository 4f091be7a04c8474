//! Sonmez 2010, chapter 3: rows R12 to R14 of the checklist.

use super::verdicts;
use ganttlet_study::Findings;
use ganttlet_study::Verdict::{ByConstruction, DirectionOnly, Held, NotHeld, Undecided};

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
    verdicts(
        "E3.1",
        &[(
            "R12",
            &[ByConstruction, ByConstruction, ByConstruction, ByConstruction, ByConstruction, ByConstruction],
        )],
    );
}

/// R13. What does not hold: that EGS gives more than FPSMA (1), and leaves few FT jobs at two processors (2). `W_m` holds
/// more than `W_mr`, but EGS no more than FPSMA (7). Open: execution times below 200 and above 400 s (4),
/// and the longest times (6).
#[test]
fn running_applications_first() {
    let found = verdicts(
        "E3.2",
        &[
            ("R13", &[NotHeld]),
            ("E3.2", &[NotHeld, Held]),
            ("R13", &[Undecided, Held]),
            ("E3.2", &[Held, Undecided, DirectionOnly]),
            ("R13", &[Held]),
            ("E3.2", &[Held]),
        ],
    );
    let of = |head: &str, column: &str| mean(found, 0, head, column);
    for policy in ["FPSMA", "EGS"] {
        let gadget = |workload: &str| of(&format!("{policy}, {workload}"), "GADGET, s");
        assert!(gadget("W_m") < gadget("W_mr") && gadget("W_m") > 400.0, "{policy}");
    }
    // What a change of size costs decides by how much the longest executions are those of EGS.
    for workload in ["W_m", "W_mr"] {
        let longest =
            |policy: &str| mean(found, 1, &format!("120 s, {policy}, {workload}"), "longest execution, s");
        assert!(longest("FPSMA") < longest("EGS"), "{workload}");
    }
}

/// R14. Open: that the manager comes to rest (1), that more jobs stay at two processors with EGS (2), and what EGS costs and
/// holds (4, 5).
#[test]
fn waiting_applications_first() {
    let found = verdicts(
        "E3.3",
        &[
            ("E3.3", &[Undecided, Undecided]),
            ("R14", &[Held]),
            ("E3.3", &[Undecided, Undecided]),
            ("R14", &[Held]),
            ("E3.3", &[Held]),
        ],
    );
    // The more others hold, the sooner the manager comes to rest.
    let late = |local: u32| mean(found, 1, &format!("{local} %, EGS, W'_m"), "late changes, %");
    assert!(late(88) < 30.0 && late(0) > 40.0);
}
