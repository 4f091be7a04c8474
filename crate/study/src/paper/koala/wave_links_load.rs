//! E2.10: clusters chosen by their links or by their room, over the load.

use super::QUEUE;
use super::load::{Load, Policy, RESPONSE};
use super::wave_links::FITTED_LINKS;
use crate::paper::Experiment;
use crate::saturation::Onset;
use crate::{Case, Cell, Effort, Findings, Interval, Line, Plot, Results, Table, Target, verdict};

/// The experiment.
pub(in super::super) const E2_10: Experiment = Experiment {
    id: "E2.10",
    title: "Links or room, over the load",
    question: "At which load does it pay to choose clusters by the latency between them?",
    source: "Sonmez 2010, section 2.6.2, figure 2.10",
    setup: "Wave on 32, 48 or 64 nodes for 24 h at net loads of 20 to 80 %, without local jobs, on four clusters without Delft \
            and on four without Leiden: Flexible Cluster Minimization against Communication-Aware. Saturation as in E2.6.",
    notes: &[
        "This experiment is not really reproduced. With slow-downs as strong as the printed one of Wave, Communication-Aware \
         as described fills small fragments of UvA and MMN first, ends up on more clusters and loses at high load. Without \
         Delft it did so with every model of links that was tried.",
        FITTED_LINKS,
        QUEUE,
    ],
    cases,
    findings,
};

/// A part of DAS-3.
struct Part {
    name: &'static str,
    preset: &'static str,
    /// Published interval of saturation, net load in %.
    published: (u32, u32),
}

const PARTS: [Part; 2] = [
    Part { name: "without Delft", preset: "without-delft", published: (75, 80) },
    Part { name: "with Delft", preset: "without-leiden", published: (60, 70) },
];

const POLICIES: [Policy; 2] = [Policy::Fewest, Policy::FastLinks];

/// What a run is about.
struct Point {
    part: usize,
    policy: Policy,
    percent: u32,
    long: bool,
    seed: u64,
}

fn loads(effort: Effort) -> Vec<u32> {
    effort.choose((20..=80).step_by(5).collect(), vec![20, 40, 50])
}

/// Loads at which saturation is looked for.
fn long_loads() -> impl Iterator<Item = u32> {
    (50..=90).step_by(5)
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for part in 0..PARTS.len() {
        for policy in POLICIES {
            for percent in loads(effort) {
                let point = |seed| Point { part, policy, percent, long: false, seed };
                points.extend(effort.seeds(10, 4).map(point));
            }
            for percent in long_loads() {
                points.extend(effort.seeds(3, 1).map(|seed| Point {
                    part,
                    policy,
                    percent,
                    long: true,
                    seed,
                }));
            }
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { part, policy, percent, long, seed }: &Point) -> Case {
    let Part { name, preset, .. } = PARTS[part];
    let load = Load {
        policy,
        beside: if policy == Policy::Fewest { Policy::FastLinks } else { Policy::Fewest },
        clusters: preset,
        application: ("wave-latency", 1.0),
        sizes: "32-48-64",
        run_s: 200.0,
        percent,
        seed,
        ..Load::SIMULATED
    };
    let what = format!("{}, {name}", policy.name());
    if long { load.long_case(&what) } else { load.case(&what) }
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let loads = loads(effort);
    let mut found = Findings::default();
    for (part, Part { name, .. }) in PARTS.iter().enumerate() {
        let of = |policy: Policy, load: u32| {
            move |point: &Point| {
                point.part == part && point.policy == policy && point.percent == load && !point.long
            }
        };
        let mut plot = Plot::new(format!("Figure 2.10, {name}: mean response time"), "net load, %", "s");
        for policy in POLICIES {
            let points: Vec<_> = loads
                .iter()
                .map(|&load| (f64::from(load), results.interval(RESPONSE, of(policy, load))))
                .collect();
            plot.lines.push(Line::new(policy.name(), &points));
        }
        found.plots.push(plot);
        let judged = loads.iter().filter(|&&load| load <= 60);
        let gains: Option<Vec<Interval>> = judged
            .map(|&load| results.difference(RESPONSE, of(Policy::FastLinks, load), of(Policy::Fewest, load)))
            .collect();
        let Some(gains) = gains.filter(|gains| !gains.is_empty()) else { continue };
        let ours =
            gains.iter().map(|gain| format!("{:+.0}", gain.mean)).collect::<Vec<_>>().join(", ") + " s";
        let signs: Vec<_> = gains.iter().map(|&gain| verdict::sign(gain, 1.0)).collect();
        let claim = format!("{name}: CA is shorter than FCM from 20 to 60 % (by how much)");
        let diagnostics = ("shorter at almost all loads", ours);
        let target = Target::new("R11", claim, diagnostics, "sign", verdict::all(&signs));
        found.targets.push(if part == 1 { target.fitted() } else { target });
        if part == 1 {
            let ends = format!("{} s to {} s", gains[0].words(), gains[gains.len() - 1].words());
            let widens = verdict::rising(&gains);
            let claim = "with Delft: the advantage of CA grows with the load";
            found.targets.push(Target::new("R11", claim, ("grows", ends), "order", widens));
        }
    }
    saturations(&results, &mut found);
    found
}

fn saturations(results: &Results<Point>, found: &mut Findings) {
    let title = "Net load at which the queue begins to grow without bound";
    let mut table = Table::new(title, &["clusters", "FCM", "CA"]);
    for (part, Part { name, published: (low, high), .. }) in PARTS.iter().enumerate() {
        let published = format!("{low} - {high} %");
        let onsets = POLICIES.map(|policy| {
            let about = |load: u32| {
                move |point: &Point| {
                    point.part == part && point.policy == policy && point.percent == load && point.long
                }
            };
            Onset::of(long_loads(), |load| results.runs(about(load)))
        });
        let cell = |onset: Option<Onset>| {
            Cell::text(onset.map_or_else(String::new, Onset::words)).beside(published.clone())
        };
        table.row(*name, onsets.map(cell).to_vec());
        for (policy, onset) in POLICIES.iter().zip(onsets) {
            let Some(onset) = onset else { continue };
            found.targets.push(
                Target::new(
                    "R11",
                    format!("{}, {name}: where it saturates", policy.name()),
                    (published.clone(), onset.words()),
                    "one step of 5 %",
                    onset.verdict((*low, *high), 5),
                )
                .fitted(),
            );
        }
    }
    found.tables.push(table);
}
