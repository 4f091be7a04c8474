//! E2.5: co-allocation or none, at a moderate load under local jobs, as it was measured on DAS-3.

use super::load::{BUSY, EXECUTION, Load, Local, Policy, RESPONSE, SPREAD, WAIT};
use super::{FITTED_APPLICATIONS, ONE_RUN_TIME};
use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Cell, Effort, Findings, Interval, Results, Table, Target};

/// The experiment.
pub(in super::super) const E2_5: Experiment = Experiment {
    id: "E2.5",
    title: "Co-allocation as measured",
    question: "Does it pay to spread jobs over clusters when local users hold some of the nodes?",
    source: "Sonmez 2010, section 2.5.2, figure 2.6 and table 2.4",
    setup: "Jobs of 8, 16 or 32 nodes on VU, UvA, MMN and Leiden for 4 h at 40 % net load, under local jobs that are \
            kept between 10 and 30 % of the nodes of each cluster (or hold about 10, 20 or 30 %): Worst Fit, which never spreads a job, against Flexible Cluster Minimization.",
    notes: &[
        "Published are measurements on the real system, which had failures and users that no model has: the targets ask for the \
         direction. Here Prime and Poisson gain more than was measured, and Wave loses less.",
        "Local jobs: 4 nodes for 300 s on average, arriving at random in each cluster: our reading.",
        "Jobs take the printed 10 s to start, with their nodes held; the queue is scanned every 60 s, as in the simulations.",
        FITTED_APPLICATIONS,
        ONE_RUN_TIME,
    ],
    cases,
    findings,
};

/// Applications: name, its model, published change of the mean response time in per cent.
const APPLICATIONS: [(&str, &str, f64); 3] =
    [("Prime", "prime", -16.0), ("Poisson", "poisson", -5.0), ("Wave", "wave-convex", 50.0)];

/// Local loads: the name and what is held. The first is that of the measurements.
const LOCALS: [(&str, Local); 4] = [
    ("kept in 10 - 30 %", Local::KEPT),
    ("about 10 %", Local::about(0.1)),
    ("about 20 %", Local::about(0.2)),
    ("about 30 %", Local::about(0.3)),
];

/// What a run is about: the places of the application (none for Worst Fit, which serves all) and of the local load,
/// the seed.
struct Point {
    application: Option<usize>,
    local: usize,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for application in std::iter::once(None).chain((0..APPLICATIONS.len()).map(Some)) {
        for local in 0..LOCALS.len() {
            points.extend(effort.seeds(20, 6).map(|seed| Point { application, local, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { application, local, seed }: &Point) -> Case {
    let (held, local) = LOCALS[local];
    let base = Load { local, seed, ..Load::MEASURED };
    match application.map(|at| APPLICATIONS[at]) {
        None => base.case(&format!("WF, local load {held}")),
        Some((name, model, _)) => {
            let policies = (Policy::Fewest, Policy::WorstFit);
            let load = Load { policy: policies.0, beside: policies.1, application: (model, 1.0), ..base };
            load.case(&format!("FCM, {name}, local load {held}"))
        }
    }
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    let at = |application: Option<usize>, local: usize| {
        move |point: &Point| point.application == application && point.local == local
    };
    let of = |application: Option<usize>| at(application, 0);
    let change = |column: usize, at: usize| results.change(column, of(None), of(Some(at)));

    let title = "Table 2.4: change of the mean response time, %";
    let mut changes = Table::new(title, &["local load", "Prime", "Poisson", "Wave"]);
    for (local, (held, _)) in LOCALS.iter().enumerate() {
        let cell = |i: usize| {
            let cell = Cell::ours(results.change(RESPONSE, at(None, local), at(Some(i), local)));
            if local == 0 { cell.beside(format!("{:+}", APPLICATIONS[i].2)) } else { cell }
        };
        changes.row(*held, (0..3).map(cell).collect());
    }
    found.tables.push(changes);

    let columns =
        ["runs", "wait, s", "execution, s", "response, s", "on several clusters, %", "nodes held, %"];
    let mut parts =
        Table::new("Figure 2.6: what responses are made of, local load kept in 10 - 30 %", &columns);
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
                verdict::sign(ours, published),
            )
            .note("Measured on the real system; the size is the target of E2.7."),
        );
    }
    if let (Some(prime), Some(poisson), Some(wave)) = (change(WAIT, 0), change(WAIT, 1), change(EXECUTION, 2))
    {
        let signs = [(prime, -1.0), (poisson, -1.0), (wave, 1.0)]
            .map(|(ours, published): (Interval, f64)| verdict::sign(ours, published));
        let ours = format!("{:+.0} %, {:+.0} %, {:+.0} %", prime.mean, poisson.mean, wave.mean);
        let claim = "Prime and Poisson wait less, Wave executes longer";
        found.targets.push(Target::new("E2.5", claim, ("-, -, +", ours), "sign", verdict::all(&signs)));
    }
    for (at, (name, ..)) in APPLICATIONS.iter().enumerate() {
        let Some(share) = results.interval(SPREAD, of(Some(at))) else { continue };
        let (claim, ours) = (format!("{name}: jobs on several clusters"), format!("{} %", share.words()));
        let below = Judge::below(30.0, "%");
        found.targets.push(Target::judged("R10", claim, ("below 30 %", ours), &below, share));
    }
    found
}
