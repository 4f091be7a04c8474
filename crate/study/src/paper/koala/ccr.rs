//! E2.8: how much communication is too much for co-allocation?

use super::load::{Load, Policy, RESPONSE};
use super::{FITTED_APPLICATIONS, ONE_RUN_TIME, QUEUE};
use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Effort, Findings, Interval, Line, Plot, Results, Target, Verdict};

/// The experiment.
pub(in super::super) const E2_8: Experiment = Experiment {
    id: "E2.8",
    title: "Communication by computation",
    question: "Up to which ratio of communication to computation does it pay to spread jobs over clusters?",
    source: "Sonmez 2010, section 2.5.3, figure 2.8",
    setup: "As E2.6, with an application of which a chosen part of the 180 s on one cluster is communication (the ratio CCR); \
            only that part suffers on several clusters.",
    notes: &[
        QUEUE,
        FITTED_APPLICATIONS,
        "How communication grows with the clusters is not printed. Taken is what makes CCR 4 the convex Wave (1, 1.625, 2.75 \
         and 4.4375 times), as the thesis says that they match: so that match is by construction, the signs of the other \
         ratios are not fitted.",
        ONE_RUN_TIME,
        "Beyond the saturation of Worst Fit (85 %) changes mean little.",
        "A full run has 20 seeds: with 10, CCR 0.25 was undecided at 80 % (+4.8 ± 5.0 %), and more were taken for that.",
    ],
    cases,
    findings,
};

/// Ratios of communication to computation.
const RATIOS: [f64; 7] = [0.1, 0.25, 0.5, 0.75, 1.0, 2.0, 4.0];

/// The applications that the thesis finds again among the ratios: name, its model, and the place of its ratio.
const LIKE: [(&str, &str, usize); 3] =
    [("Prime", "prime", 0), ("Poisson", "poisson", 1), ("Wave", "wave-convex", 6)];

/// What is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Runs {
    /// Anything, by Worst Fit.
    Alone,
    /// The application with the ratio at this place, by Flexible Cluster Minimization.
    Ratio(usize),
    /// The application at this place of the others, by the same.
    Like(usize),
}

/// What a run is about: what is placed, its load, its seed.
struct Point {
    runs: Runs,
    percent: u32,
    seed: u64,
}

fn loads(effort: Effort) -> Vec<u32> {
    effort.choose((10..=90).step_by(5).collect(), vec![50, 65, 80])
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    let ratios = (0..RATIOS.len()).map(Runs::Ratio);
    for runs in std::iter::once(Runs::Alone).chain(ratios).chain((0..LIKE.len()).map(Runs::Like)) {
        for percent in loads(effort) {
            points.extend(effort.seeds(20, 4).map(|seed| Point { runs, percent, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { runs, percent, seed }: &Point) -> Case {
    let base = Load { percent, seed, ..Load::SIMULATED };
    let spread = Load { policy: Policy::Fewest, beside: Policy::WorstFit, ..base };
    match runs {
        Runs::Alone => base.case("WF"),
        Runs::Ratio(at) => {
            Load { application: ("ccr", RATIOS[at]), ..spread }.case(&format!("FCM, CCR {}", RATIOS[at]))
        }
        Runs::Like(at) => {
            Load { application: (LIKE[at].1, 1.0), ..spread }.case(&format!("FCM, {}", LIKE[at].0))
        }
    }
}

/// The changes against Worst Fit.
struct Changes<'a> {
    results: Results<'a, Point>,
    /// The loads that are judged: from where differences begin to where Worst Fit itself comes near saturation.
    judged: Vec<u32>,
}

impl Changes<'_> {
    fn at(&self, runs: Runs, load: u32) -> Option<Interval> {
        let of = |runs: Runs| move |point: &Point| point.runs == runs && point.percent == load;
        self.results.change(RESPONSE, of(Runs::Alone), of(runs))
    }

    /// At all loads that are judged; none if there is none.
    fn judged(&self, runs: Runs) -> Option<Vec<Interval>> {
        let all: Option<Vec<Interval>> = self.judged.iter().map(|&load| self.at(runs, load)).collect();
        all.filter(|all| !all.is_empty())
    }

    /// An application and the ratio that is like it, in points.
    fn apart(&self, at: usize) -> Option<Vec<Interval>> {
        let of = |runs: Runs, load: u32| {
            self.results.values(RESPONSE, move |point| (point.runs, point.percent) == (runs, load))
        };
        let apart = |&load: &u32| {
            let (base, like, ratio) =
                (of(Runs::Alone, load), of(Runs::Like(at), load), of(Runs::Ratio(LIKE[at].2), load));
            let runs = base.iter().zip(like.iter().zip(&ratio));
            let points: Vec<f64> = runs.map(|(base, (like, ratio))| 100.0 * (ratio - like) / base).collect();
            Interval::of(&points)
        };
        self.judged.iter().map(apart).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
    }
}

fn range(numbers: &[Interval]) -> String {
    let means = || numbers.iter().map(|number| number.mean);
    let (least, most) = (means().fold(f64::INFINITY, f64::min), means().fold(f64::NEG_INFINITY, f64::max));
    format!("{least:+.0} to {most:+.0} %")
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let loads = loads(effort);
    let judged = loads.iter().copied().filter(|load| (50..=80).contains(load)).collect();
    let changes = Changes { results: Results::new(points(effort), outcomes), judged };
    let mut found = Findings::default();
    let title = "Figure 2.8: change of the mean response time against Worst Fit";
    let mut plot = Plot::new(title, "net load, %", "%, less is better");
    for (at, ratio) in RATIOS.iter().enumerate() {
        let points: Vec<_> =
            loads.iter().map(|&load| (f64::from(load), changes.at(Runs::Ratio(at), load))).collect();
        plot.lines.push(Line::new(format!("CCR {ratio}"), &points));
    }
    found.plots.push(plot);
    let claims = [always_gains(&changes), turns(&changes), always_loses(&changes)];
    found.targets = claims.into_iter().flatten().collect();
    found.targets.extend((0..LIKE.len()).filter_map(|at| alike(&changes, at)));
    found
}

fn always_gains(changes: &Changes) -> Option<Target> {
    let numbers = changes.judged(Runs::Ratio(0))?;
    let parts: Vec<Verdict> = numbers.iter().map(|&number| verdict::sign(number, -1.0)).collect();
    let claim = "CCR 0.1 gains at all loads (50 to 80 %)";
    Some(Target::new("R9", claim, ("negative", range(&numbers)), "sign", verdict::all(&parts)))
}

/// A gain at the first load that is judged, and a loss at the last.
fn turns(changes: &Changes) -> Option<Target> {
    let (mut parts, mut words) = (Vec::new(), Vec::new());
    for at in [1, 2] {
        let numbers = changes.judged(Runs::Ratio(at))?;
        let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
        parts.extend([verdict::sign(first, -1.0), verdict::sign(last, 1.0)]);
        words.push(format!("CCR {}: {} to {} %", RATIOS[at], first.words(), last.words()));
    }
    let claim = "CCR 0.25 and 0.5 gain at first, and lose as the load rises (50 and 80 %)";
    let diagnostics = ("a gain that turns into a loss", words.join("; "));
    Some(Target::new("R9", claim, diagnostics, "signs", verdict::all(&parts)))
}

fn always_loses(changes: &Changes) -> Option<Target> {
    let mut numbers = Vec::new();
    for at in (0..RATIOS.len()).filter(|&at| RATIOS[at] > 0.5) {
        numbers.extend(changes.judged(Runs::Ratio(at))?);
    }
    let parts: Vec<Verdict> = numbers.iter().map(|&number| verdict::sign(number, 1.0)).collect();
    let claim = "CCR above 0.5 loses (50 to 80 %)";
    let diagnostics = ("positive", format!("{}; {} lose", range(&numbers), verdict::so_many(&parts)));
    Some(Target::new("R9", claim, diagnostics, "sign", verdict::all(&parts)))
}

fn alike(changes: &Changes, at: usize) -> Option<Target> {
    let (name, _, ratio) = LIKE[at];
    let numbers = changes.apart(at)?;
    let judge = Judge::near(0.0, 5.0, "points");
    let parts: Vec<Verdict> = numbers.iter().map(|&number| judge.of(number)).collect();
    let claim = format!("{name} matches CCR {} (50 to 80 %)", RATIOS[ratio]);
    let diagnostics = ("the same change", format!("apart by {}", range(&numbers)));
    let target = Target::new("E2.8", claim, diagnostics, judge.words(), verdict::all(&parts));
    Some(if name == "Wave" { target.fitted() } else { target })
}
