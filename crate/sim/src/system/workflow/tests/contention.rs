//! Shared links and head nodes: delays by contention.

use super::super::heads::HeadNodeRow;
use super::*;
use crate::tables::links::LinkRow;

/// Shared links of this width; with a width of 1,000 each transfer finds the link free.
fn shared(width: i64) -> Settings {
    Settings::default().with("shared_links", Value::Bool(true)).with("link_width", Value::Integer(width))
}

fn transfers(trace: &Trace) -> Vec<(f64, f64)> {
    let all = trace.transfers.iter();
    all.map(|transfer| (transfer.start.seconds(), transfer.end.seconds())).collect()
}

#[test]
fn unsaturated_links_equal_free_ones() {
    for policy in WORKFLOW_POLICIES.ids() {
        let free =
            simulation_of(&two_clusters(), vec![workflow(DIAMOND)], policy, &Settings::default()).finish();
        let wide = simulation_of(&two_clusters(), vec![workflow(DIAMOND)], policy, &shared(1_000)).finish();
        assert_eq!(starts(&wide), starts(&free), "{policy}");
        let sorted = |trace| {
            let mut all = transfers(trace);
            all.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
            all
        };
        assert_eq!(sorted(&wide), sorted(&free), "{policy}");
    }
}

/// Two tasks on the fast cluster that each need a file of 100 MB from the slow one: 10 s at 10 MB/s.
fn two_files(one: bool, settings: &Settings, policy: &str) -> Trace {
    two_files_under(&[], one, settings, policy)
}

fn two_files_under(levels: &[(f64, f64)], one: bool, settings: &Settings, policy: &str) -> Trace {
    let mut work = workflow("t0 10: ; t1 10: ");
    for task in &mut work.tasks {
        if work.files.is_empty() || !one {
            work.files.push(File { name: "f".into(), bytes: 100.0 * MB });
        }
        task.inputs.push(work.files.len() as u32 - 1);
    }
    let settings = settings.clone().with("inputs", Value::Choice("first-cluster"));
    let grid = platform(&[(1, 0.01), (2, 1.0)], 10.0 * MB);
    simulation_with_traffic(&grid, (vec![work], "", levels), policy, &settings).finish()
}

#[test]
fn files_share_a_saturated_link() {
    for policy in ["heft", "heft-static"] {
        assert_eq!(starts(&two_files(false, &Settings::default(), policy)), "t0@10 t1@10", "{policy}");
        assert_eq!(starts(&two_files(false, &shared(2), policy)), "t0@10 t1@10", "{policy}");
        assert_eq!(starts(&two_files(false, &shared(1), policy)), "t0@20 t1@20", "{policy}");
        let once = two_files(true, &shared(1), policy);
        assert_eq!(starts(&once), "t0@10 t1@10", "{policy}: who needs the same file waits for it");
        assert_eq!(transfers(&once), [(0.0, 10.0)], "{policy}");
    }
}

/// Half of the link is in use from 5 s on: 50 MB by then; afterwards each 10 MB takes 2 s.
#[test]
fn background_traffic_takes_its_share() {
    let half = [(0.0, 0.0), (5.0, 0.5)];
    for policy in ["heft", "heft-static"] {
        let one = two_files_under(&half, true, &shared(1), policy);
        assert_eq!(transfers(&one), [(0.0, 15.0)], "{policy}");
        let two = two_files_under(&half, false, &shared(1), policy);
        assert_eq!(transfers(&two), [(0.0, 35.0); 2], "{policy}");
        let free = two_files_under(&half, false, &Settings::default(), policy);
        assert_eq!(starts(&free), "t0@10 t1@10", "{policy}: a file that shares nothing is alone");
    }
}

/// Samples every 15 s while files move: the use since the last sample, and the current load of other traffic.
#[test]
fn the_load_of_shared_links_is_sampled() {
    let trace = two_files_under(&[(0.0, 0.0), (10.0, 0.5)], false, &shared(1), "heft");
    let rows: Vec<LinkRow> = trace.table_rows().collect();
    let said: Vec<_> = rows
        .iter()
        .map(|row| (row.time.seconds(), (row.from, row.to), row.used, row.background, row.messages))
        .collect();
    // 100 MB by 10 s, then half as fast: 125 of at most 150 MB by 15 s, the rest by 30 s, when the tasks begin.
    let link = (0, 1);
    assert_eq!(
        said,
        [(0.0, link, 0.0, 0.0, 2), (15.0, link, 125.0 / 150.0, 0.5, 2), (30.0, link, 0.5, 0.5, 0)]
    );
    assert_eq!(two_files(false, &Settings::default(), "heft").table_rows::<LinkRow>().count(), 0);
}

fn with_heads(task: f64, transfer: f64, submission: f64) -> Settings {
    Settings::default()
        .with("head_nodes", Value::Bool(true))
        .with("head_task", Value::Number(task))
        .with("head_transfer", Value::Number(transfer))
        .with("head_submission", Value::Number(submission))
        .with("head_delay_s", Value::Number(10.0))
}

/// When each task joins its queue.
fn queued(trace: &Trace) -> Vec<f64> {
    (0..trace.subjects.len()).map(|task| trace.subjects.eligible_time(task).seconds()).collect()
}

#[test]
fn an_overloaded_head_node_delays_tasks() {
    let grid = platform(&[(1, 1.0)], 10.0 * MB);
    let sent = |settings: &Settings| {
        simulation_of(
            &grid,
            vec![workflow("a 10: ; b 10: ; c 10: ; d 10: ; e 10: ")],
            "all-clusters",
            settings,
        )
        .finish()
    };
    // Each present task adds 50 %: d and e find 150 % and are 5 s late; late tasks are not present yet.
    let trace = sent(&with_heads(50.0, 0.0, 0.0));
    assert_eq!(queued(&trace), [0.0, 0.0, 0.0, 5.0, 5.0]);
    assert_eq!(starts(&trace), "a@0 b@10 c@20 d@30 e@40");
    let why = trace.decisions_about(3).find(|decision| decision.rule.id == "head-node");
    assert_eq!(
        why.map(|decision| trace.explain(decision)).as_deref(),
        Some(
            "Task d enters the queue of A at 5 s: the head node has a load of 150 %, which delays transfers and submissions."
        )
    );
    // 60 per minute are one per second; each earlier one adds 75 %: 0, 75, 150, 225, 300.
    let trace = sent(&with_heads(0.0, 0.0, 4_500.0));
    assert_eq!(queued(&trace), [0.0, 0.0, 5.0, 12.5, 20.0]);
    assert_eq!(queued(&sent(&Settings::default())), [0.0; 5]);
}

/// b and c run on B and read 100 MB each, which take 10 s; a transfer is a load of 200 % at either end.
#[test]
fn transfers_load_head_nodes_at_both_ends() {
    let text = "a 10: ; b 10: a=100; c 10: a=100";
    let grid = platform(&[(1, 1.0), (1, 1.0)], 10.0 * MB);
    let trace =
        simulation_of(&grid, vec![workflow(text)], "round-robin", &with_heads(0.0, 200.0, 0.0)).finish();
    // In turn a is sent to A, b to B, c to A, the source of the files of b: 10 s late.
    assert_eq!((starts(&trace), queued(&trace)), ("a@0 b@20 c@20".to_owned(), vec![0.0, 20.0, 20.0]));
    let rows: Vec<HeadNodeRow> = trace.table_rows().collect();
    assert!(rows.is_empty(), "it is over within the first minute");
}

/// The same over shared links: c waits for its head node, and b for its file. If another transfer uses half of the
/// link, the head nodes are loaded for longer: d, which arrives at 25 s, is also late.
#[test]
fn transfers_over_shared_links_load_head_nodes_until_their_end() {
    let grid = platform(&[(1, 1.0), (1, 1.0)], 10.0 * MB);
    let both = |width| {
        let heads = with_heads(0.0, 200.0, 0.0);
        heads.with("shared_links", Value::Bool(true)).with("link_width", Value::Integer(width))
    };
    let work =
        |text: &str| vec![workflow(text), Workflow { submit: Time::from_seconds(25.0), ..workflow("d 1: ") }];
    let text = "a 10: ; b 10: a=100; c 10: a=100";
    let run = |levels: &[(f64, f64)]| {
        simulation_with_traffic(&grid, (work(text), "", levels), "round-robin", &both(2)).finish()
    };
    let trace = run(&[]);
    assert_eq!(
        (starts(&trace), queued(&trace)),
        ("a@0 b@20 c@20 d@30".to_owned(), vec![0.0, 20.0, 20.0, 25.0])
    );
    let slow = run(&[(0.0, 0.5)]);
    assert_eq!(transfers(&slow), [(10.0, 30.0)]);
    assert_eq!(
        (starts(&slow), queued(&slow)),
        ("a@0 b@30 c@20 d@35".to_owned(), vec![0.0, 30.0, 20.0, 35.0])
    );
    let why = slow.decisions_about(3).find(|decision| decision.rule.id == "head-node");
    assert_eq!(
        why.map(|decision| slow.explain(decision)).as_deref(),
        Some(
            "The head node of A has a load of 200 %, which delays the submission of task d and its transfers over shared links until 35 s."
        )
    );
}

/// Transfers for a late task begin late, one after the other.
#[test]
fn late_transfers_are_in_series() {
    let grid = platform(&[(1, 1.0), (2, 1.0)], 10.0 * MB);
    let settings = with_heads(0.0, 0.0, 9_000.0);
    let settings = settings.with("shared_links", Value::Bool(true)).with("link_width", Value::Integer(1));
    let mut work = workflow("a 1: ; x 1: ; y 1: ; c 1: a=10 y=20");
    work.tasks[3].parents.push(1);
    work.tasks[3].parents.sort_unstable();
    work.link_children();
    let trace = simulation_of(&grid, vec![work], "round-robin", &settings).finish();
    // One submission per minute is 150 %: y finds that of a on A and is 5 s late; c finds that of x on B.
    assert_eq!(starts(&trace), "a@0 x@0 y@5 c@14");
    assert_eq!(transfers(&trace), [(11.0, 12.0), (12.0, 14.0)]);
}

/// One row per cluster and minute; a running and a waiting task both count.
#[test]
fn the_load_of_head_nodes_is_sampled_per_minute() {
    let grid = platform(&[(1, 1.0), (1, 1.0)], 10.0 * MB);
    let trace = simulation_of(
        &grid,
        vec![workflow("a 70: ; b 70: ; c 10: ")],
        "single-cluster",
        &with_heads(10.0, 0.0, 60.0),
    );
    let rows: Vec<HeadNodeRow> = trace.finish().table_rows().collect();
    let said: Vec<_> = rows.iter().map(|row| (row.time.seconds(), row.place, row.tasks, row.load)).collect();
    assert_eq!(said, [(60.0, 0, 3, 30.0), (60.0, 1, 0, 0.0), (120.0, 0, 2, 20.0), (120.0, 1, 0, 0.0)]);
}
