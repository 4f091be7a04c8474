//! How fast the engine is. Each group also times a plain loop of fixed work, so that ratios can be compared between
//! machines: see README.md.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ganttlet_core::event::EventQueue;
use ganttlet_core::platform::one_cluster;
use ganttlet_core::policy::local::{self, LocalPolicy};
use ganttlet_core::policy::routing;
use ganttlet_core::rng::Streams;
use ganttlet_core::system::batch::{Options, simulation};
use ganttlet_core::time::{Span, Time};
use ganttlet_core::trace::Trace;
use ganttlet_core::workload::Job;
use std::hint::black_box;

const OPTIONS: Options = Options { exact_estimates: false, kill_at_estimate: true, per_event: false };

/// Jobs of 1 to 64 nodes, an hour in the mean, with estimates up to four times too long.
fn jobs(count: u32, nodes: u32, load: f64) -> Vec<Job> {
    let mut stream = Streams::new(1).get("bench");
    let mean_work = (127.0 / 7.0) * 3600.0;
    let mut now = 0.0;
    let job = |number| {
        now += stream.exponential(mean_work / (load * f64::from(nodes)));
        let run = stream.exponential(3600.0).ceil();
        let estimate = (run * (1.0 + 3.0 * stream.uniform())).ceil();
        Job {
            number,
            submit: Time::from_seconds(now.floor()),
            run: Span::from_seconds(run),
            estimate: Some(Span::from_seconds(estimate)),
            nodes: 1 << stream.below(7),
            ..Job::default()
        }
    };
    (0..count).map(job).collect()
}

fn run(policy: &'static LocalPolicy, nodes: u32, jobs: Vec<Job>) -> Trace {
    simulation(&one_cluster(nodes), jobs, (policy, &routing::ROUTING_POLICIES[0]), OPTIONS, (Time::MAX, 0))
        .finish()
}

fn events(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("events");
    let count = 1_000_000_u32;
    group.throughput(Throughput::Elements(u64::from(count)));
    group.bench_function("schedule and pop, 1000 pending", |bencher| {
        bencher.iter(|| {
            let mut stream = Streams::new(1).get("bench");
            let mut queue = EventQueue::default();
            for event in 0..1000 {
                queue.schedule(Time(i64::from(stream.below(1000))), 0, event);
            }
            for _ in 0..count {
                if let Some((time, event)) = queue.pop() {
                    queue.schedule(Time(time.0 + 1 + i64::from(stream.below(1000))), 0, event);
                }
            }
            queue.len()
        });
    });
    group.finish();
}

fn queues(criterion: &mut Criterion) {
    for (name, load) in [("short queues, load 0.7", 0.7), ("long queues, load 1.1", 1.1)] {
        let mut group = criterion.benchmark_group(name);
        let count = if load < 1.0 { 100_000 } else { 20_000 };
        let jobs = jobs(count, 256, load);
        group.throughput(Throughput::Elements(u64::from(count))).sample_size(10);
        for policy in
            local::LOCAL_POLICIES.iter().filter(|policy| load < 1.0 || policy.entry.id != "easy-node-exact")
        {
            group.bench_function(policy.entry.id, |bencher| {
                bencher.iter_batched(|| jobs.clone(), |jobs| run(policy, 256, jobs), BatchSize::LargeInput);
            });
        }
        group.finish();
    }
}

/// Fixed work to compare with: a million draws.
fn yardstick(criterion: &mut Criterion) {
    criterion.bench_function("yardstick: 1,000,000 draws", |bencher| {
        bencher.iter(|| {
            let mut stream = Streams::new(1).get("yardstick");
            (0..1_000_000).fold(0, |sum: u64, _| sum.wrapping_add(black_box(stream.bits())))
        });
    });
}

criterion_group!(benches, yardstick, events, queues);
criterion_main!(benches);
