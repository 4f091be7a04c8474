//! E3.1: how the run times of GADGET and FT depend on the number of processors.

use crate::measure::{execution, mean_of};
use crate::paper::Experiment;
use crate::{Case, Cell, Effort, Findings, Line, Plot, Results, Table, Take, Target, verdict};
use serde_json::json;

/// The experiment.
pub(in super::super) const E3_1: Experiment = Experiment {
    id: "E3.1",
    title: "Scaling of GADGET and FT",
    question: "How much faster are the two malleable applications on more processors?",
    source: "Sonmez 2010, section 3.3.1, figure 3.3",
    setup: "One job at a time on an empty cluster, on each size it can run on: GADGET on 2 to 46 processors, FT on the powers \
            of two from 2 to 32.",
    notes: &[
        "Printed are the run times on 2 processors, the shortest run times, and that the sizes with the shortest run time \
         are smaller than the largest sizes. These are built into the model T(p) = a + b / p + c p, so this experiment checks \
         the model and is no independent evidence.",
        "At how many processors the run time is shortest is not printed: 24 for GADGET and 16 for FT are our reading, and \
         parameters of the workload.",
    ],
    cases,
    findings,
};

/// An application: its name, its id, its largest size, published run times on 2 processors and at best.
struct Application {
    name: &'static str,
    id: &'static str,
    largest: u32,
    two_s: f64,
    best_s: f64,
}

const APPLICATIONS: [Application; 2] = [
    Application { name: "GADGET", id: "gadget", largest: 46, two_s: 600.0, best_s: 240.0 },
    Application { name: "FT", id: "ft", largest: 32, two_s: 120.0, best_s: 60.0 },
];

/// What a run is about: the place of its application and the size.
struct Point {
    application: usize,
    size: u32,
}

fn sizes(application: usize) -> Vec<u32> {
    let largest = APPLICATIONS[application].largest;
    match application {
        0 => (2..=largest).step_by(2).collect(),
        _ => (1..=largest.ilog2()).map(|power| 1 << power).collect(),
    }
}

/// The same whatever the effort: these runs take no time.
fn points() -> Vec<Point> {
    let of = |application: usize| sizes(application).into_iter().map(move |size| Point { application, size });
    (0..APPLICATIONS.len()).flat_map(of).collect()
}

fn cases(effort: Effort) -> Vec<Case> {
    points().iter().map(|point| case(point, effort.seed)).collect()
}

fn case(&Point { application, size }: &Point, seed: u64) -> Case {
    let Application { name, id, .. } = APPLICATIONS[application];
    let label = format!("{name}, {size} processors");
    let parameters = json!({
        "jobs": 1, "mix": id, "nodes_min": size, "nodes_max": size, "ft_nodes_max": size,
    });
    let scenario = json!({
        "version": 1,
        "name": label,
        "seed": seed,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 46}},
        "workload": [{"generator": "grid-malleable", "parameters": parameters}],
        "system": {"kind": "koala"},
    });
    let take = |trace: &_, _: &_| vec![mean_of(trace, |job| execution(trace, job))];
    Case { label, scenario: scenario.to_string(), variant: 0, take: Take::FromRun(take) }
}

fn findings(_: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(), outcomes);
    let mut found = Findings::default();
    let mut table = Table::new("Run times, s", &["application", "on 2", "shortest", "on", "on the most"]);
    let mut plot = Plot::new("Figure 3.3: run times", "processors", "s");
    for (at, application) in APPLICATIONS.iter().enumerate() {
        let on = |size: u32| results.interval(0, move |point| point.application == at && point.size == size);
        let curve: Vec<_> = sizes(at).into_iter().map(|size| (f64::from(size), on(size))).collect();
        plot.lines.push(Line::new(application.name, &curve));
        let known = curve.iter().filter_map(|&(size, time)| Some((size, time?.mean)));
        let best = known.min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((best_size, best_s)) = best else { continue };
        let two = on(2);
        let shortest = on(best_size as u32);
        table.row(
            application.name,
            vec![
                Cell::ours(two).beside(application.two_s.to_string()),
                Cell::ours(shortest).beside(application.best_s.to_string()),
                Cell::text(format!("{best_size} processors")),
                Cell::ours(on(application.largest)),
            ],
        );
        let mut anchor = |what: &str, published: f64, ours: f64| {
            found.targets.push(
                Target::new(
                    "R12",
                    format!("{}: {what}", application.name),
                    (format!("{published} s"), format!("{ours} s")),
                    "exact",
                    verdict::held((ours - published).abs() < 1e-6),
                )
                .fitted(),
            );
        };
        if let Some(two) = two {
            anchor("run time on 2 processors", application.two_s, two.mean);
        }
        anchor("shortest run time", application.best_s, best_s);
        found.targets.push(
            Target::new(
                "R12",
                format!("{}: fewer processors than the most give the shortest run time", application.name),
                (format!("below {}", application.largest), format!("{best_size}")),
                "order",
                verdict::held(best_size < f64::from(application.largest)),
            )
            .fitted(),
        );
    }
    found.tables.push(table);
    found.plots.push(plot);
    found
}
