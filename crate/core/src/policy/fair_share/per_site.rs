//! Equipartition-PerSite: all runners hold the same in every cluster.

use super::{FairSharePolicy, Holdings, Share};
use crate::entry::{Entry, Family};

/// The policy in the catalog.
pub(super) const EQUIPARTITION_PER_SITE: FairSharePolicy = FairSharePolicy {
    entry: Entry {
        id: "equipartition-per-site",
        name: "Equipartition per site",
        family: Family::FairSharePolicy,
        summary: "The idle nodes of every cluster are shared evenly, and taken back evenly there. What is over goes round.",
        source: "Sonmez 2010, section 4.3.1",
        parameters: &[],
    },
    distribute,
    reclaim,
    join,
};

fn distribute(holdings: &mut Holdings, idle: &mut [u32]) -> Vec<Share> {
    let mut shares = Vec::new();
    for (cluster, idle) in idle.iter_mut().enumerate() {
        while *idle > 0 {
            let wants = |&runner: &usize| holdings.wanted[runner] > 0;
            let Some(runner) = next(holdings, cluster, wants, |held| held) else { break };
            *idle -= 1;
            holdings.wanted[runner] -= 1;
            holdings.held[runner][cluster] += 1;
            holdings.turn[cluster] = (runner as u32 + 1) % holdings.held.len() as u32;
            shares.push(Share { runner, cluster, nodes: 1 });
        }
    }
    shares
}

fn reclaim(holdings: &mut Holdings, cluster: usize, nodes: u32) -> Vec<Share> {
    let mut shares = Vec::new();
    for _ in 0..nodes {
        let holds = |&runner: &usize| holdings.held[runner][cluster] > 0;
        let Some(runner) = next(holdings, cluster, holds, |held| u32::MAX - held) else { break };
        holdings.held[runner][cluster] -= 1;
        holdings.turn[cluster] = (runner as u32 + 1) % holdings.held.len() as u32;
        holdings.wanted[runner] += 1;
        shares.push(Share { runner, cluster, nodes: 1 });
    }
    shares
}

fn join(holdings: &mut Holdings, newcomer: usize) -> Vec<Share> {
    let runners = holdings.held.len() as u32;
    let mut shares = Vec::new();
    for cluster in 0..holdings.turn.len() {
        let used: u32 = holdings.held.iter().map(|held| held[cluster]).sum();
        let target = used / runners.max(1);
        for _ in 0..target.min(holdings.wanted[newcomer]) {
            let holds = |&runner: &usize| runner != newcomer && holdings.held[runner][cluster] > target;
            let Some(runner) = next(holdings, cluster, holds, |held| u32::MAX - held) else { break };
            holdings.held[runner][cluster] -= 1;
            holdings.turn[cluster] = (runner as u32 + 1) % holdings.held.len() as u32;
            holdings.wanted[runner] += 1;
            shares.push(Share { runner, cluster, nodes: 1 });
        }
    }
    shares
}

/// The runner with the smallest key in a cluster among those that may; the turn decides a tie.
fn next(
    holdings: &Holdings,
    cluster: usize,
    may: impl Fn(&usize) -> bool,
    key: impl Fn(u32) -> u32,
) -> Option<usize> {
    let runners = holdings.held.len();
    let turn = holdings.turn[cluster] as usize;
    let from_turn = |runner: usize| (runner + runners - turn % runners) % runners;
    let all = (0..runners).filter(may);
    all.min_by_key(|&runner| (key(holdings.held[runner][cluster]), from_turn(runner)))
}
