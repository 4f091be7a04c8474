//! The monitor of shared links: periodic samples of the available bandwidth of each, as in the information service, and
//! its expected change. Decisions use samples, which are at most one period old, never the links.

use super::{LinkOptions, LinkState, Links, MICRO};
use crate::system::parts::Periodic;
use crate::tables::links::LinkRow;
use ganttlet_core::record::Recorder;
use ganttlet_core::time::{Span, Time};
use std::collections::VecDeque;

/// Minimum share of a link that is assumed to be available.
const LEAST: f64 = 0.05;
/// Bits per second in 1 Mb/s.
const MEGA: f64 = 1e6;

/// The samples of one link.
#[derive(Debug, Default)]
struct Known {
    /// Available bandwidth in Mb/s, oldest first.
    samples: VecDeque<f64>,
    /// Total traffic at the last sample.
    carried: i128,
    /// True if the last row in the table shows it in use.
    shown: bool,
}

/// The monitor.
#[derive(Debug)]
pub(in crate::system) struct Monitor {
    options: LinkOptions,
    look: Periodic,
    known: Vec<Known>,
}

impl Monitor {
    /// A monitor without samples.
    pub(in crate::system) fn new(options: LinkOptions) -> Self {
        Self { options, look: Periodic::default(), known: Vec::new() }
    }

    /// The time of the next sample, unless it is scheduled already; none without sampling.
    pub(in crate::system) fn plan(&mut self, now: Time) -> Option<Time> {
        let period = self.options.link_monitor_s;
        if period > Span::ZERO { self.look.plan(now, period) } else { None }
    }

    /// Samples all links.
    pub(in crate::system) fn sample(&mut self, now: Time, links: &mut Links, record: &mut Recorder) {
        self.look.looks(now);
        self.known.resize_with(links.links.len(), Known::default);
        let Self { options, known, .. } = self;
        for (link, known) in links.links.iter_mut().zip(known) {
            let mega = link.bandwidth / MEGA;
            let most = link.bandwidth * links.width as f64 * options.link_monitor_s.seconds();
            let carried = link.carried_by(now, links.width);
            let carried = carried - std::mem::replace(&mut known.carried, carried);
            let used = carried as f64 / MICRO as f64 / most;
            let background = link.background.level(now);
            let own = if options.monitor_own_traffic { used } else { 0.0 };
            let available = left(mega, background, own);
            known.samples.push_back(available);
            if known.samples.len() > options.link_history as usize {
                known.samples.pop_front();
            }
            let in_use = carried > 0 || !link.messages.is_empty();
            if in_use || known.shown {
                let (from, to) = (u32::from(link.from), u32::from(link.to));
                let messages = link.messages.len() as u32;
                let change = signed(&known.samples);
                let row = LinkRow { time: now, from, to, used, background, messages, available, change };
                record.add_row(&row);
            }
            known.shown = in_use;
        }
    }
}

impl Monitor {
    /// Uses the true state of each link instead of samples.
    fn look_now(&mut self, now: Time, links: &mut Links) {
        self.known.resize_with(links.links.len(), Known::default);
        for (link, known) in links.links.iter_mut().zip(&mut self.known) {
            let background = link.background.level(now);
            let own = if self.options.monitor_own_traffic { link.in_use(links.width) } else { 0.0 };
            known.samples = VecDeque::from([left(link.bandwidth / MEGA, background, own)]);
        }
    }

    /// The known state of the links: as of the last sample of each, or the current one without sampling.
    pub(in crate::system) fn known(&mut self, now: Time, links: &mut Links) -> LinkState {
        if self.options.link_monitor_s == Span::ZERO {
            self.look_now(now, links);
        }
        let clusters = links.network.clusters();
        let both = |of: &dyn Fn(usize, usize) -> f64| {
            let pairs = (0..clusters).flat_map(|a| (0..clusters).map(move |b| (a, b)));
            pairs.map(|(a, b)| if a == b { of(a, a) } else { f64::midpoint(of(a, b), of(b, a)) }).collect()
        };
        let total = |a, b| links.network.bandwidth(a, b) * 8.0 / MEGA;
        let samples = |a: usize, b: usize| {
            let place = links.places.get(&(a as u16, b as u16))?;
            self.known.get(*place as usize).map(|known| &known.samples)
        };
        let last = |a, b| samples(a, b).and_then(|samples| samples.back().copied());
        let change = |a, b, of: fn(&VecDeque<f64>) -> f64| samples(a, b).map_or(0.0, of);
        LinkState {
            clusters,
            width: f64::from(self.options.sharing.link_width),
            total: both(&total),
            latency: both(&|a, b| links.network.latency(a, b).seconds()),
            available: both(&|a, b| last(a, b).unwrap_or_else(|| total(a, b))),
            change: both(&|a, b| change(a, b, signed)),
            swing: both(&|a, b| change(a, b, absolute)),
        }
    }
}

/// The available bandwidth of a link of `mega` Mb/s, of which background traffic and messages use these shares.
fn left(mega: f64, background: f64, own: f64) -> f64 {
    (mega * (1.0 - background - own)).max(LEAST * mega)
}

/// The mean absolute change between samples; 0 if there is none.
fn absolute(samples: &VecDeque<f64>) -> f64 {
    let sizes = samples.iter().zip(samples.iter().skip(1)).map(|(before, after)| (after - before).abs());
    if samples.len() > 1 { sizes.sum::<f64>() / (samples.len() - 1) as f64 } else { 0.0 }
}

/// The mean change between samples, from the first to the last; 0 if there is none.
fn signed(samples: &VecDeque<f64>) -> f64 {
    match (samples.front(), samples.back()) {
        (Some(first), Some(last)) if samples.len() > 1 => (last - first) / (samples.len() - 1) as f64,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Parameters, Settings, Value};
    use ganttlet_core::platform::Network;
    use ganttlet_core::rng::Streams;

    #[test]
    fn recent_changes_are_expected_to_repeat() {
        let samples = VecDeque::from([50.0, 60.0, 55.0, 70.0, 80.0]);
        assert!((signed(&samples) - 7.5).abs() < 1e-12);
        assert!((absolute(&samples) - 10.0).abs() < 1e-12);
        assert_eq!((signed(&VecDeque::from([50.0])), absolute(&VecDeque::new())), (0.0, 0.0));
    }

    /// One message on a link of width two, in one direction: half of that direction is in use.
    #[test]
    fn without_samples_each_query_returns_the_true_state() {
        let network = Network::uniform(2, 12.5e6, Span(1_000));
        let available = |own: bool| {
            let mut links = Links::new(&network, 2, Vec::new(), Streams::new(1));
            links.make_all();
            links.send(Time(0), (0, 1), 10_000_000, 0);
            let settings = Settings::defaults(LinkOptions::LIST)
                .with("link_monitor_s", Value::Number(0.0))
                .with("monitor_own_traffic", Value::Bool(own));
            let mut monitor = Monitor::new(LinkOptions::read(&settings));
            assert_eq!(monitor.plan(Time(0)), None);
            monitor.known(Time(5), &mut links).available
        };
        assert_eq!(available(true), [100.0, 75.0, 75.0, 100.0]);
        assert_eq!(available(false), [100.0; 4]);
    }
}
