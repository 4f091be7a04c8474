//! E2.3: a job on clusters of different speed runs as fast as the slowest.

use super::probe::{self, Probe};
use crate::paper::Experiment;
use crate::{Case, Cell, Effort, Findings, Interval, Table, Target, verdict};
use serde_json::json;

/// The experiment.
pub(in super::super) const E2_3: Experiment = Experiment {
    id: "E2.3",
    title: "Processors of different speed",
    question: "How much longer does pure computation take if one of two clusters is slower?",
    source: "Sonmez 2010, section 2.4.2, table 2.2",
    setup: "The same computation on 32 nodes of Leiden alone (2.6 GHz) and on Leiden and one other cluster; the slowest \
            processor decides.",
    notes: &[
        "30 s on Leiden is the input; the others follow from the clock rates, cut to whole seconds as in the table.",
        "As in the thesis the other experiments of the chapter leave speeds out, because the spread is small.",
    ],
    cases,
    findings,
};

/// Clusters with the published times.
const PUBLISHED: [(&str, u32); 5] = [("L", 30), ("VL", 32), ("DL", 32), ("ML", 32), ("AL", 35)];

/// Run time on nodes of 2.4 GHz, the reference: 30 s on 2.6 GHz.
const RUN_S: f64 = 32.5;

fn cases(_: Effort) -> Vec<Case> {
    let probe = |&(clusters, _): &(&str, u32)| {
        let nodes = if clusters.len() == 1 { vec![32] } else { vec![16, 16] };
        Probe { clusters: clusters.to_owned(), nodes, runs: json!({"run_s": RUN_S}) }
    };
    let all: Vec<Probe> = PUBLISHED.iter().map(probe).collect();
    vec![probe::case("One computation on clusters of different speed", "clock", &all)]
}

/// Whole seconds; what rounding took off a whole number does not count.
fn cut(seconds: f64) -> f64 {
    (seconds + 1e-4).floor()
}

fn findings(_: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let mut found = Findings::default();
    let Some(times) = outcomes.first().filter(|times| times.len() == PUBLISHED.len()) else { return found };
    let mut table = Table::new("Table 2.2: execution time", &["clusters", "time, s", "increase, %"]);
    for (&(clusters, published), &time) in PUBLISHED.iter().zip(times) {
        let increase = |time: f64, alone: f64| (100.0 * (time / alone - 1.0)).round();
        table.row(
            clusters,
            vec![
                Cell::ours(Some(Interval::exact(time))).beside(published.to_string()),
                Cell::ours(Some(Interval::exact(increase(time, times[0]))))
                    .beside(increase(f64::from(published), 30.0).to_string()),
            ],
        );
    }
    found.tables.push(table);
    let exact =
        |(&(_, published), &time): (&(&str, u32), &f64)| (cut(time) - f64::from(published)).abs() < 0.5;
    let words = |times: &[f64]| times.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
    let ours: Vec<f64> = times.iter().map(|&time| cut(time)).collect();
    found.targets.push(Target::new(
        "R4",
        "execution times on L, VL, DL, ML and AL",
        (words(&PUBLISHED.map(|(_, time)| f64::from(time))) + " s", words(&ours) + " s"),
        "cut to whole seconds",
        verdict::held(PUBLISHED.iter().zip(times).all(exact)),
    ));
    found
}
