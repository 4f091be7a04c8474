//! Published values, and properties for arbitrary wait times.

use super::*;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::rng::Streams;

fn bound_policy(id: &str) -> Box<dyn BoundPolicy> {
    (BOUND_POLICIES.get(id).make)(&Settings::default())
}

#[test]
fn the_index_is_the_published_one() {
    let found = |count| bmbp_index(count, 0.95, 0.95);
    assert_eq!(found(0), None);
    assert_eq!(found(58), None);
    for (count, place) in [
        (59, 59),
        (60, 60),
        (93, 92),
        (100, 99),
        (124, 122),
        (153, 150),
        (200, 196),
        (300, 292),
        (500, 484),
        (1000, 962),
        (2000, 1917),
        (5000, 4776),
    ] {
        assert_eq!(found(count), Some(place), "{count}");
    }
    // The normal approximation takes over without a jump.
    assert_eq!((found(5001), found(10_000)), (Some(4777), Some(9536)));
    // Where the probability of all wait times underflows.
    assert_eq!(bmbp_index(4_000, 0.5, 0.95), Some(2053));
}

#[test]
fn chebyshev_adds_the_published_deviations() {
    for (confidence, k) in
        [(0.5, std::f64::consts::SQRT_2), (0.75, 2.0), (0.9, 3.162_28), (0.95, 4.472_14), (0.99, 10.0)]
    {
        assert!((chebyshev::deviations(confidence) - k).abs() < 1e-5, "{confidence}");
    }
    let mut policy = bound_policy("chebyshev");
    assert_eq!(policy.wait_bound(), None);
    for wait in [0.0, 10.0, 20.0, 30.0] {
        policy.observe_wait(wait, None);
    }
    let bound = policy.wait_bound().expect("four waits are enough");
    assert!((bound - 72.735).abs() < 0.001, "{bound}");
}

/// Three misses in a row, interrupted by jobs without a bound: the newest 59 wait times remain.
#[test]
fn a_change_of_the_waits_truncates_the_history() {
    for (misses, bound) in [(2, 1000.0), (3, 50.0)] {
        let mut policy = bound_policy("bmbp");
        (0..100).for_each(|_| policy.observe_wait(1000.0, Some(false)));
        (0..60).for_each(|_| policy.observe_wait(50.0, None));
        for _ in 0..misses {
            policy.observe_wait(50.0, Some(true));
            policy.observe_wait(50.0, None);
        }
        assert_eq!(policy.wait_bound(), Some(bound), "after {misses} misses");
    }
    let mut policy = bound_policy("bmbp");
    let sizes: Vec<u32> = [1, 4, 5, 16, 17, 64, 65, 1000].map(|nodes| policy.job_group(nodes)).to_vec();
    assert_eq!(sizes, [0, 0, 1, 1, 2, 2, 3, 3]);
    policy.observe_wait(1.0, None);
    assert_eq!((policy.wait_bound(), bound_policy("chebyshev").job_group(1000)), (None, 0));
}

/// For wait times from one distribution of any shape, at most one in twenty exceeds the bound in the long run. The
/// bound is one of the wait times, and no lower for a higher confidence.
#[test]
fn bounds_hold_for_stationary_waits() {
    let mut stream = Streams::new(5).get("waits");
    for shape in 0..6 {
        for id in ["bmbp", "chebyshev"] {
            let mut sure = (BOUND_POLICIES.get(id).make)(
                &Settings::default().with("bound_confidence", Value::Number(0.99)),
            );
            let (mut policy, mut above, mut seen) = (bound_policy(id), 0_u32, Vec::new());
            for _ in 0..3_000 {
                let wait = match shape {
                    0 => stream.uniform() * 100.0,
                    1 => stream.exponential(100.0),
                    2 => f64::from(stream.uniform_below(3)) * 10.0,
                    3 => libm::pow(stream.exponential(1.0), 3.0),
                    4 => 7.0,
                    _ => {
                        if stream.bernoulli(0.9) {
                            0.0
                        } else {
                            stream.exponential(3_600.0)
                        }
                    }
                };
                let longer = policy.wait_bound().map(|bound| wait > bound);
                above += u32::from(longer == Some(true));
                seen.push(wait);
                policy.observe_wait(wait, longer);
                // Without misses the history is complete, so that both use the same wait times.
                sure.observe_wait(wait, None);
            }
            assert!(above <= 200, "{id} of {shape}: {above} of 3000 above");
            let (bound, most) =
                (policy.wait_bound().expect("a bound"), seen.iter().copied().fold(0.0, f64::max));
            assert!(id == "chebyshev" || (bound <= most && seen.contains(&bound)), "{id} of {shape}");
            let mut alike = bound_policy(id);
            for wait in seen {
                alike.observe_wait(wait, None);
            }
            assert!(alike.wait_bound() <= sure.wait_bound(), "{id} of {shape}");
        }
    }
}
