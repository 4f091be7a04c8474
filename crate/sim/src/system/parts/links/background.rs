//! Background traffic on one link: the share of bandwidth it uses over time.

use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::traffic::{Traffic, TrafficLevels};

/// Maximum of random shares of a link.
const MOST: f64 = 0.95;

/// The share of a link used by background traffic.
#[derive(Debug)]
pub(super) struct Background {
    level: f64,
    /// End of the current level, exclusive.
    until: Time,
    source: Source,
}

#[derive(Debug)]
enum Source {
    None,
    /// Drawn from a random stream of the link, in the order of time, so that it does not depend on the times of
    /// queries.
    Drawn {
        mean: f64,
        period: Span,
        on_off: bool,
        stream: Box<Stream>,
    },
    /// The rest of the list, next one last.
    Said(Vec<(Time, f64)>),
}

impl Background {
    /// The background traffic on the link from one cluster to another.
    pub(super) fn new(traffic: &[Traffic], (from, to): (usize, usize), streams: Streams) -> Self {
        let about = traffic.iter().rfind(|traffic| traffic.affects_link(from, to));
        let source = match about.map(|traffic| &traffic.levels) {
            None => return Self { level: 0.0, until: Time::MAX, source: Source::None },
            Some(&TrafficLevels::Drawn { mean, period, on_off }) => {
                let stream = Box::new(streams.get(&format!("links/background/{from}/{to}")));
                Source::Drawn { mean, period, on_off, stream }
            }
            Some(TrafficLevels::Said(levels)) => Source::Said(levels.iter().rev().copied().collect()),
        };
        let mut background = Self { level: 0.0, until: Time::ZERO, source };
        if let Source::Said(levels) = &background.source {
            background.until = levels.last().map_or(Time::MAX, |&(at, _)| at);
        }
        background
    }

    /// The level at a time that is not before the last query.
    pub(super) fn level(&mut self, now: Time) -> f64 {
        while self.until <= now {
            self.next();
        }
        self.level
    }

    /// When the level changes, as of the last query.
    pub(super) fn until(&self) -> Time {
        self.until
    }

    fn next(&mut self) {
        match &mut self.source {
            Source::None => self.until = Time::MAX,
            Source::Drawn { mean, period, on_off, stream } => {
                self.level = if *on_off {
                    if stream.bernoulli(*mean / MOST) { MOST } else { 0.0 }
                } else {
                    (stream.uniform() * 2.0 * *mean).min(MOST)
                };
                let holds = Span::from_seconds(stream.exponential(period.seconds()));
                self.until += holds.max(Span(1));
            }
            Source::Said(levels) => {
                self.level = levels.pop().map_or(self.level, |(_, level)| level);
                self.until = levels.last().map_or(Time::MAX, |&(at, _)| at);
            }
        }
    }
}
