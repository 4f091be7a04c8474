use super::*;
use crate::number::MAX_TIME_S;
use crate::{Reading, read};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::Time;

/// Jobs of 1, 2, 4 and 8 processors; completed, failed, cancelled while it ran, unknown status.
const LOG: &str = "; UnixStartTime: 1000000000\n; MaxProcs: 8\n\
    1 100 10 60 1 -1 -1 1 120 -1 1 7 1 -1 2 -1 -1 -1\n\
    2 200 0 30 2 -1 -1 2 60 -1 0 7 1 -1 2 -1 -1 -1\n\
    3 400 50 600 4 -1 -1 4 900 -1 5 9 1 -1 3 -1 -1 -1\n\
    4 700 0 5 8 -1 -1 8 -1 -1 -1 9 1 -1 3 -1 -1 -1\n";

fn log(settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    read("a.swf", LOG.as_bytes(), None, settings)
}

fn set(id: &'static str, value: f64) -> Settings {
    Settings::default().with(id, Value::Number(value))
}

fn choice(id: &'static str, word: &'static str) -> Settings {
    Settings::default().with(id, Value::Choice(word))
}

/// `number submit run nodes estimate start` of each job, in seconds; `?` for unknown.
fn text(reading: &Reading) -> String {
    let time = |seconds: Option<f64>| seconds.map_or("?".to_owned(), |seconds| seconds.to_string());
    let line = |job: &Job| {
        let (submit, run) = (job.submit.seconds(), job.run.seconds());
        let estimate = time(job.estimate.map(Span::seconds));
        let start = time(job.recorded_start.map(Time::seconds));
        format!("{} {submit} {run} {} {estimate} {start}", job.number, job.nodes)
    };
    let jobs: &[Job] = reading.work.items().expect("jobs");
    jobs.iter().map(line).collect::<Vec<_>>().join(" | ")
}

fn numbers(settings: &Settings) -> Vec<u32> {
    log(settings).expect("jobs").work.take::<Job>().iter().map(|job| job.number).collect()
}

fn fact(reading: &Reading, label: &str) -> String {
    let fact = reading.report.facts.iter().find(|fact| fact.label == label);
    fact.map_or(String::new(), |fact| fact.value.clone())
}

#[test]
fn jobs_are_kept_by_status() {
    assert_eq!(numbers(&choice("status", "all")), [1, 2, 3, 4]);
    assert_eq!(numbers(&choice("status", "completed")), [1]);
    assert_eq!(numbers(&choice("status", "without-failed")), [1, 3, 4]);
    assert_eq!(numbers(&choice("status", "without-cancelled")), [1, 2, 4]);
}

fn texts(pairs: &[(&'static str, &str)]) -> Settings {
    let set = |all: Settings, &(id, text): &(&'static str, &str)| all.with(id, Value::Text(text.into()));
    pairs.iter().fold(Settings::default(), set)
}

#[test]
fn jobs_are_kept_by_user_queue_and_partition() {
    assert_eq!(numbers(&texts(&[("users", "7")])), [1, 2]);
    assert_eq!(numbers(&texts(&[("users", "not 7, 12")])), [3, 4]);
    assert_eq!(numbers(&texts(&[("queues", "3")])), [3, 4]);
    assert_eq!(numbers(&texts(&[("users", " 7 ,9,"), ("queues", "not 2")])), [3, 4]);
    let none = log(&texts(&[("partitions", "1")])).expect_err("no job has a partition");
    assert_eq!(none[0].message, "none of the 4 jobs is kept: left out are 4 by partition");
    assert_eq!(none[1].message, "no job of the log has the partition `1`");
    let both = log(&texts(&[("users", "7, nobody"), ("queues", "2")])).expect("jobs");
    assert_eq!(fact(&both, "Left out by the options"), "2 jobs (2 by user)");
    let warnings: Vec<&Diagnostic> =
        both.report.diagnostics.iter().filter(|one| one.place == "users").collect();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].message, "no job of the log has the user `nobody`");
}

#[test]
fn queues_are_known_by_their_names_in_the_header() {
    let named = LOG.replace("; MaxProcs: 8", "; MaxProcs: 8\n; Queue: 3 Long");
    let reading = read("a.swf", named.as_bytes(), None, &texts(&[("queues", "long")])).expect("jobs");
    assert!(text(&reading).starts_with("3 0 600") && reading.report.read == 2);
}

/// In other formats users and queues are words; a number refers to the word that gets it.
#[test]
fn users_and_queues_of_accounting_logs_are_words() {
    let table = "JobID|Submit|Start|End|State|AllocCPUS|User|Partition\n\
        1|2026-01-01T00:00:00|2026-01-01T00:00:05|2026-01-01T00:01:00|COMPLETED|1|ann|short\n\
        2|2026-01-01T00:00:10|2026-01-01T00:00:20|2026-01-01T00:01:00|FAILED|1|bob|long\n\
        3|2026-01-01T00:00:20|2026-01-01T00:00:30|2026-01-01T00:01:00|TIMEOUT|1|ann|long\n";
    let kept = |settings: &Settings| {
        let reading = read("sacct.txt", table.as_bytes(), None, settings).expect("jobs");
        reading.work.items::<Job>().expect("jobs").iter().map(|job| job.number).collect::<Vec<_>>()
    };
    assert_eq!(kept(&texts(&[("users", "ann")])), [1, 3]);
    assert_eq!(kept(&texts(&[("users", "0")])), [1, 3]);
    assert_eq!(kept(&texts(&[("users", "ann"), ("queues", "long")])), [3]);
    assert_eq!(kept(&texts(&[("queues", "not long")])), [1]);
    assert_eq!(kept(&choice("status", "completed")), [1]);
    let grid = "1 5 0 9 1 -1 -1 1 9 -1 1 U7 G1 A1 Q1 P1 S1 S2 UNITARY -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n\
        2 6 0 9 1 -1 -1 1 9 -1 1 U8 G1 A1 Q2 P1 S1 S2 UNITARY -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n";
    let kept = |id, list| {
        let reading = read("a.gwf", grid.as_bytes(), None, &texts(&[(id, list)])).expect("jobs");
        reading.work.items::<Job>().expect("jobs").iter().map(|job| job.number).collect::<Vec<_>>()
    };
    assert_eq!(
        (kept("users", "U8"), kept("users", "8"), kept("users", "not 8")),
        (vec![2], vec![2], vec![1])
    );
    assert_eq!((kept("queues", "Q1"), kept("partitions", "P1")), (vec![1], vec![1, 2]));
}

#[test]
fn jobs_are_kept_by_size_and_runtime() {
    let limits = |id, value| numbers(&Settings::default().with(id, Value::Integer(value)));
    assert_eq!(limits("size_from", 2), [2, 3, 4]);
    assert_eq!(limits("size_to", 2), [1, 2]);
    assert_eq!(numbers(&set("run_from_s", 30.0)), [1, 2, 3]);
    assert_eq!(numbers(&set("run_to_s", 30.0)), [2, 4]);
}

#[test]
fn excluded_jobs_are_counted_by_their_first_reason() {
    let settings = choice("status", "without-failed")
        .with("size_to", Value::Integer(4))
        .with("first_jobs", Value::Integer(1));
    let reading = log(&settings).expect("a job");
    assert_eq!(fact(&reading, "Left out by the options"), "3 jobs (1 by status, 1 by job size, 1 by window)");
    assert_eq!(text(&reading), "1 0 60 1 120 10");
    let window = log(&Settings::default().with("first_jobs", Value::Integer(3))).expect("jobs");
    assert_eq!(fact(&window, "Left out by the options"), "1 job");
    let none = log(&set("run_from_s", 1e6)).expect_err("no job");
    assert_eq!(none[0].message, "none of the 4 jobs is kept: left out are 4 by runtime");
    assert_eq!(none[0].place, "run_from_s");
}

/// The window refers to the first job of the log, regardless of the filters.
#[test]
fn filters_do_not_move_the_window() {
    let settings = set("from_s", 250.0).with("size_from", Value::Integer(2));
    assert_eq!(numbers(&settings), [3, 4]);
}

#[test]
fn gaps_are_divided_and_recorded_starts_left_out() {
    let reading = log(&set("load_factor", 1.25)).expect("jobs");
    assert_eq!(text(&reading), "1 0 60 1 120 ? | 2 80 30 2 60 ? | 3 240 600 4 900 ? | 4 480 5 8 ? ?");
    assert_eq!(fact(&reading, "Load scaled"), "by 1.25: gaps between submissions divided by 1.25");
    assert_eq!(fact(&reading, "Recorded starts"), "no job has one");
    let plain = log(&Settings::default()).expect("jobs");
    assert_eq!(fact(&plain, "Recorded starts"), "all jobs have one; mean wait 15 s");
    assert_eq!(fact(&plain, "Load"), "0.533 (submitted work / capacity of 8 processors)");
    assert_eq!(fact(&reading, "Load"), "0.667 (submitted work / capacity of 8 processors)");
    let notes: Vec<&str> = reading.report.diagnostics.iter().map(|one| one.message.as_str()).collect();
    assert!(
        notes.contains(&"offered load of the log scaled by 1.25: gaps between submissions divided by 1.25"),
        "{notes:?}"
    );
    assert!(
        notes.contains(&"4 recorded starts left out: the schedule of the log is that of another load"),
        "{notes:?}"
    );
    // Only the first submission keeps its date, so the header has no start date.
    assert!(!reading.origin.header.iter().any(|(label, _)| label == "UnixStartTime"));
}

#[test]
fn runtimes_and_estimates_are_multiplied() {
    let reading = log(&choice("load_by", "runtimes").with("load_factor", Value::Number(0.5))).expect("jobs");
    assert_eq!(text(&reading), "1 0 30 1 60 ? | 2 100 15 2 30 ? | 3 300 300 4 450 ? | 4 600 2.5 8 ? ?");
    assert_eq!(fact(&reading, "Load scaled"), "by 0.5: runtimes and estimates multiplied by 0.5");
    assert!(reading.origin.header.iter().any(|(label, _)| label == "UnixStartTime"));
}

#[test]
fn sizes_are_multiplied_rounded_and_limited_by_the_machine() {
    let reading = log(&choice("load_by", "sizes").with("load_factor", Value::Number(1.4))).expect("jobs");
    assert_eq!(text(&reading), "1 0 60 1 120 ? | 2 100 30 3 60 ? | 3 300 600 6 900 ? | 4 600 5 8 ? ?");
    // (60 + 90 + 3600 + 40) / (60 + 60 + 2400 + 40)
    assert_eq!(
        fact(&reading, "Load scaled"),
        "by 1.4: job sizes multiplied by 1.4 and rounded, from 1 to 8 processors; submitted work multiplied by 1.480"
    );
    assert_eq!(reading.report.processors, Some(8));
    let half = log(&choice("load_by", "sizes").with("load_factor", Value::Number(0.1))).expect("jobs");
    assert_eq!(text(&half), "1 0 60 1 120 ? | 2 100 30 1 60 ? | 3 300 600 1 900 ? | 4 600 5 1 ? ?");
}

#[test]
fn a_job_that_leaves_the_queue_waits_as_long_with_other_gaps() {
    let log =
        "1 0 0 60 1 -1 -1 1 -1 -1 1 7 1 -1 2 -1 -1 -1\n2 100 30 -1 2 -1 -1 2 -1 -1 5 7 1 -1 2 -1 -1 -1\n";
    let settings = choice("cancelled", "leave-queue").with("load_factor", Value::Number(2.0));
    let jobs: Vec<Job> = read("a.swf", log.as_bytes(), None, &settings).expect("jobs").work.take();
    assert_eq!((jobs[1].submit.seconds(), jobs[1].leaves.seconds()), (50.0, 80.0));
    let kept = choice("cancelled", "keep").with("status", Value::Choice("without-cancelled"));
    let log = log.replace("30 -1 2", "30 0 2");
    let jobs: Vec<Job> = read("a.swf", log.as_bytes(), None, &kept).expect("jobs").work.take();
    assert_eq!(jobs.len(), 1);
}

/// A part of a job without a line for the whole job has no final status.
#[test]
fn partial_executions_have_an_unknown_status() {
    let log = "1 0 0 60 1 -1 -1 1 -1 -1 2 7 1 -1 2 -1 -1 -1\n2 5 0 60 1 -1 -1 1 -1 -1 0 7 1 -1 2 -1 -1 -1\n\
        3 9 0 60 1 -1 -1 1 -1 -1 1 7 1 -1 2 -1 -1 -1\n";
    let kept = |word| {
        let reading = read("a.swf", log.as_bytes(), None, &choice("status", word)).expect("jobs");
        reading.work.items::<Job>().expect("jobs").iter().map(|job| job.number).collect::<Vec<_>>()
    };
    assert_eq!((kept("completed"), kept("without-failed")), (vec![3], vec![1, 3]));
}

/// No factor gives times beyond the range of the simulator.
#[test]
fn scaled_times_stay_within_the_limit_of_logs() {
    let log = "1 0 0 9999999999 1 -1 -1 1 -1 -1 1 7 1 -1 2 -1 -1 -1\n2 9999999999 0 1 1 -1 -1 1 -1 -1 1 7 1 -1 2 -1 -1 -1\n";
    let scaled = |way, factor| {
        let settings = choice("load_by", way).with("load_factor", Value::Number(factor));
        read("a.swf", log.as_bytes(), None, &settings).expect("jobs").work.take::<Job>()
    };
    assert_eq!(scaled("gaps", 0.1)[1].submit, Time::from_seconds(MAX_TIME_S));
    assert_eq!(scaled("runtimes", 10.0)[0].run, Span::from_seconds(MAX_TIME_S));
    assert_eq!(scaled("sizes", 10.0)[0].nodes, 1);
}

#[test]
fn traces_of_other_tools_are_prepared_as_well() {
    let trace = "task_id\tsubmit\trealtime\tcpus\n1\t2026-01-01 00:00:00.000\t10s\t1\n2\t2026-01-01 00:01:00.000\t20s\t2\n\
        3\t2026-01-01 00:02:00.000\t30s\t4\n";
    let settings = set("load_factor", 2.0).with("size_to", Value::Integer(2));
    let reading = read("a.tsv", trace.as_bytes(), None, &settings).expect("jobs");
    assert_eq!(text(&reading), "1 0 10 1 ? ? | 2 30 20 2 ? ?");
    assert_eq!(fact(&reading, "Left out by the options"), "1 job (1 by job size)");
    let trace = "WorkflowID,JobID,SubmitTime,RunTime,NProcs,ReqNProcs,Dependencies\n1,1,0,10,1,1,-1\n1,2,60,20,2,2,-1\n2,3,90,30,4,4,-1\n";
    let reading = read("a.csv", trace.as_bytes(), Some("opendc-jobs"), &settings).expect("jobs");
    assert_eq!(text(&reading), "1 0 10 1 ? ? | 2 30 20 2 ? ?");
    let json = r#"{"nb_res": 8, "jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "p"}, {"id": 2, "subtime": 60, "res": 2, "profile": "p"},
        {"id": 3, "subtime": 70, "res": 4, "profile": "p"}], "profiles": {"p": {"type": "delay", "delay": 5}}}"#;
    let reading = read("a.json", json.as_bytes(), None, &settings).expect("jobs");
    assert_eq!(text(&reading), "1 0 5 1 ? ? | 2 30 5 2 ? ?");
}
