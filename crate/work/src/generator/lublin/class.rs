//! The classes of jobs of the model with its published constants, and their exact consequences.
//!
//! All constants are those of Lublin's program of 1999 (`lublin99.c`), printed in Lublin and Feitelson 2003: sizes in
//! section 4, runtimes in section 5, arrivals in section 6. Sizes are printed for a machine of 128 nodes; here their
//! bounds keep the same distance (in doublings) from the largest size.

use crate::generator::daily::{DailyCycle, gamma_cdf};
use ganttlet_core::rng::Stream;

/// A gamma distribution: shape and scale.
type Gamma = (f64, f64);

/// The constants of one class of jobs.
pub(super) struct JobClass {
    /// The share of serial jobs.
    serial: f64,
    /// The share of parallel jobs with a power-of-two size, among all jobs.
    powers: f64,
    /// The smallest size of the two-stage uniform distribution, in doublings.
    low: f64,
    /// The meeting point of the two stages, in doublings below the machine's size.
    middle_below: f64,
    /// The largest job, in doublings below the machine's size.
    high_below: f64,
    /// The share of the first stage.
    first_stage: f64,
    /// The logarithms of short and of long runtimes in seconds.
    short: Gamma,
    long: Gamma,
    /// The share of short ones is `slope` times the size plus `start`.
    slope: f64,
    start: f64,
    /// The logarithm of inter-arrival times in seconds.
    gap: Gamma,
    /// The daily cycle, in half-hours.
    day: Gamma,
}

/// A single class for all jobs.
pub(super) const COMBINED: JobClass = JobClass {
    serial: 0.244,
    powers: 0.576,
    low: 0.8,
    middle_below: 2.5,
    high_below: 0.0,
    first_stage: 0.86,
    short: (4.2, 0.94),
    long: (312.0, 0.03),
    slope: -0.0054,
    start: 0.78,
    gap: (10.2303 * 1.0225, 0.4871),
    day: (8.1737, 3.9631),
};

/// Jobs sent to batch queues.
pub(super) const BATCH: JobClass = JobClass {
    serial: 0.2927,
    powers: 0.6686,
    low: 1.2,
    middle_below: 2.0,
    high_below: 0.0,
    first_stage: 0.875,
    short: (6.57, 0.823),
    long: (639.1, 0.0156),
    slope: -0.003,
    start: 0.6986,
    gap: (6.0415 * 1.0519, 0.8531),
    day: (6.1271, 5.2740),
};

/// Interactive jobs, for which a user waits at a terminal.
pub(super) const INTERACTIVE: JobClass = JobClass {
    serial: 0.1541,
    powers: 0.625,
    low: 1.0,
    middle_below: 4.0,
    high_below: 1.5,
    first_stage: 0.705,
    short: (3.8351, 0.6605),
    long: (7.073, 0.6856),
    slope: -0.0118,
    start: 0.9156,
    gap: (6.5510 * 0.9797, 0.6621),
    day: (8.9186, 3.6680),
};

/// Natural logarithm of the maximum runtime (45 h); longer ones are redrawn.
const LONGEST_RUN: f64 = 12.0;

/// Natural logarithm of the maximum inter-arrival time (five days); longer ones are redrawn.
const LONGEST_GAP: f64 = 13.0;

/// The sizes of a class on a machine, in doublings: uniform in two stages.
pub(super) struct SizeDistribution {
    first_stage: f64,
    low: f64,
    middle: f64,
    high: f64,
    /// The largest power of two, in doublings.
    highest_power: f64,
}

impl JobClass {
    /// The sizes on a machine of `nodes`.
    pub(super) fn sizes(&self, nodes: u32) -> SizeDistribution {
        let machine = libm::log2(f64::from(nodes.max(1)));
        let high = (machine - self.high_below).max(0.0);
        let low = self.low.min(high);
        let middle = (machine - self.middle_below).clamp(low, high);
        let highest_power = libm::floor(high + 0.5).min(libm::floor(machine));
        SizeDistribution { first_stage: self.first_stage, low, middle, high, highest_power }
    }

    /// The daily cycle of the class.
    pub(super) fn daily_cycle(&self) -> DailyCycle {
        DailyCycle::from_gamma(self.day.0, self.day.1)
    }

    /// Draws the nodes of one job.
    pub(super) fn draw_nodes(&self, sizes: &SizeDistribution, stream: &mut Stream) -> u32 {
        let kind = stream.uniform();
        if kind < self.serial {
            return 1;
        }
        let doublings = sizes.draw(stream);
        let doublings = if kind < self.serial + self.powers {
            libm::floor(doublings + 0.5).min(sizes.highest_power)
        } else {
            doublings
        };
        (libm::floor(libm::exp2(doublings) + 0.5) as u32).max(1)
    }

    /// The share of short runtimes among jobs of this size.
    fn share_of_short(&self, nodes: u32) -> f64 {
        (self.slope * f64::from(nodes) + self.start).clamp(0.0, 1.0)
    }

    /// Draws the runtime of one job of this size: whole seconds, at least 1.
    pub(super) fn draw_run_s(&self, nodes: u32, stream: &mut Stream) -> f64 {
        let share = self.share_of_short(nodes);
        loop {
            let logarithm = stream.hyper_gamma(share, self.short, self.long);
            if logarithm <= LONGEST_RUN {
                return libm::floor(libm::exp(logarithm));
            }
        }
    }

    /// Draws one inter-arrival time in seconds, without the daily cycle.
    pub(super) fn draw_gap_s(&self, stream: &mut Stream) -> f64 {
        loop {
            let logarithm = stream.gamma(self.gap.0, self.gap.1);
            if logarithm <= LONGEST_GAP {
                return libm::exp(logarithm);
            }
        }
    }

    /// The exact mean inter-arrival time in seconds.
    pub(super) fn mean_gap_s(&self) -> f64 {
        let (share, mean) = truncated_exponential(self.gap, LONGEST_GAP);
        mean / share
    }

    /// The exact mean of nodes times runtime in node-seconds, apart from the rounding of runtimes to whole seconds.
    pub(super) fn mean_work(&self, machine: u32) -> f64 {
        let sizes = self.sizes(machine);
        let (short, long) =
            (truncated_exponential(self.short, LONGEST_RUN), truncated_exponential(self.long, LONGEST_RUN));
        let run = |nodes: u32| {
            let p = self.share_of_short(nodes);
            (p * short.1 + (1.0 - p) * long.1) / (p * short.0 + (1.0 - p) * long.0)
        };
        let work = |nodes: u32| f64::from(nodes) * run(nodes);
        let mut powers = 0.0;
        for power in 0..=sizes.highest_power as u32 {
            let (low, high) = (f64::from(power) - 0.5, f64::from(power) + 0.5);
            let from = if power == 0 { 0.0 } else { sizes.share_below(low) };
            // A size that rounds to more than the machine has becomes the largest power of two.
            let to = if high < sizes.highest_power { sizes.share_below(high) } else { 1.0 };
            powers += (to - from) * work(1 << power);
        }
        let mut others = 0.0;
        for nodes in 1..=machine.max(1) {
            let n = f64::from(nodes);
            let share = sizes.share_below(libm::log2(n + 0.5)) - sizes.share_below(libm::log2(n - 0.5));
            others += share * work(nodes);
        }
        let rest = 1.0 - self.serial - self.powers;
        self.serial * work(1) + self.powers * powers + rest * others
    }
}

impl SizeDistribution {
    fn draw(&self, stream: &mut Stream) -> f64 {
        if stream.bernoulli(self.first_stage) {
            stream.uniform_between(self.low, self.middle)
        } else {
            stream.uniform_between(self.middle, self.high)
        }
    }

    /// The share of jobs with fewer doublings than `x`.
    fn share_below(&self, x: f64) -> f64 {
        let part = |low: f64, high: f64| {
            if x >= high {
                1.0
            } else if x <= low {
                0.0
            } else {
                (x - low) / (high - low)
            }
        };
        self.first_stage * part(self.low, self.middle)
            + (1.0 - self.first_stage) * part(self.middle, self.high)
    }
}

/// For a number whose logarithm has this gamma distribution with a scale below 1: the share with a logarithm of at most
/// `limit`, and the contribution of this share to the mean.
fn truncated_exponential((shape, scale): Gamma, limit: f64) -> (f64, f64) {
    let share = gamma_cdf(shape, limit / scale);
    let mean = libm::exp(-shape * libm::log1p(-scale)) * gamma_cdf(shape, limit * (1.0 - scale) / scale);
    (share, mean)
}
