//! E4.3: how much later do other jobs start because scavengers hold the idle nodes?

use super::sweeps::{Hour, Load};
use crate::measure::jobs;
use crate::paper::Experiment;
use crate::{Case, Cell, Effort, Findings, Interval, Line, Plot, Table, Take, Target, Verdict, verdict};
use ganttlet_document::Scenario;
use ganttlet_engine::record::{Look, Trace};
use ganttlet_engine::time::Time;
use serde_json::json;

/// The experiment.
pub(in super::super) const E4_3: Experiment = Experiment {
    id: "E4.3",
    title: "Unobtrusiveness",
    question: "How much later do grid and local jobs start because scavengers hold the idle nodes?",
    source: "Sonmez 2010, section 4.3.3",
    setup: "The hour of E4.2 with grid jobs in blocks, with and without the sweeps: the delay of a job is how much later it \
            starts with them. Local load of 15 %, so that without sweeps hardly a job waits.",
    notes: &[
        "Taking nodes from scavengers lasts 2 to 8 s, at random: the published delay of grid jobs is a parameter here, so that \
         its range is built in. What is checked is that nothing comes on top of it.",
        "Local jobs are noticed by looks at the local queues every 10 s (printed). A look and the 2 to 8 s after it give 2 to \
         18 s, 10 s on average; published are 8 to 15 s.",
        "Whether a job had to wait for a scavenger at all depends on what is idle; those that did not are left out. So are \
         those whose delay changes by 70 s or more either way: these met another schedule, not a scavenger.",
        "How much the looks cost the head node is not modelled; the table has their number.",
    ],
    cases,
    findings,
};

/// Poll periods, s. The published one is 10.
const POLLS: [u32; 7] = [1, 2, 5, 10, 20, 30, 60];
const PUBLISHED_POLL: u32 = 10;

/// What a run is about: with sweeps and looks so often, or without sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    poll: Option<u32>,
    seed: u64,
}

fn points(effort: Effort) -> Vec<Point> {
    let polls = std::iter::once(None).chain(POLLS.into_iter().map(Some));
    polls.flat_map(|poll| effort.seeds(10, 5).map(move |seed| Point { poll, seed })).collect()
}

fn cases(effort: Effort) -> Vec<Case> {
    points(effort).iter().map(case).collect()
}

fn case(&Point { poll, seed }: &Point) -> Case {
    let what = poll.map_or_else(|| "without sweeps".to_owned(), |poll| format!("looks every {poll} s"));
    let label = format!("{what}, seed {seed}");
    let system = json!({"kind": "koala", "parameters": {"poll_s": poll.unwrap_or(PUBLISHED_POLL)}});
    let hour = Hour { name: &label, load: Load::Block, local: 0.15, sweeps: poll.is_some(), seed };
    Case { scenario: hour.scenario(&[system]), label, variant: 0, take: Take::FromRun(take) }
}

/// The number of grid jobs, then the starts of all grid jobs and of all local jobs in their order, s; NaN for those that
/// have not started.
fn take(trace: &Trace, _: &Scenario) -> Vec<f64> {
    let start = |job: usize| match trace.subjects.start[job] {
        Time::MAX => f64::NAN,
        time => time.seconds(),
    };
    let local = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32).look == Look::Pale);
    let mut numbers = vec![jobs(trace).count() as f64];
    numbers.extend(jobs(trace).chain(local).map(start));
    numbers
}

/// Delays of the jobs of some runs, ascending.
struct Delays {
    grid: Vec<f64>,
    local: Vec<f64>,
}

/// No scavenger is to blame for more than this, s.
const MOST_S: f64 = 70.0;

/// Of all runs with looks so often, against those without sweeps.
fn delays(points: &[Point], outcomes: &[Vec<f64>], poll: u32) -> Option<Delays> {
    let (mut grid, mut local) = (Vec::new(), Vec::new());
    let run = |wanted: Point| {
        let at = points.iter().position(|&point| point == wanted)?;
        outcomes.get(at).filter(|run| !run.is_empty())
    };
    for &Point { seed, .. } in points.iter().filter(|point| point.poll == Some(poll)) {
        let (with, without) = (run(Point { poll: Some(poll), seed })?, run(Point { poll: None, seed })?);
        let jobs = with[0] as usize;
        for (job, (with, without)) in with[1..].iter().zip(&without[1..]).enumerate() {
            let delay = with - without;
            if (0.001..MOST_S).contains(&delay) {
                (if job < jobs { &mut grid } else { &mut local }).push(delay);
            }
        }
    }
    grid.sort_unstable_by(f64::total_cmp);
    local.sort_unstable_by(f64::total_cmp);
    Some(Delays { grid, local })
}

/// The value that so many per cent do not exceed; NaN of nothing.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1) - 1;
    sorted.get(rank).copied().unwrap_or(f64::NAN)
}

/// `2.1 to 7.9 s (5 to 95 %), mean 5.0 s, 310 jobs`.
fn words(sorted: &[f64]) -> String {
    let mean = Interval::of(sorted).map_or(f64::NAN, |interval| interval.mean);
    format!(
        "{:.1} to {:.1} s (5 to 95 %), mean {mean:.1} s, {} jobs",
        percentile(sorted, 5),
        percentile(sorted, 95),
        sorted.len()
    )
}

fn findings(effort: Effort, outcomes: &[Vec<f64>]) -> Findings {
    let points = points(effort);
    let mut found = Findings::default();
    let columns = [
        "looks every",
        "grid jobs, mean s",
        "local jobs, mean s",
        "local jobs, 5 to 95 %, s",
        "looks an hour at a head node",
    ];
    let mut table = Table::new("Delay of jobs that waited for scavengers", &columns);
    let mut plot = Plot::new("Delay by the period of the looks", "s", "mean delay, s");
    let (mut grid_curve, mut local_curve) = (Vec::new(), Vec::new());
    let mut shares =
        Plot::new("Delays with looks every 10 s", "s", "% of the jobs that waited for scavengers");
    for poll in POLLS {
        let delays = delays(&points, outcomes, poll);
        let mean = |of: fn(&Delays) -> &Vec<f64>| delays.as_ref().and_then(|delays| Interval::of(of(delays)));
        let (grid, local) = (mean(|delays| &delays.grid), mean(|delays| &delays.local));
        let range = delays.as_ref().map_or_else(String::new, |delays| {
            format!("{:.1} to {:.1}", percentile(&delays.local, 5), percentile(&delays.local, 95))
        });
        let published = poll == PUBLISHED_POLL;
        let beside = |cell: Cell, words: &str| if published { cell.beside(words) } else { cell };
        let cells = vec![
            beside(Cell::ours(grid), "2 to 8"),
            beside(Cell::ours(local), "8 to 15"),
            Cell::text(range),
            Cell::text((3600 / poll).to_string()),
        ];
        table.row(format!("{poll} s"), cells);
        grid_curve.push((f64::from(poll), grid));
        local_curve.push((f64::from(poll), local));
        if let Some(delays) = delays.filter(|_| published) {
            shares.lines.push(distribution("grid jobs", &delays.grid));
            shares.lines.push(distribution("local jobs", &delays.local));
            found.targets.extend(targets(&delays));
        }
    }
    let lengthens: Option<Vec<Interval>> = local_curve.iter().map(|&(_, mean)| mean).collect();
    if let Some(means) = lengthens {
        let ours = means.iter().map(|delay| format!("{:.1}", delay.mean)).collect::<Vec<_>>().join(", ");
        let claim = "the period of the looks makes most of the delay of local jobs (1 to 60 s)";
        let published = ("mostly due to the 10 s", format!("{ours} s"));
        found.targets.push(Target::new(
            "E4.3",
            claim,
            published,
            "rising with the period",
            verdict::rising(&means),
        ));
    }
    plot.lines.push(Line::new("grid jobs", &grid_curve));
    plot.lines.push(Line::new("local jobs", &local_curve));
    found.tables.push(table);
    found.plots.extend([shares, plot]);
    found
}

/// The share of the delays that are not above each second.
fn distribution(name: &str, sorted: &[f64]) -> Line {
    let share =
        |second: f64| 100.0 * sorted.partition_point(|&delay| delay <= second) as f64 / sorted.len() as f64;
    let half_seconds: Vec<(f64, Option<Interval>)> =
        (0..=48).map(|half| f64::from(half) / 2.0).map(|at| (at, Some(Interval::exact(share(at))))).collect();
    Line::new(name, &half_seconds)
}

fn targets(delays: &Delays) -> [Target; 2] {
    let inside = |sorted: &[f64], (least, most): (f64, f64)| {
        let inside = |value: f64| value >= least && value <= most;
        let mean = Interval::of(sorted).is_some_and(|interval| inside(interval.mean));
        // The mean decides where the ends do not fit.
        match inside(percentile(sorted, 5)) && inside(percentile(sorted, 95)) {
            true if mean => Verdict::Held,
            false if mean => Verdict::DirectionOnly,
            _ => Verdict::NotHeld,
        }
    };
    let tolerance = "5 to 95 % of the delays in the range; direction: their mean";
    [
        Target::new(
            "R17",
            "delay of grid jobs that take nodes from scavengers",
            ("2 to 8 s", words(&delays.grid)),
            tolerance,
            inside(&delays.grid, (2.0, 8.0)),
        )
        .fitted()
        .note("The range is a parameter of the model."),
        Target::new(
            "R17",
            "delay of local jobs that wait for nodes of scavengers",
            ("8 to 15 s", words(&delays.local)),
            tolerance,
            inside(&delays.local, (8.0, 15.0)),
        )
        .note("Looks every 10 s and 2 to 8 s after them reach from 2 to 18 s whatever the load."),
    ]
}
