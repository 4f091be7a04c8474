//! Schedules checked by hand: a scenario as text in, the schedule as text out.

mod laws;
mod micro;
mod sessions;

use super::policy::selection::UserAccount;
use super::tables::BagRow;
use super::*;
use ganttlet_core::diagnostic::format_number;
use ganttlet_core::entry::{Id, Settings, Value};
use ganttlet_core::platform::{Cluster as Machines, Network};
use ganttlet_core::record::{Phase, Trace};
use ganttlet_core::time::Time;

/// Sets a parameter to a value given as text.
fn set(settings: Settings, id: &str, text: &str) -> Settings {
    let own = SCHEDULINGS.members.iter().flat_map(|one| one.entry.parameters);
    let all =
        Options::LIST.iter().chain(own).chain(SELECTIONS.members.iter().flat_map(|one| one.entry.parameters));
    settings.with_text(all, id, text)
}

/// A scenario read from text.
struct Scenario {
    clusters: Vec<Machines>,
    bags: Vec<Bag>,
    settings: Settings,
    policies: [String; 2],
}

fn seconds(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// One line each: `cluster NAME PROCESSORS SPEED`, `set id=value`, `selection ID`, `scheduling ID`, and for a bag its
/// name, user, home, submit time and the runtimes of its tasks.
fn read(text: &str) -> Scenario {
    let mut scenario = Scenario {
        clusters: Vec::new(),
        bags: Vec::new(),
        settings: Settings::default(),
        policies: ["all-tasks", "largest-on-fastest"].map(str::to_owned),
    };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let parts: Vec<&str> = line.split_whitespace().collect();
        match parts[0] {
            "cluster" => {
                let nodes = parts[2].parse().expect("processors");
                scenario.clusters.push(Machines::homogeneous(parts[1], nodes, seconds(parts[3])));
            }
            "set" => {
                for (id, value) in parts[1..].iter().map(|part| part.split_once('=').expect("id=value")) {
                    scenario.settings = set(scenario.settings, id, value);
                }
            }
            "selection" => parts[1].clone_into(&mut scenario.policies[0]),
            "scheduling" => parts[1].clone_into(&mut scenario.policies[1]),
            name => scenario.bags.push(Bag {
                name: name.to_owned(),
                number: scenario.bags.len() as u32 + 1,
                user: parts[1].parse().expect("a user"),
                home: parts[2].parse().expect("a cluster"),
                submit: Time::from_seconds(seconds(parts[3])),
                tasks: parts[4..].iter().map(|run| Span::from_seconds(seconds(run))).collect(),
                session: None,
            }),
        }
    }
    scenario
}

impl Scenario {
    fn simulation(self) -> Simulation<Bags> {
        let n = self.clusters.len();
        let network = Network::uniform(n, 1e9, Span::ZERO);
        let platform = Platform { clusters: self.clusters, network };
        let chosen = ["selection", "scheduling"].into_iter().zip(self.policies.into_iter().map(Id::from));
        let policies = Policies::choose(&chosen.collect(), &self.settings);
        let run = RunOptions { seed: 1, decisions: 100_000, ..RunOptions::default() };
        simulation(&platform, self.bags, &policies, Options::read(&self.settings), run)
    }
}

/// The runs on the processors, in the order of their starts: task, cluster, start, end, and outcome.
fn schedule_text(trace: &Trace) -> String {
    let table = &trace.intervals;
    let at = |time: Time| format_number(time.0 as f64 / 1e6);
    let bar = |i: usize| {
        let how = match table.phase[i] {
            Phase::COPIES => " copy",
            Phase::LOST => " lost",
            _ => "",
        };
        let cluster = &trace.bands[trace.cluster_at(table.row[i]).expect("a row of a cluster")].name;
        format!("{} {cluster} {}-{}{how}", trace.name(table.subject[i]), at(table.start[i]), at(table.end[i]))
    };
    (0..table.len()).map(bar).collect::<Vec<_>>().join(", ")
}

fn run(text: &str) -> String {
    schedule_text(&read(text).simulation().finish())
}

/// The bags of a trace: makespan, normalised schedule length, wasted seconds.
fn bag_measures(trace: &Trace) -> Vec<[f64; 3]> {
    let rows = trace.table_rows::<BagRow>();
    rows.map(|row| {
        let makespan = (row.end - row.submit).seconds();
        [makespan, makespan / row.work.seconds(), row.wasted.seconds()]
    })
    .collect()
}
