//! Workflows among other jobs of a grid.

use super::*;
use ganttlet_work::{File, Task, Workflow};

/// A workflow from `name run: parents` for each task, which writes a file of this size that its children read.
fn workflow(number: u32, submit: i64, text: &str, bytes: f64) -> GridJob {
    let said: Vec<Vec<&str>> = text
        .split(';')
        .map(|task| task.split([' ', ':']).filter(|word| !word.is_empty()).collect())
        .collect();
    let place = |name: &&str| said.iter().position(|task| task[0] == *name).expect("a task") as u32;
    let task = |(task, own): (&Vec<&str>, u32)| {
        let parents: Vec<u32> = task[2..].iter().map(place).collect();
        let run = Span(task[1].parse::<i64>().expect("seconds") * 1_000_000);
        let (inputs, outputs) = (parents.clone(), vec![own]);
        Task {
            name: task[0].to_owned(),
            program: "sh".to_owned(),
            run,
            nodes: 1,
            parents,
            inputs,
            outputs,
            ..Default::default()
        }
    };
    let mut workflow = Workflow {
        name: format!("flow {number}"),
        submit: Time(submit * 1_000_000),
        tasks: said.iter().zip(0..).map(task).collect(),
        files: said.iter().map(|task| File { name: task[0].to_owned(), bytes }).collect(),
    };
    workflow.link_children();
    GridJob::workflow((workflow, number))
}

/// The intervals of all subjects, without preparations of zero length.
fn schedules(trace: &Trace) -> Vec<String> {
    let of = |id| {
        let all = schedule(trace, id);
        let lasts = |part: &&str| {
            let times =
                part.trim_matches(['[', ']']).split(' ').nth(1).and_then(|times| times.split_once('-'));
            times.is_some_and(|(start, end)| start != end)
        };
        all.split(", ").filter(lasts).collect::<Vec<_>>().join(", ")
    };
    (0..trace.subjects.len() as u32).map(of).collect()
}

const DIAMOND: &str = "a 10:; b 20: a; c 5: a; d 10: b c";

#[test]
fn tasks_are_requested_when_their_parents_have_ended() {
    let trace = run(&[2], vec![workflow(1, 5, DIAMOND, 1e9)], vec![], "startup_s=0");
    assert_eq!(schedules(&trace), ["A0-0 5-15", "A0-0 15-35", "A1-1 15-20", "A0-0 35-45"]);
    assert_eq!([0, 1, 2, 3].map(|id| whole_seconds(trace.subjects.ready_time(id))), [5, 15, 15, 35]);
    assert_eq!((trace.transfers.len(), trace.kind(3)), (0, Kind::WORKFLOW_TASK));
    // A start-up for each task.
    let trace = run(&[2], vec![workflow(1, 5, "a 10:; b 20: a", 0.0)], vec![], "startup_s=3");
    assert_eq!(schedules(&trace), ["[A0-0 5-8], A0-0 8-18", "[A0-0 18-21], A0-0 21-41"]);
}

/// Among other jobs, too, the work lists the dependencies of each task of a workflow, and only these; and tasks have
/// the names of their workflow.
#[test]
fn tasks_of_workflows_are_found_among_other_jobs() {
    let jobs = vec![
        rigid(1, 0, &[1], 5),
        sweep(2, 3, 4),
        workflow(3, 1, DIAMOND, 1e6),
        rigid(4, 2, &[1], 5),
        workflow(5, 3, "a 10:; b 20: a", 1e6),
    ];
    let work = Work::new(jobs.clone());
    let trace = run(&[4, 4], jobs, vec![job(6, 0, 1, 9)], "startup_s=0");
    assert!(work.has_dependencies() && !Work::new(vec![rigid(1, 0, &[1], 5)]).has_dependencies());
    for subject in 0..trace.subjects.len() as u32 {
        let is_task = trace.kind(subject) == Kind::WORKFLOW_TASK;
        assert_eq!(work.dependencies(subject).is_some(), is_task, "{subject}");
    }
    let mut all = 0..trace.subjects.len() as u32;
    let first = all.find(|&subject| trace.kind(subject) == Kind::WORKFLOW_TASK).expect("a task");
    assert_eq!(work.dependencies(first + 3), Some((vec![first + 1, first + 2], vec![])));
    assert_eq!([first, first + 3, first + 6].map(|id| trace.name(id)), ["sh a", "sh d", "sh b"]);
    assert_eq!([0, first, first + 6].map(|id| work.program(id)), [None, Some("sh"), Some("sh")]);
    assert_eq!(trace.name(0), "1");
}

/// Groups of a log have numbers as well: they belong to other users and are unrelated to a workflow.
#[test]
fn jobs_of_logs_are_not_taken_for_tasks_of_a_workflow() {
    let log = |number| Job { group: 0, ..job(number, 0, 1, 9) };
    let grid = GridJob::rigid(log(1));
    let trace = run(&[4], vec![grid.clone(), workflow(2, 1, DIAMOND, 0.0)], vec![log(3)], "startup_s=0");
    assert_eq!(trace.subjects.group, [UNKNOWN, 0, 0, 0, 0, UNKNOWN]);
    // Without workflows in the scenario, groups of the log are unchanged.
    let trace = run(&[4], vec![grid], vec![log(3)], "startup_s=0");
    assert_eq!(trace.subjects.group, [0, 0]);
}

/// A gigabyte takes 10 s between clusters, plus the latency of a thousandth over shared links.
#[test]
fn files_of_a_workflow_arrive_while_nodes_are_held() {
    for (said, ms) in [("startup_s=0", ""), ("startup_s=0 shared_links=true", ".001")] {
        let trace = run(&[1, 1], vec![workflow(1, 0, DIAMOND, 1e9)], vec![], said);
        let expected = [
            "A0-0 0-10".to_owned(),
            "A0-0 10-30".to_owned(),
            format!("[B0-0 10-20{ms}], B0-0 20{ms}-25{ms}"),
            format!("[A0-0 30-40{ms}], A0-0 40{ms}-50{ms}"),
        ];
        assert_eq!(schedules(&trace), expected);
        let moved: Vec<_> = trace.transfers.iter().map(|file| (file.subject, file.from, file.to)).collect();
        assert_eq!(moved, [(2, 0, 1), (3, 1, 0)]);
    }
}

/// b and d run where a did not; its file is transferred once, and d waits for that transfer too.
#[test]
fn a_task_waits_for_a_transfer_in_progress() {
    for (said, ms) in [("startup_s=0", ""), ("startup_s=0 shared_links=true", ".001")] {
        let jobs = vec![rigid(1, 0, &[2], 10), workflow(2, 0, "a 10:; b 7: a; c 7: a; d 5: a", 1e9)];
        let trace = run(&[1, 2], jobs, vec![], said);
        let expected = [
            "B0-1 0-10".to_owned(),
            "A0-0 0-10".to_owned(),
            format!("[B0-0 10-20{ms}], B0-0 20{ms}-27{ms}"),
            "A0-0 10-17".to_owned(),
            format!("[B1-1 10-20{ms}], B1-1 20{ms}-25{ms}"),
        ];
        assert_eq!(schedules(&trace), expected);
        assert_eq!(trace.transfers.len(), 1);
    }
}

/// While a task waits for nodes, the file arrives at its later cluster for another task.
#[test]
fn a_waiting_task_uses_current_file_locations() {
    let jobs = vec![workflow(1, 0, "a 10:; b 30: a; c 5: a; d 5: a", 1e9), rigid(2, 1, &[1], 100)];
    let trace = run(&[1, 1], jobs, vec![], "startup_s=0");
    // The rigid job has B; b has A, and c and d run after it there, where the file is.
    let expected = ["A0-0 0-10", "A0-0 10-40", "A0-0 40-45", "A0-0 45-50", "B0-0 1-101"];
    assert_eq!(schedules(&trace), expected);
    let jobs = vec![workflow(1, 0, "a 10:; b 30: a; c 5: a; d 5: a", 1e9), rigid(2, 1, &[1], 11)];
    let trace = run(&[1, 1], jobs, vec![], "startup_s=0");
    // At 12 c gets B, and d runs after it there.
    let expected = ["A0-0 0-10", "A0-0 10-40", "[B0-0 12-22], B0-0 22-27", "B0-0 27-32", "B0-0 1-12"];
    assert_eq!(schedules(&trace), expected);
    assert_eq!(trace.transfers.len(), 1);
}

#[test]
fn successors_of_a_rejected_task_are_rejected() {
    let mut wide = workflow(1, 0, "a 10:; b 20: a; c 5: b; d 10: a", 1e6);
    if let Application::Workflow(workflow) = &mut wide.application {
        workflow.tasks[1].nodes = 3;
    }
    let trace = run(&[2], vec![wide, rigid(2, 0, &[1], 30)], vec![], "startup_s=0");
    let status = [0, 1, 2, 3, 4].map(|id| trace.subjects.status[id]);
    let (done, rejected) = (Status::Done, Status::Rejected);
    assert_eq!(status, [done, rejected, rejected, done, done]);
    assert_eq!(schedules(&trace), ["A0-0 0-10", "", "", "A0-0 10-20", "A1-1 0-30"]);
}

/// Of two waiting tasks, the one with too many tries fails, and the other does not.
#[test]
fn one_task_can_fail_and_another_succeed() {
    let jobs = vec![rigid(9, 0, &[1], 100), workflow(1, 0, "a 10:; b 20:; c 5: b", 0.0)];
    let trace = run(&[2], jobs, vec![], "max_tries=2 scan_period_s=2 startup_s=0");
    let status = [0, 1, 2, 3].map(|id| trace.subjects.status[id]);
    assert_eq!(status, [Status::Done, Status::Done, Status::Rejected, Status::Rejected]);
    assert_eq!(marks(&trace), "4 sh b give-up 3");
}

#[test]
fn a_workflow_has_a_makespan_beside_jobs_that_have_none() {
    use crate::metric::Scope;
    use crate::report::METRICS;
    let jobs = vec![rigid(9, 0, &[1], 100), workflow(1, 5, DIAMOND, 1e9), sweep(3, 2, 7)];
    let trace = run(&[8], jobs, vec![], "startup_s=0");
    let values = |id: &str| {
        METRICS.find(id).expect("a metric").values(&trace, &Settings::defaults([].iter()), &Scope::ALL)
    };
    assert_eq!(values("workflow-makespan"), [40.0]);
    assert_eq!(values("task-wait"), [0.0; 4]);
    assert_eq!(
        (values("transfers"), values("queue-wait").len(), values("hold-time").len()),
        (vec![0.0], 0, 0)
    );
}
