//! Runs of malleable jobs on DAS-3, and what figures 3.4 and 3.5 show of them.

use ganttlet_engine::entry::{Parameters, Settings};
use ganttlet_engine::metric;
use ganttlet_engine::metric::{Measure, Options};
use ganttlet_engine::rng::Streams;
use ganttlet_engine::workload::generator::GENERATORS;

use crate::measure::{busy, execution, jobs, response, submitted, wait};
use crate::{Case, Cell, Interval, Line, Plot, Results, Table, Take, Verdict, statistics, verdict};
use ganttlet_document::{Part, Scenario};
use ganttlet_engine::record::Trace;
use ganttlet_engine::time::{Span, Time};
use ganttlet_engine::workload::application::Application;
use ganttlet_engine::workload::grid::GridJob;
use serde_json::{Value, json};

/// What was fitted for both experiments.
pub(super) const FITTED: &str = "Fitted: the growth threshold of the thesis, beyond which no job may grow, is not printed: it is \
    16 nodes in each cluster of DAS-3. A job that changes its size is suspended for 60 s. Of thresholds of 8 to 32 nodes and \
    5 to 120 s the pair is one that gives GADGET's mean time of about 460 s under PRA. Tried as well: one cluster of 32 \
    nodes for E3.2 and one of 24 for E3.3, where jobs wait that did not, so that W_m is behind W_mr and the longest times are \
    those of FPSMA. Threshold and cost were chosen after about 140 combinations had been tried, with all nine claims of E3.2 in view.";

/// How often the manager acts.
pub(super) const ROUNDS: &str = "The manager polls the information service every 60 s, as the scavengers of the thesis do \
    (section 4.3.1): how often is not printed for malleable jobs. Each node a job grows by takes 1 s to submit: our reading.";

/// What is not published.
pub(super) const OURS: &str =
    "Equipartition is beside the published policies for comparison; no target is about it.";

/// How sizes are counted.
pub(super) const PROCESSORS: &str = "The chapter counts processors; here a node is one processor. Each start takes 10 s, \
    which is not in the execution times. Sizes and shares of stuck jobs are those of malleable jobs, times those of all jobs.";

/// What a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// `pra` or `pwa`.
    pub(super) approach: &'static str,
    /// The place of the policy in [`POLICIES`].
    pub(super) policy: usize,
    /// Half of the jobs are rigid (the workloads `W_mr`).
    pub(super) mixed: bool,
    /// Time between two jobs, s.
    pub(super) gap_s: u32,
    /// What other users hold of the nodes, %.
    pub(super) local: u32,
    /// How long a job is suspended when its size changes, s.
    pub(super) adapt_s: u32,
    /// The seed.
    pub(super) seed: u64,
}

/// The policies: name and id.
pub(super) const POLICIES: [(&str, &str); 3] =
    [("FPSMA", "fpsma"), ("EGS", "egs"), ("equipartition (ours)", "equipartition")];
/// Places in [`POLICIES`].
pub(super) const FPSMA: usize = 0;
pub(super) const EGS: usize = 1;
/// FPSMA, then EGS, with both workloads.
pub(super) const BY_POLICY: [(Who, Who); 2] = [((FPSMA, false), (EGS, false)), ((FPSMA, true), (EGS, true))];
/// Each policy with all jobs malleable, then with half of them.
pub(super) const BY_WORKLOAD: [(Who, Who); 2] =
    [((FPSMA, false), (FPSMA, true)), ((EGS, false), (EGS, true))];

/// The same the other way round.
pub(super) fn reversed([first, second]: [(Who, Who); 2]) -> [(Who, Who); 2] {
    [first, second].map(|(a, b)| (b, a))
}

/// A policy and a workload: its place, and whether half of the jobs are rigid.
pub(super) type Who = (usize, bool);
/// The four published pairs.
pub(super) const PUBLISHED: [Who; 4] = [(FPSMA, false), (EGS, false), (FPSMA, true), (EGS, true)];
/// All pairs.
pub(super) const ALL: [Who; 6] =
    [(FPSMA, false), (EGS, false), (2, false), (FPSMA, true), (EGS, true), (2, true)];

/// Places of the numbers that a run gives: mean execution times of both applications, s.
pub(super) const GADGET: usize = 0;
pub(super) const FT: usize = 1;
/// Mean execution, wait and response times of all jobs, s.
pub(super) const EXECUTION: usize = 2;
pub(super) const WAIT: usize = 3;
pub(super) const RESPONSE: usize = 4;
/// Longest execution and response time, s.
pub(super) const LONGEST_EXECUTION: usize = 5;
pub(super) const LONGEST_RESPONSE: usize = 6;
/// Share of the FT jobs that take less than 200 s, %.
pub(super) const FT_SHORT: usize = 7;
/// Sizes of malleable jobs: mean of their averages and of their largest sizes, nodes.
pub(super) const AVERAGE: usize = 8;
pub(super) const LARGEST: usize = 9;
/// Share of the malleable jobs that never have more than 2 nodes, %: of all, and of the FT jobs.
pub(super) const STUCK: usize = 10;
pub(super) const FT_STUCK: usize = 11;
/// Share of the nodes that are held while jobs arrive, %.
pub(super) const BUSY: usize = 12;
/// Times that jobs grew and shrank.
pub(super) const GROWN: usize = 13;
pub(super) const SHRUNK: usize = 14;
/// Share of the changes while jobs arrive that come in the second half of the arrivals, %.
pub(super) const LATE: usize = 15;
/// Share of the GADGET jobs that take 600 s or more, %.
pub(super) const GADGET_LONG: usize = 16;
/// Mean response time of GADGET, s, and the share of the FT jobs whose response takes less than 200 s, %.
pub(super) const GADGET_RESPONSE: usize = 17;
pub(super) const FT_RESPONSE_SHORT: usize = 18;
/// Where the curves begin.
const CURVES: usize = 19;

/// The growth threshold: where jobs hold so many nodes of a cluster, none grows.
const LIMIT: u32 = 16;
/// Time from one round of the manager to the next, s.
const ROUND_S: u32 = 60;
/// Mean run time of the jobs of other users, s.
const LOCAL_S: u32 = 900;

/// Points of the curves over sizes (0 to 46), over times, and over the course of the run.
const SIZES: usize = 47;
const TIMES: usize = 61;
const STEPS: usize = 40;
/// Seconds between two points of the curves over times: execution and response times.
const EXECUTION_STEP_S: f64 = 20.0;
const RESPONSE_STEP_S: f64 = 30.0;
/// The step of the course in which the last job arrives.
const LAST_ARRIVAL: f64 = 36.0;

impl Point {
    /// The name of its workload in the thesis.
    pub(super) fn workload(&self) -> &'static str {
        match (self.approach, self.mixed) {
            ("pra", false) => "W_m",
            ("pra", true) => "W_mr",
            (_, false) => "W'_m",
            (_, true) => "W'_mr",
        }
    }

    /// The run.
    pub(super) fn case(&self) -> Case {
        let name = POLICIES[self.policy].0;
        let label = format!("{name}, {}, others hold {} %, seed {}", self.workload(), self.local, self.seed);
        let system = |policy: usize| -> Value {
            json!({
                "kind": "koala", "policies": {"malleability": POLICIES[policy].1},
                "parameters": {
                    "approach": self.approach, "adapt_s": self.adapt_s, "growth_limit_nodes": LIMIT, "round_s": ROUND_S,
                },
            })
        };
        let others_s = 300 * self.gap_s + 7200;
        let local = json!({
            "fraction": f64::from(self.local) / 100.0, "duration_s": others_s, "run_mean_s": LOCAL_S,
        });
        let background = if self.local > 0 {
            json!([{"generator": "local-load", "parameters": local}])
        } else {
            json!([])
        };
        let share = if self.mixed { 0.5 } else { 1.0 };
        let others: Vec<Value> =
            (0..POLICIES.len()).filter(|&other| other != self.policy).map(system).collect();
        let scenario = json!({
            "version": 1,
            "name": label,
            "seed": self.seed,
            "platform": {"preset": "das3", "parameters": {"speeds": "equal"}},
            "background": background,
            "workload": [{
                "generator": "grid-malleable",
                "parameters": {"jobs": 300, "interarrival_s": self.gap_s, "malleable_share": share},
            }],
            "system": system(self.policy),
            "compare": others,
        });
        Case { label, scenario: scenario.to_string(), variant: 0, take: Take::FromRun(take) }
    }
}

/// Which of the jobs are malleable. The trace does not tell a malleable job that never changed from a rigid one.
fn malleable(scenario: &Scenario) -> Vec<bool> {
    let streams = Streams::new(scenario.seed);
    let Some(Part::Generator { id, settings }) = scenario.workload.first() else {
        unreachable!("the experiment generates its work")
    };
    let generator = GENERATORS.known(id);
    let mut made = (generator.make)(settings, &scenario.platform.platform(), &streams, "workload/0");
    let jobs: Vec<GridJob> = made.take();
    let is = |application: &Application| matches!(application, Application::Flexible { malleable: true, .. });
    jobs.iter().map(|job| is(&job.application)).collect()
}

/// A measure of a job.
fn measured(trace: &Trace, id: &str, job: usize) -> Option<f64> {
    match metric::METRICS.find(id)?.measure {
        Measure::OfSubject(of) => of(trace, job, &Options::read(&Settings::default())),
        _ => None,
    }
}

/// So many per cent of the values hold.
fn percent(values: &[f64], holds: impl Fn(f64) -> bool) -> f64 {
    100.0 * values.iter().filter(|&&value| holds(value)).count() as f64 / values.len() as f64
}

/// For each of so many points, a step apart, the share of the values that are not above it, %.
fn distribution(values: &[f64], points: usize, step: f64) -> impl Iterator<Item = f64> {
    (0..points).map(move |point| percent(values, |value| value <= point as f64 * step))
}

/// The share of the changes while jobs arrive that come in the second half of the arrivals, %; 0 if there are none.
fn late(changes: &[f64], last_s: f64) -> f64 {
    let while_jobs_arrive: Vec<f64> = changes.iter().copied().filter(|&second| second <= last_s).collect();
    match while_jobs_arrive.len() {
        0 => 0.0,
        _ => percent(&while_jobs_arrive, |second| second > last_s / 2.0),
    }
}

fn take(trace: &Trace, scenario: &Scenario) -> Vec<f64> {
    let malleable = malleable(scenario);
    let is_malleable = |job: usize| malleable.get(job).copied().unwrap_or(false);
    // The generator puts GADGET into the first group, FT into the second.
    let is_ft = |job: usize| trace.subjects.group[job] == 2;
    let of = |which: &dyn Fn(usize) -> bool, value: &dyn Fn(usize) -> Option<f64>| -> Vec<f64> {
        jobs(trace).filter(|&job| which(job)).filter_map(value).collect()
    };
    let all = |_: usize| true;
    let time = |job: usize| execution(trace, job);
    let (executions, responses) = (of(&all, &time), of(&all, &|job| response(trace, job)));
    let (gadget, ft) = (of(&|job| !is_ft(job), &time), of(&is_ft, &time));
    let sizes = |id: &'static str| of(&is_malleable, &move |job| measured(trace, id, job));
    let (average, largest) = (sizes("average-nodes"), sizes("maximum-nodes"));
    let ft_largest = of(&|job| is_malleable(job) && is_ft(job), &|job| measured(trace, "maximum-nodes", job));
    let longest = |values: &[f64]| values.iter().copied().fold(f64::NAN, f64::max);
    let last_s = jobs(trace).map(|job| submitted(trace, job)).fold(0.0, f64::max);
    let marks = |kind: &'static str| trace.marks.iter().filter(move |mark| mark.kind.id == kind);
    let changes: Vec<f64> = marks("grow").chain(marks("shrink")).map(|mark| mark.time.seconds()).collect();
    let mut numbers = vec![
        statistics::mean(&gadget),
        statistics::mean(&ft),
        statistics::mean(&executions),
        statistics::mean(&of(&all, &|job| Some(wait(trace, job)))),
        statistics::mean(&responses),
        longest(&executions),
        longest(&responses),
        percent(&ft, |seconds| seconds < 200.0),
        statistics::mean(&average),
        statistics::mean(&largest),
        percent(&largest, |size| size < 3.0),
        percent(&ft_largest, |size| size < 3.0),
        100.0 * busy(trace, 0.0, last_s),
        marks("grow").count() as f64,
        marks("shrink").count() as f64,
        late(&changes, last_s),
        percent(&gadget, |seconds| seconds > 599.0),
        statistics::mean(&of(&|job| !is_ft(job), &|job| response(trace, job))),
        percent(&of(&is_ft, &|job| response(trace, job)), |seconds| seconds < 200.0),
    ];
    numbers.extend(distribution(&average, SIZES, 1.0));
    numbers.extend(distribution(&largest, SIZES, 1.0));
    numbers.extend(distribution(&executions, TIMES, EXECUTION_STEP_S));
    numbers.extend(distribution(&responses, TIMES, RESPONSE_STEP_S));
    let step_s = last_s / LAST_ARRIVAL;
    let end = Time::ZERO + Span::from_seconds(step_s * STEPS as f64);
    let series = ganttlet_engine::record::series(
        trace,
        &mut ganttlet_engine::record::Index::default(),
        (Time::ZERO, end),
        STEPS,
        Time::MAX,
    );
    numbers.extend(series.busy.iter().map(|part| 100.0 * part));
    let so_far = |step: usize| changes.iter().filter(|&&at| at <= (step + 1) as f64 * step_s).count();
    numbers.extend((0..STEPS).map(|step| so_far(step) as f64));
    numbers
}

/// The numbers of all runs of an experiment.
pub(super) struct Runs<'a> {
    results: Results<'a, Point>,
    /// The runs that targets are about.
    base: Point,
}

/// Title, x axis, y axis, how many points, and where each is.
type Panel<'a> = (&'a str, &'a str, &'a str, usize, &'a dyn Fn(usize) -> f64);

impl<'a> Runs<'a> {
    /// `base` says approach, gap and local load of the runs that targets are about.
    pub(super) fn new(points: Vec<Point>, outcomes: &'a [Vec<f64>], base: Point) -> Self {
        Self { results: Results::new(points, outcomes), base }
    }

    /// A number of the runs with this policy and workload.
    pub(super) fn interval(&self, column: usize, (policy, mixed): Who) -> Option<Interval> {
        let wanted = Point { policy, mixed, ..self.base };
        self.results.interval(column, move |&point| Point { seed: wanted.seed, ..point } == wanted)
    }

    /// Those of the four published pairs.
    pub(super) fn four(&self, column: usize) -> Option<[Interval; 4]> {
        let [a, b, c, d] = PUBLISHED.map(|who| self.interval(column, who));
        Some([a?, b?, c?, d?])
    }

    /// Whether the number of the first is less than that of the second, seed by seed: for each of these pairs.
    pub(super) fn less(&self, column: usize, pairs: &[(Who, Who)]) -> Option<Vec<Verdict>> {
        let of = |(policy, mixed): Who| {
            let wanted = Point { policy, mixed, ..self.base };
            move |&point: &Point| Point { seed: wanted.seed, ..point } == wanted
        };
        let one = |&(less, more): &(Who, Who)| {
            let difference = self.results.difference(column, of(more), of(less))?;
            Some(verdict::sign(difference, -1.0))
        };
        pairs.iter().map(one).collect()
    }

    /// What people call a pair.
    pub(super) fn name(&self, (policy, mixed): Who) -> String {
        format!("{}, {}", POLICIES[policy].0, Point { mixed, ..self.base }.workload())
    }

    /// The table of all numbers.
    pub(super) fn table(&self, title: &str) -> Table {
        let columns = [
            ("GADGET, s", GADGET),
            ("FT, s", FT),
            ("wait, s", WAIT),
            ("response, s", RESPONSE),
            ("longest response, s", LONGEST_RESPONSE),
            ("average size", AVERAGE),
            ("largest size", LARGEST),
            ("stuck at 2, %", STUCK),
            ("held, %", BUSY),
            ("grown", GROWN),
            ("shrunk", SHRUNK),
        ];
        let heads: Vec<&str> = std::iter::once("runs").chain(columns.map(|(head, _)| head)).collect();
        let mut table = Table::new(title, &heads);
        for who in ALL {
            let cells = columns.map(|(_, column)| Cell::ours(self.interval(column, who))).to_vec();
            table.row(self.name(who), cells);
        }
        table
    }

    /// The six panels of the figure.
    pub(super) fn plots(&self, figure: &str) -> Vec<Plot> {
        let hours = |steps: f64| {
            libm::round(299.0 * f64::from(self.base.gap_s) / LAST_ARRIVAL * steps / 3.6) / 1000.0
        };
        let every = |step: f64| move |point: usize| point as f64 * step;
        let panels: [Panel; 6] = [
            ("a: average sizes", "processors", "% of the malleable jobs", SIZES, &every(1.0)),
            ("b: largest sizes", "processors", "% of the malleable jobs", SIZES, &every(1.0)),
            ("c: execution times", "s", "% of the jobs", TIMES, &every(EXECUTION_STEP_S)),
            ("d: response times", "s", "% of the jobs", TIMES, &every(RESPONSE_STEP_S)),
            ("e: nodes held", "h", "%", STEPS, &|step| hours(step as f64 + 0.5)),
            ("f: changes of size so far", "h", "changes", STEPS, &|step| hours((step + 1) as f64)),
        ];
        let mut first = CURVES;
        let mut plots = Vec::new();
        for (title, x, y, points, at) in panels {
            let mut plot = Plot::new(format!("{figure} {title}"), x, y);
            for who in ALL {
                let curve: Vec<_> =
                    (0..points).map(|point| (at(point), self.interval(first + point, who))).collect();
                plot.lines.push(Line::new(self.name(who), &curve));
            }
            first += points;
            plots.push(plot);
        }
        plots
    }
}
