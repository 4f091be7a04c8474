//! Benchmarks of the engine. Each group also times a plain loop of fixed work, so that ratios are comparable between
//! machines: see README.md.

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use ganttlet_core::entry::{Factory, Parameters, PolicyEntry, Roles, Settings};
use ganttlet_core::event::EventQueue;
use ganttlet_core::platform::{Network, das3, one_cluster};
use ganttlet_core::record::Trace;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::policy::local::{LOCAL_POLICIES, LocalPolicy};
use ganttlet_sim::policy::workflow::{CostMatrix, Dag, Links, Timetable, WORKFLOW_POLICIES, cpop, heft};
use ganttlet_sim::system::batch::{Estimates, Options, Policies, SameInstant, simulation};
use ganttlet_sim::system::{Budget, RunOptions, workflow};
use ganttlet_study::Plan;
use ganttlet_work::{File, Job, Task, Work, Workflow};
use std::hint::black_box;

const OPTIONS: Options =
    Options { estimates: Estimates::User, kill_at_estimate: true, same_instant: SameInstant::PerInstant };

/// Jobs of 1 to 64 nodes, with a mean runtime of an hour and estimates up to four times the runtime.
fn random_jobs(count: u32, nodes: u32, load: f64) -> Vec<Job> {
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
            nodes: 1 << stream.uniform_below(7),
            ..Job::default()
        }
    };
    (0..count).map(job).collect()
}

fn simulate(policy: &'static PolicyEntry<dyn LocalPolicy>, nodes: u32, jobs: Vec<Job>) -> Trace {
    let policies = Policies::choose(&[("local", policy.entry.id.into())].into(), &Settings::default());
    simulation(&one_cluster(nodes), jobs, policies, OPTIONS, RunOptions::default()).finish()
}

fn bench_events(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("events");
    let count = 1_000_000_u32;
    group.throughput(Throughput::Elements(u64::from(count)));
    group.bench_function("schedule and pop, 1000 pending", |bencher| {
        bencher.iter(|| {
            let mut stream = Streams::new(1).get("bench");
            let mut queue = EventQueue::default();
            for event in 0..1000 {
                queue.schedule(Time(i64::from(stream.uniform_below(1000))), 0, event);
            }
            for _ in 0..count {
                if let Some((time, event)) = queue.pop() {
                    queue.schedule(Time(time.0 + 1 + i64::from(stream.uniform_below(1000))), 0, event);
                }
            }
            queue.len()
        });
    });
    group.finish();
}

fn bench_policies(criterion: &mut Criterion) {
    for (name, load) in [("short queues, load 0.7", 0.7), ("long queues, load 1.1", 1.1)] {
        let mut group = criterion.benchmark_group(name);
        let count = if load < 1.0 { 100_000 } else { 20_000 };
        let jobs = random_jobs(count, 256, load);
        group.throughput(Throughput::Elements(u64::from(count))).sample_size(10);
        for policy in
            LOCAL_POLICIES.members.iter().filter(|policy| load < 1.0 || policy.entry.id != "easy-node-exact")
        {
            group.bench_function(policy.entry.id, |bencher| {
                bencher.iter_batched(
                    || jobs.clone(),
                    |jobs| simulate(policy, 256, jobs),
                    BatchSize::LargeInput,
                );
            });
        }
        group.finish();
    }
}

/// Fixed work for comparison: a million random numbers.
fn bench_yardstick(criterion: &mut Criterion) {
    criterion.bench_function("yardstick: 1,000,000 draws", |bencher| {
        bencher.iter(|| {
            let mut stream = Streams::new(1).get("yardstick");
            (0..1_000_000).fold(0, |sum: u64, _| sum.wrapping_add(black_box(stream.random_bits())))
        });
    });
}

/// A random graph with levels of 100 tasks, each with up to four parents.
fn random_graph(count: u32, stream: &mut Stream) -> Vec<(u32, u32, f64)> {
    let mut edges = Vec::new();
    for task in 1..count {
        let first = task.saturating_sub(100 + task % 100);
        let mut parents: Vec<u32> =
            (0..4).map(|_| first + stream.uniform_below((task - first).min(100))).collect();
        parents.sort_unstable();
        parents.dedup();
        edges.extend(parents.into_iter().map(|parent| (parent, task, stream.exponential(20.0))));
    }
    edges
}

/// Static plans of 10,001 tasks on 128 processors: all different, in 8 clusters, and all equal.
fn bench_plans(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("plans of 10,001 tasks on 128 processors");
    let count = 10_001;
    let mut stream = Streams::new(1).get("bench");
    let dag = Dag::from_edges(count, &random_graph(count as u32, &mut stream)).expect("no circle");
    for clusters in [128, 8, 1] {
        let links = Links::new(Network::uniform(clusters, 1.0, Span::ZERO), Span::ZERO, false);
        let run = (0..count * clusters).map(|_| Span::from_seconds(stream.exponential(20.0))).collect();
        let sizes = vec![128 / clusters as u32; clusters];
        let costs = CostMatrix::new(&dag, sizes.clone(), run, &links);
        for (name, plan) in [("HEFT", heft as fn(&_, &mut _, _) -> _), ("CPOP", cpop)] {
            group.bench_function(format!("{name}, {clusters} clusters"), |bencher| {
                bencher.iter(|| plan(&costs, &mut Timetable::new(&sizes), Time::ZERO).makespan());
            });
        }
    }
    group.finish();
}

/// A graph of 10,001 tasks on five clusters, run by each workflow policy.
fn bench_workflows(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("workflow of 10,001 tasks on DAS-3");
    let mut stream = Streams::new(2).get("bench");
    let mut work = Workflow::default();
    let run = |_| Task { run: Span::from_seconds(stream.exponential(100.0)), nodes: 1, ..Task::default() };
    work.tasks = (0..10_001).map(run).collect();
    for (parent, child, bytes) in random_graph(10_001, &mut stream) {
        let file = work.files.len() as u32;
        work.files.push(File { name: String::new(), bytes: bytes * 1e6 });
        work.tasks[parent as usize].outputs.push(file);
        work.tasks[child as usize].inputs.push(file);
        work.tasks[child as usize].parents.push(parent);
    }
    work.link_children();
    group.throughput(Throughput::Elements(10_001)).sample_size(10);
    for policy in WORKFLOW_POLICIES.members {
        group.bench_function(policy.entry.id, |bencher| {
            let run = |work| {
                let settings = Settings::default();
                let policies = workflow::Policies { mapping: Factory::new(policy, &settings) };
                let (work, options) = (Work::new(vec![work]), workflow::Options::read(&settings));
                let run = RunOptions { seed: 1, ..RunOptions::default() };
                workflow::simulation(&das3(), &work, Vec::new(), Vec::new(), &policies, &options, run)
                    .finish()
            };
            bencher.iter_batched(|| work.clone(), run, BatchSize::LargeInput);
        });
    }
    group.finish();
}

/// Times a scenario without the generation of its work.
fn bench_run(group: &mut BenchmarkGroup<'_, WallTime>, name: impl Into<String>, scenario: &str) {
    let scenario = ganttlet_document::read(scenario).scenario.expect("a scenario");
    group.bench_function(name.into(), |bencher| {
        let build = || ganttlet_document::build(&scenario, 0, &ganttlet_document::Files::new(), 0);
        bencher.iter_batched(
            || build().unwrap_or_else(|_| panic!("a run")).run,
            |mut run| run.advance(Budget::ALL),
            BatchSize::LargeInput,
        );
    });
}

/// A day of a KOALA grid, as in experiment E2.6: co-allocation under two placement policies at two loads.
fn bench_koala(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a day of KOALA on DAS-3 without Delft");
    group.sample_size(10);
    for load in [0.7, 0.9] {
        for placement in ["worst-fit", "flexible-cluster-minimization"] {
            let text = format!(
                r#"{{"version": 1, "seed": 1,
                    "platform": {{"preset": "das3", "parameters": {{"clusters": "without-delft"}}}},
                    "workload": [{{"generator": "grid-parallel",
                                   "parameters": {{"net_load": {load}, "application": "wave-convex"}}}}],
                    "system": {{"kind": "koala", "policies": {{"placement": "{placement}"}}}}}}"#
            );
            bench_run(&mut group, format!("{placement}, net load {load}"), &text);
        }
    }
    group.finish();
}

/// A hundred batches of 300 tasks on a pool: alone, self-adjusting under owners, and with replicas against losses.
fn bench_pools(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("30,000 tasks on an opportunistic pool");
    group.sample_size(10).throughput(Throughput::Elements(30_000));
    let ways = [
        ("60 workers", "fixed", "no-replication", r#""workers": 60"#, ""),
        (
            "self-adjusting, owners",
            "dynamic",
            "no-replication",
            r#""grant_delay_s": 60"#,
            r#"{"generator": "owner-sessions", "parameters": {"duration_s": 200000}}"#,
        ),
        (
            "copies against losses",
            "fixed",
            "complete-replication",
            r#""workers": 60, "extra_machines": 9, "losses": "one""#,
            "",
        ),
    ];
    for (name, sizing, loss, parameters, background) in ways {
        let text = format!(
            r#"{{"version": 1, "seed": 1,
                "platform": {{"preset": "opportunistic-pool", "parameters": {{"machines": 300}}}},
                "workload": [{{"generator": "master-worker-batches",
                               "parameters": {{"tasks": 300, "iterations": 100, "variation_percent": 30}}}}],
                "background": [{background}],
                "system": {{"kind": "opportunistic", "parameters": {{{parameters}}},
                            "policies": {{"ordering": "random-average", "sizing": "{sizing}", "loss": "{loss}"}}}}}}"#
        );
        bench_run(&mut group, name, &text);
    }
    group.finish();
}

/// Ten runs of each of seven cost functions and three applications, as published: the first ten seeds of study C2.
fn bench_components(criterion: &mut Criterion) {
    let study = ganttlet_study::published::find_study("C2").expect("a published experiment");
    let plan = Plan::new(&study, false, None).unwrap_or_else(|_| panic!("a plan"));
    let runs = 10 * 7 * 3;
    let mut group = criterion.benchmark_group("workflows of components");
    group.sample_size(10).throughput(Throughput::Elements(runs));
    group.bench_function("C2: 210 runs", |bencher| {
        let files = ganttlet_document::Files::new();
        let latest = ganttlet_document::WorkCache::default();
        let run = |run| plan.execute_run(run, &files, &latest).unwrap_or_else(|_| panic!("a run"));
        bencher.iter(|| (0..runs as usize).map(run).collect::<Vec<_>>());
    });
    group.finish();
}

/// Applications that select their hosts, at the largest scale of the report, and with lists (R2 and R3).
fn bench_delegated(criterion: &mut Criterion) {
    let mut group =
        criterion.benchmark_group("200 applications that choose their own hosts, a fifth moldable");
    group.sample_size(10);
    for (clusters, codes, rule) in [
        (1, 0.0, "fcfs-repeated"),
        (8, 0.0, "fcfs-repeated"),
        (8, 0.5, "fcfs-repeated"),
        (8, 1.0, "fcfs-repeated"),
        (8, 0.0, "oar-greedy"),
    ] {
        let text = format!(
            r#"{{"version": 1, "seed": 1,
                "platform": {{"preset": "federation", "parameters": {{"clusters": {clusters}}}}},
                "workload": [{{"generator": "atlas-launchers", "parameters": {{"complex_share": {codes}}}}}],
                "system": {{"kind": "delegated", "policies": {{"rule": "{rule}"}}}}}}"#
        );
        bench_run(&mut group, format!("{rule}, {clusters} clusters, codes {codes}"), &text);
    }
    group.finish();
}

criterion_group!(
    benches,
    bench_yardstick,
    bench_events,
    bench_policies,
    bench_plans,
    bench_workflows,
    bench_koala,
    bench_pools,
    bench_components,
    bench_delegated
);
criterion_main!(benches);
