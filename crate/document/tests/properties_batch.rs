//! Property tests of batch queues on any workload.

mod support;

use ganttlet_core::entry::{PolicyEntry, Roles, Settings, Value};
use ganttlet_core::platform::{Cluster, Network, Platform};
use ganttlet_core::record::{Index, Kind, Phase, Status, Trace};
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::policy::local::{LOCAL_POLICIES, LocalPolicy, ReservationKind};
use ganttlet_sim::system::batch::policy::routing::ROUTING_POLICIES;
use ganttlet_sim::system::batch::{
    Batch, Estimates, FailureOptions, OnFailure, Options, Policies, SameInstant, simulation,
    simulation_with_failures,
};
use ganttlet_sim::system::{Budget, Run, RunOptions, Simulation};
use ganttlet_work::{Absence, Job};
use proptest::prelude::*;
use support::queue_reasons::{count_rows, has_right_plural, number_after};

fn job() -> impl Strategy<Value = Job> {
    (0..200_i64, 0..60_i64, 1..14_u32, proptest::option::of(0..90_i64), 0..4_u32).prop_map(
        |(submit, run, nodes, estimate, home)| Job {
            submit: Time(submit * 500_000),
            run: Span(run * 500_000),
            estimate: estimate.map(|e| Span(e * 500_000)),
            nodes,
            home,
            // Some have a recorded start.
            recorded_start: (run % 3 > 0).then_some(Time((submit + 3 * run) * 500_000)),
            ..Job::default()
        },
    )
}

fn jobs(most: usize) -> impl Strategy<Value = Vec<Job>> {
    proptest::collection::vec(job(), 0..most).prop_map(|mut jobs| {
        jobs.sort_by_key(|job| job.submit);
        for (job, number) in jobs.iter_mut().zip(1..) {
            job.number = number;
        }
        jobs
    })
}

fn options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(exact, kill_at_estimate, per_event)| Options {
        estimates: if exact { Estimates::Exact } else { Estimates::User },
        kill_at_estimate,
        same_instant: if per_event { SameInstant::PerEvent } else { SameInstant::PerInstant },
    })
}

fn platform(sizes: &[(u32, f64)]) -> Platform {
    let cluster = |&(nodes, speed): &(u32, f64)| Cluster::homogeneous(format!("{nodes}"), nodes, speed);
    Platform {
        clusters: sizes.iter().map(cluster).collect(),
        network: Network::uniform(sizes.len(), 1e8, Span::ZERO),
    }
}

fn start(
    platform: &Platform,
    jobs: &[Job],
    local: usize,
    routing: usize,
    options: Options,
) -> Simulation<Batch> {
    start_with(platform, jobs, (local, routing), options, &Settings::default())
}

fn start_with(
    platform: &Platform,
    jobs: &[Job],
    (local, routing): (usize, usize),
    options: Options,
    settings: &Settings,
) -> Simulation<Batch> {
    let chosen = [("local", LOCAL_POLICIES.ids()[local]), ("routing", ROUTING_POLICIES.ids()[routing])];
    let chosen = chosen.into_iter().map(|(role, id)| (role, id.into())).collect();
    let (policies, run) =
        (Policies::choose(&chosen, settings), RunOptions { decisions: 1000, ..RunOptions::default() });
    simulation(platform, jobs.to_vec(), policies, options, run)
}

/// Absences of up to 25 nodes, in the order of their beginnings.
fn absences() -> impl Strategy<Value = Vec<Absence>> {
    let absence =
        (0..25_u32, 0..300_i64, 1..80_i64, any::<bool>()).prop_map(|(machine, start, length, gone)| {
            Absence { machine, start: Time(start * 500_000), end: Time((start + length) * 500_000), gone }
        });
    proptest::collection::vec(absence, 1..30).prop_map(|mut absences| {
        absences.sort_by_key(|absence| absence.start);
        absences
    })
}

fn start_with_failures(
    platform: &Platform,
    (jobs, absences): (&[Job], &[Absence]),
    (local, routing): (usize, usize),
    options: (Options, OnFailure),
) -> Simulation<Batch> {
    let chosen = [("local", LOCAL_POLICIES.ids()[local]), ("routing", ROUTING_POLICIES.ids()[routing])];
    let chosen = chosen.into_iter().map(|(role, id)| (role, id.into())).collect();
    let policies = Policies::choose(&chosen, &Settings::default());
    let (work, options) =
        ((jobs.to_vec(), absences.to_vec()), (options.0, FailureOptions { on_failure: options.1 }));
    simulation_with_failures(
        platform,
        work,
        policies,
        options,
        RunOptions { decisions: 1000, ..RunOptions::default() },
    )
}

/// Panics if a job holds a node that is unavailable, or if its attempts do not add up.
fn assert_failures_respected(trace: &Trace, jobs: &[Job], absences: &[Absence], on_failure: OnFailure) {
    let (table, rows) = (&trace.intervals, trace.rows());
    for (id, job) in (0..).zip(jobs).filter(|&(id, _)| trace.subjects.status[id as usize] != Status::Rejected)
    {
        let name = trace.name(id);
        assert!(trace.is_over(id), "{name} has not ended");
        let mut attempts: Vec<(Time, Time, bool, u32)> = Vec::new();
        for i in trace.intervals_of(id) {
            let lost = table.phase[i] == Phase::LOST;
            let (start, end) = (table.start[i], table.end[i]);
            for absence in absences {
                let row = absence.machine % rows;
                let overlaps = start < absence.end && absence.start < end;
                let there = (table.row[i]..table.row[i] + table.rows[i]).contains(&row);
                assert!(!(overlaps && there), "{name} runs on node {row}, which is unavailable");
            }
            match attempts.last_mut() {
                Some(last) if (last.0, last.1, last.2) == (start, end, lost) && last.3 < job.nodes => {
                    last.3 += table.rows[i];
                }
                _ => attempts.push((start, end, lost, table.rows[i])),
            }
        }
        assert!(attempts.iter().all(|attempt| attempt.3 == job.nodes), "{name} holds too few nodes");
        let lost = attempts.iter().filter(|attempt| attempt.2).count();
        let marks = trace.marks.iter().filter(|mark| mark.subject == id && mark.kind.id == "lost").count();
        assert_eq!(lost, marks, "{name}: attempts");
        if on_failure == OnFailure::Lose {
            assert_eq!(attempts.len(), 1, "{name} starts once");
        } else {
            assert!(!attempts.last().expect("an attempt").2, "{name} completes");
            assert_eq!(lost + 1, attempts.len(), "{name}: only the last attempt completes");
        }
        let ordered = attempts.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        assert!(ordered, "{name}: attempts overlap");
    }
    support::invariants::assert_no_overlap(trace);
}

fn node_time(trace: &Trace) -> i128 {
    let table = &trace.intervals;
    (0..table.len()).map(|i| i128::from((table.end[i] - table.start[i]).0) * i128::from(table.rows[i])).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn schedules_are_lawful_and_work_is_conserved(
        jobs in jobs(60), options in options(), local in 0..LOCAL_POLICIES.members.len(),
        routing in 0..ROUTING_POLICIES.members.len(), grid in any::<bool>(),
    ) {
        let platform = if grid { platform(&[(8, 1.0), (4, 2.0), (13, 1.0)]) } else { platform(&[(13, 1.0)]) };
        let trace = start(&platform, &jobs, local, routing, options).finish();
        support::invariants::assert_invariants(&trace);
        if !grid {
            let expected: i128 = jobs.iter().map(|job| {
                let said = job.estimate.unwrap_or(job.run);
                let kills = options.kill_at_estimate && LOCAL_POLICIES.ids()[local] != "as-recorded";
                let run = if kills { job.run.min(said) } else { job.run };
                i128::from(run.0) * i128::from(job.nodes)
            }).sum();
            prop_assert_eq!(node_time(&trace), expected);
        }
    }

    #[test]
    fn slices_and_levels_change_nothing(
        jobs in jobs(40), options in options(), local in 0..LOCAL_POLICIES.members.len(),
        routing in 0..ROUTING_POLICIES.members.len(), slice in 1..7_u64,
    ) {
        let platform = platform(&[(8, 1.0), (13, 1.5)]);
        let whole = start(&platform, &jobs, local, routing, options).finish().digest();
        let run = start(&platform, &jobs, local, routing, options);
        prop_assert_eq!(support::digest_in_slices(run, slice), whole);
    }

    /// No job runs on a node that is unavailable, all jobs end, and slices change nothing.
    #[test]
    fn no_job_runs_on_a_node_that_is_down(
        jobs in jobs(40), absences in absences(), options in options(), local in 0..LOCAL_POLICIES.members.len(),
        routing in 0..ROUTING_POLICIES.members.len(), grid in any::<bool>(), lose in any::<bool>(), slice in 1..7_u64,
    ) {
        let platform = if grid { platform(&[(8, 1.0), (4, 2.0), (13, 1.0)]) } else { platform(&[(13, 1.0)]) };
        let on_failure = if lose { OnFailure::Lose } else { OnFailure::Resubmit };
        let start = || start_with_failures(&platform, (&jobs, &absences), (local, routing), (options, on_failure));
        let trace = start().finish();
        assert_failures_respected(&trace, &jobs, &absences, on_failure);
        let ids = 0..trace.subjects.len() as u32;
        prop_assert!(ids.filter(|&id| trace.kind(id) == Kind::MACHINE).all(|id| trace.is_over(id)));
        prop_assert_eq!(support::digest_in_slices(start(), slice), trace.digest());
    }

    /// Failures after all work has ended, or of unknown machines, do not change the schedule.
    #[test]
    fn late_failures_change_no_start(
        jobs in jobs(40), options in options(), local in 0..LOCAL_POLICIES.members.len(),
    ) {
        let platform = platform(&[(13, 1.0)]);
        let late = Absence { machine: 3, start: Time(1 << 50), end: Time(1 << 51), gone: true };
        let with = start_with_failures(&platform, (&jobs, &[late]), (local, 0), (options, OnFailure::Resubmit)).finish();
        let without = start(&platform, &jobs, local, 0, options).finish();
        prop_assert_eq!(&with.subjects.start[..jobs.len()], &without.subjects.start[..]);
        prop_assert_eq!(&with.subjects.end[..jobs.len()], &without.subjects.end[..]);
        prop_assert_eq!(with.last_job_end(), without.last_job_end());
    }

    /// A custom expression for the order of a known policy gives its schedule.
    #[test]
    fn expressions_give_the_schedules_of_known_policies(
        jobs in jobs(40), options in options(), routing in 0..ROUTING_POLICIES.members.len(), same in 0..4_usize,
    ) {
        let (known, rank, backfilling) = [
            ("fcfs", "submit", false),
            ("sjf", "estimate", false),
            ("ljf", "By area: -nodes * estimate # As LJF.", false),
            ("easy", "submit - 0 * wait", true),
        ][same];
        let platform = platform(&[(8, 1.0), (13, 1.5)]);
        let place = |id: &str| LOCAL_POLICIES.members.iter().position(|p| p.entry.id == id).expect("a policy");
        let settings = Settings::default()
            .with("queue_rank", Value::Expression(rank.into()))
            .with("backfilling", Value::Bool(backfilling));
        let written = start_with(&platform, &jobs, (place("written"), routing), options, &settings);
        let digest = start(&platform, &jobs, place(known), routing, options).finish().digest();
        prop_assert_eq!(written.finish().digest(), digest);
    }

    /// The guarantee of conservative backfilling: with exact estimates, later arrivals do not change earlier jobs.
    #[test]
    fn later_arrivals_never_delay_a_job_under_conservative(mut jobs in jobs(40), kill in any::<bool>()) {
        // A job of length zero reserves one unit of time and releases it early, which slightly changes the jobs behind
        // it.
        jobs.retain(|job| job.run.0 > 0 && job.estimate.is_none_or(|estimate| estimate.0 > 0));
        let options = Options { estimates: Estimates::Exact, kill_at_estimate: kill, same_instant: SameInstant::PerInstant };
        let conservative = LOCAL_POLICIES.members.iter().position(|p| p.entry.id == "conservative").expect("a policy");
        let platform = platform(&[(13, 1.0)]);
        let all = start(&platform, &jobs, conservative, 0, options).finish();
        for count in 0..jobs.len() {
            let some = start(&platform, &jobs[..count], conservative, 0, options).finish();
            for job in 0..count {
                prop_assert_eq!(some.subjects.start[job], all.subjects.start[job]);
            }
        }
    }

    /// Long queues of equal and of different jobs, with exact, loose and no estimates.
    #[test]
    fn conservative_starts_every_job_when_the_textbook_does(
        groups in proptest::collection::vec((job(), 1..12_u32), 1..30), options in options(), wide in any::<bool>(),
    ) {
        let options = Options { same_instant: SameInstant::PerInstant, ..options };
        let cluster = if wide { 40 } else { 13 };
        let mut jobs: Vec<Job> =
            groups.into_iter().flat_map(|(job, count)| (0..count).map(move |_| job.clone())).collect();
        jobs.sort_by_key(|job| job.submit);
        let conservative = LOCAL_POLICIES.members.iter().position(|p| p.entry.id == "conservative").expect("a policy");
        let trace = start(&platform(&[(cluster, 1.0)]), &jobs, conservative, 0, options).finish();
        let starts: Vec<i64> = trace.subjects.start.iter().map(|start| start.0).collect();
        prop_assert_eq!(starts, support::textbook::conservative_starts(cluster, &jobs, options));
    }

    #[test]
    fn fcfs_starts_jobs_in_order(jobs in jobs(40), options in options()) {
        let trace = start(&platform(&[(13, 1.0)]), &jobs, 0, 0, options).finish();
        let starts = &trace.subjects.start;
        prop_assert!(starts.windows(2).all(|pair| pair[0] <= pair[1]));
        prop_assert!(trace.subjects.status.iter().all(|&status| status != Status::Rejected));
    }

    /// Reasons of waiting jobs match the state at the requested time, also after the run.
    #[test]
    fn reasons_match_the_state_at_their_time(
        jobs in jobs(40), options in options(), local in 0..LOCAL_POLICIES.members.len(), grid in any::<bool>(),
        times in proptest::collection::vec(0..400_i64, 4),
    ) {
        let platform = if grid { platform(&[(8, 1.0), (13, 2.0)]) } else { platform(&[(13, 1.0)]) };
        let mut run = start(&platform, &jobs, local, 0, options);
        run.advance(Budget::ALL);
        let policy = &LOCAL_POLICIES.members[local];
        for time in times.into_iter().map(|half_seconds| Time(half_seconds * 500_000)) {
            assert_reasons_true(&run, policy, time);
        }
    }

    /// Numbers in reasons match the state on nodes that fail, and no reason names a reservation that a failure has voided.
    #[test]
    fn reasons_match_the_state_beside_failures(
        jobs in jobs(40), absences in absences(), options in options(), local in 0..LOCAL_POLICIES.members.len(),
        times in proptest::collection::vec(0..400_i64, 4),
    ) {
        let platform = platform(&[(13, 1.0)]);
        let mut run = start_with_failures(&platform, (&jobs, &absences), (local, 0), (options, OnFailure::Resubmit));
        run.advance(Budget::ALL);
        let trace = run.trace();
        for time in times.into_iter().map(|half_seconds| Time(half_seconds * 500_000)) {
            let waiting = support::queue_reasons::waiting_subjects(trace, time);
            let reasons = run.queue_at(&mut Index::default(), time);
            prop_assert_eq!(reasons.len(), waiting.len());
            let free = count_rows(trace, 0, |holder| holder.is_none(), time);
            let table = &trace.intervals;
            let away = (0..table.len()).filter(|&i| table.phase[i] == Phase::AWAY);
            let changes = away.flat_map(|i| [table.start[i], table.end[i]]);
            let last = changes.filter(|&change| change <= time).max().unwrap_or(Time::ZERO);
            for one in reasons {
                let text = one.reason;
                prop_assert_eq!(number_after(&text, "needs "), Some(one.nodes), "{}", text);
                prop_assert_eq!(number_after(&text, " and "), Some(free), "{}", text);
                let place = number_after(&text, "Position ").expect("a position");
                let length = number_after(&text, &format!("Position {place} of "));
                prop_assert_eq!(length, Some(waiting.len() as u32), "{}", text);
                prop_assert!(has_right_plural(&text, "node", "nodes"), "{}", text);
                let Some((_, made)) = text.split_once("Its reservation, made at ") else { continue };
                let told = trace.decisions_about(one.id).filter(|told| told.time >= last && told.time <= time);
                let known = told.map(|told| told.time.to_string()).any(|told| made.starts_with(&format!("{told},")));
                prop_assert!(known, "{} {}", text, last);
            }
        }
    }
}

/// Panics if a reason contradicts the tables.
fn assert_reasons_true(run: &Simulation<Batch>, policy: &PolicyEntry<dyn LocalPolicy>, time: Time) {
    let object = (policy.make)(&Settings::default());
    let (trace, table) = (run.trace(), &run.trace().subjects);
    let waiting = support::queue_reasons::waiting_subjects(trace, time);
    let diagnostics = run.queue_at(&mut Index::default(), time);
    assert_eq!(diagnostics.len(), waiting.len());
    let estimate = |id: u32| table.estimate[id as usize].max(Span(1));
    let nodes = |id: u32| table.nodes[id as usize];
    for one in diagnostics {
        let (id, text) = (one.id, one.reason);
        let cluster = usize::from(table.cluster[id as usize]);
        let mut queue: Vec<u32> = waiting
            .iter()
            .copied()
            .filter(|&id| usize::from(table.cluster[id as usize]) == cluster)
            .collect();
        let recorded = |id: u32| trace.logged.get(id as usize).map_or(Time::MAX, |log| log.recorded_start);
        queue.sort_by_key(|&id| match policy.entry.id {
            "as-recorded" if recorded(id) < Time::MAX => recorded(id).0.into(),
            "as-recorded" => table.submit[id as usize].0.into(),
            "sjf" => i128::from(estimate(id).0),
            "written" => (f64::from(nodes(id)) * estimate(id).seconds()).to_bits().into(),
            "ljf" => -i128::from(nodes(id)) * i128::from(estimate(id).0),
            _ => 0,
        });
        let (free, head) = (count_rows(trace, cluster, |holder| holder.is_none(), time), queue[0]);
        let place = queue.iter().position(|&other| other == id).expect("it waits") as u32 + 1;
        let length = queue.len() as u32;
        assert_eq!(number_after(&text, "needs "), Some(nodes(id)), "{text}");
        assert_eq!(number_after(&text, " and "), Some(free), "{text}");
        assert_eq!(number_after(&text, "Position "), Some(place), "{text}");
        assert_eq!(number_after(&text, &format!("Position {place} of ")), Some(length), "{text}");
        assert!(has_right_plural(&text, "node", "nodes"), "{text}");
        if text.contains("Its recorded start is at ") {
            assert!(text.contains(&format!("Its recorded start is at {}.", recorded(id))), "{text}");
            assert!(policy.entry.id == "as-recorded" && (recorded(id) > time || nodes(id) > free), "{text}");
        } else if text.contains(" at the head of the queue needs ") {
            assert!(
                id != head
                    && text.contains(&format!(
                        "job {} at the head of the queue needs {}",
                        trace.name(head),
                        nodes(head)
                    ))
            );
            // Under policies without a reservation for the head alone, there is no other cause.
            assert_eq!(text.contains("but job "), nodes(id) <= free, "{text}");
            assert_eq!(text.contains(object.overtaking_clause()), nodes(id) <= free, "{text}");
        } else if !text.contains("Its reservation, made at ") {
            assert!(id == head && text.contains("is at the head of the queue") && nodes(id) > free, "{text}");
        }
        // The nodes that running jobs release by their estimates, until there are enough.
        let mut ends: Vec<(Time, u32)> = (0..table.len() as u32)
            .map(|by| (by, count_rows(trace, cluster, |holder| holder == Some(by), time)))
            .filter(|&(_, held)| held > 0)
            .map(|(by, held)| (table.start[by as usize] + estimate(by), held))
            .collect();
        ends.sort_unstable();
        let held = ends.clone();
        let mut sum = free;
        let enough = ends.into_iter().find(|&(_, held)| {
            sum += held;
            sum >= nodes(head)
        });
        let estimated = text.split_once("Estimated start: ").map(|(_, said)| said);
        if let Some(said) = estimated.filter(|said| said.contains(", by the estimates of running jobs")) {
            let (start, _) = enough.expect("those that run end");
            assert!(said.starts_with(&start.to_string()), "{text}");
        }
        // Where no job starts out of order, each has an estimated latest start and starts by then, because no job
        // exceeds its estimate.
        let turn = estimated.filter(|said| said.contains(", or earlier"));
        assert_eq!(turn.is_some(), id != head && object.reservations() == ReservationKind::InTurn, "{text}");
        if let Some(said) = turn {
            let mut held = held.clone();
            let mut now = time;
            for &before in &queue[..place as usize] {
                let free_at = |at: Time| {
                    let taken: u32 = held.iter().filter(|&&(end, _)| end > at).map(|&(_, held)| held).sum();
                    trace.bands[cluster].rows - taken
                };
                let ends = held.iter().map(|&(end, _)| end.max(now)).chain([now]);
                now = ends.filter(|&at| free_at(at) >= nodes(before)).min().expect("all end");
                held.push((now + estimate(before), nodes(before)));
            }
            assert!(said.starts_with(&format!("{now}, or earlier")), "{text} {now}");
            assert!(table.start[id as usize] <= now, "{text}");
        }
        // A job that fits but waits under EASY would always delay the head.
        if nodes(id) <= free && object.reservations() == ReservationKind::Head {
            let (start, _) = enough.expect("those that run end");
            let said = format!("would still run at the reservation of job {}, {start}", trace.name(head));
            assert!(text.contains(&said), "{text}");
            assert!(time + estimate(id) > start, "{text}");
        }
        if text.contains("Its reservation, made at ") {
            // A moved reservation replaces the earlier one; the reason also mentions nodes that stay free.
            let promises = trace.decisions_about(id).filter(|one| one.time <= time && one.rule.id != "hole");
            let diagnostics = promises.last().expect("the promise was recorded");
            let start = Time(diagnostics.values[if diagnostics.rule.id == "moved" { 1 } else { 2 }]);
            assert!(
                text.contains(&format!("Its reservation, made at {}, is at {start},", diagnostics.time)),
                "{text}"
            );
            assert!(
                table.start[id as usize] <= start && object.reservations() == ReservationKind::Everyone,
                "{text}"
            );
        }
    }
}
