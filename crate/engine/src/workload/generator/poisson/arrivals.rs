//! When jobs arrive.

use crate::entry::{Kind, Parameter};
use crate::rng::Stream;
use crate::workload::generator::daily::Day;

pub(super) const ARRIVALS: Parameter = Parameter {
    id: "arrivals",
    name: "Arrivals",
    doc: "When the jobs arrive.",
    unit: "",
    kind: Kind::Choice {
        options: &[
            ("poisson", "One after another, each gap drawn from an exponential distribution."),
            ("regular", "One after another with equal gaps, the first at once."),
            ("daily", "As poisson, but busy by day and quiet by night; it starts at midnight."),
            ("together", "All at once, at the start."),
        ],
        default: "poisson",
    },
};

/// A source of arrival times.
pub(super) struct Arrivals {
    pattern: Pattern,
    mean: f64,
    stream: Stream,
    /// The last arrival, in seconds.
    last: f64,
    count: u32,
}

enum Pattern {
    Poisson,
    Regular,
    Daily(Box<Day>, f64),
    Together,
}

impl Arrivals {
    /// Arrivals in this pattern with this mean gap in seconds.
    pub(super) fn new(pattern: &str, mean: f64, stream: Stream) -> Self {
        let pattern = match pattern {
            "regular" => Pattern::Regular,
            "daily" => {
                // The cycle of all jobs (not parted into batch and interactive) in Lublin and Feitelson 2003.
                let day = Day::gamma(8.1737, 3.9631);
                let busiest = day.busiest();
                Pattern::Daily(Box::new(day), busiest)
            }
            "together" => Pattern::Together,
            _ => Pattern::Poisson,
        };
        Self { pattern, mean, stream, last: 0.0, count: 0 }
    }

    /// The next arrival, in seconds.
    pub(super) fn next(&mut self) -> f64 {
        match &self.pattern {
            Pattern::Together => {}
            Pattern::Regular => self.last = f64::from(self.count) * self.mean,
            Pattern::Poisson => self.last += self.stream.exponential(self.mean),
            // Thinning: as many candidates as at the busiest hour, of which the quiet hours lose most.
            Pattern::Daily(day, busiest) => loop {
                self.last += self.stream.exponential(self.mean / busiest);
                if self.stream.chance(day.weight(self.last) / busiest) {
                    break;
                }
            },
        }
        self.count += 1;
        self.last
    }
}
