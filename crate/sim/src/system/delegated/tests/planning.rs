//! What the resource manager keeps from one cycle to the next changes nothing.

use super::super::protocol::Request;
use super::super::rms::{Rms, State};
use super::*;
use ganttlet_core::rng::{Stream, Streams};
use std::collections::BTreeMap;

const APPLICATIONS: u32 = 14;

/// A request of one of two clusters, or of both.
fn drawn(chance: &mut Stream) -> Request {
    let clusters = [vec![0], vec![1], vec![0, 1]][chance.below(3) as usize].clone();
    let hosts = clusters.into_iter().map(|id| (id, 1 + chance.below(4))).collect();
    Request { hosts, wall_time: Span(i64::from(1 + chance.below(30)) * 1_000_000) }
}

/// What a resource manager says in many cycles, to whom anything may happen; one that forgets uses no memory again.
fn cycles(seed: u64, rule: &str, forgets: bool) -> String {
    let mut chance = Streams::new(seed).get("delegated/planning");
    let mut options = Options::read(&Settings::default());
    options.fair_start_s = Span(i64::from(chance.below(4)) * 1_000_000);
    options.considered = [0, 0, 3][chance.below(3) as usize];
    options.view_cap = [1.0, 1.0, 0.5][chance.below(3) as usize];
    let rule = (RULES.known(rule).make)(&Settings::default());
    let cluster = |name: &str| Cluster::alike(name.to_owned(), 4, 1.0);
    let network = Network::uniform(2, 1.0, Span::ZERO);
    let platform = Platform { clusters: vec![cluster("A"), cluster("B")], network };
    let mut rms = Rms::new(&platform, rule, options, APPLICATIONS as usize);
    let (mut told, mut came) = (String::new(), 0);
    // What each launcher was sent last.
    let mut held = BTreeMap::new();
    for second in 0..60 {
        let now = Time(second * 1_000_000);
        for _ in 0..chance.below(4) {
            let (one, request) = (chance.below(APPLICATIONS), drawn(&mut chance));
            let state = rms.known[one as usize].state;
            match state {
                State::New => {
                    rms.subscribe(
                        (one, one),
                        [&[][..], &[0, 1][..], &[1][..]][chance.below(3) as usize],
                        now,
                    );
                    rms.request(one, request, now);
                    came += 1;
                }
                State::Waiting if chance.chance(0.2) => {
                    rms.withdraw(one, now);
                }
                State::Waiting => {
                    rms.request(one, request, now);
                }
                State::Started => {
                    rms.done(one, now);
                }
                _ => {}
            }
        }
        if forgets {
            rms.forget();
        }
        let cycle = rms.cycle(now);
        let _ = write!(told, "{second}: {:?} {} {}", cycle.starts, cycle.operations, cycle.largest);
        for (one, mut changes) in cycle.changed {
            for change in &mut changes {
                let steps: Vec<_> = change.profile.steps_from(now).collect();
                let _ = write!(told, " {one}@{} {steps:?}", change.place);
                if let Some(before) = held.insert((one, change.place), change.profile.clone()) {
                    change.profile = before;
                }
            }
            if !forgets {
                rms.takes_back(changes);
            }
        }
        let steps = held.values().map(|profile| profile.between(now, Time::MAX)).sum::<usize>();
        let _ = write!(told, " {steps}");
        let waiting = rms.wait.iter().map(|&one| rms.known[one as usize].estimate);
        let _ = writeln!(told, " {:?}", waiting.collect::<Vec<_>>());
    }
    assert!(came > 5, "applications come");
    told
}

#[test]
fn what_is_kept_of_a_cycle_changes_no_other() {
    for seed in 0..300 {
        for rule in ["fcfs-repeated", "first-holds", "shortest-first"] {
            assert_eq!(cycles(seed, rule, false), cycles(seed, rule, true), "{rule}, {seed}");
        }
    }
}
