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
