//! Logs of runs: exact jobs, traps, hostile lines.

use crate::{Reading, read, recognise};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::Time;
use ganttlet_work::Job;

const STATES: &str = "1677920471 INTERNAL *** MONITORD_STARTED ***\n\
    1677920470 INTERNAL *** DAGMAN_STARTED 40.0 ***\n\
    1677920471 a_0 SUBMIT 41.0 local - 1\n\
    1677920471 b_0 SUBMIT 42.0 pool - 2\n\
    1677920475 a_0 EXECUTE 41.0 local - 1\n\
    1677920478 b_0 EXECUTE 42.0 pool - 2\n\
    1677920477 a_0 JOB_TERMINATED 41.0 local - 1\n\
    1677920481 a_0 JOB_SUCCESS 0 local - 1\n\
    1677920481 a_0 POST_SCRIPT_STARTED 41.0 local - 1\n\
    1677920488 b_0 JOB_TERMINATED 42.0 pool - 2\n\
    1677920489 b_0 JOB_FAILURE 1 pool - 2\n\
    1677920490 b_0 SUBMIT 43.0 pool - 3\n\
    1677920491 b_0 EXECUTE 43.0 pool - 3\n\
    1677920499 b_0 JOB_TERMINATED 43.0 pool - 3\n\
    1677920500 c_0 SUBMIT 44.0 pool - 4\n";

const EVENTS: &str = "000 (7.000.000) 12/31 23:59:50 Job submitted from host: <1.2.3.4:5>\n    DAG Node: A\n...\n\
    001 (7.000.000) 12/31 23:59:55 Job executing on host: <1.2.3.4:5>\n...\n\
    004 (7.000.000) 12/31 23:59:59 Job was evicted.\n\t(0) Job was not checkpointed.\n...\n\
    001 (7.000.000) 01/01 00:00:05 Job executing on host: <1.2.3.4:5>\n...\n\
    006 (7.000.000) 01/01 00:00:06 Image size of job updated: 5\n...\n\
    005 (7.000.000) 01/01 00:00:15 Job terminated.\n\t(1) Normal termination (return value 3)\n\t\tUsr 0 00:00:06\n...\n\
    000 (8.000.000) 01/01 00:00:20 Job submitted\n...\n\
    009 (8.000.000) 01/01 00:00:30 Job was aborted by the user.\n...\n";

fn reading(text: &str, format: &str) -> Reading {
    assert_eq!(recognise("t", text.as_bytes()).map(|format| format.entry.id), Ok(format));
    let settings = Settings::default().with("shift_to_zero", Value::Bool(false));
    read("t", text.as_bytes(), None, &settings).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Name, submission, start and run of each job, and whether it failed.
fn rows(reading: &mut Reading) -> Vec<(String, f64, f64, f64, bool)> {
    let jobs: Vec<Job> = reading.work.take();
    let start = |job: &Job| job.recorded_start.map_or(-1.0, Time::seconds);
    jobs.iter()
        .map(|job| (job.name.to_string(), job.submit.seconds(), start(job), job.run.seconds(), job.failed))
        .collect()
}

fn others(reading: &Reading) -> &str {
    let fact = reading.report.facts.iter().find(|fact| fact.label == "Other records");
    fact.map_or("", |fact| &fact.value)
}

#[test]
fn states_of_pegasus_are_jobs() {
    let mut found = reading(STATES, "pegasus-jobstate");
    let text = |name: &str| name.to_owned();
    assert_eq!(
        rows(&mut found),
        [
            (text("a_0"), 1_677_920_471.0, 1_677_920_475.0, 2.0, false),
            (text("b_0"), 1_677_920_471.0, 1_677_920_478.0, 10.0, true),
            (text("b_0"), 1_677_920_490.0, 1_677_920_491.0, 8.0, false),
        ]
    );
    assert_eq!(others(&found), "2 monitor lines, 1 script or other state, 1 unfinished job");
}

#[test]
fn events_of_condor_are_runs() {
    let mut found = reading(EVENTS, "condor-user-log");
    let day = 365.0 * 86_400.0;
    let rows = rows(&mut found);
    let rows: Vec<(&str, f64, f64, f64, bool)> =
        rows.iter().map(|row| (row.0.as_str(), row.1 - day, row.2 - day, row.3, row.4)).collect();
    assert_eq!(
        rows,
        [
            ("7.000.000", 86_390.0, 86_395.0, 4.0, true),
            ("7.000.000", 86_399.0, 86_405.0, 10.0, true),
            ("8.000.000", 86_420.0, 86_430.0, 0.0, false),
        ]
    );
    let told = |part: &str| found.report.diagnostics.iter().any(|one| one.message.contains(part));
    assert!(told("times have no year") && told("1 new year where the month falls"));
    assert_eq!(others(&found), "1 other event");
    let newer = EVENTS.replace("12/31 ", "2023-12-31 ").replace("01/01 ", "2024-01-01 ");
    let submit = self::rows(&mut reading(&newer, "condor-user-log"))[1].1;
    assert_eq!(submit.to_bits(), 1_704_067_199f64.to_bits());
}

#[test]
fn hostile_logs_of_runs_neither_panic_nor_hang() {
    for text in
        ["000 (\n", "000 () 99/99 99:99:99\n", "000 (é) 12/3é 23:59:50 x\n...\n", "1677920471 a\n", "...\n"]
    {
        for format in ["pegasus-jobstate", "condor-user-log"] {
            let _ = read("t", text.as_bytes(), Some(format), &Settings::default());
        }
        let _ = recognise("t", text.as_bytes());
    }
}

#[test]
fn sizes_of_jobs_are_those_of_their_resources() {
    let text = "000 (007.000.000) 2024-01-01 00:00:00 Job submitted from host: <h>\n...\n\
        001 (007.000.000) 2024-01-01 00:00:05 Job executing on host: <h>\n\tSlotName: slot1_1@n1\n\tCpus = 2\n\tDisk = 9\n...\n\
        004 (007.000.000) 2024-01-01 00:00:15 Job was evicted.\n...\n\
        001 (007.000.000) 2024-01-01 00:00:20 Job executing on host: <h>\n...\n\
        005 (007.000.000) 2024-01-01 00:00:30 Job terminated.\n\t(1) Normal termination (return value 0)\n\
        \tPartitionable Resources :    Usage  Request Allocated\n\t   Cpus                 :     3.9        4         4\n\
        \t   Memory (MB)          :        0      128       128\n...\n\
        000 (008.000.000) 2024-01-01 00:00:00 Job submitted from host: <h>\n...\n\
        001 (008.000.000) 2024-01-01 00:00:05 Job executing on host: <h>\n...\n\
        005 (008.000.000) 2024-01-01 00:00:06 Job terminated.\n\t(1) Normal termination (return value 0)\n\
        \t   Cpus                 :                 1         x\n...\n";
    let mut found = reading(text, "condor-user-log");
    let jobs: Vec<Job> = found.work.take();
    let mut sizes: Vec<(f64, u32)> = jobs.iter().map(|job| (job.run.seconds(), job.nodes)).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!(sizes, [(1.0, 1), (10.0, 2), (10.0, 4)]);
    assert!(
        found.report.diagnostics.iter().any(|one| one.message.contains("has 1 processor without `Cpus`"))
    );
}
