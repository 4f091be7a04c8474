//! Laws that batch queues keep on any workload.

mod support;

use ganttlet_core::platform::{Cluster, Network, Platform};
use ganttlet_core::policy::{local, routing};
use ganttlet_core::system::batch::{Batch, Options, simulation};
use ganttlet_core::system::{Budget, Run, Simulation};
use ganttlet_core::time::{Span, Time};
use ganttlet_core::trace::{Status, Trace};
use ganttlet_core::workload::Job;
use proptest::prelude::*;

fn job() -> impl Strategy<Value = Job> {
    (0..200_i64, 0..60_i64, 1..14_u32, proptest::option::of(0..90_i64), 0..4_u32).prop_map(
        |(submit, run, nodes, estimate, home)| Job {
            submit: Time(submit * 500_000),
            run: Span(run * 500_000),
            estimate: estimate.map(|e| Span(e * 500_000)),
            nodes,
            home,
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
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(exact_estimates, kill_at_estimate, per_event)| Options {
            exact_estimates,
            kill_at_estimate,
            per_event,
        },
    )
}

fn platform(sizes: &[(u32, f64)]) -> Platform {
    let cluster = |&(nodes, speed): &(u32, f64)| Cluster::alike(format!("{nodes}"), nodes, speed);
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
    let policies = (&local::LOCAL_POLICIES[local], &routing::ROUTING_POLICIES[routing]);
    simulation(platform, jobs.to_vec(), policies, options, (Time::MAX, 1000))
}

fn work(trace: &Trace) -> i128 {
    let table = &trace.intervals;
    (0..table.len()).map(|i| i128::from((table.end[i] - table.start[i]).0) * i128::from(table.rows[i])).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn schedules_are_lawful_and_work_is_conserved(
        jobs in jobs(60), options in options(), local in 0..local::LOCAL_POLICIES.len(),
        routing in 0..routing::ROUTING_POLICIES.len(), grid in any::<bool>(),
    ) {
        let platform = if grid { platform(&[(8, 1.0), (4, 2.0), (13, 1.0)]) } else { platform(&[(13, 1.0)]) };
        let trace = start(&platform, &jobs, local, routing, options).finish();
        support::invariants::hold(&trace);
        if !grid {
            let expected: i128 = jobs.iter().map(|job| {
                let said = job.estimate.unwrap_or(job.run);
                let run = if options.kill_at_estimate { job.run.min(said) } else { job.run };
                i128::from(run.0) * i128::from(job.nodes)
            }).sum();
            prop_assert_eq!(work(&trace), expected);
        }
    }

    #[test]
    fn slices_change_nothing(
        jobs in jobs(40), options in options(), local in 0..local::LOCAL_POLICIES.len(),
        routing in 0..routing::ROUTING_POLICIES.len(), slice in 1..7_u64,
    ) {
        let platform = platform(&[(8, 1.0), (13, 1.5)]);
        let whole = start(&platform, &jobs, local, routing, options).finish().digest();
        let mut sliced = start(&platform, &jobs, local, routing, options);
        while !sliced.advance(Budget::events(slice)).done {}
        prop_assert_eq!(sliced.trace().digest(), whole);
    }

    /// The promise of conservative backfilling: with exact estimates, whoever comes later changes nothing.
    #[test]
    fn later_arrivals_never_delay_a_job_under_conservative(mut jobs in jobs(40), kill in any::<bool>()) {
        // A job of no length is given a moment, and gives it back: a change, if a small one, for those behind it.
        jobs.retain(|job| job.run.0 > 0 && job.estimate.is_none_or(|estimate| estimate.0 > 0));
        let options = Options { exact_estimates: true, kill_at_estimate: kill, per_event: false };
        let conservative = local::LOCAL_POLICIES.iter().position(|p| p.entry.id == "conservative").expect("a policy");
        let platform = platform(&[(13, 1.0)]);
        let all = start(&platform, &jobs, conservative, 0, options).finish();
        for count in 0..jobs.len() {
            let some = start(&platform, &jobs[..count], conservative, 0, options).finish();
            for job in 0..count {
                prop_assert_eq!(some.subjects.start[job], all.subjects.start[job]);
            }
        }
    }

    /// Long queues of jobs that are alike and jobs that are not, with exact, loose and no estimates.
    #[test]
    fn conservative_starts_every_job_when_the_textbook_does(
        groups in proptest::collection::vec((job(), 1..12_u32), 1..30), options in options(), wide in any::<bool>(),
    ) {
        let options = Options { per_event: false, ..options };
        let cluster = if wide { 40 } else { 13 };
        let mut jobs: Vec<Job> =
            groups.into_iter().flat_map(|(job, count)| (0..count).map(move |_| job.clone())).collect();
        jobs.sort_by_key(|job| job.submit);
        let conservative = local::LOCAL_POLICIES.iter().position(|p| p.entry.id == "conservative").expect("a policy");
        let trace = start(&platform(&[(cluster, 1.0)]), &jobs, conservative, 0, options).finish();
        let starts: Vec<i64> = trace.subjects.start.iter().map(|start| start.0).collect();
        prop_assert_eq!(starts, support::textbook::conservative(cluster, &jobs, options));
    }

    #[test]
    fn nobody_passes_under_fcfs(jobs in jobs(40), options in options()) {
        let trace = start(&platform(&[(13, 1.0)]), &jobs, 0, 0, options).finish();
        let starts = &trace.subjects.start;
        prop_assert!(starts.windows(2).all(|pair| pair[0] <= pair[1]));
        prop_assert!(trace.subjects.status.iter().all(|&status| status != Status::Rejected));
    }
}
