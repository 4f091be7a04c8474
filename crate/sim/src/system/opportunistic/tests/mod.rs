mod sharing;

use super::*;
use crate::metric::Scope;
use crate::tables::rounds::Round;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::platform::{self, Cluster, Network, Platform};
use ganttlet_core::record::{Phase, Status, Trace};
use ganttlet_core::time::Span;
use ganttlet_work::master_worker::BatchTask;
use std::fmt::Write as _;

/// A pool of machines of speed 1.
fn pool(machines: u32) -> Platform {
    of(vec![Cluster::homogeneous("Pool", machines, 1.0)])
}

fn of(clusters: Vec<Cluster>) -> Platform {
    Platform { network: Network::uniform(clusters.len(), 1e8, Span(1)), clusters }
}

/// Machines of these speeds.
fn speeds(speeds: &[f64]) -> Platform {
    let machine = |&speed: &f64| platform::Machine { speed, ..platform::Machine::default() };
    of(vec![Cluster::from_machines("Pool", speeds.iter().map(machine).collect())])
}

/// One application of `batches` batches of these tasks, in seconds.
fn application(tasks: &[i64], batches: usize) -> MasterWorker {
    MasterWorker::from_batches(&vec![tasks.iter().map(|&s| Span(s * 1_000_000)).collect(); batches])
}

fn away(machine: u32, from_s: i64, to_s: i64) -> Absence {
    Absence { machine, start: Time(from_s * 1_000_000), end: Time(to_s * 1_000_000), gone: false }
}

/// A scenario with its options.
struct Setting {
    platform: Platform,
    work: Vec<MasterWorker>,
    absences: Vec<Absence>,
    policies: (&'static str, &'static str, &'static str),
    settings: Vec<(&'static str, Value)>,
}

/// As many workers as tasks, longest first, no extra machines.
fn setting(platform: Platform, work: Vec<MasterWorker>) -> Setting {
    let policies = ("lptf", "one-per-task", "no-replication");
    Setting { platform, work, absences: vec![], policies, settings: vec![] }
}

impl Setting {
    fn simulation(self) -> Simulation<Pool> {
        let (ordering, sizing, loss) = self.policies;
        let set = self.settings.into_iter();
        let settings = set.fold(Settings::default(), |all, (id, value)| all.with(id, value));
        let chosen = [("ordering", ordering), ("sizing", sizing), ("loss", loss)];
        let chosen = chosen.into_iter().map(|(role, id)| (role, id.into())).collect();
        let policies = || Policies::choose(&chosen, &settings);
        let options = Options::read(&settings);
        let run = RunOptions { seed: 1, decisions: 1000, ..RunOptions::default() };
        simulation(&self.platform, self.work, self.absences, &policies, options, run)
    }

    fn run(self) -> Trace {
        self.simulation().finish()
    }

    fn with(mut self, id: &'static str, value: Value) -> Self {
        self.settings.push((id, value));
        self
    }
}

/// A chart with a letter per second and machine: the running task, capital letters for replicas, `x` for lost work, `z`
/// for suspension, `.` for an idle worker, `o` for an owner.
fn picture(trace: &Trace) -> String {
    let end = trace.last_end.rounded_seconds();
    let mut text = String::new();
    for row in 0..trace.rows() {
        let mut line = String::new();
        for second in 0..end {
            let time = Time(second * 1_000_000);
            let table = &trace.intervals;
            let mut there = (0..table.len())
                .filter(|&i| table.row[i] == row && table.start[i] <= time && time < table.end[i]);
            let letter = there.next().map_or(' ', |i| {
                let number = trace.subjects.number[table.subject[i] as usize] as u8;
                match table.phase[i] {
                    Phase::WORKS => (b'a' + number - 1) as char,
                    Phase::COPIES => (b'A' + number - 1) as char,
                    Phase::LOST => 'x',
                    Phase::SUSPENDED => 'z',
                    Phase::WAITS => '.',
                    Phase::AWAY => 'o',
                    _ => '?',
                }
            });
            assert!(there.next().is_none(), "two bars on row {row} at {second} s");
            line.push(letter);
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

fn rounds(trace: &Trace) -> Vec<Round> {
    Round::rounds_of(trace)
}

/// Useful time, and time of workers that were not suspended.
fn efficiency(trace: &Trace) -> (i64, i64) {
    let sum = |of: fn(&Round) -> Span| rounds(trace).iter().map(|round| of(round).0).sum::<i64>() / 1_000_000;
    (sum(|round| round.work), sum(|round| round.up) - sum(|round| round.suspended))
}

fn whole(value: i64) -> Value {
    Value::Integer(value)
}

#[test]
fn a_batch_on_four_two_and_one_machines() {
    // Section 3.2: {8, 5, 4, 1}.
    for (machines, seconds, up) in [(4, 8, 32), (2, 9, 18), (1, 18, 18)] {
        let trace = setting(pool(machines), vec![application(&[8, 5, 4, 1], 1)]).run();
        assert_eq!((trace.last_end.rounded_seconds(), efficiency(&trace)), (seconds, (18, up)));
    }
    let trace = setting(pool(2), vec![application(&[1, 4, 5, 8], 2)]).run();
    assert_eq!(picture(&trace), "ddddddddadddddddda\ncccccbbbbcccccbbbb\n");
}

/// The eight tasks of figures 5-1, 5-2 and 5-5, on four machines; with `extra` machines and a loss policy. The machine
/// of row `lost` is lost at second four, and is unavailable until the end.
fn eight_tasks(lost: Option<u32>, policy: &'static str, extra: i64) -> Trace {
    let mut setting = setting(pool(4 + extra as u32), vec![application(&[8, 5, 5, 4, 3, 2, 1, 1], 1)])
        .with("extra_machines", whole(extra))
        .with("workers", whole(4));
    setting.policies.1 = "fixed";
    setting.policies.2 = policy;
    setting.absences = lost.map(|row| Absence { gone: true, ..away(row, 4, 100) }).into_iter().collect();
    setting.run()
}

#[test]
fn figure_5_1_without_a_loss() {
    let trace = eight_tasks(None, "no-replication", 0);
    assert_eq!(picture(&trace), "aaaaaaaa\nbbbbbff.\ncccccgh.\nddddeee.\n");
    assert_eq!(efficiency(&trace), (29, 32));
}

#[test]
fn figure_5_2_with_the_largest_task_lost() {
    let trace = eight_tasks(Some(0), "no-replication", 0);
    assert_eq!(picture(&trace), "xxxxoooooooo\nbbbbbeeeh...\ncccccffg....\nddddaaaaaaaa\n");
    assert_eq!(efficiency(&trace), (29, 40));
    assert_eq!(trace.marks.iter().filter(|mark| mark.kind.id == "lost").count(), 1);
}

#[test]
fn figure_5_5_with_two_extra_machines() {
    let seconds = |row, policy| eight_tasks(Some(row), policy, 2).last_end.rounded_seconds();
    assert_eq!(seconds(0, "complete-replication"), 8);
    assert_eq!(seconds(2, "single-replication"), 9);
    assert_eq!(seconds(0, "no-replication"), 12);
}

#[test]
fn a_suspended_task_continues_where_it_stopped() {
    let mut one = setting(pool(2), vec![application(&[6, 4], 2)]);
    one.absences = vec![away(0, 2, 5), away(1, 5, 7)];
    let trace = one.run();
    assert_eq!(picture(&trace), "aazzzaaaaaaaaaa\nbbbb.zz..bbbb..\n");
    let first = rounds(&trace)[0];
    assert_eq!((first.suspensions, first.losses, first.suspended), (2, 0, Span(5_000_000)));
    assert_eq!(efficiency(&trace), (20, 25));
    let took: Vec<i64> = first.tasks(&trace).iter().map(|task| task.took.0 / 1_000_000).collect();
    assert_eq!(took, [9, 4], "by the clock of the master");
}

#[test]
fn a_machine_whose_owner_stays_is_released() {
    let mut one = setting(pool(2), vec![application(&[6, 4], 1)]).with("suspend_limit_s", Value::Number(3.0));
    one.absences = vec![away(0, 2, 20)];
    assert_eq!(picture(&one.run()), "xxzzzoooooo\nbbbb.aaaaaa\n");
    let mut at_once =
        setting(pool(2), vec![application(&[6, 4], 1)]).with("suspend_limit_s", Value::Number(0.0));
    at_once.absences = vec![away(0, 2, 3)];
    // No other task is left: the machine joins again and runs the task from the beginning.
    assert_eq!(picture(&at_once.run()), "xxoaaaaaa\nbbbb.....\n");
}

#[test]
fn owners_come_before_tasks_end() {
    let mut one = setting(pool(1), vec![application(&[4], 1)]);
    one.absences = vec![away(0, 4, 6)];
    assert_eq!(picture(&one.run()), "aaaazz\n");
    let mut gone = setting(pool(1), vec![application(&[4], 1)]);
    gone.absences = vec![Absence { gone: true, ..away(0, 4, 6) }];
    assert_eq!(picture(&gone.run()), "xxxxooaaaa\n");
}

#[test]
fn owners_come_one_after_the_other() {
    let mut one = setting(pool(1), vec![application(&[4], 1)]);
    one.absences = vec![away(0, 1, 3), Absence { gone: true, ..away(0, 2, 5) }];
    assert_eq!(picture(&one.run()), "xzoooaaaa\n");
}

#[test]
fn each_batch_loses_a_machine_that_is_back_in_the_next() {
    let one = setting(pool(3), vec![application(&[5, 5, 5], 40)]).with("losses", Value::Choice("one"));
    let trace = one.run();
    let lost: Vec<u32> = rounds(&trace).iter().map(|round| round.losses).collect();
    assert_eq!(lost, [1; 40]);
    assert!(rounds(&trace).iter().all(|round| round.most_held == 3 && round.held == 2));
    // No work completed in time is lost: all work is counted once.
    assert_eq!(efficiency(&trace).0, 15 * 40);
    let none =
        setting(pool(3), vec![application(&[5, 5, 5], 200)]).with("losses", Value::Choice("observed")).run();
    let count = |n| rounds(&none).iter().filter(|round| round.losses == n).count();
    assert!((95..=125).contains(&count(0)) && (65..=95).contains(&count(1)) && count(2) > 0);
}

#[test]
fn only_a_machine_that_works_is_lost_if_victims_are_busy() {
    // Two machines, one task of six seconds: the second machine is idle.
    let run = |victims: &'static str| {
        let mut one = setting(pool(2), vec![application(&[6], 40)])
            .with("workers", whole(2))
            .with("losses", Value::Choice("one"))
            .with("loss_victims", Value::Choice(victims));
        one.policies.1 = "fixed";
        let trace = one.run();
        assert!(rounds(&trace).iter().all(|round| round.losses == 1 && round.held == 1));
        rounds(&trace).iter().map(|round| round.end - round.start).collect::<Vec<Span>>()
    };
    // After each loss the task begins again on the other machine: six seconds plus the lost time.
    let busy = run("busy");
    assert!(busy.iter().all(|&span| span > Span(6_000_000) && span < Span(12_000_000)), "{busy:?}");
    // If any machine may be lost, the same draws select the idle machine about as often, without an effect.
    let any = run("any");
    let (idle, worked): (Vec<_>, Vec<_>) = busy.iter().zip(any).partition(|&(_, any)| any == Span(6_000_000));
    assert!((10..=30).contains(&idle.len()), "{}", idle.len());
    assert!(worked.iter().all(|&(&busy, any)| busy == any), "{worked:?}");
}

#[test]
fn any_machine_is_lost_where_none_works() {
    // Both are suspended until 100 s, and the loss is drawn for a time before 6 s.
    let mut one = setting(pool(2), vec![application(&[6, 6], 1)])
        .with("losses", Value::Choice("one"))
        .with("loss_victims", Value::Choice("busy"));
    one.absences = vec![Absence { end: Time(100_000_000), start: Time(1), ..away(0, 0, 0) }];
    one.absences.push(Absence { machine: 1, ..one.absences[0] });
    let trace = one.run();
    assert_eq!(rounds(&trace)[0].losses, 1);
    // The remaining machine ends its task at 106 s, then runs the lost one.
    assert_eq!(trace.last_end.rounded_seconds(), 112);
}

#[test]
fn a_late_replica_is_stopped_or_continues() {
    let run = |cancel| {
        let mut one = setting(pool(4), vec![application(&[6, 3], 2)])
            .with("extra_machines", whole(2))
            .with("cancel_copies", Value::Bool(cancel));
        one.policies.2 = "complete-replication";
        picture(&one.run())
    };
    assert_eq!(run(true), "aaaaaaaaaaaa\nxxxxxxxxxxxx\nbbb...bbb...\nxxx...xxx...\n");
    // The replica on the second machine continues until eight, the one on the third until the application ends.
    let mut one = setting(speeds(&[1.0, 0.5, 0.25]), vec![application(&[4, 1], 2)])
        .with("extra_machines", whole(1))
        .with("cancel_copies", Value::Bool(false));
    one.policies.2 = "single-replication";
    assert_eq!(picture(&one.run()), "aaaaaaaab\nxxxxxxxx.\nbbbbxxxxx\n");
}

#[test]
fn an_eager_worker_replicates_the_oldest_task() {
    let one = setting(speeds(&[1.0, 0.25]), vec![application(&[2, 2], 1)]).with("eager", Value::Bool(true));
    // Two seconds on the fast machine, which then overtakes the slow one.
    assert_eq!(picture(&one.run()), "aaBB\nxxxx\n");
}

#[test]
fn faster_workers_join_first_and_slower_ones_leave_first() {
    let mut one = setting(speeds(&[0.5, 2.0, 1.0]), vec![application(&[4, 4, 4], 1)]);
    assert_eq!(picture(&one.run()), "cccccccc\naa......\nbbbb....\n");
    let batches = vec![vec![Span(4_000_000); 3], vec![Span(4_000_000); 1]];
    one = setting(speeds(&[0.5, 2.0, 1.0]), vec![MasterWorker::from_batches(&batches)]);
    assert_eq!(picture(&one.run()), "cccccccc\naa......aa\nbbbb....\n");
}

#[test]
fn observed_times_are_normalised_to_the_master() {
    let one =
        setting(speeds(&[4.0, 1.0]), vec![application(&[8, 4], 1)]).with("master_speed", Value::Number(2.0));
    let trace = one.run();
    let task = rounds(&trace)[0].tasks(&trace)[0];
    assert_eq!((task.took, task.normalised), (Span(2_000_000), Span(4_000_000)));
    assert!((rounds(&trace)[0].power - (4.0 * 2.0 + 4.0 * 0.5)).abs() < 1e-9);
}

#[test]
fn later_batches_may_lack_tasks_and_the_master_computes_alone() {
    let seconds = |list: &[i64]| list.iter().map(|&s| Span(s * 1_000_000)).collect::<Vec<_>>();
    let mut work = MasterWorker::from_batches(&[seconds(&[3, 2]), seconds(&[3, 2])]);
    work.batches[1] = vec![BatchTask { task: 1, run: Span(2_000_000) }];
    work.sequential = Span(2_000_000);
    let trace = setting(pool(2), vec![work]).run();
    assert_eq!(picture(&trace), "aaa..bb..\nbb...\n");
    assert_eq!(efficiency(&trace), (7, 14));
}

#[test]
fn late_grants_come_one_by_one() {
    let one = setting(pool(3), vec![application(&[5; 6], 3)]).with("grant_delay_s", Value::Number(4.0));
    let trace = one.run();
    assert_eq!(efficiency(&trace).0, 90);
    let joined: Vec<Time> =
        trace.decisions_about(0).filter(|d| d.rule.id == "granted").map(|d| d.time).collect();
    assert!(joined.len() == 3 && joined.windows(2).all(|pair| pair[0] < pair[1]), "{joined:?}");
    assert!(rounds(&trace)[0].stable == Some(false) && rounds(&trace)[2].most_held == 3);
    // The negotiation period is seven seconds.
    let work = MasterWorker { submit: Time(3_000_000), ..application(&[5; 6], 1) };
    let waits = setting(pool(3), vec![work]).with("negotiation_s", Value::Number(7.0)).run();
    assert_eq!(picture(&waits), "       aaaaaddddd\n       bbbbbeeeee\n       cccccfffff\n");
}

/// Hours from midnight to midnight, and hours closed for less than a tick of the clock.
#[test]
fn hours_that_never_end_are_valid() {
    for hours in [(0.0, 24.0), (5.0 + 1e-9, 5.0)] {
        let machine = platform::Machine { hours, ..platform::Machine::default() };
        let machines = of(vec![Cluster::from_machines("Pool", vec![machine])]);
        let trace = setting(machines, vec![application(&[40 * 3600], 1)]).run();
        assert_eq!(trace.subjects.end[1].rounded_seconds(), 40 * 3600, "{hours:?}");
    }
}

#[test]
fn hopeless_applications_end() {
    // An hour of work on a machine that is available for half an hour per day.
    let short = platform::Machine { hours: (0.0, 0.5), ..platform::Machine::default() };
    let machines = of(vec![Cluster::from_machines("Pool", vec![short])]);
    let mut run = setting(machines, vec![application(&[3600], 1)])
        .with("suspend_limit_s", Value::Number(60.0))
        .simulation();
    let progress = run.advance(crate::system::Budget::ALL);
    assert!(progress.done);
    assert_eq!(run.trace().subjects.status[0], Status::Killed);
    // An application whose only machine remains unavailable waits, without events meanwhile.
    let mut never = setting(pool(1), vec![application(&[3600], 1)]);
    never.absences = vec![Absence { machine: 7, start: Time::ZERO, end: Time::MAX, gone: true }];
    let mut run = never.simulation();
    let progress = run.advance(crate::system::Budget { until: Time(1 << 60), ..crate::system::Budget::ALL });
    assert!(progress.ended == 0 && progress.events < 5, "{progress:?}");
}

#[test]
fn batches_without_tasks_end_immediately() {
    let work = MasterWorker::from_batches(&[vec![], vec![Span(1_000_000)], vec![]]);
    let work = MasterWorker { expected: vec![Span(1_000_000)], ..work };
    let trace = setting(pool(1), vec![work, MasterWorker::from_batches(&[])]).run();
    assert_eq!(trace.last_end, Time(1_000_000));
    assert!(trace.subjects.status.iter().all(|&status| status == Status::Done));
    assert!(Scope::ALL.includes(&trace, trace.subjects.len() - 1));
}
