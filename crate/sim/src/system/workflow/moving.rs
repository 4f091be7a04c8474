//! Files of workflows that move over links which all transfers share: when they are there nobody knows before they are.
//!
//! As over free links, a task that is placed when its parents have ended has its files brought one transfer after the other,
//! and files of a plan leave as soon as they are made. Who places tasks counts on free links, and on a transfer of its own for
//! what is on its way already, and knows nothing of background traffic.

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
    /// The task that it was asked for.
    task: SubjectId,
    to: usize,
    moved: Moved,
    files: Vec<u32>,
    /// It is sent after the others for its task, through head nodes if there are any.
    in_turn: bool,
}

/// What is on its way.
#[derive(Debug)]
pub(super) struct SharedTransfers {
    links: Links,
    /// Samples of the links for the results; no decision uses them.
    monitor: Monitor,
    /// The overhead of each transfer, and whether the latency counts.
    overhead: Span,
    latency: bool,
    moves: Vec<SharedTransfer>,
    /// Of each task whose files come one after the other, the transfers behind the one that is on its way.
    behind: BTreeMap<SubjectId, VecDeque<u32>>,
    /// Who waits for a file at a cluster.
    awaited: BTreeMap<(u32, usize), Vec<SubjectId>>,
    /// For how many files each task waits, and for its head-node.
    waits: BTreeMap<SubjectId, u32>,
}

impl SharedTransfers {
    /// Free links of a network, if files are to move over shared ones.
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

    /// True if files are on their way that the task needs.
    pub(super) fn keeps_waiting(&self, task: SubjectId) -> bool {
        self.waits.contains_key(&task)
    }

    /// The task waits for these files, which are on their way to a cluster.
    pub(super) fn wait(&mut self, task: SubjectId, to: usize, files: &[u32]) {
        for &file in files {
            self.awaited.entry((file, to)).or_default().push(task);
            *self.waits.entry(task).or_default() += 1;
        }
    }

    /// The task waits for its head-node, and so do the transfers for it, until [`Self::release_from_head_node`].
    pub(super) fn wait_for_head_node(&mut self, task: SubjectId) {
        *self.waits.entry(task).or_default() += 1;
        self.behind.insert(task, VecDeque::new());
    }

    /// The head-node of the task sees to it now; true if nothing else keeps it waiting.
    fn release_from_head_node(
        &mut self,
        task: SubjectId,
        now: Time,
        heads: &mut Option<HeadNodeLoads>,
    ) -> bool {
        self.next(task, now, heads);
        self.finish_one_wait(task)
    }

    /// The task waits for one thing less; true if that was the last.
    fn finish_one_wait(&mut self, task: SubjectId) -> bool {
        let Some(waits) = self.waits.get_mut(&task) else { return false };
        *waits -= 1;
        let last = *waits == 0;
        if last {
            self.waits.remove(&task);
        }
        last
    }

    /// A transfer of files for a task begins now.
    pub(super) fn push(&mut self, task: SubjectId, to: usize, moved: Moved, files: Vec<u32>) {
        let place = self.add(SharedTransfer { task, to, moved, files, in_turn: false });
        self.begin(place, moved.start, &mut None);
    }

    /// The same, behind those that come for the task already.
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

    /// The next transfer for a task begins, if there is one.
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
            // Its end is not known yet.
            heads.add_transfer([moved.from, *to], (now, Time::MAX));
        }
        // A number of bytes is not negative; what is too large for the type is as long as all of time anyway.
        let bits = libm::ceil(moved.bytes * 8.0) as u64;
        self.links.send(now, (moved.from as u16, *to as u16), bits, place);
    }

    /// What was planned for a link happens.
    pub(super) fn change(&mut self, link: u32, cx: &mut Context<Event>) {
        let (now, overhead, latency) = (cx.now(), self.overhead, self.latency);
        self.links.change(link, now, |place, arrives| {
            let there = if latency { arrives } else { now };
            cx.schedule(there + overhead, class::ARRIVE, Event::Moved(place));
        });
    }

    /// The links are looked at.
    pub(super) fn sample(&mut self, cx: &mut Context<Event>) {
        self.monitor.sample(cx.now(), &mut self.links, &mut cx.record);
    }

    /// Plans what happens next on links that something has happened to, and the next look at them while they are used.
    pub(super) fn plan(&mut self, cx: &mut Context<Event>) {
        self.links.plan(cx, Event::Link);
        if self.links.is_busy()
            && let Some(time) = self.monitor.plan(cx.now())
        {
            cx.schedule(time, class::LOOK, Event::LinkLoad);
        }
    }

    /// A transfer is over: those whose last file it has brought.
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
    /// Files have come over a shared link: who waited for the last of them joins the queue of its cluster.
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

    /// The head-node of a task sees to it, and to the files that come for it over shared links.
    pub(super) fn at_head_node(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let Some(moving) = &mut self.moving else { return };
        if moving.release_from_head_node(id, cx.now(), &mut self.heads) {
            self.enqueue_ready(id, cx);
        }
    }

    /// All is there that a task has waited for over shared links.
    fn enqueue_ready(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let task = &mut self.tasks[id as usize];
        task.there = cx.now();
        // Forecasts counted on free links.
        self.clusters[task.cluster as usize].forecast.files_come_otherwise();
        if task.status == Status::Transferring {
            self.arrive(id, cx);
        }
    }
}
