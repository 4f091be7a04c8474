//! Assignment of machines: users, requirements, flocking, hours.

use super::*;

#[test]
fn users_share_a_pool() {
    let mut applications = vec![application(&[4; 4], 1), application(&[4; 4], 1)];
    applications[1].user = 2;
    applications[0].user = 1;
    let trace = setting(pool(4), applications).run();
    // Two machines each; the second half of each batch follows.
    assert_eq!(picture(&trace), "aaaacccc\naaaacccc\nbbbbdddd\nbbbbdddd\n");
}

#[test]
fn users_with_high_usage_wait_or_lose_machines() {
    let late = |user, submit_s: i64| MasterWorker {
        user,
        submit: Time(submit_s * 1_000_000),
        ..application(&[100; 4], 1)
    };
    let run = |preempts| {
        let one = setting(pool(2), vec![late(1, 0), late(2, 10)]);
        one.with("priority_preempts", Value::Bool(preempts))
            .with("priority_keeps_s", Value::Number(10.0))
            .run()
    };
    let first_start = |trace: &Trace| trace.subjects.start[1].rounded_seconds();
    let (patient, preempting) = (run(false), run(true));
    assert_eq!(first_start(&patient), 10);
    let begins = |trace: &Trace| {
        let of_second = |i: &usize| trace.subjects.user[trace.intervals.subject[*i] as usize] == 2;
        (0..trace.intervals.len()).find(of_second).map(|i| trace.intervals.start[i].rounded_seconds())
    };
    assert_eq!((begins(&patient), begins(&preempting)), (Some(200), Some(10)));
    assert!(preempting.marks.iter().any(|mark| mark.kind.id == "lost"));
}

#[test]
fn machines_are_matched_with_requirements() {
    let slow = platform::Machine { kflops: 50_000.0, ..platform::Machine::default() };
    let good = platform::Machine { kflops: 90_000.0, ..platform::Machine::default() };
    let machines = of(vec![Cluster::from_machines("Pool", vec![slow.clone(), good.clone(), good])]);
    let mut work = application(&[2; 4], 1);
    work.needs.kflops = (Some(88_000.0), Some(93_000.0));
    let trace = setting(machines, vec![work.clone()]).run();
    assert_eq!(picture(&trace), "\naacc\nbbdd\n");
    let trace = setting(of(vec![Cluster::from_machines("Pool", vec![slow])]), vec![work]).run();
    assert_eq!(trace.subjects.status[0], Status::Rejected);
    assert_eq!(trace.decisions_about(0).last().map(|decision| decision.rule.id), Some("reject"));
}

#[test]
fn unserved_requests_flock_to_other_pools() {
    let pools = || of(vec![Cluster::homogeneous("A", 1, 1.0), Cluster::homogeneous("B", 2, 1.0)]);
    let run = |flocking, home| {
        let work = MasterWorker { home, ..application(&[2; 4], 1) };
        picture(&setting(pools(), vec![work]).with("flocking", Value::Bool(flocking)).run())
    };
    assert_eq!(run(false, 0), "aabbccdd\n\n\n");
    assert_eq!(run(true, 0), "aadd\nbb..\ncc..\n");
    assert_eq!(run(true, 1), "cc..\naadd\nbb..\n");
}

#[test]
fn machines_are_used_in_their_hours_only() {
    let day = 24 * 3600;
    let night = platform::Machine { hours: (20.0, 6.0), ..platform::Machine::default() };
    let machines = of(vec![Cluster::from_machines("Pool", vec![night])]);
    let trace = setting(machines, vec![application(&[5 * 3600, 5 * 3600], 1)]).run();
    let table = &trace.subjects;
    // Five hours of the first night; the second task is suspended at six, given up, and starts again at eight.
    assert_eq!(table.end[2].rounded_seconds(), 5 * 3600);
    assert_eq!((table.start[3].rounded_seconds(), table.end[3].rounded_seconds()), (20 * 3600, day + 3600));
}
