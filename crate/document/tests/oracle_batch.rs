//! Schedules of other simulators that batch queues must reproduce exactly.

mod support;

use ganttlet_core::entry::{Roles, Settings, Value};
use ganttlet_core::platform::{NodeSet, one_cluster};
use ganttlet_core::record::Trace;
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::system::RunOptions;
use ganttlet_sim::system::batch::{Estimates, Options, Policies, SameInstant, simulation};
use ganttlet_work::Job;
use std::fs;
use std::path::Path;

const PER_EVENT: Options =
    Options { estimates: Estimates::User, kill_at_estimate: true, same_instant: SameInstant::PerEvent };
const PER_INSTANT: Options = Options { same_instant: SameInstant::PerInstant, ..PER_EVENT };

fn run(policy: &str, options: Options, nodes: u32, jobs: Vec<Job>) -> Trace {
    let policies = Policies::choose(&[("local", policy.to_owned().into())].into(), &Settings::default());
    simulation(&one_cluster(nodes), jobs, policies, options, RunOptions::default()).finish()
}

/// The hand-made cases of pyss: the integer part of a job's id is the second at which it must end.
#[test]
#[ignore = "needs the reference data"]
fn hand_made_cases_of_pyss() {
    let folder = support::data_folder().join("reference/pyss");
    let text = fs::read_to_string(folder.join("INDEX.json")).expect("an index");
    let index: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let names = [("fcfs", "fcfs"), ("easy", "easy"), ("cons", "conservative"), ("sjbf", "easy-sjbf")];
    let mut checked = 0;
    for (file, policies) in index["holds_for"].as_object().expect("a table") {
        let text = fs::read_to_string(folder.join(file)).expect("a case");
        let rows: Vec<Vec<f64>> = text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
            .map(|line| line.split_whitespace().take(5).map(|word| word.parse().expect("a number")).collect())
            .collect();
        let mut rows = rows;
        rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let job = |(number, row): (u32, &Vec<f64>)| Job {
            number,
            submit: Time::from_seconds(row[0]),
            estimate: Some(Span::from_seconds(row[2])),
            nodes: row[3] as u32,
            run: Span::from_seconds(row[4]),
            ..Job::default()
        };
        let jobs: Vec<Job> = (0..).zip(&rows).map(job).collect();
        for policy in policies.as_array().expect("a list") {
            let (_, id) = names.iter().find(|(short, _)| policy == short).expect("a policy of ours");
            let trace = run(id, PER_EVENT, 100, jobs.clone());
            let ends: Vec<i64> = trace.subjects.end.iter().map(|end| end.rounded_seconds()).collect();
            let expected: Vec<i64> = rows.iter().map(|row| row[1] as i64).collect();
            assert_eq!(ends, expected, "{file} under {id}");
            checked += 1;
        }
    }
    assert!(checked >= 60, "only {checked} cases were there");
}

/// Batsim's `medium_late` under its EASY: every start and every node.
#[test]
#[ignore = "needs the reference data"]
fn batsim_medium_late_to_the_node() {
    let folder = support::data_folder().join("batsim/reference/medium_late");
    let workload = fs::read(folder.join("medium_late.json")).expect("a workload");
    let mut reading =
        ganttlet_format::read("medium_late.json", &workload, None, &Settings::default()).expect("a workload");
    let mut jobs: Vec<Job> = reading.work.take();
    jobs.sort_by_key(|job| job.submit);
    let count = jobs.len();
    let trace = run("easy-node-exact", PER_INSTANT, 32, jobs);

    let expected = fs::read_to_string(folder.join("easy/out_jobs.csv")).expect("a schedule");
    let mut lines = expected.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let column = |name: &str| header.iter().position(|&other| other == name).expect("a column");
    let (id, start, nodes) = (column("job_id"), column("starting_time"), column("allocated_resources"));
    let mut checked = 0;
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let number: u32 = cells[id].parse().expect("an id");
        let job =
            trace.subjects.number.iter().position(|&other| other == number).expect("a job of ours") as u32;
        let mut ours = NodeSet::default();
        trace.rows_of(job).for_each(|(row, rows)| ours.push(row, rows));
        let theirs: f64 = cells[start].parse().expect("a time");
        let difference = (trace.subjects.start[job as usize].seconds() - theirs).abs();
        assert!(difference < 1e-4, "job {number} starts {difference} s off {theirs}");
        assert_eq!(ours.to_string(), cells[nodes], "nodes of job {number}");
        checked += 1;
    }
    assert_eq!(checked, count);
}

/// Log, processors, jobs, policy, estimates: mean wait in seconds, mean bounded slowdown, hash of all starts. Five
/// independent simulators agree on them to the last digit; the longer log of KTH, with eight jobs of length zero, was
/// run by one of them.
const REAL_LOGS: &str = "
KTH-SP2-28481.swf.gz        100 28481 fcfs      user   353776.409 6814.9733 ebefe84ba892
KTH-SP2-1996-2.swf.gz       100 28489 fcfs      user   353769.623 6822.3154 6d30a45dcaaa
KTH-SP2-28481.swf.gz        100 28481 easy      user   6836.872 92.5765 e4ee44369fba
KTH-SP2-28481.swf.gz        100 28481 easy-sjbf user   5904.077 69.4054 58f2681b2c19
KTH-SP2-28481.swf.gz        100 28481 easy      exact  6327.682 71.7224 87b5fbd5d6a9
lublin_256.swf.gz           256 10000 fcfs      user   2388443.760 66502.4755 cef97b4d6e39
lublin_256.swf.gz           256 10000 easy      user   97155.995 590.0538 ea5ad6baa992
lublin_256.swf.gz           256 10000 easy-sjbf user   73394.375 219.5576 bddb6e2cea3a
lublin_256.swf.gz           256 10000 easy      exact  97155.995 590.0538 ea5ad6baa992
HPC2N-2002-alea-excerpt.swf 240 3145  fcfs      user   5588.634 47.0382 2d2ec2785399
HPC2N-2002-alea-excerpt.swf 240 3145  easy      user   3470.178 16.2137 802af650b52e
HPC2N-2002-alea-excerpt.swf 240 3145  easy-sjbf user   3316.780 16.0512 699b18f27d52
HPC2N-2002-alea-excerpt.swf 240 3145  easy      exact  3365.381 15.8323 fb66597c3243
";

/// The jobs of a log with its original times, in which starts are compared. Runtimes are at least 1 s, as in the
/// reference results.
fn log(path: &Path) -> Vec<Job> {
    let bytes = fs::read(path).expect("a log");
    let settings = Settings::default().with("shift_to_zero", Value::Bool(false));
    let settings = settings.with("min_run_s", Value::Number(1.0));
    let name = path.to_string_lossy();
    ganttlet_format::read(&name, &bytes, Some("swf"), &settings).expect("a readable log").work.take()
}

#[test]
#[ignore = "needs the reference data"]
fn real_logs_to_the_last_digit() {
    let folder = support::data_folder().join("swf");
    for line in REAL_LOGS.trim().lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |place: usize| words[place].parse::<u32>().expect("a number");
        let (name, nodes, count) = (words[0], number(1), number(2));
        let jobs = log(&folder.join(name));
        assert_eq!(jobs.len() as u32, count, "{name}");
        let trace = run(
            words[3],
            Options {
                estimates: if words[4] == "exact" { Estimates::Exact } else { Estimates::User },
                ..PER_EVENT
            },
            nodes,
            jobs,
        );
        let (wait, slowdown) = support::wait_and_slowdown(&trace);
        let ours = format!("{wait:.3} {slowdown:.4} {}", support::start_hash(&trace));
        assert_eq!(ours, words[5..].join(" "), "{line}");
    }
}

/// The slowdown published for KTH-SP2 under EASY-SJBF with exact estimates (Gaussier et al. 2015).
#[test]
#[ignore = "needs the reference data"]
fn published_slowdown_of_kth_with_perfect_predictions() {
    let folder = support::data_folder().join("swf");
    let jobs = log(&folder.join("KTH-SP2-28481.swf.gz"));
    let trace = run("easy-sjbf", Options { estimates: Estimates::Exact, ..PER_EVENT }, 100, jobs);
    assert_eq!(format!("{:.4}", support::wait_and_slowdown(&trace).1), "49.8477");
}
