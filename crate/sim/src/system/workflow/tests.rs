//! Schedules checked by hand: workflows as text in, charts and starts as text out.

mod contention;
mod submission;

use super::*;
use crate::system::parts::told;
use crate::system::{Budget, Run};
use ganttlet_core::entry::{Choices, Settings, Value};
use ganttlet_core::platform::{Network, das3, one_cluster};
use ganttlet_core::record::{Status, Trace, text_chart};
use ganttlet_work::{File, Task as WorkTask, traffic::TrafficLevels};

const MB: f64 = 1e6;

/// A workflow from `name run[xnodes]: parent=MB parent=MB; ..`: each edge is a separate file, none without `=`.
fn workflow(text: &str) -> Workflow {
    let mut workflow = Workflow { name: "w".into(), ..Workflow::default() };
    let lines: Vec<(&str, &str)> = text.split(';').filter_map(|line| line.split_once(':')).collect();
    let name = |head: &str| head.split_whitespace().next().expect("a name").to_owned();
    let names: Vec<String> = lines.iter().map(|(head, _)| name(head)).collect();
    for (head, parents) in &lines {
        let size = head.split_whitespace().nth(1).expect("a run time");
        let (run, nodes) = size.split_once('x').unwrap_or((size, "1"));
        let run = Span::from_seconds(run.parse().expect("seconds"));
        let nodes = nodes.parse().expect("nodes");
        let mut task = WorkTask { name: name(head), run, nodes, ..WorkTask::default() };
        for parent in parents.split_whitespace() {
            let (parent, bytes) = parent.split_once('=').unwrap_or((parent, ""));
            let parent = names.iter().position(|other| other == parent).expect("a task before");
            task.parents.push(parent as u32);
            if let Ok(mb) = bytes.parse::<f64>() {
                let file = workflow.files.len() as u32;
                workflow.files.push(File { name: format!("f{file}"), bytes: mb * MB });
                workflow.tasks[parent].outputs.push(file);
                task.inputs.push(file);
            }
        }
        workflow.tasks.push(task);
    }
    workflow.link_children();
    workflow
}

fn platform(clusters: &[(u32, f64)], bandwidth: f64) -> Platform {
    let names = ["A", "B", "C"];
    let cluster = |(&(nodes, speed), name): (&(u32, f64), &&str)| {
        ganttlet_core::platform::Cluster::homogeneous(*name, nodes, speed)
    };
    Platform {
        clusters: clusters.iter().zip(&names).map(cluster).collect(),
        network: Network::uniform(clusters.len(), bandwidth, Span::from_seconds(0.5)),
    }
}

fn simulation_of(
    platform: &Platform,
    workflows: Vec<Workflow>,
    policy: &str,
    settings: &Settings,
) -> Simulation<WorkflowSystem> {
    simulation_with_local_jobs(platform, (workflows, ""), policy, settings)
}

/// The same with local jobs from lines `user submit run cluster`.
fn simulation_with_local_jobs(
    platform: &Platform,
    (workflows, local): (Vec<Workflow>, &str),
    policy: &str,
    settings: &Settings,
) -> Simulation<WorkflowSystem> {
    simulation_with_traffic(platform, (workflows, local, &[]), policy, settings)
}

/// The same with traffic that uses these shares of all links from these times in seconds on.
fn simulation_with_traffic(
    platform: &Platform,
    (workflows, local, levels): (Vec<Workflow>, &str, &[(f64, f64)]),
    policy: &str,
    settings: &Settings,
) -> Simulation<WorkflowSystem> {
    let policies = Policies { mapping: Factory::new(WORKFLOW_POLICIES.get(policy), settings) };
    let job = |(number, line): (u32, &str)| {
        let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let seconds = |of: u32| f64::from(of);
        let (submit, run) =
            (Time::from_seconds(seconds(numbers[1])), Span::from_seconds(seconds(numbers[2])));
        Job { number, user: numbers[0], submit, run, home: numbers[3], ..Job::default() }
    };
    let local = (1..).zip(local.split(';').filter(|line| !line.trim().is_empty())).map(job).collect();
    let levels = levels.iter().map(|&(at, level)| (Time::from_seconds(at), level)).collect();
    let traffic = vec![Traffic { between: (None, None), levels: TrafficLevels::Said(levels) }];
    let (work, run) =
        (Work::new(workflows), RunOptions { seed: 1, decisions: 10_000, ..RunOptions::default() });
    simulation(platform, &work, local, traffic, &policies, &Options::read(settings), run)
}

fn run(platform: &Platform, text: &str, policy: &str) -> Trace {
    simulation_of(platform, vec![workflow(text)], policy, &Settings::default()).finish()
}

/// `name@start` for each task.
fn starts(trace: &Trace) -> String {
    let one = |task: u32| match trace.subjects.start[task as usize] {
        Time::MAX => format!("{} never", trace.name(task)),
        time => format!("{}@{}", trace.name(task), time.seconds()),
    };
    (0..trace.subjects.len() as u32).map(one).collect::<Vec<_>>().join(" ")
}

fn metric(trace: &Trace, id: &str) -> Option<f64> {
    let metric = crate::report::METRICS.find(id).expect("a measure");
    metric.report_row(trace, &Settings::defaults(metric.entry.parameters), &crate::metric::Scope::ALL).value
}

const DIAMOND: &str = "t0 10: ; t1 20: t0=100; t2 5: t0=50; t3 10: t1=100 t2=50";

/// A at speed 1, B at speed 2, one node each, 10 MB/s.
fn two_clusters() -> Platform {
    platform(&[(1, 1.0), (1, 2.0)], 10.0 * MB)
}

#[test]
fn heft_on_two_clusters() {
    let trace = run(&two_clusters(), DIAMOND, "heft");
    assert_eq!(text_chart(&trace, Span::from_seconds(2.5)), "....cc....\n\naabbbb..dd\n");
    assert_eq!(starts(&trace), "t0@0 t1@5 t2@10 t3@20");
    let expected = [
        ("workflow-makespan", 25.0),
        ("transfers", 2.0),
        ("file-transfer-delay", 2.5),
        ("queue-wait", 0.0),
        ("hold-time", 0.0),
        ("nsl", 1.25),
    ];
    for (id, value) in expected {
        assert_eq!(metric(&trace, id), Some(value), "{id}");
    }
}

#[test]
fn one_cluster_moves_nothing_and_waits() {
    let trace = run(&two_clusters(), DIAMOND, "single-cluster");
    assert_eq!(text_chart(&trace, Span::from_seconds(5.0)), "aabbbbcdd\n\n.........\n");
    assert_eq!((metric(&trace, "workflow-makespan"), metric(&trace, "transfers")), (Some(45.0), Some(0.0)));
    assert_eq!(metric(&trace, "queue-wait"), Some(5.0));
    assert_eq!(trace.subjects.start[2] - trace.subjects.eligible_time(2), Span::from_seconds(20.0));
}

#[test]
fn throttling_holds_tasks_at_the_broker() {
    let tasks: Vec<String> = (0..10).map(|i| format!("t{i} 10: ")).collect();
    let work = vec![workflow(&tasks.join(";"))];
    let settings = Settings::default().with("task_limit", Value::Integer(4));
    let trace = simulation_of(&one_cluster(100), work, "file-aware", &settings).finish();
    let starts: Vec<i64> = trace.subjects.start.iter().map(|time| time.rounded_seconds()).collect();
    assert_eq!(starts, [0, 0, 0, 0, 10, 10, 10, 10, 20, 20]);
    assert_eq!((metric(&trace, "workflow-makespan"), metric(&trace, "hold-time")), (Some(30.0), Some(8.0)));
    let sentences: Vec<String> = trace.decisions_about(5).map(|decision| trace.explain(decision)).collect();
    assert!(
        sentences[0]
            .starts_with("Task t5 is held back by throttling: 4 tasks of its workflow are in progress"),
        "{sentences:?}"
    );
}

#[test]
fn files_come_from_the_best_link() {
    // 1 GB written at VU, read at UvA (185 MB/s), then at Delft: 53 MB/s from UvA, 45 from VU.
    let mut work = workflow("t0 10: ; t1 10: t0=1000; t2 10: t0 t1");
    work.tasks[2].inputs = vec![0];
    let trace = simulation_of(&das3(), vec![work], "round-robin", &Settings::default()).finish();
    assert_eq!(starts(&trace), "t0@0 t1@14.664664 t2@43.532589");
    let ways: Vec<(u16, u16, f64)> = trace.transfers.iter().map(|t| (t.from, t.to, t.bytes / MB)).collect();
    assert_eq!(ways, [(0, 1, 1000.0), (1, 2, 1000.0)]);
}

#[test]
fn transfers_in_progress_are_awaited_and_transfers_are_in_series() {
    // Two nodes at B; t0 and t1 end at 1 on A, whose only node then runs x for a long time.
    let grid = platform(&[(1, 1.0), (2, 1.0)], 10.0 * MB);
    let mut work = workflow("a 1: ; b 1: a=10; c 1: a; d 1: a=20 b=30");
    work.tasks[2].inputs = vec![0];
    let trace = simulation_of(&grid, vec![work], "round-robin", &Settings::default()).finish();
    // a@A; then b->B with 1 s of transfer, c->A immediately; d->B: 20 MB of a, 2 s; b is there.
    assert_eq!(starts(&trace), "a@0 b@2 c@1 d@5");
    let settings = Settings::default()
        .with("transfer_overhead_s", Value::Number(0.25))
        .with("transfer_latency", Value::Bool(true));
    let mut work = workflow("a 1: ; b 1: ; c 1: a=10 b=20; d 1: a");
    work.tasks[3].inputs = vec![0];
    let trace = simulation_of(&grid, vec![work], "round-robin", &settings).finish();
    // a@A, b@B. c->A fetches 20 MB of b; d->B fetches 10 MB of a. Each takes 0.75 s more.
    assert_eq!(starts(&trace), "a@0 b@0 c@3.75 d@2.75");
    let mut work = workflow("a 1: ; x 1: ; y 1: ; c 1: a=10 y=20");
    work.tasks[3].parents.push(1);
    work.tasks[3].parents.sort_unstable();
    work.link_children();
    let trace = simulation_of(&grid, vec![work], "round-robin", &Settings::default()).finish();
    // a and y at A, one after the other; c at B gets their files in series: 1 s and 2 s.
    assert_eq!(starts(&trace), "a@0 x@0 y@1 c@5");
}

#[test]
fn input_data_can_be_staged_in() {
    let mut work = workflow("a 1: ; b 1: ");
    work.files.push(File { name: "in".into(), bytes: 20.0 * MB });
    work.tasks[1].inputs = vec![0];
    let first = Settings::default().with("inputs", Value::Choice("first-cluster"));
    for (settings, expected) in [(Settings::default(), "a@0 b@0"), (first, "a@0 b@2")] {
        for policy in ["round-robin", "all-clusters"] {
            let trace = simulation_of(&two_clusters(), vec![work.clone()], policy, &settings).finish();
            assert_eq!(starts(&trace), expected, "{policy}");
        }
    }
}

#[test]
fn too_large_tasks_and_their_successors_are_rejected() {
    let text = "a 1x3: ; b 1: a; c 1: b=10; d 1: ; e 1: d c";
    for policy in WORKFLOW_POLICIES.members {
        let trace = run(&two_clusters(), text, policy.entry.id);
        assert_eq!(&starts(&trace)[..32], "a never b never c never d@0 e ne", "{}", policy.entry.id);
        assert_eq!(trace.subjects.status[4], Status::Rejected);
        let last = trace.decisions_about(4).last().map(|decision| trace.explain(decision));
        let expected = "Task e depends on task c, which can never run here, so it can never run either.";
        assert_eq!(last.as_deref(), Some(expected));
    }
}

#[test]
fn a_cycle_is_rejected() {
    let mut circle = workflow("a 1: ; b 1: a; c 1: ");
    circle.tasks[0].parents = vec![1];
    circle.link_children();
    let trace = simulation_of(&two_clusters(), vec![circle, workflow("d 1: ")], "heft", &Settings::default())
        .finish();
    assert_eq!(starts(&trace), "a never b never c never d@0");
}

#[test]
fn wide_tasks_wait_for_enough_nodes_and_none_passes() {
    let grid = platform(&[(4, 1.0)], MB);
    let trace = run(&grid, "a 5x3: ; b 5x2: ; c 1: ; d 2x4: a", "heft");
    assert_eq!(
        text_chart(&trace, Span::from_seconds(1.0)),
        "aaaaabbbbbdd\naaaaabbbbbdd\naaaaac....dd\n..........dd\n"
    );
}

#[test]
fn decisions_name_the_candidates() {
    let trace = run(&two_clusters(), DIAMOND, "heft");
    let sentences: Vec<ganttlet_core::rule::Decision<_>> = trace.decisions_about(2).collect();
    let texts: Vec<String> = sentences.iter().map(|&decision| trace.explain(decision)).collect();
    assert_eq!(
        texts,
        [
            "Task t2 was sent to A: earliest estimated completion time.",
            "Task t2 waits until 10 s for its files to reach A. 1 transfer was started for it."
        ]
    );
    let scores: Vec<f64> = trace.decisions.candidates(sentences[0]).iter().map(|c| c.score).collect();
    assert_eq!(scores, [15.0, 17.5]);
}

#[test]
fn each_workflow_has_a_separate_broker() {
    // Five workflows at once spread over the clusters, one each; the sixth arrives when all are idle again.
    let mut work: Vec<Workflow> = (0..5).map(|_| workflow("a 10: ; b 10: a=1")).collect();
    work.push(Workflow { submit: Time::from_seconds(100.0), ..workflow("a 10: ; b 10: a=1") });
    let trace = simulation_of(&das3(), work, "single-cluster", &Settings::default()).finish();
    assert_eq!(trace.subjects.cluster, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0]);
    assert_eq!(trace.subjects.group, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    assert_eq!(trace.group_names.len(), 6);
    let start = &trace.subjects.start;
    assert!((0..start.len()).all(|task| trace.subjects.ready_time(task) == start[task]));
}

#[test]
fn a_plan_is_followed_to_the_microsecond() {
    for policy in ["heft-static", "cpop"] {
        for text in [DIAMOND, "a 3: ; b 4: a=10; c 5: a=20; d 1: b=7; e 9: b c=3; f 2: d=1 e=30"] {
            let mut run = simulation_of(&two_clusters(), vec![workflow(text)], policy, &Settings::default());
            run.advance(Budget::events(1));
            let ends: Vec<i64> = planned_ends(run.trace());
            let trace = run.finish();
            assert_eq!(ends, trace.subjects.end.iter().map(|time| time.0).collect::<Vec<_>>(), "{policy}");
        }
    }
}

/// The transfers: megabytes, start and end.
fn moved_megabytes(trace: &Trace) -> Vec<(f64, f64, f64)> {
    let mut all: Vec<_> =
        trace.transfers.iter().map(|one| (one.bytes / MB, one.start.seconds(), one.end.seconds())).collect();
    all.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    all
}

/// c2 needs the files transferred for c1, and 10 MB more from the same parent.
#[test]
fn planned_files_in_transfer_are_not_sent_again() {
    let settings = Settings::default();
    for settings in [
        settings.clone(),
        settings.with("shared_links", Value::Bool(true)).with("link_width", Value::Integer(9)),
    ] {
        let mut work = workflow("p 1: ; s 100: p ; c1 20: p=30 ; c2 20: p=10");
        work.tasks[3].inputs.push(0);
        let trace =
            simulation_of(&platform(&[(1, 1.0), (2, 1.0)], 10.0 * MB), vec![work], "heft-static", &settings)
                .finish();
        assert_eq!(starts(&trace), "p@0 s@1 c1@4 c2@4");
        assert_eq!(moved_megabytes(&trace), [(10.0, 1.0, 2.0), (30.0, 1.0, 4.0)]);
        // The same if the task that needs more is listed first: the other one's transfer is as planned.
        let mut work = workflow("p 1: ; s 100: p ; c2 20: p=10 ; c1 20: p=30");
        work.tasks[2].inputs.push(1);
        let trace =
            simulation_of(&platform(&[(1, 1.0), (2, 1.0)], 10.0 * MB), vec![work], "heft-static", &settings)
                .finish();
        assert_eq!(starts(&trace), "p@0 s@1 c2@4 c1@4");
        assert_eq!(moved_megabytes(&trace), [(10.0, 1.0, 2.0), (30.0, 1.0, 4.0)]);
    }
    // The same holds for files from outside.
    let mut work = workflow("c1 20: ; c2 20: ");
    work.files = [30.0, 10.0].map(|mb| File { name: mb.to_string(), bytes: mb * MB }).to_vec();
    (work.tasks[0].inputs, work.tasks[1].inputs) = (vec![0], vec![0, 1]);
    let settings = Settings::default().with("inputs", Value::Choice("first-cluster"));
    let grid = platform(&[(1, 0.01), (2, 1.0)], 10.0 * MB);
    let trace = simulation_of(&grid, vec![work], "heft-static", &settings).finish();
    assert_eq!(
        (starts(&trace), moved_megabytes(&trace)),
        ("c1@3 c2@3".to_owned(), vec![(10.0, 0.0, 1.0), (30.0, 0.0, 3.0)])
    );
}

#[test]
fn a_planned_task_of_no_length_fits_between_two_that_touch() {
    for policy in ["heft-static", "cpop"] {
        let trace = run(
            &platform(&[(1, 1.0), (1, 1.0)], 10.0 * MB),
            "A 2: ; B 3: A=100; Z 0: A=100; C 2.5: Z",
            policy,
        );
        assert_eq!(starts(&trace), "A@0 B@2 Z@2 C@2", "{policy}");
    }
}

/// Overhead or latency of 6 s: t2, whose file has to move, precedes t4, whose path to the end is longer otherwise.
#[test]
fn planned_ranks_have_the_start_up_of_transfers() {
    let text = "t0 6: ; t1 2: ; t2 6: ; t3 4: t1; t4 10: ; t5 3: t1=10 t2=10 t4";
    let mut grid = platform(&[(1, 2.0), (1, 1.0), (1, 1.0)], 10.0 * MB);
    grid.network = Network::uniform(3, 10.0 * MB, Span::from_seconds(6.0));
    let settings = Settings::default();
    for settings in [
        settings.clone().with("transfer_overhead_s", Value::Number(6.0)),
        settings.with("transfer_latency", Value::Bool(true)),
    ] {
        let trace = simulation_of(&grid, vec![workflow(text)], "heft-static", &settings).finish();
        assert_eq!(starts(&trace), "t0@0 t1@0 t2@0 t3@2 t4@3 t5@9");
        assert_eq!(trace.subjects.end[5], Time::from_seconds(10.5));
    }
}

/// Tasks that write and read one file of this size in MB: `reads` and `writes` list the tasks by name.
fn one_file(text: &str, mb: f64, reads: &[&str], writes: &[&str]) -> Workflow {
    let mut work = workflow(text);
    work.files = vec![File { name: "f".into(), bytes: mb * MB }];
    for task in &mut work.tasks {
        task.inputs.extend(reads.contains(&task.name.as_str()).then_some(0));
        task.outputs.extend(writes.contains(&task.name.as_str()).then_some(0));
    }
    work
}

/// Two branches use one name: each task reads the file of its parent.
#[test]
fn readers_get_the_file_of_their_parent() {
    let text = "a1 10: ; a2 10: ; x 10: ; b1 10: a1 ; b2 10: a2";
    let work = one_file(text, 50.0, &["b1", "b2"], &["a1", "a2"]);
    let grid = platform(&[(2, 1.0), (2, 1.0)], 10.0 * MB);
    let trace = simulation_of(&grid, vec![work], "round-robin", &Settings::default()).finish();
    assert_eq!(starts(&trace), "a1@0 a2@0 x@0 b1@15 b2@15");
    assert_eq!(moved_megabytes(&trace), [(50.0, 10.0, 15.0); 2]);
}

#[test]
fn a_file_that_is_updated_in_place_moves_back() {
    let work = one_file("a 4: ; b 4: a ; c 4: b", 20.0, &["b", "c"], &["a", "b"]);
    let grid = platform(&[(1, 1.0), (1, 1.0)], 10.0 * MB);
    let trace = simulation_of(&grid, vec![work], "round-robin", &Settings::default()).finish();
    assert_eq!(starts(&trace), "a@0 b@6 c@12");
    assert_eq!(moved_megabytes(&trace), [(20.0, 4.0, 6.0), (20.0, 10.0, 12.0)]);
}

fn planned_ends(trace: &Trace) -> Vec<i64> {
    let end = |task| trace.decisions_about(task).find(|d| d.rule.id == "plan").map(|d| d.values[2]);
    (0..trace.subjects.len() as u32).map(|task| end(task).expect("a plan")).collect()
}

/// A forecast marked as valid equals a new one.
#[test]
fn valid_forecasts_equal_new_ones() {
    let mut stream = ganttlet_core::rng::Streams::new(11).get("forecast");
    let mut compared = 0;
    for round in 0..40 {
        let work: Vec<Workflow> = (0..3)
            .map(|i| {
                let text: Vec<String> = (0..25)
                    .map(|t| {
                        let mut parents: Vec<u32> =
                            (0..stream.uniform_below(4)).map(|_| stream.uniform_below(t.max(1))).collect();
                        parents.sort_unstable();
                        parents.dedup();
                        let moved = |p: &u32| format!("t{p}={}", if round % 2 == 0 { 0 } else { 9 + p });
                        let parents: Vec<String> =
                            if t == 0 { vec![] } else { parents.iter().map(moved).collect() };
                        let wide = if round % 4 < 2 { 1 } else { 1 + stream.uniform_below(3) };
                        format!("t{t} {}x{wide}: {}", stream.uniform_below(20), parents.join(" "))
                    })
                    .collect();
                Workflow { submit: Time::from_seconds(f64::from(i * 7)), ..workflow(&text.join(";")) }
            })
            .collect();
        let grid = platform(&[(3, 1.0), (4, 1.5)], 10.0 * MB);
        let local: Vec<String> = (0..round % 3 * 20)
            .map(|_| {
                (
                    stream.uniform_below(3),
                    stream.uniform_below(90),
                    stream.uniform_below(20),
                    stream.uniform_below(2),
                )
            })
            .map(|(user, submit, run, cluster)| format!("{user} {submit} {run} {cluster}"))
            .collect();
        let mut local: Vec<&str> = local.iter().map(String::as_str).collect();
        let submit = |line: &&str| line.split(' ').nth(1).and_then(|word| word.parse::<u32>().ok());
        local.sort_by_key(submit);
        let policy = if round % 5 < 3 { "heft-predicted" } else { "heft" };
        let mut run =
            simulation_with_local_jobs(&grid, (work, &local.join(";")), policy, &Settings::default());
        while !run.advance(Budget::events(1)).done {
            if !run.cx.is_end_of_instant() {
                continue;
            }
            let (system, now) = (&run.system, run.cx.now);
            for cluster in system.clusters.iter().filter(|cluster| cluster.has_current_forecast(now)) {
                let mut tasks = system.tasks.clone();
                let mut anew = cluster.clone();
                anew.update_forecast(&mut tasks, now);
                for nodes in 1..=3 {
                    compared += 1;
                    let (kept, new) = (&cluster.forecast, &anew.forecast);
                    assert_eq!(kept.earliest(nodes, now), new.earliest(nodes, now), "round {round} at {now}");
                }
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

/// Files without bytes are everywhere: no transfer and no cost.
#[test]
fn files_without_bytes_do_not_move() {
    let settings = Settings::default().with("transfer_overhead_s", Value::Number(1.0));
    for policy in ["round-robin", "heft-static"] {
        let work = workflow("a 5: ; b 5: a=0; c 5: a; d 5: b=0 c=0");
        let trace =
            simulation_of(&platform(&[(1, 1.0), (1, 1.0)], MB), vec![work], policy, &settings).finish();
        assert_eq!(starts(&trace), "a@0 b@5 c@5 d@10", "{policy}");
        assert_eq!((trace.transfers.len(), metric(&trace, "file-transfer-delay")), (0, Some(0.0)));
    }
}

/// Local jobs wait among the tasks, have the same runtime on all nodes, and are not part of the measures.
#[test]
fn local_jobs_bypass_the_broker() {
    // One node: a job uses it for 30 s; the second runs between two tasks.
    let local = "1 0 30 0; 1 35 10 0";
    let trace = simulation_with_local_jobs(
        &one_cluster(1),
        (vec![workflow("a 10: ; b 10: a")], local),
        "heft",
        &Settings::default(),
    )
    .finish();
    assert_eq!(starts(&trace), "a@30 b@50 1@0 2@40");
    assert_eq!(trace.subjects.len(), 4);
    assert_eq!((metric(&trace, "queue-wait"), metric(&trace, "workflow-makespan")), (Some(20.0), Some(60.0)));
    // The load of A keeps a workflow away from it; B is twice as fast for tasks, not for the job.
    for policy in ["single-cluster", "all-clusters", "heft", "heft-predicted"] {
        let work = (vec![workflow("a 10: ; b 10: a")], "1 0 100 0; 1 60 20 1");
        let trace = simulation_with_local_jobs(&two_clusters(), work, policy, &Settings::default()).finish();
        assert_eq!(starts(&trace), "a@0 b@5 1@0 2@60", "{policy}");
        assert_eq!(trace.subjects.end[3], Time::from_seconds(80.0));
    }
}

#[test]
fn local_jobs_that_fit_nowhere_are_refused() {
    let (settings, wide) = (Settings::default(), Job { number: 1, nodes: 2, home: 0, ..Job::default() });
    let (policies, options) = (Policies::choose(&Choices::new(), &settings), Options::read(&settings));
    let (work, run) =
        (Work::new(vec![workflow("a 1: ")]), RunOptions { seed: 1, decisions: 10, ..RunOptions::default() });
    let trace = simulation(&two_clusters(), &work, vec![wide], Vec::new(), &policies, &options, run).finish();
    assert_eq!((starts(&trace), trace.subjects.status[1]), ("a@0 1 never".to_owned(), Status::Rejected));
    let why = trace.decisions_about(1).last().map(|decision| trace.explain(decision));
    assert_eq!(
        why.as_deref(),
        Some("Local job 1 needs 2 nodes: its cluster A is too small, so it can never run.")
    );
}

/// A at speed 1, B at half of that. The user's first job took 5 s, the prediction for the second, which takes 100 s.
#[test]
fn heft_uses_predicted_runtimes_of_local_jobs() {
    let grid = platform(&[(1, 1.0), (1, 0.5)], MB);
    let at = |seconds: f64| Workflow { submit: Time::from_seconds(seconds), ..workflow("a 10: ") };
    let local = "7 0 5 0; 7 10 100 0";
    let clusters = |policy| {
        let trace = simulation_with_local_jobs(
            &grid,
            (vec![at(12.0), at(20.0)], local),
            policy,
            &Settings::default(),
        )
        .finish();
        (trace.subjects.cluster[0], trace.subjects.cluster[1], starts(&trace))
    };
    // It runs until 110: B is much better. Twice: 12 + 20 = 32, 32 + 20 = 52.
    assert_eq!(clusters("heft"), (1, 1, "a@12 a@32 1@0 2@10".to_owned()));
    // Its expected end is 15: 25 on A, 32 on B. At 20 it has exceeded the prediction twice: 30 + 10 + 10 on A, 40 on B.
    assert_eq!(clusters("heft-predicted"), (0, 1, "a@110 a@20 1@0 2@10".to_owned()));
}

#[test]
fn coarsening_keeps_groups_together() {
    let text = "a 1: ; b 1: a=100; c 1: a=1; d 1: c=100";
    let run = |groups| {
        let settings = Settings::default().with("groups", Value::Integer(groups));
        simulation_of(&two_clusters(), vec![workflow(text)], "coarsening", &settings).finish()
    };
    // b remains with a, so c runs on the idle cluster, and d follows it.
    let trace = run(2);
    assert_eq!(trace.subjects.cluster, [0, 0, 1, 1]);
    assert_eq!(metric(&trace, "transfers"), Some(1.0));
    let sentences: Vec<String> = trace.decisions_about(3).map(|decision| trace.explain(decision)).collect();
    assert!(sentences[0].starts_with("Task d was sent to B, the cluster of its group"), "{sentences:?}");
    assert_eq!((run(1).subjects.cluster, run(1).transfers.len()), (vec![0; 4], 0));
    // With a group for each task it equals the policy on which it is based.
    let file_aware =
        simulation_of(&two_clusters(), vec![workflow(text)], "file-aware", &Settings::default()).finish();
    assert_eq!(run(4).subjects.cluster, file_aware.subjects.cluster);
}

#[test]
fn idle_nodes_before_a_blocked_head_are_reported_once() {
    let text = "a 10x3: ; b 10x4: ; c 10:";
    let settings = Settings::default();
    let run = |local| {
        simulation_with_local_jobs(
            &platform(&[(4, 1.0)], MB),
            (vec![workflow(text)], local),
            "round-robin",
            &settings,
        )
        .finish()
    };
    let said =
        "Task b at the head of the queue of A needs 4 nodes: 1 stays idle there, although 3 wait in it.";
    assert_eq!(told(&run("1 5 10 0; 1 6 10 0")), [(5, said.to_owned())]);
}
