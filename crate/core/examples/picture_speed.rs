//! Measures how fast pictures of large traces are made:
//! `cargo run --release --example picture_speed [bars] [rows] [widest] [rounds]`, where rounds are those of each picture.
//!
//! The trace is made by filling each block of nodes with one job after the other, with exponential lengths. The yardstick
//! is fixed work to compare machines with, and how busy they are.

#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement for people to read")]

use ganttlet_core::platform::one_cluster;
use ganttlet_core::time::{Span, Time};
use ganttlet_core::trace::{Index, Series, Status, Subject, Trace, View};
use ganttlet_core::trace::{find, hit, jobs_csv, labels, raster, series, svg};
use std::time::Instant;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u32>().ok());
    let (bars, rows) = (numbers.next().unwrap_or(1_000_000), numbers.next().unwrap_or(272));
    let widest = numbers.next().unwrap_or(1);
    let rounds = numbers.next().unwrap_or(9) as usize;
    time("yardstick", 9, || {
        (0..20_000_000_u32)
            .fold(1_u32, |x, i| x.wrapping_mul(1_664_525).wrapping_add(std::hint::black_box(i)))
    });
    let trace = schedule(bars, rows, widest);
    let held: u64 = trace.intervals.rows.iter().map(|&rows| u64::from(rows)).sum();
    println!("{bars} bars on {rows} rows, {held} row pieces, {}", trace.last_end);

    let mut index = Index::default();
    time("index", 1, || index.update(&trace));
    println!("{:24} {:9.1} bytes a bar", "index size", index.bytes() as f64 / f64::from(bars));

    let end = trace.last_end.seconds();
    let whole = View { rows: f64::from(rows), ..View::whole(&trace, 1600, 800) };
    let part = View { from_s: end * 0.5, to_s: end * 0.55, ..whole.clone() };
    let third = View { from_s: end * 0.3, to_s: end * 0.6, ..whole.clone() };
    let near = View { to_s: end * 0.501, first_row: 10.0, rows: 40.0, ..part.clone() };
    let large = View { width: 3200, height: 1600, ..whole.clone() };
    let found = View { query: "nodes>=1 -user:7 wait<1d".into(), ..whole.clone() };
    let waits = View { colour: ganttlet_core::trace::Colour::Wait, ..whole.clone() };
    let mut out = Vec::new();
    for (name, view) in [
        ("raster, whole", &whole),
        ("raster, 30%", &third),
        ("raster, 5%", &part),
        ("raster, near", &near),
        ("raster, whole 3200x1600", &large),
        ("raster, whole, query", &found),
        ("raster, whole, wait", &waits),
    ] {
        time(name, std::env::var("TIMES").map_or(9, |n| n.parse().unwrap_or(9)), || {
            raster(&trace, &mut index, view, &mut out)
        });
    }
    time("labels, near", 9, || labels(&trace, &mut index, &near).len());
    time("labels, whole", 9, || labels(&trace, &mut index, &whole).len());
    time("hit, whole (100)", 9, || {
        (0..100).filter_map(|i| hit(&trace, &mut index, &whole, f64::from(i) * 16.0, 400.0)).count()
    });
    time("find", 3, || find(&trace, "user:7 nodes>=2 wait>1h").map_or(0, |found| found.len()));
    let end = trace.last_end;
    time("series, 800 points", 5, || -> Series { series(&trace, Time::ZERO, end, 800, end) });
    time("state", 5, || trace.state_at(Time(end.0 / 2)));
    time("next event", 5, || trace.next_event(Time(end.0 / 2)));
    time("svg, whole", 1, || svg(&trace, &mut index, &whole, "").len());
    time("jobs.csv", 1, || jobs_csv(&trace).len());
}

fn time<T>(name: &str, times: usize, mut work: impl FnMut() -> T) {
    let mut taken: Vec<f64> = (0..times)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(work());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    taken.sort_by(f64::total_cmp);
    if times == 0 {
        return;
    }
    println!("{name:24} {:9.2} ms (best), {:9.2} ms (median)", taken[0], taken[times / 2]);
}

/// Jobs one after the other, each on the block of nodes that is free first.
fn schedule(bars: u32, rows: u32, widest: u32) -> Trace {
    let mut trace = Trace::new(&one_cluster(rows), 0);
    let mut free: Vec<i64> = vec![0; (rows / widest).max(1) as usize];
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut plan = Vec::new();
    for number in 0..bars {
        let block = number as usize % free.len();
        let start = free[block] + (random() * 2e7) as i64;
        let run = 1_000_000 + (-libm::log(1.0 - random()) * 3e8) as i64;
        free[block] = start + run;
        let nodes = 1 + (random() * f64::from(widest)) as u32;
        plan.push((start, run, block as u32 * widest, nodes.min(widest)));
    }
    plan.sort_unstable();
    for (number, &(start, run, row, nodes)) in (0..).zip(&plan) {
        let submit = Time((start - (random() * 1e10) as i64).max(0));
        let subject = Subject { number, user: number % 50, group: 0, submit, nodes, estimate: Span(run) };
        let id = trace.add(subject);
        trace.queue(id, submit, 0);
        trace.start(id, Time(start));
        trace.hold(id, row, nodes);
    }
    for (id, &(start, run, ..)) in (0..).zip(&plan) {
        trace.finish(id, Time(start + run), if id % 9 == 0 { Status::Killed } else { Status::Done });
    }
    trace.now = trace.last_end;
    trace
}
