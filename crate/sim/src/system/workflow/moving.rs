//! Transfers of workflow files over shared links: their end is not known in advance.
//!
//! As with free links, the files of a task that is placed when its parents have ended are transferred one after the
//! other, and files of a plan are sent as soon as they are written. Policies assume free links, assume a separate
//! transfer for files already in transfer, and ignore background traffic.

use super::heads::HeadNodeLoads;
use super::{Event, Options, WorkflowSystem};
use crate::system::parts::Moved;
use crate::system::parts::links::{LinkOptions, Links, Monitor};
use crate::system::{Context, class};
use ganttlet_core::platform::Network;
use ganttlet_core::record::Status;
use ganttlet_core::rng::Streams;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::traffic::Traffic;
use std::collections::{BTreeMap, VecDeque};

/// A transfer.
#[derive(Debug)]
struct SharedTransfer {
    /// The task for which it was requested.
    task: SubjectId,
    to: usize,
    moved: Moved,
    files: Vec<u32>,
    /// True if it is sent after the others for its task, through head nodes if there are any.
    in_turn: bool,
}

/// All transfers in progress.
#[derive(Debug)]
pub(super) struct SharedTransfers {
    links: Links,
    /// Samples of the links for the results; no decision uses them.
    monitor: Monitor,
    /// The overhead of each transfer, and whether the latency counts.
    overhead: Span,
    latency: bool,
    moves: Vec<SharedTransfer>,
    /// For each task with successive transfers, those behind the current one.
    behind: BTreeMap<SubjectId, VecDeque<u32>>,
    /// The tasks that wait for a file at a cluster.
    awaited: BTreeMap<(u32, usize), Vec<SubjectId>>,
    /// The number of files that each task waits for, plus one for its head node.
    waits: BTreeMap<SubjectId, u32>,
}

impl SharedTransfers {
    /// Idle links of a network, if links are shared.
    pub(super) fn new(
        network: &Network,
        options: &Options,
        traffic: Vec<Traffic>,
        streams: Streams,
    ) -> Option<Self> {
        let sharing = options.sharing;
        sharing.shared_links.then(|| Self {
            links: Links::new(network, sharing.link_width, traffic, streams),
            monitor: Monitor::new(LinkOptions::shown(sharing)),
            overhead: options.transfer_overhead_s,
            latency: options.transfer_latency,
            moves: Vec::new(),
            behind: BTreeMap::new(),
            awaited: BTreeMap::new(),
            waits: BTreeMap::new(),
        })
    }

    /// True if files that the task needs are in transfer.
    pub(super) fn keeps_waiting(&self, task: SubjectId) -> bool {
        self.waits.contains_key(&task)
    }

    /// The task waits for these files, which are in transfer to a cluster.
    pub(super) fn wait(&mut self, task: SubjectId, to: usize, files: &[u32]) {
        for &file in files {
            self.awaited.entry((file, to)).or_default().push(task);
            *self.waits.entry(task).or_default() += 1;
        }
    }

    /// The task and its transfers wait for its head node, until [`Self::release_from_head_node`].
    pub(super) fn wait_for_head_node(&mut self, task: SubjectId) {
        *self.waits.entry(task).or_default() += 1;
        self.behind.insert(task, VecDeque::new());
    }

    /// The head node handles the task now; true if it waits for nothing else.
    fn release_from_head_node(
        &mut self,
        task: SubjectId,
        now: Time,
        heads: &mut Option<HeadNodeLoads>,
    ) -> bool {
        self.next(task, now, heads);
        self.finish_one_wait(task)
    }

    /// Ends one wait of the task; true if it was the last.
    fn finish_one_wait(&mut self, task: SubjectId) -> bool {
        let Some(waits) = self.waits.get_mut(&task) else { return false };
        *waits -= 1;
        let last = *waits == 0;
        if last {
            self.waits.remove(&task);
        }
        last
    }

    /// Starts a transfer of files for a task.
    pub(super) fn push(&mut self, task: SubjectId, to: usize, moved: Moved, files: Vec<u32>) {
        let place = self.add(SharedTransfer { task, to, moved, files, in_turn: false });
        self.begin(place, moved.start, &mut None);
    }

    /// Starts a transfer after the earlier ones for the task.
    pub(super) fn push_after_earlier(
        &mut self,
        task: SubjectId,
        to: usize,
        moved: Moved,
        files: Vec<u32>,
        heads: &mut Option<HeadNodeLoads>,
    ) {
        let place = self.add(SharedTransfer { task, to, moved, files, in_turn: true });
        if let Some(behind) = self.behind.get_mut(&task) {
            behind.push_back(place);
        } else {
            self.behind.insert(task, VecDeque::new());
            self.begin(place, moved.start, heads);
        }
    }

    fn add(&mut self, one: SharedTransfer) -> u32 {
        self.wait(one.task, one.to, &one.files);
        self.moves.push(one);
        self.moves.len() as u32 - 1
    }

    /// Starts the next transfer for a task, if there is one.
    fn next(&mut self, task: SubjectId, now: Time, heads: &mut Option<HeadNodeLoads>) {
        match self.behind.get_mut(&task).map(VecDeque::pop_front) {
            Some(Some(next)) => self.begin(next, now, heads),
            Some(None) => drop(self.behind.remove(&task)),
            None => {}
        }
    }

    fn begin(&mut self, place: u32, now: Time, heads: &mut Option<HeadNodeLoads>) {
        let SharedTransfer { to, moved, .. } = &mut self.moves[place as usize];
        moved.start = now;
        if let Some(heads) = heads {
            // Its end is unknown.
            heads.add_transfer([moved.from, *to], (now, Time::MAX));
        }
        // A number of bytes is not negative; a transfer too large for the type never ends anyway.
        let bits = libm::ceil(moved.bytes * 8.0) as u64;
        self.links.send(now, (moved.from as u16, *to as u16), bits, place);
    }

    /// Processes the scheduled change of a link.
    pub(super) fn change(&mut self, link: u32, cx: &mut Context<Event>) {
        let (now, overhead, latency) = (cx.now(), self.overhead, self.latency);
        self.links.change(link, now, |place, arrives| {
            let there = if latency { arrives } else { now };
            cx.schedule(there + overhead, class::ARRIVE, Event::Moved(place));
        });
    }

    /// Samples the links.
    pub(super) fn sample(&mut self, cx: &mut Context<Event>) {
        self.monitor.sample(cx.now(), &mut self.links, &mut cx.record);
    }

    /// Schedules the next events of modified links, and the next sample while they are used.
    pub(super) fn plan(&mut self, cx: &mut Context<Event>) {
        self.links.plan(cx, Event::Link);
        if self.links.is_busy()
            && let Some(time) = self.monitor.plan(cx.now())
        {
            cx.schedule(time, class::LOOK, Event::LinkLoad);
        }
    }

    /// Ends a transfer; returns the tasks whose last file has arrived with it.
    fn end_transfer(&mut self, place: u32, now: Time, heads: &mut Option<HeadNodeLoads>) -> Vec<SubjectId> {
        let one = &mut self.moves[place as usize];
        let SharedTransfer { task, to, moved, in_turn, .. } = *one;
        let files = std::mem::take(&mut one.files);
        let waiting = files.iter().flat_map(|&file| self.awaited.remove(&(file, to)).unwrap_or_default());
        let waiting: Vec<SubjectId> = waiting.collect();
        if in_turn {
            if let Some(heads) = heads {
                heads.end_transfer([moved.from, to], moved.start);
            }
            self.next(task, now, heads);
        }
        waiting.into_iter().filter(|&waiting| self.finish_one_wait(waiting)).collect()
    }
}

impl WorkflowSystem {
    /// Ends a transfer over a shared link: tasks that waited for its last file join the queues of their clusters.
    pub(super) fn end_shared_transfer(&mut self, place: u32, cx: &mut Context<Event>) {
        let Some(moving) = &mut self.moving else { return };
        let now = cx.now();
        let SharedTransfer { task, to, moved, ref files, .. } = moving.moves[place as usize];
        cx.record.add_transfer(Moved { end: now, ..moved }.transfer(to, task));
        for &file in files {
            self.files.add(file, to, now);
        }
        for id in moving.end_transfer(place, now, &mut self.heads) {
            self.enqueue_ready(id, cx);
        }
    }

    /// The head node of a task handles it and its transfers over shared links.
    pub(super) fn at_head_node(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let Some(moving) = &mut self.moving else { return };
        if moving.release_from_head_node(id, cx.now(), &mut self.heads) {
            self.enqueue_ready(id, cx);
        }
    }

    /// Adds a task to its queue, as all files over shared links have arrived.
    fn enqueue_ready(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let task = &mut self.tasks[id as usize];
        task.there = cx.now();
        // The forecast assumed free links.
        self.clusters[task.cluster as usize].forecast.files_come_otherwise();
        if task.status == Status::Transferring {
            self.arrive(id, cx);
        }
    }
}
