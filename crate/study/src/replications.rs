//! The replications of a quantity, as the sequential rule compares them with a bound.

use crate::sequential::{Evidence, SampleMoments, fieller_interval};
use crate::statistics::mean;
use ganttlet_document::study::OutputKind;

/// From this number of events on, their mean is judged like any other mean.
const FEW_EVENTS: f64 = 30.0;
/// A variance of this many times the mean shows that events are not independent.
const MOST_DISPERSION: f64 = 2.0;

/// The numbers of a quantity, one for each seed; NaN if a run is missing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Replications {
    /// Without randomness.
    Exact(f64),
    /// The quantity is the mean of these values.
    Means(Vec<f64>),
    /// The quantity is the mean of the first list divided by that of the second.
    Ratio(Vec<f64>, Vec<f64>),
}

impl Replications {
    /// The mean of these values; `None` without values.
    pub(crate) fn means(values: Vec<f64>) -> Option<Self> {
        values.iter().any(|value| value.is_finite()).then_some(Self::Means(values))
    }

    /// The ratio of the means of numerators and denominators.
    pub(crate) fn ratio(numerator: Vec<f64>, denominator: Vec<f64>) -> Option<Self> {
        let constant = denominator.iter().copied().find(|value| value.is_finite())?;
        if denominator.iter().all(|value| value.is_nan() || value.total_cmp(&constant).is_eq()) {
            return Self::means(numerator.into_iter().map(|value| value / constant).collect());
        }
        // The sign gives the side of the ratio only if the denominator is positive.
        let sign = present_mean(&denominator).signum();
        let signed = |values: Vec<f64>| values.into_iter().map(|value| value * sign).collect();
        Some(Self::Ratio(signed(numerator), signed(denominator)))
    }

    /// The estimate.
    pub(crate) fn estimate(&self) -> f64 {
        match self {
            Self::Exact(value) => *value,
            Self::Means(values) => present_mean(values),
            Self::Ratio(numerator, denominator) => present_mean(numerator) / present_mean(denominator),
        }
    }

    /// The number of runs with a value; `None` without randomness.
    pub(crate) fn count(&self) -> Option<u32> {
        self.sample(0.0).map(|sample| sample.count)
    }

    /// True if a few runs contribute most of the mean.
    pub(crate) fn is_dominated_by_few(&self) -> bool {
        self.sample(self.estimate()).is_some_and(|sample| sample.is_dominated_by_few())
    }

    /// The sample that decides whether the quantity is above or below a bound: its mean is compared with 0.
    pub(crate) fn sample(&self, bound: f64) -> Option<SampleMoments> {
        match self {
            Self::Exact(_) => None,
            Self::Means(values) => {
                SampleMoments::from_values(&values.iter().map(|value| value - bound).collect::<Vec<_>>())
            }
            Self::Ratio(numerator, denominator) => {
                let pairs = numerator.iter().zip(denominator);
                SampleMoments::from_values(&pairs.map(|(a, b)| a - bound * b).collect::<Vec<_>>())
            }
        }
    }

    /// The evidence of the runs about a bound, by the kind of number that each run gives.
    pub(crate) fn evidence(&self, bound: f64, output: OutputKind) -> Option<Evidence> {
        let sample = self.sample(bound);
        match output {
            OutputKind::Number | OutputKind::Law => sample.map(Evidence::Sample),
            OutputKind::Event => {
                let values = self.present_values();
                let largest = values.iter().copied().fold(1.0, f64::max);
                // Shares are in %: an event counts as 100.
                let unit = if largest > 1.0 { 100.0 } else { 1.0 };
                let is_event = |value: f64| value.total_cmp(&unit).is_eq();
                let events = values.iter().filter(|&&value| is_event(value)).count() as u32;
                let binary = values.iter().all(|&value| value == 0.0 || is_event(value));
                binary.then(|| Evidence::of_events(events, values.len() as u32, bound / unit))
            }
            OutputKind::Count => {
                let values = self.present_values();
                let total: f64 = values.iter().sum();
                if total >= FEW_EVENTS {
                    return sample.map(Evidence::Sample);
                }
                let moments = SampleMoments::from_values(&values)?;
                let clustered = moments.deviation * moments.deviation >= MOST_DISPERSION * moments.mean;
                let whole = values.iter().all(|value| *value >= 0.0 && value.fract() == 0.0);
                // Clustered events are not Poisson.
                (whole && !(clustered && total > 0.0))
                    .then(|| Evidence::of_count(total as u32, bound * values.len() as f64))
            }
        }
    }

    /// The values that are not missing.
    fn present_values(&self) -> Vec<f64> {
        self.values().into_iter().filter(|value| value.is_finite()).collect()
    }

    /// True if every run meets a condition.
    pub(crate) fn all(&self, meets: impl Fn(f64) -> bool) -> bool {
        self.present_values().into_iter().all(meets)
    }

    /// The interval of the sequential rule; for a ratio, Fieller's interval. `None` if it is unbounded or unknown.
    pub(crate) fn interval(&self, quantile: f64) -> Option<(f64, f64)> {
        match self {
            Self::Exact(value) => Some((*value, *value)),
            Self::Means(values) => SampleMoments::from_values(values).map(|sample| sample.interval(quantile)),
            Self::Ratio(numerator, denominator) => fieller_interval(numerator, denominator, quantile),
        }
    }

    /// The difference from another quantity of the same seeds, paired by seed.
    pub(crate) fn difference(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Exact(one), Self::Exact(other)) => Self::Exact(one - other),
            (Self::Exact(one), _) => {
                Self::Means(other.values().into_iter().map(|other| one - other).collect())
            }
            (_, Self::Exact(other)) => {
                Self::Means(self.values().into_iter().map(|one| one - other).collect())
            }
            _ => Self::Means(
                self.values().into_iter().zip(other.values()).map(|(one, other)| one - other).collect(),
            ),
        }
    }

    /// Values whose mean is the estimate; for a ratio, linear approximations.
    fn values(&self) -> Vec<f64> {
        match self {
            Self::Exact(value) => vec![*value],
            Self::Means(values) => values.clone(),
            Self::Ratio(numerator, denominator) => {
                let (estimate, scale) = (self.estimate(), present_mean(denominator));
                let pairs = numerator.iter().zip(denominator);
                pairs.map(|(a, b)| estimate + (a - estimate * b) / scale).collect()
            }
        }
    }
}

/// The mean of the values that are not missing.
fn present_mean(values: &[f64]) -> f64 {
    mean(&values.iter().copied().filter(|value| value.is_finite()).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequential::Side;

    #[test]
    fn a_ratio_is_compared_with_a_bound_without_division() {
        let of = |sign: f64| {
            let a = [3.0, 5.0, f64::NAN, 7.0].map(|value| sign * value);
            let b = [2.0, 2.0, f64::NAN, 4.0].map(|value| sign * value);
            Replications::ratio(a.to_vec(), b.to_vec()).expect("a ratio")
        };
        for sign in [1.0, -1.0] {
            let ratio = of(sign);
            assert!((ratio.estimate() - 15.0 / 8.0).abs() < 1e-12);
            let sample = ratio.sample(1.0).expect("three pairs");
            assert_eq!((sample.count, sample.mean), (3, 7.0 / 3.0));
            assert_eq!(sample.side_of_zero(2.0), Some(Side::Above));
        }
    }

    #[test]
    fn a_constant_denominator_makes_a_mean() {
        let half = Replications::ratio(vec![3.0, f64::NAN, 5.0], vec![2.0, 2.0, 2.0]).expect("values");
        assert!((half.estimate() - 2.0).abs() < 1e-12);
        assert!(matches!(half, Replications::Means(_)));
        assert_eq!(Replications::means(vec![f64::NAN]), None);
    }

    #[test]
    fn differences_are_paired_by_seed() {
        let (one, other) = (Replications::Means(vec![10.0, 500.0]), Replications::Means(vec![12.0, 502.0]));
        assert_eq!(other.difference(&one), Replications::Means(vec![2.0, 2.0]));
        assert_eq!(one.difference(&Replications::Exact(1.0)), Replications::Means(vec![9.0, 499.0]));
        let exact = Replications::Exact(3.0).difference(&Replications::Exact(1.0));
        assert_eq!((exact.sample(0.0), exact.interval(2.0)), (None, Some((2.0, 2.0))));
    }

    #[test]
    fn events_and_rare_counts_have_exact_limits() {
        let of = |values: &[f64], bound: f64, output: OutputKind| {
            Replications::Means(values.to_vec()).evidence(bound, output)
        };
        let tails = |evidence: Option<Evidence>| match evidence {
            Some(Evidence::Tails { at_least, at_most }) => (at_least, at_most),
            other => panic!("{other:?}"),
        };
        // All of 16 runs: 0.8^16 if the probability is 0.8.
        for unit in [1.0, 100.0] {
            let (at_least, at_most) = tails(of(&[unit; 16], 0.8 * unit, OutputKind::Event));
            assert!((at_least - 0.028_147_497_67).abs() < 1e-9 && (at_most - 1.0).abs() < 1e-9);
        }
        assert_eq!(of(&[0.0, 0.5], 0.5, OutputKind::Event), None, "no event");
        // No event in 16 runs: exp(-16 * 0.5) if 0.5 are expected.
        let (at_least, at_most) = tails(of(&[0.0; 16], 0.5, OutputKind::Count));
        assert!((at_least - 1.0).abs() < 1e-12 && (at_most - 0.000_335_462_63).abs() < 1e-11);
        // One or more of 4 * 0.25: 1 - exp(-1).
        let (at_least, _) = tails(of(&[1.0, 0.0, 0.0, 0.0], 0.25, OutputKind::Count));
        assert!((at_least - 0.632_120_558_83).abs() < 1e-9);
        assert_eq!(of(&[8.0, 0.0, 0.0, 0.0], 0.25, OutputKind::Count), None, "in groups");
        assert!(matches!(of(&[20.0, 21.0], 0.25, OutputKind::Count), Some(Evidence::Sample(_))));
    }
}
