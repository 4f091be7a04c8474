//! E2.6: co-allocation or none, over the load, up to where the queue grows without bound.

use super::load::{BUSY, Load, Policy, RESPONSE};
use super::{FITTED_APPLICATIONS, FITTED_QUEUE, ONE_RUN_TIME};
use crate::study::paper::Experiment;
use crate::study::saturation::Onset;
use crate::study::{Case, Cell, Effort, Findings, Interval, Line, Plot, Results, Table, Target, verdict};

/// The experiment.
pub(in super::super) const E2_6: Experiment = Experiment {
    id: "E2.6",
    title: "Co-allocation over the load",
    question: "At which load does it pay to spread jobs over clusters, and when does the grid saturate?",
    source: "Sonmez 2010, section 2.4.3, figure 2.7 and table 2.3",
    setup: "Jobs of 8, 16 or 32 nodes arrive at random on VU, UvA, MMN and Leiden for 24 h at net loads of 10 to 90 %, without \
            local jobs: Flexible Cluster Minimization, also on two clusters at most, against Worst Fit. Saturation: runs of \
            96 h whose waits in the last quarter are above 1.5 times those in the second and above 5 execution times.",
    notes: &[
        FITTED_QUEUE,
        FITTED_APPLICATIONS,
        "No one model of Wave gives all its published numbers: the changes are those of the convex one (1.5, 2.4, 3.75), \
         saturation is judged with a straight line (1.92, 2.83, 3.75), which comes nearer to table 2.3; both are shown.",
        ONE_RUN_TIME,
        "Saturation is judged by the mean waits of five seeds. Waves of long waits come and go below it, so that other seeds \
         move an interval by a step.",
        "Near saturation replications differ by a third and more; where both policies are saturated, changes mean little.",
    ],
    cases,
    findings,
};

/// A policy with an application.
struct Row {
    name: &'static str,
    policy: Policy,
    /// The application while changes are measured; empty if they are not.
    change: &'static str,
    /// The application while saturation is looked for.
    saturation: &'static str,
    /// The published interval of saturation, net load in %.
    published: Option<(u32, u32)>,
}

const fn row(name: &'static str, policy: Policy, change: &'static str, saturation: &'static str) -> Row {
    Row { name, policy, change, saturation, published: None }
}

const ROWS: [Row; 7] = [
    Row { published: Some((85, 90)), ..row("WF, any", Policy::WorstFit, "none", "none") },
    Row { published: Some((90, 95)), ..row("FCM, Prime", Policy::Fewest, "prime", "prime") },
    Row { published: Some((80, 85)), ..row("FCM, Poisson", Policy::Fewest, "poisson", "poisson") },
    Row { published: Some((70, 75)), ..row("FCM, Wave", Policy::Fewest, "wave-convex", "wave-linear") },
    Row {
        published: Some((75, 80)),
        ..row("FCM, Wave, at most 2 clusters", Policy::FewestOfTwo, "wave-convex", "wave-linear")
    },
    row("FCM, Wave, convex", Policy::Fewest, "", "wave-convex"),
    row("FCM, Wave, convex, at most 2 clusters", Policy::FewestOfTwo, "", "wave-convex"),
];

/// Why Poisson comes late.
const LATE: &str = "Two steps late: the slow-down of Poisson was fitted to -5 % at 65 % net load, not to where it saturates.";

const WF: usize = 0;
const PRIME: usize = 1;
const POISSON: usize = 2;
const WAVE: usize = 3;
const WAVE_OF_TWO: usize = 4;

/// What a run is about: the place of its row, its load, and whether it looks for saturation.
struct Point {
    row: usize,
    percent: u32,
    long: bool,
    seed: u64,
}

fn loads(effort: Effort) -> Vec<u32> {
    effort.choose((10..=90).step_by(5).collect(), vec![40, 60, 75])
}

/// Loads at which saturation is looked for.
fn long_loads(effort: Effort) -> impl Iterator<Item = u32> {
    (effort.choose(60, 70)..=95).step_by(5)
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for (row, Row { change, published, .. }) in ROWS.iter().enumerate() {
        if !change.is_empty() {
            for percent in loads(effort) {
                points.extend(effort.seeds(10, 3).map(|seed| Point { row, percent, long: false, seed }));
            }
        }
        // Quick are the ones with a published interval.
        let wanted = published.is_some() || !effort.quick;
        for percent in long_loads(effort).filter(|_| wanted) {
            points.extend(effort.seeds(5, 2).map(|seed| Point { row, percent, long: true, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { row, percent, long, seed }: &Point) -> Case {
    let Row { name, policy, change, saturation, .. } = ROWS[row];
    let beside = if policy == Policy::WorstFit { Policy::Fewest } else { Policy::WorstFit };
    let load = Load { policy, beside, percent, seed, ..Load::SIMULATED };
    if long {
        Load { application: (saturation, 1.0), ..load }.long_case(name)
    } else {
        Load { application: (change, 1.0), ..load }.case(name)
    }
}

/// Changes against Worst Fit, by load.
struct Changes<'a> {
    results: Results<'a, Point>,
    loads: Vec<u32>,
}

impl Changes<'_> {
    fn at(&self, row: usize, percent: u32) -> Option<Interval> {
        let of =
            |row: usize| move |point: &Point| point.row == row && point.percent == percent && !point.long;
        self.results.change(RESPONSE, of(WF), of(row))
    }

    /// The mean changes at the loads of this range.
    fn means(&self, row: usize, loads: std::ops::RangeInclusive<u32>) -> Option<Vec<f64>> {
        let within = self.loads.iter().filter(|load| loads.contains(load));
        within.map(|&load| self.at(row, load).map(|change| change.mean)).collect()
    }
}

fn words(numbers: &[f64]) -> String {
    numbers.iter().map(|number| format!("{number:+.0}")).collect::<Vec<_>>().join(", ") + " %"
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let changes = Changes { results: Results::new(points(effort), outcomes), loads: loads(effort) };
    let mut found = Findings::default();
    plots(&changes, &mut found);
    saturations(effort, &changes.results, &mut found);
    shapes(&changes, &mut found);
    found
}

fn plots(changes: &Changes, found: &mut Findings) {
    let (results, loads) = (&changes.results, &changes.loads);
    let mut change = Plot::new(
        "Figure 2.7 (a): change of the mean response time against Worst Fit",
        "net load, %",
        "%, less is better",
    );
    let mut observed = Plot::new("Figure 2.7 (b): nodes held", "net load, %", "%");
    for row in [PRIME, POISSON, WAVE, WAVE_OF_TWO] {
        let points: Vec<_> = loads.iter().map(|&load| (f64::from(load), changes.at(row, load))).collect();
        change.lines.push(Line::new(ROWS[row].name, &points));
    }
    for row in [WF, PRIME, POISSON, WAVE, WAVE_OF_TWO] {
        let held = |load: u32| {
            results.interval(BUSY, |point| point.row == row && point.percent == load && !point.long)
        };
        let points: Vec<_> = loads.iter().map(|&load| (f64::from(load), held(load))).collect();
        observed.lines.push(Line::new(ROWS[row].name, &points));
    }
    found.plots.extend([change, observed]);
}

fn saturations(effort: Effort, results: &Results<Point>, found: &mut Findings) {
    let mut table = Table::new(
        "Table 2.3: net load at which the queue begins to grow without bound",
        &["runs", "net load"],
    );
    for (at, row) in ROWS.iter().enumerate() {
        let runs = |load: u32| results.runs(|point| point.row == at && point.percent == load && point.long);
        let Some(onset) = Onset::of(long_loads(effort), runs) else { continue };
        let Some((low, high)) = row.published else {
            table.row(row.name, vec![Cell::text(onset.words())]);
            continue;
        };
        let published = format!("{low} - {high} %");
        table.row(row.name, vec![Cell::text(onset.words()).beside(published.clone())]);
        let target = Target::new(
            "R8",
            format!("{}: where it saturates", row.name),
            (published, onset.words()),
            "one step of 5 %",
            onset.verdict((low, high), 5),
        );
        found.targets.push(if at == POISSON { target.note(LATE) } else { target });
    }
    found.tables.push(table);
}

fn shapes(changes: &Changes, found: &mut Findings) {
    let mut tell = |claim: &str, published: &str, numbers: Option<Vec<f64>>, holds: fn(&[f64]) -> bool| {
        let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return };
        let verdict = verdict::held(holds(&numbers));
        found.targets.push(Target::new(
            "E2.6",
            claim,
            (published, words(&numbers)),
            "sign and order",
            verdict,
        ));
    };
    let at_40 =
        [PRIME, POISSON, WAVE].iter().map(|&row| changes.at(row, 40).map(|change| change.mean)).collect();
    tell(
        "at 40 % hardly any difference: Prime, Poisson, Wave",
        "hardly any, 5 % at most",
        at_40,
        |changes| changes.iter().all(|change| change.abs() <= 5.0),
    );
    tell(
        "Prime gains more, the higher the load (from 40 to 80 %)",
        "falls",
        changes.means(PRIME, 40..=80),
        |changes| verdict::falling(changes) == crate::study::Verdict::Held,
    );
    tell("Poisson gains up to 75 % (from 50 % on)", "negative", changes.means(POISSON, 50..=75), |changes| {
        changes.iter().all(|&change| change < 0.0)
    });
    tell("Wave loses (from 50 % on, to 75 %)", "positive", changes.means(WAVE, 50..=75), |changes| {
        changes.iter().all(|&change| change > 0.0)
    });
    let less = changes.means(WAVE, 50..=75).zip(changes.means(WAVE_OF_TWO, 50..=75));
    let less = less.map(|(all, two)| two.iter().zip(&all).map(|(two, all)| two - all).collect());
    tell("Wave on two clusters at most loses less (difference)", "negative", less, |changes| {
        changes.iter().all(|&change| change < 0.0)
    });
}
