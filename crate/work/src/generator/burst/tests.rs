//! Moments of counts of arrivals, exact and simulated.

use super::*;
use ganttlet_core::rng::Streams;

fn burst(strength: f64, scales: u32, first_s: f64, ratio: f64) -> Burst {
    Burst { burst_strength: strength, burst_scales: scales, burst_first_s: first_s, burst_ratio: ratio }
}

fn flat_day() -> DailyCycle {
    DailyCycle::from_weights(&[1.0; 48])
}

/// The sum over all non-empty sets of time scales of a function of the size of the set and of its total rate of change.
fn sum_over_sets(burst: &Burst, of: impl Fn(u32, f64) -> f64) -> f64 {
    let rates: Vec<f64> = (0..burst.burst_scales)
        .map(|i| 1.0 / (burst.burst_first_s * libm::pow(burst.burst_ratio, f64::from(i))))
        .collect();
    (1_u32..1 << burst.burst_scales)
        .map(|set| {
            let inside = rates.iter().zip(0..).filter(|&(_, i)| set >> i & 1 == 1);
            of(set.count_ones(), inside.map(|(rate, _)| rate).sum())
        })
        .sum()
}

/// The variance of the counts of a Poisson process of mean rate `lambda` in bins of this width.
fn count_variance(burst: &Burst, lambda: f64, bin: f64) -> f64 {
    let part = |size: u32, a: f64| {
        let power = libm::pow(burst.burst_strength, 2.0 * f64::from(size));
        power * 2.0 * (bin / a - (1.0 - libm::exp(-a * bin)) / (a * a))
    };
    lambda * bin + lambda * lambda * sum_over_sets(burst, part)
}

/// The covariance of counts that are `lag` bins apart.
fn count_covariance(burst: &Burst, lambda: f64, bin: f64, lag: u32) -> f64 {
    let part = |size: u32, a: f64| {
        let power = libm::pow(burst.burst_strength, 2.0 * f64::from(size));
        let width = (1.0 - libm::exp(-a * bin)) / a;
        power * width * width * libm::exp(-a * f64::from(lag - 1) * bin)
    };
    lambda * lambda * sum_over_sets(burst, part)
}

#[test]
fn second_moments_of_one_time_scale_are_the_specified_ones() {
    let (one, lambda, bin) = (burst(0.5, 1, 600.0, 15.0), 1.0 / 60.0, 300.0);
    let (variance, covariance) = (count_variance(&one, lambda, bin), count_covariance(&one, lambda, bin, 1));
    assert!((variance - 10.326_5).abs() < 5e-5, "{variance}");
    assert!((covariance - 3.870_45).abs() < 5e-6, "{covariance}");
    assert!((covariance / variance - 0.374_80).abs() < 1e-5, "{}", covariance / variance);
}

#[test]
fn autocorrelation_of_several_time_scales_is_the_specified_one() {
    let (four, lambda) = (burst(0.4, 4, 120.0, 6.0), 59.34 / 300.0);
    let variance = count_variance(&four, lambda, 300.0);
    let found = [1, 2, 3, 6, 12, 24].map(|lag| count_covariance(&four, lambda, 300.0, lag) / variance);
    for (found, expected) in found.into_iter().zip([0.756, 0.617, 0.546, 0.429, 0.328, 0.232]) {
        assert!((found - expected).abs() < 5e-4, "{found} {expected}");
    }
    let fitted = burst(0.43, 3, 20.0, 15.0);
    let variance = count_variance(&fitted, lambda, 300.0);
    assert!((variance / 59.34 - 23.2).abs() < 0.05, "{}", variance / 59.34);
}

/// Counts of arrivals per five minutes, over this many days.
fn counts(burst: &Burst, lambda: f64, days: f64, seed: u64) -> Vec<f64> {
    let until = days * 86_400.0;
    let clock = RateClock::new(burst, false, &flat_day(), until, &mut Streams::new(seed).get("bursts"))
        .expect("there are bursts");
    let mut gaps = Streams::new(seed).get("gaps");
    let mut counts = vec![0.0; (until / 300.0) as usize];
    let mut effort = 0.0;
    loop {
        effort += gaps.exponential(1.0 / lambda);
        if effort >= clock.effort_until(until) {
            return counts;
        }
        let bin = (clock.time_after_effort(effort) / 300.0) as usize;
        if let Some(count) = counts.get_mut(bin) {
            *count += 1.0;
        }
    }
}

/// The means of the squared deviation from the known mean, and of the product with the next count, each within three
/// standard errors of 40 independent runs of five days.
#[test]
fn moments_of_simulated_arrivals_are_the_exact_ones() {
    let (one, lambda) = (burst(0.5, 1, 600.0, 15.0), 1.0 / 60.0);
    let runs: Vec<[f64; 3]> = (0..40)
        .map(|seed| {
            let counts = counts(&one, lambda, 5.0, seed);
            let off: Vec<f64> = counts.iter().map(|count| count - 5.0).collect();
            let n = off.len() as f64;
            let products = off.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>() / (n - 1.0);
            [off.iter().sum::<f64>() / n, off.iter().map(|x| x * x).sum::<f64>() / n, products]
        })
        .collect();
    let exact = [0.0, count_variance(&one, lambda, 300.0), count_covariance(&one, lambda, 300.0, 1)];
    for (place, exact) in exact.into_iter().enumerate() {
        let mean = runs.iter().map(|run| run[place]).sum::<f64>() / 40.0;
        let spread = runs.iter().map(|run| (run[place] - mean) * (run[place] - mean)).sum::<f64>() / 39.0;
        let error = libm::sqrt(spread / 40.0);
        assert!((mean - exact).abs() < 3.0 * error, "{place}: {mean} ± {error}, exact {exact}");
    }
}

#[test]
fn the_week_has_busy_weekdays_and_a_mean_of_one() {
    let none = burst(0.0, 3, 20.0, 15.0);
    let day = DailyCycle::from_gamma(2.62, 1.0 / 0.13);
    let mut chance = Streams::new(1).get("bursts");
    assert!(RateClock::new(&none, false, &day, 1e6, &mut chance).is_none());
    let clock = RateClock::new(&none, true, &day, 14.0 * 86_400.0, &mut chance).expect("the week");
    let effort = |from: f64, to: f64| clock.effort_until(to * 86_400.0) - clock.effort_until(from * 86_400.0);
    assert!((effort(0.0, 1.0) / 86_400.0 - 1.272_73).abs() < 1e-5);
    assert!((effort(5.0, 6.0) / 86_400.0 - 0.318_18).abs() < 1e-5);
    assert!((effort(0.0, 7.0) / 7.0 / 86_400.0 - 1.0).abs() < 1e-9);
    assert!((effort(7.0, 14.0) / 7.0 / 86_400.0 - 1.0).abs() < 1e-9);
}

/// Time and cumulative rate are inverse functions, and the latter never decreases.
#[test]
fn time_and_effort_are_inverse() {
    let clock = RateClock::new(
        &burst(0.43, 3, 20.0, 15.0),
        true,
        &DailyCycle::from_gamma(8.1737, 3.9631),
        3.0 * 86_400.0,
        &mut Streams::new(5).get("bursts"),
    )
    .expect("bursts");
    assert!(clock.changes.is_sorted_by(|one, other| one.0 < other.0 && one.1 < other.1));
    for time in [0.0, 1.0, 1_799.5, 1_800.0, 40_000.25, 200_000.0] {
        let back = clock.time_after_effort(clock.effort_until(time));
        assert!((back - time).abs() < 1e-6, "{time}: {back}");
    }
}
