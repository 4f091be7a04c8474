//! Batch tasks of the Alibaba trace: exact workflows, names, traps.

use super::*;
use crate::{Reading, read, recognise};
use ganttlet_core::entry::Settings;
use ganttlet_work::Job;

const TASKS: &str = "M1,2,j_7,1,Terminated,100,130,150,0.5\n\
    R2_1,1,j_7,1,Terminated,131,140,100,0.5\n\
    J3_1_2_1,1,j_7,1,Failed,141,150,50,0.5\n\
    task_MTIz,1,j_8,1,Terminated,90,95,,0.5\n\
    MergeTask,1,j_8,1,Terminated,96,99,100,0.5\n\
    M1,1,j_9,1,Running,99,0,100,0.5\n\
    R2_1,1,j_9,1,Terminated,200,201,100,0.5\n";

fn reading(text: &str) -> Reading {
    read("t", text.as_bytes(), Some("alibaba-2018"), &Settings::default())
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Submission of each workflow, and name, run, size and parents of its tasks.
fn workflows(text: &str) -> Vec<String> {
    let all: Vec<Workflow> = reading(text).work.take();
    let task = |task: &ganttlet_work::Task| {
        format!(" {} {} {} {:?}", task.name, task.run.seconds(), task.nodes, task.parents)
    };
    all.iter()
        .map(|one| format!("{}:{}", one.submit.seconds(), one.tasks.iter().map(task).collect::<String>()))
        .collect()
}

#[test]
fn names_of_tasks_are_dependencies() {
    assert_eq!(recognise("t", TASKS.as_bytes()).map(|format| format.entry.id), Ok("alibaba-2018"));
    let expected =
        ["0: 1000001 5 1 [] 1000002 3 1 []", "10: 1 30 4 [] 2 9 1 [0] 3 9 1 [0, 1]", "110: 2 1 1 []"];
    assert_eq!(workflows(TASKS), expected);
    let told: Vec<String> = reading(TASKS).report.diagnostics.iter().map(|one| one.message.clone()).collect();
    for expected in [
        "1 task that did not end",
        "1 task without a number of proc",
        "1 task with several inst",
        "1 dependency on",
    ] {
        assert!(told.iter().any(|one| one.contains(expected)), "{expected}: {told:?}");
    }
    assert!(told.iter().any(|one| one.starts_with("2 tasks without a number in the name")), "{told:?}");
}

#[test]
fn a_header_may_have_other_names() {
    let text = ",task_id,instances_num,task_type,job_id,status,start_time,end_time,cpu,memory\r\n\
        0,1,1,A,1,Terminated,10,12,1.0,0\r\n1,2_1,1,A,1,Terminated,12,20,2.0,0\r\n";
    assert_eq!(recognise("t", text.as_bytes()).map(|format| format.entry.id), Ok("alibaba-2018"));
    assert_eq!(workflows(text), ["0: 1 2 1 [] 2 8 2 [0]"]);
}

#[test]
fn the_same_file_is_a_table_of_jobs() {
    let mut jobs = read("t", TASKS.as_bytes(), Some("table"), &Settings::default()).expect("a table");
    let jobs: Vec<Job> = jobs.work.take();
    // The task without a number of processors is not a job.
    assert_eq!(jobs.len(), 6);
    // A table without dependencies is not recognised as workflows.
    let plain = "task_a,1,j_1,1,Terminated,5,9,100,0.5\n";
    assert_eq!(recognise("t", plain.as_bytes()).map(|format| format.entry.id), Ok("table"));
}

#[test]
fn wrong_lines_are_named() {
    let bad = format!("{TASKS}M1,1,j_1,1,Terminated,x,9,1,1\nM1,1,j_1,1,Done,1,9,1,1\nM1,1\n");
    let message = &reading(&bad).report.diagnostics[0].message;
    assert_eq!(
        message,
        "3 lines skipped: invalid (line 8: start_time is `x`, not a number; line 9: status is `Done`, not a status of \
         a task; line 10: 2 fields instead of 9)"
    );
    let read = |text: &str| {
        let problems = read("t", text.as_bytes(), Some("alibaba-2018"), &Settings::default());
        problems.expect_err("refused")[0].message.clone()
    };
    assert_eq!(read("a,b\nc\n"), "2 of 2 lines are invalid");
    assert_eq!(read("M1,1,j_1,1,Waiting,,,1,1\n"), "the file contains no task that ended");
}
