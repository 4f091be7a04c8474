//! What is on its way between the clusters of a KOALA grid over links that all of it shares, and who waits for it.

use super::Event;
use super::options::Options;
use crate::platform::Network;
use crate::record::{Recorder, Transfer};
use crate::rng::Streams;
use crate::system::parts::links::{Links, Monitor};
use crate::system::{Context, class};
use crate::time::Time;
use crate::workload::traffic::Traffic;

/// What comes over a link.
#[derive(Clone, Copy, Debug)]
pub enum Parcel {
    /// An input file, by its place among those that were ever sent.
    File(u32),
}

/// When a job can begin that has its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ready {
    /// Not before this.
    pub at: Time,
    /// And not before so many files are there that are on their way over shared links.
    pub files: u32,
}

/// A file that was sent for a runner.
#[derive(Clone, Copy, Debug)]
struct Moving {
    runner: u32,
    transfer: Transfer,
}

/// A runner that can begin when all its files are there.
#[derive(Clone, Copy, Debug)]
struct Expecting {
    runner: u32,
    ready: Ready,
    tag: u64,
}

/// What is on its way.
#[derive(Debug)]
pub(super) struct Transport {
    links: Links<Parcel>,
    monitor: Monitor,
    /// True if anything of the run may come over shared links.
    used: bool,
    files: Vec<Moving>,
    expecting: Vec<Expecting>,
}

impl Transport {
    pub(super) fn new(network: &Network, options: &Options, traffic: Vec<Traffic>, streams: Streams) -> Self {
        let options = &options.links;
        Self {
            links: Links::new(network, options.link_width, traffic, streams),
            monitor: Monitor::new(options.clone()),
            used: options.shared_links,
            files: Vec::new(),
            expecting: Vec::new(),
        }
    }

    /// Declares what is told of the links, if there is anything to tell.
    pub(super) fn declare(&mut self, record: &mut Recorder) {
        if self.used {
            self.monitor.declare(record);
        }
    }

    /// True if anything of the run may come over shared links.
    pub(super) fn is_used(&self) -> bool {
        self.used
    }

    /// Sends a file for a runner, who will say what is to be done when the last of its files is there.
    pub(super) fn send_file(&mut self, now: Time, runner: u32, transfer: Transfer) {
        let file = Parcel::File(self.files.len() as u32);
        self.files.push(Moving { runner, transfer });
        // A number of bytes is not negative; what is too large for the type is as long as all of time anyway.
        let bits = libm::ceil(transfer.bytes * 8.0) as u64;
        self.links.send(now, (transfer.from, transfer.to), bits, file);
    }

    /// The runner is to be called when it is ready, which some of its files are still on their way for.
    pub(super) fn expect(&mut self, runner: u32, ready: Ready, tag: u64) {
        self.expecting.push(Expecting { runner, ready, tag });
    }

    /// What was planned for a link happens.
    pub(super) fn change(&mut self, link: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        self.links.change(link, now, |parcel, arrives| {
            cx.schedule(arrives, class::ARRIVE, Event::Arrived { parcel });
        });
    }

    /// Something has come over a link.
    pub(super) fn arrived(&mut self, parcel: Parcel, cx: &mut Context<Event>) {
        let Parcel::File(file) = parcel;
        let Moving { runner, transfer } = self.files[file as usize];
        cx.record.transfer(Transfer { end: cx.now(), ..transfer });
        let Some(place) = self.expecting.iter().position(|one| one.runner == runner) else { return };
        let one = &mut self.expecting[place];
        one.ready.files -= 1;
        if one.ready.files == 0 {
            let Expecting { ready, tag, .. } = self.expecting.swap_remove(place);
            cx.schedule(ready.at, class::ARRIVE, Event::Timer { runner, tag });
        }
    }

    /// The links are looked at.
    pub(super) fn sample(&mut self, cx: &mut Context<Event>) {
        self.monitor.sample(cx.now(), &mut self.links, &mut cx.record);
    }

    /// Plans what happens next on links that something has happened to, and the next look at them while they are used.
    pub(super) fn plan(&mut self, cx: &mut Context<Event>) {
        self.links.plan(cx, |link| Event::Link { link });
        if self.links.is_busy()
            && let Some(time) = self.monitor.plan(cx.now())
        {
            cx.schedule(time, class::LOOK, Event::Sample);
        }
    }
}
