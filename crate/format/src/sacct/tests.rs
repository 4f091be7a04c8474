use super::SacctTable;
use crate::log::accounting::{records_of, rows_of};
use crate::{Reading, read, recognise};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, UNKNOWN};

const HEADER: &str = "JobID|JobName|User|Account|Partition|Submit|Start|End|ElapsedRaw|State|AllocCPUS|ReqCPUS|NNodes|Timelimit";

/// A line of a job that ran on 4 cores for a minute.
fn line(id: &str, state: &str) -> String {
    format!(
        "{id}|sim|ann|physics|batch|2024-01-01T00:00:00|2024-01-01T00:00:10|2024-01-01T00:01:10|60|{state}|4|2|1|1-00:00:00"
    )
}

fn table(lines: &[String]) -> String {
    format!("{HEADER}\n{}\n", lines.join("\n"))
}

fn open(text: &str, settings: &[(&'static str, Value)]) -> Result<Reading, String> {
    let settings = settings.iter().cloned().fold(Settings::default(), |all, (id, value)| all.with(id, value));
    read("a.txt", text.as_bytes(), None, &settings).map_err(|problems| problems[0].to_string())
}

fn jobs(text: &str, settings: &[(&'static str, Value)]) -> Vec<Job> {
    open(text, settings).expect("a log").work.take()
}

fn messages(text: &str) -> Vec<String> {
    open(text, &[]).expect("a log").report.diagnostics.into_iter().map(|found| found.message).collect()
}

#[test]
fn a_table_gives_jobs_with_their_recorded_waits() {
    let text = table(&[line("11", "COMPLETED"), line("11.batch", "COMPLETED"), line("12", "TIMEOUT")]);
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "sacct");
    let rows = rows_of(&records_of(SacctTable::default(), &text));
    let row = |id: &str| (id.to_owned(), [1_704_067_200.0, 10.0, 60.0, 4.0, 2.0]);
    assert_eq!(rows, [row("11"), row("12")]);
    let all = jobs(&text, &[]);
    let found: Vec<_> =
        all.iter().map(|job| (job.number, job.submit, job.run.seconds(), job.nodes, job.failed)).collect();
    assert_eq!(found, [(11, Time::ZERO, 60.0, 4, false), (12, Time::ZERO, 60.0, 4, true)]);
    assert_eq!(all[0].estimate.map(Span::seconds), Some(86_400.0));
    assert_eq!((all[0].user, all[0].group, all[0].application, all[0].home), (0, 0, 0, UNKNOWN));
    let requested =
        jobs(&text, &[("processors", Value::Choice("requested")), ("home", Value::Choice("queue"))]);
    assert_eq!((requested[0].nodes, requested[0].home), (2, 0));
    let report = open(&text, &[]).expect("a log").report;
    assert_eq!(
        (report.processors, report.processors_from),
        (Some(8), "the maximum number of processors busy at once")
    );
    let facts: Vec<_> = report.facts.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect();
    for fact in [
        "Log starts: 2024-01-01 00:00:00 UTC",
        "Log ends: 2024-01-01 00:01:10 UTC",
        "Other records: 1 job step",
    ] {
        assert!(facts.iter().any(|one| one == fact), "{facts:?}");
    }
    assert!(messages(&text).iter().any(|one| one.contains("read as UTC")));
}

#[test]
fn any_order_of_columns_and_any_separator_is_accepted() {
    let text = table(&[line("11", "COMPLETED"), line("12", "FAILED")]);
    let expected = rows_of(&records_of(SacctTable::default(), &text));
    for separator in [",", ";", "\t", "☃", "::", " | "] {
        let other = text.replace('|', separator);
        assert_eq!(rows_of(&records_of(SacctTable::default(), &other)), expected, "{separator}");
        assert_eq!(recognise("x", other.as_bytes()).expect("known").entry.id, "sacct", "{separator}");
    }
    // --parsable ends every line with a separator; spreadsheets write quotation marks.
    let trailing: String = text.lines().map(|line| format!("{line}|\r\n")).collect();
    assert_eq!(rows_of(&records_of(SacctTable::default(), &trailing)), expected);
    let quoted: String = text
        .lines()
        .map(|line| format!("\"{}\"\n", line.replace('|', "\",\"").replace("sim", "s,i")))
        .collect();
    assert_eq!(rows_of(&records_of(SacctTable::default(), &quoted)), expected);
    let reversed: String =
        text.lines().map(|line| line.split('|').rev().collect::<Vec<_>>().join("|") + "\n").collect();
    assert_eq!(rows_of(&records_of(SacctTable::default(), &reversed)), expected);
}

#[test]
fn files_of_open_xdmod_have_no_header() {
    let text = "7|7|c|p|q|a|g|1|u|2|2024-01-01T00:00:00|Unknown|2024-01-01T00:00:05|2024-01-01T00:00:15|00:00:10|0:0|COMPLETED|1|8|8|1Gn|cpu=8|cpu=8,node=1|1:00:00|n1|a|b\n";
    let rows = rows_of(&records_of(SacctTable::default(), text));
    assert_eq!(rows, [("7".to_owned(), [1_704_067_200.0, 5.0, 10.0, 8.0, 8.0])]);
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "sacct");
}

#[test]
fn jobs_that_never_started_leave_the_queue() {
    let cancelled = "13|s|bob|bio|batch|2024-01-01T00:00:00|2024-01-01T00:00:30|2024-01-01T00:00:30|0|CANCELLED by 7|4|4|0|UNLIMITED";
    let unknown = "14|s|bob|bio|batch|2024-01-01T00:00:00|Unknown|2024-01-01T00:00:40|0|CANCELLED|0|4|0|Partition_Limit";
    let cut = line("15", "CANCELLED by 7");
    let failed =
        "16|s|bob|bio|batch|2024-01-01T00:00:00|2024-01-01T00:00:30|2024-01-01T00:00:30|0|FAILED|4|4|1|x";
    let text = table(&[cancelled.to_owned(), unknown.to_owned(), cut, failed.to_owned()]);
    let leaves = |job: &Job| (job.leaves != Time::MAX).then(|| job.leaves.seconds());
    let found: Vec<_> =
        jobs(&text, &[]).iter().map(|job| (job.number, leaves(job), job.run.seconds())).collect();
    assert_eq!(found, [(13, Some(30.0), 0.0), (14, Some(40.0), 0.0), (15, None, 60.0), (16, None, 0.0)]);
    let left_out = jobs(&text, &[("cancelled", Value::Choice("leave-out"))]);
    assert_eq!(left_out.iter().map(|job| job.number).collect::<Vec<_>>(), [15, 16]);
    assert_eq!(open(&text, &[]).expect("a log").report.cancelled, 2);
    assert!(messages(&text).iter().any(|one| {
        one.contains("1 job with an invalid requested time (Timelimit): treated as unknown (line 5: `x`)")
    }));
}

#[test]
fn unfinished_jobs_are_counted_and_attempts_kept() {
    let text = table(&[
        line("1", "RUNNING"),
        line("2", "NODE_FAIL"),
        line("2", "COMPLETED"),
        line("3", "REVOKED"),
        line("4", "DONE"),
    ]);
    let reading = open(&text, &[]).expect("a log");
    assert_eq!(reading.report.read, 3);
    let other = reading.report.facts.iter().find(|fact| fact.label == "Other records").expect("some");
    assert_eq!(other.value, "1 revoked job, 1 unfinished job");
    let all = messages(&text);
    for part in ["1 attempt that ended by a failed node", "unknown state: read as completed (line 6: `DONE`)"]
    {
        assert!(all.iter().any(|one| one.contains(part)), "{all:?}");
    }
    let none = open(&table(&[line("1", "PENDING")]), &[]).expect_err("no jobs");
    assert!(
        none.contains("the log contains no job that ended or was cancelled, only 1 unfinished job"),
        "{none}"
    );
}

#[test]
fn components_of_a_heterogeneous_job_are_one_job() {
    let text = table(&[line("5+0", "COMPLETED"), line("6", "COMPLETED"), line("5+1", "COMPLETED")]);
    let rows = rows_of(&records_of(SacctTable::default(), &text));
    assert_eq!(
        rows.iter().map(|(id, row)| (id.as_str(), row[3])).collect::<Vec<_>>(),
        [("6", 4.0), ("5", 8.0)]
    );
}

#[test]
fn a_list_of_array_tasks_that_never_started_is_as_many_jobs() {
    let waiting = |list: &str| {
        format!(
            "9_[{list}]|s|ann|a|p|2024-01-01T00:00:00|Unknown|2024-01-01T01:00:00|0|CANCELLED by 1|0|2|0|10:00"
        )
    };
    let count = |list: &str| records_of(SacctTable::default(), &table(&[waiting(list)])).len();
    assert_eq!([count("1-3"), count("1,5"), count("9-11,13,16-20%2"), count("0-10:5")], [3, 2, 9, 3]);
    let hostile =
        open(&table(&[waiting("0-4000000000"), line("3", "COMPLETED"), line("4", "COMPLETED")]), &[]);
    let hostile = hostile.expect("a log");
    assert_eq!((hostile.report.read, hostile.report.skipped), (2, 1));
    // A line with a run is one job, regardless of its list.
    assert_eq!(records_of(SacctTable::default(), &table(&[line("9_[1-3]", "TIMEOUT")])).len(), 1);
}

#[test]
fn separators_and_line_ends_inside_texts_are_resolved() {
    let header = format!("Comment|{HEADER}|SubmitLine|NCPUS");
    let row = |comment: &str, name: &str, submit_line: &str| {
        format!("{comment}|{}|{submit_line}|4", line("11", "COMPLETED").replace("sim", name))
    };
    for (comment, name, script) in
        [("a|b", "sim", "x"), ("", "j|o||b", "x"), ("", "sim", "a | b\nif\n  fi | c"), ("x|y", "a|b", "c|d")]
    {
        let text = format!("{header}\n{}\n{}\n", row(comment, name, script), row("", "sim", ""));
        let records = records_of(SacctTable::default(), &text);
        let rows = rows_of(&records);
        assert_eq!(rows.len(), 2, "{text}");
        assert_eq!(rows[0], rows[1], "{text}");
        assert_eq!(records[0].names.user, records[1].names.user, "{text}");
    }
    let good = row("", "a", "b");
    let broken = format!("{header}\n|||tail of a record\n{good}\n{good}\nx|12|y\n");
    let reading = open(&broken, &[]).expect("a log");
    assert_eq!((reading.report.read, reading.report.skipped), (2, 2));
}

#[test]
fn tables_without_required_columns_are_rejected() {
    let no_size = open("JobID|Submit|Elapsed|State\n1|2024-01-01T00:00:00|00:01:00|FAILED\n", &[])
        .expect_err("refused");
    assert!(
        no_size.contains("a table of Slurm's sacct without a column of cores (AllocCPUS, NCPUS or ReqCPUS)"),
        "{no_size}"
    );
    let no_run = open("JobID,Submit,State,NCPUS\n1,2,FAILED,3\n", &[]).expect_err("refused");
    assert!(no_run.contains("without a column of runtimes (Elapsed, or Start and End)"), "{no_run}");
    let bad = table(&[line("1", "COMPLETED").replace("2024-01-01T00:00:10", "10 o'clock")]);
    let bad = open(&bad, &[]).expect_err("refused");
    assert!(
        bad.contains("1 of 1 lines are not valid lines of a log in the form of sacct --parsable2"),
        "{bad}"
    );
}

#[test]
fn a_table_without_starts_gives_jobs_without_waits() {
    let text = "JobID|Submit|Elapsed|NCPUS\n1|2024-01-01T00:00:00|00:01:00|3\n";
    let rows = rows_of(&records_of(SacctTable::default(), text));
    assert_eq!(rows, [("1".to_owned(), [1_704_067_200.0, -1.0, 60.0, 3.0, 0.0])]);
    assert!(messages(text).iter().any(|one| one.contains("recorded wait times are unknown")));
}

#[test]
fn tables_aligned_with_blanks_are_split_by_their_rule() {
    let text = "       JobID              Submit               Start                 End  AllocCPUS      State  Timelimit \r
------------ ------------------- ------------------- ------------------- ---------- ---------- ---------- \r
7            2024-01-01T00:00:00 2024-01-01T00:00:05 2024-01-01T00:01:05          8  COMPLETED 1-00:00:00 \r
7.batch      2024-01-01T00:00:05 2024-01-01T00:00:05 2024-01-01T00:01:05          8  COMPLETED            \r
8            2024-01-01T00:00:10             Unknown 2024-01-01T00:00:20          2 CANCELLED+ 1-00:00:00 \r
9_2          2024-01-01T00:00:10 2024-01-01T00:00:20 2024-01-01T00:00:30          2    TIMEOUT  UNLIMITED \r
";
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "sacct");
    let all = jobs(text, &[("cancelled", Value::Choice("leave-out"))]);
    let found: Vec<_> =
        all.iter().map(|job| (job.run.seconds(), job.nodes, job.estimate.is_some())).collect();
    assert_eq!(found, [(60.0, 8, true), (10.0, 2, false)]);
    // The output of sacct without options has no times.
    let text = "       JobID    JobName  Partition    Account  AllocCPUS      State ExitCode \n\
------------ ---------- ---------- ---------- ---------- ---------- -------- \n\
7               my job       batch       proj          8  COMPLETED      0:0 \n";
    let refused = open(text, &[]).expect_err("no times");
    assert!(refused.contains("without a column of submit times (Submit) and of runtimes"), "{refused}");
}

#[test]
fn times_with_a_zone_are_exact() {
    let text = table(&[line("11", "COMPLETED").replace("T00:00:00|", "T01:00:00+01:00|")]);
    assert!(messages(&text).iter().all(|message| !message.contains("no time zone")), "{:?}", messages(&text));
}
