//! E2.1: bandwidth and latency between the clusters of DAS-3, measured with messages through the model.

use super::probe::{self, Probe};
use crate::paper::Experiment;
use crate::{Case, Cell, Effort, Findings, Interval, Table, Target, verdict};
use ganttlet_engine::platform::das3;
use serde_json::json;

/// The experiment.
pub(in super::super) const E2_1: Experiment = Experiment {
    id: "E2.1",
    title: "The network of DAS-3",
    question: "How fast are the links inside and between the clusters?",
    source: "Sonmez 2010, section 2.4.1, tables 1.2 and 2.1",
    setup: "Two nodes of one cluster or of two exchange messages of 1 MB, then empty ones; bandwidth and latency are worked \
            out from how long both take.",
    notes: &[
        "The table is the input of the model: that it comes out again shows that jobs meet the links they should.",
        "The link between Delft and Leiden could not be measured; no experiment uses both.",
        "As soon as Delft takes part, a job uses Ethernet between all its clusters. What Ethernet gives between clusters \
         other than Delft is not printed: at least 1.1 ms and at most 115 MB/s are our reading.",
    ],
    cases,
    findings,
};

/// Published nodes of the clusters.
const NODES: [u32; 5] = [85, 41, 68, 46, 32];

/// Published MB/s of pairs of clusters.
const BANDWIDTH: [(&str, f64); 14] = [
    ("VV", 561.0),
    ("VA", 185.0),
    ("VD", 45.0),
    ("VM", 185.0),
    ("VL", 77.0),
    ("AA", 526.0),
    ("AD", 53.0),
    ("AM", 512.0),
    ("AL", 115.0),
    ("DD", 115.0),
    ("DM", 10.0),
    ("MM", 560.0),
    ("ML", 115.0),
    ("LL", 530.0),
];

/// Published latencies of the same pairs, ms.
const LATENCY: [f64; 14] = [0.03, 0.4, 1.15, 0.4, 1.0, 0.03, 1.1, 0.03, 0.6, 0.05, 1.45, 0.03, 0.6, 0.03];

/// Messages of each kind.
const MESSAGES: f64 = 1e4;
/// Bytes of a message that is not empty.
const BYTES: f64 = 1e6;

fn cases(_: Effort) -> Vec<Case> {
    let exchange = |pair: &str, bytes: f64| {
        let inside = pair[..1] == pair[1..];
        let clusters = if inside { pair[..1].to_owned() } else { pair.to_owned() };
        let nodes = if inside { vec![2] } else { vec![1, 1] };
        let collective = json!({"operations": MESSAGES, "bytes": bytes, "processes_per_node": 1});
        Probe { clusters, nodes, runs: json!({"spread": {"collective": collective}}) }
    };
    let all: Vec<Probe> =
        BANDWIDTH.iter().flat_map(|(pair, _)| [exchange(pair, BYTES), exchange(pair, 0.0)]).collect();
    vec![probe::case("Messages between two nodes", "equal", &all)]
}

/// MB/s and ms of a pair from the times of its two exchanges: each message sends half of its bytes each way.
fn of_pair(times: &[f64]) -> (f64, f64) {
    let (full, empty) = (times[0], times[1]);
    (BYTES / 2.0 * MESSAGES / (full - empty) / 1e6, empty / MESSAGES * 1e3)
}

fn findings(_: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let mut found = Findings::default();
    let platform = das3();
    let nodes: Vec<u32> = platform.clusters.iter().map(|cluster| cluster.nodes).collect();
    found.targets.push(
        Target::new(
            "R1",
            "nodes of V, A, D, M and L",
            (format!("{NODES:?}"), format!("{nodes:?}")),
            "exact",
            verdict::held(nodes == NODES),
        )
        .fitted(),
    );
    let Some(times) = outcomes.first().filter(|times| times.len() == 2 * BANDWIDTH.len()) else {
        return found;
    };
    let measured: Vec<(f64, f64)> = times.chunks(2).map(of_pair).collect();
    let mut table = Table::new("Table 2.1: links", &["clusters", "bandwidth, MB/s", "latency, ms"]);
    for (&(bandwidth, latency), (&(pair, published), &delay)) in
        measured.iter().zip(BANDWIDTH.iter().zip(&LATENCY))
    {
        let cell =
            |ours: f64, published: f64| Cell::ours(Some(Interval::exact(ours))).beside(published.to_string());
        table.row(pair, vec![cell(bandwidth, published), cell(latency, delay)]);
    }
    found.tables.push(table);
    let near = |ours: f64, published: f64| (ours / published - 1.0).abs() < 1e-4;
    let right = |at: &usize| {
        let (bandwidth, latency) = measured[*at];
        near(bandwidth, BANDWIDTH[*at].1) && near(latency, LATENCY[*at])
    };
    let hits = (0..BANDWIDTH.len()).filter(right).count();
    found.targets.push(
        Target::new(
            "R1",
            "bandwidth and latency of all 14 pairs",
            ("as printed", format!("{hits} of 14 as printed")),
            "exact",
            verdict::held(hits == BANDWIDTH.len()),
        )
        .fitted(),
    );
    let between: Vec<usize> =
        (0..BANDWIDTH.len()).filter(|&i| BANDWIDTH[i].0[..1] != BANDWIDTH[i].0[1..]).collect();
    let best = between.iter().copied().max_by(|&a, &b| measured[a].0.total_cmp(&measured[b].0));
    let worst = between.iter().copied().min_by(|&a, &b| measured[a].0.total_cmp(&measured[b].0));
    let slowest = between.iter().copied().max_by(|&a, &b| measured[a].1.total_cmp(&measured[b].1));
    let name = |at: Option<usize>| at.map_or("none", |at| BANDWIDTH[at].0);
    found.targets.push(
        Target::new(
            "R1",
            "the best link, the least bandwidth, the largest latency between clusters",
            ("AM, DM, DM", format!("{}, {}, {}", name(best), name(worst), name(slowest))),
            "exact",
            verdict::held((name(best), name(worst), name(slowest)) == ("AM", "DM", "DM")),
        )
        .fitted(),
    );
    found
}
