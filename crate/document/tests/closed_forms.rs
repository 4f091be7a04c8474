//! Queues whose mean wait is known in closed form: our simulation must agree within its confidence interval.

use ganttlet_core::entry::{Roles, Settings};
use ganttlet_core::platform::one_cluster;
use ganttlet_core::record::Trace;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::system::RunOptions;
use ganttlet_sim::system::batch::{Estimates, Options, Policies, SameInstant, simulation};
use ganttlet_work::Job;

const SEEDS: u64 = 10;
/// Two-sided 99 % point of Student's t with 9 degrees of freedom.
const T_99: f64 = 3.25;
/// The mean service time, in seconds: long enough that microseconds do not round it.
const SERVICE_S: f64 = 100.0;

/// Serial jobs with Poisson arrivals under FCFS.
fn simulate_queue(servers: u32, load: f64, jobs: u32, seed: u64, service: fn(&mut Stream) -> f64) -> Trace {
    let streams = Streams::new(seed);
    let (mut arrivals, mut services) = (streams.get("arrivals"), streams.get("services"));
    let mut now = 0.0;
    let job = |number| {
        now += arrivals.exponential(SERVICE_S / (load * f64::from(servers)));
        let run = Span::from_seconds(SERVICE_S * service(&mut services));
        Job { number, submit: Time::from_seconds(now), run, ..Job::default() }
    };
    let jobs: Vec<Job> = (0..jobs).map(job).collect();
    let policies = Policies::choose(&[("local", "fcfs".into())].into(), &Settings::default());
    let options = Options {
        estimates: Estimates::Exact,
        kill_at_estimate: false,
        same_instant: SameInstant::PerInstant,
    };
    simulation(&one_cluster(servers), jobs, policies, options, RunOptions::default()).finish()
}

/// Mean wait in service times, without the first tenth of the jobs.
fn mean_wait(trace: &Trace) -> f64 {
    let table = &trace.subjects;
    let first = table.len() / 10;
    let waits = (first..table.len()).map(|job| (table.start[job] - table.submit[job]).seconds() / SERVICE_S);
    waits.sum::<f64>() / (table.len() - first) as f64
}

fn assert_mean_wait(
    name: &str,
    expected: f64,
    servers: u32,
    load: f64,
    jobs: u32,
    service: fn(&mut Stream) -> f64,
) {
    let means: Vec<f64> =
        (1..=SEEDS).map(|seed| mean_wait(&simulate_queue(servers, load, jobs, seed, service))).collect();
    let n = SEEDS as f64;
    let mean = means.iter().sum::<f64>() / n;
    let variance = means.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    let half_width = T_99 * (variance / n).sqrt();
    assert!(
        (mean - expected).abs() <= half_width && half_width < 0.15 * expected,
        "{name}, load {load}: {mean} +- {half_width}, not {expected}"
    );
}

fn exponential(stream: &mut Stream) -> f64 {
    stream.exponential(1.0)
}

/// Two exponentials with balanced means and squared coefficient of variation 4.
fn hyper_exponential(stream: &mut Stream) -> f64 {
    let p = 0.5 * (1.0 + (3.0_f64 / 5.0).sqrt());
    stream.hyper_exponential(p, 0.5 / p, 0.5 / (1.0 - p))
}

#[test]
fn single_server_wait_equals_the_closed_form() {
    for (load, wait) in [(0.5, 1.0), (0.8, 4.0), (0.9, 9.0)] {
        assert_mean_wait("M/M/1", wait, 1, load, 200_000, exponential);
        assert_mean_wait("M/D/1", wait / 2.0, 1, load, 200_000, |_| 1.0);
    }
    assert_mean_wait("M/M/1", 19.0, 1, 0.95, 800_000, exponential);
    assert_mean_wait("M/H2/1", 10.0, 1, 0.8, 400_000, hyper_exponential);
}

#[test]
fn multi_server_wait_equals_erlang_c() {
    assert_mean_wait("M/M/2", 1.777_778, 2, 0.8, 200_000, exponential);
    assert_mean_wait("M/M/10", 0.668_732, 10, 0.9, 200_000, exponential);
    assert_mean_wait("M/M/64", 0.183_753, 64, 0.95, 400_000, exponential);
    assert_mean_wait("M/M/256", 0.067_862, 256, 0.97, 800_000, exponential);
}

/// The theoretical wait beside a measured wait is the closed form: load / (1 - load) times the mean runtime for
/// exponential runtimes, half of that for equal runtimes. It has no value for several servers or for a load of at least
/// 1.
#[test]
fn theoretical_wait_metric_equals_the_closed_form() {
    use ganttlet_sim::metric::Scope;
    use ganttlet_sim::report::METRICS;
    let theory = |servers: u32, load: f64, run: fn(&mut Stream) -> f64| {
        let metric = METRICS.find("wait-by-theory").expect("a measure");
        let trace = simulate_queue(servers, load, 100_000, 5, run);
        metric
            .report_row(&trace, &Settings::defaults(metric.entry.parameters), &Scope::ALL)
            .value
            .map(|wait| wait / SERVICE_S)
    };
    for (load, wait) in [(0.5, 1.0), (0.8, 4.0)] {
        let (random, equal) = (theory(1, load, exponential), theory(1, load, |_| 1.0));
        // The load of a random workload deviates from the requested load.
        assert!((random.expect("a value") / wait - 1.0).abs() < 0.06, "{load}: {random:?}");
        assert!((2.0 * equal.expect("a value") / wait - 1.0).abs() < 0.06, "{load}: {equal:?}");
    }
    assert_eq!(theory(2, 0.8, exponential), None);
    assert_eq!(theory(1, 1.2, exponential), None);
}

/// Little's law on the trace: mean number in the queue = arrivals per second x mean wait.
#[test]
fn littles_law_and_utilisation_hold() {
    use ganttlet_sim::metric::Scope;
    use ganttlet_sim::report::METRICS;
    let trace = simulate_queue(4, 0.8, 20_000, 3, exponential);
    let value = |id: &str| {
        let metric = METRICS.find(id).expect("a measure");
        metric
            .report_row(&trace, &Settings::defaults(metric.entry.parameters), &Scope::ALL)
            .value
            .expect("a value")
    };
    let little = value("throughput") / 3600.0 * value("wait");
    assert!((value("queue-length") / little - 1.0).abs() < 1e-9);
    let area: f64 = (0..trace.subjects.len())
        .map(|job| (trace.subjects.end[job] - trace.subjects.start[job]).seconds())
        .sum();
    assert!((value("utilisation") / 100.0 * value("makespan") * 4.0 / area - 1.0).abs() < 1e-9);
}
