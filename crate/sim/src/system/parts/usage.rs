//! Recent usage of machines by a user or a queue, as a priority.

use ganttlet_core::time::{Span, Time};

/// The current and recent usage of a user or a queue.
#[derive(Clone, Debug)]
pub(in crate::system) struct Usage {
    /// Number of machines held.
    pub(in crate::system) held: u32,
    /// The decayed usage at `since`: it tends to the number of machines held.
    usage: f64,
    since: Time,
}

impl Usage {
    /// No usage so far.
    pub(in crate::system) fn new() -> Self {
        Self { held: 0, usage: 0.0, since: Time::ZERO }
    }

    /// The decayed usage now: lower is served first. It follows the number of machines held, by half of the difference
    /// in a half-life; 0 for all if there is no half-life.
    pub(in crate::system) fn priority(&self, now: Time, half_life: Span) -> f64 {
        if half_life == Span::ZERO {
            return 0.0;
        }
        let passed = (now - self.since).seconds() / half_life.seconds();
        let kept = libm::exp2(-passed);
        self.usage * kept + f64::from(self.held) * (1.0 - kept)
    }

    /// Changes the number of machines held by `by`.
    pub(in crate::system) fn change(&mut self, now: Time, half_life: Span, by: i32) {
        self.usage = self.priority(now, half_life);
        self.since = now;
        self.held = self.held.saturating_add_signed(by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_follows_the_machines_held() {
        let (half_life, hour) = (Span::from_seconds(3600.0), Time::from_seconds(3600.0));
        let mut usage = Usage::new();
        usage.change(Time::ZERO, half_life, 8);
        assert!((usage.priority(hour, half_life) - 4.0).abs() < 1e-12);
        usage.change(hour, half_life, -8);
        assert!((usage.priority(hour + Span::from_seconds(7200.0), half_life) - 1.0).abs() < 1e-12);
        assert!(usage.priority(hour, Span::ZERO).abs() < 1e-12);
    }
}
