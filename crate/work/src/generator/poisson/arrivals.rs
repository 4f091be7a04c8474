//! Arrival times of jobs.

use crate::generator::daily::DailyCycle;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::rng::Stream;

/// The arrival process of jobs.
#[derive(Parameters)]
pub(super) struct ArrivalPattern {
    /// Arrival process of the jobs.
    #[parameter(name = "Arrival process", default = "poisson")]
    pub(super) arrivals: Pattern,
}

/// The arrival process of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum Pattern {
    /// Poisson process: exponential inter-arrival times.
    #[word("poisson")]
    Poisson,
    /// Constant inter-arrival time; the first job arrives at time 0.
    #[word("regular")]
    Regular,
    /// Poisson process with a daily cycle: high arrival rate by day, low by night (Lublin and Feitelson 2003). Time 0 is
    /// midnight.
    #[word("daily")]
    Daily,
    /// All jobs arrive at time 0.
    #[word("together")]
    Together,
}

/// A source of arrival times.
pub(super) struct Arrivals {
    when: ArrivalProcess,
    mean: f64,
    stream: Stream,
    /// The last arrival, in seconds.
    last: f64,
    count: u32,
}

enum ArrivalProcess {
    Poisson,
    Regular,
    Daily(Box<DailyCycle>, f64),
    Together,
}

impl Arrivals {
    /// Arrivals in this pattern with this mean inter-arrival time in seconds.
    pub(super) fn new(pattern: Pattern, mean: f64, stream: Stream) -> Self {
        let when = match pattern {
            Pattern::Regular => ArrivalProcess::Regular,
            Pattern::Daily => {
                // The cycle of all jobs (not split into batch and interactive) in Lublin and Feitelson 2003.
                let day = DailyCycle::from_gamma(8.1737, 3.9631);
                let busiest = day.peak_weight();
                ArrivalProcess::Daily(Box::new(day), busiest)
            }
            Pattern::Together => ArrivalProcess::Together,
            Pattern::Poisson => ArrivalProcess::Poisson,
        };
        Self { when, mean, stream, last: 0.0, count: 0 }
    }

    /// The next arrival, in seconds.
    pub(super) fn next_arrival(&mut self) -> f64 {
        match &self.when {
            ArrivalProcess::Together => {}
            ArrivalProcess::Regular => self.last = f64::from(self.count) * self.mean,
            ArrivalProcess::Poisson => self.last += self.stream.exponential(self.mean),
            // Thinning: candidates at the rate of the busiest hour, most of which are rejected in quiet hours.
            ArrivalProcess::Daily(day, busiest) => loop {
                self.last += self.stream.exponential(self.mean / busiest);
                if self.stream.bernoulli(day.weight_at(self.last) / busiest) {
                    break;
                }
            },
        }
        self.count += 1;
        self.last
    }
}
