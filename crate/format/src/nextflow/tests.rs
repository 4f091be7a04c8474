use crate::{Reading, read};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::Job;

fn trace(text: &str, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    read("trace.txt", text.as_bytes(), None, settings)
}

const TRACE: &str = "task_id\tname\tstatus\tsubmit\tduration\trealtime\t%cpu\trealtime\n\
    2\tALIGN (b)\tCOMPLETED\t2021-02-17 17:00:10.500\t30s\t20s\t150.9%\t20004\n\
    1\tALIGN (a)\tFAILED\t2021-02-17 17:00:00.500\t10s\t5s\t-\t-\n\
    3\tINDEX\tCACHED\t-\t-\t-\t-\t-\n\
    4\tINDEX\tCOMPLETED\tsoon\t1s\t1s\t1%\t1000\n";

#[test]
fn tasks_are_jobs_with_their_submit_times() {
    let mut reading = trace(TRACE, &Settings::default()).expect("a trace");
    assert_eq!(reading.report.format, "nextflow");
    let texts: Vec<String> = reading.report.diagnostics.iter().map(|one| one.message.clone()).collect();
    let expected = [
        "1 line skipped: invalid (line 5: submit is `soon`, not a time)",
        "1 task has no `realtime`: `duration` is used, which includes waiting",
        "the nodes of 1 task are `%cpu` / 100, rounded up: `cpus` is unknown",
        "1 cached task left out: they did not run",
        "a trace has no dependencies: each task is submitted at its recorded time, read as UTC",
    ];
    assert_eq!(texts, expected);
    let jobs: Vec<Job> = reading.work.take();
    let found: Vec<(u32, f64, f64, u32, bool)> =
        jobs.iter().map(|j| (j.number, j.submit.seconds(), j.run.seconds(), j.nodes, j.failed)).collect();
    assert_eq!(found, [(1, 0.0, 10.0, 1, true), (2, 10.0, 20.004, 2, false)]);
    assert_eq!(jobs[0].application, jobs[1].application);
    let without = Settings::default().with("failed", Value::Bool(false));
    assert_eq!(trace(TRACE, &without).expect("a trace").report.read, 1);
}

#[test]
fn traces_without_tasks_are_refused() {
    let message = |text: &str| trace(text, &Settings::default()).expect_err("refused")[0].to_string();
    let header = "task_id\tname\tsubmit\trealtime\n";
    assert_eq!(message(header), "error: trace.txt: the trace contains no task that ran");
    let told = read("t", b"a\tb\n1\t2\n", Some("nextflow"), &Settings::default()).expect_err("no columns");
    assert!(told[0].message.starts_with("the first line does not name the columns of a trace"));
}

#[test]
fn separator_and_columns_may_be_others() {
    let ids = |text: &str| {
        let mut reading = trace(text, &Settings::default()).expect("a trace");
        let jobs: Vec<Job> = reading.work.take();
        jobs.iter().map(|job| (job.number, job.run.seconds(), job.nodes)).collect::<Vec<_>>()
    };
    let commas = "task_id,name,status,submit,duration,realtime,cpus\r\n4,\"A (x,y)\",COMPLETED,2024-03-01 10:00:00.123,10s,1m 9s,2\r\n";
    assert_eq!(ids(commas), [(4, 69.0, 2)]);
    // Without ids, the line is the number.
    let hashes = "hash\tname\tsubmit\tduration\trealtime\nab/1\tA\t2024-03-01 10:00:00\t2h 1m 3s\t1d 2h\nab/2\tB\t2024-03-01 10:00:01\t5s\t-\n";
    assert_eq!(ids(hashes), [(2, 93_600.0, 1), (3, 5.0, 1)]);
    // A table of jobs with similar names is not a trace.
    let table = b"task_id,submit,duration,cores\n1,0,5,2\n";
    assert_eq!(crate::recognise("t", table).map(|format| format.entry.id), Ok("table"));
}
