use super::*;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::platform::{das2, one_cluster};
use std::io::Read as _;

fn settings_with(settings: &[(&'static str, Value)]) -> Settings {
    let start = Settings::defaults(LUBLIN.entry.parameters);
    settings.iter().cloned().fold(start, |all, (id, value)| all.with(id, value))
}

fn jobs(class: &'static str, count: i64, load: f64, platform: &Platform, seed: u64) -> Vec<Job> {
    let settings = settings_with(&[
        ("class", Value::Choice(class)),
        ("jobs", Value::Integer(count)),
        ("load", Value::Number(load)),
    ]);
    super::jobs(&Lublin::read(&settings), platform, Streams::new(seed), "w")
}

/// Statistics of a log.
#[derive(Debug)]
struct Profile {
    doublings: f64,
    serial: f64,
    powers: f64,
    log_run: f64,
    gap_s: f64,
    log_gap: f64,
    /// Share of the arrivals between 8 and 18 o'clock.
    by_day: f64,
    /// Mean logarithm of the runtimes of jobs of 32 nodes and more.
    log_run_of_large: f64,
}

fn profile(jobs: &[(f64, f64, u32)]) -> Profile {
    let mean = |of: &dyn Fn(&(f64, f64, u32)) -> f64| jobs.iter().map(of).sum::<f64>() / jobs.len() as f64;
    let large: Vec<_> = jobs.iter().filter(|job| job.2 >= 32).collect();
    let hour = |submit: f64| submit as i64 / 3_600 % 24;
    Profile {
        doublings: mean(&|job| libm::log2(f64::from(job.2))),
        serial: mean(&|job| f64::from(u8::from(job.2 == 1))),
        powers: mean(&|job| f64::from(u8::from(job.2.is_power_of_two()))),
        log_run: mean(&|job| libm::log(job.1.max(1.0))),
        gap_s: (jobs[jobs.len() - 1].0 - jobs[0].0) / (jobs.len() - 1) as f64,
        log_gap: jobs.windows(2).map(|pair| libm::log((pair[1].0 - pair[0].0).max(1.0))).sum::<f64>()
            / (jobs.len() - 1) as f64,
        by_day: mean(&|job| f64::from(u8::from((8..18).contains(&hour(job.0))))),
        log_run_of_large: large.iter().map(|job| libm::log(job.1.max(1.0))).sum::<f64>() / large.len() as f64,
    }
}

fn profile_of_model(class: &'static str, nodes: u32) -> Profile {
    let jobs = jobs(class, 40_000, 0.0, &one_cluster(nodes), 5);
    let columns: Vec<_> =
        jobs.iter().map(|job| (job.submit.seconds(), job.run.seconds(), job.nodes)).collect();
    profile(&columns)
}

fn assert_near(name: &str, found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{name}: {found}, not {wanted} ± {tolerance}");
}

/// The log of the published program for 256 nodes.
#[test]
#[ignore = "needs the reference data"]
fn jobs_resemble_the_log_of_the_published_program() {
    let root = std::env::var("GANTTLET_DATA")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data").to_owned());
    let packed = std::fs::read(format!("{root}/swf/lublin_256.swf.gz")).expect("the published log");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    let columns: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with(';'))
        .map(|line| {
            let fields: Vec<f64> = line.split_whitespace().map(|field| field.parse().unwrap()).collect();
            (fields[1], fields[3], fields[4] as u32)
        })
        .collect();
    let (log, ours) = (profile(&columns), profile_of_model("combined", 256));
    println!("published {log:?}\nours      {ours:?}");
    assert_near("mean doublings", ours.doublings, log.doublings, 0.05);
    assert_near("serial", ours.serial, log.serial, 0.015);
    assert_near("powers of two", ours.powers, log.powers, 0.015);
    assert_near("mean logarithm of run times", ours.log_run, log.log_run, 0.08);
    assert_near("the same of large jobs", ours.log_run_of_large, log.log_run_of_large, 0.2);
    assert_near("mean logarithm of gaps", ours.log_gap, log.log_gap, 0.08);
    // A few very long inter-arrival times determine the mean: 911 ± 65 s for 10,000 of them.
    assert_near("gap", ours.gap_s / log.gap_s, 1.0, 0.25);
    assert_near("by day", ours.by_day, log.by_day, 0.03);
}

/// Independent of the log: consequences of the constants. Log-gamma means: shape times scale.
#[test]
fn means_follow_from_the_published_constants() {
    let ours = profile_of_model("combined", 128);
    // Uniform in two stages from 0.8 by 4.5 to 7.
    assert_near(
        "doublings",
        ours.doublings,
        (1.0 - 0.244) * (0.86 * (0.8 + 4.5) + 0.14 * (4.5 + 7.0)) / 2.0,
        0.05,
    );
    assert_near("serial", ours.serial, 0.244, 0.01);
    let batch = profile_of_model("batch", 128);
    assert_near("serial batch", batch.serial, 0.2927, 0.01);
    let interactive = profile_of_model("interactive", 128);
    assert!(interactive.log_run < batch.log_run - 2.0);
    assert!(profile_of_model("both", 128).gap_s < batch.gap_s.min(interactive.gap_s));
}

#[test]
fn the_offered_load_is_the_requested_one() {
    let platform = one_cluster(128);
    for class in ["combined", "both", "batch", "interactive"] {
        let jobs = jobs(class, 200_000, 0.6, &platform, 9);
        let work: f64 = jobs.iter().map(|job| f64::from(job.nodes) * job.run.seconds()).sum();
        let load = work / 128.0 / jobs.last().unwrap().submit.seconds();
        assert_near(class, load / 0.6, 1.0, 0.04);
    }
    // A separate program with the same constants: 201,869 node-seconds per job, a mean inter-arrival time of 911 s.
    assert_near("work", COMBINED.mean_work(256) / 201_869.0, 1.0, 0.02);
    assert_near("gap", COMBINED.mean_gap_s() / 911.0, 1.0, 0.02);
    for (nodes, load) in [(64, 0.598), (128, 0.722), (256, 0.869)] {
        assert_near("published", published_load([&COMBINED].into_iter(), &one_cluster(nodes)), load, 0.001);
    }
}

#[test]
fn sizes_fit_any_machine() {
    for nodes in [1, 2, 3, 5, 24, 100, 1_000] {
        for class in ["combined", "both"] {
            let jobs = jobs(class, 2_000, 0.5, &one_cluster(nodes), 2);
            assert!(jobs.iter().all(|job| (1..=nodes).contains(&job.nodes)), "{nodes} {class}");
            assert!(jobs.windows(2).all(|pair| pair[0].submit <= pair[1].submit));
        }
    }
    assert!(jobs("combined", 500, 0.5, &das2(), 2).iter().all(|job| job.nodes <= 72 && job.home < 5));
}
