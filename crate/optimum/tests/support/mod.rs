//! Reads the instances with proven optima.
#![allow(dead_code, reason = "no test needs all of it")]

use ganttlet_optimum::{Bag, Instance, Job};

/// The problem of an instance.
pub(crate) enum Problem {
    Makespan(Instance),
    Flow(Instance),
    Graph(Instance),
    Bag(Bag),
}

/// An instance with its optimum and the values of its bounds.
pub(crate) struct Fixture {
    pub(crate) id: String,
    pub(crate) problem: Problem,
    pub(crate) optimum: i64,
    pub(crate) bounds: Vec<i64>,
}

fn numbers(text: &str) -> Vec<i64> {
    text.split_whitespace().map(|word| word.parse().expect("a whole number")).collect()
}

/// All instances.
pub(crate) fn fixtures() -> Vec<Fixture> {
    let lines = include_str!("../instances.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(read_line).collect()
}

fn read_line(line: &str) -> Fixture {
    let parts: Vec<&str> = line.split(';').map(str::trim).collect();
    let (kind, id) = parts[0].split_once(' ').expect("a kind and an id");
    let rows = |text: &str| text.split(',').map(numbers).collect::<Vec<_>>();
    let rigid = || {
        let jobs = rows(parts[2]).iter().map(|row| Job::new(row[0], row[1], row[2])).collect();
        Instance::rigid(numbers(parts[1])[0], jobs).expect("an instance")
    };
    let problem = match kind {
        "makespan" => Problem::Makespan(rigid()),
        "flow" => Problem::Flow(rigid()),
        "graph" => {
            let rows = rows(parts[2]);
            let jobs = rows.iter().map(|row| Job::new(0, row[1], row[0])).collect();
            let before = rows.iter().map(|row| row[2..].iter().map(|&id| id as usize).collect()).collect();
            Problem::Graph(Instance::graph(numbers(parts[1])[0], jobs, before).expect("an instance"))
        }
        _ => {
            let mut speeds = Vec::new();
            for cluster in parts[1].split(',') {
                let (count, speed) = cluster.trim().split_once(' ').expect("processors and speed");
                let speed: f64 = speed.parse().expect("a speed");
                speeds.extend(vec![speed; count.parse().expect("a number")]);
            }
            Problem::Bag(Bag::new(numbers(parts[2]), &speeds).expect("a bag"))
        }
    };
    Fixture { id: id.to_owned(), problem, optimum: numbers(parts[3])[0], bounds: numbers(parts[4]) }
}
