//! The scavenging manager: it decides which runners of sweeps hold which idle nodes, and which release them.
//!
//! It is notified of idle nodes with a delay, shares them by a policy, and reclaims them immediately for other work:
//! for grid jobs at their placement, for local jobs when a check of their queue finds waiting jobs (Sonmez 2010,
//! chapter 4).

use super::grid::{Grid, RunnerContext};
use super::{Event, Koala};
use crate::system::koala::policy::fair_share::{Holdings, NodeTransfer};
use crate::system::parts::multiple_after;
use crate::system::{Context, class};
use ganttlet_core::rng::Stream;
use ganttlet_core::time::{Span, Time};
use std::collections::VecDeque;

/// The state of the manager.
pub(super) struct Scavenging {
    /// Holdings of the admitted runners.
    holdings: Holdings,
    /// The runner of each entry of the holdings.
    runners: Vec<u32>,
    /// Runners that wait for admission.
    waiting: VecDeque<u32>,
    /// Number of noticed idle nodes and of nodes with a pending notice, by cluster.
    known: Vec<u32>,
    announced: Vec<u32>,
    /// True if a check of the local queue, or a reclaim for it, is pending, by cluster.
    looking: Vec<bool>,
    reclaiming: Vec<bool>,
    /// True if an event for the start of the hours is pending.
    pub opening: bool,
    chance: Stream,
}

impl Scavenging {
    pub(super) fn new(clusters: usize, chance: Stream) -> Self {
        Self {
            holdings: Holdings::new(0, clusters),
            runners: Vec::new(),
            waiting: VecDeque::new(),
            known: vec![0; clusters],
            announced: vec![0; clusters],
            looking: vec![false; clusters],
            reclaiming: vec![false; clusters],
            opening: false,
            chance,
        }
    }

    /// Records the notice of an idle node.
    pub(super) fn notice(&mut self, cluster: usize) {
        if self.announced[cluster] > 0 {
            self.announced[cluster] -= 1;
            self.known[cluster] += 1;
        }
    }

    fn share_of(&self, runner: u32) -> Option<usize> {
        self.runners.iter().position(|&other| other == runner)
    }
}

impl Koala {
    /// Runs the manager at the end of an instant.
    pub(super) fn scavenge(&mut self, cx: &mut Context<Event>) {
        if self.scavenging.runners.is_empty() && self.grid.joining.is_empty() {
            return;
        }
        self.take_returned();
        self.release_finished(cx);
        self.admit_waiting(cx);
        self.observe_idle(cx);
        self.distribute(cx);
        self.observe_idle(cx);
        self.look_ahead(cx);
    }

    /// Removes voluntarily released nodes from the holdings of runners.
    fn take_returned(&mut self) {
        for (runner, cluster, nodes) in self.grid.returned.drain(..) {
            if let Some(share) = self.scavenging.share_of(runner) {
                let held = &mut self.scavenging.holdings.held[share][usize::from(cluster)];
                *held = held.saturating_sub(nodes);
            }
        }
    }

    /// Removes completed runners, which makes room for waiting ones.
    fn release_finished(&mut self, cx: &mut Context<Event>) {
        for runner in std::mem::take(&mut self.grid.leaving) {
            if let Some(share) = self.scavenging.share_of(runner) {
                self.scavenging.runners.remove(share);
                let holdings = &mut self.scavenging.holdings;
                holdings.held.remove(share);
                holdings.owed.remove(share);
                holdings.wanted.remove(share);
                let runners = holdings.held.len() as u32;
                holdings.turn.iter_mut().for_each(|turn| *turn = if *turn < runners { *turn } else { 0 });
            }
            if let Some(next) = self.scavenging.waiting.pop_front() {
                self.admit(next, cx);
            }
        }
    }

    /// Admits new runners, or lets them wait.
    fn admit_waiting(&mut self, cx: &mut Context<Event>) {
        let most = self.grid.options.active_runners_max as usize;
        for runner in std::mem::take(&mut self.grid.joining) {
            if most == 0 || self.scavenging.runners.len() < most {
                self.admit(runner, cx);
            } else {
                self.scavenging.waiting.push_back(runner);
            }
        }
    }

    /// Admits a runner: the others release its share.
    fn admit(&mut self, runner: u32, cx: &mut Context<Event>) {
        if self.scavenging.runners.is_empty() {
            // The monitor has always seen idle nodes.
            for cluster in 0..self.grid.sites.len() {
                self.scavenging.known[cluster] = self.grid.idle_nodes(cluster);
                self.scavenging.announced[cluster] = 0;
            }
        }
        let clusters = self.grid.sites.len();
        let holdings = &mut self.scavenging.holdings;
        holdings.held.push(vec![0; clusters]);
        holdings.owed.push(vec![0; clusters]);
        holdings.wanted.push(0);
        self.scavenging.runners.push(runner);
        self.query_demand();
        let newcomer = self.scavenging.runners.len() - 1;
        let mut shares = std::mem::take(&mut self.shares);
        self.policies.fair_share.admit_runner(&mut self.scavenging.holdings, newcomer, &mut shares);
        for &NodeTransfer { cluster, nodes, .. } in &shares {
            self.scavenging.known[cluster] += nodes;
        }
        self.take_away(shares, cx);
    }

    /// Asks the runners for their remaining demand.
    fn query_demand(&mut self) {
        for (share, &runner) in self.scavenging.runners.iter().enumerate() {
            self.scavenging.holdings.wanted[share] = self.runners[runner as usize].wanted_nodes();
        }
    }

    /// Announces idle nodes that the manager has not noticed; drops those that are no longer idle.
    fn observe_idle(&mut self, cx: &mut Context<Event>) {
        let (monitor, propagation) = (self.grid.options.monitor_s, self.grid.options.propagation_s);
        for cluster in 0..self.grid.sites.len() {
            let free = self.grid.idle_nodes(cluster);
            let state = &mut self.scavenging;
            state.known[cluster] = state.known[cluster].min(free);
            state.announced[cluster] = state.announced[cluster].min(free - state.known[cluster]);
            for _ in state.known[cluster] + state.announced[cluster]..free {
                if monitor == Span::ZERO && propagation == Span::ZERO {
                    state.known[cluster] += 1;
                    continue;
                }
                state.announced[cluster] += 1;
                let delay = Span::from_seconds(monitor.seconds() * state.chance.uniform());
                let heard = cx.now() + delay + propagation;
                cx.schedule(heard, class::ARRIVE, Event::Notice { cluster: cluster as u32 });
            }
        }
    }

    /// Distributes the idle nodes.
    fn distribute(&mut self, cx: &mut Context<Event>) {
        let now = cx.now();
        let (grid, known) = (&self.grid, &self.scavenging.known);
        let usable = |cluster: usize| known[cluster].min(grid.usable(cluster, now));
        self.idle.clear();
        self.idle.extend((0..self.grid.sites.len()).map(usable));
        if self.idle.iter().all(|&nodes| nodes == 0) {
            return;
        }
        self.query_demand();
        let mut shares = std::mem::take(&mut self.shares);
        self.policies.fair_share.distribute(&mut self.scavenging.holdings, &mut self.idle, &mut shares);
        for NodeTransfer { runner: share, cluster, nodes } in shares.drain(..) {
            let runner = self.scavenging.runners[share];
            self.scavenging.known[cluster] -= nodes.min(self.scavenging.known[cluster]);
            let mut handle = RunnerContext { grid: &mut self.grid, cx, runner };
            self.runners[runner as usize].accept_idle_nodes(cluster as u16, nodes, &mut handle);
        }
        self.shares = shares;
        self.take_returned();
    }

    /// Reclaims nodes of a cluster from scavengers for other work; returns the number of nodes reclaimed.
    pub(super) fn reclaim(&mut self, cluster: usize, nodes: u32, cx: &mut Context<Event>) -> u32 {
        self.take_returned();
        self.query_demand();
        let mut shares = std::mem::take(&mut self.shares);
        self.policies.fair_share.reclaim(&mut self.scavenging.holdings, cluster, nodes, &mut shares);
        self.take_away(shares, cx)
    }

    /// Carries out the decision of the policy; returns the number of nodes.
    fn take_away(&mut self, mut shares: Vec<NodeTransfer>, cx: &mut Context<Event>) -> u32 {
        let mut all = 0;
        for NodeTransfer { runner: share, cluster, nodes } in shares.drain(..) {
            all += nodes;
            let runner = self.scavenging.runners[share];
            let mut handle = RunnerContext { grid: &mut self.grid, cx, runner };
            self.runners[runner as usize].lose_nodes(cluster as u16, nodes, &mut handle);
        }
        self.shares = shares;
        all
    }

    /// Schedules a check of local queues where jobs wait for scavenged nodes, and the next start of the hours.
    fn look_ahead(&mut self, cx: &mut Context<Event>) {
        let poll = self.grid.options.poll_s;
        for cluster in 0..self.grid.sites.len() {
            let site = &self.grid.sites[cluster];
            let waits = !site.manager.queue().is_empty() && self.grid.scavenged[cluster] > 0;
            if waits && !self.scavenging.looking[cluster] && !self.scavenging.reclaiming[cluster] {
                self.scavenging.looking[cluster] = true;
                cx.schedule(
                    multiple_after(cx.now(), poll),
                    class::LOOK,
                    Event::LookForLocal { cluster: cluster as u32 },
                );
            }
        }
        let rules = &self.grid.options.idleness;
        let closed = !self.scavenging.opening && !rules.open(cx.now());
        if let Some(next) = rules.opens(cx.now()).filter(|_| closed) {
            self.scavenging.opening = true;
            cx.schedule(next, class::LOOK, Event::Open);
        }
    }

    /// Checks the local queue of a cluster; if a job waits, schedules a reclaim for it.
    pub(super) fn look_for_local(&mut self, cluster: usize, cx: &mut Context<Event>) {
        self.scavenging.looking[cluster] = false;
        if !self.grid.sites[cluster].manager.queue().is_empty() {
            self.scavenging.reclaiming[cluster] = true;
            let there = cx.now() + self.grid.reclaim_delay();
            cx.schedule(there, class::ARRIVE, Event::Reclaim { cluster: cluster as u32 });
        }
    }

    /// Reclaims the missing nodes for waiting local jobs.
    pub(super) fn reclaim_for_local(&mut self, cluster: usize, cx: &mut Context<Event>) {
        self.scavenging.reclaiming[cluster] = false;
        let manager = &self.grid.sites[cluster].manager;
        let needed = manager.queue().iter().map(|job| job.nodes).fold(0, u32::saturating_add);
        let missing = needed.saturating_sub(manager.free_count());
        if missing > 0 && !manager.queue().is_empty() {
            self.reclaim(cluster, missing, cx);
            self.grid.sites[cluster].touched = true;
        }
    }
}

impl Grid {
    /// Number of further nodes of a cluster that may be scavenged by the rules of its owners.
    fn usable(&self, cluster: usize, now: Time) -> u32 {
        let (manager, scavenged) = (&self.sites[cluster].manager, self.scavenged[cluster]);
        let rules = &self.options.idleness;
        let nodes = f64::from(manager.total_nodes());
        let idle = manager.free_count() + scavenged;
        if !rules.open(now)
            || f64::from(idle) < rules.idle_share_min * nodes
            || (rules.empty_local_queue && !manager.queue().is_empty())
        {
            return 0;
        }
        ((rules.scavenged_share_max * nodes) as u32).saturating_sub(scavenged)
    }
}
