//! Who is served first, users by what they have used, and which machines will do.

use super::machine::Machine;
use super::options::Options;
use crate::order;
use crate::time::{Span, Time};
use crate::workload::master_worker::MasterWorker;

/// A user as the negotiator sees it.
#[derive(Clone, Debug)]
pub(super) struct User {
    /// Machines held.
    pub held: u32,
    /// What was used, as it counts at `since`: it tends to the number of machines held.
    usage: f64,
    since: Time,
}

impl User {
    /// One who has used nothing.
    pub(super) fn new() -> Self {
        Self { held: 0, usage: 0.0, since: Time::ZERO }
    }

    /// What the user has used, as it counts now: lower is served first. It follows the number of machines held, half the
    /// way in a half-life; 0 for everyone if there is none.
    pub(super) fn priority(&self, now: Time, half_life: Span) -> f64 {
        if half_life == Span::ZERO {
            return 0.0;
        }
        let passed = (now - self.since).seconds() / half_life.seconds();
        let kept = libm::exp2(-passed);
        self.usage * kept + f64::from(self.held) * (1.0 - kept)
    }

    /// The user holds another number of machines from now on.
    pub(super) fn change(&mut self, now: Time, half_life: Span, by: i32) {
        self.usage = self.priority(now, half_life);
        self.since = now;
        self.held = self.held.saturating_add_signed(by);
    }
}

/// The machines that an application can use: those of its own pool, with flocking then those of the others in their
/// order; in each the faster ones first.
pub(super) fn suitable(
    machines: &[Machine],
    options: &Options,
    application: &MasterWorker,
    (home, pools): (usize, usize),
) -> Vec<u32> {
    let mut fits: Vec<u32> = Vec::new();
    for turn in 0..if options.flocking { pools } else { pools.min(1) } {
        let pool = if turn == 0 { home } else { turn - usize::from(turn <= home) };
        let fit = |machine: &&Machine| {
            let features = &machine.features;
            machine.pool == pool && options.bears(features.load) && application.needs.met_by(features)
        };
        let mut of_pool: Vec<u32> = machines.iter().filter(fit).map(|machine| machine.row).collect();
        order::sort(&mut of_pool, |&row| order::of_float(-machines[row as usize].speed));
        fits.extend(of_pool);
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_follows_what_is_held() {
        let (half_life, hour) = (Span::from_seconds(3600.0), Time::from_seconds(3600.0));
        let mut user = User::new();
        user.change(Time::ZERO, half_life, 8);
        assert!((user.priority(hour, half_life) - 4.0).abs() < 1e-12);
        user.change(hour, half_life, -8);
        assert!((user.priority(hour + Span::from_seconds(7200.0), half_life) - 1.0).abs() < 1e-12);
        assert!(user.priority(hour, Span::ZERO).abs() < 1e-12);
    }
}
