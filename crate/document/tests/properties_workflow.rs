//! Property tests of workflow scheduling on any workflow, and tests of extreme sizes.

mod support;

use ganttlet_core::entry::{Factory, Parameters, PolicyEntry, Settings, Value};
use ganttlet_core::platform::{Cluster, Network, Platform, one_cluster};
use ganttlet_core::record::{Index, Status, Trace};
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::policy::workflow::{PlacementMode, WORKFLOW_POLICIES, WorkflowPolicy, critical_path_time};
use ganttlet_sim::system::workflow::{Options, Policies, WorkflowSystem, simulation};
use ganttlet_sim::system::{Budget, Run, RunOptions, Simulation};
use ganttlet_sim::tables::links::LinkRow;
use ganttlet_work::traffic::{Traffic, TrafficLevels};
use ganttlet_work::{File, Task, Work, Workflow};
use proptest::prelude::*;
use support::queue_reasons::{count_rows, has_right_plural, number_after, subject_on_row};

/// One task: runtime, nodes, parents among the earlier tasks, sizes of written files, and selection of files read from
/// its parents.
type Seed = (u32, u32, Vec<prop::sample::Index>, Vec<u32>, u32);

fn workflow() -> impl Strategy<Value = Workflow> {
    let parents = prop::collection::vec(any::<prop::sample::Index>(), 0..4);
    let files = prop::collection::vec(0..40_u32, 0..3);
    let task = (0..30_u32, 1..4_u32, parents, files, any::<u32>());
    (0..40_i64, prop::collection::vec(task, 0..25)).prop_map(|(submit, seeds)| build(submit, &seeds))
}

fn build(submit: i64, seeds: &[Seed]) -> Workflow {
    let mut workflow = Workflow { submit: Time(submit * 500_000), name: "w".into(), ..Workflow::default() };
    for (run, nodes, parents, sizes, reads) in seeds {
        let count = workflow.tasks.len();
        let mut task = Task {
            name: format!("t{count}"),
            run: Span(i64::from(*run) * 500_000),
            nodes: *nodes,
            ..Task::default()
        };
        if count > 0 {
            task.parents = parents.iter().map(|parent| parent.index(count) as u32).collect();
            task.parents.sort_unstable();
            task.parents.dedup();
        }
        for size in sizes {
            task.outputs.push(workflow.files.len() as u32);
            workflow.files.push(File { name: "f".into(), bytes: f64::from(*size) * 1e6 });
        }
        let made = task.parents.iter().flat_map(|&parent| workflow.tasks[parent as usize].outputs.clone());
        task.inputs =
            made.zip(0..).filter(|&(_, i)| reads >> (i % 32) & 1 == 1).map(|(file, _)| file).collect();
        if reads % 5 == 0 {
            task.inputs.push(workflow.files.len() as u32);
            workflow.files.push(File { name: "in".into(), bytes: 5e6 });
        }
        workflow.tasks.push(task);
    }
    workflow.link_children();
    workflow
}

fn platform() -> Platform {
    let cluster = |(nodes, speed)| Cluster::homogeneous(format!("{nodes}"), nodes, speed);
    let rates = [1e9, 3e6, 1e6, 3e6, 1e9, 2e6, 1e6, 2e6, 1e9];
    let latency = vec![Span(500_000); 9];
    Platform {
        clusters: [(3, 1.0), (2, 1.6), (4, 0.7)].map(cluster).to_vec(),
        network: Network::from_matrices(3, rates.to_vec(), latency),
    }
}

fn settings() -> impl Strategy<Value = Settings> {
    let word = |options: [&'static str; 2]| prop::sample::select(options.to_vec());
    let words = (word(["everywhere", "first-cluster"]), word(["exact", "whole"]), word(["sum", "overlap"]));
    // Half of the cases have shared links with this number of transfers at full rate; some have overloaded head nodes.
    (words, 0..4_i64, any::<bool>(), 0..2_u32, -2..3_i64, 0..3_u32).prop_map(
        |((inputs, load, finish), limit, latency, overhead, width, heads)| {
            Settings::default()
                .with("inputs", Value::Choice(inputs))
                .with("load", Value::Choice(load))
                .with("finish_time", Value::Choice(finish))
                .with("task_limit", Value::Integer(limit))
                .with("shared_links", Value::Bool(width > 0))
                .with("link_width", Value::Integer(width.max(1)))
                .with("transfer_latency", Value::Bool(latency))
                .with("transfer_overhead_s", Value::Number(f64::from(overhead) * 0.5))
                .with("head_nodes", Value::Bool(heads > 0))
                .with("head_submission", Value::Number(f64::from(heads) * 3_000.0))
                .with("head_transfer", Value::Number(60.0))
        },
    )
}

fn start(
    work: &[Workflow],
    policy: &'static PolicyEntry<dyn WorkflowPolicy>,
    settings: &Settings,
) -> Simulation<WorkflowSystem> {
    start_on(&platform(), work.to_vec(), policy, settings, 50)
}

fn start_on(
    platform: &Platform,
    work: Vec<Workflow>,
    policy: &'static PolicyEntry<dyn WorkflowPolicy>,
    settings: &Settings,
    decisions: usize,
) -> Simulation<WorkflowSystem> {
    let (policies, options) = (Policies { mapping: Factory::new(policy, settings) }, Options::read(settings));
    let (work, run) = (Work::new(work), RunOptions { seed: 1, decisions, ..RunOptions::default() });
    simulation(platform, &work, Vec::new(), traffic(), &policies, &options, run)
}

/// Background traffic uses a fifth of each shared link on average.
fn traffic() -> Vec<Traffic> {
    let levels = TrafficLevels::Drawn { mean: 0.2, period: Span::from_seconds(3.0), on_off: false };
    vec![Traffic { between: (None, None), levels }]
}

/// The number of the first task of each workflow, and the total number of tasks.
fn first_tasks(work: &[Workflow]) -> Vec<usize> {
    work.iter()
        .scan(0, |first, workflow| Some(std::mem::replace(first, *first + workflow.tasks.len())))
        .collect()
}

/// Panics if a task starts before its parents have ended and their files have had time to arrive.
fn assert_dependencies_kept(work: &[Workflow], trace: &Trace, settings: &Settings) {
    let table = &trace.subjects;
    let network = platform().network;
    let options = Options::read(settings);
    let (overhead, latency) = (options.transfer_overhead_s.seconds(), options.transfer_latency);
    for (workflow, first) in work.iter().zip(first_tasks(work)) {
        for (task, id) in workflow.tasks.iter().zip(first..) {
            if table.status[id] == Status::Rejected {
                continue;
            }
            for &parent in &task.parents {
                let from = first + parent as usize;
                assert!(table.end[from] <= table.start[id], "task {id} starts before task {from} has ended");
                assert!(table.end[from] <= table.ready_time(id));
                let (a, b) = (usize::from(table.cluster[from]), usize::from(table.cluster[id]));
                let read = workflow.tasks[parent as usize].outputs.iter().filter(|f| task.inputs.contains(f));
                let largest = read.map(|&file| workflow.files[file as usize].bytes).reduce(f64::max);
                // An empty file needs no transfer. The file may have arrived earlier, from a nearer cluster, for
                // another task, but that transfer took time as well.
                if let Some(bytes) = largest.filter(|&bytes| a != b && bytes > 0.0) {
                    let best =
                        (0..3).filter(|&c| c != b).map(|c| network.bandwidth(c, b)).fold(0.0, f64::max);
                    let delay = overhead + if latency { 0.5 } else { 0.0 } + bytes / best;
                    assert!(
                        (table.start[id] - table.end[from]).seconds() >= delay - 1e-6,
                        "task {id} starts before its files can be there"
                    );
                }
            }
        }
    }
}

/// Panics if a reason contradicts the tables.
fn assert_reasons_true(run: &Simulation<WorkflowSystem>, time: Time) {
    let (trace, table) = (run.trace(), &run.trace().subjects);
    let waiting = support::queue_reasons::waiting_subjects(trace, time);
    let diagnostics = run.queue_at(&mut Index::default(), time);
    assert_eq!(diagnostics.len(), waiting.len());
    for one in diagnostics {
        let (id, text) = (one.id as usize, one.reason);
        let cluster = usize::from(table.cluster[id]);
        if let Some(node) = number_after(&text, "node ") {
            // Planned start: another task uses the node, or the node is reserved for an earlier task.
            let row = trace.bands[cluster].first_row + node - 1;
            match subject_on_row(trace, row, time) {
                Some(by) => {
                    assert!(text.contains(&format!("where {} is running.", trace.name(by))), "{text}");
                }
                None => assert!(text.contains(" is planned there first, and "), "{text}"),
            }
            continue;
        }
        let queue = waiting.iter().filter(|&&other| usize::from(table.cluster[other as usize]) == cluster);
        let (length, first) =
            (queue.clone().count() as u32, queue.map(|&id| table.eligible_time(id as usize)).min());
        let place = number_after(&text, "Position ").expect("a place");
        assert_eq!(number_after(&text, " needs "), Some(table.nodes[id]), "{text}");
        assert_eq!(
            number_after(&text, " and "),
            Some(count_rows(trace, cluster, |holder| holder.is_none(), time)),
            "{text}"
        );
        assert_eq!(number_after(&text, &format!("Position {place} of ")), Some(length), "{text}");
        assert_eq!(place == 1, text.contains("at the head of the queue of"), "{text}");
        assert!(place > 1 || Some(table.eligible_time(id)) == first, "{text}");
        assert!(has_right_plural(&text, "node", "nodes"), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Reasons of waiting tasks match the state at the requested time.
    #[test]
    fn reasons_match_the_state_at_their_time(
        work in prop::collection::vec(workflow(), 1..4), settings in settings(),
        policy in 0..WORKFLOW_POLICIES.members.len(), times in prop::collection::vec(0..200_i64, 4),
    ) {
        let mut run = start(&work, &WORKFLOW_POLICIES.members[policy], &settings);
        run.advance(Budget::ALL);
        for time in times.into_iter().map(|half_seconds| Time(half_seconds * 500_000)) {
            assert_reasons_true(&run, time);
        }
    }

    #[test]
    fn schedules_are_lawful(
        work in prop::collection::vec(workflow(), 1..4), settings in settings(),
        policy in 0..WORKFLOW_POLICIES.members.len(),
    ) {
        let policy = &WORKFLOW_POLICIES.members[policy];
        let trace = start(&work, policy, &settings).finish();
        support::invariants::assert_invariants(&trace);
        assert_dependencies_kept(&work, &trace, &settings);
        let rejected = trace.subjects.status.iter().filter(|&&status| status == Status::Rejected).count();
        prop_assert!(rejected == 0 || matches!((policy.make)(&settings).mode(), PlacementMode::Static(_)));
        for (workflow, first) in work.iter().zip(first_tasks(&work)) {
            let members = first..first + workflow.tasks.len();
            let ends = &trace.subjects.end[members.clone()];
            if members.is_empty() || ends.contains(&Time::MAX) {
                continue;
            }
            let makespan = *ends.iter().max().expect("a task") - workflow.submit;
            let path = critical_path_time(workflow, &platform()).expect("no circle");
            // Each runtime is rounded to a microsecond.
            prop_assert!(makespan + Span(members.len() as i64) >= path);
            prop_assert_eq!(trace.group_critical_path[trace.subjects.group[members.start] as usize], path);
        }
        for transfer in &trace.transfers {
            prop_assert!(transfer.start <= transfer.end && transfer.from != transfer.to);
            prop_assert_eq!(trace.subjects.cluster[transfer.subject as usize], transfer.to);
        }
    }

    /// On a shared link no file arrives earlier than alone, and no link carries more than its bandwidth.
    #[test]
    fn shared_links_never_exceed_their_bandwidth(
        work in prop::collection::vec(workflow(), 1..4), settings in settings(),
        policy in 0..WORKFLOW_POLICIES.members.len(), width in 1..3_u32,
    ) {
        let settings = settings
            .with("shared_links", Value::Bool(true))
            .with("link_width", Value::Integer(width.into()))
            .with("transfer_overhead_s", Value::Number(0.0))
            .with("transfer_latency", Value::Bool(false));
        let trace = start(&work, &WORKFLOW_POLICIES.members[policy], &settings).finish();
        let network = platform().network;
        for (from, to) in (0..3_u16).flat_map(|from| (0..3).map(move |to| (from, to))) {
            let on = trace.transfers.iter().filter(|one| (one.from, one.to) == (from, to));
            let mut on: Vec<(Time, Time, f64)> = on.map(|one| (one.start, one.end, one.bytes)).collect();
            on.sort_by_key(|one| one.0);
            let rate = network.bandwidth(usize::from(from), usize::from(to));
            let (mut busy, mut until) = (0.0, Time::ZERO);
            for &(start, end, bytes) in &on {
                prop_assert!((end - start).seconds() >= bytes / rate - 1e-6);
                busy += (end.max(until) - start.max(until)).seconds();
                until = until.max(end);
            }
            let bytes: f64 = on.iter().map(|one| one.2).sum();
            prop_assert!(bytes <= rate * (f64::from(width) * busy + 1e-6 * on.len() as f64), "{} B", bytes);
            // The table sums to the bytes transferred up to its last row.
            let used = trace.table_rows().filter(|row: &LinkRow| (row.from, row.to) == (u32::from(from), u32::from(to)));
            let used: f64 = used.map(|row| row.used * 15.0 * rate * f64::from(width)).sum();
            prop_assert!(used <= bytes + 1.0, "{} B of {} B", used, bytes);
        }
    }

    #[test]
    fn slices_and_levels_change_nothing(
        work in prop::collection::vec(workflow(), 1..4), settings in settings(),
        policy in 0..WORKFLOW_POLICIES.members.len(), slice in 1..1000_u64,
    ) {
        let policy = &WORKFLOW_POLICIES.members[policy];
        let whole = start(&work, policy, &settings).finish().digest();
        for slice in [1, slice] {
            prop_assert_eq!(support::digest_in_slices(start(&work, policy, &settings), slice), whole.clone());
        }
    }

    /// A plan fixes the latest end of each task, over links without load. Files that arrive earlier than planned can
    /// only help.
    #[test]
    fn plans_are_kept(
        mut work in prop::collection::vec(workflow(), 1..4), settings in settings(), cpop in any::<bool>(),
    ) {
        for task in work.iter_mut().flat_map(|workflow| &mut workflow.tasks) {
            task.nodes = 1;
        }
        let policy = if cpop { "cpop" } else { "heft-static" };
        let policy = WORKFLOW_POLICIES.get(policy);
        let settings = settings.with("shared_links", Value::Bool(false));
        let trace = start_on(&platform(), work, policy, &settings, 10_000).finish();
        for task in 0..trace.subjects.len() as u32 {
            let plan = trace.decisions_about(task).find(|decision| decision.rule.id == "plan").expect("a plan");
            prop_assert!(trace.subjects.end[task as usize].0 <= plan.values[2], "task {} is late", task);
        }
    }
}

fn workflow_of(tasks: impl Iterator<Item = (Vec<u32>, Vec<u32>, Vec<u32>)>, files: usize) -> Workflow {
    let task = |(parents, inputs, outputs): (Vec<u32>, Vec<u32>, Vec<u32>)| Task {
        run: Span::from_seconds(1.0),
        nodes: 1,
        parents,
        inputs,
        outputs,
        ..Task::default()
    };
    let file = File { name: String::new(), bytes: 1e6 };
    let mut workflow =
        Workflow { tasks: tasks.map(task).collect(), files: vec![file; files], ..Workflow::default() };
    workflow.link_children();
    workflow
}

const MANY_TASKS: u32 = 10_000;

/// Chains, fans out and in, with and without files: no recursion, no noticeable quadratic time.
#[test]
fn ten_thousand_tasks_under_every_policy() {
    let none = Vec::new;
    let chain =
        workflow_of((0..MANY_TASKS).map(|t| (if t == 0 { none() } else { vec![t - 1] }, none(), none())), 0);
    let files = |t: u32| if t == 0 { none() } else { vec![t - 1] };
    let fed = workflow_of((0..MANY_TASKS).map(|t| (files(t), files(t), vec![t])), MANY_TASKS as usize);
    let fan = workflow_of(
        (0..MANY_TASKS).map(|t| if t == 0 { (none(), none(), vec![0]) } else { (vec![0], vec![0], none()) }),
        1,
    );
    let last = MANY_TASKS - 1;
    let join = workflow_of(
        (0..MANY_TASKS).map(|t| {
            if t < last {
                (none(), none(), vec![t])
            } else {
                ((0..last).collect(), (0..last).collect(), none())
            }
        }),
        MANY_TASKS as usize,
    );
    let wide = workflow_of(
        (0..MANY_TASKS)
            .map(|t| (if t < MANY_TASKS / 2 { none() } else { vec![t - MANY_TASKS / 2] }, none(), none())),
        0,
    );
    for (name, work) in [("chain", chain), ("fed chain", fed), ("fan", fan), ("join", join), ("pairs", wide)]
    {
        for policy in WORKFLOW_POLICIES.members {
            let run = start_on(&platform(), vec![work.clone()], policy, &Settings::default(), 100);
            let trace = run.finish();
            let done = trace.subjects.status.iter().filter(|&&status| status == Status::Done).count();
            assert_eq!(done, MANY_TASKS as usize, "{name} under {}", policy.entry.id);
        }
    }
}

/// Times up to the largest time, and files that never arrive.
#[test]
fn endless_tasks_and_endless_files_end_with_time() {
    let mut work =
        workflow_of((0..30).map(|t| (if t < 10 { vec![] } else { vec![t - 10] }, vec![], vec![])), 0);
    work.files = vec![File { name: "endless".into(), bytes: 1e300 }];
    work.tasks[0].outputs = vec![0];
    work.tasks[10].inputs = vec![0];
    for task in work.tasks.iter_mut().skip(1) {
        task.run = Span::MAX;
    }
    let late = Workflow { submit: Time(i64::MAX - 1), ..work.clone() };
    for policy in WORKFLOW_POLICIES.members {
        let work = vec![work.clone(), late.clone()];
        let mut run = start_on(&platform(), work, policy, &Settings::default(), 100);
        assert!(run.advance(Budget::events(1_000)).done, "{}", policy.entry.id);
        assert_eq!(run.progress().ended, 60, "{}", policy.entry.id);
    }
}

#[test]
fn empty_tasks_and_files_take_no_time() {
    let mut work =
        workflow_of((0..50).map(|t| (if t == 0 { vec![] } else { vec![t - 1] }, vec![], vec![])), 0);
    work.files = vec![File { name: "empty".into(), bytes: 0.0 }];
    work.tasks[0].outputs = vec![0];
    for task in &mut work.tasks {
        task.run = Span::ZERO;
        if !task.parents.is_empty() {
            task.inputs = vec![0];
        }
    }
    for policy in WORKFLOW_POLICIES.members {
        let work = vec![work.clone(), Workflow::default()];
        let trace = start_on(&platform(), work, policy, &Settings::default(), 0).finish();
        assert!(trace.subjects.end.iter().all(|&end| end == Time::ZERO), "{}", policy.entry.id);
    }
    let policy = &WORKFLOW_POLICIES.members[0];
    let trace = start_on(&one_cluster(1), vec![], policy, &Settings::default(), 0);
    assert!(trace.finish().subjects.is_empty());
}
