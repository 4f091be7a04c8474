//! The sequential rule: verdicts at a few looks with a controlled error.
//!
//! If seeds are added until a confidence interval excludes a bound, the error rate is far above the level of the
//! interval. Here, claims are judged only at looks whose number is fixed before the first one. Each look has a part of
//! the error of the claim, and later looks have a larger one (Lan and `DeMets` 1983). By Bonferroni's inequality, the
//! parts add up to the error of all looks together. A bound is decided if Student's t and its correction for skewness
//! (Hall 1992) agree, and the first decision is kept.

use crate::statistics::{mean, student_upper_quantile};

/// Number of runs above which a needed number is not extrapolated.
pub const MOST_NEEDED_RUNS: f64 = 1e6;
/// The smallest number of runs whose kurtosis shows that few of them dominate the mean.
const LEAST_FOR_KURTOSIS: u32 = 128;

/// The looks of a study: the number of runs of each point at each look, and its part of the error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookPlan {
    /// The probability of a wrong decision over all looks, two-sided.
    pub alpha: f64,
    /// Number of runs at the first look; it doubles from look to look.
    pub first_look: u32,
    /// Number of looks.
    pub looks: u32,
}

impl LookPlan {
    /// The number of runs at a look, counted from 1.
    pub fn runs(&self, look: u32) -> u32 {
        self.first_look.saturating_mul(1_u32.checked_shl(look.saturating_sub(1)).unwrap_or(u32::MAX))
    }

    /// The number of runs at the last look.
    pub fn most_runs(&self) -> u32 {
        self.runs(self.looks)
    }

    /// The last look that this number of runs completes; 0 before the first.
    pub fn last_look(&self, runs: u32) -> u32 {
        (1..=self.looks).take_while(|&look| self.runs(look) <= runs).count() as u32
    }

    /// The error allotted to a look, two-sided.
    pub fn error(&self, look: u32) -> f64 {
        let looks = f64::from(self.looks);
        self.alpha * 2.0 * f64::from(look) / (looks * (looks + 1.0))
    }

    /// Student's two-sided quantile of the error of a look, divided among several cells.
    pub fn quantile(&self, look: u32, cells: u32, degrees: u32) -> f64 {
        student_upper_quantile(self.error(look) / f64::from(cells.max(1)) / 2.0, degrees)
    }
}

/// A side of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Less than the bound.
    Below,
    /// More than the bound.
    Above,
}

/// Number, mean, standard deviation, skewness and kurtosis of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleMoments {
    /// Number of values.
    pub count: u32,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation (divisor n - 1).
    pub deviation: f64,
    /// Mean cube of the differences from the mean, divided by the cube of the deviation; 0 without a deviation.
    pub skewness: f64,
    /// The same with fourth powers.
    pub kurtosis: f64,
}

impl SampleMoments {
    /// The moments of the values that are finite; `None` for fewer than two.
    pub fn from_values(values: &[f64]) -> Option<Self> {
        let made: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        let count = made.len() as f64;
        if made.len() < 2 {
            return None;
        }
        let center = mean(&made);
        let (mut squares, mut cubes, mut fourth) = (0.0, 0.0, 0.0);
        for value in &made {
            let difference = value - center;
            let square = difference * difference;
            squares += square;
            cubes += square * difference;
            fourth += square * square;
        }
        let deviation = (squares / (count - 1.0)).sqrt();
        // Sums in another order differ in their last digits, also where all values are equal.
        let deviation = if deviation <= 1e-12 * center.abs() { 0.0 } else { deviation };
        let variance = deviation * deviation;
        let per = |sum: f64, unit: f64| if deviation > 0.0 { sum / count / unit } else { 0.0 };
        Some(Self {
            count: made.len() as u32,
            mean: center,
            deviation,
            skewness: per(cubes, variance * deviation),
            kurtosis: per(fourth, variance * variance),
        })
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> f64 {
        self.deviation / f64::from(self.count).sqrt()
    }

    /// Skewness of the mean.
    fn mean_skewness(&self) -> f64 {
        self.skewness / f64::from(self.count).sqrt()
    }

    /// Student's t for a bound of 0.
    pub fn t(&self) -> f64 {
        self.mean / self.standard_error()
    }

    /// Student's t with the monotone correction for skewness.
    pub fn h(&self) -> f64 {
        let (t, e) = (self.t(), self.mean_skewness());
        t + e * t * t / 3.0 + e * e * t * t * t / 27.0 + e / 6.0
    }

    /// The side of 0 on which the rule places the mean. Equal values decide nothing.
    pub fn side_of_zero(&self, quantile: f64) -> Option<Side> {
        if self.deviation <= 0.0 {
            return None;
        }
        let (t, h) = (self.t(), self.h());
        if t > quantile && h > quantile {
            Some(Side::Above)
        } else if t < -quantile && h < -quantile {
            Some(Side::Below)
        } else {
            None
        }
    }

    /// The interval of the means that the rule does not exclude.
    pub fn interval(&self, quantile: f64) -> (f64, f64) {
        let (e, error) = (self.mean_skewness(), self.standard_error());
        // The t for which h has this value.
        let t_of = |h: f64| {
            if e.abs() > 1e-8 { 3.0 * (libm::cbrt(1.0 + e * (h - e / 6.0)) - 1.0) / e } else { h }
        };
        (
            self.mean - quantile.max(t_of(quantile)) * error,
            self.mean - (-quantile).min(t_of(-quantile)) * error,
        )
    }

    /// The number of runs at which a bound of 0 would be decided if mean and deviation stayed as they are.
    pub fn needed_runs(&self, quantile: f64) -> f64 {
        let root = quantile * self.deviation / self.mean.abs();
        libm::ceil(root * root)
    }

    /// True if a few runs contribute most of the mean, so that no rule for means is reliable.
    pub fn is_dominated_by_few(&self) -> bool {
        self.count >= LEAST_FOR_KURTOSIS && self.kurtosis > f64::from(self.count) / 4.0
    }
}

/// The interval of a ratio of means by Fieller: all ratios r for which the mean of A - r B is not significantly different
/// from 0. `None` if the denominator is not separated from 0.
pub fn fieller_interval(numerator: &[f64], denominator: &[f64], quantile: f64) -> Option<(f64, f64)> {
    let pairs: Vec<(f64, f64)> = numerator
        .iter()
        .copied()
        .zip(denominator.iter().copied())
        .filter(|(a, b)| a.is_finite() && b.is_finite())
        .collect();
    if pairs.len() < 2 {
        return None;
    }
    let count = pairs.len() as f64;
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    // The square of the quantile times the covariance of two means.
    let spread = |of: &dyn Fn(&(f64, f64)) -> f64| {
        quantile * quantile * pairs.iter().map(of).sum::<f64>() / (count - 1.0) / count
    };
    let square = mean_b * mean_b - spread(&|(_, b)| (b - mean_b) * (b - mean_b));
    let half_linear = mean_a * mean_b - spread(&|(a, b)| (a - mean_a) * (b - mean_b));
    let constant = mean_a * mean_a - spread(&|(a, _)| (a - mean_a) * (a - mean_a));
    let root = (half_linear * half_linear - square * constant).max(0.0).sqrt();
    (square > 0.0).then(|| ((half_linear - root) / square, (half_linear + root) / square))
}

/// A bound, and the first decision on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The bound.
    pub value: f64,
    /// The side of the number, once decided.
    pub decision: Option<Side>,
}

impl Bound {
    /// An undecided bound.
    fn open(value: f64) -> Self {
        Self { value, decision: None }
    }
}

/// The significance level of one decision at a look.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// Two-sided error.
    pub error: f64,
    /// Student's quantile of that error.
    pub quantile: f64,
}

impl Level {
    /// The level of a two-sided error for a sample with these degrees of freedom.
    pub fn new(error: f64, degrees: u32) -> Self {
        Self { error, quantile: student_upper_quantile(error / 2.0, degrees) }
    }
}

/// The levels of a look, one for each decision.
#[derive(Clone, Copy, Debug)]
pub struct LookLevels {
    /// For a number inside its bounds.
    pub inside: Level,
    /// For a number outside.
    pub outside: Level,
}

/// The evidence of the runs about a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// A sample whose mean is compared with 0.
    Sample(SampleMoments),
    /// The tail probabilities of the observed number of events if the bound were the true value.
    Tails {
        /// Probability of at least this number.
        at_least: f64,
        /// Probability of at most this number.
        at_most: f64,
    },
}

impl Evidence {
    /// True if the evidence places the number on this side of the bound.
    fn decides(&self, side: Side, level: Level) -> bool {
        match self {
            Self::Sample(sample) => sample.side_of_zero(level.quantile) == Some(side),
            Self::Tails { at_least, at_most } => {
                let probability = if side == Side::Above { at_least } else { at_most };
                *probability < level.error / 2.0
            }
        }
    }

    /// The evidence of a number of runs with an event, for a bound on their probability (Clopper and Pearson 1934).
    pub fn of_events(events: u32, runs: u32, probability: f64) -> Self {
        let (n, p) = (f64::from(runs), probability.clamp(0.0, 1.0));
        let chance = |k: u32| {
            let k = f64::from(k);
            let choices = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
            let log = |share: f64, count: f64| if count > 0.0 { count * libm::log(share) } else { 0.0 };
            libm::exp(choices + log(p, k) + log(1.0 - p, n - k))
        };
        Self::Tails {
            at_least: (events..=runs).map(chance).sum(),
            at_most: (0..=events.min(runs)).map(chance).sum(),
        }
    }

    /// The evidence of a number of rare events, for a bound on its expectation.
    pub fn of_count(events: u32, expected: f64) -> Self {
        let chance = |k: u32| {
            let k = f64::from(k);
            let log = if k > 0.0 { k * libm::log(expected.max(0.0)) } else { 0.0 };
            libm::exp(log - expected.max(0.0) - libm::lgamma(k + 1.0))
        };
        let fewer: f64 = (0..events).map(chance).sum();
        Self::Tails { at_least: 1.0 - fewer, at_most: fewer + chance(events) }
    }
}

/// Position of a number relative to its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Decided between the bounds.
    Inside,
    /// Decided beyond a bound.
    Outside,
    /// Not decided.
    Open,
}

/// A number that is judged at each look: its bounds, its direction, and the decisions on them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellJudgement {
    low: Option<Bound>,
    high: Option<Bound>,
    /// The bound of the direction, and its published side.
    direction: Option<(Bound, Side)>,
}

impl CellJudgement {
    /// A number between two bounds, either of which may be missing (infinite), with a bound for its direction.
    pub fn new((low, high): (f64, f64), direction: Option<(f64, Side)>) -> Self {
        let bound = |value: f64| value.is_finite().then(|| Bound::open(value));
        Self {
            low: bound(low),
            high: bound(high),
            direction: direction.map(|(value, side)| (Bound::open(value), side)),
        }
    }

    /// Tests all open bounds at a look; `of` gives the evidence about a bound.
    pub fn observe(&mut self, levels: LookLevels, of: &dyn Fn(f64) -> Option<Evidence>) {
        let LookLevels { inside, outside } = levels;
        let test = |bound: &mut Bound, below: Level, above: Level| {
            if bound.decision.is_some() {
                return;
            }
            let Some(evidence) = of(bound.value) else { return };
            bound.decision = [(Side::Below, below), (Side::Above, above)]
                .into_iter()
                .find(|&(side, level)| evidence.decides(side, level))
                .map(|(side, _)| side);
        };
        if let Some(low) = &mut self.low {
            test(low, outside, inside);
        }
        if let Some(high) = &mut self.high {
            test(high, inside, outside);
        }
        if let Some((bound, _)) = &mut self.direction {
            test(bound, inside, inside);
        }
    }

    /// The position relative to the bounds, as decided so far.
    pub fn position(&self) -> Position {
        let decision = |bound: Option<Bound>| bound.and_then(|bound| bound.decision);
        let (low, high) = (decision(self.low), decision(self.high));
        if low == Some(Side::Below) || high == Some(Side::Above) {
            Position::Outside
        } else if (self.low.is_none() || low.is_some()) && (self.high.is_none() || high.is_some()) {
            Position::Inside
        } else {
            Position::Open
        }
    }

    /// True if the number has the published direction, false if not; `None` while that is open or if it has no
    /// direction.
    pub fn has_direction(&self) -> Option<bool> {
        let (bound, side) = self.direction?;
        bound.decision.map(|decision| decision == side)
    }

    /// True if a number outside its bounds has a direction that is not decided.
    pub fn is_direction_open(&self) -> bool {
        self.position() == Position::Outside
            && self.direction.is_some_and(|(bound, _)| bound.decision.is_none())
    }

    /// The bounds that the next looks have to decide.
    pub fn open_bounds(&self) -> Vec<f64> {
        let bounds = match self.position() {
            Position::Inside => [None, None],
            Position::Outside => [self.direction.map(|(bound, _)| bound), None],
            Position::Open => [self.low, self.high],
        };
        bounds
            .into_iter()
            .flatten()
            .filter(|bound| bound.decision.is_none())
            .map(|bound| bound.value)
            .collect()
    }
}
