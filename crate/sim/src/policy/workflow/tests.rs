//! Single decisions, checked by hand.

use super::*;
use ganttlet_core::entry::{Settings, Value};

fn cluster_view(nodes: u32, speed: f64, demand: u64) -> ClusterView {
    ClusterView { nodes, speed, demand, delay: Span::ZERO, start: Time::ZERO }
}

fn settings(changes: &[(&'static str, &'static str)]) -> Settings {
    let set = |settings: Settings, &(id, word): &(&'static str, &'static str)| {
        settings.with(id, Value::Choice(word))
    };
    changes.iter().fold(Settings::default(), set)
}

/// The clusters of successive tasks of one node and 10 s; each adds to the demand.
fn clusters_picked(
    id: &str,
    changes: &[(&'static str, &'static str)],
    sites: &[ClusterView],
    tasks: usize,
) -> Vec<usize> {
    let mut policy = (WORKFLOW_POLICIES.get(id).make)(&settings(changes));
    let PlacementMode::Dynamic(dynamic) = policy.mode() else { panic!("{id} is static") };
    let (mut sites, mut scores) = (sites.to_vec(), Vec::new());
    let mut pick = || {
        let run = Span::from_seconds(10.0);
        let question =
            PlacementQuestion { task: 0, nodes: 1, run, widest: 1, now: Time::ZERO, sites: &sites };
        let cluster = dynamic.choose_cluster(&question, &mut scores).expect("a cluster");
        sites[cluster].demand += 1;
        cluster
    };
    (0..tasks).map(|_| pick()).collect()
}

/// The clusters of DAS-3, with these numbers of idle nodes.
fn das3(idle: [u32; 5]) -> Vec<ClusterView> {
    let sites = [(85, 1.08), (41, 1.0), (68, 1.13), (46, 1.13), (32, 1.25)];
    sites
        .iter()
        .zip(idle)
        .map(|(&(nodes, speed), idle)| cluster_view(nodes, speed, u64::from(nodes - idle)))
        .collect()
}

#[test]
fn cluster_minimization_fills_the_fastest_first() {
    assert_eq!(clusters_picked("cluster-minimization", &[], &das3([0, 0, 1, 0, 2]), 5), [4, 4, 2, 2, 2]);
    // No nodes are idle from the start: the fastest cluster each time.
    assert_eq!(clusters_picked("cluster-minimization", &[], &das3([0; 5]), 2), [4, 4]);
}

#[test]
fn file_aware_prefers_idle_clusters_to_the_one_with_the_files() {
    let mut sites = das3([1, 0, 0, 0, 1]);
    // 1 GB from UvA.
    for (site, mb_s) in sites.iter_mut().zip([185.0, f64::INFINITY, 53.0, 512.0, 115.0]) {
        site.delay = Span::from_seconds(1000.0 / mb_s);
    }
    assert_eq!(clusters_picked("file-aware", &[], &sites, 3), [0, 4, 1]);
}

#[test]
fn round_robin_uses_clusters_in_turn() {
    assert_eq!(clusters_picked("round-robin", &[], &das3([0; 5]), 7), [0, 1, 2, 3, 4, 0, 1]);
}

#[test]
fn load_is_exact_or_whole() {
    let sites = [cluster_view(2, 1.0, 1), cluster_view(4, 1.0, 1), cluster_view(4, 1.0, 0)];
    assert_eq!(clusters_picked("all-clusters", &[], &sites, 4), [2, 1, 2, 0]);
    assert_eq!(clusters_picked("all-clusters", &[("load", "whole")], &sites, 4), [0, 1, 1, 1]);
    assert_eq!(clusters_picked("single-cluster", &[], &sites, 4), [2, 2, 2, 2]);
}

#[test]
fn heft_adds_the_transfer_or_lets_it_overlap() {
    let seconds = Span::from_seconds;
    let start = |s: f64, delay: f64, speed| ClusterView {
        start: Time::from_seconds(s),
        delay: seconds(delay),
        ..cluster_view(1, speed, 1)
    };
    // 10 + 10 immediately, or a node at 8, files at 8, runtime 5 s.
    let sites = [start(8.0, 8.0, 2.0), start(10.0, 0.0, 1.0)];
    assert_eq!(clusters_picked("heft", &[], &sites, 1), [1]);
    assert_eq!(clusters_picked("heft", &[("finish_time", "overlap")], &sites, 1), [0]);
}

#[test]
fn tasks_skip_clusters_that_are_too_small() {
    let sites = [cluster_view(2, 2.0, 0), cluster_view(8, 1.0, 8)];
    for maker in WORKFLOW_POLICIES.members {
        for (nodes, expected) in [(3, Some(1)), (8, Some(1)), (9, None)] {
            let mut policy = (maker.make)(&Settings::default());
            let PlacementMode::Dynamic(dynamic) = policy.mode() else { continue };
            let (run, now) = (Span(1), Time::ZERO);
            let question = PlacementQuestion { task: 0, nodes, run, widest: nodes, now, sites: &sites };
            let pick = dynamic.choose_cluster(&question, &mut Vec::new());
            assert_eq!(pick, expected, "{} for {nodes} nodes", maker.entry.id);
        }
    }
}

/// Topcuoglu's ranks at 10 MB/s and speed 1.
#[test]
fn upward_ranks_have_the_published_values() {
    let edges = [(0, 1, 1e8), (0, 2, 5e7), (1, 3, 1e8), (2, 3, 5e7)];
    let dag = Dag::from_edges(4, &edges).expect("no circle");
    let run = |task: u32| [10.0, 20.0, 5.0, 10.0][task as usize];
    assert_eq!(upward_ranks(&dag, run, |edge| edge.bytes / 1e7), [60.0, 40.0, 20.0, 10.0]);
}

/// The mean over the twenty ordered pairs of the clusters of DAS-3.
#[test]
fn ranks_use_the_mean_bandwidth() {
    let links = Links::new(ganttlet_core::platform::das3().network, Span::ZERO, false);
    assert!(
        (links.mean_communication_seconds(134.2e6) - 1.0).abs() < 1e-3,
        "{}",
        links.mean_communication_seconds(134.2e6)
    );
}
