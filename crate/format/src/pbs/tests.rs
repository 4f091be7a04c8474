use super::PbsLog;
use crate::log::accounting::{Outcome, records_of, rows_of};
use crate::{Reading, read, recognise};
use ganttlet_core::entry::Settings;
use ganttlet_core::time::Time;
use ganttlet_work::Job;

fn end(id: &str, more: &str) -> String {
    format!(
        "01/01/2024 02:01:10;E;{id};user=ann group=phys jobname=sim queue=batch ctime=1704067200 qtime=1704067200 etime=0 \
         start=1704067210 owner=ann@h exec_host=c5/0,2-3 Resource_List.nodes=1:ppn=4 Resource_List.walltime=168:00:00 \
         end=1704067270 Exit_status=0 resources_used.cput=2487 resources_used.walltime=00:01:00 {more}"
    )
}

fn open(text: &str) -> Reading {
    read("20240101", text.as_bytes(), None, &Settings::default()).expect("a log")
}

#[test]
fn the_record_of_an_end_is_a_job() {
    let text = format!(
        "01/01/2024 02:00:00;Q;7.server;queue=batch\n01/01/2024 02:00:10;S;7.server;user=ann ctime=1704067200 start=1704067210\n{}\n\
         01/01/2024 03:00:00;L;license;floating license hour:102\n",
        end("7.server", "")
    );
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "pbs");
    let records = records_of(PbsLog::default(), &text);
    assert_eq!(rows_of(&records), [("7".to_owned(), [1_704_067_200.0, 10.0, 60.0, 3.0, 4.0])]);
    assert!((records[0].estimate - 604_800.0).abs() < 1e-9);
    let report = open(&text).report;
    let other = report.facts.iter().find(|fact| fact.label == "Other records").expect("some");
    assert_eq!(other.value, "1 licence record, 1 queue record, 1 start record");
}

#[test]
fn jobs_deleted_before_their_start_leave_the_queue() {
    // Stamps are two hours ahead of the seconds, as the record of the end shows.
    let text = format!(
        "{}\n01/01/2024 02:02:00;Q;8.s;queue=routeq ctime=1704067300 Resource_List.ncpus=16\n\
         01/01/2024 02:02:00;Q;8.s;queue=workq ctime=1704067300 Resource_List.ncpus=16\n\
         01/01/2024 02:03:00;D;8.s;requestor=ann@h\n01/01/2024 02:02:00;Q;9.s;Resource_List.ncpus=2\n\
         01/01/2024 02:03:00;D;9.s;requestor=ann@h\n01/01/2024 02:03:00;D;9.s;again\n01/01/2024 02:03:00;S;10.s;ctime=1704067300\n",
        end("7", "")
    );
    let mut reading = open(&text);
    let other =
        reading.report.facts.iter().find(|fact| fact.label == "Other records").expect("some").value.clone();
    assert!(other.contains("3 deletion records") && other.contains("1 unfinished job"), "{other}");
    let jobs: Vec<Job> = reading.work.take();
    let found: Vec<_> = jobs.iter().map(|job| (job.number, job.nodes, job.submit.seconds())).collect();
    assert_eq!(found, [(7, 3, 0.0), (8, 16, 100.0), (9, 2, 120.0)]);
    assert_eq!([jobs[1].leaves, jobs[2].leaves], [Time::from_seconds(180.0); 2]);
}

#[test]
fn arrays_and_repeated_records() {
    let text = format!("{}\n{}\n", end("5[].server", ""), end("5[1].server", ""));
    let records = records_of(PbsLog::default(), &text);
    assert_eq!(records.iter().map(|record| record.id.as_slice()).collect::<Vec<_>>(), [b"5[1]"]);
    let ids = ["6", "3073070.[hostname_1]", "124231.ml-hpc"];
    let text: String = ids.iter().map(|id| end(id, "depend=afterany:5.server") + "\n").collect();
    let records = records_of(PbsLog::default(), &text);
    let found: Vec<_> =
        records.iter().map(|record| String::from_utf8_lossy(&record.id).into_owned()).collect();
    assert_eq!(found, ["6", "3073070", "124231"]);
    assert!(
        open(&text)
            .report
            .diagnostics
            .iter()
            .any(|one| one.message.contains("3 jobs with a dependency (depend): ignored"))
    );
}

#[test]
fn failed_jobs_and_odd_values() {
    let text = end("7", "")
        .replace("Exit_status=0", "Exit_status=-11")
        .replace("168:00:00", "soon")
        .replace("c5/0,2-3", "x/0*0");
    let records = records_of(PbsLog::default(), &text);
    assert!(matches!(records[0].outcome, Outcome::Ran { failed: true, .. }));
    // No slots: the request is the size.
    assert_eq!(format!("{:?}", &rows_of(&records)[0].1[3..]), "[0.0, 4.0]");
    let report = open(&text).report;
    assert!(
        report
            .diagnostics
            .iter()
            .any(|one| one.message.contains("Resource_List.walltime): treated as unknown"))
    );
    let none = "01/01/2024 02:00:00;Q;7.server;queue=batch\n";
    let refused = read("a", none.as_bytes(), None, &Settings::default()).expect_err("no jobs");
    assert_eq!(
        refused[0].message,
        "the log contains no job that ended or was cancelled, only 1 queue record, 1 unfinished job"
    );
}

#[test]
fn needed_or_counted_nodes_are_the_default_size() {
    let of = |resources: &str| {
        let text =
            end("7", "").replace("exec_host=", "host=").replace("Resource_List.n", "List.n") + resources;
        rows_of(&records_of(PbsLog::default(), &text))[0].1[4]
    };
    let size = |resources: &str| of(resources) as u32;
    assert_eq!(size(" Resource_List.neednodes=4:ppn=4 Resource_List.nodect=4"), 16);
    assert_eq!(size(" Resource_List.nodect=3"), 3);
    assert_eq!(size(" Resource_List.procs=12 Resource_List.nodect=1"), 12);
    assert_eq!(size(" Resource_List.nodes=2:ppn=3 Resource_List.neednodes=1 Resource_List.nodect=2"), 6);
}
