//! Reasons of waiting applications.

use super::read;
use crate::system::{Budget, Run};
use ganttlet_core::record::Index;
use ganttlet_core::time::Time;

/// Why R1 waits at a given time, under a rule.
fn why(rule: &str, time: f64) -> Vec<String> {
    let text = format!(
        "policy rule={rule}
         cluster A 4 1
         R0 at 0 4x20
         R1 at 1 4x10"
    );
    let mut run = read(&text).simulation();
    run.advance(Budget { events: u64::MAX, until: Time::MAX });
    let waiting = run.queue_at(&mut Index::default(), Time::from_seconds(time));
    waiting.into_iter().map(|one| one.reason).collect()
}

#[test]
fn reasons_name_the_request_of_an_application() {
    assert_eq!(
        why("fcfs-repeated", 5.0),
        [
            "Application R1 waits for 4 hosts, expected to be free from 20 s. This is an estimate, not a reservation."
        ]
    );
}

#[test]
fn reasons_name_the_best_configuration_of_a_list() {
    assert_eq!(
        why("oar-greedy", 5.0),
        [
            "Application R1 waits: its listed configuration with the earliest completion is expected to be free from 20 s. This is an estimate, not a reservation."
        ]
    );
}
