//! Invariants of all placement policies, for any grid and job.

use super::tests::{FCM, flexible, limit, place_with, policy};
use super::*;
use ganttlet_core::entry::{PolicyEntry, Value};
use ganttlet_core::time::Span;
use proptest::prelude::*;

fn request(clusters: usize) -> impl Strategy<Value = (Request, u32)> {
    let sizes = || proptest::collection::vec(1..30_u32, 1..5);
    let sum = |sizes: &[u32]| sizes.iter().sum::<u32>();
    prop_oneof![
        (1..120_u32).prop_map(|nodes| (Request::Flexible, nodes)),
        sizes().prop_map(move |sizes| (Request::NonFixed(sizes.clone()), sum(&sizes))),
        proptest::collection::vec((0..=clusters as u16, 1..30_u32), 1..5).prop_map(|parts| {
            let nodes = parts.iter().map(|part| part.1).sum();
            (Request::Fixed(parts), nodes)
        }),
        sizes().prop_map(move |sizes| {
            let nodes = sum(&sizes);
            (Request::Splits(vec![vec![nodes], sizes]), nodes)
        }),
    ]
}

/// Idle nodes, a network between the clusters, and a request.
fn case() -> impl Strategy<Value = (Vec<u32>, Network, (Request, u32), Vec<InputFile>)> {
    // Beyond 16 clusters Communication-Aware stores its keys differently.
    prop_oneof![4 => 0..6_usize, 1 => 6..20_usize].prop_flat_map(|n| {
        let numbers = proptest::collection::vec((1..600_u32, 0..1500_i64), n * n);
        let network = numbers.prop_map(move |cells| {
            let (bandwidth, latency) = cells.into_iter().map(|(b, l)| (f64::from(b) * 1e6, Span(l))).unzip();
            Network::from_matrices(n, bandwidth, latency)
        });
        let sites = proptest::collection::vec(0..n.max(1) as u16 + 1, 0..3);
        let files =
            (0..1_000_000_u32, sites).prop_map(|(bytes, sites)| InputFile { bytes: bytes.into(), sites });
        (proptest::collection::vec(0..40_u32, n), network, request(n), proptest::collection::vec(files, 0..3))
    })
}

/// The minimum number of clusters for a job, by exhaustive search.
fn fewest(idle: &[u32], nodes: u32) -> Option<usize> {
    let sets = (0..1_u32 << idle.len()).map(|set| (0..idle.len()).filter(move |c| set >> c & 1 == 1));
    sets.filter(|set| set.clone().map(|c| idle[c]).sum::<u32>() >= nodes).map(Iterator::count).min()
}

proptest! {
    #[test]
    fn all_of_a_job_or_nothing_and_never_more_than_is_idle(
        (idle, network, (request, nodes), inputs) in case(),
        metric in 0..3_usize,
        grouped in any::<bool>(),
    ) {
        for PolicyEntry { entry, .. } in PLACEMENT_POLICIES.members {
            let word = ["latency", "bandwidth", "weighted"][metric];
            let changes: &[(&'static str, Value)] = if entry.id == "communication-aware" {
                let threshold = if grouped { 0.4 } else { 0.0 };
                &[("link_metric", Value::Choice(word)), ("group_threshold_ms", Value::Number(threshold))]
            } else {
                &[]
            };
            let job = (&request, nodes, &inputs[..]);
            let placed = place_with(entry.id, changes, &idle, &network, job);
            prop_assert_eq!(&placed, &place_with(entry.id, changes, &idle, &network, job));
            if let Some(placed) = &placed {
                prop_assert_eq!(placed.iter().map(|part| part.1).sum::<u32>(), nodes);
                for (i, &(cluster, taken)) in placed.iter().enumerate() {
                    prop_assert!(taken > 0 && taken <= idle[usize::from(cluster)]);
                    prop_assert!(placed[..i].iter().all(|part| part.0 != cluster));
                }
            }
            let mut policy = policy(entry.id, &[]);
            let speed = vec![1.0; idle.len()];
            let view = GridView { idle: &idle, speed: &speed, network: &network };
            let ask = PlacementQuery { job: 0, request: &request, nodes, inputs: &inputs };
            for cluster in 0..idle.len() {
                prop_assert!(policy.cluster_score(&ask, &view, cluster).is_finite());
            }
        }
    }

    #[test]
    fn no_fewer_clusters_would_do(idle in proptest::collection::vec(0..40_u32, 0..7), nodes in 1..150_u32) {
        let placed = flexible(FCM, &[], &idle, nodes);
        prop_assert_eq!(placed.as_ref().map(Vec::len), fewest(&idle, nodes));
        // A limit refuses exactly the jobs that need more.
        for most in 1..4 {
            let limited = flexible(FCM, &limit(most), &idle, nodes);
            prop_assert_eq!(limited, placed.clone().filter(|placed| placed.len() <= most as usize));
        }
    }

    /// A job that may be split arbitrarily is placed whenever there are enough nodes.
    #[test]
    fn a_flexible_job_waits_only_for_nodes((idle, network, _, _) in case(), nodes in 1..150_u32) {
        let enough = idle.iter().sum::<u32>() >= nodes;
        for id in [FCM, "communication-aware"] {
            let placed = place_with(id, &[], &idle, &network, (&Request::Flexible, nodes, &[]));
            prop_assert_eq!(placed.is_some(), enough, "{}", id);
            let one = idle.iter().any(|&idle| idle >= nodes);
            prop_assert_eq!(placed.is_some_and(|placed| placed.len() == 1), one, "{}", id);
        }
    }
}
