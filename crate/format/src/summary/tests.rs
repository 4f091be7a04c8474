use super::*;
use crate::read;
use ganttlet_core::entry::Settings;

fn summary(text: &str, processors: Option<u32>) -> Summary {
    let reading = read("file", text.as_bytes(), None, &Settings::default()).expect("a file");
    summarise(&reading.work, &reading.origin, processors.or(reading.report.processors))
}

const LOG: &str = "; UnixStartTime: 1000000000\n; MaxProcs: 4\n\
    1 0 -1 0 1 -1 -1 1 10 -1 1 7 1 -1 -1 -1 -1 -1\n\
    2 100 -1 60 2 -1 -1 2 120 -1 1 7 1 -1 -1 -1 -1 -1\n\
    3 8000 -1 7200 4 -1 -1 4 3600 -1 1 9 1 -1 -1 -1 -1 -1\n\
    4 8100 -1 59 3 -1 -1 3 -1 -1 1 -1 1 -1 -1 -1 -1 -1\n";

#[test]
fn a_log_has_gaps_load_users_estimates_and_histograms() {
    let found = summary(LOG, None);
    assert_eq!((found.kind.id, found.count), ("jobs", 4));
    let submissions = found.submissions.expect("submissions");
    assert_eq!(submissions.longest_gap, Some(Gap { from_s: 100.0, to_s: 8_000.0 }));
    assert_eq!((submissions.count, submissions.over_time.iter().sum::<u64>()), (4, 4));
    assert_eq!((submissions.over_time[0], submissions.over_time[71]), (2, 2));
    // 2001-09-09 01:46:40 UTC.
    let hours = submissions.by_hour.expect("the log has a date");
    assert_eq!((hours[1], hours[3], hours[4]), (2, 0, 2), "{hours:?}");
    let load = found.load.expect("a load");
    let work = 120.0 + 28_800.0 + 177.0;
    assert_eq!(load, OfferedLoad { processors: 4, work_s: work, load: Some(work / (4.0 * 8_100.0)) });
    let estimates = found.estimates.expect("estimates");
    assert_eq!((estimates.given, estimates.missing, estimates.exceeded), (3, 1, 1));
    assert_eq!(estimates.median_accuracy, Some(0.5));
    let users = found.users.expect("users");
    assert_eq!(users, Users { count: 2, unknown: 1, largest_share: 0.5 });
    let [runtime, nodes] = &found.distributions[..] else { panic!("two distributions") };
    assert_eq!((runtime.id, runtime.minimum, runtime.median), ("runtime", 0.0, 59.0));
    assert_eq!((runtime.percentile_90, runtime.maximum, runtime.mean), (7_200.0, 7_200.0, 7_319.0 / 4.0));
    let filled: Vec<(f64, Option<f64>, u64)> =
        runtime.bins.iter().filter(|bin| bin.count > 0).map(|bin| (bin.from, bin.to, bin.count)).collect();
    assert_eq!(
        filled,
        [(0.0, Some(1e-6), 1), (30.0, Some(60.0), 1), (60.0, Some(180.0), 1), (3_600.0, Some(10_800.0), 1)]
    );
    let sizes: Vec<(f64, u64)> = nodes.bins.iter().map(|bin| (bin.from, bin.count)).collect();
    assert_eq!(sizes, [(1.0, 1), (2.0, 1), (3.0, 2)]);
    assert_eq!(found.graph, None);
}

#[test]
fn a_log_of_one_job_has_neither_load_nor_gap() {
    let found = summary("1 5 -1 10 1 -1 -1 1 -1 -1 1 -1 1 -1 -1 -1 -1 -1\n", Some(2));
    let submissions = found.submissions.expect("a submission");
    assert_eq!((submissions.longest_gap, submissions.by_hour), (None, None));
    assert!(submissions.over_time.is_empty());
    assert_eq!(found.load, Some(OfferedLoad { processors: 2, work_s: 10.0, load: None }));
    let none = Estimates { given: 0, missing: 1, exceeded: 0, median_accuracy: None };
    assert_eq!((found.estimates, found.users), (Some(none), None));
}

/// Jobs of one processor: submission and runtime.
fn log_of(jobs: &[(u32, u32)]) -> String {
    let line = |(number, (submit, run)): (usize, &(u32, u32))| {
        format!("{} {submit} -1 {run} 1 -1 -1 1 -1 -1 1 7 1 -1 -1 -1 -1 -1\n", number + 1)
    };
    jobs.iter().enumerate().map(line).collect()
}

#[test]
fn the_busiest_tenth_has_the_most_submitted_work() {
    let busiest = |jobs: &[(u32, u32)]| summary(&log_of(jobs), None).busiest;
    // Three short jobs at 400 are less work than one long job at 700.
    let jobs = [(0, 10), (400, 20), (401, 20), (402, 20), (700, 100), (800, 30), (1_000, 10)];
    let period = BusyPeriod { from_s: 700.0, to_s: 800.0, jobs: 2, work_share: 130.0 / 210.0 };
    assert_eq!(busiest(&jobs), Some(period));
    // The period never extends beyond the last submission; of equal periods the first is used.
    let period = BusyPeriod { from_s: 900.0, to_s: 1_000.0, jobs: 2, work_share: 0.9 };
    assert_eq!(busiest(&[(0, 10), (950, 50), (1_000, 40)]), Some(period));
    let period = BusyPeriod { from_s: 0.0, to_s: 100.0, jobs: 1, work_share: 0.5 };
    assert_eq!(busiest(&[(0, 10), (1_000, 10)]), Some(period));
    assert_eq!(busiest(&[(5, 10), (5, 10)]), None);
    assert_eq!(busiest(&[(0, 0), (1_000, 0)]), None);
}

/// A sliding sum over the log equals a separate sum for each period.
#[test]
fn the_busiest_tenth_is_that_of_all_periods_in_turn() {
    let mut seed = 7_u32;
    let mut next = move |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % below
    };
    for _ in 0..50 {
        let mut jobs: Vec<(u32, u32)> = (0..40).map(|_| (next(500) * 10, next(100) + 1)).collect();
        jobs.sort_unstable();
        let (first, last) = (jobs[0].0, jobs[39].0);
        let length = f64::from(last - first) / 10.0;
        let work = |from: f64| -> u32 {
            let inside = |submit: u32| f64::from(submit) >= from && f64::from(submit) <= from + length;
            jobs.iter().filter(|&&(submit, _)| inside(submit - first)).map(|&(_, run)| run).sum()
        };
        let latest = f64::from(last - first) - length;
        let most = jobs.iter().map(|&(submit, _)| work(f64::from(submit - first).min(latest))).max();
        let found = summary(&log_of(&jobs), None).busiest.expect("a period");
        assert_eq!(work(found.from_s), most.expect("jobs"));
    }
}

#[test]
fn a_workflow_has_levels_and_a_critical_path() {
    let text = r#"<adag version="2.1"><job id="a" runtime="3"><uses file="f" link="output" size="7"/></job>
        <job id="b" runtime="2"><uses file="f" link="input" size="7"/></job><job id="c" runtime="4"/>
        <child ref="b"><parent ref="a"/></child><child ref="c"><parent ref="a"/></child></adag>"#;
    let found = summary(text, None);
    let graph = GraphSummary {
        workflows: 1,
        tasks: 3,
        edges: 2,
        levels: 2,
        widest_level: 2,
        critical_path_s: 7.0,
        work_s: 9.0,
        files: 1,
        bytes: 7.0,
    };
    assert_eq!((found.kind.id, found.count, found.graph), ("workflows", 3, Some(graph)));
    assert_eq!(found.distributions.len(), 1);
}

#[test]
fn a_summary_is_a_json_object() {
    let json = serde_json::to_value(summary(LOG, None)).expect("an object");
    assert_eq!(json["kind"], "jobs");
    assert_eq!(json["distributions"][0]["bins"][0]["count"], 1);
    assert_eq!(json["submissions"]["longest_gap"]["to_s"], 8_000.0);
}
