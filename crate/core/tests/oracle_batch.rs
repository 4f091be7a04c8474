//! Schedules of peers that batch queues must reproduce exactly.

mod support;

use ganttlet_core::platform::{NodeSet, one_cluster};
use ganttlet_core::policy::{local, routing};
use ganttlet_core::system::batch::{Options, simulation};
use ganttlet_core::time::{Span, Time};
use ganttlet_core::trace::Trace;
use ganttlet_core::workload::Job;
use std::fs;

const PER_EVENT: Options = Options { exact_estimates: false, kill_at_estimate: true, per_event: true };
const PER_INSTANT: Options = Options { per_event: false, ..PER_EVENT };

fn run(policy: &str, options: Options, nodes: u32, jobs: Vec<Job>) -> Trace {
    let policies = (local::find(policy).expect("a policy"), &routing::ROUTING_POLICIES[0]);
    simulation(&one_cluster(nodes), jobs, policies, options, (Time::MAX, 0)).finish()
}

/// The hand-made cases of pyss: the integer part of a job's id is the second at which it must end.
#[test]
fn hand_made_cases_of_pyss() {
    let Some(folder) = support::data().map(|data| data.join("reference/pyss")) else { return };
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
fn batsim_medium_late_to_the_node() {
    let Some(folder) = support::data().map(|data| data.join("batsim/reference/medium_late")) else { return };
    let text = fs::read_to_string(folder.join("medium_late.json")).expect("a workload");
    let workload: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut jobs: Vec<Job> = workload["jobs"]
        .as_array()
        .expect("jobs")
        .iter()
        .map(|job| {
            let delay = &workload["profiles"][job["profile"].as_str().expect("a profile")]["delay"];
            Job {
                number: job["id"].as_u64().expect("an id") as u32,
                submit: Time::from_seconds(job["subtime"].as_f64().expect("a time")),
                run: Span::from_seconds(delay.as_f64().expect("a delay")),
                estimate: job["walltime"].as_f64().map(Span::from_seconds),
                nodes: job["res"].as_u64().expect("a size") as u32,
                ..Job::default()
            }
        })
        .collect();
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
