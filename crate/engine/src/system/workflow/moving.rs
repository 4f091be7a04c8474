//! Files of workflows that move over links which all transfers share: when they are there nobody knows before they are.
//!
//! As over free links, a task that is placed when its parents have ended has its files brought one transfer after the other,
//! and files of a plan leave as soon as they are made. Who places tasks counts on free links, and on a transfer of its own for
//! what is on its way already.

use super::{Event, WorkflowSystem};
use crate::platform::Network;
use crate::record::Status;
use crate::rng::Streams;
use crate::rule::SubjectId;
use crate::system::parts::Moved;
use crate::system::parts::links::Links;
use crate::system::{Context, class};
use crate::time::{Span, Time};
use std::collections::{BTreeMap, VecDeque};

/// A transfer.
#[derive(Debug)]
struct Move {
    /// The task that it was asked for.
    task: SubjectId,
    to: usize,
    moved: Moved,
    files: Vec<u32>,
}

/// What is on its way.
#[derive(Debug)]
pub(super) struct Moving {
    links: Links,
    /// What each transfer takes beside its bytes, and whether the latency counts.
    overhead: Span,
    latency: bool,
    moves: Vec<Move>,
    /// Of each task whose files come one after the other, the transfers behind the one that is on its way.
    behind: BTreeMap<SubjectId, VecDeque<u32>>,
    /// Who waits for a file at a cluster.
    awaited: BTreeMap<(u32, usize), Vec<SubjectId>>,
    /// For how many files each task waits.
    waits: BTreeMap<SubjectId, u32>,
}

impl Moving {
    pub(super) fn new(network: &Network, width: u32, overhead: Span, latency: bool) -> Self {
        Self {
            // Without background traffic nothing is drawn.
            links: Links::new(network, width, Vec::new(), Streams::new(0)),
            overhead,
            latency,
            moves: Vec::new(),
            behind: BTreeMap::new(),
            awaited: BTreeMap::new(),
            waits: BTreeMap::new(),
        }
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

    /// A transfer of files for a task begins: now, or behind those that come for the task already.
    pub(super) fn bring(&mut self, task: SubjectId, to: usize, moved: Moved, files: Vec<u32>, in_turn: bool) {
        self.wait(task, to, &files);
        let place = self.moves.len() as u32;
        let start = moved.start;
        self.moves.push(Move { task, to, moved, files });
        if in_turn && let Some(behind) = self.behind.get_mut(&task) {
            behind.push_back(place);
            return;
        }
        if in_turn {
            self.behind.insert(task, VecDeque::new());
        }
        self.begin(place, start);
    }

    fn begin(&mut self, place: u32, now: Time) {
        let Move { to, moved, .. } = &mut self.moves[place as usize];
        moved.start = now;
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

    /// Plans what happens next on links that something has happened to.
    pub(super) fn plan(&mut self, cx: &mut Context<Event>) {
        self.links.plan(cx, Event::Link);
    }

    /// A transfer is over: those whose last file it has brought.
    fn over(&mut self, place: u32, now: Time) -> Vec<SubjectId> {
        let Move { task, to, ref files, .. } = self.moves[place as usize];
        let mut ready = Vec::new();
        for &file in files {
            for waiting in self.awaited.remove(&(file, to)).unwrap_or_default() {
                let Some(waits) = self.waits.get_mut(&waiting) else { continue };
                *waits -= 1;
                if *waits == 0 {
                    self.waits.remove(&waiting);
                    ready.push(waiting);
                }
            }
        }
        match self.behind.get_mut(&task).map(VecDeque::pop_front) {
            Some(Some(next)) => self.begin(next, now),
            Some(None) => drop(self.behind.remove(&task)),
            None => {}
        }
        ready
    }
}

impl WorkflowSystem {
    /// Files have come over a shared link: who waited for the last of them joins the queue of its cluster.
    pub(super) fn moved(&mut self, place: u32, cx: &mut Context<Event>) {
        let Some(moving) = &mut self.moving else { return };
        let now = cx.now();
        let Move { task, to, moved, ref files } = moving.moves[place as usize];
        cx.record.transfer(Moved { end: now, ..moved }.transfer(to, task));
        for &file in files {
            self.files.add(file, to, now);
        }
        for id in moving.over(place, now) {
            let task = &mut self.tasks[id as usize];
            task.there = now;
            // Forecasts counted on free links.
            self.clusters[task.cluster as usize].forecast.valid = false;
            if task.status == Status::Transferring {
                self.arrive(id, cx);
            }
        }
    }
}
