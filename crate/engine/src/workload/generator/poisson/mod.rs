//! Jobs of independent sizes and run times: what queueing theory knows, from one server to a whole grid.

mod arrivals;
mod sizes;
#[cfg(test)]
mod tests;

use super::people::{ESTIMATE_FACTOR, ESTIMATES, HOMES, People, USER_SHARES, USERS};
use super::run_time::{RUN_CV, RUN_MEAN, RUN_TIMES, RunTime};
use super::{Generator, JOBS, Work, capacity, job_count};
use crate::entry::{Entry, Kind, Makes, Parameter, Settings};
use crate::platform::Platform;
use crate::rng::Streams;
use crate::time::{Span, Time};
use crate::workload::Job;
use arrivals::{ARRIVALS, Arrivals};
use sizes::{NODES_MAX, NODES_MIN, SERIAL_SHARE, SIZES, Sizes};

/// The generator in the catalog.
pub(super) const POISSON: Generator = Generator {
    entry: Entry {
        id: "poisson",
        name: "Random jobs",
        summary: "Jobs with independent gaps, sizes and run times from the usual distributions. With one node a job and \
                  exponential gaps it is the textbook's M/M/1, M/D/1, M/G/1 or M/M/c queue.",
        source: "Kleinrock 1975; estimates by factor: Mu'alem, Feitelson 2001; users: Sonmez 2010, section 5.3",
        parameters: &[
            JOBS,
            ARRIVALS,
            LOAD,
            GAP_MEAN,
            RUN_TIMES,
            RUN_MEAN,
            RUN_CV,
            SIZES,
            NODES_MIN,
            NODES_MAX,
            SERIAL_SHARE,
            ESTIMATES,
            ESTIMATE_FACTOR,
            USERS,
            USER_SHARES,
            HOMES,
        ],
    },
    makes: Makes::Jobs,
    make: |settings, platform, &streams, purpose| Work::Jobs(jobs(settings, platform, streams, purpose)),
};

const LOAD: Parameter = Parameter {
    id: "load",
    name: "Offered load",
    doc: "Work that arrives by work that could be done: mean nodes times mean run time, by the mean gap times all nodes \
          weighted by their speed. It is exact for the distributions; a few jobs may offer more or less.",
    unit: "",
    kind: Kind::Number { min: 0.01, max: 100.0, default: 0.8 },
};

const GAP_MEAN: Parameter = Parameter {
    id: "interarrival_mean_s",
    name: "Mean gap",
    doc: "Mean time between arrivals; 0 for automatic: what the offered load gives.",
    unit: "s",
    kind: Kind::Number { min: 0.0, max: 1e8, default: 0.0 },
};

fn jobs(settings: &Settings, platform: &Platform, streams: Streams, purpose: &str) -> Vec<Job> {
    let run_times = RunTime::from_settings(settings);
    let sizes = Sizes::from_settings(settings, platform.largest());
    let gap = mean_gap(settings, platform, sizes.mean());
    let stream = |part: &str| streams.get(&format!("{purpose}/{part}"));
    let mut arrivals = Arrivals::new(settings.choice("arrivals"), gap, stream("arrivals"));
    let (mut runs, mut nodes) = (stream("run-times"), stream("sizes"));
    let mut people = People::new(settings, platform, streams, purpose);
    let job = |i: u32| {
        let mut job = Job {
            number: i + 1,
            submit: Time::from_seconds(arrivals.next()),
            run: Span::from_seconds(run_times.draw(&mut runs)),
            nodes: sizes.draw(&mut nodes),
            ..Job::default()
        };
        people.complete(&mut job);
        job
    };
    (0..job_count(settings)).map(job).collect()
}

/// The mean time between arrivals, in seconds: as it is set, or as the offered load asks for.
fn mean_gap(settings: &Settings, platform: &Platform, mean_nodes: f64) -> f64 {
    let set = settings.number("interarrival_mean_s");
    if set > 0.0 {
        return set;
    }
    let work = mean_nodes * settings.number("run_mean_s").max(0.0);
    let gap = work / (settings.number("load") * capacity(platform));
    if gap.is_finite() { gap } else { 0.0 }
}
