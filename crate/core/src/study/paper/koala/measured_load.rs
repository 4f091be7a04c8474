//! E2.5: co-allocation or none, at a moderate load under local jobs, as it was measured on DAS-3.

use super::load::{BUSY, EXECUTION, Load, Policy, RESPONSE, SPREAD, WAIT};
use super::{FITTED_APPLICATIONS, ONE_RUN_TIME};
use crate::study::paper::Experiment;
use crate::study::{Case, Cell, Effort, Findings, Interval, Results, Table, Target, Verdict, verdict};

/// The experiment.
pub(in super::super) const E2_5: Experiment = Experiment {
    id: "E2.5",
    title: "Co-allocation as measured",
    question: "Does it pay to spread jobs over clusters when local users hold some of the nodes?",
    source: "Sonmez 2010, section 2.4.2, figure 2.6 and table 2.4",
    setup: "Jobs of 8, 16 or 32 nodes on VU, UvA, MMN and Leiden for 4 h at 40 % net load, under local jobs that hold 10, 20 \
            or 30 % of the nodes: Worst Fit, which never spreads a job, against Flexible Cluster Minimization.",
    notes: &[
        "Published are measurements on the real system, which had failures and users that no model has. The effects come \
         out smaller in simulation, as the thesis itself notes; the targets ask for the direction.",
        "Local jobs: 4 nodes for 300 s on average, arriving at random in each cluster: our reading.",
        FITTED_APPLICATIONS,
        ONE_RUN_TIME,
    ],
    cases,
    findings,
};

/// Applications: name, its model, published change of the mean response time in per cent.
const APPLICATIONS: [(&str, &str, f64); 3] =
    [("Prime", "prime", -16.0), ("Poisson", "poisson", -5.0), ("Wave", "wave-convex", 50.0)];

/// Nodes that local jobs hold, %.
const BACKGROUNDS: [u32; 3] = [10, 20, 30];

/// What a run is about: the application's place (none for Worst Fit, which serves all), the local load, the seed.
struct Point {
    application: Option<usize>,
    background: u32,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for application in std::iter::once(None).chain((0..APPLICATIONS.len()).map(Some)) {
        for background in BACKGROUNDS {
            points.extend(effort.seeds(20, 4).map(|seed| Point { application, background, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { application, background, seed }: &Point) -> Case {
    let base = Load { hours: 4.0, background, seed, ..Load::SIMULATED };
    match application.map(|at| APPLICATIONS[at]) {
        None => base.case(&format!("WF, {background} % local")),
        Some((name, model, _)) => {
            let policies = (Policy::Fewest, Policy::WorstFit);
            let load = Load { policy: policies.0, beside: policies.1, application: (model, 1.0), ..base };
            load.case(&format!("FCM, {name}, {background} % local"))
        }
    }
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    let of = |application: Option<usize>| move |point: &Point| point.application == application;
    let change = |column: usize, at: usize| results.change(column, of(None), of(Some(at)));

    let mut changes = Table::new(
        "Table 2.4: change of the mean response time, %",
        &["local load", "Prime", "Poisson", "Wave"],
    );
    for background in BACKGROUNDS {
        let at = |application: Option<usize>| {
            move |point: &Point| point.application == application && point.background == background
        };
        let cell = |i: usize| Cell::ours(results.change(RESPONSE, at(None), at(Some(i))));
        changes.row(format!("{background} %"), (0..3).map(cell).collect());
    }
    let cell = |at: usize| Cell::ours(change(RESPONSE, at)).beside(format!("{:+}", APPLICATIONS[at].2));
    changes.row("all", (0..3).map(cell).collect());
    found.tables.push(changes);

    let columns =
        ["runs", "wait, s", "execution, s", "response, s", "on several clusters, %", "nodes held, %"];
    let mut parts = Table::new("Figure 2.6: what responses are made of", &columns);
    let mut row = |name: &str, application: Option<usize>| {
        let cell = |column: usize| Cell::ours(results.interval(column, of(application)));
        parts.row(name, [WAIT, EXECUTION, RESPONSE, SPREAD, BUSY].map(cell).to_vec());
    };
    row("WF, any", None);
    APPLICATIONS.iter().enumerate().for_each(|(at, (name, ..))| row(&format!("FCM, {name}"), Some(at)));
    found.tables.push(parts);

    for (at, &(name, _, published)) in APPLICATIONS.iter().enumerate() {
        let Some(ours) = change(RESPONSE, at) else { continue };
        found.targets.push(
            Target::new(
                "E2.5",
                format!("{name}: change of the mean response time"),
                (format!("{published:+} %"), format!("{} %", ours.words())),
                "sign",
                verdict::sign(ours.mean, published),
            )
            .note("Measured on the real system; the size is the target of E2.7."),
        );
    }
    if let (Some(prime), Some(poisson), Some(wave)) = (change(WAIT, 0), change(WAIT, 1), change(EXECUTION, 2))
    {
        let signs = [(prime, -1.0), (poisson, -1.0), (wave, 1.0)]
            .map(|(ours, published): (Interval, f64)| verdict::sign(ours.mean, published));
        let ours = format!("{:+.0} %, {:+.0} %, {:+.0} %", prime.mean, poisson.mean, wave.mean);
        let claim = "Prime and Poisson wait less, Wave executes longer";
        found.targets.push(Target::new("E2.5", claim, ("-, -, +", ours), "sign", verdict::all(&signs)));
    }
    let shares: Option<Vec<f64>> = (0..3).map(|at| results.mean(SPREAD, of(Some(at)))).collect();
    if let Some(shares) = shares {
        let most = shares.iter().copied().fold(0.0, f64::max);
        let verdict = if most < 30.0 { Verdict::Held } else { Verdict::NotHeld };
        let claim = "jobs on several clusters, the application with most";
        found.targets.push(Target::new(
            "R10",
            claim,
            ("below 30 %", format!("{most:.0} %")),
            "bound",
            verdict,
        ));
    }
    found
}
