//! The rounds of iterative applications, and their results with other numbers of workers.

use ganttlet_core::order;
use ganttlet_core::record::Trace;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_sim::policy::list_scheduling;
use ganttlet_sim::tables::rounds::{ROUNDS, Round, RoundTask};
use serde::Serialize;
use ts_rs::TS;

/// The rounds of all applications.
#[derive(Debug, PartialEq, Serialize, TS)]
pub struct Rounds {
    applications: Vec<Application>,
    rounds: Vec<RoundState>,
}

#[derive(Debug, PartialEq, Serialize, TS)]
#[ts(rename = "RoundApplication")]
struct Application {
    subject: SubjectId,
    name: String,
}

/// The state of a round at a time: its results are null until it has ended.
#[derive(Debug, Default, PartialEq, Serialize, TS)]
#[ts(rename = "Round")]
struct RoundState {
    /// The index of its application.
    application: usize,
    number: u32,
    group: u32,
    start_s: f64,
    end_s: Option<f64>,
    tasks: u32,
    wanted: u32,
    extra: u32,
    copies: u32,
    held: Option<u32>,
    most_held: Option<u32>,
    stable: Option<bool>,
    efficiency: Option<f64>,
    time_s: Option<f64>,
    /// Time divided by efficiency, in seconds.
    ratio: Option<f64>,
    achievable: Option<f64>,
    suspensions: Option<u32>,
    losses: Option<u32>,
    next: Option<u32>,
    rule: &'static str,
    text: String,
}

impl Rounds {
    /// The rounds that have begun by a time.
    pub fn known_at(trace: &Trace, until: Time) -> Self {
        let mut list = Self { applications: Vec::new(), rounds: Vec::new() };
        let kept = trace.table(ROUNDS.id);
        for (place, round) in
            Round::rounds_of(trace).iter().enumerate().filter(|(_, round)| round.start <= until)
        {
            let subject = round.application;
            let known = list.applications.iter().position(|application| application.subject == subject);
            let application = known.unwrap_or_else(|| {
                list.applications.push(Application { subject, name: trace.name(subject) });
                list.applications.len() - 1
            });
            let mut told = RoundState::new(trace, round, application, until);
            if let Some(rounds) = kept.filter(|_| round.is_over() && round.end <= until) {
                told.rule = rounds.reason_of(place).map_or("", |decision| decision.rule.id);
                told.text = trace.explain_row(rounds, place);
            }
            list.rounds.push(told);
        }
        list
    }
}

impl RoundState {
    fn new(trace: &Trace, round: &Round, application: usize, until: Time) -> Self {
        let begun = Self {
            application,
            number: round.number,
            group: round.group,
            start_s: round.start.seconds(),
            tasks: round.tasks.1,
            wanted: round.wanted,
            extra: round.extra,
            copies: round.copies,
            ..Self::default()
        };
        if !round.is_over() || round.end > until {
            return begun;
        }
        let (time_s, efficiency) = (round.duration_s(), round.efficiency());
        let ratio = |(time, efficiency): (f64, f64)| (efficiency > 0.0).then(|| time / efficiency);
        Self {
            end_s: Some(round.end.seconds()),
            held: Some(round.held),
            most_held: Some(round.most_held),
            stable: round.stable,
            efficiency,
            time_s,
            ratio: time_s.zip(efficiency).and_then(ratio),
            achievable: round
                .task_times_micros(trace)
                .map(|times| list_scheduling::achievable_speedup(&times)),
            suspensions: Some(round.suspensions),
            losses: Some(round.losses),
            next: round.next.filter(|&next| next > 0),
            ..begun
        }
    }
}

/// A task of a round, with its times.
#[derive(Debug, PartialEq, Serialize, TS)]
#[ts(rename = "RoundTask")]
struct Task {
    subject: SubjectId,
    number: u32,
    took_s: Option<f64>,
    normalised_s: Option<f64>,
    place_before: Option<usize>,
}

/// The results of a round with other numbers of workers, and its tasks in the order of the list.
#[derive(Serialize, TS)]
pub struct TradeOff {
    /// Numbers of workers: 1, 2, ..
    workers: Vec<u32>,
    time_s: Vec<f64>,
    efficiency: Vec<f64>,
    /// Time divided by efficiency, in seconds.
    ratio: Vec<f64>,
    perfect: u32,
    /// The minimum and maximum number of workers of the ideal interval.
    ideal: (u32, u32),
    /// The actual number of workers.
    at: u32,
    tasks: Vec<Task>,
}

/// The trade-off of a round, and its tasks in scheduling order: with measured times if the round has ended, otherwise
/// with those of the previous round.
fn round_trade_off(trace: &Trace, round: &Round) -> (list_scheduling::TradeOff, Vec<Task>) {
    let number_of = |task: &RoundTask| trace.subjects.number[task.subject as usize];
    let before = |other: &&Round| other.application == round.application && other.number < round.number;
    let rounds = Round::rounds_of(trace);
    let earlier = || rounds.iter().filter(before);
    // The numbers of the tasks of a round, sorted, with their indices in the round.
    let numbered = |round: Option<&Round>| {
        let tasks = round.map_or_else(Vec::new, |round| round.tasks(trace));
        let mut places: Vec<(u32, u32)> = tasks.iter().map(number_of).zip(0..).collect();
        order::sort_pairs(&mut places);
        (tasks, places)
    };
    let find = |places: &[(u32, u32)], number: u32| {
        places.binary_search_by_key(&number, |&(known, _)| known).ok().map(|at| places[at].1 as usize)
    };
    let (_, before_it) = numbered(earlier().next_back());
    let (timed, places) = numbered(
        Some(round).filter(|round| round.is_over()).or_else(|| earlier().rfind(|last| last.is_over())),
    );
    let mut list = Vec::new();
    let mut tasks = Vec::new();
    for task in &round.tasks(trace) {
        let number = number_of(task);
        let timed = find(&places, number).map(|place| &timed[place]);
        list.extend(timed.map(|task| task.normalised.0));
        tasks.push(Task {
            subject: task.subject,
            number,
            took_s: timed.map(|task| task.took.seconds()),
            normalised_s: timed.map(|task| task.normalised.seconds()),
            place_before: find(&before_it, number),
        });
    }
    (list_scheduling::batch_trade_off(&list), tasks)
}

/// The results of a round (given by its index in [`Rounds`]) for each number of workers, and its tasks. `None` if there
/// is no such round, or its tasks are unknown.
pub fn trade_off(trace: &Trace, round: usize) -> Option<TradeOff> {
    let round = trace.table_rows::<Round>().nth(round)?;
    let (trade, tasks) = round_trade_off(trace, &round);
    let column = |of: fn(&list_scheduling::TradeOffPoint) -> f64| trade.points.iter().map(of).collect();
    Some(TradeOff {
        workers: trade.points.iter().map(|point| point.workers).collect(),
        time_s: column(|point| point.makespan as f64 / 1e6),
        efficiency: column(|point| point.efficiency),
        ratio: column(|point| point.ratio / 1e6),
        perfect: trade.perfect_number(),
        ideal: trade.ideal_interval(),
        at: round.most_held,
        tasks,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::platform::one_cluster;
    use ganttlet_core::record::{Subject, Table};
    use ganttlet_core::rule::Rule;
    use ganttlet_core::time::Span;
    use ganttlet_sim::tables::rounds::ROUND_TASKS;

    static ENOUGH: Rule =
        Rule::with_values("enough", &["workers"], "{workers|1 worker is|# workers are} enough.");

    /// An application with an ended round of the tasks 8, 5, 5, 4, 3, 2, 1, 1, and a started round in the opposite
    /// order.
    fn trace() -> Trace {
        let mut trace = Trace::new(&one_cluster(4), 0);
        let second = |second: i64| Time(second * 1_000_000);
        let (submit, estimate) = (Time::ZERO, Span::ZERO);
        let mut add = |number| trace.add(Subject { number, user: 0, group: 0, submit, nodes: 1, estimate });
        let application = add(7);
        let subjects: Vec<SubjectId> = (1..=8).chain(1..=8).map(add).collect();
        let round = Round {
            application,
            number: 1,
            end: second(8),
            tasks: (0, 8),
            wanted: 4,
            held: 4,
            most_held: 4,
            stable: Some(true),
            work: Span(29_000_000),
            up: Span(32_000_000),
            work_cost: 29.0,
            up_cost: 32.0,
            power: 32.0,
            next: Some(4),
            ..Round::default()
        };
        let open = Round {
            number: 2,
            start: second(9),
            end: Time::MAX,
            tasks: (8, 8),
            stable: None,
            next: None,
            ..round
        };
        let mut rounds = Table::from_rows(&[round, open]);
        rounds.set_reason(0, &ENOUGH, [4, 0, 0, 0]);
        let mut tasks = Table::new(&ROUND_TASKS);
        for (&subject, seconds) in subjects.iter().zip([8, 5, 5, 4, 3, 2, 1, 1]) {
            let (took, normalised) = (Span(seconds * 2_000_000), Span(seconds * 1_000_000));
            tasks.push(&RoundTask { subject, took, normalised });
        }
        for &subject in subjects[8..].iter().rev() {
            tasks.push(&RoundTask { subject, took: Span::ZERO, normalised: Span::ZERO });
        }
        trace.tables = vec![rounds, tasks];
        trace
    }

    #[test]
    fn rounds_are_limited_to_a_time() {
        let trace = trace();
        let list = Rounds::known_at(&trace, Time::MAX);
        assert_eq!((list.applications.len(), list.applications[0].name.as_str()), (1, "7"));
        let [over, open] = &list.rounds[..] else { panic!("{list:?}") };
        assert_eq!((over.end_s, over.efficiency, over.time_s), (Some(8.0), Some(29.0 / 32.0), Some(8.0)));
        assert_eq!((over.ratio, over.achievable), (Some(8.0 * 32.0 / 29.0), Some(29.0 / 8.0)));
        assert_eq!((over.next, over.rule, over.text.as_str()), (Some(4), "enough", "4 workers are enough."));
        assert_eq!((open.start_s, open.end_s, open.held, open.next), (9.0, None, None, None));
        // Before its end, the first round has no results either.
        let early = Rounds::known_at(&trace, Time(5_000_000)).rounds;
        assert_eq!((early.len(), early[0].efficiency, early[0].text.as_str()), (1, None, ""));
        assert_eq!(Rounds::known_at(&trace, Time(-1)), Rounds { applications: vec![], rounds: vec![] });
    }

    #[test]
    fn a_running_round_uses_the_previous_task_times() {
        let trace = trace();
        let (trade, tasks) = round_trade_off(&trace, &Round::rounds_of(&trace)[0]);
        assert_eq!((trade.points.len(), trade.points[3].makespan, trade.perfect_number()), (8, 8_000_000, 4));
        assert_eq!(
            tasks[0],
            Task { subject: 1, number: 1, took_s: Some(16.0), normalised_s: Some(8.0), place_before: None }
        );
        let (trade, tasks) = round_trade_off(&trace, &Round::rounds_of(&trace)[1]);
        // The longest last: 1 1 2 3 4 5 5 8 on four machines.
        assert_eq!(trade.points[3].makespan, 11_000_000);
        let last = Task {
            subject: 9,
            number: 1,
            took_s: Some(16.0),
            normalised_s: Some(8.0),
            place_before: Some(0),
        };
        assert_eq!(tasks[7], last);
        assert_eq!((tasks[0].number, tasks[0].place_before), (8, Some(7)));
    }
}
