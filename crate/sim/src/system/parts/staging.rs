//! Files passed between tasks: their locations, and the cost of their transfer. Links have no contention, unless files
//! move over shared links: then arrival times are unknown in advance.
//!
//! A file remains at every cluster where it was written or moved to, so no cluster receives it twice. The files that a
//! task needs from one parent move as one transfer, from the location with the best link. A task waits for a transfer
//! in progress. A file without bytes is everywhere: its readers only wait for its writer.

use crate::policy::workflow::{Input, Links};
use crate::system::parts::Moved;
use ganttlet_core::time::{Span, Time};

/// Maximum number of source locations of a file: enough for the best link, and a limit for hostile grids.
const SOURCES: usize = 64;
const NONE: u32 = u32::MAX;

/// A file at a cluster, or in transfer to it.
#[derive(Clone, Copy, Debug)]
struct Copy {
    cluster: u32,
    /// Arrival time.
    at: Time,
    /// The next copy of the same file.
    next: u32,
}

/// The accumulated cost of moving a task's files to one cluster.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    /// The total duration of the bundles that no more files may join.
    delay: Span,
    /// The arrival of transfers in progress.
    until: Time,
    /// The bundle that further files may join: producer, source, bytes.
    open: Option<(u32, usize, f64)>,
    /// The arrival of the current file; [`Time::MAX`] if it is not there.
    at: Time,
}

/// All files of a run.
#[derive(Debug)]
pub(in crate::system) struct Staging {
    links: Links,
    bytes: Vec<f64>,
    /// The first copy of each file.
    first: Vec<u32>,
    copies: Vec<Copy>,
    estimates: Vec<Estimate>,
    /// True if files move over shared links: a file in transfer has the time [`Time::MAX`] until its arrival is
    /// reported.
    shared: bool,
}

impl Staging {
    /// No files.
    pub(in crate::system) fn new(links: Links, clusters: usize, shared: bool) -> Self {
        let (delay, until, open, at) = (Span::ZERO, Time::ZERO, None, Time::MAX);
        let estimates = vec![Estimate { delay, until, open, at }; clusters];
        Self { links, bytes: Vec::new(), first: Vec::new(), copies: Vec::new(), estimates, shared }
    }

    /// The transfer costs.
    pub(in crate::system) fn links(&self) -> &Links {
        &self.links
    }

    /// Adds files without locations; returns the number of the first.
    pub(in crate::system) fn register(&mut self, bytes: impl Iterator<Item = f64>) -> u32 {
        let first = self.bytes.len() as u32;
        self.bytes.extend(bytes);
        self.first.resize(self.bytes.len(), NONE);
        first
    }

    /// Records that the file is at this cluster from `at` on.
    pub(in crate::system) fn add(&mut self, file: u32, cluster: usize, at: Time) {
        let mut copy = self.first[file as usize];
        while copy != NONE {
            let known = &mut self.copies[copy as usize];
            if known.cluster as usize == cluster {
                known.at = known.at.min(at);
                return;
            }
            copy = known.next;
        }
        let next = self.first[file as usize];
        self.first[file as usize] = self.copies.len() as u32;
        self.copies.push(Copy { cluster: cluster as u32, at, next });
    }

    fn copies(&self, file: u32) -> impl Iterator<Item = &Copy> {
        let next = |copy: &&Copy| self.copies.get(copy.next as usize);
        std::iter::successors(self.copies.get(self.first[file as usize] as usize), next)
    }

    /// When the file arrives, or has arrived, at this cluster.
    fn at(&self, file: u32, cluster: usize) -> Option<Time> {
        self.copies(file).find(|copy| copy.cluster as usize == cluster).map(|copy| copy.at)
    }

    /// The cluster with the best link among those that have the file now; the first among ties.
    fn source(&self, file: u32, to: usize, now: Time) -> Option<usize> {
        let here = self.copies(file).take(SOURCES).filter(|copy| copy.at <= now);
        let better = |best: usize, other: usize| {
            let (a, b) = (self.links.bandwidth(best, to), self.links.bandwidth(other, to));
            if b > a || (b >= a && other < best) { other } else { best }
        };
        here.map(|copy| copy.cluster as usize).filter(|&from| from != to).reduce(better)
    }

    /// True if the file has no bytes.
    fn is_empty(&self, file: u32) -> bool {
        self.bytes[file as usize] <= 0.0
    }

    /// The files among these in transfer to a cluster over shared links.
    pub(in crate::system) fn coming(&self, inputs: &[Input], base: u32, to: usize) -> Vec<u32> {
        let files = inputs.iter().map(|input| base + input.file);
        files.filter(|&file| self.at(file, to) == Some(Time::MAX)).collect()
    }

    /// The sizes of the bundles of these files that are at a cluster now: one bundle per producer.
    pub(in crate::system) fn present_bundles(
        &self,
        inputs: &[Input],
        base: u32,
        (to, now): (usize, Time),
    ) -> Vec<f64> {
        let is_there = |input: &&Input| {
            !self.is_empty(base + input.file) && self.at(base + input.file, to).is_some_and(|at| at <= now)
        };
        let bundles = inputs.chunk_by(|one, other| one.producer == other.producer);
        let bytes = |bundle: &[Input]| {
            bundle.iter().filter(is_there).map(|input| self.bytes[(base + input.file) as usize]).sum()
        };
        bundles.map(bytes).filter(|&bytes: &f64| bytes > 0.0).collect()
    }

    /// The end of a transfer expected at `end`, as far as it is known.
    fn known(&self, end: Time) -> Time {
        if self.shared { Time::MAX } else { end }
    }

    /// Moves files to a cluster, one transfer after the other; calls a function with each transfer and its files, and
    /// returns when all have arrived. Over shared links the result assumes idle links and the simultaneous arrival of
    /// all transfers in progress.
    pub(in crate::system) fn fetch(
        &mut self,
        inputs: &[Input],
        base: u32,
        (to, now): (usize, Time),
        mut moved: impl FnMut(Moved, &[Input]),
    ) -> Time {
        let (mut clock, mut there) = (now, now);
        let mut next = 0;
        while let Some(&Input { producer, file }) = inputs.get(next) {
            let group = next;
            next += 1;
            if self.is_empty(base + file) {
                continue;
            }
            if let Some(at) = self.at(base + file, to) {
                there = there.max(if at < Time::MAX { at } else { now });
                continue;
            }
            let Some(from) = self.source(base + file, to, now) else { continue };
            let mut bytes = self.bytes[(base + file) as usize];
            while let Some(more) = inputs.get(next).filter(|input| input.producer == producer)
                && self.at(base + more.file, to).is_none()
                && self.source(base + more.file, to, now) == Some(from)
            {
                bytes += self.bytes[(base + more.file) as usize];
                next += 1;
            }
            let end = clock + self.links.transfer_time(bytes, from, to);
            for input in &inputs[group..next] {
                self.add(base + input.file, to, self.known(end));
            }
            moved(Moved { from, start: clock, end, bytes }, &inputs[group..next]);
            clock = end;
        }
        there.max(clock)
    }

    /// The duration of [`Self::fetch`] to each cluster.
    pub(in crate::system) fn delays(
        &mut self,
        inputs: &[Input],
        base: u32,
        now: Time,
    ) -> impl Iterator<Item = Span> {
        for estimate in &mut self.estimates {
            *estimate = Estimate { delay: Span::ZERO, until: now, open: None, at: Time::MAX };
        }
        for &Input { producer, file } in inputs {
            if !self.is_empty(base + file) {
                self.estimate(producer, base + file, now);
            }
        }
        let links = &self.links;
        self.estimates.iter_mut().enumerate().map(move |(cluster, estimate)| {
            estimate.close(links, cluster);
            estimate.delay.max(estimate.until - now)
        })
    }

    fn estimate(&mut self, producer: u32, file: u32, now: Time) {
        let mut estimates = std::mem::take(&mut self.estimates);
        for copy in self.copies(file) {
            estimates[copy.cluster as usize].at = copy.at;
        }
        for (cluster, estimate) in estimates.iter_mut().enumerate() {
            if estimate.at != Time::MAX {
                estimate.close(&self.links, cluster);
                estimate.until = estimate.until.max(estimate.at);
                estimate.at = Time::MAX;
                continue;
            }
            let Some(from) = self.source(file, cluster, now) else { continue };
            let bytes = self.bytes[file as usize];
            match &mut estimate.open {
                Some((of, source, sum)) if (*of, *source) == (producer, from) => *sum += bytes,
                _ => {
                    estimate.close(&self.links, cluster);
                    estimate.open = Some((producer, from, bytes));
                }
            }
        }
        self.estimates = estimates;
    }

    /// Moves the files that a task needs from one parent, or from outside, between two clusters in one transfer that
    /// begins now, except files that are there or in transfer. Calls a function with the transfer and its files, and
    /// returns when all have arrived. For plans, which rely on no other transfer.
    pub(in crate::system) fn push(
        &mut self,
        inputs: &[Input],
        base: u32,
        (from, to, now): (usize, usize, Time),
        moved: impl FnOnce(Moved, Vec<u32>),
    ) -> Time {
        let (mut bytes, mut there, mut files) = (0.0, now, Vec::new());
        for input in inputs.iter().filter(|input| !self.is_empty(base + input.file)) {
            match self.at(base + input.file, to) {
                Some(Time::MAX) if self.shared => {}
                Some(at) => there = there.max(at),
                None => {
                    bytes += self.bytes[(base + input.file) as usize];
                    files.push(base + input.file);
                }
            }
        }
        if files.is_empty() {
            return there;
        }
        let end = now + self.links.transfer_time(bytes, from, to);
        for &file in &files {
            self.add(file, to, self.known(end));
        }
        moved(Moved { from, start: now, end, bytes }, files);
        there.max(end)
    }
}

impl Estimate {
    fn close(&mut self, links: &Links, cluster: usize) {
        if let Some((_, from, bytes)) = self.open.take() {
            self.delay += links.transfer_time(bytes, from, cluster);
        }
    }
}
