//! E2.2: what a collective operation costs on one to four clusters.

use super::probe::{self, Probe, choices, equal_parts};
use crate::paper::Experiment;
use crate::{Case, Effort, Findings, Interval, Line, Plot, Target, statistics, verdict};
use serde_json::json;

/// The experiment.
pub(in super::super) const E2_2: Experiment = Experiment {
    id: "E2.2",
    title: "Collective operations over clusters",
    question: "How much longer does pure communication take on more clusters?",
    source: "Sonmez 2010, section 2.4.1, figure 2.3",
    setup: "A million MPI_AllGather operations with 10 kB messages on 32 nodes (64 processes) in equal parts, on all \
            combinations of one to four clusters: with Myri-10G (no Delft) and with Ethernet (Delft among them, no Leiden).",
    notes: &[
        "No numbers are printed, so only the order is a target.",
        "The model: each operation takes ceil(log2 64) times the largest latency, and 63/64 of a message at the smallest \
         bandwidth among the clusters.",
        "Ethernet on one cluster is Delft alone, our reading of the figure.",
    ],
    cases,
    findings,
};

/// The two series: name, clusters, and the cluster that has to be among them.
const SERIES: [(&str, &str, &str); 2] = [("Myri-10G", "VAML", ""), ("Ethernet", "VADM", "D")];

/// All combinations of one series, with the number of clusters.
fn combinations(series: usize) -> Vec<String> {
    let (_, letters, with) = SERIES[series];
    (1..=4).flat_map(|count| choices(letters, count)).filter(|choice| choice.contains(with)).collect()
}

fn cases(_: Effort) -> Vec<Case> {
    let one = |series: usize| {
        let probe = |clusters: String| Probe {
            nodes: equal_parts(clusters.len()),
            clusters,
            runs: json!({"spread": "allgather"}),
        };
        let all: Vec<Probe> = combinations(series).into_iter().map(probe).collect();
        probe::case(&format!("A million AllGather operations over {}", SERIES[series].0), "equal", &all)
    };
    vec![one(0), one(1)]
}

fn findings(_: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let mut found = Findings::default();
    let mut plot = Plot::new("Figure 2.3: time of a million AllGather operations", "clusters", "s");
    let mut means: Vec<Vec<f64>> = Vec::new();
    for (series, &(name, ..)) in SERIES.iter().enumerate() {
        let Some(times) = outcomes.get(series).filter(|times| !times.is_empty()) else { return found };
        let combinations = combinations(series);
        let of = |count: usize| {
            let wanted = combinations.iter().zip(times).filter(|(clusters, _)| clusters.len() == count);
            wanted.map(|(_, &time)| time).collect::<Vec<f64>>()
        };
        let line: Vec<f64> = (1..=4).map(|count| statistics::mean(&of(count))).collect();
        let points: Vec<(f64, Option<Interval>)> = (1..=4)
            .zip(&line)
            .map(|(count, &time)| (f64::from(count), Some(Interval::exact(time))))
            .collect();
        plot.lines.push(Line::new(name, &points));
        let ours = line.iter().map(|time| format!("{time:.0}")).collect::<Vec<_>>().join(", ");
        found.targets.push(Target::new(
            "E2.2",
            format!("{name}: the time rises with the number of clusters"),
            ("rises", format!("{ours} s")),
            "order",
            verdict::rising(&line),
        ));
        means.push(line);
    }
    let [myri, ethernet] = means.as_slice() else { return found };
    let steeper = ethernet[3] - ethernet[0] > myri[3] - myri[0];
    let above = myri.iter().zip(ethernet).all(|(myri, ethernet)| ethernet > myri);
    found.targets.push(Target::new(
        "E2.2",
        "Ethernet takes longer everywhere and is steeper",
        ("much higher", format!("{:.1} times as long on four clusters", ethernet[3] / myri[3])),
        "order",
        verdict::all(&[verdict::held(above), verdict::held(steeper)]),
    ));
    found.plots.push(plot);
    found
}
