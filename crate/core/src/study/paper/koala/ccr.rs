//! E2.8: how much communication is too much for co-allocation?

use super::load::{Load, Policy, RESPONSE};
use super::{FITTED_QUEUE, ONE_RUN_TIME};
use crate::study::paper::Experiment;
use crate::study::{Case, Effort, Findings, Interval, Line, Plot, Results, Target, Verdict, verdict};

/// The experiment.
pub(in super::super) const E2_8: Experiment = Experiment {
    id: "E2.8",
    title: "Communication by computation",
    question: "Up to which ratio of communication to computation does it pay to spread jobs over clusters?",
    source: "Sonmez 2010, section 2.4.3, figure 2.8",
    setup: "As E2.6, with an application of which a chosen part of the 180 s on one cluster is communication (the ratio CCR); \
            only that part suffers on several clusters.",
    notes: &[
        FITTED_QUEUE,
        "How communication grows with the clusters is not printed. Taken is what makes CCR 4 the convex Wave (1, 1.625, 2.75 \
         and 4.4375 times), as the thesis says that they match: so that match is by construction, the signs of the other \
         ratios are not fitted.",
        ONE_RUN_TIME,
        "Beyond the saturation of Worst Fit (85 %) changes mean little.",
    ],
    cases,
    findings,
};

/// Ratios of communication to computation.
const RATIOS: [f64; 7] = [0.1, 0.25, 0.5, 0.75, 1.0, 2.0, 4.0];

/// What a run is about: the place of its ratio (none for Worst Fit), its load, its seed.
struct Point {
    ratio: Option<usize>,
    percent: u32,
    seed: u64,
}

fn loads(effort: Effort) -> Vec<u32> {
    effort.choose((10..=90).step_by(5).collect(), vec![50, 65, 75])
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for ratio in std::iter::once(None).chain((0..RATIOS.len()).map(Some)) {
        for percent in loads(effort) {
            points.extend(effort.seeds(10, 4).map(|seed| Point { ratio, percent, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { ratio, percent, seed }: &Point) -> Case {
    let base = Load { percent, seed, ..Load::SIMULATED };
    match ratio.map(|at| RATIOS[at]) {
        None => base.case("WF"),
        Some(ratio) => {
            let policies = (Policy::Fewest, Policy::WorstFit);
            let load = Load { policy: policies.0, beside: policies.1, application: ("ccr", ratio), ..base };
            load.case(&format!("FCM, CCR {ratio}"))
        }
    }
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let loads = loads(effort);
    let mut found = Findings::default();
    let change = |at: usize, load: u32| -> Option<Interval> {
        let of = |ratio: Option<usize>| move |point: &Point| point.ratio == ratio && point.percent == load;
        results.change(RESPONSE, of(None), of(Some(at)))
    };
    let mut plot = Plot::new(
        "Figure 2.8: change of the mean response time against Worst Fit",
        "net load, %",
        "%, less is better",
    );
    for (at, ratio) in RATIOS.iter().enumerate() {
        let points: Vec<_> = loads.iter().map(|&load| (f64::from(load), change(at, load))).collect();
        plot.lines.push(Line::new(format!("CCR {ratio}"), &points));
    }
    found.plots.push(plot);
    // From where differences begin to where Worst Fit itself comes near saturation.
    let judged: Vec<u32> = loads.iter().copied().filter(|load| (50..=80).contains(load)).collect();
    let means = |ratios: &dyn Fn(f64) -> bool| -> Option<Vec<f64>> {
        let wanted = (0..RATIOS.len()).filter(|&at| ratios(RATIOS[at]));
        wanted
            .flat_map(|at| judged.iter().map(move |&load| (at, load)))
            .map(|(at, load)| change(at, load).map(|c| c.mean))
            .collect()
    };
    let range = |numbers: &[f64]| {
        let (least, most) =
            numbers.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &n| (a.min(n), b.max(n)));
        format!("{least:+.0} to {most:+.0} %")
    };
    let mut tell = |claim: &str,
                    published: &str,
                    numbers: Option<Vec<f64>>,
                    judge: &dyn Fn(&[f64]) -> Verdict| {
        let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return };
        found.targets.push(Target::new("R9", claim, (published, range(&numbers)), "sign", judge(&numbers)));
    };
    let signs = |sign: f64| {
        move |numbers: &[f64]| {
            verdict::all(&numbers.iter().map(|&number| verdict::sign(number, sign)).collect::<Vec<_>>())
        }
    };
    tell("CCR 0.1 gains at all loads (50 to 80 %)", "negative", means(&|ratio| ratio < 0.2), &signs(-1.0));
    tell("CCR above 0.5 loses (50 to 80 %)", "positive", means(&|ratio| ratio > 0.5), &signs(1.0));
    // Gains that turn into losses: at the highest load that is judged, the loss begins between 0.25 and 0.5.
    let highest = judged.last().copied().unwrap_or(0);
    let turning = [1, 2].map(|at| change(at, highest).map(|c| c.mean)).into_iter().collect();
    tell(
        &format!("the gain ends between CCR 0.25 and 0.5 (at {highest} %)"),
        "a gain that turns into a loss",
        turning,
        &|numbers| verdict::held(numbers[0] < 0.0 && numbers[1] > 0.0),
    );
    found
}
