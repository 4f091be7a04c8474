//! A cluster under its local resource manager, as seen by its policy: free nodes, running jobs by estimated end, and
//! the queue.

use super::LocalPolicy;
use ganttlet_core::order;
use ganttlet_core::platform::{FreeNodes, NodeSet};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};
use std::collections::{BTreeMap, VecDeque};

/// A job in the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Waiting {
    /// Index of the job.
    pub job: u32,
    /// Number of nodes it needs.
    pub nodes: u32,
    /// Estimated runtime on this cluster.
    pub estimate: Span,
    /// Submit time at this cluster.
    pub submitted: Time,
    /// Its number in the order of arrival at this cluster.
    pub arrival: u32,
    /// The start of its reservation; [`Time::MAX`] if there is none.
    pub reserved: Time,
    /// Its start in the log; [`Time::MAX`] if unknown.
    pub recorded_start: Time,
}

impl Waiting {
    /// A job with this number of nodes and this estimate, before it arrives at a cluster.
    pub fn new(job: u32, nodes: u32, estimate: Span) -> Self {
        let (reserved, recorded_start) = (Time::MAX, Time::MAX);
        Self { job, nodes, estimate, reserved, recorded_start, ..Self::default() }
    }
}

/// A start decided by a policy, for the system to carry out.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    /// Index of the job.
    pub job: u32,
    /// The end by its estimate.
    pub estimated_end: Time,
    /// The reason.
    pub rule: &'static Rule,
    /// The numbers in the rule's sentence.
    pub values: [i64; 4],
    /// The overtaken job at the head of the queue, or `u32::MAX`.
    pub passed: u32,
}

/// Nodes that were released before the estimated end of their job, or whose reservation was cancelled.
#[derive(Clone, Copy, Debug)]
pub(super) struct EarlyRelease {
    /// Time of the release.
    pub at: Time,
    /// The estimated end.
    pub estimated_end: Time,
    /// Number of nodes.
    pub nodes: u32,
}

/// The local resource manager of one cluster: free nodes, running jobs, queue, and the changes since the last pass of
/// its policy.
#[derive(Clone, Debug)]
pub struct LocalManager {
    free: FreeNodes,
    /// Number of nodes that are down: neither free nor allocated.
    down: u32,
    queue: VecDeque<Waiting>,
    running: BTreeMap<(Time, u32), NodeSet>,
    started: Vec<Started>,
    arrivals: u32,
    /// Node sets of ended jobs, for reuse.
    spare: Vec<NodeSet>,
    /// Estimated work in the queue and estimated ends of the running jobs, both weighted by nodes, for routing.
    queued_work: i128,
    /// Nodes needed by all queued jobs.
    queued_nodes: u64,
    weighted_ends: i128,
    /// Since the last pass: a job released nodes, a job released nodes early, nodes changed hands outside the queue.
    given_back: bool,
    early: Vec<EarlyRelease>,
    disturbed: bool,
    changes: u64,
    /// True once its policy has ended the run.
    stopped: bool,
}

impl LocalManager {
    /// An idle cluster.
    pub fn new(nodes: u32) -> Self {
        Self {
            free: FreeNodes::all_free(nodes),
            down: 0,
            queue: VecDeque::new(),
            running: BTreeMap::new(),
            started: Vec::new(),
            arrivals: 0,
            spare: Vec::new(),
            queued_work: 0,
            queued_nodes: 0,
            weighted_ends: 0,
            given_back: false,
            early: Vec::new(),
            disturbed: false,
            changes: 0,
            stopped: false,
        }
    }

    /// Number of nodes.
    pub fn total_nodes(&self) -> u32 {
        self.free.total()
    }

    /// Number of nodes that are not down.
    pub fn up_count(&self) -> u32 {
        self.free.total() - self.down
    }

    /// Number of free nodes.
    pub fn free_count(&self) -> u32 {
        self.free.count()
    }

    /// True if all waiting jobs and one more of this size could start now.
    pub fn can_start_all_with(&self, nodes: u32) -> bool {
        self.queued_nodes + u64::from(nodes) <= u64::from(self.free_count())
    }

    /// Which nodes are free.
    pub fn free_nodes(&self) -> &FreeNodes {
        &self.free
    }

    /// The queue, next job first.
    pub fn queue(&self) -> &VecDeque<Waiting> {
        &self.queue
    }

    /// Number of changes, other than jobs joining the end of the queue.
    pub fn change_count(&self) -> u64 {
        self.changes
    }

    /// True if a job gave its nodes back since the last pass.
    pub(super) fn has_released_nodes(&self) -> bool {
        self.given_back
    }

    /// The early releases since the last pass, in their order.
    pub(super) fn early_releases(&self) -> &[EarlyRelease] {
        &self.early
    }

    /// True if nodes were claimed or released outside the queue since the last pass: plans are invalid.
    pub(super) fn is_plan_invalid(&self) -> bool {
        self.disturbed
    }

    /// True if these nodes exist and are free.
    pub(super) fn are_free(&self, nodes: &NodeSet) -> bool {
        let ends = nodes.ranges().last().map_or(0, |&(first, count)| first + count);
        ends <= self.total_nodes() && nodes.iter().all(|node| self.free.contains(node))
    }

    /// Ends the run: no further decisions are made.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    /// True once its policy has ended the run.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Changes the reservation of a waiting job.
    pub(super) fn set_reservation(&mut self, index: usize, start: Time) {
        self.queue[index].reserved = start;
    }

    /// Runs a pass of the policy and adds the started jobs to `started`. Returns when the policy asks for another pass
    /// in the absence of events, if it does.
    #[inline]
    pub fn run_pass(
        &mut self,
        policy: &mut dyn LocalPolicy,
        now: Time,
        started: &mut Vec<Started>,
    ) -> Option<Time> {
        let again = policy.schedule_pass(self, now);
        (self.given_back, self.disturbed) = (false, false);
        self.early.clear();
        started.append(&mut self.started);
        again
    }

    /// Like [`Self::run_pass`], as if some jobs were not in the queue. Reservations ignore them; the next pass makes
    /// all reservations anew.
    pub fn run_pass_without(
        &mut self,
        held: &[u32],
        policy: &mut dyn LocalPolicy,
        now: Time,
        started: &mut Vec<Started>,
    ) -> Option<Time> {
        let is_held = |waiting: &Waiting| held.contains(&waiting.job);
        let apart: Vec<Waiting> = self.queue.iter().copied().filter(is_held).collect();
        if apart.is_empty() {
            return self.run_pass(policy, now, started);
        }
        self.queue.retain(|waiting| !is_held(waiting));
        self.invalidate_plans();
        let again = self.run_pass(policy, now, started);
        for waiting in apart {
            let key = (policy.rank(&waiting, now), waiting.arrival);
            let place = self.queue.partition_point(|other| (policy.rank(other, now), other.arrival) < key);
            self.queue.insert(place, Waiting { reserved: Time::MAX, ..waiting });
        }
        self.invalidate_plans();
        again
    }

    /// Changes the policy: sorts the queue into its order and clears all reservations.
    pub fn change_policy(&mut self, policy: &dyn LocalPolicy, now: Time) {
        let mut waiting: Vec<Waiting> = self.queue.drain(..).collect();
        waiting.sort_by_key(|job| (policy.rank(job, now), job.arrival));
        self.queue.extend(waiting.into_iter().map(|job| Waiting { reserved: Time::MAX, ..job }));
        self.invalidate_plans();
    }

    /// The running jobs by estimated end: `(end, job, nodes)`.
    pub fn running(&self) -> impl Iterator<Item = (Time, u32, &NodeSet)> {
        self.running.iter().map(|(&(end, job), nodes)| (end, job, nodes))
    }

    /// Node-microseconds of remaining work in the queue and of running jobs, by their estimates.
    pub fn remaining_work(&self, now: Time) -> i128 {
        let busy = i128::from(self.up_count() - self.free_count());
        self.queued_work + self.weighted_ends - busy * i128::from(now.0)
    }

    /// Number of jobs that have arrived.
    pub fn arrival_count(&self) -> u32 {
        self.arrivals
    }

    /// Adds a job to the queue at its place.
    #[inline]
    pub fn enqueue(&mut self, job: Waiting, now: Time, policy: &dyn LocalPolicy) {
        let waiting = Waiting { submitted: now, arrival: self.arrivals, ..job };
        let Waiting { nodes, estimate, .. } = waiting;
        self.arrivals += 1;
        self.queued_work += node_microseconds(nodes, estimate.0);
        self.queued_nodes += u64::from(nodes);
        let key = policy.rank(&waiting, now);
        if self.queue.back().is_none_or(|last| policy.rank(last, now) <= key) {
            self.queue.push_back(waiting);
        } else {
            let place = self.queue.partition_point(|other| policy.rank(other, now) <= key);
            self.queue.insert(place, waiting);
            self.changes += 1;
        }
    }

    /// Returns a job that lost its nodes to the queue, at the place of its first arrival here.
    pub fn requeue(&mut self, waiting: Waiting, now: Time, policy: &dyn LocalPolicy) {
        let Waiting { nodes, estimate, arrival, .. } = waiting;
        self.queued_work += node_microseconds(nodes, estimate.0);
        self.queued_nodes += u64::from(nodes);
        let key = (policy.rank(&waiting, now), arrival);
        let place = self.queue.partition_point(|other| (policy.rank(other, now), other.arrival) < key);
        self.queue.insert(place, waiting);
        self.invalidate_plans();
    }

    /// The job that runs on this node, and its estimated end.
    pub fn holder_of(&self, node: u32) -> Option<(Time, u32)> {
        let holds = |nodes: &NodeSet| {
            let after = nodes.ranges().partition_point(|&(first, _)| first <= node);
            after > 0 && {
                let (first, count) = nodes.ranges()[after - 1];
                node - first < count
            }
        };
        self.running.iter().find(|(_, nodes)| holds(nodes)).map(|(&key, _)| key)
    }

    /// Marks a free node as down.
    pub fn take_down(&mut self, node: u32) {
        self.free.take(node, 1);
        self.down += 1;
        self.invalidate_plans();
    }

    /// Returns a node that was down to the free nodes.
    pub fn bring_up(&mut self, node: u32) {
        self.free.give_back(node, 1);
        self.down -= 1;
        self.given_back = true;
        self.invalidate_plans();
    }

    /// Removes a job from the queue without a start and frees its reservation. False if it is not in this queue.
    pub fn withdraw(&mut self, job: u32, now: Time) -> bool {
        let Some(index) = self.queue.iter().position(|waiting| waiting.job == job) else { return false };
        let Some(waiting) = self.queue.remove(index) else { return false };
        self.changes += 1;
        self.queued_work -= node_microseconds(waiting.nodes, waiting.estimate.0);
        self.queued_nodes -= u64::from(waiting.nodes);
        // Later jobs may now have room, as if nodes had been released.
        self.given_back = true;
        if waiting.reserved != Time::MAX && !self.disturbed {
            let at = waiting.reserved.max(now);
            self.early.push(EarlyRelease {
                at,
                estimated_end: waiting.reserved + waiting.estimate,
                nodes: waiting.nodes,
            });
        }
        true
    }

    /// Sorts the queue by a key that changes with time; ties by arrival.
    pub fn sort_queue(&mut self, key: &dyn Fn(&Waiting) -> i64) {
        self.changes += 1;
        let queue = self.queue.make_contiguous();
        order::sort_by_key(queue, |job| i64::from(job.arrival));
        order::sort_by_key(queue, key);
    }

    /// Starts the job at `index` of the queue on the lowest-numbered free nodes. The caller has checked that there are
    /// enough.
    #[inline]
    pub fn start(&mut self, index: usize, now: Time, rule: &'static Rule, values: [i64; 4]) {
        let Some(&Waiting { nodes, .. }) = self.queue.get(index) else { return };
        let mut set = self.spare.pop().unwrap_or_default();
        let taken = self.free.take_lowest(nodes, |first, count| set.push(first, count));
        debug_assert!(taken, "the policy has seen that {nodes} nodes are free");
        self.start_with_nodes(index, now, set, rule, values);
    }

    /// Starts the job at `index` of the queue on the given free nodes.
    pub(super) fn start_on(
        &mut self,
        index: usize,
        now: Time,
        on: &NodeSet,
        rule: &'static Rule,
        values: [i64; 4],
    ) {
        let mut set = self.spare.pop().unwrap_or_default();
        for &(first, count) in on.ranges() {
            self.free.take(first, count);
            set.push(first, count);
        }
        self.start_with_nodes(index, now, set, rule, values);
    }

    #[inline]
    fn start_with_nodes(
        &mut self,
        index: usize,
        now: Time,
        nodes: NodeSet,
        rule: &'static Rule,
        values: [i64; 4],
    ) {
        let Some(waiting) = self.queue.remove(index) else { return };
        self.changes += 1;
        let passed = if index == 0 { u32::MAX } else { self.queue[0].job };
        let estimated_end = now + waiting.estimate;
        self.queued_work -= node_microseconds(waiting.nodes, waiting.estimate.0);
        self.queued_nodes -= u64::from(waiting.nodes);
        self.weighted_ends += node_microseconds(waiting.nodes, estimated_end.0);
        self.running.insert((estimated_end, waiting.job), nodes);
        self.started.push(Started { job: waiting.job, estimated_end, rule, values, passed });
    }

    /// The nodes of a running job.
    #[inline]
    pub fn nodes_of(&self, estimated_end: Time, job: u32) -> Option<&NodeSet> {
        self.running.get(&(estimated_end, job))
    }

    /// Releases the nodes of a job. False if it does not run (any more).
    #[inline]
    pub fn release_job(&mut self, estimated_end: Time, job: u32, now: Time) -> bool {
        let Some(mut nodes) = self.running.remove(&(estimated_end, job)) else { return false };
        self.changes += 1;
        for &(first, count) in nodes.ranges() {
            self.free.give_back(first, count);
        }
        let count = nodes.len();
        self.weighted_ends -= node_microseconds(count, estimated_end.0);
        self.given_back = true;
        if estimated_end > now && !self.disturbed {
            self.early.push(EarlyRelease { at: now, estimated_end, nodes: count });
        }
        nodes.clear();
        self.spare.push(nodes);
        true
    }

    /// Allocates the lowest-numbered `nodes` free nodes outside the queue to a placeholder of a grid scheduler, whose
    /// expected end is `estimated_end`; an existing placeholder grows. False if there are not enough.
    pub fn claim_nodes(&mut self, estimated_end: Time, holder: u32, nodes: u32) -> bool {
        let mut taken = self.spare.pop().unwrap_or_default();
        if !self.free.take_lowest(nodes, |first, count| taken.push(first, count)) {
            self.spare.push(taken);
            return false;
        }
        let held = self.running.entry((estimated_end, holder)).or_default();
        let mut old = std::mem::replace(held, taken);
        if !old.is_empty() {
            held.add_disjoint(&old);
        }
        old.clear();
        self.spare.push(old);
        self.weighted_ends += node_microseconds(nodes, estimated_end.0);
        self.invalidate_plans();
        true
    }

    /// Releases `nodes` nodes of a placeholder, the highest-numbered ones.
    pub fn shrink_claim(&mut self, estimated_end: Time, holder: u32, nodes: u32) {
        let Some(held) = self.running.get_mut(&(estimated_end, holder)) else { return };
        let free = &mut self.free;
        held.remove_highest(nodes, |first, count| free.give_back(first, count));
        self.weighted_ends -= node_microseconds(nodes, estimated_end.0);
        self.invalidate_plans();
    }

    /// Moves the nodes of one placeholder to another with the same estimated end.
    pub fn merge_claims(&mut self, estimated_end: Time, from: u32, to: u32) {
        let Some(nodes) = self.running.remove(&(estimated_end, from)) else { return };
        self.changes += 1;
        self.running.entry((estimated_end, to)).or_default().add_disjoint(&nodes);
    }

    /// Delays the expected end of a placeholder.
    pub fn extend_claim(&mut self, estimated_end: Time, holder: u32, later: Time) {
        let Some(nodes) = self.running.remove(&(estimated_end, holder)) else { return };
        self.weighted_ends +=
            node_microseconds(nodes.len(), later.0) - node_microseconds(nodes.len(), estimated_end.0);
        self.running.insert((later, holder), nodes);
        self.invalidate_plans();
    }

    /// Nodes changed hands outside the queue: plans based on earlier events are invalid.
    fn invalidate_plans(&mut self) {
        self.disturbed = true;
        self.changes += 1;
        self.early.clear();
    }

    /// A running job whose estimate has expired by `now`: the next to be released before its end event, if that is the
    /// rule.
    pub fn overdue_job(&self, now: Time) -> Option<(Time, u32)> {
        self.running.first_key_value().map(|(&key, _)| key).filter(|&(end, _)| end <= now)
    }
}

/// Node-microseconds. Multiplied in halves: WebAssembly has no instruction for the full product.
#[inline]
fn node_microseconds(nodes: u32, micros: i64) -> i128 {
    let (high, low) = (micros >> 32, micros & 0xffff_ffff);
    (i128::from(high * i64::from(nodes)) << 32) + i128::from(low as u64 * u64::from(nodes))
}
