//! Files and messages in transfer over shared links between the clusters of a KOALA grid, and the subjects that wait
//! for them.

use super::Event;
use super::options::Options;
use crate::system::parts::links::LinkState;
use crate::system::parts::links::{Links, Monitor};
use crate::system::{Context, class};
use ganttlet_core::platform::Network;
use ganttlet_core::record::Transfer;
use ganttlet_core::rng::Streams;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::traffic::Traffic;

/// A file or message on a link.
#[derive(Clone, Copy, Debug)]
pub enum Parcel {
    /// An input file, by its index among all files sent.
    File(u32),
    /// A message of a runner, by its index among those in transfer.
    Message(u32),
}

impl Parcel {
    /// Its number on links.
    fn number(self) -> u32 {
        match self {
            Self::File(place) => place << 1,
            Self::Message(place) => place << 1 | 1,
        }
    }

    fn of(number: u32) -> Self {
        let place = number >> 1;
        if number & 1 == 0 { Self::File(place) } else { Self::Message(place) }
    }
}

/// When a job that has its nodes can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ready {
    /// Not before this time.
    pub at: Time,
    /// Number of files in transfer over shared links that must arrive before.
    pub files: u32,
}

/// A subject of a runner that can begin when all its files have arrived.
#[derive(Clone, Copy, Debug)]
struct Expecting {
    runner: u32,
    subject: SubjectId,
    ready: Ready,
    tag: u64,
}

/// A message of a runner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    /// The runner that sends and receives it.
    pub runner: u32,
    /// Its content, which only the runner interprets.
    pub tag: u64,
    /// When it was sent.
    pub sent: Time,
    /// True if the runner waits until its transmission has ended.
    pub waits: bool,
}

/// The files and messages in transfer.
#[derive(Debug)]
pub(super) struct Transport {
    links: Links,
    monitor: Monitor,
    /// True if the run may use shared links.
    used: bool,
    /// Number of active runners whose decisions need samples of all links.
    watched: u32,
    /// All files sent.
    files: Vec<Transfer>,
    expecting: Vec<Expecting>,
    messages: Vec<Message>,
    /// Free indices of messages.
    free: Vec<u32>,
}

impl Transport {
    pub(super) fn new(network: &Network, options: &Options, traffic: Vec<Traffic>, streams: Streams) -> Self {
        let options = &options.links;
        Self {
            links: Links::new(network, options.sharing.link_width, traffic, streams),
            monitor: Monitor::new(options.clone()),
            used: options.sharing.shared_links,
            watched: 0,
            files: Vec::new(),
            expecting: Vec::new(),
            messages: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Sets the number of runners that send messages and use samples of all links in their decisions.
    pub(super) fn watch(&mut self, runners: u32) {
        self.watched = runners;
        if runners > 0 {
            self.used = true;
            self.links.make_all();
        }
    }

    /// Deregisters one of these runners.
    pub(super) fn unwatch(&mut self) {
        self.watched -= 1;
    }

    /// The known state of the links.
    pub(super) fn known(&mut self, now: Time) -> LinkState {
        self.monitor.known(now, &mut self.links)
    }

    /// True if the run may use shared links.
    pub(super) fn is_used(&self) -> bool {
        self.used
    }

    /// Sends a file for a subject; its runner waits for the last file with [`Self::expect`].
    pub(super) fn send_file(&mut self, now: Time, transfer: Transfer) {
        let file = Parcel::File(self.files.len() as u32);
        self.files.push(transfer);
        // A number of bytes is not negative; a transfer too large for the type never ends anyway.
        let bits = libm::ceil(transfer.bytes * 8.0) as u64;
        self.links.send(now, (transfer.from, transfer.to), bits, file.number());
    }

    /// Sets a timer of the runner for the time at which a subject is ready and its files have arrived.
    pub(super) fn expect(&mut self, (runner, subject): (u32, SubjectId), ready: Ready, tag: u64) {
        self.expecting.push(Expecting { runner, subject, ready, tag });
    }

    /// Sends a message of `bits` bits, which its runner receives on arrival.
    pub(super) fn send(
        &mut self,
        message: Message,
        (from, to): (u16, u16),
        bits: u64,
        cx: &mut Context<Event>,
    ) {
        let place = self.free.pop().unwrap_or(self.messages.len() as u32);
        if let Some(known) = self.messages.get_mut(place as usize) {
            *known = message;
        } else {
            self.messages.push(message);
        }
        let parcel = Parcel::Message(place);
        if from == to {
            let (leaves, latency) = self.links.inside(from, bits);
            let left = cx.now() + leaves;
            if message.waits {
                cx.schedule(left, class::FINISH, Event::Left { message: place });
            }
            cx.schedule(left + latency, class::ARRIVE, Event::Arrived { parcel });
        } else {
            self.links.send(cx.now(), (from, to), bits, parcel.number());
        }
    }

    /// Cancels the messages of a runner on links.
    pub(super) fn cancel(&mut self, runner: u32, now: Time) {
        let Self { links, messages, free, .. } = self;
        let own = |number: u32| match Parcel::of(number) {
            Parcel::Message(place) => messages[place as usize].runner == runner,
            Parcel::File(_) => false,
        };
        links.cancel(now, own, |number| {
            if let Parcel::Message(place) = Parcel::of(number) {
                free.push(place);
            }
        });
    }

    /// Processes the planned change of a link: returns the messages sent completely whose runners wait for that.
    pub(super) fn change(&mut self, link: u32, cx: &mut Context<Event>) -> Vec<Message> {
        let (now, mut waited) = (cx.now(), Vec::new());
        let Self { links, messages, .. } = self;
        links.change(link, now, |number, arrives| {
            let parcel = Parcel::of(number);
            cx.schedule(arrives, class::ARRIVE, Event::Arrived { parcel });
            if let Parcel::Message(place) = parcel
                && messages[place as usize].waits
            {
                waited.push(messages[place as usize]);
            }
        });
        waited
    }

    /// A message in transfer.
    pub(super) fn message(&self, place: u32) -> Message {
        self.messages[place as usize]
    }

    /// Processes an arrival: returns a message for its runner; none for a file.
    pub(super) fn arrived(&mut self, parcel: Parcel, cx: &mut Context<Event>) -> Option<Message> {
        match parcel {
            Parcel::Message(place) => {
                self.free.push(place);
                Some(self.messages[place as usize])
            }
            Parcel::File(file) => {
                self.file_arrived(file, cx);
                None
            }
        }
    }

    fn file_arrived(&mut self, file: u32, cx: &mut Context<Event>) {
        let transfer = self.files[file as usize];
        cx.record.add_transfer(Transfer { end: cx.now(), ..transfer });
        let Some(place) = self.expecting.iter().position(|one| one.subject == transfer.subject) else {
            return;
        };
        let one = &mut self.expecting[place];
        one.ready.files -= 1;
        if one.ready.files == 0 {
            let Expecting { runner, ready, tag, .. } = self.expecting.swap_remove(place);
            cx.schedule(ready.at, class::ARRIVE, Event::Timer { runner, tag });
        }
    }

    /// Samples the links.
    pub(super) fn sample(&mut self, cx: &mut Context<Event>) {
        self.monitor.sample(cx.now(), &mut self.links, &mut cx.record);
    }

    /// Schedules the next events of links whose load has changed, and the next sample while they are used.
    pub(super) fn plan(&mut self, cx: &mut Context<Event>) {
        self.links.plan(cx, |link| Event::Link { link });
        if (self.watched > 0 || self.links.is_busy())
            && let Some(time) = self.monitor.plan(cx.now())
        {
            cx.schedule(time, class::LOOK, Event::Sample);
        }
    }
}
