//! Played schedules: the choices of every policy reproduce its schedule, and impossible ones are reported.

use super::*;
use crate::system::Budget;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::platform::one_cluster;
use ganttlet_core::record::Trace;
use ganttlet_core::rng::Streams;
use ganttlet_core::time::Span;

/// Random jobs of up to `nodes` nodes that overload the cluster; a few have zero length or are cancelled.
fn random_jobs(seed: u64, count: u32, nodes: u32) -> Vec<Job> {
    let mut chance = Streams::new(seed).get("jobs");
    let mut submit = 0;
    let mut job = |number| {
        submit += i64::from(chance.uniform_below(40));
        let run = i64::from(chance.uniform_below(90)).saturating_sub(3).max(0);
        let estimate = run + i64::from(chance.uniform_below(60));
        let leaves = if chance.uniform_below(12) == 0 { submit + 50 } else { i64::MAX };
        Job {
            number,
            submit: Time(submit * 1_000_000),
            run: Span(run * 1_000_000),
            estimate: Some(Span(estimate * 1_000_000)),
            nodes: 1 + chance.uniform_below(nodes),
            leaves: if leaves == i64::MAX { Time::MAX } else { Time(leaves * 1_000_000) },
            ..Job::default()
        }
    };
    (1..=count).map(&mut job).collect()
}

fn run(platform: &Platform, policy: &str, settings: &Settings, jobs: Vec<Job>) -> Trace {
    let policies = Policies::choose(&[("local", policy.to_owned().into())].into(), settings);
    let options = Options {
        estimates: Estimates::User,
        kill_at_estimate: false,
        same_instant: SameInstant::PerInstant,
    };
    simulation(platform, jobs, policies, options, RunOptions::default()).finish()
}

/// The run with these choices.
fn played(platform: &Platform, choices: &str, jobs: Vec<Job>) -> Trace {
    let [parameter, after, ..] = LOCAL_POLICIES.get("played").entry.parameters else {
        panic!("has parameters")
    };
    let mut settings = Settings::defaults(LOCAL_POLICIES.get("played").entry.parameters);
    settings.set(parameter, Value::Text(choices.into()));
    settings.set(after, Value::Choice("stop"));
    run(platform, "played", &settings, jobs)
}

fn two_clusters() -> Platform {
    let mut platform = one_cluster(16);
    let mut second = platform.clusters[0].clone();
    (second.name, second.nodes, second.speed) = ("second".into(), 7, 1.5);
    platform.clusters.push(second);
    platform
}

#[test]
fn the_choices_of_every_policy_give_its_schedule_again() {
    for platform in [one_cluster(16), two_clusters()] {
        for seed in 0..12 {
            let jobs = random_jobs(seed, 120, 12);
            for entry in LOCAL_POLICIES.members {
                let id = entry.entry.id;
                let recorded = run(&platform, id, &Settings::default(), jobs.clone());
                let choices = recorded_choices(&recorded);
                let again = played(&platform, &choices, jobs.clone());
                assert_eq!(again.digest(), recorded.digest(), "{id}, seed {seed}: {choices}");
            }
        }
    }
}

/// Four nodes, a wide job behind a long one, and short ones behind it.
fn queue() -> Vec<Job> {
    let job = |(number, (submit, run, nodes)): (u32, (i64, i64, u32))| Job {
        number,
        submit: Time(submit * 1_000_000),
        run: Span(run * 1_000_000),
        nodes,
        ..Job::default()
    };
    (1..).zip([(0, 10, 3), (1, 10, 4), (2, 5, 1), (3, 20, 1), (4, 2, 1)]).map(job).collect()
}

fn starts(trace: &Trace) -> Vec<i64> {
    trace
        .subjects
        .start
        .iter()
        .map(|&start| if start == Time::MAX { -1 } else { start.rounded_seconds() })
        .collect()
}

#[test]
fn a_run_stops_at_the_first_decision_without_a_choice() {
    let stopped = played(&one_cluster(4), "1", queue());
    assert_eq!((starts(&stopped), stopped.now), (vec![0, -1, -1, -1, -1], Time(2_000_000)));
    let waited = played(&one_cluster(4), "1000", queue());
    assert_eq!((starts(&waited), waited.now), (vec![0, -1, -1, -1, -1], Time(10_000_000)));
    assert!(waited.findings.is_empty(), "{:?}", waited.findings);
    let all = played(&one_cluster(4), "111011", queue());
    assert_eq!(starts(&all), [0, 27, 2, 7, 37]);
}

#[test]
fn choices_that_are_not_possible_are_reported_with_their_time() {
    let message = |choices: &str| {
        let trace = played(&one_cluster(4), choices, queue());
        trace.findings.iter().map(|found| found.message.clone()).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        message("12"),
        "choice 2 is not possible at 2 s: it names job 2 of those that fit, and 1 waiting job fits"
    );
    assert!(
        message("1[0]").contains("the job needs 3 free nodes, and the choice names 0"),
        "{}",
        message("1[0]")
    );
    assert!(message("1[2-4]").contains("the choice names 2-4"), "{}", message("1[2-4]"));
    assert!(
        message("1?").starts_with("character 2 of the choices is no choice: found \"?\""),
        "{}",
        message("1?")
    );
}

/// Without any choice, the policy for the rest makes all decisions.
#[test]
fn another_policy_decides_after_the_last_choice() {
    let run_with = |choices: &str, then: &'static str, jobs: Vec<Job>| {
        let parameters = LOCAL_POLICIES.get("played").entry.parameters;
        let mut settings = Settings::defaults(parameters);
        settings.set(&parameters[0], Value::Text(choices.into()));
        settings.set(&parameters[1], Value::Choice(then));
        run(&one_cluster(16), "played", &settings, jobs)
    };
    for then in ["fcfs", "easy", "sjf"] {
        let jobs = random_jobs(5, 90, 12);
        let plain = run(&one_cluster(16), then, &Settings::default(), jobs.clone());
        assert_eq!(run_with("", then, jobs.clone()).digest(), plain.digest(), "{then}");
        // It also continues after any of its recorded choices.
        let choices = recorded_choices(&plain);
        assert_eq!(run_with(&choices[..20], then, jobs).digest(), plain.digest(), "{then} after 20 choices");
    }
    let fcfs = run_with("1", "fcfs", queue());
    assert!(fcfs.subjects.status.iter().all(|&status| status == Status::Done));
}

/// A run stops at the same decision, independent of its slices.
#[test]
fn slices_do_not_move_the_decision_at_which_a_run_stops() {
    let policies = || {
        let parameters = LOCAL_POLICIES.get("played").entry.parameters;
        let mut settings = Settings::defaults(parameters);
        settings.set(&parameters[0], Value::Text("100".into()));
        settings.set(&parameters[1], Value::Choice("stop"));
        Policies::choose(&[("local", "played".to_owned().into())].into(), &settings)
    };
    let options =
        Options { estimates: Estimates::User, kill_at_estimate: true, same_instant: SameInstant::PerInstant };
    let mut sliced = simulation(&one_cluster(4), queue(), policies(), options, RunOptions::default());
    while !sliced.advance(Budget::events(1)).done {}
    let whole = simulation(&one_cluster(4), queue(), policies(), options, RunOptions::default()).finish();
    assert_eq!(sliced.trace().digest(), whole.digest());
    assert_eq!(sliced.trace().now, whole.now);
}
