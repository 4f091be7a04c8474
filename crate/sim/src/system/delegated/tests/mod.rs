//! Schedules checked by hand: a scenario as text in, the schedule as text out.

mod laws;
mod micro;
mod planning;
mod profiles;
mod reasons;
mod selecting;

use super::policy::complex::{AlgorithmVariant, ReductionScope, SearchTrigger};
use super::protocol::{Request, ViewChange, list_bytes, notify_bytes, request_bytes};
use super::*;
use ganttlet_core::entry::{Id, Settings, Value};
use ganttlet_core::platform::{Cluster, Network};
use ganttlet_core::record::{Level, Trace};
use ganttlet_work::launcher::{Complex, Moldable};
use std::fmt::Write as _;

/// A scenario read from text.
struct Scenario {
    clusters: Vec<Cluster>,
    latency: Span,
    applications: Vec<Application>,
    settings: Settings,
    policies: [String; 3],
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

fn read(text: &str) -> Scenario {
    let mut scenario = Scenario {
        clusters: Vec::new(),
        latency: Span::ZERO,
        applications: Vec::new(),
        settings: Settings::default(),
        policies: ["fcfs-repeated", "simple-moldable", "ball"].map(str::to_owned),
    };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let pairs = |from: usize| parts[from..].iter().map(|part| part.split_once('=').expect("id=value"));
        match parts[0] {
            "set" => {
                for (id, value) in pairs(1) {
                    scenario.settings = scenario.settings.with_text(Options::LIST, id, value);
                }
            }
            "policy" => {
                for (role, value) in pairs(1) {
                    let at = ["rule", "selection", "resources"].iter().position(|&one| one == role);
                    scenario.policies[at.expect("a role")] = value.to_owned();
                }
            }
            // cluster NAME HOSTS SPEED
            "cluster" => {
                let hosts = parts[2].parse().expect("hosts");
                scenario.clusters.push(Cluster::homogeneous(parts[1], hosts, number(parts[3])));
            }
            "latency" => scenario.latency = Span::from_seconds(number(parts[1])),
            // NAME at TIME HOSTSxSECONDS, or P= d1= for a moldable one, or W= I= k= for a complex one; then id=value
            name => {
                let mut application = Application {
                    name: name.to_owned(),
                    number: scenario.applications.len() as u32 + 1,
                    submit: Time::from_seconds(number(parts[2])),
                    ..Application::default()
                };
                let mut moldable =
                    Moldable { least: 1, most: 1_000_000, parallel: 1.0, one_host: 0.0, usual: 1 };
                let mut complex = Complex { work_s: 0.0, iterations: 0.0, messages: 1.0 };
                let (mut rigid, mut ends) = (None, None);
                for part in &parts[3..] {
                    match part.split_once('=') {
                        None => {
                            let (hosts, seconds) = part.split_once('x').expect("HOSTSxSECONDS");
                            rigid = Some((hosts.parse().expect("hosts"), number(seconds)));
                        }
                        Some(("e", value)) => ends = Some(number(value)),
                        Some(("AD", value)) => application.adapt = Span::from_seconds(number(value)),
                        Some(("P", value)) => moldable.parallel = number(value),
                        Some(("d1", value)) => moldable.one_host = number(value) * 1e6,
                        Some(("least", value)) => moldable.least = value.parse().expect("hosts"),
                        Some(("most", value)) => moldable.most = value.parse().expect("hosts"),
                        Some(("W", value)) => complex.work_s = number(value),
                        Some(("I", value)) => complex.iterations = number(value),
                        Some(("k", value)) => complex.messages = number(value),
                        Some(("u", value)) => application.factor = number(value),
                        Some((id, _)) => panic!("{id}"),
                    }
                }
                application.model = match rigid {
                    Some((hosts, planned)) => {
                        let run = ends.unwrap_or(planned);
                        application.factor = planned / run;
                        Model::Rigid { hosts, run: Span::from_seconds(run) }
                    }
                    None if complex.work_s > 0.0 => Model::Complex(complex),
                    None => Model::Moldable(moldable),
                };
                scenario.applications.push(application);
            }
        }
    }
    scenario
}

impl Scenario {
    fn platform(&self) -> Platform {
        let n = self.clusters.len();
        let between = |pair: usize| if pair.is_multiple_of(n + 1) { Span::ZERO } else { self.latency };
        let network = Network::from_matrices(n, vec![1e9; n * n], (0..n * n).map(between).collect());
        Platform { clusters: self.clusters.clone(), network }
    }

    fn simulation(self) -> Simulation<Delegated> {
        let platform = self.platform();
        let roles = ["rule", "selection", "resources"];
        let chosen = roles.into_iter().zip(self.policies.into_iter().map(Id::from)).collect();
        let policies = Policies::choose(&chosen, &self.settings);
        let options = Options::read(&self.settings);
        let run = RunOptions { seed: 1, decisions: 100_000, ..RunOptions::default() };
        simulation(&platform, self.applications, policies, options, run)
    }
}

/// A time in seconds, with no more decimals than there are.
fn seconds(time: Time) -> String {
    ganttlet_core::diagnostic::format_number(time.0 as f64 / 1e6)
}

fn joined<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn rows(trace: &Trace) -> Vec<LauncherRow> {
    trace.table_rows().collect()
}

/// The outcome of a run, in short: the run of each application in the order of starts, then counters.
fn told(trace: &Trace) -> String {
    let mut launchers = rows(trace);
    let configurations = joined(launchers.iter().map(|row| row.configurations));
    let late: u32 = launchers.iter().map(|row| row.late).sum();
    ganttlet_core::order::sort_by_key(&mut launchers, |row| row.start.0);
    let ran = |row: &LauncherRow| {
        let killed = trace.subjects.status[row.application as usize] == Status::Killed;
        let how = if killed { " killed" } else { "" };
        format!("{} {}-{}{how}", trace.name(row.application), seconds(row.start), seconds(row.done))
    };
    let ran: Vec<String> = launchers.iter().map(ran).collect();
    let sum = |of: fn(&LauncherRow) -> f64| launchers.iter().map(of).sum::<f64>();
    let cycles: Vec<CycleRow> = trace.table_rows().collect();
    let manager: f64 = cycles.iter().map(|row| row.operations).sum();
    let late = if late > 0 { format!("; late {late}") } else { String::new() };
    format!(
        "{}; cycles {}; bytes {} + {}; ops {manager} / {}; waste {}; configurations {configurations}{late}",
        ran.join(", "),
        joined(cycles.iter().map(|row| seconds(row.time))),
        sum(|row| row.bytes_to.into()),
        sum(|row| row.bytes_from.into()),
        sum(|row| row.operations),
        ganttlet_core::diagnostic::format_number(sum(|row| row.waste.seconds())),
    )
}

/// Messages and estimates, one line per instant: views as sent, requests, cycles with their estimated starts.
fn story(trace: &Trace, clusters: &[&str]) -> String {
    let mut all: Vec<(Time, u8, String)> = Vec::new();
    for view in trace.table_rows::<tables::ViewRow>() {
        let steps = trace.table("view-steps").expect("there are views");
        let step = |at: u32| {
            let row: tables::ViewStepRow = steps.row(at as usize);
            format!("{}:{}", seconds(row.from), row.busy)
        };
        let steps = (view.steps.0..view.steps.0 + view.steps.1).map(step).collect::<Vec<_>>().join(",");
        let (name, cluster) = (trace.name(view.application), clusters[view.cluster as usize]);
        all.push((view.time, 1, format!("{name} sees {cluster}{{{steps}}}")));
    }
    for row in trace.table_rows::<tables::AskedRow>() {
        let (name, cluster) = (trace.name(row.application), clusters[row.cluster as usize]);
        let wall = ganttlet_core::diagnostic::format_number(row.wall_time.seconds());
        all.push((row.time, 2, format!("{name} asks {}{cluster}x{wall}", row.hosts)));
    }
    for row in trace.table_rows::<tables::EstimateRow>() {
        all.push((row.time, 0, format!("{} est {}", trace.name(row.application), seconds(row.estimate))));
    }
    let order = ganttlet_core::order::indices_by_key(all.len(), |i| all[i].0.0 * 4 + i64::from(all[i].1));
    let mut text = String::new();
    let mut last = None;
    for (time, _, what) in order.into_iter().map(|i| &all[i as usize]) {
        let separator = if last == Some(*time) { ", ".to_owned() } else { format!("\n{}: ", seconds(*time)) };
        last = Some(*time);
        let _ = write!(text, "{separator}{what}");
    }
    text.trim().to_owned()
}

fn run(text: &str) -> String {
    told(&read(text).simulation().finish())
}
