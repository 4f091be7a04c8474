//! Shared links between clusters, in integer arithmetic: simultaneous messages get equal shares of a link.
//!
//! Every ordered pair of different clusters has a separate link; the two directions are independent. A message uses one
//! link only, so that equal shares are max-min fair. A link of width n carries n messages at full rate; more messages
//! share it, and background traffic uses a part of it. The last bit of a message arrives one latency after its
//! transmission, and occupies nothing meanwhile. Inside a cluster nothing is shared.
//!
//! The progress of all messages on a link is a single number, as all get the same: microbits since the link was last
//! empty. Bits per second times microseconds are microbits, so values are only rounded downwards, by less than one
//! microbit per change.

mod background;
mod monitor;
mod options;
mod state;
#[cfg(test)]
mod tests;

pub(in crate::system) use monitor::Monitor;
pub(in crate::system) use options::{LinkOptions, Sharing};
pub(in crate::system) use state::LinkState;

use crate::system::{Context, class};
use background::Background;
use ganttlet_core::event::{Class, Handle};
use ganttlet_core::platform::Network;
use ganttlet_core::rng::Streams;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::traffic::Traffic;
use std::collections::BTreeMap;

/// Microbits per bit.
const MICRO: i128 = 1_000_000;

/// A message on a link: the id given by its sender, and the progress of the link at which its transmission ends.
#[derive(Clone, Copy, Debug)]
struct Message {
    what: u32,
    /// The progress of the link at the end of the transmission.
    target: i128,
}

/// One direction between two clusters.
#[derive(Debug)]
struct Link {
    from: u16,
    to: u16,
    latency: Span,
    /// Bandwidth of a single message without background traffic, in bits per second.
    bandwidth: f64,
    /// The current bandwidth, as an integer.
    cap: i128,
    /// The progress of every message since the link was last empty, as of `at`.
    given: i128,
    at: Time,
    /// Messages in the order of sending.
    messages: Vec<Message>,
    background: Background,
    /// Total traffic, in microbits.
    carried: i128,
    planned: Option<Handle>,
    /// True if its next change is not the scheduled one.
    touched: bool,
}

/// All links of a platform, each created at its first use.
#[derive(Debug)]
pub(in crate::system) struct Links {
    network: Network,
    width: i128,
    traffic: Vec<Traffic>,
    streams: Streams,
    places: BTreeMap<(u16, u16), u32>,
    links: Vec<Link>,
    touched: Vec<u32>,
}

impl Links {
    /// The free links of a network.
    pub(in crate::system) fn new(
        network: &Network,
        width: u32,
        traffic: Vec<Traffic>,
        streams: Streams,
    ) -> Self {
        Self {
            network: network.clone(),
            width: i128::from(width),
            traffic,
            streams,
            places: BTreeMap::new(),
            links: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// Sends a message of this size from one cluster to another.
    pub(in crate::system) fn send(&mut self, now: Time, (from, to): (u16, u16), bits: u64, what: u32) {
        let place = self.place(from, to);
        let width = self.width;
        let link = &mut self.links[place as usize];
        link.advance(now, width);
        if link.messages.is_empty() {
            link.given = 0;
        }
        link.messages.push(Message { what, target: link.given + i128::from(bits) * MICRO });
        self.touch(place);
    }

    /// Processes the scheduled change of a link: calls `left` with each message whose transmission ends now, in the
    /// order of sending, and its arrival time.
    pub(in crate::system) fn change(&mut self, place: u32, now: Time, mut left: impl FnMut(u32, Time)) {
        let width = self.width;
        let link = &mut self.links[place as usize];
        link.planned = None;
        link.advance(now, width);
        let (given, arrives) = (link.given, now + link.latency);
        link.messages.retain(|message| {
            let gone = message.target <= given;
            if gone {
                left(message.what, arrives);
            }
            !gone
        });
        self.touch(place);
    }

    /// Schedules the next change of each modified link.
    pub(in crate::system) fn plan<E: Copy>(&mut self, cx: &mut Context<E>, event: fn(u32) -> E) {
        for place in std::mem::take(&mut self.touched) {
            let link = &mut self.links[place as usize];
            link.touched = false;
            if let Some(handle) = link.planned.take() {
                cx.cancel(handle);
            }
            if let Some((time, class)) = link.next(self.width) {
                link.planned = Some(cx.schedule(time, class, event(place)));
            }
        }
    }

    /// Cancels messages on all links, and calls a function with each.
    pub(in crate::system) fn cancel(
        &mut self,
        now: Time,
        unwanted: impl Fn(u32) -> bool,
        mut gone: impl FnMut(u32),
    ) {
        for place in 0..self.links.len() as u32 {
            let link = &mut self.links[place as usize];
            if !link.messages.iter().any(|message| unwanted(message.what)) {
                continue;
            }
            link.advance(now, self.width);
            link.messages.retain(|message| {
                let keep = !unwanted(message.what);
                if !keep {
                    gone(message.what);
                }
                keep
            });
            self.touch(place);
        }
    }

    /// Transmission time and latency of a message within a cluster.
    pub(in crate::system) fn inside(&self, cluster: u16, bits: u64) -> (Span, Span) {
        let cluster = usize::from(cluster);
        let rate = (libm::round(self.network.bandwidth(cluster, cluster) * 8.0) as i128).max(1);
        let micros = (i128::from(bits) * MICRO + rate - 1) / rate;
        (Span(micros.min(i128::from(i64::MAX)) as i64), self.network.latency(cluster, cluster))
    }

    /// Creates all links, so that all are sampled.
    pub(in crate::system) fn make_all(&mut self) {
        let clusters = self.network.clusters() as u16;
        for (from, to) in (0..clusters).flat_map(|from| (0..clusters).map(move |to| (from, to))) {
            if from != to {
                self.place(from, to);
            }
        }
    }

    /// True if a link has a message.
    pub(in crate::system) fn is_busy(&self) -> bool {
        self.links.iter().any(|link| !link.messages.is_empty())
    }

    fn touch(&mut self, place: u32) {
        let link = &mut self.links[place as usize];
        if !std::mem::replace(&mut link.touched, true) {
            self.touched.push(place);
        }
    }

    fn place(&mut self, from: u16, to: u16) -> u32 {
        if let Some(&place) = self.places.get(&(from, to)) {
            return place;
        }
        let place = self.links.len() as u32;
        self.places.insert((from, to), place);
        let (a, b) = (usize::from(from), usize::from(to));
        self.links.push(Link {
            from,
            to,
            latency: self.network.latency(a, b),
            bandwidth: self.network.bandwidth(a, b) * 8.0,
            cap: 1,
            given: 0,
            at: Time::ZERO,
            messages: Vec::new(),
            background: Background::new(&self.traffic, (a, b), self.streams),
            carried: 0,
            planned: None,
            touched: false,
        });
        place
    }
}

impl Link {
    /// Bits per second of each message, as a fraction.
    fn rate(&self, width: i128) -> (i128, i128) {
        let messages = self.messages.len() as i128;
        if messages <= width { (self.cap, 1) } else { (self.cap * width, messages) }
    }

    /// The share of the link used by messages now.
    fn in_use(&self, width: i128) -> f64 {
        let most = self.bandwidth * width as f64;
        (self.messages.len() as i128).min(width) as f64 * self.cap as f64 / most
    }

    /// The progress of each message since the last change.
    fn more(&self, now: Time, width: i128) -> i128 {
        if self.messages.is_empty() {
            return 0;
        }
        let (rate, by) = self.rate(width);
        rate * i128::from((now - self.at).0) / by
    }

    /// Total traffic up to now, in microbits.
    fn carried_by(&self, now: Time, width: i128) -> i128 {
        let more = self.more(now, width);
        // A message that ends within a microsecond gets no more than its size.
        let of = |message: &Message| more.min((message.target - self.given).max(0));
        self.carried + self.messages.iter().map(of).sum::<i128>()
    }

    /// Updates the progress of messages, and the bandwidth available beside background traffic from now on.
    fn advance(&mut self, now: Time, width: i128) {
        self.carried = self.carried_by(now, width);
        self.given += self.more(now, width);
        self.at = now;
        let free = libm::round(self.bandwidth * (1.0 - self.background.level(now)));
        self.cap = (free as i128).max(1);
    }

    /// When the next transmission ends, or the background traffic changes earlier.
    fn next(&self, width: i128) -> Option<(Time, Class)> {
        let first = self.messages.iter().map(|message| message.target).min()?;
        let (rate, by) = self.rate(width);
        let micros = (((first - self.given).max(0) * by + rate - 1) / rate).min(i128::from(i64::MAX));
        let done = self.at + Span(micros as i64);
        let change = self.background.until();
        Some(if change < done { (change, class::LOOK) } else { (done, class::FINISH) })
    }
}
