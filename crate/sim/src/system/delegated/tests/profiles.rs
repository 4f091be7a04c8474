//! Profiles as used by this system, and free slots in several of them at once.

use super::super::rms::find_slot;
use super::*;
use ganttlet_core::platform::Profile;
use proptest::prelude::*;
use std::rc::Rc;

fn at(seconds: f64) -> Time {
    Time::from_seconds(seconds)
}

/// A profile of this many hosts, from the numbers of occupied hosts from these times on.
fn profile(hosts: u32, steps: &[(f64, u32)]) -> Rc<Profile> {
    let mut profile = Profile::new(at(steps[0].0), hosts);
    for (place, &(from, busy)) in steps.iter().enumerate() {
        let until = steps.get(place + 1).map_or(Time::MAX, |&(next, _)| at(next));
        profile.take(at(from), until, busy);
    }
    Rc::new(profile)
}

/// Occupied hosts from each time on.
fn busy(profile: &Profile, hosts: u32, from: f64) -> String {
    joined(profile.steps_from(at(from)).map(|(time, free)| format!("{}:{}", seconds(time), hosts - free)))
}

/// S12.
#[test]
fn profiles_are_added_to_and_searched() {
    let mut one = Profile::new(Time::ZERO, 4);
    one.take(at(10.0), at(20.0), 3);
    assert_eq!(busy(&one, 4, 0.0), "0:0 10:3 20:0");
    one.take(at(15.0), at(30.0), 1);
    assert_eq!(busy(&one, 4, 0.0), "0:0 10:3 15:4 20:1 30:0");
    one.take(at(20.0), at(30.0), 3);
    assert_eq!(busy(&one, 4, 0.0), "0:0 10:3 15:4 30:0");
    assert_eq!([15.0, 14.999_999].map(|time| 4 - one.free_at(at(time))), [4, 3]);
    let most = |from, until| 4 - one.min_free_between(at(from), at(until), 4).0;
    assert_eq!([most(0.0, 10.0), most(10.0, 15.0), most(12.0, 12.0)], [0, 3, 0]);
    let hole = |hosts, span, now| {
        let found = one.clone().find_earlier_start(at(now), hosts, Span::from_seconds(span), Time::MAX);
        seconds(found.expect("all are free in the end").start)
    };
    let found = [
        hole(1, 5.0, 0.0),
        hole(1, 15.0, 0.0),
        hole(1, 16.0, 0.0),
        hole(4, 10.0, 0.0),
        hole(4, 11.0, 0.0),
        hole(1, 10.0, 5.0),
        hole(1, 11.0, 5.0),
    ];
    assert_eq!(found, ["0", "0", "30", "0", "30", "5", "30"]);
    assert_eq!(joined(one.steps_from(at(12.0)).map(|(time, _)| seconds(time))), "12 15 30");
    let changes = [ViewChange { place: 0, profile: Rc::new(one) }];
    assert_eq!(notify_bytes(&changes, at(12.0), false), 17);
}

/// S13.
#[test]
fn messages_have_the_published_sizes() {
    let steps = |count: u32| {
        let steps: Vec<(f64, u32)> = (0..count).map(|step| (f64::from(step), 1 + step % 2)).collect();
        profile(4, &[&steps[..], &[(f64::from(count), 0)]].concat())
    };
    let changes = [3, 5].map(|count| ViewChange { place: 0, profile: steps(count) });
    assert_eq!(notify_bytes(&changes, Time::ZERO, false), 66);
    assert_eq!(notify_bytes(&changes, Time::ZERO, true), 82);
    let request = |clusters| Request { hosts: (0..clusters).map(|id| (id, 1)).collect(), wall_time: Span(1) };
    assert_eq!([1, 2, 8].map(|clusters| request_bytes(&request(clusters))), [9, 14, 44]);
    assert_eq!([list_bytes(8), list_bytes(128)], [64, 1_024]);
}

#[test]
fn numbers_of_configurations_that_cannot_be_enumerated_are_reported() {
    let text = |clusters: usize| check::enumeration_size(std::iter::repeat_n(128, clusters));
    assert_eq!(text(1), "there are 129 of them, 1 kB of hosts and walltimes");
    assert_eq!(text(2), "there are 16,641 of them, 133 kB of hosts and walltimes");
    assert_eq!(text(3), "there are 2,146,689 of them, 17 MB of hosts and walltimes");
    assert_eq!(text(8), "there are 76,686,282,021,340,161 of them, 613,490 TB of hosts and walltimes");
}

/// S16.
#[test]
fn holes_in_two_clusters_are_found_in_passes() {
    let look = |profiles: [Rc<Profile>; 2], hosts: u32, span: f64| {
        let request = Request {
            hosts: [(0, hosts), (1, hosts)].into_iter().collect(),
            wall_time: Span::from_seconds(span),
        };
        let mut operations = 0;
        let start = find_slot(&mut profiles.clone(), &request, Time::ZERO, &mut operations).start;
        (seconds(start), operations)
    };
    let of_s6 = || [profile(4, &[(0.0, 0), (10.0, 2), (30.0, 0)]), profile(4, &[(0.0, 2), (20.0, 0)])];
    assert_eq!(look(of_s6(), 4, 29.0), ("30".to_owned(), 6));
    let other = || {
        let one = profile(4, &[(0.0, 0), (10.0, 4), (20.0, 0)]);
        [one, profile(4, &[(0.0, 4), (5.0, 0), (20.0, 4), (30.0, 0)])]
    };
    assert_eq!(look(other(), 1, 6.0), ("30".to_owned(), 10));
    assert_eq!(look(other(), 1, 5.0), ("5".to_owned(), 5));
}

const HOSTS: u32 = 7;
const END: i64 = 60;

/// Occupied periods: start, length, hosts.
fn taken() -> impl Strategy<Value = Vec<(i64, i64, u32)>> {
    proptest::collection::vec((0..END - 1, 1..20_i64, 1..=3_u32), 0..20)
}

/// The profile of the periods that fit, and the number of occupied hosts at each time.
fn made(taken: &[(i64, i64, u32)]) -> (Profile, Vec<u32>) {
    let (mut profile, mut busy) = (Profile::new(Time::ZERO, HOSTS), vec![0; END as usize]);
    for &(from, length, hosts) in taken {
        let until = END.min(from + length);
        let span = &mut busy[from as usize..until as usize];
        if span.iter().all(|&busy| busy + hosts <= HOSTS) {
            for busy in span {
                *busy += hosts;
            }
            profile.take(Time(from), Time(until), hosts);
        }
    }
    (profile, busy)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn steps_agree_with_every_moment(taken in taken(), from in 0..END, length in 0..30_i64) {
        let (profile, busy) = made(&taken);
        let until = END.min(from + length);
        let window = &busy[from as usize..until as usize];
        let most = window.iter().copied().max().unwrap_or(0);
        let changes = window.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let met = if window.is_empty() { 0 } else { changes + 1 };
        let (fewest, looked) = profile.min_free_between(Time(from), Time(until), HOSTS);
        prop_assert_eq!((HOSTS - fewest, looked), (most, met));
        prop_assert_eq!(profile.steps_between(Time(from), Time(until)), met);
        // Neighbouring steps differ.
        let steps: Vec<u32> = profile.steps_from(Time::ZERO).map(|(_, free)| free).collect();
        prop_assert!(steps.windows(2).all(|pair| pair[0] != pair[1]));
        prop_assert_eq!(steps.len(), profile.step_count());
        // Occupying and releasing changes nothing.
        let mut same = profile.clone();
        same.take(Time(from), Time(until), 1);
        prop_assert_eq!(same.equals_from(&profile, Time::ZERO), from == until);
        same.give_back(Time(from), Time(until), 1);
        prop_assert!(same.equals_from(&profile, Time::ZERO));
        let shown = profile.with_first_nodes_only(HOSTS, 4);
        prop_assert_eq!(shown.free_at(Time(from)), 4 - busy[from as usize].min(4));
    }

    #[test]
    fn holes_are_the_earliest_ones(
        one in taken(), two in taken(), hosts in (1..=HOSTS, 1..=HOSTS), span in 1..30_i64, now in 0..END
    ) {
        let ((first, busy), (second, busy_too)) = (made(&one), made(&two));
        let request = Request { hosts: [(0, hosts.0), (1, hosts.1)].into_iter().collect(), wall_time: Span(span) };
        let found = find_slot(&mut [Rc::new(first), Rc::new(second)], &request, Time(now), &mut 0).start;
        let free = |busy: &[u32], time: i64, hosts: u32| time >= END || busy[time as usize] + hosts <= HOSTS;
        let fits = |start: &i64| {
            (*start..*start + span).all(|time| free(&busy, time, hosts.0) && free(&busy_too, time, hosts.1))
        };
        prop_assert_eq!(Some(found.0), (now..=END).find(fits));
    }
}
