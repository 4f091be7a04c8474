//! Choices of launchers, without a resource manager.

use super::super::policy::complex::{ResourceCache, select_hosts};
use super::super::policy::resource::CodeModel;
use super::super::policy::selection::{Durations, earliest_end_choice};
use super::super::policy::{Choice, LauncherView, round_up_to_micros};
use super::super::protocol::{ClusterInfo, ClusterInfos, View};
use super::*;
use ganttlet_core::platform::Profile;
use proptest::prelude::*;
use std::rc::Rc;

/// Clusters with these hosts and speeds, and this latency between them.
fn infos(clusters: &[(u32, f64)], latency: Span) -> ClusterInfos {
    let n = clusters.len();
    let info = |(id, &(hosts, speed)): (usize, &(u32, f64))| ClusterInfo { id: id as u16, hosts, speed };
    ClusterInfos {
        clusters: clusters.iter().enumerate().map(info).collect(),
        latency: (0..n * n).map(|pair| if pair % (n + 1) == 0 { Span::ZERO } else { latency }).collect(),
    }
}

/// A view of clusters with this many hosts, from the numbers of occupied hosts from each time on.
fn view(hosts: u32, clusters: &[&[(i64, u32)]]) -> View {
    let profile = |steps: &&[(i64, u32)]| {
        let mut profile = Profile::new(Time::ZERO, hosts);
        for (place, &(from, busy)) in steps.iter().enumerate() {
            let until = steps.get(place + 1).map_or(Time::MAX, |&(next, _)| Time(next * SECOND));
            profile.take(Time(from * SECOND), until, busy);
        }
        Rc::new(profile)
    };
    clusters.iter().map(profile).collect()
}

const SECOND: i64 = 1_000_000;

fn text(choice: &Choice) -> String {
    let request = choice.request.as_ref().expect("there is a request");
    let hosts = request.hosts.iter().map(|(id, hosts)| format!("{hosts}@{}", ["A", "B"][usize::from(*id)]));
    let wall = ganttlet_core::diagnostic::format_number(request.wall_time.seconds());
    format!("{} x {wall}, {}", hosts.collect::<Vec<_>>().join(" "), choice.operations)
}

/// S1, the example of the report.
#[test]
fn five_hosts_at_two_beat_four_at_once() {
    let (infos, view) = (infos(&[(5, 1.0)], Span::ZERO), view(5, &[&[(0, 1), (1, 4), (2, 0)]]));
    let of = Moldable { least: 1, most: 650, parallel: 1.0, one_host: 5e6, usual: 1 };
    let mut durations = Durations::new(&infos, &of, 1.0, (1, 650, false));
    let seen = LauncherView { view: &view, infos: &infos, now: Time::ZERO };
    let choice = earliest_end_choice(seen, &mut durations, true);
    assert_eq!((text(&choice).as_str(), durations.computed_count()), ("5@A x 1, 11", 3));
    let ends: Vec<(u32, String)> =
        choice.candidates.iter().map(|one| (one.hosts, seconds(one.end))).collect();
    assert_eq!(ends, [(1, "5".to_owned()), (1, "6".to_owned()), (5, "3".to_owned())]);
}

/// The request of a code of work 240 that spans the clusters of S5, and the number of configurations computed.
fn spans(view: &View, scratch: ReductionScope, group: SearchTrigger) -> (String, u32) {
    let infos = infos(&[(4, 1.0), (4, 1.5)], Span(5_000));
    let of = Complex { work_s: 240.0, iterations: 1_000.0, messages: 1.0 };
    let ball = (RESOURCE_FUNCTIONS.get("ball").make)(&Settings::default());
    let mut known = ResourceCache::default();
    let seen = LauncherView { view, infos: &infos, now: Time::ZERO };
    let reading = AlgorithmVariant { cem_scratch: scratch, cem_group: group };
    let choice = select_hosts(seen, (&*ball, CodeModel { of: &of, factor: 1.0 }), &mut known, reading, false);
    (text(&choice), known.query_count())
}

/// S6.
#[test]
fn hosts_are_dropped_until_the_others_are_free_for_long_enough() {
    let view = view(4, &[&[(0, 0), (10, 2), (30, 0)], &[(0, 2), (20, 0)]]);
    let of = |scratch, group| spans(&view, scratch, group).0;
    assert_eq!(
        spans(&view, ReductionScope::Copy, SearchTrigger::Instant),
        ("2@A 2@B x 53, 24".to_owned(), 4)
    );
    assert_eq!(of(ReductionScope::Copy, SearchTrigger::Pair), "2@A 2@B x 53, 34");
    assert_eq!(of(ReductionScope::InPlace, SearchTrigger::Pair), "2@A 2@B x 53, 29");
}

/// S6b.
#[test]
fn a_reduced_vector_may_stay_reduced() {
    let view = view(4, &[&[(0, 0), (20, 4), (25, 0)], &[(0, 3), (15, 0)]]);
    let readings = [
        (ReductionScope::Copy, SearchTrigger::Instant, 20),
        (ReductionScope::InPlace, SearchTrigger::Instant, 16),
        (ReductionScope::Copy, SearchTrigger::Pair, 27),
        (ReductionScope::InPlace, SearchTrigger::Pair, 18),
    ];
    for (scratch, group, operations) in readings {
        let expected = (format!("4@A 4@B x 29, {operations}"), 4);
        assert_eq!(spans(&view, scratch, group), expected, "{scratch:?} {group:?}");
    }
}

/// S18.
#[test]
fn floating_point_errors_do_not_add_microseconds() {
    let infos = infos(&[(128, 1.0)], Span::ZERO);
    let mut durations = Durations::rigid(&infos, 75, Span(SECOND), 1.0);
    assert_eq!(durations.run_time_on(0, 75), Span(SECOND));
    assert_eq!([0.2, 1.000_5, 1.002, 2.0].map(|x| round_up_to_micros(x).0), [1, 1, 2, 2]);
}

/// S20, the second part.
#[test]
fn of_equal_choices_of_clusters_the_first_is_taken() {
    let infos = infos(&[(4, 1.0), (4, 1.0)], Span(5_000));
    let of = Complex { work_s: 240.0, iterations: 10_000.0, messages: 1.0 };
    let ball = (RESOURCE_FUNCTIONS.get("ball").make)(&Settings::default());
    let found = ball.select_clusters(&[4, 4], &infos, &CodeModel { of: &of, factor: 1.0 });
    assert_eq!(found, (1, Span(60 * SECOND)));
}

const HOSTS: u32 = 6;

/// Algorithm 1 as listed in the specification: the request, the basic operations, and the queried configurations, which
/// are added to the known ones.
fn listed(
    view: &View,
    (of, factor): (&Moldable, f64),
    speeds: &[f64],
    now: Time,
    asked: &mut std::collections::BTreeSet<(usize, u32)>,
) -> (Option<(usize, u32, Span)>, u64) {
    let mut changes: Vec<(Time, usize)> = Vec::new();
    for (place, profile) in view.iter().enumerate() {
        let steps = profile.steps_from(now).take_while(|&(time, _)| time < Time::MAX);
        changes.extend(steps.map(|(time, _)| (time, place)));
    }
    changes.sort_unstable();
    let mut best: Option<(Time, usize, u32, Span)> = None;
    let mut operations = 0;
    for (start, place) in changes {
        if best.is_some_and(|(end, ..)| end < start) {
            break;
        }
        operations += 1;
        let mut hosts = view[place].free_at(start).min(of.most);
        while hosts >= of.least {
            let one_host = factor * of.one_host / speeds[place];
            let took = round_up_to_micros((1.0 - of.parallel + of.parallel / f64::from(hosts)) * one_host);
            asked.insert((place, hosts));
            let (fewest, steps) = view[place].min_free_between(start, start + took, HOSTS);
            operations += steps as u64;
            if fewest < hosts {
                hosts = fewest;
                continue;
            }
            if best.is_none_or(|(end, ..)| start + took < end) {
                best = Some((start + took, place, hosts, took));
            }
            break;
        }
    }
    (best.map(|(_, place, hosts, took)| (place, hosts, took)), operations)
}

fn profiles() -> impl Strategy<Value = Vec<Vec<(i64, i64, u32)>>> {
    let taken = proptest::collection::vec((0..40_i64, 1..20_i64, 1..=3_u32), 0..8);
    proptest::collection::vec(taken, 1..4)
}

fn drawn(clusters: &[Vec<(i64, i64, u32)>]) -> View {
    let profile = |taken: &Vec<(i64, i64, u32)>| {
        let mut profile = Profile::new(Time::ZERO, HOSTS);
        for &(from, length, hosts) in taken {
            let (from, until) = (Time(from * SECOND), Time((from + length) * SECOND));
            if profile.min_free_between(from, until, HOSTS).0 >= hosts {
                profile.take(from, until, hosts);
            }
        }
        Rc::new(profile)
    };
    clusters.iter().map(profile).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Algorithm 1 finds the earliest end over all changes of the view, clusters and numbers of hosts.
    #[test]
    fn no_other_choice_ends_earlier(
        clusters in profiles(), p in 0.5..1.0_f64, one_host in 1.0..60.0_f64, sizes in (1..=3_u32, 0..=5_u32)
    ) {
        let view = drawn(&clusters);
        let speeds: Vec<(u32, f64)> = (0..view.len()).map(|i| (HOSTS, 1.0 + i as f64 / 10.0)).collect();
        let infos = infos(&speeds, Span::ZERO);
        let (least, most) = (sizes.0, sizes.0 + sizes.1);
        let of = Moldable { least, most, parallel: p, one_host: one_host * 1e6, usual: least };
        let mut durations = Durations::new(&infos, &of, 1.3, (least, most, false));
        let seen = LauncherView { view: &view, infos: &infos, now: Time::ZERO };
        let choice = earliest_end_choice(seen, &mut durations, true);
        let mut best = Time::MAX;
        for (place, profile) in view.iter().enumerate() {
            for (start, _) in profile.steps_from(Time::ZERO) {
                for hosts in least..=most.min(HOSTS) {
                    let end = start + durations.run_time_on(place, hosts);
                    if profile.min_free_between(start, end, HOSTS).0 >= hosts {
                        best = best.min(end);
                    }
                }
            }
        }
        let found = choice.candidates.iter().map(|one| one.end).min().unwrap_or(Time::MAX);
        prop_assert_eq!(found, best);
        prop_assert!(choice.request.is_some() == (least <= HOSTS));
    }

    /// A search cluster by cluster gives the result of the algorithm as listed, with the same counts.
    #[test]
    fn a_search_by_cluster_gives_the_same_result_and_counts(
        looks in proptest::collection::vec((profiles(), 0..6_i64, 0..16_u8), 1..12),
        p in 0.5..1.0_f64, one_host in 1.0..60.0_f64, sizes in (1..=5_u32, 0..=5_u32)
    ) {
        let speeds = [1.0, 1.1, 1.2];
        let infos = infos(&speeds.map(|speed| (HOSTS, speed)), Span::ZERO);
        let (least, most) = (sizes.0, sizes.0 + sizes.1);
        let of = Moldable { least, most, parallel: p, one_host: one_host * 1e6, usual: least };
        let mut durations = Durations::new(&infos, &of, 1.3, (least, most, false));
        let mut view = drawn(&vec![Vec::new(); speeds.len()]);
        let (mut now, mut asked) = (Time::ZERO, std::collections::BTreeSet::new());
        for (clusters, later, which) in looks {
            now += Span(later * SECOND);
            for (place, profile) in drawn(&clusters).into_iter().enumerate().filter(|&(at, _)| which >> at & 1 == 1) {
                // As for launchers that see a part of the hosts.
                view[place] = if which & 8 == 0 { profile } else { Rc::new(profile.with_first_nodes_only(HOSTS, 3)) };
            }
            let choice = earliest_end_choice(LauncherView { view: &view, infos: &infos, now }, &mut durations, false);
            let (request, operations) = listed(&view, (&of, 1.3), &speeds, now, &mut asked);
            let found = choice.request.map(|one| (usize::from(one.hosts[0].0), one.hosts[0].1, one.wall_time));
            prop_assert_eq!((found, choice.operations), (request, operations));
            prop_assert_eq!(durations.computed_count() as usize, asked.len());
        }
    }

    /// A rigid application is a moldable one of a single size and without a serial part.
    #[test]
    fn a_rigid_application_is_a_moldable_one_of_one_size(clusters in profiles(), hosts in 1..=HOSTS, run in 1..50_i64) {
        let view = drawn(&clusters);
        let speeds: Vec<(u32, f64)> = (0..view.len()).map(|i| (HOSTS, 1.0 + i as f64 / 10.0)).collect();
        let infos = infos(&speeds, Span::ZERO);
        let one_host = (run * SECOND) as f64 * f64::from(hosts);
        let of = Moldable { least: hosts, most: hosts, parallel: 1.0, one_host, usual: hosts };
        let mut moldable = Durations::new(&infos, &of, 1.0, (hosts, hosts, false));
        let mut rigid = Durations::rigid(&infos, hosts, Span(run * SECOND), 1.0);
        let seen = LauncherView { view: &view, infos: &infos, now: Time::ZERO };
        let (one, other) =
            (earliest_end_choice(seen, &mut moldable, false), earliest_end_choice(seen, &mut rigid, false));
        prop_assert_eq!(one, other);
    }

    /// If clusters are in cities and cities in countries, no set of clusters is better than those near each other.
    #[test]
    fn clusters_near_each_other_are_the_best(
        available in proptest::collection::vec(0..=128_u32, 2..=8), iterations in 0.0..100_000.0_f64, work in 10.0..1e6_f64
    ) {
        prop_assume!(available.iter().any(|&hosts| hosts > 0));
        let platform = &ganttlet_core::platform::PRESETS.get("federation").build;
        let platform = platform(&Settings::default().with("clusters", Value::Integer(available.len() as i64)));
        let n = available.len();
        let info = |(id, cluster): (usize, &Cluster)| ClusterInfo { id: id as u16, hosts: 128, speed: cluster.speed };
        let infos = ClusterInfos {
            clusters: platform.clusters.iter().enumerate().map(info).collect(),
            latency: (0..n * n).map(|pair| platform.network.latency(pair / n, pair % n)).collect(),
        };
        let of = Complex { work_s: work, iterations, messages: 2.0 };
        let on = |id: &str| {
            let function = (RESOURCE_FUNCTIONS.get(id).make)(&Settings::default());
            function.select_clusters(&available, &infos, &CodeModel { of: &of, factor: 1.5 }).1
        };
        prop_assert_eq!(on("ball"), on("exhaustive"));
        prop_assert!(on("ball") <= on("single").min(on("all")));
    }
}
