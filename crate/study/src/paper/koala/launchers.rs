//! E4.1: tasks of a sweep one by one through the middleware, or through launchers that stay on their nodes.

use crate::paper::Experiment;
use crate::verdict::{self, Judge};
use crate::{Case, Cell, Effort, Findings, Interval, Line, Plot, Results, Table, Take, Target};
use ganttlet_document::Scenario;
use ganttlet_engine::record::Trace;
use serde_json::{Value, json};

/// The experiment.
pub(in super::super) const E4_1: Experiment = Experiment {
    id: "E4.1",
    title: "Launchers",
    question: "How much is gained by launchers that stay on their nodes and pull one task after another?",
    source: "Sonmez 2010, section 4.3.1, figure 4.3",
    setup: "One sweep of 32 to 4096 tasks of 60 s on an otherwise idle cluster of 32 nodes, with launchers, without, and with \
            no overhead at all.",
    notes: &[
        "Without launchers each task takes 5 s to start (printed), and its node is noticed to be idle after up to 60 s, at \
         random (printed is the monitoring period). That gives a gap of 1.24 h; the 7 s until the notice arrives are fitted \
         to the published 1.5 h.",
        "The delays of the 32 nodes are independent of each other. Were all nodes looked at together every 60 s, each \
         round of 65 s would just miss a look, and the gap would be above 2 h.",
        "The ideal is simulated as well: launchers that start in no time.",
    ],
    cases,
    findings,
};

const NODES: u32 = 32;
const TASK_S: u32 = 60;
/// Tasks of the sweeps.
const TASKS: [u32; 8] = [32, 64, 128, 256, 512, 1024, 2048, 4096];
/// The last of them.
const MOST: u32 = TASKS[TASKS.len() - 1];

/// How tasks get to their nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Ideal,
    Launchers,
    Without,
    /// Without launchers, and notices of idle nodes arrive at once when they are sent.
    WithoutPropagation,
}

const WAYS: [Way; 4] = [Way::Ideal, Way::Launchers, Way::Without, Way::WithoutPropagation];

impl Way {
    fn name(self) -> &'static str {
        match self {
            Self::Ideal => "ideal",
            Self::Launchers => "with launchers",
            Self::Without => "without launchers",
            Self::WithoutPropagation => "without launchers, before the fit",
        }
    }

    fn system(self) -> Value {
        let parameters = match self {
            Self::Ideal => json!({"task_startup_s": 0}),
            Self::Launchers => json!({}),
            Self::Without => json!({"launchers": false}),
            Self::WithoutPropagation => json!({"launchers": false, "propagation_s": 0}),
        };
        json!({"kind": "koala", "parameters": parameters})
    }

    /// True if chance has a say.
    fn varies(self) -> bool {
        matches!(self, Self::Without | Self::WithoutPropagation)
    }
}

/// What a run is about.
struct Point {
    way: Way,
    tasks: u32,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let mut points = Vec::new();
    for way in WAYS {
        let seeds = effort.seeds(10, 3).take(if way.varies() { usize::MAX } else { 1 });
        for tasks in TASKS {
            points.extend(seeds.clone().map(|seed| Point { way, tasks, seed }));
        }
    }
    points
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { way, tasks, seed }: &Point) -> Case {
    let label = format!("{tasks} tasks, {}, seed {seed}", way.name());
    let others: Vec<Value> = WAYS.into_iter().filter(|&other| other != way).map(Way::system).collect();
    let scenario = json!({
        "version": 1,
        "name": label,
        "seed": seed,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": NODES}},
        "workload": [{"grid_jobs": [{"user": 1, "sweep": {"tasks": tasks, "run_s": TASK_S}}]}],
        "system": way.system(),
        "compare": others,
    });
    let take = |trace: &Trace, _: &Scenario| vec![trace.last_end.seconds()];
    Case { label, scenario: scenario.to_string(), variant: 0, take: Take::FromRun(take) }
}

/// The published ideal.
fn ideal_s(tasks: u32) -> f64 {
    f64::from(tasks.div_ceil(NODES) * TASK_S)
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let results = Results::new(points(effort), outcomes);
    let makespan = |way: Way, tasks: u32| -> Option<Interval> {
        results.interval(0, move |point| point.way == way && point.tasks == tasks)
    };
    let mut found = Findings::default();
    let columns: Vec<&str> = std::iter::once("tasks").chain(WAYS.map(Way::name)).collect();
    let mut table = Table::new("Makespan, s", &columns);
    for tasks in TASKS {
        let mut cells = WAYS.map(|way| Cell::ours(makespan(way, tasks))).to_vec();
        cells[0] = cells[0].clone().beside(format!("{:.0}", ideal_s(tasks)));
        if tasks == MOST {
            cells[2] = cells[2].clone().beside("about 13,080");
        }
        table.row(tasks.to_string(), cells);
    }
    found.tables.push(table);
    let mut plot = Plot::new("Figure 4.3: makespan of a sweep", "tasks", "h");
    for way in WAYS {
        let curve = TASKS.map(|tasks| (f64::from(tasks), makespan(way, tasks).map(in_hours)));
        plot.lines.push(Line::new(way.name(), &curve));
    }
    found.plots.push(plot);
    let makespans =
        |way: Way| -> Option<Vec<Interval>> { TASKS.iter().map(|&tasks| makespan(way, tasks)).collect() };
    let ways = (makespans(Way::Ideal), makespans(Way::Launchers), makespans(Way::Without));
    if let (Some(ideal), Some(launchers), Some(without)) = ways {
        found.targets = targets(&ideal, &launchers, &without);
    }
    found
}

fn in_hours(Interval { mean, low, high, count }: Interval) -> Interval {
    Interval { mean: mean / 3600.0, low: low / 3600.0, high: high / 3600.0, count }
}

/// Given the makespans for all numbers of tasks, the most last.
fn targets(ideal: &[Interval], launchers: &[Interval], without: &[Interval]) -> Vec<Target> {
    let last = TASKS.len() - 1;
    let exact = ideal.iter().zip(TASKS).all(|(ours, tasks)| (ours.mean - ideal_s(tasks)).abs() < 1e-6);
    let above = |ours: &[Interval]| -> Vec<Interval> {
        ours.iter().zip(ideal).map(|(&ours, &ideal)| ours - ideal).collect()
    };
    let (longer, gaps) = (above(launchers), above(without));
    let worst = longer.iter().map(|longer| longer.mean).fold(0.0, f64::max);
    let gap_h = in_hours(gaps[last]);
    let close = Judge::at_most(10.0, "s").or_direction_below(gaps[last].mean.round(), "s");
    let near = verdict::all(&longer.iter().map(|&longer| close.of(longer)).collect::<Vec<_>>());
    let words = |numbers: &[Interval]| {
        numbers.iter().map(|seconds| format!("{:.0}", seconds.mean)).collect::<Vec<_>>().join(", ")
    };
    vec![
        Target::new(
            "R15",
            "ideal makespans of 32 to 4096 tasks",
            ("60, 120, 240, .., 7680 s", format!("{} s", words(ideal))),
            "exact",
            verdict::held(exact),
        ),
        Target::new(
            "R15",
            "with launchers makespans are close to the ideal for all numbers of tasks",
            ("close", format!("at most {worst:.0} s longer")),
            close.words(),
            near,
        ),
        Target::new(
            "R15",
            "without launchers the gap grows with the number of tasks",
            ("grows", format!("{} s", words(&gaps))),
            "order",
            verdict::rising(&gaps),
        ),
        Target::judged(
            "R15",
            format!("gap without launchers at {MOST} tasks"),
            ("about 1.5 h", format!("{} h", gap_h.words())),
            &Judge::near(1.5, 0.25, "h"),
            gap_h,
        )
        .fitted()
        .note("Fitted by 7 s of propagation; 1.24 h without them."),
    ]
}
