//! Submission with costs: exact schedules checked by hand, and decisions.

use super::super::submission::CopyRow;
use super::*;

/// Numbers (seconds, MB, MB/s) and switches.
fn settings(numbers: &[(&'static str, f64)], switches: &[&'static str]) -> Settings {
    let with_number =
        |settings: Settings, &(id, value): &(&'static str, f64)| settings.with(id, Value::Number(value));
    let numbers = numbers.iter().fold(Settings::default(), with_number);
    switches.iter().fold(numbers, |settings, &id| settings.with(id, Value::Bool(true)))
}

/// `name@start-end` for each task of a run.
fn spans(platform: &Platform, work: Vec<Workflow>, settings: &Settings, policy: &str) -> String {
    let trace = simulation_of(platform, work, policy, settings).finish();
    spans_of(&trace)
}

fn spans_of(trace: &Trace) -> String {
    let one = |task: u32| {
        let (start, end) = (trace.subjects.start[task as usize], trace.subjects.end[task as usize]);
        format!("{}@{}-{}", trace.name(task), start.seconds(), end.seconds())
    };
    (0..trace.subjects.len() as u32).map(one).collect::<Vec<_>>().join(" ")
}

fn one_cluster_of_four() -> Platform {
    platform(&[(4, 1.0)], 10.0 * MB)
}

/// A on 2 nodes and B on 3. Tasks of more than 7 s and those on two nodes run on B, the others on A or also on B.
fn placed_run(text: &str, settings: &Settings, others: &str) -> Trace {
    let cost = format!("if(run > 7, -size, if(nodes > 1, -size, {others}))");
    let settings = settings
        .clone()
        .with("cluster_cost", Value::Expression(cost.into()))
        .with("upward_rank", Value::Bool(false));
    let grid = platform(&[(2, 1.0), (3, 1.0)], 10.0 * MB);
    simulation_of(&grid, vec![workflow(text)], "written", &settings).finish()
}

#[test]
fn a_broker_and_a_head_node_submit_tasks_one_by_one() {
    let settings = settings(&[("broker_s", 1.0), ("head_node_s", 2.0)], &[]);
    let work = || vec![workflow("a 10: ; b 10: ; c 10: ; d 10: ")];
    for policy in ["single-cluster", "heft", "file-aware"] {
        let text = spans(&one_cluster_of_four(), work(), &settings, policy);
        assert_eq!(text, "a@3-13 b@5-15 c@7-17 d@9-19", "{policy}");
    }
    let trace = simulation_of(&one_cluster_of_four(), work(), "single-cluster", &settings).finish();
    // Broker time counts as hold time, head-node time as queue wait time.
    let expected =
        [("hold-time", 2.5), ("file-transfer-delay", 0.0), ("queue-wait", 3.5), ("copies-back", 0.0)];
    for (id, value) in expected {
        assert_eq!(metric(&trace, id), Some(value), "{id}");
    }
    let sentences: Vec<String> = trace.decisions_about(3).map(|decision| trace.explain(decision)).collect();
    assert_eq!(
        sentences,
        [
            "Task d waits for the broker of its workflow, which submits tasks one by one: 3 tasks are before it.",
            "Task d was sent to A with its whole workflow: this cluster had the lowest load when the workflow started.",
            "Task d enters the queue of A at 9 s: the head node submits tasks one by one, and 2 are before it.",
        ]
    );
}

#[test]
fn a_head_node_serves_all_workflows_by_arrival() {
    let settings = settings(&[("broker_s", 1.0), ("head_node_s", 2.0)], &[]);
    let work = vec![workflow("a 10: ; b 10: "), workflow("a 10: ; b 10: ")];
    let text = spans(&one_cluster_of_four(), work, &settings, "single-cluster");
    assert_eq!(text, "a@3-13 b@7-17 a@5-15 b@9-19");
}

#[test]
fn copies_inside_a_cluster_share_its_file_server() {
    let both = settings(&[("file_server_mb_s", 10.0)], &["copy_within"]);
    for (second, expected) in [(100, "t0@0-10 t1@30-35 t2@30-35"), (50, "t0@0-10 t1@25-30 t2@20-25")] {
        let work = || vec![workflow(&format!("t0 10: ; t1 5: t0=100; t2 5: t0={second}"))];
        assert_eq!(spans(&one_cluster_of_four(), work(), &both, "single-cluster"), expected);
        // Without a server the copies cost nothing.
        let within = settings(&[], &["copy_within"]);
        let off = "t0@0-10 t1@10-15 t2@10-15";
        for settings in [within, settings(&[("file_server_mb_s", 10.0)], &[]), Settings::default()] {
            assert_eq!(spans(&one_cluster_of_four(), work(), &settings, "single-cluster"), off);
        }
    }
}

#[test]
fn outputs_are_copied_to_the_submission_site() {
    let back = settings(&[], &["copy_back"]);
    for (others, place) in [("size", 0), ("-size", 1)] {
        let trace = placed_run("t0 10: ; t1 5: t0=50", &back, others);
        assert_eq!(spans_of(&trace), "t0@0-10 t1@15-20");
        assert_eq!(trace.subjects.cluster, [1, place]);
        assert_eq!((metric(&trace, "copies-back"), metric(&trace, "transfers")), (Some(1.0), Some(0.0)));
        assert_eq!(metric(&trace, "file-transfer-delay"), Some(0.0));
    }
    // Two copies share the server of A.
    let shared = settings(&[("file_server_mb_s", 8.0)], &["copy_back"]);
    let trace = placed_run("t0 10: ; t1 10: ; t2 5: t0=40 t1=40", &shared, "size");
    assert_eq!(spans_of(&trace), "t0@0-10 t1@0-10 t2@20-25");
    // With B as the submission site no output is copied back, and t2 copies its files.
    let trace =
        placed_run("t0 10: ; t1 10: ; t2 5: t0=40 t1=40", &shared.with("home", Value::Integer(2)), "size");
    assert_eq!(spans_of(&trace), "t0@0-10 t1@0-10 t2@20-25");
    assert_eq!((metric(&trace, "copies-back"), metric(&trace, "transfers")), (Some(0.0), Some(2.0)));
}

#[test]
fn programs_come_from_the_submission_site() {
    // 20 MB at 10 MB/s to B after 10 MB of input; nothing on A.
    let program = settings(&[("executable_mb", 20.0)], &[]);
    let trace = placed_run("t0 1: ; t1 10: t0=10; t2 1: ", &program, "size");
    assert_eq!(spans_of(&trace), "t0@0-1 t1@4-14 t2@0-1");
    assert_eq!(metric(&trace, "transfers"), Some(1.0));
    // Both at once over the server of B; the program of A comes from its own server.
    let shared = settings(&[("executable_mb", 20.0), ("file_server_mb_s", 10.0)], &["copy_within"]);
    let trace = placed_run("t0 1: ; t1 10: t0=10; t2 1: ", &shared, "size");
    // t0 and t2 copy 20 MB each at 5 MB/s: 4 s. Then 30 MB to B.
    assert_eq!(spans_of(&trace), "t0@4-5 t1@8-18 t2@4-5");
}

#[test]
fn a_failed_task_is_submitted_again() {
    let numbers = [("broker_s", 1.0), ("head_node_s", 2.0), ("failure_share", 0.5)];
    let settings = settings(&numbers, &[]);
    let grid = one_cluster_of_four();
    let policies = Policies { mapping: Factory::new(WORKFLOW_POLICIES.get("single-cluster"), &settings) };
    let run = |seed| {
        let run = RunOptions { seed, decisions: 100, ..RunOptions::default() };
        let work = Work::new(vec![workflow("a 10: ")]);
        let options = Options::read(&settings);
        simulation(&grid, &work, Vec::new(), Vec::new(), &policies, &options, run).finish()
    };
    let seed = (1..100).find(|&seed| run(seed).intervals.len() == 2).expect("a seed with one failure");
    let trace = run(seed);
    assert_eq!(spans_of(&trace), "a@16-26");
    let bars: Vec<(f64, f64, &str)> = (0..2)
        .map(|i| {
            (
                trace.intervals.start[i].seconds(),
                trace.intervals.end[i].seconds(),
                trace.intervals.phase[i].kind().id,
            )
        })
        .collect();
    assert_eq!(bars, [(3.0, 13.0, "lost"), (16.0, 26.0, "works")]);
    let sentences: Vec<String> = trace.decisions_about(0).map(|decision| trace.explain(decision)).collect();
    assert!(
        sentences.contains(&"Task a failed at the end of its run on A, and is submitted again.".to_owned()),
        "{sentences:?}"
    );
}

#[test]
fn all_costs_of_submission_together() {
    let numbers = [("file_server_mb_s", 8.0), ("broker_s", 1.0), ("head_node_s", 1.0)];
    let settings = settings(&numbers, &["copy_within", "copy_back"]);
    let trace = placed_run("t0 10: ; t1 10: ; t2 5x2: t0=40; t3 5: t1=40", &settings, "size");
    assert_eq!(spans_of(&trace), "t0@2-12 t1@3-13 t2@28-33 t3@29-34");
    let back: Vec<(f64, f64)> = trace
        .table_rows::<CopyRow>()
        .filter(|row| trace.text(row.kind) == "back")
        .map(|row| (row.start.seconds(), row.end.seconds()))
        .collect();
    assert_eq!(back, [(12.0, 21.0), (13.0, 22.0)]);
}

#[test]
fn costs_of_submission_leave_schedules_alone_where_they_are_zero() {
    // Active without any effect: copies inside a cluster without a server.
    let within = settings(&[], &["copy_within"]);
    for policy in
        ["round-robin", "single-cluster", "all-clusters", "file-aware", "cluster-minimization", "heft"]
    {
        let one =
            |settings: &Settings| simulation_of(&das3(), vec![workflow(DIAMOND)], policy, settings).finish();
        assert_eq!(one(&within).digest(), one(&Settings::default()).digest(), "{policy}");
    }
}
