//! Statistics over replications: means, 95 % confidence intervals, paired comparisons.
//!
//! Values that are not finite stand for missing runs and are skipped. In a comparison, value `i` of one list belongs to
//! value `i` of the other: the same work under both policies, so that randomness in the work cancels out.

use super::Interval;

/// Quantiles 0.975 of Student's t distribution for 1 to 10 degrees of freedom.
const STUDENT: [f64; 10] = [
    12.706_204_736,
    4.302_652_730,
    3.182_446_305,
    2.776_445_105,
    2.570_581_836,
    2.446_911_851,
    2.364_624_252,
    2.306_004_135,
    2.262_157_163,
    2.228_138_852,
];

/// The quantile 0.975 of Student's t distribution: exact for up to 10 degrees of freedom, beyond that by its asymptotic
/// expansion.
pub fn student_quantile(degrees: u32) -> f64 {
    if let Some(&exact) = STUDENT.get((degrees as usize).wrapping_sub(1)) {
        return exact;
    }
    let z: f64 = 1.959_963_985;
    let n = f64::from(degrees.max(1));
    let z2 = z * z;
    let first = (z2 + 1.0) * z / 4.0;
    let second = ((5.0 * z2 + 16.0) * z2 + 3.0) * z / 96.0;
    let third = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) * z / 384.0;
    let fourth = ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) * z / 92160.0;
    z + (first + (second + (third + fourth / n) / n) / n) / n
}

/// The probability that Student's t with these degrees of freedom (at least one) exceeds a value, by the finite sums of
/// Abramowitz and Stegun 1964, 26.7.3 and 26.7.4.
pub fn student_upper_tail(t: f64, degrees: u32) -> f64 {
    let angle = libm::atan(libm::fabs(t) / libm::sqrt(f64::from(degrees)));
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let odd = degrees % 2 == 1;
    let (mut term, mut sum) = if odd { (cosine, 0.0) } else { (1.0, 0.0) };
    let mut power = u32::from(odd);
    while power + 1 < degrees {
        sum += term;
        term *= cosine * cosine * f64::from(power + 1) / f64::from(power + 2);
        power += 2;
    }
    let within = if odd { std::f64::consts::FRAC_2_PI * (angle + sine * sum) } else { sine * sum };
    let above = (1.0 - within) / 2.0;
    if t < 0.0 { 1.0 - above } else { above }
}

/// The value that Student's t with these degrees of freedom exceeds with this probability, less than one half.
pub fn student_upper_quantile(probability: f64, degrees: u32) -> f64 {
    let exceeds = |t: f64| student_upper_tail(t, degrees) > probability;
    let mut high = 1.0;
    while exceeds(high) && high < 1e12 {
        high *= 2.0;
    }
    let mut low = 0.0;
    // Each step adds a bit; a double has 53.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        *if exceeds(middle) { &mut low } else { &mut high } = middle;
    }
    high
}

/// The mean; NaN of nothing.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of a sample; 0 for fewer than two values.
fn sample_deviation(values: &[f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (squares / (values.len() - 1) as f64).sqrt()
}

impl Interval {
    /// The mean of values, one per replication, with its interval; `None` without values. A single replication has no
    /// interval.
    pub fn from_values(values: &[f64]) -> Option<Self> {
        let made: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        let count = made.len() as u32;
        if count == 0 {
            return None;
        }
        let mean = mean(&made);
        if count == 1 {
            return Some(Self::without_interval(mean, 1));
        }
        let half = student_quantile(count - 1) * sample_deviation(&made) / f64::from(count).sqrt();
        Some(Self { mean, low: mean - half, high: mean + half, count })
    }

    /// A number without randomness.
    pub fn exact(value: f64) -> Self {
        Self { mean: value, low: value, high: value, count: 1 }
    }

    /// A mean whose interval is unknown, for example from a single replication.
    pub fn without_interval(mean: f64, count: u32) -> Self {
        Self { mean, low: f64::NAN, high: f64::NAN, count }
    }
}

/// Count, mean and sum of squared deviations of values: enough to combine the values of several runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PooledMoments {
    count: f64,
    mean: f64,
    /// The sum of the squares of the differences from the mean.
    squares: f64,
}

impl PooledMoments {
    /// How many numbers it is kept in.
    pub const NUMBERS: usize = 3;

    /// The moments of these values.
    pub fn from_values(values: &[f64]) -> Self {
        let mean = mean(values);
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Self { count: values.len() as f64, mean: if values.is_empty() { 0.0 } else { mean }, squares }
    }

    /// The moments as numbers of a run.
    pub fn to_numbers(self) -> [f64; Self::NUMBERS] {
        [self.mean, self.count, self.squares]
    }

    /// The mean of all values of several runs, and its interval; `None` if there are no values.
    pub fn pooled_interval(pools: &[[f64; Self::NUMBERS]]) -> Option<Interval> {
        let sum = |of: &dyn Fn(&[f64; 3]) -> f64| pools.iter().map(of).sum::<f64>();
        let count = sum(&|[_, count, _]| *count);
        if count.is_nan() || count < 1.0 {
            return None;
        }
        let mean = sum(&|[mean, count, _]| count * mean) / count;
        if count < 2.0 {
            return Some(Interval::without_interval(mean, 1));
        }
        let squares = sum(&|[own, count, squares]| squares + count * (own - mean) * (own - mean));
        let degrees = count - 1.0;
        let half = student_quantile(degrees as u32) * (squares / degrees / count).sqrt();
        Some(Interval { mean, low: mean - half, high: mean + half, count: count as u32 })
    }
}

/// A straight line through points, by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineFit {
    /// What it is at 0.
    pub none: f64,
    /// How much it rises by 1.
    pub slope: f64,
    /// The share of the variance that it explains.
    pub explains: f64,
}

impl LineFit {
    /// The least-squares line through these points.
    pub fn through_points(points: &[(f64, f64)]) -> Self {
        let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
        let (mean_x, mean_y) = (mean(&x), mean(&y));
        let products = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            points.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum()
        };
        let (xx, xy, yy) = (products(&|x, _| x * x), products(&|x, y| x * y), products(&|_, y| y * y));
        let slope = xy / xx;
        Self { none: mean_y - slope * mean_x, slope, explains: xy * xy / (xx * yy) }
    }
}

/// The paired difference `other` - `base`.
pub fn paired_difference(base: &[f64], other: &[f64]) -> Option<Interval> {
    let differences: Vec<f64> = base.iter().zip(other).map(|(base, other)| other - base).collect();
    Interval::from_values(&differences)
}

/// The change from the mean of `base` to the mean of `other`, in percent of the former, over the pairs in which both are
/// known; the mean of the changes of the pairs is another quantity. The interval is that of Fieller (1954): all ratios r for
/// which the paired differences `other` - r `base` have an interval with 0, so that it excludes no change exactly where the
/// interval of the paired difference does. No ends where the mean of `base` is not separated from 0; `None` if it is 0.
pub fn percent_change(base: &[f64], other: &[f64]) -> Option<Interval> {
    let pairs = base.iter().zip(other).filter(|(base, other)| base.is_finite() && other.is_finite());
    let (base, other): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let count = base.len() as u32;
    let (below, above) = (mean(&base), mean(&other));
    if count == 0 || below == 0.0 {
        return None;
    }
    let change = |ratio: f64| 100.0 * (ratio - 1.0) * below.signum();
    let without = Interval::without_interval(change(above / below), count);
    if count == 1 {
        return Some(without);
    }
    let products = |(one, center): (&[f64], f64), (other, middle): (&[f64], f64)| -> f64 {
        one.iter().zip(other).map(|(a, b)| (a - center) * (b - middle)).sum()
    };
    let quantile = student_quantile(count - 1);
    // Of means: variances and covariance, times the squared quantile.
    let scale = quantile * quantile / f64::from(count) / f64::from(count - 1);
    let (lower, upper) = ((&base[..], below), (&other[..], above));
    let square = below * below - scale * products(lower, lower);
    let linear = above * below - scale * products(lower, upper);
    let constant = above * above - scale * products(upper, upper);
    if square <= 0.0 {
        return Some(without);
    }
    let root = (linear * linear - square * constant).max(0.0).sqrt();
    let ends = [change((linear - root) / square), change((linear + root) / square)];
    Some(Interval { low: ends[0].min(ends[1]), high: ends[0].max(ends[1]), ..without })
}

/// An estimate from several replications that is no mean of theirs, with the interval of the jackknife: from how much it
/// changes when one of them is left out, each in turn, as if each were a value of its own (Tukey 1958; Efron and Tibshirani
/// 1993, chapter 11). Of a mean this is Student's interval. `count` is how many replications there are, of estimates from
/// several samples the fewest.
pub fn jackknife(whole: f64, left_out: &[f64], count: u32) -> Interval {
    if count < 2 || left_out.iter().any(|value| !value.is_finite()) {
        return Interval::without_interval(whole, count.max(1));
    }
    let (center, many) = (mean(left_out), left_out.len() as f64);
    let squares: f64 = left_out.iter().map(|value| (value - center) * (value - center)).sum();
    let half = student_quantile(count - 1) * ((many - 1.0) / many * squares).sqrt();
    // Sums in another order differ in their last digits, also where all replications are equal.
    let half = if half <= 1e-12 * whole.abs() { 0.0 } else { half };
    Interval { mean: whole, low: whole - half, high: whole + half, count }
}

/// The smallest or largest value, as `of` selects; NaN for no values.
pub fn extreme_value(values: &[f64], of: fn(f64, f64) -> f64) -> f64 {
    values.iter().copied().fold(f64::NAN, of)
}

/// The smallest value that at least so many per cent of the values do not exceed (nearest rank); NaN of nothing.
pub fn percentile(mut values: Vec<f64>, percent: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let rank = libm::ceil(percent / 100.0 * values.len() as f64) as usize;
    values.get(rank.max(1) - 1).copied().unwrap_or(f64::NAN)
}

/// The share of selections of `chosen` of the first values and as many of the others in which all of the first are
/// below all of the others.
pub fn share_all_below(first: &[f64], others: &[f64], chosen: u32) -> Option<f64> {
    let choices = |of: usize| -> f64 {
        (0..chosen).map(|i| (of as f64 - f64::from(i)).max(0.0) / f64::from(i + 1)).product()
    };
    let made =
        |values: &[f64]| -> Vec<f64> { values.iter().copied().filter(|value| value.is_finite()).collect() };
    let (mut first, others) = (made(first), made(others));
    let all = choices(first.len()) * choices(others.len());
    if all < 1.0 {
        return None;
    }
    first.sort_unstable_by(f64::total_cmp);
    // The largest of those that are chosen is the one at this place; the others are before it.
    let below = |(place, &largest): (usize, &f64)| {
        let above = others.iter().filter(|&&value| value > largest).count();
        (choices(place + 1) - choices(place)) * choices(above)
    };
    Some(100.0 * first.iter().enumerate().map(below).sum::<f64>() / all)
}

/// The number of replications for an interval of at most `wished` to either side, extrapolated from these values;
/// `None` for fewer than two values.
pub fn needed_replications(values: &[f64], wished: f64) -> Option<u32> {
    let made: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    if made.len() < 2 {
        return None;
    }
    let deviation = sample_deviation(&made);
    // The quantile depends on the number that is sought: it falls, so that the smallest is found from below.
    let enough = |count: u32| student_quantile(count - 1) * deviation <= wished * f64::from(count).sqrt();
    let (mut low, mut high) = (1_u32, 1_000_000_u32);
    while low + 1 < high {
        let middle = low.midpoint(high);
        *if enough(middle) { &mut high } else { &mut low } = middle;
    }
    Some(high)
}

/// Welch's curve: the mean over replications at each place, smoothed over a window of up to `window` places to either
/// side.
pub fn welch_curve(replications: &[Vec<f64>], window: usize) -> Vec<f64> {
    let length = replications.iter().map(Vec::len).min().unwrap_or(0);
    let means: Vec<f64> =
        (0..length).map(|i| mean(&replications.iter().map(|values| values[i]).collect::<Vec<_>>())).collect();
    (0..length)
        .map(|i| {
            let half = window.min(i).min(length - 1 - i);
            mean(&means[i - half..=i + half])
        })
        .collect()
}

/// The means of so many batches of equal length, one after another (Law 2015, section 9.5.3). What is left over at the
/// beginning is not used; none if a batch would be empty.
pub fn batch_means(values: &[f64], batches: usize) -> Vec<f64> {
    let length = values.len().checked_div(batches).unwrap_or(0);
    if length == 0 {
        return Vec::new();
    }
    values[values.len() - length * batches..].chunks(length).map(mean).collect()
}

/// The coefficient of variation of non-negative shares: standard deviation (of the population) over mean; NaN if all
/// are 0.
pub fn coefficient_of_variation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let deviation = (squares / values.len() as f64).sqrt();
    if mean > 0.0 { deviation / mean } else { mean }
}

/// Jain's fairness index: 1 if all shares are equal, 1/n if one has everything (Jain, Chiu and Hawe 1984).
pub fn jain_index(values: &[f64]) -> f64 {
    let sum: f64 = values.iter().sum();
    let squares: f64 = values.iter().map(|value| value * value).sum();
    if values.iter().any(|&value| value > 0.0) {
        sum * sum / (values.len() as f64 * squares)
    } else {
        mean(values) + 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() <= by, "{a} is not near {b}");
    }

    #[test]
    fn all_selections_are_counted() {
        let four = |first: &[f64], others: &[f64]| share_all_below(first, others, 4);
        let others = [5.0, 6.0, 7.0, 8.0];
        assert_eq!(four(&[1.0, 2.0, 3.0, 4.0], &others), Some(100.0));
        assert_eq!(four(&[1.0, 2.0, 3.0, 9.0], &others), Some(0.0));
        // Of five choices each, those without the 9 and without the 0.
        assert_near(four(&[1.0, 2.0, 9.0, 3.0, 4.0], &[5.0, 0.0, 6.0, 7.0, 8.0]).expect("enough"), 4.0, 1e-9);
        assert_eq!(
            [four(&[1.0, 2.0, 3.0], &others), four(&[1.0, 2.0, 3.0, f64::NAN], &others)],
            [None, None]
        );
        // Equal is not below. One of each: 1 below 2, of four pairs.
        assert_eq!(share_all_below(&[1.0, 2.0], &[2.0, 1.0], 1), Some(25.0));
    }

    #[test]
    fn student_quantiles_equal_printed_tables() {
        // SciPy 1.17, stats.t.ppf(0.975, degrees).
        for (degrees, scipy) in [
            (1, 12.706_204_736),
            (4, 2.776_445_105),
            (9, 2.262_157_163),
            (11, 2.200_985_160),
            (19, 2.093_024_054),
            (40, 2.021_075_390),
            (120, 1.979_930_405),
            (999, 1.962_341_461),
        ] {
            assert_near(student_quantile(degrees), scipy, 5e-6);
        }
        assert_near(student_quantile(u32::MAX), 1.959_964, 1e-6);
        for degrees in [1, 2, 3, 4, 7, 10, 19, 40] {
            let quantile = student_quantile(degrees);
            assert_near(student_upper_tail(quantile, degrees), 0.025, 2e-7);
            assert_near(student_upper_tail(-quantile, degrees), 0.975, 2e-7);
        }
    }

    #[test]
    fn quantiles_of_any_probability_equal_those_of_a_table() {
        for degrees in [1, 2, 7, 15, 63, 511] {
            assert_near(student_upper_quantile(0.025, degrees), student_quantile(degrees), 2e-5);
        }
        // SciPy 1.17, stats.t.isf.
        assert_near(student_upper_quantile(0.0005, 10), 4.586_893_858_7, 1e-8);
        assert_near(student_upper_quantile(0.001, 1), 318.308_838_986, 1e-5);
    }

    #[test]
    fn intervals_equal_those_of_a_textbook() {
        // Mean 3, deviation sqrt(2.5): 3 +- 2.7764 * sqrt(2.5 / 5).
        let interval = Interval::from_values(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("values");
        assert_near(interval.mean, 3.0, 1e-12);
        assert_near(interval.high - interval.mean, 1.963_243, 1e-5);
        assert_near(interval.mean - interval.low, 1.963_243, 1e-5);
        assert_eq!(interval.count, 5);
    }

    /// Means and intervals of two samples and of their paired differences, by `SciPy` 1.17 (`stats.t`, `stats.ttest_rel`).
    #[test]
    fn intervals_equal_those_of_scipy() {
        const FIRST: [f64; 8] = [12.5, 9.75, 14.25, 11.0, 10.5, 13.125, 8.875, 12.0];
        const SECOND: [f64; 8] = [13.0, 10.5, 14.0, 12.25, 11.75, 13.5, 9.5, 13.25];
        let is = |interval: Option<Interval>, scipy: [f64; 3]| {
            let Interval { mean, low, high, .. } = interval.expect("values");
            [mean, low, high].iter().zip(scipy).for_each(|(ours, theirs)| assert_near(*ours, theirs, 1e-8));
        };
        is(Interval::from_values(&FIRST), [11.5, 9.995_950_463_99, 13.004_049_536_01]);
        is(paired_difference(&FIRST, &SECOND), [0.718_75, 0.276_263_523_799, 1.161_236_476_201]);
        assert_near(percentile(FIRST.to_vec(), 50.0), 11.0, 0.0);
        assert_near(percentile(FIRST.to_vec(), 90.0), 14.25, 0.0);
        assert_eq!(needed_replications(&FIRST, 1.0), Some(15));
        assert_eq!(needed_replications(&FIRST, 0.25), Some(202));
        assert_eq!(needed_replications(&FIRST[..1], 0.25), None);
    }

    /// Worked by hand.
    #[test]
    fn warm_up_and_batch_means_follow_the_literature() {
        let runs = [vec![0.0, 4.0, 8.0, 8.0, 8.0], vec![2.0, 6.0, 8.0, 8.0, 10.0]];
        assert_eq!(welch_curve(&runs, 1), [1.0, 14.0 / 3.0, 7.0, 25.0 / 3.0, 9.0]);
        assert_eq!(batch_means(&[99.0, 1.0, 3.0, 2.0, 4.0], 2), [2.0, 3.0]);
        assert_eq!(batch_means(&[1.0], 2), [0.0; 0]);
        assert_eq!(welch_curve(&[], 3), [0.0; 0]);
    }

    #[test]
    fn values_of_several_runs_are_pooled() {
        let runs = [
            PooledMoments::from_values(&[1.0, 2.0]).to_numbers(),
            PooledMoments::from_values(&[3.0, 4.0, 5.0]).to_numbers(),
        ];
        let together = PooledMoments::pooled_interval(&runs).expect("values");
        let expected = Interval::from_values(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("values");
        assert_near(together.mean, 3.0, 1e-12);
        assert_near(together.high, expected.high, 1e-9);
        assert_eq!(
            (
                together.count,
                PooledMoments::pooled_interval(&[]),
                PooledMoments::pooled_interval(&[PooledMoments::from_values(&[]).to_numbers()])
            ),
            (5, None, None)
        );
    }

    #[test]
    fn a_line_goes_through_points_of_a_line() {
        let LineFit { none, slope, explains } =
            LineFit::through_points(&[(0.0, 1.0), (1.0, 3.0), (3.0, 7.0)]);
        assert_near(none, 1.0, 1e-12);
        assert_near(slope, 2.0, 1e-12);
        assert_near(explains, 1.0, 1e-12);
        assert_near(LineFit::through_points(&[(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]).explains, 0.0, 1e-12);
    }

    #[test]
    fn runs_that_were_not_made_do_not_count() {
        let of_two = Interval::from_values(&[f64::NAN, 7.0, 9.0]).expect("two");
        assert_eq!((of_two.mean, of_two.count), (8.0, 2));
        assert_eq!(Interval::from_values(&[f64::NAN]), None);
        let pairs = percent_change(&[100.0, 50.0, f64::NAN], &[150.0, f64::NAN, 1.0]).expect("a pair");
        assert_eq!((pairs.mean, pairs.count), (50.0, 1));
    }

    #[test]
    fn a_change_is_that_of_the_means_with_the_interval_of_fieller() {
        const FIRST: [f64; 8] = [12.5, 9.75, 14.25, 11.0, 10.5, 13.125, 8.875, 12.0];
        const SECOND: [f64; 8] = [13.0, 10.5, 14.0, 12.25, 11.75, 13.5, 9.5, 13.25];
        // Ends by bisection of |mean(second - r first)| = t sqrt(variance / 8); the mean of the eight changes is 6.69.
        let change = percent_change(&FIRST, &SECOND).expect("pairs");
        assert_near(change.mean, 6.25, 1e-12);
        assert_near(change.low, 2.229_681_756_985, 1e-6);
        assert_near(change.high, 11.068_751_191_778, 1e-6);
        // It is significant exactly if the difference is.
        for shift in [0.0, 0.2, 0.4, 0.44, 0.45, 0.6, 1.0, 1.3] {
            let other = SECOND.map(|value| value - shift);
            let excludes = |interval: Option<Interval>| {
                let (low, high) = interval.and_then(|interval| interval.ends()).expect("an interval");
                low > 0.0 || high < 0.0
            };
            let pair = [percent_change(&FIRST, &other), paired_difference(&FIRST, &other)].map(excludes);
            assert_eq!(pair[0], pair[1], "less {shift}");
        }
        // With a negative mean, larger is still more.
        let negative =
            percent_change(&FIRST.map(|value| -value), &SECOND.map(|value| -value)).expect("pairs");
        assert_near(negative.mean, -6.25, 1e-12);
        assert_near(negative.low, -change.high, 1e-9);
    }

    #[test]
    fn a_change_from_zero_has_no_number_and_one_from_almost_zero_no_ends() {
        assert_eq!(percent_change(&[1.0, -1.0], &[2.0, 3.0]), None);
        let open = percent_change(&[0.0, 0.0, 9.0], &[3.0, 3.0, 12.0]).expect("a mean");
        assert_eq!((open.mean, open.ends(), open.count), (100.0, None, 3));
        let equal = percent_change(&[4.0, 4.0], &[2.0, 2.0]).expect("pairs");
        assert_eq!((equal.mean, equal.ends()), (-50.0, Some((-50.0, -50.0))));
    }

    #[test]
    fn one_replication_has_no_interval() {
        let pool = PooledMoments::pooled_interval(&[PooledMoments::from_values(&[7.0]).to_numbers()]);
        for one in [Interval::from_values(&[7.0]), paired_difference(&[1.0], &[8.0]), pool] {
            let one = one.expect("a value");
            assert_eq!((one.mean, one.ends(), one.count, one.is_exact()), (7.0, None, 1, false));
            assert_eq!(one.text(), "7");
        }
        assert_eq!(Interval::exact(7.0).ends(), Some((7.0, 7.0)));
    }

    /// Means without one of the values each: of 1, 2, 3, 4, 5 they are 3.5, 3.25, 3, 2.75, 2.5.
    #[test]
    fn the_jackknife_of_a_mean_is_the_interval_of_student() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        let student = Interval::from_values(&values).expect("values");
        let ours = jackknife(3.0, &[3.5, 3.25, 3.0, 2.75, 2.5], 5);
        assert_near(ours.low, student.low, 1e-12);
        assert_near(ours.high, student.high, 1e-12);
        // The ratio of the means of 2, 4, 18 and of 1, 3, 8 is 2; without one pair each: 22 / 11, 20 / 9, 6 / 4. Their mean is
        // 1.907407, the squares of the differences from it are 0.273663 together, two thirds of which have the root 0.427132;
        // Student's quantile is 4.302653.
        let ratio = jackknife(2.0, &[2.0, 20.0 / 9.0, 1.5], 3);
        assert_near(ratio.high - 2.0, 1.837_801, 1e-5);
        assert_near(2.0 - ratio.low, 1.837_801, 1e-5);
        assert_eq!((ratio.mean, ratio.count), (2.0, 3));
        assert_eq!(jackknife(2.0, &[2.0, f64::NAN, 1.5], 3).ends(), None);
        assert_eq!(jackknife(0.3, &[0.3 + 1e-17, 0.3, 0.3], 3).ends(), Some((0.3, 0.3)));
    }

    #[test]
    fn pairs_cancel_what_both_share() {
        // The work differs widely, the policy always costs 2 s.
        let interval = paired_difference(&[10.0, 500.0, 90.0], &[12.0, 502.0, 92.0]).expect("pairs");
        assert_eq!((interval.mean, interval.low, interval.high), (2.0, 2.0, 2.0));
    }

    #[test]
    fn fairness_indices_have_their_extremes() {
        assert_near(jain_index(&[3.0, 3.0, 3.0]), 1.0, 1e-12);
        assert_near(jain_index(&[5.0, 0.0, 0.0, 0.0]), 0.25, 1e-12);
        assert_near(coefficient_of_variation(&[4.0, 4.0]), 0.0, 1e-12);
        assert_near(coefficient_of_variation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]), 0.4, 1e-12);
        assert_near(jain_index(&[0.0, 0.0]), 1.0, 1e-12);
        assert_near(coefficient_of_variation(&[0.0, 0.0]), 0.0, 1e-12);
        assert!(jain_index(&[]).is_nan() && coefficient_of_variation(&[]).is_nan());
    }
}
