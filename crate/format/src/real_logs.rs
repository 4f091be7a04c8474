//! Tests on real accounting logs, if they are available: jobs, core-seconds, first submission and last end as other
//! programs count them.

use super::real_files::data_folder;
use super::{Reading, read};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::Time;
use ganttlet_work::Job;

fn read_log(path: &str) -> Result<Reading, String> {
    let bytes = std::fs::read(data_folder().join(path)).expect("a file of the index");
    let settings = Settings::default().with("shift_to_zero", Value::Bool(false));
    read(path, &bytes, None, &settings).map_err(|problems| problems[0].message.clone())
}

/// What a log has: jobs that ran, jobs that never started, core-seconds, first submission and last end.
type Counts = (&'static str, usize, usize, f64, &'static str, &'static str);

fn assert_counts(format: &str, logs: &[Counts]) {
    for &(path, ran, never, core_seconds, first, last) in logs {
        let mut reading = read_log(path).unwrap_or_else(|problem| panic!("{path}: {problem}"));
        assert_eq!(reading.report.format, format, "{path}");
        let fact = |label: &str| {
            let fact = reading.report.facts.iter().find(|fact| fact.label == label);
            fact.map_or(String::new(), |fact| fact.value.replace(" UTC", ""))
        };
        let (starts, ends) = (fact("Log starts"), fact("Log ends"));
        let jobs: Vec<Job> = reading.work.take();
        let started: Vec<&Job> = jobs.iter().filter(|job| job.leaves == Time::MAX).collect();
        let work: f64 = started.iter().map(|job| job.run.seconds() * f64::from(job.nodes)).sum();
        let found = (started.len(), jobs.len() - started.len(), work, starts.as_str(), ends.as_str());
        assert_eq!(found, (ran, never, core_seconds, first, last), "{path}");
    }
}

fn assert_refused(path: &str, expected: &str) {
    let message = read_log(path).expect_err("refused");
    assert!(message.contains(expected), "{path}: {message}");
}

#[test]
#[ignore = "needs the reference data"]
fn tables_of_sacct_have_what_others_count() {
    assert_counts(
        "sacct",
        &[
            // One of the four jobs has no cores and never ran.
            (
                "slurm-sacct/xdmod-accounting-logs.log",
                3,
                0,
                77_855_376.0,
                "2015-06-26 13:57:00",
                "2016-08-01 07:04:09",
            ),
            (
                "slurm-sacct/xdmod-job-arrays.log",
                6,
                0,
                398_131_200.0,
                "2015-06-26 13:57:00",
                "2015-07-01 02:55:50",
            ),
            (
                "slurm-sacct/xdmod-phillips.log",
                600,
                0,
                38_734_616.0,
                "2016-12-22 07:15:12",
                "2017-01-01 20:42:19",
            ),
            (
                "slurm-sacct/slurmsim-pipe-in-jobname.log",
                4,
                0,
                3_191_992.0,
                "2021-12-10 14:23:28",
                "2021-12-11 13:56:53",
            ),
            (
                "slurm-sacct/slurmsim-dump2101.log",
                6,
                6,
                55_067_650.0,
                "2020-12-18 22:12:16",
                "2021-01-06 14:09:15",
            ),
            (
                "slurm-sacct/slurmsim-multiline.log",
                6,
                0,
                5_530_160.0,
                "2021-10-05 11:26:12",
                "2022-07-31 14:32:35",
            ),
            (
                "slurm-sacct/slurm-usage-report-all-columns.csv",
                1,
                0,
                778.0,
                "2026-01-15 19:33:36",
                "2026-01-15 19:46:34",
            ),
            ("slurm-sacct/greenalgorithms-raw.txt", 2, 0, 360_985.0, "2022-02-11 19:11:21", ""),
        ],
    );
    assert_refused(
        "slurm-sacct/xdmod-non-ended.log",
        "no job that ended or was cancelled, only 2 unfinished jobs",
    );
    assert_refused("slurm-sacct/kabre.csv", "without a column of runtimes");
    assert_refused(
        "slurm-sacct/slurmio-one-row.txt",
        "without a column of submit times (Submit) and of runtimes",
    );
    assert_refused("slurm-sacct/jobinfo-snowman.txt", "without its header line");
}
