//! Bursts of arrivals on several time scales, and the weekly cycle: both multiply the rate of a daily cycle.
//!
//! On each time scale the rate is multiplied by 1 + s or 1 - s, redrawn after exponential times (a Markov-switching
//! multifractal, Calvet and Fisher). The mean of the product is 1.

use super::daily::{DailyCycle, SLOT_S};
use ganttlet_core::entry::Parameters;
use ganttlet_core::rng::Stream;

/// The parameters.
#[derive(Clone, Copy, Parameters)]
pub(super) struct Burst {
    /// Strength s of the bursts: on each time scale the arrival rate is multiplied by 1 + s or 1 - s, with equal
    /// probability; 0 for no bursts. Fitted to the log LCG-2005: 0.43.
    #[parameter(name = "Burst strength", min = 0, max = 0.99, default = 0)]
    pub(super) burst_strength: f64,
    /// Number of time scales on which the arrival rate changes.
    #[parameter(name = "Burst time scales", min = 1, max = 8, default = 3)]
    pub(super) burst_scales: u32,
    /// Mean time between changes on the shortest time scale.
    #[parameter(name = "Shortest burst time scale", unit = "s", min = 10, max = 1e6, default = 20)]
    pub(super) burst_first_s: f64,
    /// Ratio of each time scale to the next shorter one.
    #[parameter(name = "Burst scale ratio", min = 1.5, max = 100, default = 15)]
    pub(super) burst_ratio: f64,
}

/// Activity on weekdays and weekend days: 80 % of the users work on five days, 20 % on two, all at one rate.
const WEEKDAY: f64 = 0.8 * 7.0 / 4.4;
const WEEKEND: f64 = 0.2 * 7.0 / 4.4;

/// Half-hours of the daily cycle in a week, and the first of them at the weekend: time 0 is a Monday.
const WEEK_SLOTS: usize = 7 * 48;
const FIRST_WEEKEND_SLOT: usize = 5 * 48;

/// The cumulative rate of a daily cycle, modified by bursts and the weekly cycle.
pub(super) struct RateClock {
    /// Times at which the rate changes, each with the cumulative rate until then; the first is at 0.
    changes: Vec<(f64, f64)>,
}

impl RateClock {
    /// The clock until a time, in seconds; `None` if neither bursts nor the weekly cycle modify the daily cycle.
    pub(super) fn new(
        burst: &Burst,
        week: bool,
        day: &DailyCycle,
        until: f64,
        chance: &mut Stream,
    ) -> Option<Self> {
        let bursts = burst.burst_strength > 0.0;
        if !bursts && !week {
            return None;
        }
        let strength = burst.burst_strength;
        let mut scale = |mean: f64| {
            let high = chance.bernoulli(0.5);
            (mean, if high { 1.0 + strength } else { 1.0 - strength }, chance.exponential(mean))
        };
        let means = std::iter::successors(Some(burst.burst_first_s), |mean| Some(mean * burst.burst_ratio));
        let count = if bursts { burst.burst_scales as usize } else { 0 };
        let mut scales: Vec<(f64, f64, f64)> = means.take(count).map(&mut scale).collect();
        let (mut time, mut effort, mut slot) = (0.0, 0.0, 0_usize);
        let mut changes = vec![(time, effort)];
        while time < until {
            let of_week = if !week {
                1.0
            } else if slot % WEEK_SLOTS < FIRST_WEEKEND_SLOT {
                WEEKDAY
            } else {
                WEEKEND
            };
            let product: f64 = scales.iter().map(|&(_, factor, _)| factor).product();
            let weight = day.weight_of_slot(slot) * of_week * product;
            let slot_end = (slot as f64 + 1.0) * SLOT_S;
            let change = scales.iter().map(|&(.., next)| next).fold(f64::INFINITY, f64::min);
            let next = slot_end.min(change);
            effort += weight * (next - time);
            time = next;
            changes.push((time, effort));
            if time >= slot_end {
                slot += 1;
            }
            for (mean, factor, at) in &mut scales {
                if *at <= time {
                    *factor = if chance.bernoulli(0.5) { 1.0 + strength } else { 1.0 - strength };
                    *at += chance.exponential(*mean);
                }
            }
        }
        Some(Self { changes })
    }

    /// The cumulative rate at a time; constant after the last change.
    pub(super) fn effort_until(&self, seconds: f64) -> f64 {
        self.interpolate(seconds, |&(time, effort)| (time, effort))
    }

    /// The time at which the cumulative rate reaches a value.
    pub(super) fn time_after_effort(&self, effort: f64) -> f64 {
        self.interpolate(effort, |&(time, effort)| (effort, time))
    }

    /// The second number of the pairs at this value of the first one, interpolated.
    fn interpolate(&self, x: f64, pair: impl Fn(&(f64, f64)) -> (f64, f64)) -> f64 {
        let after = self.changes.partition_point(|change| pair(change).0 <= x);
        let (x0, y0) = pair(&self.changes[after.saturating_sub(1)]);
        let Some((x1, y1)) = self.changes.get(after).map(pair) else { return y0 };
        y0 + (y1 - y0) * ((x - x0) / (x1 - x0)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests;
