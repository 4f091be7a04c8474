//! The clusters of a KOALA grid, and the claims of the grid on their nodes.
//!
//! A local manager has a queue for local users. The grid acts as one more user: its placeholders start immediately on
//! free nodes or fail. They always fail while a local job waits, as they would queue behind it.

use super::claim::Claim;
use super::components::ComponentScheduling;
use super::options::Options;
use super::transport::{Message, Ready, Transport};
use super::{Event, NONE};
use crate::system::class;
use crate::system::parts::Site;
use crate::system::parts::links::LinkState;
use ganttlet_core::platform::{Network, NodeSet, Platform};
use ganttlet_core::record::{Phase, Recorder};
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::grid::{InputFile, Request};
use ganttlet_work::traffic::Traffic;

/// A placement request of a runner.
#[derive(Clone, Debug)]
pub struct PlacementRequest {
    /// The runner.
    pub runner: u32,
    /// The subject to be placed.
    pub subject: SubjectId,
    /// The structure of the request.
    pub request: Request,
    /// Its total number of nodes.
    pub nodes: u32,
    /// Its input files.
    pub inputs: Vec<InputFile>,
    /// Expected runtime.
    pub estimate: Span,
    /// True if the runner chooses the clusters, regardless of the placement policy.
    pub chosen: bool,
    /// True if its size can change: the precedence of running and waiting applications applies to such jobs.
    pub elastic: bool,
}

impl PlacementRequest {
    /// True if it runs within one cluster.
    pub fn in_one_cluster(&self) -> bool {
        matches!(&self.request, Request::NonFixed(sizes) if sizes.len() == 1)
    }
}

/// The state of the clusters, and the requests of runners to the scheduler.
pub(super) struct Grid {
    pub sites: Vec<Site>,
    /// Nodes of each cluster allocated to grid jobs other than scavengers, and to scavengers.
    pub used: Vec<u32>,
    pub scavenged: Vec<u32>,
    pub speeds: Vec<f64>,
    pub network: Network,
    /// Files and messages in transfer between the clusters.
    pub transport: Transport,
    pub options: Options,
    /// Random numbers for the duration of reclaiming.
    pub chance: Stream,
    /// Requests that the scheduler has not processed yet.
    pub requests: Vec<PlacementRequest>,
    /// Runners that begin to scavenge, and those that stop.
    pub joining: Vec<u32>,
    pub leaving: Vec<u32>,
    /// Nodes released voluntarily by scavengers: runner, cluster, number of nodes.
    pub returned: Vec<(u32, u16, u32)>,
    /// Number of subjects that have ended.
    pub ended: u32,
    /// The last number given to a claim that does not belong to a subject.
    pub last_holder: u32,
    /// Number of allocations and of changes of their use.
    pub occupied: u64,
    /// The shared state of the runners of workflows of components.
    pub components: ComponentScheduling,
    /// True if nodes were released since the last scan of the placement queue.
    pub freed: bool,
    /// True if the placement queue must be scanned at this instant, even if scans are periodic.
    pub scan: bool,
}

impl Grid {
    pub(super) fn new(
        platform: &Platform,
        options: Options,
        components: ComponentScheduling,
        traffic: Vec<Traffic>,
        streams: Streams,
    ) -> Self {
        let clusters = platform.clusters.len();
        Self {
            sites: Site::all(platform),
            used: vec![0; clusters],
            scavenged: vec![0; clusters],
            speeds: platform.clusters.iter().map(|cluster| cluster.speed).collect(),
            network: platform.network.clone(),
            transport: Transport::new(&platform.network, &options, traffic, streams),
            options,
            chance: streams.get("koala/reclaim"),
            requests: Vec::new(),
            joining: Vec::new(),
            leaving: Vec::new(),
            returned: Vec::new(),
            ended: 0,
            last_holder: u32::MAX,
            occupied: 0,
            components,
            freed: false,
            scan: false,
        }
    }

    /// Number of nodes that a placeholder would get immediately; zero while a local job waits.
    pub(super) fn idle_nodes(&self, cluster: usize) -> u32 {
        let manager = &self.sites[cluster].manager;
        if manager.queue().is_empty() { manager.free_count() } else { 0 }
    }

    /// Allocates nodes to a grid job. False if they are not available.
    pub(super) fn take_nodes(&mut self, claim: Claim) -> bool {
        let cluster = usize::from(claim.cluster);
        let taken = self.sites[cluster].manager.claim_nodes(claim.until, claim.holder, claim.nodes);
        if taken {
            self.used[cluster] += claim.nodes;
        }
        taken
    }

    /// Releases all nodes of a grid job's claim.
    pub(super) fn release_claim(&mut self, claim: Claim, now: Time) {
        let site = &mut self.sites[usize::from(claim.cluster)];
        if site.manager.release_job(claim.until, claim.holder, now) {
            self.used[usize::from(claim.cluster)] -= claim.nodes;
            (site.touched, self.freed) = (true, true);
        }
    }

    /// Releases some nodes of a grid job's claim, the highest-numbered ones.
    pub(super) fn shrink_claim(&mut self, claim: &mut Claim, nodes: u32) {
        let site = &mut self.sites[usize::from(claim.cluster)];
        site.manager.shrink_claim(claim.until, claim.holder, nodes);
        self.used[usize::from(claim.cluster)] -= nodes;
        claim.nodes -= nodes;
        (site.touched, self.freed) = (true, true);
    }

    /// Records that a subject holds a claim from now on, and the phase of its use.
    pub(super) fn occupy(
        &mut self,
        record: &mut Recorder,
        now: Time,
        subject: SubjectId,
        claim: Claim,
        phase: Phase,
    ) {
        let site = &self.sites[usize::from(claim.cluster)];
        site.occupy(record, now, subject, (claim.until, claim.holder), phase);
        self.occupied += 1;
    }

    /// The speed of a job on these clusters: that of the slowest one, if the option is set.
    pub(super) fn job_speed(&self, clusters: impl Iterator<Item = u16>) -> f64 {
        if !self.options.slowest_processor {
            return 1.0;
        }
        let slowest = clusters.map(|cluster| self.speeds[usize::from(cluster)]).fold(f64::INFINITY, f64::min);
        if slowest.is_finite() { slowest } else { 1.0 }
    }

    /// The time to reclaim nodes from scavengers.
    pub(super) fn reclaim_delay(&mut self) -> Span {
        let (one, other) = (self.options.reclaim_min_s, self.options.reclaim_max_s);
        let (least, most) = (one.min(other), one.max(other));
        Span::from_seconds(least.seconds() + (most - least).seconds() * self.chance.uniform())
    }
}

/// The interface of a runner to the grid: everything that it may read and do.
pub struct RunnerContext<'a> {
    pub(super) grid: &'a mut Grid,
    pub(super) cx: &'a mut crate::system::Context<Event>,
    /// The runner.
    pub(super) runner: u32,
}

impl RunnerContext<'_> {
    /// The time.
    pub fn now(&self) -> Time {
        self.cx.now()
    }

    /// The recorder of events.
    pub fn record(&mut self) -> &mut Recorder {
        &mut self.cx.record
    }

    /// The parameters.
    pub fn options(&self) -> &Options {
        &self.grid.options
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.grid.network
    }

    /// Sets a timer of the runner; `class` is the order among events at one instant.
    pub fn call_at(&mut self, time: Time, class: ganttlet_core::event::Class, tag: u64) {
        let runner = self.runner;
        self.cx.schedule(time, class, Event::Timer { runner, tag });
    }

    /// Sets a timer of the runner for the time at which a subject is ready to begin.
    pub fn call_when(&mut self, subject: SubjectId, ready: Ready, tag: u64) {
        if ready.files == 0 {
            self.call_at(ready.at, class::ARRIVE, tag);
        } else {
            self.grid.transport.expect((self.runner, subject), ready, tag);
        }
    }

    /// Adds a subject to the placement queue.
    pub fn request_placement(&mut self, pending: PlacementRequest) {
        self.cx.record.queue(pending.subject, self.cx.now(), NONE);
        self.grid.requests.push(pending);
    }

    /// Adds a request of a subject that is already recorded as waiting.
    pub fn request_placement_of_waiting(&mut self, pending: PlacementRequest) {
        self.grid.requests.push(pending);
    }

    /// Requests a scan of the placement queue at this instant, regardless of other scans.
    pub fn request_scan(&mut self) {
        self.grid.scan = true;
    }

    /// Sets a timer of another runner for this instant.
    pub fn call_runner(&mut self, runner: u32, tag: u64) {
        self.cx.schedule(self.cx.now(), class::SUBMIT, Event::Timer { runner, tag });
    }

    /// Sends a message between two units of the runner, by their clusters; `waits`: the runner is notified when the
    /// transmission has ended.
    pub fn send_message(&mut self, tag: u64, between: (u16, u16), bits: u64, waits: bool) {
        let message = Message { runner: self.runner, tag, sent: self.cx.now(), waits };
        self.grid.transport.send(message, between, bits, self.cx);
    }

    /// Cancels the messages of the runner on links.
    pub fn cancel_messages(&mut self) {
        self.grid.transport.cancel(self.runner, self.cx.now());
    }

    /// Ends the runner's use of the links: it sends no more messages and makes no more decisions.
    pub fn stop_using_links(&mut self) {
        self.grid.transport.unwatch();
    }

    /// The information about links available to the runner.
    pub fn links(&mut self) -> LinkState {
        let now = self.now();
        self.grid.transport.known(now)
    }

    /// The rows of the nodes of a claim, from the first.
    pub fn rows(&self, claim: Claim) -> Vec<u32> {
        let site = &self.grid.sites[usize::from(claim.cluster)];
        let nodes = site.manager.nodes_of(claim.until, claim.holder);
        let first = site.first_row;
        nodes.into_iter().flat_map(NodeSet::iter).map(|node| first + node).collect()
    }

    /// Number of nodes that a placeholder would get immediately.
    pub fn idle_nodes(&self, cluster: u16) -> u32 {
        self.grid.idle_nodes(usize::from(cluster))
    }

    /// Adds idle nodes to a claim. False if there are not enough.
    pub fn extend_claim(&mut self, claim: &mut Claim, nodes: u32) -> bool {
        let more = Claim { nodes, ..*claim };
        let taken = self.grid.take_nodes(more);
        if taken {
            claim.nodes += nodes;
        }
        taken
    }

    /// Claims idle nodes of the same cluster separately, to be merged with a claim later.
    pub fn take_beside(&mut self, claim: Claim, nodes: u32) -> Option<Claim> {
        let beside = Claim { nodes, holder: self.new_holder(), ..claim };
        self.grid.take_nodes(beside).then_some(beside)
    }

    /// Delays the expected release of a claim; returns the new claim.
    pub fn extend_claim_until(&mut self, claim: Claim, until: Time) -> Claim {
        self.grid.sites[usize::from(claim.cluster)].manager.extend_claim(claim.until, claim.holder, until);
        Claim { until, ..claim }
    }

    /// Merges two claims.
    pub fn merge_claims(&mut self, claim: &mut Claim, beside: Claim) {
        self.grid.sites[usize::from(claim.cluster)].manager.merge_claims(
            claim.until,
            beside.holder,
            claim.holder,
        );
        claim.nodes += beside.nodes;
    }

    /// A new holder number for a claim that does not belong to a subject.
    pub fn new_holder(&mut self) -> u32 {
        self.grid.last_holder -= 1;
        self.grid.last_holder
    }

    /// Releases some nodes of a claim.
    pub fn shrink_claim(&mut self, claim: &mut Claim, nodes: u32) {
        self.grid.shrink_claim(claim, nodes);
    }

    /// Releases all nodes of a claim.
    pub fn release_claim(&mut self, claim: Claim) {
        let now = self.now();
        self.grid.release_claim(claim, now);
    }

    /// Records that the subject holds exactly these claims from now on, in this phase.
    pub fn occupy(&mut self, subject: SubjectId, claims: &[Claim], phase: Phase) {
        let now = self.now();
        self.cx.record.vacate(subject, now);
        for &claim in claims {
            self.grid.occupy(&mut self.cx.record, now, subject, claim, phase);
        }
    }

    /// Records that the subject also holds this claim from now on.
    pub fn occupy_more(&mut self, subject: SubjectId, claim: Claim, phase: Phase) {
        let now = self.now();
        self.grid.occupy(&mut self.cx.record, now, subject, claim, phase);
    }

    /// Records that the subject also holds this row from now on.
    pub fn occupy_row(&mut self, subject: SubjectId, row: u32, phase: Phase) {
        let now = self.now();
        self.cx.record.occupy(subject, now, (row, 1), phase);
        self.grid.occupied += 1;
    }

    /// The speed of a job on these clusters.
    pub fn job_speed(&self, clusters: &[u16]) -> f64 {
        self.grid.job_speed(clusters.iter().copied())
    }

    /// Records the end of a subject.
    pub fn end_subject(&mut self) {
        self.grid.ended += 1;
    }

    /// Registers the runner for idle nodes, at the lowest priority.
    pub fn scavenge(&mut self) {
        self.grid.joining.push(self.runner);
    }

    /// Deregisters the runner from idle nodes.
    pub fn stop_scavenging(&mut self) {
        self.grid.leaving.push(self.runner);
    }

    /// Records that the scavenger has released nodes of a cluster voluntarily.
    pub fn note_returned_nodes(&mut self, cluster: u16, nodes: u32) {
        self.grid.returned.push((self.runner, cluster, nodes));
    }

    /// Allocates one idle node to a scavenger and returns its row; `holder` is unique among its claims.
    pub fn scavenge_node(&mut self, cluster: u16, holder: u32) -> Option<u32> {
        let site = &mut self.grid.sites[usize::from(cluster)];
        if !site.manager.claim_nodes(Time::ZERO, holder, 1) {
            return None;
        }
        self.grid.scavenged[usize::from(cluster)] += 1;
        let first = site.manager.nodes_of(Time::ZERO, holder)?.iter().next()?;
        Some(site.first_row + first)
    }

    /// Releases a node of a scavenger.
    pub fn leave_node(&mut self, cluster: u16, holder: u32) {
        let now = self.now();
        let site = &mut self.grid.sites[usize::from(cluster)];
        if site.manager.release_job(Time::ZERO, holder, now) {
            self.grid.scavenged[usize::from(cluster)] -= 1;
            (site.touched, self.grid.freed) = (true, true);
        }
    }
}
