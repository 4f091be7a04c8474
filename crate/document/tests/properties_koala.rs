//! Property tests of a KOALA grid with rigid, co-allocated, moldable, malleable and scavenging jobs, and local ones.

mod support;

use ganttlet_core::entry::{AnyFamily, Parameters, Roles, Settings, Value};
use ganttlet_core::platform::{Cluster, Network, Platform};
use ganttlet_core::record::{Index, Phase, Status, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::policy::local;
use ganttlet_sim::system::koala::policy::{fair_share, malleability, placement};
use ganttlet_sim::system::koala::{KOALA, Koala, Options, Policies, simulation};
use ganttlet_sim::system::{Budget, Run, RunOptions, Simulation};
use ganttlet_work::Job;
use ganttlet_work::application::{Application, CoAllocationOverhead, SizeConstraint, SpeedUp};
use ganttlet_work::grid::{GridJob, Request};
use proptest::prelude::*;
use support::queue_reasons::{count_rows, has_right_plural, number_after};

const SIZES: [u32; 3] = [8, 5, 12];

fn platform() -> Platform {
    let cluster = |(name, nodes): (char, u32)| Cluster::homogeneous(name.to_string(), nodes, 1.0);
    let clusters: Vec<Cluster> = ('A'..).zip(SIZES).map(cluster).collect();
    Platform { network: Network::uniform(clusters.len(), 1e8, Span(1000)), clusters }
}

fn request() -> impl Strategy<Value = (Request, u32)> {
    let sizes = || proptest::collection::vec(1..7_u32, 1..4);
    prop_oneof![
        (1..26_u32).prop_map(|nodes| (Request::Flexible, nodes)),
        sizes().prop_map(|sizes| {
            let nodes = sizes.iter().sum();
            (Request::NonFixed(sizes), nodes)
        }),
        proptest::collection::vec((0..3_u16, 1..5_u32), 1..4).prop_map(|parts| {
            let nodes = parts.iter().map(|&(_, nodes)| nodes).sum();
            (Request::Fixed(parts), nodes)
        }),
        (2..13_u32).prop_map(|half| (Request::Splits(vec![vec![2 * half], vec![half, half]]), 2 * half)),
    ]
}

fn application() -> impl Strategy<Value = (Application, Request, u32)> {
    let table = CoAllocationOverhead::Table([1.0, 1.5, 2.5, 4.0]);
    let rigid =
        request().prop_map(move |(request, nodes)| (Application::Rigid { spread: table }, request, nodes));
    let flexible = (1..5_u32, 0..9_u32, any::<bool>(), any::<bool>(), 10..400_i64).prop_map(
        |(min, more, powers, malleable, work)| {
            let step = if powers { SizeConstraint::PowersOfTwo } else { SizeConstraint::Any };
            let speed_up = SpeedUp::Amdahl { single: Span(work * 1_000_000), serial: 0.1 };
            let application = Application::Flexible { min, max: min + more, speed_up, step, malleable };
            (application, Request::NonFixed(vec![min]), min)
        },
    );
    let sweep = proptest::collection::vec(0..60_i64, 0..30).prop_map(|runs| {
        let tasks = runs.into_iter().map(|run| Span(run * 1_000_000)).collect();
        (Application::Sweep { tasks }, Request::Flexible, 1)
    });
    prop_oneof![3 => rigid, 3 => flexible, 1 => sweep]
}

fn grid_jobs() -> impl Strategy<Value = Vec<GridJob>> {
    let job = (0..150_i64, 0..60_i64, application());
    proptest::collection::vec(job, 0..25).prop_map(|list| {
        let mut jobs: Vec<GridJob> = list
            .into_iter()
            .map(|(submit, run, (application, request, nodes))| {
                let (submit, run) = (Time(submit * 1_000_000), Span(run * 1_000_000));
                let job = Job { submit, run, nodes, ..Job::default() };
                GridJob { job, request, application, inputs: Vec::new() }
            })
            .collect();
        jobs.sort_by_key(|job| job.job.submit);
        for (job, number) in jobs.iter_mut().zip(1..) {
            job.job.number = number;
        }
        jobs
    })
}

fn local_jobs() -> impl Strategy<Value = Vec<Job>> {
    proptest::collection::vec((0..150_i64, 1..80_i64, 1..14_u32, 0..3_u32), 0..12).prop_map(|list| {
        let job = |(submit, run, nodes, home)| Job {
            submit: Time(submit * 1_000_000),
            run: Span(run * 1_000_000),
            nodes,
            home,
            ..Job::default()
        };
        let mut jobs: Vec<Job> = list.into_iter().map(job).collect();
        jobs.sort_by_key(|job| job.submit);
        jobs
    })
}

/// Some of the parameters, and the policies, by numbers.
#[derive(Clone, Debug)]
struct Setting {
    policies: [usize; 4],
    numbers: Vec<(&'static str, f64)>,
    flags: Vec<(&'static str, bool)>,
    waiting_first: bool,
}

fn setting() -> impl Strategy<Value = Setting> {
    let policies = [
        0..local::LOCAL_POLICIES.members.len(),
        0..placement::PLACEMENT_POLICIES.members.len(),
        0..malleability::MALLEABILITY_POLICIES.members.len(),
        0..fair_share::FAIR_SHARE_POLICIES.members.len(),
    ];
    let few = |values: &'static [f64]| proptest::sample::select(values);
    let numbers = (
        few(&[0.0, 10.0]),
        few(&[0.0, 0.0, 20.0]),
        few(&[0.0, 0.0, 15.0]),
        few(&[0.0, 30.0]),
        few(&[0.0, 60.0]),
        few(&[0.0, 1.0]),
        few(&[0.0, 4.0]),
    );
    (policies, numbers, any::<[bool; 4]>()).prop_map(
        |(policies, n, [slowest, launchers, most, waiting_first])| {
            let numbers = vec![
                ("startup_s", n.0),
                ("scan_period_s", n.1),
                ("information_period_s", n.2),
                ("adapt_s", n.3),
                ("monitor_s", n.4),
                ("active_runners_max", n.5),
                ("growth_limit_nodes", n.6),
            ];
            let flags = vec![("slowest_processor", slowest), ("launchers", launchers), ("most", most)];
            Setting { policies, numbers, flags, waiting_first }
        },
    )
}

fn start(jobs: &[GridJob], local_jobs: &[Job], setting: &Setting) -> Simulation<Koala> {
    let of_roles = KOALA.roles.iter().flat_map(|role| role.family.entries());
    let all = KOALA.entry.parameters.iter().chain(of_roles.flat_map(|entry| entry.parameters));
    let word = |yes: bool, a: &'static str, b: &'static str| Value::Choice(if yes { a } else { b });
    let mut settings = Settings::defaults(all);
    for &(id, number) in &setting.numbers {
        settings = settings.with(id, Value::Number(number));
    }
    for &(id, flag) in &setting.flags {
        settings = settings.with(id, Value::Bool(flag));
    }
    let settings = settings
        .with("approach", word(setting.waiting_first, "pwa", "pra"))
        .with("initial_size", word(setting.flags[2].1, "most", "min"));
    let roles = ["local", "placement", "malleability", "fair_share"];
    let families: [&dyn AnyFamily; 4] = [
        &local::LOCAL_POLICIES,
        &placement::PLACEMENT_POLICIES,
        &malleability::MALLEABILITY_POLICIES,
        &fair_share::FAIR_SHARE_POLICIES,
    ];
    let ids = families.into_iter().zip(setting.policies).map(|(family, place)| family.ids()[place].into());
    let policies = Policies::choose(&roles.into_iter().zip(ids).collect(), &settings);
    let (options, run) =
        (Options::read(&settings), RunOptions { seed: 7, decisions: 1000, ..RunOptions::default() });
    simulation(&platform(), jobs.to_vec(), local_jobs.to_vec(), vec![], policies, options, run)
}

/// Runs to the end, within a generous maximum number of events.
fn run_to_end(mut run: Simulation<Koala>) -> Trace {
    run.advance(Budget::events(300_000));
    assert!(run.progress().done, "it comes to an end");
    run.trace().clone()
}

/// The periods with the nodes of a subject in each phase: `(phase, nodes, seconds)`.
fn node_phases(trace: &Trace, subject: SubjectId) -> Vec<(Phase, u32, f64)> {
    let table = &trace.intervals;
    let mut edges: Vec<Time> =
        trace.intervals_of(subject).flat_map(|i| [table.start[i], table.end[i]]).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut list = Vec::new();
    for pair in edges.windows(2) {
        let covers = |&i: &usize| table.start[i] <= pair[0] && table.end[i] >= pair[1];
        for phase in [Phase::WORKS, Phase::PREPARES] {
            let of_phase = |&i: &usize| table.phase[i] == phase;
            let nodes: u32 =
                trace.intervals_of(subject).filter(covers).filter(of_phase).map(|i| table.rows[i]).sum();
            if nodes > 0 {
                list.push((phase, nodes, (pair[1] - pair[0]).seconds()));
            }
        }
    }
    list
}

fn assert_lawful(trace: &Trace, jobs: &[GridJob]) {
    support::invariants::assert_no_overlap(trace);
    let table = &trace.subjects;
    for subject in 0..table.len() {
        let name = trace.name(subject as u32);
        match table.status[subject] {
            Status::Rejected => assert_eq!(table.first_interval[subject], u32::MAX, "{name} was refused"),
            Status::Done => {
                assert!(
                    table.submit[subject] <= table.start[subject],
                    "{name} starts before it is submitted"
                );
                assert!(table.start[subject] <= table.end[subject], "{name} ends before it starts");
            }
            other => panic!("{name} is lost: {other:?}"),
        }
    }
    let mut subject: SubjectId = 0;
    for job in jobs {
        match &job.application {
            Application::Rigid { spread } => {
                assert_rigid(trace, subject, job, *spread);
                subject += 1;
            }
            Application::Flexible { min, max, speed_up, step, malleable } => {
                assert_flexible(trace, subject, (*min, *max), speed_up, *step, *malleable);
                subject += 1;
            }
            Application::Components { .. } | Application::Workflow(_) => unreachable!("none is made here"),
            Application::Sweep { tasks } => {
                for task in tasks {
                    let works: f64 = node_phases(trace, subject)
                        .iter()
                        .rev()
                        .take_while(|(phase, ..)| *phase == Phase::WORKS)
                        .map(|(_, nodes, seconds)| f64::from(*nodes) * seconds)
                        .sum();
                    assert!(works >= task.seconds() - 1e-6, "a task ends before its work is done");
                    subject += 1;
                }
            }
        }
    }
}

/// A rigid job keeps all its nodes from its placement to its end, and its runtime follows from its spread.
fn assert_rigid(trace: &Trace, subject: SubjectId, job: &GridJob, spread: CoAllocationOverhead) {
    let id = subject as usize;
    if trace.subjects.status[id] == Status::Rejected {
        return;
    }
    for (_, nodes, _) in node_phases(trace, subject) {
        assert_eq!(nodes, job.job.nodes, "a rigid job holds another number of nodes");
    }
    let mut clusters: Vec<u16> = trace
        .intervals_of(subject)
        .map(|i| {
            trace.bands.iter().rposition(|band| band.first_row <= trace.intervals.row[i]).unwrap_or(0) as u16
        })
        .collect();
    clusters.sort_unstable();
    clusters.dedup();
    let expected = spread.co_allocated_run_time(job.job.run, job.job.nodes, &clusters, &platform().network);
    assert_eq!(trace.subjects.end[id] - trace.subjects.start[id], expected);
}

/// The size stays within its bounds, and all of the work is done.
fn assert_flexible(
    trace: &Trace,
    subject: SubjectId,
    (min, max): (u32, u32),
    speed_up: &SpeedUp,
    step: SizeConstraint,
    malleable: bool,
) {
    if trace.subjects.status[subject as usize] == Status::Rejected {
        return;
    }
    let list = node_phases(trace, subject);
    let working: Vec<(u32, f64)> =
        list.iter().filter(|(phase, ..)| *phase == Phase::WORKS).map(|&(_, n, s)| (n, s)).collect();
    for &(nodes, _) in &working {
        assert!(
            nodes >= min && (nodes <= max || step == SizeConstraint::PowersOfTwo),
            "{nodes} of {min} to {max}"
        );
        assert!(step == SizeConstraint::Any || nodes.is_power_of_two());
    }
    if !malleable {
        assert!(working.windows(2).all(|pair| pair[0].0 == pair[1].0), "a moldable job keeps its size");
    }
    let done: f64 =
        working.iter().map(|&(nodes, seconds)| seconds / speed_up.run_time(nodes).seconds()).sum();
    assert!((done - 1.0).abs() < 1e-4, "{done} of the work is done");
}

/// Panics if a reason contradicts the tables.
fn assert_reasons_true(run: &Simulation<Koala>, time: Time) {
    let (trace, table) = (run.trace(), &run.trace().subjects);
    let all = support::queue_reasons::waiting_subjects(trace, time);
    let queue: Vec<SubjectId> = all.iter().copied().filter(|&id| trace.kind(id).counts).collect();
    let diagnostics = run.queue_at(&mut Index::default(), time);
    assert_eq!(diagnostics.len(), queue.len());
    let is = |id: SubjectId, kind: &str| trace.kind(id).name == kind;
    let idle = |cluster: usize| {
        let home =
            |&&id: &&SubjectId| is(id, "local job") && usize::from(table.cluster[id as usize]) == cluster;
        let could = |holder: Option<SubjectId>| holder.is_none_or(|id| is(id, "sweep task"));
        if all.iter().any(|id| home(&id)) { 0 } else { count_rows(trace, cluster, could, time) }
    };
    let idle: Vec<u32> = (0..SIZES.len()).map(idle).collect();
    for one in diagnostics {
        let text = one.reason;
        let needs = number_after(&text, "It needs ").or_else(|| number_after(&text, "no placement for "));
        assert_eq!(needs, Some(one.nodes), "{text}");
        assert_eq!(number_after(&text, "; "), Some(idle.iter().sum()), "{text}");
        assert_eq!(number_after(&text, "in total, "), idle.iter().copied().max(), "{text}");
        let place = queue.iter().position(|&id| id == one.id).expect("it waits") + 1;
        assert!(text.contains(&format!("Position {place} of {};", queue.len())), "{text}");
        assert!(has_right_plural(&text, "node", "nodes"), "{text}");
        if let Some(number) = number_after(&text, " try ") {
            let tried = trace.decision_before(one.id, time).expect("it was recorded");
            assert!(text.contains(&format!(" failed at {}.", tried.time)), "{text}");
            assert_eq!(i64::from(number), tried.values[3]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mixed_jobs_keep_all_laws(
        jobs in grid_jobs(), local in local_jobs(), setting in setting(),
    ) {
        assert_lawful(&run_to_end(start(&jobs, &local, &setting)), &jobs);
    }

    /// Reasons of waiting jobs match the state at the requested time.
    #[test]
    fn reasons_match_the_state_at_their_time(
        jobs in grid_jobs(), local in local_jobs(), setting in setting(),
        times in proptest::collection::vec(0..200_i64, 4),
    ) {
        let mut run = start(&jobs, &local, &setting);
        run.advance(Budget::events(300_000));
        for time in times.into_iter().map(|seconds| Time(seconds * 1_000_000)) {
            assert_reasons_true(&run, time);
        }
    }

    #[test]
    fn slices_and_levels_change_nothing(
        jobs in grid_jobs(), local in local_jobs(), setting in setting(), slice in 1..9_u64,
    ) {
        let whole = run_to_end(start(&jobs, &local, &setting)).digest();
        prop_assert_eq!(support::digest_in_slices(start(&jobs, &local, &setting), slice), whole);
    }

    /// Scavenging applications use only nodes that no other job could use: grid jobs are placed at the same times as
    /// without them.
    #[test]
    fn scavengers_never_delay_a_placement(jobs in grid_jobs(), mut setting in setting()) {
        setting.numbers.iter_mut().filter(|(id, _)| *id == "information_period_s").for_each(|(_, n)| *n = 0.0);
        let others = |job: &&GridJob| matches!(job.application, Application::Rigid { .. });
        let alone: Vec<GridJob> = jobs.iter().filter(others).cloned().collect();
        let tasks = vec![Span(40_000_000); 60];
        let mut sweep = GridJob::rigid(Job { number: 99, ..Job::default() });
        sweep.application = Application::Sweep { tasks };
        let together: Vec<GridJob> = std::iter::once(sweep).chain(alone.iter().cloned()).collect();
        let without = run_to_end(start(&alone, &[], &setting));
        let with = run_to_end(start(&together, &[], &setting));
        // Until the first reclaim, which delays the start and end of a job, both schedules are equal. A node that a
        // scavenging application was about to use is reclaimed too: no task loses it, but a placed job starts later.
        let sent = |job: usize| (without.subjects.sent_time(job), with.subjects.sent_time(60 + job));
        let starts = |job: usize| (without.subjects.start[job], with.subjects.start[60 + job]);
        let alike = |job: &usize| sent(*job).0 == sent(*job).1;
        let delayed =
            (0..alone.len()).filter(alike).map(starts).filter(|(a, b)| a != b).map(|(a, b)| a.min(b));
        let marked = with.marks.iter().map(|mark| mark.time + Span(1));
        let first = marked.chain(delayed).min().unwrap_or(Time::MAX);
        for job in 0..alone.len() {
            let (a, b) = sent(job);
            prop_assert!(a == b || a.min(b) >= first, "{a} and {b}");
        }
    }
}
