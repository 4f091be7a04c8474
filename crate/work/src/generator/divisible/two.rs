//! A massive task and a short one, one after the other.

use super::{MAKES, SPEEDS, kflop};
use crate::Work;
use crate::divisible::Divisible;
use crate::generator::Generator;
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::time::Time;

pub(in super::super) const DIVISIBLE_TWO: Generator = Generator {
    entry: Entry::new("divisible-two", "Long and short divisible task")
        .summary(
            "A task of thousands of jobs, followed some minutes later by a half-minute task that may have to \
             wait for it.",
        )
        .source(
            "Silberstein et al. 2006, table 1 (3000 jobs, about six hours; thirty seconds on one CPU). Our \
             assumptions: the time between the two tasks, the mean job runtime and its variation",
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
            ..Divisible::from_jobs(Time::ZERO, jobs)
        };
        let short = Divisible {
            name: "Short".to_owned(),
            number: 2,
            submit: Time::from_seconds(set.gap_s),
            kflop: kflop(set.short_s, SPEEDS[0]),
            looseness: Some(set.looseness),
            ..Divisible::default()
        };
        Work::new(vec![long, short])
    },
};

#[derive(Parameters)]
struct Two {
    /// Number of jobs of the long task.
    #[parameter(name = "Jobs of the long task", unit = "jobs", min = 1, max = 100_000, default = 3_000)]
    long_jobs: u32,
    /// Mean runtime of a job of the long task on a CPU of the largest grid.
    #[parameter(name = "Mean job runtime", unit = "s", min = 1, max = 1e6, default = 780)]
    long_job_s: f64,
    /// Coefficient of variation (standard deviation divided by mean) of the job runtimes of the long task.
    #[parameter(name = "CV of job runtimes", min = 0, max = 3, default = 0.4)]
    long_job_cv: f64,
    /// Runtime of the short task on a CPU of the server.
    #[parameter(name = "Short task runtime", unit = "s", min = 1, max = 1e6, default = 30)]
    short_s: f64,
    /// Time from the submission of the long task to that of the short task.
    #[parameter(name = "Delay of the short task", unit = "s", min = 0, max = 86_400, default = 600, quick)]
    gap_s: f64,
    /// Relative excess of the first complexity estimate over the true complexity, for both tasks.
    #[parameter(name = "Looseness of the first estimate", min = 0, max = 1_000, default = 3)]
    looseness: f64,
}
