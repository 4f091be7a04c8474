//! E2.9: clusters chosen by their links or by their room, as it was measured on DAS-3.

use super::load::{EXECUTION, Load, Policy, RESPONSE, SPREAD, WAIT};
use crate::paper::Experiment;
use crate::{Case, Cell, Effort, Findings, Results, Table, Target, verdict};

/// What has to be said of both experiments with links.
pub(super) const FITTED_LINKS: &str = "Fitted: a job on several clusters takes 1 + 0.6 (L - 0.03)^2 times as long, with L the \
    largest latency among them in ms. Of 16 models it is the only one that gives both published loads of saturation and an \
    advantage of links with Delft; it contradicts the printed slow-down of Wave on four clusters (3.75; this gives 1.56).";

/// The experiment.
pub(in super::super) const E2_9: Experiment = Experiment {
    id: "E2.9",
    title: "Links or room, as measured",
    question: "Does it pay to choose clusters by the latency between them?",
    source: "Sonmez 2010, section 2.6.1, figure 2.9",
    setup: "Wave on 64 nodes for 4 h at 40 % net load, under local jobs that are kept between 10 and 30 % of the nodes \
            of each cluster, on four clusters without \
            Delft and on four without Leiden: Flexible Cluster Minimization against Communication-Aware.",
    notes: &[
        FITTED_LINKS,
        "Published are measurements on the real system; the targets ask for the direction.",
        "With scans at every change the sign depended on how local load is modelled: with local jobs that hold 20 % on average \
         but are not kept in bounds, Communication-Aware came out a little worse in both parts.",
        "Jobs take the printed 10 s to start, with their nodes held; the queue is scanned every 60 s, as in the simulations.",
        "Equal links are told apart by their mean latency to all, then by room: our reading.",
    ],
    cases,
    findings,
};

/// Parts of DAS-3: the name for people, the name in the preset, the published advantage of links in seconds.
const PARTS: [(&str, &str, f64); 2] =
    [("without Delft", "without-delft", 50.0), ("with Delft", "without-leiden", 230.0)];

/// What a run is about.
struct Point {
    part: usize,
    policy: Policy,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for part in 0..PARTS.len() {
        for policy in [Policy::Fewest, Policy::FastLinks] {
            points.extend(effort.seeds(20, 6).map(|seed| Point { part, policy, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { part, policy, seed }: &Point) -> Case {
    let beside = if policy == Policy::Fewest { Policy::FastLinks } else { Policy::Fewest };
    let (name, clusters, _) = PARTS[part];
    let load = Load {
        policy,
        beside,
        clusters,
        application: ("wave-latency", 1.0),
        sizes: "64",
        run_s: 200.0,
        seed,
        ..Load::MEASURED
    };
    load.case(&format!("{}, {name}", policy.name()))
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let mut found = Findings::default();
    let columns = ["runs", "wait, s", "execution, s", "response, s", "on several clusters, %"];
    let mut table = Table::new("Figure 2.9: what responses are made of", &columns);
    for (part, &(name, _, published)) in PARTS.iter().enumerate() {
        let of = |policy: Policy| move |point: &Point| point.part == part && point.policy == policy;
        for policy in [Policy::Fewest, Policy::FastLinks] {
            let cell = |column: usize| Cell::ours(results.interval(column, of(policy)));
            let head = format!("{}, {name}", policy.name());
            table.row(head, [WAIT, EXECUTION, RESPONSE, SPREAD].map(cell).to_vec());
        }
        let Some(less) = results.difference(RESPONSE, of(Policy::FastLinks), of(Policy::Fewest)) else {
            continue;
        };
        found.targets.push(
            Target::new(
                "R11",
                format!("{name}: by how much CA is shorter than FCM"),
                (format!("about {published} s"), format!("{} s", less.words())),
                "sign",
                verdict::sign(less, published),
            )
            .note("Measured on the real system."),
        );
    }
    found.tables.push(table);
    found
}
