//! Benchmarks of pictures and searches of a large trace: a million bars on the 272 nodes of DAS-3, 1600 x 800 pixels.

use criterion::{Criterion, criterion_group, criterion_main};
use ganttlet_core::platform::one_cluster;
use ganttlet_core::record::{Status, Subject, Trace, series};
use ganttlet_core::rng::Streams;
use ganttlet_core::time::{Span, Time};
use ganttlet_render::{
    Canvas, Colour, View, difference, export_baseline, find_subjects, idle_regions, jobs_csv, labels,
    rasterize, subject_at, svg,
};
use std::hint::black_box;

const BARS: u32 = 1_000_000;
/// Number of jobs of the LHC log of the archive.
const JOBS: u32 = 188_000;
const ROWS: u32 = 272;

/// Consecutive jobs of one node on each node, with exponential runtimes and pauses.
fn random_schedule(bars: u32, seed: u64) -> Trace {
    let mut trace = Trace::new(&one_cluster(ROWS), 0);
    let mut stream = Streams::new(seed).get("bench");
    let mut free = [0_i64; ROWS as usize];
    let mut plan = Vec::new();
    for number in 0..bars {
        let row = number % ROWS;
        let start = free[row as usize] + i64::from(stream.uniform_below(20_000_000));
        let run = 1_000_000 + (stream.exponential(300.0) * 1e6) as i64;
        free[row as usize] = start + run;
        plan.push((start, run, row));
    }
    plan.sort_unstable();
    for (number, &(start, run, row)) in (0..).zip(&plan) {
        let submit = Time((start - i64::from(stream.uniform_below(1_000_000_000))).max(0));
        let subject = Subject { number, user: number % 50, group: 0, submit, nodes: 1, estimate: Span(run) };
        let id = trace.add(subject);
        trace.queue(id, submit, 0);
        trace.start(id, Time(start));
        trace.hold(id, row, 1);
    }
    for (id, &(start, run, _)) in (0..).zip(&plan) {
        trace.finish(id, Time(start + run), if id % 9 == 0 { Status::Killed } else { Status::Done });
    }
    trace.now = trace.last_end;
    trace
}

fn bench_pictures(criterion: &mut Criterion) {
    let trace = random_schedule(BARS, 1);
    let mut canvas = Canvas::default();
    let end = trace.last_end.seconds();
    let whole = View::of_whole_trace(&trace, 1600, 800);
    let part = View { from_s: end * 0.5, to_s: end * 0.55, ..whole.clone() };
    let near = View { to_s: end * 0.501, first_row: 10.0, rows: 40.0, ..part.clone() };
    let waits = View { colour: Some(Colour::Wait), ..whole.clone() };
    let shares = View { shares: true, ..waits.clone() };
    let mut out = Vec::new();
    let mut group = criterion.benchmark_group("a million bars");
    group.sample_size(10);
    group.bench_function("yardstick: 1,000,000 draws", |bencher| {
        bencher.iter(|| {
            let mut stream = Streams::new(1).get("yardstick");
            (0..1_000_000).fold(0, |sum: u64, _| sum.wrapping_add(black_box(stream.random_bits())))
        });
    });
    group.bench_function("index from nothing", |bencher| bencher.iter(|| Canvas::default().update(&trace)));
    let views = [("whole", &whole), ("5 % window", &part), ("near", &near), ("whole by wait", &waits)];
    for (name, view) in views.into_iter().chain([("whole as shares", &shares)]) {
        let name = format!("raster, {name}");
        group.bench_function(name, |bencher| bencher.iter(|| rasterize(&trace, &mut canvas, view, &mut out)));
    }
    group.bench_function("labels, near", |bencher| bencher.iter(|| labels(&trace, &mut canvas, &near).len()));
    group.bench_function("hit", |bencher| {
        bencher.iter(|| subject_at(&trace, &mut canvas, &whole, 800.0, 400.0));
    });
    group.bench_function("find", |bencher| {
        bencher.iter(|| find_subjects(&trace, "user:7 wait>1h").map_or(0, |found| found.len()));
    });
    let last = trace.last_end;
    group.bench_function("series, 800 points", |bencher| {
        bencher.iter(|| series(&trace, &mut canvas.index, (Time::ZERO, last), 800, last).busy.len());
    });
    group.bench_function("state", |bencher| {
        bencher.iter(|| canvas.index.state_at(&trace, Time(last.0 / 2)).queued);
    });
    group.bench_function("svg", |bencher| bencher.iter(|| svg(&trace, &mut canvas, &whole, "").len()));
    group.bench_function("jobs as csv", |bencher| bencher.iter(|| jobs_csv(&trace).len()));
    group.finish();
}

/// All drawings of one frame of the page, for a run that is compared with another run of the same jobs.
fn bench_frames(criterion: &mut Criterion) {
    for (name, bars) in [("188,000 jobs", JOBS), ("a million bars, a frame", BARS)] {
        let (trace, other) = (random_schedule(bars, 1), random_schedule(bars, 2));
        let mut canvas = Canvas::default();
        canvas.update(&trace);
        canvas.compare(&trace, &export_baseline(&other));
        let end = trace.last_end.seconds();
        let whole = View { colour: Some(Colour::Wait), ..View::of_whole_trace(&trace, 1600, 800) };
        let part = View { from_s: end * 0.5, to_s: end * 0.55, ..whole.clone() };
        let near = View { to_s: end * 0.501, first_row: 10.0, rows: 40.0, ..part.clone() };
        let shares = View { shares: true, ..whole.clone() };
        let mut out = Vec::new();
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        let views = [("whole", &whole), ("5 % window", &part), ("near", &near), ("whole as shares", &shares)];
        for (name, view) in views {
            group.bench_function(format!("with the difference, {name}"), |bencher| {
                bencher.iter(|| {
                    rasterize(&trace, &mut canvas, view, &mut out);
                    let words = labels(&trace, &mut canvas, view).len()
                        + idle_regions(&trace, &mut canvas, view).len();
                    words + difference(&trace, &mut canvas, view, &[]).map_or(0, |told| told.moved.len())
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, bench_pictures, bench_frames);
criterion_main!(benches);
