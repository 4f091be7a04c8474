//! A massive task and a short one, one after the other.

use super::{MAKES, SPEEDS, kflop};
use crate::entry::{Entry, Parameters};
use crate::time::Time;
use crate::workload::Work;
use crate::workload::divisible::Divisible;
use crate::workload::generator::Generator;

/// The generator in the catalog.
pub(in super::super) const DIVISIBLE_TWO: Generator = Generator {
    entry: Entry::new("divisible-two", "A long and a short divisible task")
        .summary(
            "A task of thousands of jobs, and some minutes later one of half a minute, which may have to \
             wait for it.",
        )
        .source(
            "Silberstein and others 2006, table 1 (3000 jobs, about six hours; thirty seconds on one CPU); the time \
             between the two, the length of the jobs and how they differ are our reading",
        )
        .parameters(Two::LIST),
    makes: MAKES,
    make: |settings, _, &streams, purpose| {
        let set = Two::read(settings);
        let mut chance = streams.get(&format!("{purpose}/jobs"));
        let variance = libm::log(1.0 + set.long_job_cv * set.long_job_cv);
        let job = |_| {
            let seconds = chance.lognormal(libm::log(set.long_job_s) - variance / 2.0, libm::sqrt(variance));
            kflop(seconds, SPEEDS[2])
        };
        let jobs: Vec<u64> = (0..set.long_jobs).map(job).collect();
        let long = Divisible {
            name: "Long".to_owned(),
            looseness: Some(set.looseness),
            ..Divisible::of_jobs(Time::ZERO, jobs)
        };
        let short = Divisible {
            name: "Short".to_owned(),
            number: 2,
            submit: Time::from_seconds(set.gap_s),
            kflop: kflop(set.short_s, SPEEDS[0]),
            looseness: Some(set.looseness),
            ..Divisible::default()
        };
        Work::of(vec![long, short])
    },
};

/// What can be set.
#[derive(Parameters)]
struct Two {
    /// How many jobs the long task has.
    #[parameter(name = "Jobs of the long task", unit = "jobs", min = 1, max = 100_000, default = 3_000)]
    long_jobs: u32,
    /// How long a job of it takes on a CPU of the large grid, on average.
    #[parameter(name = "Length of its jobs", unit = "s", min = 1, max = 1e6, default = 780)]
    long_job_s: f64,
    /// How much these differ: standard deviation over mean.
    #[parameter(name = "Spread of its jobs", min = 0, max = 3, default = 0.4)]
    long_job_cv: f64,
    /// How long the short task takes on a CPU of the server.
    #[parameter(name = "Short task", unit = "s", min = 1, max = 1e6, default = 30)]
    short_s: f64,
    /// How long after the long task the short one is submitted.
    #[parameter(name = "Gap", unit = "s", min = 0, max = 86_400, default = 600, quick)]
    gap_s: f64,
    /// By how much the first estimate of either is above the truth, as a share of it.
    #[parameter(name = "Looseness of the first estimate", min = 0, max = 1_000, default = 3)]
    looseness: f64,
}
