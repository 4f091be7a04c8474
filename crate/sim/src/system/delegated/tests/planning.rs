//! Results stored between cycles do not change the plans.

use super::super::protocol::Request;
use super::super::rms::{ApplicationState, Rms};
use super::*;
use ganttlet_core::rng::{Stream, Streams};
use std::collections::BTreeMap;

const APPLICATIONS: u32 = 14;

/// A random request for one of two clusters, or for both.
fn drawn(chance: &mut Stream) -> Request {
    let clusters = [vec![0], vec![1], vec![0, 1]][chance.uniform_below(3) as usize].clone();
    let hosts = clusters.into_iter().map(|id| (id, 1 + chance.uniform_below(4))).collect();
    Request { hosts, wall_time: Span(i64::from(1 + chance.uniform_below(30)) * 1_000_000) }
}

/// The output of a resource manager in many cycles with random events; one that `forgets` plans all anew and reuses no
/// memory.
fn cycles(seed: u64, rule: &str, forgets: bool) -> String {
    let mut chance = Streams::new(seed).get("delegated/planning");
    let mut options = Options::read(&Settings::default());
    options.fair_start_s = Span(i64::from(chance.uniform_below(4)) * 1_000_000);
    options.considered = [0, 0, 3][chance.uniform_below(3) as usize];
    options.view_cap = [1.0, 1.0, 0.5][chance.uniform_below(3) as usize];
    let rule = (RULES.get(rule).make)(&Settings::default());
    let cluster = |name: &str| Cluster::homogeneous(name.to_owned(), 4, 1.0);
    let network = Network::uniform(2, 1.0, Span::ZERO);
    let platform = Platform { clusters: vec![cluster("A"), cluster("B")], network };
    let mut rms = Rms::new(&platform, rule, options, APPLICATIONS as usize);
    let (mut told, mut came) = (String::new(), 0);
    // The last view sent to each launcher.
    let mut held = BTreeMap::new();
    for second in 0..60 {
        let now = Time(second * 1_000_000);
        for _ in 0..chance.uniform_below(4) {
            let (one, request) = (chance.uniform_below(APPLICATIONS), drawn(&mut chance));
            let state = rms.known[one as usize].state;
            match state {
                ApplicationState::New => {
                    rms.subscribe(
                        (one, one),
                        [&[][..], &[0, 1][..], &[1][..]][chance.uniform_below(3) as usize],
                        now,
                    );
                    rms.set_request(one, request, now);
                    came += 1;
                }
                ApplicationState::Waiting if chance.bernoulli(0.2) => {
                    rms.withdraw(one, now);
                }
                ApplicationState::Waiting => {
                    rms.set_request(one, request, now);
                }
                ApplicationState::Started => {
                    rms.end_application(one, now);
                }
                _ => {}
            }
        }
        if forgets {
            rms.forget_last_cycle();
        }
        let cycle = rms.run_cycle(now);
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
                rms.recycle_changes(changes);
            }
        }
        let steps = held.values().map(|profile| profile.steps_between(now, Time::MAX)).sum::<usize>();
        let _ = write!(told, " {steps}");
        let waiting = rms.wait.iter().map(|&one| rms.known[one as usize].estimate);
        let _ = writeln!(told, " {:?}", waiting.collect::<Vec<_>>());
    }
    assert!(came > 5, "applications come");
    told
}

#[test]
fn stored_results_of_a_cycle_do_not_change_plans() {
    for seed in 0..300 {
        for rule in ["fcfs-repeated", "first-holds", "shortest-first"] {
            assert_eq!(cycles(seed, rule, false), cycles(seed, rule, true), "{rule}, {seed}");
        }
    }
}
