//! Equipartition-PerSite: all runners hold the same in every cluster.

use super::{FairSharePolicy, Holdings, Share, shares};
use crate::entry::{Entry, Settings};

/// The policy in the catalog.
pub(super) const EQUIPARTITION_PER_SITE: FairSharePolicy = FairSharePolicy {
    entry: Entry {
        id: "equipartition-per-site",
        name: "Equipartition per site",
        summary: "The idle nodes of every cluster are shared evenly, and taken back evenly there. What is over goes round.",
        source: "Sonmez 2010, section 4.2.3",
        parameters: &[],
    },
    distribute,
    reclaim,
    join,
};

/// One at a time to the runner with the fewest nodes in the cluster.
fn distribute(_: &Settings, holdings: &mut Holdings, idle: &mut [u32]) -> Vec<Share> {
    let mut answer = Vec::new();
    for (cluster, idle) in idle.iter_mut().enumerate().filter(|(_, idle)| **idle > 0) {
        let mut given = vec![0; holdings.held.len()];
        while *idle > 0 {
            let fewest =
                |runner: usize| (holdings.wanted[runner] > 0).then_some(holdings.held[runner][cluster]);
            let Some(runner) = holdings.next(cluster, &fewest) else { break };
            holdings.give(runner, cluster);
            *idle -= 1;
            given[runner] += 1;
        }
        answer.extend(shares(cluster, &given));
    }
    answer
}

fn reclaim(_: &Settings, holdings: &mut Holdings, cluster: usize, nodes: u32) -> Vec<Share> {
    shares(cluster, &level(holdings, cluster, nodes, usize::MAX)).collect()
}

/// In each cluster the newcomer's part of all that runners hold there.
fn join(_: &Settings, holdings: &mut Holdings, newcomer: usize) -> Vec<Share> {
    let mut wanted = holdings.wanted[newcomer];
    let runners = holdings.active(newcomer);
    let mut answer = Vec::new();
    for cluster in 0..holdings.turn.len() {
        let used: u32 = holdings.held.iter().map(|held| held[cluster]).sum();
        let missing = (used / runners).saturating_sub(holdings.held[newcomer][cluster]).min(wanted);
        let taken = level(holdings, cluster, missing, newcomer);
        wanted -= taken.iter().sum::<u32>();
        answer.extend(shares(cluster, &taken));
    }
    answer
}

/// Takes nodes one at a time from the runner with most nodes in the cluster, but not from `spared`; says how many from
/// each.
fn level(holdings: &mut Holdings, cluster: usize, nodes: u32, spared: usize) -> Vec<u32> {
    let mut taken = vec![0; holdings.held.len()];
    for _ in 0..nodes {
        let most = |runner: usize| {
            let held = holdings.held[runner][cluster];
            (held > 0 && runner != spared).then_some(u32::MAX - held)
        };
        let Some(runner) = holdings.next(cluster, &most) else { break };
        holdings.take(runner, cluster);
        taken[runner] += 1;
    }
    taken
}
