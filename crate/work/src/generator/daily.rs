//! The daily cycle: the relative arrival rate of each half-hour.

/// Half-hours of a day.
pub(super) const SLOTS: usize = 48;

/// Seconds in a half-hour.
pub(super) const SLOT_S: f64 = 1_800.0;

/// The day of Lublin and Feitelson's model starts in this half-hour (5:00 to 5:30), when the fewest jobs arrive.
const FIRST_SLOT: usize = 11;

/// The relative rate of each half-hour from midnight on; the mean is 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DailyCycle([f64; SLOTS]);

impl DailyCycle {
    /// A gamma distribution (shape, scale in half-hours) over the 48 half-hours that start with the 11th, as fitted to
    /// the arrivals of a day by Lublin and Feitelson 2003, section 6.
    pub(super) fn from_gamma(shape: f64, scale: f64) -> Self {
        let mut weights = [0.0; SLOTS];
        for i in FIRST_SLOT..FIRST_SLOT + SLOTS {
            let (start, end) = (i as f64 - 0.5, i as f64 + 0.5);
            // The model counts half-hours from 1.
            weights[(i - 1) % SLOTS] = gamma_cdf(shape, end / scale) - gamma_cdf(shape, start / scale);
        }
        Self::from_weights(&weights)
    }

    /// A day with these weights of half-hours from midnight on, none of them exactly zero.
    pub(super) fn from_weights(weights: &[f64; SLOTS]) -> Self {
        let mean = weights.iter().sum::<f64>() / SLOTS as f64;
        Self((*weights).map(|weight| weight / mean))
    }

    /// The cumulative rate from a midnight on after this many seconds: the inverse of [`Self::time_after_effort`].
    pub(super) fn effort_until(&self, seconds: f64) -> f64 {
        let slots = libm::floor(seconds / SLOT_S);
        let (days, rest) = (libm::floor(slots / SLOTS as f64), slots as u64 as usize % SLOTS);
        let whole: f64 = self.0[..rest].iter().sum();
        (days * SLOTS as f64 + whole) * SLOT_S + (seconds - slots * SLOT_S) * self.0[rest]
    }

    /// The relative rate at this time, in seconds since a midnight.
    pub(super) fn weight_at(&self, seconds: f64) -> f64 {
        self.0[(seconds / SLOT_S) as u64 as usize % SLOTS]
    }

    /// The relative rate in a half-hour, counted from midnight of the first day.
    pub(super) fn weight_of_slot(&self, slot: usize) -> f64 {
        self.0[slot % SLOTS]
    }

    /// The maximum relative rate.
    pub(super) fn peak_weight(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }

    /// The time at which the cumulative rate has grown by `effort` since `from` (seconds since a midnight). Arrivals
    /// are sparse in quiet half-hours and dense in busy ones; on average one second of effort takes one second.
    pub(super) fn time_after_effort(&self, from: f64, effort: f64) -> f64 {
        let day = SLOT_S * SLOTS as f64;
        // Each whole day has the effort of a day.
        let days = libm::floor(effort / day);
        let (mut time, mut left) = (from + days * day, effort - days * day);
        loop {
            let slot_end = (libm::floor(time / SLOT_S) + 1.0) * SLOT_S;
            // A time that rounding moved to the end of a slot belongs to the next one.
            let weight = self.weight_at(time);
            let cost = (slot_end - time) * weight;
            if left < cost || !cost.is_finite() || slot_end <= time {
                return time + left / weight;
            }
            left -= cost;
            time = slot_end;
        }
    }
}

/// The cumulative gamma distribution with this shape and scale 1 at `x`: the series for small `x`, the continued
/// fraction (Lentz) for large `x`.
pub(super) fn gamma_cdf(shape: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let front = libm::exp(shape * libm::log(x) - x - libm::lgamma(shape));
    if x < shape + 1.0 {
        let (mut term, mut sum) = (1.0 / shape, 1.0 / shape);
        let mut k = shape;
        for _ in 0..10_000 {
            k += 1.0;
            term *= x / k;
            sum += term;
            if term < sum * 1e-16 {
                break;
            }
        }
        return (front * sum).min(1.0);
    }
    let tiny = 1e-300;
    let mut b = x + 1.0 - shape;
    let (mut c, mut d) = (1.0 / tiny, 1.0 / b);
    let mut fraction = d;
    for i in 1..10_000 {
        let i = f64::from(i);
        let a = i * (shape - i);
        b += 2.0;
        d = a * d + b;
        d = 1.0 / if d.abs() < tiny { tiny } else { d };
        c = b + a / c;
        c = if c.abs() < tiny { tiny } else { c };
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    (1.0 - front * fraction).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_cdf_has_tabulated_values() {
        // Shape 1 is exponential; shape 0.5 at x is erf(sqrt x); integer shapes are sums of Poisson probabilities.
        for (shape, x, share) in [
            (1.0, 2.0, 0.864_664_716_763),
            (0.5, 0.25, 0.520_499_877_814),
            (3.0, 1.0, 0.080_301_397_071),
            (3.0, 9.0, 0.993_767_804_834),
            (10.0, 10.0, 0.542_070_285_528),
        ] {
            assert!((gamma_cdf(shape, x) - share).abs() < 1e-10, "{shape} {x}: {}", gamma_cdf(shape, x));
        }
        assert!((gamma_cdf(639.1, 639.1) - 0.505).abs() < 0.001);
    }

    #[test]
    fn effort_of_one_day_takes_one_day() {
        let day = DailyCycle::from_gamma(8.1737, 3.9631);
        for from in [0.0, 1_000.0, 43_210.5] {
            assert!((day.time_after_effort(from, 86_400.0) - from - 86_400.0).abs() < 1e-6);
            let there = day.time_after_effort(day.time_after_effort(from, 30_000.0), 56_400.0);
            assert!((there - from - 86_400.0).abs() < 1e-6, "{from}: {there}");
        }
        for until in [0.0, 1_800.0, 50_000.0, 86_400.0, 200_000.0] {
            assert!((day.time_after_effort(0.0, day.effort_until(until)) - until).abs() < 1e-6, "{until}");
        }
    }

    #[test]
    fn arrivals_are_denser_by_day_than_by_night() {
        let day = DailyCycle::from_gamma(8.1737, 3.9631);
        assert!(
            (day.weight_at(13.5 * 3_600.0) - 1.83).abs() < 0.01 && (day.peak_weight() - 1.83).abs() < 0.01
        );
        assert!((day.weight_at(5.0 * 3_600.0) - 0.16).abs() < 0.01);
        assert!(
            day.time_after_effort(0.0, 600.0) > day.time_after_effort(12.0 * 3_600.0, 600.0) - 12.0 * 3_600.0
        );
        assert!(day.time_after_effort(1e300, 5.0).is_finite());
    }
}
