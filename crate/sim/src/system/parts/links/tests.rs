//! Links in isolation: exact times, and invariants.

use super::*;
use crate::system::{Budget, Run, RunOptions, Simulation, System};
use ganttlet_core::platform::Platform;
use ganttlet_core::record::QueueState;
use ganttlet_core::rule::SubjectId;
use ganttlet_work::traffic::TrafficLevels;
use proptest::prelude::*;

/// A message: time, clusters, number of bits.
type Sent = (i64, (u16, u16), u64);

/// Sends messages and records their arrivals.
struct Wire {
    links: Links,
    sent: Vec<Sent>,
    /// Arrival times, by message.
    arrived: Vec<i64>,
    /// The time and the traffic of each link after each event.
    carried: Vec<(Time, Vec<i128>)>,
}

#[derive(Clone, Copy)]
enum Event {
    Send(usize),
    Link(u32),
    Arrived(u32),
}

impl System for Wire {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        for (place, &(at, ..)) in self.sent.iter().enumerate() {
            cx.schedule(Time(at), class::SUBMIT, Event::Send(place));
        }
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        let now = cx.now();
        match event {
            Event::Send(place) => {
                let (_, between, bits) = self.sent[place];
                self.links.send(now, between, bits, place as u32);
            }
            Event::Link(link) => self.links.change(link, now, |place, at| {
                cx.schedule(at, class::ARRIVE, Event::Arrived(place));
            }),
            Event::Arrived(place) => self.arrived[place as usize] = now.0,
        }
        self.links.plan(cx, Event::Link);
        let width = self.links.width;
        let carried = self.links.links.iter().map(|link| link.carried_by(now, width)).collect();
        self.carried.push((now, carried));
    }

    fn progress(&self) -> (u32, u32) {
        (0, 0)
    }

    fn wait_reasons(&self, _: &QueueState, _: &[SubjectId]) -> Vec<String> {
        Vec::new()
    }
}

/// Bits a second between two clusters, and the latency.
const BANDWIDTH: u64 = 100_000_000;
const LATENCY: i64 = 1_000;

/// Sends over links of 100 Mb/s and 1 ms between three clusters, in slices of this many events.
fn wire(width: u32, traffic: Vec<Traffic>, sent: &[Sent], slice: u64) -> Wire {
    let network = Network::uniform(3, BANDWIDTH as f64 / 8.0, Span(LATENCY));
    let links = Links::new(&network, width, traffic, Streams::new(7));
    let wire = Wire { links, sent: sent.to_vec(), arrived: vec![-1; sent.len()], carried: Vec::new() };
    let platform = Platform { clusters: Vec::new(), network };
    let mut run = Simulation::new(wire, &platform, &[], RunOptions::default());
    while !run.advance(Budget::events(slice)).done {}
    run.system
}

fn arrivals(width: u32, traffic: Vec<Traffic>, sent: &[Sent]) -> Vec<i64> {
    wire(width, traffic, sent, u64::MAX).arrived
}

fn said(levels: &[(i64, f64)]) -> Vec<Traffic> {
    let levels = levels.iter().map(|&(at, level)| (Time(at), level)).collect();
    vec![Traffic { between: (None, None), levels: TrafficLevels::Said(levels) }]
}

const MEGABIT: u64 = 1_000_000;

#[test]
fn more_messages_than_the_link_is_wide_share_it() {
    let three = [(0, (0, 1), MEGABIT); 3];
    assert_eq!(arrivals(2, vec![], &three), [16_000; 3], "66 2/3 Mb/s each");
    assert_eq!(arrivals(1, vec![], &three), [31_000; 3]);
    assert_eq!(arrivals(3, vec![], &three), [11_000; 3]);
}

#[test]
fn the_two_directions_and_other_links_are_independent() {
    let sent = [(0, (0, 1), MEGABIT), (0, (1, 0), MEGABIT), (0, (0, 2), MEGABIT), (0, (2, 1), MEGABIT)];
    assert_eq!(arrivals(1, vec![], &sent), [11_000; 4]);
}

#[test]
fn background_traffic_takes_its_share_from_its_first_instant_on() {
    let traffic = said(&[(0, 0.0), (5_000, 0.5)]);
    assert_eq!(arrivals(1, traffic.clone(), &[(0, (0, 1), MEGABIT)]), [16_000]);
    let one_way = Traffic { between: (Some(1), Some(0)), ..traffic[0].clone() };
    assert_eq!(arrivals(1, vec![one_way], &[(0, (0, 1), MEGABIT)]), [11_000], "that is the other direction");
}

/// A later message takes half of the bandwidth of the first, and gets all of it when the first has ended.
#[test]
fn shares_change_in_mid_flight() {
    let sent = [(40_000, (0, 1), MEGABIT), (41_100, (0, 1), MEGABIT)];
    assert_eq!(arrivals(1, vec![], &sent), [59_900, 61_000]);
}

#[test]
fn a_message_of_no_bits_takes_the_latency_only() {
    assert_eq!(arrivals(1, vec![], &[(0, (0, 1), MEGABIT), (7, (0, 1), 0)]), [11_000, 1_007]);
}

#[test]
fn drawn_traffic_does_not_depend_on_what_is_sent() {
    let drawn = TrafficLevels::Drawn { mean: 0.3, period: Span(5_000), on_off: false };
    let traffic = || vec![Traffic { between: (None, None), levels: drawn.clone() }];
    let late = (90_000, (0, 1), MEGABIT);
    let alone = arrivals(4, traffic(), &[late])[0];
    let others = [(0, (0, 1), MEGABIT), (33, (1, 0), 5 * MEGABIT), (60_000, (0, 1), 77), late];
    assert_eq!(arrivals(4, traffic(), &others)[3], alone);
    assert!(alone > 90_000 + 11_000, "it takes something");
}

fn sent() -> impl Strategy<Value = Vec<Sent>> {
    let between = prop_oneof![Just((0, 1)), Just((1, 0)), Just((0, 2))];
    // Few distinct times, so that many messages are simultaneous.
    let at = (0..6_i64).prop_map(|at| at * 4_999);
    proptest::collection::vec((at, between, 0..3_000_000_u64), 1..40)
}

fn traffic() -> impl Strategy<Value = Vec<Traffic>> {
    let drawn = (0.0..0.45_f64, 1_000..40_000_i64, any::<bool>()).prop_map(|(mean, period, on_off)| {
        vec![Traffic {
            between: (None, None),
            levels: TrafficLevels::Drawn { mean, period: Span(period), on_off },
        }]
    });
    prop_oneof![1 => Just(Vec::new()), 3 => drawn]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_that_is_sent_is_carried_and_no_more(width in 1..6_u32, traffic in traffic(), sent in sent()) {
        let wire = wire(width, traffic, &sent, u64::MAX);
        for (link, carried) in wire.links.links.iter().zip(&wire.carried.last().expect("events").1) {
            let own = sent.iter().filter(|(_, between, _)| *between == (link.from, link.to));
            let bits: i128 = own.map(|&(.., bits)| i128::from(bits) * MICRO).sum();
            prop_assert_eq!(*carried, bits);
        }
    }

    #[test]
    fn no_link_carries_more_than_its_width(width in 1..6_u32, traffic in traffic(), sent in sent()) {
        let wire = wire(width, traffic, &sent, u64::MAX);
        let most = i128::from(BANDWIDTH) * i128::from(width);
        // The progress of each message is rounded down to a microbit at each update.
        let told = sent.len() as i128;
        for pair in wire.carried.windows(2) {
            let span = i128::from((pair[1].0 - pair[0].0).0);
            for (link, after) in pair[1].1.iter().enumerate() {
                let before = pair[0].1.get(link).copied().unwrap_or(0);
                prop_assert!(after - before <= most * span + told);
            }
        }
        for (&(at, _, bits), &arrived) in sent.iter().zip(&wire.arrived) {
            let alone = (bits * 1_000_000).div_ceil(BANDWIDTH) as i64;
            prop_assert!(arrived >= at + alone + LATENCY, "no message is faster than alone");
        }
    }

    #[test]
    fn slices_change_nothing(width in 1..6_u32, traffic in traffic(), sent in sent(), slice in 1..9_u64) {
        let whole = wire(width, traffic.clone(), &sent, u64::MAX);
        prop_assert_eq!(wire(width, traffic, &sent, slice).arrived, whole.arrived);
    }

    #[test]
    fn the_order_at_one_instant_changes_nothing(
        width in 1..6_u32,
        traffic in traffic(),
        sent in sent(),
        by in 1..40_usize,
    ) {
        let whole = arrivals(width, traffic.clone(), &sent);
        let mut turned = sent;
        let by = by % turned.len();
        turned.rotate_left(by);
        let mut other = arrivals(width, traffic.clone(), &turned);
        other.rotate_right(by);
        prop_assert_eq!(&other, &whole);
        turned.rotate_right(by);
        turned.reverse();
        let mut other = arrivals(width, traffic, &turned);
        other.reverse();
        prop_assert_eq!(&other, &whole);
    }
}
