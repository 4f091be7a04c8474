//! E2.4: how much longer three applications take on more clusters.

use super::probe::{self, Probe, choices, equal_parts};
use crate::paper::Experiment;
use crate::{Case, Effort, Findings, Interval, Line, Plot, Target, statistics, verdict};
use serde_json::json;

/// The experiment.
pub(in super::super) const E2_4: Experiment = Experiment {
    id: "E2.4",
    title: "Slow-down on several clusters",
    question: "How much longer do three applications take when their nodes lie on more clusters?",
    source: "Sonmez 2010, section 2.5.1, figure 2.4",
    setup: "32 nodes in equal parts on all combinations of VU, UvA, MMN and Leiden, alone in the system, averaged over the \
            combinations of as many clusters.",
    notes: &[
        "Only the end points of Wave are printed; all else that the tables of slow-downs hold is our reading, so this \
         experiment shows the models that the others use.",
        "Wave by latency takes 1 + 2.92 (L - 0.03)^2 times as long, with L the largest latency among its clusters in ms.",
        "Run times on one cluster are printed for Wave only; 180 s stand in for the others.",
    ],
    cases,
    findings,
};

/// Applications: name, spread, seconds on one cluster.
const APPLICATIONS: [(&str, &str, f64); 5] = [
    ("Prime", "prime", 180.0),
    ("Poisson", "poisson", 180.0),
    ("Wave", "wave-convex", 200.0),
    ("Wave, straight line", "wave-linear", 200.0),
    ("Wave, by latency", "wave-latency", 200.0),
];

fn combinations() -> Vec<String> {
    (1..=4).flat_map(|count| choices("VAML", count)).collect()
}

fn cases(_: Effort) -> Vec<Case> {
    let case = |&(name, spread, run_s): &(&str, &str, f64)| {
        let probe = |clusters: String| Probe {
            nodes: equal_parts(clusters.len()),
            clusters,
            runs: json!({"run_s": run_s, "spread": spread}),
        };
        let all: Vec<Probe> = combinations().into_iter().map(probe).collect();
        probe::case(&format!("{name} on one to four clusters"), "equal", &all)
    };
    APPLICATIONS.iter().map(case).collect()
}

fn findings(_: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let mut found = Findings::default();
    let mut plot = Plot::new("Figure 2.4: execution time", "clusters", "s");
    let combinations = combinations();
    let mut slow_downs = Vec::new();
    for (&(name, ..), times) in APPLICATIONS.iter().zip(outcomes) {
        if times.len() != combinations.len() {
            continue;
        }
        let of = |count: usize| {
            let wanted = combinations.iter().zip(times).filter(|(clusters, _)| clusters.len() == count);
            statistics::mean(&wanted.map(|(_, &time)| time).collect::<Vec<f64>>())
        };
        let points: Vec<(f64, Option<Interval>)> =
            (1..=4).map(|count| (count as f64, Some(Interval::exact(of(count))))).collect();
        plot.lines.push(Line::new(name, &points));
        slow_downs.push((name, of(1), of(4)));
    }
    found.plots.push(plot);
    let of = |wanted: &str| slow_downs.iter().find(|(name, ..)| *name == wanted).copied();
    if let Some((_, one, four)) = of("Wave") {
        let exact = (one - 200.0).abs() < 1e-3 && (four - 750.0).abs() < 1e-3;
        found.targets.push(
            Target::new(
                "R5",
                "Wave on one and on four clusters",
                ("200 s, 750 s", format!("{one:.0} s, {four:.0} s")),
                "exact at the end points",
                verdict::held(exact),
            )
            .fitted(),
        );
    }
    if let (Some(prime), Some(poisson), Some(wave)) = (of("Prime"), of("Poisson"), of("Wave")) {
        let factors = [wave, poisson, prime].map(|(_, one, four)| four / one);
        found.targets.push(
            Target::new(
                "E2.4",
                "slow-down on four clusters: Wave, then Poisson, then Prime",
                ("falls", factors.map(|factor| format!("{factor:.2}")).join(", ")),
                "order",
                verdict::falling(&factors),
            )
            .fitted(),
        );
    }
    found
}
