//! Users who submit bags in sequence.

use super::*;
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::Streams;
use ganttlet_work::bags::{Pause, SessionUser};
use ganttlet_work::generator::GENERATORS;
use proptest::prelude::*;
use std::rc::Rc;

/// A user with working hours from 0 to 1000 s and from 5000 to 6000 s.
fn user() -> Rc<SessionUser> {
    let time = Time::from_seconds;
    Rc::new(SessionUser {
        continue_0: 0.8,
        continue_slope_per_min: 0.05,
        hours: vec![(time(0.0), time(1_000.0)), (time(5_000.0), time(6_000.0))],
        until: time(6_000.0),
    })
}

/// Bags of one task each: runtime, and the preceding pause.
fn following(user: &Rc<SessionUser>, bags: &[(f64, [f64; 3])]) -> Vec<Bag> {
    let bag = |(number, &(run, [choice, length, wake])): (u32, &(f64, [f64; 3]))| Bag {
        number,
        user: 7,
        home: 0,
        tasks: vec![Span::from_seconds(run)],
        session: Some((user.clone(), Pause { choice, length, wake })),
        ..Bag::default()
    };
    (1..).zip(bags).map(bag).collect()
}

fn run_with(bags: Vec<Bag>, fixed: &str) -> Trace {
    let mut scenario = read(&format!("cluster A 1 1\n{fixed}"));
    scenario.bags.extend(bags);
    scenario.simulation().finish()
}

fn schedule(trace: &Trace) -> String {
    let at = |time: Time| format_number(time.0 as f64 / 1e6);
    let row = |row: BagRow| format!("{} {} {}-{}", row.bag, at(row.submit), at(row.start), at(row.end));
    trace.table_rows::<BagRow>().map(row).collect::<Vec<_>>().join(", ")
}

/// A think time after the start of the working hours, one after the end of a bag, and a break that lasts until the next
/// working hours.
const PAUSES: [(f64, [f64; 3]); 3] =
    [(10.0, [0.0, 0.0, 0.5]), (20.0, [0.0, 0.5, 0.0]), (30.0, [0.99, 0.25, 0.25])];

#[test]
fn bags_follow_the_end_of_the_one_before() {
    let trace = run_with(following(&user(), &PAUSES), "");
    assert_eq!(schedule(&trace), "1 167 167-177, 2 344 344-364, 3 5044 5044-5074");
}

/// A bag of another user occupies the processor until 450 s and delays all others; it has a fixed submit time.
#[test]
fn a_bag_that_waits_delays_the_next_one() {
    let trace = run_with(following(&user(), &PAUSES), "other 1 0 150 300");
    assert_eq!(schedule(&trace), "1 150 150-450, 1 167 450-460, 2 627 627-647, 3 5044 5044-5074");
}

#[test]
fn no_bag_is_submitted_after_the_last_working_hours() {
    let late = [(990.0, [0.0, 0.0, 0.5]), (900.0, [0.0, 0.0, 0.5]), (1.0, [0.0, 0.0, 0.0])];
    let trace = run_with(following(&user(), &late), "");
    assert_eq!(schedule(&trace), "1 167 167-1157, 2 5167 5167-6067");
}

/// Sessions of the generator on two small clusters.
fn generated(seed: u64, kappa: f64) -> Vec<Bag> {
    let settings = Settings::default()
        .with("kappa", Value::Number(kappa))
        .with("days", Value::Number(1.5))
        .with("size_most", Value::Integer(4))
        .with("run_mean_s", Value::Number(600.0));
    (GENERATORS.get("bag-sessions").make)(&settings, &platform(), &Streams::new(seed), "w").take()
}

fn platform() -> Platform {
    let clusters = vec![Machines::homogeneous("A", 3, 1.0), Machines::homogeneous("B", 2, 1.5)];
    Platform { network: Network::uniform(clusters.len(), 1e9, Span::ZERO), clusters }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// No user has two bags at a time; bags of a user arrive in the order of their numbers, within working hours, and
    /// not before their earliest times. Two policies give the same bags, as far as both submit them.
    #[test]
    fn users_have_one_bag_at_a_time(seed in any::<u64>(), kappa in 0.005..0.1, policy in 0_usize..7) {
        let bags = generated(seed, kappa);
        let finish = |selection: &str, scheduling: &str| {
            let policies = [selection, scheduling].map(str::to_owned);
            let (clusters, settings) = (platform().clusters, Settings::default());
            Scenario { clusters, bags: bags.clone(), settings, policies }.simulation().finish()
        };
        let trace = finish(SELECTIONS.ids()[policy], "largest-on-fastest");
        let mut last: BTreeMap<u32, BagRow> = BTreeMap::new();
        for row in trace.table_rows::<BagRow>() {
            let planned = bags.iter().find(|bag| bag.number == row.bag).expect("a bag of the generator");
            let (user, _) = planned.session.as_ref().expect("a session");
            prop_assert!(user.hours.iter().any(|&(begin, _)| begin <= row.submit) && row.submit < user.until);
            prop_assert!(row.submit >= planned.submit, "{} before {}", row.submit.0, planned.submit.0);
            prop_assert_eq!((row.tasks as usize, row.work), (planned.tasks.len(), planned.total_run_time()));
            prop_assert!(row.end != Time::MAX);
            if let Some(before) = last.insert(planned.user, row) {
                prop_assert!(before.end < row.submit && before.bag < row.bag);
            }
        }
        // The n-th bag of a user has the same tasks under each policy.
        let of_users = |trace: &Trace| {
            let mut all: BTreeMap<Option<u32>, Vec<u32>> = BTreeMap::new();
            trace.table_rows::<BagRow>().for_each(|row| all.entry(row.user).or_default().push(row.bag));
            all
        };
        let (one, other) = (of_users(&trace), of_users(&finish("all-tasks", "fastest-first")));
        for (user, numbers) in &one {
            prop_assert!(numbers.iter().zip(&other[user]).all(|(one, other)| one == other));
        }
    }
}
