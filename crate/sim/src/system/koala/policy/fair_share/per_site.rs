//! Equipartition-PerSite: equal holdings of all runners in every cluster.

use super::{FairSharePolicy, Holdings, MovedNodes, NodeTransfer};
use ganttlet_core::entry::{Entry, PolicyEntry};

pub(super) const EQUIPARTITION_PER_SITE: PolicyEntry<dyn FairSharePolicy> = PolicyEntry {
    entry: Entry::new("equipartition-per-site", "Equipartition per site")
        .summary(
            "Shares the idle nodes of each cluster equally among the scavenging applications, and takes \
             nodes back equally there. Applications get the remainder in turn.",
        )
        .source("Sonmez 2010, section 4.2.3")
        .when_to_use(
            "Choose it if each cluster shares its own idle nodes equally. It does not balance the totals of \
             applications over all clusters.",
        )
        .pseudocode(concat!(
            "to distribute idle nodes, for each cluster c:\n",
            "  while c has idle nodes and some application wants nodes\n",
            "    give a node to the application with the fewest nodes on c\n",
            "    ties: in turn\n",
            "to take back n nodes on cluster c:\n",
            "  repeat n times\n",
            "    take a node from the application with the most nodes on c\n",
            "    ties: in turn",
        )),
    make: |_| Box::<PerSite>::default(),
};

#[derive(Default)]
struct PerSite {
    moved: MovedNodes,
}

impl FairSharePolicy for PerSite {
    /// One at a time to the runner with the fewest nodes in the cluster.
    fn distribute(&mut self, holdings: &mut Holdings, idle: &mut [u32], into: &mut Vec<NodeTransfer>) {
        self.moved.clear(holdings.held.len(), idle.len());
        for (cluster, idle) in idle.iter_mut().enumerate() {
            while *idle > 0 {
                let fewest =
                    |runner: usize| (holdings.wanted[runner] > 0).then_some(holdings.held[runner][cluster]);
                let Some(runner) = holdings.next_runner(cluster, &fewest) else { break };
                holdings.give(runner, cluster);
                *idle -= 1;
                self.moved.of(cluster)[runner] += 1;
            }
        }
        self.moved.append_transfers(0, into);
    }

    fn reclaim(&mut self, holdings: &mut Holdings, cluster: usize, nodes: u32, into: &mut Vec<NodeTransfer>) {
        self.moved.clear(holdings.held.len(), 1);
        level(holdings, cluster, nodes, usize::MAX, self.moved.of(0));
        self.moved.append_transfers(cluster, into);
    }

    /// Takes the newcomer's part of the held nodes in each cluster.
    fn admit_runner(&mut self, holdings: &mut Holdings, newcomer: usize, into: &mut Vec<NodeTransfer>) {
        let mut wanted = holdings.wanted[newcomer];
        let runners = holdings.active_runners(newcomer);
        self.moved.clear(holdings.held.len(), holdings.turn.len());
        for cluster in 0..holdings.turn.len() {
            let used: u32 = holdings.held.iter().map(|held| held[cluster]).sum();
            let missing = (used / runners).saturating_sub(holdings.held[newcomer][cluster]).min(wanted);
            wanted -= level(holdings, cluster, missing, newcomer, self.moved.of(cluster));
        }
        self.moved.append_transfers(0, into);
    }
}

/// Takes nodes one at a time from the runner with the most nodes in the cluster, except `spared`; adds the number taken
/// from each to `taken` and returns the total.
fn level(holdings: &mut Holdings, cluster: usize, nodes: u32, spared: usize, taken: &mut [u32]) -> u32 {
    for count in 0..nodes {
        let most = |runner: usize| {
            let held = holdings.held[runner][cluster];
            (held > 0 && runner != spared).then_some(u32::MAX - held)
        };
        let Some(runner) = holdings.next_runner(cluster, &most) else { return count };
        holdings.take(runner, cluster);
        taken[runner] += 1;
    }
    nodes
}
