//! Reasons of waiting tasks: the rule that moved each to its queue, with its values, and what it waits for there.

use super::read;
use crate::system::{Budget, Run};
use ganttlet_core::record::Index;
use ganttlet_core::time::Time;

/// The reasons of the waiting tasks at a given time of U4 with a second task behind the first.
fn reasons_at(seconds: f64) -> Vec<String> {
    reasons_with_budget(seconds, Budget::ALL)
}

/// The same in a run with this budget.
fn reasons_with_budget(seconds: f64, budget: Budget) -> Vec<String> {
    let mut run = read(
        "
        use M
        task L 0 10x100
        task M 0 10x90
        task S 5 1x30
        ",
    )
    .simulation();
    run.advance(budget);
    let waiting = run.queue_at(&mut Index::default(), Time::from_seconds(seconds));
    waiting.into_iter().map(|one| one.reason).collect()
}

#[test]
fn reasons_name_the_queue_and_the_rule() {
    // A task in estimation does not wait.
    let all = reasons_at(5.5);
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].starts_with("S arrived in queue 1 at 5 s, with 2 tasks ahead of it: "), "{all:?}");
    assert!(reasons_at(8.0)[0].contains(", at the head: "), "those that were before it have left");
    let mismatch = "L moves to queue 2: the bound on its work, 16 min 40 s, exceeds 2 min, the largest task allowed here.";
    let there = reasons_at(15.0);
    assert!(there[0].starts_with(mismatch) && there[0].contains("L arrived in queue 2 at "), "{there:?}");
    assert!(
        there[1].starts_with("M moves to queue") && there[1].contains("with 1 task ahead of it"),
        "{there:?}"
    );
}

/// Without estimates, tasks only wait for machines.
#[test]
fn without_estimates_no_reason_mentions_estimation() {
    for (scheme, last) in [
        ("fcfs", "it waits for machines."),
        ("mq-h", "its size is being estimated, or it waits for machines."),
    ] {
        let text = format!(
            "
            set scheme={scheme}
            grid 1
            queue grid=1 cpus=1
            task L 0 2x100
            task S 5 1x30
            "
        );
        let mut run = read(&text).simulation();
        run.advance(Budget::ALL);
        let waiting = run.queue_at(&mut Index::default(), Time::from_seconds(10.0));
        assert_eq!(waiting.len(), 1);
        let said = format!("S arrived in queue 1 at 5 s, with 1 task ahead of it: {last}");
        assert_eq!(waiting[0].reason, said);
    }
}

/// A task that is moving at the given time is in no queue: its reason names the destination and the rule, but no
/// machines.
#[test]
fn reasons_of_moving_tasks_name_the_destination() {
    let live = |seconds: f64| {
        reasons_with_budget(seconds, Budget { until: Time::from_seconds(seconds), ..Budget::ALL })
    };
    let all = live(8.0);
    let on_the_way: Vec<&String> = all.iter().filter(|one| one.contains("is being transferred")).collect();
    assert_eq!(on_the_way.len(), 2, "{all:?}");
    assert!(
        on_the_way[0].starts_with("L moves to queue 2: the bound on its work, 16 min 40 s"),
        "{on_the_way:?}"
    );
    assert!(on_the_way[0].ends_with("L is being transferred to queue 2."), "{on_the_way:?}");
    // It was not moving before the rule, and has arrived 5 s later.
    assert!(live(5.5).iter().chain(&live(11.5)).all(|one| !one.contains("being transferred")));
}
