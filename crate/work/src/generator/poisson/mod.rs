//! Jobs of independent sizes and runtimes, as in queueing theory: from one server to a whole grid.

mod arrivals;
mod sizes;
#[cfg(test)]
mod tests;

use super::people::{Habits, UserModel};
use super::run_time::{RunTime, RunTimes};
use super::{Generator, JobCount, Work, capacity};
use crate::{Item, Job};
use arrivals::{ArrivalPattern, Arrivals};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::Streams;
use ganttlet_core::time::{Span, Time};
use sizes::{SizeRange, Sizes};

pub(super) const POISSON: Generator = Generator {
    entry: Entry::new("poisson", "Random jobs")
        .summary(
            "Jobs with independent inter-arrival times, sizes and runtimes from standard distributions. With \
             single-node jobs and Poisson arrivals, it models the textbook M/M/1, M/D/1, M/G/1 and M/M/c \
             queues.",
        )
        .source(
            "Kleinrock 1975; f-model of estimates: Mu'alem and Feitelson 2001; users: Sonmez 2010, \
             section 5.2.2",
        )
        .parameters(Random::LIST),
    makes: Job::KIND,
    make: |settings, platform, &streams, purpose| {
        Work::new(jobs(&Random::read(settings), platform, streams, purpose))
    },
};

#[derive(Parameters)]
struct Random {
    #[parameter(all)]
    count: JobCount,
    #[parameter(all)]
    arrivals: ArrivalPattern,
    /// Ratio of offered work to capacity: mean job size times mean runtime, divided by mean inter-arrival time times all
    /// nodes (weighted by speed). Exact in expectation; a short workload may deviate.
    #[parameter(name = "Offered load", min = 0.01, max = 100, default = 0.8, quick)]
    load: f64,
    /// Mean time between arrivals. A positive value overrides the offered load; 0 for automatic: derived from the offered
    /// load.
    #[parameter(name = "Mean inter-arrival time", unit = "s", min = 0, max = 1e8, default = 0)]
    interarrival_mean_s: f64,
    #[parameter(all)]
    run: RunTimes,
    #[parameter(all)]
    sizes: SizeRange,
    #[parameter(all)]
    habits: Habits,
}

fn jobs(set: &Random, platform: &Platform, streams: Streams, purpose: &str) -> Vec<Job> {
    let run_times = RunTime::new(&set.run);
    let sizes = Sizes::new(&set.sizes, platform.largest_cluster_nodes());
    let gap = mean_gap(set, platform, sizes.mean());
    let stream = |part: &str| streams.get(&format!("{purpose}/{part}"));
    let mut arrivals = Arrivals::new(set.arrivals.arrivals, gap, stream("arrivals"));
    let (mut runs, mut nodes) = (stream("run-times"), stream("sizes"));
    let mut people = UserModel::new(&set.habits, platform, streams, purpose);
    let job = |i: u32| {
        let mut job = Job {
            number: i + 1,
            submit: Time::from_seconds(arrivals.next_arrival()),
            run: Span::from_seconds(run_times.draw(&mut runs)),
            nodes: sizes.draw(&mut nodes),
            ..Job::default()
        };
        people.add_user_data(&mut job);
        job
    };
    (0..set.count.jobs).map(job).collect()
}

/// The mean inter-arrival time in seconds: as set, or as required by the offered load.
fn mean_gap(set: &Random, platform: &Platform, mean_nodes: f64) -> f64 {
    if set.interarrival_mean_s > 0.0 {
        return set.interarrival_mean_s;
    }
    let gap = mean_nodes * set.run.run_mean_s / (set.load * capacity(platform));
    if gap.is_finite() { gap } else { 0.0 }
}
