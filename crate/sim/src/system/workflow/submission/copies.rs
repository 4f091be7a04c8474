//! Copies of files in progress. With file servers all copies to a cluster share its server by progressive filling: in
//! the order of their limits, each gets its limit or an equal share of the remainder. Rates differ, so each copy keeps
//! its remaining bits. All values are integers: rates in bits per second, rounded down, and remaining sizes in
//! microbits.

use ganttlet_core::time::{Span, Time};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Microbits per bit: bits per second times microseconds.
const MICRO: i128 = 1_000_000;

/// A copy carried by a server.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// The limit of its link, in bits per second.
    limit: i128,
    number: u32,
    /// Remaining microbits.
    rest: i128,
    /// Bits per second.
    rate: i128,
}

/// The file server of a cluster.
#[derive(Clone, Debug, Default)]
struct Server {
    bandwidth: i128,
    /// Copies by limit, then by number.
    shares: Vec<Share>,
    /// The time that the remaining sizes refer to.
    at: Time,
    /// The end of the next copy, unless the shares have changed.
    next: Option<Time>,
    is_changed: bool,
}

impl Server {
    /// Subtracts the bits that each copy has received since `at`.
    fn advance(&mut self, now: Time) {
        let micros = i128::from((now - self.at).0);
        for share in &mut self.shares {
            share.rest = (share.rest - share.rate * micros).max(0);
        }
        self.at = now;
    }

    /// Redistributes the bandwidth.
    fn fill(&mut self) {
        let (mut left, mut others) = (self.bandwidth, self.shares.len() as i128);
        let mut next = None;
        for share in &mut self.shares {
            share.rate = share.limit.min(left / others).max(1);
            left = (left - share.rate).max(0);
            others -= 1;
            let micros = ((share.rest + share.rate - 1) / share.rate).min(i128::from(i64::MAX / 2));
            let end = self.at + Span(micros as i64);
            next = Some(next.map_or(end, |next: Time| next.min(end)));
        }
        (self.next, self.is_changed) = (next, false);
    }
}

/// A copy over a server, before its first byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct ServedCopy {
    /// The cluster whose server carries it.
    pub(super) to: usize,
    /// Its size.
    pub(super) bytes: f64,
    /// The bandwidth of its link in bytes per second; none if only the server limits it.
    pub(super) limit: Option<f64>,
    /// The time before its first byte.
    pub(super) overhead: Span,
}

/// All copies in progress, by number.
#[derive(Debug, Default)]
pub(super) struct Copies {
    /// The servers of all clusters; empty if none has a limit.
    servers: Vec<Server>,
    /// Copies with a known end.
    timed: BinaryHeap<Reverse<(Time, u32)>>,
    /// Copies over servers before their first byte.
    delayed: BinaryHeap<Reverse<(Time, u32)>>,
    /// The data of each copy over a server, by number.
    served: Vec<Option<ServedCopy>>,
}

/// Bits per second from bytes per second.
fn bits_per_second(bytes: f64) -> i128 {
    (libm::round(bytes * 8.0) as i128).max(1)
}

impl Copies {
    /// No copies, over servers with this bandwidth in bytes per second, or without servers.
    pub(super) fn new(clusters: usize, bandwidth: f64) -> Self {
        let server = Server { bandwidth: bits_per_second(bandwidth), ..Server::default() };
        let servers = if bandwidth > 0.0 { vec![server; clusters] } else { Vec::new() };
        Self { servers, ..Self::default() }
    }

    /// True if all copies share servers.
    pub(super) fn have_servers(&self) -> bool {
        !self.servers.is_empty()
    }

    /// Adds a copy with a known end; returns its number.
    pub(super) fn add_timed(&mut self, end: Time) -> u32 {
        let number = self.served.len() as u32;
        self.served.push(None);
        self.timed.push(Reverse((end, number)));
        number
    }

    /// Adds a copy over the server of its cluster; returns its number.
    pub(super) fn add_served(&mut self, now: Time, copy: ServedCopy) -> u32 {
        let number = self.served.len() as u32;
        self.served.push(Some(copy));
        if copy.overhead > Span::ZERO {
            self.delayed.push(Reverse((now + copy.overhead, number)));
        } else {
            self.begin(number, now);
        }
        number
    }

    /// Starts the transmission of a copy.
    fn begin(&mut self, number: u32, now: Time) {
        let Some(copy) = self.served[number as usize] else { return };
        let server = &mut self.servers[copy.to];
        server.advance(now);
        let limit = copy.limit.map_or(server.bandwidth, bits_per_second);
        let rest = libm::ceil(copy.bytes * 8.0) as i128 * MICRO;
        let place = server.shares.partition_point(|share| (share.limit, share.number) < (limit, number));
        server.shares.insert(place, Share { limit, number, rest, rate: 0 });
        server.is_changed = true;
    }

    /// The next time at which a copy begins or ends.
    pub(super) fn next_time(&mut self) -> Option<Time> {
        for server in self.servers.iter_mut().filter(|server| server.is_changed) {
            server.fill();
        }
        let first = |heap: &BinaryHeap<Reverse<(Time, u32)>>| heap.peek().map(|Reverse((time, _))| *time);
        let ends = self.servers.iter().filter_map(|server| server.next);
        ends.chain(first(&self.timed)).chain(first(&self.delayed)).min()
    }

    /// Removes the copies that end now and returns them, lowest number first; delayed copies begin.
    pub(super) fn take_ended(&mut self, now: Time) -> Vec<u32> {
        let mut ended = Vec::new();
        while let Some(&Reverse((end, number))) = self.timed.peek()
            && end <= now
        {
            self.timed.pop();
            ended.push(number);
        }
        for server in &mut self.servers {
            if server.is_changed || server.next.is_some_and(|next| next <= now) {
                server.advance(now);
                let over = |share: &Share| share.rest <= 0;
                ended.extend(server.shares.iter().filter(|share| over(share)).map(|share| share.number));
                server.shares.retain(|share| !over(share));
                server.is_changed = true;
            }
        }
        while let Some(&Reverse((begin, number))) = self.delayed.peek()
            && begin <= now
        {
            self.delayed.pop();
            self.begin(number, now);
        }
        ended.sort_unstable();
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(bytes: f64, limit: Option<f64>) -> ServedCopy {
        ServedCopy { to: 0, bytes, limit, overhead: Span::ZERO }
    }

    /// The ends of copies, in seconds, by number.
    fn ends(copies: &mut Copies) -> Vec<f64> {
        let mut ends = vec![0.0; copies.served.len()];
        while let Some(now) = copies.next_time() {
            for number in copies.take_ended(now) {
                ends[number as usize] = now.seconds();
            }
        }
        ends
    }

    #[test]
    fn slow_links_leave_their_share_to_others() {
        // Limits of 2, 6 and 12 MB/s on a server of 12 MB/s: 2, 5 and 5.
        let mut copies = Copies::new(1, 12e6);
        for (bytes, limit) in [(4e6, 2e6), (10e6, 6e6), (20e6, 12e6)] {
            copies.add_served(Time::ZERO, copy(bytes, Some(limit)));
        }
        // After 2 s only the third one remains: 10 MB at 12 MB/s.
        assert_eq!(ends(&mut copies), [2.0, 2.0, 2.833_334]);
    }

    #[test]
    fn an_overhead_delays_the_first_byte_and_needs_no_share() {
        let mut copies = Copies::new(1, 10e6);
        copies.add_served(Time::ZERO, copy(20e6, None));
        copies.add_served(Time::ZERO, ServedCopy { overhead: Span::from_seconds(1.0), ..copy(10e6, None) });
        // 10 MB/s until 1 s, then 5 MB/s each.
        assert_eq!(ends(&mut copies), [3.0, 3.0]);
    }

    #[test]
    fn timed_copies_end_in_the_order_of_numbers() {
        let mut copies = Copies::new(2, 0.0);
        assert!(!copies.have_servers());
        let second = copies.add_timed(Time(5));
        let third = copies.add_timed(Time(5));
        copies.add_timed(Time(3));
        assert_eq!(copies.next_time(), Some(Time(3)));
        assert_eq!(copies.take_ended(Time(3)), [2]);
        assert_eq!(copies.take_ended(Time(5)), [second, third]);
    }
}
