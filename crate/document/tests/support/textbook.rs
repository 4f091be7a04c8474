//! A slow, plain implementation of conservative backfilling, independent of the engine.

use ganttlet_sim::system::batch::{Estimates, Options};
use ganttlet_work::Job;

/// A running job, or a waiting one with a reservation: nodes, start, end by its estimate.
#[derive(Clone, Copy)]
struct Reservation {
    job: usize,
    nodes: u32,
    start: i64,
    end: i64,
}

/// The start of each job on one cluster; `i64::MAX` if it is too large.
pub(crate) fn conservative_starts(cluster: u32, jobs: &[Job], options: Options) -> Vec<i64> {
    let times: Vec<(i64, i64)> = jobs.iter().map(|job| actual_and_estimated(job, options)).collect();
    let mut starts = vec![i64::MAX; jobs.len()];
    let (mut running, mut waiting): (Vec<Reservation>, Vec<Reservation>) = (Vec::new(), Vec::new());
    let mut next = 0;
    loop {
        let ends = running.iter().map(|held| held.start + times[held.job].0);
        let arrival = jobs[next..].iter().take(1).map(|job| job.submit.0);
        let reservations = waiting.iter().map(|held| held.start);
        let Some(now) = ends.chain(arrival).chain(reservations).min() else { return starts };
        let mut ended_early = false;
        running.retain(|held| {
            let stays = held.start + times[held.job].0 > now;
            ended_early |= !stays && held.end > now;
            stays
        });
        for place in 0..if ended_early { waiting.len() } else { 0 } {
            let held = waiting.remove(place);
            let length = held.end - held.start;
            let start =
                earliest_start(cluster, &[&running[..], &waiting[..]].concat(), now, held.nodes, length);
            let start = start.min(held.start);
            waiting.insert(place, Reservation { start, end: start + length, ..held });
        }
        while let Some(&Job { nodes, .. }) = jobs.get(next).filter(|job| job.submit.0 == now) {
            if nodes <= cluster {
                let length = times[next].1;
                let start =
                    earliest_start(cluster, &[&running[..], &waiting[..]].concat(), now, nodes, length);
                waiting.push(Reservation { job: next, nodes, start, end: start + length });
            }
            next += 1;
        }
        running.extend(waiting.extract_if(.., |held| held.start == now));
        running.iter().filter(|held| held.start == now).for_each(|held| starts[held.job] = now);
    }
}

/// The runtime and the estimate of a job.
fn actual_and_estimated(job: &Job, options: Options) -> (i64, i64) {
    let said = job.estimate.unwrap_or(job.run).0;
    let run = if options.kill_at_estimate { job.run.0.min(said) } else { job.run.0 };
    (run, if options.estimates == Estimates::Exact { run } else { said.max(run) }.max(1))
}

/// The first time at which this many nodes are free for this long beside all reservations.
fn earliest_start(cluster: u32, held: &[Reservation], now: i64, nodes: u32, length: i64) -> i64 {
    let mut changes = vec![(now, 0)];
    for held in held {
        changes.push((held.start.max(now), i64::from(held.nodes)));
        changes.push((held.end, -i64::from(held.nodes)));
    }
    changes.sort_unstable();
    let (mut used, mut start) = (0, now);
    for (place, &(time, change)) in changes.iter().enumerate() {
        used += change;
        if changes.get(place + 1).is_some_and(|&(next, _)| next == time) {
            continue;
        }
        if used + i64::from(nodes) > i64::from(cluster) {
            start = i64::MAX;
        } else if start == i64::MAX {
            start = time;
        }
        let until = changes.get(place + 1).map_or(i64::MAX, |&(next, _)| next);
        if start != i64::MAX && until >= start + length {
            return start;
        }
    }
    start
}
