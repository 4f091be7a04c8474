use super::*;
use proptest::prelude::*;

const fn at(t: i64) -> Time {
    Time(t)
}

fn steps(profile: &Profile) -> Vec<(Time, u32)> {
    let of = |block: &Block| {
        (0..block.count).map(|i| (block.times[i], block.free_in_step(i) as u32)).collect::<Vec<_>>()
    };
    profile.blocks.iter().flat_map(of).collect()
}

#[test]
fn free_slots_are_found_and_filled() {
    let mut profile = Profile::new(at(0), 4);
    profile.take(at(0), at(10), 3);
    profile.take(at(20), at(30), 4);
    assert_eq!(steps(&profile), [(at(0), 1), (at(10), 4), (at(20), 0), (at(30), 4)]);
    let earlier = |now, nodes, span, own| {
        profile.clone().find_earlier_start(at(now), nodes, Span(span), own).map(|found| found.start)
    };
    let earliest = |now, nodes, span| earlier(now, nodes, span, Time::MAX);
    assert_eq!(earliest(0, 1, 20), Some(at(0)));
    assert_eq!(earliest(0, 1, 21), Some(at(30)));
    assert_eq!(earliest(0, 2, 10), Some(at(10)));
    assert_eq!(earliest(12, 2, 8), Some(at(12)));
    assert_eq!(earliest(12, 2, 9), Some(at(30)));
    assert_eq!(earliest(0, 5, 1), None);
    // A job that holds 20-30 could move to 12, as its nodes do not count, but not to 5 with four nodes.
    assert_eq!(earlier(5, 4, 10, at(20)), Some(at(10)));
    assert_eq!(earlier(12, 1, 10, at(20)), Some(at(12)));
    assert_eq!(earlier(0, 4, 10, at(10)), None);
    profile.give_back(at(20), at(30), 4);
    assert_eq!(steps(&profile), [(at(0), 1), (at(10), 4)]);
    profile.forget_before(at(11));
    assert_eq!(steps(&profile), [(at(11), 4)]);
}

const NODES: u32 = 9;
const END: i64 = 600;

/// The reference: free nodes at every time, one after the other.
fn first_start_by_moments(free: &[u32], from: i64, nodes: u32, span: i64, own: i64) -> Option<Time> {
    let fits = |time: i64| time >= END || free[time as usize] >= nodes;
    (from..own.min(END + 1)).find(|&start| (start..own.min(start + span)).all(fits)).map(Time)
}

/// Start, length, nodes, and whether they are taken (or given back).
fn any_change() -> impl Strategy<Value = (i64, i64, u32, bool)> {
    (0..END - 1, 1..40_i64, 1..=NODES, proptest::bool::weighted(0.7))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_profile_agrees_with_a_list_of_all_moments(changes in proptest::collection::vec(any_change(), 0..500)) {
        let mut profile = Profile::new(at(0), NODES);
        let mut free = vec![NODES; END as usize];
        for (from, length, nodes, takes) in changes {
            let until = END.min(from + length);
            let span = &mut free[from as usize..until as usize];
            if takes && span.iter().all(|&free| free >= nodes) {
                for free in span {
                    *free -= nodes;
                }
                profile.take(at(from), at(until), nodes);
            } else if !takes && span.iter().all(|&free| free + nodes <= NODES) {
                for free in span {
                    *free += nodes;
                }
                profile.give_back(at(from), at(until), nodes);
            } else {
                for own in [i64::MAX, until] {
                    prop_assert_eq!(
                        profile.find_earlier_start(at(from), nodes, Span(length), at(own)).map(|found| found.start),
                        first_start_by_moments(&free, from, nodes, length, own)
                    );
                }
            }
        }
        let now = END / 3;
        profile.forget_before(at(now));
        let mut expected = vec![(at(now), free[now as usize])];
        for time in now + 1..=END {
            let there = free.get(time as usize).copied().unwrap_or(NODES);
            if there != expected[expected.len() - 1].1 {
                expected.push((at(time), there));
            }
        }
        prop_assert_eq!(steps(&profile), expected);
        for block in &profile.blocks {
            let mut surveyed = block.clone();
            surveyed.update_extremes();
            prop_assert!(surveyed.least >= block.least && surveyed.most <= block.most);
        }
    }
}
