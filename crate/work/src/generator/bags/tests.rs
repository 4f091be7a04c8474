//! The numbers of the model in the specification, and properties of generated bags.

use super::*;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::platform::PRESETS;

fn grid() -> Platform {
    (PRESETS.get("das3-g5k").build)(&Settings::default())
}

fn bags_with(seed: u64, settings: &Settings) -> Vec<Bag> {
    (BAG_MODEL.make)(settings, &grid(), &Streams::new(seed), "workload/0").take()
}

fn offered_load(bags: &[Bag], days: f64) -> f64 {
    let work: f64 = bags.iter().map(|bag| bag.total_run_time().seconds()).sum();
    work / (days * 86_400.0 * capacity(&grid()))
}

#[test]
fn users_are_ranked_by_zipf() {
    let source = Model::read(&Settings::default()).source_of_cluster(0, Streams::new(1), "w");
    let share = |rank: usize| source.ranks[rank - 1] - if rank > 1 { source.ranks[rank - 2] } else { 0.0 };
    let shares = [1, 2, 3, 10, 100].map(|rank| (share(rank) * 1e4).round() as i64);
    assert_eq!((source.ranks.len(), shares), (368, [3_022, 1_219, 717, 148, 7]));
}

/// The weights of half-hours in thousandths, relative to the mean of the peak hours.
#[test]
fn daily_cycles_are_the_published_ones() {
    let slots = [0, 4, 8, 11, 12, 16, 20, 24, 26, 28, 32, 33, 36, 40, 44, 47];
    let printed = [
        [
            3_873, 2_711, 1_819, 1_109, 2_710, 7_118, 9_750, 10_917, 11_029, 10_878, 9_968, 9_645, 8_536,
            6_898, 5_293, 4_205,
        ],
        [
            1_302, 7_284, 10_845, 12_329, 12_619, 12_894, 12_042, 10_477, 9_550, 8_585, 6_670, 6_214, 4_937,
            3_493, 2_368, 1_723,
        ],
    ];
    let sums = [32_128, 37_716];
    for (begins, (printed, sum)) in
        [DayStart::HalfPastFive, DayStart::Midnight].into_iter().zip(printed.into_iter().zip(sums))
    {
        let (day, busy) = daily_cycle(Traces::Average.fit_of_cluster(0).day, begins);
        let weight = |slot: usize| day.weight_at(slot as f64 * 1_800.0) / busy;
        assert_eq!(slots.map(|slot| (weight(slot) * 1e4).round() as i64), printed, "{begins:?}");
        let all: f64 = (0..48).map(weight).sum();
        assert_eq!((all * 1e3).round() as i64, sum, "{begins:?}");
    }
}

/// Weibull scales of sizes and means of logarithms of runtimes, as printed for the sweeps.
#[test]
fn parameter_sweeps_have_the_published_distributions() {
    let fits = |id: &'static str, value: f64| {
        let settings = Settings::default().with(id, Value::Number(value));
        let TraceFit { size, run, .. } =
            Model::read(&settings).source_of_cluster(0, Streams::new(1), "w").row;
        let (Fit::Weibull(_, scale), Fit::Normal(_, mean)) = (size, run) else { panic!("the average") };
        [scale, mean].map(|number| (number * 1e3).round() as i64)
    };
    let medians = [10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0].map(|median| fits("size_median", median)[0]);
    assert_eq!(medians, [4_091, 4_811, 5_323, 5_719, 6_043, 6_554, 6_950]);
    let means = [180.0, 600.0, 1_200.0, 1_800.0, 3_600.0, 7_200.0, 10_800.0];
    assert_eq!(
        means.map(|mean| fits("run_mean_s", mean)[1]),
        [4_909, 6_646, 7_646, 8_231, 9_231, 10_231, 10_816]
    );
}

/// Medians of the traces: seconds between bags in peak hours, tasks per bag, runtime in seconds.
#[test]
fn medians_are_those_of_the_traces() {
    let printed = [
        (Traces::Average, [148.0, 3.3, 69.0]),
        (Traces::Das2, [150.0, 5.1, 15.0]),
        (Traces::Grid5000, [211.0, 2.5, 31.0]),
        (Traces::Ngs, [235.0, 2.5, 11.0]),
        (Traces::AuverGrid, [102.0, 2.3, 115.0]),
        (Traces::Sharcnet, [129.0, 2.7, 175.0]),
        (Traces::Lcg, [61.0, 6.5, 72.0]),
        (Traces::NorduGrid, [256.0, 3.4, 531.0]),
    ];
    let mut chance = Streams::new(3).get("medians");
    for (traces, medians) in printed {
        let row = traces.fit_of_cluster(0);
        for (fit, median) in [row.between, row.size, row.run].into_iter().zip(medians) {
            let mut drawn: Vec<f64> = (0..20_001).map(|_| libm::exp2(fit.draw(&mut chance))).collect();
            drawn.sort_by(f64::total_cmp);
            assert!(
                (drawn[10_000] / median - 1.0).abs() < 0.08,
                "{traces:?} {fit:?}: {} {median}",
                drawn[10_000]
            );
        }
    }
}

/// The published range of tasks for a load is reached with small clusters, as is the load.
#[test]
fn loads_and_numbers_of_tasks_are_as_published() {
    for (load, least, most) in [(0.2, 20_000, 40_000), (0.6, 70_000, 115_000), (0.95, 115_000, 175_000)] {
        let mut tasks = 0;
        for seed in 1..=4 {
            let bags = bags_with(seed, &Settings::default().with("load", Value::Number(load)));
            tasks += bags.iter().map(|bag| bag.tasks.len()).sum::<usize>();
            let found = offered_load(&bags, 3.0);
            assert!((found / load - 1.0).abs() <= 0.02, "{load}: {found}");
            assert!(bags.iter().all(|bag| bag.submit.seconds() <= 3.0 * 86_400.0));
        }
        assert!((least..most).contains(&(tasks / 4)), "{load}: {}", tasks / 4);
    }
}

#[test]
fn the_arrival_process_does_not_change_the_bags() {
    let with = |word: &'static str| {
        bags_with(
            2,
            &Settings::default().with("arrivals", Value::Choice(word)).with("load", Value::Number(0.2)),
        )
    };
    let content = |bags: &[Bag]| {
        let mut all: Vec<(u32, Vec<Span>)> = bags.iter().map(|bag| (bag.user, bag.tasks.clone())).collect();
        all.sort();
        all
    };
    let (daily, at_once, even) = (with("daily"), with("at-once"), with("even"));
    assert!(content(&daily) == content(&at_once) && content(&daily) == content(&even));
    assert!(at_once.iter().all(|bag| bag.submit == Time::ZERO));
    let of_first: Vec<f64> =
        even.iter().filter(|bag| bag.home == 0).map(|bag| bag.submit.seconds()).collect();
    let gap = of_first[1] - of_first[0];
    assert!((of_first[0] - gap / 2.0).abs() < 1e-3);
    assert!(of_first.windows(2).all(|pair| (pair[1] - pair[0] - gap).abs() < 1e-3));
}

/// Another size changes no arrival and no user, as long as bags have the inter-arrival times of the traces.
#[test]
fn changing_one_setting_leaves_the_other_random_numbers() {
    let with = |median: f64| {
        bags_with(
            4,
            &Settings::default().with("load", Value::Number(0.0)).with("size_median", Value::Number(median)),
        )
    };
    let (one, other) = (with(0.0), with(5.0));
    let known = |bags: &[Bag]| bags.iter().map(|bag| (bag.submit, bag.user)).collect::<Vec<_>>();
    assert!(known(&one) == known(&other));
}
