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
    assert_eq!([four(&[1.0, 2.0, 3.0], &others), four(&[1.0, 2.0, 3.0, f64::NAN], &others)], [None, None]);
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
fn batch_means_follow_the_literature() {
    assert_eq!(batch_means(&[99.0, 1.0, 3.0, 2.0, 4.0], 2), [2.0, 3.0]);
    assert_eq!(batch_means(&[1.0], 2), [0.0; 0]);
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
fn a_fit_through_collinear_points_is_exact() {
    let LineFit { intercept, slope, explained } =
        LineFit::through_points(&[(0.0, 1.0), (1.0, 3.0), (3.0, 7.0)]);
    assert_near(intercept, 1.0, 1e-12);
    assert_near(slope, 2.0, 1e-12);
    assert_near(explained, 1.0, 1e-12);
    assert_near(LineFit::through_points(&[(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]).explained, 0.0, 1e-12);
}

#[test]
fn missing_runs_are_skipped() {
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
    let negative = percent_change(&FIRST.map(|value| -value), &SECOND.map(|value| -value)).expect("pairs");
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
fn paired_differences_cancel_common_effects() {
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
