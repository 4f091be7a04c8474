//! Sonmez 2010, chapter 3: rows R12 to R14 of the checklist.

use super::assert_verdicts;
use ganttlet_study::Findings;
use ganttlet_study::Verdict::{ByConstruction, DirectionOnly, Held, HeldInPart, NotHeld, Undecided};

/// The mean in a column of a row of a table.
fn table_mean(found: &Findings, table: usize, head: &str, column: &str) -> f64 {
    let table = &found.tables[table];
    let place = table.columns.iter().position(|name| name == column).expect("a column") - 1;
    let (_, cells) = table.rows.iter().find(|(name, _)| name == head).expect("a row");
    cells[place].ours.expect("a number").mean
}

/// R12.
#[test]
fn scaling_of_gadget_and_ft() {
    assert_verdicts(
        "E3.1",
        &[(
            "R12",
            &[ByConstruction, ByConstruction, ByConstruction, ByConstruction, ByConstruction, ByConstruction],
        )],
    );
}

/// R13. What does not hold: that EGS leaves few FT jobs at two processors (2), that few execution times lie between 200 and
/// 400 s (4), and that the longest times are far apart (6). Jobs grow more often with `W_m` than with `W_mr`, but not twice
/// as often (8).
#[test]
fn running_applications_first() {
    let found = assert_verdicts(
        "E3.2",
        &[
            ("R13", &[Undecided]),
            ("E3.2", &[HeldInPart, Held]),
            ("R13", &[Undecided, NotHeld, Undecided]),
            ("E3.2", &[Held, NotHeld, Undecided]),
            ("R13", &[Held, DirectionOnly]),
            ("E3.2", &[ByConstruction]),
        ],
    );
    let of = |head: &str, column: &str| table_mean(found, 0, head, column);
    for policy in ["FPSMA", "EGS"] {
        let gadget = |workload: &str| of(&format!("{policy}, {workload}"), "GADGET, s");
        assert!(gadget("W_m") < gadget("W_mr"), "{policy}");
    }
    // What a change of size costs decides by how much the longest executions are those of EGS.
    for workload in ["W_m", "W_mr"] {
        let longest = |policy: &str| {
            table_mean(found, 1, &format!("120 s, {policy}, {workload}"), "longest execution, s")
        };
        assert!(longest("FPSMA") < longest("EGS"), "{workload}");
    }
}

/// R14. The manager does not come to rest (1), and no more jobs stay at two processors with EGS (2). Open: what EGS costs and
/// holds (4, 5).
#[test]
fn waiting_applications_first() {
    assert_verdicts(
        "E3.3",
        &[
            ("E3.3", &[NotHeld, HeldInPart]),
            ("R14", &[Held, Held]),
            ("E3.3", &[Undecided, Undecided]),
            ("R14", &[ByConstruction]),
            ("E3.3", &[Held, ByConstruction]),
        ],
    );
}
