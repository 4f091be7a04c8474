//! Schedules checked by hand: a scenario as text in, the schedule as text out.

mod laws;
mod micro;
mod options;
mod readings;
mod reasons;

use super::*;
use ganttlet_core::entry::{Id, Parameters, Settings, Value};
use ganttlet_core::platform::{Cluster, Network, Platform};
use ganttlet_core::record::{Phase, Status, Trace};
use std::fmt::Write as _;

/// `KFlop` of a unit of work; machines do one unit per second.
const UNIT: u64 = 1_000_000;

/// Common parts of several schedules: a scenario includes one by `use` and its name.
const COMMON: [(&str, &str); 3] = [
    // Two immediate machines above four with a claim time, and a queue for each.
    (
        "M",
        "grid 2
        grid 4 delay_s=20
        queue level=1 grid=1 mode=serial t_q_s=120 t_e_s=60 cpus=2 alpha=0.1 estimate_on=cpu rules=all
        queue level=2 grid=2 t_q_s=2000 t_e_s=1000 cpus=4 alpha=0.1 rules=all
        policy estimator=exponential-bound
        set estimate_mode=full",
    ),
    // A long task, and a short one that arrives later.
    (
        "W",
        "task L 0 10x100
        task S 50 1x30",
    ),
    // Two grids of a level, the first of which is too small for its tasks.
    (
        "S",
        "grid 2 delay_s=10
        grid 8 delay_s=30
        queue level=2 grid=1 cpus=2 partner=2
        queue level=2 grid=2 cpus=8
        policy sharing=completion-time
        set min_pending=3
        task A 0 20x60
        task B 5 4x60",
    ),
];

/// A scenario read from text.
struct Scenario {
    settings: Settings,
    queues: Vec<Settings>,
    grids: Vec<(u32, Settings)>,
    tasks: Vec<Divisible>,
    absences: Vec<Absence>,
    policies: [String; 4],
}

const RULES: [&str; 5] = ["overload", "mismatch", "overdue", "task_potential", "queue_potential"];

fn read(text: &str) -> Scenario {
    let defaults = [("detect_s", "0"), ("migration_s", "5"), ("resplit", "no"), ("row_s", "0")];
    let mut scenario = Scenario {
        settings: defaults
            .iter()
            .fold(Settings::default(), |all, (id, value)| all.with_text(Options::LIST, id, value)),
        queues: Vec::new(),
        grids: Vec::new(),
        tasks: Vec::new(),
        absences: Vec::new(),
        policies: ["geh", "next-lower", "no-sharing", "unknown"].map(str::to_owned),
    };
    let time = |text: &str| Time::from_seconds(text.parse().expect("seconds"));
    let taken = |text: String, (name, lines): &(&str, &str)| {
        text.replace(&format!("use {name}\n"), &format!("{lines}\n"))
    };
    let text = COMMON.iter().fold(format!("{text}\n"), taken);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let mut parts = line.split_whitespace();
        let what = parts.next().expect("a word");
        let parts: Vec<&str> = parts.collect();
        let pairs = |from: usize| parts[from..].iter().map(|part| part.split_once('=').expect("id=value"));
        match what {
            "set" => {
                for (id, value) in pairs(0) {
                    let all = [
                        Options::LIST,
                        LIMIT_POLICIES.get("geh").entry.parameters,
                        SHARING_POLICIES.get("completion-time").entry.parameters,
                        ESTIMATORS.get("exponential-bound").entry.parameters,
                        SPLIT_POLICIES.get("by-length").entry.parameters,
                    ];
                    let list = all.into_iter().find(|list| list.iter().any(|one| one.id == id));
                    scenario.settings = scenario.settings.with_text(
                        list.unwrap_or_else(|| panic!("no parameter {id}")),
                        id,
                        value,
                    );
                }
            }
            "policy" => {
                for (place, value) in pairs(0) {
                    let at =
                        ["limits", "migration", "sharing", "estimator"].iter().position(|&one| one == place);
                    scenario.policies[at.expect("a role")] = value.to_owned();
                }
            }
            // grid MACHINES id=value ..
            "grid" => {
                let settings = pairs(1).fold(Settings::default(), |all, (id, value)| {
                    all.with_text(super::options::GridRow::LIST, id, value)
                });
                scenario.grids.push((parts[0].parse().expect("machines"), settings));
            }
            // queue id=value .. rules=some
            "queue" => {
                let mut settings = Settings::default();
                for rule in RULES {
                    settings = settings.with_text(super::options::QueueRow::LIST, rule, "no");
                }
                settings = settings.with_text(super::options::QueueRow::LIST, "check_s", "10");
                for (id, value) in pairs(0) {
                    if id == "rules" {
                        for rule in RULES
                            .iter()
                            .filter(|rule| value == "all" || value.split(',').any(|one| one == **rule))
                        {
                            settings = settings.with_text(super::options::QueueRow::LIST, rule, "yes");
                        }
                    } else {
                        settings = settings.with_text(super::options::QueueRow::LIST, id, value);
                    }
                }
                scenario.queues.push(settings);
            }
            // task NAME TIME COUNTxUNITS id=value ..
            "task" => {
                let (count, units) = parts[2].split_once('x').expect("COUNTxUNITS");
                let count: usize = count.parse().expect("a number of jobs");
                let units: u64 = units.parse().expect("units");
                let mut task = Divisible {
                    name: parts[0].to_owned(),
                    number: scenario.tasks.len() as u32 + 1,
                    looseness: Some(0.0),
                    ..Divisible::from_jobs(time(parts[1]), vec![units * UNIT; count])
                };
                for (id, value) in pairs(3) {
                    match id {
                        "queue" => task.queue = value.parse().expect("a queue"),
                        "b" => task.looseness = value.parse().ok(),
                        "e0" => task.scale_s = value.parse().ok(),
                        "removed" => task.removed = value.parse().ok().map(Span::from_seconds),
                        // One piece of work, split where it runs.
                        "whole" => task.jobs.clear(),
                        _ => panic!("{id}"),
                    }
                }
                scenario.tasks.push(task);
            }
            // away MACHINE FROM TO
            "away" => scenario.absences.push(Absence {
                machine: parts[0].parse().expect("a machine"),
                start: time(parts[1]),
                end: time(parts[2]),
                gone: false,
            }),
            _ => panic!("{line}"),
        }
    }
    scenario
}

impl Scenario {
    fn simulation(self) -> Simulation<Hierarchy> {
        let clusters = self
            .grids
            .iter()
            .zip(1..)
            .map(|(&(machines, _), at)| Cluster::homogeneous(format!("G{at}"), machines, 1.0));
        let clusters: Vec<Cluster> = clusters.collect();
        let platform = Platform { network: Network::uniform(clusters.len(), 1e8, Span(1)), clusters };
        let settings = self
            .settings
            .with("queues", Value::Table(self.queues))
            .with("grids", Value::Table(self.grids.into_iter().map(|(_, settings)| settings).collect()));
        let roles = ["limits", "migration", "sharing", "estimator"];
        let chosen = roles.into_iter().zip(self.policies.into_iter().map(Id::from)).collect();
        let policies = Policies::choose(&chosen, &settings);
        let options = Options::read(&settings);
        let run = RunOptions { seed: 1, decisions: 100_000, ..RunOptions::default() };
        simulation(&platform, self.tasks, self.absences, policies, options, run)
    }
}

/// Seconds, with no more decimals than there are.
fn seconds(time: Time) -> String {
    ganttlet_core::diagnostic::format_number(time.0 as f64 / 1e6)
}

/// The schedule, one line per instant: arrivals at queues, estimations, rules with their values, starts, losses, ends;
/// and finally the duration of each task.
fn schedule_text(trace: &Trace) -> String {
    let mut all: Vec<(i64, u8, String)> = Vec::new();
    for i in 0..trace.intervals.len() {
        let (subject, row) = (trace.intervals.subject[i], trace.intervals.row[i]);
        let (start, end, phase) =
            (trace.intervals.start[i], trace.intervals.end[i], trace.intervals.phase[i]);
        let kind = trace.kind(subject).name;
        match kind {
            "job" => {
                let name = format!("{}.{}", group(trace, subject), trace.subjects.number[subject as usize]);
                all.push((start.0, 5, format!("{name} m{row}")));
                if phase == Phase::LOST {
                    all.push((
                        end.0,
                        1,
                        format!(
                            "{name} loses {}",
                            ganttlet_core::diagnostic::format_number((end - start).seconds())
                        ),
                    ));
                } else if end < Time::MAX {
                    all.push((end.0, 2, format!("{name} ends")));
                }
            }
            "estimation" => all.push((start.0, 4, format!("{} estimates m{row}", group(trace, subject)))),
            _ => {}
        }
    }
    for mark in trace.marks.iter().filter(|mark| mark.kind.id == "comes") {
        all.push((mark.time.0, 3, format!("{} in queue {}", trace.name(mark.subject), mark.value)));
    }
    for found in trace.table_rows::<crate::tables::stays::BoundRow>() {
        all.push((found.time.0, 0, format!("{} bound {}", trace.name(found.task), number(found.bound))));
    }
    for subject in 0..trace.subjects.len() as u32 {
        for decision in trace.decisions_about(subject) {
            let count = match decision.rule.id {
                "start" => continue,
                "task-potential" | "queue-potential" => 3,
                _ => 2,
            };
            let values = decision.values.iter().take(count);
            let numbers: Vec<String> = values.map(|&bits| number(f64::from_bits(bits as u64))).collect();
            all.push((
                decision.time.0,
                0,
                format!("{} {} {}", trace.name(subject), decision.rule.id, numbers.join(" ")),
            ));
        }
    }
    let order = ganttlet_core::order::indices_by_key(all.len(), |i| all[i].0 * 8 + i64::from(all[i].1));
    let mut text = String::new();
    let mut last = None;
    for (time, _, what) in order.into_iter().map(|i| &all[i as usize]) {
        let separator =
            if last == Some(*time) { ", ".to_owned() } else { format!("\n{}: ", seconds(Time(*time))) };
        last = Some(*time);
        let _ = write!(text, "{separator}{}", what.trim());
    }
    let tasks = (0..trace.subjects.len()).filter(|&id| trace.kind(id as u32).counts);
    let turnaround = |id: usize| {
        let took = seconds(Time((trace.subjects.end[id] - trace.subjects.submit[id]).0));
        let how = match trace.subjects.status[id] {
            Status::Done => String::new(),
            Status::Rejected => return format!("{} rejected", trace.name(id as u32)),
            status => format!(" {status:?}").to_lowercase(),
        };
        format!("{} {took}{how}", trace.name(id as u32))
    };
    let took: Vec<String> = tasks.map(turnaround).collect();
    format!("{}\n{}\n", text.trim(), took.join(", "))
}

fn group(trace: &Trace, subject: u32) -> &str {
    &trace.group_names[trace.subjects.group[subject as usize] as usize]
}

/// A value of a sentence, rounded to a thousandth.
fn number(x: f64) -> String {
    ganttlet_core::diagnostic::format_number((x * 1e3).round() / 1e3)
}

/// Compares the whole schedule: arrivals, estimations with their bounds, rules with their values, jobs on machines,
/// losses; and the duration of each task.
fn assert_schedule(scenario: &str, expected: &str) {
    let lines = |text: &str| {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(lines(&run(scenario)), lines(expected));
}

fn run(text: &str) -> String {
    schedule_text(&read(text).simulation().finish())
}
