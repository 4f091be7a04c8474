//! The clusters under a KOALA grid, and the claims of the grid on their nodes.
//!
//! A local manager has its own queue for local users. The grid comes as one more user: its placeholders start at once on
//! free nodes or not at all, and never while a local job waits, as they would stand behind it.

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

/// What a runner asks the scheduler to place.
#[derive(Clone, Debug)]
pub struct PlacementRequest {
    /// Who asks.
    pub runner: u32,
    /// For which subject.
    pub subject: SubjectId,
    /// What it asks for.
    pub request: Request,
    /// All nodes of it.
    pub nodes: u32,
    /// What it reads.
    pub inputs: Vec<InputFile>,
    /// Expected runtime.
    pub estimate: Span,
    /// True if its runner chooses the place, regardless of the placement policy.
    pub chosen: bool,
    /// True if its size can change: the precedence of running and waiting applications is about such jobs.
    pub elastic: bool,
}

impl PlacementRequest {
    /// True if all of it runs in one cluster.
    pub fn in_one_cluster(&self) -> bool {
        matches!(&self.request, Request::NonFixed(sizes) if sizes.len() == 1)
    }
}

/// The clusters, what is known of them, and what runners have to say to the scheduler.
pub(super) struct Grid {
    pub sites: Vec<Site>,
    /// Nodes of each cluster held by grid jobs, scavengers not among them, and by scavengers.
    pub used: Vec<u32>,
    pub scavenged: Vec<u32>,
    pub speeds: Vec<f64>,
    pub network: Network,
    /// What is on its way between the clusters.
    pub transport: Transport,
    pub options: Options,
    /// Numbers for the duration of reclaiming.
    pub chance: Stream,
    /// Wishes that the scheduler has not seen yet.
    pub requests: Vec<PlacementRequest>,
    /// Runners that want to scavenge, and those that need it no more.
    pub joining: Vec<u32>,
    pub leaving: Vec<u32>,
    /// Nodes that scavengers gave back by themselves: runner, cluster, how many.
    pub returned: Vec<(u32, u16, u32)>,
    /// Subjects that are over.
    pub ended: u32,
    /// The last name that was given to a claim that is not that of a subject.
    pub last_holder: u32,
    /// How often nodes have begun to be held, or to be held otherwise.
    pub occupied: u64,
    /// What the runners of workflows of components have in common.
    pub components: ComponentScheduling,
    /// Nodes were given back since the last scan of the placement queue.
    pub freed: bool,
    /// The placement queue is to be scanned at this instant, also if that is done from time to time.
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

    /// Nodes that a placeholder would get at once; none while a local job waits.
    pub(super) fn idle_nodes(&self, cluster: usize) -> u32 {
        let manager = &self.sites[cluster].manager;
        if manager.queue().is_empty() { manager.free_count() } else { 0 }
    }

    /// Takes nodes for a grid job. False if they are not there.
    pub(super) fn take_nodes(&mut self, claim: Claim) -> bool {
        let cluster = usize::from(claim.cluster);
        let taken = self.sites[cluster].manager.claim_nodes(claim.until, claim.holder, claim.nodes);
        if taken {
            self.used[cluster] += claim.nodes;
        }
        taken
    }

    /// Gives all nodes of a grid job's claim back.
    pub(super) fn release_claim(&mut self, claim: Claim, now: Time) {
        let site = &mut self.sites[usize::from(claim.cluster)];
        if site.manager.release_job(claim.until, claim.holder, now) {
            self.used[usize::from(claim.cluster)] -= claim.nodes;
            (site.touched, self.freed) = (true, true);
        }
    }

    /// Gives some nodes of a grid job's claim back, the highest.
    pub(super) fn shrink_claim(&mut self, claim: &mut Claim, nodes: u32) {
        let site = &mut self.sites[usize::from(claim.cluster)];
        site.manager.shrink_claim(claim.until, claim.holder, nodes);
        self.used[usize::from(claim.cluster)] -= nodes;
        claim.nodes -= nodes;
        (site.touched, self.freed) = (true, true);
    }

    /// Writes down that a subject holds a claim from now on, and what it does there.
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

    /// How fast a job on these clusters goes: as the slowest of them, if that is the rule.
    pub(super) fn job_speed(&self, clusters: impl Iterator<Item = u16>) -> f64 {
        if !self.options.slowest_processor {
            return 1.0;
        }
        let slowest = clusters.map(|cluster| self.speeds[usize::from(cluster)]).fold(f64::INFINITY, f64::min);
        if slowest.is_finite() { slowest } else { 1.0 }
    }

    /// Time to take nodes from scavengers.
    pub(super) fn reclaim_delay(&mut self) -> Span {
        let (one, other) = (self.options.reclaim_min_s, self.options.reclaim_max_s);
        let (least, most) = (one.min(other), one.max(other));
        Span::from_seconds(least.seconds() + (most - least).seconds() * self.chance.uniform())
    }
}

/// A runner's counter at the grid: all that it may see and do.
pub struct RunnerContext<'a> {
    pub(super) grid: &'a mut Grid,
    pub(super) cx: &'a mut crate::system::Context<Event>,
    /// The holder of these nodes.
    pub(super) runner: u32,
}

impl RunnerContext<'_> {
    /// The time.
    pub fn now(&self) -> Time {
        self.cx.now()
    }

    /// Where it tells what happens.
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

    /// Calls the runner again at `time`; `class` orders what happens at one instant.
    pub fn call_at(&mut self, time: Time, class: ganttlet_core::event::Class, tag: u64) {
        let runner = self.runner;
        self.cx.schedule(time, class, Event::Timer { runner, tag });
    }

    /// Calls the runner as soon as a subject of it can begin.
    pub fn call_when(&mut self, subject: SubjectId, ready: Ready, tag: u64) {
        if ready.files == 0 {
            self.call_at(ready.at, class::ARRIVE, tag);
        } else {
            self.grid.transport.expect((self.runner, subject), ready, tag);
        }
    }

    /// Puts a subject into the placement queue.
    pub fn request_placement(&mut self, pending: PlacementRequest) {
        self.cx.record.queue(pending.subject, self.cx.now(), NONE);
        self.grid.requests.push(pending);
    }

    /// Puts a subject into the placement queue that is known to wait already.
    pub fn request_placement_of_waiting(&mut self, pending: PlacementRequest) {
        self.grid.requests.push(pending);
    }

    /// The placement queue is scanned at this instant, whenever that is done otherwise.
    pub fn request_scan(&mut self) {
        self.grid.scan = true;
    }

    /// Calls another runner at this instant.
    pub fn call_runner(&mut self, runner: u32, tag: u64) {
        self.cx.schedule(self.cx.now(), class::SUBMIT, Event::Timer { runner, tag });
    }

    /// Sends a message to itself, from a unit in one cluster to one in another; `waits`: it is told when all has left.
    pub fn send_message(&mut self, tag: u64, between: (u16, u16), bits: u64, waits: bool) {
        let message = Message { runner: self.runner, tag, sent: self.cx.now(), waits };
        self.grid.transport.send(message, between, bits, self.cx);
    }

    /// What it has on links is of no use any more.
    pub fn cancel_messages(&mut self) {
        self.grid.transport.cancel(self.runner, self.cx.now());
    }

    /// It sends no more messages and decides nothing more.
    pub fn stop_using_links(&mut self) {
        self.grid.transport.unwatch();
    }

    /// What is known of the links.
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

    /// How many nodes a placeholder would get at once.
    pub fn idle_nodes(&self, cluster: u16) -> u32 {
        self.grid.idle_nodes(usize::from(cluster))
    }

    /// Adds nodes to a claim, of which that many are idle. False if they are not.
    pub fn extend_claim(&mut self, claim: &mut Claim, nodes: u32) -> bool {
        let more = Claim { nodes, ..*claim };
        let taken = self.grid.take_nodes(more);
        if taken {
            claim.nodes += nodes;
        }
        taken
    }

    /// Takes idle nodes of the same cluster beside a claim, to be merged with it later.
    pub fn take_beside(&mut self, claim: Claim, nodes: u32) -> Option<Claim> {
        let beside = Claim { nodes, holder: self.new_holder(), ..claim };
        self.grid.take_nodes(beside).then_some(beside)
    }

    /// A claim is held until a later time than expected: the claim as it is then.
    pub fn extend_claim_until(&mut self, claim: Claim, until: Time) -> Claim {
        self.grid.sites[usize::from(claim.cluster)].manager.extend_claim(claim.until, claim.holder, until);
        Claim { until, ..claim }
    }

    /// Makes two claims one.
    pub fn merge_claims(&mut self, claim: &mut Claim, beside: Claim) {
        self.grid.sites[usize::from(claim.cluster)].manager.merge_claims(
            claim.until,
            beside.holder,
            claim.holder,
        );
        claim.nodes += beside.nodes;
    }

    /// A name for a claim that no subject has.
    pub fn new_holder(&mut self) -> u32 {
        self.grid.last_holder -= 1;
        self.grid.last_holder
    }

    /// Gives some nodes of a claim back.
    pub fn shrink_claim(&mut self, claim: &mut Claim, nodes: u32) {
        self.grid.shrink_claim(claim, nodes);
    }

    /// Gives all nodes of a claim back.
    pub fn release_claim(&mut self, claim: Claim) {
        let now = self.now();
        self.grid.release_claim(claim, now);
    }

    /// The subject holds these claims from now on, and does this there; what it held before it holds no more.
    pub fn occupy(&mut self, subject: SubjectId, claims: &[Claim], phase: Phase) {
        let now = self.now();
        self.cx.record.vacate(subject, now);
        for &claim in claims {
            self.grid.occupy(&mut self.cx.record, now, subject, claim, phase);
        }
    }

    /// The subject holds this claim too from now on.
    pub fn occupy_more(&mut self, subject: SubjectId, claim: Claim, phase: Phase) {
        let now = self.now();
        self.grid.occupy(&mut self.cx.record, now, subject, claim, phase);
    }

    /// The subject holds this row too from now on.
    pub fn occupy_row(&mut self, subject: SubjectId, row: u32, phase: Phase) {
        let now = self.now();
        self.cx.record.occupy(subject, now, (row, 1), phase);
        self.grid.occupied += 1;
    }

    /// How fast a job on these clusters goes.
    pub fn job_speed(&self, clusters: &[u16]) -> f64 {
        self.grid.job_speed(clusters.iter().copied())
    }

    /// A subject is over.
    pub fn end_subject(&mut self) {
        self.grid.ended += 1;
    }

    /// The runner wants idle nodes, at the lowest priority.
    pub fn scavenge(&mut self) {
        self.grid.joining.push(self.runner);
    }

    /// The runner wants no more idle nodes.
    pub fn stop_scavenging(&mut self) {
        self.grid.leaving.push(self.runner);
    }

    /// The scavenger holds that many nodes of a cluster less than it was given.
    pub fn note_returned_nodes(&mut self, cluster: u16, nodes: u32) {
        self.grid.returned.push((self.runner, cluster, nodes));
    }

    /// Takes one idle node for a scavenger; `holder` is unique among its claims. The row of the node.
    pub fn scavenge_node(&mut self, cluster: u16, holder: u32) -> Option<u32> {
        let site = &mut self.grid.sites[usize::from(cluster)];
        if !site.manager.claim_nodes(Time::ZERO, holder, 1) {
            return None;
        }
        self.grid.scavenged[usize::from(cluster)] += 1;
        let first = site.manager.nodes_of(Time::ZERO, holder)?.iter().next()?;
        Some(site.first_row + first)
    }

    /// Gives the node of a scavenger back.
    pub fn leave_node(&mut self, cluster: u16, holder: u32) {
        let now = self.now();
        let site = &mut self.grid.sites[usize::from(cluster)];
        if site.manager.release_job(Time::ZERO, holder, now) {
            self.grid.scavenged[usize::from(cluster)] -= 1;
            (site.touched, self.grid.freed) = (true, true);
        }
    }
}
