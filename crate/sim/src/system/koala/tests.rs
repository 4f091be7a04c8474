//! Small grids as text: submissions in, allocations out.

mod workflows;

use super::*;
use crate::system::Budget;
use crate::system::parts::told;
use crate::tables::links::LinkRow;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::platform::{Cluster, Network, Platform};
use ganttlet_core::record::{Phase, Trace};
use ganttlet_work::Work;
use ganttlet_work::application::{Application, CoAllocationOverhead, SizeConstraint, SpeedUp};
use ganttlet_work::grid::{InputFile, Request};

fn platform(sizes: &[u32]) -> Platform {
    let cluster = |(name, &nodes): (char, &u32)| Cluster::homogeneous(name.to_string(), nodes, 1.0);
    let clusters = ('A'..).zip(sizes).map(cluster).collect();
    Platform { clusters, network: Network::uniform(sizes.len(), 1e8, Span(1000)) }
}

fn job(number: u32, submit: i64, nodes: u32, run: i64) -> Job {
    let second = |n: i64| Span(n * 1_000_000);
    Job { number, submit: Time(submit * 1_000_000), nodes, run: second(run), ..Job::default() }
}

fn rigid(number: u32, submit: i64, sizes: &[u32], run: i64) -> GridJob {
    let mut grid = GridJob::rigid(job(number, submit, sizes.iter().sum(), run));
    grid.request = Request::NonFixed(sizes.to_vec());
    grid
}

/// Perfect speed-up: `work` node-seconds.
fn malleable(number: u32, submit: i64, (min, max): (u32, u32), work: i64, step: SizeConstraint) -> GridJob {
    let speed_up = SpeedUp::Amdahl { single: Span(work * 1_000_000), serial: 0.0 };
    let application = Application::Flexible { min, max, speed_up, step, malleable: true };
    let mut grid = GridJob::rigid(job(number, submit, min, work));
    grid.application = application;
    grid
}

fn sweep(number: u32, tasks: usize, run: i64) -> GridJob {
    let mut grid = GridJob::rigid(job(number, 0, 1, run));
    grid.application = Application::Sweep { tasks: vec![Span(run * 1_000_000); tasks] };
    grid
}

fn set(settings: Settings, id: &'static str, text: &str) -> Settings {
    let value = match text.parse() {
        Ok(number) => Value::Number(number),
        Err(_) if text == "true" || text == "false" => Value::Bool(text == "true"),
        Err(_) => Value::Choice(text.to_owned().leak()),
    };
    settings.with(id, value)
}

/// Runs a scenario; `said` sets policies (by role) and parameters: `placement=.. round_s=..`.
fn run(sizes: &[u32], jobs: Vec<GridJob>, local: Vec<Job>, said: &str) -> Trace {
    let said: Vec<(&str, &str)> = said.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
    let chosen = |role: &ganttlet_core::entry::Role| {
        let id = said.iter().find(|(id, _)| *id == role.id).map_or(role.default, |&(_, id)| id);
        role.family.entry(id).expect("a policy")
    };
    let entries: Vec<&Entry> = KOALA.roles.iter().map(chosen).collect();
    let all = KOALA.entry.parameters.iter().chain(entries.iter().flat_map(|entry| entry.parameters));
    let settings = all.clone().fold(Settings::defaults(all), |settings, parameter| {
        match said.iter().find(|(id, _)| *id == parameter.id) {
            Some((_, text)) => set(settings, parameter.id, text),
            None => settings,
        }
    });
    let ids = KOALA.roles.iter().zip(&entries).map(|(role, entry)| (role.id, entry.id.into())).collect();
    let policies = Policies { weighed: Vec::new(), ..Policies::choose(&ids, &settings) };
    let options = RunOptions { seed: 1, decisions: 1000, ..RunOptions::default() };
    let mut run =
        simulation(&platform(sizes), jobs, local, vec![], policies, Options::read(&settings), options);
    run.advance(Budget::events(10_000));
    assert!(run.progress().done, "it comes to an end");
    let trace = run.trace().clone();
    assert_no_node_is_used_twice(&trace);
    trace
}

pub(super) fn assert_no_node_is_used_twice(trace: &Trace) {
    let table = &trace.intervals;
    for a in 0..table.len() {
        for b in a + 1..table.len() {
            let rows =
                table.row[a] < table.row[b] + table.rows[b] && table.row[b] < table.row[a] + table.rows[a];
            let times = table.start[a] < table.end[b] && table.start[b] < table.end[a];
            assert!(!(rows && times), "intervals {a} and {b} overlap");
        }
    }
}

/// Whole seconds.
fn whole_seconds(time: Time) -> i64 {
    time.0 / 1_000_000
}

/// The intervals of a subject: `A0-7 10-190`, those without work in brackets.
fn schedule(trace: &Trace, subject: SubjectId) -> String {
    let table = &trace.intervals;
    let text = |i: usize| {
        let band = trace.bands.iter().rfind(|band| band.first_row <= table.row[i]).expect("a cluster");
        let first = table.row[i] - band.first_row;
        let last = first + table.rows[i] - 1;
        let (start, end) = (table.start[i].seconds(), table.end[i].seconds());
        let text = format!("{}{first}-{last} {start}-{end}", band.name);
        if table.phase[i] == Phase::WORKS { text } else { format!("[{text}]") }
    };
    trace.intervals_of(subject).map(text).collect::<Vec<_>>().join(", ")
}

fn marks(trace: &Trace) -> String {
    let text = |mark: &ganttlet_core::record::Mark| {
        format!("{} {} {} {}", mark.time.seconds(), trace.name(mark.subject), mark.kind.id, mark.value)
    };
    trace.marks.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[test]
fn components_start_together_after_the_start_up() {
    let trace = run(&[16, 16], vec![rigid(1, 0, &[8, 8], 180)], vec![], "");
    assert_eq!(schedule(&trace, 0), "[A0-7 0-10], [B0-7 0-10], A0-7 10-190, B0-7 10-190");
    let table = &trace.subjects;
    assert_eq!([table.sent_time(0), table.start[0], table.end[0]].map(whole_seconds), [0, 10, 190]);
}

#[test]
fn several_clusters_slow_a_job_down() {
    let mut wave = rigid(1, 0, &[8, 8], 200);
    wave.application = Application::Rigid { spread: CoAllocationOverhead::Table([1.0, 1.5, 2.4, 3.75]) };
    let trace = run(&[8, 8], vec![wave], vec![], "startup_s=0");
    assert_eq!(whole_seconds(trace.subjects.end[0]), 300);
}

#[test]
fn the_head_of_the_queue_blocks_no_other_job() {
    let jobs = vec![rigid(1, 0, &[6], 100), rigid(2, 1, &[8], 100), rigid(3, 2, &[2], 50)];
    let trace = run(&[8], jobs, vec![], "startup_s=0");
    let starts = [0, 1, 2].map(|id| whole_seconds(trace.subjects.start[id]));
    assert_eq!(starts, [0, 100, 2]);
}

#[test]
fn scans_may_be_periodic() {
    let jobs = || vec![rigid(1, 0, &[8], 100), rigid(2, 1, &[8], 100)];
    let start = |said| whole_seconds(run(&[8], jobs(), vec![], said).subjects.start[1]);
    assert_eq!([start("startup_s=0"), start("startup_s=0 scan_period_s=30")], [100, 120]);
    assert_eq!(start("startup_s=0 information_period_s=70"), 140);
}

#[test]
fn between_scans_free_nodes_go_to_arriving_jobs() {
    let jobs = || {
        let later = [rigid(3, 110, &[8], 5), rigid(4, 115, &[8], 5), rigid(5, 120, &[4], 5)];
        [vec![rigid(1, 0, &[8], 100), rigid(2, 10, &[8], 100)], later.to_vec()].concat()
    };
    let starts = |said| {
        let trace = run(&[8], jobs(), vec![], said);
        [0, 1, 2, 3, 4].map(|id| whole_seconds(trace.subjects.start[id]))
    };
    // The second job has failed; the third, of its size, finds idle nodes, the fourth arrives when these are released.
    assert_eq!(starts("startup_s=0 scan_period_s=600"), [0, 600, 110, 115, 120]);
    assert_eq!(starts("startup_s=0"), [0, 100, 200, 205, 210]);
}

#[test]
fn impossible_requests_are_rejected_and_tries_are_counted() {
    let jobs = vec![rigid(1, 0, &[9], 10), rigid(2, 0, &[8], 500), rigid(3, 1, &[8], 10)];
    let trace = run(&[8, 8], jobs, vec![], "max_tries=2 scan_period_s=20 startup_s=0");
    let status = [0, 1, 2].map(|id| trace.subjects.status[id]);
    assert_eq!(status, [Status::Rejected, Status::Done, Status::Done]);
    let jobs = vec![rigid(2, 0, &[8], 500), rigid(3, 1, &[8], 10)];
    let trace = run(&[8], jobs, vec![], "max_tries=2 scan_period_s=20 startup_s=0");
    assert_eq!(marks(&trace), "40 3 give-up 3");
    assert_eq!(trace.subjects.status[1], Status::Rejected);
}

#[test]
fn local_jobs_bypass_the_scheduler_and_outdated_information_fails() {
    let local = vec![Job { home: 0, ..job(9, 5, 4, 100) }];
    let trace = run(&[8], vec![rigid(1, 10, &[8], 10)], local.clone(), "startup_s=0");
    assert_eq!(whole_seconds(trace.subjects.start[0]), 105);
    assert_eq!((trace.kind(1).name, schedule(&trace, 1)), ("local job", "A0-3 5-105".to_owned()));
    let trace = run(&[8], vec![rigid(1, 10, &[8], 10)], local, "startup_s=0 information_period_s=60");
    assert_eq!(marks(&trace), "10 1 claim-failed 0");
    assert_eq!(whole_seconds(trace.subjects.start[0]), 120);
}

#[test]
fn files_are_there_before_the_start() {
    let mut reads = rigid(1, 0, &[4], 10);
    reads.inputs = vec![ganttlet_work::grid::InputFile { bytes: 3e9, sites: vec![1] }];
    let trace = run(&[8, 4], vec![reads], vec![], "");
    assert_eq!((whole_seconds(trace.subjects.start[0]), trace.transfers.len()), (30, 1));
}

#[test]
fn a_job_grows_when_nodes_are_free() {
    // 400 node-seconds; from 10 on with 2 nodes. In the first round it accepts 6 more, which are ready after 6 s; it is
    // suspended for 4 s. Until 26 it has done 32 of 400, and 368 / 8 = 46 s are left.
    let jobs = vec![malleable(1, 0, (2, 8), 400, SizeConstraint::Any)];
    let trace = run(&[8], jobs, vec![], "startup_s=0 adapt_s=4 round_s=10");
    assert_eq!(marks(&trace), "26 1 grow 6");
    let expected = "[A0-1 10-10], A0-1 10-26, [A2-7 20-26], [A0-7 26-30], A0-7 30-76";
    assert_eq!(schedule(&trace, 0), expected);
}

#[test]
fn powers_of_two_decline_what_does_not_fit() {
    let jobs = vec![malleable(1, 0, (2, 32), 4000, SizeConstraint::PowersOfTwo)];
    let trace = run(&[7], jobs, vec![], "startup_s=0 adapt_s=0 submit_node_s=0");
    assert_eq!(marks(&trace).split(", ").take(2).collect::<Vec<_>>(), ["20 1 grow 2", "30 1 decline 3"]);
}

#[test]
fn running_jobs_shrink_for_waiting_ones_only_with_pwa() {
    let jobs = || {
        vec![
            malleable(1, 0, (2, 8), 4000, SizeConstraint::Any),
            malleable(2, 60, (2, 8), 400, SizeConstraint::Any),
        ]
    };
    let common = "startup_s=0 adapt_s=0 submit_node_s=0";
    let first = |trace: &Trace| whole_seconds(trace.subjects.start[1]);
    assert_eq!(first(&run(&[8], jobs(), vec![], &format!("{common} approach=pra"))), 520);
    let trace = run(&[8], jobs(), vec![], &format!("{common} approach=pwa"));
    assert_eq!(first(&trace), 60);
    assert!(marks(&trace).contains("60 1 shrink 2"), "{}", marks(&trace));
}

#[test]
fn sweeps_use_idle_nodes_and_yield() {
    let jobs = vec![sweep(1, 8, 100), rigid(2, 50, &[2], 30)];
    let trace = run(&[4], jobs, vec![], "startup_s=10 monitor_s=0 propagation_s=0");
    // Two tasks lose their nodes when the job is placed, and it starts some seconds later than without them.
    assert_eq!(marks(&trace), "50 4 preempt 1, 50 3 preempt 1");
    let delay = trace.subjects.start[8].seconds() - 60.0;
    assert!((2.0..=8.0).contains(&delay), "{delay}");
    assert!(trace.subjects.status.iter().all(|&status| status == Status::Done));
    assert_eq!(schedule(&trace, 0), "[A0-0 0-5], A0-0 5-105");
}

#[test]
fn local_jobs_get_scavenged_nodes_after_a_poll() {
    let local = vec![Job { home: 0, ..job(9, 43, 2, 100) }];
    let trace = run(&[4], vec![sweep(1, 8, 100)], local, "monitor_s=0 propagation_s=0");
    let wait = trace.subjects.start[8].seconds() - 43.0;
    assert!((9.0..=15.0).contains(&wait), "{wait}");
}

#[test]
fn launchers_start_once() {
    let last = |said: &str| {
        let trace = run(&[4], vec![sweep(1, 16, 60)], vec![], said);
        whole_seconds(trace.last_end)
    };
    assert_eq!(last("launchers=true"), 245);
    assert_eq!(last("launchers=false monitor_s=0 propagation_s=0"), 260);
    assert_eq!(last("launchers=false monitor_s=0 propagation_s=7"), 281);
}

#[test]
fn owners_define_idle_nodes() {
    let held = |said: &str| {
        let trace =
            run(&[10], vec![sweep(1, 40, 60)], vec![], &format!("{said} monitor_s=0 propagation_s=0"));
        let first = trace.intervals.start[0];
        (whole_seconds(first), trace.intervals.start.iter().filter(|&&start| start == first).count())
    };
    assert_eq!(held(""), (0, 10));
    assert_eq!(held("scavenged_share_max=0.35"), (0, 3));
    assert_eq!(held("hours_from=2 hours_to=3"), (7200, 10));
}

#[test]
fn the_number_of_served_runners_can_be_limited() {
    let jobs = || vec![sweep(1, 8, 100), sweep(2, 8, 100)];
    let starts = |said: &str| {
        let trace = run(&[4], jobs(), vec![], &format!("{said} monitor_s=0 propagation_s=0"));
        [0, 8].map(|task| whole_seconds(trace.subjects.start[task]))
    };
    assert_eq!(starts(""), [5, 5]);
    assert_eq!(starts("active_runners_max=1"), [5, 210]);
}

#[test]
fn background_and_sweeps_do_not_count() {
    let local = vec![Job { home: 0, ..job(9, 0, 2, 100) }];
    let trace = run(&[8], vec![rigid(1, 0, &[4], 10), sweep(2, 3, 10)], local, "");
    let counts: Vec<bool> = (0..5).map(|subject| trace.kind(subject).counts).collect();
    assert_eq!(counts, [true, false, false, false, false]);
}

#[test]
fn a_job_that_arrives_with_a_round_is_placed_in_it() {
    let jobs = vec![malleable(1, 70, (1, 1), 10, SizeConstraint::Any)];
    let trace = run(&[8], jobs, vec![], "startup_s=0");
    assert_eq!(schedule(&trace, 0), "[A0-0 70-70], A0-0 70-80");
}

#[test]
fn a_job_that_arrives_with_a_poll_is_not_forgotten() {
    let local = [(43, 77, 7, 0), (49, 71, 2, 0), (52, 69, 4, 2), (69, 52, 8, 2), (103, 18, 5, 1)];
    let local = local.map(|(submit, run, nodes, home)| Job { home, ..job(9, submit, nodes, run) });
    let mut flexible = rigid(1, 120, &[1], 0);
    flexible.request = Request::Flexible;
    let trace = run(&[8, 5, 12], vec![flexible], local.to_vec(), "startup_s=0 information_period_s=15");
    assert_eq!(whole_seconds(trace.subjects.start[0]), 120);
}

#[test]
fn an_unchanged_state_has_no_periodic_activities() {
    // A malleable job of ten million seconds that declines the remaining nodes, and a job that waits behind it.
    let jobs = vec![malleable(1, 0, (4, 32), 40_000_000, SizeConstraint::PowersOfTwo), rigid(2, 5, &[6], 10)];
    let said = "round_s=1 scan_period_s=1 information_period_s=1 startup_s=0";
    let trace = run(&[6], jobs, vec![], said);
    assert!(trace.subjects.end[0] < trace.subjects.start[1]);
    assert!(trace.marks.len() < 5, "{}", trace.marks.len());
}

#[test]
fn scavengers_lose_nothing_to_a_job_that_declines() {
    // Four nodes run the job; to grow it would need all other four, one of which a local job holds.
    let jobs = vec![malleable(1, 0, (4, 8), 4000, SizeConstraint::PowersOfTwo), sweep(2, 30, 50)];
    let local = vec![Job { home: 0, ..job(9, 0, 1, 5000) }];
    let trace = run(&[8], jobs, local, "startup_s=0 monitor_s=0 propagation_s=0");
    // It is placed on scavenged nodes, and never reclaims any more.
    assert_eq!(trace.marks.iter().filter(|mark| mark.kind.id == "preempt").count(), 4);
}

/// A job of one node that reads a file of 0.1 GB, which cluster A has.
fn reader(number: u32, submit: i64) -> GridJob {
    let mut reader = rigid(number, submit, &[1], 10);
    reader.request = Request::Fixed(vec![(1, 1)]);
    reader.inputs = vec![InputFile { bytes: 1e8, sites: vec![0] }];
    reader
}

fn transfers(trace: &Trace) -> Vec<(f64, f64)> {
    trace.transfers.iter().map(|file| (file.start.seconds(), file.end.seconds())).collect()
}

/// Links carry 100 MB/s. Both files move at half of that, plus the latency; on a link of width 2 each moves at full
/// rate.
#[test]
fn files_wait_for_each_other_on_shared_links_only() {
    let jobs = vec![reader(1, 0), reader(2, 0)];
    let alone = run(&[1, 4], jobs.clone(), vec![], "startup_s=0");
    assert_eq!(transfers(&alone), [(0.0, 1.0), (0.0, 1.0)]);
    let said = "startup_s=0 shared_links=true link_width=1";
    let shared = run(&[1, 4], jobs.clone(), vec![], said);
    assert_eq!(transfers(&shared), [(0.0, 2.001), (0.0, 2.001)]);
    assert_eq!(schedule(&shared, 0), "[B0-0 0-2.001], B0-0 2.001-12.001");
    let wide = run(&[1, 4], jobs, vec![], "startup_s=5 shared_links=true link_width=2");
    assert_eq!(transfers(&wide), [(0.0, 1.001), (0.0, 1.001)]);
    assert_eq!(schedule(&wide, 1), "[B1-1 0-5], B1-1 5-15", "the start-up takes longer");
}

/// The load of a link is in its table: full for the 15 s of the second sample, then for five more seconds.
#[test]
fn the_load_of_links_is_recorded() {
    let jobs = (1..=20).map(|number| reader(number, 15)).collect();
    let trace = run(&[1, 20], jobs, vec![], "startup_s=0 shared_links=true link_width=1");
    let rows: Vec<LinkRow> = trace.table_rows().collect();
    let told: Vec<(f64, f64, u32)> =
        rows.iter().map(|row| (row.time.seconds(), row.used, row.messages)).collect();
    assert_eq!(told, [(15.0, 0.0, 20), (30.0, 1.0, 20), (45.0, 5.0 / 15.0, 0)]);
    assert!(rows.iter().all(|row| (row.from, row.to) == (0, 1)));
}

#[test]
fn scattered_idle_nodes_are_reported_once() {
    // One node is idle on each cluster, and the third job needs two in one cluster.
    let jobs = || {
        vec![rigid(1, 0, &[3], 100), rigid(2, 0, &[3], 100), rigid(3, 10, &[2], 10), rigid(4, 20, &[2], 10)]
    };
    let said = "Job 3, first in the placement queue, needs 2 nodes: 2 are idle in total, at most 1 in one cluster. Its placement \
                policy finds no placement on them.";
    assert_eq!(told(&run(&[4, 4], jobs(), vec![], "")), [(10, said.to_owned())]);
    // Too few nodes in total: not notable. Nor with periodic scans of the queue.
    assert_eq!(told(&run(&[3, 3], jobs(), vec![], "")), []);
    assert_eq!(told(&run(&[4, 4], jobs(), vec![], "scan_period_s=1000")), []);
}

#[test]
fn co_allocation_of_a_job_without_room_in_one_cluster_is_reported() {
    let said = "Job 1 is co-allocated over 2 clusters: it needs 6 nodes, and 4 were idle in the cluster with the most.";
    assert_eq!(told(&run(&[4, 4], vec![rigid(1, 0, &[3, 3], 100)], vec![], "")), [(0, said.to_owned())]);
    // A job that fits one cluster is placed by its policy.
    assert_eq!(told(&run(&[4, 4], vec![rigid(1, 0, &[2, 2], 100)], vec![], "")), []);
}

#[test]
fn notable_states_of_local_queues_name_their_cluster() {
    let local = |number, submit, nodes, run, estimate: i64| Job {
        estimate: Some(Span(estimate * 1_000_000)),
        home: 1,
        ..job(number, submit, nodes, run)
    };
    let jobs = || vec![local(1, 0, 3, 100, 2000), local(2, 1, 4, 100, 1000), local(3, 2, 4, 100, 1000)];
    let hole = |waiting| {
        format!("Job 2 at the head of the queue of B needs 4 nodes: 1 stays idle there, although {waiting}.")
    };
    assert_eq!(told(&run(&[4, 4], vec![], jobs(), ""))[0], (1, hole("1 job waits")));
    let moved = "Because other jobs ended early, the reservation of job 3 on B moves forward from 0:50:00 to 0:18:20.";
    let all = told(&run(&[4, 4], vec![], jobs(), "local=conservative"));
    assert!(all.contains(&(100, moved.to_owned())), "{all:?}");
}

/// A job that names its cluster runs there, regardless of the placement policy, and the reason says so.
#[test]
fn a_job_that_names_its_cluster_is_not_explained_by_the_placement_policy() {
    let mut named = rigid(1, 0, &[2], 10);
    named.request = Request::Fixed(vec![(0, 2)]);
    let trace = run(&[4, 8], vec![named, rigid(2, 1, &[2], 10)], vec![], "placement=worst-fit");
    let said = |job: SubjectId| {
        let mut reasons = trace.decisions_about(job).map(|decision| trace.explain(decision));
        reasons.find(|reason| reason.contains(" first")).unwrap_or_default()
    };
    assert!(said(0).starts_with("Job 1 runs on the clusters that its request names, A first"), "{}", said(0));
    assert!(said(1).starts_with("Job 2 is placed where the most nodes are idle, B first"), "{}", said(1));
}
