use crate::{Reading, read, recognise};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::{Job, Workflow};

const HEAD: &str = "WorkflowID, JobID     , SubmitTime, RunTime   , NProcs    , ReqNProcs , Dependencies\n";

fn read_with(rows: &str, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    read("a", format!("{HEAD}{rows}").as_bytes(), None, settings)
}

/// The workflows as `name submit: task run nodes <parents; ...`, `|` between them.
fn as_text(rows: &str, settings: &Settings) -> String {
    let workflows: Vec<Workflow> = read_with(rows, settings).expect("a trace").work.take();
    let one = |workflow: &Workflow| {
        let tasks = workflow.tasks.iter().map(|task| {
            let parents: Vec<&str> =
                task.parents.iter().map(|&parent| workflow.tasks[parent as usize].name.as_str()).collect();
            format!("{} {} {} <{}", task.name, task.run.seconds(), task.nodes, parents.join(" "))
        });
        let tasks: Vec<String> = tasks.collect();
        format!("{} {}: {}", workflow.name, workflow.submit.seconds(), tasks.join("; "))
    };
    workflows.iter().map(one).collect::<Vec<_>>().join(" | ")
}

/// The diagnostics of a trace, one per line, without hints.
fn diagnostics(rows: &str) -> String {
    let list = match read_with(rows, &Settings::default()) {
        Ok(reading) => reading.report.diagnostics,
        Err(problems) => problems,
    };
    let plain = |one| Diagnostic { hint: String::new(), file: String::new(), ..one };
    list.into_iter().map(|one| plain(one).to_string()).collect::<Vec<_>>().join("\n")
}

#[test]
fn lines_are_tasks_of_workflows() {
    let rows =
        "7, 1, 16, 11, 1, 2,\n7, 2, 40, 11.5, 3, -1, 1\n8, 3, 4, 5, 1, 1, \n7, 4, 41, 2, 1, 1, 2 1 \r\n";
    let expected = "workflow 8 0: 3 5 1 < | workflow 7 12: 1 11 2 <; 2 11.5 3 <1; 4 2 1 <1 2";
    assert_eq!(as_text(rows, &Settings::default()), expected);
    assert_eq!(
        diagnostics(rows),
        "note: all submit times were shifted by 4 s, so that the first workflow arrives at time 0"
    );
    let one =
        Settings::default().with("first_workflows", Value::Integer(1)).with("run_factor", Value::Number(2.0));
    assert_eq!(as_text(rows, &one), "workflow 8 0: 3 10 1 <");
    let keep = Settings::default().with("shift_to_zero", Value::Bool(false));
    assert!(as_text(rows, &keep).starts_with("workflow 8 4: "));
}

/// Predecessors may follow on later lines, and the last fields of a line may be missing.
#[test]
fn the_order_of_lines_does_not_matter() {
    assert_eq!(
        as_text("1,5,0,1,1,1,6 6\n1,6,0,1,1,1\n", &Settings::default()),
        "workflow 1 0: 5 1 1 <6; 6 1 1 <"
    );
}

#[test]
fn invalid_values_are_reported() {
    let rows = "1,1,0,1,1,1,\n1,2,0,1,1,1,1 9 2\n1,2,0,1,1,1,\n2,3,0,1,1,1,4\n2,4,0,1,1,1,3\n3,5,0,x,1,1,\n\
                3,6,0,1,0,0,\n4,7,0,1,1,1,\n4,8,7,1,1,1,\n";
    assert_eq!(
        diagnostics(rows),
        "warning: line 7: 2 lines skipped: invalid (line 7: RunTime is `x`, not a number; line 8: the number \
         of processors is unknown)\n\
         warning: line 4: 1 line skipped: duplicate task in the same workflow (line 4: task 2)\n\
         warning: line 3: 2 dependencies on tasks of other workflows: left out (line 3: task 9; line 3: \
         task 2)\n\
         warning: line 5: 1 workflow with cyclic dependencies: left out (line 5: workflow 2: the dependencies of the tasks form a cycle: 4 -> 3 -> 4)\n\
         note: 1 task without parents submitted later than the workflow: the submit time of the workflow is used"
    );
    let circle = diagnostics("2,3,0,1,1,1,4\n2,4,0,1,1,1,3\n");
    assert!(
        circle.starts_with("error: none of the workflows of the trace can run\nwarning: line 2"),
        "{circle}"
    );
    assert!(diagnostics("x\n1,1,0,1,1,1\ny\n").starts_with("error: 2 of 3 lines are invalid\nwarning"));
    assert_eq!(diagnostics(""), "error: the trace contains no task");
}

#[test]
fn it_is_recognised_by_its_columns() {
    let known = |text: &str| recognise("a", text.as_bytes()).map(|format| format.entry.id).ok();
    assert_eq!(known(HEAD), Some("opendc"));
    assert_eq!(known("workflowid,jobid,dependencies,nprocs,reqnprocs,runtime,submittime\n"), Some("opendc"));
    assert_eq!(known("WorkflowID, JobID, SubmitTime\n1, 2, 3\n"), None);
    let problem = read("a", b"1,1,0,1,1,1\n", Some("opendc"), &Settings::default()).expect_err("no names");
    assert_eq!(problem[0].message, "the first line does not contain the column names of a trace");
}

/// The same trace as jobs: each at its submit time, the tasks of a workflow as a batch; the omission of dependencies is
/// reported.
#[test]
fn tasks_can_be_read_as_jobs() {
    let rows = "7, 1, 16, 11, 1, 2,\n7, 2, 40, 11.5, 3, -1, 1\n8, 3, 4, 5, 1, 1, \n";
    let reading = read("a", format!("{HEAD}{rows}").as_bytes(), Some("opendc-jobs"), &Settings::default());
    let Reading { work, report, .. } = reading.expect("a trace");
    let told = |job: &Job| (job.number, job.submit.seconds(), job.run.seconds(), job.nodes, job.batch);
    let jobs: Vec<_> = work.items::<Job>().expect("jobs").iter().map(told).collect();
    assert_eq!(jobs, [(3, 0.0, 5.0, 1, 0), (1, 12.0, 11.0, 2, 1), (2, 36.0, 11.5, 3, 1)]);
    let messages: Vec<&str> = report.diagnostics.iter().map(|one| &*one.message).collect();
    assert!(messages.contains(&"dependencies of 1 task are omitted"), "{messages:?}");
    let first = Settings::default().with("first_workflows", Value::Integer(1));
    let cut = read("a", format!("{HEAD}{rows}").as_bytes(), Some("opendc-jobs"), &first).expect("a trace");
    assert_eq!(cut.report.read, 1);
}
