use super::{CompletionLog, Fields};
use crate::log::accounting::{records_of, rows_of};
use crate::{read, recognise};
use ganttlet_core::entry::Settings;

fn line(id: u32, more: &str) -> String {
    format!(
        "JobId={id} UserId=ann(1001) GroupId=phys(7) Name=a job=1 JobState=COMPLETED Partition=p TimeLimit=90 \
         StartTime=2024-01-01T00:00:10 EndTime=2024-01-01T00:01:10 NodeList=c[00-01] NodeCnt=2 ProcCnt=4 WorkDir=/a b \
         ReservationName= Tres=cpu=6,mem=24G,node=2,billing=9 Account= QOS= {more}"
    )
}

#[test]
fn values_may_hold_blanks_and_equals_signs() {
    let text = line(7, "SubmitTime=2024-01-01T00:00:00 ExitCode=0:0 ");
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "jobcomp");
    let fields = Fields::split(text.as_bytes());
    assert_eq!((fields.value("Name"), fields.value("WorkDir")), (&b"a job=1"[..], &b"/a b"[..]));
    let records = records_of(CompletionLog::default(), &text);
    assert_eq!(rows_of(&records), [("7".to_owned(), [1_704_067_200.0, 10.0, 60.0, 4.0, 6.0])]);
    assert!((records[0].estimate - 5_400.0).abs() < 1e-9);
}

#[test]
fn jobs_without_nodes_never_started() {
    let cancelled = line(8, "SubmitTime=2024-01-01T00:00:00")
        .replace("COMPLETED", "CANCELLED")
        .replace("StartTime=2024-01-01T00:00:10", "StartTime=Unknown")
        .replace("ProcCnt=4", "ProcCnt=0")
        .replace("NodeCnt=2", "NodeCnt=0");
    let unlimited = line(9, "SubmitTime=2024-01-01T00:00:05").replace("TimeLimit=90", "TimeLimit=UNLIMITED");
    let text = format!("{cancelled}\n{unlimited}\n");
    let rows = rows_of(&records_of(CompletionLog::default(), &text));
    assert_eq!(format!("{:?}", rows[0].1), "[1704067200.0, 70.0, 0.0, 0.0, 6.0]");
    let mut reading = read("a", text.as_bytes(), None, &Settings::default()).expect("a log");
    let jobs: Vec<ganttlet_work::Job> = reading.work.take();
    assert_eq!((jobs[0].leaves.seconds(), jobs[0].nodes, jobs[1].estimate), (70.0, 6, None));
}

#[test]
fn old_logs_have_no_submit_time() {
    let text = line(7, "").replace("ProcCnt", "Procs");
    let rows = rows_of(&records_of(CompletionLog::default(), &text));
    assert_eq!(format!("{:?}", rows[0].1), "[1704067210.0, 0.0, 60.0, 4.0, 6.0]");
    let report = read("a", text.as_bytes(), None, &Settings::default()).expect("a log").report;
    assert!(report.diagnostics.iter().any(|one| one.message.contains("1 job without SubmitTime")));
}

#[test]
fn a_table_with_the_same_keys_is_read() {
    let text = "JobId,UserId,JobState,TimeLimit,StartTime,EndTime,NodeCnt,ProcCnt,Tres,SubmitTime\r\n\
                3,ann(1),FAILED,5,2024-01-01T00:00:10,2024-01-01T00:01:10,1,2,\"cpu=2,node=1\",2024-01-01T00:00:00\r\n";
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "jobcomp");
    let rows = rows_of(&records_of(CompletionLog::default(), text));
    assert_eq!(rows, [("3".to_owned(), [1_704_067_200.0, 10.0, 60.0, 2.0, 2.0])]);
}

#[test]
fn lines_of_other_texts_are_refused() {
    let bad = line(7, "").replace("2024-01-01T00:01:10", "later");
    let problems = read("a", bad.as_bytes(), None, &Settings::default()).expect_err("refused");
    assert!(
        problems.iter().any(|one| one.message.contains("EndTime is `later`, not a time")),
        "{problems:?}"
    );
    let text = format!("{}\nJobId=4\n{}\n", line(1, ""), line(2, ""));
    let report = read("a", text.as_bytes(), None, &Settings::default()).expect("a log").report;
    assert_eq!((report.read, report.skipped), (2, 1));
}

#[test]
fn blank_lines_may_come_before_the_names_of_columns() {
    let table = "\n\nJobId,JobState,UserId,Partition,StartTime,EndTime,SubmitTime,ProcCnt\n\
        1,COMPLETED,ann(1),p,2024-01-01T00:00:10,2024-01-01T00:01:10,2024-01-01T00:00:00,4\n";
    let reading = read("a", table.as_bytes(), None, &Settings::default()).expect("a log");
    assert_eq!((reading.report.format, reading.report.read, reading.report.skipped), ("jobcomp", 1, 0));
}
