//! Klein and Pérez 2010: R6 in its quick form; the bands of the acceptance checklist (12 to 19) are claims of R1 to R5
//! with the verdicts of all runs beside them in `static/results`.

use super::assert_verdicts;
use ganttlet_study::Verdict::Undecided;

/// Open, with three seeds: by how much the totals change.
#[test]
fn a_hundred_times_as_long() {
    assert_verdicts("R6", &[("R6", &[Undecided, Undecided])]);
}
