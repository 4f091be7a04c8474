//! Users who submit bags in sequence: each bag follows the end of the previous one after a pause.
//!
//! Whether a user continues immediately depends on the response time of the last bag (Shmueli and Feitelson 2009); the
//! pauses follow measured distributions. Each bag has random numbers for the pause before it, so that policies change
//! the submit time of a bag, but not its content.

use ganttlet_core::time::{Span, Time};

/// Think times in seconds, by cumulative share.
const THINK: [(f64, f64); 11] = [
    (0.0, 1.0),
    (0.013, 1.0),
    (0.05, 7.0),
    (0.1, 13.0),
    (0.25, 44.0),
    (0.5, 167.0),
    (0.75, 398.0),
    (0.9, 720.0),
    (0.95, 917.0),
    (0.99, 1_135.0),
    (1.0, 1_201.0),
];

/// Breaks in seconds, by cumulative share.
const BREAK: [(f64, f64); 11] = [
    (0.0, 1_201.0),
    (0.01, 1_225.0),
    (0.05, 1_321.0),
    (0.1, 1_474.0),
    (0.25, 2_097.0),
    (0.5, 4_352.0),
    (0.75, 10_412.0),
    (0.9, 19_214.0),
    (0.95, 23_551.0),
    (0.99, 27_691.0),
    (1.0, 28_799.0),
];

/// Numbers of successive submissions of the same job, by cumulative share.
const SAME: [(f64, f64); 9] = [
    (0.787, 1.0),
    (0.877, 2.0),
    (0.914, 3.0),
    (0.951, 5.0),
    (0.978, 10.0),
    (0.991, 20.0),
    (0.997, 50.0),
    (0.998_7, 100.0),
    (1.0, 100.0),
];

/// The value of a table at a cumulative share, linear between its points.
fn interpolate(table: &[(f64, f64)], share: f64) -> f64 {
    let after = table.partition_point(|&(point, _)| point < share);
    let Some(&(x1, y1)) = table.get(after) else { return table[table.len() - 1].1 };
    let Some(&(x0, y0)) = after.checked_sub(1).and_then(|before| table.get(before)) else { return y1 };
    y0 + (y1 - y0) * ((share - x0) / (x1 - x0))
}

/// Number of successive bags with the same parameters, for a uniform random number.
pub(crate) fn repetitions(share: f64) -> u32 {
    libm::ceil(interpolate(&SAME, share) - 1e-9) as u32
}

/// The working hours of a user, and the probability of continuing immediately.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionUser {
    /// Probability that the next bag follows after a think time, for a response time of zero.
    pub continue_0: f64,
    /// Increase of the denominator of this probability per minute of response time.
    pub continue_slope_per_min: f64,
    /// The working hours of the days on which the user is active: start and end, ascending; the end is excluded.
    pub hours: Vec<(Time, Time)>,
    /// No bag is submitted at this time or later.
    pub until: Time,
}

/// The random numbers of the pause before a bag, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pause {
    /// Selects a think time or a break.
    pub choice: f64,
    /// The length of that think time or break.
    pub length: f64,
    /// The think time at the start of the working hours, if the bag follows a sleep.
    pub wake: f64,
}

impl SessionUser {
    /// The probability that the next bag follows after a think time.
    pub fn continuation_probability(&self, response: Span) -> f64 {
        self.continue_0 / (self.continue_slope_per_min * response.seconds() / 60.0 + 1.0)
    }

    /// True if the user works at this time.
    fn works_at(&self, time: Time) -> bool {
        let begun = self.hours.partition_point(|&(begin, _)| begin <= time);
        begun > 0 && time < self.hours[begun - 1].1
    }

    /// The next start of working hours after a time.
    fn next_begin(&self, time: Time) -> Option<Time> {
        self.hours.get(self.hours.partition_point(|&(begin, _)| begin <= time)).map(|&(begin, _)| begin)
    }

    /// When the first bag is submitted; `None` if the user is never active.
    pub fn first_submission(&self, pause: &Pause) -> Option<Time> {
        let &(begin, _) = self.hours.first()?;
        self.before_end(begin + think_time(pause.wake))
    }

    /// The submit time of the bag that follows one that ended now with this response time; `None` if that is too late.
    pub fn next_submission(&self, now: Time, response: Span, pause: &Pause) -> Option<Time> {
        let after = self.after_pause(now, response, pause);
        let submit = match after {
            Some(time) => time,
            None => self.next_begin(self.awake_until(now, response, pause))? + think_time(pause.wake),
        };
        self.before_end(submit)
    }

    /// The earliest result of [`Self::next_submission`] if the last bag ended now or later, with this response time or
    /// a longer one: a user who sleeps starts without a think time.
    pub(crate) fn earliest_submission(&self, now: Time, response: Span, pause: &Pause) -> Option<Time> {
        let after = self.after_pause(now, response, pause);
        self.before_end(match after {
            Some(time) => time,
            None => self.next_begin(self.awake_until(now, response, pause))?,
        })
    }

    /// The first start of working hours: the earliest submission of the first bag.
    pub(crate) fn earliest_first_submission(&self) -> Option<Time> {
        self.before_end(self.hours.first()?.0)
    }

    /// The end of the think time or break after a bag.
    fn pause_end(&self, now: Time, response: Span, pause: &Pause) -> Time {
        let think = pause.choice < self.continuation_probability(response);
        now + if think {
            think_time(pause.length)
        } else {
            Span::from_seconds(interpolate(&BREAK, pause.length))
        }
    }

    /// The submit time of the next bag without a sleep; `None` if there is one.
    fn after_pause(&self, now: Time, response: Span, pause: &Pause) -> Option<Time> {
        let submit = self.pause_end(now, response, pause);
        (self.works_at(now) && self.works_at(submit)).then_some(submit)
    }

    /// The start of a sleep.
    fn awake_until(&self, now: Time, response: Span, pause: &Pause) -> Time {
        if self.works_at(now) { self.pause_end(now, response, pause) } else { now }
    }

    fn before_end(&self, time: Time) -> Option<Time> {
        Some(time).filter(|&time| time < self.until)
    }
}

fn think_time(share: f64) -> Span {
    Span::from_seconds(interpolate(&THINK, share))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(hours: &[(f64, f64)]) -> SessionUser {
        let time = Time::from_seconds;
        SessionUser {
            continue_0: 0.8,
            continue_slope_per_min: 0.05,
            hours: hours.iter().map(|&(begin, end)| (time(begin), time(end))).collect(),
            until: time(1e9),
        }
    }

    /// Two days from 07:30 to 17:30: bags follow after a think time, two breaks, and a sleep.
    #[test]
    fn bags_follow_at_the_specified_times() {
        let user = user(&[(27_000.0, 63_000.0), (113_400.0, 149_400.0)]);
        let mut submit = Time::from_seconds(28_800.0);
        let mut found = Vec::new();
        for (response, choice, length) in
            [(600.0, 0.5, 0.5), (600.0, 0.6, 0.5), (3_600.0, 0.5, 0.25), (60.0, 0.9, 0.99)]
        {
            let response = Span::from_seconds(response);
            let pause = Pause { choice, length, wake: 0.5 };
            submit = user.next_submission(submit + response, response, &pause).expect("a submission");
            found.push(submit.seconds());
        }
        assert_eq!(found, [29_567.0, 34_519.0, 40_216.0, 113_567.0]);
        let pause = Pause { choice: 0.9, length: 0.99, wake: 0.5 };
        let late = user.next_submission(Time::from_seconds(149_000.0), Span::from_seconds(60.0), &pause);
        assert_eq!(late, None, "no further day");
    }

    #[test]
    fn continuation_probability_falls_with_the_response_time() {
        let user = user(&[]);
        for (seconds, expected) in [(0.0, 0.8), (600.0, 0.533_3), (3_600.0, 0.2), (86_400.0, 0.010_96)] {
            let found = user.continuation_probability(Span::from_seconds(seconds));
            assert!((found - expected).abs() < 5e-5, "{seconds}: {found}");
        }
        assert_eq!(user.first_submission(&Pause { choice: 0.0, length: 0.0, wake: 0.0 }), None);
    }

    #[test]
    fn tables_have_the_specified_means() {
        let mean = |table: &[(f64, f64)]| {
            table.windows(2).map(|pair| (pair[1].0 - pair[0].0) * (pair[0].1 + pair[1].1) / 2.0).sum::<f64>()
        };
        assert!((mean(&THINK) - 279.0).abs() < 1.0, "{}", mean(&THINK));
        assert!((mean(&BREAK) - 7_651.0).abs() < 1.0, "{}", mean(&BREAK));
        let shares = [0.0, 0.787, 0.788, 0.877, 0.878, 0.914, 0.93, 0.94, 0.951, 0.9987, 1.0];
        assert_eq!(shares.map(repetitions), [1, 1, 2, 2, 3, 3, 4, 5, 5, 100, 100]);
    }

    /// For any response times, no bag is submitted before its earliest time.
    #[test]
    fn earliest_submissions_are_lower_bounds() {
        let user = user(&[(27_000.0, 63_000.0), (113_400.0, 149_400.0), (199_800.0, 235_800.0)]);
        let mut chance = ganttlet_core::rng::Streams::new(2).get("pauses");
        for _ in 0..2_000 {
            let (mut submit, mut earliest) = (user.hours[0].0, user.hours[0].0);
            loop {
                let pause =
                    Pause { choice: chance.uniform(), length: chance.uniform(), wake: chance.uniform() };
                let shortest = Span::from_seconds(chance.uniform() * 4_000.0);
                let response = shortest + Span::from_seconds(chance.uniform() * chance.uniform() * 30_000.0);
                let next = user.next_submission(submit + response, response, &pause);
                let Some(bound) = user.earliest_submission(earliest + shortest, shortest, &pause) else {
                    assert_eq!(next, None);
                    break;
                };
                let Some(next) = next else { break };
                assert!(bound <= next, "{bound:?} {next:?}");
                (submit, earliest) = (next, bound);
            }
        }
    }
}
