//! Kleinrock 1975: the closed form of a queue with one server.

use super::assert_verdicts;
use ganttlet_study::Verdict::Held;

#[test]
fn mean_wait_times_are_those_of_the_closed_form() {
    assert_verdicts("X1", &[("X1", &[Held])]);
}
