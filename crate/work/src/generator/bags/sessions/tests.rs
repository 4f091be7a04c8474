//! Users, their bags and their order.

use super::*;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::platform::PRESETS;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn bags_with(seed: u64, settings: &Settings) -> Vec<Bag> {
    let platform = (PRESETS.get("das3-g5k").build)(&Settings::default());
    (BAG_SESSIONS.make)(settings, &platform, &Streams::new(seed), "workload/0").take()
}

fn settings(numbers: &[(&'static str, f64)]) -> Settings {
    numbers.iter().fold(Settings::default(), |all, &(id, number)| all.with(id, Value::Number(number)))
}

/// The bags of each user, in their order.
fn by_user(bags: &[Bag]) -> BTreeMap<u32, Vec<&Bag>> {
    let mut users: BTreeMap<u32, Vec<&Bag>> = BTreeMap::new();
    for bag in bags {
        users.entry(bag.user).or_default().push(bag);
    }
    users
}

#[test]
fn a_user_repeats_the_parameters_of_bags() {
    let bags = bags_with(3, &settings(&[("run_cv_most", 0.0)]));
    let (mut same, mut pairs) = (0_u32, 0_u32);
    for own in by_user(&bags).values() {
        for pair in own.windows(2) {
            pairs += 1;
            same += u32::from(pair[0].tasks == pair[1].tasks);
        }
    }
    // Most series have one bag, but bags of long series are half of all bags.
    let share = f64::from(same) / f64::from(pairs);
    assert!(pairs > 1_000 && (0.3..0.8).contains(&share), "{share} of {pairs}");
    let off = settings(&[("run_cv_most", 0.0)]).with("same_job", Value::Choice("off"));
    for own in by_user(&bags_with(3, &off)).values() {
        assert!(own.windows(2).all(|pair| pair[0].tasks != pair[1].tasks));
    }
}

#[test]
fn users_of_low_ranks_are_more_active() {
    let bags = bags_with(1, &settings(&[("kappa", 0.3)]));
    let users = by_user(&bags);
    let of_rank = |rank: u32| (0..20).filter(|home| users.contains_key(&(home * USERS + rank))).count();
    let (first, last): (usize, usize) = ((1..=5).map(of_rank).sum(), (364..=368).map(of_rank).sum());
    // Four of five work on weekdays, the others not on these three days.
    assert!((60..=95).contains(&first) && last < 20, "{first} {last}");
}

#[test]
fn more_days_change_no_earlier_bag() {
    let (short, long) =
        (bags_with(4, &settings(&[("days", 1.0)])), bags_with(4, &settings(&[("days", 2.0)])));
    let (short, long) = (by_user(&short), by_user(&long));
    assert!(!short.is_empty());
    for (user, own) in short {
        let longer = &long[&user];
        assert!(
            own.iter().zip(longer).all(|(one, other)| one.tasks == other.tasks && one.submit == other.submit)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Bags arrive in the order of their numbers. Bags of a user are separated by at least the shortest response time,
    /// within the working hours of active days. The same seed gives the same bags.
    #[test]
    fn bags_are_in_order_and_within_working_hours(seed in any::<u64>(), kappa in 0.01..1.0, days in 0.5..9.0) {
        let set = settings(&[("kappa", kappa), ("days", days), ("streams", 0.0)]).with("streams", Value::Integer(3));
        let bags = bags_with(seed, &set);
        prop_assert_eq!(&bags, &bags_with(seed, &set));
        prop_assert!(bags.iter().zip(1..).all(|(bag, number)| bag.number == number));
        prop_assert!(bags.is_sorted_by_key(|bag| bag.submit));
        prop_assert!(bags.iter().all(|bag| bag.home < 3 && bag.user / USERS == bag.home && !bag.tasks.is_empty()));
        for own in by_user(&bags).values() {
            for pair in own.windows(2) {
                prop_assert!(pair[1].submit > pair[0].submit + shortest_response(pair[0], 1.75));
            }
            for bag in own {
                let (user, pause) = bag.session.as_ref().expect("a session");
                prop_assert!(user.hours.iter().any(|&(begin, end)| begin <= bag.submit && bag.submit < end));
                prop_assert!(bag.submit < user.until);
                prop_assert!([pause.choice, pause.length, pause.wake].iter().all(|x| (0.0..1.0).contains(x)));
            }
        }
    }
}
