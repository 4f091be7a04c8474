use super::*;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::platform::{das3, one_cluster};

fn settings_with(settings: &[(&'static str, Value)]) -> Settings {
    let start = Settings::defaults(POISSON.entry.parameters);
    settings.iter().cloned().fold(start, |all, (id, value)| all.with(id, value))
}

fn word(word: &'static str) -> Value {
    Value::Choice(word)
}

fn jobs(settings: &Settings, platform: &Platform, purpose: &str) -> Vec<Job> {
    super::jobs(&Random::read(settings), platform, Streams::new(11), purpose)
}

/// The offered load until the last arrival.
fn offered_load(jobs: &[Job], platform: &Platform) -> f64 {
    let work: f64 = jobs.iter().map(|job| f64::from(job.nodes) * job.run.seconds()).sum();
    work / capacity(platform) / jobs.last().unwrap().submit.seconds()
}

#[test]
fn the_offered_load_is_the_requested_one() {
    for (arrivals, tolerance) in [("poisson", 0.03), ("regular", 0.03), ("daily", 0.03)] {
        for platform in [one_cluster(64), das3()] {
            let settings = settings_with(&[
                ("jobs", Value::Integer(60_000)),
                ("load", Value::Number(0.7)),
                ("arrivals", word(arrivals)),
                ("serial_share", Value::Number(0.3)),
                ("sizes", word("log-uniform")),
            ]);
            let load = offered_load(&jobs(&settings, &platform, "w"), &platform);
            assert!((load / 0.7 - 1.0).abs() < tolerance, "{arrivals}: {load}");
        }
    }
}

/// The mean wait time of one server, first come, first served (Lindley's recursion).
fn mean_wait(run_times: &'static str, cv: f64, load: f64) -> f64 {
    let settings = settings_with(&[
        ("jobs", Value::Integer(1_000_000)),
        ("load", Value::Number(load)),
        ("run_times", word(run_times)),
        ("run_mean_s", Value::Number(1.0)),
        ("run_cv", Value::Number(cv)),
        ("sizes", word("constant")),
    ]);
    let (mut wait, mut sum) = (0.0_f64, 0.0);
    let jobs = jobs(&settings, &one_cluster(1), "w");
    for pair in jobs.windows(2) {
        wait = (wait + pair[0].run.seconds() - (pair[1].submit - pair[0].submit).seconds()).max(0.0);
        sum += wait;
    }
    sum / jobs.len() as f64
}

/// Pollaczek and Khinchine: load / (1 - load) * (1 + cv²) / 2 mean runtimes.
#[test]
fn wait_times_of_one_server_agree_with_queueing_theory() {
    for (run_times, cv, load, wait) in [
        ("exponential", 0.0, 0.5, 1.0),
        ("exponential", 0.0, 0.8, 4.0),
        ("constant", 0.0, 0.8, 2.0),
        ("hyper-exponential", 2.0, 0.8, 10.0),
        ("gamma", 0.5, 0.8, 2.5),
    ] {
        let found = mean_wait(run_times, cv, load);
        assert!((found / wait - 1.0).abs() < 0.05, "{run_times} {load}: {found}, not {wait}");
    }
}

#[test]
fn one_setting_changes_no_other_random_numbers() {
    let platform = one_cluster(32);
    let usual = jobs(&settings_with(&[]), &platform, "w");
    let other = jobs(
        &settings_with(&[
            ("run_times", word("weibull")),
            ("estimates", word("rounded")),
            ("users", Value::Integer(0)),
        ]),
        &platform,
        "w",
    );
    assert!(usual.iter().zip(&other).all(|(a, b)| a.submit == b.submit && a.nodes == b.nodes));
    assert!(usual.iter().zip(&other).any(|(a, b)| a.run != b.run));
}

#[test]
fn arrivals_can_be_simultaneous_or_evenly_spaced() {
    let platform = one_cluster(32);
    assert!(
        jobs(&settings_with(&[("arrivals", word("together"))]), &platform, "w")
            .iter()
            .all(|j| j.submit == Time::ZERO)
    );
    let gap = ("interarrival_mean_s", Value::Number(2.5));
    let regular = jobs(&settings_with(&[("arrivals", word("regular")), gap]), &platform, "w");
    assert!(regular.iter().zip(0..).all(|(job, i)| job.submit == Time(2_500_000 * i)));
}

#[test]
fn the_daily_cycle_has_fewer_arrivals_at_night() {
    let settings = settings_with(&[
        ("jobs", Value::Integer(50_000)),
        ("arrivals", word("daily")),
        ("interarrival_mean_s", Value::Number(60.0)),
    ]);
    let jobs = jobs(&settings, &one_cluster(8), "w");
    let at = |hour: i64| jobs.iter().filter(|job| job.submit.0 / 3_600_000_000 % 24 == hour).count();
    assert!(at(13) > 5 * at(4), "{} {}", at(13), at(4));
    // The mean inter-arrival time is unchanged.
    assert!((jobs.last().unwrap().submit.seconds() / 3_000_000.0 - 1.0).abs() < 0.02);
}
