//! Equipartition-All: all runners hold the same in total, wherever it is.

use super::{FairSharePolicy, Holdings, Share, shares};
use crate::entry::{Entry, Kind, Parameter, Settings};

/// The policy in the catalog.
pub(super) const EQUIPARTITION_ALL: FairSharePolicy = FairSharePolicy {
    entry: Entry {
        id: "equipartition-all",
        name: "Equipartition over all",
        summary: "The idle nodes of the grid are shared so that all runners have the same total. What other work takes \
                  from a runner it gets back in the same cluster; totals are not made equal in the meantime.",
        source: "Sonmez 2010, section 4.2.3",
        parameters: &[Parameter {
            id: "hand_out",
            name: "Hand-out",
            doc: "How nodes of several clusters are handed out at once.",
            unit: "",
            kind: Kind::Choice {
                options: &[
                    ("sequential", "one runner gets all its nodes, then the next: each sits in few clusters"),
                    ("interleave", "node by node: each runner gets some in every cluster"),
                ],
                default: "sequential",
            },
        }],
    },
    distribute,
    reclaim,
    join,
};

/// What runners are owed first, then one at a time to the runner with the smallest total.
fn distribute(settings: &Settings, holdings: &mut Holdings, idle: &mut [u32]) -> Vec<Share> {
    let runners = holdings.held.len();
    let mut given = vec![vec![0; runners]; idle.len()];
    for (cluster, idle) in idle.iter_mut().enumerate() {
        while *idle > 0 {
            let debt = |runner: usize| holdings.owed[runner][cluster].min(holdings.wanted[runner]);
            let largest = |runner: usize| Some(u32::MAX - debt(runner)).filter(|&key| key < u32::MAX);
            let Some(runner) = holdings.next(cluster, &largest) else { break };
            holdings.give(runner, cluster);
            holdings.owed[runner][cluster] -= 1;
            *idle -= 1;
            given[cluster][runner] += 1;
        }
    }
    let free: u32 = idle.iter().sum();
    if free > 0 && settings.choice("hand_out") == "interleave" {
        interleave(holdings, idle, &mut given);
    } else if free > 0 {
        sequential(holdings, idle, &mut given);
    }
    all_shares(&given)
}

/// Node by node, cluster by cluster.
fn interleave(holdings: &mut Holdings, idle: &mut [u32], given: &mut [Vec<u32>]) {
    let mut total: Vec<u32> = (0..holdings.held.len()).map(|runner| holdings.total(runner)).collect();
    for (cluster, idle) in idle.iter_mut().enumerate() {
        while *idle > 0 {
            let smallest = |runner: usize| (holdings.wanted[runner] > 0).then_some(total[runner]);
            let Some(runner) = holdings.next(cluster, &smallest) else { break };
            holdings.give(runner, cluster);
            *idle -= 1;
            total[runner] += 1;
            given[cluster][runner] += 1;
        }
    }
}

/// Runner by runner, each filled up from the clusters in their order; how many nodes each gets is the same as if they
/// were handed out node by node.
fn sequential(holdings: &mut Holdings, idle: &mut [u32], given: &mut [Vec<u32>]) {
    let Some(first) = idle.iter().position(|&idle| idle > 0) else { return };
    let runners = holdings.held.len();
    let before: Vec<u32> = (0..runners).map(|runner| holdings.total(runner)).collect();
    let mut part = vec![0; runners];
    for _ in 0..idle.iter().sum::<u32>() {
        let smallest =
            |runner: usize| (holdings.wanted[runner] > part[runner]).then_some(before[runner] + part[runner]);
        let Some(runner) = holdings.next(first, &smallest) else { break };
        holdings.pass_on(runner, first);
        part[runner] += 1;
    }
    for (runner, mut part) in part.into_iter().enumerate() {
        for (cluster, idle) in idle.iter_mut().enumerate() {
            let nodes = part.min(*idle);
            part -= nodes;
            *idle -= nodes;
            holdings.held[runner][cluster] += nodes;
            holdings.wanted[runner] -= nodes;
            given[cluster][runner] += nodes;
        }
    }
}

/// From those that hold nodes in the cluster in turn, as evenly as their holdings permit. They are owed what is taken.
fn reclaim(_: &Settings, holdings: &mut Holdings, cluster: usize, nodes: u32) -> Vec<Share> {
    let mut taken = vec![0; holdings.held.len()];
    for _ in 0..nodes {
        let least = |runner: usize| (holdings.held[runner][cluster] > 0).then_some(taken[runner]);
        let Some(runner) = holdings.next(cluster, &least) else { break };
        holdings.take(runner, cluster);
        holdings.owed[runner][cluster] += 1;
        taken[runner] += 1;
    }
    shares(cluster, &taken).collect()
}

/// The newcomer's part of all that runners hold, from the largest, where they hold most. The newcomer is owed it, so that
/// it comes first when those nodes are idle.
fn join(_: &Settings, holdings: &mut Holdings, newcomer: usize) -> Vec<Share> {
    let runners = holdings.held.len();
    let mut total: Vec<u32> = (0..runners).map(|runner| holdings.total(runner)).collect();
    let target = total.iter().sum::<u32>() / holdings.active(newcomer);
    let missing = target.saturating_sub(total[newcomer]).min(holdings.wanted[newcomer]);
    let mut taken = vec![vec![0; runners]; holdings.turn.len()];
    for _ in 0..missing {
        let above = |&runner: &usize| runner != newcomer && total[runner] > target;
        let largest = (0..runners).filter(above).min_by_key(|&runner| (u32::MAX - total[runner], runner));
        let Some(runner) = largest else { break };
        let most = |&cluster: &usize| (u32::MAX - holdings.held[runner][cluster], cluster);
        let Some(cluster) = (0..taken.len()).min_by_key(most) else { break };
        holdings.take(runner, cluster);
        holdings.owed[newcomer][cluster] += 1;
        total[runner] -= 1;
        taken[cluster][runner] += 1;
    }
    all_shares(&taken)
}

/// What was moved, cluster by cluster.
fn all_shares(moved: &[Vec<u32>]) -> Vec<Share> {
    let mut all = Vec::new();
    for (cluster, moved) in moved.iter().enumerate() {
        all.extend(shares(cluster, moved));
    }
    all
}
