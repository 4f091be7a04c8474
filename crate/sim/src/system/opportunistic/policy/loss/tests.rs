use super::*;
use ganttlet_core::entry::{Settings, Value};

fn policy(id: &str, settings: &Settings) -> Box<dyn LossPolicy> {
    (LOSS_POLICIES.get(id).make)(settings)
}

fn plan(policy: &mut dyn LossPolicy, outlook: &BatchOutlook) -> (u32, u32) {
    let plan = policy.plan_batch(outlook);
    assert_eq!(plan.values[..2], [i64::from(plan.extra), i64::from(plan.copies)]);
    (plan.extra, plan.copies)
}

/// 50 tasks whose largest fifth has this share of the work, with differing tasks (Heymann 2001, section 3.4.2).
fn tasks(share: f64) -> Vec<Span> {
    let part = |count: i32, load: f64| {
        let unit = load / f64::from(count * (count + 1) / 2);
        (1..=count).map(move |rank| Span::from_seconds(unit * f64::from(rank)))
    };
    let mut tasks: Vec<Span> = part(10, share * 50_000.0).chain(part(40, (1.0 - share) * 50_000.0)).collect();
    tasks.sort_unstable_by(|a, b| b.cmp(a));
    tasks
}

#[test]
fn copies_come_with_extra_machines() {
    let outlook = BatchOutlook { workers: 20, expected: &[], losses: &[] };
    let with = |id: &str, extra| {
        let settings = Settings::default().with("extra_machines", Value::Integer(extra));
        plan(policy(id, &settings).as_mut(), &outlook)
    };
    assert_eq!([0, 1, 3].map(|extra| with("no-replication", extra)), [(0, 0), (1, 0), (3, 0)]);
    assert_eq!([0, 1, 3].map(|extra| with("single-replication", extra)), [(0, 0), (1, 1), (3, 1)]);
    assert_eq!([0, 1, 3].map(|extra| with("complete-replication", extra)), [(0, 0), (1, 1), (3, 3)]);
    assert_eq!([0, 1, 3].map(|extra| with("partial-replication", extra)), [(0, 0), (1, 1), (3, 2)]);
}

#[test]
fn replication_starts_and_ends_at_different_rates() {
    let expected = tasks(0.5);
    let settings = Settings::default().with("loss_window", Value::Integer(5));
    let mut automatic = policy("automatic-replication", &settings);
    let mut after = |losses: &[u32]| {
        plan(automatic.as_mut(), &BatchOutlook { workers: 11, expected: &expected, losses }).1 > 0
    };
    let losses = [0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0];
    // Losses in the window: 0 of 0, 0/1, 1/2, 1/3, 2/4, 2/5, 3/5, 2/5, 2/5, 2/5, 2/5, 1/5, 2/5, 2/5, 1/5, 1/5.
    let expected = [0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0].map(|on| on == 1);
    let found: Vec<bool> = (0..=losses.len()).map(|batches| after(&losses[..batches])).collect();
    assert_eq!(found, expected);
}

#[test]
fn extra_machines_follow_the_perfect_number() {
    let settings = Settings::default();
    let with = |share: f64, workers, settings: &Settings| {
        let outlook = BatchOutlook { workers, expected: &tasks(share), losses: &[1; 10] };
        plan(policy("automatic-replication", settings).as_mut(), &outlook)
    };
    // Perfect numbers 20, 11 and 6, published; 15 % of them, rounded up.
    assert_eq!(with(0.3, 20, &settings), (3, 3));
    assert_eq!(with(0.5, 11, &settings), (2, 2));
    assert_eq!(with(0.9, 6, &settings), (1, 1));
    // Below the ideal interval, which begins at 19, machines only: up to the perfect number, plus the extra machines
    // for it.
    assert_eq!(with(0.3, 19, &settings), (3, 3));
    assert_eq!(with(0.3, 18, &settings), (5, 0));
    assert_eq!(with(0.3, 5, &settings), (18, 0));
    // One extra machine is better without a replica if the tasks are nearly equal: 30 and 40 % in the large ones.
    let one = settings.clone().with("extra_share", Value::Number(0.05));
    assert_eq!([0.3, 0.4, 0.5].map(|share| with(share, 20, &one)), [(1, 0), (1, 0), (1, 1)]);
    let none = settings.with("extra_share", Value::Number(0.0));
    assert_eq!(with(0.3, 20, &none), (0, 0));
}

#[test]
fn with_loss_limits_of_zero_replication_is_always_on() {
    let expected = tasks(0.5);
    let settings =
        Settings::default().with("losses_on", Value::Number(0.0)).with("losses_off", Value::Number(0.0));
    let mut automatic = policy("automatic-replication", &settings);
    let mut outlook = BatchOutlook { workers: 11, expected: &expected, losses: &[] };
    assert_eq!(plan(automatic.as_mut(), &outlook), (2, 2));
    outlook.expected = &[];
    assert_eq!(plan(automatic.as_mut(), &outlook), (0, 0), "nothing is known of the tasks");
}
