//! The exact schedules of the specification.

use super::super::tables::OrderRow;
use super::*;

/// Two clusters of a processor each, A twice as fast as B, and one bag of tasks of 4, 2 and 8 s.
fn run_example(scheduling: &str) -> (String, [f64; 3]) {
    let text = format!("cluster A 1 2\ncluster B 1 1\nscheduling {scheduling}\nt 1 0 0 4 2 8");
    let trace = read(&text).simulation().finish();
    (schedule_text(&trace), bag_measures(&trace)[0])
}

fn assert_schedule(scheduling: &str, schedule: &str, [makespan, nsl, wasted]: [f64; 3]) {
    let (told, found) = run_example(scheduling);
    assert_eq!(told, schedule, "{scheduling}");
    let close = |one: f64, other: f64| (one - other).abs() < 5e-5;
    assert!(
        close(found[0], makespan) && close(found[1], nsl) && close(found[2], wasted),
        "{scheduling}: {found:?}"
    );
}

#[test]
fn largest_task_runs_on_the_fastest_processor() {
    let schedule = "t.3 A 0-4, t.1 B 0-4, t.2 A 4-5";
    assert_schedule("largest-on-fastest", schedule, [5.0, 0.3571, 0.0]);
    assert_schedule("largest-on-measured", schedule, [5.0, 0.3571, 0.0]);
}

#[test]
fn fastest_processor_first() {
    assert_schedule("fastest-first", "t.1 A 0-2, t.2 B 0-2, t.3 A 2-6", [6.0, 0.4286, 0.0]);
}

#[test]
fn tasks_go_to_the_earliest_end() {
    assert_schedule("earliest-end", "t.1 A 0-2, t.2 B 0-2, t.3 A 2-6", [6.0, 0.4286, 0.0]);
}

/// The last end is the earliest possible one: 4 s, 4 s and 5 s.
#[test]
fn max_min_places_the_longest_task_first() {
    assert_schedule("longest-earliest-end", "t.3 A 0-4, t.1 B 0-4, t.2 A 4-5", [5.0, 0.3571, 0.0]);
}

/// Once each cluster has completed a task, A is known to be faster, and 8 s is the longest task.
#[test]
fn multiple_queues_sends_long_tasks_to_fast_processors() {
    assert_schedule("multiple-queues", "t.1 A 0-2, t.2 B 0-2, t.3 A 2-6, t.3 B 2-6 lost", [6.0, 0.4286, 4.0]);
}

#[test]
fn without_replicas_no_task_is_replicated() {
    let text = "
        cluster A 1 2
        cluster B 1 1
        scheduling any-processor-copies
        set copies=0
        t 1 0 0 4 2 8";
    assert_eq!(run(text), "t.1 A 0-2, t.2 B 0-2, t.3 A 2-6");
}

#[test]
fn any_processor_replicates_when_the_queue_is_empty() {
    let schedule = "t.1 A 0-2, t.2 B 0-2, t.3 A 2-6, t.3 B 2-6 lost";
    assert_schedule("any-processor", schedule, [6.0, 0.4286, 4.0]);
    assert_schedule("any-processor-copies", schedule, [6.0, 0.4286, 4.0]);
}

#[test]
fn shortest_first_replicates_when_the_queue_is_empty() {
    assert_schedule("shortest-first", "t.2 A 0-1, t.1 B 0-4, t.3 A 1-5, t.3 B 4-5 lost", [5.0, 0.3571, 1.0]);
}

/// Replicas of tasks that start at one instant are created in the order in which the tasks were sent, regardless of
/// their clusters: here that of t.2, on the slow cluster, before that of t.3.
#[test]
fn replicas_are_made_in_the_order_of_the_tasks() {
    let text = "
        cluster A 2 1
        cluster B 1 0.5
        scheduling any-processor
        t 1 0 0 2 12 10";
    assert_eq!(run(text), "t.1 A 0-2, t.3 A 0-10, t.2 B 0-14 lost, t.2 A 2-14 copy");
    let text = "
        cluster C0 3 4
        cluster C1 3 2
        scheduling any-processor-copies
        set copies=2
        t 1 0 0 2.625 9 5.625";
    let trace = read(text).simulation().finish();
    assert!((bag_measures(&trace)[0][0] - 2.25).abs() < 1e-9, "{}", schedule_text(&trace));
    let text = "
        cluster C0 3 2
        cluster C1 2 0.5
        scheduling shortest-first
        b1 1 0 1.625 8.375 1 2.75 7.75
        b0 1 0 2.125 3.625 7.25";
    let trace = read(text).simulation().finish();
    assert_eq!(
        bag_measures(&trace).iter().map(|bag| bag[0]).collect::<Vec<_>>(),
        [7.875, 3.625],
        "{}",
        schedule_text(&trace)
    );
}

#[test]
fn a_bag_takes_as_many_rounds_as_it_has_tasks() {
    let text = "
        cluster X 1 1
        selection users-in-turn-task
        a 1 0 0 1 1 1
        b 2 0 0 1 1";
    assert_eq!(run(text), "a.1 X 0-1, b.1 X 1-2, a.2 X 2-3, b.2 X 3-4, a.3 X 4-5");
}

#[test]
fn tasks_that_arrive_during_a_turn_wait_for_the_next() {
    let text = "
        cluster X 1 1
        selection users-in-turn
        a 1 0 0 1 1 1
        b 2 0 0 1
        c 1 0 0.5 1";
    assert_eq!(run(text), "a.1 X 0-1, a.2 X 1-2, a.3 X 2-3, b.1 X 3-4, c.1 X 4-5");
}

/// User 1 has used 100 s and runs for 20 s more, user 2 has used 110 s.
#[test]
fn least_served_serves_the_user_with_less_usage() {
    let mut accounts = [UserAccount::default(); 2];
    let at = Time::from_seconds;
    for (user, start, end) in [(0, 0.0, 100.0), (1, 0.0, 110.0)] {
        accounts[user].note_start(at(start));
        accounts[user].note_end(at(start), at(end));
    }
    accounts[0].note_start(at(180.0));
    let used = accounts.map(|one| one.processor_time_used(at(200.0)).seconds());
    assert_eq!(used.map(|seconds| seconds as i64), [120, 110]);
    let waiting = |since: [f64; 2]| {
        [0, 1].map(|user| WaitingUser { user, since: at(since[user as usize]), number: 7 + user })
    };
    for id in ["least-served-user", "least-served-user-bag"] {
        let policy = (SELECTIONS.get(id).make)(&Settings::default());
        let next = |since: [f64; 2], now: Time| {
            let first = waiting(since).into_iter().min_by_key(|one| policy.turn_rank(one, &accounts, now));
            first.map(|first| first.user)
        };
        assert_eq!(next([0.0, 150.0], at(200.0)), Some(1), "{id}");
        // With equal usage, the user whose oldest task has waited longer is next.
        assert_eq!(next([0.0, 150.0], at(190.0)), Some(0), "{id}");
        assert_eq!(next([160.0, 150.0], at(190.0)), Some(1), "{id}");
    }
}

/// X has one processor that is free, Y two, Z none.
#[test]
fn in_turn_serves_the_next_user_when_a_task_would_wait() {
    let text = "
        cluster X 1 1
        cluster Y 2 1
        cluster Z 1 1
        set architecture=flocking
        z 9 2 0 100
        t 1 0 1 1 1 1 1 1";
    assert_eq!(run(text), "z.1 Z 0-100, t.1 X 1-2, t.3 Y 1-2, t.4 Y 1-2, t.2 X 2-3, t.5 Y 2-3");
    let mut simulation = read(text).simulation();
    simulation
        .advance(crate::system::Budget { until: Time::from_seconds(1.5), ..crate::system::Budget::ALL });
    let cluster = |task: u32| simulation.trace().subjects.cluster[task as usize];
    assert_eq!([1, 2, 3, 4, 5].map(cluster), [0, 0, 1, 1, 1]);
}

/// The replica ends with its original, and its processor is used in the pass of that instant.
#[test]
fn replicas_are_cancelled_before_the_next_pass() {
    let text = "
        cluster A 1 2
        cluster B 1 1
        scheduling any-processor
        t 1 0 0 8
        u 2 0 4 3 3";
    assert_eq!(run(text), "t.1 A 0-4, t.1 B 0-4 lost, u.1 A 4-5.5, u.2 B 4-7, u.2 A 5.5-7 lost");
}

#[test]
fn the_first_replica_to_end_counts() {
    let text = "
        cluster A 1 4
        cluster B 1 1
        scheduling any-processor
        s 1 0 0 4
        t 1 0 0 8";
    let trace = read(text).simulation().finish();
    assert_eq!(schedule_text(&trace), "s.1 A 0-1, t.1 B 0-3 lost, t.1 A 1-3 copy");
    assert_eq!(bag_measures(&trace)[1].map(|number| (number * 1e3) as i64), [3_000, 375, 3_000]);
}

/// Polls at 0, 10, 20, ..: idle processors are not seen in between.
#[test]
fn a_polling_scheduler_sees_changes_at_polls_only() {
    let text = "
        cluster X 1 1
        set monitor_period_s=10
        a 1 0 0 4
        b 1 0 1 4
        c 1 0 30 1
        d 1 0 30.5 1";
    assert_eq!(run(text), "a.1 X 0-4, b.1 X 10-14, c.1 X 30-31, d.1 X 40-41");
}

/// Two bags on one processor: by default the second has its turn once the first has been sent.
#[test]
fn a_turn_begins_when_tasks_are_sent_or_completed() {
    let text = |barrier: &str| {
        format!("cluster X 2 1\nselection oldest-bag\nset barrier={barrier}\na 1 0 0 5 5 5\nb 1 0 0 9 1")
    };
    assert_eq!(run(&text("dispatched")), "a.1 X 0-5, a.2 X 0-5, a.3 X 5-10, b.1 X 5-14, b.2 X 10-11");
    assert_eq!(run(&text("completed")), "a.1 X 0-5, a.2 X 0-5, a.3 X 5-10, b.1 X 10-19, b.2 X 10-11");
}

#[test]
fn arrivals_can_restart_the_turn() {
    let text = |set: &str| {
        format!(
            "cluster X 1 1\nselection least-served-user\nset reselect_on_arrival={set}\na 1 0 0 5 5 5\nb 2 0 1 5"
        )
    };
    assert_eq!(run(&text("no")), "a.1 X 0-5, a.2 X 5-10, a.3 X 10-15, b.1 X 15-20");
    assert_eq!(run(&text("yes")), "a.1 X 0-5, b.1 X 5-10, a.2 X 10-15, a.3 X 15-20");
}

/// Predictions: a minute without history, then the mean of the last two.
#[test]
fn run_times_are_predicted_from_the_last_two() {
    let text = "
        cluster A 1 2
        cluster B 1 1
        scheduling earliest-end-foreseen
        a 1 0 0 100 100
        b 1 0 200 40 40 40";
    // The first two are expected to run for a minute: 30 s on A, then 60 s on either, and A is faster. The others for 100.
    assert_eq!(run(text), "a.1 A 0-50, a.2 A 50-100, b.1 A 200-220, b.3 B 200-240, b.2 A 220-240");
}

/// All estimates are wrong, but actual runtimes are unchanged.
#[test]
fn estimates_may_be_inaccurate() {
    let text = |percent: &str| {
        format!("cluster A 1 1\nscheduling shortest-first\nset inaccuracy_pct={percent}\na 1 0 0 9 3 5")
    };
    assert_eq!(run(&text("0")), "a.2 A 0-3, a.3 A 3-8, a.1 A 8-17");
    let trace = read(&text("500")).simulation().finish();
    assert_eq!(trace.last_end, Time::from_seconds(17.0));
    assert!(trace.subjects.estimate.iter().all(|&estimate| estimate >= Span(1_000_000)));
}

/// Estimates of long tasks by the operator: the mean relative to the runtime, and the share that became one second.
#[test]
fn estimate_errors_have_the_published_bias() {
    let mut chance = ganttlet_core::rng::Streams::new(5).get("off");
    for (percent, mean, clamped) in
        [(200.0, 1.125, 0.25), (500.0, 1.8, 0.4), (1_000.0, 3.03, 0.45), (10_000.0, 25.5, 0.495)]
    {
        let (mut sum, mut seconds, draws) = (0.0, 0.0, 40_000);
        for _ in 0..draws {
            let off = percent / 100.0;
            let estimate = estimate_of(Span::from_seconds(1e6), chance.uniform_between(-off, off));
            sum += estimate / 1e6 / f64::from(draws);
            seconds += f64::from(u8::from(estimate <= 1.0)) / f64::from(draws);
        }
        assert!((sum / mean - 1.0).abs() < 0.03, "{percent}: {sum}");
        assert!((seconds - clamped).abs() < 0.01, "{percent}: {seconds}");
    }
}

fn estimate_of(run: Span, off: f64) -> f64 {
    crate::system::bags::submission::estimate_with_error(run, off).seconds()
}

/// A waiting task has a reason: where it waits, with how many others, and who had the last turn.
#[test]
fn waiting_tasks_have_reasons() {
    let asked = |text: &str, at: f64| {
        let mut simulation = read(text).simulation();
        simulation.advance(crate::system::Budget::ALL);
        let mut index = ganttlet_core::record::Index::default();
        let waiting = simulation.queue_at(&mut index, Time::from_seconds(at));
        waiting.into_iter().map(|one| format!("{}: {}", one.name, one.reason)).collect::<Vec<_>>()
    };
    let text = "
        cluster A 1 2
        cluster B 1 1
        t 1 0 0 4 2 8";
    assert_eq!(
        asked(text, 1.0),
        [
            "t.2: Task t.2 waits at the central scheduler with 0 others; no processor is idle. Last task selection: bag \
          1, at 0 s: 3 tasks."
        ]
    );
    assert_eq!(
        asked(&format!("{text}\nscheduling earliest-end"), 1.0),
        [
            "t.3: Task t.3 was sent to A at 0 s and waits there: none is ahead of it, and no processor is idle."
        ]
    );
    let text = "
        cluster X 1 1
        set architecture=separate
        selection users-in-turn
        a 7 0 0 4 4";
    assert_eq!(
        asked(text, 1.0),
        [
            "a.2: Task a.2 waits at X with 0 others; no processor is idle there. Last task selection: user 7, at \
          0 s: 2 tasks."
        ]
    );
}

/// The record of a decision: the sentence, and for each cluster its idle processors, its allocated processors and the
/// score or estimate.
#[test]
fn decisions_record_all_candidates() {
    let decided = |scheduling: &str, task: u32| {
        let text = format!("cluster A 1 2\ncluster B 1 1\nscheduling {scheduling}\nt 1 0 0 4 2 8");
        let trace = read(&text).simulation().finish();
        let decision = trace.decisions_about(task).last().expect("there are two");
        let candidates = trace.decisions.candidates(decision).iter();
        let seen: Vec<_> = candidates.map(|one| (one.idle, one.taken, one.score as i64)).collect();
        (trace.explain(decision), decision.rule.score.0, seen)
    };
    let (why, what, seen) = decided("earliest-end", 2);
    assert_eq!(
        why,
        "Task t.3 is sent to A: earliest estimated completion time, 6 s, with a runtime of 8 s at speed 1."
    );
    assert_eq!((what, seen), ("estimated completion", vec![(0, 0, 6), (0, 0, 10)]));
    // Policies that choose by speed and know runtimes record the expected end where the task could have started.
    for scheduling in ["largest-on-fastest", "largest-on-measured"] {
        let (why, what, seen) = decided(scheduling, 2);
        assert!(why.starts_with("Task t.3 is the largest, 8 s at speed 1, and "), "{why}");
        assert_eq!((what, seen), ("estimated completion", vec![(1, 1, 4), (1, 0, 8)]), "{scheduling}");
        assert_eq!(decided(scheduling, 0).2, [(0, 0, 0), (1, 1, 4)], "{scheduling}");
    }
    // Policies that do not know runtimes record the speeds of processors.
    let (_, what, seen) = decided("fastest-first", 0);
    assert_eq!((what, seen), ("speed", vec![(1, 1, 2), (1, 0, 1)]));
}

/// Candidates for the turn are recorded in the order of the policy: the selected one is first.
#[test]
fn the_order_of_turns_is_recorded() {
    let order = |selection: &str| {
        let text = format!(
            "
            cluster A 1 1
            selection {selection}
            scheduling fastest-first
            a 1 0 0 10
            b 2 0 1 4 4
            c 3 0 2 1
            d 1 0 3 1"
        );
        let trace = read(&text).simulation().finish();
        let at = |time: f64| {
            let rows = trace.table_rows::<OrderRow>().filter(|row| row.time == Time::from_seconds(time));
            rows.map(|row| (row.place, row.user, row.bag, row.used.seconds())).collect::<Vec<_>>()
        };
        (at(14.0), trace.table_rows::<OrderRow>().count())
    };
    let of = |place, user, bag, used: f64| (place, Some(user), bag, used);
    // The tasks of b have had the turn since their arrival; the next turn is given when the last of them starts.
    let (least, _) = order("least-served-user");
    assert_eq!(least, [of(1, 3, 3, 0.0), of(2, 1, 4, 10.0)]);
    let (turns, _) = order("users-in-turn");
    assert_eq!(turns, [of(1, 3, 3, 0.0), of(2, 1, 4, 10.0)]);
    let (bags, _) = order("oldest-bag");
    assert_eq!(bags, [(1, None, 3, 0.0), (2, None, 4, 0.0)]);
    assert_eq!(order("all-tasks").1, 0, "all are next");
}

/// After the first bag, the tasks of the second one have a predicted runtime of 10 s. Then t.1 runs 40 s. When t.3
/// ends, t.1 has exceeded its prediction, and t.2, which waits behind it, would end at 125 s there and at 120 s on the
/// idle processor.
#[test]
fn a_waiting_task_migrates_to_an_idle_processor_where_it_ends_earlier() {
    let text = |migrates: &str| {
        format!(
            "cluster A 1 2
             cluster B 1 1
             scheduling earliest-end-foreseen
             set migrate_waiting={migrates}
             w 1 0 0 10 10
             t 1 0 100 40 10 10"
        )
    };
    let second = |migrates: &str| {
        let all = run(&text(migrates));
        all[all.find("t.1").expect("the second bag")..].to_owned()
    };
    assert_eq!(second("no"), "t.1 A 100-120, t.3 B 100-110, t.2 A 120-125");
    assert_eq!(second("yes"), "t.1 A 100-120, t.3 B 100-110, t.2 B 110-120");
}

/// Users of separate clusters cannot leave them; without a gain a task does not migrate.
#[test]
fn tasks_do_not_migrate_without_gain_or_between_separate_clusters() {
    let separate = "
        cluster A 1 1
        cluster B 1 1
        set architecture=separate migrate_waiting=yes
        scheduling earliest-end
        t 1 0 0 5 5";
    assert_eq!(run(separate), "t.1 A 0-5, t.2 A 5-10");
    let slow = "
        cluster A 1 4
        cluster B 1 1
        set migrate_waiting=yes
        scheduling earliest-end
        t 1 0 0 4 4 4";
    assert_eq!(run(slow), "t.1 A 0-1, t.2 A 1-2, t.3 A 2-3");
}
