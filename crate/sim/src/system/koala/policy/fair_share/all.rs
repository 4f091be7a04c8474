//! Equipartition-All: equal totals of all runners, regardless of clusters.

use super::{FairSharePolicy, Holdings, MovedNodes, NodeTransfer};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Variants};

pub(super) const EQUIPARTITION_ALL: PolicyEntry<dyn FairSharePolicy> = PolicyEntry {
    entry: Entry::new("equipartition-all", "Equipartition over all")
        .summary(
            "Shares the idle nodes of the grid so that all scavenging applications have the same total. An \
             application gets back, in the same cluster, the nodes taken from it for other work; totals are \
             not rebalanced in the meantime.",
        )
        .source("Sonmez 2010, section 4.2.3")
        .parameters(Set::LIST)
        .when_to_use(
            "Choose it for equal totals of the applications over the whole grid. Totals can differ for a \
             while after nodes are taken back for other work.",
        )
        .pseudocode(concat!(
            "to distribute idle nodes:\n",
            "  on each cluster, first give each node to the application to which most\n",
            "    nodes of this cluster are due\n",
            "  while nodes are idle and some application wants nodes\n",
            "    give a node to the application with the smallest total; ties: in turn\n",
            "    hand_out sets from which clusters the nodes come\n",
            "to take back n nodes on cluster c:\n",
            "  repeat n times\n",
            "    take a node from the application with nodes on c that has lost the\n",
            "      fewest in this step; ties: in turn\n",
            "    one more node on c is due to it",
        )),
    make: |settings| {
        let hand_out = Set::read(settings).hand_out;
        Box::new(All { hand_out, moved: MovedNodes::default(), total: Vec::new(), part: Vec::new() })
    },
};

#[derive(Parameters)]
struct Set {
    /// Distribution of nodes of several clusters at the same time.
    #[parameter(name = "Distribution order", default = "sequential")]
    hand_out: HandOut,
}

#[derive(Clone, Copy, Variants)]
enum HandOut {
    /// Application by application: each uses few clusters
    #[word("sequential")]
    Sequential,
    /// Node by node: each application gets nodes on every cluster
    #[word("interleave")]
    Interleave,
}

/// The policy, with its reusable lists.
struct All {
    hand_out: HandOut,
    moved: MovedNodes,
    /// The total of each runner over all clusters.
    total: Vec<u32>,
    /// The number of nodes that each runner is to get.
    part: Vec<u32>,
}

impl FairSharePolicy for All {
    /// First the nodes owed to runners, then one at a time to the runner with the smallest total.
    fn distribute(&mut self, holdings: &mut Holdings, idle: &mut [u32], into: &mut Vec<NodeTransfer>) {
        self.moved.clear(holdings.held.len(), idle.len());
        for (cluster, idle) in idle.iter_mut().enumerate() {
            while *idle > 0 {
                let debt = |runner: usize| holdings.owed[runner][cluster].min(holdings.wanted[runner]);
                let largest = |runner: usize| Some(u32::MAX - debt(runner)).filter(|&key| key < u32::MAX);
                let Some(runner) = holdings.next_runner(cluster, &largest) else { break };
                holdings.give(runner, cluster);
                holdings.owed[runner][cluster] -= 1;
                *idle -= 1;
                self.moved.of(cluster)[runner] += 1;
            }
        }
        if idle.iter().any(|&idle| idle > 0) {
            self.add_up(holdings);
            match self.hand_out {
                HandOut::Interleave => self.interleave(holdings, idle),
                HandOut::Sequential => self.sequential(holdings, idle),
            }
        }
        self.moved.append_transfers(0, into);
    }

    /// Reclaims from the holders in the cluster in turn, as evenly as their holdings permit; the reclaimed nodes are
    /// owed to them.
    fn reclaim(&mut self, holdings: &mut Holdings, cluster: usize, nodes: u32, into: &mut Vec<NodeTransfer>) {
        self.moved.clear(holdings.held.len(), 1);
        let taken = self.moved.of(0);
        for _ in 0..nodes {
            let least = |runner: usize| (holdings.held[runner][cluster] > 0).then_some(taken[runner]);
            let Some(runner) = holdings.next_runner(cluster, &least) else { break };
            holdings.take(runner, cluster);
            holdings.owed[runner][cluster] += 1;
            taken[runner] += 1;
        }
        self.moved.append_transfers(cluster, into);
    }

    /// Takes the newcomer's part of all held nodes from the largest runner, where it holds the most. These nodes are
    /// owed to the newcomer, which therefore has precedence once they are idle.
    fn admit_runner(&mut self, holdings: &mut Holdings, newcomer: usize, into: &mut Vec<NodeTransfer>) {
        let (runners, clusters) = (holdings.held.len(), holdings.turn.len());
        self.add_up(holdings);
        let total = &mut self.total;
        let target = total.iter().sum::<u32>() / holdings.active_runners(newcomer);
        let missing = target.saturating_sub(total[newcomer]).min(holdings.wanted[newcomer]);
        self.moved.clear(runners, clusters);
        for _ in 0..missing {
            let above = |&runner: &usize| runner != newcomer && total[runner] > target;
            let largest = (0..runners).filter(above).min_by_key(|&runner| (u32::MAX - total[runner], runner));
            let Some(runner) = largest else { break };
            let most = |&cluster: &usize| (u32::MAX - holdings.held[runner][cluster], cluster);
            let Some(cluster) = (0..clusters).min_by_key(most) else { break };
            holdings.take(runner, cluster);
            holdings.owed[newcomer][cluster] += 1;
            total[runner] -= 1;
            self.moved.of(cluster)[runner] += 1;
        }
        self.moved.append_transfers(0, into);
    }
}

impl All {
    fn add_up(&mut self, holdings: &Holdings) {
        self.total.clear();
        self.total.extend((0..holdings.held.len()).map(|runner| holdings.total(runner)));
    }

    /// Node by node, cluster by cluster.
    fn interleave(&mut self, holdings: &mut Holdings, idle: &mut [u32]) {
        let total = &mut self.total;
        for (cluster, idle) in idle.iter_mut().enumerate() {
            while *idle > 0 {
                let smallest = |runner: usize| (holdings.wanted[runner] > 0).then_some(total[runner]);
                let Some(runner) = holdings.next_runner(cluster, &smallest) else { break };
                holdings.give(runner, cluster);
                *idle -= 1;
                total[runner] += 1;
                self.moved.of(cluster)[runner] += 1;
            }
        }
    }

    /// Runner by runner, each filled up from the clusters in their order; the number of nodes per runner equals that of
    /// handing out node by node.
    fn sequential(&mut self, holdings: &mut Holdings, idle: &mut [u32]) {
        let Some(first) = idle.iter().position(|&idle| idle > 0) else { return };
        let Self { moved, total: before, part, .. } = self;
        part.clear();
        part.resize(before.len(), 0);
        for _ in 0..idle.iter().sum::<u32>() {
            let smallest = |runner: usize| {
                (holdings.wanted[runner] > part[runner]).then_some(before[runner] + part[runner])
            };
            let Some(runner) = holdings.next_runner(first, &smallest) else { break };
            holdings.pass_on(runner, first);
            part[runner] += 1;
        }
        for (runner, &part) in part.iter().enumerate() {
            let mut part = part;
            for (cluster, idle) in idle.iter_mut().enumerate() {
                let nodes = part.min(*idle);
                part -= nodes;
                *idle -= nodes;
                holdings.held[runner][cluster] += nodes;
                holdings.wanted[runner] -= nodes;
                moved.of(cluster)[runner] += nodes;
            }
        }
    }
}
