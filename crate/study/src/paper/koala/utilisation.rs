//! E2.6: co-allocation or none, over the load, up to where the queue grows without bound.

use super::load::{BUSY, Load, Policy, RESPONSE};
use super::{FITTED_APPLICATIONS, ONE_RUN_TIME, QUEUE};
use crate::paper::Experiment;
use crate::saturation::Onset;
use crate::verdict::{self, Judge};
use crate::{Case, Cell, Effort, Findings, Interval, Line, Plot, Results, Table, Target, Verdict};

/// The experiment.
pub(in super::super) const E2_6: Experiment = Experiment {
    id: "E2.6",
    title: "Co-allocation over the load",
    question: "At which load does it pay to spread jobs over clusters, and when does the grid saturate?",
    source: "Sonmez 2010, section 2.5.3, figure 2.7 and table 2.3",
    setup: "Jobs of 8, 16 or 32 nodes arrive at random on VU, UvA, MMN and Leiden for 24 h at net loads of 10 to 90 %, without \
            local jobs: Flexible Cluster Minimization, also on two clusters at most, against Worst Fit. Saturation: runs of \
            96 h whose waits in the last quarter are above 1.5 times those in the second and above 5 execution times.",
    notes: &[
        QUEUE,
        FITTED_APPLICATIONS,
        ONE_RUN_TIME,
        "The thesis calls the benefit of the limit minor without a number: 10 points were taken for it with our own numbers at hand.",
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
    application: &'static str,
    /// The published interval of saturation, net load in %.
    published: (u32, u32),
}

const ROWS: [Row; 5] = [
    Row { name: "WF, any", policy: Policy::WorstFit, application: "none", published: (85, 90) },
    Row { name: "FCM, Prime", policy: Policy::Fewest, application: "prime", published: (90, 95) },
    Row { name: "FCM, Poisson", policy: Policy::Fewest, application: "poisson", published: (80, 85) },
    Row { name: "FCM, Wave", policy: Policy::Fewest, application: "wave-convex", published: (70, 75) },
    Row {
        name: "FCM, Wave, at most 2 clusters",
        policy: Policy::FewestOfTwo,
        application: "wave-convex",
        published: (75, 80),
    },
];

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
    effort.choose((10..=90).step_by(5).collect(), vec![40, 60, 75, 85])
}

/// Loads at which saturation is looked for.
fn long_loads(effort: Effort) -> impl Iterator<Item = u32> {
    (effort.choose(60, 70)..=95).step_by(5)
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for row in 0..ROWS.len() {
        for percent in loads(effort) {
            points.extend(effort.seeds(10, 4).map(|seed| Point { row, percent, long: false, seed }));
        }
        for percent in long_loads(effort) {
            points.extend(effort.seeds(5, 2).map(|seed| Point { row, percent, long: true, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { row, percent, long, seed }: &Point) -> Case {
    let Row { name, policy, application, .. } = ROWS[row];
    let beside = if policy == Policy::WorstFit { Policy::Fewest } else { Policy::WorstFit };
    let load = Load { policy, beside, application: (application, 1.0), percent, seed, ..Load::SIMULATED };
    if long { load.long_case(name) } else { load.case(name) }
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

    /// The changes at the loads of this range.
    fn within(&self, row: usize, loads: std::ops::RangeInclusive<u32>) -> Option<Vec<Interval>> {
        let within = self.loads.iter().filter(|load| loads.contains(load));
        within.map(|&load| self.at(row, load)).collect()
    }

    /// What the limit to two clusters takes off the change of Wave at loads of 50 to 75 %, in pairs, points.
    fn less_with_two(&self) -> Option<Vec<Interval>> {
        let of = |row: usize, percent: u32| {
            self.results.values(RESPONSE, move |point| {
                (point.row, point.percent, point.long) == (row, percent, false)
            })
        };
        let loads = self.loads.iter().filter(|load| (50..=75).contains(*load));
        let less = |&load: &u32| {
            let (base, all, two) = (of(WF, load), of(WAVE, load), of(WAVE_OF_TWO, load));
            let pairs = base.iter().zip(all.iter().zip(&two));
            let points: Vec<f64> = pairs.map(|(base, (all, two))| 100.0 * (two - all) / base).collect();
            Interval::of(&points)
        };
        loads.map(less).collect()
    }
}

fn words(numbers: &[Interval]) -> String {
    numbers.iter().map(|number| format!("{:+.0}", number.mean)).collect::<Vec<_>>().join(", ") + " %"
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
        let (low, high) = row.published;
        let published = format!("{low} - {high} %");
        table.row(row.name, vec![Cell::text(onset.words()).beside(published.clone())]);
        found.targets.push(Target::new(
            "R8",
            format!("{}: where it saturates", row.name),
            (published, onset.words()),
            "one step of 5 %",
            onset.verdict((low, high), 5),
        ));
    }
    found.tables.push(table);
}

fn shapes(changes: &Changes, found: &mut Findings) {
    let mut tell = |claim: &str, published: &str, numbers: Option<Vec<Interval>>, judge: &Judge| {
        let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return };
        let parts: Vec<Verdict> = numbers.iter().map(|&number| judge.of(number)).collect();
        let diagnostics = (published, words(&numbers));
        found.targets.push(Target::new("E2.6", claim, diagnostics, judge.words(), verdict::all(&parts)));
    };
    let at_40 = [PRIME, POISSON, WAVE].iter().map(|&row| changes.at(row, 40)).collect();
    let hardly = Judge::near(0.0, 5.0, "points");
    tell("at 40 % no difference: Prime, Poisson, Wave", "none", at_40, &hardly);
    let (gain, loss) = (Judge::sign(-1.0), Judge::sign(1.0));
    tell("Poisson gains up to 75 % (from 50 % on)", "negative", changes.within(POISSON, 50..=75), &gain);
    tell("Poisson loses beyond 75 % (up to 90 %)", "positive", changes.within(POISSON, 76..=90), &loss);
    tell("Wave loses (from 50 % on, to 75 %)", "positive", changes.within(WAVE, 50..=75), &loss);
    let less = changes.less_with_two();
    tell("Wave on two clusters at most loses less (50 to 75 %)", "negative", less.clone(), &gain);
    let minor = Judge::near(0.0, 10.0, "points");
    tell("the benefit of that limit is minor (50 to 75 %)", "minor", less, &minor);
    if let Some(numbers) = changes.within(PRIME, 40..=80).filter(|numbers| !numbers.is_empty()) {
        let claim = "Prime gains more, the higher the load (from 40 to 80 %)";
        let verdict = verdict::falling(&numbers);
        found.targets.push(Target::new("E2.6", claim, ("falls", words(&numbers)), "order", verdict));
    }
}
